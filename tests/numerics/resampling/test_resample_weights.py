import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from benchreport.errors import DataError, DesignError, OptionError
from benchreport.numerics.resampling import resample_weights as resampling
from benchreport.numerics.resampling.resample_weights import (
    collapse,
    resamples,
    resampling_p,
)

ONES = np.ones(30)
MANY = np.array([200, 0, 100, 300])


def _all(*args, **options):
    return np.concatenate(list(resamples(*args, **options)))


@pytest.mark.parametrize("counts", [ONES, np.array([1, 0, 4, 2, 9]), MANY])
def test_resamples_have_as_many_examples_as_the_sample(counts):
    weights = _all(counts, n_resamples=50)
    assert weights.shape == (50, len(counts))
    assert (weights.sum(axis=1) == counts.sum()).all()
    assert (weights[:, counts == 0] == 0).all()
    assert (weights == np.rint(weights)).all()


@pytest.mark.parametrize("counts", [np.array([1, 0, 4, 2, 9]), MANY])
def test_every_example_is_as_likely_as_any(counts):
    """Compare row totals of 4,000 resamples with their multinomial expectation by χ²."""
    totals = _all(counts, n_resamples=4_000)[:, counts > 0].sum(axis=0)
    expected = 4_000 * counts[counts > 0]
    assert stats.chisquare(totals, expected).pvalue > 1e-3


def test_both_ways_of_drawing_have_the_same_distribution():
    """The variance is n p (1 − p) and the covariance −n p q, whether rows or examples are drawn."""
    counts = np.array([12, 8, 20])
    share = counts / 40
    expected = 40 * (np.diag(share) - np.outer(share, share))
    for costly in (0, 1_000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(resampling, "_COSTLY", costly)
            covariance = np.cov(_all(counts, n_resamples=20_000), rowvar=False)
        assert covariance == pytest.approx(expected, abs=0.35)


@pytest.mark.parametrize("counts", [ONES, np.tile(MANY + 1, 2)])
def test_strata_keep_their_sizes(counts):
    strata = np.arange(len(counts)) % 3 * 5
    weights = _all(counts, strata=strata, n_resamples=40)
    for stratum in (0, 5, 10):
        inside = strata == stratum
        assert (weights[:, inside].sum(axis=1) == counts[inside].sum()).all()
        assert weights[:, inside].std(axis=0).min() > 0


def test_every_example_its_own_stratum():
    assert (_all(ONES, strata=np.arange(30), n_resamples=5) == 1).all()


@pytest.mark.parametrize("counts", [ONES, MANY])
@pytest.mark.parametrize("strata", [False, True])
def test_same_seed_same_bytes(counts, strata):
    groups = np.arange(len(counts)) // 2 if strata else None
    first = _all(counts, strata=groups, n_resamples=20, rng=7)
    assert first.tobytes() == _all(counts, strata=groups, n_resamples=20, rng=7).tobytes()
    generator = np.random.default_rng(7)
    assert first.tobytes() == _all(counts, strata=groups, n_resamples=20, rng=generator).tobytes()
    assert (first != _all(counts, strata=groups, n_resamples=20, rng=8)).any()


def test_chunks_are_bounded_and_have_seeds_of_their_own(monkeypatch):
    at_once = _all(ONES, n_resamples=20)
    monkeypatch.setattr(resampling, "CHUNK", 90)
    parts = list(resamples(ONES, n_resamples=20))
    assert [len(part) for part in parts] == [3] * 6 + [2]
    # the first is drawn as ever, and none repeats another
    np.testing.assert_array_equal(parts[0], at_once[:3])
    assert len({part.tobytes() for part in parts}) == 7


@given(
    st.integers(1, 40).flatmap(
        lambda n: arrays(np.int64, (n, 3), elements=st.sampled_from([-1, 0, 2, 10**15]))
    )
)
def test_collapse(table):
    places, multiplicity = collapse(*table.T)
    expected, counts = np.unique(table, axis=0, return_counts=True)
    order = np.lexsort(table[places].T[::-1])
    assert (table[places][order] == expected).all()
    assert (multiplicity[order] == counts).all()
    assert multiplicity.sum() == len(table)


def test_p_counts_the_observed_one():
    null = np.array([[-3.0, 0.0], [1.0, 0.0], [2.0, 0.0], [0.5, 0.0]])
    assert resampling_p(null, [2.0, 0.0], 1.0, "two-sided").tolist() == [3 / 5, 1.0]
    assert resampling_p(null, [2.0, 0.0], 1.0, "greater").tolist() == [2 / 5, 1.0]
    assert resampling_p(null, [-2.0, 0.0], 1.0, "less").tolist() == [2 / 5, 1.0]


def test_p_takes_rounding_for_a_tie():
    """0.3 from a sum in another order is 0.30000000000000004."""
    null = np.full(9, 0.1 + 0.2)
    assert resampling_p(null, 0.3, 1.0, "two-sided") == 1.0
    assert resampling_p(np.full(9, 0.3), 0.1 + 0.2, 1.0, "greater") == 1.0
    assert resampling_p(np.full(9, 0.29), 0.3, 1.0, "greater") == 0.1


def test_p_of_undefined_values_is_undefined():
    assert np.isnan(resampling_p(np.array([0.1, np.nan]), 0.05, 1.0, "greater"))
    assert np.isnan(resampling_p(np.array([0.1, 0.2]), np.nan, 1.0, "two-sided"))


def test_errors():
    with pytest.raises(OptionError, match="at least 1; got 0"):
        _all(ONES, n_resamples=0)
    for wrong in ([0.5, 1.0], [-1, 2], [0, 0]):
        with pytest.raises(DataError, match="whole numbers"):
            _all(np.array(wrong))
    with pytest.raises(DesignError, match=r"got shape \(\)"):
        _all(10)
    with pytest.raises(DesignError, match="each of 30 rows"):
        _all(ONES, strata=[0, 1])
    with pytest.raises(OptionError, match="alternative"):
        resampling_p(np.zeros(3), 0.0, 1.0, "larger")
