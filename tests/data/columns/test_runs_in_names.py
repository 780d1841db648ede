"""Columns of a run of an algorithm each are runs, and no algorithms of their own."""

import numpy as np
import pandas as pd
import pytest

import benchreport
from benchreport.data import Roles, Scores
from benchreport.errors import DirectionError, RoleError

ALGORITHMS, TASKS, RUNS = ("ppo", "our method"), ("ant", "hopper", "walker"), 3
VALUES = np.random.default_rng(0).random((len(TASKS), len(ALGORITHMS) * RUNS))
MEANS = VALUES.reshape(len(TASKS), len(ALGORITHMS), RUNS).mean(axis=2)


def table(pattern, start=0):
    names = [pattern.format(a=a, i=i + start) for a in ALGORITHMS for i in range(RUNS)]
    return pd.DataFrame(VALUES, columns=names).assign(task=TASKS)


def read_as_runs(frame, **roles):
    scores = frame.bench(higher_is_better=True, **roles).scores
    assert scores.algorithms == ALGORITHMS
    assert scores.blocks == TASKS
    assert scores.values == pytest.approx(MEANS)
    return scores


@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize(
    ("pattern", "kind"),
    [
        ("{a}_seed{i}", "seed"),
        ("seed_{i}_{a}", "seed"),
        ("{a} (fold {i})", "fold"),
        ("{a} run {i}", "run"),
        ("{a}_s{i}", "seed"),
        ("{a}.r{i}", "run"),
        ("{a}-trial-{i}", "trial"),
    ],
)
def test_numbered_runs_of_algorithms_are_averaged_within_datasets(pattern, kind, start):
    scores = read_as_runs(table(pattern, start))
    assert scores.runs.repeat_columns == (kind,)
    assert scores.runs.repeats == tuple(str(run + start) for run in range(RUNS))


@pytest.mark.parametrize("pattern", ["{a}_{i}", "{a} ({i})", "{a} #{i}", "{a}.{i}"])
def test_numbers_alone_are_asked_about(pattern):
    frame = table(pattern, start=1)
    with pytest.raises(RoleError, match=r"repeats of ppo, our method\?") as asked:
        frame.bench.friedman()
    ways = [way.roles for way in asked.value.way_out.calls]
    assert ways[0] == {"columns": "repeat", "higher_is_better": True}
    read_as_runs(frame, columns="repeat")
    assert ways[-1] == {"columns": "algorithm"}
    assert len(frame.bench(columns="algorithm", higher_is_better=True).scores.algorithms) == 6


def test_names_that_come_again_are_asked_about(tmp_path):
    again = table("{a}").set_axis([*np.repeat(ALGORITHMS, RUNS), "task"], axis=1)
    path = tmp_path / "again.csv"
    again.to_csv(path, index=False)
    for frame in (again, pd.read_csv(path), benchreport.read(path)):
        with pytest.raises(RoleError, match=r"repeats of ppo, our method\?"):
            frame.bench.friedman()
        read_as_runs(frame, columns="repeat")
    with pytest.raises(RoleError, match=r"column names occur more than once: ppo, our method"):
        again.iloc[:, 1:].bench.friedman()


def test_one_dataset_has_runs_and_rows_without_names_are_datasets():
    one = table("{a}_seed{i}").drop(columns="task")
    assert one.head(1).bench(higher_is_better=True).scores.block_kind == "seed"
    assert one.bench(higher_is_better=True).scores.blocks == ("1", "2", "3")


@pytest.mark.parametrize(
    "names",
    [
        # of another algorithm there is one score
        ["ppo_seed0", "ppo_seed1", "sac_seed0", "sac_seed1", "random"],
        # variants of two methods, which are not numbered alike
        ["resnet_18", "resnet_34", "vit_16", "vit_32"],
        ["gpt3", "gpt4", "claude3", "claude4"],
        ["v1.0", "v1.1", "v2.0", "v2.1"],
        ["a_run1", "a_run2", "b_run2", "b_run3"],
    ],
)
def test_other_columns_are_algorithms(names):
    frame = pd.DataFrame(np.random.default_rng(1).random((5, len(names))), columns=names)
    with pytest.raises(DirectionError):
        frame.assign(dataset=[*"uvwxy"]).bench.friedman()
    assert frame.bench(higher_is_better=True).scores.algorithms == tuple(names)


def test_runs_of_metrics_are_none_of_algorithms():
    names = ["acc_run1", "acc_run2", "f1_run1", "f1_run2"]
    frame = pd.DataFrame(np.random.default_rng(1).random((3, 4)), columns=names)
    with pytest.raises(RoleError) as asked:
        frame.assign(model=[*"abc"]).bench.friedman()
    assert "acc" in asked.value.message


@pytest.mark.parametrize("index", ["classifier", None])
def test_numbered_folds_of_datasets_are_folds_where_rows_are_algorithms(index):
    names = [f"{data} (fold {fold})" for data in ("iris", "wine") for fold in (1, 2, 3)]
    frame = pd.DataFrame(VALUES[:, : len(names)], ["svm", "knn", "random forest"], names)
    scores = frame.rename_axis(index).bench(higher_is_better=True).scores
    assert (scores.algorithms, scores.blocks) == (tuple(frame.index), ("iris", "wine"))
    assert pytest.approx(MEANS) == scores.values.T


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("index", ["model", None])
def test_columns_that_pandas_numbers_may_be_runs_of_the_algorithms_in_the_rows(index, first):
    """As of a dict of lists, which from_dict(orient="index") makes."""
    lists = dict(zip(["svm", "ours", "c"], VALUES.tolist(), strict=True))
    frame = pd.DataFrame.from_dict(lists, orient="index").rename_axis(index)
    frame.columns = frame.columns + first
    with pytest.raises(RoleError, match=r"hold the scores of a repeat each\?") as asked:
        frame.bench.friedman()
    runs, _, datasets = (way.roles for way in asked.value.way_out.calls)
    scores = frame.bench(**runs).scores
    assert (scores.algorithms, scores.blocks) == (tuple(lists), tuple(map(str, frame.columns)))
    assert scores.runs.repeat_columns == ("repeat",)
    assert frame.bench(**datasets, higher_is_better=True).scores.block_kind == "dataset"


def test_columns_that_pandas_numbers_are_no_runs_of_datasets():
    frame = pd.DataFrame(VALUES).assign(dataset=TASKS)
    assert len(frame.bench(higher_is_better=True).scores.algorithms) == VALUES.shape[1]
    sizes = pd.DataFrame(VALUES).assign(n=[10, 20, 40])
    assert sizes.bench(higher_is_better=True).scores.blocks == ("10", "20", "40")


def test_columns_that_pandas_numbers_are_no_runs_of_rows_without_names():
    with pytest.raises(DirectionError, match=r"the rows, which have no names, datasets\?"):
        pd.DataFrame(VALUES).bench.friedman()
    sizes = pd.DataFrame(VALUES[:, :3], ["svm", "ours", "c"], [1, 10, 100])
    with pytest.raises(RoleError) as asked:
        sizes.bench.friedman()
    assert "repeat" not in str(asked.value)


def test_columns_of_one_name_are_told_apart_and_only_copies_are_left_out():
    frame = pd.DataFrame([[0.5, 0.6, 0.7], [0.4, 0.3, 0.2]], columns=["svm", "svm", "knn"])
    with pytest.raises(RoleError) as differing:
        Scores.from_frame(frame, Roles(score="accuracy"))
    hint = str(differing.value.hint)
    assert hint.startswith("df.set_axis(['svm', 'svm (2)', 'knn'], axis=1).bench; if they are")
    renamed = eval(hint.partition(".bench")[0], {"df": frame})  # noqa: S307 - the package wrote it
    assert Scores.from_frame(renamed, Roles(score="accuracy")).values.shape == (2, 3)
    copies = frame.iloc[:, [0, 2, 0]]
    with pytest.raises(RoleError) as copied:
        Scores.from_frame(copies, Roles(score="accuracy"))
    assert str(copied.value.hint) == "df.loc[:, ~df.columns.duplicated()].bench"
    wide = pd.DataFrame([range(20)], columns=["svm"] * 2 + [f"a{place}" for place in range(18)])
    with pytest.raises(RoleError) as many:
        Scores.from_frame(wide, Roles(score="accuracy"))
    assert str(many.value.hint).startswith("rename them, or if they are copies: df.loc")
