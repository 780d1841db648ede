import numpy as np
import pandas as pd
import pytest

import benchreport  # noqa: F401 - registers df.bench
from benchreport.errors import OptionError

ORACLE = (
    "Kish (1965), section 5.4, deff = 1 + (size - 1) * correlation; statsmodels' cov_cluster below"
)
RNG = np.random.default_rng(3)
PASSAGE = np.repeat(np.arange(12), [1, 3, 5, 8, 2, 6, 4, 4, 7, 3, 9, 8])


def made(samples=1, models=2):
    ease = RNG.normal(size=(12, 1))[PASSAGE] + RNG.normal(size=(60, 1))
    right = RNG.normal(size=(samples, 60, models)) + ease > 0
    return pd.concat(
        pd.DataFrame(answers.astype(int), columns=list("abc")[:models]).assign(
            id=range(60), passage=PASSAGE, sample=sample
        )
        for sample, answers in enumerate(right)
    ).melt(["id", "passage", "sample"], var_name="model", value_name="correct")


def test_kishs_formula_for_equal_clusters():
    passage = np.repeat(np.arange(400), 5)
    values = RNG.normal(size=400)[passage] + RNG.normal(size=2000)
    frame = pd.DataFrame({"y_true": 0.0, "m": values + 9, "document": passage})
    row = frame.bench(task="regression").design_effect(metric="mae").rows[0]
    assert row.design_effect == pytest.approx(1 + 4 * row.correlation, rel=0.01)
    assert row.correlation == pytest.approx(0.5, abs=0.06)
    assert row.effective == pytest.approx(2000 / row.design_effect)


def test_is_that_of_paired_difference():
    bench = made(samples=2).bench
    result, peer = bench.design_effect(), bench.paired_difference()
    pair, precision = result.rows[2], peer.precision[0]
    assert pair.of == "a − b"
    assert pair.estimate == peer.comparisons[0].difference
    for name in ("standard_error", "design_effect", "correlation"):
        assert getattr(pair, name) == pytest.approx(getattr(precision, name), rel=1e-12)
    assert np.hypot(result.rows[0].standard_error, result.rows[1].standard_error) == pytest.approx(
        precision.unpaired_error
    )
    assert (result.n_clusters, result.smallest, result.largest) == (12, 1, 9)
    assert "Clusters have 1 to 9 examples" in str(result)


def test_against_the_usual_cluster_variance():
    """CR0 of statsmodels, with each cluster's part divided by 1 − its share."""
    from statsmodels.regression.linear_model import OLS
    from statsmodels.stats.sandwich_covariance import cov_cluster

    frame = pd.DataFrame({"id": range(60), "passage": np.arange(60) % 6, "m": RNG.random(60) < 0.6})
    row = (
        frame.astype({"m": int}).bench(task="correctness").design_effect(cluster="passage").rows[0]
    )
    fit = OLS(frame["m"].astype(float), np.ones(60)).fit()
    cr0 = cov_cluster(fit, frame["passage"].to_numpy(), use_correction=False)[0, 0]
    assert row.standard_error**2 == pytest.approx(cr0 / (1 - 1 / 6), rel=1e-9)


def test_without_clusters_and_samples_it_is_one():
    frame = made().drop(columns=["passage", "sample"])
    result = frame.bench.design_effect()
    for row in result.rows:
        assert row.design_effect == pytest.approx(1)
        assert np.isnan([row.correlation, row.between_samples]).all()
    assert result.interpretation == (
        "For the difference of two models they are worth 60 independent ones.",
    )


def test_the_share_that_comes_from_samples():
    frame = made(samples=4).drop(columns="passage")
    table = frame[frame["model"] == "a"].pivot_table(index="id", columns="sample", values="correct")
    expected = table.var(axis=1, ddof=1).mean() / 4 / table.mean(axis=1).var(ddof=1)
    assert frame.bench.design_effect().rows[0].between_samples == pytest.approx(expected)
    # answers that never change have no variance of their own
    same = pd.concat([frame[frame["sample"] == 0].assign(sample=place) for place in range(3)])
    assert same.bench.design_effect().rows[0].between_samples == 0


def test_no_variation_and_no_mean():
    frame = pd.DataFrame({"a": 1, "b": [0, 1] * 10, "document": np.arange(20) // 2})
    row = frame.bench(task="correctness").design_effect().rows[0]
    assert np.isnan([row.design_effect, row.effective]).all()
    labels = pd.DataFrame({"y_true": [0, 1] * 9, "a": [0, 1] * 9})
    with pytest.raises(OptionError, match="f1_macro is not one"):
        labels.bench.design_effect(metric="f1_macro")
