import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from looped import loop_over
from needs import draws, longer
from published import oracle

from benchreport.errors import OptionError
from benchreport.numerics.series.change_points import _partition, change_points

PARTITIONS = oracle("nights")["partitions"]
SERIES = arrays(np.float64, st.integers(4, 12), elements=st.integers(-8, 8).map(lambda n: n / 4))


def cost(series, begins, penalty):
    parts = np.split(series, begins)
    return sum(((part - part.mean()) ** 2).sum() for part in parts) + penalty * len(begins)


@pytest.mark.parametrize("expected", PARTITIONS.values(), ids=PARTITIONS)
def test_against_strucchange(expected):
    """Least squares of breakpoints (strucchange 1.5-3) for each number of changes, and a penalty."""
    series = np.array(expected["values"])
    for answer in expected["answers"]:
        begins = _partition(series, answer["penalty"], expected["fewest"])
        assert begins == answer["begins"]
        assert cost(series, begins, answer["penalty"]) == pytest.approx(answer["cost"], rel=1e-12)


@settings(deadline=None, max_examples=draws(25))
@given(SERIES, st.sampled_from([0.05, 0.3, 1.0, 4.0]), st.integers(1, 3))
def test_against_all_partitions(series, penalty, shortest):
    places = range(1, len(series))
    all_of_them = (
        begins
        for count in range(len(series))
        for begins in itertools.combinations(places, count)
        if np.diff([0, *begins, len(series)]).min() >= shortest
    )
    best = min(cost(series, list(begins), penalty) for begins in all_of_them)
    begins = _partition(series, penalty, shortest)
    assert np.diff([0, *begins, len(series)]).min() >= shortest
    assert cost(series, begins, penalty) == pytest.approx(best, abs=1e-9)


def test_finds_steps():
    rng = np.random.default_rng(0)
    for place in (3, 20, 57):
        series = rng.normal(size=60) * 0.3
        series[place:] -= 5.0
        assert change_points(series) == [place]


@pytest.mark.parametrize("nights", [50, longer(100), longer(400)])
def test_leaves_noise_whole(nights):
    rng = np.random.default_rng(nights)
    unbroken = [not change_points(rng.normal(size=nights)) for _ in range(150)]
    assert np.mean(unbroken) >= 0.95


@pytest.mark.parametrize("spike", [8.0, -30.0])
def test_a_spike_is_no_level(spike):
    series = np.random.default_rng(1).normal(size=60)
    series[30] += spike
    assert change_points(series) == []


def test_autocorrelation_makes_it_careful():
    rng = np.random.default_rng(2)
    detections = np.zeros(2)
    for _ in range(40):
        series = rng.normal(size=120)
        for night in range(1, 120):
            series[night] += 0.6 * series[night - 1]
        detections += [len(change_points(series)) > 0, len(change_points(series, rho=0.6)) > 0]
    assert detections[0] > 20
    assert detections[1] <= 4


@pytest.mark.parametrize("scale", [1e-300, 1e-15, 1e15, 1e300])
def test_scale_does_not_matter(scale):
    series = np.random.default_rng(3).normal(size=40) / 10
    series[25:] += 1.0
    assert change_points(series * scale) == change_points(series) == [25]
    assert change_points(series + 5.0) == [25]


def test_exact_plateaus():
    assert change_points([0.9] * 7 + [0.905] * 4 + [0.9] * 5) == [7, 11]
    assert change_points([0.1 + 0.2] * 5 + [0.3] * 5) == []
    assert change_points([1.0] * 5 + [1.0 + 1e-9] * 5) == [5]


@pytest.mark.parametrize("series", [[], [1.0], [1.0, 2.0, 3.0, 4.0, 5.0], [0.0] * 9])
def test_too_short_or_constant(series):
    assert change_points(series) == []


@pytest.mark.parametrize("bad", [[1.0, np.nan, 2.0], [1.0, np.inf, 2.0], [[1.0, 2.0], [3.0, 4.0]]])
def test_refuses_gaps(bad):
    with pytest.raises(OptionError, match="finite"):
        change_points(bad)


@loop_over("rho", [0.0, 0.3, 0.6])
@loop_over("penalty", [1.0, 3.0])
def test_a_change_is_found_where_it_is_worth_its_cost(rho, penalty):
    """Alternating noise of known size: the cost is penalty · ln(T) · noise² · (1 + ρ)/(1 − ρ)²."""
    size = 80
    noise = 2 * 1.4826 / np.sqrt(2)
    cost = penalty * np.log(size) * noise**2 * (1 + rho) / (1 - rho) ** 2
    # halves of a step h reduce the sum of squares by T h²/4
    height = np.sqrt(4 * cost / size)
    plain = np.tile([1.0, -1.0], size // 2)
    for share, expected in ((0.97, []), (1.03, [size // 2])):
        series = plain + share * height * (np.arange(size) >= size // 2)
        assert change_points(series, rho=rho, penalty=penalty) == expected
