"""A name is as wide as it was measured: on a screen, in print and in vectors."""

import re

import pandas as pd
import pytest
from looped import loop_over
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath

import benchreport  # noqa: F401 - registers df.bench
from benchreport.plots.base.style import house_style, svg_of
from benchreport.plots.base.text_sizes import measure_width

NAME = "01-rather-long-algorithm-name-of-forty-l"


@loop_over("size", [5, 6, 7, 8, 9.5])
@loop_over("resolution", [72, 100, 300])
def test_names_are_as_wide_in_pictures_as_in_vectors(size, resolution):
    with house_style():
        font = FontProperties(size=size)
        vector = TextToPath().get_text_width_height_descent(NAME, font, ismath=False)[0] / 72
        picture = RendererAgg(9, 9, resolution).get_text_width_height_descent(
            NAME, font, ismath=False
        )[0]
        assert picture / resolution == pytest.approx(vector, abs=0.3 / resolution)
        assert vector <= measure_width([NAME], size) <= 1.02 * vector


def test_no_name_is_cut_by_the_edge_of_a_page():
    # hinted letters of 7 points at 72 dots an inch were 8 % narrower than in the file
    names = [f"{place:02d}{NAME[2:]}" for place in range(22)]
    frame = pd.DataFrame(
        {name: [place, place + 1, place + 3.0] for place, name in enumerate(names)}
    )
    svg = svg_of(frame.bench(score="accuracy").box_plot(width=7)).decode()
    starts = re.findall(r'<g id="text_\d+">.*?translate\(([-\d.]+) ', svg, re.DOTALL)
    assert len(starts) > len(names)
    assert min(map(float, starts)) >= 0
