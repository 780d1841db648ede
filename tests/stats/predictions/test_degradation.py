import itertools
import math

import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import halls_t
from scipy import stats as scipy_stats
from score_intervals import score_interval

from benchreport.data import Predictions, Roles
from benchreport.errors import DesignError, OptionError
from benchreport.numerics.predictions.score_margins import Discordant, score_z
from benchreport.results.from_dict import from_dict
from benchreport.stats import paired_difference
from benchreport.stats.predictions.degradation import degradation

ORACLE = "Tango (1998) by Fagerland et al. (2017), whose intervals test_score_margins.py has; SciPy's t test"


def answers(gains, losses, n, **columns):
    """Return a table of n examples, of which a new version gets some right and loses others."""
    old = np.zeros(n, dtype=int)
    new = np.zeros(n, dtype=int)
    new[:gains] = 1
    old[gains : gains + losses] = 1
    both = slice(gains + losses, gains + losses + (n - gains - losses) // 2)
    old[both] = new[both] = 1
    return pd.DataFrame(
        {"question": [f"q{row}" for row in range(n)], "old": old, "new": new, **columns}
    )


def read(frame, **roles):
    return Predictions.from_frame(frame, Roles(task="correctness", **roles))


def judge(frame, margin=0.1, *, roles=None, **options):
    return degradation(read(frame, **(roles or {})), baseline="old", margin=margin, **options)


@pytest.mark.parametrize("counts", [(6, 16, 161), (1, 7, 21), (0, 0, 40), (12, 3, 60)])
def test_answers_have_the_corrected_score_test(counts):
    row = judge(answers(*counts)).pooled[0]
    table = Discordant(*(np.array([float(count)]) for count in counts))
    low, high = score_interval(table, 0.9)
    assert row.interval[:2] == pytest.approx((low[0], high[0]), abs=1e-12)
    below, above = score_z(table, -0.1)
    assert row.p_worse == pytest.approx(scipy_stats.norm.cdf(below[0]), rel=1e-12)
    assert row.p_not_worse == pytest.approx(scipy_stats.norm.sf(above[0]), rel=1e-12)
    assert (row.better, row.worse, row.n) == counts
    assert row.difference == pytest.approx((counts[0] - counts[1]) / counts[2])


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [((2, 40, 200), "worse"), ((20, 22, 400), "not worse"), ((3, 5, 40), "undecided")],
)
def test_verdicts_and_what_would_decide(counts, verdict):
    result = judge(answers(*counts), margin="10pp")
    row = result.pooled[0]
    assert (result.verdict, row.verdict) == (verdict, verdict)
    assert (row.interval.high < -0.1) == (verdict == "worse")
    assert (row.interval.low > -0.1) == (verdict == "not worse")
    assert math.isnan(row.more) == (verdict != "undecided")
    assert verdict in result.summary
    assert "10 pp" in result.summary


def test_so_many_more_examples_would_decide():
    """With the observed shares, in as many examples, the simulated gate passes 80 % of the time."""
    row = judge(answers(12, 15, 300), margin=0.04).pooled[0]
    z = scipy_stats.norm.ppf(0.95) + scipy_stats.norm.ppf(0.8)
    error = Discordant(*map(np.array, ([12.0], [15.0], [300.0]))).error_at(-0.04)[0]
    assert row.more == math.ceil(300 * (z * error / 0.03) ** 2) - 300
    n = int(300 + row.more)
    drawn = np.random.default_rng(0).multinomial(n, [0.04, 0.05, 0.91], 4000).astype(float)
    table = Discordant(drawn[:, 0], drawn[:, 1], np.full(4000, float(n)))
    power = (scipy_stats.norm.sf(score_z(table, -0.04)[1]) <= 0.05).mean()
    assert 0.75 < power < 0.85


def test_at_the_margin_no_number_decides():
    result = judge(answers(0, 10, 100), margin=0.1)
    assert math.isinf(result.pooled[0].more)
    assert "More examples like these would not decide it" in str(result)
    assert from_dict(result.to_dict()) == result


def test_measured_values_have_the_t_test_or_halls():
    rng = np.random.default_rng(4)
    truth = rng.normal(10, 2, 50)
    frame = pd.DataFrame(
        {
            "y_true": truth,
            "old": truth + rng.normal(0, 1, 50),
            "new": truth + rng.normal(0, 1.2, 50),
        }
    )
    predictions = Predictions.from_frame(frame, Roles(task="regression"))
    result = degradation(predictions, baseline="old", margin=0.2, metric="mae")
    row = result.pooled[0]
    losses = {name: np.abs(frame[name] - truth) for name in ("old", "new")}
    # a loss: a larger difference is worse
    change = (losses["new"] - losses["old"]).to_numpy()
    t = scipy_stats.ttest_1samp(change, 0.2).statistic
    nearer = min(t, halls_t(t, change), key=abs)
    assert row.p_worse == pytest.approx(scipy_stats.t.sf(nearer, 49), rel=1e-9)
    assert row.p_not_worse == pytest.approx(scipy_stats.t.cdf(nearer, 49), rel=1e-9)
    ends = scipy_stats.ttest_1samp(change, 0).confidence_interval(0.9)
    assert row.interval.low <= ends.low + 1e-9 < ends.high - 1e-9 <= row.interval.high
    assert (row.old, row.new) == pytest.approx((losses["old"].mean(), losses["new"].mean()))
    for power in (-266, 266, 664):
        scaled = Predictions.from_frame(np.ldexp(frame, power), Roles(task="regression"))
        margin = math.ldexp(0.2, power)
        other = degradation(scaled, baseline="old", margin=margin, metric="mae").pooled[0]
        assert other.p_worse == pytest.approx(row.p_worse, rel=1e-9)
        assert math.ldexp(other.interval.low, -power) == pytest.approx(row.interval.low, rel=1e-6)


def test_an_error_rate_is_the_accuracy_turned():
    frame = answers(3, 15, 120)
    accuracy, error = judge(frame), judge(frame, metric="error")
    one, other = accuracy.pooled[0], error.pooled[0]
    assert (one.p_worse, one.p_not_worse) == pytest.approx((other.p_worse, other.p_not_worse))
    assert other.difference == pytest.approx(-one.difference)
    assert other.interval[:2] == pytest.approx((-one.interval.high, -one.interval.low))
    assert (other.old, other.new) == pytest.approx((1 - one.old, 1 - one.new))
    assert (one.better, one.worse) == (other.better, other.worse)
    assert [flip.better for flip in error.flips] == [flip.better for flip in accuracy.flips]


def clustered(n_clusters=40, size=8, *, seed=0, drop=0.1):
    rng = np.random.default_rng(seed)
    passage = np.repeat(np.arange(n_clusters), size)
    easy = rng.normal(0.5, 1, n_clusters)[passage]
    old = rng.random(len(passage)) < 1 / (1 + np.exp(-easy - rng.normal(0, 1, len(passage))))
    new = np.where(rng.random(len(passage)) < drop, ~old, old)
    return pd.DataFrame(
        {
            "question": np.arange(len(passage)),
            "passage": [f"p{code}" for code in passage],
            "old": old.astype(int),
            "new": new.astype(int),
        }
    )


def test_clusters_have_the_test_of_paired_differences():
    frame = clustered()
    row = judge(frame, margin=0.05).pooled[0]
    peer = paired_difference(read(frame), control="old")
    pair = peer.comparisons[0]
    sign = 1 if pair.first == "new" else -1
    assert row.difference == pytest.approx(sign * pair.difference, rel=1e-12)
    error = peer.precision[0].standard_error
    t = (row.difference + 0.05) / error
    assert peer.dof > 30
    sums = (frame["new"] - frame["old"]).groupby(frame["passage"], sort=False).sum().to_numpy()
    nearer = min(t, halls_t(t, sums))
    assert nearer < t
    assert row.p_not_worse == pytest.approx(scipy_stats.t.sf(nearer, peer.dof), rel=1e-9)
    assert row.p_worse == pytest.approx(scipy_stats.t.cdf(nearer, peer.dof), rel=1e-9)
    # each end of the interval is the difference that its test rejects at .05
    for end, level in zip(row.interval[:2], (0.95, 0.05), strict=True):
        apart = (row.difference - end) / error
        ts = (apart, halls_t(apart, sums))
        assert scipy_stats.t.cdf(min(ts, key=abs), peer.dof) == pytest.approx(level, rel=1e-6)
    assert row.clusters == 40


def test_few_clusters_have_the_test_of_signs_besides():
    frame = clustered(8, seed=3, drop=0.4)
    row = judge(frame, margin=0.05).pooled[0]
    sums = (frame["new"] - frame["old"]).groupby(frame["passage"], sort=False).sum() + 0.05 * 8
    signs = np.array(list(itertools.product([-1, 1], repeat=8)))
    exact = (signs @ sums.to_numpy() >= sums.sum() - 1e-9).mean()
    assert row.p_not_worse >= exact - 1e-12
    assert row.interval.low < row.difference < row.interval.high


def test_too_few_clusters_decide_nothing():
    result = judge(clustered(5, size=40, drop=0.9), margin=0.01)
    assert result.verdict == "undecided"
    assert result.doubts
    assert "5 clusters" in str(result)


def test_samples_are_averaged():
    frame = pd.concat([answers(3, 9, 60).assign(seed=seed) for seed in range(3)])
    result = judge(frame, roles={"example": "question"}, margin=0.1)
    assert result.pooled[0].n == 60
    assert "averaged within each example" in str(result)
    once = judge(answers(3, 9, 60), margin=0.1).pooled[0]
    assert result.pooled[0].interval.high - result.pooled[0].interval.low > 0.85 * (
        once.interval.high - once.interval.low
    )


def tasks(*counts):
    return pd.concat([answers(*each).assign(task=f"t{at}") for at, each in enumerate(counts)])


def test_tasks_have_holms_correction_and_intervals_at_its_levels():
    result = judge(tasks((1, 30, 100), (2, 18, 100), (5, 5, 100), (8, 2, 100)), margin=0.05)
    rows = result.rows
    p = np.array([row.p_worse for row in rows])
    holm = np.maximum.accumulate(np.sort(p) * np.arange(4, 0, -1)).clip(max=1)[
        p.argsort().argsort()
    ]
    assert [row.p_worse_adjusted for row in rows] == pytest.approx(holm.tolist())
    for row in rows:
        assert (row.interval.high < -0.05) == (row.verdict == "worse")
        assert (row.interval.low > -0.05) == (row.verdict == "not worse")
    assert "t0" in " ".join(result.interpretation)
    assert len(result.table) == 5
    assert result.table["task"].iloc[-1] == "all tasks"


def test_the_mean_over_tasks_counts_each_the_same():
    result = judge(tasks((1, 30, 100), (2, 3, 400)), margin=0.05)
    row = result.pooled[0]
    assert row.difference == pytest.approx((-0.29 - 0.0025) / 2)
    assert (row.n, row.better, row.worse) == (500, 3, 33)
    # the variances of the tasks, moved to the margin together, add up
    moved = [each.difference - 0.05 - row.difference for each in result.rows]
    errors = [
        Discordant(*(np.array([float(count)]) for count in counts)).error_at(delta)[0]
        for counts, delta in zip([(1, 30, 100), (2, 3, 400)], moved, strict=True)
    ]
    error = math.hypot(*errors) / 2
    shift = 0.5 * (1 / 100 + 1 / 400) / 2 / 2
    assert row.p_worse == pytest.approx(
        scipy_stats.norm.cdf((row.difference + 0.05 + shift) / error)
    )


def test_pools():
    frame = tasks((1, 30, 100), (2, 3, 400), (4, 4, 300))
    found = {pool: judge(frame, margin=0.05, pool=pool) for pool in ("mean", "max", "fisher")}
    p = [row.p_worse for row in found["max"].rows]
    assert found["max"].pooled[0].p_worse == pytest.approx(3 * min(p))
    combined = scipy_stats.combine_pvalues(p, method="fisher").pvalue
    assert found["fisher"].pooled[0].p_worse == pytest.approx(combined)
    largest = max(row.p_not_worse for row in found["max"].rows)
    assert found["max"].pooled[0].p_not_worse == found["fisher"].pooled[0].p_not_worse == largest
    assert found["max"].verdict == "worse"
    for result in found.values():
        assert len(set(result.interpretation)) == len(result.interpretation)


def test_fishers_combination_needs_tasks_without_common_clusters():
    """At the margin in four tasks of the same passages it found 12.5 % of versions worse, by simulation."""
    frame = clustered().assign(task="a")
    both = pd.concat([frame, frame.assign(task="b")])
    with pytest.raises(
        DesignError, match="40 clusters by passage are in several of them"
    ) as caught:
        judge(both, margin=0.05, pool="fisher")
    assert "pool='max'" in caught.value.hint
    apart = both.assign(passage=both["task"] + both["passage"].astype(str))
    assert judge(apart, margin=0.05, pool="fisher").pooled[0].clusters == 80


def test_clusters_that_tasks_share_are_no_further_evidence():
    """The same passages in two tasks with the same changes: twice the rows, the same interval."""
    frame = clustered().assign(task="a")
    both = pd.concat([frame, frame.assign(task="b")])
    once, twice = judge(frame, margin=0.05).pooled[0], judge(both, margin=0.05).pooled[0]
    assert twice.clusters == once.clusters == 40
    width = once.interval.high - once.interval.low
    assert twice.interval.high - twice.interval.low == pytest.approx(width, rel=0.03)


def test_several_new_versions_are_corrected_together():
    frame = answers(2, 20, 100)
    frame["newer"] = frame["old"]
    result = judge(frame, margin=0.06)
    assert [row.version for row in result.rows] == ["new", "newer"]
    assert result.correction == "holm"
    assert result.pooled[0].p_worse_adjusted == pytest.approx(2 * result.rows[0].p_worse)
    assert result.verdict == "worse"
    assert set(result.flips_of) == {"new"}


def test_flips_are_listed_by_name():
    result = judge(answers(2, 3, 50, passage=np.repeat([f"p{at}" for at in range(10)], 5)))
    losses = [flip for flip in result.flips if not flip.better]
    assert [(flip.example, flip.cluster, flip.old, flip.new) for flip in losses] == [
        ("q2", "p0", 1.0, 0.0),
        ("q3", "p0", 1.0, 0.0),
        ("q4", "p0", 1.0, 0.0),
    ]
    assert [flip.example for flip in result.flips if flip.better] == ["q0", "q1"]
    assert result.flip_table.columns.tolist() == [
        "version", "example", "cluster", "old", "new", "better",
    ]  # fmt: skip
    assert "3 examples went from right to wrong, and 2 from wrong to right." in str(result)
    many = judge(answers(700, 600, 2000))
    assert [sum(flip.better is side for flip in many.flips) for side in (True, False)] == [500, 500]
    assert (many.pooled[0].better, many.pooled[0].worse) == (700, 600)


def test_a_new_version_that_changes_nothing_is_not_worse():
    result = judge(answers(0, 0, 200), margin="3pp")
    assert result.verdict == "not worse"
    assert "No example changed." in result.interpretation
    assert not result.flips


@loop_over(
    ("margin", "message", "hint"),
    [
        ("2%", "may be 2 percentage points, or 2 percent", "margin='2pp'"),
        ("2 %", "may be 2 percentage points", "margin=0.02"),
        (0, "above 0", "margin="),
        ("0pp", "above 0", "margin='1pp'"),
        (-0.01, "above 0", "margin="),
        ("-1pp", "above 0", "margin='1pp'"),
        ("much", "a number in the unit of the score", "margin='1pp'"),
        (1, "the whole range of accuracy", "margin='1pp'"),
        ("200pp", "the whole range of accuracy", "margin='2pp'"),
    ],
)
def test_margins_that_are_refused(margin, message, hint):
    frame = answers(1, 2, 40)
    with pytest.raises(OptionError, match=message) as caught:
        frame.bench(task="correctness").degradation(baseline="old", margin=margin)
    assert hint in str(caught.value.hint)


@pytest.mark.parametrize(
    ("margin", "value"),
    [("1pp", 0.01), ("0.5 pp", 0.005), ("2 percentage points", 0.02), ("0.03", 0.03), (0.03, 0.03)],
)
def test_margins(margin, value):
    assert judge(answers(1, 2, 40), margin).margin == pytest.approx(value)


def test_points_need_scores_from_0_to_1():
    frame = pd.DataFrame(
        {"y_true": [1.0, 2.0, 4.0], "old": [1.1, 2.2, 4.3], "new": [3.1, 2.2, 9.0]}
    )
    with pytest.raises(OptionError, match="absolute error has others"):
        frame.bench(task="regression").degradation(baseline="old", margin="1pp", metric="mae")


def test_refusals():
    frame = answers(1, 2, 40)
    bench = frame.bench(task="correctness")
    with pytest.raises(DesignError, match="'v0' is not among the models: old, new"):
        bench.degradation(baseline="v0", margin=0.1)
    with pytest.raises(DesignError, match="old is the only model"):
        frame.drop(columns="new").bench(task="correctness").degradation(baseline="old", margin=0.1)
    with pytest.raises(OptionError, match="needs margin"):
        bench.degradation(baseline="old")
    with pytest.raises(OptionError, match="pool must be one of"):
        bench.degradation(baseline="old", margin=0.1, pool="median")
