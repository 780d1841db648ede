"""Values at some places of the order of long rows, without putting the rows in order.

Ours because numpy's ``partition`` takes three times as long, and takes the same places for all rows.
"""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

# rows up to here, and few values, are sorted in no more time
_SHORT = 512
_FEW = 1 << 13
# so many values of a row tell about where the others are
_SAMPLE = 512
_LEAST_STEP = 4


def select(rows: Floats, places: Places, *, margin: float) -> Floats:
    """Return the values at pairs of places of each row's order.

    A sample of each row, in order, bounds the values at a pair of places. Those between the bounds are
    looked at alone, and counted from how many lie below. Where the bounds miss them, the row is sorted.

    Parameters
    ----------
    rows
        (m, w), without NaN.
    places
        (m, p, 2): p pairs of places in the order of each row, from 0, rising and close to each other.
    margin
        How far off a place may be by the sample, of about 500 values: more takes longer, and misses less.

    Returns
    -------
    ndarray
        (m, p, 2): exactly what the sorted rows have at these places.

    Examples
    --------
    >>> row = np.random.default_rng(1).permutation(np.arange(5000.0))
    >>> select(row[None], np.array([[[7, 7], [2499, 2500]]]), margin=40).tolist()
    [[[7.0, 7.0], [2499.0, 2500.0]]]
    """
    width = rows.shape[1]
    if width <= _SHORT or rows.size <= _FEW:
        return _in_order(rows, places)
    step = max(_LEAST_STEP, width // _SAMPLE)
    sample = np.sort(rows[:, ::step], axis=1)
    values = np.empty(places.shape)
    for pair in range(places.shape[1]):
        first, last = places[:, pair].T
        low = _near(sample, first / step - margin, -np.inf)
        high = _near(sample, last / step + margin, np.inf)
        values[:, pair] = _between(rows, low, high, places[:, pair], margin)
    return values


def _in_order(rows: Floats, places: Places) -> Floats:
    values = np.take_along_axis(np.sort(rows, axis=1), places.reshape(len(rows), -1), axis=1)
    return values.reshape(places.shape)


def _near(sample: Floats, places: Floats, beyond: float) -> Floats:
    """Return the value next to a place of each row, (m, 1), and beyond its ends another."""
    next_to = np.rint(places).astype(np.intp)
    within = np.clip(next_to, 0, sample.shape[1] - 1)
    values = np.where(within == next_to, sample[np.arange(len(sample)), within], beyond)
    return values[:, None]


def _between(rows: Floats, low: Floats, high: Floats, places: Places, margin: float) -> Floats:
    """Return the values at two places of each row, (m, 2), which should lie between two bounds."""
    below = rows < low
    inside = rows <= high
    inside ^= below
    n_below, n_inside = _count(below), _count(inside)
    behind = places - n_below[:, None]
    missed = (behind[:, 0] < 0) | (behind[:, 1] >= n_inside)
    # of tied values none need be looked at
    tied = (low == high)[:, 0]
    n_inside[tied] = 0
    inside[tied] = False
    width = int(n_inside.max())
    if 2 * width > rows.shape[1]:
        # the row is hardly longer than its sample
        return _in_order(rows, places)
    found = np.full((len(rows), max(width, 1)), np.inf)
    found[np.arange(found.shape[1]) < n_inside[:, None]] = rows.take(np.flatnonzero(inside))
    behind[missed | tied] = 0
    values = select(found, behind[:, None], margin=margin)[:, 0]
    values[tied] = low[tied]
    if missed.any():
        values[missed] = _in_order(rows[missed], places[missed])
    return values


def _count(truths: npt.NDArray[np.bool_]) -> Places:
    """Count the true values of each row: added as bytes they take a third of the time."""
    kind = np.uint16 if truths.shape[1] < 1 << 16 else np.uint32
    counts: Places = truths.view(np.uint8).sum(axis=1, dtype=kind).astype(np.intp)
    return counts
