import math

import numpy as np
import pandas as pd
import pytest
from factor_tables import factor_table
from matplotlib import pyplot as plt
from scipy import stats as scipy_stats

from benchreport.errors import DesignError, OptionError
from benchreport.plots import caption_of, data_of, interaction_plot, svg_of
from benchreport.stats import anova


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_means_are_those_of_the_combinations():
    """On a complete table, estimated means are plain averages."""
    scores = factor_table("wider")
    axes = interaction_plot(anova(scores))
    data = data_of(axes)
    assert data.columns.tolist() == ["a", "b", "mean", "low", "high"]
    a, b = (factor.codes(scores.algorithms) for factor in scores.factors)
    for _, row in data.iterrows():
        chosen = (a == scores.factors[0].levels.index(row["a"])) & (
            b == scores.factors[1].levels.index(row["b"])
        )
        assert row["mean"] == pytest.approx(scores.values[:, chosen].mean())


def test_bars_leave_out_what_combinations_share():
    """Loftus and Masson (1994): t times the root of the interaction's mean square over the scores."""
    scores = factor_table("wider")
    data = data_of(interaction_plot(anova(scores)))
    # nine datasets, one score a combination
    result = anova(scores).term("a × b")
    half = scipy_stats.t.isf(0.025, result.dof_error) * math.sqrt(
        result.error / result.dof_error / 9
    )
    assert (data["high"] - data["mean"]).to_numpy() == pytest.approx(np.full(12, half))


def test_pooled_means_have_intervals_of_their_own():
    result = anova(factor_table("gaps"))
    data = data_of(interaction_plot(result))
    means = {row.levels: row for row in result.means if row.source == "a × b"}
    for _, row in data.iterrows():
        assert (row["low"], row["high"]) == means[(row["a"], row["b"])].interval[:2]


def test_the_pair_can_be_named():
    result = anova(factor_table("complete"))
    axes = interaction_plot(result, factors=["c", "a"])
    assert axes.get_xlabel() == "c"
    assert axes.get_legend().get_title().get_text() == "a"
    assert "Interaction: a × c F(" in caption_of(axes)
    smallest = min(
        (term for term in result.terms if term.source.count("×") == 1),
        key=lambda term: term.p_value,
    )
    assert smallest.source in caption_of(interaction_plot(result))
    with pytest.raises(OptionError, match="factors must be one of"):
        interaction_plot(result, factors=["c", "d"])
    with pytest.raises(OptionError, match="two different factors"):
        interaction_plot(result, factors=["c", "c"])


def test_a_model_without_interactions_is_refused():
    with pytest.raises(DesignError, match="has no interaction of two factors"):
        interaction_plot(anova(factor_table("one_out"), interactions=False))


@pytest.mark.parametrize("width", ["page", "column"])
def test_the_legend_is_clear_of_intervals(width):
    result = anova(factor_table("complete"))
    axes = interaction_plot(result, width=width)
    axes.get_figure().canvas.draw()
    legend = axes.get_legend().get_window_extent()
    highest = data_of(axes)["high"].max()
    assert axes.transData.transform((0, highest))[1] < legend.y0


def test_hints_name_only_columns_of_the_table():
    frame = pd.DataFrame(
        [(a, d, a / 10 + (d + a) % 3 / 50) for a in range(2) for d in range(4)],
        columns=["method", "dataset", "accuracy"],
    )
    frame["method"] = frame["method"].map({0: "x", 1: "y"})
    for bench, method in ((frame.bench, "x"), (frame.bench(factors="method"), "y")):
        with pytest.raises(DesignError) as caught:
            bench.interaction_plot()
        assert str(caught.value.hint) == "name two or more columns of settings as factors", method
    with pytest.raises(DesignError) as caught:
        interaction_plot(
            anova(factor_table("complete"), factors=["a", "b", "c"], interactions=False)
        )
    assert "factors=['a', 'b', 'c']" in str(caught.value.hint)


def test_a_table_without_some_combinations_has_the_interactions_that_it_can():
    rows = [
        (d, a, b, c, np.sin(7 * d + 3 * (a == "on") + 5 * (b == "on") + (c == "on")))
        for d in range(5)
        for a in ("off", "on")
        for b in ("off", "on")
        for c in ("off", "on")
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "a", "b", "c", "accuracy"])
    gone = (frame[["a", "b", "c"]] == "on").all(axis=1)
    axes = frame[~gone].bench.interaction_plot(factors=["a", "b", "c"])
    assert {axes.get_xlabel(), axes.get_legend().get_title().get_text()} <= {"a", "b", "c"}
    two = frame[frame["c"] == "off"].drop(columns="c")
    two = two[(two["a"] == "off") | (two["b"] == "off")]
    with pytest.raises(DesignError, match="too few combinations") as caught:
        two.bench.interaction_plot(factors=["a", "b"])
    assert "ablation_plot(factors=['a', 'b'])" in str(caught.value)
    assert len(two.bench.residual_plot(factors=["a", "b"]).lines) == 2


def test_the_same_result_gives_the_same_bytes():
    result = anova(factor_table("complete"))
    assert svg_of(interaction_plot(result)) == svg_of(interaction_plot(result))
