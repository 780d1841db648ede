"""What a gate writes for others: Markdown for a pull request, and a test case a task for a build."""

import datetime as dt
import re
from typing import Literal

from benchreport.report.rendering.junit_xml import Case, Suite, write_junit
from benchreport.results.predictions.degradation import DegradationResult, TaskChange, Verdict
from benchreport.wording.results import degradation as wording

OUTCOMES: dict[Verdict, Literal["passed", "failure", "skipped"]] = {
    "worse": "failure",
    "undecided": "skipped",
    "not worse": "passed",
}
MOST_FLIPS = 10


def write_markdown(result: DegradationResult) -> str:
    """Write the result for a pull request: the verdict, the table, what changed, and what limits it."""
    (row,) = result.pooled
    head = wording.HEADS[row.verdict].format(
        new=row.version, old=result.baseline, margin=result.write(result.margin)
    )
    lines = [f"### {head}", "", *result.interpretation, ""]
    lines += [result.to_markdown()]
    losses = [flip for flip in result.flips if not flip.better]
    if losses:
        lines += [wording.LOSSES.format(shown=min(len(losses), MOST_FLIPS), n=row.worse), ""]
        lines += [
            f"- {_plain(', '.join(filter(None, (flip.dataset, flip.cluster, flip.example))))}: "
            f"{flip.old:g} → {flip.new:g}"
            for flip in losses[:MOST_FLIPS]
        ]
        lines.append("")
    lines += [f"> {warning}" for warning in result.warnings]
    return "\n".join(lines).rstrip("\n")


def _plain(name: str) -> str:
    r"""Write a name so that Markdown shows it as it is, on one line.

    >>> _plain("a*b <i>")
    'a\\*b \\<i\\>'
    """
    return re.sub(r"([\\`*_{}\[\]<>#|~!@])", r"\\\1", " ".join(name.split()))


def write_test_cases(result: DegradationResult) -> str:
    """Write a test case for each task; what is undecided is skipped, as it neither passed nor failed."""
    suite = Suite(
        name=wording.SUITE,
        package=result.design.score,
        when=dt.datetime.now(dt.UTC),
        cases=[_case(result, row) for row in _cases(result)],
        properties={"margin": result.write(result.margin), "baseline": result.baseline},
        output=str(result),
    )
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + write_junit([suite]) + "\n"


def _cases(result: DegradationResult) -> tuple[TaskChange, ...]:
    return (*result.rows, *(result.pooled if len(result.rows) > 1 else ()))


def _case(result: DegradationResult, row: TaskChange) -> Case:
    return Case(
        name=row.task or wording.ALL_TASKS,
        class_name=row.version,
        outcome=OUTCOMES[row.verdict],
        message=f"{result.state(row)} ({result.numbers_of(row)})",
        kind=row.verdict,
    )
