"""Clusters of examples: what several examples come from, such as the passage that questions are about.

Examples of one cluster are alike, so that clusters are what varies independently, not examples.
"""

from collections.abc import Hashable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_values import refuse_collections
from benchreport.data.columns.role_columns import present
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.words.names import is_called
from benchreport.errors import DesignError, examples
from benchreport.hints import bench

Codes = NDArray[np.intp]
TWO = 2
# these also name a few groups that were chosen, such as three languages, or who ran the models
OTHER_MEANINGS = frozenset(
    """group group_id template template_id context context_id language subject subject_id topic topic_id
    author author_id user user_id session session_id site site_id""".split()
)
# fewer clusters by these names are groups that were chosen, rather than drawn
LEAST_DRAWN = 6
# each question may be asked with every template, and in every language
CROSSED = frozenset("template template_id language".split())


def cluster_columns(roles: Roles, frame: pd.DataFrame) -> tuple[Hashable, ...]:
    """Return the columns of clusters that the roles name.

    Raises
    ------
    RoleError
        One of them is not there.
    """
    bound = roles.cluster
    if bound is None:
        return ()
    single = isinstance(bound, Hashable) and bound in frame.columns
    several = isinstance(bound, list | tuple) and not single
    chosen = tuple(bound) if several else (bound,)  # type: ignore[arg-type]
    return tuple(dict.fromkeys(present("cluster", column, frame) for column in chosen))


def find_clusters(
    frame: pd.DataFrame, roles: Roles, played: Mapping[Hashable, str]
) -> tuple[Hashable, ...]:
    """Return the columns of clusters: set by the caller, else one with a usual name, the outermost.

    Parameters
    ----------
    played
        The roles that other columns play, by column.

    Raises
    ------
    RoleError
        A column that the caller set is not there.
    """
    if roles.cluster is not None:
        return cluster_columns(roles, frame)
    counts = count_usual_clusters(frame, roles, played)
    clear = [name for name in counts if str(name).casefold() not in OTHER_MEANINGS]
    return (min(clear or counts, key=lambda name: counts[name]),) if counts else ()


def count_usual_clusters(
    frame: pd.DataFrame, roles: Roles, played: Mapping[Hashable, str]
) -> dict[Hashable, int]:
    """Return the columns that clusters may be read from, by their usual names, and how many each has.

    A usual name counts where examples share its values, every model is there in each cluster, and it is
    neither a copy of the truth nor what a model predicted. Of names with other meanings, such as
    ``language`` and ``user``, it takes 6 clusters.
    """
    elsewhere = {*played, *roles.bound_columns()}
    named = [name for name in frame.columns if is_called(name, "cluster") and name not in elsewhere]
    if not named:
        return {}
    columns = {role: name for name, role in played.items()}
    truth, example, dataset, algorithm = map(
        columns.get, ("truth", "example", "dataset", "algorithm")
    )
    return {
        name: different
        for name in named
        if (different := _count_clusters(frame, name, algorithm, (dataset, example)))
        and not _repeats_labels(frame, name, truth, wide=algorithm is None)
    }


def _count_clusters(
    frame: pd.DataFrame,
    name: Hashable,
    algorithm: Hashable | None,
    keys: tuple[Hashable | None, Hashable | None],
) -> int:
    """Return how many clusters a column names; 0 where it names none, or each has one example."""
    column = frame[name]
    refuse_collections(column, "cluster")
    if column.isna().any() or _is_between(column):
        return 0
    cluster, n = _number(column)
    least = LEAST_DRAWN if str(name).casefold() in OTHER_MEANINGS else TWO
    if not least <= n < len(frame):
        return 0
    if algorithm is not None and not _has_every_model(cluster, _number(frame[algorithm])):
        return 0
    dataset, example = keys
    if example is None:
        return n
    within = [_number(frame[key])[0] for key in (dataset, example) if key is not None]
    examples_ = _combine(*within)
    n_examples = _combine(examples_, cluster).max() + 1
    if n_examples > examples_.max() + 1 and str(name).casefold() in CROSSED:
        return 0
    return n if n < n_examples else 0


def _is_between(column: "pd.Series[Any]") -> bool:
    """Tell whether a column holds measured numbers, between whole ones."""
    return pd.api.types.is_float_dtype(column.dtype) and bool((column % 1 != 0).any())


def _number(column: "pd.Series[Any]") -> tuple[Codes, int]:
    codes, different = pd.factorize(column)
    return codes.astype(np.intp), len(different)


def _combine(*codes: Codes) -> Codes:
    """Return one code for each combination of codes."""
    combined = codes[0]
    for code in codes[1:]:
        combined = pd.factorize(combined * (int(code.max()) + 1) + code)[0].astype(np.intp)
    return combined


def _has_every_model(cluster: Codes, models: tuple[Codes, int]) -> bool:
    """Tell whether every model answered in each cluster: otherwise it may say who ran the model."""
    codes, n = models
    present_ = np.zeros((int(cluster.max()) + 1, n), dtype=bool)
    present_[cluster, codes] = True
    return bool(present_.all())


def _repeats_labels(
    frame: pd.DataFrame, name: Hashable, truth: Hashable | None, *, wide: bool
) -> bool:
    """Tell whether a column is the truth in other words, or, of a wide table, may be predicted."""
    if truth is None:
        return False
    labels, clusters = frame[truth], frame[name]
    if wide and set(clusters.unique()) <= set(labels.dropna().unique()):
        return True
    (true, n_true), (cluster, n) = _number(labels), _number(clusters)
    return n == n_true and int(_combine(cluster, true + 1).max()) + 1 == n


def outermost(
    columns: Sequence[tuple[str, Codes, tuple[str, ...]]],
) -> tuple[str, Codes, tuple[str, ...]]:
    """Return the outermost of nested clusters: name, codes (n,) and labels; inner ones lie within it.

    Raises
    ------
    DesignError
        Two of them cross.
    """
    ordered = sorted(columns, key=lambda column: len(column[2]))
    for (outer, outer_codes, labels), (inner, codes, _) in pairwise(ordered):
        first = np.zeros(int(codes.max()) + 1, dtype=np.intp)
        first[codes] = outer_codes
        torn = np.flatnonzero(first[codes] != outer_codes)
        if len(torn):
            parts = {labels[outer_codes[torn[0]]], labels[first[codes[torn[0]]]]}
            raise DesignError(
                f"clusters must be nested; one {inner} is in several {outer}: {examples(sorted(parts))}.",
                hint=bench(cluster=inner) | bench(cluster=outer) + ", whichever varies more",
            )
    return ordered[0]
