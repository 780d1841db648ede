import re

import numpy as np
import pandas as pd
import pytest

from benchreport.analysis.verdicts.advantage import describe_advantage, explain_interval
from benchreport.data import Predictions
from benchreport.stats import mcnemar


def views(columns, *tests):
    bound = pd.DataFrame(columns).bench(score="accuracy")
    return [getattr(bound, test)() for test in tests]


def read_interval(text):
    """Read the ends of an interval in a sentence as numbers."""
    low, high = re.search(r"\[([^\]]*)\]", text)[1].replace(", ", "; ").split("; ")
    return [float(end.replace(",", "").replace("−", "-")) for end in (low, high)]


def test_an_interval_shows_on_which_side_of_0_its_ends_are():
    # differences over orders of magnitude: the lower end of the interval is above 0 and below .5
    base = 10.0 ** np.linspace(-1, 6, 24)
    columns = {"b": base * 2.0, "a": base}
    tests = views(columns, "wilcoxon")
    end = tests[0].comparisons[0].interval
    low, high = read_interval(describe_advantage(tests, "b", ["a"]))
    assert 0 < low < 0.1 * high
    assert end.low == pytest.approx(low, rel=0.5)


def test_an_interval_of_another_size_has_no_more_digits():
    small = [0.61, 0.52, 0.73, 0.44, 0.65, 0.58, 0.49, 0.77]
    far = [4.011234233e8, 3e7, 2.2e8, 1e8, 5.5e8, 1.7e8, 2.9e8, 6.1e7]
    columns = {"c": far, "b": [each + 0.0625 for each in small], "a": small}
    bound = pd.DataFrame(columns).bench(score="time", higher_is_better=False)
    text = describe_advantage([bound.wilcoxon()], "a", ["b", "c"])
    assert not re.search(r"\d\.\d{4,} × |\d\d,\d{3}\.\d", text), text


LOW = [0.61, 0.52, 0.73, 0.44, 0.65]
HIGH = [0.68, 0.62, 0.79, 0.55, 0.77]


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        ({"b": HIGH, "a": LOW}, "there are too few scores for one of 95 %"),
        ({"b": HIGH, "a": LOW, "c": LOW[::-1]}, "there are too few scores for one of 95 %"),
        ({"b": [0.7, 0.5], "a": [0.5, 0.7]}, ""),
    ],
)
def test_why_an_interval_of_a_pair_excludes_0(columns, reason):
    found = explain_interval(views(columns, "wilcoxon"), "b", "a")
    assert reason in found
    assert bool(found) == bool(reason)


def test_an_interval_that_is_adjusted_agrees_with_p():
    low = [0.51, 0.62, 0.58, 0.60, 0.57, 0.66, 0.61, 0.59]
    high = [each + step for each, step in zip(low, (4, 3, 5, 2, 6, 1, 7, -1), strict=True)]
    columns = {"b": high, "a": low, "c": [each - 0.001 for each in low], "d": low[::-1]}
    (wilcoxon,) = views(columns, "wilcoxon")
    reason = explain_interval([wilcoxon], "b", "a")
    (row,) = (row for row in wilcoxon.comparisons if {row.first, row.second} == {"a", "b"})
    assert row.interval.low <= 0 <= row.interval.high
    assert row.p_adjusted > wilcoxon.alpha > row.p_value
    assert reason == ""


def test_newcombes_interval_may_exclude_0_where_mcnemars_p_is_large():
    # b alone is right on nine examples, a and c on one; exact p = .0215, times 3
    rows = [(1, 0, 1)] * 9 + [(1, 1, 0)] + [(1, 1, 1)] * 60 + [(0, 0, 0)]
    frame = pd.DataFrame(rows, columns=["y_true", "a", "b"])
    frame["c"] = frame["a"]
    result = mcnemar(Predictions.from_frame(frame))
    row = result.comparisons[0]
    assert row.p_adjusted > result.alpha
    assert row.interval.high < 0
    assert "computed by another method than p" in explain_interval([result], "b", "a")


def test_a_lead_of_ties_is_no_advantage_of_zero():
    rng = np.random.default_rng(0)
    low = rng.integers(5, 9, 60) / 10
    high = low + np.where(np.arange(60) % 5 == 0, 0.1, 0.0)
    (tied,) = views({"b": high, "a": low}, "wilcoxon")
    assert tied.significant
    assert tied.comparisons[0].difference == 0
    assert describe_advantage([tied], "b", ["a"], explained=False) == (
        "yet the typical difference is 0"
    )
    assert describe_advantage([tied], "b", ["a"]) == (
        "yet the typical difference in accuracy is 0 (Hodges–Lehmann shift, 95 % interval)"
    )


def test_what_follows_a_unit_stands_in_its_brackets():
    values = np.random.default_rng(0).normal([9, 9.6, 12], 1, (12, 3))
    frame = pd.DataFrame(values, columns=list("abc"))
    analysis = frame.bench(score="time (s)", higher_is_better=False).analyze()
    verdict = " ".join(analysis.verdict)
    assert ") (" not in verdict
    assert re.search(r"the best mean time \(s; [\d.]+\)", verdict)
    assert re.search(r"\] in time \(s; Hodges–Lehmann shift, adjusted", verdict)
