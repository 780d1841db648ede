import numpy as np
import pytest
from looped import loop_over
from published import by_pair, cases

from benchreport.numerics.ranks import aligned_ranks
from benchreport.stats import aligned_post


@loop_over(("scores", "answer"), cases("friedman_aligned"))
def test_the_published_form_against_r(scores, answer):
    """z = (R_i − R_j)/√(k(N+1)/6), García et al. (2010), in R 4.2.2."""
    rows = by_pair(aligned_post(scores, variant="published_z"))
    for pair in answer["pairs"]:
        row = rows[pair["first"], pair["second"]]
        assert row.difference == pytest.approx(pair["difference"], rel=1e-8, abs=1e-12)
        assert row.statistic == pytest.approx(pair["z"], rel=1e-8, abs=1e-12)
        assert row.p_value == pytest.approx(pair["p"], rel=1e-8)


def test_t_is_the_contrast_of_a_linear_model(demsar):
    """The same t by least squares on the aligned ranks, algorithm and block as factors."""
    ranks = aligned_ranks(demsar.values, higher_is_better=True)
    n, k = ranks.shape
    columns = np.kron(np.ones((n, 1)), np.eye(k))
    rows = np.kron(np.eye(n)[:, 1:], np.ones((k, 1)))
    design = np.hstack([columns, rows])
    fitted, residual, _, _ = np.linalg.lstsq(design, ranks.ravel(), rcond=None)
    contrast = np.zeros(design.shape[1])
    contrast[:2] = 1, -1
    spread = residual[0] / (n * k - n - k + 1)
    error = np.sqrt(spread * contrast @ np.linalg.inv(design.T @ design) @ contrast)
    row = aligned_post(demsar).comparisons[0]
    assert row.statistic == pytest.approx(contrast @ fitted / error)
