import warnings

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from benchreport.data import Roles, Scores
from benchreport.errors import FontWarning
from benchreport.plots.base.descriptions import alt_of, caption_of
from benchreport.plots.base.style import svg_of
from benchreport.plots.scores.one_standard_error import one_se_plot
from benchreport.stats.one_dataset.one_standard_error import one_standard_error

HOSTILE = ["決定木の名前", r"$\badcmd$", "_b%c#d&e", "<script>alert(1)</script>", "x" * 60]


def make_scores(k, names=None, *, higher=True):
    """Make a curve that rises with complexity and levels off, over ten folds."""
    rng = np.random.default_rng(k)
    place = np.linspace(0, 1, k)
    values = 0.9 - 0.1 * np.exp(-5 * place) + rng.normal(0, 0.02, (10, k))
    columns = names or [f"depth {2**column if k < 12 else column}" for column in range(k)]
    frame = pd.DataFrame(values if higher else 1 - values, columns=columns)
    scores = Scores.from_frame(frame, Roles(score="accuracy", higher_is_better=higher))
    return one_standard_error(scores, complexity=columns)


def by_gid(ax, gid):
    return [line for line in ax.lines if line.get_gid() == gid]


@pytest.mark.parametrize("k", [2, 10, 60])
def test_any_size_draws_with_a_description(k):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = one_se_plot(make_scores(k))
        assert svg_of(ax).startswith(b"<?xml")
    assert f"of {k} configurations" in alt_of(ax)
    assert "the simplest in it" in caption_of(ax)


@pytest.mark.parametrize("higher", [True, False])
def test_marks_are_the_results(higher):
    result = make_scores(10, higher=higher)
    ax = one_se_plot(result)
    means = [(line.get_xdata()[0], line.get_ydata()[0]) for line in by_gid(ax, "mean")]
    assert means == list(enumerate(row.mean for row in result.rows))
    for line, row in zip(by_gid(ax, "error"), result.rows, strict=True):
        assert np.ptp(line.get_ydata()) == pytest.approx(2 * row.standard_error)
    band = next(patch for patch in ax.patches if patch.get_gid() == "band")
    ends = sorted([result.limit, result.row_of(result.best).mean])
    assert [band.get_y(), band.get_y() + band.get_height()] == pytest.approx(ends)


def test_best_and_chosen_are_named_and_differ_without_colour():
    result = make_scores(60)
    ax = one_se_plot(result)
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    assert f"best: {result.best}" in texts
    assert f"chosen: {result.chosen}" in texts
    marks = {line.get_label(): line.get_marker() for line in by_gid(ax, "mean")}
    assert marks[f"best: {result.best}"] != marks[f"chosen: {result.chosen}"]


def test_the_best_may_also_be_chosen():
    scores = Scores.from_frame(
        pd.DataFrame({"a": [0.9, 0.91], "b": [0.5, 0.51]}), Roles(score="accuracy")
    )
    ax = one_se_plot(one_standard_error(scores, complexity=["a", "b"]))
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    assert "best and chosen: a" in texts
    assert "a is the best and the simplest in it." in caption_of(ax)


def test_hostile_names_draw():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FontWarning)
        page = svg_of(one_se_plot(make_scores(len(HOSTILE), HOSTILE)))
    assert b"<script>" not in page


def test_a_single_run_has_no_bar():
    frame = pd.DataFrame({"algorithm": list("aab"), "accuracy": [0.80, 0.79, 0.1]})
    ax = one_se_plot(one_standard_error(Scores.from_frame(frame), complexity=["b", "a"]))
    assert len(by_gid(ax, "error")) == 1
    assert len(by_gid(ax, "mean")) == 2


def test_same_figure_same_bytes_and_given_axes():
    assert svg_of(one_se_plot(make_scores(5))) == svg_of(one_se_plot(make_scores(5)))
    ax = Figure().add_subplot()
    assert one_se_plot(make_scores(5), ax=ax) is ax
