"""What is proposed first: scores before side measures, times where a limit stopped runs, and no p-values."""

import itertools

import numpy as np
import pandas as pd
import pytest
from stranger_tables import asked, table

from benchreport.errors import DesignError, DirectionError, RoleError

RUNS = list(itertools.product("abc", ("x", "y", "z", "w")))


def numbers(**columns):
    frame = pd.DataFrame(RUNS, columns=["method", "instance"])
    for place, (name, values) in enumerate(columns.items(), start=2):
        frame[name] = (
            values if values is not None else [(place * at) % 13 + 0.5 for at in range(12)]
        )
    return frame


def first_way(frame, **roles):
    return asked(frame, **roles).way_out.calls[0].roles


def test_a_mean_comes_before_its_time_and_its_best_says_the_direction():
    mean = pd.Series([3.5 + at % 5 for at in range(12)])
    error = asked(numbers(best=mean - 0.25, mean=mean, time_mean=None))
    assert [way.roles for way in error.way_out.calls] == [{"score": "mean"}, {"score": "time_mean"}]
    for best, higher in ((mean - 0.25, False), (mean + 0.25, True)):
        frame = numbers(best=best, mean=mean, time_mean=None)
        assert frame.bench(score="mean").scores.higher_is_better is higher


def test_costs_of_other_languages_are_costs_and_chances_of_success_come_last():
    assert first_way(numbers(custo_total=None, tempo_s=None)) == {"score": "custo_total"}
    assert first_way(numbers(success_probability=None, gap_percent=None)) == {
        "score": "gap_percent"
    }


def test_what_a_test_found_is_no_score():
    frame = numbers(baseline=None, p=[at / 100 for at in range(1, 13)])
    assert frame.bench(higher_is_better=True).scores.score == "baseline"
    # a number of things may be called so
    assert "2 columns could be the score" in asked(numbers(baseline=None, p=None)).message
    wide = table("task,svm,knn,KW_q\na,0.5,0.75,0.01\nb,0.25,0.5,0.02\nc,0.75,0.625,0.03\n")
    assert wide.bench(higher_is_better=True).scores.algorithms == ("svm", "knn")


def test_counts_of_results_are_no_repeats():
    frame = pd.concat([numbers(n_cars=[3, 4, 5, 6] * 3, cost=None)] * 2, ignore_index=True)
    frame["n_cars"] += [0] * 12 + [1] * 12
    frame["cost"] += [0] * 12 + [0.25] * 12
    assert "n_cars" not in str(asked_cells(frame))


def asked_cells(frame, score="cost"):
    try:
        return frame.bench(score=score).scores
    except ValueError as error:
        return error


def test_a_column_of_notes_with_some_numbers_is_no_algorithm():
    frame = table(
        'Benchmark,Before,After,Rule\npack,7.95 μs,0.9 μs,"1, 2"\nunpack,12.5 μs,1.75 μs,6\n'
        "upper,17.25 μs,1.5 μs,6 (accepted)\nlower,15 μs,1.25 μs,3\n"
    )
    scores = frame.bench.scores
    assert (scores.algorithms, scores.higher_is_better) == (("Before", "After"), False)


def test_runs_that_a_limit_stopped_are_times():
    text = "instance,MTZ,lazy,GG\nburma,0.25,0.5,1.5\natt,1800,1800,7.25\neil,1800,1800,503.5\n"
    error = asked(table(text))
    assert "4 cells are 1800, as of runs that a limit stopped" in error.message
    assert error.way_out.calls[0].roles == {"higher_is_better": False}
    assert "limit" not in asked(table(text.replace("1800", "1801"))).message


def test_scores_that_span_orders_of_magnitude_are_rather_times():
    text = "instance,MTZ,lazy\nburma,0.25,0.5\natt,18.5,16\neil,1805,1803\n"
    assert first_way(table(text)) == {"higher_is_better": False}
    shares = "instance,MTZ,lazy\nburma,0.25,0.5\natt,0.5,0.75\neil,0.05,0.03\n"
    assert first_way(table(shares)) == {"higher_is_better": True}


def test_what_each_size_took_is_no_curve_of_sizes():
    rows = [
        (name, 2**at, 0.001 * at**2 * place)
        for place, name in enumerate(("quick", "heap"), 1)
        for at in range(1, 9)
    ]
    frame = pd.DataFrame(rows, columns=["Algorithm", "Size", "Time"])
    assert first_way(frame) == {"dataset": "Size"}
    assert frame.bench(dataset="Size").scores.score == "Time"


def test_speeds_of_loads_are_no_curves_either():
    rows = [
        (1000 * at, name, 60.5 * at + len(name)) for at in range(1, 9) for name in ("old", "newer")
    ]
    frame = pd.DataFrame(rows, columns=["iter", "impl", "throughput"])
    assert asked_cells(frame, "throughput").way_out.calls[0].roles == {"dataset": "iter"}
    rewards = frame.rename(columns={"throughput": "reward"})
    assert asked_cells(rewards, "reward").way_out.calls[0].roles == {"step": "iter"}


def test_times_that_another_column_compares_are_of_algorithms():
    text = (
        "level,name,c_us,rs_us,speedup\nx,sin,1.5,1.25,1.2\nx,cos,2.5,2.75,0.9\nx,log,0.5,0.25,2\n"
    )
    scores = table(text).bench.scores
    assert (scores.algorithms, scores.blocks) == (("c", "rs"), ("sin", "cos", "log"))
    assert not scores.higher_is_better


def test_settings_that_some_algorithms_lack_are_compared_with_them():
    rows = [
        (task, model, setting, at + len(model) / 10 + len(setting or "") / 20)
        for at, task in enumerate("abcd")
        for model, setting in [("own", "bow"), ("own", "tfidf"), ("plain", None)]
    ]
    frame = pd.DataFrame(rows, columns=["Task", "Model", "Embedding", "AUC"])
    assert first_way(frame) == {"factors": ["Model", "Embedding"]}
    assert len(frame.bench(factors=["Model", "Embedding"]).scores.algorithms) == 3


def test_the_mean_of_what_spans_orders_of_magnitude_is_rather_lower():
    values = [10.0**at for at in range(12)]
    error = asked(numbers(mean=values, median=[value + 1 for value in values]))
    assert error.way_out.calls[0].roles == {"score": "mean", "higher_is_better": False}
    # points of games are of any size
    text = "game,dqn,ppo\npong,20.5,21\nseaquest,1800.5,5286\nqbert,13000,10596\n"
    assert first_way(table(text)) == {"higher_is_better": True}


def test_units_at_the_end_of_names_are_of_different_measures():
    text = "mode,co2_per_km,people_avg,yearly_co2_kg\ncar,192,1.5,640\nbus,89,30,14.5\nbike,0,1,0\n"
    with pytest.raises(DesignError, match="measure different things"):
        _ = table(text).bench.scores


def test_whole_scores_of_an_algorithm_called_like_the_others_were_not_set():
    rows = "a.vrp,773,931.5,972.25\nb.vrp,725,806.5,1059.5\nc.vrp,901,955.25,990.5\n"
    scores = table(f"file,milp_dist,ga_dist,sa_dist\n{rows}").bench(higher_is_better=False).scores
    assert scores.algorithms == ("milp_dist", "ga_dist", "sa_dist")


def test_a_tolerance_names_rows_and_a_map_that_is_text_is_a_place():
    text = "tolerance,own_error,old_error\n0.01,0.5,0.4\n0.001,0.3,0.35\n0.0001,0.2,0.28\n"
    scores = table(text).bench.scores
    assert (scores.algorithms, scores.blocks) == (
        ("own_error", "old_error"),
        ("0.01", "0.001", "0.0001"),
    )
    rows = [
        (place, task, name, len(name) + at // 3, len(name) * 1.5 + at**2)
        for at, (place, task, name) in enumerate(
            itertools.product(("s", "l"), ("far", "all"), ("bfs", "dfs", "astar"))
        )
    ]
    frame = pd.DataFrame(rows, columns=["map", "problem", "algorithm", "path_length", "time_ms"])
    assert first_way(frame, score="time_ms") == {"dataset": ["problem", "map"]}


def test_how_a_run_failed_is_no_algorithm_and_an_empty_column_no_score():
    kinds = ["none"] * 5 + ["slip", "none", "slip"] + ["drop"] * 4
    frame = pd.DataFrame(
        {"condition": [*"aaaabbbbcccc"], "seed": [0, 1, 2, 3] * 3, "force": range(12)}
        | {"failure_type": kinds, "at": [f"{place} s" for place in range(12)]}
    )
    assert first_way(frame) == {"algorithm": "condition"}
    scores = numbers(note=[None] * 12, gap=None).bench.scores
    assert scores.score == "gap"


def test_settings_may_be_absent_of_one_algorithm_and_of_some_runs_of_another():
    rows = [
        (task, model, depth, at + (depth or 0) / 4 + len(model) / 10)
        for at, task in enumerate("abcd")
        for model, depth in [("dp", None), ("rdp", 1), ("rdp", 2), ("astar", None), ("astar", 1)]
    ]
    frame = pd.DataFrame(rows, columns=["instance", "algo", "L", "cost"])
    assert len(frame.bench(factors=["algo", "L"]).scores.algorithms) == 5


def test_costs_on_instances_are_rather_lower():
    text = "Instances,vns,chain\ni1,607,608\ni2,828,923\ni3,1001,1003\n"
    assert first_way(table(text)) == {"higher_is_better": False}


@pytest.mark.parametrize("rows", [[1], [0, 1, 2, 3]])
def test_rows_without_any_score_lead_to_no_warning_when_a_direction_is_asked(rows):
    frame = table("dataset,rocket,tree\na,1,2\nb,2,3\nc,3,4.5\nd,4,1\n")
    frame.loc[rows, ["rocket", "tree"]] = np.nan
    with pytest.raises(DirectionError):
        _ = frame.bench.scores


def test_benchmarks_of_several_sizes_are_what_is_compared():
    text = "Benchmark,10,100,1000\nArrayList,1,3,40\nLinkedList,2,4,60\nArrayDeque,1.1,3,35\n"
    with pytest.raises(
        RoleError, match="are the rows of the table \\(ArrayList, LinkedList"
    ) as error:
        _ = table(text).bench.scores
    assert error.value.way_out.calls[0].roles["columns"] == "dataset"


def test_lengths_that_were_found_are_scores_before_what_runs_took():
    rows = [
        (
            instance,
            name,
            12 + place,
            56 + at * (9 + 7 * place + seed),
            10 - at + seed / 7,
            at + seed / 9,
        )
        for at, name in enumerate(("aco", "nn", "pso"))
        for place, instance in enumerate(("t12", "t21", "t30"))
        for seed in range(3)
    ]
    names = ["instance", "algorithm", "n", "length", "seconds", "time_to_best"]
    frame = pd.DataFrame(rows, columns=names)
    ways = [way.roles for way in asked(frame).way_out.calls]
    assert [way.get("score") for way in ways] == ["length", "length", "seconds"]
    first = frame.bench.check().steps[0]
    assert str(first) == "df.bench(score='length', higher_is_better=True).check()"
    # the length of each instance is none
    given = frame.assign(length=frame["n"] * 10)
    assert "length" not in str(asked(given))


def test_numbers_of_runs_are_taken_off_the_names_of_algorithms():
    names = [f"{name}_r{run}" for name in ("gw_t5", "qaoa_p1") for run in range(4)]
    rows = [
        (name, graph, 3.5 + at + place)
        for at, name in enumerate(names)
        for place, graph in enumerate(("a", "b", "c"))
    ]
    frame = pd.DataFrame(rows, columns=["alg", "graph", "accuracy"])
    scores = frame.bench.scores
    assert (scores.algorithms, scores.size) == (
        ("gw_t5", "qaoa_p1"),
        "2 algorithms × 3 datasets, 4 scores each",
    )
    more = pd.concat([frame, frame[:3].assign(alg="solver")], ignore_index=True)
    assert more.bench(missing="available").scores.algorithms == ("gw_t5", "qaoa_p1", "solver")
    # two releases are no runs
    few = frame[frame["alg"].str.contains("r[01]")]
    assert len(few.bench.scores.algorithms) == 4
