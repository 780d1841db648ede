"""The table as a pandas Styler."""

from html import escape
from typing import TYPE_CHECKING

import pandas as pd

from benchreport.paper.score_table import ScoreTable

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

# digits are below one another, and rules as in the other formats
LOOKS = (
    ("", "border-collapse: collapse; font-variant-numeric: tabular-nums"),
    ("caption", "text-align: left; padding-bottom: .5em"),
    ("th, td", "text-align: right; padding: .2em .5em"),
    ("thead", "border-top: 1.5px solid; border-bottom: 1px solid"),
    ("tbody", "border-bottom: 1.5px solid"),
)


def style_table(table: ScoreTable) -> "Styler":
    """Return a Styler of the frame of texts: its caption, its bold cells, its labels escaped for HTML."""
    frame = table.frame
    bold = pd.DataFrame("", index=frame.index, columns=frame.columns)
    first = len(frame.columns) - len(table.heads) + 1
    for line, row in enumerate(table.body):
        for place, cell in enumerate(row.cells):
            if cell.strong:
                bold.iloc[line, first + place] = "font-weight: bold"
    style = frame.style.hide(axis="index").format(escape="html").format_index(escape="html", axis=1)
    style = style.apply(lambda _: bold, axis=None).set_caption(escape(table.full_caption(None)))
    labels = f"th:nth-child(-n+{first}), td:nth-child(-n+{first})"
    looks = [*LOOKS, (labels, "text-align: left")]
    return style.set_table_styles([{"selector": on, "props": look} for on, look in looks])
