from typing import NamedTuple

import numpy as np
import pytest
from scipy import special

from benchreport.numerics import chunks
from benchreport.numerics.chunks import by_rows
from benchreport.numerics.effects.rank_biserial import rank_biserial
from benchreport.numerics.nulls.signed_rank import signed_rank_p, signed_ranks


class Pair(NamedTuple):
    total: np.ndarray
    rows: np.ndarray


def total(rows):
    return rows.sum(axis=1)


def both(rows):
    return total(rows), 2 * rows


def name_parts(rows):
    return Pair(total(rows), 2 * rows)


@pytest.mark.parametrize("function", [total, both, name_parts])
@pytest.mark.parametrize("limit", [1, 7, 12, 1000])
def test_rows_at_a_time_are_all_rows(function, limit, monkeypatch):
    rows = np.arange(55).reshape(11, 5)
    at_once = function(rows)
    monkeypatch.setattr(chunks, "HELD", limit)
    in_chunks = by_rows(function, rows, width=5)
    assert type(in_chunks) is type(at_once)
    pairs = (
        [(in_chunks, at_once)]
        if isinstance(at_once, np.ndarray)
        else zip(in_chunks, at_once, strict=True)
    )
    for first, other in pairs:
        np.testing.assert_array_equal(first, other)


def test_a_later_part_may_need_a_wider_type(monkeypatch):
    monkeypatch.setattr(chunks, "HELD", 1)
    halves = by_rows(lambda row: row if row[0] < 2 else row / 2, np.arange(4), width=1)
    assert halves.tolist() == [0, 1, 1, 1.5]
    words = by_rows(lambda row: np.array(["x" * (1 + row[0])]), np.arange(3), width=1)
    assert words.tolist() == ["x", "xx", "xxx"]


def test_signed_ranks_of_many_are_those_of_each(monkeypatch):
    """Ties, zeros, exact and normal p-values stand side by side; each is as when computed alone."""
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(6, 520))
    rows[1] = np.round(rows[1], 1)
    rows[2, :480] = 0
    rows[3, :480] = 0
    rows[3] = np.round(rows[3], 1)
    rows[4] = 0
    monkeypatch.setattr(chunks, "HELD", 1)
    sums = signed_ranks(rows)
    p, how = signed_rank_p(sums)
    assert how.tolist() == ["normal", "normal", "exact", "exact", "exact", "normal"]
    together = np.array(rank_biserial(sums))
    for place, row in enumerate(rows):
        alone = signed_ranks(row)
        assert signed_rank_p(alone)[0] == p[place]
        np.testing.assert_array_equal(np.array(rank_biserial(alone)), together[:, place])


@pytest.mark.parametrize("zeros", ["wilcox", "pratt", "zsplit"])
def test_the_interval_rests_on_the_mean_signs(zeros):
    """Return the signs of all sums of two, one by one."""
    d = np.array([3.0, -1, 0, 2, 2, -2, 5, 0, 4, -3, 1, 6])
    nonzero = d[d != 0]
    n = len(nonzero)
    r, low, high = rank_biserial(signed_ranks(d, zeros), 0.9)
    mean_signs = np.sign(nonzero[:, None] + nonzero).sum(axis=1) / n
    variance = 4 * mean_signs.var(ddof=1) / n
    spread = special.stdtrit(n - 1, 0.95) ** 2 * variance
    room = 1 - r**2
    half = np.sqrt(spread * (room**2 + spread)) / (room + spread)
    assert (low, high) == pytest.approx(
        (r * room / (room + spread) - half, r * room / (room + spread) + half)
    )
