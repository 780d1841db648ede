from dataclasses import replace

import pytest
from factor_tables import factor_table
from matplotlib import pyplot as plt

from benchreport.plots import ablation_plot, alt_of, caption_of, data_of, svg_of
from benchreport.stats import ablation


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_rows_are_sorted_with_their_intervals_and_p():
    result = ablation(factor_table("complete"), baseline=["sgd"])
    axes = ablation_plot(result)
    labels = [label.get_text() for label in axes.get_yticklabels()]
    data = data_of(axes)
    assert labels == data["component"].tolist()
    assert data["difference"].is_monotonic_decreasing
    assert "a: mix instead of none" in labels
    assert "c" in labels
    drawn = [line.get_xdata().tolist() for line in axes.lines if line.get_gid() == "interval"]
    assert drawn == data[["low", "high"]].to_numpy().tolist()
    written = [text.get_text() for text in axes.texts]
    assert len([text for text in written if text.startswith("p ")]) == len(labels)
    assert "6 datasets" in caption_of(axes)
    assert "them have an adjusted p ≤ .05" in alt_of(axes)


def test_filled_markers_have_a_small_adjusted_p():
    result = ablation(factor_table("complete"))
    axes = ablation_plot(result)
    marks = [line for line in axes.lines if line.get_gid() == "difference"]
    rows = result.sorted_components
    for mark, row in zip(marks, rows, strict=True):
        filled = mark.get_markerfacecolor() != "white"
        assert filled == (row.p_adjusted <= result.alpha)
    assert {row.p_adjusted <= result.alpha for row in rows} == {True, False}


def test_the_axis_says_which_side_is_better():
    result = ablation(factor_table("complete"))
    assert ablation_plot(result).get_xlabel().endswith("better →")
    assert result.plot().get_xlabel().startswith("effect on mean score")
    losses = replace(result, design=replace(result.design, higher_is_better=False))
    assert ablation_plot(losses).get_xlabel().endswith("worse →")


def test_the_same_result_gives_the_same_bytes():
    result = ablation(factor_table("complete"))
    assert svg_of(ablation_plot(result)) == svg_of(ablation_plot(result))
