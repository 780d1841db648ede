"""Groups of algorithms that do not differ significantly: maximal cliques, and the letters for them.

Ours because scipy has no cliques, and networkx, which is not a dependency, has no cover by them.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from benchreport.errors import OptionError

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def clique_cover(adjacency: npt.ArrayLike) -> tuple[tuple[int, ...], ...]:
    """Cover every edge of a graph by maximal cliques, greedily.

    Each group is a clique that no further vertex extends; each adjacent pair is in at least one; a
    vertex without neighbours is a group of its own. Where vertices are intervals that are adjacent
    when they overlap, as for a critical difference, each maximal clique has an edge of its own and
    the cover is all of them. For any other graph it may have more groups than the fewest possible,
    which are NP-hard to find, but no more than there are edges.

    Parameters
    ----------
    adjacency
        (k, k), symmetric: whether two algorithms do *not* differ significantly. The diagonal is
        ignored. Best algorithm first, for groups in the order of a table.

    Returns
    -------
    tuple of tuple of int
        Each group ascending; groups in lexicographic order. The same graph gives the same groups.

    References
    ----------
    Kellerman (1973), Determination of keyword conflict, IBM Tech. Discl. Bull. 16: the heuristic.
    Gramm et al. (2009), Data reduction and exact algorithms for clique cover, ACM JEA 13.

    Examples
    --------
    >>> clique_cover([[1, 1, 0, 0], [1, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 1]])
    ((0, 1), (1, 2), (3,))
    """
    matrix = np.asarray(adjacency, dtype=np.bool_)
    if matrix.ndim != 2 or not np.array_equal(matrix, matrix.T):  # noqa: PLR2004 - a matrix
        raise OptionError(
            f"adjacency must be a square symmetric matrix; got shape {matrix.shape}.",
            hint="clique_cover(adjacency | adjacency.T)",
        )
    neighbours = _neighbours(matrix)
    covered = [0] * len(neighbours)
    groups: list[tuple[int, ...]] = []
    for vertex, around in enumerate(neighbours):
        if not around:
            groups.append((vertex,))
        while open_edges := around & ~covered[vertex]:
            clique = _grow(neighbours, vertex, open_edges)
            members = tuple(_members(clique))
            groups.append(members)
            for member in members:
                covered[member] |= clique
    return tuple(sorted(groups))


def _neighbours(matrix: npt.NDArray[np.bool_]) -> list[int]:
    """Write each vertex's neighbours as the bits of one number, so that sets intersect in one operation."""
    loopless = matrix & ~np.eye(len(matrix), dtype=np.bool_)
    rows = np.packbits(loopless, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in rows]


def _grow(neighbours: list[int], vertex: int, open_edges: int) -> int:
    """Extend the farthest uncovered edge of a vertex to a maximal clique."""
    farthest = open_edges.bit_length() - 1
    clique = 1 << vertex | 1 << farthest
    candidates = neighbours[vertex] & neighbours[farthest]
    while candidates:
        # vertices that cover a further edge go first, among them the best algorithm
        choice = candidates & open_edges or candidates
        lowest = choice & -choice
        clique |= lowest
        candidates &= neighbours[lowest.bit_length() - 1]
    return clique


def _members(clique: int) -> list[int]:
    members = []
    while clique:
        lowest = clique & -clique
        members.append(lowest.bit_length() - 1)
        clique ^= lowest
    return members


def letters(cover: Sequence[Sequence[int]], k: int) -> tuple[str, ...]:
    """Write a cover as a compact letter display: algorithms that share a letter share a group.

    Parameters
    ----------
    cover
        Groups from `clique_cover`.
    k
        Number of algorithms.

    Returns
    -------
    tuple of str
        One string for each algorithm, groups in the order given. The first 26 groups are a to z,
        the next a1 to z1, then a2 to z2: a letter with the digits that follow it is one group, so
        "yza1" reads y, z, a1.

    References
    ----------
    Piepho (2004), An algorithm for a letter-based representation, JCGS 13: the display.

    Examples
    --------
    >>> letters(((0, 1), (1, 2), (3,)), 4)
    ('a', 'ab', 'b', 'c')
    """
    signs: list[list[str]] = [[] for _ in range(k)]
    for number, group in enumerate(cover):
        turn, place = divmod(number, len(_ALPHABET))
        for member in group:
            signs[member].append(f"{_ALPHABET[place]}{turn or ''}")
    return tuple("".join(sign) for sign in signs)
