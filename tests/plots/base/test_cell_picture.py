"""The picture of an interval in a table's cell."""

import math
import re

import lxml.etree
import pytest

from benchreport.errors import OptionError
from benchreport.plots.base.cell_picture import interval_picture

NUMBER = r"(-?[\d.]+)"


def _line(picture: str) -> tuple[float, float]:
    """Return the ends of the interval's line, in pixels."""
    path = lxml.etree.fromstring(picture).findall("path")[-1].get("d", "")
    found = re.match(f"M{NUMBER} {NUMBER}H{NUMBER}", path)
    assert found
    return float(found[1]), float(found[3])


def _dot(picture: str) -> float:
    dot = lxml.etree.fromstring(picture).find("circle")
    assert dot is not None
    return float(dot.get("cx", ""))


def test_places_are_linear_between_the_limits() -> None:
    picture = interval_picture(-1, 0.5, 1, (-1.0, 1.0))
    assert _line(picture) == (5, 105)
    assert _dot(picture) == 80
    reference = lxml.etree.fromstring(picture).findall("path")[0]
    assert reference.get("class") == "reference"
    assert reference.get("d") == "M55 0V14"


@pytest.mark.parametrize("end", [2.0, math.inf, math.nan])
def test_an_end_beyond_the_limits_has_an_arrow_at_the_edge(end: float) -> None:
    within = interval_picture(-0.5, 0, 1, (-1.0, 1.0))
    beyond = interval_picture(-0.5, 0, end, (-1.0, 1.0))
    assert within.count("M") == 2  # the reference and the line
    assert beyond.count("M") == 3
    assert _line(beyond) == (30, 109)


def test_an_unknown_estimate_or_reference_beyond_the_limits_is_not_drawn() -> None:
    picture = interval_picture(1, math.nan, 2, (0.5, 2.0))
    assert "circle" not in picture
    assert "reference" not in picture


def test_equal_limits_put_the_dot_in_the_middle() -> None:
    assert _dot(interval_picture(0, 0, 0, (0.0, 0.0))) == 55


def test_huge_limits_do_not_overflow() -> None:
    assert _dot(interval_picture(-1e308, 1e308, 1e308, (-1e308, 1e308))) == 105


def test_it_follows_the_theme_without_style_attributes() -> None:
    # the page's Content-Security-Policy forbids style attributes
    strong, weak = (
        interval_picture(0, 1, 2, (0.0, 2.0), strong=strong) for strong in (True, False)
    )
    for picture in (strong, weak):
        assert "style=" not in picture
        assert 'aria-hidden="true"' in picture
        assert "currentColor" in picture
    assert lxml.etree.fromstring(strong).get("class") == "interval-picture"
    assert lxml.etree.fromstring(weak).get("class") == "interval-picture weak"
    assert lxml.etree.fromstring(strong).get("color") != lxml.etree.fromstring(weak).get("color")


@pytest.mark.parametrize("limits", [(1.0, 0.0), (0.0, math.inf), (math.nan, 1.0)])
def test_wrong_limits_are_an_error(limits: tuple[float, float]) -> None:
    with pytest.raises(OptionError, match="limits"):
        interval_picture(0, 0, 0, limits)


def test_swapped_ends_are_an_error() -> None:
    with pytest.raises(OptionError, match="low end"):
        interval_picture(1, 0, 0, (0.0, 1.0))
