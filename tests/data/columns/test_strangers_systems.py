"""Timings of programs: sizes beside times, counts beside times, files in rows, and what tells rows apart."""

import itertools
import json

import numpy as np
import pandas as pd
import pytest
from stranger_tables import asked, table

from benchreport.data.readers.delimited import read_delimited
from benchreport.data.readers.json_text import read_json
from benchreport.errors import DataError, DesignError, RoleError


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
    with pytest.raises(DesignError, match="one row for each 'Format'"):
        _ = table(text).bench.scores


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


def test_columns_called_times_hold_times():
    text = "Rows,Pandas Time (s),Polars Time (s),Speedup\n1M,1.4,.08,12\n5M,4.2,.9,25\n"
    scores = table(text).bench.scores
    assert (scores.score, scores.higher_is_better) == ("time", False)


def test_numbers_within_their_columns_are_no_names():
    rows = [(260 + 7 * (n % 4), 4990 + n % 3, 55 + n % 5) for n in range(8)]
    text = "".join("{};{};;{}\n".format(*row) for row in [(266, 4991, 57), *rows])
    with pytest.raises(DesignError, match="have no names"):
        _ = read_delimited(text.encode()).bench.scores
    # times with 10, 20 and 40 threads
    threads = "10,20,40\n" + "".join("90,45,23\n" for _ in range(4))
    assert [*read_delimited(threads.encode()).columns] == ["10", "20", "40"]


def test_remarks_between_rows_do_not_make_names_of_the_first():
    blocks = (
        f"Test of {n} elements\n"
        + "".join(f"insertion,{n},random,{run},{n * run}\n" for run in range(1, 7))
        for n in (10, 100)
    )
    frame = read_delimited("".join(blocks).encode())
    assert frame.columns[0] == "column 1"
    with pytest.raises(DesignError, match="have no names"):
        _ = frame.bench.scores


def test_the_time_of_a_cpu_is_of_one_more_program():
    text = "H,W,repeats,cpu_ms,gpu_naive_ms,gpu_tiled_ms,cpu_vs_gpu_speedup\n" + "".join(
        f"{n},{n},3,{n / 10},{n / 500},{n / 900},360.5\n" for n in (1024, 2048, 4096)
    )
    scores = table(text).bench.scores
    assert scores.algorithms == ("cpu", "gpu_naive", "gpu_tiled")


def test_a_part_with_one_score_each_is_not_proposed_first():
    rows = [
        (name, weight, cost * weight)
        for weight in (1, 10, 50)
        for name, cost in (("hc", 3.1), ("sa", 3.4))
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "lambda", "mean_cost"])
    assert asked(frame).way_out.calls[0].roles == {"dataset": "lambda"}


def test_iterations_counted_one_by_one_are_no_setting():
    rows = [
        (problem, alpha, name, turn, turn + alpha + len(name + problem))
        for problem in ("n32", "n33k")
        for alpha in (0.0, 0.1)
        for turn in range(3)
        for name in ("grasp", "ils")
    ]
    names = ["instance", "alpha", "metaheuristic", "iteration", "cost"]
    frame = pd.DataFrame(rows, columns=names)
    first, *_, last = asked(frame).way_out.calls
    assert first.roles == {"dataset": ["instance", "alpha"]}
    assert last.roles == {"factors": ["metaheuristic", "alpha"]}


def test_what_metric_a_solver_uses_is_a_setting_beside_times():
    settings = itertools.product(("near", "save"), ("time", "distance"), (False, True))
    rows = [
        (instance, *setting, 10.5 + place + instance)
        for place, setting in enumerate(settings)
        for instance in (1, 2, 3)
    ]
    names = ["instance", "solver", "nn_metric", "improved", "runtime_seconds"]
    frame = pd.DataFrame(rows, columns=names)
    roles = {"score": "runtime_seconds", "factors": ["solver", "improved"]}
    calls = asked(frame, **roles).way_out.calls
    # the columns that were joined are named again
    assert {"factors": ["solver", "improved", "nn_metric"]} in [call.roles for call in calls]


def test_runs_with_several_measures_are_independent():
    text = "Queue,Time(ms),Throughput\n" + "".join(
        f"{name},{time + run},{1e9 / (time + run)}\n"
        for name, time in (("lock", 150), ("free", 130))
        for run in range(5)
    )
    scores = table(text).bench(algorithm="Queue", score="Throughput").scores
    assert (scores.block_kind, len(scores.blocks)) == ("run", 5)
    # a learning rate may tell them apart
    tuned = table(text).rename(columns={"Time(ms)": "lr"})
    with pytest.raises(DataError, match="more than one score"):
        _ = tuned.bench(algorithm="Queue", score="Throughput").scores


def test_operations_are_what_scenarios_did():
    rows = [
        (scenario, f"/mnt/{scenario}", turn, act, 0.2 + turn / 100 + place)
        for place, scenario in enumerate(("plain", "luks", "vera"))
        for turn in range(1, 4)
        for act in ("write", "read")
    ]
    names = ["scenario", "target", "iteration", "operation", "wall_seconds"]
    frame = pd.DataFrame(rows, columns=names)
    # no cell is one of the targets, so these are no true labels
    roles = asked(frame).way_out.calls[0].roles
    assert roles == {"algorithm": "scenario", "dataset": "operation"}


def test_what_two_results_share_is_of_no_algorithm():
    text = "nodes,dijkstra_time,bellman_ford_time,dijkstra_length,bellman_ford_length,same_result\n"
    text += "".join(f"{n},{n / 9},{n / 3},{n},{n},True\n" for n in (100, 300, 1000, 3000))
    scores = table(text).bench(metric="time").scores
    assert (scores.algorithms, len(scores.blocks)) == (("dijkstra", "bellman_ford"), 4)


def test_an_exact_algorithm_has_times_on_examples():
    text = "example,k,approx_time,exact_time,approx_cost,exact_cost\n"
    text += "".join(f"g{n}.txt,1,{n / 90},{n / 3},{n + 2},{n}\n" for n in range(1, 6))
    scores = table(text).bench(metric="time").scores
    assert (scores.algorithms, len(scores.blocks)) == (("approx", "exact"), 5)


def test_sizes_that_rise_are_no_algorithm_beside_whole_times():
    text = "Size,Selection,Insertion,Std\n" + "".join(
        f"{n},{n * n // 900},{n * n // 300},{n // 800}\n" for n in (100, 1000, 3000, 5000, 10000)
    )
    assert table(text).bench(higher_is_better=False).scores.algorithms[0] == "Selection"


def test_languages_at_each_size_may_be_algorithms():
    rows = [
        (language, size, size * cost + run / 7)
        for language, cost in (("cpp", 0.3), ("go", 2.5), ("python", 27.5))
        for size in (500, 1000, 2000)
        for run in range(5)
    ]
    frame = pd.DataFrame(rows, columns=["Lenguaje", "N", "Tiempo_segundos"])
    frame.insert(0, "Id", range(1, len(frame) + 1))
    roles = asked(frame).way_out.calls[0].roles
    assert roles == {"algorithm": "Lenguaje", "dataset": "N"}
    scores = frame.bench(**roles).scores
    assert (len(scores.algorithms), len(scores.blocks)) == (3, 3)
    columns = table("Command,Julia,R,Stata\nols,1.2,16.4,1.6\ncluster,1.3,10.5,10.4\n")
    assert asked(columns).way_out.calls[0].roles == {"dataset": "Command"}


def test_two_sums_beside_other_counts_are_no_datasets():
    text = "algorithm,fees,weight,fill,items,time_ms\ngreedy,14462,99998,1,828,.15\nsa,14439,99999,1,84,90\n"
    with pytest.raises(DesignError, match="one row for each 'algorithm'"):
        _ = table(text).bench.scores


def test_a_run_that_was_measured_twice_is_no_curve():
    rows = [
        (s, f"p{p}", p + 3 + (s == "ils"), 9.0 * p + len(s))
        for s in ("aco", "ils", "ga")
        for p in range(5)
    ]
    frame = pd.DataFrame(
        [*rows, ("ils", "p2", 2, 30.0)], columns=["solver", "dataset", "n_vehicles", "time"]
    )
    with pytest.raises(DataError, match="1 cell has more than one score: ils on p2") as refused:
        _ = frame.bench.scores
    # and what differs between these two is no setting, and was counted
    assert [way.roles for way in refused.value.way_out.calls] == [{"missing": "available"}]


def test_a_score_of_all_algorithms_is_proposed_before_those_of_some():
    rows = [
        (
            seed,
            k,
            name,
            0.9 - k / 50 - seed / (90 + len(name)),
            seed % 2 == 0,
            None if name == "exact" else seed / k,
        )
        for seed in range(6)
        for k in (3, 4)
        for name in ("exact", "walk", "anneal")
    ]
    frame = pd.DataFrame(rows, columns=["seed", "k", "method", "ratio", "is_optimal", "accuracy"])
    roles = asked(frame).way_out.calls[0].roles
    assert roles == {"score": "ratio", "higher_is_better": True}
    # how runs ended is no setting
    hint = asked(frame, **roles).way_out
    assert hint.calls[0].roles == {"dataset": "k"}
    assert "is_optimal" not in str(hint)


def test_ratios_and_volumes_are_measures():
    text = "File,Type,Size,RatioPct,SpeedMBs,StdMBs\na.bin,zip,1024,51.2,.18,.03\nb.txt,txt,24,57.1,.2,.1\n"
    prices = "Date,Close,High,Low,Volume\n2024-01-02,5.7,5.8,5.6,4025180\n2024-01-03,5.6,5.7,5.4,3925180\n"
    for each in (text, prices):
        with pytest.raises(DesignError, match="there is nothing to test"):
            _ = table(each).bench.scores


def test_sizes_tell_wide_repeats_apart_as_datasets():
    rows = [(size, r, size / 90 + r, size / 300 + r) for size in (100, 200, 300) for r in range(5)]
    frame = pd.DataFrame(rows, columns=["fence_length", "repetition", "exact_ms", "greedy_ms"])
    with pytest.raises(DataError, match="more than one score") as refused:
        _ = frame.bench.scores
    roles = refused.value.way_out.calls[0].roles
    assert roles == {"dataset": "fence_length"}
    assert frame.bench(**roles).scores.algorithms == ("exact", "greedy")


def test_lists_of_times_in_records_are_repeats():
    records = [
        {"tool": tool, "size": size, "timings": [size / 9 + len(tool), size / 8]}
        for tool in ("zip", "parallel")
        for size in (100, 200, 300)
    ]
    frame = read_json(json.dumps(records).encode())
    assert list(frame) == ["tool", "size", "timings", "repeat"]
    assert frame["repeat"].tolist() == [0, 1] * 6
    # of two lists nothing says which runs belong together
    records = [record | {"other": [1, 2]} for record in records]
    assert len(read_json(json.dumps(records).encode())) == 6


def test_a_row_for_each_pair_of_sizes_has_datasets_of_two_columns():
    rows = [
        (rows, cols, rows * cols // 90 + 3, rows // 70 + cols, rows // 50)
        for cols in (2, 3, 4)
        for rows in (400, 2000, 10000, 50000)
    ]
    frame = pd.DataFrame(rows, columns=["rows", "cols", "batch", "copy", "unnest"])
    error = asked(frame)
    assert error.message == "do 'rows' and 'cols' number the datasets?"
    assert error.way_out.calls[0].roles == {"dataset": ["rows", "cols"]}
    scores = frame.bench(**error.way_out.calls[0].roles, higher_is_better=False).scores
    assert (scores.algorithms, len(scores.blocks)) == (("batch", "copy", "unnest"), 12)


def test_capitals_end_where_a_word_begins():
    text = "Instance,N,GreedyCost,GreedyTime,DPCost,DPTime,FloydCost,FloydTime\n"
    text += "".join(f"{n},{9 * n},{n}70,1.7e-06,{n}50,3.9e-06,{n}51,7.5e-06\n" for n in range(1, 6))
    with pytest.raises(RoleError, match="FloydCost algorithms") as refused:
        _ = table(text).bench.scores
    roles = refused.value.way_out.calls[0].roles
    assert roles == {"algorithm": ["GreedyCost", "DPCost", "FloydCost"], "score": "cost"}
    scores = table("Instancia,A,B,Diferenca\neil.tsp,584,520,89\nst.tsp,888,797,90\n").bench(
        higher_is_better=False
    )
    assert scores.scores.algorithms == ("A", "B")


def test_what_leaves_cells_with_several_scores_is_not_named_as_repeat():
    rows = [("cbs", 10, 5.1, 3), ("cbs", 10, 5.3, 3), ("cbs", 20, 9.1, 7), ("pibt", 10, 1.2, 0)]
    frame = pd.DataFrame(
        [*rows, ("pibt", 20, 2.2, 0)], columns=["solver", "agents", "time", "nodes"]
    )
    with pytest.raises(DataError, match="cbs on 10") as refused:
        _ = frame.bench(dataset="agents", score="time").scores
    assert "nodes" not in str(refused.value.way_out)


def test_phases_of_a_run_that_add_up_to_its_total_are_no_algorithms():
    rng = np.random.default_rng(0)
    phases = rng.uniform(1, 9, (9, 3)).round(3)
    frame = pd.DataFrame(phases, columns=["connect_ms", "handshake_ms", "send_ms"])
    frame["total_ms"] = phases.sum(axis=1) + 0.1
    frame.insert(0, "mode", np.repeat(["kem", "hybrid", "plain"], 3))
    frame.insert(1, "run_id", np.tile(range(3), 3))
    with pytest.raises(DesignError, match="measure different things") as caught:
        _ = frame.bench.scores
    assert "if 'mode' names them: df.bench(algorithm='mode')" in caught.value.hint
    runs = frame.bench(algorithm="mode", score="total_ms").scores
    assert (runs.algorithms, runs.higher_is_better) == (("kem", "hybrid", "plain"), False)
    # without a total, they may be programs
    assert len(frame.drop(columns="total_ms").bench.scores.algorithms) == 3


@pytest.mark.parametrize(
    ("means", "spreads"),
    [
        (["svm", "knn"], ["svm_std", "knn_std"]),
        (["mean_svm", "mean_knn"], ["std_svm", "std_knn"]),
        (["avg_fidelity_old", "avg_fidelity_new"], ["sd_fidelity_old", "sd_fidelity_new"]),
    ],
)
def test_how_much_scores_vary_is_no_algorithm(means, spreads):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.uniform(0.5, 1, (6, 2)), columns=means)
    frame[spreads] = rng.uniform(0.01, 0.05, (6, 2))
    frame = frame[[name for pair in zip(means, spreads, strict=True) for name in pair]]
    frame.insert(0, "dataset", list("uvwxyz"))
    assert frame.bench(higher_is_better=True).scores.algorithms == tuple(means)


def test_variants_of_algorithms_that_are_called_like_spreads_are_compared():
    scores = np.random.default_rng(0).uniform(0.5, 1, (6, 4))
    frame = pd.DataFrame(scores, columns=["resnet", "resnet_se", "ours", "ours_high"])
    frame["ours_high"] /= 10
    assert len(frame.bench(higher_is_better=True).scores.algorithms) == 4


@pytest.mark.parametrize("size", ["size", "N", "input_size"])
def test_sizes_that_differ_in_each_row_name_the_rows_of_a_wide_table(size):
    frame = pd.DataFrame({size: [500, 1000, 2000, 512], "seq (ms)": [3.1, 9.2, 40.0, 7.5]})
    frame["par (ms)"] = [1.2, 3.3, 9.8, 2.0]
    scores = frame.bench.scores
    assert scores.blocks == ("500", "1000", "2000", "512")
    assert scores.algorithms == ("seq", "par")
    named = frame.assign(dataset=list("abcd")).bench.scores
    assert named.blocks == tuple("abcd")


def test_a_hint_may_name_as_a_factor_what_joined_names_give():
    rows = [
        (f"g{graph}.txt", k, 0.1 * k, 0.2 * k * graph, 6 * k, k)
        for graph in (1, 2, 3)
        for k in (1, 2)
    ]
    frame = pd.DataFrame(
        rows, columns=["example", "k", "approx_time", "exact_time", "approx_cost", "exact_cost"]
    )
    error = asked(frame, metric="time")
    last = error.way_out.calls[-1].roles
    assert {*last["factors"]} == {"algorithm", "k"}
    scores = frame.bench(**{"metric": "time", **last}).scores
    assert len(scores.algorithms) == 4
    with pytest.raises(RoleError, match="factors='depth' is not a column"):
        _ = frame.bench(metric="time", factors=["algorithm", "depth"]).scores


def test_groups_of_instances_are_no_algorithms():
    lines = ["Group,Instance,Items,Capacity,Total Value,Solve Time (s),Status"]
    for group, time in (("uncorrelated", 0.1), ("strong", 2.5)):
        lines += [
            f"{group},s0{name}.kp,{n},{n * 300 + 7 * name + 90 * time:.0f},{n * name},{time},OPTIMAL"
            for name, n in itertools.product((1, 2), (50, 100, 200))
        ]
    for roles in ({}, {"score": "Total Value", "higher_is_better": True}):
        error = asked(table("\n".join(lines)), **roles)
        assert error.hint == "add a column that says which algorithm each score is of"
