import itertools

import numpy as np

from benchreport.stats import _independent_samples
from benchreport.stats._independent_samples import apply_stacked


def _sums(first, second):
    return first.sum(axis=1), first[:, 0] - second[:, -1]


def test_pairs_of_all_sizes_keep_their_order(monkeypatch):
    rng = np.random.default_rng(0)
    samples = tuple(rng.normal(size=size) for size in (3, 5, 3, 2, 5, 2, 9))
    columns = tuple(np.array(list(itertools.permutations(range(7), 2))).T)
    expected = [
        (samples[i].sum(), samples[i][0] - samples[j][-1]) for i, j in zip(*columns, strict=True)
    ]
    for most in (1, 20, 1 << 20):
        monkeypatch.setattr(_independent_samples, "MOST_SCORES", most)
        sums = apply_stacked(samples, columns, _sums)
        assert np.allclose(np.array(sums).T, expected, rtol=1e-15)


def test_no_more_scores_at_once_than_allowed(monkeypatch):
    monkeypatch.setattr(_independent_samples, "MOST_SCORES", 40)
    shapes = []

    def function(first, second):
        shapes.append((first.shape, second.shape))
        return (first[:, 0],)

    samples = tuple(np.full(6, float(place)) for place in range(5))
    columns = np.triu_indices(5, 1)
    (sums,) = apply_stacked(samples, columns, function)
    assert sums.tolist() == columns[0].tolist()
    assert shapes == [((3, 6), (3, 6))] * 3 + [((1, 6), (1, 6))]
