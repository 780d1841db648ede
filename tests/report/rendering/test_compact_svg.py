"""Drawings on pages: fewer bytes, the same places and texts."""

import re

import numpy as np
import pytest
from lxml import etree
from published import published

from benchreport import plots
from benchreport.report.rendering.compact_svg import compact_svg

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def drawing():
    return plots.svg_of(plots.box_plot(published("garcia_herrera2008")))


def numbers(drawing):
    paths = etree.fromstring(drawing).iter(f"{SVG}path")
    return [number for path in paths for number in coordinates(path.get("d", ""))]


def coordinates(path):
    """Return all coordinates, also those that a step along an axis leaves out."""
    found = []
    for command, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        values = [float(value) for value in re.findall(r"-?[\d.]+", text)]
        if command == "H":
            values.append(found[-1])
        if command == "V":
            values.insert(0, found[-2])
        found += values
    return found


def test_a_drawing_keeps_its_places_in_fewer_bytes(drawing):
    small = compact_svg(drawing)
    assert len(small) < 0.6 * len(drawing)
    np.testing.assert_allclose(numbers(small), numbers(drawing), atol=0.0051)
    assert compact_svg(small) == small


def looks(drawing):
    """Return the style of each mark, with what its group passes on."""
    return [
        {part.strip() for part in f"{mark.getparent().get('style', '')};{mark.get('style', '')}".split(";")}
        for mark in etree.fromstring(drawing.replace(b": ", b":")).iter(f"{SVG}use")
    ]  # fmt: skip


def test_marks_keep_their_look_and_share_it_in_their_group(drawing):
    small = compact_svg(drawing)
    plain = [{part for part in look if part} for look in looks(small)]
    assert plain == [{part for part in look if part} for look in looks(drawing)]
    assert (
        sum(
            "fill" in (mark.get("style") or "")
            for mark in etree.fromstring(small).iter(f"{SVG}use")
        )
        < 40
    )


def test_every_reference_has_its_target(drawing):
    small = compact_svg(drawing)
    targets = re.findall(rb' id="([^"]+)"', small)
    assert len(targets) == len(set(targets)) > 10
    assert set(re.findall(rb'(?:href="#|url\(#)([^")]+)', small)) == set(targets)


def test_texts_are_left_alone():
    text = b'id="a" d="1.23456" href="#b" of 0.123456'
    drawing = b'<svg><title> %b </title><g id="c"><use href="#c"/></g></svg>' % text
    assert compact_svg(drawing) == (
        b'<svg><title> %b </title><g id="i1"><use href="#i1"/></g></svg>' % text
    )


def test_neighbours_of_one_look_share_it():
    line = '<path d="M0 {y}L1 {y}" clip-path="url(#b)" style="fill:red;opacity:.5"/>'
    lines = "".join(line.format(y=y) for y in range(3))
    other = '<path d="M0 9L1 9" style="fill:blue"/>'
    small = compact_svg(f'<svg><g id="a">{lines}{other}</g><clipPath id="b"/></svg>'.encode())
    shared = '<g clip-path="url(#i0)" style="fill:red">'
    each = "".join(f'<path d="M0 {y}H1" style="opacity:.5"/>' for y in range(3))
    last = '<path d="M0 9H1" style="fill:blue"/>'
    assert small.decode() == f'<svg>{shared}{each}</g>{last}<clipPath id="i0"/></svg>'


def test_only_groups_that_clip_alike_are_joined():
    svg = b'<svg><g clip-path="a">1</g><g clip-path="b">2</g><g style="x">3</g><g style="x">4</g></svg>'
    assert compact_svg(svg) == svg
