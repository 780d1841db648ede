"""Durbin's test for balanced incomplete blocks."""

import math
from typing import Literal, NamedTuple

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, check_choice, check_fraction
from benchreport.hints import call
from benchreport.numerics.nulls.friedman import unanimous_p
from benchreport.numerics.ranks import mid_ranks
from benchreport.numerics.upper_tails import f_upper_tail
from benchreport.results.base import Assumption, Design
from benchreport.results.later import later
from benchreport.results.ranks.omnibus import OmnibusResult, OmnibusTest
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import notes, reference_fits
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._omnibus import chi2_test

Variant = Literal["f", "chi2"]


def durbin(scores: Scores, *, alpha: float = 0.05, variant: Variant = "f") -> OmnibusResult:
    """Test H0: within each block all rankings of the algorithms tried on it are equally likely.

    H1: some algorithms tend to rank better than others. The test is for plans where each block tries
    the same number of algorithms, each algorithm occurs equally often and each pair meets equally
    often; a complete table is such a plan. For other gaps use `skillings_mack`.

    Parameters
    ----------
    scores
        A table of t algorithms on b blocks; cells may be empty by such a plan.
    alpha
        The level of the decision.
    variant
        ``"f"`` is Conover's F, the more accurate; ``"chi2"`` Durbin's statistic, corrected for ties.

    Returns
    -------
    OmnibusResult
        With Kendall's W for incomplete rankings, 0 to 1.

    Raises
    ------
    DesignError
        Runs are missing otherwise than by such a plan, or they are independent.
    OptionError
        The variant or alpha is invalid.

    References
    ----------
    Durbin (1951); Conover (1999), section 5.6.

    Examples
    --------
    Seven brands of ice cream, three for each of seven people, Conover (1999), section 5.6 (T1 = 12):

    >>> import pandas as pd
    >>> import benchreport
    >>> tried = ["ABD", "BCE", "CDF", "DEG", "EFA", "FGB", "GAC"]
    >>> ranks = [(2, 1, 3), (1, 3, 2), (2, 3, 1), (3, 2, 1), (3, 2, 1), (3, 2, 1), (2, 1, 3)]
    >>> frame = pd.DataFrame([dict(zip(*row)) for row in zip(tried, ranks)])
    >>> result = frame.bench(score="time").durbin(variant="chi2")
    >>> print(result.summary)
    Durbin test: χ²(6) = 12.00, p = .062, Kendall's W = 1.00
    """
    check_fraction("alpha", alpha)
    check_choice("variant", variant, ("f", "chi2"))
    values = scores.require_matched("durbin")
    plan = _plan(scores, values)
    goodness = -values if scores.higher_is_better else values
    ranks = mid_ranks(goodness)
    chi2 = _statistic(ranks, plan)
    tests = _f(ranks, plan, chi2), chi2_test(chi2, values.shape[1] - 1)
    return OmnibusResult(
        procedure="durbin",
        method="Durbin test",
        variant=variant,
        alpha=alpha,
        design=Design.of(scores),
        assumptions=later(
            lambda: (independent_blocks(scores), _reference(values.shape, variant, tests[0]))
        ),
        warnings=later(lambda: notes(scores)),
        references=("durbin1951", "conover1999"),
        tests=tests,
        effect_name="Kendall's W",
        effect_size=_concordance(ranks, plan),
        mean_ranks=tuple(np.nanmean(ranks, axis=0).tolist()),
    )


class _Plan(NamedTuple):
    """A balanced plan: the number of scores per block, of blocks per algorithm, and of blocks per pair."""

    size: int
    occurs: int
    meets: int


def _plan(scores: Scores, values: Array) -> _Plan:
    present = (~np.isnan(values)).astype(int)
    together = present.T @ present
    sizes, occurs = present.sum(axis=1), np.diag(together)
    meets = together[np.triu_indices(len(together), 1)]
    counts_by_name = {
        f"scores a {scores.block_kind}": sizes,
        f"{scores.block_kind}s an algorithm": occurs,
        f"{scores.block_kind}s a pair": meets,
    }
    uneven = [
        f"{counts.min()} to {counts.max()} {name}"
        for name, counts in counts_by_name.items()
        if np.ptp(counts)
    ]
    if uneven or sizes[0] < 2:  # noqa: PLR2004 - one score is no ranking
        why = ", ".join(uneven) or f"{sizes[0]} score a {scores.block_kind}"
        raise DesignError(
            f"durbin needs a balanced plan of gaps; found {why}.",
            hint=call("skillings_mack") + ", which allows any gaps",
        )
    return _Plan(int(sizes[0]), int(occurs[0]), int(meets[0]))


def _squares_between(ranks: Array, plan: _Plan) -> float:
    deviations = np.nansum(ranks, axis=0) - plan.occurs * (plan.size + 1) / 2
    return float(deviations @ deviations)


def _squares_within(ranks: Array, plan: _Plan) -> float:
    return float(np.nansum((ranks - (plan.size + 1) / 2) ** 2))


def _statistic(ranks: Array, plan: _Plan) -> float:
    spread = _squares_within(ranks, plan)
    return (ranks.shape[1] - 1) * _squares_between(ranks, plan) / spread if spread > 0 else 0.0


def _f(ranks: Array, plan: _Plan, chi2: float) -> OmnibusTest:
    n_blocks, n_algorithms = ranks.shape
    dof = n_algorithms - 1, n_blocks * (plan.size - 1) - n_algorithms + 1
    if chi2 == 0 or dof[1] < 1:
        return OmnibusTest("f", "F", 0.0, dof, 1.0)
    rest = n_blocks * (plan.size - 1) - chi2
    if rest <= 1e-9 * n_blocks * plan.size:
        # unanimous complete blocks leave no error
        return OmnibusTest("f", "F", math.inf, dof, unanimous_p(n_blocks, n_algorithms))
    f = chi2 / dof[0] / (rest / dof[1])
    return OmnibusTest("f", "F", f, dof, f_upper_tail(*dof, f))


def _reference(shape: tuple[int, ...], variant: Variant, f: OmnibusTest) -> Assumption:
    if variant == "chi2":
        return reference_fits(shape, "χ²")
    # unanimous blocks have the p-value of their permutations
    return reference_fits(shape, "F", exact=math.isinf(f.statistic), dof=int(f.dof[1]))


def _concordance(ranks: Array, plan: _Plan) -> float:
    """Return Kendall's W for incomplete rankings: 1 when blocks agree as far as the plan allows."""
    k = ranks.shape[1]
    largest = plan.meets**2 * k * (k**2 - 1) / 12
    share: float = _squares_between(ranks, plan) / largest
    return min(1.0, share)
