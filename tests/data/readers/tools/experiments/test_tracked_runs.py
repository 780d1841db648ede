"""Runs of trackers: which settings are the algorithm, the dataset and the repeats."""

import numpy as np
import pandas as pd
from looped import loop_over

from benchreport.data.readers.tools.experiments.run_names import split_numbers
from benchreport.data.readers.tools.experiments.tracked_runs import (
    numbers_where_all_are,
    table_of_runs,
)


def table(names, metrics=None, **settings):
    scores = {"accuracy": np.arange(len(names)) / 10} if metrics is None else metrics
    return table_of_runs(
        pd.Series(names), pd.DataFrame(settings, index=range(len(names))), pd.DataFrame(scores)
    )


def test_settings_that_are_called_so_are_the_roles():
    frame = table(
        ["r1", "r2", "r3"],
        model=["svm", "svm", "mlp"],
        task=["iris", "wine", "iris"],
        fold=[0, 1, 0],
        depth=3,
    )
    assert frame.columns.tolist() == ["algorithm", "dataset", "fold", "accuracy"]
    assert frame.iloc[1].tolist() == ["svm", "wine", 1, 0.1]


def test_a_setting_called_algorithm_goes_before_a_model():
    frame = table(["x", "y"], model=["m", "m"], algorithm=["a", "b"])
    assert frame["algorithm"].tolist() == ["a", "b"]


def test_a_setting_called_dataset_goes_before_a_data_set():
    frame = table(["x", "y"], model=["a", "b"], data_set=["m", "n"], dataset=["p", "q"])
    assert frame["dataset"].tolist() == ["p", "q"]


def test_names_of_runs_without_the_seed_are_the_algorithms():
    frame = table(["ppo-seed1", "ppo-seed2", "sac_1", "sac_2"], seed=[1, 2, 1, 2])
    assert frame[["algorithm", "seed"]].to_numpy().tolist() == [
        ["ppo", 1], ["ppo", 2], ["sac", 1], ["sac", 2],
    ]  # fmt: skip
    # one name ends otherwise, so that none is cut
    kept = table(["ppo-1", "sac"], seed=[1, 2])
    assert kept["algorithm"].tolist() == ["ppo-1", "sac"]


def test_settings_tell_runs_apart_that_would_be_the_same():
    frame = table(
        list("abcd"), model=["mlp"] * 4, lr=[0.1, 0.1, 0.01, 0.01], seed=[0, 1, 0, 1], note="x"
    )
    assert frame["algorithm"].tolist() == ["mlp lr=0.1"] * 2 + ["mlp lr=0.01"] * 2


def test_runs_that_are_the_same_by_all_settings_are_counted():
    frame = table(list("abc"), model=["mlp", "mlp", "svm"])
    assert frame[["algorithm", "run"]].to_numpy().tolist() == [["mlp", 0], ["mlp", 1], ["svm", 0]]


def test_a_setting_that_some_runs_lack():
    frame = table(list("abc"), model=["mlp", "mlp", "svm"], lr=[0.1, 0.2, None])
    assert frame["algorithm"].tolist() == ["mlp lr=0.1", "mlp lr=0.2", "svm"]


def test_a_run_without_the_setting_is_called_by_its_name():
    frame = table(["x", "baseline"], model=["mlp", None])
    assert frame["algorithm"].tolist() == ["mlp", "baseline"]


def test_a_metric_that_repeats_a_setting_is_none():
    frame = table(["a", "b"], {"seed": [0, 1], "f1": [0.5, 0.6]}, model=["m", "n"], seed=[0, 1])
    assert frame.columns.tolist() == ["algorithm", "seed", "f1"]


def test_a_setting_of_odd_characters():
    frame = table(["a_1", "a_2"], **{"(seed": [1, 2]})
    assert len(frame) == 2


def test_several_metrics_are_rows_and_runs_that_failed_are_empty():
    metrics = {"loss": [1, None], "f1": [0.5, 0.6]}
    frame = table(["a", "b"], metrics)
    assert frame.to_dict("list")["metric"] == ["loss", "loss", "f1", "f1"]
    assert frame["value"].isna().tolist() == [False, True, False, False]


def test_texts_become_numbers_where_all_are():
    frame = pd.DataFrame({"seed": ["1", "2", None], "lr": ["0.1", "auto", None]})
    numbers = numbers_where_all_are(frame, ["seed", "lr"])
    assert numbers["seed"].tolist()[:2] == [1, 2]
    assert numbers["lr"].tolist()[:2] == ["0.1", "auto"]


@loop_over(
    ("names", "algorithms"),
    [
        (["tpe-0", "tpe-1", "random-0"], ["tpe", "tpe", "random"]),
        (["a run 1", "a run 2", "b run 1"], ["a", "a", "b"]),
        (["study-1", "study-2", "study-3"], None),
        (["resnet-18", "vit-16"], None),
        (["tpe-0", "tpe-1", "random"], None),
        (["7", "8"], None),
        ([], None),
    ],
)
def test_numbers_of_runs_in_names(names, algorithms):
    frame = split_numbers(names)
    assert frame["algorithm"].tolist() == (algorithms or names)
    assert ("run" in frame) == (algorithms is not None)


def test_runs_of_several_days_are_nights():
    names, metrics = pd.Series(["r"] * 4), pd.DataFrame({"accuracy": [0.1, 0.2, 0.3, 0.4]})
    settings = pd.DataFrame({"model": ["a", "b"] * 2})
    dates = pd.Series([f"2026-11-{day}T01:00:00+00:00" for day in (20, 20, 21, 21)])
    nights = pd.DataFrame({"date": dates, "commit": ["x", "x", "y", "y"]})
    frame = table_of_runs(names, settings, metrics, nights)
    assert frame.columns.tolist() == ["algorithm", "run", "date", "commit", "accuracy"]
    assert frame["run"].tolist() == [0, 0, 1, 1]
    # runs of one day are repeats, and what differs by its settings is no repeat
    assert "date" not in table_of_runs(names, settings, metrics, nights.assign(date=dates[0]))
    other = settings.assign(seed=[0, 0, 1, 1])
    assert "date" not in table_of_runs(names, other, metrics, nights)


def test_a_model_that_ran_twice_on_a_day_has_numbered_runs():
    names, metrics = pd.Series(["r"] * 3), pd.DataFrame({"accuracy": [0.1, 0.2, 0.3]})
    nights = pd.DataFrame({"date": ["2026-11-20", "2026-11-20", "2026-11-21"]})
    frame = table_of_runs(names, pd.DataFrame({"model": ["a"] * 3}), metrics, nights)
    assert frame["run"].tolist() == [0, 1, 2]
    assert frame["date"].tolist() == nights["date"].tolist()
