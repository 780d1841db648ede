"""The table as HTML, which notebooks show."""

import itertools

from benchreport.paper.score_table import ScoreTable
from benchreport.report.rendering.templates import base_environment
from benchreport.report.theme import Look


def write_html(table: ScoreTable) -> str:
    """Write the table with its caption; every label is escaped."""
    parts = [list(rows) for _, rows in itertools.groupby(table.rows, key=lambda row: row.summary)]
    template = base_environment(Look()).get_template("score_table/table.html.j2")
    return template.render(table=table, caption=table.full_caption(None), parts=parts)
