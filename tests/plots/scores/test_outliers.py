import itertools
import warnings

import numpy as np
import pandas as pd
import pytest
from algorithm_names import algorithm_names
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from matplotlib.text import Text
from needs import LONG

from benchreport.data import Roles, Scores
from benchreport.errors import FontWarning, OptionError
from benchreport.plots.base.descriptions import alt_of, caption_of, data_of
from benchreport.plots.base.style import svg_of
from benchreport.plots.scores.outliers import outlier_plot, outlier_plot_from_table
from benchreport.stats.checks.outliers import outliers

HOSTILE = ["決定木の名前", r"$\badcmd$", "a_b%c#d&e", "<script>alert(1)</script>", "x" * 60]


def table(n_blocks, k, names=None, *, odd=0, higher=True, seed=0):
    """Make scores that an additive fit explains, except for some failed runs."""
    rng = np.random.default_rng(seed)
    values = rng.normal(0.8, 0.01, size=(n_blocks, k)) + rng.normal(0, 0.1, size=(n_blocks, 1))
    for place in range(odd):
        values[(7 * place) % n_blocks, (3 * place) % k] -= 0.4 + place / 100
    columns = names or [f"algorithm {place}" for place in range(k)]
    index = pd.Index([f"dataset {place}" for place in range(n_blocks)], name="dataset")
    frame = pd.DataFrame(values if higher else 2 - values, columns=columns, index=index)
    return Scores.from_frame(frame, Roles(score="accuracy", higher_is_better=higher))


def lines(ax, gid):
    return [line for line in ax.lines if line.get_gid() == gid]


def labels(ax):
    return [text for text in ax.texts if text.get_gid() == "label"]


@pytest.mark.parametrize(
    ("k", "width", "odd"),
    [(2, "column", 2), (3, "page", 0), (60, "column", 0), (300, "page", 2)],
)
def test_any_size_draws_with_a_description(k, width, odd):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = outlier_plot_from_table(table(15, k, odd=odd), width=width)
        assert svg_of(ax).startswith(b"<?xml")
    assert f"{15 * k:,} scores of {k} algorithms" in alt_of(ax)
    assert ("240 algorithms with less extreme scores are left out" in caption_of(ax)) == (k == 300)


def test_marks_are_the_findings_and_dots_all_scores():
    scores = table(20, 6, odd=4)
    result = outliers(scores)
    ax = outlier_plot(result, scores)
    names = [label.get_text() for label in ax.get_yticklabels()]
    marks = {
        (names[round(line.get_ydata()[0])], line.get_xdata()[0]) for line in lines(ax, "outlier")
    }
    assert marks == {(row.algorithm, row.score) for row in result.rows}
    assert len(marks) == 4
    expected = sorted(line.get_xdata()[0] for line in lines(ax, "expected"))
    assert expected == sorted(row.expected for row in result.rows)
    dots = lines(ax, "score")[0]
    assert sorted(dots.get_xdata()) == sorted(scores.values.ravel())
    # each dot lies on the row of its algorithm
    for name, column in zip(scores.algorithms, scores.values.T, strict=True):
        near = np.abs(dots.get_ydata() - names.index(name)) < 0.3
        assert sorted(dots.get_xdata()[near]) == sorted(column)


def test_outlying_scores_are_named_with_their_dataset():
    scores = table(20, 6, odd=2)
    result = outliers(scores)
    texts = [" ".join(text.get_text().split()) for text in labels(outlier_plot(result, scores))]
    names = {text.split(":")[0] for text in texts}
    assert names == {f"{row.algorithm} on {row.dataset}" for row in result.rows}
    beside_rows = labels(outlier_plot(result, scores, width="column"))
    assert {text.get_text() for text in beside_rows} == {row.dataset for row in result.rows}


@pytest.mark.parametrize("width", ["column", "page"])
def test_names_do_not_overlap_nor_leave_the_figure(width):
    scores = table(60, 5, ["x" * 60, *HOSTILE[1:4], "short"], odd=20)
    ax = outlier_plot(outliers(scores), scores, width=width)
    assert len(labels(ax)) == 12
    assert "the 12 most extreme are named" in caption_of(ax)
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    boxes = sorted((Text.get_window_extent(text) for text in labels(ax)), key=lambda box: box.y0)
    assert all(low.y1 <= high.y0 + 2.5 for low, high in itertools.pairwise(boxes))
    assert max(box.x1 for box in boxes) <= figure.bbox.width + 1
    assert ax.get_position().width * figure.get_figwidth() > 0.5


def test_a_figure_without_outliers_says_so():
    scores = table(15, 4)
    result = outliers(scores, alpha=1e-11)
    ax = outlier_plot(result, scores)
    assert not lines(ax, "outlier")
    texts = [text.get_text() for text in ax.texts if text.get_gid() == "none"]
    assert texts == ["No outlying score among 60 scores"]
    assert "No outlying score was found among 60 scores." in caption_of(ax)
    assert "No outlying score is among them." in alt_of(ax)


def test_algorithms_with_findings_are_kept():
    scores = table(15, 40, odd=6)
    result = outliers(scores)
    ax = outlier_plot(result, scores, most=8)
    names = {label.get_text() for label in ax.get_yticklabels()}
    assert len(names) == 8
    assert {row.algorithm for row in result.rows} <= names
    with pytest.raises(OptionError, match="most must be"):
        outlier_plot(result, scores, most=0)


@pytest.mark.parametrize("higher", [True, False])
def test_the_best_median_is_on_top(higher):
    rng = np.random.default_rng(0)
    values = rng.normal(size=(20, 1)) + np.array([0.0, 5.0, 10.0]) + rng.normal(0, 0.1, (20, 3))
    frame = pd.DataFrame(values, columns=list("abc"))
    scores = Scores.from_frame(frame, Roles(score="x", higher_is_better=higher))
    ax = outlier_plot_from_table(scores)
    order = [label.get_text() for label in ax.get_yticklabels()]
    assert order == (list("abc") if higher else list("cba"))


def test_repeats_runs_and_gaps():
    rng = np.random.default_rng(3)
    rows = [
        (f"a{a}", f"d{d}", run, 0.8 + 0.01 * rng.normal())
        for a in range(3)
        for d in range(5)
        for run in range(6)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "accuracy"])
    frame.loc[8, "accuracy"] = 0.2
    frame.loc[40, "accuracy"] = np.nan
    scores = Scores.from_frame(frame)
    result = outliers(scores)
    ax = outlier_plot(result, scores)
    assert len(lines(ax, "outlier")) == len(result.rows) > 0
    assert "repeats averaged" in caption_of(ax)
    alone = Scores.from_frame(frame[["algorithm", "accuracy"]])
    assert svg_of(outlier_plot_from_table(alone)).startswith(b"<?xml")


def test_many_dots_are_one_image():
    ax = outlier_plot_from_table(table(400, 20, odd=1))
    assert lines(ax, "score")[0].get_rasterized()
    assert len(svg_of(ax)) < 1_000_000


@LONG
@given(
    names=algorithm_names(12),
    n_blocks=st.integers(2, 20),
    odd=st.integers(0, 5),
    width=st.sampled_from(["column", "page"]),
)
@settings(max_examples=3, deadline=None)
def test_any_names(names, n_blocks, odd, width):
    scores = table(n_blocks, len(names), names, odd=odd)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", FontWarning)
        page = svg_of(outlier_plot_from_table(scores, width=width))
    assert page.startswith(b"<?xml")


def test_constant_scores():
    scores = Scores.from_frame(pd.DataFrame(np.ones((4, 3))), Roles(score="accuracy"))
    assert svg_of(outlier_plot_from_table(scores)).startswith(b"<?xml")


def test_same_bytes_given_axes_and_data():
    scores = table(20, 5, odd=3)
    result = outliers(scores)
    assert svg_of(outlier_plot(result, scores)) == svg_of(outlier_plot(result, scores))
    ax = Figure().add_subplot()
    assert outlier_plot(result, scores, ax=ax) is ax
    data = data_of(ax)
    assert len(data) == scores.values.size + len(result.rows)
    assert data.loc[data["outlying"], "score"].tolist() == result.table["score"].tolist()
