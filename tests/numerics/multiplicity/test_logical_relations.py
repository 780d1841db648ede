import functools
import itertools
import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looped import loop_over
from needs import draws
from published import published
from scipy import stats

from benchreport.errors import OptionError
from benchreport.numerics.multiplicity.adjust import ALL_PAIRS, adjust
from benchreport.numerics.multiplicity.logical_relations import (
    MOST_ALGORITHMS,
    bergmann_hommel,
    shaffer_counts,
    true_counts,
)

Floats = npt.NDArray[np.float64]

# García & Herrera (2008), JMLR 9: adjusted p-values of 5 classifiers on 30 data sets, by Holm,
# Shaffer and Bergmann–Hommel's definition (the paper prints its running maximum)
GARCIA = {
    ("C4.5", "Kernel"): (4.487e-7, 4.487e-7, 4.487e-7),
    ("NaiveBayes", "Kernel"): (1.5625e-6, 1.0417e-6, 1.0417e-6),
    ("Kernel", "CN2"): (0.0230439, 0.0172829, 0.0115219),
    ("C4.5", "1-NN"): (0.0339413, 0.0290926, 0.0290926),
    ("1-NN", "NaiveBayes"): (0.0505617, 0.0477809, 0.0303370),
    ("C4.5", "CN2"): (0.0510520, 0.0510520, 0.0382890),
    ("NaiveBayes", "CN2"): (0.0742340, 0.0742340, 0.0382890),
}
REJECTED = {"bonferroni": 4, "holm": 5, "shaffer": 6, "bergmann_hommel": 8}


def rank_p_values(scores: Floats) -> Floats:
    """Test all pairs by z on mean ranks."""
    n, k = scores.shape
    ranks = stats.rankdata(-scores, axis=1).mean(axis=0)
    first, second = np.triu_indices(k, 1)
    z = np.abs(ranks[first] - ranks[second]) / math.sqrt(k * (k + 1) / (6 * n))
    return np.asarray(2 * stats.norm.sf(z))


def partitions(k: int) -> Iterator[list[int]]:
    """List all partitions; each gives the number of the cluster of every algorithm."""
    if k == 0:
        yield []
        return
    for clusters in partitions(k - 1):
        for cluster in range(max(clusters, default=-1) + 2):
            yield [*clusters, cluster]


@functools.cache
def exhaustive(k: int) -> npt.NDArray[np.bool_]:
    """Return for each partition which pairs are within a cluster."""
    first, second = np.triu_indices(k, 1)
    clusters = np.array(list(partitions(k)))
    return clusters[:, first] == clusters[:, second]


def by_enumeration(p: Floats, k: int) -> Floats:
    """Adjust p-values by the definition, over all exhaustive sets."""
    sets = exhaustive(k)
    value = sets.sum(axis=1) * np.where(sets, p, 1.0).min(axis=1)
    return np.minimum(np.where(sets, value[:, None], 0.0).max(axis=0), 1.0)


@pytest.fixture(scope="module")
def garcia_p() -> dict[tuple[str, str], float]:
    scores = published("garcia_herrera2008")
    pairs = itertools.combinations(scores.algorithms, 2)
    return dict(zip(pairs, rank_p_values(scores.values).tolist(), strict=True))


@pytest.mark.parametrize("method", ["holm", *ALL_PAIRS])
def test_the_published_table(garcia_p: dict[tuple[str, str], float], method: str) -> None:
    adjusted = dict(zip(garcia_p, adjust(list(garcia_p.values()), method), strict=True))
    column = ["holm", *ALL_PAIRS].index(method)
    for pair, expected in GARCIA.items():
        assert adjusted[pair] == pytest.approx(expected[column], rel=5e-5)


@pytest.mark.parametrize("method", REJECTED)
def test_the_published_rejections(garcia_p: dict[tuple[str, str], float], method: str) -> None:
    assert (adjust(list(garcia_p.values()), method) <= 0.05).sum() == REJECTED[method]


def test_the_running_maximum_is_what_the_paper_prints(
    garcia_p: dict[tuple[str, str], float],
) -> None:
    p = np.array(list(garcia_p.values()))
    adjusted, order = adjust(p, "bergmann_hommel"), np.argsort(p)
    adjusted[order] = np.maximum.accumulate(adjusted[order])
    place = list(garcia_p).index(("1-NN", "NaiveBayes"))
    assert adjusted[place] == pytest.approx(0.0318540, rel=5e-5)
    assert (adjusted <= 0.05).sum() == 8


@pytest.mark.parametrize("k", [3, 4, 5, 6, 7])
def test_bergmann_hommel_is_its_definition(k: int) -> None:
    draw = np.random.default_rng(k)
    for table in range(40):
        scores = draw.normal(size=(draw.integers(3, 40), k)) + draw.normal(size=k)
        # few distinct values make ties of scores and therefore of p-values
        p = rank_p_values(scores.round(table % 3))
        np.testing.assert_array_equal(bergmann_hommel(p), by_enumeration(p, k))


@pytest.mark.parametrize("k", [8, 9])
def test_bergmann_hommel_is_its_definition_for_any_p_values(k: int) -> None:
    p = np.random.default_rng(k).random(math.comb(k, 2)) ** 3
    np.testing.assert_array_equal(bergmann_hommel(p), by_enumeration(p, k))


def test_true_counts_are_the_sizes_of_exhaustive_sets() -> None:
    for k in range(2, 10):
        assert true_counts(k).tolist() == sorted(set(exhaustive(k).sum(axis=1).tolist()))
    assert true_counts(0).tolist() == true_counts(1).tolist() == [0]


def test_shaffer_counts_are_the_most_that_can_be_true() -> None:
    for k in range(2, 9):
        m = math.comb(k, 2)
        possible = true_counts(k).tolist()
        expected = [max(s for s in possible if s <= m - j) for j in range(m)]
        assert shaffer_counts(m).tolist() == expected
    # the recursion by sets of numbers works at a size that lists of partitions do not reach
    sets: list[set[int]] = [{0}]
    for k in range(1, 31):
        sets.append({math.comb(j, 2) + x for j in range(1, k + 1) for x in sets[k - j]})
    assert true_counts(30).tolist() == sorted(sets[30])


@st.composite
def families(draw: st.DrawFn) -> tuple[int, Floats]:
    k = draw(st.integers(2, 6))
    awkward = st.sampled_from([0.0, 1e-300, 1e-16, 0.01, 0.5, 1.0])
    size = math.comb(k, 2)
    p = draw(st.lists(awkward | st.floats(0, 1), min_size=size, max_size=size))
    return k, np.array(p)


@given(families(), st.data())
@settings(max_examples=draws(60), deadline=None)
def test_names_do_not_matter(family: tuple[int, Floats], data: st.DataObject) -> None:
    k, p = family
    order = data.draw(st.permutations(range(k)))

    def relabel(values: Floats) -> Floats:
        matrix = np.zeros((k, k))
        matrix[np.triu_indices(k, 1)] = values
        return (matrix + matrix.T)[np.ix_(order, order)][np.triu_indices(k, 1)]

    for method in ALL_PAIRS:
        np.testing.assert_array_equal(adjust(relabel(p), method), relabel(adjust(p, method)))


@given(families())
@settings(max_examples=draws(60), deadline=None)
def test_logical_relations_make_the_test_more_powerful(family: tuple[int, Floats]) -> None:
    k, p = family
    defined = bergmann_hommel(p)
    np.testing.assert_array_equal(defined, by_enumeration(p, k))
    powers = [p, defined, *(adjust(p, m) for m in ("shaffer", "holm", "bonferroni"))]
    for stronger, weaker in itertools.pairwise(powers):
        assert (stronger <= weaker).all()


@pytest.mark.parametrize("method", ALL_PAIRS)
def test_two_algorithms_and_none(method: str) -> None:
    assert adjust([0.03], method) == [0.03]
    assert adjust([], method).shape == (0,)


@loop_over("method", ALL_PAIRS)
@loop_over("m", [2, 4, 5, 9, 40])
def test_families_that_are_not_all_pairs_are_refused(method: str, m: int) -> None:
    with pytest.raises(OptionError, match=rf"all-pairs families only.*got {m}") as caught:
        adjust(np.full(m, 0.1), method)
    assert "'holm'" in caught.value.hint


def test_more_algorithms_than_feasible_are_refused() -> None:
    k = MOST_ALGORITHMS + 1
    with pytest.raises(
        OptionError, match=rf"up to {MOST_ALGORITHMS} algorithms; got {k}"
    ) as caught:
        adjust(np.full(math.comb(k, 2), 0.1), "bergmann_hommel")
    assert "'shaffer'" in caught.value.hint


def test_progress_rises_to_one() -> None:
    done: list[float] = []
    p = np.random.default_rng(2).random(math.comb(12, 2))
    adjusted = adjust(p, "bergmann_hommel", progress=done.append)
    np.testing.assert_array_equal(adjusted, bergmann_hommel(p))
    assert done == sorted(done)
    assert 0 < done[0] < 0.01
    assert any(0.3 < fraction < 0.9 for fraction in done)
    assert done[-1] == 1.0
