"""The sizes at which the rules of advice change; options reach every step of the analysis."""

import dataclasses

import numpy as np
import pandas as pd
import pytest
from looped import loop_over

from benchreport.analysis import advise, analyze
from benchreport.analysis.bayesian import find_differences
from benchreport.data import Predictions, Roles, Scores
from benchreport.stats import bayes_correlated_t, corrected_t

ACCURACY = Roles(score="accuracy")


def table(n, k, *, start=1, **columns):
    rng = np.random.default_rng(start)
    values = rng.normal(0.8, 0.02, (n, k)) + 0.01 * np.arange(k)
    frame = pd.DataFrame(values.round(4), columns=[f"a{place:02d}" for place in range(k)])
    return Scores.from_frame(frame.assign(**columns), ACCURACY)


def calls(scores, kind):
    return [suggestion.call for suggestion in advise(scores).of(kind)]


@loop_over(
    ("score", "offered"),
    [("seconds", True), ("time_ms", True), ("bytes", True), ("log_time", False), ("error", False)],
)
@loop_over("k", [2, 3])
def test_ratios_are_for_times_and_sizes_above_0(score, offered, k):
    values = np.random.default_rng(0).uniform(1, 2, (6, k)).round(3)
    roles = Roles(score=score, higher_is_better=False)
    times, zeros = (
        Scores.from_frame(pd.DataFrame(table), roles) for table in (values, values * (values < 1.9))
    )
    assert ("speedup()" in calls(times, "alternative")) == offered
    assert "speedup()" not in calls(zeros, "alternative")


def test_rank_sets_are_for_more_than_two_without_a_control():
    scores = table(12, 3)
    assert {"rank_sets()", "multiverse()"} <= {*calls(scores, "alternative")}
    against = [suggestion.call for suggestion in advise(scores, control="a00").suggestions]
    assert not any(text.startswith("rank_sets") for text in against)
    assert "rank_sets()" not in calls(table(12, 2), "alternative")


@pytest.mark.parametrize(("k", "few"), [(3, True), (4, True), (5, False)])
def test_quade_is_for_up_to_four_algorithms(k, few):
    assert ("quade()" in calls(table(12, k), "alternative")) == few
    assert ("friedman_aligned()" in calls(table(12, k), "alternative")) == few


@pytest.mark.parametrize(("n", "few"), [(9, True), (10, False), (30, False)])
def test_exact_differences_of_rank_sums_are_for_fewer_than_ten_datasets(n, few):
    assert ("eisinga()" in calls(table(n, 5), "alternative")) == few


@pytest.mark.parametrize(("k", "affordable"), [(12, True), (13, False)])
def test_bergmann_and_hommel_are_for_up_to_twelve(k, affordable):
    suggestions = calls(table(12, k), "alternative")
    assert ("rank_z(correction='bergmann_hommel')" in suggestions) == affordable
    assert ("rank_z(correction='shaffer')" in suggestions) != affordable


@pytest.mark.parametrize("column", ["seed", "run", "split", "fold", "Seed"])
def test_the_column_of_repeats_decides_the_design(column):
    scores = table(6, 3, **{column: range(6)})
    expected = {"seed": "seeds", "run": "seeds", "split": "splits", "fold": "folds"}
    assert advise(scores).setting == expected[column.lower()]


@pytest.mark.parametrize(("repeats", "dof"), [(1, ""), (2, "dof='folds'")])
def test_repetitions_of_a_cross_validation_add_no_data(repeats, dof):
    runs = pd.DataFrame({"repeat": np.repeat(range(repeats), 10), "fold": [*range(10)] * repeats})
    values = np.random.default_rng(0).normal(0.8, 0.02, (10 * repeats, 3)).round(4)
    frame = pd.DataFrame(values, columns=list("abc")).join(runs)
    scores = Scores.from_frame(frame, Roles(score="accuracy", repeat=("repeat", "fold")))
    (first, *_) = calls(scores, "recommended")
    assert first == f"corrected_t({dof})"
    assert analyze(scores).decisive.variant == ((dof and "folds") or "splits")


def test_five_by_two_is_tested_on_half_of_the_data():
    columns = {"repeat": [place // 2 for place in range(10)], "fold": [1, 2] * 5}
    values = np.random.default_rng(3).normal(0.8, 0.02, (10, 3)).round(4)
    frame = pd.DataFrame(values, columns=list("abc")).assign(**columns)
    scores = Scores.from_frame(frame, Roles(score="accuracy", repeat=("repeat", "fold")))
    analysis = analyze(scores)
    expected = corrected_t(scores, test_fraction=0.5)
    assert analysis.decisive.comparisons == expected.comparisons
    # Nadeau and Bengio: 1/n + 1, as the test set is as large as the training set
    first = analysis.decisive.comparisons[0]
    gains = frame[first.first] - frame[first.second]
    t = gains.mean() / np.sqrt((1 / 10 + 1) * gains.var(ddof=1))
    assert first.statistic == pytest.approx(t)
    leader = analysis.bayes.control
    view = bayes_correlated_t(scores, control=leader, test_fraction=0.5)
    assert [row.of(leader) for row in analysis.bayes.rows] == [row.of(leader) for row in view.rows]


@pytest.mark.parametrize("design", [{}, {"seed": range(10)}, {"fold": range(10)}])
def test_a_control_reaches_every_step(design):
    analysis = analyze(table(10, 4, **design), control="a01")
    compared = [*analysis.pairs, analysis.effects, analysis.bayes]
    for result in compared:
        rows = result.comparisons if hasattr(result, "comparisons") else result.rows
        assert {"a01"} == set.intersection(*({row.first, row.second} for row in rows))
    assert analysis.control == analysis.bayes.control == "a01"
    assert all("control=" in suggestion.call for suggestion in analysis.advice.of("recommended")
               if suggestion.procedure in ("wilcoxon", "corrected_t"))  # fmt: skip


def test_options_reach_the_bayesian_view():
    scores = table(12, 3)
    plain, wide = analyze(scores), analyze(scores, rope=0.02, rng=7, alpha=0.1)
    assert (plain.bayes.rope, wide.bayes.rope) == (0.0, 0.02)
    assert (plain.bayes.seed, wide.bayes.seed) == (0, 7)
    assert (plain.bayes.confidence, wide.bayes.confidence) == (0.95, 0.9)
    assert plain.bayes.n_resamples == 50_000


def test_of_very_many_algorithms_the_nearest_rivals_are_compared():
    scores = table(8, 64)
    analysis = analyze(scores)
    centres = dict(zip(scores.algorithms, analysis.decisive.centres, strict=True))
    leader = min(centres, key=centres.get)
    rivals = {row.first for row in analysis.bayes.rows} | {
        row.second for row in analysis.bayes.rows
    }
    rest = set(scores.algorithms) - rivals
    assert len(rest) == 3
    assert leader in rivals
    assert min(centres[name] for name in rest) >= max(centres[name] for name in rivals)


def test_differences_have_the_probability_of_their_answer():
    scores = table(12, 4, start=5)
    analysis = analyze(scores)
    # a test that finds nothing, so that posteriors differ where they decide
    none = dataclasses.replace(
        analysis.decisive,
        comparisons=tuple(
            row._replace(p_value=1.0, p_adjusted=1.0) for row in analysis.decisive.comparisons
        ),
    )
    differences = find_differences(analysis.bayes, none)
    decided = {row.first if row.second == analysis.bayes.control else row.second: row
               for row in analysis.bayes.rows if row.of(analysis.bayes.control) >= 0.95}  # fmt: skip
    assert {difference.rival for difference in differences} == set(decided) != set()
    for difference in differences:
        assert (difference.test, difference.posterior) == ("open", "leader")
        assert difference.probability == decided[difference.rival].of(analysis.bayes.control)


@pytest.mark.parametrize(
    ("sizes", "control", "path"),
    [
        # 3 pairs, and 2/70, 2/126 or 2/28 for the one arrangement and its mirror image
        ((4, 4, 4), None, ["kruskal_nemenyi", "rank_sum", "games_howell"]),
        ((5, 5, 5), None, ["rank_sum", "kruskal_nemenyi", "games_howell"]),
        ((4, 4, 20), None, ["kruskal_nemenyi", "rank_sum", "games_howell"]),
        ((4, 5, 20), None, ["rank_sum", "kruskal_nemenyi", "games_howell"]),
        ((4, 4, 4), "a", ["dunn", "rank_sum", "welch_t"]),
        ((4, 5, 4), "b", ["rank_sum", "dunn", "welch_t"]),
        ((4, 4), None, ["rank_sum", "welch_t"]),
    ],
)
def test_mean_ranks_decide_where_a_pair_of_runs_cannot_be_significant(sizes, control, path):
    names = np.repeat(list("abc")[: len(sizes)], sizes)
    values = np.random.default_rng(1).normal(size=len(names))
    scores = Scores.from_frame(pd.DataFrame({"algorithm": names, "auc": values}))
    analysis = analyze(scores, control=control)
    assert [result.procedure for result in analysis.pairs] == path
    recommended = [suggestion.procedure for suggestion in analysis.advice.of("recommended")]
    assert [name for name in recommended if name in path] == path


def test_rank_sets_are_offered_for_several_models():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {"y_true": rng.integers(0, 2, 40), **{f"m{at}": rng.integers(0, 2, 40) for at in range(3)}}
    )
    several = advise(Predictions.from_frame(frame))
    assert "rank_sets()" in [row.call for row in several.suggestions]
    two = advise(Predictions.from_frame(frame.drop(columns="m2")))
    assert "rank_sets()" not in [row.call for row in two.suggestions]


def test_only_procedures_that_average_a_models_own_samples_are_suggested_for_different_ones():
    rows = [(m, q, s, (q + s) % 2) for m in "ab" for q in range(8) for s in range(2 + (m == "a"))]
    frame = pd.DataFrame(rows, columns=["model", "question", "sample", "correct"])
    suggested = {row.procedure for row in advise(Predictions.from_frame(frame)).suggestions}
    assert {"paired_difference", "item_analysis", "design_effect"} <= suggested
    assert not suggested & {"metrics", "flips", "mcnemar"}
