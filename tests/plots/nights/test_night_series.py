"""A series over its nights: the artists hold what was computed."""

import dataclasses
import math

import numpy as np
import pytest

from benchreport.errors import DataError
from benchreport.plots import alt_of, svg_of
from benchreport.plots.nights.night_series import NightLine, night_plot, night_points

NIGHTS = ("2026-01-01", "2026-01-02", "2026-01-03", "2026-01-06", "2026-01-07T15:00", "2026-01-08")
LINE = NightLine(
    name="svm",
    metric="accuracy",
    higher_is_better=True,
    nights=NIGHTS,
    values=(0.9, 0.91, math.nan, 0.9, 0.85, 0.84),
    baseline=0.905,
    low=0.89,
    high=0.92,
    since="2026-01-07T15:00",
)


def draw_line(line=LINE, **changes):
    return night_plot(dataclasses.replace(line, **changes))


def test_the_page_around_a_figure_may_choose_its_digits():
    axes = draw_line(write="{:.1f}".format)
    assert "The baseline is 0.9; 0.8 on the last night" in alt_of(axes)
    points = night_points(axes, dataclasses.replace(LINE, write="{:.1f}".format))
    assert points[0].text == "2026-01-01: 0.9"


def marks(axes, marker):
    return [line for line in axes.lines if line.get_marker() == marker and len(line.get_xdata())]


def test_nights_that_are_missing_or_have_no_value_leave_a_gap():
    line = next(
        line
        for line in draw_line().lines
        if line.get_linestyle() == "-" and len(line.get_xdata()) > 2
    )
    values = np.asarray(line.get_ydata(), dtype=float)
    # the gaps are the night without a value and the days without a night
    assert np.isnan(values).sum() == 2
    assert values[~np.isnan(values)].tolist() == [0.9, 0.91, 0.9, 0.85, 0.84]


def test_nights_since_the_change_have_their_own_mark_and_the_last_a_ring():
    axes = draw_line()
    (after,) = marks(axes, "v")
    assert list(after.get_ydata()) == [0.85, 0.84]
    ring = next(line for line in axes.lines if line.get_fillstyle() == "none")
    assert list(ring.get_ydata()) == [0.84]


@pytest.mark.parametrize(
    ("higher", "value", "marker", "colour"),
    [
        (True, 0.8, "v", "#D55E00"),
        (True, 0.99, "^", "#009E73"),
        (False, 0.8, "v", "#009E73"),
        (False, 0.99, "^", "#D55E00"),
    ],
)
def test_marks_point_where_values_went_and_colours_separate_worse_from_better(
    higher, value, marker, colour
):
    values = (0.9, 0.91, math.nan, 0.9, value, value)
    (after,) = marks(draw_line(higher_is_better=higher, values=values), marker)
    assert after.get_color() == colour


def test_the_baseline_and_its_band_are_at_their_values():
    axes = draw_line()
    band = next(patch for patch in axes.patches if patch.get_gid() == "band")
    assert (band.get_y(), band.get_y() + band.get_height()) == pytest.approx((0.89, 0.92))
    assert any(list(line.get_ydata()) == [0.905, 0.905] for line in axes.lines)
    bare = draw_line(baseline=math.nan, low=math.nan, high=math.nan)
    assert not bare.patches
    assert "baseline" not in bare.alt.lower()
    assert "aseline" not in bare.caption


def test_the_beginning_stands_between_the_night_before_and_the_first_of_it():
    axes = draw_line()
    (note,) = [text for text in axes.texts if text.get_gid() == "since"]
    assert note.get_text() == "since 2026-01-07T15:00"
    days = marks(axes, "o")[0].get_xdata()
    assert days[-1] < note.xy[0] < marks(axes, "v")[0].get_xdata()[0]
    # words near the right end stand to the left of the mark
    assert note.get_ha() == "left"
    assert draw_line(since="2026-01-08").texts[0].get_ha() == "right"
    assert not draw_line(since="").texts


def test_words_and_numbers_describe_the_figure():
    axes = draw_line()
    assert "0.8400 on the last night is below it" in axes.alt
    assert "Triangles" in axes.caption
    assert axes.data["accuracy"].tolist()[-1] == 0.84
    assert axes.data["usual low"].tolist() == [0.89] * 6


def test_hovering_names_each_night_with_its_value():
    axes = draw_line(unit="s")
    svg_of(axes)
    points = night_points(axes, dataclasses.replace(LINE, unit="s"))
    assert [point.text for point in points] == [
        "2026-01-01: 0.9000 s",
        "2026-01-02: 0.9100 s",
        "2026-01-06: 0.9000 s",
        "2026-01-07T15:00: 0.8500 s",
        "2026-01-08: 0.8400 s",
    ]
    assert points[0].left < points[-1].left
    assert points[0].top < points[-1].top
    assert all(0 < point.left < 1 and 0 < point.top < 1 for point in points)


def test_the_same_line_gives_the_same_bytes():
    assert svg_of(draw_line()) == svg_of(draw_line())


def test_names_are_not_read_as_mathematics():
    svg_of(draw_line(metric="$\\badcmd$", name="$x$", unit="%&_"))


@pytest.mark.parametrize("count", [1, 2, 400])
def test_few_and_many_nights(count):
    days = np.datetime64("2024-01-01") + np.arange(count)
    axes = draw_line(nights=tuple(map(str, days)), values=(0.5,) * count, since="")
    svg_of(axes)
    labels = [label.get_text() for label in axes.get_xticklabels()]
    assert 1 <= len(labels) <= 9
    assert labels[-1] == str(days[-1])
    assert axes.get_xlim()[0] < axes.get_xlim()[1]


def test_a_line_without_values_is_refused():
    with pytest.raises(DataError, match="no night has a value"):
        draw_line(values=(math.nan,) * 6)
