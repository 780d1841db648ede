"""Samples: several answers of a model to the same example."""

import numpy as np
import pandas as pd
import pytest

from benchreport.data import Predictions, Roles
from benchreport.errors import DataError

RNG = np.random.default_rng(5)
N, SAMPLES = 20, 4
KEYS = pd.MultiIndex.from_product(
    [["a", "b"], range(N), range(SAMPLES)], names=["model", "example", "sample"]
)
LONG = KEYS.to_frame(index=False).assign(correct=RNG.integers(0, 2, len(KEYS)))


def read(frame, **roles):
    return Predictions.from_frame(frame, Roles(**roles))


@pytest.mark.parametrize(
    "name",
    ["sample", "attempt", "seed", "epoch", "trial", "sample_idx", "completion_id", "repeat"],
)
def test_a_column_numbers_the_samples(name):
    predictions = read(LONG.rename(columns={"sample": name}))
    assert (predictions.n, predictions.n_units) == (N * SAMPLES, N)
    assert predictions.repeats == ("0", "1", "2", "3")
    assert str(predictions) == "2 models on 20 examples, 80 answers of each model; correctness"


def test_a_name_of_each_row_numbers_nothing():
    # as in Inspect's tables: id is the question, sample_id the row
    rows = LONG.rename(columns={"sample": "epoch", "example": "id"})
    predictions = read(rows.assign(sample_id=[f"u{row}" for row in range(len(rows))]))
    assert (predictions.n, predictions.n_units, len(predictions.repeats)) == (80, N, SAMPLES)


def test_samples_that_nothing_numbers():
    with pytest.raises(DataError, match="120 repeated predictions") as caught:
        read(LONG.drop(columns="sample"))
    rows = LONG.drop(columns="sample")
    assert "df.groupby(['example', 'model']).cumcount()" in caught.value.hint
    numbered = rows.assign(sample=rows.groupby(["example", "model"]).cumcount())
    assert read(numbered).sha256 == read(LONG).sha256


def test_examples_may_have_different_numbers_of_samples():
    uneven = LONG[(LONG["sample"] < 2) | (LONG["example"] % 2 == 0)]
    predictions = read(uneven)
    assert (predictions.n, predictions.n_units) == (60, N)
    assert np.bincount(predictions.unit).tolist() == [4, 2] * (N // 2)
    lacking = LONG.drop(index=LONG.index[(LONG["model"] == "b") & (LONG["sample"] == 3)])
    assert read(lacking).count_samples().tolist() == [[4.0, 3.0]] * N


def test_tasks_with_as_many_samples_are_the_examples():
    # as HumanEval's results: nothing else names the question
    rows = LONG.rename(columns={"example": "task_id", "correct": "passed"})
    predictions = read(rows)
    assert (predictions.n_units, predictions.n, predictions.datasets) == (N, 80, ("",))
    # samples of a few tasks are different examples
    few = rows.rename(columns={"task_id": "sample", "sample": "task"})
    assert (read(few).n_units, len(read(few).datasets)) == (80, SAMPLES)


def test_rows_of_one_name_in_a_wide_table():
    wide = LONG.pivot_table(index=["example", "sample"], columns="model", values="correct")
    wide = wide.reset_index().drop(columns="sample")
    predictions = read(wide, task="correctness")
    assert (predictions.n, predictions.n_units) == (80, N)
    # the same truth is the same question; other truths are other questions of one source
    same = read(wide.assign(y_true=wide["example"] % 2))
    assert (same.n_units, same.clustered) == (N, False)
    other = read(wide.assign(y_true=np.arange(80) % 2))
    assert (other.n_units, other.cluster_column, len(other.clusters)) == (80, "example", N)
