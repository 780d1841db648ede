import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from benchreport.data import Roles, Scores
from benchreport.plots import alt_of, caption_of, data_of, rank_set_plot, svg_of
from benchreport.stats import rank_sets


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def sets(k=5, step=1.0):
    rng = np.random.default_rng(1)
    values = rng.normal(size=(12, k)) + step * np.arange(k)
    frame = pd.DataFrame(values, columns=[f"a{place}" for place in range(k)])
    return rank_sets(Scores.from_frame(frame, Roles(score="accuracy")), n_resamples=500)


def drawn(axes, gid):
    """Return the x of each row's mark, from the top."""
    marks = [line for line in axes.lines if line.get_gid() == gid]
    return [list(line.get_xdata()) for line in sorted(marks, key=lambda m: -m.get_ydata()[0])]


def test_bars_are_the_sets_and_dots_the_ranks():
    result = sets()
    axes = rank_set_plot(result)
    assert drawn(axes, "set") == [[row.low, row.high] for row in result.rows]
    assert drawn(axes, "rank") == [[row.rank] for row in result.rows]
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == [row.algorithm for row in result.rows]
    assert data_of(axes)["algorithm"].tolist() == labels
    assert "95 % confidence sets" in caption_of(axes)
    assert alt_of(axes).startswith("Ranks by mean accuracy")


def test_filled_marks_could_be_the_best():
    result = sets()
    marks = [line for line in rank_set_plot(result).lines if line.get_gid() == "rank"]
    filled = [mark.get_markerfacecolor() != "white" for mark in marks]
    assert filled == [row.low == 1 for row in result.rows]
    assert {*filled} == {True, False}


def test_many_show_the_best():
    result = sets(70, step=0.1)
    axes = rank_set_plot(result)
    n = len(axes.get_yticklabels())
    assert n < 70
    assert f"{70 - n} algorithms further down are not drawn" in caption_of(axes)
    assert len(rank_set_plot(result, most=4).get_yticklabels()) == 4


def test_a_result_draws_it():
    assert sets().plot().get_xlabel() == "rank (1 is best)"


def test_the_same_result_gives_the_same_bytes():
    result = sets()
    assert svg_of(rank_set_plot(result)) == svg_of(rank_set_plot(result))
