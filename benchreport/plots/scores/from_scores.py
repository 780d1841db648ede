"""Figures straight from a table: run the procedure, draw its result."""

from matplotlib.axes import Axes

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import OptionError, check_choice
from benchreport.hints import option
from benchreport.plots.base.style import Width
from benchreport.plots.pairs import cd, intervals
from benchreport.plots.scores import rank_lines as rank
from benchreport.plots.scores import scatter
from benchreport.results.pairwise import PairwiseResult

__all__ = ["cd_plot", "rank_plot", "scatter_plot", "tukey_plot"]

PAIRWISE = ("nemenyi", "bonferroni_dunn", "wilcoxon", "tukey")


def cd_plot(
    scores: Scores,
    *,
    test: str | None = None,
    control: str | None = None,
    alpha: float = 0.05,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the critical-difference diagram of a pairwise test.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    test
        ``"nemenyi"`` (default), ``"bonferroni_dunn"`` (default with a control), ``"wilcoxon"`` or
        ``"tukey"``.
    control
        Compare with this algorithm only.
    alpha
        The family-wise level.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.

    Returns
    -------
    matplotlib.axes.Axes
        Save it with ``ax.figure.savefig("cd.pdf")``.

    Raises
    ------
    DesignError
        Cells are empty, or the control is not among the algorithms.
    OptionError
        No such pairwise test, or one that takes no control.

    References
    ----------
    Demšar (2006), JMLR 7, section 3.2.4.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> cd_plot(Scores.from_frame(frame, Roles(score="accuracy"))).get_xlabel()
    'mean rank (1 = best)'
    """
    chosen = test or ("nemenyi" if control is None else "bonferroni_dunn")
    check_choice("test", chosen, PAIRWISE)
    return cd.cd_plot(_compared(scores, chosen, control, alpha), ax=ax, width=width)


def _compared(scores: Scores, test: str, control: str | None, alpha: float) -> PairwiseResult:
    if test == "wilcoxon":
        return stats.wilcoxon(scores, control=control, alpha=alpha)
    if test == "bonferroni_dunn":
        if control is None:
            raise OptionError(
                "bonferroni_dunn compares with a control, and none is given.",
                hint=option(control=scores.algorithms[0]),
            )
        return stats.bonferroni_dunn(scores, control=control, alpha=alpha)
    if control is not None:
        raise OptionError(
            f"{test} compares all pairs and takes no control.",
            hint=option(test="bonferroni_dunn") + " or " + option(test="wilcoxon"),
        )
    procedure = stats.nemenyi if test == "nemenyi" else stats.tukey
    return procedure(scores, alpha=alpha)


def tukey_plot(
    scores: Scores,
    *,
    alpha: float = 0.05,
    ax: Axes | None = None,
    width: Width = "page",
    most: int = intervals.MOST,
) -> Axes:
    """Draw Tukey's family-wise intervals of all differences of means.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The family-wise level; intervals have simultaneous confidence 1 − alpha.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.
    most
        How many pairs are drawn, those with the smallest p-values.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> axes = tukey_plot(Scores.from_frame(frame, Roles(score="accuracy")))
    """
    return intervals.tukey_plot(stats.tukey(scores, alpha=alpha), ax=ax, width=width, most=most)


def rank_plot(
    scores: Scores,
    *,
    ax: Axes | None = None,
    width: Width = "page",
    highlight: int = rank.HIGHLIGHTED,
) -> Axes:
    """Draw each algorithm's rank on every block, joined by lines.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.
    highlight
        How many of the best are drawn in colour.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> axes = rank_plot(Scores.from_frame(frame, Roles(score="accuracy")))
    """
    return rank.rank_plot(stats.ranks(scores), ax=ax, width=width, highlight=highlight)


def scatter_plot(
    scores: Scores,
    *,
    a: str | None = None,
    b: str | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw two algorithms against each other: a point per block, and the diagonal between them.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; blocks without both scores are left out.
    a, b
        The algorithms on x and y; by default the two best by mean rank.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.

    Returns
    -------
    matplotlib.axes.Axes
        Points in a shaded half are blocks on which the algorithm named there is better. Both axes
        are logarithmic where scores are positive and span more than two decades.

    Raises
    ------
    DesignError
        No such algorithm, independent runs, or fewer than two blocks with both scores.
    OptionError
        Both are the same.

    Notes
    -----
    The p-value in the caption is Wilcoxon's signed-rank test of this pair alone, two-sided. It makes
    no allowance for a pair that was chosen by its scores.

    References
    ----------
    Demšar (2006), JMLR 7, section 3.1.3.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> axes = scatter_plot(Scores.from_frame(frame, Roles(score="accuracy")))
    >>> [text.get_text() for text in axes.texts if text.get_gid() == "count"]
    ['b better: 0', 'a better: 4']
    """
    pair = scatter.pair_of(scores, a, b, procedure="scatter_plot")
    return scatter.scatter_plot(stats.wilcoxon(pair.scores), pair=pair, ax=ax, width=width)
