"""What is said of the best algorithm at each budget: in the verdict, the headline and the result itself."""

import pandas as pd
import pytest
from curves_tables import curves_of, curves_on_one_dataset, frame_of

from benchreport.analysis import analyze_curves, best_at_budget
from benchreport.analysis.verdicts.curve_verdict import answer_curves
from benchreport.data import Curves

CLEAR, NOISE = 1, -1  # b is behind on all of ten datasets, or on every other one


def picked(leads):
    """Return curves and their picks: {step: (pick, CLEAR or NOISE)}, p = 2/2¹⁰ where it is clear."""
    rows = []
    for task in range(10):
        for step, (pick, kind) in leads.items():
            behind = (1 + task / 100) * (kind if task % 2 and task < 9 else 1)
            rows += [(name, f"t{task}", step, task + (name != pick) * behind) for name in "ab"]
    frame = pd.DataFrame(rows, columns=["algorithm", "task", "evaluations", "loss"])
    curves = Curves.from_frame(frame)
    return curves, best_at_budget(curves, budgets=list(leads), best_so_far=False)


@pytest.mark.parametrize(
    ("leads", "headline", "sentence", "interpretation"),
    [
        (
            {1: ("a", CLEAR), 10: ("b", CLEAR), 100: ("b", CLEAR)},
            "The best choice depends on the budget",
            "The best choice depends on the budget: a at 1 evaluation; b from 10 to 100 evaluations.",
            "The best algorithm changes once with the budget.",
        ),
        (
            {1: ("a", CLEAR), 10: ("b", NOISE), 100: ("a", CLEAR)},
            "The best choice depends on the budget",
            (
                "The best choice depends on the budget: a at 1 evaluation; b at 10 evaluations; a at "
                "100 evaluations; it is significantly better than all others at 2 of 3 (α = .05)."
            ),
            (
                "The best algorithm changes 2 times with the budget. "
                "It is significantly better than all others at 2 of 3 budgets."
            ),
        ),
        (
            {1: ("a", CLEAR), 10: ("a", CLEAR)},
            "a is the best choice at all budgets",
            "a is the best choice at all compared budgets.",
            "The best algorithm is the same at all of these budgets.",
        ),
        (
            {1: ("a", NOISE), 10: ("b", NOISE)},
            "At no budget is one algorithm significantly better than all others",
            (
                "No algorithm is significantly better than all others at any compared budget (α = .05); the "
                "best there are a and b."
            ),
            "At none of these budgets is the best algorithm significantly better than all others.",
        ),
        (
            {1: ("a", NOISE), 10: ("a", NOISE)},
            "At no budget is one algorithm significantly better than all others",
            (
                "At each compared budget, a is the best, but at none is it significantly better than all "
                "others (α = .05)."
            ),
            "At none of these budgets is the best algorithm significantly better than all others.",
        ),
    ],
)
def test_picks_are_said_with_their_certainty(leads, headline, sentence, interpretation):
    curves, budgets = picked(leads)
    assert [(row.pick, row.alike == ()) for row in budgets.rows] == [
        (pick, kind == CLEAR) for pick, kind in leads.values()
    ]
    answer = answer_curves(curves, None, budgets, ())
    assert (answer.headline, answer.verdict, answer.cautions) == (headline, (sentence,), ())
    assert budgets.interpretation[0] == interpretation
    assert "chosen by the same scores" in budgets.interpretation[1]


def test_a_result_names_the_range_of_each_pick():
    _, budgets = picked({1: ("a", CLEAR), 10: ("b", CLEAR), 100: ("b", NOISE)})
    assert budgets.summary == "Best by evaluations: a at 1, b from 10 to 100"
    assert budgets.table["alike"].tolist() == ["", "", "a"]
    shown = budgets.display
    assert shown["mean rank"].tolist() == ["1.00", "1.00", "1.40"]
    assert shown["best on (of 10)"].tolist() == ["10", "10", "6"]
    assert shown["not significantly different"].tolist() == ["none", "none", "a"]


def test_independent_runs_have_no_ranks_and_are_best_on_nothing():
    frame = frame_of(k=2, datasets=1, runs=6)
    frame["seed"] += 100 * frame["algorithm"].str[-1].astype(int)
    shown = best_at_budget(Curves.from_frame(frame), budgets=[1000]).display
    assert list(shown) == ["evaluations", "pick", "mean loss", "not significantly different"]


def test_one_budget_is_all_that_runs_of_one_step_have():
    runs = {"a": [[2 + i / 10] for i in range(8)], "b": [[1 + i / 9] for i in range(8)]}
    analysis = analyze_curves(curves_on_one_dataset(runs))
    assert analysis.area is None
    assert "needs more than one step" in analysis.left_out[0]
    assert analysis.headline == "a is the best choice at all budgets"
    assert analysis.verdict[0].startswith("a is the best choice at all compared budgets")


def test_a_single_algorithm_is_described_with_the_reason():
    curves = curves_of(k=1, names=["alone"])
    answer = answer_curves(curves, None, None, ["there is one.", "there is one"])
    assert answer.headline == "Curves of alone are described, and nothing is tested"
    assert answer.verdict == (f"{answer.headline}.",)
    assert [caution.sentence for caution in answer.cautions] == ["there is one."]
