"""Results of cross_validate and of searches, as objects and as files."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.experimental import enable_halving_search_cv  # noqa: F401 - which makes it importable
from sklearn.model_selection import GridSearchCV, HalvingGridSearchCV, cross_validate
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from benchreport.data.readers import read
from benchreport.data.several import Several
from benchreport.errors import ReadError

FILES = Path(__file__).parents[3] / "tool_files" / "scikit_learn"
X, Y = load_iris(return_X_y=True)


def test_results_by_names_of_estimators():
    models = {
        "svm": SVC(),
        "dummy": DummyClassifier(),
        "tree": DecisionTreeClassifier(random_state=0),
    }
    results = {name: cross_validate(model, X, Y) for name, model in models.items()}
    frame = read(results)
    assert frame.columns.tolist() == ["algorithm", "fold", "score"]
    for name, result in results.items():
        rows = frame[frame["algorithm"] == name]
        assert rows["fold"].tolist() == [0, 1, 2, 3, 4]
        assert rows["score"].tolist() == result["test_score"].tolist()
    assert (
        repr(frame.bench)
        == "3 algorithms × 5 folds of one dataset, 1 score each; score, higher is better"
    )
    assert frame.attrs["source"] == "results of scikit-learn's cross_validate"


def test_one_result_is_of_one_estimator():
    frame = read(cross_validate(SVC(), X, Y, cv=3, return_estimator=True, return_indices=True))
    assert frame.columns.tolist() == ["algorithm", "fold", "accuracy"]
    assert set(frame["algorithm"]) == {"SVC"}
    assert set(read(cross_validate(SVC(), X, Y, cv=3))["algorithm"]) == {"estimator"}
    regressor = cross_validate(DummyRegressor(), X, Y, return_estimator=True)
    assert "r2" in read(regressor)


def test_several_scorers_are_rows_of_their_own_without_training_scores():
    scoring = {"acc": "accuracy", "loss": "neg_log_loss"}
    results = {
        name: cross_validate(model, X, Y, scoring=scoring, return_train_score=True)
        for name, model in {"tree": DecisionTreeClassifier(), "dummy": DummyClassifier()}.items()
    }
    frame = read(results)
    assert frame.groupby("metric").size().to_dict() == {"acc": 10, "loss": 10}
    assert frame.query("metric == 'loss'")["value"].max() <= 0
    # a scorer of a loss is negative, so that higher is better in spite of its name
    assert "loss, higher is better" in repr(frame.bench(metric="loss"))


def test_scorers_of_any_name_are_better_where_they_are_higher():
    scores = {"fit_time": [1, 1], "score_time": [1, 1], "test_mine": [1, 2], "test_loss": [-1, -2]}
    tables = Several.from_frame(read({"a": scores, "b": scores})).by_scores()
    assert {name: table.higher_is_better for name, table in tables.items()} == {
        "mine": True,
        "loss": True,
    }


def test_a_fold_that_failed_is_an_empty_cell():
    result = cross_validate(SVC(), X, Y) | {"test_score": np.array([0.5, np.nan, 0.5])}
    assert read({"a": result, "b": result})["score"].isna().tolist() == [False, True, False] * 2


def test_the_tools_direction_is_of_its_own_column_only():
    frame = read({name: cross_validate(SVC(), X, Y) for name in "ab"})
    frame["error"] = 1 - frame["score"]
    assert "error, lower is better" in repr(frame.bench(score="error"))
    assert "score, lower is better" in repr(frame.bench(score="score", higher_is_better=False))


def test_scores_of_another_length_are_named():
    with pytest.raises(
        ReadError, match="scores of svm differ in their number: a 2 folds, b 1 fold"
    ):
        read({"svm": {"fit_time": [1], "score_time": [1], "test_a": [1, 2], "test_b": [1]}})


@pytest.fixture
def search():
    return GridSearchCV(SVC(), {"C": [0.1, 1], "kernel": ["rbf"], "gamma": [0.5, 2.0]}, cv=3)


def test_a_search_has_one_algorithm_a_candidate(search):
    frame = read(search.fit(X, Y))
    names = ["C=0.1 gamma=0.5", "C=0.1 gamma=2", "C=1 gamma=0.5", "C=1 gamma=2"]
    assert frame["algorithm"].unique().tolist() == names
    assert frame.columns.tolist() == ["algorithm", "fold", "accuracy"]
    means = frame.groupby("algorithm")["accuracy"].mean()[names]
    assert means.tolist() == pytest.approx(search.cv_results_["mean_test_score"])


@pytest.mark.parametrize("as_frame", [False, True])
def test_cv_results_are_read_as_dict_and_as_frame(search, as_frame, tmp_path):
    results = search.fit(X, Y).cv_results_
    data = pd.DataFrame(results) if as_frame else results
    path = tmp_path / "search.csv"
    pd.DataFrame(results).to_csv(path)
    # without the search, the name of the score is unknown
    expected = read(search).rename(columns={"accuracy": "score"})
    pd.testing.assert_frame_equal(read(data), expected)
    pd.testing.assert_frame_equal(read(path), expected)


def test_a_search_by_one_scorer_is_called_by_it(search):
    search.set_params(scoring="f1_macro")
    assert "f1_macro" in read(search.fit(X, Y))


def test_parameters_that_some_candidates_lack():
    frame = read(FILES / "grid_search.csv")
    assert frame["algorithm"].unique().tolist() == [
        "C=0.01 kernel=linear",
        "C=1 kernel=linear",
        "C=0.01 kernel=rbf gamma=0.1",
        "C=0.01 kernel=rbf gamma=1",
        "C=1 kernel=rbf gamma=0.1",
        "C=1 kernel=rbf gamma=1",
    ]
    assert frame.query("fold == 4")["score"].tolist()[:2] == [0.966667, 1.0]
    assert repr(frame.bench).endswith("score, higher is better")


def test_parameters_that_some_candidates_of_an_object_lack(search):
    """They are masked there, and empty in a file."""
    search.set_params(param_grid=[{"C": [1, 2]}, {"gamma": [0.5]}])
    assert read(search.fit(X, Y))["algorithm"].unique().tolist() == ["C=1", "C=2", "gamma=0.5"]


def test_a_search_of_one_candidate_and_candidates_without_parameters(search):
    search.set_params(param_grid={"C": [1], "kernel": ["rbf"]})
    assert set(read(search.fit(X, Y))["algorithm"]) == {"C=1 kernel=rbf"}
    search.set_params(param_grid=[{"C": [2]}, {}])
    assert set(read(search.fit(X, Y))["algorithm"]) == {"C=2", "defaults"}
    search.set_params(param_grid={})
    assert set(read(search.fit(X, Y))["algorithm"]) == {"defaults"}


def test_parameters_of_two_steps_with_one_name_keep_their_steps():
    scores = {"mean_fit_time": [1, 1], "split0_test_score": [0.5, 0.6]}
    frame = read(scores | {"param_a__C": [1, 2], "param_b__C": [3, 4]})
    assert frame["algorithm"].tolist() == ["a__C=1 b__C=3", "a__C=2 b__C=4"]


def test_a_search_by_several_scorers():
    frame = read(FILES / "several_metrics.csv")
    assert set(frame["metric"]) == {"accuracy", "f1_macro", "neg_log_loss"}
    assert set(frame["fold"]) == {0, 1, 2, 3}
    written = pd.read_csv(FILES / "several_metrics.csv")
    cell = frame.query("metric == 'neg_log_loss' and fold == 1 and algorithm == 'n_neighbors=5'")
    assert cell["value"].tolist() == [written.loc[2, "split1_test_neg_log_loss"]]


def test_a_search_by_halving_tries_candidates_again():
    search = HalvingGridSearchCV(SVC(), {"C": [0.1, 1, 2]}, cv=2, random_state=0, min_resources=30)
    frame = read(search.fit(X, Y))
    assert {"C=0.1 iter=0", "C=1 iter=0", "C=2 iter=0"} < set(frame["algorithm"])
    assert any(name.endswith("iter=1") for name in frame["algorithm"])


def test_candidates_of_the_same_parameters_are_counted(search):
    results = search.fit(X, Y).cv_results_
    twice = {name: np.concatenate([values, values]) for name, values in results.items()}
    names = read(twice)["algorithm"].unique()
    assert names.tolist() == [f"candidate {number}" for number in range(8)]
