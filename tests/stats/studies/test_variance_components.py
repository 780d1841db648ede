import numpy as np
import pandas as pd
import pytest
from evaluation_logs import log
from published import oracle

from benchreport.data import Predictions, Roles, Scores
from benchreport.errors import DesignError
from benchreport.numerics.variance_components import nested
from benchreport.stats.studies.variance_components import variance_components

ANSWERS = oracle("variance_components")["cases"]
NAMES = {
    "dataset": "dataset",
    "prompt": "prompt",
    "algorithm:dataset": "algorithm × dataset",
    "algorithm:prompt": "algorithm × prompt",
    "dataset:seed": "dataset × seed",
    "dataset:prompt": "dataset × prompt",
}


def read(rows, **roles):
    return Scores.from_frame(
        pd.DataFrame(rows), Roles(score="score", higher_is_better=True, **roles)
    )


def table(name):
    rows = pd.DataFrame(ANSWERS[name]["rows"]).astype({"score": float})
    repeat = [column for column in ("seed", "prompt") if column in rows]
    missing = {"missing": "available"} if name.startswith("lost") else {}
    return read(rows, **({"repeat": repeat[0]} if repeat else {}), **missing)


@pytest.mark.parametrize("name", ANSWERS)
def test_against_r(name):
    """lme4 (REML): the same as closed forms where a table is complete; good to about 1e-7."""
    result = variance_components(table(name))
    found = {row.name: row.estimate for row in result.rows}
    for part, variance in ANSWERS[name]["variances"].items():
        key = list(found)[-1] if part == "Residual" else NAMES[part]
        assert found[key] == pytest.approx(variance, rel=1e-6)
    assert len(found) == len(ANSWERS[name]["variances"])
    assert result.variant == ("REML" if name.startswith("lost") else "analysis of variance")


JUDGED = oracle("judged_components")["cases"]


@pytest.mark.parametrize("name", JUDGED)
def test_predictions_with_judges_against_r(name):
    """lme4 (REML) on models, examples within passages or not, judges crossed with them, and samples."""
    rows = pd.DataFrame(JUDGED[name]["rows"]).astype({"score": float})
    # the usual loss is the squared error: of these predictions it is the score
    rows = rows.assign(y_true=0.0, y_pred=np.sqrt(rows["score"])).drop(columns="score")
    clusters = name == "passages"
    rows = rows if clusters else rows.drop(columns="passage")
    table = Predictions.from_frame(rows, Roles(task="regression"))
    result = variance_components(table)
    found = {frozenset(row.name.split(" × ")): row.estimate for row in result.rows}
    for part, variance in JUDGED[name]["variances"].items():
        facets = {"example" if facet == "question" else facet for facet in part.split(":")}
        if part == "Residual":
            facets = {"model", "example", "judge", *(["sample"] if name == "samples" else [])}
        if clusters and "example" in facets:
            facets |= {"passage"}
        assert found.pop(frozenset(facets)) == pytest.approx(variance, rel=1e-6)
    assert not found
    assert result.variant == "analysis of variance"


def test_judges_need_a_complete_table_and_samples_do_not():
    rng = np.random.default_rng(0)
    rows = [
        (model, f"q{q}", judge, int(rng.random() < 0.6))
        for model in "ab" for q in range(12) for judge in range(3)
    ]  # fmt: skip
    columns = ["model", "question", "judge", "correct"]
    whole = pd.DataFrame(rows, columns=columns)
    lacking = whole.drop(index=[0, 36])
    with pytest.raises(DesignError, match="needs a complete table for example, judge"):
        variance_components(Predictions.from_frame(lacking, Roles()))
    samples = lacking.rename(columns={"judge": "sample"})
    assert len(variance_components(Predictions.from_frame(samples, Roles())).rows) == 3
    crossed = variance_components(Predictions.from_frame(whole, Roles()))
    assert crossed.levels == (("example", 12), ("judge", 3))
    assert "model × judge" in {row.name for row in crossed.rows}


def test_the_standard_error_is_that_of_the_paired_t_test():
    """On datasets without repeats: √(2 · residual / N), and the mean over pairs of the t test's squares."""
    values = np.random.default_rng(0).normal(size=(9, 3)) + np.arange(9)[:, None]
    result = variance_components(
        Scores.from_frame(pd.DataFrame(values, columns=list("abc")), Roles(score="accuracy"))
    )
    squares = [np.var(values[:, i] - values[:, j], ddof=1) / 9 for i, j in ((0, 1), (0, 2), (1, 2))]
    assert result.standard_error**2 == pytest.approx(np.mean(squares))


def test_predictions_have_the_mean_squares_of_a_nested_analysis_of_variance():
    """Equal numbers: sums of squares by definition, each mean square equated to its expectation."""
    frame = log()
    y = frame.astype({"correct": float}).pivot_table(
        "correct", ["passage", "question"], ["model", "sample"]
    )
    cube = y.to_numpy().reshape(20, 5, 3, 4)  # passage, question, model, sample
    c, e, k, m = cube.shape
    grand, by = cube.mean(), lambda *axes: cube.mean(axis=axes, keepdims=True)
    ms_c = e * k * m * ((by(1, 2, 3) - grand) ** 2).sum() / (c - 1)
    ms_e = k * m * ((by(2, 3) - by(1, 2, 3)) ** 2).sum() / (c * (e - 1))
    ac = by(1, 3) - by(1, 2, 3) - by(0, 1, 3) + grand
    ms_ac = e * m * (ac**2).sum() / ((c - 1) * (k - 1))
    ae = by(3) - by(2, 3) - by(1, 3) + by(1, 2, 3)
    ms_ae = m * (ae**2).sum() / (c * (e - 1) * (k - 1))
    ms_s = ((cube - by(3)) ** 2).sum() / (c * e * k * (m - 1))
    expected = {
        "passage": (ms_c - ms_e - ms_ac + ms_ae) / (e * k * m),
        "model × passage": (ms_ac - ms_ae) / (e * m),
        "passage × example": (ms_e - ms_ae) / (k * m),
        "model × passage × example": (ms_ae - ms_s) / m,
        "model × passage × example × sample": ms_s,
    }
    roles = Roles(cluster="passage", repeat="sample", example="question")
    result = variance_components(Predictions.from_frame(frame, roles))
    assert {row.name: row.estimate for row in result.rows} == pytest.approx(expected)
    assert result.levels == (("passage", 20), ("example", 5), ("sample", 4))


def test_uneven_clusters_are_unbiased():
    """Henderson's method 1: means over tables of what the tables were made of, within three errors."""
    rng = np.random.default_rng(0)
    sizes = np.array([1, 2, 3, 5, 8, 13, 2, 4])
    cluster = np.repeat(np.arange(8), sizes)
    found = []
    for _ in range(400):
        values = (
            rng.normal(0, 1.0, 8)[cluster][:, None]
            + rng.normal(0, 0.7, (8, 3))[cluster]
            + rng.normal(0, 0.8, (len(cluster), 1))
            + rng.normal(0, 0.5, (len(cluster), 3))
        )
        found.append(nested(values, cluster, 0.0))
    mean, error = np.mean(found, axis=0), np.std(found, axis=0) / 20
    assert (np.abs(mean - [1.0, 0.64, 0.49, 0.25]) < 3.5 * error).all()


def test_negative_estimates_are_said_and_count_as_0():
    values = np.random.default_rng(4).normal(size=(3, 6, 5))
    rows = [
        {"algorithm": f"a{a}", "dataset": f"d{d}", "seed": s, "score": values[a, d, s]}
        for a in range(3) for d in range(6) for s in range(5)
    ]  # fmt: skip
    result = variance_components(read(rows, repeat="seed"))
    negative = [row for row in result.rows if row.estimate < 0]
    assert negative
    assert all(row.counted == 0 for row in negative)
    assert any("negative, and count" in sentence for sentence in result.interpretation)
    assert result.table["share"].sum() == pytest.approx(1)


def test_prompts_and_judges_are_crossed_and_seeds_are_not():
    rng = np.random.default_rng(0)
    rows = [
        {"algorithm": f"a{a}", "dataset": f"d{d}", "prompt": p, "judge": j, "score": rng.normal()}
        for a in range(3) for d in range(4) for p in range(3) for j in range(2)
    ]  # fmt: skip
    result = variance_components(read(rows, repeat=("prompt", "judge")))
    names = [row.name for row in result.rows]
    assert len(names) == 14
    assert {"prompt", "judge", "algorithm × judge", "prompt × judge"} <= {*names}
    assert names[-1] == "algorithm × dataset × prompt × judge"


def test_an_incomplete_table_of_crossed_parts_has_a_way_out():
    rows = pd.DataFrame(ANSWERS["prompts"]["rows"]).astype({"score": float}).iloc[1:]
    with pytest.raises(DesignError, match="needs a complete table for dataset, prompt"):
        variance_components(read(rows, repeat="prompt", missing="available"))


def test_folds_share_training_data():
    rng = np.random.default_rng(0)
    rows = [
        {"algorithm": f"a{a}", "dataset": f"d{d}", "fold": f, "score": rng.normal()}
        for a in range(2) for d in range(6) for f in range(3)
    ]  # fmt: skip
    doubts = variance_components(read(rows, repeat="fold")).doubts
    assert ["share training data" in doubt.evidence for doubt in doubts] == [True]
    assert not variance_components(table("seeds")).doubts
