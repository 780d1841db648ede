"""A small frame is read again when it has changed, and only then."""

import gc
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from benchreport import last_read
from benchreport.data.columns.roles import Roles
from benchreport.data.scores import Scores
from benchreport.last_read import MOST_CELLS, MOST_NUMBERS, last_tables

ROLES = Roles(score="accuracy")


def long_frame() -> pd.DataFrame:
    frame = pd.DataFrame(
        {
            "algorithm": ["svm", "knn"] * 3,
            "dataset": pd.Categorical(["iris", "iris", "wine", "wine", "glass", "glass"]),
            "note": pd.array(["a", "b", pd.NA, "a", "b", "c"], dtype="string"),
            "seed": [1, 2, 3, 4, 5, 6],
            "day": pd.date_range("2026-11-01", periods=6),
            "best": [True, False] * 3,
            "accuracy": [0.9, 0.8, 0.7, 0.0, np.nan, 0.4],
        },
        index=pd.Index([7, 1, 2, 3, 4, 5], name="row"),
    )
    return frame.astype({"algorithm": object})


def set_cell(column: str, value: object) -> Callable[[pd.DataFrame], object]:
    def change(frame: pd.DataFrame) -> None:
        frame.iloc[3, frame.columns.get_loc(column)] = value

    return change


CHANGES: dict[str, Callable[[pd.DataFrame], object]] = {
    "score": set_cell("accuracy", 0.1),
    "its sign": set_cell("accuracy", -0.0),
    "gap": set_cell("accuracy", np.nan),
    "text": set_cell("algorithm", "tree"),
    "empty text": set_cell("algorithm", None),
    "text to a number": set_cell("algorithm", 1.0),
    "category": set_cell("dataset", "glass"),
    "empty note": set_cell("note", pd.NA),
    "note": set_cell("note", "b"),
    "day": set_cell("day", pd.Timestamp("2026-10-01")),
    "bool": set_cell("best", np.True_),
    "type": lambda frame: frame.__setitem__("seed", frame["seed"].astype(float)),
    "new column": lambda frame: frame.__setitem__("size", 1),
    "column renamed": lambda frame: frame.__setattr__("columns", [*"abcdefg"]),
    "row added": lambda frame: frame.loc.__setitem__(8, frame.iloc[0]),
    "index": lambda frame: frame.__setattr__("index", pd.Index([9, 1, 2, 3, 4, 5], name="row")),
    "name of the index": lambda frame: frame.index.__setattr__("name", "run"),
    "name of the columns": lambda frame: frame.columns.__setattr__("name", "run"),
    "attrs": lambda frame: frame.attrs.__setitem__("unit", "%"),
}


def test_an_unchanged_frame_is_read_once() -> None:
    frame = long_frame()
    tables = last_tables(frame, ROLES)
    assert last_tables(frame, Roles(score="accuracy")) is tables
    assert last_tables(frame, Roles(score="accuracy", repeat="seed")) is not tables
    assert last_tables(frame, ROLES) is tables


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_is_seen(change: str) -> None:
    frame = long_frame()
    tables = last_tables(frame, ROLES)
    CHANGES[change](frame)
    assert last_tables(frame, ROLES) is not tables


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame(np.zeros((MOST_NUMBERS // 2 + 1, 2))),
        pd.DataFrame({"algorithm": ["a", "b"] * (MOST_CELLS // 4), "accuracy": 0.5, "seed": 1}),
        # a list may change without its cell
        pd.DataFrame({"algorithm": ["a", "b"], "times": [[1.0, 2.0], [3.0, 4.0]]}),
        # True and 1 are equal
        pd.DataFrame({"algorithm": [True, 1], "accuracy": [0.5, 0.6]}),
        pd.DataFrame({"algorithm": ["a", "b"], "accuracy": pd.array([1, pd.NA], dtype="Int64")}),
        pd.DataFrame({f"column {place}": ["a", 1.0] for place in range(41)}),
        pd.DataFrame([["a", 0.5]], columns=["algorithm", "algorithm"]),
        type("Frame", (pd.DataFrame,), {})({"a": [0.5, 0.6], "b": [0.7, 0.8]}),
    ],
    ids=[
        "many numbers",
        "many cells",
        "lists",
        "objects",
        "masked",
        "many columns",
        "names twice",
        "other class",
    ],
)
def test_what_may_change_unseen_is_not_kept(frame: pd.DataFrame) -> None:
    assert last_tables(frame, ROLES) is not last_tables(frame, ROLES)


@pytest.mark.parametrize("roles", [Roles(score=1), Roles(dataset=["a", "b"])])
def test_roles_that_are_no_texts_are_not_kept(roles: Roles) -> None:
    """1 and True are equal, and name different columns."""
    frame = long_frame()
    assert last_tables(frame, roles) is not last_tables(frame, roles)


def test_methods_see_the_frame_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = pd.DataFrame({"svm": [0.9, 0.8, 0.9], "knn": [0.7, 0.6, 0.8]})
    read: list[pd.DataFrame] = []
    original = Scores.from_frame.__func__

    def count(cls: type[Scores], *args: object) -> Scores:
        read.append(args[0])
        return original(cls, *args)

    monkeypatch.setattr(Scores, "from_frame", classmethod(count))
    first = frame.bench(score="accuracy").friedman()
    assert frame.bench(score="accuracy").friedman().mean_ranks == first.mean_ranks
    frame.bench(score="accuracy").nemenyi()
    assert len(read) == 1
    frame["svm"] = 0.1
    assert frame.bench(score="accuracy").friedman().mean_ranks == first.mean_ranks[::-1]
    assert len(read) == 2
    # a copy of the frame is another frame
    frame.copy().bench(score="accuracy").friedman()
    assert len(read) == 3


def test_a_frame_that_is_gone_leaves_nothing() -> None:
    frame = long_frame()
    last_tables(frame, ROLES)
    known = len(last_read._LAST)
    del frame
    gc.collect()
    assert len(last_read._LAST) < known


def test_another_frame_in_the_same_place_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, other = long_frame(), long_frame()
    tables = last_tables(frame, ROLES)
    monkeypatch.setitem(last_read._LAST, id(other), last_read._LAST[id(frame)])
    assert last_tables(other, ROLES) is not tables


def test_frames_that_outlive_the_module_leave_in_silence() -> None:
    """At the end of a process the names of modules are emptied while frames are still there."""
    code = (
        "import pandas as pd, benchreport, benchreport.last_read as module; "
        "frame = pd.DataFrame({'a': [0.9, 0.8], 'b': [0.7, 0.6]}); "
        "frame.bench(score='accuracy').friedman(); kept = module._LAST; module._LAST = None; del frame"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
