import math

import numpy as np
import pandas as pd
import pytest
from evaluation_logs import log
from needs import LONG
from published import oracle
from scipy import stats as scipy_stats

from benchreport.data import Predictions, Roles, Scores
from benchreport.errors import OptionError
from benchreport.stats import paired_t, variance_components
from benchreport.stats.studies.plan import plan

ORACLE = "power.t.test of R 4.2.2, and the enumeration of designs in the test"


def table(name):
    rows = pd.DataFrame(oracle("variance_components")["cases"][name]["rows"]).astype(
        {"score": float}
    )
    return Scores.from_frame(rows, Roles(score="score", higher_is_better=True, repeat="seed"))


def scores(n=12, k=2, seed=0):
    values = np.random.default_rng(seed).normal(size=(n, k)) + np.arange(n)[:, None]
    return Scores.from_frame(
        pd.DataFrame(values, columns=[f"a{at}" for at in range(k)]), Roles(score="accuracy")
    )


def test_the_present_half_width_is_that_of_the_paired_t_test():
    pair = paired_t(scores()).comparisons[0]
    half = (pair.interval.high - pair.interval.low) / 2
    assert plan(scores()).now.half_width == pytest.approx(half)


@pytest.mark.parametrize(
    ("difference", "power", "needed"),
    [
        # ceiling of power.t.test(delta = , sd = 1, power = , type = "paired")$n
        (0.5, 0.8, 34),
        (0.5, 0.9, 44),
        (1.0, 0.8, 10),
        (1.5, 0.95, 8),
    ],
)
def test_power_against_r(difference, power, needed):
    table_ = scores(n=40)
    unit = math.sqrt(2 * variance_components(table_).rows[-1].estimate)
    result = plan(table_, power=power, difference=difference * unit)
    assert result.rows[0].levels == (needed,)


@LONG
def test_the_cheapest_plan_is_the_cheapest_of_all():
    table_ = table("seeds")
    half, cost = 0.3, {"dataset": 15, "seed": 2}
    result = plan(table_, half_width=half, cost=cost)
    parts = {row.name: row.estimate for row in variance_components(table_).rows}
    best = math.inf
    for n in range(2, 400):
        for m in range(1, 60):
            own = parts["algorithm × dataset"] / n + parts["algorithm × dataset × seed"] / (n * m)
            if scipy_stats.t.ppf(0.975, n - 1) * math.sqrt(2 * own) <= half:
                best = min(best, 15 * n + 2 * n * m)
    assert result.rows[0].cost == best
    assert [row.cost for row in result.rows] == sorted(row.cost for row in result.rows)
    assert all(row.half_width <= half for row in result.rows)


def test_doubling_says_where_the_next_run_buys_most():
    result = plan(table("seeds"))
    more_datasets, more_seeds = result.doubled
    assert more_datasets.half_width < more_seeds.half_width < result.now.half_width
    assert result.rows == ()
    assert "Twice as many datasets" in result.interpretation[1]


def test_plans_of_predictions():
    roles = Roles(cluster="passage", repeat="sample", example="question")
    predictions = Predictions.from_frame(log(), roles)
    result = plan(predictions, half_width=0.03)
    assert result.facets == ("passage", "example", "sample")
    assert result.rows[0].half_width <= 0.03
    # what clusters share stays, however many samples there are
    assert result.rows[0].levels[0] > 20


def test_what_no_number_reaches_is_said():
    values = np.tile([0.0, 1.0], (6, 1))
    values[0] = 1.0, 0.0
    frame = pd.DataFrame(values, columns=["a", "b"])
    result = plan(Scores.from_frame(frame, Roles(score="accuracy")), half_width=1e-9)
    assert result.rows == ()
    assert "No number of datasets reaches ± 1" in result.interpretation[-1]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"half_width": -1}, "half_width must be"),
        ({"half_width": 0.1, "power": 0.8}, "has one aim"),
        ({"power": 0.8}, "needs both the power and the difference"),
        ({"power": 1.2, "difference": 0.1}, "power must lie"),
        ({"cost": {"seed": 3}}, "cost is by what there can be more of, dataset"),
        ({"cost": {"dataset": 0}}, "must cost more than 0"),
        ({"cost": {"dataset": -2}}, "cost of a dataset must be"),
    ],
)
def test_options(options, words):
    with pytest.raises(OptionError, match=words):
        plan(scores(), **options)
