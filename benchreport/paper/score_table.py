"""A table of scores for a paper: facts about its cells, which every format writes in its own way."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

DAGGER = "†"


class Cell(NamedTuple):
    """One cell: a text, the number after its ±, whether it is bold, and whether it has a dagger."""

    text: str
    spread: str = ""
    strong: bool = False
    marked: bool = False

    @property
    def plain(self) -> str:
        """The cell as plain text.

        >>> Cell("0.91", "0.02").plain, Cell("1.50", marked=True).plain
        ('0.91 ± 0.02', '1.50†')
        """
        text = f"{self.text} ± {self.spread}" if self.spread else self.text
        return text + DAGGER * self.marked


class Row(NamedTuple):
    """A row with its label; a row without cells is the title of a family.

    ``family`` names the family that the row belongs to, ``summary`` says that it sums up all datasets.
    """

    label: str
    cells: tuple[Cell, ...] = ()
    summary: bool = False
    family: str = ""


class Span(NamedTuple):
    """A title above several columns; it may be empty."""

    title: str
    columns: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ScoreTable:
    """A table of scores, ready for a paper.

    Made by ``df.bench.table()``. It prints as text, shows itself in notebooks, and has a method for each
    format; all labels are escaped.

    Parameters
    ----------
    heads
        The heads of all columns; the first is that of the labels.
    spans
        The families of datasets above the heads of a transposed table, the first above the labels; empty
        without families.
    rows
        The rows, with titles of families among them.
    caption
        What the table shows, as a phrase without a full stop.
    notes
        Sentences on what is bold, marked and tested.
    """

    heads: tuple[str, ...]
    spans: tuple[Span, ...] = ()
    rows: tuple[Row, ...]
    caption: str
    notes: tuple[str, ...] = ()

    @property
    def frame(self) -> pd.DataFrame:
        """The table as a frame of texts, with a row for each row of numbers; for great-tables and others.

        The first column holds the labels; a column ``"family"`` is second if there are families as rows.
        """
        body = self.body
        columns = {self._unlike_heads(self.heads[0]): [row.label for row in body]}
        if any(row.family for row in body):
            columns[self._unlike_heads("family")] = [row.family for row in body]
        for place, head in enumerate(self.heads[1:]):
            columns[head] = [row.cells[place].plain for row in body]
        return pd.DataFrame(columns, dtype=object)

    @property
    def body(self) -> tuple[Row, ...]:
        """The rows of numbers, without the titles of families."""
        return tuple(row for row in self.rows if row.cells)

    def _unlike_heads(self, name: str) -> str:
        """Return a column's name that no algorithm has: one may be called dataset."""
        while name in self.heads[1:]:
            name += "_"
        return name

    def full_caption(self, caption: str | None) -> str:
        """Return the caption asked for, or that of the table, with the notes as sentences after it."""
        first = (self.caption if caption is None else caption).rstrip()
        ended = first if not first or first.endswith((".", "!", "?")) else f"{first}."
        return " ".join(filter(None, [ended, *self.notes]))

    def to_latex(self, *, caption: str | None = None, label: str = "") -> str:
        r"""Return LaTeX for booktabs and siunitx 3, which pdfLaTeX compiles.

        A table with many rows is a longtable, one with many columns is split; nothing is scaled. The
        preamble needs ``\usepackage{booktabs,longtable,siunitx}``.

        Parameters
        ----------
        caption
            The first sentence of the caption, as text; by default it says what is in the table.
        label
            The label, unescaped.
        """
        from benchreport.paper.table_latex import write_latex

        return write_latex(self, caption=caption, label=label)

    def to_typst(self, *, caption: str | None = None, label: str = "") -> str:
        """Return a Typst figure with the table, which breaks across pages.

        Parameters
        ----------
        caption
            The first sentence of the caption, as text; by default it says what is in the table.
        label
            The label that the text refers to.
        """
        from benchreport.paper.table_typst import write_typst

        return write_typst(self, caption=caption, label=label)

    def to_markdown(self) -> str:
        """Return a table in GitHub's Markdown, with its notes below."""
        from benchreport.paper.table_markdown import write_markdown

        return write_markdown(self)

    def to_html(self) -> str:
        """Return an HTML table with its caption, without styles of its own but for rules and bold."""
        from benchreport.paper.table_html import write_html

        return write_html(self)

    def to_word(self, path: str | os.PathLike[str]) -> None:
        """Save a Word document with the table.

        Parameters
        ----------
        path
            The ``.docx`` file, which is replaced as a whole.

        Raises
        ------
        DependencyError
            python-docx is not installed.
        OptionError, RenderError
            The path does not end in ``.docx``, or cannot be written.
        """
        from benchreport.paper.table_word import save_word

        save_word(self, path)

    @property
    def style(self) -> "Styler":
        """The table as a pandas `Styler`, with bold cells, for those who go on styling it."""
        from benchreport.paper.table_style import style_table

        return style_table(self)

    def __str__(self) -> str:
        lines = [f"{self.caption} (* is bold)", "", self._as_text(), ""]
        return "\n".join([*lines, *self.notes])

    def __repr__(self) -> str:
        return str(self)

    def _as_text(self) -> str:
        columns = [[self.heads[0], *(row.label for row in self.rows)]]
        for place, head in enumerate(self.heads[1:]):
            cells = [row.cells[place] if row.cells else Cell("") for row in self.rows]
            columns.append([head, *(_starred(cell) for cell in cells)])
        widths = [max(map(len, column)) for column in columns]
        lines = (
            "  ".join(
                text.rjust(width) if place else text.ljust(width)
                for place, (text, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in zip(*columns, strict=True)
        )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return self.to_html()


def _starred(cell: Cell) -> str:
    """Write a cell for a terminal, which has no bold."""
    return cell.plain + "*" * cell.strong
