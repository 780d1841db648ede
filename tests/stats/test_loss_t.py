import numpy as np
import pandas as pd
import pytest
from predictions_tables import random_labels, random_scores
from scipy import stats

from benchreport.data import Predictions
from benchreport.errors import DesignError, OptionError
from benchreport.stats import loss_t


@pytest.mark.parametrize("loss", ["zero_one", "log", "brier"])
def test_against_scipy(loss):
    predictions = random_scores()
    chances = predictions.scores
    own = np.where(predictions.truth[:, None] == 1, chances, 1 - chances)
    losses = {"zero_one": ~predictions.correct, "log": -np.log(own), "brier": (1 - own) ** 2}[loss]
    for row in loss_t(predictions, loss=loss).comparisons:
        i, j = (predictions.algorithms.index(name) for name in (row.first, row.second))
        peer = stats.ttest_rel(losses[:, i].astype(float), losses[:, j].astype(float))
        assert row.statistic == pytest.approx(peer.statistic, rel=1e-10)
        assert row.p_value == pytest.approx(peer.pvalue, rel=1e-8)
        low, high = peer.confidence_interval()
        assert row.interval[:2] == pytest.approx((low, high), rel=1e-8)


def test_regression_losses():
    rng = np.random.default_rng(0)
    truth = rng.normal(size=40)
    frame = pd.DataFrame({"y_true": truth, "a": truth + 0.1, "b": truth + rng.normal(size=40)})
    predictions = Predictions.from_frame(frame)
    for loss, name in (("squared", "squared error"), ("absolute", "absolute error")):
        result = loss_t(predictions, loss=loss)
        assert result.comparisons[0].favours == "a"
        assert result.centre_name == name
    with pytest.raises(DesignError, match="log_loss compares labels; this is a table of measured"):
        loss_t(predictions, loss="log")


def test_any_loss():
    rng = np.random.default_rng(1)
    truth = rng.normal(5, 1, size=40)
    frame = pd.DataFrame({"y_true": truth, "a": truth + 0.1, "b": truth + rng.normal(size=40)})
    predictions = Predictions.from_frame(frame)

    def pinball(truth, predicted):
        return np.maximum(0.9 * (truth - predicted), -0.1 * (truth - predicted))

    result = loss_t(predictions, loss=pinball)
    own = [pinball(truth, frame[name].to_numpy()) for name in "ab"]
    assert result.comparisons[0].p_value == pytest.approx(stats.ttest_rel(*own).pvalue, rel=1e-10)
    assert result.centre_name == "pinball"
    mape = loss_t(predictions, loss="mape").comparisons[0]
    assert mape.difference == pytest.approx(
        np.mean(np.abs(0.1 / truth)) - np.mean(np.abs((frame["b"] - truth) / truth))
    )
    with pytest.raises(OptionError, match="rmse is no mean over examples"):
        loss_t(predictions, loss="rmse")
    with pytest.raises(OptionError, match="loss must return 40 finite numbers"):
        loss_t(predictions, loss=lambda *_: np.zeros(3))
    gains = loss_t(random_scores(), loss="accuracy")
    assert gains.comparisons[0].favours == "m1"
    assert not gains.lower_centre_is_better


def test_what_a_loss_needs():
    with pytest.raises(DesignError, match=r"needs two classes; there are 3"):
        loss_t(random_labels(), loss="log")
    frame = pd.DataFrame(
        {"y_true": [1, 0, 1], "a_probability": [0.0, 0.1, 0.9], "b_probability": [0.3, 0.1, 0.9]}
    )
    with pytest.raises(DesignError, match="log_loss is infinite"):
        loss_t(Predictions.from_frame(frame), loss="log")
