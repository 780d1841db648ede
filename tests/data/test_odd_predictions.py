"""Tables of predictions with odd names and mixed types, and the warnings about them."""

import numpy as np
import pandas as pd
import pytest
from looped import loop_over

import benchreport  # noqa: F401 - registers df.bench
from benchreport.data import Predictions, Roles, Scores
from benchreport.data.reading_overview import predictions_in_words
from benchreport.errors import BenchreportError, DataError, DesignError, OptionError, RoleError

TRUTH = [1, 0, 1, 0, 1, 1]
A, B = [1, 0, 0, 0, 1, 1], [0, 0, 1, 1, 1, 1]
WIDE = pd.DataFrame({"y_true": TRUTH, "a": A, "b": B})
LONG = WIDE.assign(example=range(6)).melt(
    ["example", "y_true"], var_name="model", value_name="prediction"
)


def read(frame, **roles):
    return Predictions.from_frame(frame, Roles(**roles))


def refusal(frame, **roles):
    with pytest.raises(BenchreportError) as caught:
        read(frame, **roles)
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize(
    "names",
    [
        ("truth", "b"),
        ("y_true", "example"),
        ("dataset", "weight"),
        ("Unnamed: 0", "fold"),
        ("a_score", "b_score"),
        ("net_prob_large", "net"),
    ],
)
def test_long_models_may_be_called_anything(names):
    renamed = LONG.assign(model=LONG["model"].map(dict(zip("ab", names, strict=True))))
    predictions = read(renamed)
    assert predictions.algorithms == names
    assert predictions.correct.tolist() == read(LONG).correct.tolist()


def test_names_that_are_written_alike():
    wide = pd.DataFrame({"truth": TRUTH, 1: A, "1": B})
    assert "two columns are both written 1: 1 and '1'" in refusal(wide).message
    long = LONG.assign(model=LONG["model"].map({"a": 1, "b": "1"}))
    assert "two models are both written 1" in refusal(long).message
    datasets = WIDE.assign(dataset=[1, 1, 1, "1", "1", "1"])
    assert "two datasets are both written 1" in refusal(datasets).message


def test_score_procedures_refuse_predictions():
    for frame in (WIDE, LONG, WIDE.astype(float).assign(c=0.5)):
        with pytest.raises(RoleError, match="looks like a table of predictions") as caught:
            Scores.from_frame(frame, Roles(higher_is_better=True))
        assert "df.bench.metrics()" in caught.value.hint
    # classes cross as algorithms and datasets do
    named = WIDE.replace({0: "no", 1: "yes"}).assign(example=[f"e{n}" for n in range(len(WIDE))])
    with pytest.raises(RoleError, match="looks like a table of predictions"):
        Scores.from_frame(named, Roles(higher_is_better=True))
    crossing = pd.DataFrame(
        {"label": list("xxyy"), "place": list("abab"), "accuracy": [0.9, 0.8, 0.7, 0.6]}
    )
    with pytest.raises(RoleError, match="cross; which of them"):
        Scores.from_frame(crossing)
    labelled = pd.DataFrame(
        {
            "model": list("abab"),
            "dataset": list("xxyy"),
            "auc": [0.9, 0.8, 0.7, 0.6],
            "label": "run1",
        }
    )
    assert Scores.from_frame(labelled).values.shape == (2, 2)
    assert not Predictions.suits(labelled)


def test_two_truths_are_asked_about():
    frame = WIDE.assign(target=TRUTH, label=TRUTH).drop(columns="y_true")
    assert Predictions.suits(frame)
    assert "2 columns could be the truth" in repr(frame.bench)


@pytest.mark.parametrize("role", ["dataset", "example", "fold"])
def test_empty_names_are_refused(role):
    frame = WIDE.assign(**{role: ["p", "p", "q", "q", None, "q"]})
    name = "repeat" if role == "fold" else role
    assert f"1 row without a {name}, column {role!r}: row 4" in refusal(frame).message


def test_a_model_without_a_name_is_refused():
    frame = LONG.assign(model=LONG["model"].where(LONG.index > 0))
    assert "rows without a model" in refusal(frame).message


@loop_over(
    ("truth", "predicted"),
    [
        (np.array(TRUTH, dtype=bool), A),
        (TRUTH, np.array(A, dtype=bool)),
        (pd.array(TRUTH, dtype="boolean"), A),
        (TRUTH, pd.array(A, dtype="boolean")),
        (TRUTH, [f"{label}.0" for label in A]),
        ([str(label) for label in TRUTH], A),
        ([str(bool(label)) for label in TRUTH], A),
    ],
)
def test_zero_and_one_are_false_and_true(truth, predicted):
    predictions = read(pd.DataFrame({"y_true": truth, "a": predicted}))
    assert len(predictions.classes) == 2
    assert predictions.correct[:, 0].tolist() == [
        one == other for one, other in zip(TRUTH, A, strict=True)
    ]


def test_a_hint_never_suggests_classes_for_other_values():
    truth = ["yes", "no", "yes", "no", "yes", "yes"]
    strangers = refusal(pd.DataFrame({"y_true": truth, "a": A}))
    assert "classes=" not in strangers.hint
    assert ".map(" in strangers.hint
    folded = refusal(pd.DataFrame({"y_true": truth, "a": [f" {label.title()}" for label in truth]}))
    assert "makes them alike" in folded.hint
    values = refusal(pd.DataFrame({"y_true": TRUTH, "a": np.linspace(-1.1, 2, 6)}))
    assert "task='regression'" in values.hint
    many = pd.DataFrame(
        {"y_true": [*"ab"] * 20, "a": ["a", *[f"c{number}" for number in range(39)]]}
    )
    assert len(refusal(many).hint) < 200


def test_classes_and_positive_are_read_as_labels():
    assert read(WIDE, classes=[0.0, 1.0]).classes == ("0", "1")
    assert read(WIDE, classes=[True, False]).classes == ("1", "0")
    assert read(WIDE, positive=True).positive == "1"
    assert read(WIDE, positive=0.0).positive == "0"
    for classes in ([0, 0, 1], "01"):
        with pytest.raises(OptionError, match="classes must list each label once"):
            read(WIDE, classes=classes)


def test_text_where_numbers_are_due():
    values = pd.DataFrame({"y_true": [0.5, 1.5, 2.5], "a": ["x", "1", "2"]})
    assert "not numbers: 'x'" in refusal(values).message
    assert "not numbers" in refusal(WIDE.assign(weight="heavy")).message
    assert (
        "not numbers"
        in refusal(pd.DataFrame({"y_true": list("ab"), "m": [1, 2]}), task="regression").message
    )
    assert "is infinite for example 1" in refusal(values.assign(a=[1.0, np.inf, 2.0])).message
    infinite = pd.DataFrame({"y_true": [1, 0], "m_score": [np.inf, 0.0]})
    assert "infinite scores" in refusal(infinite).message


def test_one_model_under_scikit_learns_names():
    frame = pd.DataFrame({"y_true": TRUTH, "y_pred": A, "y_score": np.linspace(0, 1, 6)})
    predictions = read(frame)
    assert predictions.algorithms == ("model",)
    assert predictions.predicted[:, 0].tolist() == A
    assert predictions.scores is not None
    assert read(frame.drop(columns="y_pred").rename(columns={"y_score": "y_proba"})).has_labels


def test_models_called_like_scores():
    truth = ["good", "bad", "good"]
    predictions = read(pd.DataFrame({"truth": truth, "credit_score": truth, "tree": truth}))
    assert predictions.algorithms == ("credit_score", "tree")
    numbers = read(WIDE.rename(columns={"a": "credit_score"}))
    assert numbers.algorithms == ("credit_score", "b")
    versions = WIDE.rename(columns={"a": "net_score_v2", "b": "net_score_v3"})
    assert read(versions).algorithms == ("net_score_v2", "net_score_v3")


def test_one_score_of_many_classes():
    frame = pd.DataFrame({"y_true": list("abc") * 2, "m_score": np.linspace(0, 1, 6)})
    assert "one score per model cannot tell 3 classes apart" in refusal(frame).message
    assert "one score per model" in repr(frame.bench)
    predictions = read(frame.assign(m_score=[0.1, 0.2, 0.9] * 2), positive="c")
    assert not predictions.has_labels
    assert predictions.binary_scores("roc")[2, 0] == 0.9


def test_one_class_against_the_rest():
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(0)
    truth = np.array(list("abc") * 30)
    chances = rng.dirichlet(np.ones(3), 90)
    frame = pd.DataFrame({"y_true": truth})
    for place, label in enumerate("abc"):
        frame[f"m_probability_{label}"] = chances[:, place]
    with pytest.raises(DesignError, match="is of one class against the rest") as caught:
        frame.bench.roc()
    assert caught.value.hint == "df.bench(positive='c')"
    row = frame.bench(positive="c").metrics(["auc"]).rows[0]
    assert row.estimate == pytest.approx(metrics.roc_auc_score(truth == "c", chances[:, 2]))


def test_scores_alone_are_enough_for_ranking():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 60)
    frame = pd.DataFrame({"y_true": truth})
    for name in "ab":
        frame[f"{name}_score"] = rng.normal(truth, 2)
    assert frame.bench.delong().comparisons[0].p_value > 0
    assert frame.bench.metrics().names == ("auc", "average_precision")
    with pytest.raises(DesignError, match="do not say which class"):
        frame.bench.mcnemar()


def test_folds_are_no_model():
    frame = WIDE.assign(fold=[0, 0, 0, 1, 1, 1])
    predictions = read(frame)
    assert predictions.algorithms == ("a", "b")
    assert predictions.repeats == ("0", "1")
    table = frame.bench.to_scores(metric="accuracy", by="repeat")
    assert table.block_kind == "repeat"
    assert table.values.tolist() == [[2 / 3, 2 / 3], [1.0, 2 / 3]]
    both = pd.concat([frame.assign(dataset="d"), frame.assign(dataset="e")])
    assert both.bench.to_scores(metric="accuracy", by="repeat").counts.max() == 2
    seeds = pd.concat([LONG.assign(seed=1), LONG.assign(seed=2)])
    assert read(seeds).n == 12
    parts = WIDE.assign(split=["train"] * 3 + ["test"] * 3)
    with pytest.raises(RoleError, match="names parts of the data"):
        read(parts)


def test_weights_must_not_differ_between_models():
    frame = LONG.assign(weight=np.arange(12) + 1.0)
    assert isinstance(refusal(frame), DataError)
    assert "more than one weight" in refusal(frame).message


def test_check_names_likely_slips():
    assert "check:" not in predictions_in_words(read(WIDE.assign(example=range(6))))
    twice = WIDE.assign(example=[0, 0, 1, 2, 3, 4])
    assert "check: 1 row is of an example" in predictions_in_words(read(twice))
    turned = pd.DataFrame({"y_true": TRUTH, "a": A, "a_probability": 1 - 0.8 * np.array(A)})
    text = predictions_in_words(read(turned))
    assert "labels of a contradict its scores for 100 % of the examples" in text
    assert "repeats: 1, 2" in predictions_in_words(read(WIDE.assign(seed=[1, 2] * 3)))


def test_repeats_of_the_same_examples_are_alike():
    seeds = pd.concat([LONG.assign(seed=1), LONG.assign(seed=2)])
    with pytest.raises(DesignError, match="12 of 6 examples, in 2 repeats that are alike"):
        seeds.bench.mcnemar()
    verdict = seeds.bench.analyze_predictions().sentences
    assert (
        "Each of 6 examples was tried up to 2 times; these repeats were first averaged within the example."
        in verdict
    )
    assert LONG.bench.mcnemar().assumptions[0].outcome == "not checked"


def test_scores_of_one_model_in_two_columns():
    frame = pd.DataFrame({"y_true": TRUTH, "a_score": 0.5, "a_probability": 0.4})
    assert "'a_score' and 'a_probability' both hold the scores of a" in refusal(frame).message


def test_long_scores_may_be_called_so():
    frame = LONG.drop(columns="prediction").assign(score=np.linspace(0, 1, 12))
    assert read(frame).scores is not None
    assert Predictions.suits(frame)
    with pytest.raises(RoleError):
        Scores.from_frame(frame.assign(probability=0.5), Roles(higher_is_better=True))


@pytest.mark.parametrize(
    ("truth", "predicted"),
    [("7", "007"), ("1000", "1e3"), ("10", "1_0"), (2**53, 2**53 + 1), ("inf", "infinity")],
)
def test_labels_that_only_look_alike_stay_apart(truth, predicted):
    frame = pd.DataFrame({"y_true": [truth, 5, truth], "a": [predicted, 5, predicted]}).astype(str)
    assert "never has" in refusal(frame).message


def test_two_classes_of_one_value_take_no_third_spelling():
    frame = pd.DataFrame({"y_true": ["1", "1.0", "True"], "a": ["1", "1.00", "True"]})
    assert "never has: 1.00" in refusal(frame).message


def test_classes_in_column_names_are_labels():
    for low, high in (("0.0", "1.0"), ("False", "True")):
        frame = pd.DataFrame({"y_true": TRUTH})
        frame[f"m_probability_{low}"], frame[f"m_probability_{high}"] = 0.25, 0.75
        assert read(frame).algorithms == ("m",)
        assert read(frame).scores.tolist() == [[0.75]] * 6


def test_few_examples_never_show_much():
    frame = pd.DataFrame(
        {"y_true": [0, 0, 1, 1], "a_probability": [0.1, 0.2, 0.8, 0.9], "b_probability": 0.5}
    )
    # all four signs are the same with probability 2 · ½⁴
    assert frame.bench.delong().comparisons[0].p_value == 0.125
    assert frame.bench.metric_bootstrap(metric="auc").comparisons[0].p_value == 0.125


CLASSES = pd.DataFrame({"text": [f"sentence {i}" for i in range(6)], "y_true": list("aabbca")})
CLASSES = CLASSES.assign(net=list("aabbcb"), tree=list("abbbca"))


def test_the_texts_that_were_classified_are_no_model():
    assert read(CLASSES).algorithms == ("net", "tree")
    assert read(CLASSES).sha256 == read(CLASSES.drop(columns="text")).sha256
    # called by the caller, it is one
    assert "labels that the truth never has" in refusal(CLASSES, algorithm=["text", "net"]).message


def test_a_column_with_other_labels_may_be_left_out_by_listing_the_models():
    frame = CLASSES.assign(length=[3, 5, 7, 4, 9, 8])
    error = refusal(frame)
    assert "by length for example 0" in error.message
    assert error.hint.endswith("df.bench(algorithm=['net', 'tree'])")
    assert read(frame, algorithm=["net", "tree"]).algorithms == ("net", "tree")


def test_whole_numbers_beside_measured_predictions_are_asked_about():
    frame = pd.DataFrame({"y_true": [0.5, 1.2, 2.1, 3.3], "visit": [1, 2, 1, 2]})
    frame = frame.assign(ridge=frame["y_true"] + 0.1, forest=frame["y_true"] - 0.2)
    error = refusal(frame)
    assert "visit holds whole numbers" in error.message
    assert error.hint.startswith("df.bench(algorithm=['ridge', 'forest'])")
    assert read(frame, algorithm=["ridge", "forest"]).algorithms == ("ridge", "forest")
    assert read(frame, algorithm=["visit", "ridge", "forest"]).algorithms[0] == "visit"


def test_a_column_most_of_whose_labels_are_unknown_may_be_no_model():
    frame = pd.DataFrame(
        {
            "y_true": [1, 0, 1, 0, 1, 0],
            "batch": [1, 1, 2, 2, 3, 3],
            "svm": [1, 0, 1, 1, 1, 0],
            "knn": [0, 0, 1, 0, 1, 0],
        }
    )
    refused = refusal(frame)
    assert "never has: 2, 3" in refused.message
    assert refused.hint == "df.bench(algorithm=['svm', 'knn']) if 'batch' is no model"
    assert frame.bench(algorithm=["svm", "knn"]).predictions.algorithms == ("svm", "knn")


def test_whether_a_prediction_is_right_is_no_other_model():
    frame = pd.DataFrame({"sample": [*"uvwxyz"], "true_label": TRUTH, "predicted": A})
    frame["probability"] = np.linspace(0, 1, 6)
    predictions = read(frame.assign(correct=frame.true_label == frame.predicted))
    assert predictions.algorithms == ("model",)
    assert predictions.scores is not None


def test_a_long_table_without_examples_says_how_to_number_them():
    frame = LONG.drop(columns="example")
    with pytest.raises(RoleError, match=r"needs a column that says which example") as caught:
        Predictions.from_frame(frame)
    assert "df.assign(example=df.groupby('model').cumcount())" in caught.value.hint


@pytest.mark.parametrize(
    "columns", [["image"], ["image", "serial", "constant", "noise"], ["image", "copy"]]
)
def test_the_only_column_that_numbers_the_examples_is_named(columns):
    rows = pd.DataFrame({"model": np.repeat(["a", "b", "c"], 10), "y_true": ["x", "y"] * 15})
    rows["y_pred"] = rows["y_true"]
    numbered = rows.assign(
        image=[*range(10)] * 3, serial=range(30), constant=1, noise=[0.5, *range(9)] * 3
    ).assign(copy=lambda frame: frame["image"] + 1)
    with pytest.raises(RoleError, match="which example each row is about") as caught:
        numbered[["model", "y_true", "y_pred", *columns]].bench.metrics()
    # a float numbers nothing, and of two columns none is proposed
    assert ("example='image'" in caught.value.hint) == ("copy" not in columns)
    assert "example=''" not in caught.value.hint


def test_probabilities_of_each_class_need_no_word_between_model_and_class():
    rng = np.random.default_rng(0)
    names = ["cat", "big dog", "owl"]
    truth = np.repeat(names, 20)
    chances = {model: rng.dirichlet(np.ones(3), 60) for model in ("rf", "my_svm")}
    plain, said = (
        pd.DataFrame(
            {
                f"{model}{between}_{name}": table[:, place]
                for model, table in chances.items()
                for place, name in enumerate(names)
            }
        ).assign(y_true=truth)
        for between in ("", "_proba")
    )
    read = Predictions.from_frame(plain)
    assert read.algorithms == ("rf", "my_svm")
    assert read.sha256 == Predictions.from_frame(said).sha256
    # labels of numbered models are labels
    labels = pd.DataFrame(rng.integers(0, 2, (30, 4)), columns=["a_0", "a_1", "b_0", "b_1"])
    numbered = Predictions.from_frame(labels.assign(y_true=[0, 1] * 15))
    assert numbered.algorithms == ("a_0", "a_1", "b_0", "b_1")


@pytest.mark.parametrize("name", ["y_pred_{}", "{}_pred", "prediction_{}", "{} predicted"])
def test_models_are_called_by_what_tells_their_predictions_apart(name):
    frame = pd.DataFrame({"y_test": [0, 1] * 10, "svm": [0, 1] * 10, "knn": [1, 1] * 10})
    named = frame.rename(columns={model: name.format(model) for model in ("svm", "knn")})
    assert Predictions.from_frame(named).algorithms == ("svm", "knn")
    assert Predictions.from_frame(named).sha256 == Predictions.from_frame(frame).sha256
