"""Published tables of several measures, of costs beside datasets, and of names that span rows."""

import io

import pandas as pd
import pytest

from benchreport.data.readers import read
from benchreport.errors import DataError, DesignError, DirectionError, RoleError


def table(text):
    return pd.read_csv(io.StringIO(text), skipinitialspace=True)


def test_units_of_several_kinds_are_of_different_measures():
    frame = table(
        "Case Name,Nodes,DC ($/h),AC ($/h),QC Gap (%),SOC Gap (%)\n"
        "case3,3,5695.9,5812.6,1.22,1.32\ncase5,5,17480,17552,14.55,14.55\ncase14,14,5925.7,6291.3,.11,.11\n"
    )
    with pytest.raises(DesignError, match="measure different things"):
        _ = frame.bench(higher_is_better=False).scores
    alike = frame[["Case Name", "QC Gap (%)", "SOC Gap (%)"]]
    assert len(alike.bench(higher_is_better=False).scores.algorithms) == 2


def test_sizes_and_rates_in_cells_are_different_measures():
    frame = table(
        "run,Transfer,Bandwidth\nbbr,2.15 GBytes,18.5 Gbits/sec\ncubic,22.0 MBytes,185 Mbits/sec\n"
        "reno,640 KBytes,5.24  Mbits/sec\n"
    )
    with pytest.raises(DesignError, match="measure different things"):
        _ = frame.bench.scores


@pytest.mark.parametrize("rate", ["Throughput (img/s)", "FPS", "Speed [req/s]"])
def test_rates_beside_accuracies_are_no_datasets(rate):
    frame = table(
        f"Method,Params (M),Real,Matched,Sketch,Rendition,{rate}\nA,22,82.4,71.9,30.1,46.2,980\n"
        "B,86,81.8,70.7,33.3,44.9,302\nC,25,76.1,63.5,21.8,36.1,1226\n"
    )
    with pytest.raises(RoleError, match=r"its 4 columns \(Real, Matched, Sketch, Rendition\) data"):
        _ = frame.bench.scores
    scores = frame.bench(columns="dataset", higher_is_better=True).scores
    assert scores.blocks == ("Real", "Matched", "Sketch", "Rendition")


def test_counts_of_a_recognizer_are_no_datasets():
    frame = table(
        "Decode Method,Corr,Sub,Del,Ins,Err\nattention,96.4,2.5,1.1,.4,4.0\nctc,95.9,3.7,.4,.5,4.6\n"
        "beam,95.8,3.7,.4,.5,4.6\nrescore,96.8,2.9,.3,.4,3.7\n"
    )
    with pytest.raises(DesignError, match="nothing to test"):
        _ = frame.bench.scores


def test_differences_beside_two_measures_of_two_algorithms():
    rows = [
        (run, run - 1, 50 + run, 52 - run, 2 - 2 * run, 40 + run, 41 - run, 1 - 2 * run)
        for run in range(1, 11)
    ]
    names = ["Run", "Seed", "Baseline SR", "CGVD SR", "Δ SR"]
    names += ["Baseline h-SR", "CGVD h-SR", "Δ h-SR"]
    frame = pd.DataFrame(rows, columns=names)
    scores = frame.bench(metric="h-SR").scores
    assert (scores.algorithms, scores.higher_is_better) == (("Baseline", "CGVD"), True)
    assert scores.values[:, 0].tolist() == [41.0 + run for run in range(10)]


POOLING = r"""\begin{tabular}{lllll}
 &  & ENZYMES & MUTAG & NCI1 & Training Time \\ \midrule
\multirow[t]{2}{*}{GAT} & MEWIS & $0.295 \pm 0.040$ & $0.742 \pm 0.086$ & $0.693 \pm 0.008$ & 5387 \\
 & None & $0.310 \pm 0.053$ & $0.679 \pm 0.087$ & $0.659 \pm 0.023$ & 138 \\ \cline{1-6}
\multirow[t]{3}{*}{GCN} & EDGE & $0.294 \pm 0.026$ & $0.703 \pm 0.081$ & $0.717 \pm 0.015$ & 2234 \\
 & None & $0.316 \pm 0.044$ & $0.703 \pm 0.065$ & $0.651 \pm 0.015$ & 55 \\
 & TOPK & $0.176 \pm 0.035$ & $0.739 \pm 0.075$ & $0.631 \pm 0.034$ & 79 \\
\end{tabular}"""


def test_names_that_span_rows_are_of_each_of_them(tmp_path):
    path = tmp_path / "pooling.tex"
    path.write_text(POOLING)
    frame = read(path)
    assert frame.iloc[:, 0].tolist() == ["GAT"] * 2 + ["GCN"] * 3
    with pytest.raises(RoleError, match="are the rows of the table algorithms, named by") as asked:
        _ = frame.bench.scores
    (call, *_) = asked.value.way_out.calls
    scores = frame.bench(**call.roles).scores
    assert (len(scores.algorithms), scores.blocks) == (5, ("ENZYMES", "MUTAG", "NCI1"))
    one = frame.iloc[2:].drop(columns=frame.columns[0])
    with pytest.raises(RoleError, match=r"3 columns .* datasets, beside Training Time") as asked:
        _ = one.bench.scores
    (call, *_) = asked.value.way_out.calls
    assert one.bench(**call.roles).scores.algorithms == ("EDGE", "None", "TOPK")


def test_a_cost_beside_algorithms_is_none_of_them():
    frame = table("dataset,svm,knn,time\na,.91,.85,12.1\nb,.72,.75,10.3\nc,.81,.79,11\n")
    with pytest.raises(
        RoleError, match="are the columns svm, knn algorithms, beside time"
    ) as asked:
        _ = frame.bench.scores
    scores = frame.bench(**asked.value.way_out.calls[0].roles, higher_is_better=True).scores
    assert scores.algorithms == ("svm", "knn")


def test_a_heading_that_repeats_a_column_is_left_out(tmp_path):
    rows = {"postgres": (16.5, 0.9, 2.5), "snowflake": (1.1, 9.5, 10.2)}
    text = "".join(
        f"### Database: {name}\n\n| database | dataset | total_time |\n|---|---|---|\n"
        + "".join(f"| {name} | d{at} | {time} |\n" for at, time in enumerate(times))
        for name, times in rows.items()
    )
    (tmp_path / "times.md").write_text(text)
    frame = read(tmp_path / "times.md")
    assert frame.columns.tolist() == ["database", "dataset", "total_time"]
    assert frame.bench.scores.algorithms == ("postgres", "snowflake")


def test_the_mean_below_a_table_names_its_metric():
    frame = table(
        "Dataset,FEDOT,TPOT\nadult,.874,.874\nalbert,.67,.667\ncar,1,.998\nMean F1,.848,.846\n"
    )
    scores = frame.bench.scores
    assert (scores.score, scores.higher_is_better, len(scores.blocks)) == ("f1", True, 3)


def test_what_is_said_above_a_table_is_said_of_its_scores(tmp_path):
    rows = "| a | 0.95 | 8 |\n| b | 0.93 | 9 |\n\n"
    text = "".join(
        f"#### {name} (AUC)\n\n| Tool | Quality | Rows |\n|---|---|---|\n{rows}"
        for name in ("Heart", "Loan")
    )
    (tmp_path / "report.md").write_text(text)
    scores = read(tmp_path / "report.md").bench(score="Quality").scores
    assert scores.higher_is_better is True


def test_rates_are_numbers_of_which_more_is_better():
    frame = table("file,zstd,lz4\na,1.5 GB/s,740 MB/s\nb,433 MB/s,520 MB/s\nc,455 MB/s,610 MB/s\n")
    scores = frame.bench.scores
    assert scores.higher_is_better is True
    assert scores.values[0].tolist() == [1.5e9, 7.4e8]


def test_a_table_without_names_whose_texts_repeat_is_asked_about_as_a_long_one():
    rows = [
        (10 * step, 232.1 * threads + step, 4.42, engine, threads)
        for engine in ("mysql57", "ps57")
        for threads in (1, 2, 3)
        for step in (1, 2)
    ]
    frame = pd.DataFrame(rows, columns=[f"column {number}" for number in range(1, 6)])
    frame["column 3"] += frame["column 2"] / 1e4
    with pytest.raises(RoleError, match="'column 4' has the same name in several rows") as asked:
        _ = frame.bench.scores
    assert asked.value.way_out.calls[0].roles == {"algorithm": "column 4", "dataset": "column 5"}


def test_rows_of_a_wide_table_are_told_apart_by_a_counter():
    frame = table(
        "dataset,step,gcc_O3,clang_O3\n2mm,1,2.9,2.6\n2mm,2,2.5,2.7\n3mm,1,4.1,3.8\n3mm,2,3.5,2.8\n"
    )
    with pytest.raises(DataError, match="more than one score") as refused:
        _ = frame.bench(algorithm=["gcc_O3", "clang_O3"], higher_is_better=False).scores
    assert refused.value.way_out.calls[-1].roles == {"repeat": "step"}


def test_one_row_for_each_framework_and_backbone_is_nothing_to_test():
    frame = table(
        "Framework,Network,Backbone,box AP\nDetectron,Mask,R50,40.3\nDetectron,Mask,R101,42.8\n"
        "MMDet,Mask,X101,44.5\nMMDet,Cascade,R101,45.4\nMMDet,Cascade,X101,47.2\n"
    )
    with pytest.raises(
        DesignError, match="one row for each 'Framework' and 'Network' and 'Backbone'"
    ):
        _ = frame.bench.scores


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Compression (MB/s)", "Decompression (MB/s)"),
        ("encode time", "decode time"),
        ("write (GB/s)", "read (GB/s)"),
    ],
)
def test_what_is_done_and_undone_is_measured_of_each_library(first, second):
    frame = table(f"Library,{first},{second}\nfast,2.5,9.5\nsafe,1.5,8.5\nold,.5,7.5\nnew,.25,3\n")
    with pytest.raises(DesignError, match="nothing to test"):
        _ = frame.bench.scores


def test_rates_of_this_and_that_and_spreads_are_no_datasets():
    frame = table(
        "Model,Answer Rate,Refusal Rate,Hallucination Rate\na,98.5,1.5,3\nb,97.5,2.5,4\nc,99.5,.5,9.5\n"
    )
    with pytest.raises(DesignError, match="one row for each 'Model'"):
        _ = frame.bench.scores
    frame = table(
        "Method,Mean,StdDev,Ratio,RatioSD\na,3.5,.25,1,.01\nb,1.5,.5,.4,.02\nc,5,.75,2,.03\n"
    )
    with pytest.raises(DesignError, match="one row for each 'Method'"):
        _ = frame.bench.scores


def test_sizes_of_the_input_are_proposed_as_datasets_first():
    frame = table(
        "Method,RowCount,ms\nread,1000,2.5\nscan,1000,.5\nread,100000,143\nscan,100000,31\n"
    )
    with pytest.raises(RoleError) as caught:
        _ = frame.bench.scores
    assert caught.value.hint.startswith("df.bench(dataset='RowCount')")


def test_ranks_beside_scores_are_no_datasets():
    frame = table(
        "Model,news,news_rank_in_set,talks,talks_rank_in_set,rank_delta_talks\na,59.5,1,51.5,2,1\n"
        "b,52.5,2,59.5,1,-1\nc,44.5,3,9.5,4,1\nd,30,4,43.5,3,-1\n"
    )
    scores = frame.bench(columns="dataset", higher_is_better=True).scores
    assert scores.blocks == ("news", "talks")


def test_a_unit_of_work_in_a_time_says_that_more_is_better():
    frame = table("file,fast (GB/s),slow (GB/s)\na,2.5,.5\nb,3.5,.25\nc,1.5,.75\n")
    scores = frame.bench.scores
    assert (scores.higher_is_better, scores.score) == (True, "throughput (GB/s)")
    assert scores.algorithms == ("fast", "slow")


def test_how_much_faster_one_was_does_not_name_the_rows():
    frame = table(
        "Size,ours (ms),theirs (ms),Our advantage\n10K,28.5,16.5,1.7x slower\n50K,75.5,87,1.2x faster\n"
        "100K,60.5,125,2.1x faster\n"
    )
    assert frame.bench.scores.blocks == ("10K", "50K", "100K")


PRINTED = """Benchmark          (size)  Mode  Cnt     Score     Error  Units
Sort.mergeTopDown      10  avgt    5    12.125 ±   0.500  ns/op
Sort.mergeTopDown     100  avgt    5   130.250 ±   2.250  ns/op
Sort.quickMedian       10  avgt    5    22.125 ±  10.500  ns/op
Sort.quickMedian      100  avgt    5   150.125 ±   3.500  ns/op
"""


def test_benchmarks_that_a_tool_prints_are_compared_over_sizes(tmp_path):
    path = tmp_path / "sorts.txt"
    path.write_text(PRINTED)
    frame = read(path)
    with pytest.raises(RoleError) as caught:
        _ = frame.bench.scores
    assert "algorithm='Benchmark', dataset='(size)'" in caught.value.hint
    scores = frame.bench(algorithm="Benchmark", dataset="(size)").scores
    # the unit says the direction, and the error of a score is none
    assert (scores.score, scores.higher_is_better) == ("Score", False)
    assert scores.values.tolist() == [[12.125, 22.125], [130.25, 150.125]]
    faster = frame.assign(Units="ops/s").bench(algorithm="Benchmark", dataset="(size)")
    assert faster.scores.higher_is_better
    mixed = frame.assign(Units=["ns/op", "ops/s"] * 2).bench(
        algorithm="Benchmark", dataset="(size)"
    )
    with pytest.raises(DirectionError):
        _ = mixed.scores


def test_of_costs_and_other_measures_both_are_named():
    frame = pd.DataFrame(
        [
            (data, name, 300.0 + 9 * place + number, 0.01 * (3 - place) + 0.001 * number)
            for number, data in enumerate(("A_20", "B_50", "C_80"))
            for place, name in enumerate(("tabu", "grasp"))
        ],
        columns=["instance", "algorithm", "mean", "time_mean"],
    )
    with pytest.raises(RoleError, match="2 columns could be the score") as asked:
        _ = frame.bench.scores
    tours, _, time = (call.roles for call in asked.value.way_out.calls)
    assert tours == {"score": "mean", "higher_is_better": True}
    assert time == {"score": "time_mean"}
    # the value of an objective comes behind the time, too
    solved = frame.rename(columns={"mean": "Objective Value", "time_mean": "Runtime"})
    with pytest.raises(RoleError) as asked:
        _ = solved.bench.scores
    assert asked.value.way_out.calls[0].roles == {"score": "Runtime"}
    # beside a known metric, a time is not proposed first or alone
    known = frame.rename(columns={"mean": "accuracy"})
    with pytest.raises(RoleError) as asked:
        _ = known.bench.scores
    assert [call.roles.get("score") for call in asked.value.way_out.calls][:1] == ["accuracy"]


def test_a_latency_beside_rates_of_work_does_not_say_that_lower_is_better():
    # requests with 64, 256 and 512 users
    names = ["Requests/sec (64)", "Requests/sec (256)", "Requests/sec (512)"]
    rates = [[users * k for users in (1010, 1000, 990)] for k in (195, 140, 20, 14, 99, 61)]
    frame = pd.DataFrame(rates, columns=names).assign(
        **{"Avg latency (ms)": [0.6, 1, 6, 9, 1.2, 2]}
    )
    frame["P99 latency (ms)"], frame["Errors"] = frame["Avg latency (ms)"] * 3.5, 0
    frame.insert(0, "Framework", ["actix", "fiber", "express", "fastapi", "gin", "spring"])
    frame.insert(1, "Language", ["rust", "go", "js", "python", "go", "java"])
    with pytest.raises(RoleError) as asked:
        _ = frame.bench.scores
    (answer,) = (call.roles for call in asked.value.way_out.calls)
    assert answer == {"columns": "dataset", "algorithm": "Framework", "higher_is_better": True}
    scores = frame.bench(**answer).scores
    assert scores.blocks == tuple(names)


def test_a_column_of_ranks_is_no_metric_of_the_datasets():
    tasks = pd.DataFrame([[96.2, 94, 90.7, 93.1], [93.6, 91.4, 96.9, 87.1], [88.1, 90.2, 91.3, 86]])
    tasks = tasks.set_axis(["CoLA", "SST-2", "MNLI-m", "QNLI"], axis=1)
    tasks.insert(0, "Rank", [1, 2, 3])
    tasks.insert(1, "Model", ["Turing ULR v6", "Vega v1", "T5"])
    with pytest.raises(RoleError, match="are its 4 columns") as asked:
        _ = tasks.bench.scores
    # ranks rise from row to row, whatever was scored
    first, second = (call.roles for call in asked.value.way_out.calls)
    assert first == {"columns": "dataset", "higher_is_better": True}
    assert second["higher_is_better"] is False


def test_quartiles_of_a_summary_are_no_algorithms():
    frame = table(
        ",expr,min,lq,mean,median,uq,max,neval\n1,data.table,1,1.1,1.3,1.2,1.4,3,100\n"
        "2,dplyr,3,3.3,3.9,3.6,4.2,9,100\n3,base,8,8.8,10.4,9.6,11.2,24,100\n"
    )
    with pytest.raises(DesignError, match=r"there is nothing to test: .* lq, uq"):
        _ = frame.bench.scores


@pytest.mark.parametrize(
    "names",
    [
        "total_runtime,queue_runtime",
        "Portfolio_Return,Cumulative_Return",
        "T.Comp (ms),T.Descomp (ms),T.Gzip (ms)",
        "AttackAccuracy,GrammarQuality,SemanticSimilarity",
    ],
)
def test_parts_of_a_run_and_several_measures_are_no_algorithms(names):
    columns = names.split(",")
    rows = "".join(
        f"r{n}," + ",".join(str(n + 1.5 + place) for place in range(len(columns))) + "\n"
        for n in range(5)
    )
    with pytest.raises(DesignError, match="measure different things") as error:
        _ = table(f"case,{names}\n{rows}").bench(higher_is_better=False).scores
    # the way out works
    assert "name the columns that are algorithms" in str(error.value.hint)
    named = table(f"case,{names}\n{rows}").bench(algorithm=columns, higher_is_better=False)
    assert len(named.scores.algorithms) == len(columns)


def test_a_mean_of_classes_is_no_dataset_beside_them():
    text = (
        "model,mIoU,Background,Dove\nA,88.22,99.27,77.18\nB,85.03,98.99,71.07\nC,89.67,99.34,80\n"
    )
    with pytest.raises(DesignError, match="one row for each 'model'"):
        _ = table(text).bench.scores


def test_a_mean_beside_what_was_set_is_of_one_algorithm():
    rows = "".join(
        f"{data},{m},{1 / (m + place):.4f},0.00{place + 2}\n"
        for place, data in enumerate(("ml-1m", "steam"))
        for m in (1, 2, 3, 9, 19)
    )
    with pytest.raises(DesignError, match="m seems to be what was set for each row"):
        _ = table(f"dataset,m,mean,std\n{rows}").bench(higher_is_better=True).scores


def test_ranges_of_ratios_name_no_algorithms():
    text = "Library,Encode,Size\navsc,8-12x,.3\nmsgpackr,2-4x,.5\ncbor,2-4x,.6\njs,1.5-2x,.2\n"
    with pytest.raises(DesignError) as error:
        _ = table(text).bench.scores
    assert "Encode" not in error.value.message
