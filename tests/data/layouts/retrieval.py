"""Information retrieval and recommendation: topics, measures, cut-offs."""

import pandas as pd
from data.layouts.base import (
    Of,
    Table,
    cross,
    layout,
    long,
    nothing,
    percent,
    seconds,
    share,
    whole,
    wide,
    written,
)

MEASURES = {"map": True, "ndcg_cut_10": True, "P_10": True}
TOPICS = list(range(301, 331))


@layout(
    "terrier-org/pyterrier, Experiment(perquery=True)",
    long("name", "qid", MEASURES, metric="measure", value="value"),
)
def measures_a_query() -> Table:
    return cross(
        {
            "name": ["BM25", "BM25 >> monoT5", "TF_IDF", "DPH"],
            "qid": [str(topic) for topic in TOPICS],
        }
        | {"measure": list(MEASURES), "value": share}
    )


@layout(
    "terrier-org/pyterrier, Experiment()",
    nothing("one row a system: means over queries"),
)
def means_of_systems() -> Table:
    return cross(
        {"name": ["BM25", "BM25 >> monoT5", "TF_IDF", "DPH"], "map": share, "ndcg_cut_10": share}
        | {"mrt": seconds}
    )


@layout(
    "usnistgov/trec_eval -q, runs in one table",
    long(
        "runid",
        "topic",
        MEASURES | {"num_rel_ret": True},
        metric="measure",
        value="value",
        rows_left_out=("all",),
    ),
)
def topics_and_their_mean() -> Table:
    # the topic `all` is the mean of the others
    table = cross(
        {"runid": ["TUA1-1", "idst_bert_v1", "ICT-BERT2", "bm25base"]}
        | {
            "measure": [*MEASURES, "num_rel_ret"],
            "topic": [str(topic) for topic in TOPICS],
            "value": share,
        }
    )
    counts = table["measure"] == "num_rel_ret"
    table["value"] = table["value"].where(~counts, (table["value"] * 100).round())
    means = table.groupby(["runid", "measure"], as_index=False, sort=False)["value"].mean()
    means["value"] = means["value"].round(4)
    stacked = pd.concat([table, means.assign(topic="all")], ignore_index=True)
    return stacked[["runid", "measure", "topic", "value"]]


@layout(
    "castorini/anserini, runs by topic, one column a measure",
    long("run", "topic", {"map": True, "ndcg_cut_10": True, "P_10": True}),
)
def runs_are_systems() -> Table:
    # num_rel is of the topic
    return cross(
        {"run": ["bm25-default", "bm25+rm3", "ql", "splade"], "topic": TOPICS}
        | {"num_ret": 1000, "num_rel": Of("topic", [5 + (7 * place) % 90 for place in range(30)])}
        | {"map": share, "ndcg_cut_10": share, "P_10": share}
    )


BEIR = ["BM25", "DeepCT", "SPARTA", "docT5query", "DPR", "ANCE", "TAS-B", "ColBERT"]


@layout(
    "beir-cellar/beir, leaderboard",
    wide("Dataset (↓)", BEIR, higher=True, rows_left_out=("Avg. Performance vs. BM25",)),
)
def change_against_a_baseline_below() -> Table:
    sets = "MSMARCO TREC-COVID BioASQ NFCorpus NQ HotpotQA FiQA-2018 ArguAna Touche SCIDOCS FEVER".split()
    table = cross({"Dataset (↓)": sets} | dict.fromkeys(BEIR, written(share, "{:.3f}")))
    last = dict(
        zip(
            BEIR,
            ["", "- 27.9%", "- 20.3%", "+ 1.6%", "- 47.7%", "- 7.4%", "- 2.8%", "+ 2.5%"],
            strict=True,
        )
    )
    return pd.concat(
        [table, pd.DataFrame([{"Dataset (↓)": "Avg. Performance vs. BM25"} | last])],
        ignore_index=True,
    )


@layout(
    "NicolasHug/Surprise, README.md",
    nothing("one dataset; errors and a time written as 0:00:11"),
)
def rating_predictors() -> Table:
    return cross(
        {
            "Movielens 100k": [
                "[SVD][svd]",
                "[SVD++][svdpp]",
                "[NMF][nmf]",
                "[Slope One][slope]",
                "[k-NN][knn]",
            ]
        }
        | {"RMSE": share, "MAE": share, "Time": written(whole(10, 59), "0:00:{}")}
    )


@layout(
    "RUCAIBox/RecBole, results of several datasets",
    long(
        "Model",
        "Dataset",
        {"Recall@10": True, "MRR@10": True, "NDCG@10": True, "Hit@10": True, "Precision@10": True},
    ),
)
def recommenders() -> Table:
    return cross(
        {"Dataset": ["ml-1m", "Netflix", "Yelp", "gowalla", "lfm-small", "amazon-books"]}
        | {"Model": ["Pop", "ItemKNN", "BPR", "NeuMF", "LightGCN", "MultiVAE"], "Recall@10": share}
        | {"MRR@10": share, "NDCG@10": share, "Hit@10": share, "Precision@10": share}
    )


@layout(
    "erikbern/ann-benchmarks, data_export.py",
    nothing("a sweep of parameters of each algorithm: recall against speed"),
)
def nearest_neighbours() -> Table:
    sweeps = [f"{{'M': {size}, 'ef': {depth}}}" for size in (8, 16, 32) for depth in (10, 80, 400)]
    return cross(
        {"algorithm": ["hnswlib", "faiss-ivf", "annoy"], "parameters": sweeps}
        | {"dataset": ["glove-100-angular", "sift-128-euclidean", "gist-960"], "count": 10}
        | {"k-nn": share, "qps": seconds, "build": seconds, "indexsize": percent}
    )


@layout(
    "lenskit/lkpy, batch evaluation joined by user",
    long("Algorithm", "user", {"ndcg": True, "recip_rank": True}),
)
def recommenders_by_user() -> Table:
    # users are numbers; nrecs is the same for all
    return cross(
        {
            "data": "ml-100k",
            "Algorithm": ["II", "ALS", "Popular"],
            "user": [17, 42, 99, 103, 310, 555, 901, 943],
        }
        | {"nrecs": 100, "ndcg": share, "recip_rank": share}
    )
