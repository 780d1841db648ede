import itertools
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from matplotlib.text import Text
from needs import LONG, longer

from benchreport.data.several import Several
from benchreport.errors import FontWarning, OptionError
from benchreport.plots import alt_of, caption_of, data_of, svg_of
from benchreport.plots.several.train_test import train_test_plot, train_test_plot_from_table
from benchreport.stats.description.train_test import train_test

HOSTILE = [
    "決定木の名前",
    r"$\badcmd$",
    "a_b%c#d&e",
    "<script>alert(1)</script>",
    "x" * 60,
    "two words",
]


def several_of(k, n=8, seed=0, names=None, score="accuracy", scale=0.05):
    rng = np.random.default_rng(seed)
    names = names or [f"algorithm {place}" for place in range(k)]
    index = pd.MultiIndex.from_product([range(n), names], names=["dataset", "algorithm"])
    test = rng.normal(0.7, 0.1, (n, 1)) + rng.normal(0, scale, (n, k))
    frame = pd.DataFrame({score: test.ravel()}, index=index).reset_index()
    sign = 1 if score == "accuracy" else -1
    return Several.from_frame(
        frame.assign(train=frame[score] + sign * np.abs(rng.normal(0, scale, len(frame))))
    )


def by_gid(ax, gid):
    return [line for line in ax.lines if line.get_gid() == gid]


def legends(ax):
    return [
        [text.get_text() for text in artist.get_texts()]
        for artist in ax.artists
        if artist.get_gid() == "names"
    ]


@pytest.mark.parametrize("k", [2, 60, longer(10), longer(300)])
@pytest.mark.parametrize("width", ["page", "column"])
def test_points_are_the_scores(k, width):
    result = train_test(several_of(k))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = train_test_plot(result, width=width)
        assert svg_of(ax).startswith(b"<?xml")
    points = [*by_gid(ax, "points"), *by_gid(ax, "rest")]
    places = {(x, y) for line in points for x, y in zip(*line.get_data(), strict=True)}
    assert places == {(cell.train, cell.test) for cell in result.cells}
    assert len(by_gid(ax, "points")) == (k if k <= 20 else 8)
    assert data_of(ax).equals(result.table)
    assert len(alt_of(ax)) > 100
    assert ("in colour" in caption_of(ax)) == (k > 20)


@LONG
@pytest.mark.parametrize("k", [2, 60, longer(10), longer(20)])
@pytest.mark.parametrize("width", ["page", "column"])
def test_all_words_are_within_the_figure(k, width):
    names = ["y" * 50, *[f"algorithm {place}" for place in range(1, k)]]
    ax = train_test_plot(train_test(several_of(k, names=names)), width=width)
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    for artist in ax.artists:
        box = artist.get_window_extent()
        assert box.x0 >= -1
        assert box.y0 >= -1
        assert box.x1 <= figure.bbox.width + 1
        assert box.y1 <= figure.bbox.height + 1
        # the legends do not cover the points either
        square = ax.get_window_extent()
        assert box.x0 >= square.x1 or box.y1 <= square.y0
    first, second = (legend.get_window_extent() for legend in ax.artists)
    assert second.y1 <= first.y0 + 1
    assert ax.get_tightbbox().x0 >= -1


@pytest.mark.parametrize("score", ["accuracy", "error"])
def test_the_largest_gaps_are_ringed_numbered_and_named(score):
    result = train_test(several_of(4, score=score))
    ax = train_test_plot(result)
    worst = result.overfitting()
    rings = [(line.get_xdata()[0], line.get_ydata()[0]) for line in by_gid(ax, "overfitting")]
    assert rings == [(cell.train, cell.test) for cell in worst]
    texts = [text for text in ax.texts if text.get_gid() == "number"]
    assert [text.get_text() for text in texts] == ["1", "2", "3", "4", "5"]
    ax.get_figure(root=True).draw_without_rendering()
    # this is the box of the numbers alone, without the lines to their rings
    boxes = sorted((Text.get_window_extent(text) for text in texts), key=lambda box: box.y0)
    assert all(low.y1 <= high.y0 + 2.5 for low, high in itertools.pairwise(boxes))
    _, cells = legends(ax)
    for number, (cell, text) in enumerate(zip(worst, cells, strict=True), start=1):
        assert text.startswith(f"{number}  {cell.algorithm} on {cell.block}  0.")
    side = "below" if score == "accuracy" else "above"
    assert f"32 of 32 are {side} the diagonal" in caption_of(ax)
    assert not by_gid(train_test_plot(result, cells=0), "overfitting")
    assert len(by_gid(train_test_plot(result, cells=99), "overfitting")) == 9


def test_both_axes_have_one_scale_and_the_diagonal():
    ax = train_test_plot(train_test(several_of(4)))
    assert ax.get_xlim() == ax.get_ylim()
    assert ax.get_xticks().tolist() == ax.get_yticks().tolist()
    (diagonal,) = by_gid(ax, "diagonal")
    assert tuple(diagonal.get_xdata()) == tuple(diagonal.get_ydata()) == ax.get_xlim()
    ax.get_figure(root=True).draw_without_rendering()
    box = ax.get_window_extent()
    assert box.width == pytest.approx(box.height, rel=1e-3)


def test_correlations_are_written_in_the_corner_and_the_caption():
    result = train_test(several_of(6))
    ax = train_test_plot(result)
    (corner,) = [text.get_text() for text in ax.texts if text.get_gid() == "correlation"]
    correlation = result.correlation
    spearman, pearson = f"{correlation.spearman:.2f}"[1:], f"{correlation.pearson:.2f}"[1:]
    assert f"Spearman {spearman}, Pearson {pearson}" in corner
    low, high = (f"{end:.2f}"[1:] for end in correlation.within_interval[:2])
    within = f"{correlation.within_spearman:.2f}"[1:]
    assert f"within datasets {within} [{low}, {high}]" in corner
    assert f"separate the algorithms: Spearman {within}" in caption_of(ax)
    assert "95 % interval" in caption_of(ax)


def test_names_come_with_their_mean_gap_the_best_first():
    result = train_test(several_of(5))
    names, _ = legends(train_test_plot(result))
    assert [text.split("  ")[0] for text in names] == [
        result.design.algorithms[place] for place in result.order
    ]
    assert [float(text.split("  ")[1]) for text in names] == pytest.approx(
        [result.gaps[place] for place in result.order], abs=1e-3
    )
    looks = {
        (line.get_color(), line.get_marker()) for line in by_gid(train_test_plot(result), "points")
    }
    assert len({mark for _, mark in looks}) == len(looks) == 5


def test_highlights_by_name():
    result = train_test(several_of(30))
    ax = train_test_plot(result, highlight=["algorithm 7"])
    names, _ = legends(ax)
    assert len(by_gid(ax, "points")) == 1
    assert names[0].startswith("algorithm 7  ")
    assert names[1] == "29 more algorithms"
    with pytest.raises(OptionError, match="svm, not among"):
        train_test_plot(result, highlight=["svm"])


def test_constants_and_gains_draw():
    constant = several_of(3)
    frame = constant.frame.assign(accuracy=0.5, train=0.5)
    ax = train_test_plot_from_table(Several.from_frame(frame))
    assert len(legends(ax)) == 1
    assert "nothing correlates" in caption_of(ax)
    assert svg_of(ax).startswith(b"<?xml")
    zero = train_test_plot_from_table(
        Several.from_frame(frame.assign(accuracy=0.0, train=0.0)), width="column"
    )
    assert zero.get_xlim()[0] < 0 < zero.get_xlim()[1]
    gains = train_test_plot_from_table(
        Several.from_frame(frame.assign(accuracy=frame["dataset"] + 1.0))
    )
    assert "0 of 24 are below" in caption_of(gains)


def test_draws_into_given_axes_the_same_each_time():
    result = train_test(several_of(4))
    given_axes = Figure().add_subplot()
    assert train_test_plot(result, ax=given_axes) is given_axes
    assert svg_of(train_test_plot(result)) == svg_of(train_test_plot(result))


@LONG
@settings(max_examples=3, deadline=None)
@given(
    st.integers(2, 25), st.integers(2, 9), st.sampled_from([0.0, 1e-12, 0.05, 1e9]),
    st.sampled_from(["page", "column"]),
    st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=70),
             min_size=25, max_size=25, unique=True),
)  # fmt: skip
def test_any_size_and_names_draw(k, n, scale, width, names):
    several = several_of(k, n, 0, [*HOSTILE, *names][:k], scale=scale)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", FontWarning)
        ax = train_test_plot_from_table(several, width=width)
        assert b"<script>" not in svg_of(ax)
    assert len(data_of(ax)) == k * n
