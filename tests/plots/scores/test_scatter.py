import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import LONG, longer
from scipy import stats as scipy_stats

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.plots.base.descriptions import alt_of, caption_of, data_of
from benchreport.plots.base.style import svg_of
from benchreport.plots.scores.scatter import scatter_plot

HOSTILE = [r"$\badcmd$", "<script>", "決定木の名前", "x" * 60, "a"]


def table(values, names=None, score="accuracy"):
    frame = pd.DataFrame(values, columns=names or [f"m{place}" for place in range(values.shape[1])])
    frame.index = [f"dataset {place}" for place in range(len(values))]
    return Scores.from_frame(frame, Roles(score=score))


def random(n, k, score="accuracy", seed=0):
    return table(np.random.default_rng(seed).normal(0.8, 0.05, (n, k)), score=score)


def by_gid(ax, gid):
    return [artist for artist in (*ax.lines, *ax.texts) if artist.get_gid() == gid]


@pytest.mark.parametrize("score", ["accuracy", "error"])
def test_points_counts_and_halves(score):
    scores = random(30, 2, score)
    ax = scatter_plot(scores, a="m0", b="m1")
    points = np.vstack([line.get_xydata() for line in by_gid(ax, "block")])
    assert sorted(map(tuple, points)) == sorted(map(tuple, scores.values))
    x, y = scores.values.T
    wins = int(np.sum(x > y if score == "accuracy" else x < y))
    counts = {text.get_text(): text for text in by_gid(ax, "count")}
    assert set(counts) == {f"m0 better: {wins}", f"m1 better: {30 - wins}"}
    # the lower half, where x is larger, has the name of the algorithm on the x axis
    lower = next(text for text in counts.values() if text.get_rotation() == 270)
    assert lower.get_text().startswith("m0" if score == "accuracy" else "m1")
    by_marker = {line.get_marker(): line.get_xydata() for line in by_gid(ax, "block")}
    above = by_marker["o"][:, 0] > by_marker["o"][:, 1]
    assert above.all() if score == "accuracy" else not above.any()


def test_axes_are_the_same():
    ax = scatter_plot(random(20, 2))
    assert ax.get_xlim() == ax.get_ylim()
    assert ax.get_aspect() == 1.0
    (diagonal,) = by_gid(ax, "diagonal")
    assert list(diagonal.get_xdata()) == list(diagonal.get_ydata()) == list(ax.get_xlim())
    times = table(10.0 ** np.random.default_rng(0).uniform(-1, 3, (9, 2)), score="runtime")
    ax = scatter_plot(times)
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert "Both axes are logarithmic." in caption_of(ax)


def test_significance_is_of_the_pair_alone():
    scores = random(18, 5)
    p = scipy_stats.wilcoxon(scores.values[:, 1], scores.values[:, 3]).pvalue
    caption = caption_of(scatter_plot(scores, a="m1", b="m3"))
    assert f"of this pair alone gives p = {p:.3f}".replace("0.", ".") in caption
    assert "chosen" not in caption


def test_by_default_the_two_best_by_mean_rank_are_drawn():
    values = np.array([[1.0, 3.0, 2.0, 4.0], [2.0, 3.0, 1.0, 4.0], [1.0, 4.0, 2.0, 3.0]])
    ax = scatter_plot(table(values))
    assert "m3 (x) against m1 (y)" in alt_of(ax)
    assert "chosen by its scores (the two best of 4 by mean rank)" in caption_of(ax)
    ax = scatter_plot(table(values), b="m0")
    assert "m3 (x) against m0 (y)" in alt_of(ax)
    assert "m3 is the best of the other 3 by mean rank" in caption_of(ax)
    assert "chosen" not in caption_of(scatter_plot(random(6, 2)))


def test_ties_and_gaps_are_counted():
    values = np.array([[0.3, 0.1 + 0.2], [0.5, 0.4], [0.2, 0.6], [np.nan, 0.3], [0.7, 0.7]])
    ax = scatter_plot(table(values), a="m0", b="m1")
    texts = {text.get_text() for text in by_gid(ax, "count")}
    assert texts == {"m0 better: 1", "m1 better: 1", "equal: 2"}
    assert "1 dataset without both scores is left out." in caption_of(ax)
    frame = data_of(ax)
    assert frame["better"].tolist() == ["", "m0", "m1", ""]
    assert frame["difference"].tolist() == pytest.approx([0, 0.1, -0.4, 0])


def test_the_farthest_are_named():
    values = np.full((12, 2), 0.5) + np.arange(12)[:, None] / 30
    values[3, 0] += 0.4
    values[8, 1] += 0.3
    ax = scatter_plot(table(values), a="m0", b="m1")
    assert {text.get_text() for text in by_gid(ax, "label")} == {"dataset 3", "dataset 8"}


@pytest.mark.parametrize("width", ["column", "page"])
@pytest.mark.parametrize(("n", "seed"), [(2, 0), (60, 2), (1000, 4), longer(10, 1), longer(300, 3)])
def test_labels_cover_neither_points_nor_each_other(n, seed, width):
    ax = scatter_plot(random(n, 3, seed=seed), width=width)
    ax.figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in ax.texts]
    for label, other in itertools.combinations(boxes, 2):
        across = min(label.x1, other.x1) - max(label.x0, other.x0)
        up = min(label.y1, other.y1) - max(label.y0, other.y0)
        assert min(across, up) <= 0
    page = ax.figure.bbox
    assert min(box.x0 for box in boxes) >= 0
    assert max(box.x1 for box in boxes) <= page.width + 1
    points = np.vstack([line.get_xydata() for line in by_gid(ax, "block")])
    x, y = ax.transData.transform(points).T
    for text in by_gid(ax, "label"):
        box = text.get_window_extent()
        assert not ((x > box.x0) & (x < box.x1) & (y > box.y0) & (y < box.y1)).any()


def test_wrong_pairs():
    with pytest.raises(DesignError, match="b='svm'"):
        scatter_plot(random(5, 3), a="m0", b="svm")
    with pytest.raises(OptionError, match="both 'm0'"):
        scatter_plot(random(5, 3), a="m0", b="m0")
    frame = pd.DataFrame({"algorithm": ["a"] * 5 + ["b"] * 5, "accuracy": np.arange(10.0)})
    with pytest.raises(DesignError, match="belong together"):
        scatter_plot(Scores.from_frame(frame))


@LONG
@settings(max_examples=3, deadline=None)
@given(
    st.integers(2, 60),
    st.integers(2, 300),
    st.sampled_from([1e-300, 1e-9, 1.0, 1e12, 1e300]),
    st.integers(0, 2),
)
def test_any_table_draws_the_same_bytes(n, k, scale, ties):
    values = np.random.default_rng(n).integers(0, 10**ties, (n, k)) * scale
    names = [f"{HOSTILE[place % 5]}{place}" for place in range(k)]
    svgs = [svg_of(scatter_plot(table(values, names))) for _ in range(2)]
    assert svgs[0] == svgs[1]
    assert b"<script>" not in svgs[0]
