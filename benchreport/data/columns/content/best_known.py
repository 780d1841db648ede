"""Best known values, references and gaps beside scores, and ranks in their place: what shows directions."""

import re
from collections.abc import Callable, Hashable, Sequence

import numpy as np
import pandas as pd

from benchreport.data.cells.cell_text import number_of
from benchreport.data.cells.cell_values import to_numbers
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.words.kinds_of_names import AVERAGES, before_bracket, is_summary
from benchreport.data.columns.words.names import words_of

BEST_KNOWN = frozenset(
    """optimal optimum optima best_known best_known_solution best_known_value best_known_cost known_best
    known_optimum known_optimal bks bkv bkc best_optimum optimal_solution optimal_value optimal_cost
    optimal_makespan ground_truth gold_standard óptimo optimo ótimo otimo optimale lower_bound""".split()
)
# what no algorithm made, and what knows the answers: all are measured by it
REFERENCES = frozenset(
    """ground_truth ground_truth_upper_bound gold_standard gold_reference oracle oracle_upper_bound
    upper_bound upper_bound_oracle perfect_oracle virtual_best virtual_best_solver vbs""".split()
)
# how their names begin
REFERENCE = re.compile(r"[\W_]*(?:ground|gold|oracle|upper|perfect|virtual|vbs)", re.IGNORECASE)
# what sells databases, chooses arms or solves may be called so too
PRODUCTS = frozenset({"oracle", "upper_bound", "vbs"})
DATABASES = frozenset(
    """mysql mariadb postgres postgresql sqlite mssql sqlserver mongodb duckdb clickhouse db2 cassandra
    snowflake redshift bigquery server sql""".split()
)
# three numbers may add up to six by chance
FEWEST_ALGORITHMS, FEWEST_ROWS = 3, 3
# mean ranks are written with two or three digits
ROUNDED = 0.02
MOST_SUMMARIES = 5


def is_best_known(name: Hashable) -> bool:
    """Tell whether a column is called like the best known values.

    >>> [is_best_known(name) for name in ("Optimal", "BKS", "Best known (cost)", "Optimal policy", "Best")]
    [True, True, True, False, False]
    """
    return "_".join(words_of(before_bracket(name))) in BEST_KNOWN


def references_among(names: Sequence[str], bounds: Callable[[str], bool]) -> list[str]:
    """Return the names of what is compared that are references, if two others are left.

    A name that products have too is one only if no other has a better score anywhere, as ``bounds`` tells.

    >>> references_among(["svm", "knn", "Ground Truth"], bool), references_among(["oracle", "random"], bool)
    (['Ground Truth'], [])
    >>> names = ["svm", "knn", "oracle"]
    >>> references_among(names, lambda name: False), references_among(names, lambda name: True)
    ([], ['oracle'])
    >>> references_among(["MySQL", "SQLite", "Oracle"], bool)
    []
    """
    if not any(map(REFERENCE.match, names)):
        return []
    databases = any(not DATABASES.isdisjoint(words_of(name)) for name in names)
    found = [
        name
        for name in names
        if (called := "_".join(words_of(before_bracket(name)))) in REFERENCES
        # a bracket says what it is: Oracle (ideal)
        and (called not in PRODUCTS or before_bracket(name) != name or bounds(name))
        and not (databases and called == "oracle")
    ]
    return found if len(names) - len(found) > 1 else []


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
    above, below = bool((scores > best).any()), bool((scores < best).any())
    return None if above == below else below


def direction_by_best(
    score: Hashable, columns: Sequence[Hashable], evidence: Evidence
) -> bool | None:
    """Tell which direction is better by the best known scores, or the best of the runs of a mean."""
    stem = [word for word in words_of(score) if word not in AVERAGES]
    best = sorted([*stem, "best"] if len(stem) < len(words_of(score)) else [])
    known = [name for name in columns if is_best_known(name) or sorted(words_of(name)) == best]
    return direction_beside(known, [score], evidence)


def hold_ranks(columns: Sequence[Hashable], evidence: Evidence) -> bool:
    """Tell whether each row holds ranks, or mean ranks: from 1 to their number, with the sum that ranks have.

    >>> frame = pd.DataFrame({"svm": [1, 2, 1], "knn": [2.5, 1, 3], "rf": [2.5, 3, 2]})
    >>> hold_ranks(["svm", "knn", "rf"], Evidence(frame)), hold_ranks(["svm", "knn"], Evidence(frame))
    (True, False)
    """
    number = len(columns)
    rows = evidence.rows
    if number < FEWEST_ALGORITHMS or len(rows) < FEWEST_ROWS:
        return False
    # the first row settles most tables
    for part in (rows.head(1), rows):
        values = np.column_stack([to_numbers(part[name]).to_numpy(np.float64) for name in columns])
        alike = np.abs(values.sum(axis=1) - number * (number + 1) / 2) <= ROUNDED * number
        inside = (values >= 1).all() and (values <= number).all()
        if not (alike.all() and inside):
            return False
    return True


def direction_by_mean_ranks(
    dataset: Hashable, columns: Sequence[Hashable], evidence: Evidence
) -> bool | None:
    """Tell which direction is better by a row of mean ranks below the scores that it sums up.

    >>> frame = pd.DataFrame({"data": ["iris", "wine", "zoo", "Avg. rank"], "svm": [0.9, 0.8, 0.7, 1.33]})
    >>> frame["knn"] = [0.8, 0.7, 0.8, 1.67]
    >>> direction_by_mean_ranks("data", ["svm", "knn"], Evidence(frame))
    True
    """
    labels = evidence.column(dataset).tolist()
    # summaries stand below the scores
    places = [
        at
        for at in range(len(labels))[-MOST_SUMMARIES:]
        if {"rank", "ranks"} & {*words_of(labels[at])}
    ]
    if len(places) != 1 or not is_summary(labels[places[0]]):
        return None
    cells = np.array([[number_of(cell) for cell in evidence.column(name)] for name in columns]).T
    scored = [at for at in range(len(labels)) if not is_summary(labels[at])]
    scores, said = cells[scored], cells[places[0]]
    if not np.isfinite(scores).all():
        return None
    table = pd.DataFrame(scores)
    shown = []
    for higher in (False, True):
        # scores that are equal as they are written may have been ranked before they were rounded
        least, most = (
            table.rank(axis=1, ascending=not higher, method=method).mean().to_numpy()
            for method in ("min", "max")
        )
        if (said >= least - ROUNDED).all() and (said <= most + ROUNDED).all():
            shown.append(higher)
    return shown[0] if len(shown) == 1 else None
