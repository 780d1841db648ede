"""The figure of the test that decides: ranks for rank tests, otherwise differences to the best."""

import itertools

import numpy as np
import pandas as pd
import pytest
from matplotlib.markers import CARETRIGHT
from needs import longer
from published import as_folds, published

from benchreport import stats
from benchreport.analysis import analyze
from benchreport.data import Roles, Scores
from benchreport.plots import caption_of, deciding_plot, difference_plot, tukey_plot


def table(k, *, higher=True, letters=8, n=20):
    rng = np.random.default_rng(1)
    levels = np.linspace(0.9, 0.7, k)
    values = (levels if higher else 1 - levels) + rng.normal(0, 0.05, (n, k))
    names = [f"{place} ".ljust(letters, "n") for place in range(k)]
    return Scores.from_frame(
        pd.DataFrame(values, columns=names)[names[::-1]],
        Roles(score="accuracy" if higher else "error"),
    )


def by_gid(ax, gid):
    return [line for line in ax.lines if line.get_gid() == gid]


def test_only_tests_of_mean_ranks_have_a_diagram_of_ranks():
    scores = table(5)
    for test in (stats.nemenyi, stats.rank_z, stats.conover):
        assert "1 = best" in deciding_plot(test(scores)).get_xlabel()
    for result in (stats.tukey(scores), stats.wilcoxon(scores), stats.wilcoxon(table(2))):
        ax = deciding_plot(result)
        assert len(by_gid(ax, "difference")) == len(result.centres) - 1


def test_nothing_joins_what_the_deciding_test_separates_in_the_example_of_the_readme():
    decides = analyze(as_folds(published("hitrate"))).decisive
    ax = deciding_plot(decides)
    assert by_gid(ax, "group") == []
    best = decides.design.algorithms[decides.order[0]]
    rows = [row for row in decides.oriented() if row.first == best]
    filled = {
        name
        for name, p in zip(ax.data["algorithm"], ax.data["p_adjusted"], strict=True)
        if p <= decides.alpha
    }
    assert filled == {row.second for row in rows if row.p_adjusted <= decides.alpha}
    drawn = [line for line in by_gid(ax, "difference") if line.get_markerfacecolor() != "white"]
    assert len(drawn) == len(filled) > 0


def test_of_those_that_share_the_first_place_none_is_called_the_first():
    values = [[3, 3, 1], [4, 4, 2], [5, 5, 3], [6, 6, 4]]
    scores = Scores.from_frame(pd.DataFrame(values, columns=list("abc")), Roles(score="accuracy"))
    caption = difference_plot(stats.wilcoxon(scores)).caption
    assert "between a, one of those that share the first place, and each other algorithm" in caption


@pytest.mark.parametrize("higher", [True, False])
def test_a_positive_difference_is_a_lead_of_the_best(higher):
    scores = table(6, higher=higher)
    ax = difference_plot(stats.tukey(scores))
    means = pd.Series(scores.values.mean(axis=0), index=scores.algorithms)
    order = means.sort_values(ascending=not higher)
    assert ax.data["algorithm"].tolist() == order.index[1:].tolist()
    leads = (order.iloc[0] - order.iloc[1:]) * (1 if higher else -1)
    assert ax.data["difference"].tolist() == pytest.approx(leads.tolist())
    heights = [line.get_ydata()[0] for line in by_gid(ax, "difference")]
    # the best of the others is on top
    assert heights == sorted(heights, reverse=True)
    assert [line.get_xdata()[0] for line in by_gid(ax, "difference")] == pytest.approx(
        leads.tolist()
    )
    assert (leads > 0).all()


@pytest.mark.parametrize("higher", [True, False])
def test_a_positive_difference_is_an_advantage_over_the_control(higher):
    scores = table(6, higher=higher)
    control = scores.algorithms[2]
    ax = difference_plot(stats.dunnett(scores, control=control))
    means = pd.Series(scores.values.mean(axis=0), index=scores.algorithms)
    gain = (means - means[control]) * (1 if higher else -1)
    drawn = ax.data.set_index("algorithm")
    assert drawn["difference"].to_dict() == pytest.approx(gain.drop(control).to_dict())
    assert (drawn["low"] < drawn["difference"]).all()
    assert (drawn["difference"] < drawn["high"]).all()
    assert "better than" in ax.get_xlabel()


@pytest.mark.parametrize("k", [49, longer(2), longer(12), longer(100)])
@pytest.mark.parametrize(("width", "letters"), [(3.3, 40), longer(7.0, 40), longer(3.3, 8)])
def test_names_are_inside_and_half_of_the_width_is_axis(k, width, letters):
    ax = difference_plot(stats.tukey(table(k, letters=letters)), width=width)
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    assert ax.get_window_extent().width >= 0.5 * figure.bbox.width
    boxes = [text.get_window_extent() for text in ax.get_yticklabels()]
    assert len(boxes) == min(k - 1, 48)
    assert min(box.x0 for box in boxes) >= 0
    assert min(text.get_fontsize() for text in ax.get_yticklabels()) >= 6
    boxes.sort(key=lambda box: box.y0)
    for lower, upper in itertools.pairwise(boxes):
        assert lower.y1 <= upper.y0 + 2
    label = ax.xaxis.label.get_window_extent()
    assert 0 <= label.x0 < label.x1 <= figure.bbox.width
    assert ("not drawn" in ax.caption) == (k > 49)


@pytest.mark.parametrize("test", [stats.nemenyi, stats.tukey])
def test_leaders_are_drawn_by_tests_of_ranks_and_of_means(test):
    ax = deciding_plot(test(table(30, letters=8)), most=10)
    assert "not drawn" in ax.caption
    assert "20 " in ax.caption


@pytest.mark.parametrize("plot", [difference_plot, tukey_plot])
def test_an_interval_far_off_does_not_shrink_the_others(plot):
    """The axis holds the others, and an arrow at its end shows where that one goes on."""
    rng = np.random.default_rng(1)
    values = rng.normal([0.9, 0.89, 0.88, 0.87, 0.1], 0.01, (20, 5))
    result = stats.tukey(
        Scores.from_frame(pd.DataFrame(values, columns=list("abcde")), Roles(score="accuracy"))
    )
    ax = plot(result)
    n = sum("e" in row[:2] for row in result.comparisons if plot is tukey_plot or "a" in row[:2])
    assert [line.get_marker() for line in by_gid(ax, "beyond")] == [CARETRIGHT] * n
    assert ax.get_xlim()[1] < 0.1
    assert "An arrow marks an interval that goes on beyond the scale." in caption_of(ax)
