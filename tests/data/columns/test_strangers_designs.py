"""Roles follow from how columns cross, repeat and differ in size, where names leave them open."""

import itertools

import pandas as pd
import pytest
from stranger_tables import asked, table

from benchreport.data.readers import read
from benchreport.errors import DataError, DesignError, RoleError

MODELS = ("resnet50", "bert", "vit", "lstm")


def test_what_ran_the_models_may_be_compared():
    rows = itertools.product(MODELS, (1, 2, 4), ("Eager", "Trace", "Inductor"))
    frame = pd.DataFrame(rows, columns=["model", "batch_size", "backend"])
    frame["latency_ms"] = [1.5 + row * 7 % 11 for row in range(len(frame))]
    question = asked(frame)
    assert "columns 'backend' and 'model' cross" in str(question)
    first, second, both = (way.roles for way in question.way_out.calls)
    assert first == {"algorithm": "backend", "dataset": "model"}
    assert second == {"algorithm": "model", "dataset": "backend"}
    assert both == {"factors": ["backend", "model"]}
    roles = asked(frame, **first).way_out.calls[0].roles
    scores = frame.bench(**first | roles).scores
    assert scores.algorithms == ("Eager", "Trace", "Inductor")
    assert len(scores.blocks) == 12
    # other columns are asked about as before
    assert "splits the table" in str(asked(frame.rename(columns={"backend": "mood"})))


def trials():
    rows = [
        (
            f"{config}_{kind}_{trial}",
            config,
            kind,
            f"2026-04-05T1{trial}:0{place}:31.74",
            40.5 - place + trial,
        )
        for place, (config, kind) in enumerate(itertools.product("ABC", ("vm", "app")))
        for trial in range(4)
    ]
    # a trial was repeated, and one was a dry run
    rows += [
        ("A_vm_0", "A", "vm", "2026-04-05T19:09:31.74", 41.25),
        ("dry", "B", "vm", "N/A", None),
    ]
    return pd.DataFrame(rows, columns=["trial_id", "config", "failure", "t_updated", "latency_s"])


def test_trials_with_names_of_their_own_lie_within_two_datasets():
    frame = trials()
    roles = asked(frame).way_out.calls[0].roles
    assert roles == {"dataset": "failure"}
    with pytest.raises(DataError) as error:
        _ = frame.bench(**roles).scores
    ways = [way.roles for way in error.value.way_out.calls]
    assert ways[0] == {"missing": "available"}
    # times of day name nothing
    assert not any("t_updated" in str(way) for way in ways)
    scores = frame.bench(**roles, missing="available").scores
    assert (scores.algorithms, scores.blocks) == (("A", "B", "C"), ("vm", "app"))
    assert scores.counts.tolist() == [[5, 4, 4], [4, 4, 4]]


def test_training_and_test_data_are_no_datasets():
    rows = itertools.product(("zeros", "ones", "trees"), ("train", "test"))
    frame = pd.DataFrame(rows, columns=["Model", "Dataset"]).assign(
        Accuracy=[0.5, 0.4, 0.6, 0.5, 0.9, 0.7]
    )
    with pytest.raises(
        DesignError, match=r"parts of the data \(train, test\), not datasets"
    ) as error:
        _ = frame.bench.scores
    assert [way.roles for way in error.value.way_out.calls] == [{"where": {"Dataset": "test"}}]


def test_infinite_times_in_a_column_of_text_are_failed_runs():
    text = "solver,task,seconds\na,x,1.5\na,y,inf\nb,x,2.5\nb,y,OOM\na,z,3\nb,z,2\n"
    scores = table(text).bench.scores
    assert scores.runs.failed == "2 runs failed: 1 inf, 1 OOM"


def test_rows_that_differ_by_orders_of_magnitude_are_rather_datasets():
    text = "model,jags,stan\nnc,52.8,50.2\nnct,28.6,47.7\nmvn,656,441\nred,0.75,1.5\nlog,2.5,7\n"
    question = asked(table(text))
    assert "orders of magnitude" in str(question)
    first, second, _ = (way.roles for way in question.way_out.calls)
    assert first == {"dataset": "model"}
    assert second == {"columns": "dataset", "higher_is_better": True}
    alike = "model,Cora,PubMed\nnc,52.8,50.2\nnct,28.6,47.7\nmvn,65,44\nred,75,71.5\nlog,25,47\n"
    assert "datasets, with a score each?" in str(asked(table(alike)))


def test_rows_that_are_marked_as_excluded_are_left_out():
    rows = itertools.product(("rust", "v"), ("pair", "pairs", "pipe"), (1, 2))
    frame = pd.DataFrame(rows, columns=["app", "case", "trial"]).assign(retained=True)
    frame["rps"] = [100.5 + row * 5 % 7 for row in range(12)]
    excluded = frame.head(2).assign(retained=False, rps=9.5)
    scores = (
        pd.concat([excluded, frame], ignore_index=True)
        .bench(score="rps", higher_is_better=True)
        .scores
    )
    assert scores.values.min() > 100
    assert set(scores.counts.ravel().tolist()) == {2}


def test_few_numbers_that_stand_in_several_rows_were_set():
    text = "Genes,Software,Threads,Time\n" + "".join(
        f"{genes},{software},{threads},{3463 * genes // (threads + place)}\n"
        for genes in (10, 100)
        for place, software in enumerate(("JAMI", "CUPID", "ARACNE"))
        for threads in (1, 2, 4)
    )
    with pytest.raises(RoleError) as question:
        _ = table(text).bench.scores
    assert "could be the score" not in str(question.value)


def test_names_of_runs_are_algorithms_beside_benchmarks():
    rows = []
    for bits in (4, 8, 16):
        base = 55.98 + bits / 10
        for place, data in enumerate(("baseline", "medqa", "samsum", "sql", "mixed")):
            mmlu = round(base + place * 1.37 - place**2 * 0.61, 2)
            scores = [mmlu, 63.9 + place * 0.7, 69.1 - place * 0.3 + bits / 20]
            change = round(100 * (base - mmlu) / base, 3)
            rows.append((f"{data}_{bits}bit", bits, *scores, round(sum(scores) / 3, 3), change))
    columns = [
        "run",
        "quant_bits",
        "mmlu",
        "hellaswag",
        "winogrande",
        "avg_general",
        "forgetting_score",
    ]
    frame = pd.DataFrame(rows, columns=columns)
    question = asked(frame)
    assert "its 3 columns (mmlu, hellaswag, winogrande) datasets?" in str(question)
    scores = frame.bench(**question.way_out.calls[0].roles).scores
    assert scores.blocks == ("mmlu", "hellaswag", "winogrande")
    assert len(scores.algorithms) == 15


def test_points_elsewhere_in_a_file_say_what_a_comma_is(tmp_path):
    path = tmp_path / "results.md"
    rows = [("Express", "GET", "5,084", "1.47"), ("Nest", "GET", "4,603", "1.63")]
    rows += [("Express", "POST", "4,401", "1.75"), ("Nest", "POST", "3,643", "2.31")]
    header = "| Framework | Scenario | Requests/sec | Latency |\n|--|--|--|--|\n"
    path.write_text(header + "\n".join(map(" | ".join, rows)), encoding="utf-8")
    scores = read(path).bench(score="Requests/sec").scores
    assert scores.values.tolist() == [[5084, 4603], [4401, 3643]]
    path.write_text(header + "\n".join(map(" | ".join, rows)).replace(".", ","), encoding="utf-8")
    with pytest.raises(DataError, match="thousands or decimals"):
        _ = read(path).bench(score="Requests/sec").scores


def test_sizes_are_no_algorithms_whatever_the_rows_are_called():
    text = "Input type,n=100 (ms),n=1000 (ms)\nrandom,4.7,2.6\nsorted,0.3,1.6\nreverse,0.2,1.2\n"
    with pytest.raises((RoleError, DesignError), match="rows of the table"):
        _ = table(text).bench.scores
    named = "Algorithm,n=10,n=90,n=500\nmerge,0.02ms,0.31ms,4.2ms\nquick,0.01ms,0.24ms,3.8ms\n"
    assert asked(table(named)).way_out.calls[0].roles == {"columns": "dataset"}


def test_cells_of_two_measures_are_named():
    text = "algorithm,n=10,n=90\na,0.8 ms / 0.93,1.7 ms / 1.0\nb,0.7 ms / 0.95,1.2 ms / 0.9\n"
    with pytest.raises(DataError, match="begin with numbers, but are none"):
        _ = table(text).bench.scores


def test_instances_that_are_numbered_within_problems_are_joined():
    rows = itertools.product(("qp", "game"), (1, 2, 3), ("path", "mcp"))
    frame = pd.DataFrame(rows, columns=["problem", "instance", "solver"])
    frame["time_s"] = [0.5 + row * 5 % 7 for row in range(12)]
    roles = asked(frame).way_out.calls[0].roles
    assert roles == {"dataset": ["problem", "instance"]}
    assert len(frame.bench(**roles).scores.blocks) == 6


def test_two_texts_that_name_rows_beside_many_datasets_are_asked_about():
    rows = [(encoder, learner) for encoder in ("one-hot", "hash") for learner in ("svm", "knn")]
    frame = pd.DataFrame(rows, columns=["Encoder", "LearningAlgorithm"])
    towns = "Ulm Bonn Kiel Trier Fulda Bremen Passau Erfurt Lahr Weimar Celle Goslar".split()
    for place, town in enumerate(towns):
        frame[town] = [0.5 + place, 0.61 * place + 1, 0.7 + place**3, 0.9 + place]
    with pytest.raises(RoleError, match=r"12 columns of scores .* seem to be datasets") as refused:
        _ = frame.bench.scores
    ways = [way.roles for way in refused.value.way_out.calls]
    read = [frame.bench(**way).scores for way in ways]
    assert [len(scores.algorithms) for scores in read] == [4, 4, 2, 2, 2, 2]
    assert {scores.blocks for scores in read} == {tuple(towns)}
    # few columns may be whatever was measured
    with pytest.raises(RoleError, match="could be the score"):
        _ = frame.iloc[:, :6].bench.scores
