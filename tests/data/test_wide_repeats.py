"""Rows of a wide table that repeat their datasets are repeats, where nothing else tells them apart."""

import numpy as np
import pandas as pd
import pytest

from benchreport.errors import DataError, RoleError


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
