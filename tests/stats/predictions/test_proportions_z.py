import numpy as np
import pytest
from predictions_tables import predictions_of_patterns, random_labels
from statsmodels.stats import proportion

from benchreport.stats import proportions_z

ORACLE = "statsmodels' proportions_ztest"


def test_against_statsmodels():
    predictions = random_labels()
    right = predictions.correct.sum(axis=0)
    result = proportions_z(predictions)
    for row in result.comparisons:
        i, j = (predictions.algorithms.index(name) for name in (row.first, row.second))
        z, p = proportion.proportions_ztest([right[i], right[j]], [predictions.n] * 2)
        assert row.statistic == pytest.approx(z, rel=1e-10)
        assert row.p_value == pytest.approx(p, rel=1e-10)
        h = proportion.proportion_effectsize(right[i] / predictions.n, right[j] / predictions.n)
        assert row.effect_size == pytest.approx(h, rel=1e-10)


def test_the_assumption_names_dietterich():
    violated = [
        assumption
        for assumption in proportions_z(random_labels()).assumptions
        if assumption.outcome == "violated"
    ]
    assert "Dietterich" in violated[0].evidence


def test_accuracies_of_0_and_1():
    result = proportions_z(predictions_of_patterns({(1, 0, 1, 1): 4, (1, 0, 1, 0): 1}))
    apart, same = result.comparisons[0], result.comparisons[1]
    assert apart.effect_size == pytest.approx(np.pi)
    assert apart.effect_interval.high == np.pi
    assert apart.effect_interval.low == pytest.approx(np.pi - 1.959964 * np.sqrt(2 / 5))
    assert apart.interval[:2] == (1, 1)
    assert same.interval[:2] == (0, 0)
    turned = result.comparisons[3]
    assert turned.effect_interval.low == -np.pi
    assert len(result.warnings) == 1
    assert "of m0 and m1, m0 and m2, m1 and m2 are 0 or 1" in result.warnings[0]
    assert proportions_z(random_labels()).warnings == ()
