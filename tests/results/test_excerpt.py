"""What terminals and notebooks show of results with many rows or columns."""

import itertools

import numpy as np
import pandas as pd
import pytest

import benchreport  # noqa: F401 - registers df.bench
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.results.writing.text_table import MOST_COLUMNS, MOST_ROWS

RNG = np.random.default_rng(0)
K = 12
PAIRS = K * (K - 1) // 2
FRAME = pd.DataFrame(RNG.normal(size=(10, K)).round(2), columns=[f"a{place}" for place in range(K)])
BENCH = FRAME.bench(score="accuracy")
RIGHT = pd.DataFrame(RNG.integers(0, 2, (60, K)), columns=FRAME.columns).bench(task="correctness")
MANY = {
    "nemenyi": BENCH.nemenyi,
    "multi_comparison": BENCH.multi_comparison,
    "effect_sizes": BENCH.effect_sizes,
    "bayes_sign": BENCH.bayes_sign,
    "normality": BENCH.normality,
    "mcnemar": RIGHT.mcnemar,
    "paired_difference": RIGHT.paired_difference,
}


@pytest.mark.parametrize("procedure", MANY)
def test_the_first_rows_are_those_of_the_display(procedure):
    result = MANY[procedure]()
    texts, n_rows = result.first_rows(MOST_ROWS)
    assert (len(texts), n_rows) == (MOST_ROWS, len(result.display)) == (MOST_ROWS, PAIRS)
    assert texts.shape[1] == result.display.shape[1]
    if not isinstance(result, PairwiseResult):
        first = result.display.columns[0]
        assert texts[first].tolist() == result.display[first].head(MOST_ROWS).tolist()
        return
    # the pairs of the best, then those of the second
    place = {name: rank for rank, name in enumerate(result.ranking)}
    shown = [sorted(map(place.__getitem__, pair)) for pair in texts[["first", "second"]].to_numpy()]
    assert shown == sorted(map(list, itertools.combinations(range(K), 2)))[:MOST_ROWS]
    # what belongs to a pair stays with it
    whole = result.display.set_index(["first", "second"])
    pairs = texts.set_index(["first", "second"])
    counted = [name for name in ("wins", "ties", "losses", "b", "c") if name in pairs]
    assert pairs[counted].equals(whole.loc[pairs.index, counted])


@pytest.mark.parametrize("procedure", MANY)
def test_few_rows_are_shown_and_the_others_counted(procedure):
    result = MANY[procedure]()
    more = f"… {PAIRS - MOST_ROWS} more rows in .table"
    assert str(result).count(more) == 1
    page = result._repr_html_()
    assert page.count("<tr>") == MOST_ROWS
    assert f"<p>{more}</p>" in page


def test_results_with_few_rows_are_shown_whole():
    few = FRAME.iloc[:, :3].bench(score="accuracy").nemenyi()
    assert few.first_rows(MOST_ROWS)[1] == 3
    assert " more row" not in str(few) + few._repr_html_()


def test_few_columns_are_shown():
    names = [f"a{place}" for place in range(MOST_COLUMNS + 5)]
    wide = pd.DataFrame(RNG.normal(size=(8, len(names))), columns=names)
    ranks = wide.bench(score="accuracy").ranks()
    more = ranks.display.shape[1] - MOST_COLUMNS
    assert f"… {more} more columns in .table" in str(ranks)
    heads = next(line for line in str(ranks).splitlines() if line.split()[:1] == ["dataset"])
    assert heads.split()[1:] == names[: MOST_COLUMNS - 1]
    assert f"<p>… {more} more columns in .table</p>" in ranks._repr_html_()
