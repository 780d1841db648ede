import math

import numpy as np
import pandas as pd
import pytest
from predictions_tables import predictions_of_patterns, random_labels, random_scores

from benchreport.data import Predictions, Roles
from benchreport.errors import DesignError, OptionError
from benchreport.stats.predictions.roc import roc

ORACLE = "pROC 1.18.0 on the instances of Fawcett (2006), figure 3; scikit-learn's roc_curve"

# Fawcett (2006), An introduction to ROC analysis, figure 3: twenty instances
CLASSES = [int(label == "p") for label in "ppnpppnnpnpnpnnnpnpn"]
SCORES = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505,
          0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.30, 0.1]  # fmt: skip


def make_predictions(truth, **scores):
    columns = {f"{name}_score": values for name, values in scores.items()}
    return Predictions.from_frame(pd.DataFrame({"y_true": truth, **columns}))


def test_fawcetts_instances():
    result = roc(make_predictions(CLASSES, a=SCORES), interval="plain")
    row = result.rows[0]
    # pROC 1.18.0: ci.auc(roc(truth, score, direction = "<"), method = "delong")
    assert (row.auc, *row.interval[:2]) == pytest.approx(
        (0.68, 0.431051138503, 0.928948861497), abs=1e-11
    )
    # section 5: (0.1, 0.5) has the highest accuracy, at the threshold 0.54
    place = result.curves[0].thresholds.index(0.54)
    assert (result.curves[0].x[place], result.curves[0].y[place]) == (0.1, 0.5)
    # labels are positive from 0.5 on: six of ten positives, four of ten negatives
    assert row.point[:2] == (0.4, 0.6)
    assert (result.positives, result.negatives) == (10, 10)


def test_curves_and_areas_are_those_of_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    predictions = random_scores()
    result = roc(predictions)
    truth = predictions.is_positive
    for row, curve, column in zip(result.rows, result.curves, predictions.scores.T, strict=True):
        assert row.auc == pytest.approx(metrics.roc_auc_score(truth, column), abs=1e-12)
        x, y, _ = metrics.roc_curve(truth, column)
        np.testing.assert_allclose(np.interp(x + y, np.add(curve.x, curve.y), curve.y), y)


def test_hull_dominance_and_operating_points():
    truth = [1, 1, 1, 0, 0, 0]
    table = make_predictions(
        truth,
        best=[0.9, 0.8, 0.4, 0.7, 0.2, 0.1],
        worse=[0.9, 0.4, 0.3, 0.8, 0.2, 0.1],
        poor=[0.3, 0.2, 0.1, 0.9, 0.8, 0.7],
    )
    result = roc(table)
    best, worse, poor = result.rows
    assert [row.auc for row in result.rows] == pytest.approx([8 / 9, 7 / 9, 0])
    assert (best.on_hull, poor.on_hull) == (True, False)
    assert best.dominated_by == ()
    assert worse.dominated_by == ("best",)
    assert poor.dominated_by == ("best", "worse")
    # at 0.5 the best model detects two of three with one false alarm, the worse one with one
    assert best.point[:2] == pytest.approx((1 / 3, 2 / 3))
    assert worse.point[:2] == pytest.approx((1 / 3, 1 / 3))
    assert worse.point.dominated_by == ("best",)
    assert poor.point.dominated_by == ("best", "worse")
    corners = np.array([corner[:2] for corner in result.hull])
    np.testing.assert_allclose(corners, [(0, 0), (0, 2 / 3), (1 / 3, 1), (1, 1)])
    assert result.hull[1].owners == ("best",)
    assert result.hull[2].owners == ("best", "worse")
    assert "Never best: poor." in result.interpretation[1]
    assert "worse (by best)" in result.interpretation[2]


def test_labels_better_than_the_scores_lie_on_the_hull():
    frame = pd.DataFrame({
        "y_true": [1, 1, 0, 0], "a": [1, 1, 0, 0], "a_score": [0.9, 0.1, 0.8, 0.2],
        "b": [0, 1, 0, 0], "b_score": [0.9, 0.7, 0.8, 0.2],
    })  # fmt: skip
    first, second = roc(Predictions.from_frame(frame)).rows
    assert first.point[:3] == (0, 1, True)
    assert first.on_hull
    assert second.point[:3] == (0, 0.5, False)
    assert not second.on_hull


def test_separated_classes_are_reported():
    result = roc(
        make_predictions(
            [0, 0, 1, 1, 0, 1],
            sure=[0.1, 0.2, 0.5, 0.6, 0.3, 0.4],
            other=[0.1, 0.5, 0.3, 0.6, 0.2, 0.4],
        )
    )
    assert result.rows[0].auc == 1
    # R 4.2.2; see the tests of auc_intervals
    assert result.rows[0].interval[:2] == pytest.approx((0.50101876070153, 1))
    assert "variance is 0 for sure, " in result.warnings[0]
    assert "Newcombe's" in result.warnings[0]
    assert "newcombe2006" in result.references


def test_the_choice_of_intervals():
    table = make_predictions(CLASSES, a=SCORES, sure=CLASSES)
    plain, logit, newcombe = (roc(table, interval=name) for name in ("plain", "logit", "newcombe"))
    assert plain.rows[1].interval[:2] == (1, 1)
    assert "interval without width" in plain.warnings[0]
    assert logit == roc(table)
    assert logit.rows[1].interval == newcombe.rows[1].interval
    assert len({result.rows[0].interval for result in (plain, logit, newcombe)}) == 3
    assert not newcombe.warnings
    with pytest.raises(OptionError, match="interval must be one of"):
        roc(table, interval="probit")


def test_identical_models_dominate_neither():
    result = roc(make_predictions(CLASSES, a=SCORES, b=SCORES))
    assert [row.dominated_by for row in result.rows] == [(), ()]
    assert [row.point.dominated_by for row in result.rows] == [(), ()]
    assert [row.on_hull for row in result.rows] == [True, True]
    assert "No curve dominates another" in result.interpretation[2]


def test_a_single_model_is_not_compared():
    result = roc(make_predictions(CLASSES, a=SCORES))
    assert len(result.interpretation) == 1
    assert "68 % of pairs" in result.interpretation[0]
    assert result.summary.endswith("largest AUC a (0.680, 95 % interval [0.404, 0.870])")


def test_table_and_plain_values():
    result = roc(random_scores(), alpha=0.1)
    assert result.table["auc"].tolist() == [row.auc for row in result.rows]
    assert result.table["on_hull"].dtype == bool
    assert {row.interval.confidence for row in result.rows} == {0.9}
    assert "90 % interval" in result.display
    assert type(result.curves[0].x[0]) is float
    assert math.isinf(result.curves[0].thresholds[0])


def test_unsuitable_input_is_refused():
    with pytest.raises(DesignError, match="roc needs probabilities or scores; these are labels"):
        roc(random_labels())
    with pytest.raises(DesignError, match="needs probabilities or scores"):
        roc(predictions_of_patterns({(1, 0): 4, (0, 1): 4}))
    with pytest.raises(OptionError, match="alpha"):
        roc(random_scores(), alpha=1)


def test_weights_count_as_copies():
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 2, 60)
    frame = pd.DataFrame({"y_true": truth, "w": rng.integers(1, 4, 60)})
    for name in "ab":
        frame[f"{name}_probability"] = np.round(1 / (1 + np.exp(-rng.normal(truth, 1.0))), 2)
    weighted = roc(Predictions.from_frame(frame, Roles(weight="w")))
    copies = frame.loc[frame.index.repeat(frame["w"])].drop(columns="w")
    copied = roc(Predictions.from_frame(copies))
    for row, other in zip(weighted.rows, copied.rows, strict=True):
        peer = metrics.roc_auc_score(
            truth, frame[f"{row.algorithm}_probability"], sample_weight=frame["w"]
        )
        assert row.auc == pytest.approx(peer, rel=1e-12)
        assert row.auc == pytest.approx(other.auc, rel=1e-12)
        assert row.point[:2] == pytest.approx(other.point[:2], rel=1e-12)
        assert row.interval is None
        assert other.interval is not None
    assert "Areas have no intervals" in weighted.warnings[-1]
    assert "interval" not in weighted.summary
    assert weighted.plot() is not None


def test_scores_without_labels_have_no_operating_point():
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 60)
    frame = pd.DataFrame(
        {"y_true": truth, "a_score": rng.normal(truth, 1), "b_score": truth * 3.0 - 1}
    )
    result = roc(Predictions.from_frame(frame))
    assert np.isnan(result.rows[0].point.true_positive_rate)
    assert result.rows[0].dominated_by == ("b",)
    assert [corner.owners for corner in result.hull[1:-1]] == [("b",)]
    assert "TPR of labels" not in result.display
