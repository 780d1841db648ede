import itertools
import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

from benchreport.data import Predictions, Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.numerics.resampling.rank_sets import separate, separate_by_t
from benchreport.stats.studies._rank_rows import influence
from benchreport.stats.studies.rank_sets import rank_sets

ORACLE = "a second implementation that goes through all signs and pairs, in the test"


def table(seed=0, n=8, step=1.0, k=5):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, k)) + step * np.arange(k) + 3 * rng.normal(size=(n, 1))


def read(values, *, better=True, **columns):
    frame = pd.DataFrame(values, columns=[f"a{place}" for place in range(np.shape(values)[1])])
    return Scores.from_frame(
        frame.assign(**columns), Roles(score="accuracy", higher_is_better=better)
    )


def enumerate_all(values, alpha, only=None):
    """Compare all ordered pairs, or one column's, step-down, by SciPy's t over every choice of signs.

    The limit of a pair that is skewed to the other side is higher, by Johnson's (2 t² + 1)/6 of its skewness.
    """
    n, k = values.shape
    pairs = [(i, j) for i in range(k) for j in range(k) if i != j and only in (None, i, j)]
    difference = {(i, j): values[:, i] - values[:, j] for i, j in pairs}
    observed = {pair: scipy_stats.ttest_1samp(d, 0).statistic for pair, d in difference.items()}
    skewness = {pair: scipy_stats.skew(d) / math.sqrt(n) for pair, d in difference.items()}
    signs = np.array([*itertools.product((1, -1), repeat=n)])
    drawn = {
        pair: scipy_stats.ttest_1samp(signs * (d - d.mean()), 0, axis=1).statistic
        for pair, d in difference.items()
    }
    found = set()
    while True:
        rest = [pair for pair in pairs if pair not in found]
        tops = np.sort(np.max([drawn[pair] for pair in rest], axis=0))
        limit = tops[math.ceil((1 - alpha) * len(tops)) - 1]
        higher = {pair: max(0, -skewness[pair]) * (2 * limit**2 + 1) / 6 for pair in rest}
        new = {pair for pair in rest if observed[pair] > limit + higher[pair]}
        if not new:
            return found
        found |= new


@pytest.mark.parametrize("seed", range(3))
def test_against_every_choice_of_signs(seed):
    values = table(seed, n=7, k=4, step=2.0)
    better = separate(values, alpha=0.05, n_resamples=200, rng=0)
    assert {*map(tuple, np.argwhere(better > 0).tolist())} == enumerate_all(values, 0.05)
    assert (better == -better.T).all()
    assert better.any()


@pytest.mark.parametrize("seed", range(2))
def test_each_alone_against_every_choice_of_signs(seed):
    values = table(seed + 10, n=7, k=4, step=1.3)
    shown = separate(values, alpha=0.05, n_resamples=200, rng=0, simultaneous=False)
    for column in range(4):
        better = {(column, other) for other in np.flatnonzero(shown[column] > 0)}
        worse = {(other, column) for other in np.flatnonzero(shown[column] < 0)}
        assert better | worse == enumerate_all(values, 0.05, column)
    together = separate(values, alpha=0.05, n_resamples=200, rng=0)
    assert not ((together != 0) & (shown == 0)).any()


def test_later_steps_are_those_of_all_draws():
    """Later steps compute the draws near the limit alone; the limit is that of all."""
    values = table(5, n=30, step=0.5, k=12)
    shown = separate(values, alpha=0.05, n_resamples=999, rng=0)
    n, centred = len(values), values - values.mean(axis=0)
    gaps = np.sort(
        np.diff(np.sort(centred - centred.mean(axis=1)[:, None], axis=1), axis=1), axis=1
    )
    signs = np.random.default_rng(0).choice([-1.0, 1.0], size=(999, n))
    drawn = signs @ centred[np.lexsort(gaps.T)]
    squares = ((centred[:, :, None] - centred[:, None]) ** 2).sum(axis=0)
    scaled = np.where(squares > 0, 1 / np.sqrt(np.where(squares > 0, squares, 1)), 0)
    means = values.mean(axis=0)
    observed = (means[:, None] - means) * scaled * np.sqrt(n * (n - 1))
    found = np.zeros((12, 12), dtype=bool)
    for _ in range(5):
        rest = np.where(found, 0.0, scaled)
        tops = np.sort(((drawn[:, :, None] - drawn[:, None]) * rest).max(axis=(1, 2)))
        share = tops[949] ** 2 / n
        found |= observed > np.sqrt((n - 1) * share / (1 - share))
    assert (found == (shown > 0)).all()
    assert found.any()


def test_many_rows_are_as_normal():
    values = np.random.default_rng(3).normal(size=(1_500, 6)) + 0.04 * np.arange(6)
    many = separate(values, alpha=0.05, n_resamples=4_000, rng=0)
    few = separate(values.reshape(500, 3, 6).mean(axis=1), alpha=0.05, n_resamples=4_000, rng=0)
    assert (many != few).sum() <= 4
    assert many.any()
    order = np.random.default_rng(0).permutation(6)
    assert (
        separate(values[:, order], alpha=0.05, n_resamples=4_000, rng=0)
        == many[np.ix_(order, order)]
    ).all()


def test_drawn_signs_tell_nearly_the_same():
    values = table(1, n=14, step=0.6)
    whole = separate(values, alpha=0.05, n_resamples=2**14, rng=0)
    drawn = separate(values, alpha=0.05, n_resamples=8_000, rng=1)
    assert (whole != drawn).sum() <= 1
    assert whole.any()


def test_sets_follow_from_the_pairs():
    result = rank_sets(read(table(2)))
    k = len(result.rows)
    for row in result.rows:
        better = [one for one, other in result.separated if other == row.algorithm]
        worse = [other for one, other in result.separated if one == row.algorithm]
        assert (row.low, row.high) == (1 + len(better), k - len(worse))
        assert row.low <= row.rank <= row.high
    assert [row.rank for row in result.rows] == [*range(1, k + 1)]
    assert result.separated


def test_all_true_ranks_are_in_their_sets():
    """Of algorithms that are equal in pairs: at least 93 of 100 tables, as 95 are promised."""
    means = np.array([0.0, 0.0, 0.8, 0.8, 1.6])
    rng = np.random.default_rng(0)
    right = 0
    for _ in range(200):
        shown = separate(rng.normal(size=(15, 5)) + means, alpha=0.05, n_resamples=300, rng=0)
        better = shown > 0
        right += not (better & (means[:, None] <= means)).any()
    assert right >= 186


def test_ties_share_ranks_and_sets():
    values = table(3)
    result = rank_sets(read(np.column_stack([values, values[:, 0]])))
    rows = {row.algorithm: row for row in result.rows}
    assert rows["a0"][1:] == rows["a5"][1:]
    same = rank_sets(read(np.ones((6, 3))))
    assert [row[2:] for row in same.rows] == [(1, 1, 3)] * 3
    assert same.unordered == 3


def test_a_constant_difference_orders_without_spread():
    result = rank_sets(read(np.arange(6.0)[:, None] + np.array([0.0, 2.0, 4.0])))
    assert [(row.low, row.high) for row in result.rows] == [(1, 1), (2, 2), (3, 3)]


@pytest.mark.parametrize("by", ["mean", "mean_rank", "win_rate"])
def test_errors_are_ranked_the_other_way_round(by):
    values = table(4)
    one, other = rank_sets(read(values), by=by), rank_sets(read(-values, better=False), by=by)
    assert [row._replace(estimate=0) for row in one.rows] == [
        row._replace(estimate=0) for row in other.rows
    ]


def test_estimates_are_what_they_are_called():
    values = table(5)
    ranks = scipy_stats.rankdata(-values, axis=1)
    mean, mean_rank, win_rate = (
        {row.algorithm: row.estimate for row in rank_sets(read(values), by=by).rows}
        for by in ("mean", "mean_rank", "win_rate")
    )
    for place in range(5):
        name = f"a{place}"
        assert mean[name] == pytest.approx(values[:, place].mean())
        assert mean_rank[name] == pytest.approx(ranks[:, place].mean())
        assert win_rate[name] == pytest.approx((5 - ranks[:, place].mean()) / 4)


@pytest.mark.parametrize(
    ("step", "sentences"),
    [
        (8.0, ["a4 is shown to be the best by mean accuracy."]),
        (0.0, ["5 of 5 algorithms could be the best", "No two of the algorithms can be ordered."]),
    ],
)
def test_what_is_said(step, sentences):
    result = rank_sets(read(table(6, step=step)))
    for sentence, start in zip(result.interpretation, sentences, strict=False):
        assert sentence.startswith(start)
    assert "in 95 % of samples" in result.interpretation[-1]


def test_the_first_that_cannot_be_ordered():
    values = table(7, n=12, step=0.0)
    values[:, :2] += 9
    result = rank_sets(read(values))
    assert result.unordered == 2
    assert "The algorithms ranked 1 and 2 cannot be ordered." in result.interpretation
    values[:, 2] += 9
    assert "Of the algorithms ranked 1 to 3, no two can be ordered." in (
        rank_sets(read(values)).interpretation
    )


def test_folds_put_the_sets_in_doubt():
    result = rank_sets(read(table(8, step=8.0), fold=range(8)))
    assert "share" in result.interpretation[0]
    assert "could be told apart, but" in result.interpretation[0]
    assert len(result.interpretation) == 1
    assert "(95 %, in doubt)" in result.summary


def test_options():
    scores = read(table())
    with pytest.raises(OptionError, match="by must be one of"):
        rank_sets(scores, by="median")
    with pytest.raises(OptionError, match="by must return a finite number"):
        rank_sets(scores, by=lambda column: column)
    with pytest.raises(DesignError, match="8 datasets, which has no examples"):
        rank_sets(scores, resample="examples")
    with pytest.raises(OptionError, match="need at least 1000 resamples") as caught:
        rank_sets(scores, alpha=0.001, n_resamples=500)
    assert caught.value.hint == "n_resamples=2000"


def test_interquartile_means_have_yuens_errors():
    """Differences of trimmed means in dependent groups (Wilcox, 2012, section 5.9.5): Winsorised squares."""
    values = table(9, n=13, k=2)
    rows, estimates = influence(values, "iqm", higher_is_better=True)
    assert estimates == pytest.approx(scipy_stats.trim_mean(values, 0.25))
    cut, left = 3, 7
    clipped = np.column_stack(
        [np.asarray(scipy_stats.mstats.winsorize(column, (3 / 13, 3 / 13))) for column in values.T]
    )
    off = clipped - clipped.mean(axis=0)
    squares = (off**2).sum(axis=0).sum() - 2 * (off[:, 0] * off[:, 1]).sum()
    error = np.sqrt(squares / (left * (left - 1)))
    assert cut == (13 - left) // 2
    difference = rows[:, 0] - rows[:, 1]
    assert difference.mean() == pytest.approx(estimates[0] - estimates[1])
    assert difference.std(ddof=1) / np.sqrt(13) == pytest.approx(error)


def test_a_function_of_scores():
    values = table(10)
    mean, function = rank_sets(read(values)), rank_sets(read(values), by=np.mean)
    assert [row[1:] for row in mean.rows] == [
        (pytest.approx(row.estimate), *row[2:]) for row in function.rows
    ]
    geometric = rank_sets(read(np.exp(values)), by=lambda column: np.exp(np.log(column).mean()))
    assert geometric.measured == "a function of accuracy"
    # a delta method for the geometric mean: logarithms times the estimate
    rows, estimates = influence(
        np.exp(values / 9), lambda column: np.exp(np.log(column).mean()), higher_is_better=True
    )
    delta = estimates * (1 + (values - values.mean(axis=0)) / 9)
    assert rows == pytest.approx(delta, abs=0.12)


def test_groups_are_stretches_without_a_pair_that_is_ordered():
    result = rank_sets(read(table(2)))
    names = [row.algorithm for row in result.rows]
    ordered = {frozenset(pair) for pair in result.separated}
    for group in result.groups:
        start = names.index(group[0])
        assert tuple(names[start : start + len(group)]) == group
        assert not any(frozenset(pair) in ordered for pair in itertools.combinations(group, 2))
    assert {name for group in result.groups for name in group} == {*names}
    assert len(result.groups) > 1


def test_each_alone_promises_less():
    result = rank_sets(read(table(2)), simultaneous=False)
    assert result.interpretation[-1].startswith("Each set holds for one algorithm alone")
    assert not any("ordered" in sentence for sentence in result.interpretation)


def answers(n=400, samples=1, seed=0, datasets=1):
    """Make a log of four models: rights of samples of questions, harder and easier ones."""
    rng = np.random.default_rng(seed)
    hard = np.repeat(rng.normal(size=n), samples)
    frame = pd.DataFrame(
        {
            "question": np.repeat(np.arange(n), samples),
            "sample": np.tile(np.arange(samples), n),
            "task": np.repeat(np.arange(n) * datasets // n, samples),
        }
    )
    parts = [
        frame.assign(
            model=f"m{place}", correct=(hard + rng.normal(size=len(hard)) < 0.1 + 0.4 * place)
        )
        for place in range(4)
    ]
    log = pd.concat(parts).drop(columns=[] if datasets > 1 else ["task"])
    return log.drop(columns=[] if samples > 1 else ["sample"])


def test_predictions_are_rows_of_examples():
    frame = answers()
    table_ = Predictions.from_frame(frame, Roles())
    result = rank_sets(table_)
    wide = frame.pivot_table(index="question", columns="model", values="correct").astype(float)
    shown = separate(wide.to_numpy(), alpha=0.05, n_resamples=2_000, rng=0)
    rows = {row.algorithm: (row.low, row.high) for row in result.rows}
    assert rows == {
        name: (1 + (shown[place] < 0).sum(), 4 - (shown[place] > 0).sum())
        for place, name in enumerate(wide.columns)
    }
    assert result.resampled == "examples"
    assert result.rows[0].estimate == wide["m3"].mean()


def test_samples_count_once():
    frame = answers(n=60, samples=5)
    roles = Roles(repeat="sample")
    result = rank_sets(Predictions.from_frame(frame, roles))
    means = frame.astype({"correct": float}).pivot_table("correct", "question", "model")
    shown = separate(means.to_numpy(), alpha=0.05, n_resamples=2_000, rng=0)
    assert len(result.separated) == (shown > 0).sum()
    assert any("averaged" in note for note in result.warnings)


def test_predictions_on_several_datasets_are_rows_of_datasets():
    frame = answers(datasets=8)
    roles = Roles(dataset="task")
    result = rank_sets(Predictions.from_frame(frame, roles))
    means = frame.astype({"correct": float}).pivot_table("correct", "task", "model")
    assert result.resampled == "datasets"
    shown = separate(means.to_numpy(), alpha=0.05, n_resamples=2_000, rng=0)
    assert len(result.separated) == (shown > 0).sum() > 0
    one = Predictions.from_frame(answers(), Roles())
    with pytest.raises(DesignError, match="these are for one"):
        rank_sets(one, resample="datasets")


def test_clusters_have_the_tests_of_paired_differences():
    frame = answers(n=120)
    frame["passage"] = frame["question"] // 6
    bench = frame.bench(cluster="passage")
    result = bench.rank_sets()
    assert result.resampled == "clusters"
    pairs = bench.paired_difference().significant
    # step-down may show more
    assert {*result.separated} >= {
        (row.favours, row.second if row.favours == row.first else row.first) for row in pairs
    }
    assert pairs
    alone = bench.rank_sets(resample="examples")
    assert alone.doubts[0].outcome == "violated"
    each = bench.rank_sets(simultaneous=False)
    assert all(
        one.low <= other.low <= other.high <= one.high
        for one, other in zip(result.rows, each.rows, strict=True)
    )
    with pytest.raises(DesignError, match="needs a column of what examples come in"):
        answers().bench.rank_sets(resample="clusters")


def test_equal_means_of_clusters_are_not_ordered_without_an_error():
    shown = separate_by_t(np.array([1.0, 1.0, 2.0]), np.zeros((3, 3)), 5.0, alpha=0.05)
    assert shown.tolist() == [[0, 0, -1], [0, 0, -1], [1, 1, 0]]
