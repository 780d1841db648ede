"""Leaks that can be seen are errors, each with a way out; what only looks like one is not."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes, load_digits, make_classification
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LinearRegression, LogisticRegressionCV
from sklearn.model_selection import GridSearchCV, GroupKFold, TimeSeriesSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from benchreport.errors import DesignError
from benchreport.experiments import Dataset, run

X, Y = make_classification(60, 5, random_state=0)
GROUPS = np.arange(60) // 5


def attempt(model, data, **options):
    return run(
        {"model": model}, {"d": data}, resampling=options.pop("resampling", "3-fold"), **options
    )


def test_a_part_that_stays_fitted():
    scaler = StandardScaler().fit(X)
    model = make_pipeline(FrozenEstimator(scaler), GaussianNB())
    with pytest.raises(DesignError, match=r"'model' has a part that is fitted already") as caught:
        attempt(model, (X, Y))
    assert caught.value.hint.startswith("give the part unfitted")
    assert "has a part that is fitted already" in str(attempt(model, (X, Y), leaks="allow"))


def test_a_fitted_estimator_is_copied_unfitted():
    model = GaussianNB().fit(X, Y)
    fresh = attempt(GaussianNB(), (X, Y))
    assert attempt(model, (X, Y)).digest == fresh.digest


def test_a_search_that_divides_groups():
    search = GridSearchCV(SVC(), {"C": [1, 2]}, cv=3)
    with pytest.raises(
        DesignError, match="the search of 'model' divides the groups of dataset 'd'"
    ):
        attempt(search, (X, Y, GROUPS))
    with pytest.raises(DesignError, match="divides the groups"):
        attempt(make_pipeline(StandardScaler(), search), (X, Y, GROUPS))
    assert attempt(LogisticRegressionCV(cv=3), (X, Y, GROUPS)).failures.empty
    grouped = GridSearchCV(SVC(), {"C": [1, 2]}, cv=GroupKFold(3))
    assert attempt(grouped, (X, Y, GROUPS)).failures.empty


def test_a_search_that_goes_back_in_time():
    search = GridSearchCV(SVC(), {"C": [1, 2]}, cv=3)
    with pytest.raises(DesignError, match="learns from examples that come after"):
        attempt(search, (X, Y), resampling="time-series")
    ordered = GridSearchCV(SVC(), {"C": [1, 2]}, cv=TimeSeriesSplit(3))
    assert attempt(ordered, (X, Y), resampling="time-series").failures.empty


@pytest.mark.parametrize("code", [Y, 1 - Y, 5 + 2 * Y, np.array(["u", "v"])[Y]])
def test_a_feature_that_tells_the_target(code):
    frame = pd.DataFrame(X).rename(columns=str).assign(outcome=code)
    with pytest.raises(
        DesignError, match=r"feature 'outcome' of dataset 'd' tells the target"
    ) as caught:
        attempt(GaussianNB(), (frame, Y))
    assert "X.drop(columns=['outcome'])" in caught.value.hint


def test_numbers_of_rows_tell_no_measured_target():
    features = np.column_stack([np.arange(60.0), X])
    target = np.random.default_rng(0).normal(size=60)
    assert attempt(LinearRegression(), (features, target)).failures.empty
    with pytest.raises(DesignError, match="tells the target"):
        attempt(LinearRegression(), (np.column_stack([target, X]), target))


def test_features_that_were_standardized_on_all_rows():
    with pytest.raises(DesignError, match="were standardized on all rows") as caught:
        attempt(GaussianNB(), (StandardScaler().fit_transform(X), Y))
    assert "make_pipeline(StandardScaler(), estimator)" in caught.value.hint
    assert attempt(make_pipeline(StandardScaler(), GaussianNB()), (X, Y)).failures.empty


@pytest.mark.parametrize("load", [load_diabetes, load_digits])
def test_data_as_they_come_are_no_leak(load):
    features, target = load(return_X_y=True)
    model = LinearRegression() if load is load_diabetes else GaussianNB()
    assert attempt(model, (features, target)).leaks == ()


def test_copies_of_examples_are_told_unless_groups_keep_them_together():
    features, target = np.vstack([X, X[:3]]), np.concatenate([Y, Y[:3]])
    assert "3 examples of d are exact copies of others" in str(
        attempt(GaussianNB(), (features, target))
    )
    groups = np.concatenate([np.arange(60), [0, 1, 2]])
    assert attempt(GaussianNB(), (features, target, groups)).notes == ()
    frame = pd.DataFrame(features).rename(columns=str).assign(target=target, who=groups)
    data = Dataset.of_frame("d", frame, groups="who")
    assert list(data.X) == list("01234")
    assert run([GaussianNB()], [data], resampling="3-fold").notes == ()
