"""Sums of clipped normal values under chance, over two windows; the smaller of their p-values counts.

Ours because no library has it.
"""

import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import special

Floats = npt.NDArray[np.float64]

CELLS = 800
"""The cells of the lattice on which a clipped value lies."""

UNCLIPPED = 9.0

HASTE = 1.75
"""The shorter window's p-value is multiplied by it: one night more is worth waiting for."""


@dataclass(frozen=True, slots=True)
class ClippedSums:
    """The null distribution of sums of clipped normal values over two windows, on a lattice.

    Parameters
    ----------
    clip
        Values lie between −clip and clip.
    windows
        The shorter and the longer number of values; both end with the last one.
    masses
        The probabilities of the sum of no value, of one value, and so on.
    tails
        Of each number of values, the sums, and the probabilities that these are reached.
    """

    clip: float
    windows: tuple[int, int]
    masses: tuple[Floats, ...]
    tails: tuple[tuple[Floats, Floats], ...]

    @classmethod
    @functools.cache
    def of(cls, clip: float, windows: tuple[int, int]) -> "ClippedSums":
        """Tabulate the distribution.

        Parameters
        ----------
        clip
            In standard deviations; 0 does not clip.
        windows
            Two numbers of values.

        Examples
        --------
        >>> sums = ClippedSums.of(0.0, (1, 2))
        >>> sums.survival(2, np.array([0.0, 2.0, 4.0])).round(3).tolist()
        [0.503, 0.08, 0.002]
        """
        limit = clip if clip > 0 else UNCLIPPED
        edges = np.linspace(-limit, limit, CELLS + 1)
        halves = (edges[1:] + edges[:-1]) / 2
        below = np.concatenate([[0.0], special.ndtr(halves), [1.0]])
        # on the right, differences of upper tails keep the digits that lower ones have lost
        above = np.concatenate([[1.0], special.ndtr(-halves), [0.0]])
        single = np.where(edges > 0, above[:-1] - above[1:], below[1:] - below[:-1])
        masses = [np.ones(1)]
        for _ in range(max(windows)):
            masses.append(np.convolve(masses[-1], single))
        ends = [limit * window for window in range(len(masses))]
        tails = [
            (np.linspace(-end, end, len(mass)), np.cumsum(mass[::-1])[::-1])
            for end, mass in zip(ends, masses, strict=True)
        ]
        return cls(limit, windows, tuple(masses), tuple(tails))

    def survival(self, window: int, sums: Floats) -> Floats:
        """Return P(sum ≥ s), NaN where s is."""
        places, tail = self.tails[window]
        return np.where(np.isnan(sums), np.nan, np.interp(sums, places, tail))

    def weight(self, window: int) -> float:
        """Return what the p-value of a window is multiplied by."""
        return HASTE if window == self.windows[0] and self.clip < UNCLIPPED else 1.0

    def of_smallest(self, p_values: Floats) -> Floats:
        """Return P(the smaller weighted p-value of the two windows ≤ p)."""
        short, long = self.windows
        places, tail = self.tails[short]
        further, beyond = self.tails[long]
        alone = p_values / self.weight(short)
        first = np.interp(-alone, -tail, places)
        # beyond what a clipped short window can reach, only the long one can
        out_of_reach = alone < tail[-1]
        second = np.interp(-p_values, -beyond, further)
        rest_at, rest = self.tails[long - short]
        # the short window does not reach its bound, the long one does by the nights before it
        needed = second[:, None] - places
        reached = np.interp(needed, rest_at, rest, left=1.0, right=0.0)
        within = (places < first[:, None] - 1e-9) | out_of_reach[:, None]
        missed = np.where(within, self.masses[short], 0.0)
        by_short = np.where(out_of_reach, 0.0, alone)
        joint: Floats = np.minimum(1.0, by_short + (missed * reached).sum(axis=1))
        return joint
