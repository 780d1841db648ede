from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from benchreport.errors import DesignError, OptionError

RNG = np.random.default_rng(11)
ANSWERS = pd.DataFrame(
    [
        (model, f"q{question}", f"p{question // 3}", sample, int(RNG.random() < chance))
        for model, chance in (("large", 0.6), ("small", 0.45))
        for question in range(30)
        for sample in range(4)
    ],
    columns=["model", "question", "passage", "sample", "correct"],
)
DEFINITIONS = {
    "pass@3": any,
    "pass^3": all,
    "majority@3": lambda answers: sum(answers) > 1,
    "best@3": any,
    "worst@3": all,
}


def by_hand(table, definition, k=3):
    """Return the mean of each model over all sets of k samples of each question."""
    sets = table.groupby(["model", "question"])["correct"].agg(
        lambda right: np.mean([definition(each) for each in combinations(right, k)])
    )
    return sets.groupby("model").mean()


@pytest.mark.parametrize("name", DEFINITIONS)
def test_metrics_of_samples_are_means_over_all_sets(name):
    expected = by_hand(ANSWERS, DEFINITIONS[name])
    # the usual loss of right and wrong answers is the error, whose best is lowest
    sign = (1, -1) if name[0] in "bw" else (0, 1)
    for row in ANSWERS.bench.metrics([name]).rows:
        assert row.estimate == pytest.approx(sign[0] + sign[1] * expected[row.algorithm], abs=1e-12)
        assert row.interval.low < row.estimate < row.interval.high
        assert row.how == "CR2"
    pair = ANSWERS.bench.paired_difference(metric=name).comparisons[0]
    assert pair.difference == pytest.approx(sign[1] * (expected["large"] - expected["small"]))


def test_intervals_are_those_of_means_over_clusters():
    [row, _] = ANSWERS.bench.metrics(["pass@2"]).rows
    means = ANSWERS.groupby(["model", "question"])["correct"].agg(
        lambda right: np.mean([any(each) for each in combinations(right, 2)])
    )
    by_passage = means["large"].to_numpy().reshape(10, 3)
    order = [f"q{question}" for question in range(30)]
    by_passage = means["large"][order].to_numpy().reshape(10, 3)
    # of equal clusters, CR2 is the standard error of their means, with 9 degrees of freedom
    half = 2.2621571628540993 * by_passage.mean(axis=1).std(ddof=1) / 10**0.5
    assert row.interval.high - row.interval.low == pytest.approx(2 * half, rel=1e-9)


def test_metrics_of_samples_stand_beside_others():
    rows = ANSWERS.bench.metrics(["accuracy", "pass@4"]).rows
    assert [row.metric for row in rows] == ["accuracy"] * 2 + ["pass@4"] * 2
    assert rows[2].definition == "the chance that at least one of 4 samples is right"


def test_too_few_samples_are_named():
    with pytest.raises(
        DesignError, match=r"pass@5 needs 5 samples .* 30 examples have fewer"
    ) as caught:
        ANSWERS.bench.metrics(["pass@5"])
    assert "pass@4" in caught.value.hint
    uneven = ANSWERS[(ANSWERS["question"] != "q7") | (ANSWERS["sample"] < 2)]
    with pytest.raises(DesignError, match="1 example has fewer: q7: 2"):
        uneven.bench.paired_difference(metric="pass@3")


def test_values_have_a_best_and_a_worst_sample():
    numbers = pd.DataFrame(
        {"id": np.repeat(range(6), 3), "seed": [0, 1, 2] * 6, "y_true": 0.0}
    ).assign(a=RNG.normal(size=18), b=RNG.normal(size=18))
    rows = numbers.bench(task="regression").metrics(["best@3", "worst@2"]).rows
    squares = (numbers.set_index("id")[["a", "b"]] ** 2).groupby("id")
    assert rows[0].estimate == pytest.approx(squares.min()["a"].mean())
    worst = squares["a"].agg(lambda each: np.mean([max(two) for two in combinations(each, 2)]))
    assert rows[2].estimate == pytest.approx(worst.mean())
    with pytest.raises(DesignError, match="pass@2 compares labels"):
        numbers.bench(task="regression").metrics(["pass@2"])


def test_unknown_names_are_refused():
    with pytest.raises(OptionError):
        ANSWERS.bench.metrics(["pass@0"])
