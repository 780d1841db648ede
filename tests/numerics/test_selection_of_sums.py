"""Sums at some places are those of all sums in order."""

import numpy as np
import pytest

from benchreport.numerics import selection_of_sums
from benchreport.numerics.selection_of_sums import select_sums

RNG = np.random.default_rng(19)


def samples(n: int) -> dict[str, np.ndarray]:
    return {
        "without ties": RNG.normal(size=n),
        "heavy tails": RNG.standard_cauchy(n),
        "ties": RNG.normal(size=n).round(1),
        # 0.1 + 0.2 is not 0.15 + 0.15
        "ties but for rounding": RNG.normal(size=n).round(2) * 0.1,
        "mostly zero": np.where(RNG.random(n) < 0.9, 0.0, RNG.normal(size=n)),
        "two values": np.where(RNG.random(n) < 0.5, 0.0, 1.0),
        "constant": np.full(n, 0.3),
        "scales apart": RNG.normal(size=n) * 10.0 ** RNG.integers(-8, 9, n),
        "counts": RNG.integers(0, 5, n).astype(float),
    }


def places(count: int) -> list[int]:
    return [0, count // 7, (count - 1) // 2, count // 2, count - 1 - count // 9, count - 1]


@pytest.fixture(params=["as it is", "rounds of few sums"])
def rounds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param != "as it is":
        monkeypatch.setattr(selection_of_sums, "_FEW", 5)
        monkeypatch.setattr(selection_of_sums, "_SAMPLE", 16)
        monkeypatch.setattr(selection_of_sums, "_MARGIN", 1)


@pytest.mark.usefixtures("rounds")
@pytest.mark.parametrize("kind", samples(1))
@pytest.mark.parametrize("n", [1, 3, 50, 700])
def test_a_sample_with_itself(kind: str, n: int) -> None:
    values = np.sort(samples(n)[kind])
    i, j = np.triu_indices(n)
    ordered = np.sort(values[i] + values[j])
    found = select_sums(values, values, places(len(ordered)), halved=True)
    np.testing.assert_array_equal(found, ordered[places(len(ordered))])


@pytest.mark.usefixtures("rounds")
@pytest.mark.parametrize("kind", samples(1))
@pytest.mark.parametrize("shape", [(1, 1), (700, 300), (3, 20_000)])
def test_two_samples(kind: str, shape: tuple[int, int]) -> None:
    first, second = (np.sort(samples(n)[kind]) for n in shape)
    ordered = np.sort((first[:, None] + second).ravel())
    found = select_sums(first, second, places(len(ordered)))
    np.testing.assert_array_equal(found, ordered[places(len(ordered))])


def test_more_sums_than_memory_holds() -> None:
    """Evenly spaced values: the sums of i and j in 0 … n − 1 have known places."""
    n = 200_000
    values = np.arange(n, dtype=float)
    # (s + 1) sums are s while s < n
    below = n * (n + 1) // 2
    found = select_sums(values, values, [below - 1, below, n * n - 1])
    assert found.tolist() == [n - 1, n, 2 * n - 2]
