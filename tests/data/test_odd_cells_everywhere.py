"""Cells that no table should hold are named by their column, whatever kind of table is read."""

import numpy as np
import pandas as pd
import pytest
from curves_tables import frame_of
from looped import loop_over

from benchreport.data import Curves, Predictions, Roles, Scores
from benchreport.data.readers import read
from benchreport.data.several import Several
from benchreport.errors import DataError, InputError, OptionError

LONG = pd.DataFrame(
    {
        "algorithm": ["a", "b"] * 4,
        "dataset": np.repeat(["w", "x", "y", "z"], 2),
        "accuracy": np.linspace(0.1, 0.8, 8),
    }
)
LOG = pd.DataFrame(
    {"model": ["a", "b"] * 4, "example": np.repeat(range(4), 2), "correct": [0, 1] * 4}
)
RANKED = pd.DataFrame(
    {
        "model": np.repeat(["a", "b"], 6),
        "query": [0, 0, 0, 1, 1, 1] * 2,
        "item": [0, 1, 2] * 4,
        "rank": [1, 2, 3] * 4,
        "y_true": [1, 0, 2, 0, 1, 1] * 2,
    }
)
REGRESSION = pd.DataFrame({"y_true": np.linspace(0, 1, 5), "m": np.linspace(0, 1, 5) + 0.1})


def with_cell(frame, column, value):
    spoilt = frame.astype(object)
    # a list in a list: pandas would take the items of a plain list for cells
    spoilt[column] = [value if row == 2 else cell for row, cell in enumerate(spoilt[column])]
    return spoilt


@pytest.mark.parametrize(
    ("read_as", "frame", "column", "roles"),
    [
        (Scores, LONG, "accuracy", {}),
        (Predictions, REGRESSION, "m", {"task": "regression"}),
        (Curves, frame_of(), "loss", {}),
    ],
)
def test_numbers_without_room_for_their_sums_are_refused(read_as, frame, column, roles):
    spoilt = frame.assign(**{column: [1.7e308, *frame[column][1:]]})
    with pytest.raises(DataError, match="beyond ±1e\\+305") as caught:
        read_as.from_frame(spoilt, Roles(**roles))
    assert f"df['{column}'] /= 1e100" in caught.value.hint


@pytest.mark.parametrize(
    ("read_as", "frame", "column", "roles"),
    [
        (Scores, LONG, "algorithm", {}),
        (Scores, LONG, "dataset", {}),
        (Scores, LONG.assign(seed="mean"), "seed", {}),
        (Predictions, LOG, "model", {"task": "correctness"}),
        (Predictions, LOG, "example", {"task": "correctness"}),
        (Predictions, RANKED, "y_true", {"task": "ranking", "example": "query"}),
        (Predictions, RANKED, "model", {"task": "ranking", "example": "query"}),
        (Predictions, RANKED, "query", {"task": "ranking", "example": "query"}),
        (Predictions, RANKED, "item", {"task": "ranking", "example": "query"}),
        (Curves, frame_of(), "algorithm", {}),
        (Curves, frame_of(), "seed", {}),
        (Several, LONG.assign(runtime=1.0), "algorithm", {}),
    ],
)
def test_lists_in_cells_are_named_by_their_column(read_as, frame, column, roles):
    def read_all():
        table = read_as.from_frame(with_cell(frame, column, [1, 2]), Roles(**roles))
        return table.tables() if read_as is Several else table

    with pytest.raises(DataError, match=f"'{column}'") as caught:
        read_all()
    assert f"'{column}'" in caught.value.hint


def test_a_row_without_an_algorithm_is_refused_by_name_in_several_tables():
    frame = with_cell(LONG.assign(runtime=1.0), "algorithm", None)
    with pytest.raises(DataError, match="1 row without algorithm"):
        Several.from_frame(frame).tables(scores=["accuracy", "runtime"])


@pytest.mark.parametrize(
    ("read_as", "frame", "column", "roles"),
    [
        (Scores, LONG, "accuracy", {}),
        (Predictions, REGRESSION, "m", {"task": "regression"}),
        (Predictions, REGRESSION, "y_true", {"task": "regression"}),
        (Curves, frame_of(), "loss", {}),
        (Curves, frame_of(), "evaluations", {}),
    ],
)
@pytest.mark.parametrize("value", [10**400, 1 + 2j], ids=["beyond all floats", "complex"])
def test_numbers_that_are_no_scores_are_refused(read_as, frame, column, roles, value):
    with pytest.raises(InputError) as caught:
        read_as.from_frame(with_cell(frame, column, value), Roles(**roles))
    assert caught.value.hint


def test_complex_predictions_are_not_cast():
    frame = REGRESSION.assign(m=REGRESSION["m"].astype(complex))
    with pytest.raises(DataError, match="'m' holds complex numbers"):
        Predictions.from_frame(frame, Roles(task="regression"))


def test_a_file_of_very_long_numbers_is_refused_by_name(tmp_path):
    path = tmp_path / "long.csv"
    path.write_text(f"algorithm,dataset,accuracy\na,1,{10**400}\nb,1,0.5\n")
    with pytest.raises(DataError, match="accuracy"):
        Scores.from_frame(read(path))


@loop_over("role", ["algorithm", "score", "truth", "step", "higher_is_better", "task"])
@loop_over("value", [pd.NA, float("nan"), pd.NaT])
def test_a_role_is_never_a_missing_value(role, value):
    with pytest.raises(OptionError, match=f"^{role} must be"):
        LONG.bench(**{role: value})


def test_an_algorithm_may_be_called_like_a_column_of_a_result():
    rows = [("p_value", 0.1), ("p_adjusted", 0.2), ("dataset", 0.3)]
    frame = pd.DataFrame(rows * 2, columns=["algorithm", "error"])
    result = frame.assign(dataset=["x"] * 3 + ["y"] * 3).bench().ranks()
    assert sorted(result.display.iloc[0].tolist()) == ["1.00", "2.00", "3.00", "x"]
    assert "dataset & " in result.to_latex()
    assert result.to_markdown().count("dataset") == 2
