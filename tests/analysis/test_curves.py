import re

import numpy as np
import pytest
from curves_tables import curves_of, curves_on_one_dataset, frame_of
from scipy import stats

from benchreport.analysis import analyze_curves, area_under_curve, best_at_budget, scores_at
from benchreport.analysis.budget_picks import spread_budgets
from benchreport.data import Curves, Roles
from benchreport.errors import DesignError, OptionError


def test_areas_and_scores_at_a_budget_by_loops():
    curves = curves_of(k=2, datasets=3, runs=2)
    area = area_under_curve(curves, up_to=500.0)
    late = scores_at(curves, budget=50.0)
    for row, dataset in enumerate(area.blocks):
        for column, name in enumerate(area.algorithms):
            runs = curves.of(algorithm=name, dataset=dataset)
            grid = np.linspace(1, 500, 49_901)[:-1]
            best = [
                [np.minimum.accumulate(run.score)[np.searchsorted(run.step, grid, "right") - 1]]
                for run in runs
            ]
            assert area.values[row, column] == pytest.approx(np.mean(best), rel=1e-3)
            best_of_50 = [min(run.score[run.step <= 50]) for run in runs]
            assert late.values[row, column] == pytest.approx(np.mean(best_of_50), rel=1e-11)
    assert (area.block_kind, late.block_kind) == ("dataset", "dataset")
    assert area.score == "loss averaged over 1 to 500 evaluations"
    assert not area.higher_is_better


def test_seeds_stay_seeds_and_names_that_clash():
    frame = frame_of(k=2, datasets=1, runs=4)
    scores = scores_at(Curves.from_frame(frame), budget=100)
    assert scores.runs.repeat_columns == ("seed",)
    assert scores.block_kind == "seed"
    odd = frame.rename(columns={"algorithm": "model", "seed": "algorithm", "dataset": "task"})
    curves = Curves.from_frame(odd, Roles(algorithm="model", repeat="algorithm"))
    assert scores_at(curves, budget=100).values.tolist() == scores.values.tolist()


def test_a_budget_before_a_run_began_names_the_runs():
    frame = frame_of(k=2, datasets=1, runs=2)
    late = frame[(frame["seed"] != 1) | (frame["evaluations"] > 10)]
    with pytest.raises(
        DesignError, match=r"2 of 4 runs had not begun at evaluations 5: algorithm 0"
    ):
        scores_at(Curves.from_frame(late), budget=5)
    with pytest.raises(OptionError, match="needs more than one step"):
        area_under_curve(Curves.from_frame(frame), up_to=1)


def test_the_pick_has_the_best_mean_rank_and_the_test_names_its_like():
    curves = curves_of(k=3, datasets=8, runs=2, seed=3)
    result = best_at_budget(curves, budgets=[1, 1000])
    for row in result.rows:
        values = scores_at(curves, budget=row.budget).values
        ranks = stats.rankdata(values, axis=1).mean(axis=0)
        place = curves.algorithms.index(row.pick)
        assert ranks[place] == min(ranks)
        assert row.mean_rank == pytest.approx(ranks[place])
        assert row.mean == pytest.approx(values[:, place].mean())
        assert row.best_on == (values[:, place] == values.min(axis=1)).sum()
        p = {
            name: stats.wilcoxon(values[:, place], values[:, other], method="exact").pvalue
            for other, name in enumerate(curves.algorithms)
            if other != place
        }
        adjusted = dict(zip(p, stats.false_discovery_control(list(p.values())), strict=True))
        unclear = {name for name, value in p.items() if value > 0.05}
        assert unclear <= set(row.alike) <= set(p)
        assert {name for name, value in adjusted.items() if value > 0.05} <= set(row.alike)


def test_the_verdict_names_picks_that_change():
    runs = (
        [[5 + i / 100, 5 + i / 100] for i in range(9)],
        [[1 + i / 90, 9 + i / 90] for i in range(9)],
    )
    curves = curves_on_one_dataset(dict(zip("ab", runs, strict=True)))
    result = best_at_budget(curves, budgets=[1, 2])
    assert result.spans == (("a", 1.0, 1.0), ("b", 2.0, 2.0))
    assert result.summary == "Best by step: a at 1, b at 2"
    analysis = analyze_curves(curves)
    sentence = "The best choice depends on the budget: a at step 1; b at step 2; none is called significantly"
    assert any(line.startswith(sentence) for line in analysis.sentences)


def test_analysis_has_everything_or_a_reason():
    full = analyze_curves(curves_of(k=3, datasets=6, runs=2))
    assert full.left_out == ()
    assert None not in (full.over, full.ranks, full.budgets, full.area)
    assert full.sentences[0].startswith("By the area under the curves (loss averaged over ")
    assert "the best averaged loss (" in full.sentences[0]
    assert str(full)
    alone = analyze_curves(curves_of(k=1))
    assert alone.area is None
    assert "nothing is tested" in alone.sentences[0]
    assert any("2 algorithms" in line for line in alone.left_out)
    assert all(re.match(r"[^a-z]|[a-z]+_", line) for line in alone.left_out)
    with pytest.raises(DesignError, match="control='x'"):
        analyze_curves(curves_of(), control="x")


def test_noise_has_no_pick_and_the_verdict_names_ties():
    curves = curves_on_one_dataset({"a": [[1, 1]] * 5, "b": [[1, 1]] * 5})
    analysis = analyze_curves(curves, best_so_far=False)
    assert any(
        "at none is it significantly better than all others" in line for line in analysis.sentences
    )
    assert "At none of these budgets" in analysis.budgets.interpretation[0]
    assert analysis.summary.leaders == ("a", "b")
    assert "a and b are level" in analysis.summary.plot().caption


def test_budgets_use_the_pairs_that_seeds_make():
    rng = np.random.default_rng(1)
    base = rng.normal(size=12)
    frame = frame_of(k=2, datasets=1, runs=12, points=4)
    frame["loss"] = base[frame["seed"]] + 0.05 * (frame["algorithm"] == "algorithm 1")
    frame["loss"] += 0.001 * rng.normal(size=len(frame))
    result = best_at_budget(Curves.from_frame(frame), budgets=[1000])
    assert result.rows[0].alike == ()
    assert "wilcoxon1945" in result.references


def test_seeds_of_their_own_are_independent_runs():
    frame = frame_of(k=3, datasets=1, runs=6)
    frame["seed"] += 100 * frame["algorithm"].str[-1].astype(int)
    curves = Curves.from_frame(frame)
    assert scores_at(curves, budget=1000).block_kind == "run"
    analysis = analyze_curves(curves)
    assert analysis.area is not None
    assert "mann1947" in analysis.budgets.references


def test_unusable_budgets_are_refused():
    curves = curves_of()
    with pytest.raises(OptionError, match="no run went as far as evaluations 1e\\+09"):
        scores_at(curves, budget=1e9)
    for wrong in (float("nan"), "x", None):
        with pytest.raises(OptionError, match="budget"):
            scores_at(curves, budget=wrong)
    with pytest.raises(OptionError, match="budgets must be finite numbers"):
        best_at_budget(curves, budgets=["x"])
    shifted = frame_of()
    shifted["evaluations"] -= 500
    assert spread_budgets(Curves.from_frame(shifted))[0] == -499


def test_the_verdict_names_incomplete_datasets_left_out_of_budgets():
    frame = frame_of(k=3, datasets=6)
    lacking = frame[(frame["algorithm"] != "algorithm 2") | (frame["dataset"] != "data 5")]
    result = best_at_budget(Curves.from_frame(lacking), budgets=[1000])
    assert result.design.n_blocks == 5
    assert any("data 5" in note for note in result.warnings)
