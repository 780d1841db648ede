"""A report on several metrics: one in full, and what all of them say together."""

from collections.abc import Callable, Iterable, Sequence

import pandas as pd

from benchreport import plots, stats
from benchreport.data.scores import Scores
from benchreport.data.several import Directions, Several
from benchreport.numerics.adjust import adjust
from benchreport.report import found
from benchreport.report.arrange import Wanted
from benchreport.report.build import Report, Target, report
from benchreport.report.document import Block, Provenance, Section, Text
from benchreport.report.look import Look
from benchreport.report.pdf import Paper
from benchreport.report.tables import table
from benchreport.results import OmnibusResult, Result
from benchreport.results import format as fmt

__all__ = ["metrics_section", "report_metrics"]

TWO = 2
MOST_DIAGRAMS = 4


def report_metrics(  # noqa: PLR0913 - those of report, and which metrics
    several: Several,
    path: Target | Iterable[Target] | None = None,
    *,
    scores: Sequence[str] | None = None,
    higher_is_better: Directions = None,
    title: str | None = None,
    alpha: float = 0.05,
    control: str | None = None,
    include: Iterable[str | Result] = (),
    sections: Sequence[Wanted] | None = None,
    provenance: Provenance | None = None,
    paper: Paper | None = None,
    look: Look | None = None,
    progress: Callable[[str], None] = lambda step: None,  # noqa: ARG005 - said to nobody
) -> Report:
    """Compare by several metrics: the first in full, and all of them side by side.

    Parameters
    ----------
    several
        A long table with a column a metric.
    path
        Where to save; ``None`` saves nothing.
    scores
        The metrics, the one that is reported in full first; ``None`` takes all whose direction is
        known.
    higher_is_better
        By metric, where its name does not say.
    alpha
        The level of all decisions; over metrics p-values are adjusted by Holm's method.
    title, control, include, provenance, paper, look, progress
        As of `report`.
    sections
        As of `report`; the section on all metrics is called ``"metrics"`` and follows the verdict
        where they are not given.

    Returns
    -------
    Report
        With a section on all metrics after the verdict.

    Raises
    ------
    DesignError, OptionError
        As of `report`, and where there is one metric only.

    Examples
    --------
    >>> frame = pd.DataFrame({
    ...     "algorithm": list("abc") * 4, "dataset": [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3,
    ...     "accuracy": [9, 7, 5, 8, 6, 4, 9, 8, 4, 7, 5, 2], "runtime": [3, 2, 1] * 4,
    ... })
    >>> made = report_metrics(Several.from_frame(frame), scores=["accuracy", "runtime"])
    >>> [section.key for section in made.document.sections][:2]
    ['verdict', 'metrics']
    """
    tables = several.by_scores(scores, higher_is_better=higher_is_better)
    main = next(iter(tables.values()))
    section = metrics_section(tables, several, alpha=alpha, higher_is_better=higher_is_better)
    wanted = ["verdict", "metrics", "..."] if sections is None else sections
    return report(
        main,
        path,
        title=title,
        alpha=alpha,
        control=control,
        include=include,
        sections=[section if each == "metrics" else each for each in wanted],
        provenance=provenance,
        paper=paper,
        look=look,
        progress=progress,
    )


def metrics_section(
    tables: dict[str, Scores],
    several: Several,
    *,
    alpha: float = 0.05,
    higher_is_better: Directions = None,
) -> Section:
    """Show who is best by each metric, and whether it differs, adjusted over metrics.

    Parameters
    ----------
    tables
        By metric, complete.
    several
        Where they are from.
    alpha
        The family-wise level over metrics.
    higher_is_better
        By metric, where its name does not say.
    """
    changes = stats.rank_changes(several, scores=list(tables), higher_is_better=higher_is_better)
    tests = {name: _omnibus(each, alpha) for name, each in tables.items()}
    blocks: list[Block] = [
        Text((_agreement(tests, alpha), f"{changes.summary}.", " ".join(changes.interpretation))),
        table(_by_metric(tables, tests), "Each metric; p adjusted over metrics by Holm's method."),
        found.figure(plots.bump_plot(changes)),
    ]
    if len(tables) <= MOST_DIAGRAMS:
        pairs = [(name, stats.nemenyi(each, alpha=alpha)) for name, each in tables.items()]
        blocks.append(found.figure(plots.cd_sequence_plot(pairs)))
    return Section(key="metrics", title="By every metric", blocks=tuple(blocks))


def _omnibus(scores: Scores, alpha: float) -> OmnibusResult:
    return stats.friedman(scores, alpha=alpha)


def _adjusted(tests: dict[str, OmnibusResult]) -> dict[str, float]:
    adjusted = adjust([each.p_value for each in tests.values()], "holm")
    return dict(zip(tests, adjusted.tolist(), strict=True))


def _by_metric(tables: dict[str, Scores], tests: dict[str, OmnibusResult]) -> pd.DataFrame:
    adjusted = _adjusted(tests)
    rows = []
    for name, scores in tables.items():
        ranking = stats.ranks(scores)
        best = ranking.order[0]
        rows.append(
            {
                "metric": name,
                "direction": scores.direction,
                "best mean rank": f"{scores.algorithms[best]} ({fmt.fixed(ranking.mean_ranks[best])})",
                "Friedman's p": fmt.p_value(tests[name].p_value),
                "adjusted p": fmt.p_value(adjusted[name]),
            }
        )
    return pd.DataFrame(rows, dtype=object)


def _agreement(tests: dict[str, OmnibusResult], alpha: float) -> str:
    adjusted = _adjusted(tests)
    clear = [name for name, p in adjusted.items() if p <= alpha]
    if not clear:
        return "By no metric was a difference shown, adjusted for their number; it may be there."
    if len(clear) == len(tests):
        return f"By every one of {len(tests)} metrics the algorithms differ, adjusted for their number."
    rest = fmt.listed(name for name in tests if name not in clear)
    return (
        f"Adjusted for their number, the algorithms differ by {fmt.listed(clear)}; by {rest} no "
        "difference was shown, which does not make them equal."
    )
