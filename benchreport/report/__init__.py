"""From an analysis to a document that can be attached to a paper.

What lives here: facts (``document``), the sections that an analysis fills (``sections``,
``agreement``, ``methods``), and the renderers (``html``, ``pdf``, ``latex``,
``typst``, ``markdown``, ``word``, ``excel``, ``facts``, ``artifact``). It may import ``plots``,
``analysis`` and everything below; markup stands in ``templates/`` only.
To add a section: a function from ``Analysis`` to ``Section`` and a line in ``sections.document``.
To add a kind of block: a record in ``document`` and a template of its name.
"""

from benchreport.report.document import (
    Checks,
    Code,
    Facts,
    Provenance,
    Section,
    Table,
    Text,
)
from benchreport.report.finished_report import Report
from benchreport.report.make_report import report
from benchreport.report.multi_metric import report_metrics
from benchreport.report.paper import Paper
from benchreport.report.theme import Look

__all__ = [
    "Checks",
    "Code",
    "Facts",
    "Look",
    "Paper",
    "Provenance",
    "Report",
    "Section",
    "Table",
    "Text",
    "report",
    "report_metrics",
]
