"""Reading looks at no cell by itself of columns that repeat few names: rows do not add calls of functions."""

import sys

import numpy as np
import pandas as pd
import pytest

import benchreport  # noqa: F401 - the accessor
from benchreport.data.unnumbered_repeats import join_codes

FEW, MANY = 4_000, 40_000


def calls_of(work):
    """Return how many functions of Python a piece of work calls; a generator's steps count."""
    found = 0

    def count(_frame, event, _argument):
        nonlocal found
        found += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found


def long_frame(rows, kind):
    places = np.arange(rows)
    frame = pd.DataFrame(
        {
            "algorithm": [f"algorithm {place % 5}" for place in range(rows)],
            "dataset": [f"data {place // 5 % 8}" for place in range(rows)],
            "seed": places // 40,
            "accuracy": np.random.default_rng(0).random(rows),
        }
    )
    return frame.astype(dict.fromkeys(("algorithm", "dataset"), kind))


def labels_frame(rows):
    rng = np.random.default_rng(0)
    truth = np.array(["cat", "dog", "bird"])[rng.integers(0, 3, rows)]
    models = {name: np.where(rng.random(rows) < 0.8, truth, "cat") for name in "abcd"}
    return pd.DataFrame({"y_true": truth, **models})


def scores_of(kind, *, seeds=True):
    def read(rows):
        frame = long_frame(rows, kind)
        frame = frame if seeds else frame.drop(columns="seed")
        return lambda: frame.bench.scores

    return read


def labels(rows):
    frame = labels_frame(rows)
    return lambda: frame.bench.predictions


def labels_in_rows(rows):
    frame = labels_frame(rows // 4).rename_axis("example").reset_index()
    frame = frame.melt(["example", "y_true"], var_name="model", value_name="prediction")
    return lambda: frame.bench.predictions


def numbers(rows):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.integers(0, 2, (rows, 4)), columns=[*"abcd"])
    frame.insert(0, "y_true", rng.integers(0, 2, rows))
    return lambda: frame.bench.predictions


READINGS = {
    "texts": scores_of("str"),
    "objects": scores_of(object),
    "categories": scores_of("category"),
    "texts without numbers of runs": scores_of("str", seeds=False),
    "labels": labels,
    "labels in rows": labels_in_rows,
    "labels that are numbers": numbers,
}


@pytest.mark.parametrize("kind", READINGS)
def test_rows_add_hardly_any_calls(kind):
    read = READINGS[kind]
    read(FEW)()
    few, many = (calls_of(read(rows)) for rows in (FEW, MANY))
    assert many - few < 0.6 * (MANY - FEW)


@pytest.mark.parametrize("kind", READINGS)
def test_no_column_of_a_large_table_is_written_as_text(kind, monkeypatch):
    read, plain = READINGS[kind](MANY), pd.Series.astype

    def astype(self, dtype, *args, **kwargs):
        assert len(self) < MANY or dtype not in (str, "str", object)
        return plain(self, dtype, *args, **kwargs)

    monkeypatch.setattr(pd.Series, "astype", astype)
    read()


def test_numbers_of_repeats_take_half_the_memory_where_codes_can_be_joined():
    frame = long_frame(MANY, "category")
    runs = frame.bench.scores.runs
    assert runs.repeat.dtype == np.int32
    assert (runs.repeat == frame["seed"]).all()
    assert runs.sha256 == frame.astype({"seed": "str"}).bench.scores.runs.sha256
    codes = join_codes([runs.repeat, runs.repeat, runs.repeat], [1000, 1000, 3000])
    assert codes.dtype == np.int64
    assert codes.max() == 999 * 3_000_000 + 999 * 3000 + 999


def test_codes_are_wide_where_they_could_not_be_joined():
    rows = 50_000
    # 2 × 25,000 × 50,000 places
    frame = pd.DataFrame(
        {
            "algorithm": np.tile(["svm", "knn"], rows // 2),
            "dataset": np.repeat(np.arange(rows // 2), 2),
            "seed": np.arange(rows)[::-1],
            "accuracy": np.linspace(0, 1, rows),
        }
    )
    runs = frame.bench.scores.runs
    assert len(runs.repeats) == rows
    assert runs.repeat.dtype == runs.dataset.dtype == np.int64


@pytest.mark.parametrize("method", ["mixed_model", "speedup", "variance_components", "friedman"])
def test_numbers_and_texts_of_repeats_give_the_same(method):
    frame = long_frame(MANY, "category")
    texts = frame.astype({"seed": "str"})
    one, other = (getattr(each.bench(score="accuracy"), method)() for each in (frame, texts))
    assert one.to_dict() == other.to_dict()
