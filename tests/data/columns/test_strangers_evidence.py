"""Tables of strangers whose cells settle what names leave open."""

import itertools

import numpy as np
import pandas as pd
import pytest

import benchreport  # noqa: F401 - registers the accessor
from benchreport.data.columns import orientation
from benchreport.data.columns.content import likeness
from benchreport.errors import DataError, DesignError, RoleError

RNG = np.random.default_rng(0)


def _grid(scores=("accuracy",), /, **names):
    """Return a frame with a row for each combination of names, and random scores."""
    frame = pd.DataFrame([*itertools.product(*names.values())], columns=[*names])
    return frame.assign(**{score: RNG.uniform(0.5, 0.9, len(frame)) for score in scores})


def _message(frame):
    with pytest.raises(RoleError) as caught:
        _ = frame.bench.scores
    return str(caught.value)


def test_what_most_algorithms_have_once_or_some_datasets_lack_is_no_first_score():
    frame = _grid(("test_acc", "shift_acc"), model=list("abc"), dataset=list("wxyz"))
    frame.loc[frame["dataset"] == "w", "shift_acc"] = np.nan
    assert "score: test_acc, shift_acc." in _message(
        frame[["model", "dataset", "shift_acc", "test_acc"]]
    )
    # what some datasets lack is still of another kind than what runs cost
    beside = frame.assign(train_time=1 / frame["test_acc"]).drop(columns="test_acc")
    assert "score: shift_acc, train_time." in _message(beside)
    frame = _grid(("violation_rate", "runtime"), heuristic=list("abc"), problem=list("wxyz"))
    frame.loc[frame["heuristic"] != "c", "violation_rate"] = 0.0
    assert "score: runtime, violation_rate." in _message(frame)


def test_prompts_that_all_datasets_share_are_asked_about_and_numbered_ones_are_examples():
    frame = _grid(model=list("abc"), dataset=["sst", "rte"], prompt=["zero-shot", "few-shot"])
    assert "'prompt' splits the table" in _message(frame)
    numbered = frame.assign(prompt=frame["prompt"].map({"zero-shot": "p1", "few-shot": "p2"}))
    assert numbered.bench.scores.counts.tolist() == [[2] * 3] * 2


def test_spreads_are_no_metric_beside_their_mean_and_may_be_chosen():
    frame = _grid(
        ("value",), model=list("ab"), dataset=list("wxyz"), metric=["acc_mean", "acc_std", "auc"]
    )
    assert "holds 2 metrics: acc_mean, auc." in _message(frame)
    alone = frame[frame["metric"] != "auc"]
    assert alone.bench.scores.score == "acc_mean"
    assert alone.bench(metric="acc_std", higher_is_better=False).scores.score == "acc_std"


def test_brackets_at_the_end_of_a_dataset_s_name_stay():
    columns = ["SADA WER", "SADA CER", "MASC (noisy) WER", "MASC (noisy) CER"]
    frame = pd.DataFrame(RNG.uniform(10, 70, (5, 4)), columns=columns)
    frame.insert(0, "Model", list("abcde"))
    assert frame.bench(metric="WER").scores.blocks == ("SADA", "MASC (noisy)")


def test_a_loss_of_another_size_is_no_dataset_beside_accuracies():
    frame = pd.DataFrame(RNG.uniform(55, 75, (6, 3)), columns=["mmlu", "hellaswag", "arc_easy"])
    frame.insert(
        0, "run", ["base_4bit", "base_8bit", "tuned_sql", "tuned_qa", "replay_sql", "replay_qa"]
    )
    frame["forgetting_score"] = [0.0, 0.0, -1.32, 4.32, 2.88, 1.5]
    assert "its 3 columns (mmlu, hellaswag, arc_easy) datasets" in _message(frame)
    # errors of other sizes are of datasets, as those beside them are of several, too
    errors = frame.set_axis(["model", "boston", "wine", "yacht", "naval"], axis=1).assign(
        wine=[0.6, 0.7] * 3
    )
    assert errors.bench(columns="dataset", higher_is_better=False).scores.blocks == (
        *errors.columns[1:],
    )


def test_columns_of_one_size_may_all_be_algorithms_whatever_they_are_called():
    columns = ["rocket+max", "rocket+ppv", "rocket+lspv", "inception", "accuracy"]
    frame = pd.DataFrame(RNG.uniform(0.6, 0.9, (6, 5)), columns=columns)
    frame.insert(0, "dataset", list("uvwxyz"))
    frame["rocket+max+loss"] = RNG.uniform(0.6, 0.9, 6)
    assert "are all columns of numbers algorithms, also accuracy" in _message(frame)


def test_a_first_column_of_another_size_is_asked_about():
    frame = pd.DataFrame(RNG.uniform(10, 20, (6, 3)), columns=["alpha", "beta", "gamma"])
    frame.insert(0, "demand", RNG.uniform(3000, 9000, 6))
    frame.insert(0, "city", list("uvwxyz"))
    message = _message(frame)
    assert "are the columns alpha, beta, gamma algorithms, beside demand?" in message
    assert "df.bench(algorithm=['alpha', 'beta', 'gamma'])" in message


def test_scores_that_stand_for_failed_runs_count_and_are_told():
    frame = _grid(model=list("abc"), dataset=list("wxyz")).assign(status="ok")
    frame.loc[[3, 7], ["accuracy", "status"]] = 0.0, "failed"
    told = "2 runs failed by 'status', and their score of 0 counts"
    assert told in str(frame.bench.check())
    # another run has this score, too
    frame.loc[0, "accuracy"] = 0.0
    assert "2 runs failed" not in str(frame.bench.check())


def test_settings_that_come_again_tell_scores_of_a_cell_apart():
    frame = _grid(("runtime",), solver=["seq", "par"], size=list("uvwxyz"))
    frame["nodes"] = frame["solver"].map({"seq": 1, "par": 2})
    frame = pd.concat([frame, frame[-1:].assign(nodes=4)], ignore_index=True)
    with pytest.raises(DataError, match="1 cell has more than one score") as caught:
        _ = frame.bench(dataset="size", score="runtime").scores
    assert caught.value.way_out.calls[0].roles == {"factors": ["solver", "nodes"]}
    frame = _grid(("total_reward",), algo=["dqn"], reward=["queue", "wait"], seed=[1, 2, 3])
    rows = frame[frame["reward"] == "queue"].assign(algo="fixed", reward="none")
    with pytest.raises(DataError, match="3 cells have more than one score") as caught:
        _ = pd.concat([frame, rows], ignore_index=True).bench(score="total_reward").scores
    assert caught.value.way_out.calls[0].roles == {"factors": ["algo", "reward"]}


def test_names_with_scores_on_one_dataset_each_are_told():
    rows = [(f"{name} [{task}]", task, 0.5) for task in ("sst", "rte") for name in "abc"]
    frame = pd.DataFrame(rows, columns=["model", "dataset", "accuracy"])
    with pytest.raises(DesignError, match="give each algorithm one name on all datasets"):
        frame.bench.friedman()


def test_fractions_of_many_digits_that_algorithms_share_are_no_datasets_and_no_first_score():
    frame = _grid(("time_s", "memory_kb"), algorithm=["dp", "brute"], n=[5, 6, 8, 9, 12, 20])
    frame["max_value"] = np.log(frame["n"]) * 40
    # one algorithm may be too slow for the last
    assert "score: time_s, memory_kb, max_value." in _message(frame[:-1])
    # levels of noise are datasets
    levels = frame.assign(max_value=frame["n"] / 8).drop(columns=["n", "memory_kb"])
    assert levels.bench.scores.blocks[1] == "0.75"


def test_columns_are_looked_at_once_for_another_size(monkeypatch):
    looks = []
    find = likeness.of_another_size
    monkeypatch.setattr(
        orientation, "of_another_size", lambda *args: looks.append(args) or find(*args)
    )
    frame = pd.DataFrame(
        RNG.uniform(55, 75, (6, 20)), columns=[f"task {c}" for c in "abcdefghijklmnopqrst"]
    )
    frame.insert(0, "model", list("abcdef"))
    _ = frame.bench(columns="dataset", higher_is_better=True).scores
    assert len(looks) == 1
