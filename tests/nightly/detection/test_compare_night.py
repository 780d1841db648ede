"""Comparing tonight with the baseline: numbers, states, findings, notes, exit codes."""

import datetime as dt
import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from needs import LONG, longer
from nights_tables import config_of, night_name, open_history, scores_of, take_in
from nights_walk import SVM, YOUNG, Nights, scores
from scipy import stats

from benchreport.errors import ConfigError
from benchreport.nightly.config.settings import Alerts, Baseline, Metric
from benchreport.nightly.detection.compare_night import compare_night, note_causes
from benchreport.nightly.findings.triage import triage
from benchreport.nightly.history import NightRecord
from benchreport.nightly.night_facts import ALL
from benchreport.nightly.pages.methods import describe_methods
from benchreport.nightly.pages.wording import series_tables


@pytest.fixture
def open_nights(tmp_path):
    """Return a function that begins a history of nights; the fixture closes it."""
    opened = []

    def begin(**changes):
        opened.append(Nights(tmp_path, **changes))
        return opened[-1]

    yield begin
    for nights in opened:
        nights.history.__exit__(None, None, None)


def plain_values(frames, algorithm):
    """Compute an algorithm's values in pandas: means over datasets of means over repeats."""
    return np.array(
        [
            frame[frame["algorithm"] == algorithm].groupby("dataset")["accuracy"].mean().mean()
            for frame in frames
        ]
    )


def test_the_interval_and_p_value_are_those_of_a_t_prediction(open_nights):
    # alternating signs have no positive autocorrelation, so nights count in full
    signs = np.where(np.arange(30) % 2, 1, -1)
    nights = open_nights(
        metric=(Metric(name="accuracy"),),
        alerts=Alerts(confirm=1, min_nights=8, drift=0.0),
        baseline=Baseline(nights=40, hold_back=2),
    )
    frames = []
    for number in range(30):
        frame = scores(0)
        frame["accuracy"] = 0.8 + signs[number] * (0.01 + 0.0002 * ((7 * number) % 11))
        frames.append(frame)
        nights.night(frame, compared=False)
    last = scores(0).assign(accuracy=0.74)
    facts = nights.night(last)
    values = plain_values(frames, "svm")
    baseline = values[:-3]  # the nights that are tested with tonight do not count
    n, spread = len(baseline), baseline.std(ddof=1)
    row = nights.row()
    half = stats.t.ppf(0.975, n - 1) * spread * np.sqrt(1 + 1 / n)
    change = 0.74 - baseline.mean()
    assert row.n_baseline == n
    assert row.window == 1
    assert row.baseline == pytest.approx(baseline.mean(), rel=1e-10)
    assert (row.change, row.low, row.high) == pytest.approx(
        (change, change - half, change + half), rel=1e-9
    )
    # the last night, the last two and the last four are tested, the latter's p-value counting twice; the
    # smallest has its own distribution
    t = (baseline.mean() - np.array([*values[-3:], 0.74])) / (spread * np.sqrt(1 + 1 / n))
    windows, weights = np.array([1, 2, 4]), np.array([1, 1, 2])
    sums = [t[-size:].sum() / np.sqrt(size + size * (size - 1) / (n + 1)) for size in windows]
    smallest = (stats.norm.sf(sums) * weights).min()
    least = stats.norm.isf(smallest / weights) * np.sqrt(windows)
    grid, step = np.linspace(-9, 9, 1001, retstep=True)
    last, before = grid[:, None], grid
    reached = (last >= least[0]) | (last + before >= least[1])
    later = stats.norm.sf((least[2] - last - before) / np.sqrt(2))
    density = stats.norm.pdf(last) * stats.norm.pdf(before) * step**2
    p_normal = (density * np.where(reached, 1.0, later)).sum()
    expected = stats.t.sf(stats.norm.isf(p_normal), n - 1)
    assert row.p_value == pytest.approx(expected, rel=0.05)
    (finding,) = [finding for finding in facts.findings if finding.key == SVM]
    assert (finding.change, finding.low, finding.high) == pytest.approx(
        (row.change, row.low, row.high), rel=1e-9
    )
    assert finding.p_value == row.p_value


def test_a_regression_is_confirmed_by_later_nights(open_nights):
    nights = open_nights().quiet(20)
    first = nights.shifted(-0.05)
    assert (nights.row().state, nights.row().reason) == ("unconfirmed", "worse tonight only")
    assert (first.findings, first.exit_code) == ((), 0)
    assert (
        "1 series was worse tonight, which the next night has to confirm: svm by accuracy."
        in first.verdict
    )
    last = nights.shifted(-0.05, 2)
    (finding,) = last.findings
    assert (finding.kind, finding.status, finding.key) == ("regression", "open", SVM)
    assert finding.since == night_name(20)
    assert night_name(21) <= finding.opened <= night_name(22)
    assert finding.low < finding.change < finding.high < 0
    assert nights.row().change == pytest.approx(-0.05, abs=0.003)
    assert nights.row().low < -0.05 < nights.row().high
    assert (nights.row().state, last.exit_code) == ("regressed", 1)
    assert [row.state for row in last.series if row.key != SVM] == ["ok"] * 3


def test_a_spike_is_not_confirmed(open_nights):
    nights = open_nights().quiet(20)
    nights.shifted(-0.05)
    facts = nights.night()
    assert (facts.findings, facts.exit_code, nights.row().state) == ((), 0, "ok")


def test_confirm_1_alerts_at_once(open_nights):
    nights = open_nights(alerts=replace(YOUNG, confirm=1)).quiet(20)
    assert nights.shifted(-0.05).exit_code == 1


def test_scores_that_never_change_are_judged(open_nights):
    nights = open_nights()
    for _ in range(20):
        nights.night(scores(0), compared=False)
    assert {row.state for row in nights.night(scores(0)).series} == {"ok"}
    for _ in range(3):
        facts = nights.night(scores(0, shift=-0.001))
    assert facts.exit_code == 1
    assert nights.row().change == pytest.approx(-0.001)
    assert nights.row().p_value < 0.001


def test_lower_is_better_and_ratios_have_the_right_signs(open_nights):
    seconds = Metric(name="seconds", unit="s", compare="ratio")
    nights = open_nights(metric=(seconds,))

    def night(factor):
        frame = scores(nights.number).rename(columns={"accuracy": "seconds"})
        slower = np.where(frame["algorithm"] == "svm", factor, 2.0 - factor)
        return nights.night(frame.assign(seconds=frame["seconds"] * slower), compared=factor != 1)

    for _ in range(20):
        night(1.0)
    for _ in range(3):
        facts = night(1.5)
    rows = {row.key.algorithm: row for row in facts.series}
    assert (rows["svm"].state, rows["knn"].state) == ("regressed", "improved")
    assert rows["svm"].change == pytest.approx(0.5, abs=0.02)
    assert 0.4 < rows["svm"].low < 0.5 < rows["svm"].high < 0.6
    assert rows["knn"].change == pytest.approx(-0.5, abs=0.02)
    finding = next(finding for finding in facts.findings if finding.kind == "regression")
    assert finding.baseline == pytest.approx(0.8, abs=0.02)
    assert finding.change > 0
    assert finding.low < finding.change < finding.high
    assert "svm by seconds (+" in facts.verdict[0]
    assert " % [+" in facts.verdict[0]
    assert (facts.ratios, facts.units, facts.directions) == (
        ("seconds",),
        {"seconds": "s"},
        {"seconds": False},
    )


@pytest.mark.parametrize(
    ("relevant", "code"), [("4 %", 1), ("8 %", 0), longer(0.04, 1), longer(0.06, 0)]
)
def test_changes_that_are_not_relevant_are_no_alert(open_nights, relevant, code):
    # at a level of 0.8 a change of 0.05 is 6.25 %
    nights = open_nights(metric=(Metric(name="accuracy", smallest_relevant=relevant),)).quiet(20)
    assert nights.shifted(-0.05, 3).exit_code == code


def test_series_by_dataset_find_what_the_mean_hides(open_nights):
    nights = open_nights(alerts=replace(YOUNG, series="both")).quiet(20)

    def night():
        frame = scores(nights.number)
        at = (frame["algorithm"] == "svm") & (frame["dataset"] == "wine")
        frame.loc[at, "accuracy"] -= 0.05
        return nights.night(frame)

    for _ in range(3):
        facts = night()
    assert [str(finding.key) for finding in facts.findings if finding.key.dataset] == [
        "accuracy/svm/wine"
    ]


def test_what_several_metrics_lack_is_said_once(open_nights):
    nights = open_nights(metric=(Metric(name="accuracy"), Metric(name="error")))
    for lacking in ((), (), ("boost",)):
        frame = scores(nights.number)
        frame = frame.assign(error=1 - frame["accuracy"])
        facts = nights.night(frame[~frame["algorithm"].isin(lacking)])
    (sentence,) = facts.incomplete
    assert re.fullmatch(
        r"By accuracy and error, (\d+) of \d+ expected runs are missing; there is none of boost\.",
        sentence,
    )
    one = scores(nights.number).assign(error=np.nan)
    one["error"] = (1 - one["accuracy"]).where(one["dataset"] != "iris")
    assert len(nights.night(one).incomplete) == 1


def test_findings_are_numbered_over_metrics(open_nights):
    nights = open_nights(metric=(Metric(name="accuracy"), Metric(name="error")))

    def night(shift=None):
        frame = scores(nights.number, shift=shift)
        return nights.night(frame.assign(error=1 - frame["accuracy"]), compared=shift is not None)

    for _ in range(20):
        night()
    for _ in range(3):
        facts = night(-0.05)
    assert [(finding.number, finding.key.metric) for finding in facts.findings] == [
        (1, "accuracy"),
        (2, "error"),
    ]
    assert [np.sign(finding.change) for finding in facts.findings] == [-1, 1]
    assert sorted(facts.new) in ([], [1, 2])


def test_an_open_finding_is_over_when_the_nights_are_back(open_nights):
    nights = open_nights().quiet(20)
    nights.shifted(-0.05, 4)
    for _ in range(2):
        nights.night()
    assert nights.row().state == "regressed"
    facts = nights.night()
    (finding,) = facts.findings
    assert (finding.status, finding.closed, finding.why) == (
        "fixed",
        night_name(24),
        "the series went back",
    )
    assert (nights.row().state, facts.exit_code) == ("ok", 0)
    assert "1 series is back at the earlier level: svm by accuracy." in facts.verdict
    assert nights.night().findings == ()


def test_a_finding_that_comes_back_is_a_new_one(open_nights):
    nights = open_nights().quiet(20)
    nights.shifted(-0.05, 9)
    for _ in range(4):
        nights.night()
    assert nights.row().state == "ok"
    findings = [finding for finding in nights.shifted(-0.05, 3).findings if finding.key == SVM]
    assert [finding.status for finding in findings] == ["open"]
    assert findings[0].number > 1
    assert nights.facts.exit_code == 1


def test_a_finding_wrongly_marked_fixed_opens_again(open_nights):
    nights = open_nights().quiet(20)
    nights.shifted(-0.05, 3)
    triage(nights.history, "accuracy/svm", "fixed", why="reverted")
    facts = nights.shifted(-0.05)
    assert ([finding.number for finding in facts.findings], facts.exit_code) == ([2], 1)


@pytest.mark.parametrize("action", ["ack", "flaky"])
def test_acknowledged_and_flaky_findings_stay_listed_and_silent(open_nights, action):
    nights = open_nights().quiet(20)
    nights.shifted(-0.05, 3)
    triage(nights.history, "accuracy/svm", action, why="seed 3")
    for _ in range(3):
        facts = nights.shifted(-0.05)
        (finding,) = facts.findings
        assert (finding.number, finding.why, facts.exit_code) == (1, "seed 3", 0)
        assert nights.row().state == "regressed"
        assert any("svm by accuracy" in line for line in facts.verdict)


def test_the_code_that_changed_with_the_scores_is_not_excused(open_nights):
    nights = open_nights().quiet(20, code="old")
    (finding,) = nights.shifted(-0.05, 3, code="new").findings
    assert finding.note == ""


def test_a_change_under_the_same_code_is_noted(open_nights):
    nights = open_nights().quiet(20, code="old")
    nights.shifted(-0.05, code="old")
    (finding,) = nights.shifted(-0.05, 2, code="new").findings
    assert finding.note == (
        f"The code of {night_name(20)} (old) is the same as that of {night_name(19)}, so noise, "
        "the data or the environment caused the change."
    )


def test_nights_without_a_code_version_have_no_note(open_nights):
    nights = open_nights().quiet(20)
    (finding,) = nights.shifted(-0.05, 3).findings
    assert finding.note == ""


def test_nights_of_one_day_follow_each_other(open_nights):
    nights = open_nights()
    for number in range(20):
        nights.night(
            name=f"{night_name(number // 2)}T{9 + 6 * (number % 2):02d}:00", compared=False
        )
    nights.night(scores(20, shift=-0.05), name=f"{night_name(10)}T09:00")
    nights.night(scores(21, shift=-0.05), name=f"{night_name(10)}T15:00")
    facts = nights.night(scores(22, shift=-0.05), name=f"{night_name(10)}T21:00")
    (finding,) = facts.findings
    assert (finding.since, facts.previous) == (f"{night_name(10)}T09:00", f"{night_name(10)}T15:00")


@pytest.mark.parametrize(
    "name", ["a\nb", "", *map(longer, ("a/b", "a\x1fb", "x" * 500, "\u202egnp", "決定木"))]
)
def test_hostile_names_are_reported_on_one_line(open_nights, name):
    nights = open_nights()

    def night(shift=None):
        frame = scores(nights.number, shift=shift).replace({"algorithm": {"svm": name}})
        return nights.night(frame, compared=shift is not None)

    for _ in range(20):
        night()
    for _ in range(3):
        facts = night(-0.05)
    (finding,) = facts.findings
    assert finding.key.algorithm == name
    assert all(line.isprintable() for line in facts.verdict)
    assert triage(nights.history, str(finding.key), "ack", why="x")[0].key == finding.key


def test_a_thinned_night_says_how_to_get_its_scores(open_nights):
    nights = open_nights().quiet(3)
    nights.history.thin(lambda _: False)
    with pytest.raises(ConfigError, match="deleted to save space") as error:
        compare_night(nights.history, nights.config, nights.history.night(night_name(2)))
    assert "backfill --night 2026-09-03 --replace" in error.value.hint


def test_what_else_changed_on_the_first_night_is_noted():
    properties = [
        ("old", {"machine": "a", "source": "1.csv"}),
        ("new", {"machine": "b", "source": "2.csv"}),
        ("new", {"machine": "b", "numpy": "2"}),
    ]
    records = [
        NightRecord(
            night=night_name(number),
            label="",
            recorded="",
            sha256="",
            n_scores=9,
            code=code,
            context=context,
        )
        for number, (code, context) in enumerate(properties, 1)
    ]
    history = SimpleNamespace(nights=lambda _: records)
    assert note_causes(history, records[2], night_name(2)) == (
        f"What else changed on {night_name(2)}: machine (a → b)."
    )
    assert note_causes(history, records[2], night_name(3)).endswith(
        f"What else changed on {night_name(3)}: numpy (– → 2)."
    )
    assert note_causes(history, records[2], night_name(1)) == ""


def test_a_night_that_is_bad_for_all_is_told_once(tmp_path):
    config = config_of(tmp_path, metric=(Metric(name="accuracy"),), alerts=Alerts(min_nights=8))
    history = open_history(tmp_path)
    for number in range(20):
        take_in(scores_of(number), night_name(number), history, config, compared=number > 15)
    bad = [
        take_in(scores_of(number).assign(accuracy=lambda frame: frame["accuracy"] - 0.05),
                night_name(number), history, config)
        for number in (20, 21, 22)
    ]  # fmt: skip
    rows = {row.key.algorithm: row for row in bad[0].series}
    assert rows[ALL].state == "unconfirmed"
    assert {row.state for name, row in rows.items() if name != ALL} == {"ok"}
    assert rows["svm"].common == pytest.approx(-0.05, abs=0.005)
    assert bad[0].verdict[1].startswith("Tonight changed all algorithms by accuracy together (−0.0")
    assert [facts.exit_code for facts in bad] == [0, 1, 1]
    (finding,) = bad[-1].alerts
    assert (finding.key.algorithm, finding.since) == (ALL, night_name(20))


def test_what_a_weekday_does_to_a_series_is_left_out_and_told(tmp_path):
    config = config_of(tmp_path, metric=(Metric(name="accuracy"),))
    history = open_history(tmp_path)
    # night 0 is a Tuesday; the last one, 48, a Monday
    for number in range(49):
        frame = scores_of(number, seeds=2)
        frame.loc[(frame["algorithm"] == "tree") & (number % 7 == 6), "accuracy"] -= 0.05
        facts = take_in(frame, night_name(number), history, config, compared=number == 48)
    rows = {row.key.algorithm: row for row in facts.series}
    assert rows["tree"].weekday == pytest.approx(-0.043, abs=0.005)
    assert rows["tree"].change == pytest.approx(0, abs=0.01)
    assert rows["tree"].value == pytest.approx(
        frame[frame["algorithm"] == "tree"]["accuracy"].mean(), abs=1e-9
    )
    assert {row.weekday for name, row in rows.items() if name != "tree"} == {0.0}
    assert facts.exit_code == 0
    (told,) = series_tables(facts, [rows["tree"]], "")
    assert "without the −0.04" in told.rows[0][-1]
    assert "that Mondays usually bring" in told.rows[0][-1]
    assert (
        "The weekday shifts 1 series (analysis of variance by weekday, p ≤ .0001, at least 5 nights"
        in (describe_methods(facts, config)[0])
    )


@LONG
def test_a_flaky_mark_does_not_make_a_series_regressed(tmp_path):
    """A series that was marked before it alerted was shown as regressed every night."""
    config = config_of(tmp_path, metric=(Metric(name="accuracy"),))
    history = open_history(tmp_path)
    for number in range(30):
        facts = take_in(scores_of(number), night_name(number), history, config)
        if number == 28:
            now = dt.datetime(2026, 11, 20, tzinfo=dt.UTC)
            triage(history, "accuracy/knn", "flaky", why="random seeds", now=now)
    rows = {row.key.algorithm: row for row in facts.series}
    assert "knn by accuracy" in " ".join(facts.verdict)
    assert rows["knn"].state == "ok"
