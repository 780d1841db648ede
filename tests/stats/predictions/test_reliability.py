import math

import numpy as np
import pandas as pd
import pytest
from predictions_tables import random_labels, random_scores
from statsmodels.stats.proportion import proportion_confint

from benchreport.data import Predictions, Roles
from benchreport.errors import DataError, DesignError, OptionError
from benchreport.stats.predictions.reliability import reliability

ORACLE = "scikit-learn's brier_score_loss; statsmodels' proportion_confint; Murphy's parts by hand"


def make_predictions(groups, **roles):
    """Make one model that predicts each p for n examples, and the number of positives among them."""
    rows = [
        (int(place < hits), chance) for chance, n, hits in groups for place in range(n)
    ]  # fmt: skip
    return Predictions.from_frame(
        pd.DataFrame(rows, columns=["y_true", "a_probability"]), Roles(**roles)
    )


def test_murphys_parts_by_hand():
    # the overall share is 20/50 = .4; shares are .1, .5 and .9 where .15, .45 and .85 are predicted
    row = reliability(make_predictions([(0.15, 20, 2), (0.45, 20, 10), (0.85, 10, 9)])).rows[0]
    share = (2 + 10 + 9) / 50
    assert row.reliability == pytest.approx(0.05**2)
    assert row.resolution == pytest.approx(
        (20 * (0.1 - share) ** 2 + 20 * (0.5 - share) ** 2 + 10 * (0.9 - share) ** 2) / 50
    )
    assert row.uncertainty == pytest.approx(share * (1 - share))
    assert row.within == pytest.approx(0, abs=1e-15)
    assert row.brier == pytest.approx(row.reliability - row.resolution + row.uncertainty)
    assert row.skill == pytest.approx(1 - row.brier / row.uncertainty)
    assert [(cell.examples, cell.observed) for cell in row.bins] == [
        (20, 0.1),
        (20, 0.5),
        (10, 0.9),
    ]
    assert sum(row.histogram) == 50


@pytest.mark.parametrize("strategy", ["equal_width", "quantile"])
def test_bins_have_wilsons_intervals_and_parts_add_up(strategy):
    predictions = random_scores(n=400)
    result = reliability(predictions, alpha=0.1, bins=7, strategy=strategy)
    for row in result.rows:
        for cell in row.bins:
            ends = proportion_confint(
                round(cell.observed * cell.examples), cell.examples, alpha=0.1, method="wilson"
            )
            assert cell.interval[:2] == pytest.approx(ends, abs=1e-12)
        assert row.brier == pytest.approx(
            row.reliability - row.resolution + row.uncertainty + row.within, abs=1e-12
        )
    assert result.variant == strategy
    assert len(result.bins) == sum(len(row.bins) for row in result.rows)
    assert result.bins["examples"].sum() == 3 * 400


def test_the_brier_score_is_scikit_learns():
    metrics = pytest.importorskip("sklearn.metrics")
    predictions = random_scores()
    for row, column in zip(reliability(predictions).rows, predictions.scores.T, strict=True):
        expected = metrics.brier_score_loss(predictions.is_positive, column)
        assert row.brier == pytest.approx(expected, abs=1e-12)


def test_bins_that_are_off_and_on_which_side():
    result = reliability(make_predictions([(0.1, 100, 50), (0.5, 100, 50), (0.9, 100, 30)]))
    assert [cell.off for cell in result.rows[0].bins] == [True, False, True]
    assert result.table["bins_off"].tolist() == [2]
    assert "in 2 of 3 bins (1 too high and 1 too low)" in (result.interpretation[0])
    holds = reliability(make_predictions([(0.1, 100, 10), (0.9, 100, 90)]))
    assert "within the intervals of all 2 bins" in holds.interpretation[0]


def test_certain_and_right_is_never_off():
    row = reliability(make_predictions([(0.0, 30, 0), (1.0, 30, 30)])).rows[0]
    assert (row.brier, row.off) == (0, ())
    assert row.skill == 1


def test_an_absent_class_leaves_no_uncertainty():
    frame = pd.DataFrame({"y_true": [0, 0, 0], "a_probability": [0.1, 0.2, 0.3]})
    row = reliability(Predictions.from_frame(frame, Roles(classes=[0, 1]))).rows[0]
    assert row.uncertainty == 0
    assert math.isnan(row.skill)


def test_unsuitable_input_is_refused():
    with pytest.raises(DesignError, match="reliability needs probabilities or scores"):
        reliability(random_labels())
    frame = pd.DataFrame({
        "y_true": [0, 1, 0, 1], "a": [0, 1, 0, 1], "a_score": [0.1, 0.5, 0.4, 0.9],
        "b": [0, 1, 0, 1], "b_score": [-2.0, 3.0, 1.0, 0.5],
    })  # fmt: skip
    with pytest.raises(DataError, match="scores of b are not all from 0 to 1"):
        reliability(Predictions.from_frame(frame))
    weighted = pd.DataFrame({"y_true": [0, 1], "a_probability": [0.2, 0.7], "w": [1.0, 2.5]})
    with pytest.raises(DesignError, match="these are weighted"):
        reliability(Predictions.from_frame(weighted, Roles(weight="w")))
    with pytest.raises(OptionError, match="strategy"):
        reliability(random_scores(), strategy="uniform")
    with pytest.raises(OptionError, match="bins"):
        reliability(random_scores(), bins=0)


def test_predictions_at_random_are_off_about_as_often_as_announced():
    rng = np.random.default_rng(5)
    chances = rng.random((4000, 20))
    truth = rng.random(4000) < chances[:, 0]
    frame = pd.DataFrame({"y_true": truth.astype(int), "a_probability": chances[:, 0]})
    row = reliability(Predictions.from_frame(frame), bins=40).rows[0]
    assert len(row.off) <= 6  # with 40 bins at 5 %, more than 6 occur once in 300 times
