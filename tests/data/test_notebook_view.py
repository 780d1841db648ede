import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from benchreport.data import Curves, Predictions, Roles, Scores, Several
from benchreport.data.notebook_view import write_table

DRAWS = np.random.default_rng(2)
HOSTILE = "<script>alert('x')</script>&"
NAMES = [f"{HOSTILE}{place}" for place in range(3)]


def scores(n=4, k=3, names=None):
    columns = names or [f"a{place}" for place in range(k)]
    return Scores.from_frame(
        pd.DataFrame(DRAWS.random((n, k)), columns=columns), Roles(score="auc")
    )


def predictions(n=40, k=2, names=None):
    labels = pd.DataFrame(
        DRAWS.integers(0, 2, (n, k)), columns=names or [f"m{i}" for i in range(k)]
    )
    return Predictions.from_frame(labels.assign(y_true=np.arange(n) % 2))


def curves(k=3, names=None):
    algorithms = names or [f"a{place}" for place in range(k)]
    rows = [(name, step, 1 / step) for name in algorithms for step in (1, 2, 4)]
    return Curves.from_frame(pd.DataFrame(rows, columns=["optimizer", "budget", "loss"]))


def several(k=3, names=None):
    frame = pd.DataFrame({"algorithm": (names or [f"a{i}" for i in range(k)]) * 4})
    frame["dataset"] = np.repeat(["v", "w", "x", "y"], k)
    return Several.from_frame(frame.assign(accuracy=DRAWS.random(4 * k), time=DRAWS.random(4 * k)))


MAKERS = [scores, predictions, curves, several]


@pytest.mark.parametrize("make", MAKERS)
def test_a_table_is_a_line_in_python_and_a_short_page_in_notebooks(make):
    table = make()
    assert repr(table) == f"{type(table).__name__}: {table}"
    assert "\n" not in repr(table)
    page = table._repr_html_()
    assert f"<strong>{table!r}</strong>" in page
    assert page.count("<table") == 1


@pytest.mark.parametrize("make", MAKERS)
def test_large_tables_have_small_pages(make):
    table = make(k=300) if make is not scores else scores(1000, 300)
    assert len(repr(table)) < 300
    page = table._repr_html_()
    assert len(page) < 5000
    assert page.count("<tr") <= 9
    assert " more rows" in page


@pytest.mark.parametrize("make", MAKERS)
def test_names_are_escaped_and_cut(make):
    for name in (HOSTILE, "x" * 5000):
        page = make(k=3, names=[f"{name}{place}" for place in range(3)])._repr_html_()
        assert "<script" not in page
        assert "&amp;" in page or "x…" in page
        assert len(page) < 5000


def test_models_may_be_called_like_columns():
    page = replace(predictions(), algorithms=("truth", "example"))._repr_html_()
    assert re.findall(r"<th>(.*?)</th>", page) == ["example", "truth", "truth", "example"]
    page = replace(scores(), algorithms=("dataset", "b", "c"))._repr_html_()
    assert re.findall(r"<th>(.*?)</th>", page) == ["dataset", "dataset", "b", "c"]


@pytest.mark.parametrize(
    ("frame", "roles", "cells"),
    [
        ({"y_true": ["cat", "dog"], "m": ["cat", "cat"]}, {}, ["0", "cat", "cat", "1", "dog", "cat"]),
        ({"y_true": [1.5, 2.5], "m": [1.25, 2.0]}, {}, ["0", "1.500", "1.250", "1", "2.500", "2.000"]),
        ({"m": [True, False], "n": [1, 1]}, {"task": "correctness"},
         ["0", "right", "right", "1", "wrong", "right"]),
        ({"y_true": [0, 1], "m_score": [-1.5, 4.0]}, {}, ["0", "0", "−1.500", "1", "1", "4.000"]),
    ],
)  # fmt: skip
def test_examples_are_shown_as_readers_know_them(frame, roles, cells):
    page = Predictions.from_frame(pd.DataFrame(frame), Roles(**roles))._repr_html_()
    assert re.findall(r"<td>(.*?)</td>", page) == cells


def test_ranked_lists_have_no_table():
    frame = pd.DataFrame(
        {"y_true": ["['x']", "['y']"], "a": ["['x', 'y']"] * 2, "b": ["['y']"] * 2}
    )
    page = Predictions.from_frame(frame)._repr_html_()
    assert "ranked lists" in page
    assert "<table" not in page


def test_numbers_of_a_column_have_the_same_digits():
    frame = pd.DataFrame({"s": [0.9, 0.0123456, np.nan, -0.5], "huge": [1e12, 1.0, 2.0, np.inf]})
    page = write_table(frame)
    cells = re.findall(r"<td>(.*?)</td>", page)
    assert cells[::2] == ["0.9000", "0.0123", "", "−0.5000"]
    assert cells[1::2] == ["1e+12", "1", "2", "inf"]


def test_empty_frames_and_zeros_are_written():
    assert "<table" in write_table(pd.DataFrame())
    assert "<table" in write_table(pd.DataFrame({"a": []}))
    assert "<td>0</td>" in write_table(pd.DataFrame({"a": [0.0]}))


def test_a_frame_that_cannot_be_read_has_a_representation():
    frame = pd.DataFrame({"algorithm": ["a"], "Algorithm": ["b"], "score": [1.0]})
    assert repr(Several.from_frame(frame)).startswith("Several: 1 row, 3 columns")
