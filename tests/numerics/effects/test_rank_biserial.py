import numpy as np
import pytest
from scipy import special

from benchreport.errors import OptionError
from benchreport.numerics.effects.rank_biserial import rank_biserial
from benchreport.numerics.nulls.signed_rank import signed_ranks

TIED = [1, 1, -1, 2, 2, 3, -3, 4, 5, 5]


def of(differences, confidence=0.95):
    return rank_biserial(signed_ranks(differences), confidence)


def test_the_estimate_is_that_of_r():
    """effectsize 0.8.3, rank_biserial(d, 0, paired = TRUE)."""
    assert float(of(TIED)[0]) == pytest.approx(0.6909090909090909, rel=1e-12)


def test_the_interval_by_walsh_averages():
    """List all pairs of differences one by one, and take Cliff's ends."""
    for differences in (TIED, [0.5, -0.2, 0.3, 0.0, 1.1, -0.7, 0.9]):
        d = np.array([x for x in differences if x != 0], dtype=float)
        n = len(d)
        r = np.sign(np.add.outer(d, d))[np.triu_indices(n)].sum() / (n * (n + 1) / 2)
        g = np.sign(np.add.outer(d, d)).mean(axis=1)
        s2 = 4 * g.var(ddof=1) / n
        t2 = special.stdtrit(n - 1, 0.975) ** 2
        centre, spread = r * (1 - r**2), t2 * s2
        half = np.sqrt(spread * ((1 - r**2) ** 2 + spread))
        ends = [(centre - half) / (1 - r**2 + spread), (centre + half) / (1 - r**2 + spread)]
        effect = [float(end) for end in of(differences)]
        assert effect == pytest.approx([r, max(ends[0], -1), min(ends[1], 1)], rel=1e-10)


def test_ends_of_one_sign_and_of_zeros():
    rows = np.array([[1.0, 2, 3, 4, 5], [-1, -2, -3, -4, -5], [0, 0, 0, 0, 0]])
    r, low, high = of(rows)
    # five of one sign have probability .025 where P(d > 0) is q
    q = 0.025 ** (1 / 5)
    above = special.ndtr(np.sqrt(2) * special.ndtri(q))
    bound = (10 * (2 * above - 1) + 5 * (2 * q - 1)) / 15  # of 10 pairs and 5 alone
    assert r.tolist() == [1, -1, 0]
    assert low.tolist() == pytest.approx([bound, -1, -1])
    assert high.tolist() == pytest.approx([1, -bound, 1])


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_differences_of_one_sign_agree_with_the_exact_test(confidence):
    for n in range(1, 20):
        differences = np.arange(1.0, n + 1)
        _, low, high = of(differences, confidence)
        assert (low > 0) == (2 * 0.5**n < 1 - confidence), n
        assert of(-differences, confidence)[1:] == (-high, -low)


def test_it_covers_the_truth_as_often_as_announced():
    """Draw normal differences shifted by one standard deviation; 2U − 1 is the truth."""
    rng = np.random.default_rng(0)
    sums = rng.normal(1, 1, (2, 1_000_000)).sum(axis=0)
    between, alone = 2 * np.mean(sums > 0) - 1, 2 * special.ndtr(1.0) - 1
    for n in (6, 10, 20, 40):
        truth = ((n - 1) * between + 2 * alone) / (n + 1)
        _, low, high = of(rng.normal(1, 1, (3000, n)))
        assert np.mean((low <= truth) & (truth <= high)) > 0.91


def test_confidence_is_checked():
    with pytest.raises(OptionError, match="confidence"):
        of([1.0, 2.0], 95)
