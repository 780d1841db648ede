"""Timings of programs: sizes beside times, counts beside times, files in rows, and what tells rows apart."""

import itertools

import pandas as pd
import pytest
from stranger_tables import asked, table

from benchreport.errors import DataError, DesignError


def test_rounded_times_beside_sizes_are_scores_and_no_steps():
    # times repeat within runs by chance
    rows = [
        (name, 4 * 2**place, round(0.02 + factor * 2**place / 700, 2))
        for name, factor in (("shell", 1), ("quick", 2), ("heap", 3))
        for place in range(12)
    ]
    frame = pd.DataFrame(rows, columns=["Algorithm", "InputSize", "Time"])
    error = asked(frame)
    assert "does column 'InputSize' name the datasets" in error.message
    scores = frame.bench(**error.way_out.calls[0].roles).scores
    assert (scores.score, scores.higher_is_better, len(scores.blocks)) == ("Time", False, 12)


@pytest.mark.parametrize(
    "text",
    [
        # settings and counts of several sizes
        "strategy,readers,ttl_ms,fetches,early\nnaive,1000,900,5000,0\nlease,1000,900,5,0\nsoon,1000,900,25,9\n",
        "name,result,tick,depth\nifetch.E.aag,FAIL,20,\neisenberg.E.aag,FAIL,14,\ngigamax.B.aag,OK,2,5\n",
        "kernel,gpu-id,tid,grd,lds\nhadamard<256>,1,3447351,8388608,32768\nnormal<4>,1,3447351,65536,0\n",
    ],
)
def test_what_was_counted_and_set_is_no_score_on_datasets(text):
    with pytest.raises(DesignError, match=r"there is nothing to test: .* measure different things"):
        _ = table(text).bench.scores


def test_programs_in_files_are_what_compilers_ran_on():
    text = (
        "program,ours_ms,rustc_ms,gcc_ms,ratio_gcc\nfib.rs,9.5,364,278,29\nsort.rs,8.6,347,249,28\n"
    )
    scores = table(text).bench.scores
    assert (scores.algorithms, scores.blocks) == (("ours", "rustc", "gcc"), ("fib.rs", "sort.rs"))
    assert not scores.higher_is_better
    error = asked(table("program,ours,gcc\nfib.rs,9.5,364\nsort.rs,8.6,347\n"))
    assert error.way_out.calls[0].roles == {"dataset": "program"}


def test_one_row_for_each_format_has_nothing_to_test():
    text = "Matrix,Format,Memory_MB,Time_ms,GFLOPS,Bandwidth,Fill\nm,COO,3,2,.2,2.1,1\nm,CSR,2,4,.1,.9,2\n"
    error = asked(table(text))
    roles = error.way_out.calls[0].roles
    assert roles == {"algorithm": "Format"}
    with pytest.raises(DesignError, match="one row for each 'Format'"):
        _ = table(text).bench(**roles).scores


def test_a_scenario_is_not_proposed_as_an_algorithm():
    rows = [
        (name, workers, 1600 // workers, workers / 16)
        for name in ("independent", "chain", "diamond")
        for workers in (1, 2, 4, 8)
    ]
    frame = pd.DataFrame(rows, columns=["scenario", "worker_count", "total_ms", "tasks_per_second"])
    assert "add a column that says which algorithm" in str(asked(frame).way_out)


def _workloads() -> pd.DataFrame:
    """Return times and counts of structures, of which one ran on one workload, with a variant of another."""
    cases = [("W1", "-"), ("W2", "-"), ("W3", "head"), ("W3", "middle")]
    rows = [
        (workload, variant, structure, n, n / 7 + place, n * place, n + place)
        for n in (100, 1000, 10000)
        for place, ((workload, variant), structure) in enumerate(
            itertools.product(cases, ("Array", "List"))
        )
    ]
    rows += [("W4", "-", "Heap", n, n / 9, n * 3, n * 2) for n in (100, 1000, 10000)]
    names = ["workload", "variant", "structure", "n", "time_ms", "steps", "moves"]
    return pd.DataFrame(rows, columns=names)


def test_workloads_sizes_and_variants_are_datasets_by_the_hints():
    frame, roles = _workloads(), {"score": "time_ms"}
    assert asked(frame).way_out.calls[0].roles == roles
    sizes = asked(frame, **roles).way_out.calls[0].roles
    assert sizes == {"dataset": ["workload", "n"]}
    with pytest.raises(DataError, match="more than one score") as refused:
        _ = frame.bench(**roles, **sizes).scores
    (datasets, factors, *_) = (call.roles for call in refused.value.way_out.calls)
    assert datasets == {"dataset": ["workload", "n", "variant"]}
    assert factors == {"factors": ["structure", "variant"]}
    scores = frame[frame["structure"] != "Heap"].bench(**roles, **datasets).scores
    assert (scores.algorithms, len(scores.blocks)) == (("Array", "List"), 12)


def test_settings_that_tell_rows_apart_are_compared_without_repeats():
    # one strategy has no blocks
    ways = [("block", 500), ("block", 50), ("block", 5), ("byte", 0)]
    ways += [("plain", 500), ("plain", 50), ("plain", 5), ("bare", 0)]
    rows = [(act, *way, place) for act in "WR" for place, way in enumerate(ways, 1)]
    frame = pd.DataFrame(rows, columns=["operation", "strategy", "blockSize", "durationInMs"])
    with pytest.raises(DataError, match="more than one score") as refused:
        _ = frame.bench(dataset="operation").scores
    assert refused.value.way_out.calls[0].roles == {"factors": ["strategy", "blockSize"]}


def test_a_mode_at_each_size_may_be_the_algorithm():
    rows = [
        (size, mode, size * cost)
        for size in (64, 128, 256)
        for mode, cost in (("serial", 0.1), ("gpu", 0.02))
    ]
    frame = pd.DataFrame(rows, columns=["Size", "Mode", "TimePerStep"])
    error = asked(frame)
    assert "which 'Size' tells apart; does it name the algorithms?" in error.message
    scores = frame.bench(**error.way_out.calls[0].roles).scores
    assert (scores.algorithms, scores.higher_is_better) == (("serial", "gpu"), False)


def test_one_row_with_a_label_holds_no_predictions():
    with pytest.raises(DesignError, match="there is nothing to test"):
        _ = table(
            "label,version,size,mean_seconds,max_seconds\nfast,3.14.7,16,1.37,1.42\n"
        ).bench.scores


@pytest.mark.parametrize(
    "text",
    [
        "db,a_p50,a_avg,load_10c_qps,load_20c_qps,load_40c_qps\nx,27,28,36,73,146\ny,26,29,35,72,145\n",
        "dataset,n,best_fitness,knn_test_accuracy,knn_test_balanced_accuracy\na,30,.03,.92,.93\nb,13,.02,.97,.98\n",
    ],
)
def test_one_measure_under_several_loads_is_not_of_several_algorithms(text):
    with pytest.raises(DesignError, match="measure different things") as refused:
        _ = table(text).bench.scores
    assert refused.value.way_out.calls == []


def test_fractions_of_seconds_are_times_and_whole_numbers_may_be_counts():
    frame = table(
        "Structure,Dataset,Insert(s),Find(s)\ntree,10,.5,.3\nhash,10,.1,.2\ntree,99,2.5,1.3\nhash,99,.7,.2\n"
    )
    assert asked(frame).way_out.calls[0].roles == {"score": "Insert(s)"}
    assert not frame.bench(score="Insert(s)").scores.higher_is_better
    counts = frame.assign(**{"Insert(s)": [5, 3, 4, 2]})
    assert asked(counts, score="Insert(s)").way_out.calls[0].roles == {"higher_is_better": True}


def test_columns_called_times_are_asked_about_with_lower_first():
    error = asked(
        table("Rows,Pandas Time (s),Polars Time (s),Speedup\n1M,1.4,.08,12\n5M,4.2,.9,25\n")
    )
    assert error.way_out.calls[0].roles == {"higher_is_better": False}
