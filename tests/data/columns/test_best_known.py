"""Columns of best known values, and of gaps to them, are no algorithms; they say which side is better."""

import pandas as pd
import pytest

from benchreport.data.readers.markdown import read_markdown
from benchreport.errors import DesignError, RoleError

TOURS = pd.DataFrame(
    {
        "Instance": ["eil51", "st70", "kroA100"],
        "Optimal": [426, 675, 21282],
        "GA": [478, 702, 22479],
        "TS": [430, 675, 21346],
        "Gap (GA)": [12.2, 4.0, 5.6],
    }
)


def test_optima_and_gaps_are_no_algorithms_and_show_the_direction():
    scores = TOURS.bench.scores
    assert scores.algorithms == ("GA", "TS")
    assert scores.higher_is_better is False
    profits = TOURS.assign(Optimal=[500, 720, 30000]).bench.scores
    assert (profits.algorithms, profits.higher_is_better) == (("GA", "TS"), True)


def test_all_columns_may_be_gaps():
    text = (
        "| Instance | Optimal | Original Gap | v2 Gap |\n|---|---|---|---|\n"
        "| eil51 | 426 | 29.01% | 6.53% |\n"
        "| st70 | 675 | 37.28% | **2.08%** |\n| kroA100 | 21282 | 55.96% | 8.73% |\n"
        "| **AVERAGE** | | 40.75% | **5.78%** |\n"
    )
    scores = read_markdown(text.encode()).bench.scores
    assert scores.algorithms == ("Original Gap", "v2 Gap")
    assert (scores.higher_is_better, scores.blocks) == (False, ("eil51", "st70", "kroA100"))


def test_the_side_of_the_best_known_values_settles_a_long_table():
    rows = [(i, a, 20, 20 + k + n) for n, i in enumerate("xyz") for k, a in enumerate(("GA", "TS"))]
    frame = pd.DataFrame(rows, columns=["instance", "algorithm", "bks", "bins"])
    assert frame.bench.scores.higher_is_better is False
    # where scores lie on both sides, nothing is known
    frame.loc[0, "bins"] = 5
    frame.loc[1:, "bins"] += 1
    with pytest.raises(Exception, match="unknown whether a higher score is better"):
        _ = frame.bench.scores


def test_algorithms_may_be_called_gap_or_optimal():
    frame = pd.DataFrame({"data": ["a", "b", "c"], "GAP": [0.5, 0.6, 0.7], "GMP": [0.4, 0.5, 0.8]})
    assert frame.bench(higher_is_better=True).scores.algorithms == ("GAP", "GMP")
    chosen = TOURS.bench(algorithm=["Optimal", "GA"], higher_is_better=False).scores
    assert chosen.algorithms == ("Optimal", "GA")


def test_columns_of_algorithms_and_of_best_and_gap_are_split_beside_the_optima():
    frame = TOURS[["Instance", "Optimal"]].assign(
        **{"TS Best": TOURS["TS"], "GA Best": TOURS["GA"], "TS Gap": 0.3, "GA Gap": 5.0}
    )
    with pytest.raises(RoleError, match=r"holds 2 metrics: Best, Gap"):
        _ = frame.bench.scores
    scores = frame.bench(metric="Best").scores
    assert (scores.algorithms, scores.higher_is_better) == (("TS", "GA"), False)


def test_a_setting_that_is_the_same_in_all_rows_is_no_dataset():
    frame = pd.DataFrame(
        {
            "Method": ["Linq", "LinqAF", "Streams"],
            "Skip": 1000,
            "Mean": [3.1, 3.4, 8.2],
            "StdDev": [0.1, 0.1, 0.2],
            "Gen 0": [0.1, 0.2, 0.5],
        }
    )
    with pytest.raises(
        DesignError, match="nothing to test: the table has one row for each 'Method'"
    ):
        _ = frame.bench.scores


def test_headings_of_sizes_are_parts_of_datasets():
    part = (
        "### n={n} (all)\n\n| Instance | Optimal | LPU | QA |\n|---|---|---|---|\n"
        "| 1 | -2 | {a} | -2 |\n| 2 | -5 | -4 | -3 |\n\n"
    )
    scores = read_markdown((part.format(n=5, a=-1) + part.format(n=10, a=-2)).encode()).bench.scores
    assert (scores.algorithms, scores.higher_is_better) == (("LPU", "QA"), False)
    assert scores.blocks[::3] == ("n=5 (all) / 1", "n=10 (all) / 2")
