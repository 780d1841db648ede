import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import LONG, longer

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.numerics.moments import spans_decades
from benchreport.plots.base.descriptions import alt_of, caption_of, data_of
from benchreport.plots.base.style import PASSIVE, svg_of
from benchreport.plots.scores.ecdf import ecdf_plot

HOSTILE = [r"$\badcmd$", "<script>", "決定木の名前", "x" * 60, "a", "%_#&{}^~\\"]


def table(values, names=None, score="accuracy"):
    frame = pd.DataFrame(values, columns=names or [f"m{place}" for place in range(values.shape[1])])
    frame.index = [f"d{place}" for place in range(len(values))]
    return Scores.from_frame(frame, Roles(score=score))


def random(n, k, seed=0, score="accuracy"):
    return table(np.random.default_rng(seed).normal(0.8, 0.05, (n, k)), score=score)


def curves(ax):
    return [line for line in ax.lines if line.get_gid() == "ecdf"]


def value_of(line, at):
    """Read the values of a step curve at some places."""
    x, y = line.get_data()
    if line.get_drawstyle() == "steps-pre":
        return y[np.searchsorted(x, at, side="left")]
    return y[np.searchsorted(x, at, side="right") - 1]


@pytest.mark.parametrize("score", ["accuracy", "error"])
def test_curves_are_the_share_at_least_as_good(score):
    values = np.random.default_rng(1).integers(0, 8, (15, 4)) / 10.0
    values[2, 1] = np.nan
    scores = table(values, score=score)
    ax = ecdf_plot(scores)
    medians = np.nanmedian(values, axis=0)
    order = np.argsort(-medians if score == "accuracy" else medians, kind="stable")
    for line, place in zip(curves(ax), order, strict=True):
        column = values[~np.isnan(values[:, place]), place]
        for at in (0.05, 0.15, 0.3, 0.55, 0.62):
            good = column >= at if score == "accuracy" else column <= at
            assert value_of(line, at) == pytest.approx(good.mean())
        x = line.get_xdata()
        assert (x[0], x[-1]) == (np.nanmin(values), np.nanmax(values))


def test_markers_are_at_the_quartiles():
    line = curves(ecdf_plot(random(8, 2)))[0]
    shares = line.get_ydata()[line.get_markevery()]
    assert sorted(shares) == [0.25, 0.5, 0.75]


def test_the_best_median_is_named_first():
    scores = random(20, 12)
    labels = [text.get_text() for text in ecdf_plot(scores).get_legend().get_texts()]
    order = np.argsort(-np.median(scores.values, axis=0))
    assert labels == [scores.algorithms[place] for place in order]


def test_times_are_on_a_log_axis_and_others_are_not():
    times = table(10.0 ** np.random.default_rng(0).uniform(-1, 4, (12, 3)), score="runtime")
    ax = ecdf_plot(times)
    assert ax.get_xscale() == "log"
    ax.figure.draw_without_rendering()
    labels = [tick.get_text() for tick in ax.get_xticklabels()]
    assert "1" in labels
    assert not any("$" in label for label in labels)
    assert ecdf_plot(times, log=False).get_xscale() == "linear"
    assert ecdf_plot(random(9, 3)).get_xscale() == "linear"
    assert not spans_decades(np.array([np.nan, 0.0]))
    with pytest.raises(OptionError, match="positive"):
        ecdf_plot(table(np.array([[0.0, 1], [2, 3]]), score="runtime"), log=True)


def test_many_are_grey_and_thinned_but_true():
    scores = random(200, 300)
    ax = ecdf_plot(scores)
    colours = [line.get_color() for line in curves(ax)]
    assert colours.count(PASSIVE) == 292
    assert "the other 292 are grey" in caption_of(ax)
    assert ax.get_legend().get_texts()[-1].get_text() == "292 others"
    grey = curves(ax)[20]
    assert len(grey.get_xdata()) <= 100
    truth = data_of(ax)
    points = set(zip(truth["score"], truth["share"], strict=True))
    assert set(zip(*grey.get_data(), strict=True)) <= points
    assert len(svg_of(ax)) < 2_000_000


@pytest.mark.parametrize("width", ["column", "page"])
@pytest.mark.parametrize("k", [2, 60, longer(10), longer(20)])
def test_names_do_not_overlap_nor_leave_the_figure(k, width):
    names = ["x" * 60, "決定木の名前", *[f"algorithm {place}" for place in range(2, k)]]
    ax = ecdf_plot(table(np.random.default_rng(0).random((15, k)), names), width=width)
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in ax.get_legend().get_texts()]
    for box, other in itertools.combinations(boxes, 2):
        across = min(box.x1, other.x1) - max(box.x0, other.x0)
        up = min(box.y1, other.y1) - max(box.y0, other.y0)
        assert min(across, up) <= 2
    assert max(box.x1 for box in boxes) <= figure.bbox.width + 1
    assert max(box.y1 for box in boxes) <= figure.bbox.height + 1


def test_caption_counts_curves_below_the_best():
    values = np.array([[0.9, 0.5, 0.95], [0.8, 0.4, 0.1], [0.7, 0.3, 0.2]])
    ax = ecdf_plot(table(values))
    assert (
        "m0 has the best median (0.800), and its curve is nowhere below those of 1 of"
        in caption_of(ax)
    )
    assert alt_of(ax).endswith("Medians from the best: m0 0.800, m1 0.400 and m2 0.200.")


@LONG
@settings(max_examples=3, deadline=None)
@given(
    st.integers(2, 30),
    st.lists(st.sampled_from(HOSTILE), min_size=2, max_size=24),
    st.sampled_from([1e-9, 1.0, 1e12]),
    st.integers(0, 3),
)
def test_any_table_draws_the_same_bytes(n, names, scale, ties):
    values = np.random.default_rng(n).integers(0, 10**ties, (n, len(names))) * scale
    names = [f"{place}{name}" for place, name in enumerate(names)]
    assert svg_of(ecdf_plot(table(values, names))) == svg_of(ecdf_plot(table(values, names)))
