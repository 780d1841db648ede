import numpy as np
import pandas as pd
import pytest

from benchreport.analysis.check import Overview, check
from benchreport.data import Roles
from benchreport.errors import RoleError

LONG = pd.DataFrame(
    {"method": list("abc") * 3, "dataset": list("xxxyyyzzz"), "accuracy": np.arange(9) / 10}
)
CURVES = pd.DataFrame(
    {"model": list("aabb"), "epoch": [1, 2] * 2, "seed": 1, "accuracy": [0.1, 0.2, 0.2, 0.3]}
)
LABELS = pd.DataFrame({"y_true": [0, 1, 1], "a": [0, 1, 0], "b": [1, 1, 1]})


def steps(frame, **roles):
    return [str(step) for step in check(frame, Roles(**roles)).steps]


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (LONG, "datasets: x, y, z"),
        (CURVES, "2 runs of 2 points over epoch 1 to 2"),
        (LABELS, "models: a, b; labels"),
    ],
)
def test_every_kind_of_table_is_described_and_goes_on(frame, words):
    overview = check(frame)
    assert words in overview.table
    assert overview.problem is None
    assert str(overview).endswith(
        "The table has no problems.\nNext: df.bench.report()\n  or: df.bench.advise()"
    )
    assert repr(frame.bench.check()) == str(overview) == repr(overview)


def test_the_next_call_has_the_callers_roles():
    frame = LONG.rename(columns={"accuracy": "quality"})
    assert steps(frame, higher_is_better=False, algorithm="method") == [
        "df.bench(algorithm='method', higher_is_better=False).report()",
        "df.bench(algorithm='method', higher_is_better=False).advise()",
    ]


def test_a_question_goes_on_with_each_answer():
    frame = LONG.rename(columns={"accuracy": "quality"})
    assert steps(frame, algorithm="method") == [
        "df.bench(algorithm='method', higher_is_better=True).check()",
        "df.bench(algorithm='method', higher_is_better=False).check()",
    ]
    for step in steps(frame):
        # pasted, the call reads the table
        assert eval(step, {"df": frame}).problem is None  # noqa: S307 - our own text


def test_a_wrong_role_is_replaced_not_doubled():
    assert steps(LONG, score="acuracy") == ["df.bench(score='accuracy').check()"]


def test_no_step_names_what_is_not_a_column():
    frame = pd.DataFrame({"a": ["x", "y", "x"], "b": ["x", "x", "y"]})
    overview = check(frame, Roles(task="classification"))
    # the hint has a placeholder
    assert "truth=..." in str(overview.problem.way_out)
    assert overview.steps == ()
    assert str(overview) == f"{overview.columns}\n{overview.problem}"


def test_columns_of_lists_are_counted():
    frame = pd.DataFrame({"algorithm": ["a", "b"], "log": [["x"], ["x"]], "accuracy": [1.0, 2.0]})
    assert "log        text, 1 value" in check(frame).columns


def test_a_gap_is_a_problem_after_the_table_is_described():
    frame = LONG[:-1]
    overview = check(frame)
    assert "algorithms: a, b, c" in overview.table
    assert "cells has no score" in overview.problem.message
    assert {"df.bench(missing='drop').check()", "df.bench(missing='worst').check()"} <= set(
        steps(frame)
    )


def test_frames_that_cannot_be_read_at_all_are_problems_too():
    two_levels = LONG.T.set_index([0, 1]).T
    for frame in (pd.DataFrame(), two_levels, LONG.iloc[:0], pd.DataFrame({None: [1], 1: [2]})):
        overview = check(frame)
        assert overview.problem is not None
        assert str(overview)


def test_a_name_over_two_lines_is_listed_in_one():
    frame = LONG.rename(columns={"accuracy": "accuracy\n(test)"})
    assert "\n  accuracy (test)  numbers, 9 values" in check(frame).columns


def test_columns_are_listed_of_tables_with_nothing_to_test():
    frame = pd.DataFrame({"model": ["a", "b"], "accuracy": [0.5, 0.7], "f1": [0.4, 0.6]})
    overview = check(frame)
    assert overview.problem is not None
    assert "model     text, 2 values" in overview.columns
    assert not any("report_metrics" in str(step) for step in overview.steps)


@pytest.mark.parametrize("complete", [True, False])
def test_several_metrics_go_on_to_their_report_if_it_can_be_made(complete):
    frame = LONG.assign(f1=LONG["accuracy"] / 2)[: None if complete else -1]
    first = steps(frame)[0]
    assert ("report_metrics" in first) == complete
    assert eval(first, {"df": frame}) is not None  # noqa: S307 - our own text


def test_metrics_above_the_algorithms_go_on_to_their_report():
    frame = LONG.assign(f1=LONG["accuracy"] / 2).pivot_table(
        index="dataset", columns="method", values=["accuracy", "f1"]
    )
    first = steps(frame)[0]
    assert "report_metrics(scores=['accuracy', 'f1'])" in first
    assert eval(first, {"df": frame}) is not None  # noqa: S307 - our own text


def test_columns_of_numbers_have_a_range():
    frame = LONG.assign(
        flag=[True, False] * (len(LONG) // 2) + [True] * (len(LONG) % 2), z=1j, n=range(len(LONG))
    )
    lines = check(frame).columns.splitlines()
    found = {line.split()[0]: line for line in lines[1:]}
    assert f"values from 0 to {len(LONG) - 1}" in found["n"]
    assert not any(" from " in found[name] for name in ("flag", "z"))


def test_notebooks_show_the_same_text_escaped():
    frame = LONG.replace("x", "<b>&")
    page = check(frame)._repr_html_()
    assert page.startswith('<pre style="white-space: pre-wrap">')
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;" in page


def test_the_source_of_a_tools_file_is_named():
    frame = LONG.copy()
    frame.attrs["source"] = "results of a tool"
    assert check(frame).columns.startswith("read as results of a tool; 9 rows")


def test_without_steps_nothing_follows():
    problem = RoleError("no.")
    overview = Overview(columns="columns", problem=problem)
    assert overview.write_steps() == ""


def test_notes_of_the_reader_are_shown():
    table = pd.DataFrame(
        {"model": ["a", "b"] * 2, "task": [1, 1, 2, 2], "acc": [0.3, 0.2, 0.2, 0.1]}
    )
    table.attrs["notes"] = ("averages over other tasks are left out: mmlu",)
    assert "\nnote: averages over other tasks are left out: mmlu\n" in str(check(table))


def test_a_metric_is_a_step():
    rows = [(m, t, k, 0.5) for m in "ab" for t in "xy" for k in ("acc", "f1")]
    table = pd.DataFrame(rows, columns=["model", "task", "metric", "value"])
    assert steps(table)[:2] == [
        "df.bench.report_metrics(scores=['acc', 'f1'])",
        "df.bench(metric='acc').check()",
    ]


def test_samples_that_a_model_lacks_leave_no_report():
    rows = [(m, q, s, (q + s) % 2) for m in "ab" for q in range(8) for s in range(2 + (m == "a"))]
    overview = check(pd.DataFrame(rows, columns=["model", "question", "sample", "correct"]))
    assert "a report needs the same samples of all models; 8 of 24" in str(overview)
    assert [str(step) for step in overview.steps] == ["df.bench(missing='drop').check()"]


def test_scores_of_0_and_1_may_be_right_and_wrong_answers():
    """As in tables of HELM's instances, whose measures are called exact_match and the like."""
    rows = [
        (m, f"id{i}", (i + len(m)) % 3 > 0, i % 2, i / 9) for m in ("a", "bb") for i in range(9)
    ]
    columns = ["model", "instance_id", "exact_match", "quasi_exact_match", "f1_score"]
    frame = pd.DataFrame(rows, columns=columns).astype({"exact_match": int})
    one = frame[columns[:3]]
    assert steps(one)[-1] == "df.bench(correct='exact_match').check()"
    assert steps(one, score="exact_match")[-1] == "df.bench(correct='exact_match').check()"
    assert "df.bench(correct='exact_match').check()" in steps(frame)
    assert steps(frame, correct="exact_match")[0] == "df.bench(correct='exact_match').report()"
    # scores of folds on datasets are shares, and answers are of examples that each model had once
    shares = one.assign(exact_match=one["exact_match"] / 2)
    assert not any("correct" in step for step in steps(shares))
    twice = pd.concat([one, one]).assign(fold=[0] * 18 + [1] * 18)
    assert steps(twice)[-1] == "df.bench(correct='exact_match').check()"


def test_variants_without_a_part_may_be_an_ablation_study():
    names = dict(zip("abc", ["full", "w/o EMA", "w/o warm-up"], strict=True))
    frame = LONG.assign(method=LONG["method"].map(names))
    assert steps(frame)[-1] == "df.bench(factors=['method']).ablation()"
    assert frame.bench(factors=["method"]).ablation().components[0].baseline == "full"
    assert steps(frame[1:])[-1] == "df.bench(factors=['method']).ablation()"
    assert not any("factors" in step for step in steps(LONG))
    assert steps(frame, factors=["method"]).count("df.bench(factors=['method']).ablation()") == 1


def test_tables_with_gaps_lead_to_the_report_which_allows_them():
    rows = [(f"d{n}", name, n + len(name)) for n in range(6) for name in ("svm", "knn3", "mlp55")]
    frame = pd.DataFrame(rows, columns=["dataset", "model", "accuracy"]).drop(index=[1, 5])
    assert steps(frame)[0] == "df.bench.report()"
    assert "missing='drop'" in str(check(frame).problem)
    sparse = frame.drop(index=[6, 10, 14])
    assert steps(sparse)[0] == "df.bench.report()"
    assert "missing='drop'" not in str(check(sparse).problem)


def test_settings_with_gaps_lead_to_what_allows_them():
    frame = pd.DataFrame(
        [(d, a, b, d + (a == "x") / 3) for d in range(4) for a in "xy" for b in "pq"],
        columns=["dataset", "optimizer", "schedule", "accuracy"],
    ).drop(index=[3, 6])
    found = steps(frame, factors=["optimizer", "schedule"])
    given = "df.bench(factors=['optimizer', 'schedule'])"
    assert found[:2] == [f"{given}.report()", f"{given}.ablation()"]
    problem = frame.bench(factors=["optimizer", "schedule"]).check().problem
    assert "df.bench.ablation() allows gaps" in str(problem)
    assert len(frame.bench(factors=["optimizer", "schedule"]).ablation().components) == 2


def test_the_metrics_of_the_next_step_are_those_of_the_error():
    frame = pd.DataFrame(
        {
            "dataset": list("aaabbb"),
            "rank": [1, 2, 3, 2, 1, 3],
            "model": ["arima", "ets", "naive"] * 2,
            "bytes": [64] * 3 + [1024] * 3,
            "mae": [9.4, 10.2, 12.5, 8.3, 7.7, 9.9],
            "rmse": [11.9, 12.8, 15.1, 10.4, 9.2, 11.3],
        }
    )
    found = check(frame)
    assert "df.bench.report_metrics(scores=['mae', 'rmse'])" in str(found)
    assert str(found.steps[0]) == "df.bench.report_metrics(scores=['mae', 'rmse'])"


def test_a_covariate_that_is_no_column_is_named_in_the_error():
    assert "covariates='size' is not a column" in str(check(LONG, Roles(covariates="size")))


def test_factors_whose_effects_cannot_be_told_apart_lead_to_no_ablation():
    rows = [
        (f"d{at}", kernel, threads, at + len(kernel) / 10 + (threads or 0) / 5)
        for at in range(4)
        for kernel, threads in [("seq", None), ("omp", 1), ("omp", 2), ("gpu", 1), ("gpu", 2)]
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "kernel", "threads", "ms"])
    found = steps(frame, factors=["kernel", "threads"])
    assert [step.rpartition(".")[2] for step in found] == ["report()", "advise()"]
    complete = frame[frame["kernel"] != "seq"]
    assert any("ablation" in step for step in steps(complete, factors=["kernel", "threads"]))


def test_gaps_are_said_to_be_allowed_only_where_a_report_can_be_made():
    rows = [("A", "x", 0.5), ("A", "y", 0.6), ("B", "z", 0.4), ("B", "w", 0.3)]
    apart = pd.DataFrame(rows, columns=["model", "task", "acc"])
    assert not [step for step in apart.bench.check().steps if "report" in str(step)]
    linked = pd.concat([apart, pd.DataFrame([("B", "x", 0.7)], columns=apart.columns)])
    assert "report" in str(linked.bench.check().steps[0])
