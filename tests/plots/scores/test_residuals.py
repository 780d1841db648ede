import numpy as np
import pytest
from factor_tables import factor_table
from matplotlib import pyplot as plt

from benchreport.errors import DesignError, OptionError
from benchreport.plots import data_of, residual_plot
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


def test_results_without_a_model_are_refused(demsar):
    with pytest.raises(OptionError, match="friedman has no linear model"):
        residual_plot(friedman(demsar))
    with pytest.raises(DesignError, match="copied"):
        residual_plot(from_dict(anova(demsar).to_dict()))
