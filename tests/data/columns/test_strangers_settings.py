"""Settings of algorithms beside their names, three lines of names, and numbers that stand for names."""

import io

import numpy as np
import pandas as pd
import pytest

from benchreport.data.readers import read
from benchreport.errors import DesignError, InputError, RoleError


def table(text):
    return pd.read_csv(io.StringIO(text), skipinitialspace=True)


def test_models_with_several_backbones_have_one_score_each():
    frame = table(
        "model,backbone,bs,epoch,size,mAP\nfcos,r50,8,12,800,38.7\nfcos,r101,8,12,800,39.1\n"
        "yolox,nano,16,300,416,24.8\nyolox,tiny,16,300,416,33.0\nyolox,small,16,300,640,40.4\n"
    )
    with pytest.raises(DesignError, match="one row for each 'model' and 'backbone'") as refused:
        _ = frame.bench.scores
    assert "epoch" not in str(refused.value)


def test_a_leaderboard_of_models_and_backbones_is_read_by_its_hint():
    frame = table(
        "model,backbone,person,car,dog\nfcos,r50,38.7,40.1,20.2\nfcos,r101,39.1,41.5,21.0\n"
        "yolox,nano,24.8,30.2,15.1\nyolox,tiny,33.0,35.1,16.2\nssd,vgg,30.3,29.8,14.4\n"
    )
    with pytest.raises(RoleError, match="one row for each 'model' and 'backbone'") as asked:
        _ = frame.bench.scores
    (*_, call) = asked.value.way_out.calls
    scores = frame.bench(**{"higher_is_better": True, **call.roles}).scores
    assert (len(scores.algorithms), scores.blocks) == (5, ("person", "car", "dog"))


def test_a_grid_of_settings_of_one_model_is_nothing_to_test():
    rows = [
        ("gcn", "cora", dims, lr, 64 * (1 + width), 0.5 + 0.01 * width)
        for dims in ("-", "[64]", "[64, 64]")
        for lr in (0.001, 0.01)
        for width in (0, 1)
    ]
    frame = pd.DataFrame(rows, columns=["name", "dataset", "hiddens", "lr", "dim", "micro"])
    with pytest.raises(DesignError, match="another setting of hiddens, lr, dim"):
        _ = frame.bench.scores
    more = frame.assign(dataset=["cora"] * 6 + ["pubmed"] * 6)
    with pytest.raises(RoleError, match="each row of a dataset is another setting") as asked:
        _ = more.bench.scores
    assert asked.value.way_out.calls[0].roles == {"factors": ["hiddens", "lr", "dim"]}


TIERS = table(
    "dataset,series,kind,detector,tier,auc\nnasa,E-9,point,lof,default,.32\nnasa,E-9,point,lof,tuned,.22\n"
    "nasa,E-9,point,knn,default,.40\nnasa,E-9,point,knn,tuned,.45\nnasa,A-2,other,lof,default,.61\n"
    "nasa,A-2,other,knn,default,.52\nnasa,M-1,other,lof,default,.13\nnasa,M-1,other,knn,default,.19\n"
)


def test_tiers_of_some_detectors_are_settings_and_no_repeats():
    with pytest.raises(RoleError, match=r"'tier' splits the table .* is it a setting") as asked:
        _ = TIERS.bench.scores
    settings, _, part, *_ = asked.value.way_out.calls
    assert settings.roles == {"factors": ["detector", "tier"]}
    scores = TIERS.bench(**part.roles).scores
    assert (scores.algorithms, scores.blocks) == (("lof", "knn"), ("E-9", "A-2", "M-1"))
    cells = TIERS.bench(**settings.roles, missing="worst").scores
    assert cells.blocks == ("E-9", "A-2", "M-1")


def test_a_name_is_taken_for_the_number_that_stands_for_it():
    rows = [
        (name, number, task, 0.7 + 0.01 * place + 0.001 * number)
        for place, name in enumerate(("h2o", "tpot", "flaml"))
        for number, task in ((31, "credit-g"), (3, "kr-vs-kp"), (12, "mfeat"))
    ]
    frame = pd.DataFrame(rows, columns=["framework", "task_id", "data_name", "acc"])
    assert frame.bench.scores.blocks == ("credit-g", "kr-vs-kp", "mfeat")
    assert frame.drop(columns="data_name").bench.scores.blocks == ("31", "3", "12")


def test_units_end_names_without_brackets():
    frame = table("query,duckdb ms,sqlite ms\nq1,1.5,2.4\nq2,2.5,3.5\nq3,3.5,4\n")
    scores = frame.bench.scores
    assert (scores.score, scores.higher_is_better) == ("time (ms)", False)
    with pytest.raises(DesignError, match=r"each row has one score, ms, and no column names"):
        _ = frame[["query", "duckdb ms"]].rename(columns={"duckdb ms": "ms"}).bench.scores


def test_three_lines_of_names(tmp_path):
    path = tmp_path / "results.csv"
    path.write_text(
        ",ETTh1,,,,ETTh2,,,\n,96,,192,,96,,192,\nModel,MSE,MAE,MSE,MAE,MSE,MAE,MSE,MAE\n"
        "DLinear,.375,.399,.405,.416,.289,.353,.383,.418\nPatchTST,.370,.400,.413,.429,.274,.337,.341,.382\n"
    )
    scores = read(path).bench(metric="MAE").scores
    assert scores.blocks == ("ETTh1 / 96", "ETTh1 / 192", "ETTh2 / 96", "ETTh2 / 192")
    assert scores.values[:, 0].tolist() == [0.399, 0.416, 0.353, 0.418]


def test_texts_below_the_names_of_tools_are_none_of_the_rows(tmp_path):
    path = tmp_path / "benchexec.tsv"
    path.write_text(
        "tool\tCPAchecker 2.1\tCPAchecker 2.1\tCBMC 5.30\tCBMC 5.30\nrun set\tsv\tsv\tsv\tsv\n"
        "task\tstatus\tcputime (s)\tstatus\tcputime (s)\narray-1\ttrue\t5.31\ttrue\t.31\n"
        "array-2\tfalse\t6.02\tTIMEOUT\t901.2\nbubble\tOUT OF MEMORY\t312\ttrue\t1.22\n"
    )
    frame = read(path)
    assert frame.columns.tolist() == ["task", "algorithm", "metric", "value"]
    scores = frame.bench.scores
    assert scores.algorithms == ("CPAchecker 2.1 / sv", "CBMC 5.30 / sv")
    # what a run took that failed is no score
    values = scores.values.tolist()
    assert (values[0], values[1][0], values[2][1]) == ([5.31, 0.31], 6.02, 1.22)
    assert np.isnan([values[1][1], values[2][0]]).all()
    assert scores.higher_is_better is False


@pytest.mark.parametrize(
    ("titles", "column"),
    [
        (("Dataset: cora", "Dataset: pubmed"), "dataset (heading)"),
        (("Model: gcn", "Model: gat"), "model (heading)"),
    ],
)
def test_headings_lose_the_word_that_says_what_they_name(tmp_path, titles, column):
    other = "Model" if "Dataset" in titles[0] else "Dataset"
    rows = "\n| a | 0.5 |\n| b | 0.6 |\n| c | 0.4 |\n\n"
    text = "".join(f"## {title}\n\n| {other} | Accuracy |\n|---|---|{rows}" for title in titles)
    (tmp_path / "results.md").write_text(text)
    frame = read(tmp_path / "results.md")
    assert frame.columns[0] == column
    assert frame[column].unique().tolist() == [title.partition(": ")[2] for title in titles]
    assert len(frame.bench.scores.algorithms) == (3 if other == "Model" else 2)


def test_a_score_that_is_a_mean_is_not_called_a_mean_twice():
    rows = [(a, e, 10.0 * e + b) for b, a in enumerate(("a2c", "ppo", "sac")) for e in range(6)]
    frame = pd.DataFrame(rows, columns=["algo", "env_id", "mean_reward"])
    text = str(frame.bench.analyze().verdict)
    assert "best mean_reward" in text
    assert "mean mean_reward" not in text


def test_a_sheet_may_have_three_lines_of_names_of_which_the_first_end_early(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append([None, "ETTh1", None, None, None, "ETTm1"])
    book.active.append([None, 96, None, 192, None, 96, None, 192])
    book.active.append(["Model", *["MSE", "MAE"] * 4])
    for name, best in (("TCN", 0.3), ("GRU", 0.4)):
        book.active.append([name, *(best + place / 100 for place in range(8))])
    path = tmp_path / "results.xlsx"
    book.save(path)
    frame = read(path)
    assert len(frame) == 16
    assert sorted(frame["metric"].unique()) == ["MAE", "MSE"]
    scores = frame.bench(metric="MSE").scores
    assert scores.algorithms == ("TCN", "GRU")
    assert set(scores.blocks) == {"ETTh1 / 96", "ETTh1 / 192", "ETTm1 / 96", "ETTm1 / 192"}


def _refused(frame: pd.DataFrame, **roles: object) -> InputError:
    with pytest.raises(InputError) as error:
        _ = frame.bench(**roles).scores
    return error.value


def test_settings_that_tell_the_rows_of_an_algorithm_apart_are_no_independent_runs():
    text = "adapter,options,KER\nplain,none,5.1\nplus,a=1,1.6\nplus,a=0,4.5\nhaq,i=y,0.8\nhaq,i=n,3.8\n"
    error = _refused(table(text), score="KER", higher_is_better=False)
    assert error.message.startswith(
        "there is nothing to test: the table has one row for each 'adapter' and 'options'"
    )
    assert error.hint.endswith("; if the runs are independent: df[['adapter', 'KER']].bench")
    one = table("Model,Decode method,WER\nA,greedy,5.1\nA,beam,4.9\nA,rescoring,4.7\n")
    assert "one row for each 'Decode method'" in _refused(one).message
    # what is called like runs names none
    named = table(text.replace("options", "run name"))
    error = _refused(named, score="KER", higher_is_better=False)
    assert error.hint == "if the runs are independent: df[['adapter', 'KER']].bench"


def test_iterations_are_offered_before_independent_runs():
    text = "search,iteration_number,time\na,0,1.5\na,1,1.9\nb,0,2.5\nb,1,2.1\nb,2,2.2\nc,0,4\n"
    ways = _refused(table(text), algorithm="search").way_out.calls
    assert [way.roles for way in ways] == [
        {"dataset": "iteration_number"},
        {"repeat": "iteration_number"},
    ]
