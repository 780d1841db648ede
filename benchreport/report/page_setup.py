"""What a report looks like on paper."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from benchreport.errors import OptionError, check_choice
from benchreport.hints import option
from benchreport.plots.base.style import LEAST_WIDTH
from benchreport.report.caption_style import CaptionStyle
from benchreport.report.theme import templates_folder

SECONDS, MEBIBYTES = 300, 4096
Size = Literal["a4", "letter"]
Columns = Literal[1, 2]
JournalName = Literal["ieee", "acm", "elsevier", "springer", "jmlr"]
Engine = Literal["weasyprint", "typst"]
PaperName = Size | JournalName


class Journal(NamedTuple):
    """The pages of a journal: size, columns, the width of a column in inches, and captions."""

    size: Size
    columns: Columns
    column_width: float
    captions: CaptionStyle = CaptionStyle()


# from the class files IEEEtran, acmart (sigconf), elsarticle (5p), llncs and jmlr2e
JOURNALS = {
    "ieee": Journal("letter", 2, 3.5, CaptionStyle("Fig.", table_end="", roman=True)),
    "acm": Journal("letter", 2, 3.33, CaptionStyle(figure_end=":", table_end=":")),
    "elsevier": Journal("a4", 2, 3.5, CaptionStyle("Fig.", table_end="")),
    "springer": Journal("a4", 1, 4.8, CaptionStyle("Fig.")),
    "jmlr": Journal("letter", 1, 6.0, CaptionStyle(figure_end=":", table_end=":")),
}
# a column of A4 between our margins, and what keeps two apart, in inches
COLUMN, GAP = 3.4, 0.28
LITTLE = 0.36
"""The share of the last page below which all pages are set more tightly, to do without it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What a report looks like on paper.

    Parameters
    ----------
    size
        The size of the pages, ``"a4"`` or ``"letter"``; None takes the journal's, or A4.
    columns
        The number of text columns, 1 or 2; None takes the journal's, or 1. In two columns figures are drawn
        as wide as a column, and a table spans both where it does not fit one.
    appendix
        How its pages are turned: ``"portrait"``, or ``"landscape"`` for wide tables.
    archival
        Whether to write PDF/A-3, with the data attached, instead of PDF/UA.
    seconds, mebibytes
        The time and the memory that rendering may take.
    journal
        ``"ieee"``, ``"acm"``, ``"elsevier"``, ``"springer"`` or ``"jmlr"`` takes over the journal's size of
        pages, margins, columns, sizes of letters and rules of tables, names figures and tables as it does
        ("Fig. 2", "TABLE II"), and draws figures as wide as a column. ``size`` and ``columns`` win where they
        are given.
    engine
        What makes the PDF: ``"weasyprint"`` prints the HTML page, with all that is said here; ``"typst"``
        compiles the ``.typ`` document, in a quarter of the time, as PDF/UA in one column.

    Raises
    ------
    OptionError
        A value is unknown, or the engine cannot do it.

    Examples
    --------
    >>> paper = Paper(journal="ieee")
    >>> paper.size, paper.columns, paper.figure_width
    ('letter', 2, 3.5)
    >>> Paper(journal="ieee", size="a4").size
    'a4'
    """

    size: Size | None = None
    columns: Columns | None = None
    appendix: Literal["portrait", "landscape"] = "portrait"
    archival: bool = False
    seconds: float = SECONDS
    mebibytes: int = MEBIBYTES
    journal: JournalName | None = None
    engine: Engine = "weasyprint"

    def __post_init__(self) -> None:
        if self.journal is not None:
            check_choice("journal", self.journal, tuple(JOURNALS))
        preset = JOURNALS[self.journal] if self.journal else Journal("a4", 1, COLUMN)
        if self.size is None:
            object.__setattr__(self, "size", preset.size)
        if self.columns is None:
            object.__setattr__(self, "columns", preset.columns)
        check_choice("size", str(self.size), get_args(Size))
        check_choice("columns", str(self.columns), ("1", "2"))
        check_choice("appendix", self.appendix, ("portrait", "landscape"))
        check_choice("engine", self.engine, get_args(Engine))
        wishes = (self.columned, self.journal, self.archival, self.appendix == "landscape")
        if self.engine == "typst" and any(wishes):
            raise OptionError(
                "the engine typst writes PDF/UA in one column: no journal, no second column, no landscape "
                "appendix, no archival PDF.",
                hint=option(engine="weasyprint"),
            )

    @property
    def columned(self) -> bool:
        """Whether text stands in two columns."""
        return self.columns is not None and self.columns > 1

    @property
    def page_size(self) -> Size:
        """The size of pages, for the type of which None is no size."""
        return self.size or "a4"

    @property
    def figure_width(self) -> float | None:
        """The width of figures in inches; None for one column without a journal."""
        if self.journal is None:
            return COLUMN if self.columned else None
        preset = JOURNALS[self.journal]
        if self.columned and preset.columns == 1:
            return max(LEAST_WIDTH, (preset.column_width - GAP) / 2)
        return preset.column_width

    @property
    def captions(self) -> CaptionStyle:
        """The names of figures and tables: the journal's, or our own."""
        return JOURNALS[self.journal].captions if self.journal else CaptionStyle()

    @property
    def styles(self) -> tuple[str, ...]:
        """The stylesheets that follow the page's own."""
        names = [
            *(["letter"] if self.size == "letter" else []),
            *(["two-columns"] if self.columned else []),
            *(["journal", self.journal] if self.journal is not None else []),
            *([f"landscape-{self.size}"] if self.appendix == "landscape" else []),
        ]
        return tuple(map(_read_style, names))

    @property
    def tighter(self) -> str:
        """The stylesheet that spares a last page with little on it; a journal's pages are as it has them."""
        own = self.columned or self.journal or self.appendix == "landscape"
        return "" if own else _read_style("tight")


def _read_style(name: str) -> str:
    return (templates_folder() / "paper" / f"{name}.css").read_text(encoding="utf-8")


def make_paper(paper: Paper | PaperName | None) -> Paper:
    """Make the paper that a name stands for: a journal or a size of pages.

    >>> make_paper("ieee").journal, make_paper("letter").size, make_paper(None).size
    ('ieee', 'letter', 'a4')
    """
    if isinstance(paper, Paper):
        return paper
    names = (*get_args(Size), *JOURNALS)
    if paper is None:
        return Paper()
    check_choice("paper", paper, names)
    return Paper(journal=paper) if paper in JOURNALS else Paper(size=paper)  # type: ignore[arg-type]
