"""Clusters of examples: which columns are read as them, and which are something else."""

import numpy as np
import pandas as pd
import pytest

import benchreport  # noqa: F401 - registers df.bench
from benchreport.data import Predictions, Roles
from benchreport.data.prediction_kinds.clusters import outermost
from benchreport.data.reading_overview import predictions_in_words
from benchreport.errors import DataError, DesignError, RoleError

RNG = np.random.default_rng(21)
N, PASSAGES = 60, 12
WIDE = pd.DataFrame(
    {"example": range(N), "passage": [f"p{e % PASSAGES:02}" for e in range(N)]}
    | {model: RNG.integers(0, 2, N) for model in ("large", "small", "tiny")}
)
LONG = WIDE.melt(["example", "passage"], var_name="model", value_name="correct")
LABELS = WIDE.assign(y_true=RNG.integers(0, 2, N))


def read(frame, **roles):
    return Predictions.from_frame(frame, Roles(**roles))


def cluster_of(frame, **roles):
    return read(frame, **roles).cluster_column


def test_a_usual_name_is_read_in_all_forms():
    for frame, roles in ((LONG, {}), (WIDE, {"task": "correctness"}), (LABELS, {})):
        predictions = read(frame, **roles)
        assert predictions.algorithms == ("large", "small", "tiny")
        assert predictions.cluster_column == "passage"
        assert predictions.clusters == tuple(f"p{place:02}" for place in range(PASSAGES))
        assert predictions.cluster.tolist() == [place % PASSAGES for place in range(N)]
        assert predictions.clustered
    assert str(read(LONG)) == "3 models on 60 examples in 12 clusters (passage); correctness"
    assert "clusters (passage): p00, p01" in predictions_in_words(read(LONG))
    assert "cluster" in str(LONG.bench.check())


def test_clusters_of_regression_rankings_and_language():
    values = LABELS.assign(y_true=RNG.normal(size=N), large=0.5, small=0.25, tiny=0.75)
    assert cluster_of(values) == "passage"
    texts = WIDE.rename(
        columns=lambda name: f"{name}_log_prob" if name in ("large", "tiny") else name
    )
    texts = texts.assign(large_log_prob=-0.5, tiny_log_prob=-0.25).drop(columns="small")
    assert cluster_of(texts, task="language") == "passage"
    items = pd.concat([WIDE[["example", "passage"]].assign(item=item) for item in "ab"])
    items = items.assign(truth=items["item"] == "a", score=RNG.random(2 * N), model="m")
    ranked = read(items.rename(columns={"example": "query"}), task="ranking")
    assert (ranked.cluster_column, ranked.n, len(ranked.clusters)) == ("passage", N, PASSAGES)


def test_names_with_other_meanings_need_six_clusters():
    few = LONG.drop(columns="passage").assign(language=LONG["example"] % 3)
    assert cluster_of(few) == ""
    assert cluster_of(few, cluster="language") == "language"
    assert cluster_of(few.assign(language=few["example"] % 6)) == "language"
    both = LONG.assign(language=LONG["example"] % 6)
    assert cluster_of(both) == "passage"


@pytest.mark.parametrize(
    "column",
    [
        pytest.param(LONG["model"].map({"large": "x", "small": "y", "tiny": "x"}), id="who ran it"),
        pytest.param(np.arange(len(LONG)), id="unique"),
        pytest.param(LONG["example"], id="one example each"),
        pytest.param(RNG.normal(size=len(LONG)).round(1), id="measured"),
        pytest.param(LONG["passage"].where(LONG["example"] > 0), id="empty cells"),
        pytest.param("a", id="constant"),
    ],
)
def test_a_column_of_a_usual_name_may_be_something_else(column):
    for name in ("document", "session_id"):
        assert cluster_of(LONG.drop(columns="passage").assign(**{name: column})) == ""


def test_labels_in_other_words_are_no_clusters():
    plain = LABELS.drop(columns="passage")
    assert read(plain.assign(document=plain["y_true"])).algorithms[-1] == "document"
    long = plain.melt(["example", "y_true"], var_name="model", value_name="prediction")
    assert cluster_of(long.assign(document=long["y_true"].map({0: "sports", 1: "politics"}))) == ""


def test_templates_of_each_question_are_its_repeats():
    several = pd.concat([LONG.assign(template=f"t{place}") for place in range(7)])
    predictions = read(several)
    assert (predictions.cluster_column, len(predictions.repeats)) == ("passage", 7)
    assert (predictions.n_units, predictions.n) == (N, 7 * N)
    nested = LONG.drop(columns="passage").assign(template=LONG["example"] % 7)
    assert cluster_of(nested) == "template"


def test_examples_may_be_numbered_within_their_cluster():
    restarted = LONG.assign(example=LONG["example"] // PASSAGES)
    predictions = read(restarted)
    assert (predictions.n, predictions.n_units) == (N, N)
    sampled = pd.concat([restarted.assign(sample=place) for place in range(2)])
    assert (read(sampled).n, read(sampled).n_units) == (2 * N, N)
    np.testing.assert_array_equal(
        read(sampled).cluster_of_unit[read(sampled).unit], read(sampled).cluster
    )


def test_the_outermost_of_nested_columns_counts():
    nested = LONG.assign(article=LONG["example"] % 4)
    for names in (["article", "passage"], ["passage", "article"]):
        predictions = read(nested, cluster=names)
        assert (predictions.cluster_column, len(predictions.clusters)) == ("article", 4)
    assert cluster_of(nested) == "article"
    assert cluster_of(nested, cluster=[]) == ""
    crossed = LONG.assign(half=LONG["example"] // 30)
    with pytest.raises(DesignError, match="one passage is in several half: 0, 1") as caught:
        read(crossed, cluster=["passage", "half"])
    assert "cluster='half'" in caught.value.hint
    codes = np.array([0, 0, 1, 1])
    assert outermost([("a", codes, ("x", "y"))])[0] == "a"


def test_other_columns_of_clusters_are_no_models_of_a_wide_table():
    for frame in (LABELS, LABELS.assign(article=[f"a{place % 4}" for place in range(N)])):
        for roles in ({}, {"cluster": []}, {"cluster": "passage"}):
            assert read(frame, **roles).algorithms == ("large", "small", "tiny")
    columns = str(LABELS.bench(cluster=[]).check()).splitlines()
    assert [line.split()[-2:] for line in columns if "passage" in line] == [["not", "used"]]


def test_errors_name_the_column_and_a_way_out():
    with pytest.raises(DesignError, match="all examples are in one cluster, source s"):
        read(LONG.assign(source="s"), cluster="source")
    with pytest.raises(DataError, match="without a cluster, column 'passage'"):
        read(LONG.assign(passage=LONG["passage"].where(LONG["example"] > 0)), cluster="passage")
    with pytest.raises(RoleError, match="cluster='pasage' is not a column") as caught:
        read(LONG, cluster="pasage")
    assert "cluster='passage'" in caught.value.hint


def test_the_digest_depends_on_clusters_but_not_on_the_order_of_rows():
    shuffled = LONG.sample(frac=1, random_state=2).sort_values("model", kind="stable")
    assert read(LONG, cluster=[]).sha256 != read(LONG).sha256
    assert read(LONG, cluster=[]).sha256 == read(LONG.drop(columns="passage")).sha256
    assert read(shuffled).sha256 == read(LONG).sha256


def test_tokens_of_one_document_are_a_cluster():
    tokens = pd.DataFrame(
        {"document": np.repeat(["a", "b", "c"], 4), "m_log_prob": -RNG.random(12)}
    )
    predictions = read(tokens)
    assert (predictions.n, predictions.clusters) == (12, ("a", "b", "c"))
