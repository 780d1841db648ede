"""Tables between drawn lines are read as the tables that they show."""

import pytest

from benchreport.data.readers import read
from benchreport.data.readers.drawn_tables import without_borders
from benchreport.errors import BenchreportError

PRETTY = """+---------+------+------+
| dataset | svm  |  rf  |
+---------+------+------+
|   iris  | 0.96 | 0.95 |
| red wine| 0.97 |      |
+---------+------+------+
"""
POLARS = """shape: (2, 3)
┌──────────┬──────┬──────┐
│ dataset  ┆ svm  ┆ rf   │
│ ---      ┆ ---  ┆ ---  │
│ str      ┆ f64  ┆ f64  │
╞══════════╪══════╪══════╡
│ iris     ┆ 0.96 ┆ 0.95 │
│ red wine ┆ 0.97 ┆      │
└──────────┴──────┴──────┘
"""
DUCKDB = """┌──────────┬────────┬────────┐
│ dataset  │  svm   │   rf   │
│ varchar  │ double │ double │
├──────────┼────────┼────────┤
│ iris     │   0.96 │   0.95 │
│ red wine │   0.97 │        │
├──────────┴────────┴────────┤
│ 2 rows           3 columns │
└────────────────────────────┘
"""
PSQL = """ dataset  | svm  |  rf
----------+------+------
 iris     | 0.96 | 0.95
 red wine | 0.97 |
(2 rows)
"""
GRID = """Results, averaged:

+----------+-------+------+
| dataset  |   svm |   rf |
+==========+=======+======+
| iris     |  0.96 | 0.95 |
+----------+-------+------+
| red wine |  0.97 |      |
+----------+-------+------+
"""
MARKDOWN = "| dataset | svm | rf |\n|:--|--:|--:|\n| iris | 0.96 | 0.95 |\n| red wine | 0.97 | |\n"


@pytest.mark.parametrize("text", [PRETTY, POLARS, DUCKDB, PSQL, GRID, MARKDOWN])
def test_the_cells_between_drawn_lines_are_read(tmp_path, text):
    path = tmp_path / "results.txt"
    path.write_text(text, encoding="utf-8")
    frame = read(path)
    assert frame.columns.tolist() == ["dataset", "svm", "rf"]
    assert frame["dataset"].tolist() == ["iris", "red wine"]
    assert frame["svm"].tolist() == [0.96, 0.97]
    assert frame["rf"].iloc[0] == 0.95
    assert frame["rf"].isna().tolist() == [False, True]


def test_bars_without_lines_separate_as_they_did(tmp_path):
    path = tmp_path / "results.txt"
    path.write_text("a,b\nx|y,1\n-----,2\nz|w,3\n", encoding="utf-8")
    assert read(path)["a"].tolist() == ["x|y", "-----", "z|w"]


def test_a_drawn_table_with_a_row_of_another_width_is_refused(tmp_path):
    path = tmp_path / "results.txt"
    path.write_text(PRETTY.replace("| 0.96 | 0.95 |", "| 0.96 |"), encoding="utf-8")
    with pytest.raises(BenchreportError, match="is not a header"):
        read(path)


def test_a_long_text_without_lines_is_not_searched_for_bars(monkeypatch):
    monkeypatch.setattr("benchreport.data.readers.drawn_tables._cells", pytest.fail)
    assert not without_borders("a|b\n" * 10 + "x|1\n" * 10_000)
