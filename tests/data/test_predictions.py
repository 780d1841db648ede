import numpy as np
import pandas as pd
import pytest

from benchreport.data import Predictions, Roles
from benchreport.data.prediction_kinds import classes, prediction_rows, read_labels
from benchreport.errors import DataError, DesignError, OptionError, RoleError

WIDE = pd.DataFrame(
    {"y_true": ["a", "b", "b", "a"], "svm": ["a", "b", "a", "a"], "knn": ["b", "b", "b", "a"]}
)
BINARY = pd.DataFrame(
    {
        "truth": [1, 0, 1, 0],
        "svm_probability": [0.9, 0.2, 0.6, 0.4],
        "knn_probability": [0.8, 0.7, 0.3, 0.1],
    }
)


def read(frame, **roles):
    return Predictions.from_frame(frame, Roles(**roles))


def refusal(kind, frame, **roles):
    with pytest.raises(kind) as caught:
        read(frame, **roles)
    assert caught.value.hint
    return caught.value


def test_wide_labels():
    predictions = read(WIDE)
    assert predictions.task == "classification"
    assert predictions.classes == ("a", "b")
    assert predictions.algorithms == ("svm", "knn")
    assert predictions.correct.tolist() == [
        [True, False],
        [True, True],
        [False, True],
        [True, True],
    ]
    assert predictions.scores is None
    assert str(predictions) == "2 models on 4 examples; 2 classes (a, b)"
    assert not predictions.truth.flags.writeable


@pytest.mark.parametrize("name", ["image_id", "img", "sha"])
def test_a_column_with_another_text_in_each_row_names_the_examples(name):
    frame = pd.DataFrame({name: [f"{row}.jpg" for row in range(8)], "label": list("abbaabba")})
    frame = frame.assign(svm=list("abbaabbb"), knn=list("aabaabba"))
    predictions = read(frame)
    assert predictions.algorithms == ("svm", "knn")
    assert predictions.examples[-1] == "7.jpg"
    coded = frame.assign(**{part: frame[part].map(ord) for part in ("label", "svm", "knn")})
    assert read(coded).examples == predictions.examples
    # texts that answer questions are predictions
    told = frame.assign(label=frame[name], svm=frame[name], knn=frame[name])
    assert read(told).algorithms == (name, "svm", "knn")


def test_wide_probabilities():
    predictions = read(BINARY)
    assert predictions.positive == "1"
    assert predictions.algorithms == ("svm", "knn")
    assert predictions.predicted.tolist() == [[1, 1], [0, 1], [1, 0], [0, 0]]
    assert predictions.scores[:, 0].tolist() == [0.9, 0.2, 0.6, 0.4]
    assert predictions.is_positive.tolist() == [True, False, True, False]
    plain = BINARY.rename(columns=lambda name: name.removesuffix("_probability"))
    assert read(plain).scores.tolist() == predictions.scores.tolist()


def test_probabilities_of_every_class():
    frame = pd.DataFrame({"target": ["x", "y", "z"]})
    for label, column in (("x", [0.5, 0.2, 0.1]), ("y", [0.3, 0.6, 0.2]), ("z", [0.2, 0.2, 0.7])):
        frame[f"net_proba_{label}"] = column
    predictions = read(frame)
    assert predictions.probabilities.shape == (3, 1, 3)
    assert predictions.predicted[:, 0].tolist() == [0, 1, 2]
    wrong = refusal(DataError, frame.assign(net_proba_z=[0.9, 0.2, 0.7]))
    assert "add up to 1.7" in wrong.message
    assert "no probabilities of z" in refusal(DataError, frame.drop(columns="net_proba_z")).message


def test_long_is_the_same_as_wide():
    long = WIDE.assign(example=range(4)).melt(
        ["example", "y_true"], var_name="model", value_name="prediction"
    )
    predictions = read(long.sample(frac=1, random_state=1))
    assert predictions.sha256 == read(WIDE[["y_true", *predictions.algorithms]]).sha256
    assert set(predictions.algorithms) == {"svm", "knn"}


def test_labels_of_any_type():
    for kind in (int, float, bool, "category", "string"):
        frame = pd.DataFrame({"label": [1, 0, 1, 0], "m": [1, 1, 1, 0]}).astype(kind)
        assert read(frame).correct[:, 0].tolist() == [True, False, True, True]


def test_regression():
    frame = pd.DataFrame({"y_true": [0.1, 0.52, 1.3], "a": [0.2, 0.5, 1.0], "b": [0, 1, 1]})
    predictions = read(frame)
    assert predictions.task == "regression"
    assert predictions.predicted.tolist() == [[0.2, 0], [0.5, 1], [1.0, 1]]
    with pytest.raises(DesignError, match="compares labels"):
        predictions.require_labels("mcnemar")
    ratings = pd.DataFrame({"y_true": [1, 2, 3, 4, 5] * 4, "a": [1.5, 2.1, 3.3, 3.9, 4.0] * 4})
    assert read(ratings).task == "regression"
    assert read(ratings.assign(a=[1, 2, 3, 3, 5] * 4)).task == "classification"
    many = pd.DataFrame({"y_true": np.arange(60), "a": np.arange(60)})
    assert read(many).task == "regression"
    copies = pd.concat([many] * 5)
    assert read(copies).task == "classification"


def test_weights_and_datasets():
    frame = WIDE.assign(weight=[1.0, 2, 1, 0], dataset=["p", "p", "q", "q"])
    predictions = read(frame)
    assert predictions.weights.tolist() == [1, 2, 1, 0]
    assert predictions.datasets == ("p", "q")
    assert "must hold finite numbers" in refusal(DataError, frame.assign(weight=-1.0)).message


def test_errors_name_the_fault():
    gap = WIDE.assign(svm=["a", None, "a", "a"])
    assert "1 prediction missing: svm for example 1" in refusal(DataError, gap).message
    odd = refusal(DataError, WIDE.assign(knn=["b", "b", "c", "a"]))
    assert "never has: c (for instance by knn for example 2)" in odd.message
    assert read(WIDE.assign(knn=["b", "b", "c", "a"]), classes=["a", "b", "c"]).classes[-1] == "c"
    assert (
        "without a truth" in refusal(DataError, WIDE.assign(y_true=["a", None, "b", "a"])).message
    )
    assert "no column is called" in refusal(RoleError, WIDE.rename(columns={"y_true": "z"})).message
    assert "has a only" in refusal(DesignError, WIDE.assign(y_true="a")).message
    names = BINARY.assign(truth=["cat", "dog", "cat", "dog"])
    assert "which class are the probabilities of" in refusal(OptionError, names).message
    assert read(names, positive="cat").positive == "cat"


def test_long_examples_must_match():
    rows = [(e, m, "a" if e else "b", "a") for e in range(3) for m in ("s", "k")]
    frame = pd.DataFrame(rows, columns=["example", "model", "truth", "prediction"])
    assert "1 of 3 lack a model's" in refusal(DesignError, frame.iloc[:-1]).message
    twice = pd.concat([frame, frame.iloc[:1]])
    assert "1 repeated prediction: (0, s)" in refusal(DataError, twice).message
    two = frame.assign(truth=["b", "a", *frame["truth"][2:]])
    assert "more than one truth" in refusal(DataError, two).message


def test_scores_without_probabilities_need_labels():
    frame = BINARY.assign(svm_probability=[3.0, -1, 2, 0], knn_probability=[1.0, 2, 3, 4])
    predictions = read(frame)
    assert predictions.binary_scores("roc")[0].tolist() == [3.0, 1.0]
    assert not predictions.has_labels
    with pytest.raises(DesignError, match="do not say which class is predicted"):
        predictions.require_labels("mcnemar")
    with pytest.raises(DesignError, match="needs probabilities or scores"):
        read(WIDE).binary_scores("delong")
    assert np.shape(read(BINARY).binary_scores("delong")) == (4, 2)


@pytest.mark.parametrize("kind", ["labels", "scores"])
def test_labels_are_formatted_once_each_and_scores_never(kind, monkeypatch):
    rng, calls = np.random.default_rng(0), []
    frame = pd.DataFrame(rng.integers(0, 2, (5000, 3)), columns=["y_true", "svm", "knn"])
    if kind == "scores":
        frame[["svm", "knn"]] = rng.random((5000, 2))
    for module in (prediction_rows, read_labels, classes):
        monkeypatch.setattr(module, "format_label", lambda value: calls.append(value) or str(value))
    assert read(frame).n == 5000
    assert len(calls) < 50


@pytest.mark.parametrize(
    ("frame", "roles"),
    [
        (WIDE, {"prediction": "said"}),
        (WIDE.assign(y_true=1, svm=[1, 0, 1, 1], knn=[0, 0, 1, 1]), {"correct": "said"}),
        (
            WIDE.assign(svm=[-1.5, -2, -3, -1], knn=[-1, -2.5, -3, -2]),
            {"task": "language", "log_probability": "said"},
        ),
        (
            WIDE.assign(svm=[["a", "b"]] * 4, knn=[["b", "a"]] * 4),
            {"task": "ranking", "prediction": "said"},
        ),
    ],
)
def test_the_roles_of_a_long_table_may_all_be_said(frame, roles):
    long = frame.reset_index(names="nr").melt(["nr", "y_true"], var_name="who", value_name="said")
    if "correct" not in roles and roles.get("task") != "language":
        roles = roles | {"truth": "y_true"}
    read_by_roles = read(long, algorithm="who", example="nr", **roles)
    assert read_by_roles.algorithms == ("svm", "knn")
    assert read_by_roles.n == 4
    error = refusal(RoleError, long, algorithm="nobody", example="nr", **roles)
    assert "algorithm='nobody' is not a column" in error.message


def test_examples_that_a_model_lacks_are_left_out_and_counted():
    long = WIDE.reset_index(names="example").melt(
        ["example", "y_true"], var_name="model", value_name="prediction"
    )
    part = read(long.drop(index=[2, 4]), missing="drop")
    assert part.examples == ("1", "3")
    assert str(part).startswith("2 models on 2 examples (2 others, which a model lacks, left out);")
    assert "left out" not in str(read(long, missing="drop"))


@pytest.mark.parametrize("roles", [{"classes": ["a", "b"]}, {"positive": "a"}])
def test_a_table_of_scores_has_no_classes(roles):
    scores = pd.DataFrame(
        {"algorithm": list("pq") * 2, "dataset": list("xxyy"), "auc": [0.1, 0.2, 0.3, 0.4]}
    )
    problem = str(scores.bench(**roles).check().problem)
    assert "which holds the truth?" in problem
