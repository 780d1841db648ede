"""Averages and the datasets beside them are judged apart, and share the rates of false discoveries."""

import dataclasses

import numpy as np

from benchreport.nightly.config.settings import Alerts, Baseline
from benchreport.nightly.detection.detection import judge
from benchreport.nightly.detection.families import SHARE_OF_PARTS, judge_families
from benchreport.nightly.detection.nights_apart import add_common_series, take_nights_apart
from benchreport.nightly.detection.replay_rules import replay_rules
from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import ALL, Key

ALERTS, BASELINE = Alerts(), Baseline()


def matrix_of(values):
    """Return series of algorithms on datasets, (T, A, D), and of their averages."""
    n_nights, n_algorithms, n_datasets = values.shape
    averages = [Key("f1", f"a{n}") for n in range(n_algorithms)]
    keys = [
        dataclasses.replace(key, dataset=f"d{n}") for key in averages for n in range(n_datasets)
    ]
    return SeriesMatrix(
        keys=(*averages, *keys),
        nights=tuple(f"{night:04d}" for night in range(n_nights)),
        values=np.hstack([values.mean(axis=2), values.reshape(n_nights, -1)]),
    )


def noise(seed, n_algorithms=4, n_nights=60):
    return np.random.default_rng(seed).normal(size=(n_nights, n_algorithms, 6))


def judge_night(matrix):
    levels = np.zeros(matrix.values.shape, dtype=np.intp)
    widths = take_nights_apart(matrix, levels, latest=3, equal=False).widths
    arguments = (matrix.values, levels, ALERTS, BASELINE)
    return judge_families(*arguments, parts=matrix.parts, relevant=0.0, widths=widths)


def test_each_family_is_judged_at_its_share_of_the_rate():
    values = noise(1)
    values[-2:, 0] -= 2.0
    values[-2:, 1, 3] -= 4.0
    matrix = matrix_of(values)
    judged = judge_night(matrix)
    assert [str(key) for key, worse in zip(matrix.keys, judged.worse, strict=True) if worse][
        :1
    ] == ["f1/a0"]
    assert judged.worse[matrix.keys.index(Key("f1", "a1", "d3"))]
    # what is found is at most the rate of all
    assert (judged.adjusted[judged.worse] <= ALERTS.false_discovery_rate).all()
    rate = (1 - SHARE_OF_PARTS) * ALERTS.false_discovery_rate
    averages = matrix.only(list(range(4)))
    alone = judge(
        averages.values,
        np.zeros((60, 4), dtype=np.intp),
        dataclasses.replace(ALERTS, false_discovery_rate=rate),
        BASELINE,
    )
    np.testing.assert_allclose(judged.p_worse[:4], alone.p_worse)
    np.testing.assert_allclose(judged.adjusted[:4], np.minimum(1, alone.adjusted / 0.75))
    assert judged.t.shape == (8, 28)
    assert judged.trend.p_values.shape == (28,)


def test_series_of_one_kind_are_one_family():
    matrix = matrix_of(noise(2))
    assert matrix.parts.tolist() == [False] * 4 + [True] * 24
    for places in (list(range(4)), list(range(4, 28))):
        some = matrix.only(places)
        assert not some.parts.any()
        levels = np.zeros(some.values.shape, dtype=np.intp)
        families = judge_families(some.values, levels, ALERTS, BASELINE, parts=some.parts)
        np.testing.assert_array_equal(
            families.adjusted, judge(some.values, levels, ALERTS, BASELINE).adjusted
        )


def test_a_slow_machine_is_no_finding_of_each_dataset_beside_averages():
    """Six algorithms on one dataset do not tell what they have in common as all of them together do."""
    told = []
    for seed in range(3):
        values = noise(seed, n_algorithms=6, n_nights=66)
        values[60:] -= 2.0
        found = replay_rules(add_common_series(matrix_of(values)), ALERTS, BASELINE, start=58)
        told += [each for each in found.findings if each.kind == "regression" and not each.part_of]
    assert sum(each.key == Key("f1", ALL) for each in told) == 3
    assert len(told) <= 5
