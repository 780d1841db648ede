import functools
import itertools
import warnings

import numpy as np
import pandas as pd
import pytest
from algorithm_names import algorithm_names
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from needs import LONG, longer

from benchreport.data import Roles, Scores
from benchreport.errors import FontWarning, OptionError
from benchreport.plots.base.descriptions import alt_of, caption_of, data_of
from benchreport.plots.base.style import svg_of
from benchreport.plots.pairs.effects import effect_plot, effect_plot_from_table
from benchreport.stats.effects.effect_sizes import PAIRED, UNPAIRED, effect_sizes


def table(n_blocks, k, names=None, seed=0):
    rng = np.random.default_rng(seed)
    values = rng.normal(0.8, 0.05, size=(n_blocks, k)) + np.linspace(0, 0.1, k)
    columns = names or [f"algorithm {place}" for place in range(k)]
    return Scores.from_frame(pd.DataFrame(values, columns=columns), Roles(score="accuracy"))


@functools.cache
def effects_of(k):
    """Estimate the effects of all pairs, which takes seconds for hundreds of algorithms."""
    return effect_sizes(table(6, k))


def independent(k=3, n=8):
    frame = table(n, k).frame.melt(value_name="accuracy")
    return Scores.from_frame(frame[["algorithm", "accuracy"]])


def lines(ax, gid):
    return [line for line in ax.lines if line.get_gid() == gid]


SIZES = (
    (2, "column"),
    (10, "page"),
    longer(60, "column"),
    longer(300, "page"),
    longer(300, "column"),
)


@pytest.mark.parametrize(("k", "width"), SIZES)
def test_any_size_draws_with_a_description(k, width):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = effect_plot(effects_of(k), width=width)
        assert svg_of(ax).startswith(b"<?xml")
    pairs = k * (k - 1) // 2
    assert f"d_z of {min(pairs, 45)} pair" in alt_of(ax)
    assert (f"The {pairs - 45:,} pairs nearest to no effect are left out" in caption_of(ax)) == (
        pairs > 45
    )


@pytest.mark.parametrize("measure", PAIRED)
def test_paired_estimates_and_intervals_are_the_results(measure):
    result = effect_sizes(table(12, 5))
    ax = effect_plot(result, measure=measure)
    rows = result.oriented().of(measure)
    estimates = [line.get_xdata()[0] for line in lines(ax, "estimate")]
    assert estimates == sorted(row.estimate for row in rows)
    ends = sorted(tuple(line.get_xdata()) for line in lines(ax, "interval"))
    assert ends == sorted(row.interval[:2] for row in rows)
    none = 0.5 if measure == "superiority" else 0.0
    assert lines(ax, "no effect")[0].get_xdata()[0] == none
    filled = [line for line in lines(ax, "estimate") if line.get_markerfacecolor() != "white"]
    clear = [row for row in rows if not row.interval.low <= none <= row.interval.high]
    assert len(filled) == len(clear)


@pytest.mark.parametrize("measure", UNPAIRED)
def test_unpaired_measures_draw(measure):
    ax = effect_plot(effect_sizes(independent()), measure=measure)
    assert len(lines(ax, "estimate")) == 3
    none = 0.5 if measure in ("A", "common language") else 0.0
    assert lines(ax, "no effect")[0].get_xdata()[0] == none


def test_bands_begin_where_the_source_says():
    ax = effect_plot(effect_sizes(table(30, 2)), measure="d_av")
    low, high = ax.get_xlim()
    bands = [patch for patch in ax.patches if patch.get_gid() == "band"]
    ends = {
        round(end, 6)
        for patch in bands
        for end in (patch.get_x(), patch.get_x() + patch.get_width())
    }
    assert {limit for limit in (-0.8, -0.5, -0.2, 0.2, 0.5, 0.8) if low < limit < high} <= ends
    assert "Cohen, 1988" in caption_of(ax)
    words = {text.get_text() for text in ax.texts if text.get_gid() == "size"}
    assert words <= {"small", "medium", "large"}
    assert "large" in words


def test_bands_of_a_probability_are_around_one_half():
    ax = effect_plot(effect_sizes(independent(2)), measure="A")
    starts = {round(patch.get_x(), 6) for patch in ax.patches}
    assert 0.56 in starts  # the words begin at 0.5 + 0.06
    assert "Vargha & Delaney, 2000" in caption_of(ax)


def test_no_bands_without_a_source():
    ax = effect_plot(effect_sizes(table(30, 3)), measure="d_z")
    assert not ax.patches
    assert "Shades" not in caption_of(ax)


def test_infinite_effects_are_triangles_at_the_edge():
    scores = Scores.from_frame(pd.DataFrame(np.arange(12.0).reshape(4, 3)), Roles(score="accuracy"))
    ax = effect_plot(effect_sizes(scores), measure="d_z")
    assert len(lines(ax, "infinite")) == 3
    assert {line.get_xdata()[0] for line in lines(ax, "infinite")} == {ax.get_xlim()[1]}
    assert np.isfinite(ax.get_xlim()).all()


def test_equal_scores_draw():
    scores = Scores.from_frame(pd.DataFrame(np.ones((5, 3))), Roles(score="accuracy"))
    for measure in PAIRED:
        ax = effect_plot(effect_sizes(scores), measure=measure)
        assert svg_of(ax).startswith(b"<?xml")


def test_the_farthest_pairs_are_kept():
    result = effect_sizes(table(12, 8))
    ax = effect_plot(result, most=5)
    sizes = sorted((abs(row.estimate) for row in result.of("d_z")), reverse=True)[:5]
    assert sorted(abs(line.get_xdata()[0]) for line in lines(ax, "estimate")) == sorted(sizes)
    assert "The 23 pairs nearest to no effect are left out." in caption_of(ax)


@LONG
@pytest.mark.parametrize("k", [6, 12, 22])
def test_names_of_forty_letters_are_whole_in_a_column(k):
    names = [f"gradient boosting of {place:02d} regression trees" for place in range(k)]
    ax = effect_plot(effect_sizes(table(12, k, names)), width=3.3)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert not any("…" in label for label in labels)
    assert ax.figure.get_figheight() <= 10
    ax.figure.draw_without_rendering()
    boxes = [label.get_window_extent() for label in ax.get_yticklabels()]
    assert all(low.y1 <= high.y0 + 1 for low, high in itertools.pairwise(boxes))
    assert min(box.x0 for box in boxes) >= 0


def test_a_ranking_may_be_given():
    result = effect_sizes(table(12, 3))
    ax = effect_plot(result, ranking=result.design.algorithms)
    pairs = {tuple(label.get_text().split(" − ")) for label in ax.get_yticklabels()}
    assert pairs == set(itertools.combinations(result.design.algorithms, 2))


@LONG
@given(
    names=algorithm_names(6),
    n_blocks=st.integers(2, 12),
    width=st.sampled_from(["column", "page"]),
)
@settings(max_examples=3, deadline=None)
def test_any_names(names, n_blocks, width):
    result = effect_sizes(table(n_blocks, len(names), names))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", FontWarning)
        ax = effect_plot(result, width=width)
        svg_of(ax)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("width", ["column", "page"])
def test_names_leave_room_for_the_picture(width):
    names = ["x" * 60, "y" * 60, "<script>" * 5]
    ax = effect_plot(effect_sizes(table(9, 3, names)), width=width)
    figure = ax.get_figure(root=True)
    page = svg_of(ax)
    assert b"<script>" not in page
    figure.draw_without_rendering()
    assert ax.get_position().width > 0.4
    assert all(label.get_window_extent().x0 >= -1 for label in ax.get_yticklabels())
    box = ax.xaxis.label.get_window_extent()
    assert box.x0 >= -1
    assert box.x1 <= figure.bbox.width + 1


def test_unknown_measures_are_refused():
    with pytest.raises(OptionError, match="measure must be one of"):
        effect_plot_from_table(table(8, 3), measure="A")
    with pytest.raises(OptionError, match="most must be"):
        effect_plot_from_table(table(8, 3), most=0)


def test_same_bytes_given_axes_and_data():
    result = effect_sizes(table(9, 4), control="algorithm 1")
    assert svg_of(effect_plot(result)) == svg_of(effect_plot(result))
    ax = Figure().add_subplot()
    assert effect_plot(result, ax=ax, measure="g_z") is ax
    assert set(data_of(ax)["measure"]) == {"g_z"}
    assert len(data_of(ax)) == 3
