import pandas as pd
import pytest
from predictions_tables import predictions_of_patterns, random_labels
from statsmodels.stats import contingency_tables

from benchreport.data import Predictions
from benchreport.stats import cochran_q, mcnemar

ORACLE = "statsmodels' cochrans_q; Raschka (2018)"


def test_published_numbers():
    """Raschka (2018): Q 7.5294 on 2 dof, p .023."""
    counts = {
        (1, 1, 1): 80,
        (1, 1, 0): 2,
        (1, 0, 0): 2,
        (0, 1, 1): 9,
        (0, 1, 0): 1,
        (0, 0, 1): 3,
        (0, 0, 0): 3,
    }
    result = cochran_q(predictions_of_patterns(counts))
    assert result.statistic == pytest.approx(7.5294, abs=5e-5)
    assert result.p_value == pytest.approx(0.023, abs=5e-4)
    assert result.dof == (2,)
    assert result.interpretation[0].startswith("The 3 models are not all equally accurate")


def test_against_statsmodels():
    predictions = random_labels()
    peer = contingency_tables.cochrans_q(predictions.correct.astype(int))
    result = cochran_q(predictions)
    assert result.statistic == pytest.approx(peer.statistic, rel=1e-10)
    assert result.p_value == pytest.approx(peer.pvalue, rel=1e-10)


def test_two_models_are_mcnemars():
    table = predictions_of_patterns({(1, 1): 9, (1, 0): 8, (0, 1): 3, (0, 0): 2})
    result, other = cochran_q(table), mcnemar(table, variant="uncorrected").comparisons[0]
    assert result.statistic == pytest.approx(other.statistic)
    assert result.p_value == pytest.approx(other.p_value)


@pytest.mark.parametrize("unit", [1e300, 1e-300])
def test_the_unit_of_weights_does_not_matter(unit):
    rows = [(1, 1, 1, 1)] * 9 + [(0, 0, 0, 0)] * 9 + [(1, 1, 0, 0)] * 8 + [(1, 0, 1, 0)] * 2
    frame = pd.DataFrame(rows, columns=["y_true", "a", "b", "c"])
    plain = cochran_q(Predictions.from_frame(frame))
    scaled = cochran_q(Predictions.from_frame(frame.assign(weight=unit)))
    assert plain.p_value < 0.01
    assert scaled.statistic == pytest.approx(plain.statistic, rel=1e-9)
    assert scaled.effect_size == pytest.approx(plain.effect_size, rel=1e-9)
