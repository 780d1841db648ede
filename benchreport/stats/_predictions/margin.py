"""Margins as users write them: points, or numbers in the unit of the score."""

import math
import re
from typing import NamedTuple

from benchreport.errors import OptionError, check_number, shorten
from benchreport.hints import option

NUMBER = r"\s*([-+]?\d*\.?\d+(?:e[-+]?\d+)?)\s*"
POINTS = re.compile(NUMBER + r"(?:pp|percentage points?)\s*", re.IGNORECASE)
PERCENT = re.compile(NUMBER + r"(?:%|percent)\s*", re.IGNORECASE)
MOST_POINTS = 100


class Margin(NamedTuple):
    """The largest loss that does not matter, in score units, and whether it was given in points."""

    value: float
    in_points: bool


def read_margin(margin: str | float, *, shares: bool, score: str) -> Margin:
    """Read a margin: ``"1pp"`` is a hundredth of scores from 0 to 1, a number is in the score's unit.

    Parameters
    ----------
    margin
        The margin as given.
    shares
        Whether scores are from 0 to 1.
    score
        The name of the score.

    Raises
    ------
    OptionError
        It is not above 0, it is ambiguous, or it does not fit the scores.

    Examples
    --------
    >>> read_margin("1.5pp", shares=True, score="accuracy")
    Margin(value=0.015, in_points=True)
    """
    percent = PERCENT.fullmatch(margin) if isinstance(margin, str) else None
    if percent:
        number = percent[1]
        raise OptionError(
            f"margin={margin!r} may be {number} percentage points, or {number} percent of the old {score}.",
            hint=option(margin=f"{number}pp")
            + " for points of scores from 0 to 1, or a number in the unit of the score: "
            + option(margin=_example(number)),
        )
    points = POINTS.fullmatch(margin) if isinstance(margin, str) else None
    value = float(points[1]) if points else _number(margin)
    check_number("margin", value, above=0, hint=option(margin="1pp" if shares else 0.1))
    if points and not shares:
        raise OptionError(
            f"margin={margin!r} is in percentage points, which scores from 0 to 1 have; {score} has others.",
            hint=option(margin=value) + " in the unit of the score",
        )
    value = value / MOST_POINTS if points else value
    if shares and value >= 1:
        raise OptionError(
            f"margin={shorten(margin)} is the whole range of {score}, from 0 to 1.",
            hint=option(margin=f"{value:g}pp" if value < MOST_POINTS else "1pp") + " for points",
        )
    return Margin(value, bool(points))


def _number(margin: str | float) -> float:
    """Return the number; a shell gives it as text."""
    if not isinstance(margin, str):
        check_number("margin", margin, above=0, hint=option(margin="1pp"))
        return float(margin)
    try:
        value = float(margin)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise OptionError(
            f"margin must be a number in the unit of the score, or percentage points; got {shorten(margin)}.",
            hint=option(margin="1pp") | option(margin=0.01),
        )
    return value


def _example(number: str) -> float:
    return float(f"{float(number) / MOST_POINTS:.6g}") or 0.01
