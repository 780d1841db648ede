from types import SimpleNamespace

import numpy as np
import pytest

from benchreport.numerics import selection_of_averages
from benchreport.numerics.selection_of_averages import select_averages
from benchreport.numerics.selection_of_sums import select_sums

RNG = np.random.default_rng(20)
SHAPE = (12, 90)
NORMAL = RNG.normal(size=SHAPE)
SAMPLES = {
    "without ties": NORMAL,
    "in units of a hundredth": NORMAL.round(2),
    "a tenth, and rounding errors": NORMAL.round(1) + RNG.choice([0, 1e-13], SHAPE),
    "heavy tails": RNG.standard_cauchy(SHAPE),
    "one outlier": np.where(np.arange(90) == 7, 1e9, NORMAL),
    "outliers on both sides, whose averages lie in the middle": np.where(
        RNG.random(SHAPE) < 0.2, 1e4 * RNG.choice([-1, 1], SHAPE) + NORMAL, NORMAL
    ),
    "half of them zero": np.where(RNG.random(SHAPE) < 0.5, 0.0, NORMAL),
    "nearly all zero": np.where(RNG.random(SHAPE) < 0.95, 0.0, NORMAL),
    "right and wrong answers": RNG.integers(-1, 2, SHAPE).astype(float),
    "two clusters": np.where(RNG.random(SHAPE) < 0.5, 1.0, 0.0) + 1e-4 * NORMAL,
    "constant": np.ones(SHAPE),
    "rows of several kinds": np.vstack([NORMAL[:9], np.zeros((3, 90))]),
    "small beside their mean": 1e6 + 1e-6 * NORMAL,
    "rounded when they are added": 1 + 1e-14 * NORMAL,
    "hardly told apart by floats": 1e15 + NORMAL.round(),
    "as large as floats go": 4e307 * np.tanh(NORMAL),
    "as small as floats go": 5e-324 * np.round(9 * NORMAL),
    "infinite": np.where(RNG.random(SHAPE) < 0.2, np.inf, NORMAL),
}


def in_order(samples: np.ndarray) -> np.ndarray:
    i, j = np.triu_indices(samples.shape[1])
    return np.sort((samples[:, i] + samples[:, j]) / 2.0, axis=1)


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("kind", SAMPLES)
def test_averages_are_those_of_all_in_order(kind: str, *, alone: bool) -> None:
    samples = SAMPLES[kind]
    ordered = in_order(samples)
    count = ordered.shape[1]
    first = np.sort(RNG.integers(count - 1, size=(40, 1)), axis=0)
    first = np.vstack([[[0]], [[count // 2]], first, [[count - 2]]])
    for at in first:
        places = np.tile(np.stack([at, at + 1], axis=-1), (len(samples), 1, 1))
        rows = [[row] for row in range(len(samples))] if alone else [range(len(samples))]
        found = [select_averages(samples[row], places[row]) for row in rows]
        expected = np.take_along_axis(ordered, places[:, 0], axis=1)
        np.testing.assert_array_equal(np.vstack(found)[:, 0], expected)


def test_places_of_their_own_for_each_sample() -> None:
    samples = RNG.normal(size=(400, 64))
    count = 64 * 65 // 2
    low = RNG.integers(300, 600, size=400)
    middle = np.full(400, count // 2)
    places = np.stack([low, middle, count - 1 - low], axis=1)[:, :, None].repeat(2, axis=2)
    found = select_averages(samples, places)
    expected = np.take_along_axis(in_order(samples), places[..., 0], axis=1)
    np.testing.assert_array_equal(found[..., 0], expected)


@pytest.mark.parametrize("n", [1, 2, 7, 31, 32, 33, 200, 500])
def test_samples_of_any_size(n: int) -> None:
    samples = RNG.standard_t(3, size=(5, n))
    for place in {0, n * (n + 1) // 4, n * (n + 1) // 2 - 1}:
        found = select_averages(samples, np.full((5, 1, 2), place))
        expected = [
            select_sums(row, row, [place], halved=True)[0] / 2 for row in np.sort(samples, axis=1)
        ]
        np.testing.assert_array_equal(found[:, 0, 0], expected)


def test_a_margin_that_misses_costs_time_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection_of_averages, "math", SimpleNamespace(ceil=lambda _: 0))
    test_averages_are_those_of_all_in_order("without ties", alone=False)
    test_averages_are_those_of_all_in_order("in units of a hundredth", alone=False)


def test_samples_are_left_as_they_are() -> None:
    samples = NORMAL.copy()
    select_averages(samples, np.full((12, 1, 2), 17))
    np.testing.assert_array_equal(samples, NORMAL)
