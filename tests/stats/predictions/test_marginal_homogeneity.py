import numpy as np
import pandas as pd
import pytest
from predictions_tables import predictions_of_patterns, random_labels
from statsmodels.stats.contingency_tables import SquareTable
from statsmodels.stats.inter_rater import cohens_kappa

from benchreport.data import Predictions
from benchreport.errors import DesignError
from benchreport.stats import marginal_homogeneity, mcnemar

ORACLE = "statsmodels' SquareTable and cohens_kappa"


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
        kappa = cohens_kappa(square)
        assert row.effect_size == pytest.approx(kappa.kappa, rel=1e-10)
        half = 1.959963984540054 * kappa.std_kappa
        assert row.effect_interval.low == pytest.approx(row.effect_size - half, rel=1e-9)
        assert row.effect_interval.high == pytest.approx(row.effect_size + half, rel=1e-9)


def test_it_does_not_depend_on_the_truth():
    row = marginal_homogeneity(random_labels()).comparisons[0]
    assert row.favours == ""


def test_two_classes_of_the_same_truth():
    table = predictions_of_patterns({(1, 1): 20, (1, 0): 6, (0, 1): 6, (0, 0): 2})
    assert 0 <= marginal_homogeneity(table).comparisons[0].p_value <= 1
    assert mcnemar(table).comparisons[0].p_value == 1


def test_the_interpretation_when_all_pairs_are_significant():
    truth = np.arange(60) % 3
    always = {f"always_{label}": np.full(60, label) for label in range(3)}
    result = marginal_homogeneity(Predictions.from_frame(pd.DataFrame({"y_true": truth} | always)))
    assert len(result.significant) == 3
    assert result.interpretation == tuple(
        f"always_{i} and always_{j} do not use the labels equally often."
        for i, j in ((0, 1), (0, 2), (1, 2))
    )
    # the result must not claim that κ is certainly 0
    assert [row.effect_interval for row in result.comparisons] == [None] * 3
    assert result.comparisons[0].effect_size == 0


def test_weights_are_refused_whatever_their_column():
    frame = pd.DataFrame({"y_true": [1, 0, 1], "a": [1, 0, 0], "b": [1, 1, 1]})
    for name in ("weight", "sample_weight"):
        weighted = frame.assign(**{name: [1.0, 2.0, 1.0]})
        with pytest.raises(DesignError, match="these are weighted") as caught:
            marginal_homogeneity(Predictions.from_frame(weighted))
        code = caught.value.hint.partition(": ")[2]
        assert list(eval(code, {"df": weighted}).columns) == ["y_true", "a", "b"]  # noqa: S307
