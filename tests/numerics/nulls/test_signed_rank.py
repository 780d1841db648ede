import itertools
from typing import get_args

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from benchreport.errors import OptionError
from benchreport.numerics.nulls.signed_rank import (
    Zeros,
    lower_tail,
    signed_rank_p,
    signed_ranks,
    untied_null,
)
from benchreport.numerics.ties import snap_differences

MODES = get_args(Zeros)

# exactRankTests 0.8-35, wilcox.exact(d)$p.value
TIED = [
    ([1, 1, -1, 2, 2, 3, -3, 4, 5, 5], 0.060546875),
    ([0.5, 0.5, 0.5, -0.5, 1.5, 2, 2, 2, -3, 4, 4, 6], 0.02392578125),
    ([3, 3, 3, 3, 3, -3], 0.21875),
    ([7, -7, 1, 2, 2, 2, 9, 9, -1, 4, 6, 6, 6, 8, 5], 0.00531005859375),
]
# R 4.2.2, psignrank(t, n)
PSIGNRANK = [
    (0, 20, 9.53674316406250e-07), (100, 30, 2.691389992833138e-03),
    (3000, 128, 3.520327461588613e-03), (8000, 200, 6.089114852074680e-03),
]  # fmt: skip
# Demšar (2006), Table 6: AUC of C4.5 and of C4.5+m
C45 = [
    0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661,
    0.583, 0.775, 1.000, 0.940, 0.619, 0.972, 0.957,
]  # fmt: skip
C45_M = [
    0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668,
    0.583, 0.838, 1.000, 0.962, 0.666, 0.981, 0.978,
]  # fmt: skip


def enumerate_p(differences: npt.ArrayLike, zeros: Zeros) -> float:
    """Flip the sign of every difference, zeros with them, in all 2^n ways."""
    magnitudes = np.abs(np.asarray(differences, dtype=float))
    sums = [
        float(signed_ranks(magnitudes * signs, zeros).positive)
        for signs in itertools.product([-1.0, 1.0], repeat=len(magnitudes))
    ]
    observed = float(signed_ranks(differences, zeros).positive)
    lower, upper = np.mean(np.array(sums) <= observed), np.mean(np.array(sums) >= observed)
    return min(1.0, 2.0 * float(min(lower, upper)))


@pytest.mark.parametrize(("differences", "p"), TIED)
def test_exact_p_with_ties_equals_that_of_r(differences: list[float], p: float) -> None:
    sums = signed_ranks(differences)
    assert signed_rank_p(sums)[0] == pytest.approx(p, rel=1e-12)
    plus, minus = float(sums.positive), float(sums.negative)
    assert 2 * lower_tail(sums.ranks, min(plus, minus)) == pytest.approx(p, rel=1e-12)
    below = lower_tail(sums.ranks, max(plus, minus) - 0.5)
    assert 2 * (1 - below) == pytest.approx(p, rel=1e-12)


def test_one_sided_p_is_enumeration() -> None:
    differences = np.array([1.0, 1, -2, 3, 3, -3, 4])
    sums = signed_ranks(differences)
    signs = np.array(np.meshgrid(*[[0, 1]] * 7)).reshape(7, -1)
    null = sums.ranks @ signs
    for variant in ("exact", "auto"):
        for side, count in (
            ("greater", np.mean(null >= sums.positive)),
            ("less", np.mean(null <= sums.positive)),
        ):
            p = signed_rank_p(sums, variant=variant, alternative=side)[0]
            assert p == pytest.approx(count, rel=1e-12)
    normal = [
        float(signed_rank_p(sums, variant="normal", alternative=side)[0])
        for side in ("greater", "less")
    ]
    assert sum(normal) == pytest.approx(1)


@pytest.mark.parametrize(("t", "n", "p"), PSIGNRANK)
def test_the_untied_null_equals_that_of_r(t: int, n: int, p: float) -> None:
    assert untied_null(n)[t] == pytest.approx(p, rel=1e-10)


@pytest.mark.parametrize("zeros", MODES)
@pytest.mark.parametrize("seed", range(4))
def test_exact_p_equals_enumeration_with_zeros_and_ties(zeros: Zeros, seed: int) -> None:
    draw = np.random.default_rng(seed)
    for differences in (
        draw.integers(-3, 5, 7).astype(float),  # zeros and ties
        np.concatenate([draw.normal(0.5, 1.0, 6), [0.0, 0.0]]),  # zeros without ties
        draw.normal(0.5, 1.0, 7),
    ):
        p, method = signed_rank_p(signed_ranks(differences, zeros), variant="exact")
        assert p == pytest.approx(enumerate_p(differences, zeros), rel=1e-12)
        assert method == "exact"


@pytest.mark.parametrize("zeros", MODES)
@pytest.mark.parametrize("variant", ["auto", "exact", "normal"])
def test_many_pairs_at_once_equal_one_after_the_other(zeros: Zeros, variant: str) -> None:
    draw = np.random.default_rng(6)
    pairs = np.vstack([draw.integers(-4, 6, (20, 12)), draw.normal(size=(20, 12))])
    pairs[3] = 0.0
    sums = signed_ranks(pairs, zeros)
    p, method = signed_rank_p(sums, variant=variant)
    for i, row in enumerate(pairs):
        alone = signed_ranks(row, zeros)
        assert [field[i].tolist() for field in sums] == [field.tolist() for field in alone]
        expected = signed_rank_p(alone, variant=variant)
        assert (p[i], method[i]) == (expected[0], expected[1])


@pytest.mark.parametrize("zeros", MODES)
def test_the_normal_approximation_equals_that_of_scipy(zeros: Zeros) -> None:
    draw = np.random.default_rng(7)
    for differences in (draw.integers(-9, 12, 60).astype(float), draw.normal(0.1, 1.0, 60)):
        p, method = signed_rank_p(signed_ranks(differences, zeros), variant="normal")
        expected = stats.wilcoxon(differences, zero_method=zeros, method="asymptotic").pvalue
        assert p == pytest.approx(expected, rel=1e-10)
        assert method == "normal"


def test_the_normal_approximation_equals_that_of_r() -> None:
    # R 4.2.2, wilcox.test(d, exact = FALSE, correct = FALSE)$p.value
    p, _ = signed_rank_p(signed_ranks([*TIED[0][0], 0, 0]), variant="normal")
    assert p == pytest.approx(0.05171208795573794, rel=1e-12)


def test_pratt_and_zsplit_moments_are_their_published_formulas() -> None:
    differences = np.array([0, 0, 0, 1, -1, 1, 2, -3, 3, 5.0])
    n, n0 = 10, 3
    full, zero = n * (n + 1) * (2 * n + 1), n0 * (n0 + 1) * (2 * n0 + 1)
    tied = (3**3 - 3) + (2**3 - 2)
    pratt, zsplit = signed_ranks(differences, "pratt"), signed_ranks(differences, "zsplit")
    assert pratt.variance == pytest.approx((full - zero) / 24 - tied / 48)
    assert pratt.mean == pytest.approx((n * (n + 1) - n0 * (n0 + 1)) / 4)
    assert zsplit.variance == pytest.approx(full / 24 - (tied + 3**3 - 3) / 48)
    assert zsplit.mean == pytest.approx(n * (n + 1) / 4)
    assert (int(pratt.n), int(zsplit.n), int(pratt.nonzero)) == (10, 10, 7)


def test_demsar_2006_table_6() -> None:
    sums = signed_ranks(snap_differences(C45_M, C45), "zsplit")
    assert (float(sums.positive), float(sums.negative)) == (93.0, 12.0)
    assert signed_rank_p(sums, variant="normal")[0] == pytest.approx(0.01097, abs=5e-6)


@pytest.mark.parametrize("zeros", MODES)
def test_all_differences_zero_is_no_evidence(zeros: Zeros) -> None:
    for variant in ("auto", "exact", "normal"):
        p, method = signed_rank_p(signed_ranks(np.zeros(5), zeros), variant=variant)
        assert (p, method) == (1.0, "exact")


@pytest.mark.parametrize(
    ("n", "tied", "expected"),
    [(50, True, "exact"), (51, True, "normal"), (500, False, "exact"), (501, False, "normal")],
)
def test_auto_is_exact_up_to_the_documented_size(n: int, tied: bool, expected: str) -> None:  # noqa: FBT001
    differences = np.arange(1.0, n + 1) * np.where(np.arange(n) % 3, 1, -1)
    if tied:
        differences[-1] = differences[-2]
    p, method = signed_rank_p(signed_ranks(differences))
    assert method == expected
    assert 0.0 < p < 1.0


def test_wrong_options_are_refused() -> None:
    with pytest.raises(OptionError, match="zeros"):
        signed_ranks([1.0], "split")
    with pytest.raises(OptionError, match="variant"):
        signed_rank_p(signed_ranks([1.0]), variant="exakt")
    with pytest.raises(OptionError, match="1000"):
        signed_rank_p(signed_ranks(np.arange(1.0, 1002)), variant="exact")
