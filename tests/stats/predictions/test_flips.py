import pandas as pd
import pytest

import benchreport  # noqa: F401 - registers df.bench
from benchreport.errors import DesignError, OptionError

ORACLE = "The 2×2 tables of mcnemar(), and counting by hand"
ANSWERS = {
    # dataset, example: samples of the old and of the new model
    ("a", "both right"): ([1, 1, 1], [1, 1, 0]),
    ("a", "lost"): ([1, 1, 0], [0, 0, 1]),
    ("a", "gained"): ([0, 0, 0], [1, 1, 1]),
    ("b", "both wrong"): ([0, 0, 1], [0, 0, 0]),
    ("b", "lost"): ([1, 1, 1], [0, 0, 0]),
    ("b", "kept"): ([1, 1, 1], [1, 1, 1]),
}


def frame_of(answers, n=3):
    return pd.DataFrame(
        [
            (dataset, example, sample, model, values[sample])
            for (dataset, example), models in answers.items()
            for model, values in zip(("old", "new"), models, strict=True)
            for sample in range(n)
        ],
        columns=["dataset", "example", "sample", "model", "correct"],
    )


def test_counts_by_dataset_and_over_all():
    result = frame_of(ANSWERS).bench.flips(old="old", new="new")
    counts = [(row.dataset, row.examples, *row[2:]) for row in result.counts]
    assert counts == [("a", 3, 1, 1, 1, 0, 0), ("b", 3, 1, 0, 1, 1, 0)]
    assert result.total[1:] == (6, 2, 1, 2, 1, 0)
    assert "2 right → wrong and 1 wrong → right of 6 examples" in result.summary
    assert "new loses most on a: 1 of 3 examples" in str(result)
    assert "undecided" not in result.table


def test_the_clearest_come_first():
    result = frame_of(ANSWERS).bench.flips(old="old", new="new")
    assert [(row.dataset, row.example, row.better) for row in result.rows] == [
        ("a", "gained", True),
        ("b", "lost", False),
        ("a", "lost", False),
    ]
    assert result.examples["flip"].tolist() == ["wrong → right", "right → wrong", "right → wrong"]
    assert len(frame_of(ANSWERS).bench.flips(most=1).rows) == 1


def test_half_of_the_samples_is_no_flip():
    answers = {("a", "split"): ([1, 0], [0, 0]), ("a", "kept"): ([1, 1], [1, 1])}
    result = frame_of(answers, n=2).bench.flips(old="old", new="new")
    assert (result.total.undecided, result.rows) == (1, ())
    assert "are right and wrong on the same examples" in result.interpretation[0]
    assert result.table["undecided"].tolist() == [1]


def test_is_mcnemars_table_without_samples():
    frame = pd.DataFrame({"y_true": list("aabbabab"), "m": list("aabbabba"), "n": list("abbbabab")})
    pair = frame.bench.mcnemar().comparisons[0]
    total = frame.bench.flips(old="m", new="n").total
    assert (total.right_to_wrong, total.wrong_to_right) == (1, 2)
    assert pair.difference == (total.right_to_wrong - total.wrong_to_right) / 8


def test_by_default_from_the_second_to_the_best():
    frame = pd.DataFrame({"x": [1, 1, 1, 0], "y": [0, 0, 0, 0], "z": [1, 1, 0, 0]})
    result = frame.bench(task="correctness").flips()
    assert (result.old, result.new) == ("z", "x")
    given = frame.bench(task="correctness").flips(new="y")
    assert (given.old, given.new) == ("x", "y")


def test_refuses_one_model_twice_and_measured_values():
    frame = pd.DataFrame({"x": [1, 1, 1, 0], "y": [0, 0, 0, 0]})
    with pytest.raises(OptionError, match="old and new are both 'x'"):
        frame.bench(task="correctness").flips(old="x", new="x")
    numbers = frame.astype(float).assign(y_true=[0.1, 0.2, 0.3, 0.4])
    with pytest.raises(DesignError, match="flips compares labels"):
        numbers.bench(task="regression").flips()
