"""Make the table of a paper: datasets × algorithms, with what sums them up."""

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

from benchreport.analysis import Analysis, analyze
from benchreport.errors import format_count
from benchreport.paper.cell_spreads import Cells, Floats, Spread, average_cells, describe_spread
from benchreport.paper.deciding_marks import Marks, mark_algorithms
from benchreport.paper.families import FramedScores
from benchreport.paper.score_table import Cell, Row, ScoreTable, Span
from benchreport.results.checks.description import Description
from benchreport.results.writing import number_format as fmt
from benchreport.wording.papers import paper_kit as wording

Sort = Literal["table", "rank", "mean", "name"]


class _Facts(NamedTuple):
    """All that the table shows, algorithms and datasets in their final order."""

    algorithms: tuple[str, ...]
    cells: Cells
    described: tuple[Description, ...]
    marks: Marks
    families: tuple[str, ...]
    higher_is_better: bool

    @property
    def ranked(self) -> bool:
        """Whether the algorithms have ranks; independent runs have none."""
        return not all(math.isnan(row.mean_rank) for row in self.described)


def table(
    framed: FramedScores,
    *,
    spread: Spread = "sd",
    transpose: bool = False,
    sort: Sort = "table",
    group: Mapping[str, str] | str | None = None,
    alpha: float = 0.05,
    test_fraction: float | None = None,
) -> ScoreTable:
    """Make the table of scores that a paper prints: datasets × algorithms, with what sums them up.

    The best of each row is bold. Below the datasets stand means, mean ranks, wins/ties/losses and a compact
    letter display. In the row that the deciding test compares, a dagger marks the algorithms that are not
    significantly worse than the best; the test is that of `analyze`. While a check puts its p-values in
    doubt nothing is marked, and a note says why.

    Parameters
    ----------
    framed
        A table of scores of k algorithms, of any design. The repeats on a single dataset make one row.
    spread
        What stands after ± where cells have several runs: the standard deviation (``"sd"``), the standard
        error (``"se"``) or the half-width of the t ``"interval"`` of the mean at confidence 1 − alpha, both
        as if runs were independent, or nothing (``"none"``).
    transpose
        Whether algorithms are the rows.
    sort
        The order of algorithms: that of the ``"table"``, the best mean ``"rank"`` or the best ``"mean"``
        first, or by ``"name"``, which sorts the datasets too.
    group
        The families of datasets, which get a title each: a mapping from datasets, or the name of a column.
    alpha
        The level of the deciding test.
    test_fraction
        The share of the data on which each split of one dataset is tested.

    Returns
    -------
    ScoreTable
        It prints, renders in notebooks, and has ``to_latex()``, ``to_typst()``, ``to_markdown()``,
        ``to_html()``, ``to_word(path)``, ``frame`` and ``style``.

    Raises
    ------
    OptionError
        The group leaves out a dataset, or there is only one dataset to group.
    DataError
        The column gives a dataset several families.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 9]}, index=list("wxyz"))
    >>> print(frame.bench(score="accuracy").table())
    Accuracy of 2 algorithms on 4 datasets, higher is better (* is bold)
    <BLANKLINE>
    dataset        a      b
    w          9.00*   7.00
    x          8.00*   6.00
    y          9.00*   8.00
    z           7.00  9.00*
    mean       8.25*   7.50
    mean rank  1.25*  1.75†
    W/T/L      3/0/1  1/0/3
    <BLANKLINE>
    Bold: the best on each dataset and in each summary.
    W/T/L: wins, ties and losses against the others.
    †: not significantly worse than the algorithm with the best mean rank (Wilcoxon signed-rank test,
    α = .05).
    """
    scores = framed.scores
    analysis = analyze(scores, alpha=alpha, test_fraction=test_fraction)
    families = {} if group is None else framed.find_families(group)
    cells = average_cells(scores, spread, alpha)
    columns = _order_algorithms(analysis, sort)
    rows = _order_datasets(cells.datasets, families, by_name=sort == "name")
    facts = _Facts(
        tuple(scores.algorithms[place] for place in columns),
        Cells(
            tuple(cells.datasets[place] for place in rows),
            cells.means[np.ix_(rows, columns)],
            cells.spreads[np.ix_(rows, columns)],
            cells.runs,
        ),
        tuple(analysis.description.rows[place] for place in columns),
        mark_algorithms(analysis),
        tuple(families.get(cells.datasets[place], "") for place in rows),
        scores.higher_is_better,
    )
    lines = _write_rows(facts)
    caption = _write_caption(analysis, describe_spread(spread, cells, alpha))
    counted = (wording.COUNTS,) if facts.ranked else ()
    notes = (wording.BOLD, *counted, *facts.marks.note)
    if transpose:
        heads, spans, turned = _turn(facts.algorithms, lines)
        return ScoreTable(heads=heads, spans=spans, rows=turned, caption=caption, notes=notes)
    heads = ("dataset", *facts.algorithms)
    return ScoreTable(heads=heads, rows=_add_titles(lines), caption=caption, notes=notes)


def _order_algorithms(analysis: Analysis, sort: Sort) -> list[int]:
    """Return the places of the algorithms in the order asked for; equal ones keep that of the table."""
    names, rows = analysis.scores.algorithms, analysis.description.rows
    places = list(range(len(names)))
    if sort == "table":
        return places
    if sort == "name":
        return sorted(places, key=names.__getitem__)
    sign = -1.0 if analysis.scores.higher_is_better else 1.0
    ranked = sort == "rank" and not any(math.isnan(row.mean_rank) for row in rows)
    return sorted(
        places, key=lambda place: rows[place].mean_rank if ranked else sign * rows[place].mean
    )


def _order_datasets(
    datasets: Sequence[str], families: Mapping[str, str], *, by_name: bool
) -> list[int]:
    """Return the places of the datasets: families together, in the order of their first dataset."""
    places = list(range(len(datasets)))
    if by_name:
        places.sort(key=datasets.__getitem__)
    first: dict[str, int] = {}
    for place in places:
        first.setdefault(families.get(datasets[place], ""), len(first))
    return sorted(places, key=lambda place: first[families.get(datasets[place], "")])


def _write_rows(facts: _Facts) -> list[Row]:
    """Write a row for each dataset, and those that sum them up."""
    shared = fmt.writer(facts.cells.means.ravel().tolist())
    apart = fmt.differ_in_size(facts.cells.means.tolist())
    rows = []
    for place, dataset in enumerate(facts.cells.datasets):
        means, spreads = facts.cells.means[place], facts.cells.spreads[place]
        write = fmt.writer(means.tolist()) if apart else shared
        best = _mark_best(means, facts.higher_is_better)
        cells = tuple(
            Cell(write(mean), "" if math.isnan(spread) else write(spread), strong=strong)
            for mean, spread, strong in zip(means.tolist(), spreads.tolist(), best, strict=True)
        )
        rows.append(Row(dataset, cells, family=facts.families[place]))
    return rows + _sum_up(facts, shared)


def _sum_up(facts: _Facts, write: fmt.Writer) -> list[Row]:
    described, several = facts.described, len(facts.cells.datasets) > 1
    means = np.array([row.mean for row in described])
    ranks = np.array([row.mean_rank for row in described])
    rows = []
    if several:
        best = _mark_best(means, facts.higher_is_better)
        rows.append(
            _summary(
                "mean", facts, map(write, means.tolist()), best, tested=not facts.marks.by_ranks
            )
        )
    if facts.ranked:
        best = _mark_best(ranks, higher_is_better=False)
        rows.append(
            _summary(
                "mean rank",
                facts,
                map(fmt.fixed, ranks.tolist()),
                best,
                tested=facts.marks.by_ranks,
            )
        )
        counts = [f"{row.wins}/{row.ties}/{row.losses}" for row in described]
        rows.append(_summary("W/T/L", facts, counts))
    if facts.marks.letters:
        letters = [facts.marks.letters[name] for name in facts.algorithms]
        rows.append(_summary("letters", facts, letters))
    return rows


def _summary(
    label: str,
    facts: _Facts,
    texts: Iterable[str],
    best: Sequence[bool] = (),
    *,
    tested: bool = False,
) -> Row:
    """Write a row that sums up; in the one that the test compares, algorithms have its marks."""
    strong = best or [False] * len(facts.algorithms)
    marked = [tested and name in facts.marks.as_good for name in facts.algorithms]
    return Row(
        label,
        tuple(
            Cell(text, strong=is_best, marked=has_mark)
            for text, is_best, has_mark in zip(texts, strong, marked, strict=True)
        ),
        summary=True,
    )


def _mark_best(values: Floats, higher_is_better: bool) -> list[bool]:  # noqa: FBT001 - as facts hold it
    """Tell which values are the best; all of them where they tie."""
    if np.isnan(values).all():
        return [False] * len(values)
    best = np.nanmax(values) if higher_is_better else np.nanmin(values)
    return [bool(value == best) for value in values]


def _add_titles(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Put the title of each family above its first dataset."""
    titled: list[Row] = []
    for family, members in itertools.groupby(rows, key=lambda row: row.family):
        titled += [*([Row(family)] if family else []), *members]
    return tuple(titled)


def _turn(
    algorithms: Sequence[str], rows: Sequence[Row]
) -> tuple[tuple[str, ...], tuple[Span, ...], tuple[Row, ...]]:
    """Make the algorithms the rows; families become titles above columns."""
    turned = tuple(
        Row(name, tuple(row.cells[place] for row in rows)) for place, name in enumerate(algorithms)
    )
    families = [
        Span(family, len(list(members)))
        for family, members in itertools.groupby(rows, key=lambda row: row.family)
    ]
    spans = (Span("", 1), *families) if any(span.title for span in families) else ()
    return ("algorithm", *(row.label for row in rows)), spans, turned


def _write_caption(analysis: Analysis, spread: str) -> str:
    scores = analysis.scores
    name = scores.score[:1].upper() + scores.score[1:]
    algorithms = f"{len(scores.algorithms)} algorithms"
    where = f"on {format_count(len(scores.blocks), scores.block_kind)}"
    if scores.block_kind != "dataset":
        of = f" of {scores.dataset}" if scores.dataset else ""
        where = f"in {format_count(len(scores.blocks), scores.block_kind)}{of}"
    parts = [f"{name} of {algorithms} {where}", scores.direction, spread]
    return ", ".join(filter(None, parts))
