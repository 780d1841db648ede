"""Estimates of generalization, by definition and beside other programs."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_wine, make_classification
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import benchreport  # noqa: F401 - registers df.bench
from benchreport.experiments import Bootstrap, Holdout, KFold, run
from benchreport.experiments.cells import seed_of

WINE = load_wine(return_X_y=True)
MODELS = {"bayes": GaussianNB(), "nearest": KNeighborsClassifier(1)}


@pytest.fixture(scope="module")
def bootstrapped():
    return run(MODELS, {"wine": WINE}, resampling=Bootstrap(30))


def test_point_632_by_efron_and_tibshiranis_definition(bootstrapped):
    """Efron & Tibshirani (1997), equations 17, 24, 27 to 32."""
    features, target = WINE
    [data] = bootstrapped.datasets
    *rounds, _ = Bootstrap(30).splits(data, seed_of(0, "wine"))
    estimates = bootstrapped.estimates()
    for name, model in MODELS.items():
        wrong, tested = np.zeros((2, len(target)))
        for split in rounds:
            predicted = model.fit(features[split.train], target[split.train]).predict(
                features[split.test]
            )
            wrong[split.test] += predicted != target[split.test]
            tested[split.test] += 1
        outside = (wrong / tested).mean()
        fitted = model.fit(features, target).predict(features)
        inside = (fitted != target).mean()
        none = 1 - sum((target == k).mean() * (fitted == k).mean() for k in range(3))
        rate = (min(outside, none) - inside) / (none - inside)
        simple = 0.368 * inside + 0.632 * outside
        plus = simple + (min(outside, none) - inside) * 0.368 * 0.632 * rate / (1 - 0.368 * rate)
        expected = {"out-of-bag": outside, "0.632": simple, "0.632+": plus, "no information": none}
        expected["resubstitution"] = inside
        for kind, error in expected.items():
            estimate = estimates.of(name, "wine", kind).estimate
            assert estimate == pytest.approx(1 - error, rel=1e-9), kind


def test_a_model_that_is_right_about_all_it_learned_is_told(bootstrapped):
    assert ".632 is far too good and .632+ somewhat" in str(bootstrapped.estimates())


def test_point_632_is_that_of_the_procedure(bootstrapped):
    fitted = [cell for cell in bootstrapped.cells if cell.key.label == (0,)]
    inside = pd.DataFrame({cell.key.algorithm: cell.predicted for cell in fitted})
    inside = inside.assign(part="resubstitution", example=range(len(inside)), y_true=WINE[1])
    rows = ["split", "example", "y_true"]
    outside = bootstrapped.predictions.set_index([*rows, "algorithm"])["prediction"].unstack()  # noqa: PD010
    outside = outside.reset_index().drop(columns="split").assign(part="out-of-bag")
    frame = pd.concat([outside, inside])
    result = frame.bench(dataset="part").point_632()
    ours = bootstrapped.estimates()
    for row in result.of("error_632_plus"):
        assert ours.of(row.algorithm, "wine", "0.632+").estimate == pytest.approx(1 - row.estimate)


class MlxtendRounds:
    """The samples of mlxtend's BootstrapOutOfBag."""

    def split(self, features, target, groups):
        assert len(features) == len(target)
        assert groups is None
        rng, places = np.random.RandomState(1), np.arange(len(target))
        for _ in range(20):
            train = rng.choice(places, size=len(places), replace=True)
            yield train, np.setdiff1d(places, train)


def test_accuracy_out_of_bag_is_mlxtends():
    """``bootstrap_point632_score(model, X, y, n_splits=20, method="oob", random_seed=1)`` of mlxtend 0.25.0.

    Its .632 and .632+ take each round's own model for the error on all examples, those out of bag among
    them, where Efron takes the model that is fitted to all.
    """
    result = run(MODELS, {"wine": WINE}, resampling=MlxtendRounds())
    means = result.scores.groupby("algorithm")["accuracy"].mean()
    assert means["bayes"] == pytest.approx(0.9741146361683228, rel=1e-12)
    assert means["nearest"] == pytest.approx(0.7203349918518092, rel=1e-12)


def test_a_holdout_has_wilsons_interval():
    row = run(
        [GaussianNB()], {"wine": WINE}, resampling=Holdout(20 / 178, stratify=False)
    ).estimates()
    estimate = row.of("GaussianNB", "wine", "holdout")
    right = round(estimate.estimate * 20)
    # Wilson (1927): the roots of (p − x/n)² = z² p (1 − p) / n
    z2 = 1.959963984540054**2
    roots = np.roots([1 + z2 / 20, -(2 * right / 20 + z2 / 20), (right / 20) ** 2])
    assert sorted(roots.real) == pytest.approx([estimate.interval.low, estimate.interval.high])


@pytest.mark.parametrize("plan", [KFold(5), KFold(5, repeats=4), Holdout(0.2, 12)])
def test_means_over_splits_have_the_interval_of_the_corrected_t_test(plan):
    result = run(MODELS, {"wine": WINE}, resampling=plan)
    options = {} if isinstance(plan, KFold) else {"test_fraction": 0.2}
    theirs = result.scores.bench.mean_interval(variant="corrected_t", **options).rows
    for row in theirs:
        kind = "cross-validation" if isinstance(plan, KFold) else "repeated splits"
        ours = result.estimates().of(row.algorithm, "wine", kind)
        assert ours.estimate == pytest.approx(row.estimate)
        assert ours.interval.low == pytest.approx(row.interval.low)
        assert ours.interval.high == pytest.approx(min(1, row.interval.high))


def test_metrics_other_than_accuracy_are_weighed_as_they_are():
    features, target = make_classification(80, 4, random_state=0)
    models = {"line": LinearRegression()}
    result = run(models, {"d": (features, target * 1.5)}, resampling=Bootstrap(10), metrics="mse")
    estimates = result.estimates()
    outside = result.scores["mse"].mean()
    inside = estimates.of("line", "d", "resubstitution").estimate
    assert estimates.of("line", "d", "0.632").estimate == pytest.approx(
        0.632 * outside + 0.368 * inside
    )


def test_learners_with_a_failed_split_have_no_estimate():
    class Fails(GaussianNB):
        def fit(self, features, target):
            if len(target) == 143:
                raise ValueError("too many")
            return super().fit(features, target)

    models = {"bayes": GaussianNB(), "fails": Fails()}
    result = run(models, {"wine": WINE}, resampling="5-fold")
    assert 0 < len(result.failures) < 5
    assert [row.algorithm for row in result.estimates().rows] == ["bayes"]
    del models["fails"]
    table = run(models, {"wine": WINE}, resampling="5-fold").estimates()
    assert (
        table.table.columns.tolist()
        == "algorithm dataset metric kind estimate low high how".split()
    )
    assert "corrected t" in str(table)
    assert table._repr_html_().startswith("<table")


@pytest.mark.parametrize("plan", ["holdout", "bootstrap"])
def test_examples_in_groups_show_no_interval(plan):
    features, target = WINE
    groups = np.arange(len(target)) // 3
    rows = (
        run([GaussianNB()], {"wine": (features, target, groups)}, resampling=plan).estimates().rows
    )
    assert rows
    assert {row.interval for row in rows} == {None}


def test_one_standard_error_chooses_among_what_was_run():
    depths = {f"{k} neighbours": KNeighborsClassifier(k) for k in (31, 11, 1)}
    chosen = run(depths, {"wine": WINE}).scores.bench.one_standard_error(complexity=list(depths))
    means = {row.name: row.mean for row in chosen.rows}
    assert means[chosen.best] == max(means.values())
    assert chosen.chosen in depths
