"""Pivot tables as pandas writes them: the names of the index stand in a line of their own."""

import itertools

import numpy as np
import pandas as pd
import pytest

from benchreport.data.readers import read
from benchreport.data.readers.two_headers import names_of_rows

ROWS = list(itertools.product(["svm", "knn"], ["iris", "wine", "zoo"], [10, 20]))
RUNS = pd.DataFrame(ROWS, columns=["algorithm", "dataset", "size"]).assign(
    accuracy=[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.15, 0.25],
    time=[1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 1.2, 2.2, 3.2],
)
PIVOTS = {
    "one level each": {"index": "dataset", "columns": "algorithm", "values": "accuracy"},
    "two levels of rows": {
        "index": ["dataset", "size"],
        "columns": "algorithm",
        "values": "accuracy",
    },
    "two levels of columns": {
        "index": "dataset",
        "columns": ["algorithm", "size"],
        "values": "accuracy",
    },
    "two metrics": {
        "index": ["dataset", "size"],
        "columns": "algorithm",
        "values": ["accuracy", "time"],
    },
}


def write(table, path):
    if path.suffix == ".xlsx":
        table.to_excel(path)
    elif path.suffix == ".tex":
        path.write_text(table.style.to_latex() if path.stem == "styled" else table.to_latex())
    else:
        getattr(table, f"to_{path.suffix[1:]}")(path)
    return read(path)


@pytest.mark.parametrize("name", ["t.csv", "t.html", "t.tex", "styled.tex", "t.xlsx"])
@pytest.mark.parametrize("kind", PIVOTS)
def test_a_pivot_table_is_read_from_a_file_as_from_memory(kind, name, tmp_path):
    table = RUNS.pivot_table(**PIVOTS[kind])
    roles = {"higher_is_better": True}
    if "two" in kind:
        roles["dataset"] = ["dataset", "size"]
    if kind == "two metrics":
        roles["metric"] = "accuracy"
    memory, file = (frame.bench(**roles).scores for frame in (table, write(table, tmp_path / name)))
    assert file.algorithms == memory.algorithms == ("knn", "svm")
    np.testing.assert_allclose(
        sorted(file.values.tolist()), sorted(memory.values.tolist()), atol=1e-6
    )
    assert len(file.blocks) == (6 if "two" in kind else 3)


@pytest.mark.parametrize(
    "rows",
    [
        [["model", "acc", "f1"], ["Supervised", "", ""], ["svm", "0.5", "0.6"]],
        [["model", "acc", "f1"], ["Hard tasks", "", ""], ["svm", "0.5", "0.6"]],
        [["model", "acc"], ["task", ""], ["svm", "0.5"]],
        # a triangle of scores
        [["", "a", "b", "c"], ["a", "1.5", "", ""], ["b", "0.5", "2.5", ""]],
        [["", "", ""], ["task", "size", ""], ["svm", "1", "0.6"]],
    ],
)
def test_titles_of_parts_are_no_names_of_an_index(rows):
    assert names_of_rows(rows) == (0, 0)
