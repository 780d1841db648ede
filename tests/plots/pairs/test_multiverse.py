"""The specification curve."""

import numpy as np
import pandas as pd
import pytest
from needs import longer

import benchreport
from benchreport.plots import multiverse_plot, svg_of
from benchreport.plots.base.descriptions import alt_of, caption_of, data_of


def by_gid(ax, gid):
    return [line for line in ax.lines if line.get_gid() == gid]


def result_of(k, n=12, step=0.3):
    values = np.random.default_rng(1).normal(size=(n, k)) + step * np.arange(k)
    frame = pd.DataFrame(values, columns=[f"algorithm {place}" for place in range(k)])
    return benchreport.bench(frame, score="accuracy").multiverse()


@pytest.mark.parametrize("k", [2, 10, longer(60)])
def test_one_mark_for_each_analysis_and_choice(k):
    result = result_of(k)
    axes = multiverse_plot(result)
    rows = [row for row in result.rows if row.p_adjusted == row.p_adjusted]
    marks = by_gid(axes, "p")
    assert len(marks) == len(rows)
    heights = [mark.get_ydata()[0] for mark in marks]
    assert heights == sorted(heights, reverse=True)
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels[:5] == ["mean rank", "win rate", "mean", "median", "interquartile mean"]
    chosen = [len(line.get_xdata()) for line in by_gid(axes, "choice")]
    assert sum(chosen[:5]) == len(rows)
    assert len(data_of(axes)) == len(rows)


def test_the_first_analysis_has_the_ring():
    result = result_of(4)
    axes = multiverse_plot(result)
    [ring] = by_gid(axes, "first")
    place = int(ring.get_xdata()[0])
    row = data_of(axes).iloc[place]
    assert row["p_adjusted"] == result.rows[0].p_adjusted
    assert (row["aggregation"], row["test"], row["correction"]) == ("mean_rank", "wilcoxon", "holm")


def test_colour_and_line_say_where_alpha_is():
    result = result_of(4, n=25, step=0.25)
    axes = multiverse_plot(result)
    [line] = by_gid(axes, "alpha")
    for mark in by_gid(axes, "p"):
        filled = mark.get_markerfacecolor() != "white"
        assert filled == (mark.get_ydata()[0] >= line.get_ydata()[0])
    assert result.leader in caption_of(axes)
    assert f"in {len(by_gid(axes, 'p'))} analyses" in alt_of(axes)


def test_the_same_result_gives_the_same_bytes():
    result = result_of(4)
    assert svg_of(multiverse_plot(result)) == svg_of(multiverse_plot(result))
