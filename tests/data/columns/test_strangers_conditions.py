"""Columns that say on what algorithms ran, beside settings of an ablation study and measures."""

import pandas as pd
import pytest
from stranger_tables import asked, table

from benchreport.errors import DataError, DesignError


def sorts(size="size"):
    rows = [
        (length, order, name, 0.001 * length * (1 + place) + 0.0001 * len(order))
        for length in (100, 1000, 5000)
        for order in ("random", "reversed")
        for place, name in enumerate(("quicksort", "bubble_sort"))
    ]
    return pd.DataFrame(rows, columns=[size, "scenario", "algorithm", "avg_seconds"])


@pytest.mark.parametrize("size", ["size", "n", "input_size", "num_nodes", "read_length"])
def test_sizes_beside_datasets_make_more_datasets_and_no_algorithms(size):
    question = asked(sorts(size))
    assert question.way_out.calls[0].roles == {"dataset": ["scenario", size]}
    scores = sorts(size).bench(dataset=["scenario", size]).scores
    assert (scores.algorithms, len(scores.blocks)) == (("quicksort", "bubble_sort"), 6)


@pytest.mark.parametrize("setting", ["batch_size", "threads", "K", "learning_rate"])
def test_numbers_with_which_all_algorithms_ran_are_asked_about_as_datasets_and_as_settings(setting):
    first, *_, last = asked(sorts(setting), score="avg_seconds").way_out.calls
    assert first.roles == {"dataset": ["scenario", setting]}
    assert last.roles == {"factors": ["algorithm", setting]}


LIBRARIES = pd.DataFrame(
    [
        (act, name, file, 10.0 * place + len(act) + len(file))
        for act, files in (
            ("parse", ("canada", "catalog", "twitter")),
            ("write", ("canada", "catalog", "twitter")),
            ("size", ("binary",)),
        )
        for place, name in enumerate(("cjson", "jansson", "rapid"))
        for file in files
    ],
    columns=["type", "library", "filename", "time_ms"],
)


def test_what_does_not_stand_on_all_datasets_is_no_setting():
    question = asked(LIBRARIES)
    assert "which one is compared" in question.message
    datasets, part, *_ = question.way_out.calls
    assert part.roles == {"where": {"type": "parse"}}
    assert datasets.roles == {"dataset": ["filename", "type"]}
    assert len(LIBRARIES.bench(**datasets.roles).scores.blocks) == 7


def noisy(first="Noise", second="Duration"):
    rows = [
        (noise, name, length, 0.9 - 0.1 * place - noise / 9 + length / 1000 + place * noise / 7)
        for noise in (0, 0.02, 0.04, 0.08)
        for length in (10, 20, 40)
        for place, name in enumerate(("lzma", "gzip", "zip"))
    ]
    return pd.DataFrame(rows, columns=[first, "Method", second, "Top1"])


def test_numbers_that_all_algorithms_ran_with_are_the_datasets_together():
    question = asked(noisy())
    assert question.message.startswith("no column is called dataset; are the combinations of")
    assert question.way_out.calls[0].roles == {"dataset": ["Noise", "Duration"]}
    scores = noisy().bench(dataset=["Noise", "Duration"]).scores
    assert (scores.score, len(scores.blocks), scores.algorithms[0]) == ("Top1", 12, "lzma")


def test_a_time_that_is_the_same_for_all_was_set_and_is_no_score():
    frame = noisy().assign(Duration=[1.5 * row % 7 for row in range(36)])
    assert asked(frame, dataset="Noise").message.startswith("2 columns could be the score")
    # equal numbers of each in few rows are chance
    few = table("method,data,time,acc\na,x,1,.5\na,y,2,.6\nb,x,2,.7\nb,y,1,.8\n")
    assert few.bench.scores.score == "acc"


def test_texts_and_sizes_that_cross_the_algorithms_are_no_single_scores():
    rows = [
        (place, tool, size, 1.0 + len(place) * size + len(tool))
        for place in ("global", "local")
        for tool in ("xsort", "xalan")
        for size in (438, 5115, 82492)
    ]
    frame = pd.DataFrame(rows, columns=["Experiment", "Tool", "Dataset Size", "Runtime"])
    question = asked(frame, algorithm="Tool")
    (datasets, part) = question.way_out.calls
    assert datasets.roles == {"dataset": ["Experiment", "Dataset Size"]}
    assert part.roles == {"where": {"Experiment": "global"}}
    assert len(frame.bench(algorithm="Tool", **datasets.roles).scores.blocks) == 6


def parallel():
    rows = [
        (n, d, name, threads, run, n * d / threads + run + len(name))
        for n in (1000, 5000)
        for d in (2, 10, 50)
        for name, threads in (("seq", 1), ("omp", 1), ("omp", 2), ("omp", 4), ("cuda", 1))
        for run in (1, 2, 3)
    ]
    return pd.DataFrame(rows, columns=["n", "d", "impl", "threads", "run", "time_ms"])


def test_implementations_at_sizes_with_threads_are_read_by_the_hints():
    roles = dict(asked(parallel(), score="time_ms").way_out.calls[0].roles)
    assert roles == {"dataset": ["n", "d"]}
    roles["score"] = "time_ms"
    with pytest.raises(DataError, match="more than one score: omp on 1000/2") as refused:
        _ = parallel().bench(**roles).scores
    settings = refused.value.way_out.calls[0].roles
    assert settings == {"factors": ["impl", "threads"]}
    scores = parallel().bench(**roles, **settings).scores
    assert (len(scores.algorithms), len(scores.blocks)) == (5, 6)


SKYLINE = table(
    "dataset,k,group,uwise,pwise,baseline\nnba,2,1110,19,103,469\nnba,3,17630,152,2697,55048\n"
    "nba,4,212675,1256,40839,\ncorr,2,625,12,44,152\ncorr,3,7623,87,1114,9827\ncorr,4,99,11,,\n"
    "inde,2,47,2,27,13\ninde,3,90,4,57,33\ntest,2,6,0,13,5\ntest,3,9,2,15,7\ntest,4,11,1,15,5\n"
)


def test_a_number_that_tells_rows_of_a_dataset_apart_belongs_to_the_dataset():
    question = asked(SKYLINE)
    assert "which 'k' tells apart" in question.message
    datasets, repeats = (call.roles for call in question.way_out.calls)
    assert (datasets, repeats) == ({"dataset": ["dataset", "k"]}, {"repeat": "k"})
    scores = SKYLINE.bench(**datasets, higher_is_better=False).scores
    assert scores.algorithms == ("group", "uwise", "pwise", "baseline")
    assert len(scores.blocks) == 11


def test_an_algorithm_with_gaps_does_not_number_the_others():
    frame = SKYLINE.drop(columns="k").drop_duplicates("dataset")
    assert "baseline" in frame.bench(higher_is_better=False).scores.algorithms


def test_rows_with_a_number_of_parameters_are_models():
    frame = table(
        "name,params,clean,other\nCTC small,20M,5.5,12.7\nCTC large,118M,4.2,10.1\nRNN-T,35M,3.2,7.0\n"
    )
    question = asked(frame)
    assert "are the rows of the table" in question.message
    assert question.way_out.calls[0].roles["columns"] == "dataset"
    # a name of datasets is not doubted
    named = frame.rename(columns={"name": "dataset"})
    assert named.bench(higher_is_better=False).scores.algorithms == ("clean", "other")


def test_algorithms_stand_beside_published_scores_of_the_same_metric():
    frame = table(
        "dataset,rocket+gap,rocket+ppv,rocket+lspv,accuracy_mean,accuracy\nbeef,.73,.74,.71,.83,.69\n"
        "coffee,1,1,.99,.98,.97\nadiac,.81,.83,.75,.78,.83\nacsf,.90,.89,.75,.88,.90\n"
    )
    some, every = (call.roles for call in asked(frame).way_out.calls)
    assert some == {
        "algorithm": ["rocket+gap", "rocket+ppv", "rocket+lspv"],
        "higher_is_better": True,
    }
    assert len(frame.bench(**some).scores.algorithms) == 3
    assert len(frame.bench(**every).scores.algorithms) == 5


def test_another_column_is_compared_where_it_crosses_what_is_called_like_algorithms():
    rows = [
        (variant, act, provider, 10.0 * len(variant) + len(act) + len(provider), 0.1)
        for variant, providers in (("DSA-44", 2), ("DSA-650", 2), ("KEM-5120", 2), ("RSA", 1))
        for act in (("wrap", "open") if variant[0] == "K" else ("sign", "verify", "keygen"))
        for provider in ("JDK", "BC")[:providers]
    ]
    frame = pd.DataFrame(rows, columns=["variant", "operation", "provider", "score_us", "error_us"])
    with pytest.raises(DesignError, match="one row for each 'variant' and") as refused:
        _ = frame.bench.scores
    compared = refused.value.way_out.calls[0].roles
    assert compared == {"algorithm": "provider", "dataset": ["variant", "operation"]}
    scores = frame.bench(**compared, missing="drop").scores
    assert (scores.algorithms, scores.score, len(scores.blocks)) == (("JDK", "BC"), "score_us", 8)


def test_a_method_that_is_the_same_in_all_rows_is_not_what_is_compared():
    rows = [
        (aligner, kind, seed, "pre_split", 0.9 - 0.1 * place + 0.01 * seed + 0.001 * len(kind))
        for place, aligner in enumerate(("bowtie2", "bwa", "minimap2"))
        for kind in ("snv", "indel", "sv")
        for seed in (1, 2, 3)
    ]
    columns = ["aligner", "variant_type", "seed", "scoring_method", "f1"]
    frame = pd.DataFrame(rows, columns=columns)
    scores = frame.bench(dataset="variant_type").scores
    assert scores.algorithms == ("bowtie2", "bwa", "minimap2")


def test_a_condition_that_most_algorithms_share_is_part_of_datasets_of_several_columns():
    """One method was also run at rates at which the others were not."""
    rows = [
        (data, kind, rate, name, rate + len(name) + len(data))
        for data in ("concrete", "diabetes")
        for kind in ("random", "not random")
        for name in ("knn", "mean", "median", "mice")
        for rate in ((1, 2, 5, 10, 25) if name == "knn" else (5, 10, 25))
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "kind", "missing_rate", "imputer", "rmse"])
    roles = {"dataset": ["dataset", "kind"], "algorithm": "imputer", "score": "rmse"}
    with pytest.raises(DataError, match="more than one score") as refused:
        _ = frame.bench(**roles).scores
    answer = refused.value.way_out.calls[0].roles
    assert answer == {"dataset": ["dataset", "kind", "missing_rate"]}
    scores = frame.bench(**{**roles, **answer}).scores
    assert (len(scores.blocks), len(scores.gaps)) == (20, 24)


def test_a_text_that_comes_again_may_name_algorithms_beside_measures():
    frame = pd.DataFrame(
        {
            "timestamp": [f"20260920_1330{place:02d}" for place in range(12)],
            "server": ["sequential", "threads", "async"] * 4,
            "throughput_rps": range(100, 112),
            "median_latency_ms": [place + 0.5 for place in range(12)],
        }
    )
    with pytest.raises(DesignError, match="measure different things") as refused:
        _ = frame.bench.scores
    assert refused.value.way_out.calls[-1].roles == {"algorithm": "server"}


def test_what_counts_up_beside_numbered_repeats_was_set_before_it_is_more_repeats():
    rows = [
        (size, reader, threads, repeat, 0.001 * size * place + 0.1 * threads + 0.01 * repeat)
        for size in (100, 199, 398)
        for place, reader in enumerate(("serial", "parallel"), start=1)
        for threads in (1, 2)
        for repeat in range(3)
    ]
    frame = pd.DataFrame(rows, columns=["size", "algorithm", "threadcount", "repeat", "seconds"])
    first, *others = asked(frame, dataset="size").way_out.calls
    assert first.roles == {"dataset": ["size", "threadcount"]}
    assert {"repeat": ["repeat", "threadcount"]} in [way.roles for way in others]
    # and so were threads, where nothing numbers repeats
    alone = frame[frame["repeat"] == 0].drop(columns="repeat")
    first = asked(alone, dataset="size").way_out.calls[0]
    assert first.roles == {"dataset": ["size", "threadcount"]}


def test_what_is_unique_to_a_row_is_not_offered_as_a_setting():
    rows = [
        (f"{model}_{edges}_{freq}_17712{place}", model, edges, freq, 0.5 + place / 7)
        for freq in (1, 5)
        for place, (model, edges) in enumerate(
            [("xgb", "none"), ("lstm", "none"), ("gcn", "corr"), ("gcn", "sector")]
        )
    ]
    frame = pd.DataFrame(rows, columns=["experiment", "model", "edge_type", "freq", "auc"])
    ways = asked(frame, dataset="freq", score="auc").way_out.calls
    assert ways[0].roles == {"factors": ["model", "edge_type"]}


def test_conditions_and_not_the_means_of_what_was_given_name_the_datasets():
    rows = [
        (method, noise, snr, 1.013 * snr - 0.21 * len(noise), 0.5 * snr + len(method) / 9)
        for method in ("spectral", "wiener", "wavelet")
        for noise in ("white", "babble")
        for snr in (-5, 5, 15)
    ]
    columns = ["method", "noise", "snr_in", "segsnr_noisy_mean", "pesq_out_mean"]
    frame = pd.DataFrame(rows, columns=columns)
    first = asked(frame, score="pesq_out_mean").way_out.calls[0]
    assert first.roles == {"dataset": ["noise", "snr_in"]}
