import itertools

import numpy as np
import numpy.typing as npt
import pytest
from looped import loop_over

from benchreport.errors import OptionError
from benchreport.numerics.multiplicity.cliques import clique_cover, letters


def critical_difference_graph(k: int, width: float, seed: int) -> npt.NDArray[np.bool_]:
    mean_ranks = np.sort(np.random.default_rng(seed).random(k))
    return np.abs(mean_ranks[:, None] - mean_ranks) < width


def random_graph(k: int, density: float, seed: int) -> npt.NDArray[np.bool_]:
    upper = np.triu(np.random.default_rng(seed).random((k, k)) < density, 1)
    return upper | upper.T


def maximal_cliques(graph: npt.NDArray[np.bool_]) -> set[tuple[int, ...]]:
    """Find all of them by looking at every subset."""
    k = len(graph)
    cliques = [
        set(subset)
        for size in range(1, k + 1)
        for subset in itertools.combinations(range(k), size)
        if all(graph[i, j] for i, j in itertools.combinations(subset, 2))
    ]
    return {tuple(sorted(c)) for c in cliques if not any(c < other for other in cliques)}


@loop_over("seed", range(8))
def test_a_critical_difference_gives_exactly_the_maximal_groups(seed: int) -> None:
    graph = critical_difference_graph(9, 0.25, seed)
    assert set(clique_cover(graph)) == maximal_cliques(graph)


@loop_over("seed", range(12))
def test_any_graph_is_covered_by_maximal_cliques(seed: int) -> None:
    graph = random_graph(8, 0.2 + 0.07 * seed, seed)
    cover = clique_cover(graph)
    assert set(cover) <= maximal_cliques(graph)
    assert len(set(cover)) == len(cover)
    pairs = {pair for group in cover for pair in itertools.combinations(group, 2)}
    assert pairs == {(i, j) for i, j in zip(*np.nonzero(graph), strict=True) if i < j}
    assert {vertex for group in cover for vertex in group} == set(range(8))


def test_a_significant_pair_is_never_in_one_group() -> None:
    # the ring 0–1–2–3 gets no bar over (0, 2) or (1, 3)
    ring = [[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]
    assert clique_cover(ring) == ((0, 1), (0, 3), (1, 2), (2, 3))


def test_extremes() -> None:
    assert clique_cover(np.zeros((3, 3))) == ((0,), (1,), (2,))
    assert clique_cover(np.ones((3, 3))) == ((0, 1, 2),)
    assert clique_cover(np.zeros((0, 0))) == ()
    assert clique_cover([[True]]) == ((0,),)


def test_the_diagonal_does_not_matter() -> None:
    graph = random_graph(12, 0.5, 1)
    assert clique_cover(graph) == clique_cover(graph | np.eye(12, dtype=bool))


@pytest.mark.parametrize("wrong", [[[0, 1], [0, 0]], [[0, 1, 1], [1, 0, 1]], [0, 1]])
def test_matrices_that_are_no_graph_are_refused(wrong: list[object]) -> None:
    with pytest.raises(OptionError, match="square symmetric"):
        clique_cover(np.array(wrong))


@pytest.mark.parametrize("k", [5, 40])
def test_algorithms_share_a_letter_exactly_when_they_do_not_differ(k: int) -> None:
    graph = random_graph(k, 0.6, k)
    signs = [set(split(sign)) for sign in letters(clique_cover(graph), k)]
    for i, j in itertools.combinations(range(k), 2):
        assert bool(signs[i] & signs[j]) == graph[i, j]


def test_letters_after_z_carry_a_number() -> None:
    signs = letters(tuple((i,) for i in range(54)), 54)
    assert signs[25:28] == ("z", "a1", "b1")
    assert signs[51:] == ("z1", "a2", "b2")
    assert letters(tuple((0,) for _ in range(27)), 1)[0].endswith("yza1")


def split(sign: str) -> list[str]:
    """Read a letter with its digits as one group."""
    starts = [i for i, character in enumerate(sign) if character.isalpha()]
    return [sign[a:b] for a, b in itertools.pairwise([*starts, len(sign)])]
