"""Make a report from a table of any kind."""

import functools
from collections.abc import Callable, Iterable, Sequence

from benchreport.data.several import Several
from benchreport.progress import Stages
from benchreport.report.contents import Progress
from benchreport.report.document import Detail, Provenance
from benchreport.report.finished_report import Report
from benchreport.report.make_report import Table, report_table
from benchreport.report.multi_metric import report_metrics
from benchreport.report.page_setup import Paper, PaperName
from benchreport.report.save import Target
from benchreport.report.sections.section_order import Wanted
from benchreport.report.theme import Look
from benchreport.results import Result


def report(  # noqa: PLR0913 - each says one thing, all have defaults
    table: Several | Table,
    path: Target | Iterable[Target] | None = None,
    *,
    title: str | None = None,
    alpha: float = 0.05,
    control: str | None = None,
    include: Iterable[str | Result] = (),
    test_fraction: float | None = None,
    rope: float = 0.0,
    baseline: Sequence[str] | str | None = None,
    provenance: Provenance | None = None,
    sections: Wanted | Sequence[Wanted] | None = None,
    detail: Detail = "standard",
    paper: Paper | PaperName | None = None,
    look: Look | None = None,
    progress: Progress | None = None,
) -> Report:
    """Compare the algorithms, models or runs of a table, and write the report.

    Parameters
    ----------
    table
        Scores of k algorithms in any design, predictions of k models, curves of runs, or several metrics: the
        report covers the first in full, and all side by side.
    path
        The file to save, or several, ending in ``.html``, ``.pdf`` or another format's suffix; ``None`` saves
        nothing.
    title
        The title of the report.
    alpha
        The significance level of all tests.
    control
        The algorithm that all others are compared with; ``None`` compares all pairs.
    include
        Further procedures, with a section each: names of procedures, which run with their defaults, or
        results that exist already.
    test_fraction
        The share of the data that each split of a single dataset tests on.
    rope
        The largest difference of scores that the Bayesian tests count as no practical difference.
    baseline
        Levels of factors that the others are compared with, as in `ablation`: the full configuration, for
        instance.
    provenance
        The origin of the scores.
    sections
        The sections in order: keys, ``"..."`` for all others, sections of your own, or functions that make
        one from the analysis; ``None`` takes those of the detail.
    detail
        ``"brief"`` fills two pages, ``"standard"`` has one table of pairs and what its reader must know,
        ``"full"`` every result of the analysis with its own tables and figures.
    paper
        The pages of PDFs: ``"a4"``, ``"letter"``, a journal (``"ieee"``, ``"acm"``, ``"elsevier"``,
        ``"springer"``, ``"jmlr"``), or a `Paper` for columns and limits; A4 in one column by default.
    look
        Templates, theme and logo of pages and PDFs.
    progress
        A function that is called with the name of each step before it starts; by default, terminals and
        notebooks show the names.

    Returns
    -------
    Report
        The report, with ``.html``, ``.pdf`` and ``.save(path)``.

    Raises
    ------
    DesignError
        The table is too small, or the control is not in it.
    OptionError
        A format or an included procedure is unknown.
    RenderError, DependencyError
        The report could not be written, or a library for it is missing.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> frame.bench(score="accuracy").report()
    Report: Comparison of 3 algorithms by accuracy (3 algorithms × 4 datasets, 1 score each;
    accuracy, higher is better)
    """
    # several metrics and one table take the same options
    make: Callable[..., Report] = (
        functools.partial(report_metrics, table)
        if isinstance(table, Several)
        else functools.partial(report_table, table)
    )
    with Stages() as stage:
        return make(
            path,
            title=title,
            alpha=alpha,
            control=control,
            include=include,
            test_fraction=test_fraction,
            rope=rope,
            baseline=baseline,
            provenance=provenance,
            sections=sections,
            detail=detail,
            paper=paper,
            look=look,
            progress=progress or stage,
        )
