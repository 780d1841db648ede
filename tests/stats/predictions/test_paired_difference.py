import itertools

import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import oracle
from scipy import stats

import benchreport  # noqa: F401 - registers df.bench
from benchreport.data import Predictions, Roles
from benchreport.errors import DesignError, OptionError
from benchreport.stats.predictions.accuracy_differences import accuracy_differences
from benchreport.stats.predictions.loss_t import loss_t
from benchreport.stats.predictions.paired_difference import _say_alike, paired_difference

CASES = oracle("paired_difference")["cases"]
RNG = np.random.default_rng(8)


def made_log(*, passages=20, questions=5, models=4, samples=1, spread=1.0, seed=0):
    """Draw right and wrong answers to questions of passages, on which models differ by chance."""
    rng = np.random.default_rng(seed)
    n = passages * questions
    passage = np.repeat(np.arange(passages), questions)
    ease = rng.normal(size=(n, 1)) + spread * rng.normal(size=(passages, models))[passage]
    right = rng.normal(size=(samples, n, models)) + ease > 0
    rows = [
        pd.DataFrame(answers.astype(int), columns=[f"m{place}" for place in range(models)]).assign(
            example=range(n), passage=passage, sample=sample
        )
        for sample, answers in enumerate(right)
    ]
    return pd.concat(rows).melt(
        ["example", "passage", "sample"], var_name="model", value_name="correct"
    )


def read(frame, **roles):
    return Predictions.from_frame(frame, Roles(**roles))


@loop_over("name", CASES)
def test_against_clubsandwich(name):
    case = CASES[name]
    frame = pd.DataFrame({"first": case["first"], "second": case["second"]}).astype(float)
    # the absolute error is the value itself, above 0
    frame = (-50 - frame).assign(y_true=0.0, passage=case["cluster"])
    result = paired_difference(read(frame, task="regression", cluster="passage"), metric="mae")
    row, precision = result.comparisons[0], result.precision[0]
    assert row.difference == pytest.approx(case["difference"], rel=1e-8)
    assert precision.standard_error**2 == pytest.approx(case["variance"], rel=1e-8)
    assert result.dof == pytest.approx(case["dof"], rel=1e-8)
    assert row.statistic == pytest.approx(case["t"], rel=1e-8)
    assert row.interval[:2] == pytest.approx((case["low"], case["high"]), rel=1e-7)
    # signs may raise it
    assert row.p_value >= case["p"] * (1 - 1e-8)
    if case["dof"] >= 30:
        assert row.p_value == pytest.approx(case["p"], rel=1e-7)


def test_without_clusters_it_is_the_paired_t_test_over_examples():
    predictions = read(made_log(samples=3), cluster=[])
    result = paired_difference(predictions, correction="holm")
    peers = accuracy_differences(predictions).comparisons
    for row, peer in zip(result.comparisons, peers, strict=True):
        assert row.difference == pytest.approx(peer.difference, abs=1e-12)
        assert row.statistic == pytest.approx(peer.statistic, rel=1e-9)
        assert row.p_adjusted == pytest.approx(peer.p_adjusted, rel=1e-8)
    # the intervals of several pairs are adjusted in other ways; of one pair they are the same
    pair = read(made_log(samples=3, models=2), cluster=[])
    (row,), (peer,) = (test(pair).comparisons for test in (paired_difference, accuracy_differences))
    assert row.interval[:2] == pytest.approx(peer.interval[:2], rel=1e-9)
    assert (result.dof, result.n_clusters) == (pytest.approx(99), 100)
    assert "design_effect" not in result.table


def test_an_example_counts_once_however_many_samples_it_has():
    log = made_log(samples=4, models=2)
    uneven = log[(log["sample"] == 0) | (log["example"] % 2 == 0)]
    row = paired_difference(read(uneven)).comparisons[0]
    means = uneven.pivot_table(index="example", columns="model", values="correct")
    assert row.difference == pytest.approx((means["m0"] - means["m1"]).mean(), abs=1e-12)


@pytest.fixture(scope="module")
def uneven():
    """A log in which each model has 1 to 4 samples of each example, of its own numbers."""
    log = made_log(samples=4, models=3, seed=3)
    kept = np.random.default_rng(5).random(len(log)) < 0.5
    first = ~log.duplicated(["example", "model"])
    return log[kept | first]


def test_models_with_other_numbers_of_samples_are_compared_by_their_means(uneven):
    table = read(uneven)
    result = paired_difference(table)
    means = uneven.pivot_table(index=["passage", "example"], columns="model", values="correct")
    # the means as measured errors, whose variance test_against_clubsandwich holds
    measured = (-means).assign(y_true=0.0).reset_index().drop(columns="example")
    same = paired_difference(read(measured, task="regression", cluster="passage"), metric="mae")
    # errors are better where they are smaller
    for row, peer in zip(result.comparisons, same.comparisons, strict=True):
        assert row.difference == pytest.approx(peer.difference, abs=1e-12)
        assert row[4:7] == pytest.approx(peer[4:7], rel=1e-9)
        assert row.interval == pytest.approx(peer.interval, abs=1e-12)
    assert result.dof == pytest.approx(same.dof, rel=1e-9)
    assert any("1 to 4 answers to each of 100 examples" in note for note in result.warnings)


@pytest.mark.parametrize("metric", ["pass@2", "pass^2", "majority@2", "best@2", "worst@2"])
def test_sets_of_a_models_own_samples_by_enumeration(uneven, metric):
    many = uneven.groupby(["example", "model"])["correct"].transform("size").gt(1)
    log = uneven[many.groupby(uneven["example"]).transform("all")]
    value = {
        "pass": max, "pass^": min, "majority": np.mean, "best": max, "worst": min,
    }[metric.rstrip("2").rstrip("@") if "@" in metric else "pass^"]  # fmt: skip
    if metric in ("best@2", "worst@2"):
        # of errors the best is the smallest, which is of right answers the largest
        log, value = log.assign(correct=1 - log["correct"]), {"best@2": max, "worst@2": min}[metric]
    means = {
        model: np.mean(
            [
                np.mean([value(pair) for pair in itertools.combinations(own["correct"], 2)])
                for _, own in rows.groupby("example")
            ]
        )
        for model, rows in log.groupby("model")
    }
    row = paired_difference(read(log), metric=metric).comparisons[0]
    expected = means[row.first] - means[row.second]
    sign = -1 if metric in ("best@2", "worst@2") else 1
    assert row.difference == pytest.approx(sign * expected, abs=1e-12)


def test_few_clusters_have_at_least_the_p_of_signs():
    log = made_log(passages=8, models=2, seed=5)
    result = paired_difference(read(log))
    row, t = result.comparisons[0], result.comparisons[0].statistic
    sums = log.pivot_table(index="passage", columns="model", values="correct", aggfunc="sum")
    sums = (sums["m0"] - sums["m1"]).to_numpy()
    signs = np.array(np.meshgrid(*[[1, -1]] * 8)).reshape(8, -1)
    exact = (np.abs(sums @ signs) >= abs(sums.sum()) - 1e-9).mean()
    assert row.p_value == pytest.approx(max(exact, 2 * stats.t.sf(abs(t), result.dof)))


def test_five_clusters_cannot_tell():
    # the first is far better in every passage
    rows = [(p, q, 1, q == 0) for p in range(5) for q in range(6)]
    frame = pd.DataFrame(rows, columns=["passage", "q", "a", "b"]).drop(columns="q")
    frame.loc[0, "b"] = False
    result = frame.bench(task="correctness").paired_difference()
    assert result.comparisons[0].p_value >= 2.0**-4
    assert result.doubts
    assert "5 clusters (passage) cannot tell it" in str(result)
    assert "significantly better" not in str(result)


def test_pairs_together_are_wider_than_alone():
    log = made_log(passages=40)
    alone = paired_difference(read(log), correction="none")
    holm = paired_difference(read(log), correction="holm")
    together = paired_difference(read(log))
    assert together.simultaneous_intervals
    assert not holm.simultaneous_intervals
    for row, single, step in zip(
        together.comparisons, alone.comparisons, holm.comparisons, strict=True
    ):
        assert row.p_value == single.p_value == step.p_value
        assert row.p_value <= row.p_adjusted <= min(1, 6 * row.p_value)
        widths = [np.diff(each.interval[:2])[0] for each in (single, row)]
        assert widths[0] < widths[1]
        # a pair is significant where its interval excludes 0
        assert (row.p_adjusted <= 0.05) == (row.interval.low > 0 or row.interval.high < 0)
    assert together.seed == 0
    assert "hothorn2008" in together.references
    assert (
        paired_difference(read(log), rng=1).comparisons[0].p_value
        == together.comparisons[0].p_value
    )


def test_against_a_control():
    result = paired_difference(read(made_log()), control="m1")
    assert [(row.first, row.second) for row in result.comparisons] == [
        ("m0", "m1"),
        ("m2", "m1"),
        ("m3", "m1"),
    ]
    with pytest.raises(DesignError, match="control='m9' is not among the models"):
        paired_difference(read(made_log()), control="m9")


def test_the_gain_of_pairing_and_the_cost_of_clusters_are_said():
    log = made_log(models=2)
    result = paired_difference(read(log))
    precision = result.precision[0]
    table = log.pivot_table(index="example", columns="model", values="correct")
    passage = log.drop_duplicates("example").set_index("example")["passage"]
    own = [
        paired_difference(read(apart(table[name], passage))).precision[0].standard_error
        for name in ("m0", "m1")
    ]
    assert precision.unpaired_error == pytest.approx(np.hypot(*own), rel=1e-9)
    naive = (table["m0"] - table["m1"]).std() / 10
    assert precision.design_effect == pytest.approx((precision.standard_error / naive) ** 2)
    text = str(result)
    times = precision.unpaired_error / precision.standard_error
    assert f"on different ones the intervals would be {times:.1f} times as wide" in text
    assert f"as much as {100 / precision.design_effect:.0f} independent ones" in text
    assert f"(design effect {precision.design_effect:.1f})" in text


def apart(column, passage):
    """Make a log of a model beside one that is always wrong."""
    rows = pd.DataFrame({"correct": column, "passage": passage}).reset_index()
    return pd.concat([rows.assign(model="a"), rows.assign(model="none", correct=0)])


def test_constant_differences():
    frame = pd.DataFrame({"a": [1] * 40, "b": [1] * 40, "c": [0] * 40})
    frame = frame.assign(document=np.repeat(range(20), 2))
    equal, constant, _ = frame.bench(task="correctness").paired_difference().comparisons
    assert (equal.difference, equal.p_value, equal.interval[:2]) == (0, 1, (0, 0))
    assert constant.interval is None
    assert constant.p_value == constant.p_adjusted == 2.0**-19
    assert np.isinf(constant.statistic)


def test_weights_count():
    values = pd.DataFrame(RNG.normal(size=(60, 2)), columns=["a", "b"])
    values = values.assign(y_true=0.0, weight=np.repeat([1, 3], 30), document=np.arange(60) % 15)
    row = values.bench(task="regression").paired_difference(metric="mse").comparisons[0]
    expected = np.average(values["a"] ** 2 - values["b"] ** 2, weights=values["weight"])
    assert row.difference == pytest.approx(expected)
    # an example of weight 0 is as if it were not there
    none = values.assign(weight=np.repeat([1, 0], 30))
    there = values.iloc[:30].drop(columns="weight")
    one, other = (
        frame.bench(task="regression").paired_difference().comparisons[0] for frame in (none, there)
    )
    assert one.p_value == pytest.approx(other.p_value, rel=1e-9)
    with pytest.raises(DesignError, match="all weight is on one example or cluster"):
        values.assign(weight=values["document"] == 0).bench(task="regression").paired_difference()


def test_errors_name_a_way_out():
    predictions = read(made_log())
    with pytest.raises(OptionError, match="f1_macro is not one"):
        paired_difference(
            read(pd.DataFrame({"y_true": [0, 1] * 9, "a": [0, 1] * 9, "b": 0})), metric="f1_macro"
        )
    with pytest.raises(OptionError, match="correction"):
        paired_difference(predictions, correction="tukey")
    with pytest.raises(OptionError, match="alpha must lie strictly between 0 and 1"):
        paired_difference(predictions, alpha=2)


def test_other_losses_are_those_of_loss_t():
    frame = pd.DataFrame(RNG.normal(size=(50, 3)), columns=["y_true", "a", "b"])
    one, other = paired_difference(read(frame)).comparisons[0], loss_t(read(frame)).comparisons[0]
    assert one.p_value == pytest.approx(other.p_value, rel=1e-9)
    assert one.favours == other.favours


@pytest.mark.parametrize(
    ("correlations", "begins"),
    [
        ((0.3, 0.1), "Differences are alike"),
        ((0.3, -0.02), "Some differences are alike"),
        ((0.004, -0.02), "Differences are not alike"),
    ],
)
def test_differences_are_called_alike_only_where_their_correlation_says_so(correlations, begins):
    assert _say_alike(correlations) == begins


def test_independent_differences_in_clusters_are_not_called_alike():
    rng = np.random.default_rng(3)
    rows = [
        (model, place // 10, place, int(rng.random() < share))
        for model, share in (("a", 0.7), ("b", 0.6))
        for place in range(300)
    ]
    frame = pd.DataFrame(rows, columns=["model", "passage", "question", "correct"])
    result = paired_difference(
        Predictions.from_frame(frame, Roles(correct="correct", cluster="passage"))
    )
    assert all(row.correlation < 0.005 for row in result.precision)
    assert any(
        line.startswith("Differences are not alike within one passage") for line in result.warnings
    )
