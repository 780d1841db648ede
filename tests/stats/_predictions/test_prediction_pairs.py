"""Behaviour common to all tests of predictions: sides, identical models, one model, names."""

import inspect

import numpy as np
import pandas as pd
import pytest
from contract import has_result, required_options
from looped import loop_over
from predictions_tables import random_scores

from benchreport.data import Predictions
from benchreport.errors import DesignError, OptionError
from benchreport.results import OmnibusResult, PairwiseResult
from benchreport.stats import PREDICTION_CATALOGUE

TESTS = {
    name: inspect.signature(procedure).parameters
    for name, procedure in PREDICTION_CATALOGUE.items()
    if has_result(name, PairwiseResult, OmnibusResult)
}
ONE_SIDED = [name for name, options in TESTS.items() if "alternative" in options]


def run(name, predictions, **options):
    arguments = required_options(name, {"metric": "log_loss"})
    if "n_resamples" in TESTS[name]:
        arguments["n_resamples"] = 200
    return PREDICTION_CATALOGUE[name](predictions, **arguments, **options)


@loop_over("name", TESTS)
def test_one_model_is_no_comparison(name):
    with pytest.raises(DesignError, match="a comparison needs at least 2 models; found m0 only"):
        run(name, random_scores(k=1))


def same_models():
    chances = random_scores(n=60, k=1).scores[:, 0]
    truth = random_scores(n=60, k=1).truth.astype(int)
    columns = {f"m{place}_probability": chances for place in range(3)}
    return Predictions.from_frame(pd.DataFrame({"y_true": truth, **columns}))


@pytest.mark.parametrize("name", ONE_SIDED)
@pytest.mark.parametrize("side", ["two-sided", "less", "greater"])
def test_identical_models_have_p_one_on_every_side(name, side):
    result = run(name, same_models(), alternative=side)
    assert [row.p_value for row in result.comparisons] == [1, 1, 1]
    assert [row.difference for row in result.comparisons] == [0, 0, 0]
    assert [row.favours for row in result.comparisons] == [""] * 3
    assert result.significant == ()


@pytest.mark.parametrize("name", ONE_SIDED)
def test_sides_are_those_of_the_measure_and_say_so(name):
    predictions = random_scores(n=400, k=2, seed=3)
    two = run(name, predictions)
    measure = two.design.score
    for side, words in (("less", "lower"), ("greater", "higher")):
        result = run(name, predictions, alternative=side)
        row, peer = result.comparisons[0], two.comparisons[0]
        assert f"one-sided ({side})" in result.summary
        text = " ".join(result.interpretation)
        assert f"looks only for {words} {measure} of the first of a pair." in text
        assert row.difference == pytest.approx(peer.difference)
        # H1 is about first − second in the direction of the measure, whichever is better
        towards = (row.difference < 0) == (side == "less")
        assert (row.p_value < 0.5) == towards
        assert ("in that direction was found for" in text) == (not result.significant)
        assert "told apart" not in text
        if row.interval is not None:
            assert row.interval.low <= row.difference <= row.interval.high
            assert np.sign(row.interval.low) != np.sign(row.interval.high) or result.significant
    assert "Only" not in " ".join(two.interpretation)


@pytest.mark.parametrize("name", TESTS)
def test_the_summary_names_the_measure(name):
    """The method's own name is enough where it implies the measure."""
    words = {
        "loss_t": "Paired t test of error",
        "metric_permutation": "Paired permutation test of log loss",
        "accuracy_differences": "Difference of paired accuracies",
    }
    summary = run(name, random_scores(k=3)).summary
    assert summary.startswith(words.get(name, ""))


def test_models_are_called_models():
    result = run("mcnemar", random_scores(k=3))
    with pytest.raises(OptionError, match="'x' is not among the models: m0, m1, m2"):
        result.better_than("x")
    assert result.design.noun == "model"
