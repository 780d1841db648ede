"""From an analysis to a document that can be attached to a paper. README.md follows one report on its way.

What lives here: the parts of a report (``document``), the input of all writers (``contents``), the sections
that an analysis fills (``sections``), the formats (``writers``, listed in ``formats``) and what they share
(``rendering``). It may import ``plots``, ``analysis`` and everything below; markup is in ``templates/`` only.
To add a section: a function from an analysis to a `Section`, and a line where the sections are listed.
To add a kind of block: a record in ``document``, and a template of its name for each format.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchreport.report.any_table import report as report
    from benchreport.report.document import Checks as Checks
    from benchreport.report.document import Code as Code
    from benchreport.report.document import Facts as Facts
    from benchreport.report.document import Provenance as Provenance
    from benchreport.report.document import Section as Section
    from benchreport.report.document import Table as Table
    from benchreport.report.document import Text as Text
    from benchreport.report.finished_report import Report as Report
    from benchreport.report.multi_metric import report_metrics as report_metrics
    from benchreport.report.page_setup import Paper as Paper
    from benchreport.report.theme import Look as Look

# the command line lists the formats without loading what makes a report
_HOMES = {
    "document": ("Checks", "Code", "Facts", "Provenance", "Section", "Table", "Text"),
    "finished_report": ("Report",),
    "any_table": ("report",),
    "multi_metric": ("report_metrics",),
    "page_setup": ("Paper",),
    "theme": ("Look",),
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any public name
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f"benchreport.report.{home}"), name)
    raise AttributeError(f"module 'benchreport.report' has no attribute {name!r}")
