"""Time series classification and forecasting: tables of archives and of papers' repositories."""

import numpy as np
import pandas as pd
from data.layouts.base import (
    Table,
    blank,
    cross,
    errors,
    layout,
    long,
    names,
    nothing,
    percent,
    seconds,
    share,
    spread,
    unique,
    wide,
)

NETS = ["MLP", "FCN", "ResNet", "Encoder", "MCNN", "t-LeNet", "MCDCNN", "Time-CNN", "TWIESN"]
ROCKETS = ["MiniRocket", "MiniRocket_50k", "MultiRocket_10k", "MultiRocket_50k", "MultiRocket_100k"]
BASELINES = ["ED (w=0)", "DTW (learned_w) ", "DTW (w=100)", "Default rate"]
UCR = """ACSF1 Adiac ArrowHead BME Beef BeetleFly BirdChicken CBF Car Chinatown Coffee Computers CricketX
    CricketY CricketZ Crop""".split()


@layout(
    "hfawaz/cd-diagram, example.csv", long("classifier_name", "dataset_name", {"accuracy": True})
)
def critical_difference_input() -> Table:
    return cross(
        {"classifier_name": ["clf3", "clf5", "clf1", "clf4", "clf2"]}
        | {"dataset_name": names("dataset", 15), "accuracy": share}
    )


@layout(
    "MSD-IRIMAS/Multi_Comparison_Matrix, results_example.csv",
    wide(None, names("clf", 4), higher=True),
)
def multi_comparison_matrix_input() -> Table:
    # no column names the 128 datasets
    return cross({"row": range(128)} | dict.fromkeys(names("clf", 4), share)).drop(columns="row")


@layout("ChangWeiTan/MultiRocket, results/train time", wide("dataset_name", ROCKETS, higher=False))
def multirocket_train_time() -> Table:
    return cross({"dataset_name": UCR} | dict.fromkeys(ROCKETS, seconds))


@layout(
    "hfawaz/dl-4-tsc, results/results-uea.csv",
    long(
        "classifier_name",
        "dataset_name",
        {"precision": True, "accuracy": True, "recall": True},
        repeat=("iteration",),
    ),
)
def deep_learning_for_time_series() -> Table:
    # the archive and the duration are the same in every row; iterations are written as 0.0, 1.0, …
    return cross(
        {"classifier_name": ["mlp", "fcn", "resnet", "tlenet"], "archive_name": "TSC"}
        | {"dataset_name": UCR, "iteration": [0.0, 1.0, 2.0]}
        | {"precision": share, "accuracy": share, "recall": share, "duration": 0.0}
    )


@layout(
    "hfawaz/dl-4-tsc, results/results-mts-avg-std.csv",
    wide("Unnamed: 0", NETS, higher=True, rows_left_out=("Average_Rank", "Wins")),
)
def mean_and_spread_with_summary_rows() -> Table:
    table = cross({"Unnamed: 0": UCR} | dict.fromkeys(NETS, spread(percent, "{:.1f}({:.1f})")))
    ranks = {"Unnamed: 0": "Average_Rank"} | dict.fromkeys(NETS, "5.208333")
    wins = {"Unnamed: 0": "Wins"} | dict.fromkeys(NETS, "2")
    return pd.concat([table, pd.DataFrame([ranks, wins])], ignore_index=True)


@layout("hfawaz/dl-4-tsc, results/tab-perf-theme.csv", wide("Unnamed: 0", NETS, higher=True))
def wins_by_theme() -> Table:
    themes = "DEVICE ECG IMAGE MOTION SENSOR SIMULATED SPECTRO".split()
    return cross({"Unnamed: 0": themes} | dict.fromkeys(NETS, percent))


@layout(
    "angus924/minirocket, results/results_ucr109_mean.csv",
    nothing("one algorithm, with its accuracy and its times"),
)
def one_algorithm_with_its_times() -> Table:
    return cross(
        {"dataset": UCR, "accuracy": share, "time_training_seconds": seconds}
        | {"time_test_seconds": seconds}
    )


@layout(
    "time-series-machine-learning/tsml-eval, results of one estimator, accuracy.csv",
    nothing("one algorithm, one column a resample"),
)
def resamples_in_columns() -> Table:
    return cross({"Resamples:": UCR} | {str(resample): share for resample in range(30)})


@layout(
    "sktime, ForecastingBenchmark.run, results.csv",
    long(
        "model_id",
        "validation_id",
        {"MeanSquaredPercentageError_mean": False, "runtime_secs_mean": False},
    ),
)
def forecasting_benchmark() -> Table:
    error, runtime = "MeanSquaredPercentageError", "runtime_secs"
    folds = [f"{kind}_fold_{fold}_test" for kind in (error, runtime) for fold in range(3)]
    table = cross(
        {"validation_id": names("[dataset=load_airline]_[cv_splitter=Sliding]_", 6)}
        | {"model_id": ["NaiveForecaster-mean-v1", "NaiveForecaster-last-v1", "Theta-v1"]}
        | dict.fromkeys(folds, errors)
    )
    for kind in (error, runtime):
        runs = table[[name for name in folds if name.startswith(kind)]]
        table[f"{kind}_mean"], table[f"{kind}_std"] = runs.mean(axis=1), runs.std(axis=1)
    return table


@layout(
    "HexagonML UCR archive 2018, DataSummary.csv",
    wide("Name", BASELINES, higher=False, also=wide("Name", BASELINES[:3], higher=False)),
)
def summary_of_an_archive() -> Table:
    errors_and_windows = spread(share, "{:.4f} ({:.0f})")
    return cross(
        {"ID": unique("{}"), "Type": "Image", "Name": UCR, "Train ": 100, "Test ": 250, "Class": 3}
        | {"Length": 301, "ED (w=0)": share, "DTW (learned_w) ": errors_and_windows}
        | {"DTW (w=100)": share, "Default rate": share, "Data donor/editor": "E. Keogh"}
    )


MONASH = """SES Theta TBATS ETS (DHR-)ARIMA PR CatBoost FFNN DeepAR N-BEATS WaveNet Transformer""".split()


@layout("Monash forecasting archive, mean MASE of methods", wide("Dataset", MONASH, higher=False))
def forecasting_archive_with_dashes() -> Table:
    table = cross({"Dataset": names("NN5 Daily ", 14)} | dict.fromkeys(MONASH, errors))
    text = table.assign(**{name: table[name].map("{:.3f}".format) for name in MONASH})
    return blank(blank(text, "DeepAR", "N-BEATS", every=5, cell="-"), "TBATS", every=7, cell="-")


@layout(
    "Nixtla/statsforecast, experiments/mfles/summary.md",
    nothing("one dataset; the rows are metrics, which must not be averaged"),
)
def metrics_in_rows() -> Table:
    forecasters = ["AutoETS", "AutoMFLES", "AutoTBATS", "DynamicOptimizedTheta", "AutoARIMA"]
    rows = {
        "mae": "{:.1f}",
        "mape": "{:.1f}%",
        "mase": "**{:.2f}**",
        "rmse": "{:.1f}",
        "smape": "{:.1f}%",
    }
    rng = np.random.default_rng(7)
    table = {
        name: [form.format(rng.uniform(1, 900)) for form in rows.values()] for name in forecasters
    }
    return pd.DataFrame({"Unnamed: 0": list(rows)} | table)
