import numpy as np
import pandas as pd
import pytest
from factor_tables import factor_table
from matplotlib import pyplot as plt

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.plots import data_of, residual_plot, svg_of
from benchreport.results.base import fitted_and_residuals
from benchreport.results.from_dict import from_dict
from benchreport.stats import anova, friedman, tukey


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_residuals_are_what_the_block_model_leaves(demsar):
    centred = demsar.values - demsar.values.mean(axis=1, keepdims=True)
    left = centred - centred.mean(axis=0)
    drawn = data_of(residual_plot(tukey(demsar)))
    assert np.sort(drawn["residual"]) == pytest.approx(np.sort(left.ravel()), abs=1e-12)
    fitted = demsar.values - left
    assert np.sort(drawn["fitted AUC" if "fitted AUC" in drawn else drawn.columns[0]]) == (
        pytest.approx(np.sort(fitted.ravel()), abs=1e-9)
    )


def test_quantiles_are_in_order_and_symmetric():
    drawn = data_of(residual_plot(anova(factor_table("gaps")), kind="quantiles"))
    assert drawn["residual"].is_monotonic_increasing
    quantiles = drawn["normal quantile"].to_numpy()
    assert quantiles == pytest.approx(-quantiles[::-1])


def test_the_line_has_the_slope_of_the_deviation_at_any_scale():
    scores = np.random.default_rng(0).normal(size=(18, 4))
    slopes = []
    for scale in (1.0, 1e-201):
        table = Scores.from_frame(pd.DataFrame(scores * scale), Roles(score="accuracy"))
        axes = residual_plot(anova(table), kind="quantiles")
        (line,) = [line for line in axes.lines if line.get_gid() != "residual"]
        x, y = line.get_data()
        slopes.append((y[1] - y[0]) / (x[1] - x[0]) / scale)
    left = scores - scores.mean(axis=0) - scores.mean(axis=1, keepdims=True) + scores.mean()
    assert slopes[0] == pytest.approx(left.std(ddof=1))
    assert slopes[1] == pytest.approx(slopes[0])


def test_results_without_a_model_are_refused(demsar):
    with pytest.raises(OptionError, match="friedman has no linear model"):
        residual_plot(friedman(demsar))
    with pytest.raises(DesignError, match="copied"):
        residual_plot(from_dict(anova(demsar).to_dict()))


def test_models_that_no_memory_holds_are_refused():
    """The result has its tests, as blocks are swept out; statsmodels would make a column of each."""
    scores = np.random.default_rng(1).normal(size=(5000, 4))
    result = anova(Scores.from_frame(pd.DataFrame(scores), Roles(score="accuracy")))
    assert result.summary.startswith("Randomized-block ANOVA")
    with pytest.raises(DesignError, match="5,004 coefficients to 20,000 scores"):
        result.model()
    # a figure needs no design
    left = scores - scores.mean(axis=0) - scores.mean(axis=1, keepdims=True) + scores.mean()
    drawn = data_of(residual_plot(result))
    assert drawn["residual"].to_numpy() == pytest.approx(left.ravel())


@pytest.mark.parametrize("blocks", [True, False])
@pytest.mark.parametrize("scale", [1.0, 1e-150])
def test_fitted_values_without_a_fit_are_those_of_the_model(blocks, scale):
    table = np.random.default_rng(2).normal(size=(9, 4)) * scale
    scores = Scores.from_frame(pd.DataFrame(table), Roles(score="accuracy"))
    result = anova(scores, blocks=blocks)
    for known, fitted in zip(
        fitted_and_residuals(result),
        (result.model().fittedvalues, result.model().resid),
        strict=True,
    ):
        assert known / scale == pytest.approx(np.asarray(fitted) / scale, abs=1e-10)


def test_runs_without_a_fit_are_those_of_the_model():
    frame = pd.DataFrame(
        {
            "algorithm": list("aaabbbbcc"),
            "accuracy": [0.7, 0.8, 0.81, 0.5, 0.55, 0.6, 0.4, 0.9, 0.93],
        }
    )
    result = anova(Scores.from_frame(frame), blocks=False)
    model = result.model()
    fitted, residuals = fitted_and_residuals(result)
    assert fitted == pytest.approx(np.asarray(model.fittedvalues))
    assert residuals == pytest.approx(np.asarray(model.resid))


def test_the_same_result_gives_the_same_bytes():
    result = anova(factor_table("complete"))
    assert svg_of(residual_plot(result)) == svg_of(residual_plot(result))
