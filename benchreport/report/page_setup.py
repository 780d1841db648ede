"""What a report looks like on paper."""

from dataclasses import dataclass
from typing import Literal

from benchreport.errors import check_choice
from benchreport.report.theme import templates_folder

SECONDS, MEBIBYTES = 300, 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What a report looks like on paper.

    Parameters
    ----------
    size
        The size of the pages, ``"a4"`` or ``"letter"``.
    columns
        The number of text columns, 1 or 2; figures and tables span both.
    appendix
        How its pages are turned: ``"portrait"``, or ``"landscape"`` for wide tables.
    archival
        Whether to write PDF/A-3, with the data attached, instead of PDF/UA.
    seconds, mebibytes
        The time and the memory that rendering may take.
    """

    size: Literal["a4", "letter"] = "a4"
    columns: Literal[1, 2] = 1
    appendix: Literal["portrait", "landscape"] = "portrait"
    archival: bool = False
    seconds: float = SECONDS
    mebibytes: int = MEBIBYTES

    def __post_init__(self) -> None:
        check_choice("size", self.size, ("a4", "letter"))
        check_choice("columns", str(self.columns), ("1", "2"))
        check_choice("appendix", self.appendix, ("portrait", "landscape"))

    @property
    def styles(self) -> tuple[str, ...]:
        """The stylesheets that follow the page's own."""
        names = [
            *(["letter"] if self.size == "letter" else []),
            *(["two-columns"] if self.columns == 2 else []),  # noqa: PLR2004 - as written above
            *([f"landscape-{self.size}"] if self.appendix == "landscape" else []),
        ]
        folder = templates_folder() / "paper"
        return tuple((folder / f"{name}.css").read_text(encoding="utf-8") for name in names)
