"""Columns beside those of algorithms: the best known value of each row, and how far scores are from it."""

from collections.abc import Hashable, Sequence

import numpy as np

from benchreport.data.cells.cell_values import to_numbers
from benchreport.data.columns.evidence import Evidence
from benchreport.data.columns.names import before_bracket, words_of

BEST_KNOWN = frozenset(
    """optimal optimum optima best_known best_known_solution best_known_value best_known_cost known_best
    known_optimum known_optimal bks bkv bkc best_optimum optimal_solution optimal_value optimal_cost
    optimal_makespan óptimo optimo ótimo otimo optimale lower_bound""".split()
)
# how many times as large as the best known values scores of the same measure are at most
MOST_TIMES = 10


def is_best_known(name: Hashable) -> bool:
    """Tell whether a column is called like the best known values.

    >>> [is_best_known(name) for name in ("Optimal", "BKS", "Best known (cost)", "Optimal policy", "Best")]
    [True, True, True, False, False]
    """
    return "_".join(words_of(before_bracket(name))) in BEST_KNOWN


def is_gap(name: Hashable) -> bool:
    """Tell whether a column says how far scores are from the best known ones.

    >>> is_gap("Gap (GA)"), is_gap("SA Gap [%]"), is_gap("gapfill")
    (True, True, False)
    """
    return "gap" in words_of(name)


def beside_algorithms(columns: Sequence[Hashable]) -> list[Hashable]:
    """Return the columns of a wide table that are no algorithms: best known values, and gaps beside scores.

    >>> beside_algorithms(["Optimal", "GA", "TS", "Gap (GA)"]), beside_algorithms(["BKS", "GA gap", "TS gap"])
    (['Optimal', 'Gap (GA)'], ['BKS'])
    >>> beside_algorithms(["GAP", "GMP"])
    []
    """
    known = [name for name in columns if is_best_known(name)]
    scores = [set(words_of(before_bracket(name))) for name in columns if not is_gap(name)]
    gaps = [
        name
        for name in columns
        if is_gap(name)
        # the gap of GA stands beside GA
        and (known or set(words_of(name)) - {"gap"} in scores)
    ]
    scored = len(known) + len(gaps) < len(columns)
    return [name for name in columns if name in known or (scored and name in gaps)]


def direction_shown(columns: Sequence[Hashable], evidence: Evidence) -> bool | None:
    """Tell which direction is better by names of gaps, or by the best known values beside the columns."""
    if len(columns) > 1 and all(map(is_gap, columns)):
        return False
    known = [name for name in evidence.names if is_best_known(name) and name not in columns]
    return direction_beside(known, columns, evidence)


def direction_beside(
    known: Sequence[Hashable], columns: Sequence[Hashable], evidence: Evidence
) -> bool | None:
    """Tell whether more is better: no score is below the best known value of its row, or none above it.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"BKS": [20, 30], "GA": [21, 30], "TS": [24, 33]})
    >>> direction_beside(["BKS"], ["GA", "TS"], Evidence(frame))
    False
    """
    if not known or not columns:
        return None
    best = to_numbers(evidence.rows[known[0]]).to_numpy(np.float64)
    scores = np.column_stack(
        [to_numbers(evidence.rows[name]).to_numpy(np.float64) for name in columns]
    )
    both = np.isfinite(best) & np.isfinite(scores).all(axis=1)
    best, scores = best[both, None], scores[both]
    if not len(best):
        return None
    sizes = float(np.median(np.abs(scores))), float(np.median(np.abs(best)))
    if max(sizes) > MOST_TIMES * min(sizes):
        return None
    above, below = bool((scores > best).any()), bool((scores < best).any())
    return None if above == below else below
