import pandas as pd
import pytest
from predictions_tables import of_patterns, random_labels
from statsmodels.stats.contingency_tables import SquareTable
from statsmodels.stats.inter_rater import cohens_kappa

from benchreport.stats import marginal_homogeneity, mcnemar


@pytest.mark.parametrize("variant", ["stuart_maxwell", "bhapkar"])
def test_against_statsmodels(variant):
    predictions = random_labels()
    result = marginal_homogeneity(predictions, variant=variant)
    for row in result.comparisons:
        i, j = (predictions.algorithms.index(name) for name in (row.first, row.second))
        square = pd.crosstab(predictions.predicted[:, i], predictions.predicted[:, j]).to_numpy()
        peer = SquareTable(square, shift_zeros=False).homogeneity(method=variant)
        assert row.statistic == pytest.approx(peer.statistic, rel=1e-10)
        assert row.p_value == pytest.approx(peer.pvalue, rel=1e-8)
        assert row.effect_size == pytest.approx(cohens_kappa(square).kappa, rel=1e-10)


def test_it_says_nothing_of_who_is_right():
    row = marginal_homogeneity(random_labels()).comparisons[0]
    assert row.favours == ""


def test_two_classes_of_the_same_truth():
    table = of_patterns({(1, 1): 20, (1, 0): 6, (0, 1): 6, (0, 0): 2})
    assert 0 <= marginal_homogeneity(table).comparisons[0].p_value <= 1
    assert mcnemar(table).comparisons[0].p_value == 1
