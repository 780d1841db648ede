"""Axes of scores: their names, and ticks and limits of logarithmic ones."""

import math
import re

import numpy as np
from matplotlib.axis import Axis
from matplotlib.ticker import (
    FuncFormatter,
    Locator,
    LogLocator,
    MaxNLocator,
    NullLocator,
    ScalarFormatter,
)
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.plots.base.short_names import elide
from benchreport.results.writing import number_format as fmt

Floats = NDArray[np.float64]
POWER = re.compile(r"([\d.]+)e([-+−]?\d+)")
NARROW = 5.0  # inches: axis labels go over two lines


def set_log_ticks(axis: Axis, values: Floats, *, most: int = 7) -> None:
    """Set round ticks on a log axis, written as plain numbers.

    Call it after the scale is set. ``values`` are the positive values on the axis; ``most`` is the
    largest number of ticks.
    """
    known = np.log10(values[~np.isnan(values)])
    span = float(np.ptp(known))
    locator: Locator = LogLocator(numticks=most)
    if span < 0.8:  # noqa: PLR2004 - less than one decade has at most one power of ten in it
        locator = MaxNLocator(min(5, most), steps=[1, 2, 5, 10])
    elif span < 2.2:  # noqa: PLR2004 - three powers of ten
        locator = LogLocator(subs=(1.0, 3.0))
    axis.set_major_locator(locator)
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: _format_power(value)))


class PowerFormatter(ScalarFormatter):
    """Writes the power of ten that the ticks of an axis share as a power, not as ``1e10``."""

    def get_offset(self) -> str:
        """Return what the numbers at the ticks are multiplied by, and what is added to them."""
        return POWER.sub(_write_power, super().get_offset())


def _write_power(match: re.Match[str]) -> str:
    """Write a number of the form 1.5e10.

    >>> POWER.sub(_write_power, "1e−05"), POWER.sub(_write_power, "1e3+1.65e9"), POWER.sub(_write_power, "+7")
    ('×10⁻⁵', '×10³+1.65×10⁹', '+7')
    """
    exponent = str(int(match[2].replace(fmt.MINUS, "-"))).translate(fmt.SUPERSCRIPTS)
    return f"{match[1] if match[1] != '1' else ''}×10{exponent}"


def log_limits(low: float, high: float, room: float) -> tuple[float, float]:
    """Widen the limits of a log axis by a share of their range on either side, without overflow.

    >>> log_limits(1.0, 100.0, 0.5), log_limits(1e-300, 1e300, 1.0)
    ((0.1, 1000.0), (1e-307, 1e+308))
    """
    ends = np.log10([low, high])
    wide = np.clip(ends + np.ptp(ends) * room * np.array([-1, 1]), -307, 308)
    return float(10 ** wide[0]), float(10 ** wide[1])


def _format_power(value: float) -> str:
    """Write a tick as a plain number if that is short, otherwise as a power of ten; empty if not finite."""
    if not math.isfinite(value):
        return ""
    if 1e-3 <= value < 1e4:  # noqa: PLR2004 - up to four digits
        return fmt.number(value, 4)
    mantissa, exponent = f"{value:.3e}".split("e")
    power = str(int(exponent)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    factor = float(mantissa)
    return f"10{power}" if factor == 1 else f"{factor:g}×10{power}"


def score_label(scores: Scores, more: str = "", *, narrow: bool = False) -> str:
    """Write the score and its direction as an axis label, in two lines if the axis is narrow."""
    gap = "\n" if narrow else " "
    words = f"{scores.direction}; {more}" if more else scores.direction
    return f"{elide(scores.score)}{gap}({words})"
