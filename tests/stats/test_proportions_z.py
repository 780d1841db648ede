import pytest
from predictions_tables import random_labels
from statsmodels.stats import proportion

from benchreport.stats import proportions_z


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


def test_its_warning():
    violated = [
        each for each in proportions_z(random_labels()).assumptions if each.outcome == "violated"
    ]
    assert "Dietterich" in violated[0].evidence
