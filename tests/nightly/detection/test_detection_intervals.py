"""The interval of a night's change agrees with variances from matrices and covers as it claims."""

import numpy as np
import pytest
from scipy import linalg, stats

from benchreport.nightly.config.settings import Alerts, Baseline
from benchreport.nightly.detection.detection import judge
from benchreport.numerics.series.autocorrelation import lag_one, shrink

FALL = 8.0
ALERTS, BASELINE = Alerts(), Baseline()


def autoregressive(rho, nights=100, series=400, seed=3):
    """Return series of variance 1 whose neighbouring nights correlate."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(nights, series))
    for night in range(1, nights):
        values[night] = rho * values[night - 1] + np.sqrt(1 - rho**2) * values[night]
    return values


def judge_last(values):
    """Judge series that fell three nights ago, which all last nights together tell."""
    values = values - FALL * (np.arange(len(values)) >= len(values) - 3)[:, None]
    return judge(values, np.zeros(values.shape, dtype=np.intp), ALERTS, BASELINE)


@pytest.mark.parametrize("rho", [0.0, 0.3, 0.7])
def test_the_variance_is_that_of_a_mean_of_correlated_nights(rho):
    values = autoregressive(rho, series=40)
    judgement = judge_last(values)
    tested = ALERTS.windows[-1]
    reference = values[-BASELINE.nights - tested : -tested]
    estimated = shrink(*lag_one(reference - judgement.centre))
    assert np.median(estimated) == pytest.approx(rho, abs=0.15)
    worth = len(reference) * (1 - estimated) / (1 + estimated)
    for column, pair in enumerate(estimated):
        window = judgement.window[column]
        correlations = linalg.toeplitz(pair ** np.arange(window))
        variance = correlations.sum() / window**2 + 1 / max(worth[column], 1)
        half = stats.t.ppf(0.975, max(worth[column] - 1, 4))
        half *= judgement.deviation[column] * np.sqrt(variance)
        assert judgement.high[column] - judgement.change[column] == pytest.approx(half, rel=0.01)
        assert judgement.change[column] - judgement.low[column] == pytest.approx(half, rel=0.01)


@pytest.mark.parametrize("rho", [0.0, 0.4, 0.7])
def test_intervals_cover_as_often_as_they_claim(rho):
    judgement = judge_last(autoregressive(rho))
    covered = (judgement.low <= -FALL) & (judgement.high >= -FALL)
    assert (judgement.window > 1).mean() > 0.99
    # 95 %, give or take four standard errors of 400 series
    assert 0.95 - 0.044 <= covered.mean() <= 0.995


def test_correlated_nights_say_less():
    widths = [np.median(judge_last(autoregressive(rho)).high - judge_last(autoregressive(rho)).low)
              for rho in (0.0, 0.4, 0.7)]  # fmt: skip
    assert widths[0] * 1.2 < widths[1] < widths[2] / 1.2
