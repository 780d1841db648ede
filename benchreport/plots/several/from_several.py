"""Figures straight from a frame that holds several tables: run the procedure, draw its result."""

from collections.abc import Callable, Hashable, Sequence

from matplotlib.axes import Axes

from benchreport import stats
from benchreport.analysis.budget_picks import spread_budgets
from benchreport.analysis.curve_scores import scores_at
from benchreport.data.curves import Curves
from benchreport.data.scores import Scores
from benchreport.data.several import Directions, Several, errors_of
from benchreport.errors import OptionError, check_choice
from benchreport.hints import bench, option
from benchreport.plots.base.series_looks import Highlight
from benchreport.plots.base.style import Width
from benchreport.plots.several import bump, cd_sequence, train_test
from benchreport.results import number_format as fmt
from benchreport.results.pairwise import PairwiseResult
from benchreport.stats.curves._curve_lines import choose

__all__ = ["bump_plot", "cd_sequence_plot", "train_test_plot"]

PAIRWISE = ("nemenyi", "wilcoxon", "tukey")


def bump_plot(
    several: Several,
    *,
    scores: Sequence[str] | None = None,
    over: Hashable | None = None,
    higher_is_better: Directions = None,
    highlight: Highlight = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the ranks of algorithms over nights, budgets or metrics; rank 1 is on top.

    Parameters
    ----------
    several
        Holds complete tables of algorithms on blocks.
    scores
        The metrics, in this order; ``None`` without ``over`` takes all whose direction is known.
    over
        A column, such as the night or the budget, with a table for each of its values.
    higher_is_better
        By metric, where its name does not say: ``{"quality": True}``.
    highlight
        How many of the best are in colour, or the names of those that are; ``None``: all up to 12,
        of more those that lead or move most.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.

    Returns
    -------
    matplotlib.axes.Axes
        Ranks are those of mean ranks over datasets; lines end where an algorithm is absent.

    Raises
    ------
    DesignError
        There is one table only, or a cell of one is empty.
    RoleError, DirectionError
        No such column, or a metric whose direction is not known.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({
    ...     "algorithm": ["a", "b"] * 4, "dataset": [1, 1, 2, 2] * 2, "night": [1] * 4 + [2] * 4,
    ...     "accuracy": [0.9, 0.8, 0.7, 0.6, 0.7, 0.8, 0.5, 0.6],
    ... })
    >>> bump_plot(Several.from_frame(frame), over="night").get_xlabel()
    'night'
    """
    result = stats.rank_changes(
        several, scores=scores, over=over, higher_is_better=higher_is_better
    )
    return bump.bump_plot(result, ax=ax, width=width, highlight=highlight)


def cd_sequence_plot(
    several: Curves | Several,
    *,
    scores: Sequence[str] | None = None,
    over: Hashable | None = None,
    higher_is_better: Directions = None,
    budgets: Sequence[float] | None = None,
    test: str = "nemenyi",
    alpha: float = 0.05,
    width: Width = "page",
) -> Axes:
    """Draw one critical-difference diagram for each metric, night or budget, above one another.

    Parameters
    ----------
    several
        Holds complete tables of algorithms on blocks, or curves.
    scores, over, higher_is_better
        As of ``bump_plot``; at most 8 tables.
    budgets
        Of curves, the steps at which systems are compared; ``None`` spreads three.
    test
        ``"nemenyi"``, ``"wilcoxon"`` or ``"tukey"``.
    alpha
        The family-wise level of each diagram alone.
    width
        Of the new figure: ``"column"``, ``"page"`` or inches.

    Returns
    -------
    matplotlib.axes.Axes
        Of the first diagram, which tells of all; its figure holds them.

    Raises
    ------
    OptionError
        There are more than eight tables, or no such test.
    DesignError
        There is one table only, or a cell of one is empty.

    References
    ----------
    Demšar (2006), JMLR 7, section 3.2.4.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({
    ...     "algorithm": list("abc") * 4, "dataset": [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3,
    ...     "accuracy": [9, 7, 5, 8, 6, 4, 9, 8, 4, 7, 5, 2], "runtime": [3, 2, 1] * 4,
    ... })
    >>> axes = cd_sequence_plot(Several.from_frame(frame), scores=["accuracy", "runtime"])
    >>> [panel.get_title(loc="left") for panel in axes.figure.axes]
    ['accuracy', 'runtime']
    """
    check_choice("test", test, PAIRWISE)
    if isinstance(several, Curves):
        tables = _at_budgets(several, budgets, asked=(scores, over, higher_is_better))
    elif budgets is not None:
        raise OptionError(
            "budgets are steps of curves; this is a table of scores.",
            hint=option(over="column with the budgets") | bench(step="column"),
        )
    else:
        tables = several.tables(scores=scores, over=over, higher_is_better=higher_is_better)
    cd_sequence.refuse_many(list(tables))
    results = []
    for title, table in tables.items():
        with errors_of(title):
            results.append((title, _procedure(test)(table, alpha=alpha)))
    return cd_sequence.cd_sequence_plot(results, width=width)


def _at_budgets(
    curves: Curves, budgets: Sequence[float] | None, *, asked: tuple[object, ...]
) -> dict[str, Scores]:
    """Return the scores at each budget, called by it."""
    if any(each is not None for each in asked):
        raise OptionError(
            "of curves the diagrams are one a budget; scores=, over= and higher_is_better= are for "
            "tables of scores.",
            hint=option(budgets=[10, 100]),
        )
    wanted = spread_budgets(choose(curves, best_so_far=None), 3) if budgets is None else budgets
    return {
        f"{curves.step} {fmt.number(float(each))}": scores_at(curves, budget=float(each))
        for each in wanted
    }


def _procedure(test: str) -> Callable[..., PairwiseResult]:
    named: dict[str, Callable[..., PairwiseResult]] = {
        "nemenyi": stats.nemenyi,
        "wilcoxon": stats.wilcoxon,
        "tukey": stats.tukey,
    }
    return named[test]


def train_test_plot(
    several: Several,
    *,
    train: Hashable | None = None,
    alpha: float = 0.05,
    highlight: Highlight = None,
    cells: int = train_test.MOST_CELLS,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw test over training scores, a point for each algorithm and dataset.

    Parameters
    ----------
    several
        A long table with both scores in columns; repeats are averaged.
    train
        The column of training scores; ``None`` takes the role ``train``.
    alpha
        The interval of the correlation within datasets has confidence 1 − alpha.
    highlight
        How many of the best on test data are in colour, or the names of those that are; ``None``:
        all up to 20, of more the best 8.
    cells
        How many of the points that lose most are named.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.

    Raises
    ------
    RoleError
        No column holds training scores, or several could be the score of the test.
    DesignError
        No run has both scores.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({
    ...     "algorithm": list("abc") * 2, "dataset": [1] * 3 + [2] * 3,
    ...     "train": [0.9, 0.8, 1.0, 0.7, 0.6, 0.9], "accuracy": [0.85, 0.8, 0.7, 0.6, 0.55, 0.4],
    ... })
    >>> train_test_plot(Several.from_frame(frame)).get_ylabel()
    'test accuracy'
    """
    result = stats.train_test(several, train=train, alpha=alpha)
    return train_test.train_test_plot(result, ax=ax, width=width, highlight=highlight, cells=cells)
