"""Findings open, end and settle; assigned levels say which nights are a baseline."""

import dataclasses
from types import SimpleNamespace

import numpy as np
import pytest
from looped import loop_over
from needs import LONG

from benchreport.nightly.config.settings import Alerts, Baseline
from benchreport.nightly.detection.detection import judge
from benchreport.nightly.detection.replay_rules import replay_rules
from benchreport.nightly.findings import findings as module
from benchreport.nightly.findings.findings import assign_levels, update_findings
from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import Finding, Key

ALERTS, BASELINE = Alerts(), Baseline()
NIGHTS = tuple(f"{night:04d}" for night in range(300))


def matrix_of(values):
    keys = tuple(Key("accuracy", f"a{place}") for place in range(values.shape[1]))
    return SeriesMatrix(keys=keys, nights=NIGHTS[: len(values)], values=values)


def noise(nights=120, series=6, seed=9):
    return np.random.default_rng(seed).normal(size=(nights, series)) * 0.5


def pass_night(findings, matrix, end, alerts=ALERTS):
    """Judge one night; return the updated findings."""
    past = matrix.between(0, end)
    judged = judge(past.values, assign_levels(past, findings), alerts, BASELINE)
    new, changed = update_findings(past, judged, findings, alerts)
    new = [
        dataclasses.replace(finding, note="same code") if finding.key == matrix.keys[0] else finding
        for finding in new
    ]
    latest = {finding.number: finding for finding in (*findings, *changed, *new)}
    return [latest[number] for number in sorted(latest)]


def pass_nights(matrix, begin, findings=(), alerts=ALERTS):
    """Judge the nights after ``begin``; return the findings of the last one."""
    latest = list(findings)
    for end in range(begin + 1, len(matrix.nights) + 1):
        latest = pass_night(latest, matrix, end, alerts)
    return latest


@pytest.mark.parametrize("confirm", [1, 2])
def test_a_regression_began_with_its_first_night(confirm):
    values = noise()
    values[80:90, 0] -= 5.0
    alerts = dataclasses.replace(ALERTS, confirm=confirm)
    found = pass_nights(matrix_of(values[:90, :1]), 79, alerts=alerts)
    assert [(finding.since, finding.opened) for finding in found] == [
        ("0080", NIGHTS[79 + confirm])
    ]


def test_a_regression_opens_and_ends():
    values = noise()
    values[80:100, 0] -= 5.0
    (finding,) = pass_nights(matrix_of(values), 70)
    assert (finding.kind, finding.status, finding.number) == ("regression", "fixed", 1)
    assert (finding.since, finding.opened, finding.closed) == ("0080", "0081", "0100")
    assert finding.low < finding.change < finding.high < 0
    assert finding.change == pytest.approx(-5, abs=0.8)
    assert finding.baseline == pytest.approx(0, abs=0.2)
    assert (finding.note, finding.why) == ("same code", "the series went back")


def test_a_regression_stays_open_while_it_lasts():
    values = noise()
    values[80:, 0] -= 4.0
    (finding,) = pass_nights(matrix_of(values), 70)
    assert (finding.kind, finding.status, finding.closed) == ("regression", "open", "")


def test_a_second_regression_has_a_new_number():
    values = noise(160)
    values[80:95, 0] -= 5.0
    values[120:140, 0] -= 5.0
    findings = pass_nights(matrix_of(values), 70)
    assert [(finding.number, finding.since, finding.status) for finding in findings] == [
        (1, "0080", "fixed"),
        (2, "0120", "fixed"),
    ]


def test_an_improvement_that_lasts_is_accepted_by_itself():
    values = noise(160)
    values[80:, 0] += 5.0
    values[130:, 0] -= 5.0
    better, worse = pass_nights(matrix_of(values), 70)
    assert (better.kind, better.status, better.since) == ("improvement", "accepted", "0080")
    # the old level is a regression now
    assert (worse.kind, worse.since, worse.status) == ("regression", "0130", "open")
    assert worse.baseline == pytest.approx(5, abs=0.4)


def test_an_improvement_within_the_noise_is_no_new_level_yet(monkeypatch):
    values = noise(100, seed=3)
    values[80:82, 0], values[82:, 0] = 1.6, 0.85
    last = {end: pass_nights(matrix_of(values[:end]), 70)[0].status for end in (87, 95)}
    # .85 is 3.8 standard errors of five nights, and 6 of thirteen
    assert last == {87: "open", 95: "accepted"}
    monkeypatch.setattr(module, "CLEAR", 3.0)
    assert pass_nights(matrix_of(values[:87]), 70)[0].status == "accepted"


def is_seen(later, kind="regression", *, error=0.0, n=10**9, worth=1.0):
    """Tell whether a change of 1, found on two nights, is seen on the last of later nights."""
    away = -np.array([1.0, 1.0, *later])
    finding = make_finding("0000", kind=kind, opened="0001", change=-1.0)
    judged = SimpleNamespace(n_baseline=[n], deviation=[error], worth=[worth])
    return module._is_seen(finding, matrix_of(away[:, None]), away, judged, 0)


@loop_over(
    ("kind", "later", "error", "seen"),
    [
        ("regression", [0.1, 0.1, 0.6, 0.6, 0.6], 0.0, True),
        # tonight, the mean of three nights, and what noise would show
        ("regression", [0.9, 0.9, 0.3], 0.0, False),
        ("regression", [0.1, 0.4, 0.4], 0.0, False),
        ("regression", [0.6, 0.6, 0.6], 0.8, False),
        ("regression", [0.6, 0.6, 0.6], 0.6, True),
        ("improvement", [0.6, 0.6, 0.6], 0.6, True),
        # half of a drift had come on the nights that it was found by
        ("drift", [0.1] * 17 + [0.5] * 3, 0.0, False),
        ("drift", [0.4] * 20, 0.0, True),
        ("drift", [0.3] * 20, 0.0, False),
        ("regression", [], 5.0, True),
    ],
)
def test_whether_a_change_is_still_seen(kind, later, error, seen):
    assert is_seen(later, kind, error=error) is seen


def test_what_found_a_change_tells_of_the_level_as_its_baseline_does():
    # 2 nights against 3: two fifths of the change are expected if there was none, and noise beside
    least = 2 / 5 + module.SHOWN * 0.1 * np.sqrt(1 / 3 + 1 / 5)
    assert is_seen([least + 0.001] * 3, error=0.1, n=3)
    assert not is_seen([least - 0.001] * 3, error=0.1, n=3)
    # three nights of a series with autocorrelation .5 are worth one, and five of them 5/3
    least = 2 / 5 + module.SHOWN * 0.1 * np.sqrt(1 + 3 / 5)
    assert is_seen([least + 0.001] * 3, error=0.1, n=3, worth=1 / 3)
    assert not is_seen([least - 0.001] * 3, error=0.1, n=3, worth=1 / 3)


def test_an_improvement_that_passes_leaves_nothing():
    values = noise()
    values[80:83, 0] += 5.0
    (finding,) = pass_nights(matrix_of(values), 70)
    assert (finding.kind, finding.status, finding.closed) == ("improvement", "fixed", "0083")


def test_accepting_is_a_new_baseline():
    values = noise(160)
    values[80:, 0] -= 5.0
    values[140:, 0] -= 5.0
    matrix = matrix_of(values)
    (finding,) = pass_nights(matrix.between(0, 90), 70)
    accepted = dataclasses.replace(
        finding, status="accepted", closed="0089", why="slower, but right"
    )
    first, second = pass_nights(matrix, 90, [accepted])
    assert first == accepted
    assert (second.since, second.kind) == ("0140", "regression")
    assert second.baseline == pytest.approx(-5, abs=0.4)


def test_an_acknowledgement_stays_until_the_end():
    values = noise()
    values[80:100, 0] -= 5.0
    matrix = matrix_of(values)
    (finding,) = pass_nights(matrix.between(0, 90), 70)
    settled = dataclasses.replace(finding, status="acknowledged", why="being looked at")
    (during,) = pass_nights(matrix.between(0, 95), 90, [settled])
    assert during == settled
    (ended,) = pass_nights(matrix, 95, [settled])
    assert (ended.status, ended.why, ended.closed) == ("fixed", "being looked at", "0100")


def test_a_finding_is_seen_until_the_nights_are_back():
    values = noise()
    values[80:100, 0] -= 5.0
    matrix = matrix_of(values)
    seen = {}
    findings = []
    for end in range(71, 102):
        findings = pass_night(findings, matrix, end)
        seen[end - 1] = [finding.seen for finding in findings]
    assert seen[81] == seen[99] == [True]
    # the first night that is back does not show it, and is not yet the end
    assert seen[100] == [False]
    assert findings[0].closed == ""


def test_a_series_that_vanishes_is_not_known_to_be_back():
    values = noise()
    values[80:, 0] -= 5.0
    values[90:, 0] = np.nan
    (finding,) = pass_nights(matrix_of(values), 70)
    assert finding.seen


def test_an_acknowledgement_ends_on_its_date():
    values = noise()
    values[80:, 0] -= 5.0
    (finding,) = pass_nights(matrix_of(values).between(0, 90), 70)
    known = dataclasses.replace(finding, status="acknowledged", until="0094", known=finding.low)
    (before,) = pass_nights(matrix_of(values).between(0, 94), 90, [known])
    assert before.status == "acknowledged"
    (after,) = pass_nights(matrix_of(values).between(0, 95), 90, [known])
    assert (after.status, after.until, after.known) == ("open", "", None)


@LONG
@pytest.mark.parametrize("size", [0.0, 5.0])
def test_a_flaky_series_stays_so_until_it_is_taken_back(size):
    values = noise()
    values[90:, 0] -= 6.0
    mark = Finding(
        number=1,
        key=Key("accuracy", "a0"),
        kind="regression",
        status="flaky",
        since="0075",
        change=-size,
    )
    assert pass_nights(matrix_of(values), 76, [mark]) == [mark]
    ends = dataclasses.replace(mark, until="0092")
    ended, *others = pass_nights(matrix_of(values), 76, [ends])
    assert (ended.status, ended.closed) == ("flaky", "0092")
    assert [finding.kind for finding in others] == ["regression"]


def test_what_grows_beyond_what_was_acknowledged_is_new():
    values = noise()
    values[80:, 0] -= 3.0
    (finding,) = pass_nights(matrix_of(values).between(0, 84), 70)
    known = dataclasses.replace(finding, status="acknowledged", known=finding.low - 1)
    values[90:, 0] -= 20.0
    first, second = pass_nights(matrix_of(values).between(0, 94), 84, [known])
    assert (first.status, first.why) == (
        "acknowledged",
        "the series fell further, which is a new finding",
    )
    assert (second.status, second.since, second.opened) == ("open", "0090", "0091")
    assert second.change == pytest.approx(-23, abs=2)


def test_missing_nights_change_nothing():
    values = noise()
    values[80:, 0] -= 5.0
    values[90:, 0] = np.nan
    (finding,) = pass_nights(matrix_of(values), 70)
    assert (finding.status, finding.closed) == ("open", "")


def test_a_spike_opens_nothing():
    values = noise()
    values[80, 0] -= 6.0
    assert pass_nights(matrix_of(values), 70) == []


def test_a_slow_fall_is_a_drift_that_ends():
    values = noise(300, seed=5)
    values[60:160, 0] -= np.linspace(0, 1.5, 100)
    findings = replay_rules(matrix_of(values[:170]), ALERTS, BASELINE, start=120).findings
    drifts = [finding for finding in findings if finding.kind == "drift"]
    assert [drift.key.algorithm for drift in drifts] == ["a0"]
    assert drifts[0].change < 0
    assert drifts[0].since == "0000"


def make_finding(since, closed="", status="open", kind="regression", **more):
    return Finding(
        number=1, key=Key("accuracy", "a0"), kind=kind, since=since, closed=closed, status=status,
        **{"opened": since, "p_value": 0.01, **more},
    )  # fmt: skip


def levels_of(*findings):
    return assign_levels(matrix_of(noise(40, 2)), findings)


def test_levels_without_findings():
    assert not levels_of().any()
    assert not levels_of(make_finding("0010", kind="drift")).any()
    assert not levels_of(
        dataclasses.replace(make_finding("0010"), key=Key("accuracy", "other"))
    ).any()


def test_an_open_regression_is_not_a_baseline():
    levels = levels_of(make_finding("0030"))
    assert levels[:30, 0].tolist() == [0] * 30
    assert levels[30:, 0].tolist() == [-1] * 10
    assert not levels[:, 1].any()
    assert levels_of(make_finding("0030", status="acknowledged")).tolist() == levels.tolist()


def test_a_long_fixed_regression_is_not_a_baseline():
    levels = levels_of(make_finding("0010", "0020", status="fixed"))
    assert np.flatnonzero(levels[:, 0] < 0).tolist() == list(range(10, 20))


def test_a_short_fixed_regression_is_part_of_the_baseline():
    assert not levels_of(make_finding("0010", "0014", status="fixed")).any()


def test_accepted_changes_count_up():
    first = make_finding("0010", "0012", status="accepted")
    second = make_finding("0025", "0030", status="accepted")
    levels = levels_of(first, dataclasses.replace(second, number=2))[:, 0]
    assert levels.tolist() == [0] * 10 + [1] * 15 + [2] * 15


def test_nights_that_opened_an_improvement_are_left_out():
    levels = levels_of(
        make_finding("0010", "0018", status="accepted", kind="improvement", opened="0012")
    )[:, 0]
    assert levels.tolist() == [0] * 10 + [-1] * 3 + [1] * 27


@LONG
def test_a_regression_that_outlasts_the_baseline_still_ends():
    values = noise(nights=220, seed=3)
    values[60:180, 0] -= 8.0
    findings = [
        finding for finding in pass_nights(matrix_of(values), 50) if finding.key.algorithm == "a0"
    ]
    assert (findings[0].kind, findings[0].status) == ("regression", "fixed")
    assert findings[0].closed == "0180"


@pytest.mark.parametrize("status", ["open", "acknowledged"])
def test_a_further_fall_is_a_finding_of_its_own(status):
    values = noise(nights=140)
    values[80:, 0] -= 4.0
    matrix = matrix_of(values)
    first = pass_nights(matrix.between(0, 90), 70)
    earlier = [dataclasses.replace(first[0], status=status, why="known")]
    values[110:, 0] -= 10.0
    old, new = pass_nights(matrix, 90, earlier)
    assert (old.status, old.closed) == (status, new.opened)
    assert old.why == "known; the series fell further, which is a new finding"
    assert (new.status, new.closed, new.number) == ("open", "", 2)
    assert (new.since, new.opened) == ("0110", "0111")
    assert new.change == pytest.approx(-14, abs=1)


@LONG
def test_noise_of_an_open_finding_opens_no_other():
    values = noise(nights=260)
    values[80:, 0] -= 2.0
    findings = pass_nights(matrix_of(values), 70)
    assert [finding.key.algorithm for finding in findings].count("a0") == 1


def test_flaky_findings_may_fall_further_silently():
    values = noise(nights=140)
    values[80:, 0] -= 4.0
    matrix = matrix_of(values)
    flaky = [
        dataclasses.replace(finding, status="flaky")
        for finding in pass_nights(matrix.between(0, 90), 70)
    ]
    values[110:, 0] -= 10.0
    assert [finding.status for finding in pass_nights(matrix, 90, flaky)] == ["flaky"]
