import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
from other_frames import ALWAYS, WARNINGS, every_library, of_large_tables

import benchreport
from benchreport.data import Roles, Scores, Several
from benchreport.engines import samples
from benchreport.engines.any_frame import read_frame
from benchreport.engines.lazy_table import LazyTable
from benchreport.engines.score_cells import round_digits
from benchreport.errors import DataError, DesignError, InputError, ReadError

ALGORITHMS, DATASETS, SEEDS = ("knn", "rf", "svm"), ("glass", "iris", "wine"), range(6)
RUNS = pd.DataFrame(
    [(name, place, seed) for name in ALGORITHMS for place in DATASETS for seed in SEEDS],
    columns=["model", "dataset", "seed"],
).assign(accuracy=np.random.default_rng(7).normal(0.8, 0.1, 54).round(4))
MEANS = RUNS.groupby(["dataset", "model"])["accuracy"].mean().unstack()  # noqa: PD010 - a table


pytestmark = WARNINGS


def reduce(frame, convert=pl.from_pandas, **roles):
    return Scores.from_frame(*read_frame(convert(frame), Roles(**roles)))


@every_library
def test_a_small_table_is_read_as_pandas_reads_it(convert):
    scores = reduce(RUNS, convert)
    assert scores.sha256 == Scores.from_frame(RUNS).sha256
    assert str(scores) == "3 algorithms × 3 datasets, 6 scores each; accuracy, higher is better"


@every_library
@of_large_tables
def test_an_engine_averages_the_runs_of_a_large_table(convert):
    scores = reduce(RUNS, convert)
    assert str(scores) == (
        "3 algorithms × 3 datasets, 1 score (mean of 6 runs) each; accuracy, higher is better"
    )
    np.testing.assert_allclose(scores.frame, MEANS, rtol=1e-12)
    # thirteen digits are the same whichever engine adds
    assert scores.sha256 == reduce(RUNS).sha256


@every_library
@of_large_tables
@pytest.mark.parametrize("gap", [None, np.nan])
def test_ties_gaps_and_empty_cells_are_the_same_in_every_library(convert, gap):
    # Dask takes objects for texts, and Spark knows no Float64 of pandas
    empty = "Float64" if convert.__name__ == "to_dask" else object
    scores = RUNS["accuracy"].round(1).astype(empty if gap is None else float)
    scores[[3, 10, 11]] = gap
    table = RUNS.assign(accuracy=scores)
    table = table.drop(index=[20, 40])
    found = reduce(table, convert, score="accuracy")
    expected = table.assign(accuracy=table["accuracy"].astype(float))
    means = expected.groupby(["dataset", "model"])["accuracy"].agg(["mean", "count"]).unstack()  # noqa: PD010 - a table
    np.testing.assert_allclose(found.values, means["mean"], rtol=1e-12)
    np.testing.assert_array_equal(found.runs.sizes.reshape(3, 3).T, means["count"])


@every_library
@of_large_tables
def test_nan_is_a_missing_run_in_every_library(convert):
    scores = reduce(RUNS.assign(accuracy=[np.nan, *RUNS["accuracy"][1:]]), convert)
    assert scores.missing_runs.in_words() == "1 run of 54 is missing (knn on glass has 5 of 6 runs)"
    assert scores.values[0, 0] == pytest.approx(RUNS["accuracy"][1:6].mean(), rel=1e-12)


@pytest.mark.parametrize("convert", ALWAYS)
def test_the_accessor_takes_every_library(convert):
    bench = benchreport.bench(convert(RUNS))
    expected = RUNS.bench
    assert repr(bench) == repr(expected)
    assert bench.friedman() == expected.friedman()
    assert bench.read().nemenyi().table.equals(expected.nemenyi().table)
    assert "3 algorithms × 3 datasets" in str(bench.check())


@of_large_tables
def test_reduced_tables_are_compared_and_checked():
    bench = benchreport.bench(pl.from_pandas(RUNS).lazy())
    expected = MEANS.bench(score="accuracy").friedman()
    assert bench.friedman().statistic == pytest.approx(expected.statistic)
    overview = str(bench(missing="drop").check())
    assert "Polars averaged the runs of 54 rows in 9 cells" in overview
    assert overview.endswith("df.bench(missing='drop').advise()")


@of_large_tables
def test_wide_tables_are_averaged_by_column():
    wide = RUNS.pivot_table(index=["dataset", "seed"], columns="model", values="accuracy")
    scores = reduce(wide.reset_index().rename_axis(columns=None), score="accuracy")
    np.testing.assert_allclose(scores.frame[list(ALGORITHMS)], MEANS, rtol=1e-12)
    assert set(scores.runs.sizes) == {6}


@pytest.mark.parametrize("long", [False, True])
@of_large_tables
def test_several_metrics_are_averaged_together(long):
    table = RUNS.assign(f1=RUNS["accuracy"] - 0.1)
    if long:
        table = table.melt(["model", "dataset", "seed"], var_name="metric")
    tables = Several.from_frame(*read_frame(pl.from_pandas(table), Roles())).by_scores()
    assert list(tables) == ["accuracy", "f1"]
    np.testing.assert_allclose(tables["f1"].frame, MEANS - 0.1, rtol=1e-12)
    np.testing.assert_allclose(reduce(table, metric="f1").frame, MEANS - 0.1, rtol=1e-12)


@pytest.mark.parametrize("columns", [[], ["dataset"]])
@of_large_tables
def test_repeats_on_one_dataset_stay_blocks(columns):
    scores = reduce(RUNS[RUNS["dataset"] == "iris"].drop(columns=columns))
    assert (scores.block_kind, len(scores.blocks)) == ("seed", 6)
    assert scores.runs.sizes is None


@of_large_tables
@pytest.mark.parametrize("repeat", [None, "seed"])
def test_scores_of_one_run_are_kept_as_they_are(repeat):
    single = RUNS[RUNS["seed"] == 0].assign(accuracy=np.random.default_rng(1).random(9))
    single = pd.concat([single, single.assign(model=single["model"] + "2")])
    scores = reduce(single, repeat=repeat)
    assert str(scores) == "6 algorithms × 3 datasets, 1 score each; accuracy, higher is better"
    # to the last bit
    assert set(scores.runs.read) == set(single["accuracy"])


@of_large_tables
def test_factors_are_averaged_by_their_combinations():
    two = pd.concat([RUNS.assign(ema=on, accuracy=RUNS["accuracy"] + on / 10) for on in (0, 1)])
    scores = reduce(two, factors=["model", "ema"])
    assert len(scores.algorithms) == 6
    assert [factor.name for factor in scores.factors] == ["model", "ema"]


@of_large_tables
def test_rows_are_chosen_in_the_engine():
    scores = reduce(RUNS, where={"seed": ["0", "1"], "dataset": ["iris", "wine"]})
    kept = RUNS[(RUNS["seed"] < 2) & (RUNS["dataset"] != "glass")]
    assert scores.sha256 == reduce(kept).sha256
    assert scores.runs.sizes.tolist() == [2] * 6


@pytest.mark.parametrize("seeds", [list(SEEDS), [5, 7, 11, 13, 17, 23], list("abcdef")])
@of_large_tables
def test_a_run_that_is_there_twice_is_refused(seeds):
    table = RUNS.assign(seed=seeds * 9)
    assert reduce(table).runs.sizes.tolist() == [6] * 9
    with pytest.raises(DataError, match=r"1 cell of model × dataset × seed has .*svm on wine on"):
        reduce(pd.concat([table, table.tail(1)]))


@of_large_tables
def test_numbers_with_the_ends_and_the_sum_of_a_range_are_no_range():
    table = RUNS.assign(seed=[0, 1, 1, 4, 4, 5] + list(SEEDS) * 8)
    with pytest.raises(DataError, match="2 cells of model × dataset × seed have"):
        reduce(table)


@of_large_tables
def test_numbers_with_the_sums_of_another_range_are_no_range():
    # 21 and 91, as of 1 to 6
    table = RUNS.assign(seed=[0, 3, 4, 4, 5, 5] + list(SEEDS) * 8)
    with pytest.raises(DataError, match="2 cells of model × dataset × seed have"):
        reduce(table)


@of_large_tables
@pytest.mark.parametrize("repeat", ["seed", "runde"])
def test_a_part_of_the_runs_tells_roles_only_where_names_do(monkeypatch, repeat):
    # only all runs show that "runde" numbers them
    table = RUNS.sample(frac=1, random_state=0).rename(columns={"seed": repeat})
    monkeypatch.setattr(samples, "FEW_ROWS", 20)
    read = []
    rows = LazyTable.rows
    monkeypatch.setattr(LazyTable, "rows", lambda *given: read.append(rows(*given)) or read[-1])
    assert reduce(table).runs.sizes.tolist() == [6] * 9
    assert [len(each) for each in read[1:]] == ([20] if repeat == "seed" else [20, 54])


@of_large_tables
def test_several_runs_that_nothing_numbers_are_refused():
    with pytest.raises(DataError, match="9 cells of model × dataset have more than one score"):
        reduce(RUNS.drop(columns="seed"))


@of_large_tables
def test_independent_runs_are_not_reduced():
    with pytest.raises(DesignError, match="rank all of them, and no engine does"):
        reduce(RUNS[["model", "accuracy"]])


@of_large_tables
def test_text_is_no_score():
    text = RUNS.assign(accuracy=RUNS["accuracy"].astype(str))
    with pytest.raises(DataError, match="should hold numbers, but Polars holds String in it"):
        reduce(text, score="accuracy")


@of_large_tables
def test_too_many_cells_are_refused(monkeypatch):
    monkeypatch.setattr("benchreport.engines.score_cells.MOST_CELLS", 8)
    with pytest.raises(DesignError, match="Polars finds 9 cells of model × dataset, but at most 8"):
        reduce(RUNS)


@pytest.mark.parametrize("wrong", [[1, 2], {"a": [1]}, 7, "results.csv", pl.Series([1])])
def test_what_is_no_frame_is_refused(wrong):
    with pytest.raises(
        InputError, match="a DataFrame is expected, of pandas or of another library"
    ):
        benchreport.bench(wrong).describe()


def test_an_engine_that_fails_says_why():
    broken = duckdb.sql("SELECT error('the disk is full') AS accuracy, 'svm' AS model")
    with pytest.raises(ReadError, match=r"DuckDB cannot read the table: .*the disk is full"):
        benchreport.bench(broken).describe()


@of_large_tables
def test_decimals_are_numbers():
    relation = duckdb.from_df(RUNS).select("model, dataset, seed, accuracy::DECIMAL(9, 4) accuracy")
    assert Scores.from_frame(*read_frame(relation, Roles())).sha256 == reduce(RUNS).sha256


def test_means_have_thirteen_digits():
    rounded = round_digits(np.array([0.1 + 0.2, 1 / 3, -2e300 / 3, 5e-324, 0.0, np.nan]))
    np.testing.assert_array_equal(
        rounded, [0.3, 0.3333333333333, -6.666666666667e299, 5e-324, 0.0, np.nan]
    )


@every_library
@of_large_tables
@pytest.mark.parametrize("labels", [int, str])
def test_runs_that_every_algorithm_lacks_another_of_are_all_told(convert, labels):
    lacking = {("knn", 0), ("knn", 1), ("rf", 2), ("rf", 3), ("svm", 4)}
    on_iris = RUNS["dataset"] == "iris"
    lacks = pd.MultiIndex.from_frame(RUNS[["model", "seed"]]).isin(lacking)
    table = RUNS[~(on_iris & lacks)].astype({"seed": labels}).reset_index(drop=True)
    found = reduce(table, convert, score="accuracy").missing_runs
    expected = Scores.from_frame(table).missing_runs
    assert (found.count, found.expected) == (expected.count, expected.expected) == (5, 54)
    np.testing.assert_array_equal(found.present, expected.present)


@of_large_tables
@pytest.mark.parametrize("labels", [int, str])
def test_runs_of_datasets_that_two_columns_name_are_all_told(labels):
    two = pd.concat([RUNS.assign(size=size) for size in (10, 20)], ignore_index=True)
    lacking = {("knn", 0), ("knn", 1), ("rf", 2), ("rf", 3), ("svm", 4)}
    lacks = pd.MultiIndex.from_frame(two[["model", "seed"]]).isin(lacking)
    table = two[~((two["dataset"] == "iris") & (two["size"] == 20) & lacks)].astype(
        {"seed": labels}
    )
    roles = Roles(dataset=["dataset", "size"], score="accuracy", repeat="seed")
    found = Scores.from_frame(*read_frame(pl.from_pandas(table), roles)).missing_runs
    expected = Scores.from_frame(table, roles).missing_runs
    assert (found.count, found.expected) == (expected.count, expected.expected) == (5, 108)
    np.testing.assert_array_equal(found.present, expected.present)


@of_large_tables
def test_a_run_that_no_algorithm_has_is_not_missing():
    table = RUNS.copy()
    table.loc[(table["dataset"] == "iris") & (table["seed"] == 5), "accuracy"] = np.nan
    assert reduce(table).missing_runs.count == Scores.from_frame(table).missing_runs.count == 0


@of_large_tables
def test_seeds_of_its_own_for_each_algorithm_are_not_missing():
    table = RUNS.assign(seed=range(54))
    assert reduce(table).missing_runs.count == Scores.from_frame(table).missing_runs.count == 0


@every_library
@of_large_tables
@pytest.mark.parametrize("column", ["model", "dataset"])
def test_rows_without_a_name_are_counted(convert, column):
    table = RUNS.copy()
    # None, as Spark takes NaN for a text
    empty = table.index.isin([0, 1, 2, 20])
    table[column] = table[column].astype(object).where(~empty, None)
    role = "algorithm" if column == "model" else column
    words = f"4 rows without {role}: column '{column}' is empty"
    for read in (lambda: reduce(table, convert), lambda: Scores.from_frame(table)):
        with pytest.raises(DataError, match=words):
            read()
