import numpy as np
import pytest
from predictions_tables import random_labels
from scipy import stats

from benchreport.errors import DesignError
from benchreport.stats import cochran_q, looney_f

ORACLE = "the analysis of variance of right and wrong answers, written out in the test"


def test_it_is_the_analysis_of_variance_of_right_and_wrong():
    predictions = random_labels()
    right = predictions.correct.astype(float)
    n, m = right.shape
    models = n * ((right.mean(axis=0) - right.mean()) ** 2).sum()
    examples = m * ((right.mean(axis=1) - right.mean()) ** 2).sum()
    error = ((right - right.mean()) ** 2).sum() - models - examples
    f = models / (m - 1) / (error / ((m - 1) * (n - 1)))
    result = looney_f(predictions)
    assert result.statistic == pytest.approx(f, rel=1e-10)
    assert result.p_value == pytest.approx(stats.f.sf(f, m - 1, (m - 1) * (n - 1)), rel=1e-10)
    assert result.dof == (m - 1, (m - 1) * (n - 1))
    q = cochran_q(predictions).statistic
    assert f == pytest.approx((n - 1) * q / (n * (m - 1) - q))


def test_greenhouse_and_geisser():
    predictions = random_labels()
    plain, careful = (
        looney_f(predictions, variant=variant) for variant in ("f", "greenhouse_geisser")
    )
    covariance = np.cov(predictions.correct.astype(float).T)
    k = len(covariance)
    centred = covariance - covariance.mean(axis=0) - covariance.mean(axis=1)[:, None]
    centred = centred + covariance.mean()
    epsilon = np.trace(centred) ** 2 / ((k - 1) * (centred**2).sum())
    assert careful.dof == pytest.approx(tuple(epsilon * dof for dof in plain.dof))
    assert careful.p_value >= plain.p_value


def test_weights_are_refused():
    import pandas as pd

    from benchreport.data import Predictions

    frame = pd.DataFrame({"y_true": [1, 0, 1], "a": [1, 0, 0], "b": [1, 1, 1], "weight": [1, 2, 1]})
    with pytest.raises(DesignError, match="these are weighted") as caught:
        looney_f(Predictions.from_frame(frame))
    assert "cochran_q" in caught.value.hint
