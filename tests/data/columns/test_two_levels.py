"""Tables whose columns have two levels, as frames and as files with two lines of names."""

import io

import numpy as np
import pandas as pd
import pytest

from benchreport.data.columns.metrics_in_names import split_names
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.two_levels import melt_two_levels
from benchreport.data.readers import read
from benchreport.data.readers.delimited import read_delimited
from benchreport.data.readers.excel import read_excel
from benchreport.data.readers.latex import read_latex
from benchreport.data.scores import Scores
from benchreport.data.several import Several
from benchreport.errors import DesignError, InputError, RoleError

ALGORITHMS, METRICS, DATASETS = ["svm", "knn", "tree"], ["accuracy", "f1"], ["iris", "wine", "zoo"]
CELLS = np.arange(18).reshape(3, 6) / 20
TABLE = pd.DataFrame(
    CELLS,
    index=pd.Index(DATASETS, name="dataset"),
    columns=pd.MultiIndex.from_product([ALGORITHMS, METRICS]),
)


def scores_by_f1(frame):
    return Scores.from_frame(frame, Roles(metric="f1"))


def assert_is_the_table(scores):
    assert (scores.algorithms, scores.blocks) == (tuple(ALGORITHMS), tuple(DATASETS))
    assert (scores.score, scores.higher_is_better) == ("f1", True)
    np.testing.assert_array_equal(scores.values, CELLS[:, 1::2])


@pytest.mark.parametrize(
    "frame",
    [
        TABLE,
        TABLE.rename_axis(columns=["model", "metric"]),
        TABLE.rename_axis(index=None),
        TABLE.swaplevel(axis=1),
        TABLE.reset_index(),
    ],
    ids=["plain", "named", "unnamed index", "metrics above", "dataset as a column"],
)
def test_metrics_below_algorithms_are_read(frame):
    assert_is_the_table(scores_by_f1(frame))
    assert list(Several.from_frame(frame).by_scores()) == METRICS


def excel(**settings):
    buffer = io.BytesIO()
    TABLE.to_excel(buffer, **settings)
    return buffer.getvalue()


def hand_made_workbook():
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["", *(cell for name in ALGORITHMS for cell in (name, None))])
    sheet.append(["dataset", *METRICS * 3])
    for name, row in zip(DATASETS, CELLS, strict=True):
        sheet.append([name, *row])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize("separator", [",", ";"])
def test_two_lines_of_names_in_a_text_file(separator):
    decimal = "," if separator == ";" else "."
    text = TABLE.to_csv(sep=separator, decimal=decimal)
    assert_is_the_table(scores_by_f1(read_delimited(text.encode())))


def test_two_lines_of_names_in_a_workbook():
    pytest.importorskip("openpyxl")
    # once with cells merged by pandas, once with blank ones
    assert_is_the_table(scores_by_f1(read_excel(excel())))
    assert_is_the_table(scores_by_f1(read_excel(excel(merge_cells=False))))
    assert_is_the_table(scores_by_f1(read_excel(hand_made_workbook())))


def test_a_table_of_excel_read_by_pandas_without_an_index():
    names = [("Unnamed: 0_level_0", "Unnamed: 0_level_1"), *TABLE.columns]
    rows = [
        ["dataset", *[np.nan] * 6],
        *([name, *row] for name, row in zip(DATASETS, CELLS, strict=True)),
    ]
    assert_is_the_table(scores_by_f1(pd.DataFrame(rows, columns=pd.MultiIndex.from_tuples(names))))


def test_runs_below_algorithms_keep_the_names_of_their_levels():
    frame = TABLE.set_axis(
        pd.MultiIndex.from_product([ALGORITHMS, [0, 1]], names=["model", "seed"]), axis=1
    )
    scores = Scores.from_frame(frame, Roles(higher_is_better=True))
    np.testing.assert_allclose(scores.values, (CELLS[:, ::2] + CELLS[:, 1::2]) / 2)


def test_levels_that_say_nothing_are_asked_about():
    frame = TABLE.set_axis(pd.MultiIndex.from_product([["a", "b", "c"], ["x", "y"]]), axis=1)
    with pytest.raises(RoleError) as caught:
        Scores.from_frame(frame, Roles(higher_is_better=True))
    assert "lower_columns" in caught.value.message


def test_rows_that_are_called_models_are_the_algorithms():
    turned = pd.DataFrame(CELLS, index=pd.Index(["a", "b", "c"], name="Method"))
    turned.columns = pd.MultiIndex.from_product([DATASETS, METRICS])
    scores = scores_by_f1(turned)
    assert (scores.algorithms, scores.blocks) == (("a", "b", "c"), tuple(DATASETS))


def test_rows_and_columns_that_could_be_either_are_asked_about():
    frame = pd.DataFrame(CELLS, index=["a", "b", "c"])
    frame.columns = pd.MultiIndex.from_product([["x", "y", "z"], METRICS])
    with pytest.raises(RoleError) as caught:
        scores_by_f1(frame)
    assert "columns 'rows' and 'columns' cross" in caught.value.message
    assert "algorithm='columns', dataset='rows'" in caught.value.hint


def test_a_standard_deviation_beside_a_mean_is_no_score():
    frame = TABLE.set_axis(pd.MultiIndex.from_product([ALGORITHMS, ["mean", "std"]]), axis=1)
    scores = Scores.from_frame(frame, Roles(higher_is_better=True))
    np.testing.assert_array_equal(scores.values, CELLS[:, ::2])
    assert scores.algorithms == tuple(ALGORITHMS)


@pytest.mark.parametrize("joined", ["{}_{}", "{} {}", "{} ({})", "{}.{}", "{}/{}"])
def test_algorithms_and_metrics_in_one_name(joined):
    names = [joined.format(*pair) for pair in TABLE.columns]
    frame = TABLE.set_axis(names, axis=1)
    assert_is_the_table(scores_by_f1(frame.reset_index()))
    assert_is_the_table(scores_by_f1(frame.reset_index().assign(n_classes=[3, 3, 7])))
    spreads = frame.set_axis([name.replace("f1", "std") for name in names], axis=1)
    np.testing.assert_array_equal(Scores.from_frame(spreads.reset_index()).values, CELLS[:, ::2])


def test_names_that_cross_and_name_no_algorithm_are_not_split():
    frame = pd.DataFrame(CELLS[:, :4], columns=["train_acc", "train_f1", "test_acc", "test_f1"])
    assert split_names(frame) is None
    assert split_names(frame.assign(model=ALGORITHMS)) is None
    for tails in (["low", "high"], ["mean", "max"]):
        names = [f"{name}_{tail}" for name in ALGORITHMS for tail in tails]
        assert split_names(TABLE.set_axis(names, axis=1)) is None
    # one is missing
    assert (
        split_names(TABLE.set_axis(["_".join(pair) for pair in TABLE], axis=1).iloc[:, 1:]) is None
    )


def test_what_cannot_be_told_apart_is_refused():
    twice = pd.concat([TABLE, TABLE[[("svm", "f1")]]], axis=1)
    with pytest.raises(RoleError, match="more than once"):
        melt_two_levels(twice)
    with pytest.raises(DesignError, match="no column holds numbers"):
        melt_two_levels(TABLE.astype(str) + "?")


def test_one_line_of_names_stays_one():
    text = "model,,accuracy,accuracy2\na,x,0.5,0.6\nb,y,0.6,0.7\n"
    assert list(read_delimited(text.encode()).columns) == [
        "model",
        "Unnamed: 1",
        "accuracy",
        "accuracy2",
    ]


@pytest.mark.parametrize(
    "form", ["{head}_{tail}", "{tail}.{head}", "{tail}_{head}", "{head}~{tail}"]
)
@pytest.mark.parametrize("tails", [["accuracy"], ["accuracy", "f1"]])
def test_names_of_algorithms_and_their_measures(form, tails):
    frame = pd.DataFrame({"dataset": ["iris", "wine", "glass"]})
    for place, head in enumerate(["rpart", "ranger", "xgboost"]):
        for tail in tails:
            frame[form.format(head=head, tail=tail)] = [0.5 + place / 10, 0.6, 0.7]
    metric = {"metric": "accuracy"} if len(tails) > 1 else {}
    scores = frame.bench(**metric).scores
    assert scores.algorithms == ("rpart", "ranger", "xgboost")
    assert scores.score == "accuracy"
    assert scores.higher_is_better
    assert scores.values[0].tolist() == [0.5, 0.6, 0.7]


def test_rows_that_r_and_pandas_write_without_a_name_are_datasets():
    frame = pd.DataFrame(
        {"Unnamed: 0": ["iris", "wine"], "auc.rpart": [0.5, 0.6], "auc.knn": [0.7, 0.8]}
    )
    scores = frame.bench.scores
    assert (scores.algorithms, scores.blocks) == (("rpart", "knn"), ("iris", "wine"))


def test_resamples_of_caret_are_of_three_measures():
    frame = pd.DataFrame({"Resample": [f"Fold{fold:02d}.Rep1" for fold in range(1, 11)]})
    for place, model in enumerate(["rf", "gbm", "glm"]):
        for measure in ("ROC", "Sens", "Spec"):
            frame[f"{model}~{measure}"] = [0.7 + place / 10 + fold / 100 for fold in range(10)]
    scores = frame.bench(metric="ROC").scores
    assert (scores.algorithms, scores.block_kind, len(scores.blocks)) == (
        ("rf", "gbm", "glm"),
        "fold",
        10,
    )
    with pytest.raises(RoleError, match="3 metrics: ROC, Sens, Spec"):
        _ = frame.bench.scores


@pytest.mark.parametrize("other", ["mean_mse", "relevance"])
def test_one_measure_beside_other_numbers_is_not_split(other):
    frame = pd.DataFrame({"dataset": ["iris", "wine"], "rf_acc": [0.5, 0.6], "knn_acc": [0.7, 0.8]})
    assert split_names(frame) is not None
    assert split_names(frame.assign(**{other: [1.5, 2.5]})) is None
    assert split_names(frame.rename(columns={"dataset": "model"})) is None


@pytest.mark.parametrize("form", ["acc_seed{}", "run{}_acc", "error_{}", "auc.{}", "{}_acc"])
def test_numbers_are_no_algorithms(form):
    frame = pd.DataFrame({form.format(number): [0.5, 0.6, 0.7] for number in range(3)})
    frame.insert(0, "dataset", ["iris", "wine", "zoo"])
    assert split_names(frame) is None
    with pytest.raises((DesignError, RoleError)):
        _ = frame.bench.scores


def test_an_accuracy_says_that_the_names_beside_it_are_metrics_too():
    heads = pd.MultiIndex.from_product([["naive", "robust"], ["Acc", "DP", "IF"]])
    frame = pd.DataFrame([[0.5 + at / 40 for at in range(6)]] * 3, columns=heads)
    frame.insert(0, ("dataset", ""), list("abc"))
    long = melt_two_levels(frame)
    assert long["metric"].unique().tolist() == ["Acc", "DP", "IF"]
    assert "metric" not in melt_two_levels(frame.rename(columns={"Acc": "Time Series Forest"}))


def test_a_last_word_may_say_whose_scores_are():
    names = [f"{metric} {who}" for metric in ("MARE", "F1", "K-S") for who in ("Paper", "Ours")]
    frame = pd.DataFrame(
        [[f"d{n}", *(n + at / 10 for at in range(6))] for n in range(4)],
        columns=["Dataset", *names],
    )
    scores = frame.bench(metric="K-S", higher_is_better=False).scores
    assert (scores.algorithms, len(scores.blocks)) == (("Paper", "Ours"), 4)
    other = frame.rename(columns=lambda name: name.replace("Ours", "Author"))
    with pytest.raises(InputError):
        _ = other.bench(metric="K-S", higher_is_better=False).scores


def test_parts_below_two_lines_of_names_are_datasets_of_their_own():
    text = (
        "\\begin{tabular}{lcccc}\nModel & \\multicolumn{2}{c}{eng} & \\multicolumn{2}{c}{zho} \\\\\n"
        " & Rest. & Laptop & Rest. & Laptop \\\\\n\\midrule\n\\multicolumn{5}{l}{Train (own split)} \\\\\n"
        "Exp1 & 0.81 & 0.87 & 0.84 & 0.61 \\\\\nExp2 & 0.59 & 0.58 & 0.47 & 0.62 \\\\\n"
        "\\multicolumn{5}{l}{Test (official)} \\\\\nExp2 & 1.5 & -- & 1.65 & 1.7 \\\\\n\\end{tabular}\n"
    )
    frame = read_latex(text.encode())
    assert frame["Model"].unique().tolist() == ["Exp1", "Exp2"]
    assert frame["dataset (heading)"].value_counts().to_dict() == {
        "Train (own split)": 8,
        "Test (official)": 4,
    }


@pytest.mark.parametrize("heads", [("Our LP", "Old LP"), ("LP", "Benders")])
def test_numbered_instances_are_no_algorithms_whatever_their_column_is_called(heads):
    names = [f"{who} {what}" for who in heads for what in ("Time", "Objective")]
    rows = [[f"g-10_{n}", n + 0.5, n, n + 0.7, n + 1] for n in range(4)]
    frame = pd.DataFrame(rows, columns=["Experiment", *names])
    with pytest.raises(RoleError, match="does column 'Experiment' name the datasets") as refused:
        _ = frame.bench(metric="Time").scores
    scores = frame.bench(metric="Time", **refused.value.way_out.calls[0].roles).scores
    assert (scores.algorithms, len(scores.blocks)) == (heads, 4)
    other = frame.assign(Experiment=["svm", "knn", "tree", "mlp"])
    if heads[0] == "LP":
        assert other.bench(metric="Time").scores.algorithms == ("svm", "knn", "tree", "mlp")


@pytest.mark.parametrize("heads", [("ImageNet", "CIFAR"), ("COCO", "Our dataset")])
def test_numbered_methods_stay_algorithms(heads):
    names = [f"{data} {what}" for data in heads for what in ("acc", "f1")]
    rows = [[f"ResNet-{n}", n + 0.5, n, n + 0.7, n + 1] for n in (18, 34, 50)]
    for called in ("Methods", "Backbone", "Models"):
        frame = pd.DataFrame(rows, columns=[called, *names])
        scores = frame.bench(metric="acc").scores
        assert scores.algorithms == ("ResNet-18", "ResNet-34", "ResNet-50")


@pytest.mark.parametrize("last", ["Δ", "Avg", "Improvement", "Params (M)"])
def test_a_last_column_without_a_second_name_stands_beside_those_that_cross(tmp_path, last):
    path = tmp_path / "a.csv"
    lines = ["iris,5,.9,.8,.7,.6,.2", "wine,3,.8,.7,.6,.5,.2", "glass,4,.7,.65,.5,.45,.2"]
    path.write_text("\n".join([f"data,n,svm,,knn,,{last}", ",,acc,f1,acc,f1,", *lines]))
    scores = read(path).bench(metric="acc").scores
    assert (scores.algorithms, scores.blocks) == (("svm", "knn"), ("iris", "wine", "glass"))


def test_measures_of_several_words_stand_behind_the_first():
    measures = ("psnr_db", "ssim", "bitrate_bpp", "comp_time_s")
    columns = [f"{codec}_{measure}" for codec in ("wavelet", "fractal") for measure in measures]
    rows = np.random.default_rng(0).random((4, len(columns)))
    frame = pd.DataFrame(rows, columns=columns)
    frame.insert(0, "image", ["kodim01", "kodim02", "kodim03", "kodim04"])
    scores = Scores.from_frame(frame, Roles(metric="psnr_db"))
    assert (scores.algorithms, len(scores.blocks)) == (("wavelet", "fractal"), 4)
    assert scores.higher_is_better
    # parts of a run are no algorithms
    parts = [f"{part}_{measure}" for part in ("fit", "train") for measure in measures]
    with pytest.raises(InputError):
        Scores.from_frame(frame.set_axis(["image", *parts], axis=1), Roles())


def test_an_index_names_the_algorithms_whose_scores_by_two_measures_stand_in_parts():
    values = [[0.1, 2.0, 0.2, 1.5], [0.3, 1.9, 0.1, 1.7], [0.2, 1.8, 0.4, 1.6]]
    frame = pd.DataFrame(values, columns=["raw_R2", "raw_RMSE", "scaled_R2", "scaled_RMSE"])
    frame.insert(0, "Unnamed: 0", ["Ridge", "Lasso", "RandomForest"])
    scores = Scores.from_frame(frame, Roles(metric="RMSE"))
    assert scores.algorithms == ("Ridge", "Lasso", "RandomForest")
    assert scores.blocks == ("raw", "scaled")


def test_a_level_below_datasets_names_them_too_before_it_is_a_setting_of_algorithms():
    horizons = pd.MultiIndex.from_product([["ETTh1", "Weather", "Traffic"], ["96", "192"]])
    models = pd.Index(["PatchTST", "DLinear", "TimesNet"], name="Model")
    frame = pd.DataFrame(CELLS, index=models, columns=horizons)
    with pytest.raises(InputError) as caught:
        Scores.from_frame(frame, Roles(higher_is_better=False))
    assert caught.value.hint.startswith("df.bench(dataset=['columns', 'lower_columns'])")
    roles = Roles(dataset=["columns", "lower_columns"], higher_is_better=False)
    assert Scores.from_frame(frame, roles).values.shape == (6, 3)
