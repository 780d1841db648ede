"""How findings open, end and settle; which nights are a baseline."""

import dataclasses

import numpy as np
import pytest

from benchreport.nightly.config.settings import Alerts, Baseline
from benchreport.nightly.detection.detection import judge
from benchreport.nightly.detection.replay_rules import replay_rules
from benchreport.nightly.findings.findings import assign_levels, update_findings
from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import Finding, Key

ALERTS, BASELINE = Alerts(), Baseline()
NIGHTS = tuple(f"{night:04d}" for night in range(300))


def matrix_of(values):
    keys = tuple(Key("accuracy", f"a{place}") for place in range(values.shape[1]))
    return SeriesMatrix(keys=keys, nights=NIGHTS[: len(values)], values=values)


def noise(nights=120, series=6, seed=3):
    return np.random.default_rng(seed).normal(size=(nights, series)) * 0.5


def after(findings, matrix, end):
    """Let one night pass."""
    past = matrix.between(0, end)
    judged = judge(past.values, assign_levels(past, findings), ALERTS, BASELINE)
    new, changed = update_findings(past, judged, findings, ALERTS)
    new = [
        dataclasses.replace(each, note="same code") if each.key == matrix.keys[0] else each
        for each in new
    ]
    latest = {each.number: each for each in (*findings, *changed, *new)}
    return [latest[number] for number in sorted(latest)]


def nights(matrix, begin, findings=()):
    """Let all nights pass that are left."""
    found = list(findings)
    for end in range(begin + 1, len(matrix.nights) + 1):
        found = after(found, matrix, end)
    return found


def test_a_regression_opens_and_ends():
    values = noise()
    values[80:100, 0] -= 5.0
    (found,) = nights(matrix_of(values), 70)
    assert (found.kind, found.status, found.number) == ("regression", "fixed", 1)
    assert (found.since, found.opened, found.closed) == ("0080", "0081", "0100")
    assert found.low < found.change < found.high < 0
    assert found.change == pytest.approx(-5, abs=0.8)
    assert found.baseline == pytest.approx(0, abs=0.2)
    assert (found.note, found.why) == ("same code", "went back")


def test_it_stays_open_while_it_lasts():
    values = noise()
    values[80:, 0] -= 4.0
    (found,) = nights(matrix_of(values), 70)
    assert (found.kind, found.status, found.closed) == ("regression", "open", "")


def test_it_opens_again_with_a_new_number():
    values = noise(160)
    values[80:95, 0] -= 5.0
    values[120:140, 0] -= 5.0
    found = nights(matrix_of(values), 70)
    assert [(each.number, each.since, each.status) for each in found] == [
        (1, "0080", "fixed"),
        (2, "0120", "fixed"),
    ]


def test_an_improvement_that_lasts_is_accepted_by_itself():
    values = noise(160)
    values[80:, 0] += 5.0
    values[130:, 0] -= 5.0
    better, worse = nights(matrix_of(values), 70)
    assert (better.kind, better.status, better.since) == ("improvement", "accepted", "0080")
    # the old level is a regression now
    assert (worse.kind, worse.since, worse.status) == ("regression", "0130", "open")
    assert worse.baseline == pytest.approx(5, abs=0.4)


def test_an_improvement_that_passes_leaves_nothing():
    values = noise()
    values[80:83, 0] += 5.0
    (found,) = nights(matrix_of(values), 70)
    assert (found.kind, found.status, found.closed) == ("improvement", "fixed", "0083")


def test_accepting_is_a_new_baseline():
    values = noise(160)
    values[80:, 0] -= 5.0
    values[140:, 0] -= 5.0
    matrix = matrix_of(values)
    (found,) = nights(matrix.between(0, 90), 70)
    accepted = dataclasses.replace(found, status="accepted", closed="0089", why="slower, but right")
    first, second = nights(matrix, 90, [accepted])
    assert first == accepted
    assert (second.since, second.kind) == ("0140", "regression")
    assert second.baseline == pytest.approx(-5, abs=0.4)


@pytest.mark.parametrize("status", ["acknowledged", "flaky"])
def test_what_somebody_said_stays_until_it_is_over(status):
    values = noise()
    values[80:100, 0] -= 5.0
    matrix = matrix_of(values)
    (found,) = nights(matrix.between(0, 90), 70)
    said = dataclasses.replace(found, status=status, why="being looked at")
    (now,) = nights(matrix.between(0, 95), 90, [said])
    assert now == said
    (over,) = nights(matrix, 95, [said])
    assert over.status == ("flaky" if status == "flaky" else "fixed")
    assert (over.why, over.closed) == ("being looked at", "0100")


def test_missing_nights_change_nothing():
    values = noise()
    values[80:, 0] -= 5.0
    values[90:, 0] = np.nan
    (found,) = nights(matrix_of(values), 70)
    assert (found.status, found.closed) == ("open", "")


def test_a_spike_opens_nothing():
    values = noise()
    values[80, 0] -= 6.0
    assert nights(matrix_of(values), 70) == []


def test_a_slow_fall_is_a_drift_that_ends():
    values = noise(300, seed=5)
    values[60:160, 0] -= np.linspace(0, 1.5, 100)
    found = replay_rules(matrix_of(values[:170]), ALERTS, BASELINE, start=120)
    drifts = [each for each in found if each.kind == "drift"]
    assert [each.key.algorithm for each in drifts] == ["a0"]
    assert drifts[0].change < 0
    assert drifts[0].since == "0000"


def finding(since, closed="", status="open", kind="regression", **more):
    return Finding(
        number=1, key=Key("accuracy", "a0"), kind=kind, since=since, closed=closed, status=status,
        **{"opened": since, "p_value": 0.01, **more},
    )  # fmt: skip


def levels(*findings):
    return assign_levels(matrix_of(noise(40, 2)), findings)


def test_levels_without_findings():
    assert not levels().any()
    assert not levels(finding("0010", kind="drift")).any()
    assert not levels(dataclasses.replace(finding("0010"), key=Key("accuracy", "other"))).any()


def test_an_open_regression_is_no_baseline():
    found = levels(finding("0030"))
    assert found[:30, 0].tolist() == [0] * 30
    assert found[30:, 0].tolist() == [-1] * 10
    assert not found[:, 1].any()
    assert levels(finding("0030", status="acknowledged")).tolist() == found.tolist()


def test_nor_is_a_long_one_that_was_fixed():
    found = levels(finding("0010", "0020", status="fixed"))
    assert np.flatnonzero(found[:, 0] < 0).tolist() == list(range(10, 20))


def test_a_short_one_was_noise_and_noise_is_part_of_the_baseline():
    assert not levels(finding("0010", "0014", status="fixed")).any()


def test_accepted_changes_count_up():
    first = finding("0010", "0012", status="accepted")
    second = finding("0025", "0030", status="accepted")
    found = levels(first, dataclasses.replace(second, number=2))[:, 0]
    assert found.tolist() == [0] * 10 + [1] * 15 + [2] * 15


def test_nights_that_were_picked_for_being_good_are_left_out():
    found = levels(finding("0010", "0018", status="accepted", kind="improvement", opened="0012"))[
        :, 0
    ]
    assert found.tolist() == [0] * 10 + [-1] * 3 + [1] * 27


def test_a_regression_that_outlasts_the_baseline_still_ends():
    values = noise(nights=220)
    values[60:180, 0] -= 8.0
    found = [each for each in nights(matrix_of(values), 50) if each.key.algorithm == "a0"]
    assert (found[0].kind, found[0].status) == ("regression", "fixed")
    assert found[0].closed == "0180"


@pytest.mark.parametrize("status", ["open", "acknowledged"])
def test_what_falls_further_is_a_finding_of_its_own(status):
    values = noise(nights=140)
    values[80:, 0] -= 4.0
    matrix = matrix_of(values)
    first = nights(matrix.between(0, 90), 70)
    known = [dataclasses.replace(first[0], status=status, why="known")]
    values[110:, 0] -= 10.0
    old, new = nights(matrix, 90, known)
    assert (old.status, old.closed) == (status, new.opened)
    assert old.why == "known; fell further: a finding of its own"
    assert (new.status, new.closed, new.number) == ("open", "", 2)
    assert (new.since, new.opened) == ("0110", "0111")
    assert new.change == pytest.approx(-14, abs=1)


def test_the_noise_of_an_open_one_is_no_new_finding():
    values = noise(nights=260)
    values[80:, 0] -= 2.0
    assert len([each for each in nights(matrix_of(values), 70) if each.key.algorithm == "a0"]) == 1


def test_flaky_ones_may_fall_as_they_like():
    values = noise(nights=140)
    values[80:, 0] -= 4.0
    matrix = matrix_of(values)
    known = [
        dataclasses.replace(each, status="flaky") for each in nights(matrix.between(0, 90), 70)
    ]
    values[110:, 0] -= 10.0
    assert [each.status for each in nights(matrix, 90, known)] == ["flaky"]
