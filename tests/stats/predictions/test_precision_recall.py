import math

import numpy as np
import pandas as pd
import pytest
from predictions_tables import random_labels, random_scores

from benchreport.data import Predictions, Roles
from benchreport.errors import DesignError
from benchreport.stats.predictions.precision_recall import precision_recall

ORACLE = "scikit-learn's precision_recall_curve; four examples by hand"


def test_four_examples_by_hand():
    # the numbers are from the documentation of scikit-learn's precision_recall_curve
    frame = pd.DataFrame({"y_true": [0, 0, 1, 1], "a_score": [0.1, 0.4, 0.35, 0.8]})
    result = precision_recall(Predictions.from_frame(frame))
    assert result.rows[0].average_precision == pytest.approx(1 / 2 + 1 / 2 * 2 / 3)
    # each recall has one point: precision 1 at 1/2, 2/3 at 1
    assert result.curves[0].x == (0, 0.5, 1)
    assert result.curves[0].y == pytest.approx((1, 1, 2 / 3))
    assert result.curves[0].thresholds == (math.inf, 0.8, 0.35)
    assert result.rows[0][2:] == (1, 0.5)


@pytest.mark.parametrize("weighted", [False, True])
def test_areas_and_points_are_those_of_scikit_learn(weighted):
    metrics = pytest.importorskip("sklearn.metrics")
    drawn_predictions = random_scores()
    frame = pd.DataFrame(
        {
            "y_true": drawn_predictions.truth.astype(int),
            "w": np.arange(drawn_predictions.n) % 3 + 0.5,
        }
    )
    for name, column in zip(drawn_predictions.algorithms, drawn_predictions.scores.T, strict=True):
        frame[f"{name}_score"] = column
    if not weighted:
        del frame["w"]
    predictions = Predictions.from_frame(frame, Roles(weight="w" if weighted else None))
    result = precision_recall(predictions)
    weights = frame["w"] if weighted else None
    truth = drawn_predictions.is_positive
    for row, curve, score in zip(
        result.rows, result.curves, drawn_predictions.scores.T, strict=True
    ):
        area = metrics.average_precision_score(truth, score, sample_weight=weights)
        assert row.average_precision == pytest.approx(area, abs=1e-12)
        steps = np.sum(np.diff(curve.x) * np.array(curve.y[1:]))
        assert steps == pytest.approx(area, abs=1e-12)
        called = score >= 0.5
        assert row.precision == pytest.approx(
            metrics.precision_score(truth, called, sample_weight=weights)
        )
        assert row.recall == pytest.approx(
            metrics.recall_score(truth, called, sample_weight=weights)
        )
    assert result.share == pytest.approx(np.average(truth, weights=weights))
    assert result.warnings == (("Examples count by weight.",) if weighted else ())


def test_a_model_that_never_predicts_positive_has_no_precision():
    frame = pd.DataFrame({"y_true": [0, 1, 1], "a_score": [0.1, 0.2, 0.3]})
    row = precision_recall(Predictions.from_frame(frame)).rows[0]
    assert math.isnan(row.precision)
    assert row.recall == 0


def test_summary_and_order():
    result = precision_recall(random_scores())
    best = max(result.rows, key=lambda row: row.average_precision)
    assert result.rows[result.order[0]] == best
    assert f"highest average precision {best.algorithm} (" in result.summary
    assert len(result.table) == 3


def test_labels_have_no_curve():
    with pytest.raises(DesignError, match="precision_recall needs probabilities or scores"):
        precision_recall(random_labels())
