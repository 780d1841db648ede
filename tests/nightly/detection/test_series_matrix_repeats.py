"""Repeats of the same name are paired across nights: a missing one makes no jump."""

import itertools

import numpy as np
import pandas as pd
import pytest

from benchreport.nightly.config.settings import Columns, Config, Metric
from benchreport.nightly.detection.series_matrix import build_series
from benchreport.nightly.intake.read_nights import read_nights
from benchreport.nightly.night_facts import Key

ACCURACY = Metric(name="accuracy")
CONFIG = Config(metric=(ACCURACY,), columns=Columns())
# some folds are far easier than others
LEVELS = {"1": 0.5, "2": 0.6, "3": 0.95}


def frame(night, *, lacking=(), names=None):
    rows = list(itertools.product(("knn", "svm"), ("easy", "hard"), LEVELS))
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "fold"])
    noise = np.random.default_rng(night).normal(0, 1e-3, len(frame))
    frame["accuracy"] = frame["fold"].map(LEVELS) + noise
    frame = frame[~frame["fold"].isin(lacking)]
    return frame.assign(fold=frame["fold"].map(names)) if names else frame


def values_of(frames, *, series="algorithm", key=("svm",)):
    nights = []
    for place, frame in enumerate(frames):
        name = f"2026-11-{place + 1:02d}"
        (night,) = read_nights(frame, CONFIG, night=name)
        nights.append((name, night.metrics[0]))
    matrix, _ = build_series(nights, ACCURACY, series=series)
    return matrix.values[:, matrix.keys.index(Key("accuracy", *key))]


@pytest.mark.parametrize("lacking", ["1", "3"])
@pytest.mark.parametrize("when", [2, -1])
@pytest.mark.parametrize(("series", "key"), [("algorithm", ("svm",)), ("both", ("knn", "hard"))])
def test_a_fold_that_a_night_lacks_is_no_change(lacking, when, series, key):
    frames = [frame(night) for night in range(6)]
    frames[when] = frame(when % 6, lacking=[lacking])
    values = values_of(frames, series=series, key=key)
    # unpaired, the night's mean would be .13 above or .09 below the others
    assert np.ptp(values) < 0.01
    levels = [level for name, level in LEVELS.items() if when != -1 or name != lacking]
    assert values.mean() == pytest.approx(np.mean(levels), abs=0.01)


def test_folds_of_other_names_cannot_be_paired():
    frames = [frame(night) for night in range(5)]
    renamed = dict(zip(LEVELS, ("7", "8", "9"), strict=True))
    frames.append(frame(5, lacking=["3"], names=renamed))
    # the mean of the available folds: nothing says that 7 and 8 are the first two
    values = values_of(frames)
    assert values[-1] - values[:-1].mean() == pytest.approx(
        0.55 - np.mean([*LEVELS.values()]), abs=0.01
    )


def test_half_of_the_names_are_enough_to_pair():
    frames = [frame(night) for night in range(5)]
    frames.append(frame(5, lacking=["1"], names={"2": "2", "3": "new"}))
    # paired on fold 2 alone, half of tonight's folds; the new fold enters unadjusted
    assert values_of(frames) == pytest.approx(np.full(6, (0.6 + 0.95) / 2), abs=0.01)
