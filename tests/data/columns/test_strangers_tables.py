"""Tables as strangers keep them: names in other languages, counts of pairs, settings, written numbers."""

import pandas as pd
import pytest

from benchreport.data.readers import read
from benchreport.data.several import Several
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
