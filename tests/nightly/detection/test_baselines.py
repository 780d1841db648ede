"""The baselines of a night: every kind, accepted levels, other labels."""

import itertools
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from needs import LONG, longer
from nights_tables import config_of, night_name, take_in

from benchreport.errors import ConfigError
from benchreport.nightly.config.settings import Alerts, Baseline, Metric
from benchreport.nightly.detection.baselines import assign_label_levels, find_anchor, find_unsettled
from benchreport.nightly.findings.triage import triage
from benchreport.nightly.history import History
from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import Finding, Key

SVM = Key("accuracy", "svm")
RULES = Baseline(nights=40)
SEEDS, LEVEL = 4, 0.8


@pytest.fixture
def store(tmp_path):
    with History("history.db", tmp_path, create=True) as history:
        yield history


def config_with(tmp_path, **baseline):
    return config_of(
        tmp_path,
        metric=(Metric(name="accuracy"),),
        alerts=Alerts(min_nights=8),
        baseline=replace(RULES, **baseline),
    )


def scores(number, shift=0.0, *, algorithms=("knn", "svm", "tree")):
    rows = list(itertools.product(algorithms, range(SEEDS)))
    frame = pd.DataFrame(rows, columns=["algorithm", "seed"])
    noise = np.random.default_rng(500 + number).normal(0, 0.004, len(frame))
    return frame.assign(accuracy=LEVEL + noise + np.where(frame["algorithm"] == "svm", shift, 0.0))


def value(frame, algorithm="svm"):
    return frame[frame["algorithm"] == algorithm]["accuracy"].mean()


def take_nights(store, config, numbers, shift=0.0, *, label="", compared=True, offset=0):
    facts = None
    for number in numbers:
        frame = scores(number + offset, shift)
        facts = take_in(frame, night_name(number), store, config, label=label, compared=compared)
    return facts


def row(facts, key=SVM):
    return next(row for row in facts.series if row.key == key)


def test_the_nights_that_are_tested_together_are_held_back(store, tmp_path):
    config = config_with(tmp_path)
    take_nights(store, config, range(29), compared=False)
    facts = take_nights(store, config, [29])
    baseline_values = [value(scores(number)) for number in range(22)]
    assert row(facts).n_baseline == 22
    assert row(facts).baseline == pytest.approx(np.mean(baseline_values), abs=2e-4)


def test_the_night_before(store, tmp_path):
    config = config_with(tmp_path, kind="previous")
    take_nights(store, config, range(29), compared=False)
    assert row(take_nights(store, config, [29])).baseline == pytest.approx(
        value(scores(26)), rel=1e-12
    )


def test_the_best_level(store, tmp_path):
    config = config_with(tmp_path, kind="best")
    take_nights(store, config, range(10), compared=False)
    take_nights(store, config, range(10, 20), 0.1, compared=False)
    take_nights(store, config, range(20, 30), compared=False)
    facts = take_nights(store, config, [30])
    best = np.mean([value(scores(number, 0.1)) for number in range(10, 20)])
    assert row(facts).baseline == pytest.approx(best, abs=0.002)
    assert row(facts).change < -0.05


def test_a_pinned_night_that_is_old(store, tmp_path):
    config = config_with(tmp_path, kind="pinned", night=night_name(2), nights=10)
    take_nights(store, config, range(40), compared=False)
    facts = take_nights(store, config, [40])
    assert row(facts).baseline == pytest.approx(value(scores(2)), rel=1e-12)
    assert row(facts).n_baseline == 1


def test_a_pinned_night_is_not_compared_with_itself_nor_with_earlier_ones(store, tmp_path):
    config = config_with(tmp_path, kind="pinned", night=night_name(30))
    take_nights(store, config, range(31), compared=False)
    # nights that are filled in later are compared after the pinned night exists
    take_nights(store, config, range(31, 33), compared=False)
    reason = f"the pinned night {night_name(30)} is not before this night"
    for number in (29, 30):
        (record,) = [store.night(night_name(number))]
        facts = compare_record(store, config, record)
        assert {(row.state, row.reason) for row in facts.series} == {("no evidence", reason)}
        assert facts.findings == ()
    later = compare_record(store, config, store.night(night_name(31)))
    assert row(later).baseline == pytest.approx(value(scores(30)), rel=1e-12)


def compare_record(store, config, record):
    from benchreport.nightly.detection.compare_night import compare_night

    return compare_night(store, config, record).facts


def test_a_pinned_night_that_is_missing_or_thinned(store, tmp_path):
    config = config_with(tmp_path, kind="pinned", night="2026-01-31")
    with pytest.raises(
        ConfigError, match="pins 2026-01-31, which the history does not have;"
    ) as caught:
        take_nights(store, config, [0])
    assert "backfill --night 2026-01-31" in caught.value.hint
    assert night_name(0) in caught.value.message
    config = config_with(tmp_path, kind="pinned", night=night_name(0))
    take_nights(store, config, [1], compared=False)
    store.thin(lambda record: record.night != night_name(0))
    with pytest.raises(ConfigError, match="does not have in full"):
        take_nights(store, config, [2])


def test_a_label_without_nights(store, tmp_path):
    config = config_with(tmp_path, kind="label", label="main")
    with pytest.raises(ConfigError, match="the history has no night with that label") as caught:
        take_nights(store, config, [0], label="new")
    assert caught.value.hint == "benchreport nightly run --label main"


def test_the_first_nights_of_a_branch_are_confirmed_by_themselves_alone(store, tmp_path):
    config = config_with(tmp_path, kind="label", label="main")
    # main's last nights are low too, but do not belong to the branch
    take_nights(store, config, range(38), label="main", compared=False)
    take_nights(store, config, range(38, 40), -0.004, label="main", compared=False)
    first = take_nights(store, config, [40], -0.05, label="new", offset=100)
    assert (row(first).state, first.exit_code, first.findings) == ("unconfirmed", 0, ())
    last = take_nights(store, config, [41, 42], -0.05, label="new", offset=100)
    assert (row(last).state, last.exit_code) == ("regressed", 1)
    (finding,) = last.findings
    assert (finding.label, finding.since) == ("new", night_name(40))


@LONG
def test_two_labels_interleaved_have_their_own_findings(store, tmp_path):
    config = config_with(tmp_path, kind="label", label="main")
    take_nights(store, config, range(30), label="main", compared=False)
    branch = None
    for number in range(30, 36):
        main = take_nights(store, config, [number], label="main")
        before = branch
        branch = take_nights(store, config, [number], -0.05, label="new", offset=100)
        assert (main.exit_code, main.findings) == (0, ())
    assert row(branch).baseline == pytest.approx(LEVEL, abs=0.002)
    assert (branch.exit_code, branch.previous) == (1, night_name(34))
    assert row(branch).state == "regressed"
    assert branch.leaders[0].before == before.leaders[0].algorithms


@LONG
def test_a_branch_is_not_compared_with_nights_to_come(store, tmp_path):
    config = config_with(tmp_path, kind="label", label="main")
    take_nights(store, config, range(30), label="main", compared=False)
    take_nights(store, config, range(30, 60), 0.1, label="main", compared=False)
    facts = take_nights(store, config, [29], label="new", offset=100)
    assert row(facts).baseline == pytest.approx(LEVEL, abs=0.002)


@LONG
def test_findings_of_main_do_not_move_the_baseline_of_a_branch(store, tmp_path):
    config = config_with(tmp_path, kind="label", label="main")
    take_nights(store, config, range(30), label="main")
    assert take_nights(store, config, range(30, 42), -0.05, label="main").exit_code == 1
    facts = take_nights(store, config, [41], label="new", offset=100)
    assert row(facts).baseline == pytest.approx(LEVEL, abs=0.002)


@LONG
@pytest.mark.parametrize(
    ("kind", "after"),
    [
        ({}, 3),
        longer({"kind": "previous"}, 8),
        longer({"kind": "best"}, 3),
        ({"kind": "pinned", "night": night_name(5)}, 8),
    ],
)
def test_an_accepted_level_is_the_new_baseline_at_once(store, tmp_path, kind, after):
    config = config_with(tmp_path, **kind)
    take_nights(store, config, range(25), compared=False)
    assert take_nights(store, config, range(25, 25 + after), -0.05).exit_code == 1
    triage(store, "accuracy/svm", "accept", why="another metric")
    for number in range(25 + after, 40):
        facts = take_nights(store, config, [number], -0.05)
        # a single night is a noisy baseline, so other series alert now and then
        assert [finding for finding in facts.findings if finding.key == SVM] == []
    assert row(facts).baseline == pytest.approx(LEVEL - 0.05, abs=0.006)
    facts_again = take_nights(store, config, range(40, 43), -0.1)
    assert row(facts_again).state == "regressed"


@LONG
def test_an_accepted_branch_is_compared_with_itself(store, tmp_path):
    config = config_with(tmp_path, kind="label", label="main")
    take_nights(store, config, range(30), label="main", compared=False)
    take_nights(store, config, range(30, 33), -0.05, label="new", offset=100)
    triage(store, "accuracy/svm", "accept", why="smaller model", label="new")
    for number in range(33, 44):
        facts = take_nights(store, config, [number], -0.05, label="new", offset=100)
        assert (facts.exit_code, facts.findings) == (0, ())
    assert row(facts).baseline == pytest.approx(LEVEL - 0.05, abs=0.002)


def test_a_level_that_was_accepted_on_its_first_nights_is_waited_for(store, tmp_path):
    config = config_with(tmp_path)
    config = replace(config, alerts=Alerts(min_nights=8, confirm=1))
    take_nights(store, config, range(25), compared=False)
    take_nights(store, config, [25], -0.05)
    triage(store, "accuracy/svm", "accept", why="known")
    facts = take_nights(store, config, [26], -0.05)
    latest = row(facts)
    assert latest.reason in {
        f"the accepted level needs 3 nights, and has {n} so far" for n in (1, 2)
    }
    assert (latest.state, latest.change, latest.baseline) == ("no evidence", None, None)


def test_an_improvement_that_lasts_five_nights_is_accepted(store, tmp_path):
    config = config_with(tmp_path)
    take_nights(store, config, range(25), compared=False)
    opened = take_nights(store, config, range(25, 28), 0.05)
    (finding,) = opened.findings
    assert (finding.kind, finding.status, opened.exit_code) == ("improvement", "open", 0)
    number = 28
    while finding.status == "open":
        facts = take_nights(store, config, [number], 0.05)
        finding = next(other for other in facts.findings if other.number == finding.number)
        number += 1
    nights = [record.night for record in store.nights()]
    assert nights.index(night_name(number - 1)) - nights.index(finding.opened) == 5
    assert (finding.status, finding.why) == (
        "accepted",
        "the improvement lasted and is the new baseline",
    )
    take_nights(store, config, range(number, number + 6), 0.05)
    assert take_nights(store, config, range(number + 6, number + 9)).exit_code == 1


def test_an_accepted_drift_begins_a_level_when_it_was_accepted():
    nights = tuple(night_name(number) for number in range(30))
    matrix = SeriesMatrix(keys=(SVM,), nights=nights, values=np.zeros((30, 1)))
    drift = Finding(
        number=1, key=SVM, kind="drift", status="accepted", since=nights[0], closed=nights[20]
    )
    levels = assign_label_levels(matrix, [drift], [], None)[:, 0]
    assert levels.tolist() == [0] * 20 + [1] * 10


def test_levels_of_two_labels():
    nights = ("a", "b", "c", "d", "b", "c", "d")
    matrix = SeriesMatrix(keys=(SVM,), nights=nights, values=np.zeros((7, 1)))

    def finding_of(status, since, closed=""):
        return Finding(
            number=1, key=SVM, kind="regression", status=status, since=since, closed=closed
        )

    main, branch = finding_of("accepted", "c", "d"), finding_of("accepted", "c", "d")
    assert assign_label_levels(matrix, [], [main], 4)[:, 0].tolist() == [0, 0, 1, 1, 1, 1, 1]
    assert assign_label_levels(matrix, [branch], [main], 4)[:, 0].tolist() == [0, 0, 1, 1, 1, 2, 2]
    assert (
        assign_label_levels(matrix, [finding_of("open", "c")], [], 4)[:, 0].tolist()
        == [0] * 5 + [-1] * 2
    )


NAN = np.nan


def test_levels_to_compare_with():
    values = np.array([[1.0, NAN], [2, NAN], [3, NAN], [4, 7], [5, NAN], [6, 9], [7, NAN], [8, 10]])
    levels = np.zeros(values.shape, dtype=np.intp)
    rules = Baseline(hold_back=3)

    def anchor(kind, place=None, levels=levels):
        anchor = find_anchor(replace(rules, kind=kind), values, levels, place)
        return anchor.centre.tolist(), anchor.n.tolist()

    assert find_anchor(rules, values, levels, None) is None
    assert anchor("previous") == ([5.0, 7.0], [1, 1])
    assert anchor("pinned", 1) == ([2.0, pytest.approx(NAN, nan_ok=True)], [1, 0])
    assert anchor("pinned")[1] == [0, 0]
    assert anchor("best")[0][1] == 7.0
    accepted = levels.copy()
    accepted[5:, 0] = 1
    # two nights at the new level, both held back
    assert anchor("previous", levels=accepted)[0] == [7.0, 7.0]
    assert anchor("pinned", 1, accepted) == ([6.5, pytest.approx(NAN, nan_ok=True)], [2, 0])
    young, nights = find_unsettled(values, accepted)
    assert (young.tolist(), nights.tolist()) == ([True, False], [2, 2])


def test_an_empty_history_has_no_level():
    values = np.full((2, 1), 0.5)
    for kind in ("previous", "best", "pinned"):
        anchor = find_anchor(Baseline(kind=kind), values, np.zeros((2, 1), dtype=np.intp), None)
        assert (np.isnan(anchor.centre).all(), anchor.n.tolist()) == (True, [0.0])


@pytest.mark.parametrize(("rho", "most"), [(0.0, 0.01), (0.5, 0.15)])
def test_the_best_level_is_hardly_one_of_chance(rho, most):
    values = np.random.default_rng(11).normal(size=(60, 200))
    for night in range(1, len(values)):
        values[night] = rho * values[night - 1] + np.sqrt(1 - rho**2) * values[night]
    levels = np.zeros(values.shape, dtype=np.intp)
    anchor = find_anchor(Baseline(kind="best"), values, levels, None)
    # without the cost of many series .03 are split, without that of autocorrelation .76
    assert np.mean(anchor.n < 57) <= most
