import pandas as pd
import pytest
from predictions_tables import predictions_of_patterns, random_labels
from statsmodels.stats import contingency_tables

from benchreport.data import Predictions, Roles
from benchreport.errors import OptionError
from benchreport.stats import mcnemar

ORACLE = "statsmodels' mcnemar; Raschka (2018)"


def table(b, c):
    return predictions_of_patterns({(1, 1): 40, (1, 0): b, (0, 1): c, (0, 0): 4})


def of_rows(b, c):
    rows = [(1, 1, 1)] * 20 + [(0, 0, 0)] * 20 + [(1, 1, 0)] * b + [(1, 0, 1)] * c
    return pd.DataFrame(rows, columns=["y_true", "a", "b"])


@pytest.mark.parametrize(
    ("b", "c", "variant", "statistic", "p"),
    [
        (11, 1, "uncorrected", 8.3333, 0.0039),
        (25, 15, "uncorrected", 2.5, 0.1138),
        (5, 17, "corrected", 5.5, 0.0190),
    ],
)
def test_published_numbers(b, c, variant, statistic, p):
    """Raschka (2018) and lecture examples."""
    row = mcnemar(table(b, c), variant=variant).comparisons[0]
    assert row.statistic == pytest.approx(statistic, abs=5e-5)
    assert row.p_value == pytest.approx(p, abs=5e-5)


@pytest.mark.parametrize(
    ("variant", "exact", "corrected"),
    [
        ("exact", True, False),
        ("corrected", False, True),
        ("uncorrected", False, False),
    ],
)
def test_against_statsmodels(variant, exact, corrected):
    predictions = random_labels()
    for row, counts in zip(
        mcnemar(predictions, variant=variant).comparisons,
        mcnemar(predictions, variant=variant).tables,
        strict=True,
    ):
        square = [[counts.both, counts.first_only], [counts.second_only, counts.neither]]
        peer = contingency_tables.mcnemar(square, exact=exact, correction=corrected)
        assert row.p_value == pytest.approx(peer.pvalue, rel=1e-10)
        assert row.statistic == pytest.approx(peer.statistic, rel=1e-10)


def test_the_table_and_the_odds():
    result = mcnemar(table(11, 1))
    assert result.tables == ((40, 11, 1, 4),)
    row = result.comparisons[0]
    assert row.effect_size == 11
    assert row.effect_interval.low > 1
    assert row.favours == "m0"
    assert row.note == "exact"
    assert result.table.loc[0, "first_only"] == 11
    assert result.matrix("effect_size").loc["m1", "m0"] == pytest.approx(1 / 11)
    assert row.difference == pytest.approx(10 / 56)
    assert row.interval.low < row.difference < row.interval.high


def test_auto_is_exact_for_few():
    assert mcnemar(table(20, 4)).variant == "exact"
    assert mcnemar(table(20, 5)).variant == "mid_p"


def test_models_that_never_differ():
    row = mcnemar(table(0, 0)).comparisons[0]
    assert (row.p_value, row.difference, row.effect_size, row.favours) == (1, 0, 1, "")


def test_weights_take_the_uncorrected_form():
    frame = pd.DataFrame(
        {
            "y_true": [1, 1, 0, 0, 1, 0],
            "a": [1, 1, 0, 0, 0, 1],
            "b": [1, 0, 1, 0, 1, 0],
            "weight": [1, 2, 1, 1, 3, 1.0],
        }
    )
    predictions = Predictions.from_frame(frame, Roles())
    row = mcnemar(predictions).comparisons[0]
    # only a is right with weights 2 and 1, only b with 3 and 1
    assert row.statistic == pytest.approx((3 - 4) ** 2 / (4 + 1 + 9 + 1))
    with pytest.raises(OptionError, match="needs counts"):
        mcnemar(predictions, variant="exact")
    assert row.interval is None
    assert row.effect_interval is None


@pytest.mark.parametrize("unit", [1e300, 1e-300, 1e304, 5e-324])
def test_the_unit_of_weights_does_not_matter(unit):
    frame = of_rows(11, 2).assign(weight=1.0)
    plain = mcnemar(Predictions.from_frame(frame))
    scaled = mcnemar(Predictions.from_frame(frame.assign(weight=unit)))
    for row, peer in zip(scaled.comparisons, plain.comparisons, strict=True):
        assert row.p_value == pytest.approx(0.0126, abs=5e-5)
        for field in ("difference", "statistic", "p_value", "effect_size"):
            assert getattr(row, field) == pytest.approx(getattr(peer, field), rel=1e-9)
    assert scaled.tables[0].first_only == pytest.approx(11 * unit)
