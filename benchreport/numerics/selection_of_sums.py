"""Values at some places of the order of all sums of two samples, without forming them all.

Ours because numpy and scipy do not select in sorted matrices: 10,000 values with each other have 50 million
sums.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

# so many of the sums, at equal distances, tell about the others
_SAMPLE = 1024
# how many of them a place may be off; where it is further off, another round is needed
_MARGIN = 8
# so few sums are put in order
_FEW = 1 << 14


def select_sums(
    first: Floats, second: Floats, places: Sequence[int], *, halved: bool = False
) -> Floats:
    """Return the values at places in the order of all sums of two sorted samples.

    Each value of the first has a row of sums, which rise as the second does. Some of these sums bound the
    value at a place, and what lies beyond the bounds is left out, by the ends of rows, until few sums are
    left or all are equal: n·log m steps a round, of which there are two or three.

    Parameters
    ----------
    first, second
        (n,) and (m,), rising, without NaN.
    places
        (p,) in the order of the sums, from 0.
    halved
        Whether the two are one sample, of which each pair is added once: i ≤ j.

    Returns
    -------
    ndarray
        (p,): exactly what all sums in order have at these places.

    References
    ----------
    Johnson & Mizoguchi (1978), Selecting the Kth element in X + Y and X1 + X2 + … + Xm, SIAM J. Comput. 7.

    Examples
    --------
    >>> select_sums(np.array([1.0, 2, 4]), np.array([10.0, 20]), [0, 4, 5]).tolist()
    [11.0, 22.0, 24.0]
    """
    sums = _Sums(first, second, halved=halved)
    values = {place: sums.at(place) for place in {*places}}
    return np.array([values[place] for place in places])


class _Sums:
    """The sums of two sorted samples, as rows that are never formed."""

    def __init__(self, first: Floats, second: Floats, *, halved: bool) -> None:
        self.first, self.second = first, second
        self.starts = np.arange(len(first)) if halved else np.zeros(len(first), dtype=np.intp)
        # where values equal to each of the second start and stop
        self.equal_from = np.searchsorted(second, second, "left")
        self.equal_to = np.searchsorted(second, second, "right")

    def at(self, place: int) -> float:
        """Return the value at a place."""
        starts, stops = self.starts, np.full_like(self.starts, len(self.second))
        margin = _MARGIN
        while (n := int((stops - starts).sum())) > _FEW:
            sample = self._sample(starts, stops - starts)
            near = int(place * len(sample) / n)
            low = sample[max(near - margin, 0)]
            high = sample[min(near + margin, len(sample) - 1)]
            below = self._ends(low, starts, stops, np.less)
            n_below = int((below - starts).sum())
            if n_below > place:
                stops = below
                continue
            starts, place = below, place - n_below
            upto = self._ends(high, starts, stops, np.less_equal)
            n_upto = int((upto - starts).sum())
            if n_upto <= place:
                starts, place = upto, place - n_upto
                continue
            if low == high:
                return float(low)
            stops = upto
            # where most are of two values, bounds on either side of a place leave both
            margin = _MARGIN if 2 * n_upto < n else 0
        rows, columns = _places(starts, stops - starts, np.arange(n))
        return float(np.partition(self.first[rows] + self.second[columns], place)[place])

    def _sample(self, starts: Places, widths: Places) -> Floats:
        """Return some of the sums that are left, in order."""
        n = int(widths.sum())
        rows, columns = _places(starts, widths, (np.arange(_SAMPLE) * n + n // 2) // _SAMPLE)
        return np.sort(self.first[rows] + self.second[columns])

    def _ends(self, bound: float, starts: Places, stops: Places, holds: np.ufunc) -> Places:
        """Return where in each row the sums end for which a comparison with the bound holds."""
        ends = np.searchsorted(self.second, bound - self.first)
        while True:
            ends = np.minimum(np.maximum(ends, starts), stops)
            # equal values stand on either side, and differences are rounded otherwise than sums
            last, following = np.maximum(ends - 1, 0), np.minimum(ends, len(self.second) - 1)
            back = (ends > starts) & ~holds(self.first + self.second[last], bound)
            forth = (ends < stops) & holds(self.first + self.second[following], bound)
            if not (back.any() or forth.any()):
                return ends
            ends = np.where(
                back, self.equal_from[last], np.where(forth, self.equal_to[following], ends)
            )


def _places(starts: Places, widths: Places, order: Places) -> tuple[Places, Places]:
    """Return the rows and columns of sums by their numbers, when rows follow one another."""
    upto = np.cumsum(widths)
    rows = np.searchsorted(upto, order, side="right")
    return rows, order - (upto - widths - starts)[rows]
