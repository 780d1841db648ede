"""Leaderboards and printed results: several measures of one thing, states beside times, and settings."""

import json

import pandas as pd
import pytest
from stranger_tables import asked, table

from benchreport.data.readers.delimited import read_delimited
from benchreport.data.readers.json_text import read_json
from benchreport.data.readers.latex import read_latex
from benchreport.errors import BenchreportError, DataError, DesignError


@pytest.mark.parametrize(
    "text",
    [
        "Method,PSNR (dB) up,SSIM up,SAM (deg) down,ERGAS down\na,30,.9,5,8\nb,35,.93,4,5\nc,33,.94,6,2\n",
        "Method,PSNR aligned,SSIM aligned,CIEDE2000 aligned\na,17,.75,14\nb,16,.6,15\nc,18,.8,13\n",
        "System,Ave.,Ave. z\na,90.2,.2\nb,89.1,.1\nc,80.3,-.2\n",
        "label,port,requests/sec,latency\nslim,8001,1203.4,8.3\nfull,8002,988.1,9.2\nmulti,8003,2311,4.2\n",
        "Team,GP,Wins,Ties,Losses,GF\nLions,10,6,2,2,20\nBears,10,5,3,2,18\nOwls,10,4,1,5,11\n",
        "threads,conns,Requests/sec,Latency (ms),got\n4,5,25.5,2.1,3M\n4,9,24.5,3.1,3M\n8,5,26,2.2,3M\n",
    ],
)
def test_measures_of_one_thing_are_no_datasets(text):
    with pytest.raises(DesignError, match="there is nothing to test"):
        _ = table(text).bench.scores


def test_metrics_of_a_dataset_each_remain_datasets():
    text = "model,CoLA MCC,MRPC F1,MRPC Acc,RTE Acc\na,.5,.9,.8,.7\nb,.6,.8,.7,.6\nc,.4,.7,.6,.5\n"
    error = asked(table(text))
    assert "are its 4 columns (CoLA MCC, MRPC F1, MRPC Acc, RTE Acc) datasets" in error.message


@pytest.mark.parametrize(
    ("names", "metrics"),
    [
        ("sMAPE Yearly,sMAPE Monthly,MASE Yearly,MASE Monthly,OWA", "sMAPE, MASE"),
        ("Yearly MRR,Yearly MR,Monthly MRR,Monthly MR,score", "MRR, MR"),
    ],
)
def test_names_of_a_leaderboard_join_datasets_and_metrics(names, metrics):
    frame = table(f"Method,{names}\nSmyl,13.1,12.1,2.9,.8,.82\nTheta,14.5,13,3.3,.9,.9\n")
    if names.endswith("score"):
        frame = frame.drop(columns="score")
    error = asked(frame)
    assert f"2 metrics: {metrics}." in error.message
    scores = frame.bench(metric=metrics.partition(",")[0]).scores
    assert (scores.algorithms, scores.blocks) == (("Smyl", "Theta"), ("Yearly", "Monthly"))


def test_units_of_time_behind_a_common_word_are_no_part_of_names():
    for names in ("db_time_s,pg_time_s", "db Runtime (ms),pg Runtime (ms)"):
        scores = table(f"query,{names}\na,9,8\nb,8,7\nc,9.5,8\nd,9,7\n").bench.scores
        assert (scores.algorithms, scores.higher_is_better) == (("db", "pg"), False)
    text = "Benchmark,Base Run Time,Base Ratio,Peak Run Time\na,262,6.7,225\nb,386,10.3,375\n"
    assert table(text).bench.scores.higher_is_better is False


def test_runs_that_failed_by_a_column_beside_each_time_have_no_score():
    names = "instance,cbc_time,cbc_status,scip_time,scip_status\n"
    text = names + "a,1.2,ok,2.2,ok\nb,60,timeout,12.5,ok\nc,7,ok,1,unknown\n"
    scores = table(text).bench.scores
    assert scores.values[[0, 1], [0, 1]].tolist() == [1.2, 12.5]
    assert int(pd.isna(scores.values).sum()) == 2
    assert "2 runs failed: 1 timeout, 1 failed." in str(table(text).bench.check())


def test_failed_runs_in_cells_with_units_are_counted():
    text = "instance,a,b\nx,850ms,1.2s\ny,1m 2s,OOM\nz,2s,>1h\n"
    scores = table(text).bench.scores
    assert scores.values[0].tolist() == [0.85, 1.2]
    assert "2 runs failed: 1 OOM, 1 timeout." in str(table(text).bench.check())


def test_rows_with_a_mean_below_them_are_first_proposed_as_datasets():
    text = "Name,vanilla,solid,vue\ncreate,37.9,39,45.1\nswap,21.3,21.8,24.4\ngeometric mean,1,1.05,1.2\n"
    error = asked(table(text))
    assert error.hint.startswith("df.bench(dataset='Name'); if the rows are the algorithms:")


def test_a_rate_of_loss_is_no_switch():
    rows = [(cc, rtt, loss) for cc in ("bbr", "cubic") for rtt in (10, 50) for loss in (0, 1)]
    frame = pd.DataFrame(rows, columns=["cc", "rtt_ms", "loss_pct"])
    frame["throughput_mbps"], frame["retransmits"] = (
        [900.5, 800, 850, 700, 600, 500, 550, 400],
        range(8),
    )
    assert asked(frame).hint == "df.bench(algorithm='cc')"


def test_learning_rates_are_no_datasets_unless_it_is_said():
    rows = [(model, lr) for model in ("cnn", "mlp") for lr in (0.1, 0.01, 0.001)]
    frame = pd.DataFrame(rows, columns=["model", "lr"]).assign(
        accuracy=[0.8, 0.9, 0.7, 0.6, 0.8, 0.75]
    )
    assert "does column 'lr' name the datasets?" in asked(frame).message
    assert frame.bench(dataset="lr").scores.blocks == ("0.1", "0.01", "0.001")


def test_settings_that_hold_the_name_of_their_algorithm_are_compared_themselves():
    rows = [
        (a, f"{a}({ef})", d) for a in ("hnsw", "ivf") for ef in (10, 20) for d in ("glove", "sift")
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "parameters", "dataset"])
    frame["qps"] = [9.5, 8, 7, 6, 5, 4, 3, 2]
    error = asked(frame)
    assert error.hint == "df.bench(algorithm='parameters')"
    assert frame.bench(algorithm="parameters").scores.algorithms[:2] == ("hnsw(10)", "hnsw(20)")


def test_columns_that_never_differ_are_no_metric_of_the_next_step():
    rows = [(m, t) for m in ("a", "b") for t in ("x", "y", "z")]
    frame = pd.DataFrame(rows, columns=["model", "task"]).assign(
        resolved=[5, 6, 4, 8, 7, 9], unresolved=[45, 44, 46, 42, 43, 41], error=2
    )
    steps = frame.bench.check().write_steps()
    assert "error" not in steps
    assert "score='resolved'" in steps


def test_results_between_lines_of_equals_signs_are_read():
    text = "=====\nproblem    COPT    CBC\n=====\n30n20b8      2   timeout\nair05       9   41\n=====\n"
    frame = read_delimited(text.encode())
    assert frame.to_dict("list") == {
        "problem": ["30n20b8", "air05"],
        "COPT": [2, 9],
        "CBC": ["timeout", "41"],
    }


def test_lists_of_runs_of_several_metrics_are_repeats():
    runs = {
        "GCN": {"acc": [0.8, 0.9], "time": [1.5, 2]},
        "GAT": {"acc": [0.7, 0.6], "time": [3, 4]},
    }
    frame = read_json(json.dumps({name: {"cora": lists} for name, lists in runs.items()}).encode())
    scores = frame.bench(metric="acc", algorithm="columns").scores
    assert scores.algorithms == ("GCN", "GAT")
    assert sorted(scores.runs.read.tolist()) == [0.6, 0.7, 0.8, 0.9]


def test_names_that_span_rows_and_columns_of_latex_are_read():
    rows = r"""\multirow{2}{*}{Method} & \multicolumn{2}{c}{CUB} & \multicolumn{2}{c}{SOP} \\
    & R@1 & R@2 & R@1 & R@10 \\ \midrule
    Contrastive & $61.4_{\pm 0.3}$ & $72.1_{\pm 0.2}$ & $70.0_{\pm 0.1}$ & $83.1_{\pm 0.2}$ \\
    Ours & $\mathbf{69.7_{\pm 0.2}}$ & $79.1_{\pm 0.2}$ & $81.1_{\pm 0.1}$ & $92.3_{\pm 0.1}$ \\"""
    frame = read_latex((r"\begin{tabular}{lcccc}" + rows + r"\end{tabular}").encode())
    scores = frame.bench(metric="R@1").scores
    assert (scores.algorithms, scores.blocks) == (("Contrastive", "Ours"), ("CUB", "SOP"))
    assert scores.values.tolist() == [[61.4, 69.7], [70.0, 81.1]]


def test_a_time_out_may_say_of_which_kind_in_brackets():
    frame = pd.DataFrame({"solver": ["a", "b"] * 3, "benchmark": list("xxyyzz")})
    frame["status"] = [
        "complete",
        "timeout (cpu)",
        "complete",
        "complete",
        "memout (mem)",
        "complete",
    ]
    frame["cputime"] = [1.5, 1200.1, 2, 3.5, 9, 2]
    assert "2 runs failed: 1 timeout, 1 memout." in str(frame.bench.check())


def test_several_columns_called_dataset_hold_scores():
    text = "Library,Small Dataset,Large Dataset\nmarked,1.74,305.1\nmarkdown-it,1.77,276.2\n"
    error = asked(table(text))
    assert "are the rows of the table (marked, markdown-it) algorithms" in error.message
    scores = table(text).bench(columns="dataset", higher_is_better=False).scores
    assert scores.blocks == ("Small Dataset", "Large Dataset")


def test_shares_with_their_counts_in_brackets_are_read():
    text = "Model,Easy,Medium\nA,96% (48/50),80% (64/80)\nB,90% (45/50),85% (68/80)\n"
    scores = table(text).bench(columns="dataset", higher_is_better=True).scores
    assert scores.values.tolist() == [[96.0, 90.0], [80.0, 85.0]]


def test_times_of_one_operation_in_cells_are_read():
    text = "Benchmark,old,new\na,`5.451 ms/op`,`5.6 ms/op`\nb,`3.191 ms/op`,`3.385 ms/op`\n"
    scores = table(text).bench.scores
    assert (scores.values.tolist(), scores.higher_is_better) == (
        [[5.451, 5.6], [3.191, 3.385]],
        False,
    )


@pytest.mark.parametrize(
    ("name", "values"), [("Sample", ["HG001", "HG002"]), ("lead_time_hours", [24, 72])]
)
def test_samples_and_lead_times_are_first_proposed_as_datasets(name, values):
    rows = [(m, d, v) for m in ("a", "b", "c") for d in ("z500", "t2m") for v in values]
    frame = pd.DataFrame(rows, columns=["model", "dataset", name])
    frame["accuracy"] = [0.91, 0.92, 0.93, 0.94, 0.81, 0.82, 0.83, 0.84, 0.71, 0.72, 0.73, 0.75]
    hint = asked(frame, score="accuracy").hint
    assert "; if these are settings, as in an ablation study" in hint
    assert hint.index(f"dataset=['dataset', '{name}']") < hint.index("factors=")


def test_lists_as_names_are_refused():
    names = pd.Series(["svm", "knn", [1, 2], "rf"], dtype=object)
    scores = {f"task{place}": [0.5, 0.6, 0.7, 0.8] for place in range(9)}
    frame = pd.DataFrame({"model": names, "fold": range(4)} | scores)
    with pytest.raises(BenchreportError, match="are its 9 columns"):
        _ = frame.bench.scores
    with pytest.raises(DataError, match="holds collections"):
        _ = frame.drop(columns="fold").bench(columns="dataset", score="accuracy").scores


def test_cells_that_are_no_numbers_are_named_before_nothing_can_be_tested():
    rows = [("GCN", 81.3, 71.1, 20.4), ("GAT", 82.5, 72, 21.7), ("SGPC", *["top-3"] * 3)]
    frame = pd.DataFrame(
        [*rows, ("NSD", *["top-5"] * 3)], columns=["Method", "Cora", "Actor", "Texas"]
    )
    with pytest.raises(DataError, match="hold numbers, and cells that are none: 'top-3', 'top-5'"):
        _ = frame.bench.scores


def test_columns_called_like_variants_are_algorithms_beside_two_names_of_each_row():
    text = "Architecture,Backbone,Baseline,+HL\nCC,R101,44.2,44.6\nPSP,R101,44.6,45.2\nPSP,R50,42.1,42.7\n"
    question = asked(table(text))
    assert "2 columns of scores (Baseline, +HL); which are the algorithms?" in question.message
    columns, *rows = (way.roles for way in question.way_out.calls)
    assert columns == {"dataset": ["Architecture", "Backbone"]}
    scores = table(text).bench(**columns, higher_is_better=True).scores
    assert (scores.algorithms, len(scores.blocks)) == (("Baseline", "+HL"), 3)
    turned = table(text).bench(**rows[0]).scores
    assert (len(turned.algorithms), turned.blocks) == (3, ("Baseline", "+HL"))
    # other names are as likely of datasets
    other = asked(table(text.replace("Baseline,+HL", "news,chat")))
    assert other.way_out.calls[0].roles["columns"] == "dataset"


def test_columns_without_words_of_measures_may_be_algorithms_of_two_names_of_each_row():
    rows = ((f, d, n + 1.5, n + 2.5 * len(f)) for n, f in enumerate("abc") for d in ("x", "yy"))
    frame = pd.DataFrame(rows, columns=["Filter", "File", "jx", "jq"])
    first, *others = asked(frame).way_out.calls
    assert first.roles == {"columns": "algorithm", "dataset": ["File", "Filter"]}
    assert {"score": "jx", "higher_is_better": True} in [way.roles for way in others]
    scores = frame.bench(**first.roles, higher_is_better=False).scores
    assert (scores.algorithms, len(scores.blocks)) == (("jx", "jq"), 6)
    measured = frame.rename(columns={"jx": "recall"})
    assert asked(measured).message.startswith("2 columns could be the score")


def test_columns_called_a_benchmark_are_datasets_of_whatever_size():
    frame = pd.DataFrame(
        {
            "Model": ["m-7b", "m-13b", "m-70b"],
            "WildBench": [545.9, 700.2, 940.6],
            "AlpacaEval 2.0": [3.3, 20.1, 55.0],
            "MT-bench (multi-turn)": [4.32, 7.0, 9.18],
            "Output Length": [726, 1500, 2123],
        }
    )
    error = asked(frame)
    assert (
        "are its 3 columns (WildBench, AlpacaEval 2.0, MT-bench (multi-turn)) datasets"
        in error.message
    )


def test_how_many_of_how_many_is_a_score_whatever_its_column_is_called():
    rows = [("a", "7/7", "5/6", "1/3"), ("b", "2/7", "3/6", "2/3"), ("c", "3/7", "4/6", "0/3")]
    frame = pd.DataFrame(rows, columns=["library", "leetspeak", "zero-width", "uppercase"])
    question = asked(frame)
    assert "3 columns (leetspeak, zero-width, uppercase) datasets" in question.message


def test_a_separator_within_quotes_takes_no_names_away():
    text = (
        "Solver;Instanz;Zeit;Kommentar\n"
        "HiGHS;air05;12,5;\n"
        'HiGHS;p0033;0,02;"schnell; ok"\n'
        "SCIP;air05;20,1;\nSCIP;p0033;0,05;\n"
    )
    frame = read_delimited(text.encode())
    assert [*frame.columns] == ["Solver", "Instanz", "Zeit", "Kommentar"]
    assert frame["Zeit"].tolist() == [12.5, 0.02, 20.1, 0.05]
