"""The facts of a night: names of series, alerting findings, and JSON and back."""

import itertools
import json
from dataclasses import replace

from looped import loop_over

from benchreport.nightly.night_facts import Finding, Key, Leader, NightFacts, SeriesNight

SVM = Key("accuracy", "svm", "iris")
FINDING = Finding(number=1, key=SVM, kind="regression")
FACTS = NightFacts(
    name="n",
    night="2026-11-20",
    verdict=("worse.",),
    series=(SeriesNight(key=SVM, state="regressed", change=-0.1, low=-0.2, high=-0.05),),
    findings=(
        FINDING,
        replace(FINDING, number=2, kind="improvement", key=Key("é", "\udc80", "\n")),
    ),
    new=(1,),
    leaders=(Leader(metric="accuracy", algorithms=("svm", "knn"), low=1.0, high=2.0),),
    units={"accuracy": ""},
    directions={"accuracy": True},
    ratios=("seconds",),
    incomplete=("half.",),
    context={"numpy": "2.0"},
    pages={"report": "2026-11-20/index.html"},
)


def test_json_and_back():
    content = json.dumps(FACTS.to_dict(), ensure_ascii=False).encode("utf-8", "surrogatepass")
    assert NightFacts.from_dict(json.loads(content.decode("utf-8", "surrogatepass"))) == FACTS


def test_facts_that_were_written_before_ratios_were_known():
    document = FACTS.to_dict()
    del document["ratios"]
    assert NightFacts.from_dict(document) == replace(FACTS, ratios=())


@loop_over(
    ("key", "text"),
    [
        (SVM, "accuracy/svm/iris"),
        (Key("accuracy", "svm"), "accuracy/svm"),
        (Key("a/b", "c/d", "e"), "a∕b/c∕d/e"),
        (Key("accuracy", "", "iris"), "accuracy/(no name)/iris"),
        (Key("m", "a\nb\x1f\x07"), r"m/a\nb\x1f\x07"),
        (Key("m", "\u202egnp\u2066"), r"m/\u202egnp\u2066"),
        (Key("m", "決定木", "ǰ́"), "m/決定木/ǰ́"),
    ],
)
def test_names_of_series_are_one_line_and_unambiguous(key, text):
    assert str(key) == text


def test_keys_of_other_series_have_other_names():
    names = ["a", "a/b", "b", ""]
    keys = [Key(*parts) for parts in itertools.product(["m", "m/a"], names, names)]
    assert len({str(key) for key in keys}) == len(keys)


@loop_over(
    ("changes", "alerts"),
    [
        ({}, 1),
        ({"status": "acknowledged"}, 1),
        ({"kind": "drift"}, 1),
        ({"kind": "improvement"}, 0),
        ({"status": "flaky"}, 0),
        ({"status": "accepted"}, 0),
        ({"status": "fixed", "closed": "2026-11-20"}, 0),
        ({"closed": "2026-11-20"}, 0),
    ],
)
def test_alarms_are_findings_to_act_on(changes, alerts):
    assert len(replace(FACTS, findings=(replace(FINDING, **changes),)).alerts) == alerts


def test_facts_filter_findings_and_series():
    assert FACTS.new_findings("regression") == (FINDING,)
    assert FACTS.new_findings("improvement") == ()
    assert FACTS.with_state("regressed", "ok") == FACTS.series
    assert FACTS.with_state("ok") == ()


@loop_over(
    ("findings", "state"),
    [
        ((), ("regressed", "few nights")),
        (({},), ("regressed", "few nights")),
        (
            ({"status": "accepted", "closed": "2026-11-20", "why": "on purpose"},),
            ("accepted", "on purpose"),
        ),
        (
            ({"status": "fixed", "closed": "2026-11-20", "why": "reverted"},),
            ("fixed", "reverted"),
        ),
        # it fell further, or it alerts again
        (({"status": "accepted", "closed": "2026-11-20"}, {}), ("regressed", "few nights")),
        # the mark of a flaky series is over, so that nothing says why it is worse
        (({"closed": "2026-11-20", "change": 0.0},), ("regressed", "few nights")),
    ],
)
def test_a_change_that_somebody_closed_is_no_regression(findings, state):
    row = replace(FACTS.series[0], reason="few nights")
    found = tuple(replace(FINDING, **{"change": -0.1, **changes}) for changes in findings)
    facts = replace(FACTS, series=(row,), findings=found)
    assert facts.describe_state(row) == state
    better = replace(row, state="ok")
    assert facts.describe_state(better) == ("ok", "few nights")
