import importlib
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from needs import longer
from published import by_pair, oracle, published

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError
from benchreport.numerics.tails import p_of_z
from benchreport.stats import anova, mixed_model, tukey

ANSWERS = oracle("mixed_model")["cases"]
MODELS = {"datasets": "blocks", "cells": "cells", "splits": "splits"}


def table(name):
    answer = ANSWERS[name]
    if "rows" not in answer:
        return published(name)
    roles = Roles(repeat="repeat", score="score", higher_is_better=True)
    return Scores.from_frame(pd.DataFrame(answer["rows"]), roles)


@pytest.mark.parametrize(
    ("name", "model"),
    [(name, model) for name in ANSWERS for model in MODELS if model in ANSWERS[name]],
)
def test_against_r(name, model):
    """lme4 lmer (REML, its optimum good to about 1e-6) and emmeans with asymptotic z."""
    result = mixed_model(table(name), random=MODELS[model])
    expected = ANSWERS[name][model]
    rows = by_pair(result)
    for pair in expected["pairs"]:
        row = rows[pair["first"], pair["second"]]
        assert row.difference == pytest.approx(pair["difference"], rel=1e-6, abs=1e-9)
        assert row.statistic == pytest.approx(pair["z"], rel=2e-5)
        assert float(p_of_z(row.statistic)) == pytest.approx(pair["p"], rel=1e-3, abs=1e-12)
    for mean, answer in zip(result.means, expected["means"], strict=True):
        assert mean.estimate == pytest.approx(answer["mean"], rel=1e-6)
        assert mean.standard_error == pytest.approx(answer["se"], rel=2e-5)
    means = result.means_table.set_index("algorithm")["mean"].to_dict()
    assert means == {mean.algorithm: mean.estimate for mean in result.means}
    variances = {part.name.split(":")[-1]: part.variance for part in result.components}
    rename = {"dataset:algorithm": "algorithm", "dataset:split": "repeat", "Residual": "residual"}
    for part, variance in expected["variances"].items():
        estimate = variances[rename.get(part, part)]
        assert estimate == pytest.approx(variance, rel=1e-4, abs=1e-9), part
    if expected["singular"]:
        assert any("variance is zero" in warning for warning in result.warnings)


@pytest.mark.parametrize("name", ["hitrate", "demsar2006", "garcia_herrera2008"])
def test_without_repeats_it_is_the_analysis_of_variance(name):
    """In a balanced table with a positive variance of blocks, REML is the randomized-block ANOVA."""
    scores = published(name)
    result, parts = mixed_model(scores), anova(scores)
    assert result.omnibus.statistic == pytest.approx(parts.statistic, rel=1e-5)
    assert result.omnibus.dof == parts.dof
    q = by_pair(tukey(scores))
    for key, row in by_pair(result).items():
        assert abs(row.statistic) * np.sqrt(2) == pytest.approx(q[key].statistic, rel=1e-5)
        assert row.p_value == pytest.approx(q[key].p_value, rel=1e-3, abs=1e-300)


def test_repeats_are_not_taken_for_datasets():
    rng = np.random.default_rng(1)
    rows = [
        (a, d, r, cell + rng.normal(scale=0.01))
        for d in range(6)
        for a in "xyz"
        for cell in [rng.normal()]
        for r in range(20)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "repeat", "auc"])
    scores = Scores.from_frame(frame)
    careful, naive = mixed_model(scores), mixed_model(scores, random="blocks")
    assert careful.variant == "cells"
    assert careful.omnibus.dof == (2, 10)
    # averages over the repeats alone give the same
    assert careful.omnibus.statistic == pytest.approx(anova(scores).statistic, rel=1e-4)
    assert naive.omnibus.p_value < careful.omnibus.p_value


def test_gaps_are_allowed():
    frame = pd.DataFrame({"a": [3.0, 2, None, 5], "b": [2.0, 1, 5, 3], "c": [1.0, 3, 2, None]})
    result = mixed_model(Scores.from_frame(frame, Roles(score="accuracy")))
    assert result.omnibus.dof == (2, 4)


@pytest.mark.parametrize("random", ["blocks", "cells", longer("splits")])
def test_order_names_and_sign_leave_every_digit(random):
    """The optimiser's path, and so the eighth digit, once depended on the order of rows and columns."""
    rng = np.random.default_rng(3)
    level = rng.normal(scale=0.1, size=6)
    rows = [
        (f"a{a}", f"d{d}", seed, round(0.7 + 0.02 * a + level[d] + rng.normal(scale=0.05), 3))
        for d in range(6)
        for a in range(3)
        for seed in range(3)
        if rng.random() > 0.1
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "accuracy"])
    names = {"a0": "z", "a1": "b", "a2": "y"}

    def p_of(table, rename, **roles):
        result = mixed_model(Scores.from_frame(table, Roles(**roles)), random=random)
        p_values = {frozenset((row.first, row.second)): row.p_value for row in result.comparisons}
        return [p_values[frozenset((rename[a], rename[b]))] for a, b in combinations(names, 2)]

    unchanged = {name: name for name in names}
    expected = p_of(frame, unchanged)
    shuffled = frame.sample(frac=1, random_state=1)
    renamed = shuffled.assign(
        algorithm=shuffled["algorithm"].map(names), dataset=shuffled["dataset"].str[::-1]
    )
    negative = shuffled.assign(accuracy=-shuffled["accuracy"])
    assert p_of(shuffled, unchanged) == pytest.approx(expected, rel=1e-12)
    assert p_of(renamed, names) == pytest.approx(expected, rel=1e-12)
    assert p_of(negative, unchanged, higher_is_better=False) == pytest.approx(expected, rel=1e-12)


def test_too_few_runs():
    frame = pd.DataFrame({"a": [3.0, None, 1.0], "b": [2.0, 1, None]})
    with pytest.raises(DesignError, match="too few for 2 algorithms"):
        mixed_model(Scores.from_frame(frame.iloc[:2], Roles(score="accuracy")))
    with pytest.raises(DesignError, match="there is one each"):
        mixed_model(published("small"), random="cells")


def test_thousands_of_blocks_are_swept_out() -> None:
    """A complete table: the contrasts are those of the means, and the errors those of the two-way anova."""
    rng = np.random.default_rng(3)
    values = rng.normal(size=(3000, 3)) + rng.normal(size=(3000, 1)) + [0.0, 0.1, 0.3]
    frame = pd.DataFrame(values, columns=["a", "b", "c"])
    result = mixed_model(Scores.from_frame(frame, Roles(score="accuracy")))
    means = values.mean(axis=0)
    rest = values - means - values.mean(axis=1, keepdims=True) + values.mean()
    error = np.sqrt(2 / 3000 * (rest**2).sum() / (2999 * 2))
    pair = result.comparisons[0]
    assert pair.difference == pytest.approx(means[0] - means[1])
    assert pair.statistic == pytest.approx((means[0] - means[1]) / error, rel=1e-6)


def test_the_rank_of_designs_that_blocks_do_not_connect() -> None:
    """Algorithms 0 to 5 are a chain over blocks, 6 and 7 apart from them: the rank is the dense one."""
    module = importlib.import_module("benchreport.stats.models.mixed_model")
    pairs = [(place, place + 1) for place in (0, 1, 2, 3, 4, 6)]
    algorithm = np.array(pairs).ravel()
    block = np.repeat(np.arange(len(pairs)), 2)
    dense = np.column_stack([algorithm[:, None] == np.arange(8), block[:, None] == np.arange(6)])
    response = np.random.default_rng(1).normal(size=12)
    rank, level, _ = module._two_way(response, algorithm, block)
    assert rank == np.linalg.matrix_rank(dense.astype(float)) == 12
    # this design fits every response: without its blocks, each algorithm has one value
    left = response - level
    assert max(np.ptp(left[algorithm == place]) for place in range(8)) < 1e-9
