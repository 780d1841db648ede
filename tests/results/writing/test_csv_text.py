"""No cell of a CSV is run as a formula, however a spreadsheet splits the file; numbers stay numbers."""

import csv
import io
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from spreadsheets import HOSTILE, refuse_formulas

from benchreport.report.theme import templates_folder
from benchreport.results.writing import csv_text
from benchreport.results.writing.csv_text import csv_bytes


def read(content):
    return list(csv.reader(io.StringIO(content.decode(), newline="")))


def bare(text):
    """Remove the apostrophes before formulas."""
    ends = rf"(^|[{csv_text.ENDS}])'(?={csv_text.FORMULA}|[\t\r\n])"
    return re.sub(ends, r"\1", text)


def test_hostile_labels_are_safe_and_stay_themselves():
    frame = pd.DataFrame({"label": HOSTILE, "=value": range(len(HOSTILE)), "last": HOSTILE})
    content = csv_bytes(frame)
    refuse_formulas(content)
    rows = read(content)
    assert rows[0] == ["label", "'=value", "last"]
    assert [[bare(first), bare(last)] for first, _, last in rows[1:]] == [
        [cell, cell] for cell in HOSTILE
    ]
    # different labels stay different
    assert len({first for first, *_ in rows}) == len(HOSTILE) + 1


@given(st.lists(st.text("=+-@'\" \t\r\n\v\x85\u2028,;a1", max_size=6), min_size=1, max_size=4))
def test_any_text_is_one_safe_cell(texts):
    content = csv_bytes(pd.DataFrame([[*texts, 1]], columns=[*"abcd"[: len(texts)], "n"]))
    refuse_formulas(content)
    assert len(read(content)[1]) == len(texts) + 1


def test_numbers_stay_numbers():
    frame = pd.DataFrame(
        {
            "float": [-0.5, 1e-300, 1e16, np.nan],
            "int": [-1, 2, 3, 4],
            "gap": pd.array([1, None, -3, 4], dtype="Int64"),
            "bool": [True, False, True, False],
            "any": [-2.5, None, "-3", "-.5e-3"],
            "text": ["-1_000", "+inf", "-٣", "--1"],
        }
    )
    assert csv_bytes(frame).decode().splitlines() == [
        "float,int,gap,bool,any,text",
        "-0.5,-1,1,True,-2.5,'-1_000",
        "1e-300,2,,False,,'+inf",
        "1e+16,3,-3,True,-3,'-٣",
        ",4,4,False,-.5e-3,'--1",
    ]
    assert csv_bytes(pd.DataFrame({"x": [1 / 3, 2.0]}), digits=3) == b"x\n0.333\n2\n"


def test_odd_tables():
    assert csv_bytes(pd.DataFrame({"x": [None, 1.0]})) == b'x\n""\n1.0\n'
    twice = pd.DataFrame([["a", "b"]], columns=["same", "same"])
    assert csv_bytes(twice) == b"same,same\na,b\n"
    assert csv_bytes(pd.DataFrame({"x": pd.Series(["\ud800"], dtype=object)})) == b"x\n\\ud800\n"
    assert csv_bytes(pd.DataFrame()) == b""
    assert len(read(csv_bytes(pd.DataFrame({"x": ["a\rb", "c\nd", "e\r\nf"]})))) == 4


@pytest.mark.parametrize("name", ["WITHIN", "FIRST", "QUOTED"])
def test_the_page_guards_as_we_do(name):
    script = (templates_folder() / "formats.js").read_text(encoding="utf-8")
    match = re.search(rf"^const {name} = /(.*)/g?;$", script, re.MULTILINE)
    assert match[1] == getattr(csv_text, name).pattern
