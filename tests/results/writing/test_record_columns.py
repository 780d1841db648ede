import math

import pandas as pd

from benchreport.results.base import Interval
from benchreport.results.pairs.effects import Effect
from benchreport.results.writing.record_columns import columns, drop_empty_columns, interval_columns

ROWS = (
    Effect("a", "b", "d", 0.5, Interval(0.25, 0.75, 0.95)),
    Effect("a", "c", "d", 0.75, None),
)


def test_ends_of_no_interval_are_nan():
    low, high = interval_columns(ROWS, prefix="d_").items()
    assert (low[0], high[0]) == ("d_low", "d_high")
    assert (low[1][0], high[1][0]) == (0.25, 0.75)
    assert math.isnan(low[1][1])
    assert math.isnan(high[1][1])


def test_fields_are_columns_in_the_order_asked_for():
    assert list(columns(ROWS, "second", "first")) == ["second", "first"]
    assert columns((), "first") == {"first": []}


def test_a_table_without_rows_keeps_its_columns():
    assert drop_empty_columns(pd.DataFrame(columns=["a", "b"])).columns.tolist() == ["a", "b"]
    texts = pd.DataFrame({"a": ["–", ""], "b": ["", "x"]})
    assert drop_empty_columns(texts).columns.tolist() == ["b"]
