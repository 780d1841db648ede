"""Figures of comparisons, effects, profiles and outliers straight from a table."""

import inspect
from typing import Literal

from matplotlib.axes import Axes

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import OptionError, check_choice
from benchreport.hints import option
from benchreport.plots.base.series_looks import Highlight
from benchreport.plots.base.style import Width
from benchreport.plots.pairs import effects, matrix, significance
from benchreport.plots.scores import outliers
from benchreport.plots.scores import profiles as drawn_profiles
from benchreport.results.pairwise import PairwiseResult
from benchreport.stats._pairs import Correction
from benchreport.stats.description.multi_comparison import multi_comparison
from benchreport.stats.description.profiles import profiles

__all__ = ["effect_plot", "matrix_plot", "outlier_plot", "profile_plot", "significance_plot"]

TESTS = (
    *("nemenyi", "bonferroni_dunn", "eisinga", "rank_z", "conover", "quade_post", "aligned_post"),
    *("wilcoxon", "sign", "permutation", "rank_sum", "tukey", "dunnett", "games_howell"),
    *("welch_t", "paired_t", "corrected_t"),
)


def matrix_plot(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    most: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the multi-comparison matrix: mean difference, wins/ties/losses and p of every pair.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The level of decisions.
    correction
        Of Wilcoxon's p-values over all pairs; ``"none"`` as the authors print them.
    most
        How many algorithms are drawn, the best: None for as many as there is room for.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.

    Returns
    -------
    matplotlib.axes.Axes
        The best algorithm is on top and on the left.

    Raises
    ------
    DesignError
        Cells are empty.

    References
    ----------
    Ismail-Fawaz et al. (2023), arXiv:2305.11921.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> axes = matrix_plot(Scores.from_frame(frame, Roles(score="accuracy")))
    >>> [label.get_text() for label in axes.get_xticklabels()]
    ['a', 'b', 'c']
    """
    found = multi_comparison(scores, alpha=alpha, correction=correction)
    return matrix.matrix_plot(found, most=most, ax=ax, width=width)


def significance_plot(
    scores: Scores,
    *,
    test: str | None = None,
    control: str | None = None,
    alpha: float = 0.05,
    most: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the adjusted p-values of all pairs as shades, with arrows to the better one.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks, as the test needs it.
    test
        A pairwise procedure such as ``"nemenyi"`` (default), ``"bonferroni_dunn"`` (default with a
        control), ``"wilcoxon"``, ``"tukey"``, ``"permutation"`` or ``"rank_sum"``.
    control
        Compare with this algorithm only: one column.
    alpha
        The family-wise level.
    most
        How many algorithms are drawn, the best: None for as many as there is room for.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.

    Raises
    ------
    DesignError
        The table is not what the test needs, or the control is not among the algorithms.
    OptionError
        No such pairwise test, one that takes no control, or one that needs one.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> axes = significance_plot(Scores.from_frame(frame, Roles(score="accuracy")), test="tukey")
    """
    chosen = test or ("nemenyi" if control is None else "bonferroni_dunn")
    check_choice("test", chosen, TESTS)
    found = _compared(scores, chosen, control, alpha)
    return significance.significance_plot(found, most=most, ax=ax, width=width)


def _compared(scores: Scores, test: str, control: str | None, alpha: float) -> PairwiseResult:
    procedure = stats.CATALOGUE[test]
    takes = inspect.signature(procedure).parameters.get("control")
    if takes is None and control is not None:
        raise OptionError(
            f"{test} compares all pairs and takes no control.",
            hint=option(test="bonferroni_dunn") + " or " + option(test="wilcoxon"),
        )
    if takes is not None and takes.default is takes.empty and control is None:
        raise OptionError(
            f"{test} compares with a control, and none is given.",
            hint=option(control=scores.algorithms[0]),
        )
    options = {} if control is None else {"control": control}
    found: PairwiseResult = procedure(scores, alpha=alpha, **options)  # type: ignore[assignment]
    return found


def effect_plot(
    scores: Scores,
    *,
    measure: str | None = None,
    control: str | None = None,
    paired: bool | None = None,
    alpha: float = 0.05,
    most: int = effects.MOST,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw an effect size of every pair with its interval.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; complete if paired, at least two scores each if not.
    measure
        Paired: ``"d_z"`` (default), ``"d_av"``, ``"g_z"``, ``"rank-biserial"`` or ``"common
        language"``. Unpaired: ``"d"`` (default), ``"g"``, ``"δ"``, ``"A"``, ``"γ"`` or ``"common
        language"``.
    control
        Compare the others with this algorithm; None compares all pairs.
    paired
        Whether scores of a block belong together; None reads it from the table.
    alpha
        Intervals have confidence 1 − alpha, for each pair alone.
    most
        How many pairs are drawn, those farthest from no effect.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.

    Raises
    ------
    DesignError
        Cells are empty (paired), or the control is not among the algorithms.
    OptionError
        No such measure.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 3]})
    >>> axes = effect_plot(Scores.from_frame(frame, Roles(score="accuracy")), measure="d_av")
    """
    found = stats.effect_sizes(scores, alpha=alpha, control=control, paired=paired)
    return effects.effect_plot(found, measure=measure, most=most, ax=ax, width=width)


def profile_plot(
    scores: Scores,
    *,
    kind: Literal["auto", "ratio", "score"] = "auto",
    confidence: float = 0.95,
    n_resamples: int = 2_000,
    rng: int = 0,
    highlight: Highlight = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw performance profiles with bootstrap bands.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; an empty cell counts as a failed run.
    kind
        ``"ratio"`` to the best on each problem (Dolan and Moré), ``"score"`` thresholds (Agarwal et
        al.); ``"auto"``: ratios of costs above 0 (lower is better), else scores.
    confidence, n_resamples, rng
        Of the bands: each point's confidence, bootstrap resamples and their seed.
    highlight
        How many of the best are in colour, or the names of those that are.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.

    Raises
    ------
    DataError
        Ratios of scores that are not above 0.

    References
    ----------
    Dolan & Moré (2002), Mathematical Programming 91: 201-213; Agarwal et al. (2021), NeurIPS 34.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [1.0, 2.0, 8.0], "b": [2.0, 2.0, 2.0]})
    >>> table = Scores.from_frame(frame, Roles(score="seconds", higher_is_better=False))
    >>> profile_plot(table).get_xlabel()
    'with seconds within τ × the best'
    """
    found = profiles(scores, kind=kind, confidence=confidence, n_resamples=n_resamples, rng=rng)
    return drawn_profiles.profile_plot(found, highlight=highlight, ax=ax, width=width)


def outlier_plot(
    scores: Scores,
    *,
    alpha: float = 0.05,
    most: int = outliers.MOST,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw all scores by algorithm, and mark and name the outlying ones.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; cells may be empty.
    alpha
        The probability that a table without outliers has any marked.
    most
        How many algorithms are drawn, those with the most striking scores first.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.

    Raises
    ------
    OptionError
        alpha does not lie between 0 and 1.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> axes = outlier_plot(Scores.from_frame(frame, Roles(score="accuracy")))
    """
    found = stats.outliers(scores, alpha=alpha)
    return outliers.outlier_plot(found, scores, most=most, ax=ax, width=width)
