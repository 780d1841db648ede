"""What the content of columns says: on all rows, and on a sample of a large table."""

import numpy as np
import pandas as pd
import pytest
from looped import loop_over

from benchreport.data.columns.content.evidence import MOST_ROWS, Evidence

SMALL = pd.DataFrame(
    {
        "model": ["a", "b"] * 6,
        "family": ["x", "x"] * 6,
        "data": list("112233112233"),
        "fold": [0] * 6 + [1] * 6,
        "link": [f"https://x.org/{place}" for place in range(12)],
        "day": ["2024-05-01"] * 12,
        "note": [f"{place} " + "words " * 40 for place in range(12)],
        "score": np.linspace(0.1, 0.9, 12),
        "id": range(12),
        "lists": [[1]] * 12,
        "cells": ["0.5 ± 0.1"] * 12,
    }
)


@loop_over(
    ("column", "kind"),
    {
        "model": "text", "fold": "whole", "link": "link", "day": "date", "note": "note",
        "score": "number", "id": "whole", "lists": "other", "cells": "number", "data": "whole",
    }.items(),
)  # fmt: skip
def test_kinds(column, kind):
    assert Evidence(SMALL).facts(column).kind == kind


def test_half_a_surrogate_pair_is_text():
    column = pd.Series(["p\ud800", "q"], dtype=object)
    assert Evidence(pd.DataFrame({"model": column})).facts("model").kind == "text"


def test_floats_that_are_whole_are_no_integers():
    evidence = Evidence(pd.DataFrame({"a": [1.0, 2.0], "b": [1, 2]}))
    assert [evidence.facts(name).kind for name in "ab"] == ["whole", "whole"]
    assert [evidence.holds_integers(name) for name in "ab"] == [False, True]


def test_constant_and_unique_columns():
    evidence = Evidence(SMALL)
    assert evidence.facts("family").constant
    assert evidence.facts("id").unique
    assert not evidence.facts("model").unique
    assert evidence.facts("family").why_not == "the same in all rows"
    assert evidence.facts("link").why_not == "links"
    assert evidence.facts("model").why_not == ""


def test_pairs_of_columns():
    evidence = Evidence(SMALL)
    assert evidence.crossing("model", "data") == 1
    assert evidence.determines("model", "family")
    assert not evidence.determines("family", "model")
    assert not evidence.determines("id", "model"), "one row each determines anything"
    assert evidence.repeats_within(("model", "data"), "fold")
    assert not evidence.repeats_within(("model",), "fold")
    assert evidence.splits(("model", "data"), "fold")
    assert not evidence.splits(("model", "data", "fold"), "family")


@pytest.mark.parametrize(
    ("numbers", "counts"),
    [([0, 1, 2], True), ([3, 1, 2], True), ([1, 3], False), ([5, 6], False), ([1, 1], False)],
)
def test_numbers_that_count_up(numbers, counts):
    assert Evidence(pd.DataFrame({"n": numbers})).counts_up("n") is counts


def test_a_sample_of_a_large_table_says_the_same():
    n = 30 * MOST_ROWS
    frame = pd.DataFrame(
        {
            "model": np.arange(n) % 7,
            "data": np.arange(n) // 7 % 5_000,
            "id": np.arange(n),
            "group": np.arange(n) % 7 // 3,
        }
    )
    evidence = Evidence(frame)
    assert len(evidence.rows) < len(frame)
    assert evidence.facts("id").unique
    assert not evidence.facts("model").unique
    assert evidence.determines("model", "group")
    # in the sample, most of 35,000 pairs are absent
    assert evidence.crossing("model", "data") == 1


@pytest.mark.parametrize("end", [np.inf, -np.inf])
def test_what_is_infinite_does_not_count_up(end):
    assert not Evidence(pd.DataFrame({"n": [0.0, 1.0, 2.0, end]})).counts_up("n")
    assert Evidence(pd.DataFrame({"n": [0.0, 1.0, 2.0]})).counts_up("n")
