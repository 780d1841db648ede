import tracemalloc

import numpy as np
import pandas as pd
import pytest

from benchreport.data import Roles, Scores
from benchreport.numerics.nulls import nested_levels as module
from benchreport.stats import mixed_model

RNG = np.random.default_rng(0)
GROUP, ALGORITHM, REPEAT = (codes.ravel() for codes in np.indices((4, 3, 5)))
KEPT = RNG.random(len(GROUP)) < 0.8
GROUP, ALGORITHM, REPEAT = GROUP[KEPT], ALGORITHM[KEPT], REPEAT[KEPT]
SCORES = RNG.normal(size=len(GROUP)) + RNG.normal(size=4)[GROUP] + 0.3 * ALGORITHM
PARTS = {
    "blocks": [GROUP],
    "cells": [GROUP, GROUP * 3 + ALGORITHM],
    "splits": [GROUP, GROUP * 5 + REPEAT],
}


def dense_deviance(ratios, parts):
    """The deviance by matrices of all runs."""
    spread = np.eye(len(SCORES))
    for ratio, part in zip(ratios, parts, strict=True):
        spread += ratio * (part[:, None] == part)
    inverse = np.linalg.inv(spread)
    design = (ALGORITHM[:, None] == np.arange(3)).astype(float)
    gram, cross = design.T @ inverse @ design, design.T @ inverse @ SCORES
    left = SCORES @ inverse @ SCORES - cross @ np.linalg.solve(gram, cross)
    room = len(SCORES) - 3
    return np.linalg.slogdet(spread)[1] + np.linalg.slogdet(gram)[1] + room * np.log(left)


@pytest.mark.parametrize("name", PARTS)
def test_the_likelihood_is_that_of_the_matrix_of_all_runs(name):
    parts = PARTS[name]
    table = module._Levels(SCORES, ALGORITHM, parts)
    for logs in np.array([[0.0, 0.0], [-2.0, 1.0], [3.0, -4.0], [5.0, 6.0]])[:, : len(parts)]:
        point = table.at(np.exp(logs).tolist())
        assert point.deviance == pytest.approx(dense_deviance(np.exp(logs), parts), rel=1e-10)
        steps = 1e-5 * np.eye(len(parts))
        slopes = [
            (table.deviance(logs + step) - table.deviance(logs - step)) / 2e-5 for step in steps
        ]
        assert point.slopes[: len(parts)] == pytest.approx(slopes, abs=1e-6)


@pytest.mark.parametrize("name", PARTS)
def test_no_ratios_nearby_are_likelier(name):
    parts = PARTS[name]
    found = module.fit_nested(SCORES, ALGORITHM, parts)
    ratios = np.array(found.variances) / found.residual
    room = len(SCORES) - 3
    best = dense_deviance(ratios, parts)
    constant = room * (1 + np.log(2 * np.pi / room))
    assert found.log_likelihood == pytest.approx(-(best + constant) / 2, rel=1e-10)
    for factor in (0.5, 0.9, 1.1, 2.0):
        for place in range(len(parts)):
            other = ratios.copy()
            other[place] *= factor
            assert dense_deviance(other, parts) >= best - 1e-9


def test_groups_that_vary_less_than_their_levels_are_found():
    """Seen from ratios of groups near 0, the likelihood is flat."""
    rng = np.random.default_rng(1)
    rows = [(g, a, 0.01 * rng.normal() + cell) for g in range(6) for a in range(3)
            for cell in [rng.normal()] for _ in range(20)]  # fmt: skip
    group, algorithm, scores = (np.array(column) for column in zip(*rows, strict=True))
    found = module.fit_nested(scores, algorithm, [group, group * 3 + algorithm])
    cells = scores.reshape(6, 3, 20).mean(axis=2)
    apart = cells - cells.mean(axis=0) - cells.mean(axis=1, keepdims=True) + cells.mean()
    error, between = (apart**2).sum() / 10, 3 * cells.mean(axis=1).var(ddof=1)
    assert between > error
    assert found.variances[0] == pytest.approx((between - error) / 3, rel=1e-6)


def test_a_split_of_two_groups_is_nested_in_none():
    assert module.are_nested([GROUP])
    assert module.are_nested(PARTS["splits"])
    assert not module.are_nested([GROUP, REPEAT])
    assert not module.are_nested([*PARTS["splits"], GROUP])


def test_scores_that_algorithms_explain_leave_no_error():
    assert module.fit_nested(ALGORITHM.astype(float), ALGORITHM, [GROUP]) is None
    assert module.fit_nested(np.ones(3), np.arange(3), []) is None


def test_thousands_of_runs_of_a_dataset_form_no_matrix():
    algorithm, dataset, seed = (codes.ravel() for codes in np.indices((3, 2, 3000)))
    frame = pd.DataFrame(
        {
            "algorithm": np.array(["a", "b", "c"])[algorithm],
            "dataset": dataset.astype(str),
            "seed": seed,
            "score": RNG.normal(size=len(seed)) + dataset,
        }
    )
    scores = Scores.from_frame(frame, Roles(higher_is_better=True))
    tracemalloc.start()
    mixed_model(scores)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # a matrix of the runs of one dataset has 648 MB
    assert peak < 60e6
