"""Sentences of results on predictions."""

import re

import numpy as np
import pandas as pd
import pytest
from predictions_tables import predictions_of_patterns, random_labels, random_scores

from benchreport.data import Predictions, Roles
from benchreport.results.predictions.metrics import format_metric
from benchreport.results.writing import number_format as fmt
from benchreport.stats.predictions.cochran_q import cochran_q
from benchreport.stats.predictions.confusion import confusion
from benchreport.stats.predictions.disagreements import disagreements
from benchreport.stats.predictions.metrics import metrics
from benchreport.stats.predictions.precision_recall import precision_recall
from benchreport.stats.predictions.reliability import reliability
from benchreport.stats.predictions.roc import roc


def predictions_of_pairs(pairs, **roles):
    """Make one model's predictions from the count of each (truth, label)."""
    rows = [(truth, predicted) for (truth, predicted), count in pairs.items() for _ in range(count)]
    return Predictions.from_frame(pd.DataFrame(rows, columns=["y_true", "m"]), Roles(**roles))


RIGHT = {("a", "a"): 9, ("b", "b"): 9, ("c", "c"): 9}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({}, "m makes no mistakes."),
        ({("a", "b"): 1}, "m makes a single mistake and predicts b for a."),
        ({("a", "b"): 1, ("b", "c"): 1}, "m makes no mistake more than once."),
        ({("a", "b"): 3, ("b", "c"): 1}, "m most often predicts b for a: 3 of 12 examples of a."),
        (
            {("a", "b"): 3, ("b", "c"): 3},
            "m most often predicts b for a: 3 of 12 examples of a, as often as one other mistake.",
        ),
    ],
)
def test_mistakes_have_their_frequencies(wrong, sentence):
    assert confusion(predictions_of_pairs({**RIGHT, **wrong})).interpretation == (sentence,)


def test_weights_are_not_called_examples():
    frame = pd.DataFrame({"y_true": list("aabb"), "m": list("abbb"), "w": [1.25, 2.5, 1.0, 1.125]})
    result = confusion(Predictions.from_frame(frame, Roles(weight="w")))
    assert not result.counted
    assert result.interpretation == ("m most often predicts b for a: weight 2.5 of 3.75 of a.",)


def same(table):
    frame = pd.DataFrame({"y_true": table.truth.astype(int)})
    for name in ("a", "b"):
        frame[f"{name}_probability"] = table.scores[:, 0]
    return Predictions.from_frame(frame)


@pytest.mark.parametrize("procedure", [metrics, roc, reliability, confusion])
def test_models_that_are_alike_have_no_best(procedure):
    summary = procedure(same(random_scores(k=1))).summary
    assert re.search("for all|All models have the same", summary)
    assert "best" not in summary


def test_models_that_share_an_area_share_its_place():
    summary = precision_recall(same(random_scores(k=1))).summary
    assert "highest average precision a and b (" in summary
    assert roc(same(random_scores(k=1))).interpretation[0].startswith("a and b give ")


def test_claims_are_of_examples_like_these():
    (claim, *_) = cochran_q(random_labels()).interpretation
    assert claim == "The 4 models are not all equally accurate on examples like these (α = .05)."


def test_disagreements_compile_and_count_in_words():
    result = disagreements(predictions_of_patterns({(1, 1): 5, (1, 0): 3}))
    assert "✗" not in result.to_latex()
    assert "✗" in "".join(result.display["m1"])
    assert list(result.display) == ["example", "truth", "m0", "m1", "models right"]
    assert list(result.table)[-1] == "n_right"
    assert "Only" not in result.interpretation[0]


def test_displays_speak_of_models():
    for result in (confusion(random_labels()), metrics(random_labels()), roc(random_scores())):
        assert "model" in result.display
        assert "algorithm" not in result.display
        assert "algorithm" in result.table


def test_small_numbers_have_digits():
    assert [fmt.writer([1.5e-9, 2.25e-8])(value) for value in (1.5e-9, 0.0)] == ["1.50 × 10⁻⁹", "0"]
    assert fmt.writer([np.nan])(0.25) == "0.25"
    assert fmt.writer([0.999999999, 1.0])(1.0) == "1.000000"
    assert fmt.writer([0.901, 0.9], least=3)(0.9) == "0.9000"


def test_metrics_are_called_as_papers_do():
    names = ("auc", "ndcg@10", "brier_multiclass", "mean_average_precision", "r2")
    assert [format_metric(name) for name in names] == [
        "AUC", "NDCG@10", "Brier score", "mean average precision", "R²",
    ]  # fmt: skip
