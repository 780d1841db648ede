"""What names of rows tell: amounts of data, operations called as summaries are, and texts that name none."""

import pandas as pd
import pytest
from stranger_tables import asked, table

from benchreport.data.columns.words.direction import direction_of
from benchreport.data.readers import read
from benchreport.errors import BenchreportError, DataError, DesignError, RoleError

MODELS = ("svm", "knn", "tree")


def test_amounts_of_data_in_names_are_what_algorithms_ran_on(tmp_path):
    path = tmp_path / "bench.txt"
    lines = [
        f"Benchmark_{code}_{size}-8   100   {cost * 1000**place} ns/op\n"
        for place, size in enumerate(("1KB", "1MB"))
        for code, cost in (("CCITT", 25), ("Aug_ARC", 22), ("Kermit", 21))
    ]
    path.write_text("".join(lines))
    way_out = asked(read(path)).way_out.calls[0].roles
    scores = read(path).bench(**way_out).scores
    assert scores.algorithms == ("CCITT", "Aug_ARC", "Kermit")
    assert scores.blocks == ("1KB", "1MB")


def test_sizes_of_models_in_names_are_no_datasets():
    text = "model,iris,wine\nsvm-7B,.5,.6\nknn-7B,.6,.7\nsvm-70B,.7,.8\nknn-70B,.8,.85\n"
    assert asked(table(text)).way_out.calls[0].roles["columns"] == "dataset"


@pytest.mark.parametrize("name", ["aggregate", "all", "mean"])
def test_an_operation_whose_scores_lie_beyond_the_others_is_no_summary(name):
    times = {"lookup": 1, "scan": 3, "join": 5}
    text = "shape,engine,time_ms\n" + "".join(
        f"{shape},{engine},{cost + place}\n"
        for shape, cost in {**times, name: 90}.items()
        for place, engine in enumerate(MODELS)
    )
    assert table(text).bench.scores.blocks == (*times, name)
    of_all = text.replace(",90", ",9").replace(",91", ",12").replace(",92", ",15")
    # 9, 12 and 15 are totals
    assert table(of_all).bench.scores.blocks == (*times,)


def test_a_mean_without_a_score_is_left_out():
    text = "dataset,algorithm,time_ms\na,svm,1\na,knn,2\nb,svm,3\nb,knn,4\nmean,svm,\nmean,knn,\n"
    scores = table(text).bench.scores
    assert scores.blocks == ("a", "b")
    assert "mean is left out as a summary of the other datasets." in scores.runs.notes
    # what cannot be added up is refused by itself
    large = text.replace("svm,3", "svm,1.7e308").replace("svm,1\n", "svm,1.7e308\n")
    with pytest.raises(DataError, match="too large to compute with"):
        _ = table(large).bench.scores


def test_texts_that_are_objects_name_no_datasets():
    rows = [
        f"\"{{'rubric': {4 * place}, 'code': 2}}\",0.{model}{place},{name},{task}\n"
        for model, name in enumerate(MODELS, 1)
        for place, task in enumerate(("CODE", "AGENT", "TEXT"))
    ]
    frame = table("counts,capability_score,model,category\n" + "".join(rows))
    scores = frame.bench(higher_is_better=True).scores
    assert (scores.algorithms, scores.blocks) == (MODELS, ("CODE", "AGENT", "TEXT"))


@pytest.mark.parametrize(
    ("algorithm", "dataset"),
    [
        ("configuracao", "arquivo_instancia"),
        ("nombre_algoritmo", "escenario"),
        ("heurística usada", "tâche"),
    ],
)
def test_translated_names_count_beside_other_words(algorithm, dataset):
    rows = [
        f"m{model},i{place},{place}0,{9 - model + place},{place} {model}\n"
        for model in range(3)
        for place in range(4)
    ]
    head = f"{algorithm},{dataset},tamanho_{dataset},error,note\n"
    scores = table(head + "".join(rows)).bench(score="error").scores
    assert (scores.algorithms, len(scores.blocks)) == (("m0", "m1", "m2"), 4)


def asked_of_direction(frame):
    with pytest.raises(BenchreportError) as refused:
        _ = frame.bench.scores
    return refused.value.way_out


def _of_runs(*names):
    rows = [
        f"{run},{stage},{model},0.{place}{number}\n"
        for number, (run, model) in enumerate(names, 1)
        for place, stage in enumerate(("first", "second", "third"), 1)
    ]
    return table("run_name,stage,model,mae\n" + "".join(rows))


def test_runs_with_names_of_their_own_are_compared_where_models_are_kinds():
    kinds = [("lstm", "lstm"), ("last_week", "baseline"), ("last_year", "baseline")]
    scores = _of_runs(*kinds).bench.scores
    assert (scores.algorithms, len(scores.blocks)) == (("lstm", "last_week", "last_year"), 3)


def test_numbered_and_random_names_of_runs_are_repeats_of_models():
    for names in (("svm-1", "svm-2", "knn-1"), ("calm-dawn", "glad-fog", "dry-sun")):
        frame = _of_runs(*zip(names, ("svm", "svm", "knn"), strict=True))
        assert frame.bench(dataset="stage").scores.algorithms == ("svm", "knn")


def test_times_on_devices_are_compared_where_a_column_says_how_much_faster_one_is():
    text = "N,CPU (ms),GPU (ms),Speedup,FLOPs\n25,2.4,217.3,0.011x,1e4\n50,4.7,207.8,0.023x,4e4\n"
    text += "100,17.7,208.9,0.085x,2e5\n500,893.7,235.8,3.79x,4e7\n"
    scores = table(text).bench.scores
    assert (scores.algorithms, scores.blocks) == (
        ("CPU", "GPU"),
        ("25", "50", "100", "500"),
    )
    # of one program, both are what was measured
    with pytest.raises(DesignError, match="measure different things"):
        _ = table(text.replace("Speedup", "memory")).bench.scores


@pytest.mark.parametrize(
    ("is_higher", "names"),
    [
        (
            True,
            "Sharpe ratio,qwk,NSE,Mean NSE,explained_variance,MS-SSIM,true positive rate,solve_rate",
        ),
        (
            False,
            "false_positive_rate,ttft,mpjpe (mm),KID,relative error,tour_length,edit_distance,p99 (ms)",
        ),
        (None, "attack_success_rate,tour,delay of svm,kid rock,coverage,bias,iterations"),
    ],
)
def test_directions_of_metrics_of_several_fields(is_higher, names):
    assert {direction_of(name) for name in names.split(",")} == {is_higher}


@pytest.mark.parametrize("other", ["start_time", "total_tokens", "train_acc"])
def test_moments_counts_and_training_are_proposed_after_what_has_no_known_direction(other):
    rows = [
        f"{model},i{place},{9 - place}.{place}{number},{place + number}.5\n"
        for number, model in enumerate(MODELS)
        for place in range(4)
    ]
    way_out = asked_of_direction(table(f"model,dataset,{other},quality_index\n" + "".join(rows)))
    assert way_out.calls[0].roles.get("score", "quality_index") == "quality_index"


@pytest.mark.parametrize("work", ["Backtracks", "allocations", "Expansions"])
def test_times_are_proposed_before_what_else_a_run_costs(work):
    rows = [
        f"{model},i{place},{9 - place + number}.5,{place + number}\n"
        for number, model in enumerate(MODELS)
        for place in range(4)
    ]
    with pytest.raises(RoleError, match="2 columns could be the score") as asked:
        table(f"model,dataset,time (ms),{work}\n" + "".join(rows)).bench.friedman()
    assert asked.value.way_out.calls[0].roles["score"] == "time (ms)"


@pytest.mark.parametrize(
    ("columns", "first"),
    [
        (["svm", "random forest"], {"dataset": "name"}),
        (["results.svm.acc", "results.rf.acc"], {"dataset": "name"}),
        (["foo", "bar"], {"columns": "dataset", "higher_is_better": True}),
    ],
)
def test_columns_called_like_algorithms_are_these_first(columns, first):
    rows = [[0.9, 0.8], [0.7, 0.8], [0.6, 0.5], [0.9, 0.7]]
    frame = pd.DataFrame(rows, columns=columns)
    frame.insert(0, "name", ["abalone", "zoo", "ring", "tokyo"])
    assert asked(frame).way_out.calls[0].roles == first
