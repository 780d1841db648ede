"""How often a study like this one finds a difference."""

from collections.abc import Sequence

from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.errors import check_number
from benchreport.hints import option
from benchreport.results.models.noise import PowerResult
from benchreport.stats.studies._simulated_studies import (
    Test,
    check_simulation,
    make_result,
    simulation_of,
)


def power(  # noqa: PLR0913 - the test, what it is to find, and how it is simulated
    scores: Scores | Predictions,
    *,
    n: int | None = None,
    test: Test = "auto",
    pair: Sequence[str] | None = None,
    difference: float | None = None,
    margin: float | None = None,
    alpha: float = 0.05,
    n_simulations: int = 2_000,
    rng: int = 0,
) -> PowerResult:
    """Simulate how often a test would find a difference in studies like this one, of any size.

    There is no H0 and no H1 of its own: the test that is simulated has them.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks; or predictions, each example once, whose answers are
        right or wrong.
    n
        How many blocks, or examples, the study has; by default as many as this one.
    test
        ``"wilcoxon"``, ``"paired_t"`` (of a pair) or ``"friedman"`` (of all) for scores; ``"mcnemar"`` or
        ``"gate"`` for predictions. The gate succeeds where the first of the pair is shown not to be worse by
        more than the margin. ``"auto"`` is the first of these.
    pair
        The two algorithms; by default the two best.
    difference
        The true difference, first − second; by default the observed one, which is a guess: give the
        smallest that matters.
    margin
        By how much accuracy the first may be worse (for the gate).
    alpha
        The level of the test, without a correction; for several pairs divide it by their number.
    n_simulations
        The number of studies that are drawn.
    rng
        The seed of the draws.

    Returns
    -------
    PowerResult
        The share of studies in which the test finds it, with its Monte-Carlo error.

    Raises
    ------
    DesignError
        Runs are missing, or examples are repeated, clustered or weighted: `plan` takes those.
    OptionError
        The test, the pair, the difference, the margin or a number does not fit.

    Notes
    -----
    Blocks are drawn from the table with replacement. Differences of a pair are centred on the true one, and
    spread as those of new blocks would be (√(N / (N − 1))); ties of a block that is drawn twice are broken
    at random. Examples are drawn by the shares of their 2×2 table; a given difference leaves the share on
    which the two differ as it is. The Friedman test is Iman and Davenport's F; the gate is
    Tango's score test at the margin, corrected for continuity by half an example.

    References
    ----------
    Efron & Tibshirani (1993), An Introduction to the Bootstrap, section 25; Tango (1998), Statistics in
    Medicine 17: 891-908.

    Examples
    --------
    >>> import numpy as np
    >>> import pandas as pd
    >>> import benchreport
    >>> rng = np.random.default_rng(0)
    >>> frame = pd.DataFrame(rng.normal(size=(30, 2)), columns=["a", "b"])
    >>> result = frame.bench(score="accuracy").power(test="paired_t", difference=1.0)
    >>> result.n, result.power > 0.9
    (30, True)
    """
    check_simulation(alpha, n_simulations, rng)
    simulation = simulation_of(
        scores,
        "power",
        test=test,
        pair=pair,
        difference=difference,
        margin=margin,
        alpha=alpha,
    )
    if n is not None:
        check_number("n", n, above=1, most=simulation.most, whole=True, hint=option(n=30))
    row = simulation.run(simulation.now if n is None else int(n), n_simulations, rng)
    return make_result(
        simulation,
        (row,),
        given=difference is not None,
        procedure="power",
        method="Power",
        alpha=alpha,
        seed=rng,
    )
