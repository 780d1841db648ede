"""Every value against the definition: the average over all sets of k samples, one by one."""

from itertools import combinations

import numpy as np
import pytest
from looped import loop_over

from benchreport.numerics.predictions.metrics_samples import (
    all_right,
    any_right,
    find_sample_metric,
    majority_right,
    weights_of_largest,
)

CASES = [(m, c, k) for m in range(1, 8) for c in range(m + 1) for k in range(1, m + 1)]
DEFINITIONS = {
    any_right: lambda answers: float(any(answers)),
    all_right: lambda answers: float(all(answers)),
    majority_right: lambda answers: (np.sign(2 * sum(answers) - len(answers)) + 1) / 2,
}


@pytest.mark.parametrize("function", DEFINITIONS, ids=lambda function: function.__name__)
def test_sets_of_right_and_wrong_answers(function):
    for m, c, k in CASES:
        answers = [1] * c + [0] * (m - c)
        expected = np.mean([DEFINITIONS[function](each) for each in combinations(answers, k)])
        value = function(np.array(float(c)), np.array(float(m)), k)
        assert float(value) == pytest.approx(expected, abs=1e-12), (m, c, k)


@loop_over("k", range(1, 7))
def test_the_largest_of_sets(k):
    values = np.sort(np.random.default_rng(k).normal(size=6))
    share = weights_of_largest(np.arange(1.0, 7.0), np.full(6, 6.0), k)
    assert share.sum() == pytest.approx(1.0, abs=1e-12)
    expected = np.mean([max(each) for each in combinations(values, k)])
    assert share @ values == pytest.approx(expected, abs=1e-12)


def test_the_paper_s_estimator():
    # Chen et al. (2021), figure 3: 1 - prod(1 - k / arange(n - c + 1, n + 1)) for n - c >= k
    n, c, k = 200, 17, 10
    expected = 1 - np.prod(1 - k / np.arange(n - c + 1, n + 1))
    assert float(any_right(np.array(17.0), np.array(200.0), k)) == pytest.approx(
        expected, rel=1e-12
    )
    # a thousand samples and more do not overflow
    many = majority_right(np.array(5_100.0), np.array(10_000.0), 1001)
    assert 0.7 < float(many) < 0.8


@loop_over("name", ["pass@0", "pass@", "pass@-1", "passes@3", "pass@3.5", "ndcg@10", "auc"])
def test_other_names_are_no_metrics_of_samples(name):
    assert find_sample_metric(name) is None
