"""How journals name figures and tables, in captions and in the sentences that refer to them."""

from typing import Literal, NamedTuple

Kind = Literal["Figure", "Table"]
ROMAN = ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


class CaptionStyle(NamedTuple):
    """The names of figures and tables.

    Parameters
    ----------
    figure
        The word for a figure; a table is a table everywhere.
    figure_end, table_end
        What follows the number in a caption. A caption without an end stands below its label.
    roman
        Whether tables have Roman numerals, capitals in the label and small capitals in the caption.

    Examples
    --------
    >>> ieee = CaptionStyle("Fig.", table_end="", roman=True)
    >>> ieee.refer("Figure", 2), ieee.refer("Table", 4)
    ('Fig. 2', 'Table IV')
    >>> ieee.label("Figure", 2), ieee.label("Table", 4)
    ('Fig. 2.', 'TABLE IV')
    """

    figure: str = "Figure"
    figure_end: str = "."
    table_end: str = "."
    roman: bool = False

    def refer(self, kind: Kind, number: int) -> str:
        """Name a figure or a table in a sentence."""
        name = self.figure if kind == "Figure" else kind
        return f"{name} {self.write_number(kind, number)}"

    def label(self, kind: Kind, number: int) -> str:
        """Write the label of a caption."""
        return f"{self.name(kind)} {self.write_number(kind, number)}{self.end(kind)}"

    def name(self, kind: Kind) -> str:
        """Return the word of a label, before the number."""
        if kind == "Figure":
            return self.figure
        return kind.upper() if self.roman else kind

    def end(self, kind: Kind) -> str:
        """Return what follows the number in a label."""
        return self.figure_end if kind == "Figure" else self.table_end

    def write_number(self, kind: Kind, number: int) -> str:
        """Write a number in the journal's numerals."""
        if kind == "Figure" or not self.roman:
            return str(number)
        numeral = ""
        for value, letters in ROMAN:
            count, number = divmod(number, value)
            numeral += letters * count
        return numeral
