"""The table of metrics is complete, resolvable by name, and consistent."""

import numpy as np
import pytest
from looped import loop_over

from benchreport.data.columns.words.direction import direction_of
from benchreport.errors import OptionError
from benchreport.numerics.predictions.metrics import METRICS, find_metric

RNG = np.random.default_rng(0)
N = 40
GAINS = RNG.integers(0, 3, size=(N, 6)) + np.eye(N, 6)[:, ::-1] + (np.arange(6) == 5)
INPUT = {
    "label": (RNG.integers(0, 2, size=N), RNG.integers(0, 2, size=N)),
    "probability": (RNG.integers(0, 2, size=N), RNG.random(N)),
    "score": (RNG.integers(0, 2, size=N), RNG.normal(size=N)),
    "number": (1 + RNG.random(N), 1 + RNG.random(N)),
    "ranking": (GAINS, GAINS),
}
NAMES = [*METRICS, "hit_rate@3", "precision@2", "dcg@4", "dcg_log2i@4", "ndcg@4", "ndcg_log2i@4"]


@loop_over("name", NAMES)
def test_one_value_a_row_of_weights(name):
    metric = find_metric(name)
    truth, predicted = INPUT[metric.needs]
    alone = metric.function(truth, predicted, None)
    assert np.ndim(alone) == 0
    ones = metric.function(truth, predicted, np.ones((3, N)))
    assert ones == pytest.approx(np.full(3, float(alone)), rel=1e-14)
    first_half = metric.function(truth, predicted, np.arange(N) < N // 2)
    of_half = metric.function(truth[: N // 2], predicted[: N // 2], None)
    assert first_half == pytest.approx(float(of_half), rel=1e-13)


@loop_over("name", [name for name in NAMES if find_metric(name).per_example])
def test_means_of_one_value_an_example(name):
    metric = find_metric(name)
    truth, predicted = INPUT[metric.needs]
    values = metric.per_example(truth, predicted)
    assert values.shape == (N,)
    assert values.mean() == pytest.approx(float(metric.function(truth, predicted, None)), rel=1e-14)


@loop_over("name", NAMES)
def test_directions_are_those_that_score_tables_assume(name):
    assert direction_of(name) is find_metric(name).higher_is_better


@loop_over("name", NAMES)
def test_definitions_are_one_phrase_each(name):
    definition = find_metric(name).definition
    assert len(definition) < 100
    assert not definition.endswith(".")
    assert "{" not in definition


def test_definitions_differ():
    definitions = [find_metric(name).definition for name in NAMES]
    assert len(set(definitions)) == len(definitions)


def test_cut_offs():
    lists = [[0, 1, 0, 1]]
    assert find_metric("hit_rate@1").function(lists, lists, None) == 0
    assert find_metric("hit_rate@2").function(lists, lists, None) == 1
    assert find_metric("precision@4").function(lists, lists, None) == 0.5
    assert find_metric("dcg_log2i@2").function(lists, lists, None) == 1
    assert find_metric("ndcg@2").definition.startswith(
        "DCG of the first 2 ranks, discount log2(i + 1)"
    )


def test_unknown_names():
    with pytest.raises(OptionError) as caught:
        find_metric("f1_makro")
    assert caught.value.hint == "metric='f1_macro'"
    for name in ("accuracy@3", "ndcg@", "ndcg@0", "ndcg@k", "@3"):
        with pytest.raises(OptionError, match="cut-off are 'hit_rate@10'"):
            find_metric(name)
