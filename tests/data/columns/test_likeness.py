"""Columns that could not hold one measure, by what they hold and whatever they are called."""

import numpy as np
import pandas as pd
import pytest

import benchreport  # noqa: F401 - registers df.bench
from benchreport.errors import DesignError, DirectionError, RoleError

ROWS = 6
SPREAD = np.linspace(1, 2, ROWS)


def test_columns_of_other_sizes_are_no_algorithms():
    frame = pd.DataFrame({"zaft": list("abcdef"), "brimo": SPREAD, "quell": 40 * SPREAD**2})
    with pytest.raises(DesignError, match="brimo, quell differ in size") as refused:
        _ = frame.bench.scores
    assert refused.value.hint.endswith("or name the columns that are algorithms")
    said = frame.bench(columns="algorithm", higher_is_better=True).scores
    assert said.algorithms == ("brimo", "quell")
    near = frame.assign(quell=3 * SPREAD)
    assert near.bench(higher_is_better=True).scores.algorithms == ("brimo", "quell")
    # times of other orders of size are compared
    assert frame.bench(higher_is_better=False).scores.algorithms == ("brimo", "quell")


def test_columns_of_other_sizes_are_no_datasets():
    frame = pd.DataFrame({"model": list("abcdef"), "zaft": SPREAD, "brimo": 5 * SPREAD})
    with pytest.raises(DesignError, match="one row for each 'model'"):
        _ = frame.bench.scores
    with pytest.raises(RoleError, match="are its 2 columns"):
        _ = frame.assign(brimo=1.2 * SPREAD).bench.scores


def test_what_was_set_for_each_row_is_no_algorithm():
    frame = pd.DataFrame(
        {"zaft": [0.1, 0.2, 0.3] * 2, "brimo": SPREAD, "quell": SPREAD[::-1] - 0.3}
    )
    with pytest.raises(RoleError, match=r"\(zaft\) seems to hold what was set") as asked:
        _ = frame.bench.scores
    roles = asked.value.way_out.calls[0].roles
    assert roles == {"algorithm": ["brimo", "quell"], "dataset": "zaft"}
    whole = (1000 * SPREAD).round().astype(int) + 1
    rising = pd.DataFrame(
        {"zaft": [10, 50, 100, 500, 1000, 5000], "brimo": whole, "quell": 999 - whole}
    )
    with pytest.raises(DirectionError, match="the rows of 'zaft' datasets"):
        _ = rising.bench.scores


def test_what_follows_from_two_columns_is_no_algorithm():
    frame = pd.DataFrame({"zaft": SPREAD, "brimo": SPREAD[::-1] - 0.3})
    ways = {
        "difference": frame["zaft"] - frame["brimo"],
        "ratio": frame["brimo"] / frame["zaft"],
        "percent": 100 * (frame["zaft"] - frame["brimo"]) / frame["zaft"],
    }
    for way in ways.values():
        scores = frame.assign(quell=way.round(3)).bench(higher_is_better=True).scores
        assert scores.algorithms == ("zaft", "brimo")
    # what is small beside another number makes no difference
    like = frame.assign(quell=frame["zaft"] * 1.001).bench(higher_is_better=True).scores
    assert like.algorithms == ("zaft", "brimo", "quell")
