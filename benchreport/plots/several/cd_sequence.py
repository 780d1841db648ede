"""One critical-difference diagram a metric, night or budget, above one another."""

import itertools
import math
from collections.abc import Hashable, Iterable, Sequence

import pandas as pd
from matplotlib.axes import Axes

from benchreport import stats
from benchreport.analysis.budget_picks import spread_budgets
from benchreport.analysis.curve_scores import scores_at
from benchreport.data.columns.words.direction import Directions
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
from benchreport.plots.pairs.cd_classic import LAYOUTS, Layout, leaves_half
from benchreport.plots.pairs.cd_facts import tabulate_centres
from benchreport.plots.several.cd_panels import (
    Labelled,
    fill_columns,
    fit_rows,
    keep_best,
    list_names,
    share_span,
    stack_rows,
)
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.stats.curves._curve_lines import choose_best_so_far
from benchreport.wording.figures import several as wording

MOST_PANELS = 8
FEW_PANELS = 3  # more stand in two columns, where the page is wide
# of more algorithms than the first only so many are drawn
OF_FEW, OF_MORE = (20, 12), (12, 8)
OF_FEW_TURNED, OF_MORE_TURNED = (12, 8), (8, 8)
PAGE = 5.0  # inches
TITLE = 12  # letters an inch of a title


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
    layout, drawn_panels = _choose_layout(panels, wide, layout)
    short = shorten_names([title for title, _ in panels], int(TITLE * wide))
    with one_font_warning():
        placed = make_panels(width, 4.0, (rows, columns), len(drawn_panels))
        span = share_span([result for _, result in drawn_panels])
        if layout == "turned":
            fill_columns(placed, columns)
        for axes, (title, result) in zip(placed, drawn_panels, strict=True):
            cd_plot(result, ax=axes, width=wide, layout=layout, span=span)
            axes.set_title(short[title], loc="left", fontweight="bold")
        grid = [placed[start : start + columns] for start in range(0, len(placed), columns)]
        if layout == "turned":
            stack_rows(grid, [len(result.centres) for _, result in drawn_panels])
        else:
            # all panels have the axis of the last one
            for axes in placed[:-columns] if span is not None else []:
                axes.set_xlabel("")
            fit_rows(grid)
        words = [(alt_of(axes), caption_of(axes)) for axes in placed]
        describe(
            placed[0],
            alt=_alt(panels, [alt for alt, _ in words]),
            caption=_caption(panels, drawn_panels, [caption for _, caption in words]),
            data=lambda: _tabulate(panels),
        )
    return placed[0]


def _choose_layout(
    panels: Labelled, width: float, layout: Layout
) -> tuple[Layout, Sequence[tuple[str, PairwiseResult]]]:
    """Choose one layout for all panels of a width in inches, and the algorithms that they have room for."""
    few = len(panels) <= FEW_PANELS
    drawn = keep_best(panels, OF_FEW if few else OF_MORE)
    if layout == "auto":
        fits = all(leaves_half(result, width) for _, result in drawn)
        layout = "classic" if fits else "turned"
    if layout == "turned" and len(panels) > 1:
        drawn = keep_best(panels, OF_FEW_TURNED if few else OF_MORE_TURNED)
    return layout, drawn


@from_table(cd_sequence_plot, stats.rank_changes)
def cd_sequence_plot_from_table(  # noqa: PLR0913 - the table's options, the test's and the figure's
    several: Curves | Several,
    *,
    scores: Sequence[str] | None = None,
    over: Hashable | None = None,
    higher_is_better: Directions = None,
    budgets: Sequence[float] | None = None,
    test: str | None = None,
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
        A pairwise procedure of all pairs, such as ``"nemenyi"`` (default), ``"wilcoxon"`` or ``"tukey"``;
        of independent runs the default is ``"kruskal_nemenyi"``.
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
    if test is not None:
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
    n_panels, n_drawn = (len(list_names(part)) for part in (panels, drawn_panels))
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


def _tabulate(panels: Labelled) -> pd.DataFrame:
    tables = []
    for title, result in panels:
        table = tabulate_centres(result)
        table.insert(0, "panel", title)
        tables.append(table)
    return pd.concat(tables, ignore_index=True)
