"""The table as a pandas Styler."""

from html import escape
from typing import TYPE_CHECKING

import pandas as pd

from benchreport.paper.score_table import ScoreTable

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler


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
    return style.apply(lambda _: bold, axis=None).set_caption(escape(table.full_caption(None)))
