"""Sums of clipped normal values under chance, over several windows; the smallest of their p-values counts.

Ours because no library has it.
"""

import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import signal, special

Floats = npt.NDArray[np.float64]

CELLS = 800
"""The cells of the lattice on which a clipped value lies."""

UNCLIPPED = 9.0

HASTE = 1.75
"""The shortest window's p-value is multiplied by it: one night more is worth waiting for."""

LEAST, STEPS = 1e-13, 160
"""The smallest p-value of those for which a chance is tabulated, and how many there are."""

JUST_BELOW = 1 - 1e-9


@dataclass(frozen=True, slots=True)
class ClippedSums:
    """The null distribution of sums of clipped normal values over several windows, on a lattice.

    Parameters
    ----------
    clip
        Values lie between −clip and clip.
    windows
        Numbers of values, ascending; all windows end with the last value.
    weights
        What the p-value of each window is multiplied by.
    tails
        Of each window, the sums, and the probabilities that these are reached.
    smallest
        P-values, and the probabilities that the smallest weighted p-value of the windows reaches them.
    """

    clip: float
    windows: tuple[int, ...]
    weights: tuple[float, ...]
    tails: tuple[tuple[Floats, Floats], ...]
    smallest: tuple[Floats, Floats]

    @classmethod
    @functools.cache
    def of(cls, clip: float, windows: tuple[int, ...]) -> "ClippedSums":
        """Tabulate the distribution.

        Parameters
        ----------
        clip
            In standard deviations; 0 does not clip.
        windows
            Numbers of values, ascending. The first one's p-value counts 1.75 times where values are clipped,
            those after the second in proportion to their lengths.

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
        for _ in range(windows[-1]):
            masses.append(np.convolve(masses[-1], single))
        tails = tuple(
            (
                np.linspace(-limit * window, limit * window, len(masses[window])),
                np.cumsum(masses[window][::-1])[::-1],
            )
            for window in windows
        )
        weights = tuple(max(1.0, window / windows[min(1, len(windows) - 1)]) for window in windows)
        if clip > 0:
            weights = (HASTE, *weights[1:])
        steps = [
            masses[window - before]
            for before, window in zip((0, *windows[:-1]), windows, strict=True)
        ]
        smallest = _tabulate([tail for _, tail in tails], weights, steps)
        return cls(limit, windows, weights, tails, smallest)

    def survival(self, window: int, sums: Floats) -> Floats:
        """Return P(sum ≥ s), NaN where s is."""
        places, tail = self.tails[self.windows.index(window)]
        return np.where(np.isnan(sums), np.nan, np.interp(sums, places, tail))

    def of_smallest(self, p_values: Floats) -> Floats:
        """Return P(the smallest weighted p-value of the windows ≤ p)."""
        at, chances = self.smallest
        joint: Floats = np.interp(np.log(np.maximum(p_values, at[0])), np.log(at), chances)
        return joint


def _tabulate(
    tails: list[Floats], weights: tuple[float, ...], steps: list[Floats]
) -> tuple[Floats, Floats]:
    """Return p-values, and the chances that the smallest of the windows' weighted p-values reaches them.

    ``steps`` are the probabilities of what each window adds to the one before.
    """
    # the largest sum of clipped values has a probability of its own, so the chances jump there
    jumps = np.array([tail[-1] * weight for tail, weight in zip(tails, weights, strict=True)])
    at = np.concatenate([np.geomspace(LEAST, max(weights), STEPS), jumps, jumps * JUST_BELOW])
    at = np.unique(at[at >= LEAST])
    chances, missed = np.zeros(len(at)), np.ones((len(at), 1))
    for tail, weight, step in zip(tails, weights, steps, strict=True):
        sums = signal.fftconvolve(missed, step[None, :], axes=1)
        reached = tail * weight <= at[:, None] * (2 - JUST_BELOW)
        chances += np.where(reached, sums, 0.0).sum(axis=1)
        missed = np.where(reached, 0.0, sums)
    return at, np.clip(chances, 0.0, 1.0)
