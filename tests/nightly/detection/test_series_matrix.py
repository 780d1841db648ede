"""The matrix of series and nights: values, gaps, versions and expected runs."""

import dataclasses
import itertools
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from benchreport.errors import DataError
from benchreport.nightly.config.settings import Columns, Config, Metric
from benchreport.nightly.detection.series_matrix import build_series
from benchreport.nightly.intake.read_nights import read_nights
from benchreport.nightly.night_facts import Key

ACCURACY = Metric(name="accuracy")
SECONDS = Metric(name="seconds", compare="ratio")
CONFIG = Config(metric=(ACCURACY,), columns=Columns(version=("data",)))


def simulate_frame(
    n, *, algorithms=("knn", "svm"), datasets=("easy", "hard", "odd"), seeds=3, night=0
):
    rows = list(itertools.product(algorithms, datasets, range(seeds)))
    rng = np.random.default_rng(100 * n + night)
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed"])
    level = frame["dataset"].map(dict(zip(datasets, (0.95, 0.4, 0.7), strict=False))).fillna(0.5)
    frame["accuracy"] = level + rng.normal(0, 0.01, len(frame))
    frame["data"] = "v1"
    return frame


def series_of(frames, *, series="algorithm", metric=ACCURACY, config=CONFIG):
    nights = []
    for place, frame in enumerate(frames):
        name = f"2026-11-{place + 1:02d}"
        if frame is None:
            nights.append((name, None))
            continue
        (night,) = read_nights(frame, config, night=name)
        nights.append((name, night.metrics[0]))
    return build_series(nights, metric, series=series)


def column(matrix, algorithm, dataset="", metric="accuracy"):
    return matrix.values[:, matrix.keys.index(Key(metric, algorithm, dataset))]


def test_complete_nights_are_means_over_datasets_of_means_over_repeats():
    frames = [simulate_frame(1, night=night) for night in range(6)]
    # the value is not the plain mean of all rows: one dataset has more repeats than the others
    frames = [frame[~((frame["dataset"] == "hard") & (frame["seed"] > 0))] for frame in frames]
    matrix, _ = series_of(frames, series="both")
    for algorithm in ("knn", "svm"):
        for place, frame in enumerate(frames):
            rows = frame[frame["algorithm"] == algorithm]
            cells = rows.groupby("dataset")["accuracy"].mean()
            assert column(matrix, algorithm)[place] == pytest.approx(cells.mean(), rel=1e-12)
            assert column(matrix, algorithm, "odd")[place] == pytest.approx(cells["odd"], rel=1e-12)


@pytest.mark.parametrize("gone", ["easy", "hard"])
def test_a_dataset_that_is_missing_tonight_is_no_change(gone):
    frames = [simulate_frame(2, night=night) for night in range(10)]
    frames[-1] = frames[-1][frames[-1]["dataset"] != gone]
    matrix, coverage = series_of(frames)
    for algorithm in ("knn", "svm"):
        values = column(matrix, algorithm)
        assert abs(values[-1] - values[:-1].mean()) < 0.02
    assert coverage.missing_datasets == (gone,)
    assert coverage.runs.tolist() == [6, 6]
    assert coverage.expected.tolist() == [9, 9]


@pytest.mark.parametrize("gone", ["easy", "hard"])
def test_a_dataset_that_was_missing_on_a_night_is_no_change(gone):
    frames = [simulate_frame(3, night=night) for night in range(10)]
    frames[4] = frames[4][frames[4]["dataset"] != gone]
    frames[6] = frames[6][~((frames[6]["seed"] == 0) & (frames[6]["dataset"] == gone))]
    values = column(series_of(frames)[0], "svm")
    assert np.ptp(values) < 0.03


def test_a_new_dataset_takes_nothing_from_a_change():
    frames = [simulate_frame(4, night=night) for night in range(10)]
    new = simulate_frame(4, datasets=("easy", "hard", "odd", "new", "newer"), night=9)
    new["accuracy"] -= 0.1
    values = column(series_of([*frames, new])[0], "svm")
    assert values[-1] - values[:-1].mean() == pytest.approx(-0.1, abs=0.01)


def test_a_night_with_fewer_than_half_of_the_datasets_has_no_value():
    frames = [simulate_frame(5, night=night) for night in range(5)]
    frames[2] = frames[2][frames[2]["dataset"] == "hard"]
    values = column(series_of(frames)[0], "svm")
    assert np.isnan(values).tolist() == [False, False, True, False, False]


def test_failed_runs_are_counted_and_averaged_over():
    frames = [simulate_frame(6, night=night) for night in range(5)]
    frames[-1].loc[frames[-1]["seed"] == 0, "accuracy"] = [np.nan, np.inf, -np.inf] * 2
    matrix, coverage = series_of(frames)
    completed = frames[-1][(frames[-1]["seed"] > 0) & (frames[-1]["algorithm"] == "svm")]
    assert column(matrix, "svm")[-1] == pytest.approx(
        completed.groupby("dataset")["accuracy"].mean().mean(), rel=1e-12
    )
    assert coverage.failed.tolist() == [3, 3]
    assert coverage.runs.tolist() == coverage.expected.tolist() == [9, 9]


def test_an_algorithm_that_failed_everywhere_has_no_value():
    frames = [simulate_frame(7, night=night) for night in range(3)]
    frames[-1].loc[frames[-1]["algorithm"] == "svm", "accuracy"] = np.nan
    matrix, coverage = series_of(frames, series="both")
    assert np.isnan(column(matrix, "svm")).all()
    place = matrix.keys.index(Key("accuracy", "svm"))
    assert coverage.failed[place] == coverage.runs[place] == 9
    assert not np.isnan(column(matrix, "knn")).any()


def test_algorithms_and_datasets_that_come_and_go():
    frames = [simulate_frame(8, night=night) for night in range(3)]
    frames.append(simulate_frame(8, algorithms=("knn", "tree"), datasets=("easy", "hard", "new")))
    matrix, coverage = series_of(frames, series="both")
    runs = dict(zip(map(str, matrix.keys), coverage.runs, strict=True))
    assert runs["accuracy/svm"] == runs["accuracy/svm/easy"] == runs["accuracy/knn/odd"] == 0
    assert runs["accuracy/tree"] == 9
    assert np.isnan(column(matrix, "tree")[:-1]).all()
    expected = dict(zip(map(str, matrix.keys), coverage.expected, strict=True))
    assert (expected["accuracy/svm"], expected["accuracy/tree"]) == (9, 0)


def test_series_removed_a_week_ago_are_no_longer_missed():
    frames = [
        simulate_frame(9, night=0),
        *[simulate_frame(9, algorithms=("knn",), night=n) for n in range(8)],
    ]
    matrix, _ = series_of(frames)
    assert [str(key) for key in matrix.keys] == ["accuracy/knn"]


@pytest.mark.parametrize("first", [0, 7])
def test_repeats_with_new_names_every_night_are_one_value(first):
    frames = [simulate_frame(10, night=night) for night in range(5)]
    for place, frame in enumerate(frames):
        frame["seed"] += first * place
    matrix, _ = series_of(frames)
    for place, frame in enumerate(frames):
        rows = frame[frame["algorithm"] == "svm"].groupby("dataset")["accuracy"].mean()
        assert column(matrix, "svm")[place] == pytest.approx(rows.mean(), rel=1e-12)


def test_indistinguishable_runs_are_one_value():
    frames = [simulate_frame(11, night=night)[["algorithm", "accuracy"]] for night in range(4)]
    matrix, coverage = series_of(frames, config=replace(CONFIG, columns=Columns()))
    assert column(matrix, "knn")[1] == pytest.approx(
        frames[1][frames[1]["algorithm"] == "knn"]["accuracy"].mean(), rel=1e-12
    )
    assert coverage.expected.tolist() == [9, 9]


@pytest.mark.parametrize(
    "name", ["a/b", "a\nb", "a\x1fb", "\x1f", "x" * 500, "\u202egnp", "決定木", "=1+1"]
)
def test_hostile_names_of_datasets_stay_apart(name):
    frames = [simulate_frame(12, datasets=(name, "hard", "v1"), night=n) for n in range(3)]
    matrix, _ = series_of(frames, series="dataset")
    assert Key("accuracy", "svm", name) in matrix.keys
    assert len(matrix.keys) == len(set(matrix.keys)) == 6
    assert not np.isnan(matrix.values).any()


def frame_with_versions(night, *changed):
    frame = simulate_frame(13, night=night)
    frame.loc[frame["dataset"].isin(changed), "data"] = "v2"
    frame.loc[frame["dataset"].isin(changed), "accuracy"] -= 0.2
    return frame


def test_a_dataset_in_another_version_is_left_out_and_named():
    matrix, coverage = series_of(
        [frame_with_versions(n) for n in range(9)] + [frame_with_versions(9, "easy")], series="both"
    )
    values = column(matrix, "svm")
    # the new version shifts the level of all nights, so it is not a change
    assert abs(values[-1] - values[:-1].mean()) < 0.02
    partly = dict(zip(map(str, matrix.keys), coverage.partly, strict=True))
    assert partly["accuracy/svm"] == (
        "partly not comparable: measured with data v2 on easy, before with data v1"
    )
    assert partly["accuracy/svm/hard"] == ""
    incomparable = dict(zip(map(str, matrix.keys), coverage.incomparable, strict=True))
    assert incomparable["accuracy/svm"] == ""
    assert incomparable["accuracy/svm/easy"] == "measured with data v2 on easy, before with data v1"


@pytest.mark.parametrize("changed", [("easy", "odd"), ("easy", "hard", "odd")])
def test_most_or_all_datasets_in_another_version_are_not_comparable(changed):
    matrix, coverage = series_of(
        [frame_with_versions(n) for n in range(9)] + [frame_with_versions(9, *changed)]
    )
    others = {2: "1 more dataset", 3: "2 more datasets"}[len(changed)]
    more = f", and likewise on {others}"
    assert coverage.incomparable[0] == f"measured with data v2 on easy, before with data v1{more}"
    assert np.isnan(matrix.values[:-1]).all()


def test_ratios_are_compared_by_logarithms_lower_being_better():
    config = Config(metric=(SECONDS,))
    frames = [
        simulate_frame(14, night=night).rename(columns={"accuracy": "seconds"})
        for night in range(4)
    ]
    matrix, _ = series_of(frames, metric=SECONDS, config=config)
    rows = frames[2][frames[2]["algorithm"] == "svm"]
    logs = np.log(rows.groupby("dataset")["seconds"].mean()).mean()
    assert column(matrix, "svm", metric="seconds")[2] == pytest.approx(-logs, rel=1e-12)


def test_a_zero_of_an_earlier_night_is_named():
    plain = Config(metric=(Metric(name="seconds"),))
    frames = [
        simulate_frame(15, night=night).rename(columns={"accuracy": "seconds"})
        for night in range(3)
    ]
    frames[0].loc[0, "seconds"] = 0.0
    with pytest.raises(DataError, match=r"needs scores above 0; found 0\.0") as caught:
        series_of(frames, metric=SECONDS, config=plain)
    assert 'compare = "difference"' in caught.value.hint


def test_nights_without_the_metric_have_no_value():
    matrix, _ = series_of([simulate_frame(16), None, simulate_frame(16, night=2)])
    assert np.isnan(column(matrix, "svm")).tolist() == [False, True, False]
    with pytest.raises(DataError, match="no scores of 'accuracy'"):
        series_of([simulate_frame(16), None])


def test_a_direction_that_turned_makes_nights_incomparable():
    frames = [simulate_frame(1, night=night) for night in range(4)]
    before = [(str(night), scores_of(frame)) for night, frame in enumerate(frames[:3])]
    reversed_scores = dataclasses.replace(scores_of(frames[3]), higher_is_better=False)
    matrix, coverage = build_series([*before, ("3", reversed_scores)], ACCURACY, series="algorithm")
    assert set(coverage.incomparable) == {
        "lower is better tonight, and higher was better on earlier nights"
    }
    assert np.isnan(matrix.values[:3]).all()


def scores_of(frame):
    return read_nights(frame, CONFIG, night="2026-01-01")[0].metrics[0]
