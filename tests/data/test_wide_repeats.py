"""Rows of a wide table that repeat their datasets are repeats, where nothing else tells them apart."""

import numpy as np
import pandas as pd
import pytest

from benchreport.errors import DataError, DirectionError, RoleError

RNG = np.random.default_rng(0)


def runs(n_datasets=5, n_repeats=3):
    rng = np.random.default_rng(6)
    n = n_datasets * n_repeats
    return pd.DataFrame(
        {
            "problem": np.repeat([f"p{d}" for d in range(n_datasets)], n_repeats),
            "alpha": rng.random(n),
            "beta": rng.random(n),
        }
    )


def test_as_many_rows_of_each_dataset_are_averaged():
    frame = runs()
    scores = frame.bench(dataset="problem", score="error", higher_is_better=False).scores
    assert (scores.algorithms, len(scores.blocks)) == (("alpha", "beta"), 5)
    means = frame.groupby("problem").mean()
    assert scores.values == pytest.approx(means.to_numpy())
    assert "The 3 rows of each problem are repeats, which no column numbers." in scores.runs.notes
    turned = frame.iloc[::-1].bench(dataset="problem", score="error", higher_is_better=False).scores
    assert turned.frame.sort_index().equals(scores.frame.sort_index())


@pytest.mark.parametrize("what", ["uneven", "copies"])
def test_uneven_or_equal_rows_are_no_repeats(what):
    frame = runs().iloc[:-1] if what == "uneven" else pd.concat([runs(n_repeats=1)] * 2)
    with pytest.raises(DataError, match="more than one score"):
        _ = frame.bench(dataset="problem", score="error", higher_is_better=False).scores


def test_a_hint_makes_repeated_settings_the_datasets():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame(
        {
            "size": np.repeat([10, 50], 6),
            "shape": np.tile(np.repeat([1, 2], 3), 2),
            "kernel": rng.random(12),
            "spline": rng.random(12),
        }
    )
    with pytest.raises(RoleError, match="which are the algorithms") as caught:
        _ = frame.bench(score="error", higher_is_better=False).scores
    assert "dataset=['size', 'shape']" in caught.value.hint


@pytest.mark.parametrize("index", ["none", "written"])
@pytest.mark.parametrize("name", ["fold", "seed", "run"])
def test_rows_without_names_are_folds_if_the_caller_calls_them_so(name, index):
    frame = pd.DataFrame(RNG.random((8, 3)), columns=["svm", "knn", "rf"])
    if index == "written":
        frame = frame.reset_index(names="Unnamed: 0")
    with pytest.raises(DirectionError) as asked:
        frame.bench.friedman()
    assert "the rows, which have no names, as datasets" in asked.value.message
    answer = asked.value.way_out.calls[-1].roles
    assert answer == {"repeat": "fold", "higher_is_better": True}
    scores = frame.bench(**{**answer, "repeat": name}).scores
    assert (scores.dataset, scores.runs.repeat_columns, len(scores.blocks)) == ("", (name,), 8)
    assert not any("taken for datasets" in note for note in scores.runs.notes)
    as_datasets = frame.bench(higher_is_better=True).scores
    assert as_datasets.block_kind == "dataset"
    assert any("taken for datasets, and not for folds" in note for note in as_datasets.runs.notes)
    assert "--repeat fold" in str(frame.bench.check()) or "repeat='fold'" in str(
        frame.bench.check()
    )


def test_rows_with_names_are_no_folds():
    frame = pd.DataFrame(RNG.random((4, 2)), index=[*"abcd"], columns=["svm", "knn"])
    with pytest.raises(RoleError, match="repeat='fold' is not a column"):
        frame.bench(repeat="fold", higher_is_better=True).friedman()


def test_rows_of_a_long_table_are_no_folds():
    frame = pd.DataFrame({"model": [1, 1, 2, 2], "dataset": [1, 2, 1, 2], "acc": RNG.random(4)})
    with pytest.raises(RoleError, match="repeat='fold' is not a column"):
        frame.bench(repeat="fold").friedman()
