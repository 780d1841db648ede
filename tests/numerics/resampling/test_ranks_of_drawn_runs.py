import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from looped import loop_over

from benchreport.numerics.resampling.ranks_of_drawn_runs import draw_ranks, exact_ranks


def enumerate_ranks(runs, *, higher_is_better):
    """Rank every possible draw of one run for each system; all are equally likely."""
    sign = -1 if higher_is_better else 1
    ranks = []
    for draw in itertools.product(*runs):
        cost = [sign * value for value in draw]
        ranks.append(
            [
                1
                + sum(other < run for other in cost)
                + (sum(other == run for other in cost) - 1) / 2
                for run in cost
            ]
        )
    return np.mean(ranks, axis=0), np.std(ranks, axis=0)


SMALL = [
    [[1.0, 3.0], [2.0], [2.0, 0.5, 3.0]],
    [[1.0, 1.0], [1.0, 2.0]],
    [[0.3, 0.7, 0.1], [0.2, 0.7], [0.7, 0.9], [0.1, 0.5, 0.6]],
]


@loop_over("runs", SMALL)
@loop_over("higher", [True, False])
def test_exact_ranks_by_listing_all_draws(runs, higher):
    expected = enumerate_ranks(runs, higher_is_better=higher)
    ranks = exact_ranks(runs, higher_is_better=higher)
    np.testing.assert_allclose(ranks, expected, atol=1e-12)


@given(
    st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=4), min_size=2, max_size=4),
    st.booleans(),
)
def test_exact_ranks_of_any_runs(runs, higher):
    ranks = exact_ranks(runs, higher_is_better=higher)
    np.testing.assert_allclose(ranks, enumerate_ranks(runs, higher_is_better=higher), atol=1e-10)


@pytest.mark.parametrize("runs", SMALL)
def test_drawn_ranks_are_near_the_exact_ones(runs):
    n_draws = 20_000
    mean, sd = exact_ranks(runs, higher_is_better=True)
    ranks = draw_ranks(runs, higher_is_better=True, n_draws=n_draws, rng=1)
    assert ranks.sum(axis=1) == pytest.approx(len(runs) * (len(runs) + 1) / 2)
    # the limit is five standard errors of the mean; the seed makes the outcome permanent
    np.testing.assert_array_less(np.abs(ranks.mean(axis=0) - mean), 5 * sd / n_draws**0.5 + 1e-12)
    np.testing.assert_allclose(ranks.std(axis=0), sd, atol=0.02)
