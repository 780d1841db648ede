"""Page's test for algorithms whose order was predicted.

Ours because ``scipy.stats.page_trend_test`` has no exact p-values with ties.
"""

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, check_choice, check_fraction
from benchreport.hints import option
from benchreport.numerics.nulls import page as page_null
from benchreport.numerics.ranks import block_ranks
from benchreport.numerics.tails import p_of_z
from benchreport.results.base import Assumption, Design
from benchreport.results.later import later
from benchreport.results.ranks.omnibus import OmnibusResult, OmnibusTest
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import notes
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._orders import places_in_order
from benchreport.wording.verdicts import assumptions as wording
from benchreport.wording.verdicts import notes as texts

Variant = Literal["auto", "exact", "normal"]


def page(
    scores: Scores, *, order: Sequence[str], alpha: float = 0.05, variant: Variant = "auto"
) -> OmnibusResult:
    """Test H0: within each block all rankings of the algorithms are equally likely.

    H1: they rank in the predicted order, best first, at least one step of it strictly. The test is more
    powerful than Friedman's where the order was predicted before the scores were seen, for instance
    for growing budgets or model sizes.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    order
        The names of all algorithms, from the one predicted best to the worst.
    alpha
        The level of the decision; the test is one-sided by nature.
    variant
        ``"exact"`` permutes every block's ranks, ties and all, for up to 8 algorithms; ``"normal"``
        is corrected for ties; ``"auto"`` is exact wherever that takes a fraction of a second.

    Returns
    -------
    OmnibusResult
        The tests, with L = Σ j·R_j and the mean of Spearman's ρ between the predicted order and the blocks.

    Raises
    ------
    DesignError
        Runs are missing, or the table is too large for an exact p-value.
    OptionError
        The order does not name every algorithm once; there is no such variant or alpha.

    References
    ----------
    Page (1963), JASA 58: 216-230.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> print(frame.bench(score="accuracy").page(order=["a", "b", "c"]).summary)
    Page test: L = 56.00, p < .001 (exact), mean Spearman ρ with the order = 1.00
    """
    check_fraction("alpha", alpha)
    check_choice("variant", variant, ("auto", "exact", "normal"))
    places = places_in_order(
        scores,
        order,
        option="order",
        rule="every algorithm once, best first",
        hint=option(order=list(scores.algorithms)),
    )
    values = scores.require_complete("page")
    ranks = block_ranks(values, higher_is_better=scores.higher_is_better)
    tests = _tests(ranks[:, places], variant)
    return OmnibusResult(
        procedure="page",
        method="Page test",
        variant=tests[0].variant if variant == "auto" else variant,
        alpha=alpha,
        design=Design.of(scores),
        assumptions=later(lambda: (independent_blocks(scores), BEFOREHAND)),
        warnings=later(
            lambda: (*notes(scores), texts.PREDICTED_ORDER.format(order=", ".join(map(str, order))))
        ),
        references=("page1963",),
        tests=tests,
        effect_name="mean Spearman ρ with the order",
        effect_size=_mean_rho(ranks[:, places]),
        mean_ranks=tuple(ranks.mean(axis=0).tolist()),
        claims=texts.TREND,
    )


BEFOREHAND = Assumption.of(wording.ORDER_BEFOREHAND)


def _tests(ranks: Array, variant: Variant) -> tuple[OmnibusTest, ...]:
    n_blocks, k = ranks.shape
    weights = np.arange(1, k + 1)
    observed = float((ranks @ weights).sum())
    # over all permutations of its ranks a block's share of L has this variance
    spread = float(((ranks - (k + 1) / 2) ** 2).sum()) / (k - 1)
    deviation = math.sqrt(spread * k * (k**2 - 1) / 12)
    excess = observed - n_blocks * k * (k + 1) ** 2 / 4
    z = excess / deviation if deviation > 0 else 0.0
    p = float(p_of_z(z, "greater")) if deviation > 0 else 1.0
    normal = OmnibusTest("normal", "z", z, (), p)
    exact = None if variant == "normal" else page_null.exact_p(ranks)
    if exact is not None:
        return OmnibusTest("exact", "L", observed, (), exact), normal
    if variant == "exact":
        raise DesignError(
            f"the exact null distribution of L for {k} algorithms on {n_blocks} blocks takes too "
            "long to compute.",
            hint=option(variant="normal") + ", which is accurate at this size",
        )
    return (normal,)


def _mean_rho(ranks: Array) -> float:
    """Average Spearman's ρ over blocks; a block of one tie has none and counts 0."""
    k = ranks.shape[1]
    predicted = np.arange(1, k + 1) - (k + 1) / 2
    centred = ranks - (k + 1) / 2
    lengths = np.sqrt((centred**2).sum(axis=1) * float(predicted @ predicted))
    rhos = np.where(lengths > 0, centred @ predicted / np.where(lengths > 0, lengths, 1), 0.0)
    return float(rhos.mean())
