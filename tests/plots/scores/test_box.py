import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import LONG, longer

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.plots.base.descriptions import caption_of, data_of
from benchreport.plots.base.style import svg_of
from benchreport.plots.scores.box import GREY, box_plot


def table(values, names=None, score="accuracy"):
    frame = pd.DataFrame(values, columns=names or [f"m{place}" for place in range(values.shape[1])])
    frame.index = [f"d{place}" for place in range(len(values))]
    return Scores.from_frame(frame, Roles(score=score))


def random(n, k, score="accuracy"):
    return table(np.random.default_rng(0).uniform(0.5, 0.9, (n, k)), score=score)


def boxes(ax):
    """Return the quartiles of each box, from the top."""
    patches = [patch for patch in ax.patches if patch.get_gid() == "box"]
    corners = [patch.get_path().vertices[:, 0] for patch in patches]
    return [(x.min(), x.max()) for x in corners][::-1]


def names_of(ax):
    return [tick.get_text() for tick in ax.get_yticklabels()][::-1]


def outcomes(ax):
    return [text.get_text() for text in ax.texts if text.get_gid() == "outcome"]


def test_boxes_are_the_quartiles():
    scores = random(25, 5)
    ax = box_plot(scores)
    order = np.argsort(-np.median(scores.values, axis=0))
    assert np.array(boxes(ax)) == pytest.approx(
        np.quantile(scores.values, [0.25, 0.75], axis=0).T[order]
    )
    assert names_of(ax) == [scores.algorithms[place] for place in order]


@pytest.mark.parametrize("score", ["accuracy", "error"])
def test_ratios_are_paired_with_the_baseline(score):
    scores = random(25, 4, score)
    ax = box_plot(scores, relative_to="m2")
    ratios = np.delete(scores.values, 2, axis=1) / scores.values[:, [2]]
    sign = -1 if score == "accuracy" else 1
    order = np.argsort(sign * np.median(ratios, axis=0))
    names = [name for name in scores.algorithms if name != "m2"]
    assert names_of(ax) == [names[place] for place in order]
    logs = np.quantile(np.log(ratios), [0.25, 0.75], axis=0).T[order]
    assert np.log(boxes(ax)) == pytest.approx(logs)
    assert ax.get_xscale() == "log"
    line = next(line for line in ax.lines if line.get_gid() == "baseline")
    assert line.get_xdata() == [1.0, 1.0]
    ahead = (ratios > 1 if score == "accuracy" else ratios < 1).sum(axis=0)[order]
    assert outcomes(ax) == [f"{wins}/0/{25 - wins}" for wins in ahead]
    side = "right" if score == "accuracy" else "left"
    assert ax.get_xlabel().endswith(f"({side} of 1 is better)")
    assert data_of(ax)[names].to_numpy() == pytest.approx(ratios)


def test_differences_are_where_ratios_are_not():
    values = np.array([[-0.1, 0.3, 0.2], [0.2, 0.9, 0.2], [0.1, 0.4, 0.3], [np.nan, 0.4, 0.5]])
    scores = table(values)
    with pytest.raises(OptionError, match="positive") as caught:
        box_plot(scores, relative_to="m2")
    assert caught.value.hint == "relative='difference'"
    ax = box_plot(scores, relative_to="m2", relative="difference")
    assert names_of(ax) == ["m1", "m0"]
    assert outcomes(ax) == ["3/0/1", "0/1/2"]
    differences = data_of(ax)[["m0", "m1"]].to_numpy()
    assert differences == pytest.approx(values[:, :2] - values[:, [2]], nan_ok=True)
    assert ax.get_xscale() == "linear"
    assert "m1 is better than m2 on 3, equal on 0 and worse on 1" in caption_of(ax)


def test_ties_are_ties_though_binary_differs():
    values = np.array([[0.3, 0.1 + 0.2], [0.6, 0.7], [0.5, 0.5]])
    ax = box_plot(table(values), relative_to="m1")
    assert outcomes(ax) == ["0/2/1"]
    assert data_of(ax)["m0"].tolist()[::2] == [1.0, 1.0]


def test_two_algorithms_leave_one_row():
    ax = box_plot(random(8, 2), relative_to="m0")
    assert names_of(ax) == ["m1"]
    svg_of(ax)


def test_unknown_baselines_and_unmatched_runs():
    with pytest.raises(DesignError, match="relative_to='svm'"):
        box_plot(random(8, 3), relative_to="svm")
    with pytest.raises(OptionError, match="relative must be"):
        box_plot(random(8, 3), relative_to="m0", relative="log")
    frame = pd.DataFrame({"algorithm": ["a"] * 5 + ["b"] * 5, "accuracy": np.arange(10.0)})
    with pytest.raises(DesignError, match="belong together"):
        box_plot(Scores.from_frame(frame), relative_to="a")


def test_many_are_summarised_and_the_best_named():
    scores = random(20, 300)
    ax = box_plot(scores)
    best = np.argsort(-np.median(scores.values, axis=0), kind="stable")[:8]
    named = [text.get_text() for text in ax.texts if text.get_gid() == "label"]
    assert named == [scores.algorithms[place] for place in best]
    assert len(boxes(ax)) == 300
    assert "the other 292 are grey" in caption_of(ax)
    assert ax.get_figure().get_figheight() < 9.6


def test_highlighted_boxes_are_in_colour():
    ax = box_plot(random(9, 5), highlight=["m3"])
    patches = [patch for patch in ax.patches if patch.get_gid() == "box"]
    grey = [patch for patch in patches if np.allclose(patch.get_facecolor()[:3], _rgb(GREY))]
    assert len(grey) == 4
    assert "1 algorithm is in colour" in caption_of(ax)


def _rgb(colour):
    return [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]


@pytest.mark.parametrize("width", ["column", "page"])
@pytest.mark.parametrize("k", [60, longer(2), longer(10)])
def test_names_and_counts_do_not_overlap_and_stay_in_the_figure(k, width):
    names = ["x" * 60, "決定木の名前", *[f"algorithm {place}" for place in range(2, k)]]
    scores = table(np.random.default_rng(0).random((15, k)), names)
    ax = box_plot(scores, relative_to=names[0], width=width)
    ax.figure.draw_without_rendering()
    counts = [text for text in ax.texts if text.get_gid() == "outcome"]
    for texts in (ax.get_yticklabels(), counts):
        rows = sorted((text.get_window_extent() for text in texts), key=lambda box: box.y0)
        assert len(rows) == k - 1
        assert all(low.y1 <= high.y0 + 2 for low, high in itertools.pairwise(rows))
        assert min(box.x0 for box in rows) >= -1
        assert max(box.x1 for box in rows) <= ax.figure.bbox.width + 1
    assert ax.get_window_extent().width > 0.3 * ax.figure.bbox.width


@LONG
@settings(max_examples=3, deadline=None)
@given(
    st.integers(2, 12),
    st.integers(2, 80),
    st.sampled_from([1e-9, 1.0, 1e12]),
    st.sampled_from(["ratio", "difference"]),
)
def test_any_table_draws_the_same_bytes(n, k, scale, relative):
    values = np.random.default_rng(n).integers(1, 5, (n, k)) * scale

    def draw():
        return svg_of(box_plot(table(values), relative_to="m1", relative=relative))

    assert draw() == draw()


def test_scores_of_many_sizes_have_a_log_axis_and_plain_means():
    rng = np.random.default_rng(2)
    times = pd.DataFrame(10 ** rng.uniform(-3, 2, (18, 2)), columns=["a", "b"])
    axes = times.bench(score="seconds").box_plot()
    assert axes.get_xscale() == "log"
    assert "The axis is logarithmic." in caption_of(axes)
    drawn = [np.asarray(line.get_xdata()) for line in axes.lines]
    for name in times:
        for place in (times[name].median(), times[name].mean()):
            assert any(np.allclose(data, place, rtol=1e-12) for data in drawn)
    accuracy = times.rank(pct=True).bench(score="accuracy").box_plot()
    assert accuracy.get_xscale() == "linear"
    assert "logarithmic" not in caption_of(accuracy)
    # no scores below 0, nor 0, have logarithms
    assert (times - times.min().min()).bench(score="seconds").box_plot().get_xscale() == "linear"
    shares = pd.DataFrame(
        {"a": [0.91, 0.93, 0.92], "b": [0.9, 0.94, 0.91], "chance": [0.3, 0.1, 0.002]}
    )
    assert shares.bench(score="accuracy").box_plot().get_xscale() == "linear"


def test_a_baseline_may_be_called_by_a_number():
    frame = pd.DataFrame(np.random.default_rng(0).uniform(0.5, 0.9, (8, 3)))
    scores = Scores.from_frame(frame, Roles(higher_is_better=True))
    assert names_of(box_plot(scores, relative_to=2)) == names_of(box_plot(scores, relative_to="2"))


def test_the_best_of_many_are_drawn():
    values = np.random.default_rng(0).normal(size=(12, 30)) + 0.1 * np.arange(30)
    scores = Scores.from_frame(pd.DataFrame(values), Roles(score="accuracy"))
    whole, cut = box_plot(scores), box_plot(scores, most=20)
    names = [[label.get_text() for label in axes.get_yticklabels()] for axes in (whole, cut)]
    assert names[1] == names[0][-20:]
    assert caption_of(cut) == f"{caption_of(whole)} 10 algorithms with worse medians are not drawn."
    relative = box_plot(scores, relative_to="0", relative="difference", most=2)
    assert len(relative.get_yticklabels()) == 2
    assert box_plot(scores, most=30).get_ylim() == whole.get_ylim()
