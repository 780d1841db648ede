import numpy as np
import pandas as pd
import pytest
from scipy import stats

import benchreport  # noqa: F401 - registers df.bench
from benchreport.errors import DesignError

ORACLE = (
    "paired_difference on the examples of each dataset alone, and on all of them, itself against R"
)
RNG = np.random.default_rng(11)
SIZES = {"code": 40, "law": 24, "maths": 32}


def made(datasets=SIZES, samples=2, seed=1):
    """Answers of three models to questions on passages, of several benchmarks."""
    rng = np.random.default_rng(seed)
    rows = [
        (name, f"{name} {number // 4}", number, sample, model, int(rng.random() < chance))
        for name, n in datasets.items()
        for number in range(n)
        for sample in range(samples)
        for model, chance in (("large", 0.8), ("small", 0.6), ("tiny", 0.5))
    ]
    columns = ["benchmark", "passage", "question", "sample", "model", "correct"]
    return pd.DataFrame(rows, columns=columns)


FRAME = made()


def test_each_dataset_is_compared_as_it_would_be_alone():
    result = FRAME.bench.dataset_differences()
    for name, n in SIZES.items():
        alone = FRAME[FRAME["benchmark"] == name].bench.paired_difference(correction="none")
        rows = [row for row in result.rows if row.dataset == name]
        assert [row.difference for row in rows] == [row.difference for row in alone.comparisons]
        assert [row.interval for row in rows] == [row.interval for row in alone.comparisons]
        assert {(row.examples, row.clusters) for row in rows} == {(n, n // 4)}


def test_over_all_examples_it_is_paired_difference():
    result, peer = FRAME.bench.dataset_differences(), FRAME.bench.paired_difference()
    assert [row.difference for row in result.pooled] == [row.difference for row in peer.comparisons]
    assert [row.interval for row in result.pooled] == [row.interval for row in peer.comparisons]
    assert result.ranking == peer.ranking
    assert result.simultaneous


def test_the_mean_of_datasets_is_scipys_t_interval():
    result = FRAME.bench.dataset_differences()
    first = [row.difference for row in result.rows if (row.first, row.second) == ("large", "small")]
    interval = stats.ttest_1samp(first, 0).confidence_interval(0.95)
    assert result.averaged[0].difference == pytest.approx(np.mean(first))
    assert result.averaged[0].interval[:2] == pytest.approx(tuple(interval))


def test_two_datasets_have_no_mean_of_datasets():
    assert made({"code": 20, "law": 20}).bench.dataset_differences().averaged == ()


def test_pairs_are_advantages_of_the_first():
    """Losses are better the lower: the difference turns, and so does its interval."""
    truth = RNG.normal(size=60)
    frame = pd.DataFrame(
        {
            "y_true": truth,
            "good": truth + RNG.normal(0, 0.1, 60),
            "bad": truth + RNG.normal(0, 1, 60),
            "dataset": np.repeat(["x", "y"], 30),
        }
    )
    result = frame.bench(task="regression").dataset_differences(metric="mse")
    assert result.ranking == ("good", "bad")
    rows, pooled, _ = result.of_pair("good", "bad")
    assert all(row.difference > 0 for row in rows)
    assert pooled.interval.low > 0
    back = result.of_pair("bad", "good")[0]
    assert [row.difference for row in back] == [-row.difference for row in rows]
    assert back[0].interval.high == -rows[0].interval.low
    assert [row.clear for row in back] == [-row.clear for row in rows]


def test_a_dataset_of_one_cluster_has_no_interval():
    frame = pd.concat([FRAME, made({"odd": 4}, seed=5)])
    result = frame.bench.dataset_differences()
    odd = [row for row in result.rows if row.dataset == "odd"]
    assert [row.interval for row in odd] == [None] * 3
    means = frame[frame["benchmark"] == "odd"].groupby("model")["correct"].mean()
    assert odd[0].difference == pytest.approx(means["large"] - means["small"])
    assert "odd has examples of one cluster only" in str(result)
    assert result.table["low"].isna().sum() == 3


def test_a_control_is_compared_with_the_others():
    result = FRAME.bench.dataset_differences(control="tiny")
    assert result.leading_pairs() == (("large", "tiny"), ("small", "tiny"))
    assert len(result.rows) == 2 * len(SIZES)
    assert "large scores better than tiny on" in result.interpretation[0]


def test_leading_pairs_are_those_of_the_first():
    assert FRAME.bench.dataset_differences().leading_pairs() == (
        ("large", "small"),
        ("large", "tiny"),
    )


def test_one_dataset_is_refused():
    with pytest.raises(DesignError, match="on each of several datasets") as caught:
        made({"code": 20}).bench.dataset_differences()
    assert "paired_difference" in caught.value.hint


def test_words():
    result = FRAME.bench.dataset_differences()
    assert result.summary.startswith("Difference of accuracy by dataset: large − small 0.")
    assert result.table["dataset"].tolist()[-6:] == ["all examples"] * 3 + ["mean of datasets"] * 3
