import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from benchreport.errors import DataError, DesignError
from benchreport.numerics.predictions.correctness_counts import (
    _CHUNK,
    pair_counts,
    pair_tables,
    weight_unit,
    weighted_pair_counts,
)

answers = st.tuples(st.integers(1, 12), st.integers(1, 5)).flatmap(lambda s: arrays(np.bool_, s))


def all_tables(counts):
    return pair_tables(counts, np.triu_indices(len(counts.right), 1))


def _list_counts(correct, weights):
    """Count one pair at a time, from the definition."""
    columns = correct.T
    return np.array([[weights[column & ~other].sum() for other in columns] for column in columns])


@settings(deadline=None)
@given(answers)
def test_counts_are_those_of_the_definition(correct):
    counts = pair_counts(correct)
    assert counts.total == len(correct)
    assert counts.right.tolist() == correct.sum(axis=0).tolist()
    expected = _list_counts(correct, np.ones(len(correct), dtype=np.int64))
    assert counts.ahead.tolist() == expected.tolist()
    assert counts.ahead.dtype == counts.right.dtype == np.int64


@pytest.mark.parametrize("n", [_CHUNK - 1, _CHUNK, 3 * _CHUNK + 5])
def test_chunks_and_memory_order_change_nothing(n):
    rng = np.random.default_rng(n)
    correct = rng.random((n, 4)) < [0.2, 0.9, 0.5, 1.0]
    weights = rng.integers(0, 5, n)
    plain, weighted = pair_counts(correct), weighted_pair_counts(correct, weights)
    assert plain.ahead.tolist() == _list_counts(correct, np.ones(n, dtype=np.int64)).tolist()
    assert weighted.ahead.tolist() == _list_counts(correct, weights).tolist()
    assert weighted.right.tolist() == (weights[:, None] * correct).sum(axis=0).tolist()
    for stored in (np.asfortranarray(correct), correct[::-1], np.repeat(correct, 2, 1)[:, ::2]):
        assert pair_counts(stored).ahead.tolist() == plain.ahead.tolist()


@settings(deadline=None)
@given(answers, st.data())
def test_whole_weights_are_repeated_examples(correct, data):
    weights = data.draw(arrays(np.int64, len(correct), elements=st.integers(0, 4)))
    repeated = np.repeat(correct, weights, axis=0)
    weighted = weighted_pair_counts(correct, weights)
    assert weighted.total == len(repeated)
    if len(repeated):
        counts = pair_counts(repeated)
        assert weighted.right.tolist() == counts.right.tolist()
        assert weighted.ahead.tolist() == counts.ahead.tolist()
        assert all_tables(weighted).tolist() == all_tables(counts).tolist()


def test_tables_are_of_pairs_in_column_order():
    correct = np.array([[1, 1, 0], [1, 0, 0], [0, 1, 1], [0, 0, 0], [1, 0, 1]]) == 1
    tables = all_tables(pair_counts(correct))
    assert tables.tolist() == [[[1, 2], [1, 1]], [[1, 2], [1, 1]], [[1, 1], [1, 2]]]
    assert all_tables(pair_counts(correct[:, :1])).shape == (0, 2, 2)


def test_models_that_never_differ_have_exact_zeros_whatever_the_weights():
    rng = np.random.default_rng(5)
    same = np.repeat(rng.random((50_000, 1)) < 0.7, 6, axis=1)
    assert not pair_counts(same).ahead.any()
    assert not weighted_pair_counts(same, rng.random(50_000)).ahead.any()


@pytest.mark.parametrize(
    "table", [[[1, 0], [0, 1]], [True, False], np.zeros((0, 2), bool), np.zeros((3, 0), bool)]
)
def test_tables_that_are_not_of_right_and_wrong(table):
    with pytest.raises(DesignError, match=r"boolean table[^\n]*\nHint: predictions == truth"):
        pair_counts(table)


def test_invalid_weights_are_refused():
    correct = np.ones((3, 2), dtype=bool)
    with pytest.raises(DesignError, match="one for each of 3 examples"):
        weighted_pair_counts(correct, [1.0, 2.0])
    for weights in ([1, -1, 1], [1, np.nan, 1], [1, np.inf, 1]):
        with pytest.raises(DataError, match="finite and not negative"):
            weighted_pair_counts(correct, weights)


@given(arrays(np.float64, 4, elements=st.floats(5e-324, 1.7e308, allow_subnormal=True)))
def test_weights_in_their_unit_can_be_squared(weights):
    unit = weight_unit(weights)
    scaled = weights / unit
    assert 1 <= scaled.max() < 2
    assert np.isfinite(np.square(scaled).sum())
    # division by a power of two does not round
    large = scaled > 1e-290
    assert (scaled * unit)[large].tolist() == weights[large].tolist()
