"""What stands beside the compared algorithms: means in any language, differences, references and ratings."""

import numpy as np
import pandas as pd
import pytest
from stranger_tables import asked, table

from benchreport.errors import DataError, DesignError, RoleError


@pytest.mark.parametrize(
    "mean",
    ["Mittel", "Durchschnitt", "Moyenne", "Promedio", "**MÉDIA**", "平均", "平均值", "Gesamt"],
)
def test_a_mean_below_datasets_is_no_dataset_in_any_language(mean):
    text = (
        f"Datensatz,PatchTST,DLinear\nETTh1,.41,.42\nWeather,.26,.25\nILI,1.44,2.2\n{mean},.7,.95\n"
    )
    scores = table(text).bench(higher_is_better=False).scores
    assert scores.blocks == ("ETTh1", "Weather", "ILI")
    (note,) = scores.runs.cell_notes
    assert note == f"{mean} is left out as a summary of the other datasets."


def test_columns_of_means_alone_are_no_algorithms():
    text = "bras,notes,moyenne,$ moyen\nA,51 · 52,51.45,14.28\nB,52 · 51,51.65,7.7\nC,50 · 51,50.8,8.1\n"
    with pytest.raises(DesignError, match="moyenne, \\$ moyen are measures"):
        _ = table(text).bench.scores


def test_a_column_of_differences_is_no_algorithm_and_a_hyphen_joins_words():
    text = "領域,v2,v3,v3−v2 [95%CI]\nR1,.92,.91,-.011\nR2,.51,.65,.139\nR3,.44,.91,.468\n平均,.69,.85,.159\n"
    assert table(text).bench(higher_is_better=True).scores.algorithms == ("v2", "v3")
    hybrid = table("dataset,cnn,lstm,cnn-lstm\na,.9,.8,.95\nb,.7,.6,.75\n")
    assert hybrid.bench(higher_is_better=True).scores.algorithms == ("cnn", "lstm", "cnn-lstm")


@pytest.mark.parametrize(
    "name", ["Ground Truth", "gold standard", "Oracle", "oracle (upper bound)", "VBS"]
)
def test_a_reference_is_no_algorithm(name):
    rows = [
        (model, task, score + 0.1 * place)
        for place, task in enumerate(("coxa", "femur", "tibia"))
        for model, score in ((name, 0.8), ("probe", 0.6), ("linear", 0.5))
    ]
    frame = pd.DataFrame(rows, columns=["model", "task", "accuracy"])
    scores = frame.bench.scores
    assert scores.algorithms == ("probe", "linear")
    assert scores.runs.cell_notes == (f"{name} is left out as a reference that is no algorithm.",)
    wide = frame.pivot_table(index="model", columns="task", values="accuracy").reset_index()
    turned = wide.bench(columns="dataset", higher_is_better=True).scores
    assert sorted(turned.algorithms) == ["linear", "probe"]


def test_what_is_called_like_a_reference_stays_where_it_is_an_algorithm():
    rows = [
        (db, query, 1 + place)
        for place, db in enumerate(("Oracle", "MySQL", "SQLite"))
        for query in "abc"
    ]
    frame = pd.DataFrame(rows, columns=["system", "query", "seconds"])
    assert frame.bench.scores.algorithms == ("Oracle", "MySQL", "SQLite")
    # without it, nothing would be compared
    two = frame[frame["system"] != "SQLite"].replace("MySQL", "random")
    assert two.bench.scores.algorithms == ("Oracle", "random")


def test_metrics_of_portfolios_and_of_the_first_n_are_no_datasets():
    text = """Model,Spear.,Kend.,N@3,N@5,Ann. Ret.,Sharpe,Max DD,Calmar
MVO-SR,-.007,-.006,.569,.596,.08,.339,.268,.299
Momentum,-.028,-.021,.544,.581,.041,.107,.209,.195
DeepSeek,.016,.017,.573,.603,.095,.457,.227,.418
"""
    with pytest.raises(DesignError, match="one row for each 'Model'"):
        _ = table(text).bench.scores


def test_measures_before_the_names_of_algorithms_stand_beside_what_these_predicted():
    measured = [
        f"{metric}_{name}" for metric in ("epe", "rmse", "ae") for name in ("ptl", "fb", "lk")
    ]
    names = ["frame", "gt_u", "ptl_u", "fb_u", "lk_u", *measured]
    rows = [[50 + row, *(row + 0.1 * at for at in range(len(names) - 1))] for row in range(6)]
    frame = pd.DataFrame(rows, columns=names)
    assert "3 metrics: epe, rmse, ae" in asked(frame).message
    scores = frame.bench(metric="rmse").scores
    assert (scores.algorithms, len(scores.blocks)) == (("ptl", "fb", "lk"), 6)


def test_a_label_that_rates_scores_is_no_truth():
    rows = [
        (name, data, "good" if score > 0.65 else "weak", score + 0.01 * place)
        for place, data in enumerate(("nab", "yahoo", "smd"))
        for name, score in (("iforest", 0.6), ("usad", 0.7))
    ]
    frame = pd.DataFrame(rows, columns=["detector", "dataset", "label", "f1"])
    scores = frame.bench.scores
    assert (scores.score, scores.algorithms, len(scores.blocks)) == ("f1", ("iforest", "usad"), 3)


def solved():
    rows = [
        (
            solver,
            f"b{number}.smt2",
            100 * 2**number,
            number * speed < 6,
            min(6.0, number * speed + 0.1),
        )
        for number in range(6)
        for solver, speed in (("z3", 1.2), ("cvc5", 1.3), ("yices", 0.5))
    ]
    return pd.DataFrame(rows, columns=["solver", "benchmark", "size", "solved", "time"])


def test_whether_runs_were_solved_is_a_state_of_their_times():
    scores = solved().bench.scores
    assert (scores.score, scores.higher_is_better) == ("time", False)
    assert [*scores.runs.notes] == ["2 runs failed: not solved."]


def test_success_beside_a_time_is_asked_about():
    frame = solved().rename(columns={"solved": "success"})
    assert asked(frame).way_out.calls[0].roles == {"score": "success"}


def test_organs_are_parts_of_the_data_before_they_are_settings():
    rows = [
        (model, f"case_{case}", organ, 0.9 - 0.01 * case - 0.05 * place - 0.1 * (organ == "spleen"))
        for case in range(3)
        for place, model in enumerate(("nnunet", "unet"))
        for organ in ("liver", "spleen")
    ]
    frame = pd.DataFrame(rows, columns=["model", "case", "label", "dice"])
    question = asked(frame)
    assert "which one is compared, or are they different datasets" in str(question)
    assert question.way_out.calls[0].roles == {"where": {"label": "liver"}}


def test_a_difference_may_say_only_how_names_begin():
    text = "seed,ppo_core,random_policy,ppo - random\n1,.22,.219,.001\n2,.263,.2636,-.0006\n3,.24,.239,.001\n"
    scores = table(text).bench(higher_is_better=True).scores
    assert scores.algorithms == ("ppo_core", "random_policy")


def test_runs_stopped_at_a_limit_failed_and_leave_columns_algorithms():
    text = """puzzle,nonosolve,pbnsolve,jsolver,grid
#30532,.1,5.2,.79,484
#30654,.56,>600,>600,1.72
#30681,.83,>600,.41,>600
#32013,.14,.1,.07,>600
"""
    scores = table(text).bench(higher_is_better=False, missing="worst").scores
    assert scores.algorithms == ("nonosolve", "pbnsolve", "jsolver", "grid")
    assert "5 runs failed: >600." in scores.runs.notes
    # several limits, and one that is exceeded, are bounds of scores
    for other in (text.replace(">600,>600", ">600,>700"), text.replace("484", "1000*")):
        with pytest.raises(DataError, match="should hold scores, but has text"):
            _ = table(other).bench(higher_is_better=False, missing="worst").scores
    # the best of throughputs may be beyond a limit
    for known in ({"higher_is_better": True}, {}):
        with pytest.raises(DataError, match="should hold scores, but has text"):
            _ = table(text).bench(missing="worst", **known).scores


def test_a_rate_beyond_a_limit_is_no_run_that_failed():
    text = (
        "data,lz4,zstd\na,200 MB/s,>600\nb,300 MB/s,500 MB/s\nc,100 MB/s,>600\nd,400 MB/s,60 MB/s\n"
    )
    with pytest.raises(RoleError, match="at least 2 algorithms"):
        _ = table(text).bench(missing="worst").scores
    seconds = table(text.replace("MB/s", "s")).bench.scores
    assert np.isnan(seconds.values[:, 1]).tolist() == [True, False, True, False]


@pytest.mark.parametrize(("score", "known"), [("time_s", True), ("throughput", False)])
def test_a_score_beyond_a_limit_failed_where_its_name_says_that_lower_is_better(score, known):
    text = f"""algorithm,dataset,{score}
a,x,12.5
a,y,>600
b,x,31.2
b,y,>600
a,z,7.5
b,z,8.25
"""
    if known:
        scores = table(text).bench(missing="drop").scores
        assert "2 runs failed: >600." in scores.runs.notes
    else:
        with pytest.raises(DataError, match="should hold scores, but has text"):
            _ = table(text).bench(missing="drop").scores


def test_the_median_of_each_algorithm_is_read_beside_its_extremes():
    text = """Query,Maria min,Maria median,Maria max,ClickHouse min,ClickHouse median,ClickHouse max
revenue,219,298,386,284,388.7,427
products,259,307,336.5,335,358,384
countries,216,349.6,365,219,302.6,342
"""
    scores = table(text).bench(higher_is_better=False).scores
    assert (scores.score, scores.algorithms) == ("median", ("Maria", "ClickHouse"))
    assert scores.values[:, 0].tolist() == [298, 307, 349.6]
    ends = {
        "Maria min": "M p95",
        "Maria max": "M σ",
        "ClickHouse min": "CH p95",
        "ClickHouse max": "CH σ",
    }
    with pytest.raises(DesignError, match="M p95"):
        _ = table(text).rename(columns=ends).bench.scores


@pytest.mark.parametrize("name", ["PPO time-features", "ppo_r_top1"])
def test_an_algorithm_whose_name_ends_like_a_measure_is_one(name):
    frame = pd.DataFrame({"seed": [1, 2, 3], "plain": [0.5, 0.6, 0.7], name: [0.6, 0.5, 0.8]})
    assert frame.bench(higher_is_better=True).scores.algorithms == ("plain", name)


def test_parallel_work_done_and_undone_is_measured_of_compressors():
    text = """Compressor,Ratio,Compress,Decompress,Parallel Compress,Parallel Decompress
Snappy,56.7%,492 MB/s,"1,192 MB/s",2357 MB/s,9298 MB/s
LZ4,57.3%,516 MB/s,"4,335 MB/s",3357 MB/s,8298 MB/s
SLZ,58.6%,357 MB/s,"5,298 MB/s",1357 MB/s,7298 MB/s
"""
    with pytest.raises(DesignError):
        _ = table(text).bench.scores


def test_marks_and_signs_for_about_stand_before_times():
    text = "query,postgres,neo4j\nmutual,~2s,~10ms\nfriends,✅ 10s,✅ 50ms\nsocial,5s,100ms\n"
    scores = table(text).bench.scores
    assert scores.values.tolist() == [[2.0, 0.01], [10.0, 0.05], [5.0, 0.1]]


def test_pairs_of_languages_or_domains_are_datasets():
    frame = pd.DataFrame(
        {"model": ["A", "B", "C"], "en - de": [30.1, 28, 27], "de - en": [31, 29.5, 30]}
    ).assign(**{"en - fr": [40, 39, 41], "fr - en": [38, 36, 37]})
    scores = frame.bench(columns="dataset", higher_is_better=True).scores
    assert scores.blocks == ("en - de", "de - en", "en - fr", "fr - en")


@pytest.mark.parametrize("name", ["Oracle", "Upper Bound", "VBS"])
def test_what_products_are_called_is_a_reference_only_where_it_bounds_the_others(name):
    frame = pd.DataFrame(
        {
            "jvm": [name, "OpenJDK", "GraalVM"] * 4,
            "benchmark": [f"b{place // 3}" for place in range(12)],
            "ops": [5.0, 4, 6, 7, 9, 8, 3, 2, 1, 6, 5, 8],
        }
    )
    roles = {"algorithm": "jvm", "dataset": "benchmark", "score": "ops", "higher_is_better": True}
    assert name in frame.bench(**roles).scores.algorithms
    frame.loc[frame["jvm"] == name, "ops"] = 10.0
    assert name not in frame.bench(**roles).scores.algorithms


@pytest.mark.parametrize(
    "names",
    [
        ("leicht", "mittel", "schwer"),
        ("facile", "moyen", "difficile"),
        ("klein", "gross", "mittel"),
    ],
)
def test_medium_between_two_others_is_no_mean(names):
    frame = pd.DataFrame({"Aufgabe": names, "svm": [0.9, 0.8, 0.5], "knn": [0.8, 0.7, 0.6]})
    assert frame.bench(higher_is_better=True).scores.blocks == names
    below = pd.concat([frame, pd.DataFrame({"Aufgabe": ["Mittel"], "svm": [0.73], "knn": [0.7]})])
    assert below.bench(higher_is_better=True).scores.blocks == names


def test_answers_of_models_and_sets_far_away_are_no_measures():
    frame = pd.DataFrame(
        {"dataset": list("abcd"), "Beam@5": [1.0, 2, 3, 4], "Greedy@1": [2.0, 1, 4, 3]}
    )
    assert frame.bench(higher_is_better=True).scores.algorithms == ("Beam@5", "Greedy@1")
    far = pd.DataFrame({"method": ["m", "n", "o"], "near": [0.8, 0.7, 0.9], "far": [0.9, 0.8, 0.7]})
    scores = far.assign(mid=[0.5, 0.6, 0.7]).bench(columns="dataset", higher_is_better=True).scores
    assert scores.blocks == ("near", "far", "mid")


def test_a_reference_is_found_among_scores_with_spreads():
    text = "model,task,error\n" + "".join(
        f"{model},{task},{place + level} ± 0.2\n"
        for place, task in enumerate("abc")
        for model, level in (("Oracle", 1), ("probe", 3), ("linear", 5))
    )
    assert table(text).bench.scores.algorithms == ("probe", "linear")


def test_a_row_of_gains_over_a_column_is_left_out_as_the_averages_above_it():
    text = "Dataset,BM25,DPR\na,.2,.3\nb,.4,.5\nc,.6,.7\nAverage,.4,.5\nvs BM25,baseline,+25%\n"
    scores = table(text).bench(higher_is_better=True).scores
    assert (scores.algorithms, scores.blocks) == (("BM25", "DPR"), ("a", "b", "c"))
    assert "Average, vs BM25 are left out as summaries of the other datasets." in scores.runs.notes
