"""Tables as many fields write them: what was set, what rates rows, and what says how runs ended."""

import numpy as np
import pandas as pd
import pytest
from stranger_tables import asked, table

from benchreport.data.columns.words.direction import direction_of
from benchreport.data.readers.markdown import read_markdown
from benchreport.errors import DesignError, DirectionError


def denoised():
    rows = [
        (name, noise, snr, -snr / 2, 1.2 + snr / 20, 1.2 + snr / 20 + gain * (1 + snr / 100))
        for name, gain in (("wiener", 0.3), ("subtraction", 0.2), ("wavelet", -0.1))
        for noise in ("white", "babble")
        for snr in (-5, 0, 5, 10, 15)
    ]
    columns = ["method", "noise", "snr_in", "segsnr_noisy", "pesq_noisy", "pesq_out"]
    return pd.DataFrame(rows, columns=columns)


def test_what_all_algorithms_began_with_is_no_score_and_makes_datasets():
    (datasets, *_) = asked(denoised(), dataset="noise").way_out.calls
    assert datasets.roles == {"dataset": ["noise", "snr_in"]}
    scores = denoised().bench(**datasets.roles).scores
    assert (scores.score, len(scores.blocks)) == ("pesq_out", 10)


def paths():
    rows = [
        (run, 20 if run <= 3 else 50, name, 0.1 * run + 0.01 * place, 7 * run + place, 10 * run)
        for run in range(1, 7)
        for place, name in enumerate(("dfs", "bfs", "astar"))
    ]
    columns = ["RunID", "Size", "Algorithm", "Time(s)", "Visited", "PathLength"]
    return pd.DataFrame(rows, columns=columns)


@pytest.mark.parametrize("name", ["Unnamed: 0", "id", "order", "index"])
def test_another_number_of_the_run_describes_no_input(name):
    frame = paths()[["RunID", "Algorithm", "Time(s)"]].rename(columns={"RunID": "run"})
    frame.insert(0, name, frame["run"] - 1)
    scores = frame.bench(score="Time(s)").scores
    assert (scores.block_kind, len(scores.algorithms)) == ("run", 3)


def test_numbers_of_problems_are_no_scores_and_name_the_datasets_alone():
    assert asked(paths()).way_out.calls[0].roles == {"score": "Time(s)"}
    question = asked(paths(), score="Time(s)")
    assert question.message == (
        "all algorithms have the same Size, PathLength in each 'RunID'; does 'RunID' name the inputs, which "
        "are datasets?"
    )
    each, group, runs = (way.roles for way in question.way_out.calls)
    assert (each, runs) == ({"dataset": "RunID"}, {"repeat": "RunID"})
    assert paths().bench(score="Time(s)", **each).scores.blocks == tuple("123456")
    assert paths().bench(score="Time(s)", **group).scores.blocks == ("20", "50")
    assert paths().bench(score="Time(s)", **runs).scores.block_kind == "run"
    # without a number of its own, a run is rather one of several on an input
    grouped = asked(paths().drop(columns="PathLength"), score="Time(s)")
    assert grouped.way_out.calls[0].roles == {"dataset": "Size", "repeat": "RunID"}
    folds = paths().rename(columns={"RunID": "fold"})
    assert folds.bench(score="Time(s)").scores.block_kind == "fold"


@pytest.mark.parametrize("size", ["n_variants", "target_load", "snr_db"])
def test_loads_and_sizes_are_datasets_before_they_are_settings(size):
    rows = [
        (kind, number, tool, number * (1.0 + place) + len(kind))
        for kind in ("manhattan", "qq")
        for number in (0.6, 0.7, 0.9)
        for place, tool in enumerate(("a", "b"))
    ]
    frame = pd.DataFrame(rows, columns=["workload", size, "tool", "seconds"])
    question = asked(frame, dataset="workload", score="seconds")
    assert question.way_out.calls[0].roles == {"dataset": ["workload", size]}


def test_operations_are_chosen_before_they_are_compared_as_settings():
    rows = [
        (name, operation, trial, (1 + place) * len(operation) + trial / 10)
        for place, (name, operations) in enumerate(
            (
                ("kem", "KeyGen Encaps Decaps"),
                ("dsa", "KeyGen Sign Verify"),
                ("slh", "KeyGen Sign Verify"),
            )
        )
        for operation in operations.split()
        for trial in range(4)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "operation", "trial", "ms"])
    assert asked(frame).way_out.calls[0].roles == {"where": {"operation": "KeyGen"}}


def test_columns_of_two_directions_are_no_datasets():
    text = (
        "model,overlap_atrium,dsc_atrium,hd95_atrium\na,.94,.93,3.4\nb,.95,.92,3.6\nc,.47,.47,137\n"
    )
    with pytest.raises(DesignError, match="one row for each 'model'"):
        _ = table(text).bench.scores


def test_metrics_at_the_front_of_names_say_the_score_of_datasets():
    text = "model,rmse_age,rmse_bmi,rmse_glucose\nmar,6.3,1.4,21.5\nnar,5.3,2.5,28.6\n"
    roles = asked(table(text)).way_out.calls[0].roles
    assert roles == {"columns": "dataset", "score": "rmse"}


def test_columns_that_are_empty_or_of_one_whole_number_are_no_datasets():
    text = (
        "model,melody,rhythm,source,version\na,61.2,55.4,,1.0\nb,74,63.8,,1.0\nc,60.8,54.6,,1.0\n"
    )
    assert "its 2 columns (melody, rhythm) datasets" in str(asked(table(text)))


def test_intervals_and_games_beside_ratings_are_no_datasets():
    text = "Name,Elo,+/-,Games,Points\na,14,36,219,114\nb,149,71,74,52\nc,-53,59,73,31\nd,-143,67,72,22\n"
    with pytest.raises(DesignError, match="nothing to test"):
        _ = table(text).bench.scores


def test_how_runs_ended_names_no_algorithm_and_perhaps_nothing_does():
    text = "verdict,project,likeness,cost\n" + "".join(
        f"{verdict},{project},{likeness},{len(verdict + project) / 7}\n"
        for verdict in ("PLAUSIBLE", "FAILED")
        for project in ("chart", "cli", "closure")
        for likeness in ("same", "different")
    )
    question = asked(table(text))
    assert "columns 'likeness' and 'project' cross" in str(question)
    assert "if all rows are of one algorithm" in question.hint


def test_a_number_called_like_a_model_is_a_setting():
    text = "alias,heads,d_model,epochs,val_acc\na,1,64,15,.9\nb,4,64,15,.98\nc,4,64,15,.81\n"
    with pytest.raises(DesignError, match="measure different things"):
        _ = table(text).bench.scores


def test_parts_of_the_data_above_metrics_are_no_algorithms():
    text = (
        "<table><tr><td rowspan=2>Subtask<td colspan=2>Validation Set<td colspan=2>Testing Set</tr>"
        "<tr><td>DSC<td>NSD<td>DSC<td>NSD</tr><tr><td>a<td>.96<td>.74<td>.92<td>.82</tr>"
        "<tr><td>b<td>.95<td>.80<td>.57<td>.46</tr></table>"
    )
    frame = read_markdown(text.encode())
    assert frame["metric"].unique().tolist() == ["DSC", "NSD"]
    assert not asked(frame, metric="DSC").way_out.calls


def test_underscores_within_names_are_no_emphasis():
    frame = read_markdown(
        b"| model | dice |\n|---|---|\n| net__3d__low | .5 |\n| __unet__ | .4 |\n"
    )
    assert frame["model"].tolist() == ["net__3d__low", "unet"]


def test_directions_of_segmentation_and_of_hits():
    found = [direction_of(name) for name in ("DSC", "NSD", "MASD", "HD95_liver", "hit@10")]
    assert found == [True, True, False, False, True]


def refused(text):
    with pytest.raises(DesignError) as caught:
        _ = table(text).bench.scores
    return str(caught.value)


def test_one_measure_beside_settings_is_no_algorithm():
    text = "probability,sparsity,search_latency\n.001,.999,.012\n.01,.99,.0086\n.05,.95,.0037\n.1,.9,.0018\n"
    assert "search_latency is a measure" in refused(text)


def test_columns_without_names_are_no_algorithms():
    rows = [(name, 8.5 + run, 5.9 * run, 280.2 + run) for name in "abc" for run in (1, 2, 3)]
    frame = pd.DataFrame(rows, columns=[f"column {number}" for number in range(1, 5)])
    with pytest.raises(DesignError, match="have no names, and may measure different things"):
        _ = frame.bench.scores


def test_names_beside_loads_are_algorithms_and_not_repeats():
    rows = [
        (tag, load, 0.2 * load + place, 52.0 * load - place, 42.0 + load * place)
        for place, tag in enumerate(("trt_fp8", "vllm_fp8"))
        for load in (1, 2, 4)
    ]
    frame = pd.DataFrame(rows, columns=["tag", "concurrency", "qps", "out_tok_s", "ttft_p50_ms"])
    first = asked(frame).way_out.calls[0]
    assert first.roles == {"algorithm": "tag", "dataset": "concurrency"}


def test_instances_that_cross_sizes_are_solved_and_not_compared():
    text = (
        "instance,customers,cost,gap_percent,vehicles,elapsed_seconds\n"
        "c101,10,59,0,1,.3\nc101,25,192,0,3,5.6\nc201,10,153,0,2,.4\nc201,25,217,0,2,8.2\n"
    )
    assert "algorithm" not in asked(table(text)).way_out.calls


def test_names_hold_algorithms_and_measures_and_units():
    text = (
        "size,Pandas Time (s),Pandas Memory,cuDF Time (s),cuDF Memory\n1,.1,3,.2,2\n5,.6,9,.3,4\n"
    )
    scores = table(text).bench(metric="Time").scores
    assert (scores.algorithms, scores.blocks) == (("Pandas", "cuDF"), ("1", "5"))


def test_columns_in_different_units_are_not_compared():
    text = "query,Pandas Time (s),Polars Time (ms)\na,1,500\nb,1.1,501\nc,1.2,502\n"
    with pytest.raises(DesignError):
        _ = table(text).bench.scores


def test_names_of_algorithms_do_not_say_the_direction():
    text = "dataset,Time Series Forest,Time Series Transformer\na,.9,.5\nb,.91,.52\nc,.93,.51\n"
    with pytest.raises(DirectionError):
        _ = table(text).bench.scores


def test_what_only_one_algorithm_has_is_left_out_of_joined_names():
    text = (
        "N,cells,cg_time,cg_error,cg_restarts,sor_time,sor_error\n"
        "32,1024,.0006,3.6e-12,1,.0012,2.9e-10\n64,4096,.004,4e-12,2,.03,3.4e-10\n"
    )
    scores = table(text).bench(metric="time").scores
    assert (scores.algorithms, scores.blocks) == (("cg", "sor"), ("32", "64"))


def test_an_algorithm_may_be_called_like_a_unit():
    numbers = np.random.default_rng(0).random((12, 3))
    scores = pd.DataFrame(numbers, columns=["R", "S", "T"]).bench(higher_is_better=True).scores
    assert scores.algorithms == ("R", "S", "T")
