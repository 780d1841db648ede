"""The picture of an interval in a table's cell."""

import math
import re

import lxml.etree
import pytest
from looped import loop_over

from benchreport.errors import OptionError
from benchreport.plots.base.cell_picture import choose_limits, interval_picture, scale_picture

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


def test_one_far_interval_does_not_shrink_the_others() -> None:
    near = [(0.6, 0.8, 1.0), (0.7, 0.9, 1.1), (1.8, 2.0, 2.2)]
    assert choose_limits(near) == (0.0, 2.2)
    assert choose_limits([*near, (9.0, 9.1, 9.2), (28.9, 29.0, 29.1)]) == (0.0, 2.2)
    assert choose_limits([*near, (-29.1, -29.0, -28.9)]) == (0.0, 2.2)
    # the more rows are far, the less is it the exception
    assert choose_limits([near[0], (28.9, 29.0, 29.1)]) == (0.0, 29.1)
    assert choose_limits([(0.1, 0.2, math.inf)]) == (0.0, 0.2)
    assert choose_limits([]) == (0.0, 0.0)


def test_an_interval_beyond_the_limits_is_an_arrow_without_a_dot() -> None:
    picture = interval_picture(28.9, 29.0, 29.1, (0.0, 2.2))
    assert _line(picture) == (105, 109)
    assert "circle" not in picture
    assert picture.count("M") == 3


@loop_over(
    ("limits", "numbers"),
    [
        ((0.0, 0.283), ["0", "0.25"]),
        ((-0.013, 0.17), ["0", "0.15"]),
        ((-3.0, 2.0), ["−2", "0", "2"]),
        ((-12.0, 0.0), ["−10", "0"]),
        ((0.0, 0.0), []),
        ((-1e308, 1e308), []),
    ],
)
def test_the_scale_names_zero_and_a_number_at_each_side(
    limits: tuple[float, float], numbers: list[str]
) -> None:
    texts = lxml.etree.fromstring(scale_picture(limits, title="Scale")).findall("text")
    assert [text.text for text in texts] == numbers
    for text in texts:
        value = float((text.text or "").replace("−", "-"))
        picture = interval_picture(value, value, value, limits)
        assert float(text.get("x", "")) == _dot(picture)
