import warnings

import numpy as np
import pandas as pd
import pytest
from algorithm_names import algorithm_names
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from needs import LONG, longer, one_in
from published import as_folds, five_by_two, oracle, published

from benchreport import stats
from benchreport.data import Roles, Scores
from benchreport.errors import FontWarning, OptionError
from benchreport.plots.base.descriptions import alt_of, caption_of, data_of
from benchreport.plots.base.pairwise_tests import list_tests_of_all_pairs
from benchreport.plots.base.style import svg_of
from benchreport.plots.pairs.pair_tables import orient_pairs
from benchreport.plots.pairs.significance import significance_plot, significance_plot_from_table
from benchreport.results import PairwiseResult
from benchreport.stats.catalogue import select_procedures

HOSTILE = ["決定木の名前", r"$\badcmd$", "a_b%c#d&e", "<script>alert(1)</script>", "x" * 60]


def table(n_blocks, k, names=None, seed=0):
    rng = np.random.default_rng(seed)
    values = rng.normal(0.8, 0.05, size=(n_blocks, k)) + np.linspace(0, 0.1, k)
    columns = names or [f"algorithm {place}" for place in range(k)]
    return Scores.from_frame(pd.DataFrame(values, columns=columns), Roles(score="accuracy"))


def shades(ax):
    cells = next(collection for collection in ax.collections if collection.get_gid() == "cells")
    return cells.get_array().reshape(cells._coordinates.shape[0] - 1, -1)


def texts(ax, gid):
    return [text for text in ax.texts if text.get_gid() == gid]


CONTROL = "algorithm 0"
SIZES = (
    (2, "column", None),
    (3, "page", CONTROL),
    (60, "column", CONTROL),
    longer(60, "page", None),
    longer(60, "column", None),
    longer(300, "page", None),
    longer(300, "column", CONTROL),
)


@pytest.mark.parametrize(("k", "width", "control"), SIZES)
def test_any_size_draws_with_a_description(k, width, control):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = significance_plot_from_table(table(9, k), width=width, control=control)
        assert svg_of(ax).startswith(b"<?xml")
    assert f"{k - 1 if control else k * (k - 1) // 2:,} comparison" in alt_of(ax)
    assert len(caption_of(ax)) > 60
    assert ("are left out" in caption_of(ax)) == (
        k == 300 or (k == 60 and width == "column" and not control)
    )


@LONG
@given(
    names=algorithm_names(12),
    n_blocks=st.integers(2, 30),
    alpha=st.sampled_from([0.05, 0.01, 0.0005, 0.3]),
)
@settings(max_examples=3, deadline=None)
def test_any_names_and_levels(names, n_blocks, alpha):
    result = stats.nemenyi(table(n_blocks, len(names), names), alpha=alpha)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", FontWarning)
        svg_of(significance_plot(result))


def test_shades_are_the_levels_of_the_p_values():
    result = stats.wilcoxon(published("hitrate"))
    ax = significance_plot(result)
    order = [result.design.algorithms[place] for place in result.order]
    p = result.matrix("p_adjusted").loc[order, order].to_numpy()
    levels = shades(ax)
    k = len(order)
    for i in range(k - 1):
        for j in range(1, k):
            if j > i:
                expected = sum(p[i, j] <= edge for edge in (0.05, 0.01, 0.001))
                assert levels[i, j - 1] == expected
            else:
                assert np.ma.getmaskarray(levels)[i, j - 1]


def test_p_values_and_arrows_are_written():
    result = stats.nemenyi(table(30, 4))
    ax = significance_plot(result)
    order = [result.design.algorithms[place] for place in result.order]
    cells = {
        (order[int(text.get_position()[1])], order[int(text.get_position()[0]) + 1]): text
        for text in texts(ax, "cell")
    }
    for row in result.comparisons:
        pair = tuple(sorted((row.first, row.second), key=order.index))
        text = cells[pair].get_text()
        significant = row.p_adjusted <= 0.05
        # the algorithm of the row is the better one, and an arrow to the left points to its name
        assert ("◀" in text) == significant
    assert any("< .001" in text.get_text() for text in cells.values())
    assert [text.get_text() for text in texts(ax, "name")] == order[:-1]


def test_an_arrow_points_up_where_the_column_is_better():
    # algorithm a has the better mean, but b wins almost everywhere
    rng = np.random.default_rng(1)
    b = rng.normal(0.5, 0.05, 30)
    a = b - 0.01 - rng.random(30) / 100
    a[0] += 3
    scores = Scores.from_frame(pd.DataFrame({"a": a, "b": b}), Roles(score="accuracy"))
    from benchreport.stats.description.multi_comparison import multi_comparison

    result = multi_comparison(scores)
    assert [result.design.algorithms[place] for place in result.order] == ["a", "b"]
    assert result.comparisons[0].favours == "b"
    assert "▲" in texts(significance_plot(result), "cell")[0].get_text()


def test_a_control_is_one_column():
    result = stats.bonferroni_dunn(table(30, 10), control="algorithm 0")
    ax = significance_plot(result)
    assert shades(ax).shape == (9, 1)
    assert [label.get_text() for label in ax.get_xticklabels()] == ["algorithm 0"]
    assert "algorithm 0" not in [label.get_text() for label in ax.get_yticklabels()]
    filled = sum("◀" in text.get_text() for text in texts(ax, "cell"))
    assert filled == len(result.significant) > 0


def test_small_cells_hold_arrows_only():
    result = stats.nemenyi(table(30, 50))
    ax = significance_plot(result)
    assert not texts(ax, "cell")
    arrows = sum(len(line.get_xdata()) for line in ax.lines if line.get_gid() in ("◀", "▲"))
    assert arrows == len(result.significant) > 0
    assert caption_of(ax).startswith(
        "The p-values of the Nemenyi test (studentized range over all pairs; "
    )


def test_legend_names_the_levels():
    legend = significance_plot(stats.nemenyi(table(9, 4), alpha=0.005)).get_legend()
    labels = [text.get_text() for text in legend.get_texts()]
    assert labels == ["not significant", "p ≤ .005", "p ≤ .001"]


def test_shades_darken_in_grey():
    from benchreport.plots.pairs.significance import SHADES

    grey = [sum(int(shade[i : i + 2], 16) for i in (1, 3, 5)) for shade in SHADES]
    assert grey == sorted(grey, reverse=True)
    assert min(np.abs(np.diff(grey))) > 60


def test_undefined_p_values_are_not_significant():
    from dataclasses import replace

    result = stats.nemenyi(table(9, 3))
    rows = tuple(row._replace(p_adjusted=float("nan")) for row in result.comparisons)
    ax = significance_plot(replace(result, comparisons=rows))
    assert set(shades(ax).compressed()) == {0}
    assert {text.get_text() for text in texts(ax, "cell")} == {"p = –"}


@pytest.mark.parametrize("test", one_in(4, select_procedures(Scores, PairwiseResult)))
def test_every_pairwise_test(test, hitrate):
    scores = as_folds(hitrate) if test in ("corrected_t", "cv_t", "resampled_t") else hitrate
    if test.startswith("cv5x2"):
        scores = five_by_two(oracle("cv5x2")["cases"]["apart"])
    control = None if test in list_tests_of_all_pairs() else scores.algorithms[0]
    ax = significance_plot_from_table(scores, test=test, control=control)
    assert svg_of(ax).startswith(b"<?xml")


def test_options_are_checked():
    scores = table(8, 4)
    with pytest.raises(OptionError, match="test must be one of"):
        significance_plot_from_table(scores, test="friedman")
    with pytest.raises(OptionError, match="tukey compares all pairs"):
        significance_plot_from_table(scores, test="tukey", control="algorithm 0")
    with pytest.raises(OptionError, match="none is given"):
        significance_plot_from_table(scores, test="dunnett")
    with pytest.raises(OptionError, match="most must be"):
        significance_plot_from_table(scores, most=0)


def test_same_bytes_given_axes_and_data():
    result = stats.nemenyi(table(9, 4))
    assert svg_of(significance_plot(result)) == svg_of(significance_plot(result))
    ax = Figure().add_subplot()
    assert significance_plot(result, ax=ax) is ax
    assert data_of(ax).equals(orient_pairs(result, result.design.algorithms).table)


def test_hostile_names_draw():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FontWarning)
        page = svg_of(significance_plot(stats.nemenyi(table(9, len(HOSTILE), HOSTILE))))
    assert b"<script>" not in page
