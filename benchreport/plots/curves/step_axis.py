"""What figures over steps share: the axis of steps, and who leads at its end."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from benchreport.plots.base.score_axis import log_limits, set_log_ticks
from benchreport.plots.base.short_names import elide
from benchreport.plots.base.style import add_grid


def set_step_axis(axes: Axes, steps: Sequence[float], *, log: bool, name: str) -> None:
    """Set the x axis of steps, logarithmic or not, with its name."""
    low, high = steps[0], steps[-1]
    if log:
        axes.set_xscale("log")
        set_log_ticks(axes.xaxis, np.array([low, high]))
    elif all(float(step).is_integer() for step in steps):
        # steps are whole: ticks at half epochs would be wrong
        axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10]))
    if log:
        limits = log_limits(low, high, 0.01) if high > low else (low / 1.5, low * 1.5)
    else:
        room = 0.01 * (high - low) or max(0.5, 0.01 * abs(high))
        limits = low - room, high + room
    axes.set_xlim(*limits)
    axes.set_xlabel(elide(name))
    add_grid(axes, "y")
