"""What a report looks like on paper."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from benchreport.errors import check_choice
from benchreport.report.theme import templates_folder

SECONDS, MEBIBYTES = 300, 4096


class Journal(NamedTuple):
    """The pages of a journal: their size, their columns, and the width of a column in inches."""

    size: Literal["a4", "letter"]
    columns: Literal[1, 2]
    column_width: float


# from the class files IEEEtran, acmart (sigconf), elsarticle (5p), llncs and jmlr2e
JOURNALS = {
    "ieee": Journal("letter", 2, 3.5),
    "acm": Journal("letter", 2, 3.33),
    "elsevier": Journal("a4", 2, 3.5),
    "springer": Journal("a4", 1, 4.8),
    "jmlr": Journal("letter", 1, 6.0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What a report looks like on paper.

    Parameters
    ----------
    size
        The size of the pages, ``"a4"`` or ``"letter"``.
    columns
        The number of text columns, 1 or 2; tables span both, and figures do without a journal.
    appendix
        How its pages are turned: ``"portrait"``, or ``"landscape"`` for wide tables.
    archival
        Whether to write PDF/A-3, with the data attached, instead of PDF/UA.
    seconds, mebibytes
        The time and the memory that rendering may take.
    journal
        ``"ieee"``, ``"acm"``, ``"elsevier"``, ``"springer"`` or ``"jmlr"`` takes over the journal's size of
        pages, margins, columns and sizes of letters, and draws figures as wide as a column.

    Examples
    --------
    >>> paper = Paper(journal="ieee")
    >>> paper.size, paper.columns, paper.figure_width
    ('letter', 2, 3.5)
    """

    size: Literal["a4", "letter"] = "a4"
    columns: Literal[1, 2] = 1
    appendix: Literal["portrait", "landscape"] = "portrait"
    archival: bool = False
    seconds: float = SECONDS
    mebibytes: int = MEBIBYTES
    journal: Literal["ieee", "acm", "elsevier", "springer", "jmlr"] | None = None

    def __post_init__(self) -> None:
        if self.journal is not None:
            check_choice("journal", self.journal, tuple(JOURNALS))
            object.__setattr__(self, "size", JOURNALS[self.journal].size)
            object.__setattr__(self, "columns", JOURNALS[self.journal].columns)
        check_choice("size", self.size, ("a4", "letter"))
        check_choice("columns", str(self.columns), ("1", "2"))
        check_choice("appendix", self.appendix, ("portrait", "landscape"))

    @property
    def figure_width(self) -> float | None:
        """The width of figures in inches; None without a journal."""
        return None if self.journal is None else JOURNALS[self.journal].column_width

    @property
    def styles(self) -> tuple[str, ...]:
        """The stylesheets that follow the page's own."""
        names = [
            *(["letter"] if self.size == "letter" else []),
            *(["two-columns"] if self.columns == 2 else []),  # noqa: PLR2004 - as written above
            *([self.journal] if self.journal is not None else []),
            *([f"landscape-{self.size}"] if self.appendix == "landscape" else []),
        ]
        folder = templates_folder() / "paper"
        return tuple((folder / f"{name}.css").read_text(encoding="utf-8") for name in names)
