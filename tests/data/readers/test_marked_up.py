"""Tables of reStructuredText and Org mode are read as those of Markdown are."""

import pandas as pd
import pytest

from benchreport.data.readers import read
from benchreport.errors import ReadError

SIMPLE = """\
Results
=======

Mean time over 5 runs.

==========  =========  =========
Input       numpy      numba
==========  =========  =========
100         0.021      0.004
1000        ``0.19``   0.031
10000                  0.290
==========  =========  =========

All on one core.
"""
GRID = """\
.. table:: Accuracy

   +---------+-------+-------+
   | Dataset | KNN   | SVM   |
   +=========+=======+=======+
   | iris    | 0.953 | 0.967 |
   +---------+-------+-------+
   | wine    | 0.691 | **0.910** |
   +---------+-------+-------+
"""
ORG = """\
* Results
#+CAPTION: Runtime in seconds
| instance | gurobi | scip |
|----------+--------+------|
| p0201    |   0.31 | 1.22 |
| misc07   |   1.10 | 9.41 |
"""


@pytest.fixture
def read_text(tmp_path):
    def read_it(name, text):
        path = tmp_path / name
        path.write_text(text)
        return read(path)

    return read_it


def test_simple_tables_have_columns_below_their_lines(read_text) -> None:
    frame = read_text("a.rst", SIMPLE)
    expected = pd.DataFrame(
        {"Input": [100, 1000, 10000], "numpy": [0.021, 0.19, None], "numba": [0.004, 0.031, 0.29]}
    )
    pd.testing.assert_frame_equal(frame, expected)


def test_grids_are_tables_of_markdown(read_text) -> None:
    frame = read_text("a.rst", GRID)
    assert frame.to_dict("list") == {
        "Dataset": ["iris", "wine"], "KNN": [0.953, 0.691], "SVM": [0.967, 0.91],
    }  # fmt: skip
    assert frame.bench.scores.higher_is_better


def test_several_tables_are_named_by_their_headings(read_text) -> None:
    two = SIMPLE + "\nOther\n-----\n\n=====  ===\nmodel  acc\n=====  ===\na      0.5\n=====  ===\n"
    with pytest.raises(ReadError, match="2 tables with different columns") as found:
        read_text("a.rst", two)
    assert "#1 (Results)" in str(found.value.hint)
    assert "#2 (Other)" in str(found.value.hint)


def test_captions_of_org_say_what_the_scores_are(read_text) -> None:
    scores = read_text("a.org", ORG).bench.scores
    assert (scores.algorithms, scores.blocks) == (("gurobi", "scip"), ("p0201", "misc07"))
    assert (scores.score, scores.higher_is_better) == ("runtime", False)


@pytest.mark.parametrize("name", ["a.rst", "a.org"])
def test_texts_without_a_table_say_so(read_text, name) -> None:
    with pytest.raises(ReadError, match="it holds no table"):
        read_text(name, "Results\n=======\n\nNone yet.\n")


LIST = """\
Benchmarks
==========

.. list-table:: Accuracy of two profiles
   :header-rows: 1

   * - Dataset
     - plain
     - extended
   * - iris
     - 0.953
     - 0.967
   * - wine, of
       three sites
     - 0.691
     - 0.910

All on one core.
"""


def test_lists_of_lists_are_tables(read_text) -> None:
    scores = read_text("a.rst", LIST).bench.scores
    assert (scores.algorithms, scores.blocks) == (
        ("plain", "extended"),
        ("iris", "wine, of three sites"),
    )
    assert scores.values.tolist() == [[0.953, 0.967], [0.691, 0.91]]
    assert (scores.score, scores.higher_is_better) == ("accuracy", True)
