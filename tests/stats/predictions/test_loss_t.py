import numpy as np
import pandas as pd
import pytest
from predictions_tables import random_labels, random_scores
from scipy import stats

from benchreport.data import Predictions, Roles
from benchreport.errors import DesignError, OptionError
from benchreport.stats import loss_t, mcnemar

ORACLE = "scipy.stats.ttest_rel"


@pytest.mark.parametrize("loss", ["zero_one", "log", "brier"])
def test_against_scipy(loss):
    predictions = random_scores()
    chances = predictions.scores
    of_truth = np.where(predictions.truth[:, None] == 1, chances, 1 - chances)
    losses = {
        "zero_one": ~predictions.correct,
        "log": -np.log(of_truth),
        "brier": (1 - of_truth) ** 2,
    }[loss]
    for row in loss_t(predictions, loss=loss, correction="none").comparisons:
        i, j = (predictions.algorithms.index(name) for name in (row.first, row.second))
        peer = stats.ttest_rel(losses[:, i].astype(float), losses[:, j].astype(float))
        assert row.statistic == pytest.approx(peer.statistic, rel=1e-10)
        assert row.p_value == pytest.approx(peer.pvalue, rel=1e-8)
        low, high = peer.confidence_interval()
        assert row.interval[:2] == pytest.approx((low, high), rel=1e-8)


def test_regression_losses():
    rng = np.random.default_rng(0)
    truth = rng.normal(size=40)
    frame = pd.DataFrame({"y_true": truth, "a": truth + 0.1, "b": truth + rng.normal(size=40)})
    predictions = Predictions.from_frame(frame)
    for loss, name in (("squared", "squared error"), ("absolute", "absolute error")):
        result = loss_t(predictions, loss=loss)
        assert result.comparisons[0].favours == "a"
        assert (result.design.score, result.centre_name) == (name, f"mean {name}")
    with pytest.raises(DesignError, match="log_loss compares labels; this is a table of measured"):
        loss_t(predictions, loss="log")


def test_any_loss():
    rng = np.random.default_rng(1)
    truth = rng.normal(5, 1, size=40)
    frame = pd.DataFrame({"y_true": truth, "a": truth + 0.1, "b": truth + rng.normal(size=40)})
    predictions = Predictions.from_frame(frame)

    def pinball(truth, predicted):
        return np.maximum(0.9 * (truth - predicted), -0.1 * (truth - predicted))

    result = loss_t(predictions, loss=pinball)
    losses = [pinball(truth, frame[name].to_numpy()) for name in "ab"]
    assert result.comparisons[0].p_value == pytest.approx(
        stats.ttest_rel(*losses).pvalue, rel=1e-10
    )
    assert result.centre_name == "pinball"
    mape = loss_t(predictions, loss="mape").comparisons[0]
    assert mape.difference == pytest.approx(
        np.mean(np.abs(0.1 / truth)) - np.mean(np.abs((frame["b"] - truth) / truth))
    )
    with pytest.raises(OptionError, match="the t test needs a mean over examples; rmse"):
        loss_t(predictions, loss="rmse")
    with pytest.raises(OptionError, match="loss must return 40 finite numbers"):
        loss_t(predictions, loss=lambda *_: np.zeros(3))
    gains = loss_t(random_scores(), loss="accuracy")
    assert gains.comparisons[0].favours == "m1"
    assert not gains.lower_centre_is_better


def test_requirements_of_a_loss():
    with pytest.raises(DesignError, match=r"needs probabilities or scores; these are labels"):
        loss_t(random_labels(), loss="log")
    frame = pd.DataFrame(
        {"y_true": [1, 0, 1], "a_probability": [0.0, 0.1, 0.9], "b_probability": [0.3, 0.1, 0.9]}
    )
    with pytest.raises(
        DesignError, match="log loss of a is infinite for example 0: the prob"
    ) as caught:
        loss_t(Predictions.from_frame(frame), loss="log")
    assert caught.value.hint.startswith("loss='brier'")


VALUES = np.random.default_rng(2).normal(5, 1, size=(40, 3))


def regression_values(unit=1.0, values=VALUES):
    frame = pd.DataFrame(values * unit, columns=["y_true", "a", "b"])
    return Predictions.from_frame(frame, Roles(task="regression"))


@pytest.mark.parametrize("unit", [1e200, 1e304, 1e-300])
def test_the_unit_of_values_does_not_matter(unit):
    plain = loss_t(regression_values(), loss="absolute").comparisons[0]
    row = loss_t(regression_values(unit), loss="absolute").comparisons[0]
    for field in ("statistic", "p_value", "effect_size"):
        assert getattr(row, field) == pytest.approx(getattr(plain, field), rel=1e-9)
    assert row.effect_interval == pytest.approx(plain.effect_interval, rel=1e-9)
    for end, other in zip(row.interval[:2], plain.interval[:2], strict=True):
        assert end == pytest.approx(other * unit, rel=1e-9, abs=0)


def test_values_that_are_too_large_are_named():
    with pytest.raises(
        DesignError, match="squared error of a is infinite for example 0: it is above"
    ):
        loss_t(regression_values(1e200))


@pytest.mark.parametrize("unit", [1e-160, 1e-200])
def test_squares_that_vanish_are_named(unit):
    with pytest.raises(DesignError, match="squared error is below the smallest number") as caught:
        loss_t(regression_values(unit))
    assert "times 1e200" in caught.value.hint


def test_percentages_of_zero():
    values = VALUES.copy()
    values[[3, 5], 0] = 0
    with pytest.raises(DesignError, match="the true value, which is 0 for example 3, 5") as caught:
        loss_t(regression_values(values=values), loss="mape")
    assert caught.value.hint == "loss='mae'"
    assert loss_t(regression_values(values=values), loss="absolute").comparisons


def test_a_users_loss_that_is_infinite():
    with (
        np.errstate(divide="ignore"),
        pytest.raises(OptionError, match="one per example; got inf of b"),
    ):
        loss_t(
            regression_values(),
            loss=lambda _, predicted: (
                1 / (predicted - predicted.min() * (predicted[0] == VALUES[0, 2]))
            ),
        )
    nameless = loss_t(regression_values(), loss=lambda truth, predicted: abs(truth - predicted))
    assert nameless.summary.startswith("Paired t test of loss: ")


def constant(n):
    frame = pd.DataFrame({"y_true": [1] * n, "a": [1] * n, "b": [0] * n, "c": [1] * n})
    return Predictions.from_frame(frame, Roles(classes=[0, 1]))


@pytest.mark.parametrize("n", [5, 9])
def test_losses_that_differ_by_a_constant_are_not_certain(n):
    result = loss_t(constant(n))
    row, same, turned = result.comparisons
    exact = mcnemar(constant(n), variant="exact").comparisons
    assert [row.p_value for row in result.comparisons] == [row.p_value for row in exact]
    assert row.p_value == stats.binomtest(0, n).pvalue
    assert (row.difference, row.statistic, row.effect_size) == (-1, -np.inf, -np.inf)
    assert (row.interval, row.effect_interval) == (None, None)
    assert (same.p_value, same.statistic, same.interval[:2]) == (1, 0, (0, 0))
    assert turned.statistic == np.inf
    assert len(result.warnings) == 2
    assert "for a and b, b and c. How the difference varies is unknown" in result.warnings[0]
    assert result.warnings[1].endswith("For labels the McNemar test is appropriate.")
    less, _, greater = loss_t(constant(n), alternative="less").comparisons
    assert (less.p_value, greater.p_value) == (2.0**-n, 1)


def test_a_constant_that_rounding_hides():
    values = VALUES.copy()
    values[:, 1], values[:, 2] = values[:, 0] + 0.1, values[:, 0] + 0.3
    result = loss_t(regression_values(values=values), loss="absolute")
    assert result.comparisons[0].p_value == 2.0**-39
    assert "mcnemar" not in result.warnings[0]
    # both are equally far from the truth, one above it and one below
    values[:, 2] = values[:, 0] - 0.1
    for side in ("two-sided", "less", "greater"):
        row = loss_t(regression_values(values=values), alternative=side).comparisons[0]
        assert (row.p_value, row.difference) == (1, 0)


def test_labels_are_sent_to_mcnemar():
    evidence = [
        next(
            assumption.evidence
            for assumption in loss_t(table, loss=loss).assumptions
            if "normal" in assumption.name
        )
        for table, loss in ((random_labels(), "auto"), (random_scores(), "brier"))
    ]
    assert "McNemar test" in evidence[0]
    assert "McNemar" not in evidence[1]
