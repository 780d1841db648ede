"""Every procedure on predictions knows clusters and samples: it allows for them, refuses, or says so."""

import numpy as np
import pandas as pd
import pytest
from contract import few_draws
from needs import longer

import benchreport  # noqa: F401 - registers df.bench
from benchreport.errors import DesignError
from benchreport.results import Result
from benchreport.stats import PREDICTION_CATALOGUE

RNG = np.random.default_rng(4)
N, PASSAGES = 200, 40
PASSAGE = np.arange(N) % PASSAGES


def made(samples=1, passages=PASSAGES):
    """Draw scores of two classes; what the models get wrong is alike within a passage."""
    passage = np.arange(N) % passages
    truth = RNG.integers(0, 2, N)
    ease = RNG.normal(size=(passages, 3))[passage]
    parts = []
    for sample in range(samples):
        odds = (2 * truth[:, None] - 1) * (1 + ease) + RNG.normal(size=(N, 3))
        chances = pd.DataFrame(
            1 / (1 + np.exp(-odds)), columns=[f"m{i}_probability" for i in range(3)]
        )
        parts.append(chances.assign(id=range(N), passage=passage, sample=sample, y_true=truth))
    return pd.concat(parts)


CLUSTERED = made().drop(columns="sample").bench(positive=1)
SAMPLED = made(samples=3).drop(columns="passage").bench(positive=1)
REQUIRED = {
    "degradation": {"baseline": "m0", "margin": "2pp"},
    "metric_bootstrap": {"metric": "auc"},
    "metric_permutation": {"metric": "auc"},
}
REFUSING = {
    "mcnemar",
    "cochran_q",
    "looney_f",
    "proportions_z",
    "marginal_homogeneity",
    "delong",
    "metric_permutation",
}
# these average the samples of an example
REFUSING_CLUSTERS = REFUSING | {"accuracy_differences", "loss_t"}
ALLOWING = {
    "metrics",
    "metric_bootstrap",
    "paired_difference",
    "design_effect",
    "degradation",
    "flips",
    "item_analysis",
    "rank_sets",
}


@pytest.mark.parametrize(
    ("bench", "refusing"),
    [(CLUSTERED, REFUSING_CLUSTERS), (SAMPLED, REFUSING)],
    ids=["clusters", "samples"],
)
@pytest.mark.parametrize(
    "name", sorted(set(PREDICTION_CATALOGUE) - {"point_632", "dataset_differences"})
)
def test_every_procedure_allows_for_groups_refuses_or_doubts(name, bench, refusing):
    if name in refusing:
        with pytest.raises(DesignError, match="as independent; these are") as caught:
            getattr(bench, name)(**REQUIRED.get(name, {}))
        assert "paired_difference()" in caught.value.hint or "metric_bootstrap" in caught.value.hint
        return
    result = getattr(bench, name)(**few_draws(name), **REQUIRED.get(name, {}))
    assert isinstance(result, Result)
    allowed = name in ALLOWING | (REFUSING_CLUSTERS - refusing)
    # the bootstrap of 40 clusters is doubted, too
    assert allowed or result.doubts


def test_intervals_of_clusters_are_wider():
    table = made().drop(columns="sample")
    alone, together = table.drop(columns="passage").bench(positive=1), table.bench(positive=1)
    for name in ("accuracy", "auc", "f1"):
        rows = [bench.metrics([name]).rows[0] for bench in (alone, together)]
        widths = [row.interval.high - row.interval.low for row in rows]
        assert widths[1] > 1.2 * widths[0]
        assert rows[0].estimate == pytest.approx(rows[1].estimate)
    assert "BCa" in rows[1].how


def test_wilsons_interval_has_the_clusters_effective_size():
    right = (RNG.normal(size=(PASSAGES, 1)) + RNG.normal(size=(PASSAGES, 5)) > -0.5).astype(int)
    frame = pd.DataFrame({"m": right.ravel(), "passage": np.repeat(range(PASSAGES), 5)})
    row = frame.bench(task="correctness").metrics().rows[0]
    error = frame.bench(task="correctness").design_effect().rows[0].standard_error
    assert row.how == "Wilson"
    # with many clusters Wilson's interval is near the normal one
    assert (row.interval.high - row.interval.low) / 2 == pytest.approx(2.02 * error, rel=0.05)


def test_whole_clusters_are_resampled():
    # all of a passage's examples are right or wrong: 40 independent ones
    once = pd.DataFrame(
        {"y_true": [0, 1] * 20, "a": [0] * 30 + [1] * 10, "b": [0, 1] * 15 + [1] * 10}
    )
    many = pd.concat([once.assign(passage=range(40))] * 6, ignore_index=True)
    few, all_ = (
        table.bench.metric_bootstrap(metric="accuracy", n_resamples=4000).comparisons[0]
        for table in (once, many)
    )
    assert all_.difference == pytest.approx(few.difference)
    assert all_.interval[:2] == pytest.approx(few.interval[:2], abs=0.03)


@pytest.mark.parametrize("bench", [CLUSTERED, longer(SAMPLED)])
def test_the_analysis_decides_by_what_allows_for_groups(bench):
    analysis = bench.analyze_predictions()
    assert [test.procedure for test in analysis.pairs] == ["paired_difference", "metric_bootstrap"]
    assert analysis.omnibus is None
    assert "t test of accuracy" in " ".join(analysis.sentences)
    recommended = [row.procedure for row in bench.advise().of("recommended")]
    assert [name for name in recommended if name.startswith(("paired", "metric_"))] == [
        "paired_difference",
        "metric_bootstrap",
    ]
    assert "mcnemar" in [row.procedure for row in bench.advise().of("avoid")]
    assert "design_effect" in [row.procedure for row in bench.advise().of("alternative")]


def test_nothing_is_called_significant_with_five_clusters():
    frame = made(passages=5).drop(columns="sample")
    worse = frame["y_true"] * 0.2 + 0.4
    bench = frame.assign(m1_probability=1 - worse, m2_probability=1 - worse).bench(positive=1)
    analysis = bench.analyze_predictions()
    text = " ".join((analysis.headline, *analysis.sentences))
    assert "significantly" not in text
    assert "200 examples in 5 clusters (passage)" in text
