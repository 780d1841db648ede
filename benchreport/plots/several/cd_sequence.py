"""One critical-difference diagram a metric, night or budget, above one another."""

import dataclasses
import itertools
import math
from collections.abc import Hashable, Iterable, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from benchreport import stats
from benchreport.analysis.budget_picks import spread_budgets
from benchreport.analysis.curve_scores import scores_at
from benchreport.data.columns.direction import Directions
from benchreport.data.curves import Curves
from benchreport.data.scores import Scores
from benchreport.data.several import Several, errors_of
from benchreport.errors import OptionError, check_choice, examples
from benchreport.hints import bench, code, option
from benchreport.plots.base.descriptions import alt_of, caption_of, describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.fonts import one_font_warning
from benchreport.plots.base.pairwise_tests import compare_pairs, list_tests_of_all_pairs
from benchreport.plots.base.short_names import shorten_names
from benchreport.plots.base.style import Width, inches, make_panels
from benchreport.plots.pairs.cd import cd_plot
from benchreport.plots.pairs.cd_classic import LAYOUTS, ROW, UNIT, Layout, leaves_half
from benchreport.plots.pairs.cd_facts import axis_span, tabulate_centres
from benchreport.plots.pairs.cd_turned import FOOT as TURNED_FOOT
from benchreport.plots.pairs.cd_turned import HEAD as TURNED_HEAD
from benchreport.results import number_format as fmt
from benchreport.results.pairwise import PairwiseResult
from benchreport.stats.curves._curve_lines import choose_best_so_far
from benchreport.wording import several_figures as wording

Labelled = Sequence[tuple[str, PairwiseResult]]
MOST_PANELS = 8
FEW_PANELS = 3  # more stand in two columns, where the page is wide
# of more algorithms than the first only so many are drawn
OF_FEW, OF_MORE = (20, 12), (12, 8)
OF_FEW_TURNED, OF_MORE_TURNED = (12, 8), (8, 8)
PAGE = 5.0  # inches
TITLE = 12  # letters an inch of a title
TITLED = 0.25  # inches of the title of a turned diagram
HEAD, FOOT = 0.3, 0.22  # inches of a panel's title, and of what is written under its axis


@as_figure
def cd_sequence_plot(results: Labelled, *, width: Width = "page", layout: Layout = "auto") -> Axes:
    """Draw one critical-difference diagram for each of several comparisons, on one scale.

    Parameters
    ----------
    results
        Titles and pairwise results, from the top down; of at most 8 panels.
    layout
        ``"classic"`` or ``"turned"``, as in `cd_plot`; ``"auto"`` turns all diagrams if names would leave
        less than half of the width to the axis of one.

    Returns
    -------
    matplotlib.axes.Axes
        The axes of the first panel; their words are about all, and their figure holds all. Of more than
        20 algorithms the 12 best over all panels are drawn, in more than three panels of more than 12,
        and in turned diagrams of more than 12, the 8 best; tests and ranks stay those of all. On a page
        more than three panels stand in two columns.

    Raises
    ------
    OptionError
        There is no panel, or there are more than eight.

    References
    ----------
    Demšar (2006), JMLR 7, section 3.2.4.
    """
    panels = [(str(title), result) for title, result in results]
    refuse_many([title for title, _ in panels])
    check_choice("layout", layout, LAYOUTS)
    columns = 2 if len(panels) > FEW_PANELS and inches(width) >= PAGE else 1
    rows, wide = math.ceil(len(panels) / columns), inches(width) / columns
    drawn_panels = _condense(panels, OF_FEW if len(panels) <= FEW_PANELS else OF_MORE)
    if layout == "auto":
        fits = all(leaves_half(result, wide) for _, result in drawn_panels)
        layout = "classic" if fits else "turned"
    if layout == "turned" and len(panels) > 1:
        limits = OF_FEW_TURNED if len(panels) <= FEW_PANELS else OF_MORE_TURNED
        drawn_panels = _condense(panels, limits)
    with one_font_warning():
        placed = make_panels(width, 4.0, (rows, columns), len(drawn_panels))
        span = _share_span([result for _, result in drawn_panels])
        short = shorten_names([title for title, _ in panels], int(TITLE * wide))
        if layout == "turned":
            _fill_columns(placed, columns)
        for number, (axes, (title, result)) in enumerate(zip(placed, drawn_panels, strict=True)):
            cd_plot(result, ax=axes, width=wide, layout=layout, span=span)
            axes.set_title(short[title], loc="left", fontweight="bold")
            if layout == "classic" and span is not None and number < len(drawn_panels) - columns:
                # all panels have the axis of the last one
                axes.set_xlabel("")
        grid = [placed[start : start + columns] for start in range(0, len(placed), columns)]
        if layout == "turned":
            _stack(grid, [len(result.centres) for _, result in drawn_panels])
        else:
            _fit(grid)
        words = [(alt_of(axes), caption_of(axes)) for axes in placed]
        describe(
            placed[0],
            alt=_alt(panels, [alt for alt, _ in words]),
            caption=_caption(panels, drawn_panels, [caption for _, caption in words]),
            data=lambda: _tabulate(panels),
        )
    return placed[0]


@from_table(cd_sequence_plot, stats.rank_changes)
def cd_sequence_plot_from_table(  # noqa: PLR0913 - the table's options, the test's and the figure's
    several: Curves | Several,
    *,
    scores: Sequence[str] | None = None,
    over: Hashable | None = None,
    higher_is_better: Directions = None,
    budgets: Sequence[float] | None = None,
    test: str = "nemenyi",
    alpha: float = 0.05,
    layout: Layout = "auto",
    width: Width = "page",
) -> Axes:
    """Draw one critical-difference diagram for each metric, night or budget, above one another.

    Parameters
    ----------
    several
        Holds complete tables of algorithms on blocks, at most 8, or curves.
    budgets
        Of curves, the steps at which systems are compared; ``None`` spreads three.
    test
        A pairwise procedure of all pairs, such as ``"nemenyi"``, ``"wilcoxon"`` or ``"tukey"``.
    alpha
        The family-wise level of each diagram alone.

    Raises
    ------
    OptionError
        There are more than eight tables, or no such test.
    DesignError
        There is one table only, or a cell of one is empty.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "algorithm": list("abc") * 4, "dataset": [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3,
    ...     "accuracy": [9, 7, 5, 8, 6, 4, 9, 8, 4, 7, 5, 2], "runtime": [3, 2, 1] * 4,
    ... })
    >>> axes = frame.bench.cd_sequence_plot(scores=["accuracy", "runtime"])
    >>> [panel.get_title(loc="left") for panel in axes.figure.axes]
    ['accuracy', 'runtime']
    """
    check_choice("test", test, list_tests_of_all_pairs())
    if isinstance(several, Curves):
        tables = _tables_at_budgets(several, budgets, (scores, over, higher_is_better))
    elif budgets is not None:
        raise OptionError(
            "budgets are steps of curves; this is a table of scores.",
            hint=option(over=...) | bench(step=...),
        )
    else:
        tables = several.tables(scores=scores, over=over, higher_is_better=higher_is_better)
    refuse_many(list(tables))
    results = []
    for title, table in tables.items():
        with errors_of(title):
            results.append((title, compare_pairs(table, test, None, alpha)))
    return cd_sequence_plot(results, width=width, layout=layout)


def _tables_at_budgets(
    curves: Curves, budgets: Sequence[float] | None, of_scores: tuple[object, ...]
) -> dict[str, Scores]:
    """Return the scores at each budget; ``of_scores`` are arguments that curves do not take."""
    if any(argument is not None for argument in of_scores):
        raise OptionError(
            "of curves the diagrams are one a budget; scores=, over= and higher_is_better= are for "
            "tables of scores.",
            hint=option(budgets=[10, 100]),
        )
    steps = (
        spread_budgets(choose_best_so_far(curves, best_so_far=None), 3)
        if budgets is None
        else budgets
    )
    return {
        f"{curves.step} {fmt.number(float(step))}": scores_at(curves, budget=float(step))
        for step in steps
    }


def refuse_many(titles: Sequence[str]) -> None:
    """Raise `OptionError` unless so many diagrams fit on a page."""
    if 0 < len(titles) <= MOST_PANELS:
        return
    raise OptionError(
        f"1 to {MOST_PANELS} diagrams fit on a page; got {len(titles)}: {examples(titles)}.",
        hint=option(scores=["accuracy", "f1"])
        + ", or of a column fewer values: "
        + code("df[df['night'].isin([...])]")
        + "; bump_plot() shows many",
    )


def _condense(panels: Labelled, limits: tuple[int, int]) -> list[tuple[str, PairwiseResult]]:
    """Keep the best algorithms over all panels, where there are too many to read."""
    names = _list_names(panels)
    most, best_of = limits
    if len(names) <= most:
        return list(panels)
    place = {name: number for number, name in enumerate(names)}
    standing = np.full((len(panels), len(names)), np.nan)
    for row, (_, result) in enumerate(panels):
        for number, index in enumerate(result.order):
            standing[row, place[result.design.algorithms[index]]] = number / len(result.centres)
    best = np.argsort(np.nanmean(standing, axis=0), kind="stable")
    selected = {names[index] for index in best[:best_of]}
    selected |= {result.control for _, result in panels if result.control is not None}
    return [(title, _restrict(result, selected)) for title, result in panels]


def _restrict(result: PairwiseResult, selected: set[str]) -> PairwiseResult:
    """Restrict a result to these algorithms; its numbers stay those among all."""
    names = result.design.algorithms
    # the best over all panels may be absent from this one: keep at least two to compare
    inside = [place for place in result.order if names[place] in selected]
    inside += [place for place in result.order if place not in inside][: max(0, 2 - len(inside))]
    places = sorted(inside)
    chosen = {names[place] for place in places}
    return dataclasses.replace(
        result,
        design=dataclasses.replace(
            result.design, algorithms=tuple(names[index] for index in places)
        ),
        centres=tuple(result.centres[place] for place in places),
        comparisons=tuple(
            row for row in result.comparisons if row.first in chosen and row.second in chosen
        ),
    )


def _share_span(results: Sequence[PairwiseResult]) -> tuple[float, float] | None:
    """Return one span for all panels of ranks or of one score; different scores share none."""
    first = results[0]
    alike = {(result.centre_name, result.lower_centre_is_better) for result in results}
    if len(alike) > 1 or (
        "rank" not in first.centre_name and len({result.design.score for result in results}) > 1
    ):
        return None
    spans = [axis_span(result) for result in results]
    return min(low for low, _ in spans), max(high for _, high in spans)


def _fit(rows: Sequence[Sequence[Axes]]) -> None:
    """Give each row the height that its labels and bars need, on one scale."""
    figure = rows[0][0].get_figure(root=True)
    grid = rows[0][0].get_subplotspec()
    if figure is None or grid is None:
        return
    tall = []
    for row in rows:
        lowest = min(axes.get_ylim()[0] for axes in row)
        highest = max(axes.get_ylim()[1] for axes in row)
        for axes in row:
            axes.set_ylim(lowest, highest)
        tall.append((highest - lowest) * ROW / UNIT)
    grid.get_gridspec().set_height_ratios(tall)
    feet = [HEAD + FOOT * any(axes.get_xlabel() for axes in row) for row in rows]
    figure.set_figheight(sum(tall) + sum(feet) + 0.1)


def _fill_columns(placed: Sequence[Axes], columns: int) -> None:
    """Give axes the widths of their columns: all texts of turned diagrams stand inside."""
    figure = placed[0].get_figure(root=True)
    if figure is not None:
        figure.set_layout_engine("none")
    for number, axes in enumerate(placed):
        axes.set_position((number % columns / columns, 0.0, 1 / columns, 1.0))


def _stack(grid: Sequence[Sequence[Axes]], drawn: Sequence[int]) -> None:
    """Stack turned diagrams of so many rows, each as tall as its plan."""
    figure = grid[0][0].get_figure(root=True)
    if figure is None:
        return
    numbers = iter(drawn)
    tall = [max(_height_of(axes, next(numbers)) for axes in row) for row in grid]
    total = sum(tall) + TITLED * len(grid)
    figure.set_figheight(total)
    top = total
    for row, height in zip(grid, tall, strict=True):
        top -= TITLED + height
        for axes in row:
            x, _, wide, _ = axes.get_position().bounds
            axes.set_position((x, top / total, wide, height / total))


def _height_of(axes: Axes, n: int) -> float:
    """Return the height in inches of a turned diagram of n rows."""
    low, high = axes.get_ylim()
    pitch = (TURNED_HEAD + TURNED_FOOT) / (abs(high - low) - n)
    return abs(high - low) * pitch


def _alt(panels: Labelled, alts: Sequence[str]) -> str:
    listed = " ".join(_title(panels, alts))
    return wording.PANELS.format(n=len(panels), listed=listed)


def _title(panels: Labelled, texts: Iterable[str]) -> list[str]:
    """Put the title of its panel before each text."""
    return [
        wording.PANEL.format(title=title, text=text)
        for (title, _), text in zip(panels, texts, strict=True)
    ]


def _caption(panels: Labelled, drawn_panels: Labelled, captions: Sequence[str]) -> str:
    n_panels, n_drawn = (len(_list_names(part)) for part in (panels, drawn_panels))
    rest = wording.BEST_DRAWN.format(n=n_drawn, all=n_panels) if n_drawn < n_panels else ""
    return fmt.paragraph(_describe_best(panels), rest, *_write_shared_once(panels, captions))


def _write_shared_once(panels: Labelled, captions: Sequence[str]) -> list[str]:
    """Write the sentences that all captions share once, before and after those of each panel."""
    sentences = [caption.removesuffix(".").split(". ") for caption in captions]
    start = _count_shared(sentences)
    own = [caption[start:] for caption in sentences]
    end = _count_shared([caption[::-1] for caption in own])
    last = own[0][len(own[0]) - end :]
    texts = [_write_sentences(caption[: len(caption) - end]) for caption in own]
    listed = _title(panels, texts) if any(texts) else []
    return [_write_sentences(sentences[0][:start]), *listed, _write_sentences(last)]


def _count_shared(lists: Sequence[Sequence[str]]) -> int:
    """Count the items that all lists begin with."""
    rows = zip(*lists, strict=False)
    return sum(1 for _ in itertools.takewhile(lambda row: len(set(row)) == 1, rows))


def _write_sentences(sentences: Sequence[str]) -> str:
    return f"{'. '.join(sentences)}." if sentences else ""


def _describe_best(panels: Labelled) -> str:
    """Name who is best in which panel."""
    best: dict[str, list[str]] = {}
    for title, result in panels:
        top = result.centres[result.order[0]]
        names = [
            result.design.algorithms[place]
            for place in result.order
            if result.centres[place] == top
        ]
        best.setdefault(fmt.join(names, most=3), []).append(title)
    if len(best) == 1:
        return wording.BEST_IN_ALL.format(n=len(panels), names=next(iter(best)))
    winners = [f"{who} ({fmt.join(titles)})" for who, titles in best.items()]
    return wording.BEST_IN.format(winners="; ".join(winners))


def _list_names(panels: Labelled) -> list[str]:
    return list(dict.fromkeys(name for _, result in panels for name in result.design.algorithms))


def _tabulate(panels: Labelled) -> pd.DataFrame:
    tables = []
    for title, result in panels:
        table = tabulate_centres(result)
        table.insert(0, "panel", title)
        tables.append(table)
    return pd.concat(tables, ignore_index=True)
