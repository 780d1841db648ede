import re

import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from needs import LONG
from predictions_tables import predictions_of_patterns, random_labels, random_scores
from scipy import stats

from benchreport.data import Predictions, Roles
from benchreport.errors import DesignError, OptionError
from benchreport.numerics.predictions.metrics import METRICS
from benchreport.stats.predictions.metrics import metrics
from benchreport.stats.predictions.roc import roc

ORACLE = "scikit-learn's metrics; R 4.2.2 binom.test; Raschka (2018), figure 20"

LECTURE = pd.DataFrame(
    {"y_true": [1] * 100 + [0] * 200, "m": [1] * 80 + [0] * 20 + [1] * 5 + [0] * 195}
)
OF_LABELS = [name for name, metric in METRICS.items() if metric.needs == "label"]


def estimates(result):
    return {(row.metric, row.algorithm): row.estimate for row in result.rows}


def regression(n=60, seed=3, **columns):
    rng = np.random.default_rng(seed)
    truth = rng.normal(5, 2, size=n)
    frame = {"y_true": truth, "a": truth + rng.normal(size=n), "b": rng.normal(5, 2, size=n)}
    return Predictions.from_frame(pd.DataFrame({**frame, **columns}))


def test_a_lectures_confusion_matrix():
    """The matrix has 80 true positives, 20 false negatives, 5 false positives and 195 true negatives."""
    result = metrics(Predictions.from_frame(LECTURE))
    rows = {row.metric: row for row in result.rows}
    expected = {
        "accuracy": 0.9167,
        "precision": 0.9412,
        "recall": 0.8,
        "f1": 0.8649,
        "balanced_accuracy": 0.8875,
    }
    for name, value in expected.items():
        assert rows[name].estimate == pytest.approx(value, abs=5e-5)
    assert rows["accuracy"].baseline == pytest.approx(2 / 3)
    assert result.majority == "0"
    assert (rows["recall"].baseline, rows["mcc"].baseline) == (0, 0)
    assert rows["balanced_accuracy"].baseline == 0.5
    assert rows["accuracy"].how == rows["recall"].how == "Wilson"
    assert rows["f1"].how == "BCa bootstrap"
    # there is one model
    (sentence,) = result.interpretation
    assert sentence.endswith(" is more accurate than always predicting 0.")


@loop_over(
    ("n", "low", "high"),
    [
        (20, 0.584, 0.919),
        (50, 0.670, 0.888),
        (100, 0.711, 0.867),
        (500, 0.763, 0.833),
        (1000, 0.774, 0.824),
        (5000, 0.789, 0.811),
    ],
)
def test_a_lectures_wilson_intervals(n, low, high):
    """The intervals are of an accuracy of .8."""
    right = n * 4 // 5
    table = predictions_of_patterns({(1, 1): right, (0, 0): n - right})
    row = metrics(table, names="accuracy").rows[0]
    assert row.interval[:2] == pytest.approx((low, high), abs=5e-4)


def test_published_accuracies():
    """Raschka (2018), figure 20: 9959, 11, 1, 29 and 9945, 25, 15, 15."""
    for counts, accuracies in (
        ((9959, 11, 1, 29), (0.997, 0.996)),
        ((9945, 25, 15, 15), (0.997, 0.996)),
    ):
        table = predictions_of_patterns(
            dict(zip([(1, 1), (1, 0), (0, 1), (0, 0)], counts, strict=True))
        )
        accuracies_of_rows = [row.estimate for row in metrics(table, names="accuracy").rows]
        assert accuracies_of_rows == pytest.approx(accuracies, abs=5e-4)


@pytest.mark.parametrize("weighted", [False, True])
def test_labels_against_scikit_learn(weighted):
    learn = pytest.importorskip("sklearn.metrics")
    table = random_labels(n=200, k=2)
    frame = pd.DataFrame({"y_true": table.truth.astype(int)})
    for place, name in enumerate(table.algorithms):
        frame[name] = table.predicted[:, place].astype(int)
    weights = None
    if weighted:
        weights = np.random.default_rng(1).random(200)
        table = Predictions.from_frame(frame.assign(weight=weights))
    names = [name for name in OF_LABELS if name not in ("precision", "recall", "f1")]
    values = estimates(metrics(table, names=names, n_resamples=50))
    options = {"sample_weight": weights}
    for model in table.algorithms:
        y, p = frame["y_true"], frame[model]
        peers = {
            "accuracy": learn.accuracy_score(y, p, **options),
            "error": learn.zero_one_loss(y, p, **options),
            "balanced_accuracy": learn.balanced_accuracy_score(y, p, **options),
            "mcc": learn.matthews_corrcoef(y, p, **options),
            "cohen_kappa": learn.cohen_kappa_score(y, p, **options),
        }
        for average in ("macro", "micro", "weighted"):
            several = {**options, "average": average}
            peers[f"precision_{average}"] = learn.precision_score(y, p, **several)
            peers[f"recall_{average}"] = learn.recall_score(y, p, **several)
            peers[f"f1_{average}"] = learn.f1_score(y, p, **several)
        assert set(peers) == set(names)
        for name, value in peers.items():
            assert values[name, model] == pytest.approx(value, rel=1e-10)


def test_scores_and_probabilities_against_scikit_learn():
    learn = pytest.importorskip("sklearn.metrics")
    table = random_scores()
    result = metrics(table, names=["auc", "average_precision", "log_loss", "brier"], n_resamples=50)
    values = estimates(result)
    for place, model in enumerate(table.algorithms):
        y, p = table.truth, table.scores[:, place]
        for name, value in {
            "auc": learn.roc_auc_score(y, p),
            "average_precision": learn.average_precision_score(y, p),
            "log_loss": learn.log_loss(y, p),
            "brier": learn.brier_score_loss(y, p),
        }.items():
            assert values[name, model] == pytest.approx(value, rel=1e-10)


def test_values_against_scikit_learn():
    learn = pytest.importorskip("sklearn.metrics")
    table = regression()
    values = estimates(metrics(table, names=["rmse", "mse", "mae", "mape", "r2"], n_resamples=50))
    for place, model in enumerate(table.algorithms):
        y, p = table.truth, table.predicted[:, place]
        for name, value in {
            "rmse": learn.root_mean_squared_error(y, p),
            "mse": learn.mean_squared_error(y, p),
            "mae": learn.mean_absolute_error(y, p),
            "mape": learn.mean_absolute_percentage_error(y, p),
            "r2": learn.r2_score(y, p),
        }.items():
            assert values[name, model] == pytest.approx(value, rel=1e-10)


def test_the_usual_metrics_of_a_task():
    assert metrics(regression(), n_resamples=50).names == ("rmse", "mae", "r2")
    several = metrics(random_labels(), n_resamples=50)
    assert several.names == ("accuracy", "balanced_accuracy", "f1_macro", "mcc")
    binary = metrics(random_scores(), n_resamples=50)
    assert binary.names[2:5] == ("precision", "recall", "f1")
    assert binary.names[-3:] == ("auc", "log_loss", "brier")
    assert {row.how for row in binary.of("auc")} == {"logit DeLong"}
    assert not metrics(regression(), n_resamples=50).majority


def test_the_positive_class_may_come_first():
    frame = LECTURE.replace({1: "a", 0: "b"})
    table = Predictions.from_frame(frame, Roles(positive="a"))
    values = {row.metric: row.estimate for row in metrics(table, n_resamples=50).rows}
    assert values["recall"] == 0.8
    assert values["precision"] == pytest.approx(80 / 85)
    unknown = Predictions.from_frame(frame)
    assert "f1_macro" in metrics(unknown, n_resamples=50).names
    with pytest.raises(OptionError, match="recall is a metric of the positive class") as caught:
        metrics(unknown, names="recall")
    assert "positive='b'" in caught.value.hint


@pytest.mark.parametrize(
    ("method", "low", "high"),
    [
        ("normal", 0.624695491885, 0.975304508115),
        ("agresti_coull", 0.578236415445, 0.925088489723),
        ("clopper_pearson", 0.563385997003, 0.942666002950),
    ],
)
def test_other_intervals_of_proportions(method, low, high):
    """16 of 20: R 4.2.2 binom.test(16, 20)$conf.int, the others' formulas with its qnorm(.975)."""
    table = predictions_of_patterns({(1, 1): 16, (0, 0): 4})
    result = metrics(table, names=["accuracy", "mcc"], interval=method, n_resamples=50)
    assert result.rows[0].interval[:2] == pytest.approx((low, high), abs=1e-11)
    assert result.rows[-1].how == "BCa bootstrap"


def test_jeffreys_is_the_beta_distribution():
    table = predictions_of_patterns({(1, 1): 16, (0, 0): 4})
    row = metrics(table, names="accuracy", interval="jeffreys").rows[0]
    assert row.interval[:2] == pytest.approx(stats.beta(16.5, 4.5).ppf([0.025, 0.975]), rel=1e-9)


@pytest.mark.parametrize("how", ["percentile", "t", "bca"])
def test_bootstrap_intervals_are_near_those_of_the_normal_distribution(how):
    table = random_labels(n=1000)
    normal = metrics(table, names="accuracy", interval="normal")
    for row, peer in zip(
        metrics(table, names="accuracy", interval=how).rows, normal.rows, strict=True
    ):
        assert row.interval[:2] == pytest.approx(peer.interval[:2], abs=0.006)
        assert how in row.how.casefold()


def test_the_same_seed_gives_the_same_bytes():
    table = random_scores(n=80)
    first, same, other = (
        metrics(table, names=["f1", "brier"], n_resamples=100, rng=seed) for seed in (1, 1, 2)
    )
    assert first == same
    assert first.seed == 1
    assert first.rows[0].interval != other.rows[0].interval
    assert metrics(table, names="accuracy").seed is None


def test_equal_weights_change_no_number_and_unequal_ones_do():
    table = random_labels(n=100)
    frame = pd.DataFrame({"y_true": table.truth.astype(int)})
    frame["m"] = table.predicted[:, 0].astype(int)
    plain = metrics(Predictions.from_frame(frame), names="accuracy", interval="bca")
    even = Predictions.from_frame(frame.assign(weight=3.0))
    weighed = metrics(even, names="accuracy")
    assert weighed.rows[0].estimate == pytest.approx(plain.rows[0].estimate, rel=1e-12)
    assert weighed.rows[0].interval == pytest.approx(plain.rows[0].interval, rel=1e-9)
    assert weighed.warnings == ("Examples count by weight.",)
    right = np.asarray(frame["y_true"] == frame["m"])
    uneven = Predictions.from_frame(frame.assign(weight=np.where(right, 2.0, 1.0)))
    share = 2 * right.sum() / (2 * right.sum() + (~right).sum())
    assert metrics(uneven, names="accuracy").rows[0].estimate == pytest.approx(share, rel=1e-12)
    with pytest.raises(DesignError, match="interval='wilson' counts examples"):
        metrics(even, interval="wilson")


def test_metrics_without_an_interval_say_so():
    frame = pd.DataFrame({"y_true": [1, 0, 1, 0], "m_probability": [1.0, 0.0, 0.9, 1.0]})
    result = metrics(Predictions.from_frame(frame), names=["log_loss", "brier", "auc"])
    by_name = {row.metric: row for row in result.rows}
    assert by_name["log_loss"].estimate == np.inf
    assert by_name["log_loss"].interval is None
    assert by_name["brier"].interval is not None
    assert result.warnings[0].startswith("There is no interval for log loss of m")
    apart = pd.DataFrame({"y_true": [1, 0, 1, 0], "m_probability": [0.9, 0.1, 0.8, 0.2]})
    (row,) = metrics(Predictions.from_frame(apart), names="auc").rows
    assert (row.estimate, row.interval.high, row.how) == (1, 1, "Newcombe")
    assert 0.3 < row.interval.low < 0.5


@pytest.mark.parametrize(
    ("table", "name", "message"),
    [
        (random_labels(), "log_loss", "log_loss needs probabilities or scores; these are labels"),
        (random_labels(), "rmse", "rmse is a metric of measured values"),
        (random_labels(), "ndcg@5", "ndcg@5 is a metric of ranked lists"),
        (regression(), "accuracy", "accuracy compares labels"),
        (
            predictions_of_patterns({(1, 1): 4, (0, 1): 3}),
            "auc",
            "auc needs probabilities or scores",
        ),
    ],
)
def test_requirements_of_a_metric(table, name, message):
    with pytest.raises(DesignError, match=message) as caught:
        metrics(table, names=[name])
    assert caught.value.hint


def test_wrong_options():
    table = random_labels()
    for wrong in ({"names": "acuracy"}, {"names": []}, {"interval": "wald"}, {"n_resamples": 0}):
        with pytest.raises(OptionError) as caught:
            metrics(table, **wrong)
        assert caught.value.hint
    with pytest.raises(OptionError, match="needs 40 resamples"):
        metrics(table, names="mcc", n_resamples=10)


def test_shown_as_table_and_text():
    result = metrics(random_labels(), n_resamples=50)
    assert list(result.table) == [
        "algorithm", "metric", "estimate", "low", "high", "interval", "baseline", "higher_is_better",
    ]  # fmt: skip
    assert len(result.display) == len(result.table) == 16
    assert "95 % interval" in result.display
    assert result.best("accuracy").estimate == max(row.estimate for row in result.of("accuracy"))
    assert dict(result.definitions)["mcc"].endswith("(higher is better)")
    assert re.match(r"m\d has the best accuracy, 0\.\d+ \(95 % interval \[", result.summary)


def test_models_that_are_no_better_than_the_baseline():
    table = Predictions.from_frame(LECTURE.assign(lazy=0))
    assert (
        "lazy is not shown to be more accurate" in metrics(table, n_resamples=50).interpretation[0]
    )


def labels_beside_a_baseline(of_majority, of_minority, **columns):
    """120 of 200 examples are 0; the model is right for so many of these, and of the others."""
    truth = np.repeat([0, 1], [120, 80])
    right = np.concatenate([np.arange(120) < of_majority, np.arange(80) < of_minority])
    return pd.DataFrame({"truth": truth, "m": np.where(right, truth, 1 - truth), **columns})


def test_the_baseline_varies_with_the_examples_too():
    """Wilson's interval excludes the share .6, but the accuracies may differ by chance."""
    (row,) = labels_beside_a_baseline(80, 55).bench.metrics("accuracy").rows
    assert row.interval.low > row.baseline == 0.6
    assert not row.beats_baseline
    result = labels_beside_a_baseline(100, 55).bench.metrics("accuracy")
    assert result.rows[0].beats_baseline
    assert result.interpretation[0].endswith(" is more accurate than always predicting 0.")


@loop_over(
    "columns", [{}, {"passage": np.arange(200) * 7 % 31}, {"weight": 1.0 + np.arange(200) % 3}]
)
def test_a_baseline_is_compared_as_a_model_is(columns):
    """At the alpha where the interval of its difference from a model that always predicts 0 begins at 0."""
    frame = labels_beside_a_baseline(100, 50, **columns)
    pair = frame.assign(always=0).bench.paired_difference().comparisons[0]
    for alpha, beats in ((pair.p_value * 1.01, True), (pair.p_value * 0.99, False)):
        assert frame.bench.metrics("accuracy", alpha=alpha).rows[0].beats_baseline is beats


def test_a_single_example_with_weight_beats_no_baseline():
    frame = labels_beside_a_baseline(100, 50, weight=(np.arange(200) == 150).astype(float))
    with pytest.raises(DesignError):
        frame.assign(always=0).bench.paired_difference()
    assert not frame.bench.metrics("accuracy", n_resamples=99).rows[0].beats_baseline


@LONG
def test_models_that_are_no_better_than_the_baseline_seldom_seem_better():
    """Right for 70 % of either class, where one has 70 % of the examples."""
    rng, found = np.random.default_rng(8), 0
    for _ in range(400):
        truth = (rng.random(150) < 0.7).astype(int)
        labels = np.where(rng.random(150) < 0.7, truth, 1 - truth)
        frame = pd.DataFrame({"truth": truth, "m": labels})
        found += frame.bench.metrics("accuracy").rows[0].beats_baseline
    # 2.5 % and four standard errors; by Wilson's interval of the accuracy it was 8 %
    assert found / 400 < 0.056


def test_a_model_that_never_predicts_the_positive_class():
    frame = LECTURE.assign(m=0)
    precision, recall = metrics(Predictions.from_frame(frame), names=["precision", "recall"]).rows
    assert (precision.estimate, precision.interval[:2]) == (0, (0, 1))
    assert recall.estimate == recall.interval.low == 0


def test_auc_has_the_interval_of_roc():
    table = random_scores(n=80)
    for alpha in (0.05, 0.2):
        rows = metrics(table, names="auc", alpha=alpha).rows
        assert [row.interval for row in rows] == [
            row.interval for row in roc(table, alpha=alpha).rows
        ]


def test_a_model_without_errors():
    """Counts give an interval; a metric that no resample changes has none, and nothing warns."""
    truth = [1, 0, 0, 1, 0] * 8
    chances = {"sure_probability": [float(label) for label in truth], "m_probability": [0.3] * 40}
    table = Predictions.from_frame(pd.DataFrame({"y_true": truth, **chances}))
    names = ["accuracy", "recall", "f1", "mcc", "balanced_accuracy", "auc", "brier", "log_loss"]
    result = metrics(table, names=[*names, "average_precision"], n_resamples=100)
    sure = {row.metric: row for row in result.rows if row.algorithm == "sure"}
    assert {sure[name].estimate for name in names[:6]} == {1}
    assert sure["accuracy"].interval.high == sure["auc"].interval.high == 1
    for name in ("f1", "mcc", "balanced_accuracy", "brier", "average_precision"):
        assert (sure[name].interval, sure[name].how) == (None, "")
    assert "There is no interval for" in result.warnings[-1]
    assert "F1 of sure" in result.warnings[-1]


@pytest.mark.parametrize("how", ["auto", "percentile", "t", "bca"])
@pytest.mark.parametrize("seed", range(4))
def test_intervals_hold_the_estimate(how, seed):
    """This holds with a dozen examples too, where resamples are far from normal."""
    rng = np.random.default_rng(seed)
    truth = np.repeat([0, 1], [8, 4])
    chances = np.clip(0.3 * truth[:, None] + rng.uniform(0.1, 0.7, (12, 2)), 0.01, 0.99)
    frame = pd.DataFrame({"y_true": truth, "a_probability": chances[:, 0]})
    table = Predictions.from_frame(frame.assign(b_probability=chances[:, 1]))
    names = ["accuracy", "f1_macro", "auc", "average_precision", "log_loss", "brier"]
    result = metrics(table, names=names, interval=how, n_resamples=60, rng=seed)
    for row in result.rows:
        if row.interval is not None:
            assert row.interval.low <= row.estimate <= row.interval.high


def test_the_sentence_has_the_digits_of_the_table():
    rng = np.random.default_rng(0)
    truth = rng.normal(0, 100, 300)
    rows = [
        pd.DataFrame(
            {"example": range(300), "model": name, "y_true": truth, "prediction": truth + noise}
        )
        for name, noise in (("a", rng.normal(0, 19, 300)), ("b", rng.normal(0, 30, 300)))
    ]
    result = pd.concat(rows).bench.metrics()
    first = result.display.set_index(["metric", "model"]).loc[("RMSE", "a")]
    assert f"{first['estimate']} (95 % interval {first['95 % interval']})" in result.summary
