"""Columns of any type and name are read correctly, or refused with an error and a hint."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from looped import loop_over
from needs import LONG, longer, one_in

from benchreport.data import Curves, Predictions, Roles, Scores
from benchreport.data.reading_overview import columns_in_words
from benchreport.errors import BenchreportError, DataError, RoleError

# for each kind of table: its column of numbers, a column of names, and a reader of the numbers
SCORES = pd.DataFrame(
    {"algorithm": list("aabb"), "dataset": list("xyxy"), "accuracy": [0.5, 0.25, 0.75, 1.0]}
)
CURVES = pd.DataFrame(
    {"algorithm": list("aabb"), "step": [1, 2, 1, 2], "loss": [0.5, 0.25, 0.75, 1.0]}
)
VALUES = pd.DataFrame(
    {"y_true": [0.5, 1.5, 2.5, 3.5], "svm": [0.5, 0.25, 0.75, 1.0], "knn": [1.5, 1.0, 2.5, 2.0]}
)
LABELS = pd.DataFrame(
    {
        "algorithm": list("aabb"),
        "example": list("xyxy"),
        "y_true": [0, 1, 0, 1],
        "prediction": [0, 1, 1, 1],
    }
)
FRAMES = {"scores": SCORES, "curves": CURVES, "values": VALUES, "labels": LABELS}
NUMBERS = [0.5, 0.25, 0.75, 1.0]


def read_scores(frame):
    return Scores.from_frame(frame, Roles(score="accuracy")).values.T.ravel().tolist()


def read_curves(frame):
    runs = Curves.from_frame(frame, Roles(score="loss")).runs
    return [score for run in runs for score in run.score.tolist()]


def read_values(frame):
    return Predictions.from_frame(frame, Roles(task="regression")).predicted[:, 0].tolist()


READ = {
    "accuracy": (SCORES, read_scores),
    "loss": (CURVES, read_curves),
    "svm": (VALUES, read_values),
}


def nest(levels):
    cell = []
    for _ in range(levels):
        cell = [cell]
    return cell


def objects(cells):
    return pd.Series(cells, dtype=object)


def arrow(values, kind):
    return pd.Series(pd.array(values, dtype=pd.ArrowDtype(kind)))


RIGHT = {
    "decimal": objects([Decimal(str(number)) for number in NUMBERS]),
    "fraction": objects([Fraction(number) for number in NUMBERS]),
    "sparse": pd.Series(pd.arrays.SparseArray(NUMBERS)),
    "half": pd.Series(NUMBERS, dtype="float16"),
    "nullable": pd.Series(NUMBERS, dtype="Float64"),
    "categorical": pd.Series(pd.Categorical(NUMBERS)),
    "arrow decimal": arrow([Decimal(str(number)) for number in NUMBERS], pa.decimal128(10, 3)),
    "arrow half": arrow(np.array(NUMBERS, dtype="float16"), pa.float16()),
    "arrow dictionary": pd.Series(
        pd.arrays.ArrowExtensionArray(pa.chunked_array([pa.array(NUMBERS).dictionary_encode()]))
    ),
}
SPANS = pd.to_timedelta([1, 2, 3, 4], "s")
DATES = pd.date_range("2020", periods=4)
WRONG = {
    "complex": (pd.Series(NUMBERS) * 1j, "complex numbers"),
    "complex without an imaginary part": (pd.Series(NUMBERS) + 0j, "complex numbers"),
    "complex objects": (objects([complex(number) for number in NUMBERS]), "complex numbers"),
    "complex categories": (pd.Series(pd.Categorical(np.array(NUMBERS) + 0j)), "complex numbers"),
    "spans": (pd.Series(SPANS), "time spans"),
    "span objects": (objects([dt.timedelta(1)] * 4), "time spans"),
    "arrow spans": (arrow([1, 2, 3, 4], pa.duration("s")), "time spans"),
    "dates": (pd.Series(DATES), "dates"),
    "dates of a zone": (pd.Series(DATES.tz_localize("UTC")), "dates"),
    "date objects": (objects([dt.date(2020, 1, 1)] * 4), "dates"),
    "date categories": (pd.Series(pd.Categorical(DATES)), "dates"),
    "arrow dates": (arrow([1, 2, 3, 4], pa.timestamp("s")), "dates"),
    "periods": (pd.Series(pd.period_range("2020", periods=4)), "periods"),
    "intervals": (pd.Series(pd.interval_range(0, 4)), "intervals"),
    "bytes": (objects([b"0.5"] * 4), "bytes"),
    "a truth among numbers": (objects([0.5, True, 0.75, 1.0]), "True"),
    "a span among numbers": (objects([0.5, SPANS[0], 0.75, 1.0]), "Timedelta"),
    "an object among numbers": (objects([0.5, object(), 0.75, 1.0]), "object"),
    "text among numbers": (objects([0.5, "x", 0.75, 1.0]), "'x'"),
    "an array without dimensions": (objects([np.array(0.5)] * 4), "array(0.5)"),
    "too large": (objects([10**400, 1, 2, 3]), "too large"),
    "lists": (objects([[1], [2], [3], [4]]), "holds lists or [1]"),
    # Python 3.13 writes what 3.11 is too deep for
    "lists in lists in lists": (objects([nest(5000)] * 4), "holds lists or deeply nested or [[["),
    "signals": (objects([Decimal("sNaN"), 1, 2, 3]), "sNaN"),
}


@loop_over("column", READ)
@loop_over("kind", RIGHT)
def test_numbers_of_any_type_are_the_same_numbers(column, kind):
    frame, read = READ[column]
    assert read(frame.assign(**{column: RIGHT[kind]})) == NUMBERS


@loop_over("column", READ)
@loop_over("kind", WRONG)
def test_cells_that_are_not_numbers_are_not_cast(column, kind):
    frame, read = READ[column]
    cells, message = WRONG[kind]
    with pytest.raises(DataError) as caught:
        read(frame.assign(**{column: cells}))
    # which a table of values may take for ranked lists or labels
    assert any(part in str(caught.value) for part in message.split(" or ")) or (
        column == "svm" and "collections" in str(caught.value)
    )
    assert repr(column) in caught.value.message
    assert caught.value.hint


# of columns and places, every other one, and all in `.ci/run`
HALVES = pytest.mark.parametrize("half", [0, longer(1)])
PLACES = [(frame, column) for frame in FRAMES for column in FRAMES[frame]]
KINDS = (*WRONG, "arrow list", "arrow nothing", "arrow text")


@HALVES
@pytest.mark.parametrize("kind", one_in(4, KINDS))
def test_a_column_of_any_type_in_any_place_ends_in_a_table_or_an_error(kind, half):
    more = {
        "arrow list": arrow([[1], [2], [3], [4]], pa.list_(pa.int64())),
        "arrow nothing": arrow([None] * 4, pa.null()),
        "arrow text": arrow(list("abcd"), pa.large_string()),
    }
    cells = more[kind] if kind in more else WRONG[kind][0]
    for frame, column in PLACES[(KINDS.index(kind) + half) % 2 :: 2]:
        _read_by_all(FRAMES[frame].assign(**{column: cells}))


def _read_by_all(frame):
    roles = Roles(higher_is_better=True)
    hints = []
    for read in (
        lambda: Scores.from_frame(frame, roles),
        lambda: Curves.from_frame(frame, roles),
        lambda: Predictions.from_frame(frame, roles),
        lambda: Curves.suits(frame, roles) or Predictions.suits(frame, roles),
        lambda: columns_in_words(frame, roles),
    ):
        try:
            read()
        # any other error, or a warning, fails the test
        except BenchreportError as error:
            hints.append(error.hint)
    assert all(hints)


LABELS_OF_COLUMNS = [
    *(pd.NA, np.nan, None, pd.NaT, Decimal("NaN"), int),
    *(("a", "b"), 1, 1.5, b"svm", pd.Timestamp("2020"), True, frozenset([1]), "", 1j),
]


@HALVES
@pytest.mark.parametrize("number", one_in(4, range(len(LABELS_OF_COLUMNS))))
def test_a_column_may_be_called_anything(number, half):
    label = LABELS_OF_COLUMNS[number]
    for frame in FRAMES.values():
        for place in range((number + half) % 2, frame.shape[1], 2):
            names = [label if place == other else name for other, name in enumerate(frame.columns)]
            _read_by_all(frame.set_axis(pd.Index(names, dtype=object, tupleize_cols=False), axis=1))
        _read_by_all(frame.rename_axis(index=[label]))
        if pd.api.types.is_scalar(label) and pd.isna(label):
            more = frame.set_axis([*frame.columns[:-1], label], axis=1)
            with pytest.raises(RoleError, match="columns should have names; found") as caught:
                Scores.from_frame(more)
            assert caught.value.hint.startswith("df.set_axis([str(name) for name in df.columns]")


@LONG
def test_levels_of_columns_and_names_that_are_there_twice():
    for frame in FRAMES.values():
        _read_by_all(pd.concat([frame, frame], axis=1))
        _read_by_all(frame.set_axis(pd.CategoricalIndex(frame.columns), axis=1))
        _read_by_all(frame.set_axis([name.encode() for name in frame.columns], axis=1))
        for levels in ([(name,) for name in frame], [("a", name) for name in frame]):
            _read_by_all(frame.set_axis(pd.MultiIndex.from_tuples(levels), axis=1))
    df = SCORES.set_axis(pd.MultiIndex.from_tuples([(name,) for name in SCORES]), axis=1)
    with pytest.raises(RoleError, match="the columns have 1 level; plain names") as caught:
        Scores.from_frame(df)
    plain = eval(caught.value.hint.removesuffix(".bench"))  # noqa: S307 - the hint must work
    assert read_scores(plain) == NUMBERS


def test_names_in_bytes_are_refused_and_the_way_out_works():
    for cells in (objects([b"a", b"a", b"b", b"b"]), arrow([b"a", b"a", b"b", b"b"], pa.binary())):
        df = SCORES.assign(algorithm=cells)
        with pytest.raises(
            DataError, match="should name each algorithm, but holds bytes"
        ) as caught:
            read_scores(df)
        df = df.astype({"algorithm": object})
        exec(caught.value.hint, {"df": df})  # noqa: S102 - the hint must work
        assert read_scores(df) == NUMBERS


def test_numbers_with_a_decimal_comma_are_read():
    assert read_scores(SCORES.assign(accuracy=["0,5", "0,25", "0,75", "1,0"])) == NUMBERS


@LONG
def test_lists_that_no_parser_follows_are_text():
    frame = pd.DataFrame({"query": [1, 2], "y_true": ["a", "b"], "bm25": ["[" * 100_000] * 2})
    _read_by_all(frame)


def test_columns_of_one_value_and_empty_cells_are_not_said_to_be_the_same_everywhere() -> None:
    frame = pd.DataFrame({
        "algorithm": ["a", "b"] * 3, "dataset": [1, 1, 2, 2, 3, 3], "accuracy": [3, 1, 4, 1, 5, 9],
        "machine": "m1", "note": ["late", None, None, None, None, None], "remark": [None] * 6,
    })  # fmt: skip
    lines = columns_in_words(frame, Roles()).splitlines()
    said = {line.split()[0]: line for line in lines[1:]}
    assert said["machine"].endswith("not used: the same in all rows")
    assert said["note"].endswith("not used: one value, or empty")
    assert said["remark"].endswith("not used: empty")


def test_collections_are_no_setting_that_tells_rows_apart():
    deep = []
    for _ in range(5000):
        deep = [deep]
    frame = pd.DataFrame(
        {
            "algorithm": [*"aabb"] * 2,
            "dataset": [*"xxyyxxyy"],
            "lr": [deep] * 8,
            "accuracy": np.arange(8) / 10,
        }
    )
    with pytest.raises(DataError, match="more than one score"):
        Scores.from_frame(frame, Roles(score="accuracy"))


@pytest.mark.parametrize("kind", ["object", "string", "category"])
def test_spaces_at_the_end_of_a_name_make_no_further_algorithm_or_dataset(kind):
    clean = SCORES.assign(algorithm=SCORES["algorithm"].str.upper())
    padded = clean.assign(algorithm=["A", "A ", " B", "B\xa0"], dataset=["x", "y", "x ", "\ty"])
    typed = padded.astype({"algorithm": kind, "dataset": kind})
    read, asked = (Scores.from_frame(frame, Roles()) for frame in (typed, clean))
    assert {*read.algorithms} == {"A", "B"}
    assert {*read.blocks} == {"x", "y"}
    order = [read.algorithms.index(name) for name in asked.algorithms]
    rows = [read.blocks.index(name) for name in asked.blocks]
    assert (read.values[np.ix_(rows, order)] == asked.values).all()
    twice = pd.concat([clean, clean.assign(algorithm=clean["algorithm"] + " ")])
    with pytest.raises(DataError, match="4 cells have more than one score"):
        Scores.from_frame(twice, Roles())
