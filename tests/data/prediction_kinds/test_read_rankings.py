"""Ranked lists in every form: what is read and what is refused."""

import json

import numpy as np
import pandas as pd
import pytest
from looped import loop_over

import benchreport  # noqa: F401 - registers df.bench
from benchreport.data import Predictions, Roles
from benchreport.errors import DataError, DesignError, RoleError

# a lecture's example: two users bought the items that system A ranks 1, 2, 10 and 2, 3, 5
LISTS = [list("abcdefghij"), list("klmnopqrst")]
WIDE = pd.DataFrame(
    {
        "query": ["u1", "u2"],
        "truth": [["a", "b", "j"], ["l", "m", "o"]],
        "A": LISTS,
        "B": [items[::-1] for items in LISTS],
    }
)


def read(frame, **roles):
    return Predictions.from_frame(frame, Roles(**roles))


def refusal(kind, frame, **roles):
    with pytest.raises(kind) as caught:
        read(frame, **roles)
    assert caught.value.hint
    return caught.value.message


def rows_of_items():
    """Return the same lists with one row per user, system and item."""
    rows = [
        (model, query, item, rank, float(item in useful))
        for model in "AB"
        for query, useful, items in zip(WIDE["query"], WIDE["truth"], WIDE[model], strict=True)
        for rank, item in enumerate(items, start=1)
    ]
    return pd.DataFrame(rows, columns=["system", "query", "doc", "rank", "relevance"])


def test_lists():
    predictions = read(WIDE)
    assert predictions.task == "ranking"
    assert predictions.algorithms == ("A", "B")
    assert predictions.truth.tolist() == [[1, 1, 1], [1, 1, 1]]
    assert np.flatnonzero(predictions.predicted[0, 0]).tolist() == [0, 1, 9]
    assert np.flatnonzero(predictions.predicted[1, 1]).tolist() == [5, 7, 8]
    assert str(predictions) == "2 models on 2 examples; ranked lists, 10 ranks at most"


def test_lecture_numbers_by_the_accessor():
    names = ["hit_rate@1", "hit_rate@3", "ndcg_log2i@10", "mean_average_precision"]
    result = WIDE.bench.metrics(names, interval="percentile", n_resamples=50)
    estimates = {row.metric: row.estimate for row in result.rows if row.algorithm == "A"}
    assert estimates["hit_rate@1"] == 0.5
    assert estimates["hit_rate@3"] == 1.0
    # the lecture prints MAP .647, a slip: the mean of its .76667 and .58889 is .67778
    assert estimates["mean_average_precision"] == pytest.approx(0.67778, abs=5e-6)
    first = WIDE.iloc[[0, 0]].assign(query=["x", "y"]).bench.metrics(["ndcg_log2i@10"])
    assert first.rows[0].estimate == pytest.approx(0.8746, abs=5e-5)


def test_all_forms_are_read_the_same(tmp_path):
    sha256 = read(WIDE).sha256
    long = WIDE.melt(["query", "truth"], var_name="model", value_name="prediction")
    assert read(long.sample(frac=1, random_state=3).sort_values("model")).sha256 == sha256
    WIDE.to_csv(tmp_path / "python.csv", index=False)
    assert read(pd.read_csv(tmp_path / "python.csv")).sha256 == sha256
    as_json = WIDE.assign(**{name: WIDE[name].map(json.dumps) for name in ("truth", "A", "B")})
    as_json.to_csv(tmp_path / "json.csv", index=False)
    assert read(pd.read_csv(tmp_path / "json.csv")).sha256 == sha256
    items = rows_of_items()
    assert read(items, task="ranking").sha256 == sha256
    assert read(items, item="doc").sha256 == sha256
    scored = items.assign(score=-items["rank"]).drop(columns="rank")
    assert read(scored.sample(frac=1, random_state=3), task="ranking").truth.sum() == 6
    keys = ["query", "doc", "relevance"]
    wide = scored.pivot_table("score", keys, "system").reset_index()
    assert read(wide, task="ranking").sha256 == sha256
    ranked = items.pivot_table("rank", keys, "system").add_suffix("_rank").reset_index()
    assert read(ranked, task="ranking").sha256 == sha256


def test_relevant_items():
    gains = WIDE.assign(truth=[{"a": 3, "zz": 1}, {"l": 0.5}])
    assert read(gains).truth.tolist() == [[3, 1], [0.5, 0]]
    assert read(gains).predicted[0, 0, 0] == 3
    frame = WIDE.assign(truth=["b", "m"])
    assert np.flatnonzero(read(frame).predicted[0, 0]).tolist() == [1]
    numbers = pd.DataFrame({"truth": [3, 4], "A": [[1, 2, 3], [4.0, 5.0]]})
    assert read(numbers).predicted.tolist() == [[[0, 0, 1]], [[1, 0, 0]]]


def test_relevant_items_that_no_model_lists_count():
    items = rows_of_items()
    lost = {"query": "u1", "doc": "unfound", "relevance": 2.0}
    predictions = read(pd.concat([items, pd.DataFrame([lost])]), task="ranking")
    assert sorted(predictions.truth[0].tolist()) == [1, 1, 1, 2]
    assert predictions.predicted.shape == (2, 2, 10)


def test_ties_earn_nothing():
    frame = pd.DataFrame(
        {"query": ["q"] * 3 + ["r"] * 3, "doc": list("xyzxyz"), "relevance": [1, 0, 0] * 2}
    )
    flat = read(frame.assign(A=0.0), task="ranking")
    assert flat.predicted[:, 0].tolist() == [[0, 0, 1], [0, 0, 1]]
    left_out = read(frame.assign(A=[1.0, np.nan, np.nan, 2.0, 3.0, np.nan]), task="ranking")
    assert left_out.predicted[:, 0].tolist() == [[1, 0], [0, 1]]


def test_datasets_and_weights():
    frame = rows_of_items().assign(dataset="d", weight=2.0)
    predictions = read(frame, task="ranking")
    assert predictions.weights.tolist() == [2, 2]
    assert predictions.datasets == ("d",)
    same = pd.concat([frame, frame.assign(dataset="e")])
    assert read(same, task="ranking").n == 4


@loop_over(
    ("kind", "change", "message"),
    [
        (DataError, {"A": [list("aab"), list("k")]}, "the list of A for u1 holds a more than once"),
        (
            DataError,
            {"truth": [[], ["l"]]},
            "1 of 2 queries has no relevant item and cannot be judged: u1.",
        ),
        (DataError, {"truth": [None, ["l"]]}, "1 prediction missing: the truth for example u1"),
        (DataError, {"A": [LISTS[0], None]}, "A for example u2"),
        (DataError, {"A": ["[torn", "['k']"]}, "looks like a list and cannot be read"),
        (DataError, {"truth": [{"a": -1}, ["l"]]}, "gains must be 0 or more"),
        (DataError, {"A": [{"a", "b"}, {"k"}]}, "a set has no order"),
        (RoleError, {"A": [1, 2]}, "in one column per model"),
    ],
)
def test_columns_that_are_not_lists_are_refused(kind, change, message):
    assert message in refusal(kind, WIDE.assign(**change))


def test_rows_that_are_not_items_are_refused():
    items = rows_of_items()
    without = items[~((items["system"] == "B") & (items["query"] == "u2"))]
    assert "1 list not there: B for u2" in refusal(DesignError, without, task="ranking")
    twice = pd.concat([items, items.head(1)])
    assert "1 repeated prediction: (u1, a, A)" in refusal(DataError, twice, task="ranking")
    unjudged = items.assign(relevance=items["relevance"].where(items["doc"] != "c"))
    assert "1 item whose gain is no number: u1, c" in refusal(DataError, unjudged, task="ranking")
    two = items.assign(relevance=np.where(items["system"] == "A", items["relevance"], 0.0))
    assert "with more than one truth" in refusal(DataError, two, task="ranking")
    nowhere = items.drop(columns="rank")
    assert "at which rank is each item?" in refusal(RoleError, nowhere, task="ranking")
    unasked = items.drop(columns="query")
    assert "which query is each row about?" in refusal(RoleError, unasked, task="ranking")
    unknown = items.drop(columns="relevance")
    assert "which items are relevant?" in refusal(RoleError, unknown, task="ranking")


def test_labels_in_brackets_stay_labels():
    frame = pd.DataFrame({"truth": ["[CLS]", "[SEP]"], "m": ["[CLS]", "[CLS]"]})
    assert read(frame).task == "classification"


def test_procedures_of_labels_suggest_an_alternative():
    with pytest.raises(DesignError, match="this is a table of ranked lists") as caught:
        WIDE.bench.mcnemar()
    assert "loss_t" in caught.value.hint


def test_t_test_of_average_precision_is_scipys():
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(0)
    rows = [
        {
            "query": number,
            "truth": [str(item) for item in rng.choice(20, 3, replace=False)],
            "A": [str(item) for item in rng.permutation(20)],
            "B": [str(item) for item in rng.permutation(20)],
        }
        for number in range(30)
    ]
    frame = pd.DataFrame(rows)

    def average_precision(row, model):
        places = sorted(row[model].index(item) + 1 for item in row["truth"])
        return sum((number + 1) / place for number, place in enumerate(places)) / len(places)

    precisions = [frame.apply(average_precision, axis=1, model=model) for model in "AB"]
    result = frame.bench.loss_t(loss="mean_average_precision").comparisons[0]
    peer = stats.ttest_rel(*precisions)
    assert result.difference == pytest.approx((precisions[0] - precisions[1]).mean(), rel=1e-12)
    assert result.p_value == pytest.approx(peer.pvalue, rel=1e-10)
    assert result.favours == ("A" if result.difference > 0 else "B")


def test_a_truth_of_several_items_in_one_text_is_refused():
    joined = WIDE.assign(truth=["a,b, j", "l"])
    assert "the truth of u1 is one item, 'a,b, j'" in refusal(DataError, joined)
    # an item may have a comma in its name
    named = pd.DataFrame({"truth": ["x, y", "z"], "A": [["x, y", "x"], ["y", "z"]]})
    assert read(named).predicted.tolist() == [[[1, 0]], [[0, 1]]]


def test_hit_rates_are_shares_of_queries():
    lists = pd.concat([WIDE] * 10, ignore_index=True).assign(query=range(20))
    row = lists.bench.metrics(["hit_rate@1"]).rows[0]
    assert (row.estimate, row.how) == (0.5, "Wilson")
    # R 4.2.2: prop.test(10, 20, correct = FALSE)
    assert row.interval[:2] == pytest.approx((0.299298, 0.700702), abs=1e-6)


def test_rows_of_items_ask_for_the_task():
    with pytest.raises(RoleError) as caught:
        read(rows_of_items())
    assert caught.value.hint == "df.bench(task='ranking')"


def test_text_of_lists_is_json_first_and_never_glued():
    frame = pd.DataFrame(
        {"truth": ["😀", "a/b"], "A": ['["\\ud83d\\ude00", "x"]', '["a\\/b", null]']}
    )
    assert read(frame).predicted[:, 0, 0].tolist() == [1, 1]
    glued = WIDE.assign(A=[str(np.array(items)) for items in LISTS])
    assert "cannot be read" in refusal(DataError, glued)


@pytest.mark.parametrize("filler", [-1, 0, np.inf])
def test_fillers_are_no_ranks(filler):
    items = rows_of_items()
    filled = items.assign(rank=items["rank"].where(items["rank"] < 10, filler))
    refusal(DataError, filled, task="ranking")
    scored = items.assign(score=items["rank"].where(items["rank"] < 10, -np.inf)).drop(
        columns="rank"
    )
    assert "scores are finite" in refusal(DataError, scored, task="ranking")


def test_items_are_names_and_gains_are_numbers():
    pairs = WIDE.assign(A=[[("a", 0.9)], [("k", 0.1)]])
    assert "items are names; found ('a', 0.9)" in refusal(DataError, pairs)
    assert "items are names" in refusal(DataError, WIDE.assign(truth=[[("a", 3)], ["l"]]))
    for gain in (None, "high"):
        assert "gains are numbers" in refusal(DataError, WIDE.assign(truth=[{"a": gain}, ["l"]]))


def test_lists_that_never_match_have_a_warning():
    other = WIDE.assign(B=[[f"doc {item}" for item in items] for items in LISTS])
    for result in (other.bench.metrics(), other.bench.loss_t()):
        assert "No list of B holds a relevant item" in " ".join(result.warnings)
    assert "no list of" not in " ".join(WIDE.bench.metrics().warnings)
