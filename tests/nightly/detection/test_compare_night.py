"""Tonight against the baseline: numbers, states, findings and their life, notes, exit codes."""

from dataclasses import replace

import numpy as np
import pytest
from nights_tables import night_name
from nights_walk import SVM, YOUNG, Nights, scores
from scipy import stats

from benchreport.errors import ConfigError
from benchreport.nightly.config.settings import Alerts, Baseline, Metric
from benchreport.nightly.detection.compare_night import compare_night
from benchreport.nightly.findings.triage import triage


@pytest.fixture
def nights(tmp_path):
    """Return what begins a history; it is closed in the end."""
    begun = []

    def begin(**changes):
        begun.append(Nights(tmp_path, **changes))
        return begun[-1]

    yield begin
    for each in begun:
        each.history.__exit__(None, None, None)


def plain_values(frames, algorithm):
    """Compute an algorithm's values in pandas: means over datasets of means over repeats."""
    return np.array(
        [
            each[each["algorithm"] == algorithm].groupby("dataset")["accuracy"].mean().mean()
            for each in frames
        ]
    )


def test_the_interval_and_p_value_are_those_of_a_t_prediction(nights):
    # alternating signs have no positive autocorrelation, so nights count in full
    signs = np.where(np.arange(30) % 2, 1, -1)
    told = nights(
        metric=(Metric(name="accuracy"),),
        alerts=Alerts(confirm=1, min_nights=8, drift=0.0),
        baseline=Baseline(nights=40, hold_back=2),
    )
    frames = []
    for number in range(30):
        frame = scores(0)
        frame["accuracy"] = 0.8 + signs[number] * (0.01 + 0.0002 * ((7 * number) % 11))
        frames.append(frame)
        told.night(frame, compared=False)
    last = scores(0).assign(accuracy=0.74)
    facts = told.night(last)
    values = plain_values(frames, "svm")
    baseline = values[:-1]  # one of the nights before tonight is held back
    n, spread = len(baseline), baseline.std(ddof=1)
    row = told.row()
    half = stats.t.ppf(0.975, n - 1) * spread * np.sqrt(1 + 1 / n)
    change = 0.74 - baseline.mean()
    assert row.n_baseline == n
    assert row.window == 1
    assert row.baseline == pytest.approx(baseline.mean(), rel=1e-10)
    assert (row.change, row.low, row.high) == pytest.approx(
        (change, change - half, change + half), rel=1e-9
    )
    # one and two nights are looked at: the smaller p-value, referred to its own distribution
    t = (baseline.mean() - np.array([values[-1], 0.74])) / (spread * np.sqrt(1 + 1 / n))
    both = np.sum(t) / np.sqrt(2 + 2 / (n + 1))
    smaller = min(stats.norm.sf(t[1]), stats.norm.sf(both))
    bound = stats.norm.isf(smaller)
    normal = stats.multivariate_normal([0, 0], [[1, np.sqrt(0.5)], [np.sqrt(0.5), 1]])
    p_normal = 1 - normal.cdf([bound, bound])
    expected = stats.t.sf(stats.norm.isf(p_normal), n - 1)
    assert row.p_value == pytest.approx(expected, rel=0.05)
    (found,) = [each for each in facts.findings if each.key == SVM]
    assert (found.change, found.low, found.high) == pytest.approx(
        (row.change, row.low, row.high), rel=1e-9
    )
    assert found.p_value == row.p_value


def test_a_regression_is_confirmed_by_later_nights(nights):
    told = nights().quiet(20)
    first = told.shifted(-0.05)
    assert (told.row().state, told.row().reason) == ("unconfirmed", "tonight alone")
    assert (first.findings, first.exit_code) == ((), 0)
    assert any("to be confirmed by the next night: accuracy/svm" in line for line in first.verdict)
    last = told.shifted(-0.05, 2)
    (found,) = last.findings
    assert (found.kind, found.status, found.key) == ("regression", "open", SVM)
    assert found.since == night_name(20)
    assert night_name(21) <= found.opened <= night_name(22)
    assert found.low < found.change < found.high < 0
    assert told.row().change == pytest.approx(-0.05, abs=0.003)
    assert told.row().low < -0.05 < told.row().high
    assert (told.row().state, last.exit_code) == ("regressed", 1)
    assert [each.state for each in last.series if each.key != SVM] == ["ok"] * 3


def test_a_spike_is_confirmed_by_nobody(nights):
    told = nights().quiet(20)
    told.shifted(-0.05)
    facts = told.night()
    assert (facts.findings, facts.exit_code, told.row().state) == ((), 0, "ok")


def test_confirm_1_alerts_at_once(nights):
    told = nights(alerts=replace(YOUNG, confirm=1)).quiet(20)
    assert told.shifted(-0.05).exit_code == 1


def test_scores_that_never_change_are_judged(nights):
    told = nights()
    for _ in range(20):
        told.night(scores(0), compared=False)
    assert {row.state for row in told.night(scores(0)).series} == {"ok"}
    for _ in range(3):
        facts = told.night(scores(0, shift=-0.001))
    assert facts.exit_code == 1
    assert told.row().change == pytest.approx(-0.001)
    assert told.row().p_value < 0.001


def test_lower_is_better_and_ratios_have_the_right_signs(nights):
    seconds = Metric(name="seconds", unit="s", compare="ratio")
    told = nights(metric=(seconds,))

    def night(factor):
        frame = scores(told.number).rename(columns={"accuracy": "seconds"})
        slower = np.where(frame["algorithm"] == "svm", factor, 2.0 - factor)
        return told.night(frame.assign(seconds=frame["seconds"] * slower), compared=factor != 1)

    for _ in range(20):
        night(1.0)
    for _ in range(3):
        facts = night(1.5)
    rows = {row.key.algorithm: row for row in facts.series}
    assert (rows["svm"].state, rows["knn"].state) == ("regressed", "improved")
    assert rows["svm"].change == pytest.approx(0.5, abs=0.02)
    assert 0.4 < rows["svm"].low < 0.5 < rows["svm"].high < 0.6
    assert rows["knn"].change == pytest.approx(-0.5, abs=0.02)
    found = next(each for each in facts.findings if each.kind == "regression")
    assert found.baseline == pytest.approx(0.8, abs=0.02)
    assert found.change > 0
    assert found.low < found.change < found.high
    assert "seconds/svm (+" in facts.verdict[0]
    assert " % [+" in facts.verdict[0]
    assert (facts.ratios, facts.units, facts.directions) == (
        ("seconds",),
        {"seconds": "s"},
        {"seconds": False},
    )


@pytest.mark.parametrize(("relevant", "code"), [("4 %", 1), ("8 %", 0), (0.04, 1), (0.06, 0)])
def test_changes_that_are_not_relevant_are_no_alert(nights, relevant, code):
    # the level is 0.8: the change of 0.05 is 6.25 %
    told = nights(metric=(Metric(name="accuracy", smallest_relevant=relevant),)).quiet(20)
    assert told.shifted(-0.05, 3).exit_code == code


def test_series_by_dataset_find_what_the_mean_hides(nights):
    told = nights(alerts=replace(YOUNG, series="both")).quiet(20)

    def night():
        frame = scores(told.number)
        at = (frame["algorithm"] == "svm") & (frame["dataset"] == "wine")
        frame.loc[at, "accuracy"] -= 0.05
        return told.night(frame)

    for _ in range(3):
        facts = night()
    assert [str(each.key) for each in facts.findings if each.key.dataset] == ["accuracy/svm/wine"]


def test_findings_are_numbered_over_metrics(nights):
    told = nights(metric=(Metric(name="accuracy"), Metric(name="error")))

    def night(shift=None):
        frame = scores(told.number, shift=shift)
        return told.night(frame.assign(error=1 - frame["accuracy"]), compared=shift is not None)

    for _ in range(20):
        night()
    for _ in range(3):
        facts = night(-0.05)
    assert [(each.number, each.key.metric) for each in facts.findings] == [
        (1, "accuracy"),
        (2, "error"),
    ]
    assert [np.sign(each.change) for each in facts.findings] == [-1, 1]
    assert sorted(facts.new) in ([], [1, 2])


def test_an_open_finding_is_over_when_the_nights_are_back(nights):
    told = nights().quiet(20)
    told.shifted(-0.05, 4)
    for _ in range(2):
        told.night()
    assert told.row().state == "regressed"
    facts = told.night()
    (found,) = facts.findings
    assert (found.status, found.closed, found.why) == ("fixed", night_name(24), "went back")
    assert (told.row().state, facts.exit_code) == ("ok", 0)
    assert "Back at the earlier level: accuracy/svm." in facts.verdict
    assert told.night().findings == ()


def test_a_finding_that_comes_back_is_a_new_one(nights):
    told = nights().quiet(20)
    told.shifted(-0.05, 9)
    for _ in range(4):
        told.night()
    assert told.row().state == "ok"
    again = [each for each in told.shifted(-0.05, 3).findings if each.key == SVM]
    assert [each.status for each in again] == ["open"]
    assert again[0].number > 1
    assert told.facts.exit_code == 1


def test_what_somebody_called_fixed_and_is_not_opens_again(nights):
    told = nights().quiet(20)
    told.shifted(-0.05, 3)
    triage(told.history, "accuracy/svm", "fixed", why="reverted")
    facts = told.shifted(-0.05)
    assert ([each.number for each in facts.findings], facts.exit_code) == ([2], 1)


@pytest.mark.parametrize("action", ["ack", "flaky"])
def test_acknowledged_and_flaky_ones_stay_listed_and_are_silent(nights, action):
    told = nights().quiet(20)
    told.shifted(-0.05, 3)
    triage(told.history, "accuracy/svm", action, why="seed 3")
    for _ in range(3):
        facts = told.shifted(-0.05)
        (found,) = facts.findings
        assert (found.number, found.why, facts.exit_code) == (1, "seed 3", 0)
        assert told.row().state == "regressed"
        assert any("accuracy/svm" in line for line in facts.verdict)


def test_the_code_that_changed_with_the_scores_is_not_excused(nights):
    told = nights().quiet(20, code="old")
    (found,) = told.shifted(-0.05, 3, code="new").findings
    assert found.note == ""


def test_a_change_under_the_same_code_is_noted(nights):
    told = nights().quiet(20, code="old")
    told.shifted(-0.05, code="old")
    (found,) = told.shifted(-0.05, 2, code="new").findings
    assert found.note == (
        f"The code of {night_name(20)} (old) is that of {night_name(19)}: noise, the data or the "
        "environment changed it."
    )


def test_nights_without_a_version_of_the_code_say_nothing_of_it(nights):
    told = nights().quiet(20)
    (found,) = told.shifted(-0.05, 3).findings
    assert found.note == ""


def test_nights_of_one_day_follow_each_other(nights):
    told = nights()
    for number in range(20):
        told.night(name=f"{night_name(number // 2)}T{9 + 6 * (number % 2):02d}:00", compared=False)
    told.night(scores(20, shift=-0.05), name=f"{night_name(10)}T09:00")
    told.night(scores(21, shift=-0.05), name=f"{night_name(10)}T15:00")
    facts = told.night(scores(22, shift=-0.05), name=f"{night_name(10)}T21:00")
    (found,) = facts.findings
    assert (found.since, facts.previous) == (f"{night_name(10)}T09:00", f"{night_name(10)}T15:00")


@pytest.mark.parametrize("name", ["a/b", "a\nb", "a\x1fb", "x" * 500, "\u202egnp", "決定木", ""])
def test_hostile_names_are_found_and_told_on_one_line(nights, name):
    told = nights()

    def night(shift=None):
        frame = scores(told.number, shift=shift).replace({"algorithm": {"svm": name}})
        return told.night(frame, compared=shift is not None)

    for _ in range(20):
        night()
    for _ in range(3):
        facts = night(-0.05)
    (found,) = facts.findings
    assert found.key.algorithm == name
    assert all(line.isprintable() for line in facts.verdict)
    assert triage(told.history, str(found.key), "ack", why="x")[0].key == found.key


def test_a_night_whose_scores_were_given_up_says_how_to_get_them(nights):
    told = nights().quiet(3)
    told.history.thin(lambda _: False)
    with pytest.raises(ConfigError, match="deleted to save space") as error:
        compare_night(told.history, told.config, told.history.night(night_name(2)))
    assert "backfill --night 2026-09-03 --replace" in error.value.hint
