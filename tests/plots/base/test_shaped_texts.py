"""Texts are shaped once, and what is drawn does not depend on what was drawn before."""

from unittest.mock import Mock

import matplotlib as mpl
import pytest
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.textpath import TextToPath
from published import published

from benchreport.plots.base import shaped_texts
from benchreport.plots.base.matplotlib_settings import draw_with
from benchreport.plots.base.shaped_texts import lay_out_once, measure_once, shape_once
from benchreport.plots.base.style import house_style, picture_of
from benchreport.plots.pairs.cd import cd_plot_from_table


@pytest.fixture
def nothing_known(monkeypatch):
    monkeypatch.setattr(shaped_texts, "_SHAPES", type(shaped_texts._SHAPES)())


def draw(form):
    return picture_of(cd_plot_from_table(published("demsar2006")), form)


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize("form", ["svg", "pdf", "png"])
def test_a_figure_has_the_same_bytes_when_its_texts_are_known(form):
    first = draw(form)
    assert shaped_texts._SHAPES
    assert draw(form) == first


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize("kind", [TextToPath, RendererAgg])
def test_a_text_is_measured_once_in_each_size(kind):
    measure = Mock(wraps=kind.get_text_width_height_descent)
    measure_or_recall = measure_once(measure)
    renderer = kind() if kind is TextToPath else kind(10, 10, 72)
    with house_style():
        sizes = [
            measure_or_recall(renderer, text, FontProperties(size=size), ismath=False)
            for text, size in (("knn", 8), ("svm", 8), ("knn", 9), ("knn", 8))
        ]
        assert measure.call_count == 3
        assert sizes[0] == sizes[3] != sizes[2]
        assert sizes[1] == kind.get_text_width_height_descent(
            renderer, "svm", FontProperties(size=8), ismath=False
        )
        with draw_with({"text.hinting": "native"}):
            measure_or_recall(renderer, "knn", FontProperties(size=8), ismath=False)
        assert measure.call_count == 4


def test_a_text_is_laid_out_once_by_a_renderer_until_it_changes():
    lay_out = Mock(wraps=Text._get_layout)
    lay_out_or_recall = lay_out_once(lay_out)
    renderer, other = RendererAgg(10, 10, 72), RendererAgg(10, 10, 72)
    with house_style():
        text = Figure().text(0, 0, "two\nlines")
        changes = (
            {}, {"text": "one line"}, {"size": 14}, {"ha": "right"}, {"va": "top"}, {"rotation": 30},
            {"rotation_mode": "anchor"}, {"linespacing": 2.0}, {"multialignment": "center"},
            {"weight": "bold"},
        )  # fmt: skip
        for calls, change in enumerate(changes, start=1):
            text.set(**change)
            for _ in range(2):
                box, lines, corner = lay_out_or_recall(text, renderer)
                expected = Text._get_layout(text, other)
                assert (box.extents.tolist(), lines, corner) == (
                    expected[0].extents.tolist(),
                    *expected[1:],
                )
            assert lay_out.call_count == calls
        text.figure.dpi = 200
        lay_out_or_recall(text, renderer)
        lay_out_or_recall(text, other)
        assert lay_out.call_count == len(changes) + 2
        # a formula may be laid out by settings that are not part of the text
        text.set_parse_math(True)
        for _ in range(2):
            lay_out_or_recall(text, renderer)
        assert lay_out.call_count == len(changes) + 4


@pytest.mark.usefixtures("nothing_known")
def test_known_texts_have_the_letters_that_a_drawing_lacks():
    shape = Mock(wraps=TextToPath.get_glyphs_with_font)
    shape_or_recall = shape_once(shape)
    shaper = TextToPath()
    font = shaper._get_font(FontProperties(family="DejaVu Sans"))
    expected = [shaper.get_glyphs_with_font(font, text) for text in ("aba", "ac")]
    for _ in range(2):
        drawn = {}
        for text, (places, outlines, _rects) in zip(("aba", "ac"), expected, strict=True):
            known, new, rects = shape_or_recall(
                shaper, font, text, drawn, return_new_glyphs_only=True
            )
            assert (known, rects) == (places, [])
            assert list(new) == [name for name in outlines if name not in drawn]
            drawn |= new
    assert shape.call_count == 2
    # with features of the font, the letters may be others
    shape_or_recall(shaper, font, "ac", features=("smcp",))
    assert shape.call_count == 3


@pytest.mark.usefixtures("nothing_known")
def test_texts_are_forgotten_where_there_are_too_many(monkeypatch):
    monkeypatch.setattr(shaped_texts, "MOST", 3)
    shape_or_recall = shape_once(TextToPath.get_glyphs_with_font)
    shaper = TextToPath()
    font = shaper._get_font(FontProperties(family="DejaVu Sans"))
    for text in "abcde":
        shape_or_recall(shaper, font, text)
        assert len(shaped_texts._SHAPES[font].places) <= 3


@pytest.mark.usefixtures("nothing_known")
def test_who_draws_without_us_shapes_and_measures_alone():
    theirs = TextToPath.get_glyphs_with_font, RendererAgg.get_text_width_height_descent
    draw("svg")
    assert theirs == (
        TextToPath.get_glyphs_with_font,
        RendererAgg.get_text_width_height_descent,
    )
    assert mpl.rcParams["text.hinting"] == mpl.rcParamsDefault["text.hinting"]
