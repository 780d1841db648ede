"""Thin straight lines from a name to what it names.

Ours because matplotlib looks for the ends of such a line by bisection, with dozens of tests of points a line:
a tenth of the time of a page. Where a straight line leaves a box or a circle follows from its slope.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.patches import ConnectionStyle, Patch
from matplotlib.path import Path

XY = Sequence[float]


def leader_line(
    color: str,
    *,
    linewidth: float = 0.5,
    gaps: tuple[float, float] = (1, 3),
    relpos: tuple[float, float] = (0.5, 0.5),
) -> dict[str, Any]:
    """Return ``arrowprops`` of an annotation whose text a thin line joins to its point.

    Parameters
    ----------
    color, linewidth
        The look of the line.
    gaps
        The points that stay free at the text and at the point.
    relpos
        Where in the text the line begins, from its lower left corner (0, 0) to its upper right one (1, 1).
    """
    shrink = dict(zip(("shrinkA", "shrinkB"), gaps, strict=True))
    look = {"arrowstyle": "-", "color": color, "linewidth": linewidth}
    return {**look, **shrink, "relpos": relpos, "connectionstyle": StraightLine()}  # type: ignore[call-arg, no-untyped-call]


class StraightLine(ConnectionStyle._Base):  # noqa: SLF001 - the base of all styles
    """A straight connection, which begins outside the box around a text and ends before its point."""

    def __call__(
        self,
        posA: XY,  # noqa: N803 - as in matplotlib
        posB: XY,  # noqa: N803
        shrinkA: float = 2.0,  # noqa: N803
        shrinkB: float = 2.0,  # noqa: N803
        patchA: Patch | None = None,  # noqa: N803
        patchB: Patch | None = None,  # noqa: ARG002, N803
    ) -> Path:
        """Return the part of the line that is outside the text's box, shortened at both ends."""
        start, end = np.asarray(posA, dtype=float), np.asarray(posB, dtype=float)
        if patchA is not None:
            start = _leave_box(start, end, patchA.get_extents().extents)
        begin = _go_along(start, end, shrinkA)
        return Path([begin, _go_along(end, begin, shrinkB)], [Path.MOVETO, Path.LINETO])


def _leave_box(start: Any, end: Any, box: Any) -> Any:  # noqa: ANN401 - arrays of two numbers
    """Return where a line from within a box leaves it; its start if all of it is inside.

    >>> _leave_box(np.zeros(2), np.array([8.0, 2.0]), np.array([-1.0, -1.0, 4.0, 3.0]))
    array([4., 1.])
    """
    step = end - start
    # the sides that the line goes towards, lower and left or upper and right
    towards = np.where(step < 0, box[:2], box[2:]) - start
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(step == 0, np.inf, towards / step)
    share = min(shares)
    return start + share * step if 0 <= share < 1 else start


def _go_along(start: Any, end: Any, distance: float) -> Any:  # noqa: ANN401 - arrays of two numbers
    """Return the point at a distance from the start; the start if the line is no longer than that.

    >>> _go_along(np.zeros(2), np.array([3.0, 4.0]), 2.5)
    array([1.5, 2. ])
    """
    length = np.hypot(*(end - start))
    return start + (end - start) * (distance / length) if length > distance else start
