"""The thin lines from names to points, beside the ends that matplotlib finds by bisection."""

import numpy as np
import pytest
from looped import loop_over
from matplotlib.patches import ConnectionStyle, Rectangle
from matplotlib.transforms import IdentityTransform

from benchreport.plots.base.leader_lines import StraightLine

TOLERANCE = 0.011  # pixels, of matplotlib's bisection
RNG = np.random.default_rng(5)


def random_case():
    """Return a box, a start inside it, an end anywhere, and the free room at both."""
    low, size = RNG.uniform(-50, 50, 2), RNG.uniform(1, 60, 2)
    start = low + size * RNG.choice([0.02, 0.5, 0.98], 2)
    end = (
        RNG.uniform(-80, 120, 2)
        if RNG.random() < 0.7
        else np.array([start[0], low[1] + 2 * size[1]])
    )
    return (low, size), start, end, tuple(RNG.choice([0, 1, 3, 4.5], 2))


@loop_over("case", [random_case() for _ in range(100)])
def test_lines_end_where_matplotlib_would_end_them(case):
    (low, size), start, end, (at_text, at_point) = case
    box = Rectangle(low, *size, transform=IdentityTransform())
    options = {"shrinkA": at_text, "shrinkB": at_point, "patchA": box}
    line = StraightLine()(start, end, **options)
    theirs = ConnectionStyle.Arc3()(start, end, **options)
    assert line.vertices == pytest.approx(theirs.vertices[[0, -1]], abs=2 * TOLERANCE)


def test_a_line_within_its_box_is_whole_and_a_point_is_no_error():
    box = Rectangle((0, 0), 9, 9)
    assert StraightLine()((1, 1), (8, 8), 0, 0, box).vertices.tolist() == [[1, 1], [8, 8]]
    assert StraightLine()((1, 1), (1, 1), 2, 2, box).vertices.tolist() == [[1, 1], [1, 1]]
