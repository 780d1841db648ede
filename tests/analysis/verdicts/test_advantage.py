import pandas as pd
import pytest

from benchreport.analysis.verdicts.advantage import explain_interval
from benchreport.data import Predictions
from benchreport.stats import mcnemar


def views(columns, *tests):
    bound = pd.DataFrame(columns).bench(score="accuracy")
    return [getattr(bound, test)() for test in tests]


LOW = [0.61, 0.52, 0.73, 0.44, 0.65]
HIGH = [0.68, 0.62, 0.79, 0.55, 0.77]


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        ({"b": HIGH, "a": LOW}, "so few scores do not allow one of 95 %"),
        ({"b": HIGH, "a": LOW, "c": LOW[::-1]}, "so few scores do not allow one of 95 %"),
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
