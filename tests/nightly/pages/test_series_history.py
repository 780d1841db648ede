"""Histories of series agree with the same numbers computed in pandas."""

import dataclasses
import math

import numpy as np
import pytest
from nights_tables import (
    DROPPED_FROM,
    LACKING,
    SKIPPED,
    config_of,
    demo,
    night_name,
    open_history,
    scores_of,
    take_in,
)

from benchreport.nightly.config.settings import Alerts, Baseline, Metric
from benchreport.nightly.night_facts import Key
from benchreport.nightly.pages.series_history import read_series_histories
from benchreport.plots.base.descriptions import alt_of
from benchreport.plots.nights.night_series import NightLine, night_plot

SVM, BOOST = Key("accuracy", "svm"), Key("seconds", "boost")
SINCE = night_name(DROPPED_FROM)


@pytest.fixture(scope="module")
def histories():
    history, config, facts = demo()
    record = history.nights()[-1]
    return read_series_histories(
        history, config, record, {SVM: SINCE, BOOST: SINCE}, findings=facts.findings
    )


def means(key):
    numbers = [n for n in range(60) if n not in SKIPPED]
    frames = {n: scores_of(n) for n in numbers}
    rows = {n: frame[frame["algorithm"] == key.algorithm] for n, frame in frames.items()}
    return {night_name(n): frame.groupby("dataset")[key.metric] for n, frame in rows.items()}


def test_values_are_means_over_datasets_of_means_over_seeds(histories):
    series = histories[SVM]
    expected = {night: groups.mean().mean() for night, groups in means(SVM).items()}
    assert series.nights == tuple(expected)
    complete = [n for n, night in enumerate(series.nights) if night != night_name(LACKING)]
    values = np.array(series.values)[complete]
    assert values == pytest.approx(np.array(list(expected.values()))[complete], rel=1e-12)


def test_a_dataset_that_a_night_lacks_makes_no_jump(histories):
    night = histories[SVM].nights.index(night_name(LACKING))
    around = [
        *histories[SVM].values[night - 3 : night],
        *histories[SVM].values[night + 1 : night + 4],
    ]
    # wine differs from the other datasets by far more than this
    assert histories[SVM].values[night] == pytest.approx(np.mean(around), abs=0.006)


def test_values_of_ratios_are_geometric_means_of_the_means_on_datasets(histories):
    frame = scores_of(59)
    seconds = frame[frame["algorithm"] == "boost"].groupby("dataset")["seconds"].mean()
    assert histories[BOOST].values[-1] == pytest.approx(math.exp(np.log(seconds).mean()), rel=1e-12)


def test_the_band_is_two_deviations_around_the_baseline(histories):
    series = histories[SVM]
    before = np.array([v for n, v in zip(series.nights, series.values, strict=True) if n < SINCE])
    assert series.baseline == pytest.approx(before.mean(), abs=2e-4)
    assert (series.high - series.low) / 4 == pytest.approx(before.std(ddof=1), rel=0.15)
    assert series.high + series.low == pytest.approx(2 * series.baseline)
    ratio = histories[BOOST]
    assert ratio.high / ratio.baseline == pytest.approx(ratio.baseline / ratio.low)


def test_a_series_that_tonight_does_not_judge_can_be_drawn(histories):
    """Once `[alerts] series` had changed, the page of a finding that was still open could not be written."""
    series = histories[SVM]
    line = NightLine(
        name="svm",
        metric="accuracy",
        higher_is_better=True,
        nights=series.nights,
        values=series.values,
        baseline=series.baseline,
        low=series.low,
        high=series.high,
    )
    assert "baseline" in alt_of(night_plot(line))
    assert {type(each) for each in (series.baseline, series.low, series.high)} == {float}


def test_runs_are_those_of_tonight_beside_the_nights_before_the_change(histories):
    runs = {run.name: run for run in histories[SVM].runs}
    groups = means(SVM)
    past = [group for night, group in groups.items() if night < SINCE]
    adult = np.array([group.mean()["adult"] for group in past])
    tonight = groups[night_name(59)].mean()["adult"]
    assert runs["adult"].before == pytest.approx(adult.mean(), rel=1e-12)
    assert runs["adult"].tonight == pytest.approx(tonight, rel=1e-12)
    assert runs["adult"].change == pytest.approx(tonight - adult.mean(), rel=1e-9)
    away = (tonight - adult.mean()) / adult.std(ddof=1)
    assert runs["adult"].spread == pytest.approx(away, rel=1e-9)
    assert {run.name for run in histories[SVM].runs[:3]} == {"abalone", "adult", "car"}
    changes = [run.change for run in histories[SVM].runs]
    assert changes == sorted(changes)
    slower = [run.change for run in histories[BOOST].runs]
    assert slower == sorted(slower, reverse=True)


def test_spreads_have_the_sign_of_the_change_in_the_metrics_own_direction(histories):
    for key in (SVM, BOOST):
        assert len(histories[key].runs) == 10
        assert all(run.spread * run.change > 0 for run in histories[key].runs)
    # slower means more seconds, so a worse change is positive
    assert histories[BOOST].runs[0].spread > 2


def test_runs_are_listed_only_after_a_change():
    history, config, _ = demo()
    histories = read_series_histories(history, config, history.nights()[-1], {SVM: ""})
    assert histories[SVM].runs == ()


def test_a_given_baseline_moves_the_band():
    history, config, _ = demo()
    histories = read_series_histories(
        history,
        config,
        history.nights()[-1],
        {SVM: "", BOOST: ""},
        baselines={SVM: 0.5, BOOST: 2.0},
    )
    assert histories[SVM].baseline == pytest.approx(0.5)
    assert (histories[SVM].low + histories[SVM].high) / 2 == pytest.approx(0.5)
    assert histories[BOOST].low < 2.0 < histories[BOOST].high


def test_runs_are_repeats_where_there_is_one_dataset():
    history, config, _ = demo()
    config = dataclasses.replace(config, alerts=Alerts(series="both"))
    key = Key("accuracy", "svm", "adult")
    histories = read_series_histories(history, config, history.nights()[-1], {key: SINCE})
    assert {run.name for run in histories[key].runs} == {"0", "1", "2"}


def test_series_that_tonight_lacks_are_left_out():
    history, config, _ = demo()
    record = history.nights()[-1]
    assert read_series_histories(history, config, record, {Key("accuracy", "gone"): SINCE}) == {}
    assert read_series_histories(history, config, record, {Key("f1", "svm"): SINCE}) == {}


def test_the_first_nights_have_no_baseline(tmp_path):
    history = open_history(tmp_path)
    config = config_of(tmp_path, metric=(Metric(name="accuracy"),))
    for number in range(2):
        frame = scores_of(number).drop(columns="seconds")
        take_in(frame, night_name(number), history, config, compared=False)
    series = read_series_histories(history, config, history.nights()[-1], {SVM: night_name(1)})[SVM]
    assert len(series.values) == 2
    assert math.isnan(series.baseline)
    assert all(math.isnan(run.spread) for run in series.runs)


def test_beside_another_label_its_own_nights_are_shown(tmp_path):
    history = open_history(tmp_path)
    config = config_of(
        tmp_path,
        metric=(Metric(name="accuracy"),),
        baseline=Baseline(kind="label", label="main"),
    )
    for number in range(30):
        frame = scores_of(number).drop(columns="seconds")
        take_in(frame, night_name(number), history, config, label="main", compared=False)
    for number in (31, 32):
        frame = scores_of(number).drop(columns="seconds")
        frame.loc[frame["algorithm"] == "svm", "accuracy"] -= 0.1
        take_in(frame, night_name(number), history, config, label="branch", compared=False)
    record = history.nights("branch")[-1]
    series = read_series_histories(history, config, record, {SVM: night_name(31)})[SVM]
    assert series.nights == (night_name(31), night_name(32))
    assert series.baseline - series.values[-1] == pytest.approx(0.1, abs=0.01)
    assert all(run.change == pytest.approx(-0.1, abs=0.03) for run in series.runs)
