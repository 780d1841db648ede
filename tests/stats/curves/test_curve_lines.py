"""What several procedures on curves have in common: errors, options and extreme scores."""

import numpy as np
import pytest
from curves_tables import curves_of, curves_on_one_dataset, frame_of
from looped import loop_over

from benchreport.data import Curves, Roles
from benchreport.errors import DesignError, OptionError
from benchreport.stats import anytime, curve_summary, rank_over_time, runtimes


def test_ranks_over_datasets_are_of_averages():
    curves = curves_of(k=3, datasets=4)
    by_rank, other = rank_over_time(curves, band="se"), anytime(curves, across="rank", band="se")
    shared = sorted(set(by_rank.steps) & set(other.steps))
    assert shared
    for a, b in zip(by_rank.lines, other.lines, strict=True):
        for step in shared:
            assert a.center[by_rank.steps.index(step)] == b.center[other.steps.index(step)]


@loop_over(
    ("call", "error", "message"),
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
def test_impossible_requests_are_refused(call, error, message):
    curves = curves_of()
    if error is None:
        assert call(curves).log
        return
    with pytest.raises(error, match=message):
        call(curves)


@pytest.mark.parametrize("name", ["n", "center", "part", "algorithm 1"])
def test_a_step_may_be_called_as_a_column_of_the_result(name):
    curves = Curves.from_frame(frame_of().rename(columns={"evaluations": name}), Roles(step=name))
    table = curve_summary(curves).table
    column = f"step {name}" if name in ("n", "center", "part") else name
    assert sorted(set(table[column])) == sorted(curve_summary(curves).steps)
    assert len(runtimes(curves).share_table)


def test_shares_of_different_targets_are_reported():
    frame = frame_of(k=2, datasets=2)
    lacking = frame[(frame["algorithm"] != "algorithm 1") | (frame["dataset"] != "data 1")]
    result = runtimes(Curves.from_frame(lacking))
    assert any("cannot be compared" in note for note in result.warnings)
    assert anytime(Curves.from_frame(lacking)).design.n_blocks == 1


@loop_over(
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
    curves = curves_on_one_dataset(
        {"a": [[-9e304, 9e304], [0, 8e304]], "b": [[0, 1], [9.9e304, 1.0]]}
    )
    assert runtimes(curves).rows
    assert np.isfinite(anytime(curves, best_so_far=False).lines[0].center).all()
