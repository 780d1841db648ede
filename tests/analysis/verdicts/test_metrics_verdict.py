"""The answer over several metrics names its metric, and where the order is another."""

import numpy as np
import pandas as pd
import pytest

from benchreport import stats
from benchreport.analysis import analyze
from benchreport.analysis.verdicts.metrics_verdict import answer_metrics, compare_by_metrics
from benchreport.data import Roles, Scores
from benchreport.results.writing.number_format import p_equals

ACCURACY = pd.DataFrame(
    {"a": [0.9, 0.8, 0.85, 0.7], "b": [0.7, 0.6, 0.8, 0.5], "c": [0.5, 0.4, 0.4, 0.2]}
)


def compare_by(**frames):
    tables = {
        name: Scores.from_frame(frame, Roles(score=name, higher_is_better=True))
        for name, frame in frames.items()
    }
    analysis = analyze(next(iter(tables.values())))
    tests = {name: stats.friedman(table) for name, table in tables.items()}
    return analysis, tests, tables, compare_by_metrics(analysis, tables)


def test_other_leaders_are_named_with_their_metric():
    turned = ACCURACY.rename(columns={"a": "c", "c": "a"})[["a", "b", "c"]]
    analysis, *compared = compare_by(accuracy=ACCURACY, speed=turned, f1=ACCURACY)
    answer = answer_metrics(analysis, *compared)
    assert answer.headline.startswith("a ranks first by accuracy")
    assert answer.headline.endswith("; c leads by speed")
    assert answer.verdict[0].startswith(
        "By accuracy, over 4 datasets, a has the best mean rank (1.00)"
    )
    assert (
        answer.verdict[-1]
        == "The metrics give different rankings: by speed, c ranks first (mean speed 0.813, against 0.375 of "
        "a); by f1, a again."
    )
    assert len(answer.verdict) <= 4
    assert answer.cautions == analysis.cautions


def test_one_leader_by_all_metrics():
    analysis, *compared = compare_by(accuracy=ACCURACY, f1=ACCURACY)
    answer = answer_metrics(analysis, *compared)
    assert answer.verdict[-1] == "a has the best mean rank by both metrics."
    assert "another" not in answer.headline


@pytest.mark.parametrize(("n", "end"), [(5, "one more metric has another leader."), (7, "3 more")])
def test_many_metrics_are_counted(n, end):
    turned = ACCURACY[["c", "b", "a"]].set_axis(["a", "b", "c"], axis=1)
    analysis, *compared = compare_by(
        accuracy=ACCURACY, **{f"m{place}": turned for place in range(n)}
    )
    sentence = answer_metrics(analysis, *compared).verdict[-1]
    assert sentence.count("c ranks first") == 4
    assert end in sentence


def test_the_lead_by_another_metric_has_its_size_and_its_p():
    rng = np.random.default_rng(3)
    accuracy = pd.DataFrame(rng.normal([2, 0, -2], size=(12, 3)), columns=["a", "b", "c"])
    time = pd.DataFrame(rng.normal([9, 5, 4], size=(12, 3)), columns=["a", "b", "c"])
    tables = {
        name: Scores.from_frame(frame, Roles(score=name, higher_is_better=higher))
        for name, frame, higher in (("accuracy", accuracy, True), ("time", time, False))
    }
    tests = {name: stats.friedman(table) for name, table in tables.items()}
    analysis = analyze(tables["accuracy"])
    pairs = compare_by_metrics(analysis, tables)
    sentence = answer_metrics(analysis, tests, tables, pairs).verdict[-1]
    row = next(row for row in stats.wilcoxon(tables["time"]).comparisons if row[:2] == ("a", "c"))
    size, low, high = (f"{value:.1f}" for value in (row.difference, *row.interval[:2]))
    assert sentence.startswith("The metrics give different rankings: by time, c ranks first")
    assert f"significantly ahead of a (typically {size} [{low}, {high}] lower, p" in sentence


def test_leaders_whose_lead_is_not_significant_are_named_together():
    # by f1 and auc another is ahead of a on five of nine datasets only
    place = np.arange(9)
    close = np.where(place % 2, 1.0, -1.0) * (1 + place / 10)
    accuracy = pd.DataFrame({"a": 20.0 + place, "b": 10.0 + place, "c": 0.0 - place})
    f1 = pd.DataFrame({"a": close, "b": -close, "c": -20.0 - place})
    auc = f1.rename(columns={"b": "c", "c": "b"})[["a", "b", "c"]]
    analysis, *compared = compare_by(accuracy=accuracy, f1=f1, auc=auc)
    sentence = answer_metrics(analysis, *compared).verdict[-1]
    p = [
        row.p_adjusted
        for name, other in (("f1", "b"), ("auc", "c"))
        for row in compared[2][name].comparisons
        if {row.first, row.second} == {"a", other}
    ]
    assert len(p) == 2
    assert min(p) > 0.05
    assert sentence == (
        "The metrics give different rankings: by f1 (b) and by auc (c) others rank first, but not "
        f"significantly ahead of a ({p_equals(min(p), 0.05).replace('=', '≥')})."
    )


@pytest.mark.parametrize("n", [1, 3])
def test_one_of_those_that_share_first_place_is_compared_with_the_others(n):
    tied = pd.DataFrame({"a": [0.9, 0.8, 0.9, 0.8], "b": [0.8, 0.9, 0.8, 0.9], "c": [0.1] * 4})
    analysis, *compared = compare_by(accuracy=tied, **{f"m{place}": ACCURACY for place in range(n)})
    sentence = answer_metrics(analysis, *compared).verdict[-1]
    assert sentence.startswith(
        "The metrics give different rankings: by m0, a ranks first (mean m0 0.813, against 0.650 of b)"
    )
    assert " of a" not in sentence
    assert sentence.count("a ranks first") == n


def test_means_that_differ_little_have_digits_that_show_it():
    f1 = pd.DataFrame({"a": [0.97901, 0.97903], "b": [0.97904, 0.97905], "c": [0.1, 0.2]})
    analysis, *compared = compare_by(accuracy=ACCURACY, f1=f1)
    # nothing is tested on two datasets
    *given, pairs = compared
    sentence = answer_metrics(analysis, *given, dict.fromkeys(pairs)).verdict[-1]
    assert "b ranks first (mean f1 0.97905, against 0.97902 of a)" in sentence
