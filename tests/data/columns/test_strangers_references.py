"""What stands beside the compared algorithms: means in any language, differences, references and ratings."""

import pandas as pd
import pytest
from stranger_tables import asked, table

from benchreport.errors import DesignError


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


def test_metrics_that_stand_before_each_algorithm_show_that_columns_measure_different_things():
    measured = [
        f"{metric}_{name}" for metric in ("epe", "rmse", "ae") for name in ("ptl", "fb", "lk")
    ]
    names = ["frame", "gt_u", "ptl_u", "fb_u", "lk_u", *measured]
    rows = [[50 + row, *(row + 0.1 * at for at in range(len(names) - 1))] for row in range(6)]
    with pytest.raises(DesignError, match=r"rmse_ptl.* are measures"):
        _ = pd.DataFrame(rows, columns=names).bench.scores


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
