import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.text import Text
from needs import LONG

from benchreport.errors import OptionError
from benchreport.plots.base.descriptions import alt_of, caption_of, data_of, describe
from benchreport.plots.base.end_labels import End, height_for_labels, label_ends, spread_apart
from benchreport.plots.base.series_looks import assign_looks, explain_grey
from benchreport.plots.base.style import inches, make_axes, make_panels, series_look, svg_of

NAMES = [f"algorithm {place}" for place in range(60)]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=60), st.floats(0.001, 0.5))
def test_spread_keeps_the_order_the_gap_and_the_limits(places, gap):
    placed = spread_apart(np.array(places), gap)
    assert placed.min() >= -1e-12
    assert placed.max() <= 1 + 1e-12
    order = np.argsort(places, kind="stable")
    room = min(gap, 1 / max(1, len(places) - 1))
    assert np.all(np.diff(placed[order]) >= room - 1e-9)


def test_spread_leaves_distant_places_where_they_are():
    places = np.array([0.9, 0.1, 0.5])
    assert spread_apart(places, 0.2).tolist() == pytest.approx(places.tolist())


@pytest.mark.parametrize("n", [1, 2, 20, 60])
def test_labels_at_line_ends_do_not_overlap(n):
    axes = make_axes("page", height_for_labels(n, 3.2))
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    label_ends(axes, [End(1, 0.5 + 0.001 * place, NAMES[place], "black") for place in range(n)])
    figure = axes.get_figure(root=True)
    figure.draw_without_rendering()
    # this is the box of the text alone, without its leader
    boxes = [Text.get_window_extent(text) for text in axes.texts]
    assert len(boxes) == n
    boxes.sort(key=lambda box: box.y0)
    assert all(low.y1 <= high.y0 + 2.5 for low, high in itertools.pairwise(boxes))
    assert max(box.x1 for box in boxes) <= figure.bbox.width


def test_series_differ_in_colour_and_in_grey():
    looks = [series_look(place) for place in range(32)]
    assert len({(look["color"], str(look["linestyle"])) for look in looks}) == 32
    assert len({(look["marker"], str(look["linestyle"])) for look in looks}) == 32


# how readers with a colour vision deficiency see linear RGB (Machado et al., 2009, severity 1)
VISION = {
    "trichromat": np.eye(3),
    "protanope": np.array([
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
    ]),
    "deuteranope": np.array([
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881],
    ]),
    "tritanope": np.array([
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900],
    ]),
}  # fmt: skip


def _oklab(colour, vision):
    """Return a colour's place in OKLab (Ottosson, 2020), where distances are those that people see."""
    rgb = np.array(to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    to_lms = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
    to_lab = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
    return to_lab @ np.cbrt(np.clip(to_lms @ (vision @ linear), 0, None))


@pytest.mark.parametrize("who", VISION)
def test_nine_series_have_nine_colours_that_all_readers_can_distinguish(who):
    colours = [series_look(place)["color"] for place in range(9)]
    places = [_oklab(colour, VISION[who]) for colour in colours]
    least = min(np.linalg.norm(a - b) for a, b in itertools.combinations(places, 2))
    # three just noticeable differences (0.02), and seven for most readers
    assert least > (0.14 if who == "trichromat" else 0.07)


def test_many_series_are_grey_but_the_best():
    order = list(range(59, -1, -1))
    series = assign_looks(NAMES, order)
    assert [line.name for line in series if line.strong] == [NAMES[place] for place in order[:8]]
    assert "the other 52 are grey" in explain_grey(series)
    assert explain_grey(assign_looks(NAMES[:20], range(20))) == ""


def test_highlighted_by_name_and_unknown():
    series = assign_looks(NAMES, range(60), ["algorithm 7"])
    assert [line.name for line in series if line.strong] == ["algorithm 7"]
    with pytest.raises(OptionError, match="svm, not among"):
        assign_looks(NAMES, range(60), ["svm"])


def test_widths_have_names():
    assert inches("column") < inches("page") <= 7.2
    assert make_axes("column", 2).figure.get_figwidth() == inches("column")
    for wrong in ("wide", 0, -1.0):
        with pytest.raises(OptionError, match="width"):
            inches(wrong)


def test_axes_return_words_and_numbers():
    axes = make_panels("page", 2, (1, 2), 2)[0]
    frame = pd.DataFrame({"x": [1]})
    describe(axes, alt="seen", caption="why", data=frame.copy)
    assert (axes.alt, axes.caption) == (alt_of(axes), caption_of(axes)) == ("seen", "why")
    changed = axes.data
    changed.loc[0, "x"] = 2
    assert data_of(axes).equals(frame)


def test_drawing_twice_gives_the_same_bytes():
    axes = make_axes("page", height_for_labels(30, 3.2))
    label_ends(axes, [End(1, place / 30, NAMES[place], "black") for place in range(30)])
    describe(axes, alt="seen", caption="why", data=pd.DataFrame)
    first = svg_of(axes)
    assert first == svg_of(axes) == svg_of(axes)


@LONG
def test_ticks_are_named_as_in_matplotlib():
    for ticks, labels, style in (
        ([0, 1, 2], ["a", "b", "c"], {"fontsize": 7, "color": "red"}),
        ([1, 1, 2], ["a", "b", "c"], {}),
        ([1, 2], [], {}),
        ([1, 2], None, {}),
        (range(3), tuple("xyz"), {"rotation": 90}),
    ):
        tick_labels = []
        for axes in (make_axes("page", 2), Figure(figsize=(7, 2)).add_subplot()):
            axes.set_xticks(ticks, labels, **style)
            axes.figure.draw_without_rendering()
            texts = axes.get_xticklabels()
            tick_labels.append(
                [
                    (text.get_text(), text.get_position(), text.get_color(), text.get_rotation())
                    for text in texts
                ]
            )
            if "fontsize" in style:
                assert {text.get_fontsize() for text in texts} == {7}
        assert tick_labels[0] == tick_labels[1]


def test_places_of_axes_are_rounded_so_that_runs_give_the_same_ids():
    first, second = make_panels(3.4, 4.0, (2, 1), 2)
    first.plot([1, 2], [1000, 2000])
    describe(second, alt="two panels", caption="", data=pd.DataFrame)
    svg_of(second)
    for axes in (first, second):
        bounds = axes.get_position(original=True).bounds
        assert bounds == pytest.approx(np.round(bounds, 9), abs=1e-14)


def test_numbers_at_ticks_share_a_power_of_ten_and_no_letter_e():
    frame = pd.DataFrame({"a": [1.1e10, 2e10, 3.3e10], "b": [1.3e10, 2.5e10, 3.1e10]})
    axes = frame.bench(score="flops", higher_is_better=False).box_plot()
    axes.figure.draw_without_rendering()
    assert axes.xaxis.get_offset_text().get_text() == "×10¹⁰"
