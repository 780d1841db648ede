import numpy as np
import pandas as pd
import pytest

from benchreport.data import Roles, Scores
from benchreport.errors import DataError, DesignError, RoleError

MEANS = pd.DataFrame(
    {
        "model": ["svm", "svm", "rf", "rf", "knn", "knn"],
        "dataset": ["iris", "wine"] * 3,
        "accuracy": [0.9, 0.8, 0.85, 0.7, 0.6, 0.65],
        "n_seeds": [5, 5, 5, 4, 5, 5],
    }
)
COMPLETE = MEANS.assign(n_seeds=5)


def read(frame, **roles):
    return Scores.from_frame(frame, Roles(runs="n_seeds", **roles))


def test_scores_may_be_means_of_runs():
    scores = read(COMPLETE)
    assert str(scores) == (
        "3 algorithms × 2 datasets, 1 score (mean of 5 runs) each; accuracy, higher is better"
    )
    assert "(mean of 1 run)" in str(read(MEANS.assign(n_seeds=1)))
    assert scores.runs.repeats == ("",)
    np.testing.assert_array_equal(scores.counts, 1)


def test_the_column_of_counts_is_no_repeat_and_no_score():
    overview = str(COMPLETE.bench(runs="n_seeds").check())
    [line] = [line for line in overview.splitlines() if line.startswith("  n_seeds")]
    assert line.endswith("how many runs each score is the mean of")


def test_the_digest_knows_how_many_runs_a_mean_has():
    assert read(COMPLETE).sha256 != read(COMPLETE.assign(n_seeds=6)).sha256
    assert read(COMPLETE).sha256 == read(COMPLETE.sample(frac=1, random_state=1)).sha256


def test_a_mean_of_fewer_runs_lacks_some():
    scores = read(MEANS)
    assert scores.missing_runs.in_words() == "1 run of 30 is missing (rf on wine has 4 of 5 runs)"
    with pytest.raises(DesignError, match="1 run of 30 is missing") as caught:
        MEANS.bench(runs="n_seeds").friedman()
    assert "missing='available'" in caught.value.hint
    assert "missing='drop'" in caught.value.hint
    assert "missing='worst'" not in caught.value.hint
    assert "missing='paired'" not in caught.value.hint


@pytest.mark.parametrize("missing", ["paired", "worst"])
def test_treatments_that_need_single_runs_are_refused(missing):
    with pytest.raises(DesignError, match=f"missing='{missing}' needs the single runs"):
        read(MEANS, missing=missing)


def test_means_of_available_runs_are_compared():
    available = MEANS.bench(runs="n_seeds", missing="available").friedman()
    plain = MEANS.drop(columns="n_seeds").bench.friedman()
    assert available.statistic == plain.statistic
    one_empty = MEANS.assign(
        accuracy=[0.9, 0.8, 0.85, np.nan, 0.6, 0.65], n_seeds=[5, 5, 5, 0, 5, 5]
    )
    assert read(one_empty, missing="worst").values[1, 1] == 0.65


@pytest.mark.parametrize("wrong", [-1, 2.5, np.nan, "five", np.inf])
def test_counts_are_whole_numbers(wrong):
    with pytest.raises(
        DataError, match=r"column 'n_seeds' should say how many runs .* 1 cell does not"
    ):
        read(COMPLETE.assign(n_seeds=[wrong, *[5] * 5]))


def test_a_wide_table_has_no_column_of_counts():
    wide = COMPLETE.pivot_table(index="dataset", columns="model", values="accuracy").reset_index()
    with pytest.raises(RoleError, match="runs= takes a column"):
        read(wide.assign(n_seeds=5), score="accuracy")


def test_a_column_that_is_not_there_is_refused():
    with pytest.raises(RoleError, match="runs='n_seed' is not a column"):
        Scores.from_frame(COMPLETE, Roles(runs="n_seed"))
