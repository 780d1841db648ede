"""Details of the rules: p-values of trends, which nights must agree, boundaries, dates."""

import dataclasses

import numpy as np
import pandas as pd
import pytest
from nights_tables import night_name
from nights_walk import Nights, scores
from scipy import stats

from benchreport.nightly.config.settings import Alerts, Baseline, Columns, Config, Metric
from benchreport.nightly.detection.compare_night import compare_night
from benchreport.nightly.detection.detection import judge
from benchreport.nightly.detection.leader import find_leader
from benchreport.nightly.detection.nights_apart import take_nights_apart
from benchreport.nightly.detection.score_scale import Scale
from benchreport.nightly.detection.series_matrix import build_series
from benchreport.nightly.detection.series_states import (
    MetricNight,
    classify_series,
    describe_missing,
)
from benchreport.nightly.findings.findings import assign_levels, update_findings
from benchreport.nightly.findings.verdict_text import write_verdict
from benchreport.nightly.intake.read_nights import read_nights
from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight
from benchreport.numerics.series.autocorrelation import lag_one, shrink

ALERTS, BASELINE = Alerts(), Baseline()
ACCURACY = Metric(name="accuracy", higher_is_better=True)


def judge_last(values, alerts=ALERTS, **options):
    return judge(values, np.zeros(values.shape, dtype=np.intp), alerts, BASELINE, **options)


def noise(nights=100, series=20, seed=11):
    return np.random.default_rng(seed).normal(size=(nights, series))


def falling(nights=150, series=12):
    """Return values in which every series falls slowly."""
    return noise(nights, series) - np.linspace(0, 1.6, nights)[:, None]


def test_the_p_value_of_a_trend_is_mann_and_kendalls_one_sided():
    values = falling()
    trend = judge_last(values).trend
    n = len(values)
    assert n <= 2 * BASELINE.nights
    slopes = [stats.theilslopes(column)[0] for column in values.T]
    rho = shrink(*lag_one(values - np.outer(np.arange(n), slopes)))
    score = np.array(
        [sum(np.sign(column[i + 1 :] - column[i]).sum() for i in range(n)) for column in values.T]
    )
    deviation = np.sqrt(n * (n - 1) * (2 * n + 5) / 18 * (1 + rho) / (1 - rho))
    expected = stats.norm.sf((np.abs(score) - 1) / deviation)
    assert trend.p_values == pytest.approx(expected, rel=0.2, abs=0)
    assert (trend.p_values < 0.05).all()


def test_the_change_of_a_trend_is_from_the_first_night_to_tonight():
    nights = 120
    line = -0.01 * np.arange(nights)
    values = line[:, None] + noise(nights, 5) * 1e-6
    trend = judge_last(values).trend
    assert trend.change == pytest.approx(np.full(5, line[-1] - line[0]), rel=1e-4)


def test_all_nights_that_confirm_must_be_on_that_side():
    """The levels are so lenient that sums over three nights alone would convince."""
    alerts = dataclasses.replace(ALERTS, alpha=0.5, false_discovery_rate=0.99)
    values = noise(100, 400)
    values[-3:, :] += np.array([-4.0, 0.3, -4.0])[:, None]
    judgement = judge_last(values, alerts)
    agree = (judgement.t[-alerts.confirm :] > 0).all(axis=0)
    assert (judgement.adjusted[~agree] <= alerts.false_discovery_rate).sum() > 50
    assert not judgement.worse[~agree].any()
    assert judgement.worse[agree].any()


def test_doubtful_series_must_pass_the_test_level():
    values = noise(100, 40)
    values[-1, 0] = -6.0
    assert judge_last(values).doubtful.tolist() == [True] + [False] * 39
    strict = dataclasses.replace(ALERTS, alpha=1e-12)
    assert not judge_last(values, strict).doubtful.any()


def test_one_night_that_went_back_does_not_make_a_regression_old():
    """Old regressions, whose last five nights are all set aside, are a family of their own."""
    values = noise(100, 60)
    values[-4:, :30] -= 9.0
    values[-2:, 59] -= 2.6
    levels = np.zeros(values.shape, dtype=np.intp)
    levels[-4:-1, :30] = -1
    young = judge(values, levels, ALERTS, BASELINE)
    # thirty clear falls on these nights raise the threshold for the last series
    assert young.worse[:30].all()
    alone = judge_last(values[:, 30:])
    assert young.adjusted[59] < alone.adjusted[29]


def test_a_night_that_stands_alone_is_no_part_of_a_change():
    """One of three nights is far worse than the others: it looks like a spike and does not count."""
    values = noise(100, 100)
    p_values = {}
    for first in (0.0, 2.0, 30.0):
        values[-3:, 0] = values[:-3, 0].mean() - np.array([first, 0.8, 0.8])
        # of a night that is in no finding, the p-value would be that of the night alone
        levels = np.zeros(values.shape, dtype=np.intp)
        levels[-1] = -1
        p_values[first] = judge(values, levels, Alerts(), Baseline()).p_worse[0]
    assert p_values[2.0] < 0.8 * p_values[0.0]
    assert p_values[30.0] == pytest.approx(p_values[0.0], rel=0.1)


NIGHTS = tuple(f"{night:04d}" for night in range(300))


def matrix_of(values):
    keys = tuple(Key("accuracy", f"a{place}") for place in range(values.shape[1]))
    return SeriesMatrix(keys=keys, nights=NIGHTS[: len(values)], values=values)


@pytest.mark.parametrize(
    ("lasted", "p_value", "apart"), [(7, 0.01, False), (8, 0.01, True), (2, 1e-4, True)]
)
def test_a_week_that_went_back_by_itself_is_part_of_the_baseline(lasted, p_value, apart):
    matrix = matrix_of(noise(60, 1))
    ended = Finding(
        number=1, key=matrix.keys[0], kind="regression", status="fixed",
        since=NIGHTS[20], opened=NIGHTS[21], closed=NIGHTS[20 + lasted], p_value=p_value,
    )  # fmt: skip
    expected = np.zeros(60)
    expected[20 : 20 + lasted * apart] = -1
    assert assign_levels(matrix, [ended])[:, 0].tolist() == expected.tolist()


def test_a_finding_holds_the_numbers_of_its_own_side_and_dates():
    values = noise(100, 6)
    values[-3:, 0] -= 9.0
    values[-3:, 1] += 9.0
    matrix = matrix_of(values)
    judgement = judge_last(values)
    new, changed = update_findings(matrix, judgement, [], ALERTS, after=7)
    assert changed == []
    worse, better = new
    assert (worse.kind, worse.number, worse.key) == ("regression", 8, matrix.keys[0])
    assert (better.kind, better.number, better.key) == ("improvement", 9, matrix.keys[1])
    assert worse.p_value == judgement.p_worse[0] < 0.001 < judgement.p_better[0]
    assert better.p_value == judgement.p_better[1] < 0.001 < judgement.p_worse[1]
    assert (worse.change, worse.low, worse.high) == (
        judgement.change[0],
        judgement.low[0],
        judgement.high[0],
    )
    assert worse.baseline == judgement.centre[0]
    for finding in new:
        assert (finding.since, finding.opened, finding.closed) == (NIGHTS[97], NIGHTS[99], "")


@pytest.mark.parametrize("window", [2, 3])
def test_without_a_change_point_a_change_began_with_its_window(window):
    values = noise(100, 3)
    values[90, 0] = np.nan
    matrix, judgement = matrix_of(values), judge_last(values)
    changed = judgement._replace(
        worse=np.array([True, False, False]), window=np.full(3, window, dtype=np.intp)
    )
    (new,), _ = update_findings(matrix, changed, [], ALERTS)
    assert (new.since, new.opened) == (NIGHTS[100 - window], NIGHTS[99])


def test_a_fall_within_a_fall_is_not_reported_as_back():
    key = Key("accuracy", "svm")
    old = Finding(number=1, key=key, kind="regression", status="fixed", opened="0010", since="0009",
                  closed="0020", why="fell further", change=-0.1)  # fmt: skip
    new = dataclasses.replace(
        old, number=2, status="open", opened="0020", since="0019", closed="", why=""
    )
    series = (SeriesNight(key=key, state="regressed"),)
    facts = NightFacts(name="n", night="0020", series=series, findings=(old, new), new=(2,))
    text = " ".join(write_verdict(facts))
    assert "Back at the earlier level" not in text
    assert "Closed by hand" not in text
    back = dataclasses.replace(
        facts, findings=(old,), new=(), series=(SeriesNight(key=key, state="ok"),)
    )
    assert "1 series is back at the earlier level: svm by accuracy." in write_verdict(back)


def take_in_scores(table, *, metric=ACCURACY, night="2026-11-01", version=()):
    config = Config(metric=(metric,), columns=Columns(version=version))
    (record,) = read_nights(table, config, night=night)
    return record.metrics[0]


def make_frames(nights, *, algorithms=("knn", "svm"), datasets=("a", "b", "c", "d"), changed=()):
    """Return nights with one score per cell; on the last night some datasets have another version."""
    rng = np.random.default_rng(4)
    frames = []
    for night in range(nights):
        rows = [(name, dataset) for name in algorithms for dataset in datasets]
        frame = pd.DataFrame(rows, columns=["algorithm", "dataset"])
        frame["accuracy"] = 0.8 + rng.normal(0, 0.01, len(frame))
        last = night == nights - 1
        frame["data"] = ["v2" if last and name in changed else "v1" for name in frame["dataset"]]
        frames.append(frame)
    return frames


def series_of(frames):
    nights = [
        (f"2026-11-{place + 1:02d}", take_in_scores(frame, version=("data",)))
        for place, frame in enumerate(frames)
    ]
    return build_series(nights, ACCURACY, series="algorithm")


@pytest.mark.parametrize(
    ("changed", "comparable"), [(("a",), True), (("a", "b"), True), (("a", "b", "c"), False)]
)
def test_half_of_the_datasets_are_enough_to_compare(changed, comparable):
    matrix, coverage = series_of(make_frames(6, changed=changed))
    assert [reason == "" for reason in coverage.incomparable] == [comparable] * 2
    assert [reason != "" for reason in coverage.partly] == [comparable] * 2
    assert np.isfinite(matrix.values[:-1]).all() == comparable


def test_unexpected_runs_do_not_replace_missing_ones():
    frames = make_frames(6)
    tonight = make_frames(1, algorithms=("knn", "new"))[0]
    _, coverage = series_of([*frames, tonight])
    assert describe_missing(coverage, "accuracy") == (
        "By accuracy, 4 of 8 expected runs are missing; there is none of svm.",
    )


@pytest.mark.parametrize("higher", [True, False])
def test_a_row_has_the_p_value_of_the_side_that_its_series_went(higher):
    metric = dataclasses.replace(ACCURACY, higher_is_better=higher)
    sign = 1 if higher else -1
    values = noise(100, 3) * 0.01
    values[-3:, 0] -= 0.06
    values[-3:, 1] += 0.06
    judgement = judge_last(values)
    matrix, coverage = series_of(make_frames(4, algorithms=("a0", "a1", "a2")))
    matrix = dataclasses.replace(matrix, nights=NIGHTS[:100], values=values)
    scale = Scale.of(metric, higher_is_better=higher)
    none = np.zeros(3, dtype=bool)
    apart = take_nights_apart(matrix, np.zeros(values.shape, dtype=int), latest=3, equal=False)
    metric_night = MetricNight(coverage, apart, judgement, scale, none, np.full(3, 90))
    worse, better, _ = classify_series(metric_night, [], Config(metric=(metric,)))
    assert (worse.state, better.state) == ("regressed", "improved")
    assert worse.p_value == judgement.p_worse[0] < 0.01
    assert better.p_value == judgement.p_better[1] < 0.01
    assert np.sign(worse.change) == -sign
    assert worse.low < worse.change < worse.high
    assert worse.value == pytest.approx(sign * values[-1, 0])
    assert worse.baseline == pytest.approx(sign * judgement.centre[0])


def test_tonight_alone_is_unconfirmed():
    values = noise(100, 3)
    values[-1, 0] -= 4.0
    judgement = judge_last(values)
    assert judgement.doubtful[0]
    matrix, coverage = series_of(make_frames(4, algorithms=("a0", "a1", "a2")))
    matrix = dataclasses.replace(matrix, nights=NIGHTS[:100], values=values)
    metric_night = MetricNight(
        coverage,
        take_nights_apart(matrix, np.zeros(values.shape, dtype=int), latest=3, equal=False),
        judgement,
        Scale(),
        np.zeros(3, dtype=bool),
        np.full(3, 90),
    )
    row, *_ = classify_series(metric_night, [], Config(metric=(ACCURACY,)))
    assert (row.state, row.reason) == ("unconfirmed", "worse tonight only")


def test_the_interval_of_the_leaders_place_has_95_percent():
    """The second algorithm is first in 3.5 % of resamples: a 95 % interval reaches that, a 90 % one does not.

    P(Bin(39, 25/39) ≤ 19) = .0352.
    """
    assert stats.binom.cdf(19, 39, 25 / 39) == pytest.approx(0.0352, abs=1e-4)
    wins = np.arange(39) < 25
    rows = pd.DataFrame(
        {"dataset": range(39), "first": 0.5 + 0.1 * wins, "second": 0.6 - 0.1 * wins}
    )
    frame = rows.melt("dataset", var_name="algorithm", value_name="accuracy")
    leader = find_leader(take_in_scores(frame), None)
    assert leader.algorithms == ("first",)
    assert (leader.low, leader.high) == (1, 2)
    assert leader.mean_rank == pytest.approx(1 + 14 / 39)


def test_the_code_of_the_night_before_is_what_counts(tmp_path):
    """The code changed long before the scores did."""
    nights = Nights(tmp_path)
    with nights.history:
        nights.quiet(8, code="old")
        nights.quiet(16, code="new")
        (finding,) = nights.shifted(-0.05, 3, code="new").findings
    assert finding.since == night_name(24)
    same = f"The code of {night_name(24)} (new) is the same as that of {night_name(23)}"
    assert finding.note.startswith(same)


def test_metrics_that_the_last_nights_had_are_missed_while_they_are_asked_for(tmp_path):
    """The last seven nights define the usual metrics, except those that the configuration dropped."""
    nights = Nights(tmp_path, metric=())
    with nights.history:
        for number in range(12):
            frame = scores(number)
            frame = frame.assign(recall=frame["accuracy"]) if number < 4 else frame
            frame = frame.assign(f1=frame["accuracy"]) if number < 11 else frame
            facts = nights.night(frame, compared=number == 11)
        assert facts.incomplete == ("There are no scores by f1 tonight.",)
        record = nights.history.nights()[-1]
        expected = {
            ("accuracy", "f1"): ("There are no scores by f1 tonight.",),
            ("accuracy",): (),
        }
        for names, missing in expected.items():
            metrics = tuple(Metric(name=name) for name in names)
            config = dataclasses.replace(nights.config, metric=metrics)
            assert compare_night(nights.history, config, record).facts.incomplete == missing
