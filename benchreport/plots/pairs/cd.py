"""The critical-difference diagram."""

from matplotlib.axes import Axes

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import check_choice
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.pairwise_tests import compare_pairs
from benchreport.plots.base.style import Width, available_width
from benchreport.plots.pairs.cd_classic import LAYOUTS, Layout, choose_layout, draw_classic
from benchreport.plots.pairs.cd_facts import describe_diagram, explain_diagram, tabulate_centres
from benchreport.plots.pairs.cd_plan import list_drawn
from benchreport.plots.pairs.cd_turned import draw_turned
from benchreport.results import PairwiseResult


@as_figure
def cd_plot(
    result: PairwiseResult,
    *,
    ax: Axes | None = None,
    width: Width = "page",
    layout: Layout = "auto",
    span: tuple[float, float] | None = None,
    most: int | None = None,
) -> Axes:
    """Draw algorithms on an axis of their centres, and bars that join those without a difference.

    All pairs: a bar joins each maximal group without a significant difference, with dots or thick
    parts on its members; an algorithm beside the thin part of a bar is not in the group. Against a
    control: the band is the control ± the critical difference, and filled markers differ
    significantly. One-sided comparisons make no groups: an arrow points to the better one of each
    significant pair.

    Parameters
    ----------
    result
        Any pairwise result.
    layout
        ``"classic"`` has names on both sides below the axis, as Demšar drew it. ``"turned"`` has names
        down the left in order, with lettered bars on the right. ``"auto"`` turns diagrams of more than
        12 algorithms, and those whose names would leave less than half of the width to the axis.
    span
        The ends of the axis, as `axis_span` returns them, where several diagrams
        share one axis.
    most
        How many algorithms are drawn, the best and the control; ``None`` draws all. A diagram that leaves
        some out is turned, and its caption says how many.

    Returns
    -------
    matplotlib.axes.Axes
        The best algorithm is on the left, in the turned layout also on top.

    References
    ----------
    Demšar (2006), JMLR 7, section 3.2.4.
    """
    check_choice("layout", layout, LAYOUTS)
    wide = available_width(ax, width)
    places = list_drawn(result, most)
    undrawn = len(result.order) - len(places)
    turned = undrawn > 0 or choose_layout(result, wide, layout) == "turned"
    if turned:
        axes, hidden = draw_turned(result, ax, width, span, places)
    else:
        axes, hidden = draw_classic(result, ax, width, span)
    describe(
        axes,
        alt=describe_diagram(result),
        caption=explain_diagram(result, hidden, undrawn, turned=turned),
        data=lambda: tabulate_centres(result),
    )
    return axes


@from_table(cd_plot, stats.nemenyi)
def cd_plot_from_table(
    scores: Scores,
    *,
    test: str | None = None,
    control: str | None = None,
    alpha: float = 0.05,
    layout: Layout = "auto",
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the critical-difference diagram of a pairwise test.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks or of independent runs, as the test needs it.
    test
        A pairwise procedure such as ``"nemenyi"`` (default), ``"bonferroni_dunn"`` (default with a
        control), ``"wilcoxon"`` or ``"tukey"``; of independent runs the defaults are
        ``"kruskal_nemenyi"`` and ``"dunn"``.
    control
        Compare with this algorithm only.
    alpha
        The family-wise level.

    Raises
    ------
    DesignError
        The table is not what the test needs, or the control is not among the algorithms.
    OptionError
        The test is unknown, takes no control, or needs one.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> axes = frame.bench(score="accuracy").cd_plot()
    >>> axes.get_xlabel()
    'mean rank (1 = best)'
    >>> axes.figure.savefig("cd.pdf")  # doctest: +SKIP
    """
    result = compare_pairs(scores, test, control, alpha)
    return cd_plot(result, ax=ax, width=width, layout=layout)
