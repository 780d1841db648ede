"""Experiments: the same splits for all, the same bytes however they run, tables that df.bench reads."""

import io
import random
import sys
import tracemalloc
import warnings

import joblib
import numpy as np
import pandas as pd
import pytest
from needs import LONG
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_breast_cancer, load_iris, make_classification
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression
from sklearn.metrics import accuracy_score, f1_score, make_scorer
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_info

import benchreport  # noqa: F401 - registers df.bench
from benchreport.data import Curves, Predictions
from benchreport.errors import ExperimentError, OptionError
from benchreport.experiments import Bootstrap, Holdout, KFold, run
from benchreport.experiments import tasks as module
from benchreport.experiments.cells import Cell, seed_of
from benchreport.experiments.resampling import draw_subset

X, Y = make_classification(80, 6, random_state=3)
SMALL = {"a": (X, Y), "b": (X[:60], Y[:60])}
MODELS = {
    "bayes": GaussianNB(),
    "forest": RandomForestClassifier(5),
    "svm": make_pipeline(StandardScaler(), SVC()),
}


class Fails(ClassifierMixin, BaseEstimator):
    """Fails on training sets whose first feature is large."""

    def __init__(self, least=0.0):
        self.least = least

    def fit(self, features, target):
        assert len(features) == len(target)
        if len(target) == self.least:
            raise ValueError("no such table")
        warnings.warn("a note of its own", UserWarning, stacklevel=2)
        self.classes_ = np.unique(target)
        return self

    def predict(self, features):
        return np.full(len(features), self.classes_[0])


@pytest.fixture(scope="module")
def plain():
    return run(MODELS, SMALL, resampling=KFold(3), seed=4, positive=1)


def test_scores_are_those_of_scikit_learn():
    forest = RandomForestClassifier(5, random_state=1)
    result = run(
        {"forest": forest}, SMALL, resampling="5-fold", seed=2, metrics=["accuracy", "auc"]
    )
    folds = StratifiedKFold(5, shuffle=True, random_state=seed_of(2, "a"))
    theirs = cross_validate(forest, X, Y, cv=folds, scoring=["accuracy", "roc_auc"])
    ours = result.scores.query("dataset == 'a'").set_index(["metric", "fold"])["value"]
    assert ours["accuracy"].to_list() == theirs["test_accuracy"].tolist()
    assert ours["auc"].tolist() == theirs["test_roc_auc"].tolist()


def test_nested_cross_validation_is_the_loop_written_by_hand():
    search = GridSearchCV(SVC(), {"C": [0.01, 1, 100]}, cv=StratifiedKFold(3))
    result = run({"svm": search}, SMALL, resampling="5-fold")
    outer = StratifiedKFold(5, shuffle=True, random_state=seed_of(0, "a"))
    by_hand = []
    for train, test in outer.split(X, Y):
        model = clone(search).fit(X[train], Y[train])
        score = accuracy_score(Y[test], model.predict(X[test]))
        by_hand.append((score, model.best_score_, f"C={model.best_params_['C']}"))
    scores = result.scores.query("dataset == 'a'")["accuracy"]
    chosen = result.tuning.query("dataset == 'a'")
    found = zip(scores, chosen["inner_score"], chosen["parameters"], strict=True)
    assert list(found) == by_hand
    inner = result.estimates().of("svm", "a", "inner").estimate
    assert inner == pytest.approx(np.mean([row[1] for row in by_hand]))
    assert "too good" in str(result.estimates())


def test_all_estimators_are_tested_on_the_same_examples(plain):
    frame = plain.predictions
    tested = frame.groupby(["algorithm", "dataset", "fold"])["example"].agg(tuple)
    for name in ("bayes", "forest"):
        assert tested[name].tolist() == tested["svm"].tolist()
    assert plain.scores.bench.synchronized_splits().rows == ()


def test_tables_are_read_without_a_question(plain):
    expected = "3 algorithms × 2 datasets, 3 scores each; accuracy, higher is better"
    assert str(plain.scores.bench) == expected
    assert Predictions.from_frame(plain.predictions).algorithms == tuple(MODELS)
    assert plain.scores.bench.friedman().summary


def test_predictions_know_the_class_of_their_probabilities():
    labels = np.array(["no", "maybe"])[Y]
    models = [GaussianNB(), DecisionTreeClassifier()]
    result = run(models, {"a": (X, labels)}, positive="maybe", resampling="3-fold")
    predictions = Predictions.from_frame(result.predictions)
    assert predictions.positive == "maybe"
    assert predictions.scores.shape == (80, 2)
    # a support vector machine has no probabilities, and gaps could not be compared
    mixed = run([*models, SVC()], {"a": (X, labels)}, positive="maybe", resampling="3-fold")
    assert "probability" not in mixed.predictions
    assert "no probabilities of 'maybe'" in str(mixed)


def test_several_metrics_and_losses_are_read_with_their_directions():
    result = run([GaussianNB(), DummyClassifier()], SMALL, metrics=["accuracy", "log_loss"])
    frame = result.scores
    assert frame.attrs["higher_is_better"] == {"accuracy": True, "log_loss": False}
    assert str(frame.bench(metric="log_loss")).endswith("log_loss, lower is better")
    assert (frame.loc[frame["metric"] == "log_loss", "value"] > 0).all()


def test_corrected_tests_know_the_share_of_test_examples():
    result = run(
        [GaussianNB(), DecisionTreeClassifier()], {"a": (X, Y)}, resampling=Holdout(0.3, 10)
    )
    known = result.scores.bench.corrected_t()
    assert known == result.scores.bench.corrected_t(test_fraction=0.3)
    assert known != result.scores.bench.corrected_t(test_fraction=0.5)
    analysis = result.scores.bench.analyze()
    assert analysis.pairs[0].procedure == "corrected_t"


def test_5x2_folds_are_what_their_test_takes():
    result = run([GaussianNB(), DecisionTreeClassifier()], {"a": (X, Y)}, resampling="5x2")
    assert result.scores.bench.cv5x2_t().procedure == "cv5x2_t"


def test_neither_order_nor_company_changes_a_cell(plain):
    other = run(
        {"svm": MODELS["svm"], "tree": DecisionTreeClassifier(), "forest": MODELS["forest"]},
        {"c": (X[20:], Y[20:]), "b": SMALL["b"]},
        resampling=KFold(3),
        seed=4,
    )
    keys = ["algorithm", "dataset", "fold"]
    both = plain.scores.merge(other.scores, on=keys)
    assert len(both) == 6
    assert both["accuracy_x"].equals(both["accuracy_y"])


def test_the_seed_changes_splits_and_forests(plain):
    other = run(MODELS, SMALL, resampling=KFold(3), seed=5)
    assert not other.scores["accuracy"].equals(plain.scores["accuracy"])
    assert len(plain.differences(other)) > 0
    assert len(plain.differences(run(MODELS, SMALL, resampling=KFold(3), seed=4))) == 0


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_two_processes_or_threads_give_the_same_bytes(plain, backend):
    with joblib.parallel_config(backend):
        other = run(MODELS, SMALL, resampling=KFold(3), seed=4, positive=1, n_jobs=2)
    assert other.digest == plain.digest


@pytest.mark.filterwarnings("ignore")
def test_threads_leave_the_process_as_it_was():
    before = [library["num_threads"] for library in threadpool_info()], warnings.filters[:]
    with joblib.parallel_config("threading"):
        run({"fails": Fails(40)}, SMALL, resampling=KFold(3), n_jobs=2)
    assert (
        [library["num_threads"] for library in threadpool_info()],
        warnings.filters[:],
    ) == before


@pytest.mark.needs("dask")
@pytest.mark.filterwarnings("ignore")
def test_dask_gives_the_same_bytes(plain):
    from distributed import Client

    with (
        Client(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None),
        joblib.parallel_config("dask"),
    ):
        other = run(MODELS, SMALL, resampling=KFold(3), seed=4, positive=1)
    assert other.digest == plain.digest


def test_the_random_numbers_of_the_caller_go_on():
    random.seed(1)
    first = random.random()  # noqa: S311 - any number
    random.seed(1)
    run([GaussianNB()], SMALL, resampling="3-fold")
    assert random.random() == first  # noqa: S311


def test_a_fit_that_fails_is_recorded_and_others_go_on():
    result = run({"bayes": GaussianNB(), "fails": Fails(40)}, SMALL, resampling=KFold(3))
    assert result.failures["error"].unique().tolist() == ["ValueError: no such table"]
    assert result.failures["dataset"].unique().tolist() == ["b"]
    missing = result.scores[result.scores["accuracy"].isna()]
    assert missing[["algorithm", "dataset"]].to_numpy().tolist() == [["fails", "b"]] * 3
    text = str(result)
    assert "3 of 12 fits failed, and their scores are missing" in text
    assert "3 fits of fails warned: UserWarning: a note of its own" in text
    rows = result.scores.bench.synchronized_splits().rows
    assert [(row.algorithm, row.dataset) for row in rows] == [("fails", "b")] * 3


def test_a_metric_that_fails_leaves_the_others():
    result = run(
        [SVC(), GaussianNB()], SMALL, metrics=["accuracy", "log_loss"], resampling="3-fold"
    )
    values = result.scores.groupby(["algorithm", "metric"])["value"].count()
    assert values.to_dict()["SVC", "accuracy"] == 6
    assert values.to_dict()["SVC", "log_loss"] == 0
    assert result.failures["error"].str.startswith("log_loss: AttributeError").all()


def test_an_experiment_without_any_score_is_an_error():
    with pytest.raises(
        ExperimentError, match="no fit of 3 gave a score; the first: accuracy: ValueError"
    ):
        run([LinearRegression()], {"a": (X, Y)}, metrics="accuracy", resampling="3-fold")


@LONG
def test_leave_one_out_pools_predictions():
    models = {"bayes": GaussianNB(), "knn": KNeighborsClassifier(3)}
    result = run(models, SMALL, resampling="leave-one-out", metrics=["f1", "auc"])
    frame = result.predictions.query("algorithm == 'knn' and dataset == 'b'")
    assert frame["example"].tolist() == list(range(60))
    expected = f1_score(frame["y_true"], frame["prediction"])
    scores = result.scores.set_index(["algorithm", "dataset", "metric"])["value"]
    assert scores["knn", "b", "f1"] == expected
    assert 0.5 < scores["bayes", "a", "auc"] <= 1
    with_auc = run({"knn": models["knn"]}, SMALL, resampling="leave-one-out", metrics="auc")
    assert with_auc.scores["auc"].tolist() == scores[:, :, "auc"]["knn"].tolist()


def test_leave_one_out_of_a_thousand_examples_streams(monkeypatch):
    data = {"d": make_classification(1000, 4, random_state=0)}

    def predict_zero(key, *others):
        *_, split, _ = others
        return Cell(key=key, scores={}, places=split.test, predicted=np.zeros(1, dtype=int))

    # fits would take most of the time, as memory is traced
    monkeypatch.setattr(module, "run_cell", predict_zero)
    tracemalloc.start()
    result = run([DummyClassifier()], data, resampling="leave-one-out")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(result.predictions) == 1000
    # all training sets at once would be 8 MB
    assert most < 4e6


def test_learning_curves_are_read_as_curves():
    result = run(
        [GaussianNB(), DecisionTreeClassifier()],
        SMALL,
        train_sizes=[0.2, 0.5, 1],
        resampling="3-fold",
    )
    frame = result.curves
    assert sorted(frame.query("dataset == 'a' and fold == 1")["train_size"].unique()) == [
        11,
        26,
        53,
    ]
    curves = Curves.from_frame(frame)
    assert (curves.step, len(curves.runs)) == ("train_size", 12)
    # a model of more examples is used as it is, not as the best so far
    assert not frame.bench.curve_summary().best_so_far
    train, test = next(StratifiedKFold(3, shuffle=True, random_state=seed_of(0, "a")).split(X, Y))
    part = draw_subset(train, 26, (0, 1))
    by_hand = GaussianNB().fit(X[part], Y[part]).score(X[test], Y[test])
    bayes = "algorithm == 'GaussianNB' and dataset == 'a' and fold == 1 and train_size == 26"
    assert frame.query(bayes)["accuracy"].tolist() == [by_hand]
    learned = result.learning_curve()
    assert learned.runs[0].train is not None
    assert len(result.scores) == 12
    whole = run([GaussianNB(), DecisionTreeClassifier()], SMALL, resampling="3-fold")
    bayes = "algorithm == 'GaussianNB'"
    np.testing.assert_allclose(
        result.scores.query(bayes)["accuracy"], whole.scores.query(bayes)["accuracy"]
    )


def test_three_way_splits_choose_by_the_second_set():
    models = {f"{k} neighbours": KNeighborsClassifier(k) for k in (1, 5, 25)}
    result = run(models, SMALL, resampling="three-way")
    validation, test = result.scores_on("validation"), result.scores
    assert len(validation) == len(test) == 6
    order = ["25 neighbours", "5 neighbours", "1 neighbours"]
    chosen = validation.bench.one_standard_error(complexity=order).chosen
    assert chosen in models


def test_training_scores_and_times():
    result = run([DecisionTreeClassifier()], SMALL, resampling="3-fold", train_scores=True)
    assert result.scores_on("train")["accuracy"].tolist() == [1.0] * 6
    assert (result.times[["fit_time", "predict_time"]] > 0).all(axis=None)


def test_metrics_by_name_and_function():
    scorers = {"half": make_scorer(lambda truth, predicted: accuracy_score(truth, predicted) / 2)}
    halves = run([GaussianNB()], SMALL, metrics=scorers, resampling="3-fold").scores["half"]
    wholes = run([GaussianNB()], SMALL, resampling="3-fold").scores["accuracy"]
    np.testing.assert_allclose(halves * 2, wholes)


def test_regression_is_scored_by_r_squared():
    features = np.random.default_rng(0).normal(size=(50, 2))
    data = {
        "line": (features, features @ [1.0, 2.0] + 0.1),
        "other": (features, features[:, 0] ** 2),
    }
    result = run([LinearRegression()], data, resampling="5-fold")
    assert result.scores.columns[-1] == "r2"
    assert result.scores["r2"][:5].tolist() == pytest.approx([1.0] * 5)


def test_bootstraps_leave_the_fit_to_all_out_of_the_scores():
    result = run([GaussianNB(), DummyClassifier()], SMALL, resampling=Bootstrap(4))
    assert sorted(result.scores["split"].unique()) == [1, 2, 3, 4]
    assert len(result.cells) == 20


def test_names_are_lists_files_and_bunches(tmp_path):
    frame = load_iris(as_frame=True).frame
    for name in ("one", "two"):
        frame.sample(60, random_state=1).to_csv(tmp_path / f"{name}.csv", index=False)
    result = run([GaussianNB()], [str(tmp_path / "*.csv"), "iris"], resampling="3-fold")
    assert [data.name for data in result.datasets] == ["one", "two", "iris"]
    bunch = run([GaussianNB()], {"x": load_breast_cancer(), "y": frame}, resampling="3-fold")
    assert bunch.scores["accuracy"].min() > 0.8


def test_texts_are_classes():
    labels = np.array(["no", "yes"], dtype=object)[Y]
    result = run([GaussianNB()], {"a": (X, labels)}, positive="yes", resampling="3-fold")
    assert set(result.predictions["prediction"]) == {"no", "yes"}
    assert result.predictions["probability"].between(0, 1).all()


@pytest.mark.parametrize(
    ("estimators", "datasets", "options", "message"),
    [
        (SVC, SMALL, {}, "estimators should have fit, predict and get_params"),
        ([], SMALL, {}, "got none"),
        ([SVC(), SVC(C=2)], SMALL, {}, "these occur twice: SVC"),
        ([SVC()], [], {}, "there is no dataset"),
        ([SVC()], ["iris", "iris"], {}, "names occur twice"),
        ([SVC()], "irsi", {}, "dataset must be one of"),
        ([SVC()], [(X, Y)], {}, "a dataset needs a name"),
        ([SVC()], load_iris(), {}, "a dataset needs a name"),
        ([SVC()], load_iris(as_frame=True).frame, {}, "a dataset needs a name"),
        ([SVC()], SMALL, {"resampling": "1-fold"}, "folds must be a whole number above 1"),
        ([SVC()], {"a": X}, {}, r"dataset 'a' should be \(X, y\)"),
        ([SVC()], {"a": (X, Y[:5])}, {}, "different numbers of examples: 80 in X, 5 in y"),
        (
            [SVC()],
            {"a": pd.DataFrame({"u": [1], "v": [2]})},
            {},
            "no column of 'a' is called a target",
        ),
        ([SVC()], {"a": (X, np.where(Y, np.nan, 1.0))}, {}, "lacks the target of"),
        ([SVC()], SMALL, {"metrics": "acuracy"}, "metrics must be one of"),
        (
            [SVC()],
            SMALL,
            {"train_sizes": [2]},
            "train_sizes must be a number above 0 and at most 1",
        ),
        ([SVC()], SMALL, {"seed": -1}, "seed must be a whole number"),
        ([SVC()], SMALL, {"leaks": "ignore"}, "leaks must be one of"),
    ],
)
def test_what_cannot_be_used_is_an_error(estimators, datasets, options, message):
    with pytest.raises(ValueError, match=message) as caught:
        run(estimators, datasets, **options)
    assert type(caught.value).__module__ == "benchreport.errors"


def test_functions_without_a_name_may_prepare():
    model = make_pipeline(FunctionTransformer(lambda rows: rows * 2), GaussianNB())
    assert len(run({"doubled": model}, SMALL, resampling="3-fold").scores) == 6


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_is_shown_on_terminals_after_a_while(monkeypatch):
    for stream, wait, shown in (
        (Terminal(), 0.0, True),
        (Terminal(), 60.0, False),
        (io.StringIO(), 0.0, False),
    ):
        monkeypatch.setattr(module, "WAIT", wait)
        monkeypatch.setattr("benchreport.progress.EVERY", 0.0)
        monkeypatch.setattr(sys, "stderr", stream)
        run([GaussianNB()], SMALL, resampling="3-fold")
        assert ("running the experiment: 50%" in stream.getvalue()) == shown
        assert not stream.getvalue() or stream.getvalue().endswith("\r\x1b[K")


def test_progress_is_shown_in_notebooks(monkeypatch):
    cell = type("OutStream", (io.StringIO,), {"__module__": "ipykernel.iostream"})()
    monkeypatch.setattr(module, "WAIT", 0.0)
    monkeypatch.setattr("benchreport.progress.EVERY", 0.0)
    monkeypatch.setattr(sys, "stderr", cell)
    run([GaussianNB()], SMALL, resampling="3-fold")
    assert "running the experiment: 50%" in cell.getvalue()


def test_targets_of_objects_and_of_several_columns():
    numbers = run([GaussianNB()], {"a": (X, Y.astype(object))}, resampling="3-fold")
    assert numbers.predictions["prediction"].isin([0, 1]).all()
    both = {"a": (X, np.column_stack([Y, 1 - Y]))}
    result = run([KNeighborsClassifier()], both, resampling="3-fold")
    assert result.scores["accuracy"].between(0.5, 1).all()
    assert result.predictions.empty


def test_options_name_their_error():
    with pytest.raises(OptionError, match="metrics should be names of scorers; got 3"):
        run([GaussianNB()], SMALL, metrics=3)
