import numpy as np
import pandas as pd
import pytest
from published import oracle

from benchreport.data import Roles, Scores
from benchreport.errors import DataError, DesignError, OptionError
from benchreport.stats.effects.speedup import speedup

CASES = oracle("speedup")["cases"]
A_A, ORDER, WARM = 2, 3, 4


def read(frame, **roles):
    return Scores.from_frame(frame, Roles(score="seconds", **roles))


def runs(
    scale=None, *, algorithms="ab", datasets="pq", invocations=10, iterations=4, sd=0.03, seed=0
):
    """Make times; ``scale`` multiplies them by their invocation and iteration."""
    rng = np.random.default_rng(seed)
    rows = pd.MultiIndex.from_product(
        [[*algorithms], [*datasets], range(invocations), range(iterations)],
        names=["algorithm", "dataset", "invocation", "iteration"],
    ).to_frame(index=False)
    run = rows.groupby(["algorithm", "dataset", "invocation"]).ngroup()
    noise = rng.normal(0, sd, run.max() + 1)[run] + rng.normal(0, sd / 3, len(rows))
    factor = 1.0 if scale is None else scale(rows["invocation"], rows["iteration"])
    return rows.assign(seconds=np.exp(noise) * factor)


def outcomes(frame, **options):
    return [each.outcome for each in speedup(read(frame), **options).assumptions]


@pytest.mark.parametrize("name", CASES)
def test_against_r(name):
    """R's t.test(x, theta * y), inverted by uniroot, and t.test of the logarithms of ratios."""
    case = CASES[name]
    result = speedup(read(pd.DataFrame(case["rows"])), warmup=case["warmup"])
    several = len(case["pairs"][0]["datasets"]) > 1
    found = {row[:2]: row for row in result.rows}
    for pair in case["pairs"]:
        names = pair["first"], pair["second"]
        # R has the pairs in the table's order; here the better one is first
        turned = names not in found
        row = found[names[::-1] if turned else names]
        assert row.ratio >= 1
        assert row.ratio == pytest.approx(turn(pair["ratio"], turned), rel=1e-12)
        if several:
            assert row.interval[:2] == pytest.approx(ends(pair, turned), rel=1e-10)
        for speed, single in zip(result.of(*names), pair["datasets"], strict=True):
            assert (speed.dataset if several else "text") == single["dataset"]
            assert speed.ratio == pytest.approx(turn(single["ratio"], turned), rel=1e-12)
            assert speed.interval[:2] == pytest.approx(ends(single, turned), rel=1e-9)


def turn(ratio, turned):
    return np.divide(1.0, ratio) if turned else ratio


def ends(answer, turned):
    low, high = float(answer["low"]), float(answer["high"])
    with np.errstate(divide="ignore"):
        return (np.divide(1, high), np.divide(1, low)) if turned else (low, high)


def test_higher_is_better():
    """A rate of operations is the reciprocal of a time where each cell has one."""
    times = pd.DataFrame({"a": [2.0, 4.1, 8.2], "b": [1.0, 2.0, 4.0]})
    rates = Scores.from_frame(1 / times, Roles(score="ops", higher_is_better=True))
    (one,), (other,) = speedup(read(times)).rows, speedup(rates).rows
    assert one[:3] == other[:3] == ("b", "a", "")
    assert one.ratio == pytest.approx(other.ratio)
    assert one.interval == pytest.approx(other.interval)


def test_a_control_is_the_second_of_each_pair():
    frame = runs(algorithms="abc")
    frame["seconds"] *= frame["algorithm"].map({"a": 1.0, "b": 2.0, "c": 3.0})
    result = speedup(read(frame), control="b")
    assert [row[:2] for row in result.rows] == [("a", "b"), ("c", "b")]
    assert result.rows[0].ratio > 1 > result.rows[1].ratio
    whole = {row[:2]: row for row in speedup(read(frame)).rows}
    assert result.rows[1].ratio == pytest.approx(1 / whole["b", "c"].ratio)


def test_only_invocations_count_for_an_interval():
    """The same iterations a hundred times tell no more than once."""
    frame = runs(iterations=1)
    copies = pd.concat([frame.assign(iteration=place) for place in range(100)])
    one, other = (speedup(read(table)) for table in (frame, copies))
    for row, same in zip(one.by_dataset, other.by_dataset, strict=True):
        assert row.interval == pytest.approx(same.interval, rel=1e-9)
    table = one.by_dataset_table
    assert table["ratio"].tolist() == [row.ratio for row in one.by_dataset]
    assert table[["low", "high"]].to_numpy().tolist() == [
        list(row.interval[:2]) for row in one.by_dataset
    ]
    as_if = speedup(read(copies), invocation="iteration")
    assert as_if.iterations == ("invocation",)


def test_iterations_are_in_the_order_of_their_numbers():
    """Iteration 10 is after 9, in whatever order the rows are."""
    frame = runs(lambda _, iteration: np.where(iteration < 2, 5.0, 1.0), iterations=12)
    shuffled = frame.sample(frac=1.0, random_state=1)
    plain = speedup(read(frame[frame["iteration"] >= 2]))
    for table in (frame, shuffled):
        assert speedup(read(table), warmup=2).table.equals(plain.table)


def test_the_warm_up_is_found():
    cold = runs(lambda _, iteration: np.where(iteration == 0, 1.5, 1.0))
    assert outcomes(cold)[WARM] == "violated"
    assert outcomes(cold, warmup=1)[WARM] == "held"
    small = runs(lambda _, iteration: np.where(iteration == 0, 1.01, 1.0), sd=0.003)
    assert outcomes(small)[WARM] == "held"
    assert outcomes(runs(iterations=1))[WARM] == "not checked"


def test_drift_and_order_are_found():
    drifting = runs(lambda invocation, _: 1 + 0.02 * invocation, algorithms="abcd")
    assert outcomes(drifting)[A_A : ORDER + 1] == ["violated", "violated"]
    assert outcomes(runs(algorithms="abcd"))[A_A : ORDER + 1] == ["held", "held"]
    letters = runs()
    letters["invocation"] = letters["invocation"].map(lambda place: "jkabcdefgh"[place])
    assert outcomes(letters)[A_A : ORDER + 1] == ["not checked", "not checked"]


def test_a_doubt_takes_the_verdict_back():
    cold = runs(lambda _, iteration: np.where(iteration == 0, 1.5, 1.0))
    cold["seconds"] *= cold["algorithm"].map({"a": 1.0, "b": 2.0})
    assert "first iteration changes" in speedup(read(cold)).interpretation[0]
    assert "1 of 1 pair" in speedup(read(cold), warmup=1).interpretation[0]


def test_independent_runs_have_no_order():
    frame = runs(datasets="p", iterations=1)[["algorithm", "seconds"]]
    result = speedup(read(frame))
    assert [each.outcome for each in result.assumptions[A_A:]] == ["not checked"] * 3
    assert result.rows[0].interval is not None


def test_runs_without_any_spread():
    """Sizes of files are the same in all runs: the interval is the ratio itself."""
    frame = runs(datasets="p", iterations=1, sd=0.0)
    frame["seconds"] = frame["algorithm"].map({"a": 2.0, "b": 3.0})
    (row,) = speedup(read(frame)).rows
    assert row.ratio == 1.5
    assert row.interval[:2] == pytest.approx((1.5, 1.5))


def test_one_run_on_each_dataset():
    times = pd.DataFrame({"a": [2.0, 4.1, 8.2], "b": [1.0, 2.0, 4.0]})
    result = speedup(read(times))
    assert result.rows[0].interval is not None
    assert {row.interval for row in result.by_dataset} == {None}
    assert result.display["least"].tolist() == ["2.00"]


def test_runs_that_failed_are_averaged_on_request():
    frame = runs()
    frame.loc[[0, 1, 2, 3, 10], "seconds"] = np.nan
    with pytest.raises(DesignError, match="needs every run"):
        speedup(read(frame))
    found = speedup(read(frame, missing="available"))
    assert found.table.equals(speedup(read(frame.dropna(), missing="available")).table)
    assert found.means[0].n == 9


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"warmup": 4}, DesignError, "warmup=4 leaves nothing of an invocation with 4 iterations"),
        ({"warmup": -1}, OptionError, "warmup must be a whole number above -1"),
        ({"invocation": "seed"}, OptionError, "invocation must be one of"),
        ({"control": "z"}, DesignError, "control='z' is not among the algorithms"),
    ],
)
def test_options_that_cannot_be(options, error, message):
    with pytest.raises(error, match=message):
        speedup(read(runs()), **options)


def test_no_column_of_iterations():
    with pytest.raises(OptionError, match="no column numbers them") as caught:
        speedup(read(runs(iterations=1).drop(columns="iteration")), warmup=1)
    assert "repeat=['invocation', 'iteration']" in str(caught.value.hint)
    with pytest.raises(OptionError, match="the table has none"):
        speedup(read(pd.DataFrame({"a": [1.0, 2.0], "b": [2.0, 3.0]})), invocation="run")


def test_one_invocation_shows_no_variation():
    with pytest.raises(
        DesignError, match="a, b have one invocation each, on one dataset"
    ) as caught:
        speedup(read(runs(datasets="p", invocations=1)))
    assert "several invocations" in caught.value.hint


@pytest.mark.parametrize("bad", [0.0, -0.5])
def test_scores_that_have_no_ratio(bad):
    frame = runs()
    frame.loc[0, "seconds"] = bad
    with pytest.raises(DataError, match="1 of 160 are not, the lowest is"):
        speedup(read(frame))


def test_large_times_and_wide_intervals_do_not_overflow():
    large = speedup(read(runs().assign(seconds=lambda frame: frame["seconds"] * 1e200)))
    plain = speedup(read(runs()))
    assert large.table["ratio"].tolist() == pytest.approx(plain.table["ratio"].tolist())
    assert [each.outcome for each in large.assumptions] == [
        each.outcome for each in plain.assumptions
    ]
    (row,) = speedup(
        read(pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [9.0, 1.0, 5.0]})), alpha=1e-9
    ).rows
    assert row.interval.high == np.inf
