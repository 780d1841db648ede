import numpy as np
import pytest

from benchreport.numerics.selection import select

RNG = np.random.default_rng(20)
SHAPE = (3, 6000)
ROWS = {
    "without ties": RNG.normal(size=SHAPE),
    "heavy tails": RNG.standard_cauchy(SHAPE),
    "ties": RNG.normal(size=SHAPE).round(1),
    "nearly all tied": np.where(RNG.random(SHAPE) < 0.9, 0.0, RNG.normal(size=SHAPE)),
    "constant": np.ones(SHAPE),
    "infinite": np.where(RNG.random(SHAPE) < 0.2, np.inf, RNG.normal(size=SHAPE)),
    "rising": np.tile(np.arange(6000.0), (3, 1)),
    # the sample sees every 11th value only, and none of the others is near
    "a sample of outliers": np.where(np.arange(6000) % 11, RNG.normal(size=SHAPE), 1e6),
    "one row of three is tied": np.vstack([RNG.normal(size=(2, 6000)), np.zeros(6000)]),
}


@pytest.mark.parametrize("margin", [0, 3, 30, 1e4])
@pytest.mark.parametrize("kind", ROWS)
def test_values_are_those_of_sorted_rows(kind: str, margin: float) -> None:
    rows = ROWS[kind]
    ordered = np.sort(rows, axis=1)
    first = np.array([[0, 700, 2999, 5998], [1, 702, 3000, 5990], [0, 4000, 2000, 5999]])
    places = np.stack([first, np.minimum(first + 1, 5999)], axis=-1)
    values = select(rows, places, margin=margin)
    expected = np.take_along_axis(ordered, places.reshape(3, -1), axis=1).reshape(places.shape)
    np.testing.assert_array_equal(values, expected)


@pytest.mark.parametrize("width", [1, 2, 511, 512, 513, 3000, 70_000])
def test_rows_of_any_length(width: int) -> None:
    rows = RNG.normal(size=(20, width))
    places = RNG.integers(width, size=(20, 2, 1)).repeat(2, axis=2)
    values = select(rows, places, margin=20)
    ordered = np.sort(rows, axis=1)
    np.testing.assert_array_equal(
        values[..., 0], np.take_along_axis(ordered, places[..., 0], axis=1)
    )


def test_rows_are_left_as_they_are() -> None:
    rows = ROWS["without ties"].copy()
    select(rows, np.full((3, 1, 2), 17), margin=5)
    np.testing.assert_array_equal(rows, ROWS["without ties"])
