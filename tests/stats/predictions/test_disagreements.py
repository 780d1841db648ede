import pandas as pd
from predictions_tables import predictions_of_patterns, random_labels

from benchreport.data import Predictions
from benchreport.stats import disagreements

ORACLE = "counting by hand"


def test_counts_and_order():
    table = predictions_of_patterns(
        {(1, 1, 1, 1): 4, (1, 0, 0, 0): 2, (1, 1, 0, 0): 3, (0, 0, 0, 0): 1}
    )
    result = disagreements(table)
    assert (result.total, result.all_right, result.all_wrong) == (5, 4, 1)
    # examples on which the models split evenly come first
    assert [sum(row.right) for row in result.rows] == [2, 2, 2, 1, 1]
    assert result.rows[0].right == (True, True, False, False)
    assert "✗" in result.display.loc[0, "m2"]
    assert "✗" not in result.display.loc[0, "m0"]


def test_most_limits_the_rows():
    predictions = random_labels()
    assert len(disagreements(predictions, most=5).rows) == 5
    assert disagreements(predictions, most=5).total == disagreements(predictions).total


def test_models_that_never_disagree():
    result = disagreements(predictions_of_patterns({(1, 1): 5, (0, 0): 3}))
    assert result.rows == ()
    assert result.interpretation == ("No example separates the models.",)


def test_models_called_like_columns():
    frame = pd.DataFrame({"example": [1, 2, 1, 2], "y_true": [0, 1, 0, 1]})
    frame["model"], frame["prediction"] = ["truth", "truth", "b", "b"], [1, 1, 0, 1]
    table = disagreements(Predictions.from_frame(frame)).table
    assert list(table.columns) == ["example", "truth", "truth (model)", "b", "n_right"]
    assert table.iloc[0].tolist() == ["1", "0", "1", "0", 1]
