import math

import numpy as np
import pandas as pd
import pytest
from predictions_tables import random_labels
from statsmodels.stats.proportion import proportion_confint

from benchreport.data import Predictions, Roles
from benchreport.errors import DesignError, OptionError
from benchreport.stats.predictions.confusion import confusion

ORACLE = "scikit-learn's confusion_matrix; statsmodels' proportion_confint"


def lecture():
    rows = [(1, 1)] * 80 + [(1, 0)] * 20 + [(0, 1)] * 5 + [(0, 0)] * 195
    return Predictions.from_frame(pd.DataFrame(rows, columns=["y_true", "model"]))


def test_the_lectures_matrix():
    # 80 found, 20 missed, 5 false alarms, 195 rightly passed: precision .9412, recall .8,
    # macro per-class accuracy (.8 + .975)/2
    result = confusion(lecture())
    negative, positive = result.rows
    assert result.matrices == (((195, 5), (20, 80)),)
    assert (positive.recall, round(positive.precision, 4)) == (0.8, 0.9412)
    assert (negative.recall + positive.recall) / 2 == pytest.approx(0.8875)
    assert result.matrix().loc["1", "0"] == 20
    assert result.top_mistake() == ("1", "0", 20, 100, 1)
    assert result.interpretation == (
        "model most often predicts 0 for 1: 20 of 100 examples of 1.",
    )  # fmt: skip


def test_all_is_as_in_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    predictions = random_labels(classes=5)
    result = confusion(predictions, alpha=0.1)
    for place, name in enumerate(predictions.algorithms):
        predicted = predictions.predicted[:, place]
        expected = metrics.confusion_matrix(predictions.truth, predicted)
        assert result.matrix(name).to_numpy().tolist() == expected.tolist()
        precision, recall, _, _ = metrics.precision_recall_fscore_support(
            predictions.truth, predicted
        )
        rows = [row for row in result.rows if row.algorithm == name]
        assert [row.recall for row in rows] == pytest.approx(recall, abs=1e-12)
        assert [row.precision for row in rows] == pytest.approx(precision, abs=1e-12)
        for row in rows:
            for interval, n in (
                (row.recall_interval, row.truth),
                (row.precision_interval, row.predicted),
            ):
                ends = proportion_confint(row.found, n, alpha=0.1, method="wilson")
                assert interval[:2] == pytest.approx(ends, abs=1e-12)


def test_classes_never_predicted_or_never_true():
    frame = pd.DataFrame({"y_true": list("aab"), "m": list("aaa")})
    result = confusion(Predictions.from_frame(frame, Roles(classes=["a", "b", "c"])))
    _, b, c = result.rows
    assert (b.recall, b.predicted) == (0, 0)
    assert math.isnan(b.precision)
    assert b.precision_interval is None
    assert math.isnan(c.recall)
    assert c.recall_interval is None
    assert "(b: recall 0.000, " in result.summary


def test_weights_count_and_have_no_intervals():
    frame = pd.DataFrame({"y_true": [0, 0, 1], "m": [0, 1, 1], "w": [1.5, 0.5, 2.0]})
    result = confusion(Predictions.from_frame(frame, Roles(weight="w")))
    assert result.matrices[0] == ((1.5, 0.5), (0, 2))
    assert result.rows[0].recall == 0.75
    assert result.rows[0].recall_interval is None
    assert result.table["recall_low"].isna().all()
    assert "interval" not in result.summary
    assert "Examples count by weight." in result.warnings


def test_a_model_without_mistakes():
    frame = pd.DataFrame({"y_true": list("ab"), "m": list("ab"), "n": list("aa")})
    result = confusion(Predictions.from_frame(frame))
    assert result.top_mistake("m") is None
    assert result.interpretation[0] == "m makes no mistakes."
    assert "highest for m (a: recall 1.000" in result.summary


def test_unsuitable_input_is_refused():
    values = pd.DataFrame({"y_true": np.linspace(0, 1, 9), "m": np.linspace(0, 1, 9) ** 2})
    with pytest.raises(DesignError, match="confusion compares labels"):
        confusion(Predictions.from_frame(values, Roles(task="regression")))
    with pytest.raises(OptionError, match="algorithm='x' is not among the models: model"):
        confusion(lecture()).matrix("x")
