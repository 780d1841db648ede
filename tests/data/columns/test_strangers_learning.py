"""Tables of trained models: their designs, parts of the data, metrics in two levels, one model alone."""

import itertools

import pandas as pd
import pytest

from benchreport.data.readers.latex import read_latex
from benchreport.data.readers.markdown import read_markdown
from benchreport.errors import DataError, DesignError, RoleError


def asked(frame, match, **roles):
    with pytest.raises(RoleError, match=match) as refused:
        _ = frame.bench(**roles).scores
    return refused.value.way_out.calls[0].roles


ENCODED = r"""\begin{tabular}{llcccccc}
& Classifier & \multicolumn{3}{c}{left} & \multicolumn{3}{c}{right} \\
& & Acc & Sn & F1 & Acc & Sn & F1 \\ \midrule
\multirow{2}{*}{\makecell{One value \\(enc 1)}} & rocket & .8 & .7 & .75 & .9 & .8 & .85 \\
& hydra & .7 & .6 & .65 & \textcolor{red}{\textbf{.8}} & .7 & .75 \\
\multirow{3}{*}{\makecell{\textbf{Grouped}\\ values \\(enc 2)}} & rocket & .6 & .5 & .55 & .7 & .6 & .65 \\
& hydra & .5 & .4 & .45 & .6 & .5 & .55 \\
\bottomrule
\end{tabular}"""


def test_cells_of_several_lines_are_cells_and_most_names_of_a_level_make_it_one_of_metrics():
    frame = read_latex(ENCODED.encode())
    assert frame.iloc[:, 0].unique().tolist() == ["One value (enc 1)", "Grouped values (enc 2)"]
    assert frame.columns.tolist()[1:] == ["Classifier", "dataset", "metric", "value"]
    assert len(frame) == 24


def test_values_that_are_balanced_beside_incomplete_keys_are_found():
    """The codes of combinations that do not occur once made an array of the wrong size."""
    pairs = [("a", "svm"), ("a", "knn"), ("b", "svm"), ("c", "ridge")]
    rows = [
        (encoding, model, arm, place + number / 9)
        for place, (encoding, model) in enumerate(pairs)
        for arm in ("left", "right")
        for number in range(4)
    ]
    frame = pd.DataFrame(rows, columns=["encoding", "model", "arm", "f1"])
    roles = asked(frame, "'arm' splits the table", dataset="encoding")
    assert roles == {"dataset": ["encoding", "arm"]}


def test_texts_of_a_column_without_a_name_are_datasets_beside_algorithms():
    rows = [
        (data, model, 0.5 + place / 10, place / 9)
        for data in ("Muris", "SwissProt")
        for place, model in enumerate(("B", "MAML", "PT"))
    ]
    frame = pd.DataFrame(rows, columns=["Unnamed: 0", "Unnamed: 1", "Acc", "Acc w/ SOT"])
    roles = asked(frame, "which column names the datasets", algorithm="Unnamed: 1", score="Acc")
    assert roles == {"dataset": "Unnamed: 0"}


def test_scores_on_a_test_part_are_a_dataset_of_a_leaderboard():
    frame = pd.DataFrame(
        {
            "run": ["small base", "large base", "small tuned", "best"],
            "dev": [0.81, 0.82, 0.83, 0.84],
            "test": [0.80, 0.81, 0.84, 0.82],
            "unseen": [0.7, 0.75, 0.71, 0.8],
        }
    )
    scores = frame.bench(columns="dataset", algorithm="run", higher_is_better=True).scores
    assert scores.blocks == ("dev", "test", "unseen")


def test_one_model_alone_is_refused_before_datasets_are_asked_for():
    load = ["zero.pt"] * 4 + ["tuned.pt"] * 2
    frame = pd.DataFrame({"model": "RN50", "load": load, "lr": 1e-4, "epoch": [0, 1, 2, 3, 0, 1]})
    frame = frame.assign(top1=[0.7, 0.8, 0.8, 0.9, 0.6, 0.8], loss=[0.3, 0.2, 0.2, 0.1, 0.4, 0.2])
    with pytest.raises(DesignError, match="names one algorithm only, 'RN50'"):
        _ = frame.bench.scores


def test_what_each_model_has_one_of_is_no_dataset():
    frame = pd.DataFrame(
        {
            "model": ["m0", "m1_pc", "m1_pt", "m2_pc"],
            "design": ["baseline", "all int8", "all int8", "head fp32"],
            "mAP": [0.28, 0.25, 0.24, 0.27],
            "latency": [36.5, 25.1, 25.3, 21.6],
        }
    )
    with pytest.raises(DesignError, match="one row for each 'model'"):
        _ = frame.bench.scores


def test_bounds_beside_a_score_are_no_scores_and_settings_make_configurations():
    shots = [(model, shot) for model in ("haiku", "gemini") for shot in ("zero", "few")]
    rows = [
        (data, model, shot, panel, 0.7 + place / 9 + at / 99)
        for place, data in enumerate(("bank", "news", "imdb"))
        for at, (model, shot) in enumerate([*shots, ("svm", "trained")])
        for panel in ("raw", "adjusted")[: 1 + (data == "imdb" and model != "svm")]
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "model", "shot", "panel", "bal_acc"])
    frame["n_failed"] = [0, 5, 0, 2, *[0] * (len(frame) - 4)]
    frame = frame.assign(bal_acc_lo=frame.bal_acc - 0.02, bal_acc_hi=frame.bal_acc + 0.02)
    with pytest.raises(DataError, match="more than one score") as refused:
        _ = frame.bench.scores
    # how often something failed is no size of the data
    roles = refused.value.way_out.calls[0].roles
    assert roles == {"factors": ["model", "shot", "panel"]}


def test_the_combinations_of_columns_that_tell_rows_apart_are_asked_for_as_datasets():
    rows = [
        (outcome, variant, sex, model, 0.6 + at / 10 + len(outcome + variant + sex) / 99)
        for outcome in ("Statins", "Combined", "Other")
        for variant in ("Index", "Baseline")
        for sex in ("Women", "Men")
        for at, model in enumerate(("forest", "knn", "xgb"))
    ]
    frame = pd.DataFrame(rows, columns=["Outcome", "Variant", "Sex", "Model", "AUC"])
    frame = frame.assign(Brier=1 - frame.AUC)
    roles = asked(frame, "are the combinations of Outcome, Variant, Sex the datasets", score="AUC")
    assert roles == {"dataset": ["Outcome", "Variant", "Sex"]}


def test_a_mean_beside_its_deviation_is_the_value_of_a_metric():
    rows = [
        ("class", protocol, data, metric, 0.5 + place / 9, 0.01 * place)
        for protocol in ("raw", "scaled")
        for place, (data, metric) in enumerate([("brick", "acc"), ("euro", "acc"), ("sat", "iou")])
    ]
    frame = pd.DataFrame(rows, columns=["task", "protocol", "dataset", "metric", "mean", "std"])
    assert asked(frame, "holds 2 metrics")["metric"] == "acc"


def test_a_task_within_cells_makes_datasets_before_it_is_a_repeat():
    rows = [
        (task, model, data, 0.5 + len(task + model) / 99)
        for model in ("svm", "forest")
        for task, data in (("class", "brick"), ("class", "euro"), ("tune", "euro"))
    ]
    frame = pd.DataFrame(rows, columns=["subtask", "model", "dataset", "f1"])
    with pytest.raises(RoleError, match="'subtask' splits the table") as refused:
        _ = frame.bench.scores
    assert refused.value.way_out.calls[0].roles == {"dataset": ["dataset", "subtask"]}


def test_truths_beside_numbers_of_groups_are_no_two_algorithms():
    frame = pd.DataFrame(
        {
            "child": ["space", "plane", "chaos", "hit", "bank"],
            "group": [0, 0, 1, 2, 2],
            "predicted_labels": [True, False, True, True, False],
        }
    )
    with pytest.raises(DesignError, match="whole numbers and 'predicted_labels' true or false"):
        _ = frame.bench.scores
    assert len(frame.bench(columns="algorithm", higher_is_better=True).scores.algorithms) == 2


def test_columns_that_were_written_without_names_are_no_algorithms():
    features = {str(place): [0.1 * place, 0.2, 0.3 + place] for place in range(4)}
    frame = pd.DataFrame(features).assign(file=["a.mxl", "b.mxl", "c.mxl"], composer=[*"xyz"])
    with pytest.raises(DesignError, match="0, 1, 2, 3, have no names"):
        _ = frame.bench.scores


def test_parameters_and_rates_of_tokens_are_no_datasets():
    frame = pd.DataFrame(
        {
            "name": ["gemma", "qwen", "phi", "mistral"],
            "params_total_b": [7.5, 7, 3.8, 24],
            "params_active_b": [7.5, 7.0, 3.8, 24.5],
            "pp_tok_s": [796.4, 925.5, 1746.1, 306.2],
            "tg_tok_s": [46.9, 49.8, 59.5, 17.7],
        }
    )
    with pytest.raises(DesignError, match="nothing to test"):
        _ = frame.bench.scores


def test_answers_to_examples_name_no_algorithms():
    frame = pd.DataFrame(
        {"prompt": ["To __ it.", "A __ b.", "See __."], "is_correct": [True, False, True]}
    )
    with pytest.raises(RoleError, match="at least 2 algorithms") as refused:
        _ = frame.assign(answer=["be", "big", "you"]).bench.scores
    assert not refused.value.way_out.calls


def test_a_metric_that_ends_each_name_before_brackets_says_the_direction():
    frame = pd.DataFrame(
        {
            "Variante": ["easy", "hard", "odd"],
            "BERT F1 (tuned)": [0.8, 0.9, 0.7],
            "MLP F1": [1, 0.9, 0.8],
        }
    )
    assert frame.bench.scores.higher_is_better


def test_a_setting_that_another_has_no_use_for_is_absent():
    cells = [("iid", None), ("skewed", 0.1), ("skewed", 1)]
    rows = [
        (*cell, private, data, 0.5 + len(data) / 99)
        for cell in cells
        for private in (True, False)
        for data in ("heart", "cancer")
    ]
    frame = pd.DataFrame(rows, columns=["distribution", "alpha", "private", "dataset", "acc"])
    factors = ["distribution", "alpha", "private"]
    names = frame.bench(factors=factors).scores.algorithms
    assert [*names[::2]] == [
        "iid + private",
        "skewed + alpha=0.1 + private",
        "skewed + alpha=1 + private",
    ]


def test_pieces_under_two_kinds_of_names_are_the_datasets():
    frame = pd.DataFrame({"Sample": ["Wild Things", "Bank", "Mona", "Jolene"]})
    for place, name in enumerate(itertools.product(["Baseline", "Aligned"], ["Precision", "F1"])):
        frame["_".join(name)] = [0.5, 0.6 + place / 10, 0.4, 0.7 - place / 9]
    hint = asked(frame, "2 metrics: Precision, F1")
    assert hint == {"metric": "Precision"}
    scores = frame.bench(**hint).scores
    assert scores.algorithms == ("Baseline", "Aligned")
    assert scores.blocks == tuple(frame["Sample"])
    assert frame.bench(**hint, algorithm="algorithm").scores.algorithms == scores.algorithms


def test_the_role_of_each_model_is_compared_where_it_crosses_the_datasets():
    rows = [
        (place, role, f"{place} {role}", "all", 0.5 + at / 9, 0.1 * at)
        for at, place in enumerate(["nvq", "dzz", "sur"])
        for role in ("own", "reference", "held out")
    ]
    frame = pd.DataFrame(rows, columns=["community", "role", "model", "trained", "R", "rmse"])
    frame.loc[1::3, "model"] = "reference"
    with pytest.raises(DesignError, match="for each 'model' and 'community'") as refused:
        _ = frame.bench.scores
    assert refused.value.way_out.calls[0].roles == {"algorithm": "role", "dataset": "community"}


def test_all_settings_make_the_datasets_if_they_are_none():
    rows = [
        (name, split, size, alpha, data, 0.5 + alpha + size / 99)
        for name in ("fedavg", "fedprox")
        for split in ("iid", "skewed")
        for size, alpha in itertools.product((3, 5), (0.1, 0.2))
        for data in ("heart", "cancer")
    ]
    columns = ["algorithm", "distribution", "clients", "alpha", "dataset", "acc"]
    with pytest.raises(RoleError, match="splits the table into 2 tables") as refused:
        _ = pd.DataFrame(rows, columns=columns).bench.scores
    datasets = [
        call.roles["dataset"] for call in refused.value.way_out.calls if "dataset" in call.roles
    ]
    assert datasets == [["dataset", "distribution", "clients", "alpha"]]


def test_scores_of_models_by_several_metrics_on_datasets_in_columns_are_of_one():
    rows = [
        (model, metric, 0.1 * place + 0.5 * (metric == "mae"), 0.2 * place, 3.5 - place)
        for metric in ("rmse", "mae")
        for place, model in enumerate(["gcn", "gat", "sage"])
    ]
    frame = pd.DataFrame(rows, columns=["model", "metric", "cora", "pubmed", "ogbn"])
    assert asked(frame, "holds 2 metrics: rmse, mae") == {"metric": "rmse"}
    assert asked(frame, "are its 3 columns", metric="mae") == {"columns": "dataset"}
    # the metrics are no repeats of each other
    assert asked(frame, "holds 2 metrics", columns="dataset") == {"metric": "rmse"}
    for said in ({"metric": "mae"}, {"score": "mae"}):
        scores = frame.bench(**said, columns="dataset").scores
        assert (scores.score, scores.higher_is_better) == ("mae", False)
        assert scores.values[0].tolist() == [0.5, 0.6, 0.7]
    folds = pd.concat([frame.assign(fold=1), frame.assign(fold=2)])
    assert asked(folds, "holds 2 metrics: rmse, mae") == {"metric": "rmse"}


def test_headings_that_name_metrics_or_models_are_no_datasets():
    def tables(first, *headings):
        lines = [
            "| {} | Boston | Yacht |",
            "|--|--|--|",
            "| {}r | 1.5 | 2.5 |",
            "| {}t | 1.7 | 2.3 |",
        ]
        parts = [[f"## {heading}", *lines, ""] for heading in headings]
        text = "\n".join("\n".join(part) for part in parts)
        return read_markdown(text.format(*[first, "plain", "sea"] * len(headings)).encode())

    metrics = tables("model", "log_likelihood", "rmse")
    assert asked(metrics, "holds 2 metrics") == {"metric": "log_likelihood"}
    roles = asked(metrics, "are its 2 columns", metric="log_likelihood")
    assert metrics.bench(metric="log_likelihood", **roles).scores.higher_is_better
    models = tables("Series Type", "ARIMA(1, 1)", "AutoETS")
    scores = models.bench(dataset="Series Type", score="Yacht", higher_is_better=True).scores
    assert scores.algorithms == ("ARIMA(1, 1)", "AutoETS")


def test_arrows_behind_metrics_of_datasets_in_columns_say_the_direction():
    scores = [[0.99, 0.72, 0.68, 0.60], [0.78, 0.64, 0.42, 0.45], [0.70, 0.60, 0.38, 0.42]]
    frame = pd.DataFrame(scores, columns=["ETT-MSE↓", "ETT-MAE↓", "ECL-MSE↓", "ECL-MAE↓"])
    frame.insert(0, "Model", ["LSTM", "Transformer", "Informer"])
    hint = asked(frame, "holds 2 metrics")
    scores = frame.bench(**hint).scores
    assert (scores.blocks, scores.higher_is_better) == (("ETT", "ECL"), False)


def test_horizons_of_datasets_beside_names_that_are_joined_are_asked_for():
    rows = [
        (data, ahead, ahead / 99, 0.1, 0.2, 0.3)
        for data in ("etth", "ettm")
        for ahead in (24, 96, 192)
    ]
    columns = ["Dataset", "Horizon", "NHITS-MSE", "NHITS-MAE", "TIDE-MSE", "TIDE-MAE"]
    frame = pd.DataFrame(rows, columns=columns)
    roles = asked(frame, "'Horizon' splits the table", metric="MSE")
    assert roles == {"dataset": ["Dataset", "Horizon"]}
    assert len(frame.bench(metric="MSE", **roles).scores.blocks) == len(rows)
