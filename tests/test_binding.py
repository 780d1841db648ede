import inspect

import pandas as pd

from benchreport.binding import bind
from benchreport.data import Roles, Scores


def best(scores: Scores, *, most: int = 1) -> list[str]:
    """Name the best algorithms."""
    return list(scores.algorithms[:most])


class Accessor:
    frame = pd.DataFrame({"b": [1.0, 2.0], "a": [2.0, 1.0]})
    roles = Roles(score="accuracy")
    best = bind(best)


def test_builds_the_table_and_passes_options():
    assert Accessor().best(most=2) == ["b", "a"]


def test_keeps_name_docstring_and_signature():
    method = Accessor().best
    assert method.__name__ == "best"
    assert method.__doc__ == "Name the best algorithms."
    assert str(inspect.signature(method)) == "(*, most: int = 1) -> list[str]"
    assert Accessor.best.__doc__ == "Name the best algorithms."
