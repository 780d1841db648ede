import math

import numpy as np
import pytest
from looped import loop_over

from benchreport.numerics.resampling import dirichlet_process
from benchreport.numerics.resampling.dirichlet_process import region_shares

RNG = np.random.default_rng(8)
WHERE = {"zero": 0.0, "above": math.inf, "below": -math.inf}


def shares(z, rope=0.0, place=0.0, **changed):
    options = {"strength": 0.5, "n_resamples": 20_000, "rng": 0, **changed}
    return region_shares(np.atleast_2d(z), rope=rope, place=place, **options)[0]


def by_definition(z, rope, place, *, draws=20_000, strength=0.5):
    """Add up the weights of all pairs of differences, as section 4.2 of the tutorial does."""
    every = np.append(z, place)
    weights = np.random.default_rng(99).standard_gamma(
        np.append(np.ones(len(z)), strength), (draws, len(every))
    )
    sums = every[:, None] + every
    # a value on the edge is in the region; sums of decimals need not be the same decimal
    tolerance = 1e-9
    above = np.einsum("bi,ij,bj->b", weights, (sums > 2 * rope + tolerance) * 1.0, weights)
    below = np.einsum("bi,ij,bj->b", weights, (sums < -2 * rope - tolerance) * 1.0, weights)
    if rope == 0:
        return np.array([(below > above).mean(), 0.0, (above > below).mean()])
    within = weights.sum(axis=1) ** 2 - above - below
    most = np.column_stack([below, within, above]).argmax(axis=1)
    return np.bincount(most, minlength=3) / draws


@loop_over("place", WHERE.values())
@loop_over("rope", [0.0, 0.01, 0.02, 0.2])
@loop_over("n", [2, 3, 8, 21])
def test_against_the_definition(n, rope, place):
    """The tolerance is five standard errors of the difference of two drawn shares."""
    z = RNG.normal(0.01, 0.04, n).round(2)
    assert shares(z, rope, place) == pytest.approx(by_definition(z, rope, place), abs=0.025)


@pytest.mark.parametrize("rope", [0.0, 0.03])
def test_turned_around_and_reordered(rope):
    z = RNG.normal(0.02, 0.05, 15).round(3)
    plain = shares(z, rope)
    assert shares(-z, rope).tolist() == plain[::-1].tolist()
    assert shares(RNG.permutation(z), rope).tolist() == plain.tolist()
    assert shares(-z, rope, math.inf).tolist() == shares(z, rope, -math.inf)[::-1].tolist()


def test_a_pair_does_not_depend_on_the_others():
    z = RNG.normal(size=(4, 9))
    together = region_shares(z, rope=0.1, strength=0.5, place=0.0, n_resamples=3000, rng=4)
    for row, alone in zip(together, z, strict=True):
        assert shares(alone, 0.1, n_resamples=3000, rng=4).tolist() == row.tolist()


def test_extremes():
    assert shares(np.zeros(5)).tolist() == [0.5, 0, 0.5]
    assert shares(np.zeros(5), 0.1).tolist() == [0, 1, 0]
    assert shares(np.ones(5)).tolist() == [0, 0, 1]
    assert shares(-np.ones(5)).tolist() == [1, 0, 0]
    assert shares([3.0, -2, 5], 10.0).tolist() == [0, 1, 0]
    # a value on the edge is inside, however it rounds in binary
    assert shares(np.full(6, 0.9 - 0.8).round(12), 0.1).tolist() == [0, 1, 0]
    assert shares(np.array([0.1, 0.3]), 0.2, strength=1e-9)[1] > 0.2


def test_a_symmetric_sample_is_even():
    z = np.array([-3.0, -1, 1, 3])
    below, _, above = shares(z, n_resamples=40_000)
    assert below == pytest.approx(above, abs=0.02)


def test_draws_come_in_parts(monkeypatch):
    z = RNG.normal(0.1, 1, 12)
    at_once = shares(z, 0.2)
    monkeypatch.setattr(dirichlet_process, "HELD", 1)
    assert shares(z, 0.2) == pytest.approx(at_once, abs=0.02)
    assert shares(z, 0.2, n_resamples=1).sum() == 1


def test_the_prior_bounds_the_shares():
    z = np.array([0.4, 0.1, 0.3, -0.2])
    low, middle, high = (shares(z, place=place)[2] for place in (-math.inf, 0.0, math.inf))
    assert low < middle < high
    heavier = shares(z, place=-math.inf, strength=3.0)[2]
    assert heavier < low


@pytest.mark.parametrize("place", [0.0, np.inf, -np.inf])
def test_what_is_not_above_is_below_where_no_sum_is_0(monkeypatch, place):
    differences = np.random.default_rng(3).normal(0.1, 1.0, (4, 12))
    said = {"rope": 0.0, "strength": 0.5, "place": place, "n_resamples": 2000, "rng": 1}
    half = dirichlet_process.region_shares(differences, **said)
    find = dirichlet_process._find_partners
    found = [find(np.sort(row), 0.0, place) for row in differences]
    assert all(pair.whole for pair in found)
    monkeypatch.setattr(
        dirichlet_process, "_find_partners", lambda *row: find(*row)._replace(whole=False)
    )
    assert np.array_equal(dirichlet_process.region_shares(differences, **said), half)


@pytest.mark.parametrize("row", [[-1.0, 1.0, 3.0], [0.0, 1.0, 2.0], [-0.3, 0.1 + 0.2, 1.0]])
def test_sums_of_0_are_neither_above_nor_below(row):
    assert not dirichlet_process._find_partners(np.sort(row), 0.0, 0.0).whole
