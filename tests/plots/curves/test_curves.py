"""Figures on curves show what was computed, at any size."""

import itertools
import warnings

import matplotlib as mpl
import numpy as np
import pytest
from curves_tables import curves_of, curves_on_one_dataset, frame_of
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.text import Text
from needs import LONG, longer, one_in

from benchreport.data import Curves
from benchreport.errors import DesignError, FontWarning, OptionError
from benchreport.plots import curves_plot, svg_of
from benchreport.plots.curves.curves import anytime_plot, curve_plot, rank_over_time_plot
from benchreport.plots.curves.runtimes import ecdf_runtime_plot
from benchreport.stats import curve_summary, runtimes

FIGURES = {
    "medians": curve_plot,
    "means": lambda curves, **o: curve_plot(curves, center="mean", band="sd", **o),
    "runs": lambda curves, **o: curve_plot(curves.on("data 0"), center=None, **o),
    "one run": lambda curves, **o: curve_plot(curves.on("data 0"), run="1", **o),
    "anytime": anytime_plot,
    "regret": lambda curves, **o: anytime_plot(curves, across="regret", **o),
    "ranks": rank_over_time_plot,
    "ranks on one": lambda curves, **o: rank_over_time_plot(curves.on("data 0"), n_draws=None, **o),
    "running times": ecdf_runtime_plot,
}
HOSTILE = ["決定木の名前", r"$\badcmd$", "a_b%c#d&e", "<script>alert(1)</script>", "x" * 60]


def lines_of(axes):
    return [line for line in axes.lines if line.get_gid() == "line"]


@pytest.mark.parametrize(("width", "k"), [("page", 60), longer("column", 2)])
@pytest.mark.parametrize("name", one_in(2, FIGURES))
def test_any_size_draws_with_a_description(name, width, k):
    curves = curves_of(k=k, datasets=2, runs=2, points=5)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        axes = FIGURES[name](curves, width=width)
        assert svg_of(axes).startswith(b"<?xml")
    assert len(axes.alt) > 20
    assert len(axes.caption) > 20
    assert len(axes.data)
    assert ("grey" in axes.caption) == (k > 20)


@LONG
@pytest.mark.parametrize("name", ["regret", longer("running times")])
def test_three_hundred_algorithms(name):
    axes = FIGURES[name](curves_of(k=300, datasets=2, runs=1, points=3))
    assert svg_of(axes)
    assert "the other 292 are grey" in axes.caption


@LONG
@pytest.mark.parametrize("name", FIGURES)
def test_hostile_names_draw_and_bytes_are_the_same(name):
    curves = curves_of(k=len(HOSTILE), names=HOSTILE)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FontWarning)
        first, second = svg_of(FIGURES[name](curves)), svg_of(FIGURES[name](curves))
    assert first == second
    assert b"<script>" not in first


@LONG
@settings(max_examples=3, deadline=None)
@given(
    st.lists(st.text(max_size=40), min_size=1, max_size=6, unique=True),
    st.integers(1, 3),
    st.integers(1, 3),
    st.sampled_from(sorted(FIGURES)),
)
def test_any_names_and_sizes(names, runs, points, figure):
    labels = [f"{place}{name}" for place, name in enumerate(names)]
    curves = curves_of(k=len(labels), names=labels, runs=max(runs, 2), points=points + 1)
    if len(labels) < 2 and "ranks" in figure:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FontWarning)
        assert svg_of(FIGURES[figure](curves))


def test_lines_and_bands_are_the_averages():
    curves = curves_of(k=2, datasets=1, runs=5).on("data 0")
    result = curve_summary(curves, center="mean", band="sd")
    axes = curves_plot(result)
    by_name = {line.get_label(): line for line in lines_of(axes)}
    for line in result.lines:
        np.testing.assert_array_equal(by_name[line.algorithm].get_xdata(), result.steps)
        np.testing.assert_array_equal(by_name[line.algorithm].get_ydata(), line.center)
        # a value that holds until the next point is drawn as a step
        assert by_name[line.algorithm].get_drawstyle() == "steps-post"
    bands = [band for band in axes.collections if band.get_gid() == "band"]
    assert len(bands) == 2
    corners = bands[0].get_paths()[0].vertices[:, 1]
    line = result.order(result.lines)[0]
    drawn_low, drawn_high = corners.min(), corners.max()
    bounds = [(min(line.low), max(line.high)) for line in result.lines]
    assert any((drawn_low, drawn_high) == pytest.approx(bound) for bound in bounds)
    assert axes.get_xscale() == "log"
    assert line.algorithm in axes.caption
    assert "standard deviation" in axes.caption


def test_points_that_all_runs_share_are_joined():
    curves = curves_on_one_dataset({"a": [[1, 2, 3], [2, 3, 4]], "b": [[1, 1, 1], [2, 2, 2]]})
    assert lines_of(curve_plot(curves))[0].get_drawstyle() == "default"
    best = curve_plot(curves, best_so_far=True)
    assert lines_of(best)[0].get_drawstyle() == "steps-post"
    assert best.caption.startswith("Median best score over 2 runs")


def test_every_run_is_drawn_at_its_own_steps():
    frame = frame_of(k=2, datasets=1, runs=3)
    short = frame[(frame["seed"] != 2) | (frame["evaluations"] < 100)]
    curves = Curves.from_frame(short)
    axes = curve_plot(curves, center=None)
    collections = [collection for collection in axes.collections if collection.get_gid() == "runs"]
    assert [len(collection.get_segments()) for collection in collections] == [3, 3]
    ends = sorted(
        segment[-1, 0] for collection in collections for segment in collection.get_segments()
    )
    assert ends == sorted(run.step[-1] for run in curves.runs)
    assert len(axes.data) == len(short)


def test_a_panel_a_dataset_and_one_legend():
    axes = anytime_plot(curves_of(k=3, datasets=4))
    figure = axes.get_figure(root=True)
    assert [panel.get_title(loc="left") for panel in figure.axes] == [f"data {i}" for i in range(4)]
    assert [text.get_text() for text in figure.legends[0].get_texts()]
    assert set(axes.data["dataset"]) == {f"data {i}" for i in range(4)}


def test_the_caption_says_that_datasets_are_left_out():
    axes = anytime_plot(curves_of(k=2, datasets=15, runs=1))
    assert len(axes.get_figure(root=True).axes) == 12
    assert "3 further datasets are not drawn" in axes.caption


def test_ranks_go_from_one_on_top():
    axes = FIGURES["ranks"](curves_of(k=4))
    bottom, top = axes.get_ylim()
    assert bottom > 4
    assert top < 1
    assert axes.get_ylabel() == "mean rank (1 = best)"


def test_shares_of_targets_and_where_runs_ended():
    frame = frame_of(k=2, datasets=1, runs=2)
    short = frame[(frame["algorithm"] != "algorithm 1") | (frame["evaluations"] < 100)]
    result = runtimes(Curves.from_frame(short), n_targets=5)
    axes = result.plot()
    shares = sorted(line.get_ydata().tolist() for line in lines_of(axes))
    assert shares == sorted([100 * share for share in row.share] for row in result.shares)
    crosses = [line for line in axes.lines if line.get_gid() == "ended"]
    assert [cross.get_xdata()[0] for cross in crosses] == [
        max(run.step[-1] for run in Curves.from_frame(short).of(algorithm="algorithm 1"))
    ]
    assert "A cross marks where the first run of a system ended." in axes.caption


@pytest.mark.parametrize("k", [2, 20, longer(10)])
@pytest.mark.parametrize("name", ["regret", "ranks", "running times"])
def test_names_do_not_overlap_nor_leave_the_figure(name, k):
    axes = FIGURES[name](curves_of(k=k, names=["x" * 50, *[f"system {i}" for i in range(1, k)]]))
    figure = axes.get_figure(root=True)
    figure.draw_without_rendering()
    boxes = [Text.get_window_extent(text) for text in axes.texts if text.get_gid() == "label"]
    assert len(boxes) == k
    boxes.sort(key=lambda box: box.y0)
    gaps = [high.y0 - low.y1 for low, high in itertools.pairwise(boxes)]
    assert min(gaps) > -2.5
    assert max(box.x1 for box in boxes) <= figure.bbox.width + 1
    assert min(box.y0 for box in boxes) >= -1


def test_own_axes():
    curves = curves_of(k=2, datasets=2)
    figure = mpl.figure.Figure()
    axes = figure.add_subplot()
    assert anytime_plot(curves, across="regret", ax=axes) is axes
    assert ecdf_runtime_plot(curves, ax=axes) is axes
    with pytest.raises(OptionError, match="one axes holds one dataset"):
        curve_plot(curves, ax=axes)
    with pytest.raises(DesignError, match="runs are drawn of one dataset"):
        curve_plot(curves, center=None)
    with pytest.raises(DesignError, match="run='x' is not among the runs"):
        curve_plot(curves.on("data 0"), run="x")


def test_nan_before_late_runs_is_not_drawn():
    frame = frame_of(k=2, datasets=1, runs=2)
    late = frame[(frame["seed"] != 1) | (frame["evaluations"] > 10)]
    axes = curve_plot(Curves.from_frame(late))
    assert all(np.isnan(line.get_ydata()[0]) for line in lines_of(axes))
    assert svg_of(axes)
