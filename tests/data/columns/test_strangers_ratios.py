"""Tables of strangers: cells that are ratios, means with their spreads, and lines that are no rows."""

import pandas as pd
import pytest
from stranger_tables import asked, table

from benchreport.data.readers import read
from benchreport.data.readers.latex import read_latex
from benchreport.errors import InputError, ReadError


def test_ratios_alone_are_scores_of_the_columns():
    frame = table('Query,DuckDB,Polars\nq1,**3.2x**,2.8x\nq2,4.1x,—\nq3,"1,250.5 ×",2.9x\n')
    scores = frame.bench(higher_is_better=True).scores
    assert scores.algorithms == ("DuckDB", "Polars")
    assert scores.values[:, 0].tolist() == [3.2, 4.1, 1250.5]
    assert scores.gaps == (("Polars", "q2"),)
    kernels = read_latex(
        rb"\begin{tabular}{llcc} Kernel & Class & std::simd & avx512 \\ \hline FIR & taps & 1.13$\times$ & "
        rb"1.07$\times$ \\ IIR & loop & 1.74$\times$ & 1.80$\times$ \\ RSI & two & 2.59$\times$ & "
        rb"3.27$\times$ \\ \end{tabular}"
    )
    first = asked(kernels).way_out.calls[0].roles
    assert first == {"dataset": "Kernel"}
    scores = kernels.bench(**first, higher_is_better=True).scores
    assert (scores.algorithms, len(scores.blocks)) == (("std::simd", "avx512"), 3)


@pytest.mark.parametrize(
    "text",
    [
        "Benchmark,Before,After,Speedup\nparse,12 ms,4 ms,3.0x\nprint,10 ms,5 ms,2.0x\nload,30 ms,9 ms,3x\n",
        "Benchmark,Before,After,Speedup,Peak\nparse,12,4,3.0x,1.5x\nprint,10,5,2.0x,1.4x\nload,30,9,3x,1x\n",
    ],
)
def test_ratios_beside_scores_compare_these(text):
    assert table(text).bench(higher_is_better=False).scores.algorithms == ("Before", "After")


def test_ratios_beside_numbers_of_another_form_are_not_read():
    frame = table(
        "query,DuckDB,rudb,run 1,run 2\nq1,12.4M,29.7M,2.4x,2.3x\nq2,11.4M,19.7M,1.7x,1.6x\n"
    )
    with pytest.raises(InputError, match="DuckDB, rudb begin with numbers"):
        _ = frame.bench.scores


def test_ratios_name_no_datasets():
    rows = [
        (op, n, n / 9 + at, n / 7, f"{1.4 + at + n / 99}x")
        for at, op in enumerate("ds")
        for n in (10, 20)
    ]
    frame = pd.DataFrame(rows, columns=["Op", "Size", "numpy", "ours", "Ratio"])
    with pytest.raises(InputError, match="more than one score") as refused:
        _ = frame.bench(algorithm=["numpy", "ours"]).scores
    assert "Ratio" not in refused.value.hint


def test_means_with_spreads_in_brackets_are_one_of_the_metrics():
    frame = table(
        "Instance,TS Best,SA Best,TS Avg (Std),SA Avg (Std),TS Gap,SA Gap,TS note\n"
        "eil,442,430,456.4 (10.2),435.2 (4.4),3.8,0.9,ok\nst,694,675,716.0 (23.4),682.6 (4.6),2.8,0.1,odd\n"
        "kro,22479,21346,23224.2 (727),21465.8 (94.7),5.6,0.3,ok\n"
    )
    assert "holds 3 metrics: Best, Avg, Gap" in asked(frame).message
    scores = frame.bench(metric="Avg", higher_is_better=False).scores
    assert scores.values[0].tolist() == [456.4, 435.2]
    assert "TS note" in scores.runs.unread
    # beside means of their own, spreads are none
    apart = table("task,a (mean),b (mean),a (std),b (std)\nx,1,2,.1,.2\ny,2,3,.3,.2\nz,4,3,.3,.2\n")
    assert apart.bench(higher_is_better=True).scores.values.tolist() == [[1, 2], [2, 3], [4, 3]]


def test_lines_of_empty_cells_are_no_rows(tmp_path):
    path = tmp_path / "runs.txt"
    rows = [
        f"| {name} | {size} | {size * (1 + at)}.5 ns |"
        for size in (10, 1000)
        for at, name in enumerate(["Linq", "Fast"])
    ]
    rows.insert(2, "|      |    |        |")
    path.write_text("\n".join(["| Method | N | Mean |", "|--|--|--:|", *rows, ""]))
    frame = read(path)
    assert frame["N"].tolist() == [10, 10, 1000, 1000]
    for empty in (",,\n", " , ,\n,,\n", ",,\r\n"):
        text = f"model,data,acc\na,x,1\n{empty}b,x,2\n{empty}"
        (tmp_path / "t.csv").write_bytes(text.encode())
        assert len(read(tmp_path / "t.csv")) == 2
    # an empty name or score is a cell
    (tmp_path / "t.csv").write_text("model,data,acc\na,x,1\n,,3\nb,x,\n")
    assert len(read(tmp_path / "t.csv")) == 3


def test_a_file_of_numbers_without_names_asks_for_as_many(tmp_path):
    path = tmp_path / "times.csv"
    for text, number in (
        ("1.25e-05 8.25e-06\n1.5e-05 1.25e-05\n", 2),
        ("0.125,0.25,3\n0.5,0.75,4\n", 3),
        ("1,-17075\n2,-14375\n3,-12280\n", 2),
    ):
        path.write_text(text)
        with pytest.raises(ReadError, match=f"names each of its {number} columns"):
            read(path)


def test_a_cell_says_that_all_runs_failed():
    frame = table(
        "Method,CIFAR-10,CIFAR-100,SVHN\na,1,2,3\nb,1,3,4\nc,30/30 failed,3 of 3 runs failed,5\n"
    )
    scores = frame.bench(columns="dataset", higher_is_better=False).scores
    assert scores.gaps == (("c", "CIFAR-10"), ("c", "CIFAR-100"))
    assert scores.runs.notes == ("2 runs failed: 1 30/30 failed, 1 3 of 3 runs failed.",)


def test_ratios_beside_sizes_are_the_scores_of_these():
    frame = table(
        "Size,base,bcast,ring,best\n1KB,1.00×,2.87×,1.59×,2.87×\n1MB,1.00×,1.54×,2.67×,2.67×\n"
        "1GB,1.00×,1.02×,0.43×,1.02×\n"
    )
    scores = frame.bench(higher_is_better=True).scores
    # what the best of the others reaches is none of them
    assert scores.algorithms == ("base", "bcast", "ring")
    assert scores.blocks == ("1KB", "1MB", "1GB")


def test_a_column_called_best_that_another_beats_is_compared():
    frame = table("task,base,best\na,1.5,1.2\nb,1.1,2.5\nc,1.9,0.4\n")
    assert frame.bench(higher_is_better=True).scores.algorithms == ("base", "best")


def test_rows_that_are_named_below_no_name_may_be_the_algorithms():
    frame = table(",AIDS,BZR,COX2\nEH,99.6,63.0,43.7\nGH,99.5,73.0,69.6\nWL,99.7,87.1,79.8\n")
    question = asked(frame)
    assert "and the rows, named in the first column, datasets?" in question.message
    assert question.way_out.calls[-1].roles["columns"] == "dataset"
    assert frame.bench(columns="dataset", higher_is_better=True).scores.algorithms == (
        "EH",
        "GH",
        "WL",
    )


def test_a_metric_that_is_said_as_the_score_too_is_one():
    frame = table(
        "kind,svm_acc,svm_mem,knn_acc,knn_mem\na,0.9,12,0.8,40\nb,0.7,13,0.6,42\nc,0.8,11,0.7,41\n"
    )
    scores = frame.bench(algorithm="algorithm", dataset="kind", score="acc", metric="acc").scores
    assert scores.values.tolist() == [[0.9, 0.8], [0.7, 0.6], [0.8, 0.7]]


def test_how_runs_ended_is_never_proposed_as_the_algorithm():
    frame = table(
        "rounds,vars,result,wall_time_s\n1,724,SAT,0.004\n2,1160,SAT,0.1\n3,1596,TIMEOUT,29.2\n4,2032,TIMEOUT,29.3\n"
    )
    for rows in (frame, frame.assign(testcase="one", limit=30.0)):
        assert not asked(rows).way_out.calls


def test_scores_of_games_are_no_times_in_milliseconds():
    frame = table("Alien,Boxing,MsPacman,Pong\n840,85,1267,13\n895,86,1839,21\n528,75,1340,20\n")
    assert "measure" not in asked(frame).message.replace("may measure different things", "")


def test_a_line_with_more_cells_than_those_above_is_named(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("model,data,acc\na,x,1\nb,y,2,3\n")
    with pytest.raises(
        ReadError, match=r"line 3 of the table has 4 cells, and those above have 3\."
    ):
        read(path)


def test_machines_beside_columns_of_one_measure_are_conditions():
    frame = table(
        "dataset,gpu,Latency (a),Latency (b)\nx,A100,3,4\nx,H100,2,3\ny,A100,5,7\ny,H100,4,6\n"
    )
    assert asked(frame).way_out.calls[0].roles == {"dataset": ["dataset", "gpu"]}
