"""Omnibus tests: F ratios, χ² statistics and Kendall's W."""

import math

import numpy as np

from benchreport.numerics.nulls.block_anova import BlockAnova
from benchreport.numerics.nulls.friedman import unanimous_p
from benchreport.numerics.ranks import tie_sums
from benchreport.numerics.upper_tails import chi2_upper_tail, f_upper_tail
from benchreport.results.ranks.omnibus import OmnibusTest
from benchreport.stats._arrays import Array


def chi2_test(statistic: float, dof: int, symbol: str = "χ²") -> OmnibusTest:
    """Refer a statistic to the χ² distribution."""
    return OmnibusTest("chi2", symbol, statistic, (dof,), chi2_upper_tail(dof, statistic))


def f_test(parts: BlockAnova, *, unanimous: bool) -> OmnibusTest:
    """Test the treatments of an analysis of variance of ranks.

    Parameters
    ----------
    parts
        The analysis of variance of the (transformed) ranks.
    unanimous
        Whether all blocks rank alike. Then there is no error, and p comes from the permutations.
    """
    dof = parts.dof_treatments, parts.dof_error
    if parts.ss_treatments == 0:
        return OmnibusTest("f", "F", 0.0, dof, 1.0)
    if parts.ss_error == 0 or (unanimous and parts.ss_error < 1e-12 * parts.ss_treatments):
        least = unanimous_p(parts.dof_blocks + 1, dof[0] + 1)
        return OmnibusTest("f", "F", math.inf, dof, least)
    f = parts.ss_treatments / dof[0] / parts.ms_error
    return OmnibusTest("f", "F", f, dof, f_upper_tail(*dof, f))


def kendall_w(ranks: Array) -> float:
    """Return the agreement of complete blocks (N, k), 0 to 1, corrected for ties; 0 if all are tied."""
    return float(agreement(ranks.sum(axis=0), np.asarray(tie_sums(ranks).sum()), len(ranks)))


def agreement(rank_sums: Array, ties: Array, n_blocks: int) -> Array:
    """Return Kendall's W from the sums of ranks (…, k) and of t³ − t (…) over the blocks."""
    k = rank_sums.shape[-1]
    squares = np.square(rank_sums - n_blocks * (k + 1) / 2).sum(axis=-1)
    most = n_blocks**2 * (k**3 - k) / 12 - n_blocks * ties / 12
    w: Array = np.minimum(1.0, np.divide(squares, most, out=np.zeros_like(squares), where=most > 0))
    return w
