import numpy as np
import pandas as pd
import pytest
from predictions_tables import predictions_of_patterns, random_labels
from scipy import stats

from benchreport.data import Predictions
from benchreport.errors import DesignError, OptionError
from benchreport.stats.predictions.accuracy_differences import accuracy_differences
from benchreport.stats.predictions.mcnemar import mcnemar

ORACLE = "Newcombe (1998), method 10, on R 4.2.2 prop.test; Raschka (2018), figure 20"


def table(both, first, second, neither):
    return predictions_of_patterns({(1, 1): both, (1, 0): first, (0, 1): second, (0, 0): neither})


@pytest.mark.parametrize(
    ("cells", "difference", "low", "high"),
    [
        ((36, 12, 2, 0), 0.2, 0.0569295840032, 0.3404276029749),
        ((36, 14, 0, 0), 0.28, 0.152839517856, 0.416651236960),
        ((54, 0, 0, 0), 0.0, -0.0664135880909, 0.0664135880909),
        ((0, 30, 20, 0), 0.2, -0.0763712450482, 0.4478322053949),
        ((53, 0, 1, 0), -1 / 54, -0.0977143748878, 0.0496216618894),
    ],
)
def test_against_newcombes_method_10(cells, difference, low, high):
    """R 4.2.2: the formula of Newcombe (1998) on prop.test(x, n, correct = FALSE)$conf.int.

    The first is .0569 to .3404 in the paper.
    """
    row = accuracy_differences(table(*cells)).comparisons[0]
    assert row.difference == pytest.approx(difference, abs=1e-12)
    assert row.interval[:2] == pytest.approx((low, high), abs=1e-11)
    assert row.effect_interval == row.interval


def test_published_accuracies():
    """Raschka (2018), figure 20."""
    row = accuracy_differences(table(9959, 11, 1, 29)).comparisons[0]
    assert row.difference == pytest.approx(0.001)
    assert row.statistic**2 == pytest.approx(8.3333, abs=5e-5)
    assert row.p_value == pytest.approx(0.0039, abs=5e-5)


def test_is_mcnemars_uncorrected_test():
    predictions = random_labels()
    peers = mcnemar(predictions, variant="uncorrected").comparisons
    for row, peer in zip(accuracy_differences(predictions).comparisons, peers, strict=True):
        assert row.statistic**2 == pytest.approx(peer.statistic, rel=1e-10)
        assert row.p_adjusted == pytest.approx(peer.p_adjusted, rel=1e-10)
        assert row.interval == pytest.approx(peer.interval, rel=1e-10)
        assert row.favours == peer.favours


def test_sides_leave_one_end_open():
    predictions = table(40, 12, 2, 4)
    two, ninety = (
        accuracy_differences(predictions, alpha=alpha).comparisons[0] for alpha in (0.05, 0.1)
    )
    greater = accuracy_differences(predictions, alternative="greater").comparisons[0]
    assert greater.interval[:2] == (ninety.interval.low, 1)
    assert greater.p_value == pytest.approx(two.p_value / 2)
    assert greater.p_value == pytest.approx(stats.norm.sf(10 / np.sqrt(14)))
    less = accuracy_differences(predictions, alternative="less").comparisons[0]
    assert less.interval[:2] == (-1, ninety.interval.high)
    assert greater.effect_interval == greater.interval
    with pytest.raises(OptionError, match=r"one-sided test must be below 0\.5; got 0\.6") as caught:
        accuracy_differences(predictions, alternative="less", alpha=0.6)
    assert caught.value.hint == "alpha=0.05"


@pytest.mark.parametrize("side", ["two-sided", "greater", "less"])
def test_identical_models(side):
    row = accuracy_differences(table(20, 0, 0, 5), alternative=side).comparisons[0]
    assert (row.p_value, row.difference, row.statistic, row.favours) == (1, 0, 0, "")


def test_few_differences_are_doubtful():
    outcomes = [
        accuracy_differences(table(20, 5, second, 5)).assumptions[1].outcome for second in (4, 5)
    ]
    assert outcomes == ["doubtful", "held"]


def test_unsuitable_input_is_refused():
    frame = pd.DataFrame({"y_true": [1, 0], "a": [1, 0], "b": [0, 0], "weight": [1.0, 2.0]})
    with pytest.raises(DesignError, match="these are weighted") as caught:
        accuracy_differences(Predictions.from_frame(frame))
    assert "metric_bootstrap" in caught.value.hint
    values = pd.DataFrame({"y_true": [0.1, 0.7, 1.9], "a": [0.0, 1.5, 2], "b": [1, 1, 2.5]})
    with pytest.raises(DesignError, match="accuracy_differences compares labels"):
        accuracy_differences(Predictions.from_frame(values))
