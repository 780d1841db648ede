"""The pick at each budget, and the algorithms that no test tells from it."""

import numpy as np
import pandas as pd
import pytest

from benchreport.analysis import area_under_curve, best_at_budget, scores_at
from benchreport.data import Curves
from benchreport.stats import wilcoxon

NAMES = ("far", "pick", "near", "middle")


def curves(*, lower=True, n=12):
    """Return curves on datasets, in which three algorithms trail the pick: near, middle and far."""
    rng = np.random.default_rng(49)
    behind = {"pick": 0.0, "near": 0.02, "middle": 0.05, "far": 1.0}
    rows = []
    for task in range(n):
        for name in NAMES:
            last = 2 + behind[name] + rng.normal(0, 0.05)
            for budget, value in ((1, 9.0), (10, last)):
                rows.append((name, f"t{task}", budget, round(value if lower else 10 - value, 4)))
    frame = pd.DataFrame(
        rows, columns=["algorithm", "task", "budget", "loss" if lower else "accuracy"]
    )
    return Curves.from_frame(frame)


@pytest.mark.parametrize("lower", [True, False])
def test_the_others_are_named_from_the_nearest_while_not_told_apart(lower):
    table = curves(lower=lower)
    (row,) = best_at_budget(table, budgets=[10]).rows
    scores = scores_at(table, budget=10)
    tests = wilcoxon(scores, control="pick")
    p = {row.first if row.second == "pick" else row.second: row for row in tests.comparisons}
    # one of them is significant before the adjustment only
    between = [name for name, pair in p.items() if pair.p_value <= 0.05 < pair.p_adjusted]
    assert between == ["middle"]
    assert p["near"].p_adjusted > p["middle"].p_adjusted
    assert (row.pick, row.alike) == ("pick", ("near", "middle"))
    frame = scores.frame
    best = (frame.min(axis=1) if lower else frame.max(axis=1)) == frame["pick"]
    assert row.best_on == best.sum() < len(frame)
    assert row.mean == pytest.approx(frame["pick"].mean())
    assert row.mean_rank == pytest.approx(frame.rank(axis=1, ascending=lower)["pick"].mean())


@pytest.mark.parametrize(("lower", "pick"), [(True, "a"), (False, "b")])
def test_of_equal_mean_ranks_the_better_mean_is_picked(lower, pick):
    rows = [
        (name, task, 1, value)
        for task, values in {"x": (1.0, 9.0), "y": (3.0, 2.0)}.items()
        for name, value in zip("ab", values, strict=True)
    ]
    frame = pd.DataFrame(
        rows, columns=["algorithm", "task", "budget", "loss" if lower else "accuracy"]
    )
    (row,) = best_at_budget(Curves.from_frame(frame), budgets=[1]).rows
    assert (row.pick, row.mean_rank, row.mean) == (pick, 1.5, 2.0 if lower else 5.5)


def test_the_area_ends_at_the_chosen_budget():
    table = curves()
    # the step function is 9 until budget 10, and the last value from there on
    last = scores_at(table, budget=10).frame
    for end in (5, 10, 19):
        areas = area_under_curve(table, up_to=end).frame
        share = max(0, end - 10) / (end - 1)
        assert areas.to_numpy() == pytest.approx((9 * (1 - share) + last * share).to_numpy())
