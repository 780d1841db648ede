"""Tables that people write into reports, README files and spreadsheets."""

import numpy as np
import pandas as pd
from data.layouts.base import (
    Table,
    cross,
    errors,
    layout,
    nothing,
    percent,
    seconds,
    spread,
    unique,
    whole,
    wide,
    written,
)


@layout(
    "a quality report of the boosters library: RMSE, mean ± sd of 5 seeds, the best in bold",
    wide("Dataset", ["boosters", "XGBoost", "LightGBM"], higher=False),
)
def best_scores_in_bold() -> Table:
    data = ["regression_small", "regression_medium", "california_housing", "synthetic_10k", "wine"]
    return cross(
        {"Dataset": data, "boosters": spread(errors, "**{:.6f} ± {:.6f}**")}
        | {
            "XGBoost": spread(errors, "{:.6f} ± {:.6f}"),
            "LightGBM": spread(errors, "{:.6f} ± {:.6f}"),
        }
    )


@layout(
    "mljar/mljar-supervised, AutoML leaderboard, README.md of a run",
    nothing("one dataset; one score and the times of each model"),
)
def automl_run() -> Table:
    table = cross(
        {
            "Best model": np.nan,
            "name": unique("[{0}_Default_LightGBM]({0}_Default_LightGBM/README.md)"),
        }
        | {
            "model_type": [
                "LightGBM",
                "Xgboost",
                "CatBoost",
                "Neural Network",
                "Extra Trees",
                "Ensemble",
            ]
        }
        | {"metric_type": "logloss", "metric_value": errors, "train_time": seconds}
        | {"single_prediction_time": seconds}
    )
    best = np.where(np.arange(6) == 5, "**the best**", None)
    return table.assign(**{"Best model": best})


@layout(
    "Papers with Code, export of an image classification leaderboard",
    nothing("one benchmark; accuracies and attributes of each model"),
)
def exported_leaderboard() -> Table:
    return cross(
        {"Rank": unique("{}"), "Model": ["OmniVec", "CoCa", "Model soups", "ViT-e", "CoAtNet-7"]}
        | {
            "Top 1 Accuracy": written(percent, "{:.2f}%"),
            "Top 5 Accuracy": written(percent, "{:.2f}%"),
        }
        | {"Number of params": written(whole(80, 4000), "{}M"), "GFLOPs": np.nan}
        | {"Extra Training Data": "✓", "Paper": unique("A paper ({})", 2020), "Year": 2022}
        | {"Tags": "Transformer"}
    ).astype({"Rank": int})


@layout(
    "naver/claf, docs, GLUE results by task",
    nothing("merged cells: the task stands in the first row of its models only"),
)
def merged_cells() -> Table:
    rows = []
    for task in (
        "**CoLA** (**Matthew's Corr**)",
        "**MNLI m/mm** (**Acc**)",
        "**MRPC** (**Acc/F1**)",
    ):
        for place, model in enumerate(("BERT-Base", "BERT-Large", "MT-DNN (BERT) Base")):
            official = f"{52.1 + place} (Test set)" if place < 2 else "-"
            rows.append([task if place == 0 else None, model, f"{59.393 + place}", official])
    return pd.DataFrame(rows, columns=["Task (Metric)", "Model", "CLaF Result", "Official Result"])
