import math

import numpy as np
import pandas as pd
import pytest
from looped import loop_over

import benchreport
from benchreport.errors import DataError, DesignError, OptionError

ORACLE = "csranks 1.2.2 (R): its vignette, and its source run in R 4.2.2 with 50,000 draws"

# PISA 2018, mathematics: 37 countries, mean and standard error (data-raw/pisa.csv of csranks)
PISA = {
    "Australia": (491.3600252, 1.939833031),
    "Austria": (498.9423138, 2.970998694),
    "Belgium": (508.0703063, 2.262662011),
    "Canada": (512.0169429, 2.357475749),
    "Chile": (417.4065563, 2.41588757),
    "Colombia": (390.9322732, 2.989559274),
    "Czech Republic": (499.4676508, 2.460661531),
    "Denmark": (509.3983746, 1.735002337),
    "Estonia": (523.4145802, 1.743602224),
    "Finland": (507.3013618, 1.967920411),
    "France": (495.4075794, 2.320214487),
    "Germany": (500.0437805, 2.647083096),
    "Greece": (451.3703438, 3.091228197),
    "Hungary": (481.0826364, 2.319596741),
    "Iceland": (495.1873762, 1.953082603),
    "Ireland": (499.632894, 2.198621128),
    "Israel": (463.0345488, 3.498563228),
    "Italy": (486.5898573, 2.780045867),
    "Japan": (526.9732502, 2.471475318),
    "Korea": (525.933002, 3.121394315),
    "Latvia": (496.1263306, 1.962766789),
    "Lithuania": (481.1911884, 1.953282039),
    "Luxembourg": (483.421485, 1.097632409),
    "Mexico": (408.8014734, 2.493225544),
    "Netherlands": (519.2309824, 2.632277885),
    "New Zealand": (494.489676, 1.705942856),
    "Norway": (500.9637885, 2.219044878),
    "Poland": (515.6478747, 2.602085176),
    "Portugal": (492.4874062, 2.684570081),
    "Slovak Republic": (486.1648542, 2.555595707),
    "Slovenia": (508.8975441, 1.363877596),
    "Spain": (481.3926126, 1.462417763),
    "Sweden": (502.3877022, 2.654250935),
    "Switzerland": (515.3147131, 2.908003898),
    "Turkey": (453.5077774, 2.260406789),
    "United Kingdom": (501.7698992, 2.564428111),
    "United States": (478.2447174, 3.235444099),
}
# csranks_simul(math, diag(se^2), R = 50000, seed = 1), in the order of the countries
LOW = "12 7 4 3 35 37 7 4 1 4 12 7 32 23 12 8 31 15 1 1 12 23 23 35 1 12 7 1 12 18 4 24 5 1 32 6 23"
HIGH = (
    "30 26 18 17 36 37 25 18 6 18 26 25 34 31 26 25 34 31 6 "
    "7 26 31 31 36 11 26 24 12 31 31 18 31 24 13 34 24 32"
)
# the same with coverage = .75
LOW_75 = (
    "15 8 5 4 35 37 10 4 1 5 12 8 32 25 12 10 32 18 1 1 12 25 24 35 1 12 8 1 12 19 5 25 7 1 32 7 25"
)
HIGH_75 = (
    "26 25 18 13 36 37 24 16 6 18 26 24 34 31 26 24 34 31 6 "
    "6 26 31 31 36 8 26 23 11 27 31 16 31 23 11 34 23 31"
)
# the same by csranks_marg with R = 20000: each country alone
LOW_EACH = "15 10 5 4 35 37 10 5 1 5 12 10 32 25 12 10 32 19 1 1 12 25 25 35 1 12 10 2 12 20 5 25 7 2 32 8 25"
HIGH_EACH = (
    "26 24 18 12 36 37 24 15 6 18 26 24 34 31 26 24 34 31 4 "
    "6 25 31 31 36 7 26 23 11 26 31 14 31 23 11 34 23 31"
)


def rank(**options):
    scores = {name: pair[0] for name, pair in PISA.items()}
    return benchreport.rank_estimates(
        scores, {name: pair[1] for name, pair in PISA.items()}, score="mathematics", **options
    )


def ends(result):
    sets = {row.algorithm: (row.low, row.high) for row in result.rows}
    return zip(*(sets[name] for name in PISA), strict=True)


def numbers(text):
    return tuple(map(int, text.split()))


@pytest.mark.parametrize(("alpha", "low", "high"), [(0.05, LOW, HIGH), (0.25, LOW_75, HIGH_75)])
def test_against_csranks(alpha, low, high):
    found = ends(rank(alpha=alpha, n_resamples=20_000))
    differ = [
        sum(ours != theirs for ours, theirs in zip(end, numbers(text), strict=True))
        for end, text in zip(found, (low, high), strict=True)
    ]
    # ends at which a pair is within the error of the draws
    assert sum(differ) <= 2


def test_each_alone_against_csranks():
    result = rank(simultaneous=False, n_resamples=5_000)
    differ = [
        abs(ours - theirs)
        for end, text in zip(ends(result), (LOW_EACH, HIGH_EACH), strict=True)
        for ours, theirs in zip(end, numbers(text), strict=True)
    ]
    assert sum(map(bool, differ)) <= 5
    assert max(differ) <= 2
    # printed in the vignette: L = 8, rank = 13, U = 23
    row = next(row for row in result.rows if row.algorithm == "United Kingdom")
    assert (row.low, row.rank, row.high) == (8, 13, 23)


def test_what_the_vignette_says():
    """Chile, Mexico and Colombia are worse than all others; Germany and Korea both could be the 7th."""
    sets = {row.algorithm: range(row.low, row.high + 1) for row in rank().rows}
    last = ("Chile", "Mexico", "Colombia")
    others = {rank_ for name, ranks in sets.items() if name not in last for rank_ in ranks}
    assert not any(others & {*sets[name]} for name in last)
    assert 7 in sets["Germany"]
    assert 7 in sets["Korea"]
    less = {row.algorithm: row for row in rank(alpha=0.25).rows}
    assert less["Korea"].high < less["Germany"].low


def test_two_are_a_z_test():
    """One pair: they are ordered where |z| is above the normal quantile."""
    for z, ordered in ((1.9, False), (2.02, True)):
        result = benchreport.rank_estimates(
            [z * math.sqrt(2), 0.0], [1.0, 1.0], n_resamples=200_000
        )
        assert bool(result.separated) == ordered


def test_order_names_and_direction():
    up = benchreport.rank_estimates(
        pd.Series({"a": 1.0, "b": 9.0}), pd.Series({"b": 0.1, "a": 0.1})
    )
    down = benchreport.rank_estimates([1.0, 9.0], [0.1, 0.1], higher_is_better=False)
    assert [row.algorithm for row in up.rows] == ["b", "a"]
    assert [row.algorithm for row in down.rows] == ["1", "2"]
    assert up.could_be_best == ("b",)
    assert up.measured == "estimate"


def test_exact_estimates_are_ordered():
    result = benchreport.rank_estimates([1.0, 2.0, 2.0], [0.0, 0.0, 0.0])
    assert [(row.low, row.high) for row in result.rows] == [(1, 2), (1, 2), (3, 3)]


@loop_over(
    ("estimates", "errors", "kind", "words"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "c": 1}, DataError, "differ in b, c"),
        ([1, 2], [1], DataError, "2 estimates and 1 errors"),
        ([1], [1], DesignError, "at least 2 estimates"),
        ([1, np.nan], [1, 1], OptionError, "the estimate of 2 must be a number"),
        ([1, 2], [1, -1], DataError, "that of 2 is -1"),
        (pd.Series([1, 2], index=["a", "a"]), [1, 2], DataError, "2 have 1 names"),
    ],
)
def test_errors(estimates, errors, kind, words):
    with pytest.raises(kind, match=words) as caught:
        benchreport.rank_estimates(estimates, errors)
    assert "rank_estimates" in str(caught.value)


def test_rank_sets_takes_a_table_or_estimates_with_their_errors():
    errors = [0.01, 0.01, 0.01]
    printed = benchreport.rank_sets([0.85, 0.84, 0.80], errors)
    assert printed == benchreport.rank_estimates([0.85, 0.84, 0.80], errors)
    frame = pd.DataFrame({"a": [3.0, 4, 5, 6], "b": [1.0, 2, 2, 5]})
    scores = frame.bench(score="accuracy").scores
    assert benchreport.rank_sets(scores, rng=3) == frame.bench(score="accuracy").rank_sets(rng=3)
    with pytest.raises(OptionError, match="estimates need their standard errors"):
        benchreport.rank_sets([0.85, 0.84])
