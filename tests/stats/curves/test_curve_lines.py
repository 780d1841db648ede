"""Procedures on curves, against loops that know nothing of them."""

import numpy as np
import pandas as pd
import pytest
from curves_tables import curves_of, frame_of, on_one

from benchreport.data import Curves, Roles
from benchreport.errors import DataError, DesignError, OptionError
from benchreport.stats import anytime, curve_summary, rank_over_time, runtimes


def held(run, at, *, best=False):
    """Return what a run holds at a step, by looking through its points."""
    known = [value for step, value in zip(run.step, run.score, strict=True) if step <= at]
    if not known:
        return np.nan
    return min(known) if best else known[-1]


def test_medians_and_quartiles_at_every_step():
    curves = curves_of(k=2, runs=5)
    result = curve_summary(curves)
    for line in result.lines:
        runs = curves.of(algorithm=line.algorithm, dataset=line.dataset)
        for step, center, low, high in zip(
            result.steps, line.center, line.low, line.high, strict=True
        ):
            values = [held(run, step) for run in runs]
            assert center == np.median(values)
            assert (low, high) == pytest.approx(np.percentile(values, [25, 75]))
    assert len(result.lines) == 4
    assert result.log


def test_a_line_starts_where_all_of_its_runs_have():
    frame = pd.DataFrame(
        {
            "algorithm": list("aaaab"),
            "run": [0, 0, 0, 1, 0],
            "step": [1, 2, 3, 2, 1],
            "score": [1, 2, 3, 4, 5.0],
        }
    )
    result = curve_summary(
        Curves.from_frame(frame, Roles(higher_is_better=True)), center="mean", band="sd"
    )
    a = next(line for line in result.lines if line.algorithm == "a")
    assert np.isnan(a.center[0])
    assert a.center[1:] == (3.0, 3.5)
    assert a.ended == 2
    assert any("ended before step 3" in note for note in result.warnings)


def test_training_scores_are_lines_of_their_own():
    frame = frame_of(k=2, datasets=1).rename(columns={"evaluations": "epoch"})
    frame["train_loss"] = frame["loss"] / 2
    frame["val_loss"] = frame["loss"] * 2
    curves = Curves.from_frame(frame)
    result = curve_summary(curves, center="mean", band="se", parts=("score", "train", "validation"))
    by_part = {(line.algorithm, line.part): np.array(line.center) for line in result.lines}
    np.testing.assert_allclose(by_part["algorithm 0", "train"] * 2, by_part["algorithm 0", "score"])
    np.testing.assert_allclose(
        by_part["algorithm 1", "validation"] / 2, by_part["algorithm 1", "score"]
    )
    assert set(result.table["part"]) == {"score", "train", "validation"}
    with pytest.raises(DesignError, match="no train scores"):
        curve_summary(curves_of(), parts=("train",))


@pytest.mark.parametrize("across", ["mean", "regret", "rank"])
def test_anytime_over_datasets_by_a_loop(across):
    curves = curves_of(k=3, datasets=4, runs=2, seed=4)
    result = anytime(curves, across=across, band="se")
    assert result.best_so_far
    for place, step in enumerate(result.steps):
        rows = []
        for dataset in curves.datasets:
            means = [
                np.mean(
                    [
                        held(run, step, best=True)
                        for run in curves.of(algorithm=name, dataset=dataset)
                    ]
                )
                for name in curves.algorithms
            ]
            every = [
                value
                for run in curves.of(dataset=dataset)
                for value in np.minimum.accumulate(run.score)
            ]
            low, high = min(every), max(every)
            rows.append(
                {
                    "mean": means,
                    "regret": [(mean - low) / (high - low) for mean in means],
                    "rank": pd.Series(means).rank().tolist(),
                }[across]
            )
        center = [line.center[place] for line in result.lines]
        low = [line.low[place] for line in result.lines]
        np.testing.assert_allclose(center, np.mean(rows, axis=0), rtol=1e-10)
        width = np.std(rows, axis=0, ddof=1) / 2
        np.testing.assert_allclose(low, np.mean(rows, axis=0) - width, rtol=1e-9, atol=1e-12)


def test_datasets_that_an_algorithm_lacks_are_left_out_and_said():
    frame = frame_of(k=2, datasets=3)
    lacking = frame[(frame["algorithm"] != "algorithm 1") | (frame["dataset"] != "data 2")]
    result = anytime(Curves.from_frame(lacking))
    assert {line.n for line in result.lines} == {2}
    assert any("data 2" in note for note in result.warnings)
    none = frame[(frame["algorithm"] == "algorithm 0") == (frame["dataset"] == "data 0")]
    with pytest.raises(DesignError, match="there is none"):
        anytime(Curves.from_frame(none))


def test_ranks_on_one_dataset_are_of_single_runs():
    curves = on_one({"a": [[1, 9], [3, 9]], "b": [[2, 1]], "c": [[0, 0], [0, 9]]})
    drawn = rank_over_time(curves, best_so_far=False)
    exact = rank_over_time(curves, best_so_far=False, n_draws=None)
    # step 1: a beats b in half of the draws, c is always last; step 2: c ties with a in half
    assert [line.center for line in exact.lines] == [(1.5, 1.25), (1.5, 2.5), (3.0, 2.25)]
    for one, other in zip(drawn.lines, exact.lines, strict=True):
        np.testing.assert_allclose(one.center, other.center, atol=0.03)
    assert drawn.variant == "10,000 draws of one run a system"
    assert (drawn.seed, exact.seed) == (0, None)
    assert drawn == rank_over_time(curves, best_so_far=False)


def test_ranks_over_datasets_are_of_averages():
    curves = curves_of(k=3, datasets=4)
    one, other = rank_over_time(curves, band="se"), anytime(curves, across="rank", band="se")
    shared = sorted(set(one.steps) & set(other.steps))
    assert shared
    for a, b in zip(one.lines, other.lines, strict=True):
        for step in shared:
            assert a.center[one.steps.index(step)] == b.center[other.steps.index(step)]


def test_running_times_by_hand():
    curves = on_one({"a": [[0.1, 0.5, 0.9], [0.2, 0.2, 0.2]], "b": [[0.6, 0.6, 0.6]]})
    result = runtimes(curves, targets=[0.5, 0.9])
    found = {
        (row.algorithm, row.target): (row.successes, row.expected_runtime, row.median)
        for row in result.rows
    }
    # a: one run hits .5 at step 2 while the other spends 3; b never reaches .9
    assert found["a", 0.5] == (1, 5.0, np.inf)
    assert found["a", 0.9] == (1, 6.0, np.inf)
    assert found["b", 0.5] == (1, 1.0, 1.0)
    assert found["b", 0.9] == (0, np.inf, np.inf)
    shares = {each.algorithm: each.share for each in result.shares}
    assert shares == {"a": (0.0, 0.25, 0.5), "b": (0.5, 0.5, 0.5)}


def test_targets_go_from_the_median_first_score_to_the_best():
    result = runtimes(on_one({"a": [[1, 3], [2, 5]], "b": [[3, 4]]}), n_targets=3)
    assert sorted({row.target for row in result.rows}) == [3, 4, 5]
    flat = runtimes(on_one({"a": [[1, 1]], "b": [[1, 1]]}))
    assert {row.expected_runtime for row in flat.rows} == {1.0}


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda c: curve_summary(c, band="sd"), OptionError, "about a mean"),
        (lambda c: curve_summary(c, center="mode"), OptionError, "center"),
        (lambda c: curve_summary(c.on("x")), DesignError, "data 0"),
        (lambda c: anytime(c, across="dataset"), OptionError, "regret"),
        (lambda c: runtimes(c, targets=[np.nan]), OptionError, "finite"),
        (lambda c: runtimes(c, n_targets=0), OptionError, "n_targets"),
        (lambda c: rank_over_time(c.on("data 0"), n_draws=100), OptionError, "n_draws"),
        (lambda c: rank_over_time(c.on("data 0"), band="se"), OptionError, "over draws"),
        (lambda c: curve_summary(c, log=True), None, ""),
    ],
)
def test_what_cannot_be_is_said(call, error, said):
    curves = curves_of()
    if error is None:
        assert call(curves).log
        return
    with pytest.raises(error, match=said):
        call(curves)


def test_one_algorithm_has_no_ranks():
    with pytest.raises(DesignError, match="at least 2"):
        rank_over_time(curves_of(k=1))


def test_a_logarithmic_axis_needs_positive_steps():
    frame = frame_of()
    frame["evaluations"] -= 1
    with pytest.raises(DataError, match="steps above 0"):
        curve_summary(Curves.from_frame(frame), log=True)
    assert not curve_summary(Curves.from_frame(frame)).log


def test_epochs_are_taken_as_they_are_and_evaluations_as_the_best_so_far():
    frame = frame_of()
    assert anytime(Curves.from_frame(frame)).best_so_far
    epochs = Curves.from_frame(frame.rename(columns={"evaluations": "epoch"}))
    assert not anytime(epochs).best_so_far
    assert anytime(epochs, best_so_far=True).best_so_far


def test_equal_averages_tie():
    scores = {"a": [[0.1, 0.1], [0.2, 0.2], [0.3, 0.3]], "b": [[0.3, 0.3], [0.2, 0.2], [0.1, 0.1]]}
    frame = pd.concat(
        pd.DataFrame({"algorithm": name, "task": task, "seed": seed, "epoch": [1, 2], "score": run})
        for name, runs in scores.items()
        for task in "xy"
        for seed, run in enumerate(runs)
    )
    result = rank_over_time(Curves.from_frame(frame, Roles(higher_is_better=True)))
    assert [line.center for line in result.lines] == [(1.5, 1.5), (1.5, 1.5)]


def test_order_of_rows_does_not_show_in_draws():
    frame = frame_of(k=4, datasets=1, runs=5, seed=2)
    shuffled = frame.sample(frac=1, random_state=3)
    one, other = (
        {line.algorithm: line for line in rank_over_time(Curves.from_frame(each), rng=1).lines}
        for each in (frame, shuffled)
    )
    assert one == other


@pytest.mark.parametrize("name", ["n", "center", "part", "algorithm 1"])
def test_a_step_may_be_called_as_a_column_of_the_result(name):
    curves = Curves.from_frame(frame_of().rename(columns={"evaluations": name}), Roles(step=name))
    table = curve_summary(curves).table
    column = f"step {name}" if name in ("n", "center", "part") else name
    assert sorted(set(table[column])) == sorted(curve_summary(curves).steps)
    assert len(runtimes(curves).share_table)


def test_shares_of_different_targets_are_said():
    frame = frame_of(k=2, datasets=2)
    lacking = frame[(frame["algorithm"] != "algorithm 1") | (frame["dataset"] != "data 1")]
    result = runtimes(Curves.from_frame(lacking))
    assert any("do not compare" in note for note in result.warnings)
    assert anytime(Curves.from_frame(lacking)).design.n_blocks == 1


@pytest.mark.parametrize(
    "call",
    [
        lambda c: anytime(c, band="bootstrap", confidence=95),
        lambda c: anytime(c, band="bootstrap", rng=-1),
        lambda c: curve_summary(c, best_so_far="no"),
        lambda c: curve_summary(c, log="no"),
        lambda c: curve_summary(c, parts=[]),
        lambda c: runtimes(c, targets=["x"]),
        lambda c: runtimes(c, targets=float("nan")),
        lambda c: runtimes(c, n_targets=True),
    ],
)
def test_wrong_options_are_errors(call):
    with pytest.raises(OptionError):
        call(curves_of())


def test_huge_scores():
    curves = on_one({"a": [[-9e304, 9e304], [0, 8e304]], "b": [[0, 1], [9.9e304, 1.0]]})
    assert runtimes(curves).rows
    assert np.isfinite(anytime(curves, best_so_far=False).lines[0].center).all()


def test_averages_of_other_runs_tie_where_they_differ_in_the_last_bit():
    scores = np.random.default_rng(2).uniform(0.3, 0.9, size=(2, 5, 6))
    noisy = scores * (1 + np.random.default_rng(3).uniform(-1e-15, 1e-15, size=scores.shape))
    rows = [
        (name, f"d{d}", r, s, values[d, r, s])
        for name, values in (("a", scores), ("b", noisy[:, ::-1]), ("c", scores + 0.01))
        for d in range(2)
        for r in range(5)
        for s in range(6)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "run", "step", "loss"])
    ranks = {line.algorithm: line.center for line in rank_over_time(Curves.from_frame(frame)).lines}
    assert ranks["a"] == ranks["b"]
