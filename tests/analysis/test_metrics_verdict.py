"""The answer over several metrics names its metric, and where the order is another."""

import pandas as pd
import pytest

from benchreport import stats
from benchreport.analysis import analyze
from benchreport.analysis.metrics_verdict import answer_metrics
from benchreport.data import Roles, Scores

ACCURACY = pd.DataFrame(
    {"a": [0.9, 0.8, 0.85, 0.7], "b": [0.7, 0.6, 0.8, 0.5], "c": [0.5, 0.4, 0.4, 0.2]}
)


def compare_by(**frames):
    tables = {
        name: Scores.from_frame(frame, Roles(score=name, higher_is_better=True))
        for name, frame in frames.items()
    }
    analysis = analyze(next(iter(tables.values())))
    return analysis, {name: stats.friedman(table) for name, table in tables.items()}


def test_other_leaders_are_named_with_their_metric():
    turned = ACCURACY.rename(columns={"a": "c", "c": "a"})[["a", "b", "c"]]
    analysis, tests = compare_by(accuracy=ACCURACY, speed=turned, f1=ACCURACY)
    answer = answer_metrics(analysis, tests)
    assert answer.headline.startswith("a ranks first by accuracy")
    assert answer.headline.endswith("; c leads by speed")
    assert answer.verdict[0].startswith(
        "By accuracy, over 4 datasets, a has the best mean rank (1.00)"
    )
    assert (
        answer.verdict[-1]
        == "The metrics give different rankings: by speed, c has the best mean rank."
    )
    assert len(answer.verdict) <= 4
    assert answer.cautions == analysis.cautions


def test_one_leader_by_all_metrics():
    analysis, tests = compare_by(accuracy=ACCURACY, f1=ACCURACY)
    answer = answer_metrics(analysis, tests)
    assert answer.verdict[-1] == "a has the best mean rank by all 2 metrics."
    assert "another" not in answer.headline


@pytest.mark.parametrize(("n", "end"), [(5, "one more metric has another leader."), (7, "3 more")])
def test_many_metrics_are_counted(n, end):
    turned = ACCURACY[["c", "b", "a"]].set_axis(["a", "b", "c"], axis=1)
    analysis, tests = compare_by(accuracy=ACCURACY, **{f"m{place}": turned for place in range(n)})
    sentence = answer_metrics(analysis, tests).verdict[-1]
    assert sentence.count("has the best mean rank") == 4
    assert end in sentence


def test_the_lead_by_another_metric_has_its_size():
    slow = pd.DataFrame({"a": [5.0, 6, 5, 7, 6], "b": [3.0, 3, 4, 5, 4], "c": [1.0, 2, 1, 2, 1]})
    high = slow / 10
    tables = {
        "accuracy": Scores.from_frame(high, Roles(score="accuracy")),
        "latency": Scores.from_frame(slow, Roles(score="latency", higher_is_better=False)),
    }
    analysis = analyze(tables["accuracy"])
    tests = {name: stats.friedman(table) for name, table in tables.items()}
    views = {"latency": [stats.nemenyi(tables["latency"]), stats.tukey(tables["latency"])]}
    sentence = answer_metrics(analysis, tests, views).verdict[-1]
    assert sentence.endswith(
        "c has the best mean rank, not significantly ahead of b by 2.4 [1.5, 3.3]."
    )
    assert answer_metrics(analysis, tests).verdict[-1].endswith("c has the best mean rank.")
