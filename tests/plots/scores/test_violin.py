import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import LONG, longer
from scipy.stats import gaussian_kde

from benchreport.data import Roles, Scores
from benchreport.plots.base.descriptions import alt_of, caption_of, data_of
from benchreport.plots.base.style import ACCENT, svg_of
from benchreport.plots.scores.violin import BASE, PEAK, violin_plot


def table(values, names=None, score="accuracy"):
    frame = pd.DataFrame(values, columns=names or [f"m{place}" for place in range(values.shape[1])])
    frame.index = [f"d{place}" for place in range(len(values))]
    return Scores.from_frame(frame, Roles(score=score))


def random(n, k, score="accuracy"):
    return table(np.random.default_rng(0).normal(0.8, 0.05, (n, k)), score=score)


def collection(ax, gid):
    return next(collection for collection in ax.collections if collection.get_gid() == gid)


@pytest.mark.parametrize("score", ["accuracy", "error"])
def test_violins_are_densities_between_lowest_and_highest(score):
    scores = random(30, 5, score)
    ax = violin_plot(scores)
    medians = np.median(scores.values, axis=0)
    order = np.argsort(-medians if score == "accuracy" else medians)
    shapes = [path.vertices for path in collection(ax, "violin").get_paths()]
    assert len(shapes) == 5
    for row, (place, shape) in enumerate(zip(order, shapes, strict=True)):
        column = scores.values[:, place]
        assert (shape[:, 0].min(), shape[:, 0].max()) == pytest.approx((column.min(), column.max()))
        base = 4 - row + BASE
        assert shape[:, 1].min() == pytest.approx(base)
        assert shape[:, 1].max() == pytest.approx(base + PEAK)
        at = np.linspace(column.min(), column.max(), 121)
        density = gaussian_kde(column)(at)
        top = np.interp(at, shape[2:123, 0], shape[2:123, 1]) - base
        assert top == pytest.approx(PEAK * density / density.max(), rel=1e-6)


def test_bars_are_quartiles_and_dots_medians():
    scores = random(21, 4)
    ax = violin_plot(scores)
    order = np.argsort(-np.median(scores.values, axis=0))
    bars = np.array(collection(ax, "quartiles").get_segments())[:, :, 0]
    assert bars == pytest.approx(np.quantile(scores.values, [0.25, 0.75], axis=0).T[order])
    dots = next(line for line in ax.lines if line.get_gid() == "median")
    assert dots.get_xdata() == pytest.approx(np.median(scores.values, axis=0)[order])
    points = [line for line in ax.lines if line.get_gid() == "block"]
    assert sum(len(line.get_xdata()) for line in points) == 84
    assert [tick.get_text() for tick in ax.get_yticklabels()][::-1] == [
        scores.algorithms[place] for place in order
    ]


def test_few_values_are_points_and_one_value_a_line():
    values = np.random.default_rng(0).random((9, 3))
    values[4:, 1] = np.nan
    values[:, 2] = 0.25
    ax = violin_plot(table(values))
    assert len(collection(ax, "violin").get_paths()) == 1
    (line,) = collection(ax, "line").get_segments()
    assert line[:, 0].tolist() == [0.25, 0.25]
    assert "1 of 3 has fewer than 5 values" in caption_of(ax)
    assert "1 of 3 has one value throughout" in caption_of(ax)
    assert "All have fewer than 5 values" in caption_of(violin_plot(random(4, 3)))
    frame = data_of(ax)
    assert frame.loc[frame["algorithm"] == "m1", "score"].tolist() == pytest.approx(
        sorted(values[:4, 1]), rel=1e-11
    )


def test_many_are_summarised_and_the_best_named():
    scores = random(20, 300)
    ax = violin_plot(scores)
    best = np.argsort(-np.median(scores.values, axis=0), kind="stable")[:8]
    assert [text.get_text() for text in ax.texts] == [scores.algorithms[place] for place in best]
    assert [tick.get_text() for tick in ax.get_yticklabels()][:2] == ["1", "50"]
    assert "300 rows are too many to name" in caption_of(ax)
    assert ax.get_figure().get_figheight() < 9.6
    ax = violin_plot(scores, highlight=["m7"])
    assert [text.get_text() for text in ax.texts] == ["m7"]
    assert [text.get_color() for text in ax.texts] == [ACCENT]


@pytest.mark.parametrize("width", ["column", "page"])
@pytest.mark.parametrize("k", [60, longer(2), longer(10)])
def test_names_do_not_overlap_and_stay_in_the_figure(k, width):
    names = ["x" * 60, "決定木の名前", *[f"algorithm {place}" for place in range(2, k)]]
    ax = violin_plot(table(np.random.default_rng(0).random((15, k)), names), width=width)
    ax.figure.draw_without_rendering()
    boxes = sorted((tick.get_window_extent() for tick in ax.get_yticklabels()), key=lambda b: b.y0)
    assert len(boxes) == k
    assert all(low.y1 <= high.y0 + 2 for low, high in itertools.pairwise(boxes))
    assert min(box.x0 for box in boxes) >= -1
    assert ax.get_window_extent().width > 0.35 * ax.figure.bbox.width


def test_runs_draw():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"algorithm": ["a"] * 9 + ["b"] * 7, "accuracy": rng.random(16)})
    ax = violin_plot(Scores.from_frame(frame))
    assert "Every run is a dot." in caption_of(ax)
    assert len(alt_of(ax)) > 40


@LONG
@settings(max_examples=3, deadline=None)
@given(
    st.integers(2, 12),
    st.integers(2, 80),
    st.sampled_from([1e-300, 1e-9, 1.0, 1e12, 1e300]),
    st.integers(0, 3),
)
def test_any_table_draws_the_same_bytes(n, k, scale, ties):
    values = np.random.default_rng(n).integers(0, 10**ties, (n, k)) * scale
    assert svg_of(violin_plot(table(values))) == svg_of(violin_plot(table(values)))
