import numpy as np
import pytest
from predictions_tables import random_labels, random_scores

from benchreport.numerics.resampling.bootstrap import BootstrapValues
from benchreport.numerics.resampling.jackknife import acceleration, acceleration_by_influence
from benchreport.stats._predictions.metric_intervals import ends_of, influence_of
from benchreport.stats._predictions.metric_values import measure, rows_of

RESAMPLED = np.random.default_rng(0).normal(size=(400, 4))


def test_ends_hold_the_estimate():
    """Four metrics: nearly all resamples below the estimate, all of them, an undefined one, a usual one."""
    estimates = np.array([2.5, 9.0, 0.0, 0.1])
    resampled = RESAMPLED.copy()
    resampled[7, 2] = np.nan
    calls = []

    def acceleration_of(defined):
        calls.append(defined.tolist())
        return np.zeros(defined.sum())

    values = BootstrapValues(estimates, resampled)
    low, high, moved = ends_of(values, acceleration_of, how="bca", dof=9, confidence=0.95)
    assert calls == [[True, True, False, True]]
    assert moved.tolist() == [False, False, True, True]
    percentiles = np.quantile(resampled[:, :2], 0.025, axis=0)
    assert low[:2] == pytest.approx(percentiles)
    assert high[:2].tolist() == [2.5, 9.0]
    assert np.isnan([low[2], high[2]]).all()
    assert low[3] < 0.1 < high[3]
    for how in ("percentile", "t"):
        low, high, moved = ends_of(values, acceleration_of, how=how, dof=9, confidence=0.95)
        assert moved.all()
        assert ((low <= estimates) & (estimates <= high))[[0, 1, 3]].all()
    assert len(calls) == 1


@pytest.mark.parametrize("name", ["accuracy", "brier", "log_loss", "auc"])
def test_influence_gives_the_jackknifes_acceleration(name):
    table = random_scores(n=120)
    measurement = measure(table, name)
    rows = rows_of(table, measurement.metric.needs, [0, 1, 2])
    strata = measurement.strata(rows.places)
    a = acceleration_by_influence(influence_of(measurement, rows), rows.multiplicity, strata=strata)
    expected = acceleration(measurement.statistic(rows.places), rows.multiplicity, strata=strata)
    assert a == pytest.approx(expected, rel=1e-9)


def test_other_metrics_are_left_to_the_jackknife():
    table = random_labels()
    for name in ("f1_macro", "mcc"):
        measurement = measure(table, name)
        assert influence_of(measurement, rows_of(table, "label", [0])) is None
