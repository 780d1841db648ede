import numpy as np
import pandas as pd
import pytest

from benchreport.data import Predictions
from benchreport.data.prediction_parts import take_rows

FRAME = pd.DataFrame(
    {
        "benchmark": np.repeat(["x", "y"], 12),
        "passage": np.repeat([f"p{number}" for number in range(6)], 4),
        "example": np.tile(np.repeat(range(6), 2), 2),
        "sample": np.tile([1, 2], 12),
        "m": np.tile([1, 0, 1], 8),
        "n": np.tile([0, 1], 12),
    }
).melt(["benchmark", "passage", "example", "sample"], var_name="model", value_name="correct")


def test_a_part_is_what_reading_its_rows_gives():
    whole = Predictions.from_frame(FRAME)
    part = take_rows(whole, whole.dataset == 1)
    read = Predictions.from_frame(FRAME[FRAME["benchmark"] == "y"])
    assert (part.datasets, part.clusters, part.repeats) == (("y",), read.clusters, ("1", "2"))
    for name in ("predicted", "cluster", "unit", "repeat", "weights"):
        np.testing.assert_array_equal(getattr(part, name), getattr(read, name))
    assert (part.n_units, part.sha256) == (6, read.sha256)


def test_the_order_of_datasets_and_clusters_does_not_change_the_digest():
    turned = FRAME.sort_values(["benchmark", "passage"], ascending=False)
    one, other = (Predictions.from_frame(frame) for frame in (FRAME, turned))
    assert one.datasets != other.datasets
    assert one.sha256 == other.sha256
    renamed = FRAME.replace({"benchmark": {"x": "y", "y": "x"}})
    assert Predictions.from_frame(renamed).sha256 != one.sha256


def test_a_part_may_have_the_same_samples_of_all_models():
    lacks = (FRAME["model"] == "m") & (FRAME["sample"] == 2) & (FRAME["benchmark"] == "x")
    whole = Predictions.from_frame(FRAME[~lacks])
    parts = {
        name: take_rows(whole, whole.dataset == code) for code, name in enumerate(whole.datasets)
    }
    assert (~parts["x"].answered).sum(axis=0).tolist() == [6, 0]
    assert parts["y"].answered is None


@pytest.mark.parametrize(
    ("label", "score"),
    [
        ("pred_{}", "prob_{}"),
        ("y_pred_{}", "y_proba_{}"),
        ("{}_pred", "{}_score"),
        ("{}_prediction", "{}_probability"),
        ("{}", "prob_{}"),
        ("{}", "{}_prob"),
    ],
)
def test_scores_beside_labels_are_read_in_either_order_of_their_names(label, score):
    frame = pd.DataFrame({"y_true": [0, 1] * 10})
    for place, model in enumerate(("svm", "rand_forest")):
        frame[label.format(model)] = [0, 1, 1, 1] * 5
        frame[score.format(model)] = np.linspace(0.1, 0.9 - place / 10, 20)
    read = frame.bench.predictions
    assert read.algorithms == ("svm", "rand_forest")
    assert read.scores[-1].tolist() == pytest.approx([0.9, 0.8])
    assert read.predicted[:4, 0].tolist() == [0, 1, 1, 1]


def test_scores_of_classes_keep_their_names():
    frame = pd.DataFrame({"y_true": list("ab") * 10, "m": list("aabb") * 5, "n": list("abab") * 5})
    for model in "mn":
        frame[f"{model}_proba_a"], frame[f"{model}_proba_b"] = 0.4, 0.6
    assert frame.bench.predictions.probabilities.shape == (20, 2, 2)
