import inspect

import pandas as pd

from benchreport.binding import bind
from benchreport.data import Roles, Scores
from benchreport.docstrings import write_for_method


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
