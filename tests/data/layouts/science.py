"""Other fields: anomalies, graphs, medical images, causality, fairness, clustering."""

import numpy as np
import pandas as pd
from data.layouts.base import (
    Of,
    Table,
    cross,
    layout,
    long,
    names,
    nothing,
    percent,
    seconds,
    share,
    spread,
    unique,
    whole,
    wide,
    written,
)

DETECTORS = ["ABOD", "CBLOF", "FB", "HBOS", "IForest", "KNN", "LOF", "MCD", "OCSVM", "PCA"]
ODDS = "arrhythmia cardio glass ionosphere letter lympho mnist musk optdigits pendigits pima wbc".split()
UNSUPERVISED = ["IForest", "OCSVM", "CBLOF", "COF", "COPOD", "ECOD", "HBOS", "KNN", "LODA"]


@layout("yzhao062/pyod, docs/tables/roc.csv", wide("Data", DETECTORS, higher=True))
def detectors_beside_sizes() -> Table:
    # what describes the dataset stands between its name and the detectors
    return cross(
        {
            "Data": ODDS,
            "#Samples": whole(100, 50_000),
            "# Dimensions": whole(5, 280),
            "Outlier Perc": percent,
        }
        | dict.fromkeys(DETECTORS, share)
    )


@layout(
    "Minqi824/ADBench, result/AUCROC_DB_test_Tabular_None_None_unsupervise.csv",
    wide(
        "Unnamed: 0",
        UNSUPERVISED,
        higher=True,
        dataset_of=lambda label: label.split("'")[1],
    ),
)
def tuples_as_labels() -> Table:
    # a label is (dataset, share of labels, seed); settings that were not run are rows without a value
    labels = [
        f"('{data}', {rate}, {seed})" for data in ODDS for rate in (0.0, 0.1) for seed in (1, 2, 3)
    ]
    table = cross({"Unnamed: 0": labels} | dict.fromkeys(UNSUPERVISED, share))
    table.loc[table["Unnamed: 0"].str.contains(", 0.1, "), UNSUPERVISED] = np.nan
    return table


@layout(
    "snap-stanford/ogb, leaderboard of ogbl-citation",
    nothing("one dataset; the test and the validation score of each method"),
)
def graph_leaderboard() -> Table:
    return cross(
        {
            "Rank": unique("{}"),
            "Method": ["SEAL", "Full-batch GCN", "DeepWalk", "Node2vec", "ClusterGCN"],
        }
        | {"Ext. data": "No", "Test MRR": spread(share, "{:.4f} ± {:.4f}")}
        | {"Validation MRR": spread(share, "{:.4f} ± {:.4f}"), "Contact": unique("Author {}")}
        | {"References": "Paper, Code", "#Params": written(whole(10**5, 10**7), "{:,}")}
        | {"Hardware": "Tesla V100 (32GB GPU)", "Date": unique("Oct {}, 2020")}
    ).astype({"Rank": int})


@layout(
    "graphdeeplearning/benchmarking-gnns, docs/07_leaderboards.md",
    nothing("one dataset, one score a model"),
)
def graph_networks() -> Table:
    return cross(
        {"Rank": unique("{}"), "Model": ["GatedGCN-PE", "RingGNN", "MoNet", "GIN", "GAT"]}
        | {
            "#Params": whole(490_000, 530_000),
            "Test Acc ± s.d.": spread(percent, "{:.3f} ± {:.3f}"),
        }
        | {"Links": "Paper"}
    ).astype({"Rank": int})


@layout(
    "a comparison of 3D U-Net and SegResNet, comparison_3dunet_vs_segresnet.csv",
    long(
        "Model",
        "Case",
        {"Dice": True, "HD95": False, "IoU": True, "Precision": True, "Recall": True},
    ),
)
def segmentation_by_case() -> Table:
    return cross(
        {
            "Case": [f"Case_{place}" for place in range(20)],
            "Dice": share,
            "HD95": percent,
            "IoU": share,
        }
        | {"Precision": share, "Recall": share, "Model": ["3D_UNet", "SegResNet"]}
        | {"Original_ID": Of("Case", list(range(851, 871)))}
    )


@layout(
    "an evaluation of nnU-Net, per_case_dice.csv",
    nothing("one model; overlap, and volumes in voxels"),
)
def one_segmentation_model() -> Table:
    return cross(
        {"case": names("ACDC_0", 20), "dice": share, "gt_voxels": whole(900, 90_000)}
        | {"pred_voxels": whole(900, 90_000)}
    )


REGIONS = ["ET", "WT", "TC"]


@layout(
    "BraTS evaluation, stats_validation.csv",
    nothing("one model; metrics of regions, with rows of means below"),
)
def regions_of_one_model() -> Table:
    metrics = [
        f"{kind}_{region}" for kind in ("Dice", "Sensitivity", "Hausdorff95") for region in REGIONS
    ]
    table = cross({"Label": names("BraTS20_Validation_00", 12)} | dict.fromkeys(metrics, share))
    summary = table[metrics].agg(["mean", "std", "median"])
    below = summary.set_axis(["Mean", "StdDev", "Median"]).reset_index(names="Label")
    return pd.concat([table, below], ignore_index=True)


@layout(
    "wiesenfa/challengeR, data of a challenge",
    long(
        "alg_name",
        "case",
        {"value": True},
        where={"task": "c_ideal"},
        also=long("alg_name", "task", {"value": True}, repeat=("case",)),
    ),
)
def challenge_with_tasks() -> Table:
    # cases are numbered within each task
    return cross(
        {"alg_name": [f"A{place}" for place in range(1, 6)], "value": share, "case": names("C", 15)}
        | {"task": ["c_ideal", "c_random", "c_worstcase"]}
    )


@layout(
    "felixleopoldo/benchpress, joint results of structure learning",
    long(
        "id",
        "seed",
        {"SHD_cpdag": False, "TP_pattern": True, "FP_pattern": False, "time": False},
    ),
)
def causal_discovery() -> Table:
    return cross(
        {"adjmat": "pcalg_randdag", "data": "gaussian", "seed": range(1, 11)}
        | {"id": ["pc-gaussCItest", "hc-bic", "tabu-bge", "gobnilp-bge"], "curve_param": "alpha"}
        | {
            "SHD_cpdag": whole(0, 60),
            "TP_pattern": whole(5, 40),
            "FP_pattern": whole(0, 30),
            "time": seconds,
        }
    )


@layout(
    "algofairness/fairness-comparison, results of one sensitive attribute",
    long(
        "algorithm",
        "run-id",
        {"accuracy": True, "MCC": True, "BCR": True, "DIbinary": True, "CV": False},
    ),
)
def fairness() -> Table:
    # ten random splits of one dataset
    return cross(
        {"algorithm": ["Feldman-SVM", "Kamishima", "Zafar", "LR", "GaussianNB"], "params": np.nan}
        | {"run-id": range(10), "accuracy": share, "BCR": share, "MCC": share, "DIbinary": share}
        | {"CV": share}
    )


@layout(
    "gagolews/clustering-results-v1, indices of a battery",
    long("method", "dataset", {"ar": True, "nmi": True, "psi": True}),
)
def clustering() -> Table:
    # n, d and k describe the dataset
    return cross(
        {"battery": "fcps", "dataset": "atom chainlink engytime hepta lsun target tetra".split()}
        | {"n": Of("dataset", [800, 1000, 4096, 212, 400, 770, 400])}
        | {"d": Of("dataset", [3, 3, 2, 3, 2, 2, 3]), "k": Of("dataset", [2, 2, 2, 7, 3, 6, 4])}
        | {
            "method": ["Genie", "Birch", "KMeans", "Single"],
            "ar": share,
            "nmi": share,
            "psi": share,
        }
    )
