"""What numbers or marks each row of a table as users write it: questions, steps, parts that are on."""

import itertools

import numpy as np
import pandas as pd
import pytest
from stranger_tables import asked

from benchreport.errors import DesignError

RNG = np.random.default_rng(5)
ROWS = 24


@pytest.mark.parametrize("number", ["question_id", "question", "image", "case"])
def test_what_numbers_rows_names_them_beside_categories(number):
    grades = {name: RNG.integers(1, 6, ROWS) for name in ("gpt", "llama", "qwen")}
    frame = pd.DataFrame({number: range(1, ROWS + 1), "category": list("abc") * 8, **grades})
    scores = frame.bench(higher_is_better=True).scores
    assert scores.algorithms == ("gpt", "llama", "qwen")
    assert len(scores.blocks) == ROWS


@pytest.mark.parametrize("name", ["Step", "epoch", "global_step", "timesteps"])
def test_steps_of_wide_curves_are_no_datasets(name):
    losses = {algorithm: RNG.random(ROWS) for algorithm in ("svm", "knn", "rf")}
    frame = pd.DataFrame({name: range(0, 10 * ROWS, 10), **losses})
    with pytest.raises(DesignError, match="several runs"):
        _ = frame.bench(higher_is_better=False).scores
    chosen = frame.bench(dataset=name, higher_is_better=False).scores
    assert len(chosen.blocks) == ROWS


def test_iterations_of_a_wide_table_are_rows():
    frame = pd.DataFrame({"iteration": range(1, 9), "gcc": RNG.random(8), "clang": RNG.random(8)})
    assert frame.bench(higher_is_better=False).scores.algorithms == ("gcc", "clang")


@pytest.mark.parametrize("marks", [(0, 1), ("", "✓"), (None, "✓"), (False, True)])
def test_parts_that_are_off_or_on_are_factors(marks):
    rows = itertools.product(marks, marks, ["coco", "voc", "lvis"])
    frame = pd.DataFrame(rows, columns=["Attn", "Aug", "dataset"]).assign(
        mAP=lambda rows: RNG.random(len(rows)).round(3) + 40
    )
    assert asked(frame).way_out.calls[0].roles == {"factors": ["Attn", "Aug"]}


def test_words_for_off_and_on_are_no_names_of_algorithms_and_datasets():
    rows = itertools.product(["no", "yes"], ["no", "yes"], range(3))
    frame = pd.DataFrame(rows, columns=["Attn", "Aug", "seed"]).assign(mAP=RNG.random(12))
    assert asked(frame).way_out.calls[0].roles == {"factors": ["Attn", "Aug"]}


def test_the_only_outcome_is_no_part_that_is_off_or_on():
    frame = pd.DataFrame({"user": range(60), "group": ["A", "B"] * 30, "bought": [0, 1, 1] * 20})
    assert "factors" not in asked(frame).hint


def test_numbers_in_a_question_are_plain():
    rows = itertools.product(["zstd", "lz4"], "ab", [1, 9])
    frame = pd.DataFrame(rows, columns=["codec", "file", "level"]).assign(
        ratio=lambda rows: RNG.random(len(rows))
    )
    assert "np." not in str(asked(frame))


def test_a_condition_that_holds_or_not_is_no_algorithm():
    scores = {name: RNG.random(ROWS) for name in ("svm", "knn")}
    frame = pd.DataFrame({"case": range(ROWS), "noisy": [True, False] * (ROWS // 2), **scores})
    assert asked(frame).way_out.calls[0].roles["algorithm"] == ["svm", "knn"]


def test_numbered_participants_are_no_algorithms():
    rows = itertools.product([f"P{i}" for i in range(8)], ["touch", "voice"])
    frame = pd.DataFrame(rows, columns=["participant", "condition"]).assign(time=RNG.random(16))
    assert asked(frame).way_out.calls[0].roles == {
        "algorithm": "condition",
        "dataset": "participant",
    }
    entrants = frame.assign(participant=["ann", "bob", "cy", "di"] * 4, task=np.repeat(range(4), 4))
    assert entrants.drop(columns="condition").bench.scores.algorithms == ("ann", "bob", "cy", "di")


def test_levels_of_joined_frames_are_algorithms_and_folds():
    folds = {
        name: pd.DataFrame({"fit_time": RNG.random(5), "test_auc": RNG.random(5)})
        for name in ("svm", "knn", "rf")
    }
    found = asked(pd.concat(folds)).way_out.calls[0].roles
    assert found == {"algorithm": "level_0", "repeat": "level_1"}
    scores = pd.concat(folds).bench(**found, score="test_auc").scores
    assert scores.algorithms == ("svm", "knn", "rf")


def test_what_differs_in_size_from_well_known_algorithms_is_asked_about():
    grades = {name: RNG.integers(1, 6, ROWS) for name in ("gpt", "llama", "qwen")}
    frame = pd.DataFrame(
        {"prompt": range(ROWS), "words": RNG.integers(90, 500, ROWS), **grades, "ours": [4] * ROWS}
    )
    assert asked(frame).way_out.calls[0].roles == {"algorithm": ["gpt", "llama", "qwen", "ours"]}


@pytest.mark.parametrize(
    "sides", [("white", "black"), ("home", "away"), ("Home Team", "Away Team")]
)
def test_sides_of_a_game_are_a_contest(sides):
    frame = pd.DataFrame(
        {sides[0]: ["a", "b", "c", "a"], sides[1]: ["b", "c", "a", "c"], "goals": [1, 2, 0, 4]}
    )
    with pytest.raises(DesignError, match="a contest of two"):
        _ = frame.bench.scores


def test_sources_and_targets_that_models_are_adapted_to_are_no_predictions():
    rows = itertools.product("ACP", "ACP", ["dann", "cdan"])
    frame = pd.DataFrame(rows, columns=["source", "target", "method"]).assign(acc=RNG.random(18))
    frame = frame[frame["source"] != frame["target"]]
    assert "predictions" not in asked(frame).message
    assert len(frame.bench(dataset=["source", "target"]).scores.blocks) == 6


def test_what_numbers_rows_names_them_beside_what_was_set():
    scores = {name: RNG.random(ROWS) for name in ("gpt", "llama")}
    frame = pd.DataFrame({"prompt_id": range(ROWS), "cluster": [0, 1, 2, 3] * 6, **scores})
    assert asked(frame).way_out.calls[0].roles == {
        "algorithm": ["gpt", "llama"],
        "dataset": "prompt_id",
    }


def test_ties_are_no_algorithm_beside_wins():
    frame = pd.DataFrame(
        {"area": list("abcd"), "A wins": [4, 3, 5, 6], "Tie": [2, 2, 1, 2], "B wins": [4, 5, 4, 1]}
    )
    with pytest.raises(DesignError, match="nothing to test"):
        _ = frame.bench(higher_is_better=True).scores
