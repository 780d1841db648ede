"""Tables as projects publish them: units in names, groups of columns, tests beside scores, gaps."""

import numpy as np
import pandas as pd
import pytest

import benchreport
from benchreport.data.readers import read
from benchreport.data.several import Several
from benchreport.errors import DataError, DesignError, RoleError


def test_times_with_a_unit_in_their_names_are_compared_and_settings_beside_them_are_not():
    frame = pd.DataFrame(
        {
            "Old rate": [2, 1, 4, 10, 44],
            "New rate": [1, 2, 5, 11, 16],
            "fast (ms)": [328, 385, 92, 54, 57],
            "slow (ms)": [1317, 1884, 1191, 1088, 2176],
            "Delta (%)": [1.3, 1.8, 1.8, 1.8, 0.9],
        }
    )
    scores = frame.bench.scores
    assert scores.algorithms == ("fast", "slow")
    assert (scores.score, scores.higher_is_better) == ("time (ms)", False)


def test_summaries_with_a_unit_are_no_algorithms():
    frame = pd.DataFrame(
        {"Language": ["C", "Go", "Zig"], "Mean [s]": [0.3, 0.9, 0.8], "Min [s]": [0.2, 0.8, 0.7]}
    )
    with pytest.raises(DesignError, match="measure different things"):
        _ = frame.bench.scores


def solvers():
    rows = [
        (
            0.2 * (1 + place // 2),
            f"f{place}.cnf",
            60 + place,
            70 - place,
            "SAT",
            "SAT",
            0.1 * place,
            0.4,
        )
        for place in range(8)
    ]
    names = ["r", "File", "walk_steps", "dpll_steps", "walk_status", "dpll_status"]
    return pd.DataFrame(rows, columns=[*names, "walk_time", "dpll_time"])


def test_groups_of_columns_are_algorithms_by_measure_with_counts_beside_and_states_in_words():
    several = Several.from_frame(
        solvers(), benchreport.bench(solvers())(higher_is_better=False).roles
    )
    assert set(several.names) == {"steps", "time"}
    scores = solvers().bench(metric="time").scores
    assert (scores.algorithms, scores.higher_is_better) == (("walk", "dpll"), False)
    assert len(scores.blocks) == 8


def test_what_is_measured_may_stand_before_the_algorithm():
    frame = pd.DataFrame(
        {
            "Dataset": ["a", "b", "c"],
            "Score - svm": [0.5, 0.6, 0.7],
            "Rank - svm": [2, 1, 2],
            "Score - knn": [0.6, 0.5, 0.8],
            "Rank - knn": [1, 2, 1],
        }
    )
    scores = frame.bench(metric="Score", higher_is_better=True).scores
    assert (scores.algorithms, scores.values[0].tolist()) == (("svm", "knn"), [0.5, 0.6])


@pytest.mark.parametrize(
    "rows",
    [
        [[2.2, 4.1, 3.2, 2.0, 3.5], [2.3, 3.8, 3.1, 2.6, 3.2], [2.25, 3.95, 3.15, 2.3, 3.35]],
        [[1, 2, 3, 4, 5], [2, 1, 3, 5, 4], [1, 3, 2, 4, 5]],
    ],
)
def test_ranks_in_each_row_need_no_direction(rows):
    frame = pd.DataFrame(rows, columns=[*"abcde"]).assign(dim=["10", "30", "50"], p_value=0.01)
    scores = frame.assign(friedman_chi2=[12.5, 5.3, 16.8]).bench.scores
    assert (scores.algorithms, scores.score) == ((*"abcde",), "rank")
    assert not scores.higher_is_better


def test_p_values_are_no_scores():
    frame = pd.DataFrame(
        {"function": ["F1", "F2", "F3"], "p(pso)": [0.01, 0.2, 0.03], "p(de)": [0.4, 0.02, 0.5]}
    )
    with pytest.raises(DesignError, match="results of tests"):
        _ = frame.bench.scores
    leaderboard = pd.DataFrame({"model": [*"abcd"], "QLIKE": [0.3, 0.2, 0.4, 0.1]}).assign(
        p_QLIKE=0.2, dm_QLIKE=[1.1, 2.2, -0.4, 0.3], p_holm_QLIKE=1.0, T=200
    )
    with pytest.raises(DesignError, match="nothing to test"):
        _ = leaderboard.bench.scores


def test_datasets_of_a_leaderboard_end_with_its_metric_and_drops_and_extremes_are_none():
    frame = pd.DataFrame(
        {
            "Model": ["tree", "forest", "boost"],
            "Home F1": [0.8, 0.9, 0.85],
            "North F1": [0.5, 0.7, 0.6],
            "South F1": [0.4, 0.6, 0.7],
            "Performance Drop": [0.3, 0.2, 0.25],
            "Worst Target F1": [0.4, 0.6, 0.6],
        }
    )
    with pytest.raises(RoleError, match=r"its 3 columns \(Home F1, North F1, South F1\)") as asked:
        _ = frame.bench.scores
    roles = asked.value.way_out.calls[0].roles
    assert roles == {"columns": "dataset", "score": "f1"}
    assert frame.bench(**roles).scores.higher_is_better


def test_names_of_runs_are_algorithms_and_numbers_of_runs_are_not():
    columns = {"dev": [0.81, 0.82, 0.83, 0.84], "test": [0.80, 0.81, 0.84, 0.82]}
    frame = pd.DataFrame({"run": ["small base", "large base", "small tuned", "best"], **columns})
    with pytest.raises(RoleError, match="are the rows of the table") as asked:
        _ = frame.bench.scores
    assert asked.value.way_out.calls[0].roles["algorithm"] == "run"
    numbered = frame.assign(run=["run 1", "run 2", "run 3", "run 4"])
    assert numbered.bench(higher_is_better=True).scores.block_kind == "repeat"


def test_a_column_that_many_rows_leave_empty_names_no_algorithms():
    rows = [
        (agent, base, task, task != agent)
        for agent, base in [("rules", None), ("haiku", "claude"), ("codex", None)]
        for task in ("T1", "T2", "rules", "haiku")
    ]
    frame = pd.DataFrame(rows, columns=["agent", "foundation_model", "task", "passed"])
    frame["wall_seconds"] = np.arange(12) + 0.5
    with pytest.raises(RoleError, match="could be the score: passed, wall_seconds"):
        _ = frame.bench.scores
    assert frame.bench(score="passed").scores.algorithms == ("rules", "haiku", "codex")


def test_two_algorithms_before_one_measure_are_offered():
    frame = pd.DataFrame(
        {"instance": [*"abc"], "old_makespan": [5.5, 6.5, 7.5], "new_makespan": [5.0, 6.0, 7.0]}
    ).assign(runtime_seconds=[0.1, 0.2, 0.3], optimal=True)
    with pytest.raises(RoleError, match="new_makespan algorithms") as refused:
        _ = frame.bench.scores
    with pytest.raises(DesignError, match="is a measure") as other:
        _ = frame.rename(columns={"instance": "detector_label"}).bench.scores
    assert not other.value.way_out.calls
    scores = frame.bench(**refused.value.way_out.calls[0].roles).scores
    assert (scores.algorithms, scores.higher_is_better) == (("old_makespan", "new_makespan"), False)


def test_repeats_that_are_uneven_are_averaged_if_the_caller_says_so():
    rows = [("exact", graph, 15.0) for graph in "abc" for _ in range(3)]
    rows += [("greedy", graph, value) for graph, value in zip("abc", (7.0, 9.0, 12.0), strict=True)]
    frame = pd.DataFrame(rows, columns=["alg", "graph", "value"])
    bench = frame.bench(higher_is_better=True)
    with pytest.raises(DataError, match="more than one score") as refused:
        _ = bench.scores
    scores = bench(**refused.value.way_out.calls[0].roles).scores
    assert scores.values.tolist() == [[15, 7], [15, 9], [15, 12]]
    assert scores.counts.tolist() == [[3, 1]] * 3


def test_latex_of_pandas_names_its_rows_below_the_columns(tmp_path):
    lines = r" & iris & wine \\ Policy & & \\ \midrule always & 0.8 & 0.7 \\ never & \best{0.9} & 0.6 \\"
    path = tmp_path / "main.tex"
    path.write_text(rf"\begin{{tabular}}{{lrr}} \shline {lines} \end{{tabular}}")
    frame = read(path)
    assert list(frame) == ["Policy", "iris", "wine"]
    assert frame["iris"].tolist() == [0.8, 0.9]


def test_a_row_pooled_is_no_dataset_but_an_algorithm_may_be_called_so():
    rows = pd.DataFrame(
        {
            "dataset": ["iris", "wine", "glass", "yeast", "pooled"],
            "svm": [0.9, 0.8, 0.7, 0.6, 0.75],
            "knn": [0.8, 0.9, 0.6, 0.5, 0.70],
        }
    )
    assert rows.bench(higher_is_better=True).scores.blocks == ("iris", "wine", "glass", "yeast")
    columns = pd.DataFrame(
        {"pooled": [0.9, 0.8, 0.7, 0.65], "svm": [0.8, 0.9, 0.6, 0.5], "knn": [0.1, 0.3, 0.2, 0.4]}
    )
    assert columns.bench(higher_is_better=True).scores.algorithms == ("pooled", "svm", "knn")
    averaged = columns.assign(pooled=columns[["svm", "knn"]].mean(axis=1))
    assert averaged.bench(higher_is_better=True).scores.algorithms == ("svm", "knn")
