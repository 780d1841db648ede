"""Tabular machine learning: AutoML, OpenML, mlr3, boosting libraries, symbolic regression."""

import numpy as np
import pandas as pd
from data.layouts.base import (
    Of,
    Table,
    any_of,
    blank,
    cross,
    errors,
    layout,
    long,
    moments,
    names,
    nothing,
    one_of,
    percent,
    seconds,
    share,
    unique,
    whole,
    wide,
    written,
)

TASKS = "adult airlines albert apsfailure australian car christine cnae-9 dilbert fabert".split()
FRAMEWORKS = ["autosklearn", "autoweka", "constantpredictor", "h2oautoml", "randomforest", "tpot"]


@layout(
    "openml/automlbenchmark, reports/results_small-8c4h.csv",
    long(
        "framework",
        "task",
        {"result": True, "duration": False, "acc": True, "auc": True},
        repeat=("fold",),
    ),
)
def automl_benchmark() -> Table:
    # what failed has no result and says why; the seed follows the fold, models are counts
    table = cross(
        {"id": Of("task", [f"openml.org/t/{place}" for place in range(3, 13)]), "task": TASKS}
        | {"framework": FRAMEWORKS, "fold": range(10), "result": share, "mode": "aws.docker"}
        | {
            "version": Of("framework", ["0.5.1", "2.6", "dev", "3.24", "0.20", "0.9"]),
            "params": np.nan,
        }
        | {"tag": "stable", "utc": moments, "duration": seconds, "models": whole(2, 300)}
        | {
            "seed": whole(10**9, 4 * 10**9),
            "info": np.nan,
            "acc": share,
            "auc": share,
            "logloss": np.nan,
        }
    )
    failed = np.arange(len(table)) % 53 == 7
    table.loc[failed, ["result", "acc", "auc", "models"]] = np.nan
    return table.assign(info=np.where(failed, "CalledProcessError: exit status 1", None))


@layout(
    "openml/automlbenchmark, reports/tables/4h/score_summary.csv",
    wide("task", FRAMEWORKS, higher=True),
)
def means_with_counts_of_failed_folds() -> Table:
    # `0.74 (7)` is a mean where 7 folds failed
    table = cross(
        {"type": Of("task", ["binary"] * 6 + ["multiclass"] * 4), "task": TASKS}
        | dict.fromkeys(FRAMEWORKS, written(share, "{:.6f}"))
    )
    marked = table["autosklearn"].where(np.arange(10) % 3 > 0, table["autosklearn"] + " (1)")
    return blank(table.assign(autosklearn=marked), "autoweka", every=8, cell="nan")


@layout(
    "openml/automlbenchmark, reports/tables/4h/folds_leaderboard.csv",
    wide("task", FRAMEWORKS, higher=False, repeat=("fold",)),
)
def ranks_a_fold() -> Table:
    table = cross(
        {"type": Of("task", ["binary"] * 6 + ["multiclass"] * 4), "task": TASKS, "fold": range(10)}
        | dict.fromkeys(FRAMEWORKS, whole(1, 8))
    )
    return table.astype(dict.fromkeys(FRAMEWORKS, float)).pipe(blank, "autoweka", every=13)


def _statistics_of(metric: str) -> dict[str, object]:
    return {
        f"{metric}__test_mean_min": Of("dataset_name", np.linspace(0.1, 0.4, 12)),
        f"{metric}__test_mean_max": Of("dataset_name", np.linspace(0.6, 0.99, 12)),
        f"normalized_{metric}__test_mean": share,
    }


@layout(
    "naszilla/tabzilla, tabzilla_analysis/results/tuned_aggregated_results.csv",
    long(
        "alg_name",
        "dataset_name",
        {
            "Accuracy__test_median": True,
            "Accuracy__test_mean": True,
            "time__train_median": False,
            "time__train_mean": False,
            "normalized_Accuracy__test_mean": True,
            "Accuracy_rank_mean": False,
            "Accuracy_rank_median": False,
        },
    ),
)
def tuned_tabular_models() -> Table:
    # the extremes are of the dataset, the same for every algorithm
    table = cross(
        {
            "Unnamed: 0": unique("{}", 0),
            "alg_name": ["CatBoost", "XGBoost", "SAINT", "KNN", "TabNet"],
        }
        | {"dataset_name": names("openml__adult__75", 12), "Accuracy__test_median": share}
        | {"Accuracy__test_mean": share, "time__train_median": seconds, "time__train_mean": seconds}
        | _statistics_of("Accuracy")
        | {"Accuracy_rank_mean": whole(1, 20), "Accuracy_rank_median": whole(1, 20)},
        drop=17,
    )
    return table.astype({"Unnamed: 0": int})


@layout(
    "naszilla/tabzilla, tabzilla_analysis/results/rank_tables_Accuracy.csv",
    nothing("statistics over datasets, one row an algorithm, under a header of three rows"),
)
def header_of_three_rows() -> Table:
    return """\
,Accuracy_rank_mean,Accuracy_rank_mean,Accuracy_rank_mean,normalized_Accuracy__test_mean,count
,min,max,mean,mean,
alg_name,,,,,
CatBoost,1,18,5.3,0.81,163
XGBoost,1,19,5.9,0.79,171
SAINT,1,19,7.2,0.73,106
NODE,1,20,7.6,0.71,138
SVM,1,19,8.4,0.70,143
"""


@layout(
    "szilard/benchm-ml, 2-rf/x-run.csv",
    long("Tool", "n", {"Time": False, "RAM": False, "AUC": True}),
)
def sizes_as_datasets() -> Table:
    # n is the training set's size in millions; what crashed is empty
    table = cross(
        {"Tool": ["R", "Python", "H2O", "Spark", "xgboost"], "n": [0.01, 0.1, 1.0, 10.0]}
        | {"Time": seconds, "RAM": whole(1, 35), "AUC": percent}
    )
    table.loc[[3, 7, 15], ["Time", "RAM", "AUC"]] = np.nan
    return table


@layout(
    "openml/openml-python, evaluations.list_evaluations(output_format='dataframe')",
    long("flow_name", "data_name", {"value": True}),
)
def openml_evaluations() -> Table:
    flows = [f"sklearn.pipeline.Pipeline({step})(1)" for step in ("svc", "forest", "knn", "ridge")]
    return cross(
        {"run_id": unique("{}", 1000), "task_id": Of("data_name", [3, 6, 11, 12, 14, 15])}
        | {
            "setup_id": Of("flow_name", [7, 8, 9, 12]),
            "flow_id": Of("flow_name", [70, 80, 90, 120]),
        }
        | {"flow_name": flows, "data_id": Of("data_name", [31, 60, 110, 121, 140, 150])}
        | {
            "data_name": "kr-vs-kp letter balance mfeat cmc iris".split(),
            "function": "area_under_roc_curve",
        }
        | {"upload_time": moments, "uploader": 86, "uploader_name": "a researcher", "value": share}
        | {"values": None, "array_data": None}
    )


@layout(
    "mlr-org/mlr3, BenchmarkResult$aggregate()",
    long("learner_id", "task_id", {"classif.ce": False}),
)
def mlr3_aggregate() -> Table:
    return cross(
        {"nr": unique("{}"), "task_id": ["iris", "sonar", "spam", "pima", "zoo", "wine"]}
        | {"learner_id": ["classif.rpart", "classif.ranger", "classif.featureless"]}
        | {"resampling_id": "cv", "iters": 10, "classif.ce": share}
    ).astype({"nr": int})


@layout(
    "mlr-org/mlr3, BenchmarkResult$score()",
    long("learner_id", "task_id", {"classif.auc": True}, repeat=("iteration",)),
)
def mlr3_score() -> Table:
    return cross(
        {"nr": Of("task_id", [1, 2, 3, 4]), "task_id": ["sonar", "spam", "pima", "ilpd"]}
        | {"learner_id": ["classif.rpart", "classif.ranger", "classif.kknn"], "resampling_id": "cv"}
        | {"iteration": range(1, 11), "classif.auc": share}
    )


@layout(
    "rhiever/sklearn-benchmarks, benchmark results, with the header that the analyses give",
    nothing("a grid of settings a classifier: which settings count must be chosen first"),
)
def grid_of_settings() -> Table:
    depths = [
        f"max_depth={depth},n_estimators={count}" for depth in (3, 5, 9) for count in (10, 100)
    ]
    return cross(
        {"dataset": ["adult", "car", "ecoli", "labor", "pima"]}
        | {
            "classifier": ["RandomForestClassifier", "GradientBoostingClassifier"],
            "parameters": depths,
        }
        | {"accuracy": share, "macrof1": share, "bal_accuracy": share}
    )


@layout(
    "cavalab/srbench, results of black-box problems",
    long(
        "algorithm",
        "dataset",
        {
            "mse_test": False,
            "mae_test": False,
            "r2_test": True,
            "training time (s)": False,
            "model_size": False,
        },
        repeat=("random_state",),
    ),
)
def symbolic_regression() -> Table:
    # training scores beside test scores, and the formula of each model
    return cross(
        {"dataset": names("1027_ESL_", 7), "algorithm": ["AIFeynman", "Operon", "gplearn", "XGB"]}
        | {
            "random_state": [860, 5390, 11284],
            "mse_train": errors,
            "mae_train": errors,
            "r2_train": share,
        }
        | {"mse_test": errors, "mae_test": errors, "r2_test": share, "training time (s)": seconds}
        | {"model_size": whole(3, 90), "symbolic_model": unique("x{}*2.1+sin(x0)")}
    )


@layout(
    "autogluon/tabrepo, raw results of configurations",
    long(
        "framework",
        "dataset",
        {"metric_error": False, "time_train_s": False, "time_infer_s": False},
        repeat=("fold",),
    ),
)
def metric_that_belongs_to_the_dataset() -> Table:
    # each dataset has its own metric, of which metric_error is the error
    return cross(
        {
            "dataset": TASKS,
            "fold": range(3),
            "framework": ["CatBoost_c1", "LightGBM_c1", "NeuralNet_c1"],
        }
        | {"metric_error": errors, "time_train_s": seconds, "time_infer_s": seconds}
        | {"metric": Of("dataset", ["roc_auc"] * 4 + ["log_loss"] * 3 + ["rmse"] * 3)}
        | {"problem_type": Of("dataset", ["binary"] * 4 + ["multiclass"] * 3 + ["regression"] * 3)}
        | {"tid": Of("dataset", list(range(146, 156)))}
    )


@layout(
    "autogluon/autogluon, TabularPredictor.leaderboard()",
    nothing("one dataset, one score a model, and times"),
)
def leaderboard_of_one_predictor() -> Table:
    return cross(
        {"model": ["WeightedEnsemble_L2", "CatBoost", "LightGBMXT", "XGBoost", "RandomForestGini"]}
        | {
            "score_test": share,
            "score_val": share,
            "eval_metric": "accuracy",
            "pred_time_test": seconds,
        }
        | {"pred_time_val": seconds, "fit_time": seconds, "pred_time_test_marginal": seconds}
        | {
            "pred_time_val_marginal": seconds,
            "fit_time_marginal": seconds,
            "stack_level": whole(1, 3),
        }
        | {"can_infer": True, "fit_order": unique("{}")}
    ).astype({"fit_order": int})


BOOSTERS = ["xgboost", "xgboost_hist", "LightGBM"]
RANKING = ["AUC", "NDCG@1", "NDCG@3", "NDCG@10"]


@layout(
    "microsoft/LightGBM, docs/Experiments.rst, speed",
    wide("Data", BOOSTERS, higher=False),
)
def seconds_written_with_their_unit() -> Table:
    data = ["Higgs", "Yahoo LTR", "MS LTR", "Expo", "Allstate"]
    return cross(
        {
            "Data": data,
            "xgboost": written(seconds, "{:.2f} s"),
            "xgboost_hist": written(seconds, "{:.3f} s"),
        }
        | {"LightGBM": written(seconds, "**{:.3f} s**")}
    )


@layout(
    "microsoft/LightGBM, docs/Experiments.rst, accuracy",
    any_of(*(wide("Data", BOOSTERS, higher=True, where={"Metric": name}) for name in RANKING)),
)
def metric_beside_wide_scores() -> Table:
    data = ["Higgs", "Yahoo LTR", "MS LTR", "Istella", "Expo"]
    table = cross({"Data": data, "Metric": RANKING} | dict.fromkeys(BOOSTERS, share))
    # a dataset has the metric of its kind of problem
    ranking = table["Data"].isin(data[1:4])
    return table[ranking == (table["Metric"] != "AUC")].reset_index(drop=True)


@layout(
    "Azure/fast_retraining, README.md",
    nothing("two times in each cell, of the CPU and of the GPU, and ratios beside them"),
)
def two_numbers_in_a_cell() -> Table:
    rng = np.random.default_rng(3)

    def pairs() -> list[str]:
        return [f"{rng.uniform(1, 300):.2f} ({rng.uniform(1, 300):.2f})" for _ in range(6)]

    table = {
        "Dataset": names("Football ", 6),
        "Experiment": "Link CPU Link GPU",
        "Data size": range(6),
    }
    times = {f"{name} time: CPU (GPU)": pairs() for name in ("xgb", "xgb_hist", "lgb")}
    return pd.DataFrame(table | times | {"ratio xgb/lgb: CPU (GPU)": pairs()})


@layout(
    "lgrz/ltr-baseline, README.md",
    nothing("one dataset, several metrics; marks of significance follow the scores"),
)
def marks_of_significance() -> Table:
    metrics = ["RBP@0.8", "RBP@0.9", "ERR@5", "ERR@10", "ERR@20", "NDCG@5", "NDCG@10", "NDCG@20"]
    return cross(
        {
            "Ranker": ["GBDT", "LambdaRank", "LambdaMART", "X-DART"],
            "Framework": one_of("XGBoost", "QuickRank"),
        }
        | dict.fromkeys(metrics, written(share, "{:.4f}^"))
    )
