import inspect

import pandas as pd

from benchreport.binding import Either, Tables, bind
from benchreport.data import Curves, Predictions, Roles, Scores
from benchreport.data.table_kinds import AnyTable
from benchreport.docstrings import write_for_method


def best(scores: Scores, *, most: int = 1) -> list[str]:
    """Name the best algorithms."""
    return list(scores.algorithms[:most])


class Accessor:
    frame = pd.DataFrame({"b": [1.0, 2.0], "a": [2.0, 1.0]})
    roles = Roles(score="accuracy")
    best = bind(best)

    def _read(self, reader):
        return reader.from_frame(self.frame, self.roles)


def test_builds_the_table_and_passes_options():
    assert Accessor().best(most=2) == ["b", "a"]


def test_keeps_name_docstring_and_signature():
    method = Accessor().best
    assert method.__name__ == "best"
    assert method.__doc__ == "Name the best algorithms."
    assert str(inspect.signature(method)) == "(*, most: int = 1) -> list[str]"
    assert Accessor.best.__doc__ == "Name the best algorithms."


def grouped(scores: Scores, *, most: int = 1) -> list[str]:
    """Name the best.

    Parameters
    ----------
    scores, most
        What is compared; how many are named.
    """
    return list(scores.algorithms[:most])


def test_a_table_described_with_others_leaves_them_their_description():
    text = write_for_method(grouped)
    assert "Parameters\n----------\nmost\n    What" in text
    assert "scores" not in text


def test_methods_without_a_docstring_have_none():
    assert write_for_method(lambda scores: scores) is None


def test_tables_are_read_once_and_not_changed_with_the_frame(monkeypatch):
    read, calls = Scores.from_frame, []
    monkeypatch.setattr(
        Scores, "from_frame", lambda *args: calls.append(args) or read(*args), raising=True
    )
    frame = Accessor.frame.copy()
    tables = Tables(frame, Accessor.roles)
    frame["a"] = 5.0
    kinds = Either((Predictions, Curves, Scores))
    scores = [
        tables.read(reader) for reader in (AnyTable, Scores, kinds, Either((Scores,)), Scores)
    ]
    assert {id(table) for table in scores} == {id(scores[0])}
    assert scores[0].values[:, 1].tolist() == [2.0, 1.0]
    assert len(calls) == 1


def test_a_table_of_another_kind_is_read_from_the_same_frame():
    frame = pd.DataFrame({"y_true": [1, 0, 1], "svm": [1, 0, 0], "knn": [1, 1, 1]})
    tables = Tables(frame, Roles(score="accuracy"))
    predictions = tables.read(AnyTable)
    assert isinstance(predictions, Predictions)
    assert tables.read(Either((Curves, Predictions))) is predictions
