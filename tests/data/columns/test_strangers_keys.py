"""Columns that say whose a row is, beside others that seem to."""

import pandas as pd
import pytest

from benchreport.data.readers.json_text import read_json_lines
from benchreport.errors import DataError, DesignError, RoleError
from tests.stranger_tables import asked, table


def test_names_that_join_two_columns_which_cross_leave_these_to_name_the_rows():
    text = "case,workload,cpu,ipc\nm_a,m,a,0.4\nm_b,m,b,2.6\np_a,p,a,0.1\np_b,p,b,0.3\n"
    assert asked(table(text)).way_out.calls[0].roles == {"algorithm": "cpu", "dataset": "workload"}


def test_teams_are_compared_and_not_the_models_that_they_use():
    text = "rank,team,score,chrf,model,run\n1,ann,19,31,qwen,a8\n2,bob,18,30,qwen,b1\n3,eve,9,9,phi,e2\n"
    with pytest.raises(DesignError, match="one row for each 'team'"):
        _ = table(text).bench.scores
    rows = [(m, d, r, 0.1 * r) for m in ("qwen", "phi") for d in "xyz" for r in (1, 2)]
    frame = pd.DataFrame(rows, columns=["model", "dataset", "run", "accuracy"])
    frame.insert(0, "team", [f"t{n}" for n in range(12)])
    assert frame.bench.scores.algorithms == ("qwen", "phi")


def test_iterations_of_two_runs_are_no_switch():
    rows = [
        ("c1", a, s, i, 800 + 9 * i + len(s))
        for s in ("sa", "tabu")
        for a in (0.0, 0.1)
        for i in (0, 1)
    ]
    frame = pd.DataFrame(rows, columns=["instance", "alpha", "search", "iteration", "cost"])
    assert not any("factors" in way.roles for way in asked(frame).way_out.calls)


def test_descriptions_of_datasets_are_no_algorithms():
    text = "Name,#ATTR,TRAIN SIZE,TEST SIZE,%POS\na,11,50,650,49.9%\nb,9/5,50,140,21.9%\nc,22,50,312,48.2%\n"
    with pytest.raises(DesignError, match="describe the rows"):
        _ = table(text).bench.scores


def test_columns_of_gains_and_rates_are_no_datasets():
    text = "model,win_rate,score_gain,best_score_run\na,5,6,7\nb,6,7,9\nc,6,5,8\nd,5,5,9\n"
    with pytest.raises((DesignError, RoleError)) as refused:
        _ = table(text).bench.scores
    assert not any("columns" in way.roles for way in refused.value.way_out.calls)


def test_the_truth_is_what_predictions_are_among():
    lines = [
        f'{{"label": "{label}", "q": {q}, "pred": "{q}", "gold": "{q + q % 2}", "ms": {q + 0.5}}}'
        for label in ("low", "high")
        for q in range(1, 5)
    ]
    frame = read_json_lines(
        "\n".join([*lines, '{"__summary__": {"label": "low", "ms": 3}}']).encode()
    )
    assert len(frame) == 8
    assert frame.attrs["notes"] == ("Records that hold __summary__ alone are left out.",)
    roles = {line.split()[0]: line.split()[-1] for line in frame.bench.check().columns.splitlines()}
    assert (roles["gold"], roles["pred"]) == ("truth", "predictions")
    assert roles["label"] != "truth"


def test_rows_of_a_wide_table_that_sizes_tell_apart_are_datasets_of_both():
    rows = [
        (p, n, run, 1.5 * n + run, 2.25 * n) for p in "abc" for n in (16, 64) for run in (1, 2, 3)
    ]
    frame = pd.DataFrame(rows, columns=["page", "depth", "run", "rag_ms", "icl_ms"])
    with pytest.raises(DataError, match="more than one score") as refused:
        _ = frame.bench.scores
    roles = refused.value.way_out.calls[0].roles
    assert roles == {"dataset": ["page", "depth"]}
    assert len(frame.bench(**roles).scores.blocks) == 6


def test_scores_called_like_descriptions_come_before_sizes_that_all_algorithms_share():
    rows = [
        (policy, circuit, size, 100 * size + 7 * len(circuit) + place)
        for place, policy in enumerate(("lru", "lfu", "arc"))
        for circuit in ("c432", "adder")
        for size in (1, 2, 4)
    ]
    frame = pd.DataFrame(rows, columns=["policy", "circuit", "input_len", "tokens"])
    with pytest.raises((RoleError, DataError)) as refused:
        _ = frame.bench(higher_is_better=True).scores
    assert not any(way.roles.get("score") == "input_len" for way in refused.value.way_out.calls)


def test_sizes_that_differ_in_all_rows_tell_those_of_a_wide_table_apart():
    sizes = {"points": (100, 1000, 10000), "threads": (1, 2, 4)}
    rows = [
        (kind, n, 0.5 * n + 3.25, 0.25 * n + 7.5) for kind, all_n in sizes.items() for n in all_n
    ]
    frame = pd.DataFrame(rows, columns=["what", "value", "seq_ms", "par_ms"])
    frame["share"] = [None, 37, 322, 2975, None, None]
    with pytest.raises(DataError, match="more than one score") as refused:
        _ = frame.bench.scores
    assert refused.value.way_out.calls[0].roles == {"dataset": ["what", "value"]}


@pytest.mark.parametrize("name", ["engine", "tool"])
def test_numbers_called_like_algorithms_are_not_left_out(name: str) -> None:
    rows = [(n, d, n % 7 / 8 + d / 30, f"family {n % 2}") for n in range(11, 15) for d in range(3)]
    frame = pd.DataFrame(rows, columns=[name, "dataset", "accuracy", "family"])
    frame["dataset"] = frame["dataset"].map({0: "iris", 1: "wine", 2: "glass"})
    with pytest.raises(RoleError, match=f"2 columns could be the score: accuracy, {name}"):
        frame.bench.friedman()
    assert frame.bench(algorithm=name).scores.algorithms == ("11", "12", "13", "14")
