"""Tables as strangers keep them: names in other languages, counts of pairs, settings, written numbers."""

import numpy as np
import pandas as pd
import pytest

from benchreport.data.readers import read
from benchreport.data.several import Several
from benchreport.data.table_kinds import read_table
from benchreport.errors import DataError, DesignError, RoleError


@pytest.mark.parametrize(
    ("algorithm", "dataset"),
    [("algoritmo", "instancia"), ("Méthode", "Fichier"), ("Verfahren", "Datensatz")],
)
def test_roles_have_names_in_other_languages(algorithm, dataset):
    rows = [(a, d, 0.5 + 0.1 * (a == "x") + 0.01 * d) for a in "xyz" for d in range(4)]
    frame = pd.DataFrame(rows, columns=[algorithm, dataset, "accuracy"])
    scores = frame.bench.scores
    assert (scores.algorithms, len(scores.blocks)) == (("x", "y", "z"), 4)


def test_columns_of_attempts_are_repeats_beside_their_mean():
    frame = pd.DataFrame(
        [(threads, kind) for threads in (2, 4, 8) for kind in ("seq", "for", "simd")],
        columns=["num_threads", "tipo"],
    )
    for run in range(3):
        frame[f"tentativa_{run}"] = [2.1 + 0.13 * row + 0.01 * run for row in range(9)]
    frame["media"] = frame.filter(like="tentativa").mean(axis=1)
    with pytest.raises(RoleError, match=r"3 columns tentativa_0.* a tentativa each") as asked:
        _ = frame.bench.scores
    assert asked.value.way_out.calls[0].roles["algorithm"] == "tipo"


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"": ["Actual_a", "Actual_b"], "Predicted_b": [1, 9], "Predicted_a": [8, 2]}),
        pd.DataFrame({"Unnamed: 0": [0, 1, 2], "0": [5, 0, 1], "1": [1, 6, 0], "2": [0, 0, 7]}),
        pd.DataFrame(
            {
                r"true\pred": ["R1", "R2", "total_predicted"],
                "R1": [48, 3, 51],
                "R2": [0, 12, 12],
                "support": [48, 15, 63],
            }
        ),
    ],
    ids=["sides", "numbers", "sums"],
)
def test_a_confusion_matrix_is_no_table_of_scores(frame):
    with pytest.raises(DesignError, match="as in a confusion matrix"):
        _ = frame.bench.scores


def test_fractions_between_the_same_names_may_be_scores():
    frame = pd.DataFrame({"data": ["a", "b", "c"]}).assign(
        a=[0.5, 0.25, 0.7], b=[0.6, 0.5, 0.1], c=[0.3, 0.2, 0.9]
    )
    assert frame.bench(higher_is_better=True).scores.values.shape == (3, 3)


def test_decimals_that_split_the_table_are_no_unnumbered_repeats():
    rows = [
        (m, d, level, 0.9 - level / 4 + 0.01 * d + 0.001 * (m == "x"))
        for m in "xyz"
        for d in range(4)
        for level in (0.0, 0.3)
    ]
    frame = pd.DataFrame(rows, columns=["model", "task", "missing_level", "accuracy"])
    with pytest.raises(RoleError, match=r"'missing_level' splits the table into 2 tables") as asked:
        _ = frame.bench(score="accuracy").scores
    calls = [call.roles for call in asked.value.way_out.calls]
    assert {"where": {"missing_level": "0.3"}}.keys() <= {key for roles in calls for key in roles}
    chosen = frame.bench(score="accuracy", where={"missing_level": "0.3"}).scores
    assert chosen.values.shape == (4, 3)


def summary():
    rows = [(d, m) for d in ("D6", "D8", "D9") for m in ("cnn", "gnn")]
    frame = pd.DataFrame(rows, columns=["dataset", "model"])
    frame["rmse_mean"] = [0.11, 0.25, 0.13, 0.24, 0.12, 0.31]
    frame["rmse_ci95"] = [0.011, 0.005, 0.013, 0.004, 0.012, 0.003]
    frame["rmse_fmt"] = [f"{value} ± 0.01" for value in frame["rmse_mean"]]
    return frame


def test_intervals_and_written_numbers_are_no_metrics():
    scores = summary().bench.scores
    assert (scores.score, scores.values[:, 0].tolist()) == ("rmse_mean", [0.11, 0.13, 0.12])
    frame = summary().assign(r2_mean=[0.9, 0.8, 0.91, 0.82, 0.95, 0.7], r2_ci95=0.01)
    with pytest.raises(RoleError, match="2 columns could be the score: r2_mean, rmse_mean"):
        _ = frame.bench.scores
    assert Several.from_frame(frame).names == ("rmse_mean", "r2_mean")


def test_a_first_line_whose_texts_come_again_below_is_a_row(tmp_path):
    rows = "night1,espritz,P1,False,91\nnight1,espritz,P2,False,136\nnight1,iupred,P1,False,15\n"
    path = tmp_path / "runs.csv"
    path.write_text(rows)
    frame = read(path)
    assert frame.columns.tolist() == [f"column {place}" for place in range(1, 6)]
    assert frame["column 5"].tolist() == [91, 136, 15]
    path.write_text("method,10,100\nquick,3,4\nmerge,5,6\nheap,6,8\n")
    assert read(path).columns.tolist() == ["method", "10", "100"]


def test_a_table_with_semicolons_that_commas_split_is_read_again(tmp_path):
    path = tmp_path / "times.csv"
    path.write_text(
        "Algoritmo;Archivo;Tiempo(ms)\n" + "quick;a;0,5\nquick;b;0,7\nheap;a;1,5\nheap;b;2,5\n"
    )
    with pytest.raises(DataError, match="';' separates its columns") as refused:
        _ = pd.read_csv(path).bench.scores
    assert "sep=';'" in str(refused.value.way_out)
    assert read(path).bench.scores.algorithms == ("quick", "heap")


def test_a_column_called_score_is_proposed_before_times():
    rows = [(m, d, 0.5 + 0.01 * d, 3.5 + d) for m in "xyz" for d in range(4)]
    frame = pd.DataFrame(rows, columns=["model", "dataset", "score", "time_taken"])
    with pytest.raises(RoleError, match="2 columns could be the score: score, time_taken"):
        _ = frame.bench.scores


def _read(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    return path


def test_tags_and_entities_of_html_are_no_part_of_names(tmp_path):
    text = "| model | task | mAP<sup>val<br/>50 |\n|--|--|--|\n| a &amp; b | x | <b>0.5</b> |\n"
    frame = read(_read(tmp_path, "t.md", text))
    assert frame.to_dict("list") == {"model": ["a & b"], "task": ["x"], "mAP val 50": [0.5]}


TASKS = """|Tasks|Version|Metric|   |Value |   |Stderr|
|-----|------:|------|---|-----:|---|-----:|
|arc  |      1|acc     |↑  |{0}|±  |0.01|
|     |       |acc_norm|↑  |0.38|±  |0.01|
|mmlu |      2|acc     |↑  |0.44|±  |0.02|
|     |       |acc_norm|↑  |0.45|±  |0.02|
|boolq|      1|acc     |↑  |0.61|±  |0.02|
"""


def test_files_of_metrics_by_task_are_algorithms_and_tasks_without_a_name_are_those_above(tmp_path):
    files = [
        _read(tmp_path, f"{name}.md", TASKS.format(score))
        for name, score in (("base", 0.34), ("tuned", 0.41))
    ]
    scores = read(files).bench(metric="acc").scores
    assert (scores.algorithms, scores.blocks) == (("base", "tuned"), ("arc", "mmlu", "boolq"))
    assert read(files).bench(metric="acc_norm").scores.blocks == ("arc", "mmlu")


def test_files_with_times_in_seconds_and_how_runs_ended_are_algorithms(tmp_path):
    files = [
        _read(
            tmp_path,
            f"{name}.csv",
            "FILE,TIME,STATUS\n"
            + "".join(f"q{row}.smt2,{0.01 * row + slow:.3f}s,sat\n" for row in range(1, 6)),
        )
        for name, slow in (("z3", 0.01), ("cvc", 0.02))
    ]
    scores = read(files).bench.scores
    assert (scores.algorithms, scores.score, len(scores.blocks)) == (("z3", "cvc"), "TIME", 5)


def test_how_a_run_ended_is_not_proposed_as_the_algorithm():
    frame = pd.DataFrame(
        {"host": list("ab") * 3, "status": ["ok", "failed", "ok"] * 2, "x": range(6)}
    )
    with pytest.raises(RoleError) as asked:
        _ = frame.assign(y=frame["x"] / 7).bench.scores
    assert "status" not in str(asked.value.way_out)


def test_plural_names_say_roles_where_the_content_agrees():
    rows = [(m, t, 0.5 + 0.1 * (m == "x") + 0.01 * t) for m in "xyz" for t in range(4)]
    frame = pd.DataFrame(rows, columns=["Methods", "Tasks", "accuracy"])
    assert frame.bench.scores.algorithms == ("x", "y", "z")


def test_environments_that_not_all_agents_ran_on_are_datasets():
    rows = [("a2c", env, 10.0 + n) for n, env in enumerate("pqrs")]
    rows += [("ppo", env, 12.0 + n) for n, env in enumerate("pq")]
    frame = pd.DataFrame(rows, columns=["algo", "env_id", "mean_reward"])
    scores = frame.bench(missing="drop").scores
    assert (scores.algorithms, scores.blocks) == (("a2c", "ppo"), ("p", "q"))


FORECASTS = r"""\begin{tabular}{ll|cc|cc|cc}
\multicolumn{2}{l}{H} & \multicolumn{2}{c}{96} & \multicolumn{2}{c}{192} & \multicolumn{2}{c}{Average} \\
\multicolumn{2}{l|}{Methods} & MSE & MAE & MSE & MAE & MSE & MAE \\ \midrule
\multirow{1}{*}{Linear} & & 0.30 & 0.40 & 0.50 & 0.60 & 0.40 & 0.50 \\
\multirow{1}{*}{Patch} & & 0.20 & 0.30 & 0.40 & 0.50 & 0.30 & 0.40 \\
\end{tabular}"""


def test_a_name_may_span_a_column_without_cells_and_averages_are_no_dataset(tmp_path):
    scores = read(_read(tmp_path, "t.tex", FORECASTS)).bench(metric="MSE").scores
    assert (scores.algorithms, scores.blocks) == (("Linear", "Patch"), ("96", "192"))


def _asked(frame):
    with pytest.raises((RoleError, DesignError)) as asked:
        _ = frame.bench.scores
    return asked.value


def test_test_scores_are_proposed_before_validation_and_settings_last():
    rows = [(m, d, r) for m in "xyz" for d in "pqrs" for r in range(2)]
    frame = pd.DataFrame(rows, columns=["model", "dataset", "seed"])
    scores = {"lr": 0.01, "val_f1": 0.5, "test_f1": 0.6, "micro": 0.7}
    for place, (name, base) in enumerate(scores.items()):
        frame[name] = [base + 0.013 * (row * 7 % 11 + place) for row in range(len(frame))]
    assert "test_f1, val_f1, micro, lr" in str(_asked(frame))


def test_an_error_beside_the_mean_is_its_spread():
    rows = [(m, d) for m in "xyz" for d in "pqrs"]
    frame = pd.DataFrame(rows, columns=["Method", "dataset"])
    frame = frame.assign(
        Mean=[5.1 + row for row in range(12)], Error=[0.3 + row / 9 for row in range(12)]
    )
    assert frame.bench(higher_is_better=False).scores.score == "Mean"


def test_epochs_and_memory_beside_a_metric_are_no_datasets():
    frame = pd.DataFrame({"Model": list("wxyz"), "Epoch": [300, 400, 500, 300]}).assign(
        **{
            "Mem (GB)": [1.5, 6.0, 2.5, 11.9],
            "Box AP": [28.0, 36.2, 37.4, 41.8],
            "TTA AP": [31, 36, 40, 43],
        }
    )
    assert "nothing to test" in str(_asked(frame))


def test_units_of_columns_say_the_direction_of_a_leaderboard():
    frame = pd.DataFrame({"Library": list("wxyz"), "Serialize (ns/op)": [23.1, 47.6, 83.2, 345.1]})
    frame = frame.assign(
        **{"Parse (ns/op)": [24.3, 48.1, 57.7, 335.6], "Size (bytes)": [34, 36, 31, 25]}
    )
    assert "columns='dataset', higher_is_better=False" in str(_asked(frame))


def test_beside_datasets_languages_may_be_what_is_compared():
    languages = {"json": "C D Go Nim", "havlak": "C Go Rust Scala", "matmul": "D Nim Julia Ruby"}
    rows = [(task, name) for task, names in languages.items() for name in names.split()]
    frame = pd.DataFrame(rows, columns=["dataset (heading)", "Language"])
    frame["Time,s"] = np.arange(12) / 3 + 1
    frame["Memory, Mb"] = np.arange(12) % 7 + 2.5
    assert "algorithm='Language'" in str(_asked(frame))
    assert "add a column that says which algorithm" in str(_asked(frame.drop(columns="Language")))


def test_a_time_beside_memory_and_a_constant_may_be_the_score():
    rows = [(m, d) for m in "xyz" for d in "pqrs"]
    frame = pd.DataFrame(rows, columns=["solver", "instance"]).assign(EXIT=0)
    frame["TIME"], frame["MEM"] = (
        [0.1 + row / 7 for row in range(12)],
        [19.5 + row / 3 for row in range(12)],
    )
    assert "2 columns could be the score: TIME, MEM" in str(_asked(frame))


NAMES = list("pqrs")
WINS = np.array([[0, 0.6, 0.7, 0.4], [0.4, 0, 0.5, 0.2], [0.3, 0.5, 0, 0.9], [0.6, 0.8, 0.1, 0]])


@pytest.mark.parametrize(
    "numbers",
    [
        WINS,
        100 * WINS,
        WINS + WINS.T + np.eye(4),
        np.where(np.triu(WINS, 1), WINS, np.nan),
        np.where(np.eye(4), "—", WINS.astype(str)),
    ],
)
@pytest.mark.parametrize("columns", [None, "dataset"])
def test_numbers_of_pairs_of_names_are_no_scores(numbers, columns):
    frame = pd.DataFrame(numbers, index=NAMES, columns=NAMES)
    for table in (frame, frame.iloc[::-1], frame.rename_axis("model").reset_index()):
        with pytest.raises(DesignError, match="same 4 names, and each cell is of a pair"):
            _ = table.bench(higher_is_better=True, columns=columns).scores


def test_models_tested_on_the_data_of_each_other_are_scores():
    scores = WINS + np.arange(4) / 10
    frame = pd.DataFrame(scores, index=NAMES, columns=NAMES)
    assert np.allclose(frame.bench(higher_is_better=True).scores.values, scores)


def test_summaries_of_columns_are_no_datasets():
    frame = pd.DataFrame(WINS, columns=NAMES).describe(percentiles=[0.05, 0.25, 0.5, 0.9])
    assert "the rows are metrics (count, mean, std, min" in str(_asked(frame))
    assert "one score an algorithm" in str(_asked(frame.T.rename_axis("model")))
    # shares of the labels
    shares = pd.DataFrame(WINS, columns=NAMES, index=["1%", "5%", "10%", "50%"])
    assert shares.bench(higher_is_better=True).scores.blocks == ("1%", "5%", "10%", "50%")


def test_delta_is_a_letter_after_gamma_and_else_a_difference():
    scores = np.random.default_rng(0).uniform(0.5, 0.9, (6, 4))
    frame = pd.DataFrame(scores, columns=["alpha", "beta", "gamma", "delta"])
    frame.insert(0, "dataset", list("uvwxyz"))
    assert frame.bench(score="accuracy").scores.algorithms == ("alpha", "beta", "gamma", "delta")
    compared = frame.rename(columns={"gamma": "knn"})
    assert compared.bench(score="accuracy").scores.algorithms == ("alpha", "beta", "knn")


@pytest.mark.parametrize("text", ["*best of 5 seeds", "† n/a: out of memory", "Note: 2 GPUs"])
def test_a_footnote_is_no_dataset(text):
    frame = pd.DataFrame(
        {"dataset": ["iris", "wine", text], "svm": [0.9, 0.8, None], "rf": [0.7, 0.9, None]}
    )
    scores = frame.bench(score="accuracy").scores
    assert scores.blocks == ("iris", "wine")
    assert f"{text} is left out, as no algorithm has a score on it." in scores.runs.notes
    # a dataset on which all failed
    failed = frame.replace(text, "glass").bench(score="accuracy").scores
    assert len(failed.gaps) == 2


def test_rows_sorted_by_a_rising_average_are_likely_errors():
    frame = pd.DataFrame(
        {
            "model": list("abcde"),
            "Average": [5.5, 6.5, 7.5, 8.5, 9.5],
            "news": [5, 6, 7, 8, 9.5],
            "talks": [6.0, 7, 8, 9, 9.5],
        }
    )
    with pytest.raises(RoleError) as caught:
        _ = frame.bench.scores
    assert caught.value.hint.index("higher_is_better=False") < caught.value.hint.index("=True")
    with pytest.raises(RoleError) as caught:
        _ = frame[::-1].bench.scores
    assert caught.value.hint.index("higher_is_better=False") > caught.value.hint.index("=True")


def test_a_label_of_each_row_is_no_truth():
    frame = pd.DataFrame(
        {
            "Label": ["c:gcc", "c:clang", "js:bun", "js:node"],
            "Language": ["C", "C", "JavaScript", "JavaScript"],
            "Runtime": ["gcc", "clang", "bun", None],
            "queens": [2.5, 2.25, 3.5, 3.75],
            "matrix": [0.5, 0.75, 1.5, 2.5],
        }
    )
    with pytest.raises(RoleError) as caught:
        _ = read_table(frame)
    assert "algorithm='Label'" in caught.value.hint
    wide = frame.bench(columns="dataset", algorithm="Label", higher_is_better=False).scores
    assert wide.algorithms == ("c:gcc", "c:clang", "js:bun", "js:node")


def test_names_of_metrics_with_a_cutoff_below_algorithms_are_metrics():
    columns = pd.MultiIndex.from_product([["bm25", "dense"], ["R@10", "P@5"]])
    frame = pd.DataFrame(
        [[0.9, 0.6, 0.8, 0.5], [0.7, 0.3, 0.6, 0.2], [0.5, 0.4, 0.6, 0.3]],
        index=pd.Index(["news", "talks", "mails"], name="dataset"),
        columns=columns,
    )
    assert frame.bench(metric="R@10").scores.higher_is_better
