"""Public functions of tables refuse frames by an error that names the method."""

import inspect
import pickle

import numpy as np
import pandas as pd
import pytest

import benchreport
from benchreport.accessor import Bench
from benchreport.data import Roles, Scores
from benchreport.errors import OptionError

FRAME = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
TABLES = ("Scores", "Predictions", "Curves", "Several")
OF_TABLES = [
    name
    for name in benchreport.__all__
    if inspect.isfunction(function := getattr(benchreport, name))
    and any(
        table in str(next(iter(inspect.signature(function).parameters.values())))
        for table in TABLES
    )
]


def test_all_procedures_are_among_them():
    assert set(benchreport.PROCEDURES) <= set(OF_TABLES)
    assert {"analyze", "advise", "rank_changes", "scores_at"} <= set(OF_TABLES)


@pytest.mark.parametrize("found", [FRAME, FRAME.to_numpy(), [[1, 2]], {"a": [1]}, None])
def test_whatever_is_no_table_is_refused(found):
    for name in set(OF_TABLES) - ({"rank_sets"} if found is not FRAME else set()):
        with pytest.raises(
            OptionError, match=rf"^{name} takes a table .*; got {type(found).__name__}\."
        ) as error:
            getattr(benchreport, name)(found)
        assert f"Hint: df.bench.{name}(), or benchreport.{name}(benchreport." in str(error.value)
        assert hasattr(Bench, name)


def test_tables_are_taken_as_before():
    scores = Scores.from_frame(FRAME, Roles(score="accuracy"))
    assert benchreport.friedman(scores) == FRAME.bench(score="accuracy").friedman()
    assert benchreport.friedman(scores=scores).p_value == benchreport.friedman(scores).p_value
    assert str(inspect.signature(benchreport.friedman)).startswith("(scores: ")
    assert pickle.loads(pickle.dumps(benchreport.friedman)) is benchreport.friedman  # noqa: S301 - our own


def test_functions_of_no_table_are_left_alone():
    assert np.allclose(benchreport.adjust([0.01, 0.02], "holm"), [0.02, 0.02])
