"""How large a study must be to find a difference."""

from collections.abc import Sequence

from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.results.models.noise import PowerResult, PowerRow
from benchreport.stats.studies._simulated_studies import (
    Simulation,
    Test,
    check_simulation,
    make_result,
    simulation_of,
)

FIRST = 5
CLOSE = 0.01
"""The search ends where two numbers are within this share of each other."""


def n_needed(  # noqa: PLR0913 - the test, what it is to find, and how it is simulated
    scores: Scores | Predictions,
    *,
    power: float = 0.8,
    test: Test = "auto",
    pair: Sequence[str] | None = None,
    difference: float | None = None,
    margin: float | None = None,
    alpha: float = 0.05,
    n_simulations: int = 2_000,
    rng: int = 0,
) -> PowerResult:
    """Find how many blocks or examples a study like this one needs for a power.

    There is no H0 and no H1 of its own: the test that is simulated has them.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks; or predictions, each example once, whose answers are
        right or wrong.
    power
        The power to reach.
    test, pair, difference, margin, alpha, n_simulations, rng
        As for `power`.

    Returns
    -------
    PowerResult
        Every number that was tried with its power and Monte-Carlo error; the last is the smallest that
        reaches the aim, within 1 %, or the largest that is tried (2,000 blocks, 10 million examples).

    Raises
    ------
    DesignError
        Runs are missing, or examples are repeated, clustered or weighted: `plan` takes those.
    OptionError
        The power, the test, the pair, the difference, the margin or a number does not fit.

    Notes
    -----
    Numbers are doubled until the simulated power reaches the aim, and then halved in between. The answer
    is as uncertain as the power at it: n_simulations sets that.

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
    >>> result = frame.bench(score="accuracy").n_needed(test="paired_t", difference=1.0)
    >>> 5 < result.n < 15, result.power >= 0.8
    (True, True)
    """
    check_simulation(alpha, n_simulations, rng)
    check_fraction("power", power)
    simulation = simulation_of(
        scores,
        "n_needed",
        test=test,
        pair=pair,
        difference=difference,
        margin=margin,
        alpha=alpha,
    )
    rows, reached = _search(simulation, power, n_simulations, rng)
    return make_result(
        simulation,
        rows,
        given=difference is not None,
        procedure="n_needed",
        method="Number needed",
        alpha=alpha,
        seed=rng,
        target=power,
        reached=reached,
    )


def _search(
    simulation: Simulation, power: float, n_simulations: int, rng: int
) -> tuple[tuple[PowerRow, ...], bool]:
    """Return the numbers that were tried in their order, the answer last; and whether it is enough."""
    tried: dict[int, PowerRow] = {}

    def enough(n: int) -> bool:
        tried[n] = simulation.run(n, n_simulations, rng)
        return tried[n].power >= power

    low, high = FIRST - 1, FIRST
    while not enough(high):
        if high == simulation.most:
            return tuple(tried[n] for n in sorted(tried)), False
        low, high = high, min(2 * high, simulation.most)
    while high - low > max(1, CLOSE * high):
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    rest = [tried[n] for n in sorted(tried) if n != high]
    return (*rest, tried[high]), True
