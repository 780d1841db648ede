import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.plots import alt_of, caption_of, data_of, speedup_plot, svg_of
from benchreport.stats import speedup


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def speedups(k=4, datasets=("text", "code", "logs"), n=6, **options):
    rng = np.random.default_rng(k)
    rows = [
        (f"a{place}", dataset, run, (place + 1) * np.exp(rng.normal(0, 0.3)))
        for place in range(k)
        for dataset in datasets
        for run in range(n)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "run", "seconds"])
    return speedup(Scores.from_frame(frame, Roles(score="seconds")), **options)


def lines_of(axes, gid):
    return [line for line in axes.lines if line.get_gid() == gid]


def test_marks_are_at_the_ratios_and_the_largest_is_on_top():
    result = speedups()
    axes = speedup_plot(result)
    rows = sorted(result.rows, key=lambda row: row.ratio)
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == [f"{row.first} over {row.second}" for row in rows]
    assert [line.get_xdata()[0] for line in lines_of(axes, "ratio")] == [row.ratio for row in rows]
    low, high = axes.get_xlim()
    for line, row in zip(lines_of(axes, "interval"), rows, strict=True):
        ends = np.clip(row.interval[:2], low, high)
        assert line.get_xdata() == pytest.approx(ends)
    for dots, row in zip(lines_of(axes, "dataset"), rows, strict=True):
        single = [each.ratio for each in result.of(row.first, row.second)]
        assert sorted(dots.get_xdata()) == sorted(single)
    assert axes.get_xscale() == "log"
    assert len(data_of(axes)) == len(rows)


def test_filled_markers_exclude_1():
    result = speedups()
    rows = sorted(result.rows, key=lambda row: row.ratio)
    clear = [row.interval.low > 1 or row.interval.high < 1 for row in rows]
    marks = lines_of(speedup_plot(result), "ratio")
    assert [mark.get_markerfacecolor() != "white" for mark in marks] == clear
    assert {*clear} == {True, False}


@pytest.mark.parametrize("control", [None, "a1"])
def test_one_dataset_has_no_dots(control):
    axes = speedup_plot(speedups(datasets=("text",), control=control))
    assert sum(len(dots.get_xdata()) for dots in lines_of(axes, "dataset")) == 0
    assert "invocations" in caption_of(axes)
    assert "3 datasets" in caption_of(speedup_plot(speedups()))


def test_an_interval_without_end_goes_to_the_edge():
    result = speedups(2, datasets=("text",), n=2)
    axes = speedup_plot(result)
    assert result.rows[0].interval.low == 0
    (line,) = lines_of(axes, "interval")
    assert line.get_xdata()[0] == pytest.approx(axes.get_xlim()[0])


def test_many_pairs_show_those_farthest_from_1():
    result = speedups(20)
    axes = speedup_plot(result)
    drawn = len(axes.get_yticklabels())
    assert drawn == 45
    assert f"{190 - drawn} pairs closest to 1 are not drawn" in caption_of(axes)
    least = min(abs(np.log(row)) for row in data_of(axes)["ratio"])
    assert sum(abs(np.log(row.ratio)) > least for row in result.rows) == drawn - 1
    assert len(speedup_plot(result, most=3).get_yticklabels()) == 3
    with pytest.raises(OptionError, match="most"):
        speedup_plot(result, most=0)


def test_equal_algorithms_have_an_axis():
    times = pd.DataFrame({"a": [1.0, 2.0], "b": [1.0, 2.0]})
    axes = speedup_plot(speedup(Scores.from_frame(times, Roles(score="seconds"))))
    low, high = axes.get_xlim()
    assert low < 1 < high
    assert "from 1.00 for a over b" in alt_of(axes)


def test_a_result_draws_it():
    assert speedups().plot().get_xlabel().startswith("speedup")


def test_an_end_that_is_far_away_does_not_stretch_the_axis():
    times = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [9.0, 1.0, 5.0]})
    result = speedup(Scores.from_frame(times, Roles(score="seconds")), alpha=1e-4)
    assert result.rows[0].interval.high > 1e30
    low, high = speedup_plot(result).get_xlim()
    assert high / low < 100


def test_the_same_result_gives_the_same_bytes():
    result = speedups()
    assert svg_of(speedup_plot(result)) == svg_of(speedup_plot(result))
