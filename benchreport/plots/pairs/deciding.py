"""The figure of the test that decides."""

from matplotlib.axes import Axes

from benchreport.plots.base.figure_functions import as_figure
from benchreport.plots.base.style import Width
from benchreport.plots.pairs.cd import cd_plot
from benchreport.plots.pairs.differences import MOST, difference_plot
from benchreport.results import PairwiseResult


@as_figure
def deciding_plot(
    result: PairwiseResult,
    *,
    ax: Axes | None = None,
    width: Width = "page",
    most: int | None = None,
) -> Axes:
    r"""Draw the figure that shows what this test decides, and nothing that contradicts it.

    A test of mean ranks of three or more algorithms has the critical-difference diagram. All other
    tests have the differences to the best, or to the control, in the units of what they compare.

    Parameters
    ----------
    result
        Any pairwise result.
    most
        How many algorithms are drawn, the best; the caption says how many are left out.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport import stats
    >>> from benchreport.data import Roles, Scores
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 3]})
    >>> scores = Scores.from_frame(frame, Roles(score="accuracy"))
    >>> deciding_plot(stats.nemenyi(scores)).get_xlabel()
    'mean rank (1 = best)'
    >>> deciding_plot(stats.tukey(scores)).get_xlabel()
    'difference of mean accuracy, worse than a →'
    """
    if shows_ranks(result):
        return cd_plot(result, ax=ax, width=width, most=most)
    # the first, or the control, has no row of its own
    rows = MOST if most is None else most - 1
    return difference_plot(result, ax=ax, width=width, most=rows)


def shows_ranks(result: PairwiseResult) -> bool:
    """Tell whether a diagram of ranks shows the decisions: where the test compares mean ranks."""
    several = result.design.n_algorithms > 2  # noqa: PLR2004 - two are one pair
    return several and result.by_ranks and "rank" in result.difference_name
