import numpy as np
import pandas as pd
import pytest
from predictions_tables import random_labels

from benchreport.analysis import to_scores
from benchreport.data import Predictions
from benchreport.errors import DataError, DesignError, OptionError
from benchreport.stats.rank_tests.friedman import friedman


def frame(n=120, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    columns = {"dataset": np.array(list("xyz"))[np.arange(n) % 3], "y_true": truth}
    for place in range(3):
        odds = rng.normal(truth * (0.5 + place), 1.0)
        columns[f"m{place}_probability"] = 1 / (1 + np.exp(-odds))
    return pd.DataFrame(columns)


def test_each_cell_is_the_metric_of_its_examples():
    learn = pytest.importorskip("sklearn.metrics")
    rows = frame()
    table = to_scores(Predictions.from_frame(rows), metric="auc")
    assert table.blocks == ("x", "y", "z")
    assert table.block_kind == "dataset"
    assert (table.score, table.higher_is_better) == ("auc", True)
    for dataset, part in rows.groupby("dataset"):
        for place in range(3):
            peer = learn.roc_auc_score(part["y_true"], part[f"m{place}_probability"])
            cell = table.frame.loc[dataset, f"m{place}"]
            assert cell == pytest.approx(peer, rel=1e-10)


def test_direction_and_what_follows():
    table = to_scores(Predictions.from_frame(frame()), metric="log_loss")
    assert not table.higher_is_better
    assert friedman(table).design.n_blocks == 3


def test_weights_count_within_a_dataset():
    rows = pd.DataFrame(
        {
            "dataset": list("xxyy"),
            "y_true": list("abab"),
            "m": list("aaab"),
            "n": list("abbb"),
            "weight": [3.0, 1.0, 1.0, 1.0],
        }
    )
    table = to_scores(Predictions.from_frame(rows), metric="accuracy")
    assert table.values.tolist() == [[0.75, 1.0], [1.0, 0.5]]


def test_one_dataset_is_not_enough():
    with pytest.raises(DesignError, match="needs at least 2; found 4 models on 300") as caught:
        to_scores(random_labels(), metric="accuracy")
    assert "metric_bootstrap" in caught.value.hint


def test_undefined_cells_are_named():
    rows = frame()
    rows.loc[rows["dataset"] == "y", "y_true"] = 1
    with pytest.raises(DataError, match=r"auc is undefined or infinite in 3 of 9 cells") as caught:
        to_scores(Predictions.from_frame(rows), metric="auc")
    assert "'y'" in caught.value.hint


def test_wrong_options():
    table = Predictions.from_frame(frame())
    with pytest.raises(OptionError, match="by must be one of 'dataset'"):
        to_scores(table, metric="auc", by="example")
    with pytest.raises(OptionError, match="metric must be one of"):
        to_scores(table, metric="area")
