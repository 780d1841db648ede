"""Engines count the examples of large tables of predictions, and give what pandas gives."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from needs import longer
from other_frames import WARNINGS, every_library, of_large_tables

import benchreport
from benchreport.data import Predictions, Roles
from benchreport.engines import any_frame, example_rows, prediction_patterns
from benchreport.engines.any_frame import read_frame
from benchreport.engines.large_files import open_files
from benchreport.errors import DataError, DesignError, RoleError

pytestmark = WARNINGS
N, LABELS = 300, np.array([*"abc"])


def draw():
    """Draw labels of three models for 300 examples of 12 passages."""
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({"y_true": rng.choice(LABELS, N)})
    for place, name in enumerate(["knn", "rf", "svm"]):
        right = rng.random(N) < 0.6 + 0.06 * place
        frame[name] = np.where(right, frame["y_true"], rng.choice(LABELS, N))
    passage = [f"p{place:02}" for place in rng.integers(0, 12, N)]
    return frame.assign(passage=passage, example=np.arange(N))


WIDE = draw()
KEYS = ["y_true", "passage", "example"]
LONG = WIDE.melt(KEYS, var_name="model", value_name="prediction").sample(frac=1, random_state=1)
RIGHT = LONG.assign(correct=(LONG["y_true"] == LONG["prediction"]).astype(int))
RIGHT = RIGHT.drop(columns=["y_true", "prediction"])


def read(frame, convert=pl.from_pandas, **roles):
    return Predictions.from_frame(*read_frame(convert(frame), Roles(**roles)))


@every_library
@of_large_tables
@pytest.mark.parametrize("frame", [WIDE, LONG], ids=["wide", "long"])
def test_every_library_counts_the_patterns_that_pandas_reads(convert, frame):
    table = read(frame, convert)
    # counted by pandas
    patterns = WIDE.drop(columns="example").groupby(["passage", "y_true", "knn", "rf", "svm"])
    expected = Predictions.from_frame(patterns.size().reset_index(name="n"), Roles(count="n"))
    assert (table.n, table.n_rows) == (N, len(patterns))
    assert table.sha256 == expected.sha256


@every_library
@of_large_tables
def test_right_and_wrong_answers_are_counted(convert):
    table = read(RIGHT, convert)
    assert (table.task, table.n, table.algorithms) == ("correctness", N, ("knn", "rf", "svm"))
    expected = WIDE[["knn", "rf", "svm"]].eq(WIDE["y_true"], axis=0).mean()
    np.testing.assert_allclose(np.average(table.correct, axis=0, weights=table.counts), expected)


@of_large_tables
@pytest.mark.parametrize("frame", [WIDE, LONG], ids=["wide", "long"])
def test_results_are_those_of_pandas(frame):
    bench, alone = benchreport.bench(pl.from_pandas(frame)), {"cluster": []}
    expected = WIDE.drop(columns=["passage", "example"]).bench
    for name in ("mcnemar", "cochran_q", "metrics", "confusion", "metric_bootstrap"):
        options = {"metric": "mcc"} if name == "metric_bootstrap" else {}
        assert getattr(bench(**alone), name)(**options) == getattr(expected, name)(**options)
    clustered, of_pandas = bench.paired_difference(), WIDE.bench.paired_difference()
    pd.testing.assert_frame_equal(clustered.table, of_pandas.table, rtol=1e-12)
    assert bench.analyze_predictions().verdict == WIDE.bench.analyze_predictions().verdict
    note = "Polars counted the examples of"
    assert note in str(bench.check())


@pytest.mark.parametrize("kind", ["int64", "boolean", "category", "float64", "Int64"])
@of_large_tables
def test_labels_of_every_type_are_counted(kind):
    truth = np.arange(60) % 2
    table = pd.DataFrame({"y_true": truth, "svm": truth ^ (truth & np.arange(60) % 3 == 0)})
    table = table.assign(knn=1 - table["svm"])
    names, positive = [*table.columns], pd.Series([0, 1]).astype(kind).iloc[1]
    table = table.astype("boolean" if kind == "boolean" else "int64").astype(kind)
    expected = Predictions.from_frame(table, Roles(positive=positive))
    for frame in (table, to_long(table, names)):
        found = read(frame, positive=positive)
        assert (found.classes, found.positive) == (expected.classes, expected.positive)
        rate = np.average(found.correct, axis=0, weights=found.counts)
        order = [expected.algorithms.index(name) for name in found.algorithms]
        np.testing.assert_array_equal(rate, expected.correct.mean(axis=0)[order])


def to_long(table, names):
    table = table.assign(example=range(len(table)))
    return table.melt(["example", names[0]], var_name="model", value_name="prediction")


@of_large_tables
def test_of_too_many_patterns_only_right_and_wrong_come_back(monkeypatch):
    table = WIDE.drop(columns=["passage", "example"])
    monkeypatch.setattr(prediction_patterns, "MOST_CELLS", 8)
    bench = benchreport.bench(pl.from_pandas(table))
    assert bench.mcnemar().table.equals(table.bench.mcnemar().table)
    assert "only right and wrong answers are counted" in str(bench.check())
    monkeypatch.setattr(prediction_patterns, "MOST_CELLS", 7)
    with pytest.raises(DesignError, match="Polars finds more than 7 different right and wrong"):
        bench.mcnemar()


@of_large_tables
@pytest.mark.parametrize("gap", [None, np.nan])
@pytest.mark.parametrize("column", ["knn", "y_true"])
def test_missing_labels_are_counted_and_refused(column, gap):
    table = WIDE.assign(**{column: [gap, gap, *WIDE[column][2:]]}).drop(columns="passage")
    words = "truth" if column == "y_true" else "prediction of knn"
    with pytest.raises(DataError, match=f"Polars finds no {words} for 2 of 300 examples"):
        read(table)


@of_large_tables
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: rows[1:], "finds no row of some model for 1 of 300 examples"),
        (lambda rows: pd.concat([rows, rows[:2]]), "more than one prediction of a model for 1 of"),
        (
            lambda rows: rows.assign(y_true=["b", "a", *rows["y_true"][2:]]),
            "more than one truth for 1 of",
        ),
    ],
)
def test_examples_that_are_incomplete_are_counted_and_refused(change, words):
    with pytest.raises(DataError, match=words):
        read(change(LONG.sort_values(["example", "model"])))


@of_large_tables
@pytest.mark.parametrize("name", ["example", "sample"])
@pytest.mark.parametrize("numbered", [True, False])
def test_samples_are_refused(name, numbered):
    twice = pd.concat([WIDE, WIDE])
    if name == "sample":
        twice["sample"] = np.arange(2 * N) // N
    elif not numbered:
        twice["example"] = twice["example"].map("x{}".format)
    with pytest.raises(DesignError, match="the examples themselves"):
        read(twice)


@of_large_tables
def test_names_of_examples_that_are_texts_are_counted_one_by_one():
    assert read(WIDE.assign(example=WIDE["example"].map("x{}".format))).n == N


@of_large_tables
def test_models_may_be_called_like_columns():
    names = {"knn": "passage", "rf": "y_true", "svm": "n_examples"}
    table = read(LONG.replace({"model": names}))
    assert table.algorithms == ("n_examples", "passage", "y_true")
    assert (table.n, table.cluster_column) == (N, "passage_")


@of_large_tables
def test_a_long_table_needs_examples_and_no_weights():
    with pytest.raises(RoleError, match="which example each row is about"):
        read(LONG.drop(columns="example"), truth="y_true")
    with pytest.raises(DesignError, match="weights and counts are not read"):
        read(WIDE.assign(weight=1.0))


@of_large_tables
def test_scores_and_values_are_read_whole_or_refused(monkeypatch):
    truth = np.arange(40) % 2
    scores = pd.DataFrame({"y_true": truth, "svm_score": truth + 0.1, "knn_score": 1.3 * truth})
    assert benchreport.bench(pl.from_pandas(scores)).delong() == scores.bench.delong()
    monkeypatch.setattr(any_frame, "MOST_CELLS", 20)
    with pytest.raises(DesignError, match="are compared row by row, and 40 rows of 3 columns"):
        benchreport.bench(pl.from_pandas(scores)).delong()


def write_parquet(frame, folder):
    path = folder / "long.parquet"
    # groups of rows are what an engine can leave out
    frame.to_parquet(path, index=False, row_group_size=50)
    return path


@pytest.fixture
def parts(monkeypatch):
    """Few rows of a sorted file are grouped at a time; return how many parts there were."""
    monkeypatch.setattr(example_rows, "ROWS_AT_ONCE", 100)
    monkeypatch.setattr(example_rows, "FIRST_ROWS", 6)
    found = []
    split = example_rows.split_examples
    monkeypatch.setattr(
        prediction_patterns,
        "split_examples",
        lambda *given: found.append(split(*given)) or found[-1],
    )
    return lambda: [len(each) for each in found]


@pytest.mark.needs("time")
@pytest.mark.parametrize("engine", ["polars", longer("duckdb")])
@of_large_tables
def test_a_sorted_file_is_grouped_part_by_part(tmp_path, parts, engine):
    expected = read(LONG)
    path = write_parquet(LONG.sort_values(["example", "model"]), tmp_path)
    table = Predictions.from_frame(*read_frame(open_files([path], engine), Roles()))
    assert (table.sha256, table.n) == (expected.sha256, N)
    assert parts() == [1, 9]
    rows = LONG.astype({"example": "Int64"}).sort_values(["example", "model"])
    rows.iloc[-1, list(rows).index("example")] = pd.NA
    path = write_parquet(rows, tmp_path)
    with pytest.raises(DataError, match="no row of some model for 2 of 301 examples"):
        read_frame(open_files([path], engine), Roles())


@pytest.mark.parametrize(
    "frame",
    [LONG, LONG.assign(example=LONG["example"].map("x{:03}".format)).sort_values("example")],
)
@of_large_tables
def test_a_file_that_is_not_sorted_by_numbers_is_grouped_at_once(tmp_path, parts, frame):
    path = write_parquet(frame, tmp_path)
    table = Predictions.from_frame(*read_frame(open_files([path], "duckdb"), Roles()))
    assert parts() == [1]
    assert table.sha256 == read(LONG).sha256


@of_large_tables
def test_rows_that_are_one_too_many_and_one_too_few_are_both_told():
    rows = LONG.sort_values(["example", "model"])
    rows.iloc[0, list(rows).index("model")] = "rf"
    with pytest.raises(DataError, match="more than one prediction of a model for 1 of 300"):
        read(rows)
