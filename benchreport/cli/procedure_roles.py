"""Which roles of columns a procedure can use: those of its kind of table, and of the tasks that it takes."""

import typing
from collections.abc import Callable

from benchreport.cli.table_options import ROLES, SELECTION

# roles that play no part in other kinds of tables
OF_CURVES = {"step", "validation"}
OF_SCORES = {
    "score",
    "higher_is_better",
    "train",
    "columns",
    "factors",
    "covariates",
    "runs",
}
OF_TASKS: dict[str, set[str]] = {
    "classification": {"truth", "prediction", "probability", "classes", "positive", "count"},
    "regression": {"truth", "prediction"},
    "ranking": {"truth", "prediction", "item", "rank", "probability", "score"},
    "language": {"truth", "item", "probability", "log_probability", "tokens"},
    "correctness": {"correct", "count"},
}
OF_PREDICTIONS = {"example", "cluster", "weight", "task"}.union(*OF_TASKS.values()) - {"score"}

LABELS = ("classification",)
ANSWERS = ("classification", "correctness")
# procedures of predictions that take some tasks only; the others take all
TASKS: dict[str, tuple[str, ...]] = {
    "point_632": LABELS,
    "accuracy_differences": ANSWERS,
    "mcnemar": ANSWERS,
    "cochran_q": ANSWERS,
    "looney_f": ANSWERS,
    "proportions_z": ANSWERS,
    "delong": LABELS,
    "marginal_homogeneity": LABELS,
    "roc": LABELS,
    "precision_recall": LABELS,
    "reliability": LABELS,
    "confusion": LABELS,
    "disagreements": ANSWERS,
    "flips": ANSWERS,
}


def roles_for(procedure: Callable[..., object]) -> frozenset[str]:
    """Return the names of the roles that a procedure can use.

    Examples
    --------
    >>> from benchreport.stats import friedman, mcnemar
    >>> sorted(roles_for(friedman) & {"score", "truth", "step"})
    ['score']
    >>> sorted(roles_for(mcnemar) & {"score", "truth", "tokens", "correct"})
    ['correct', 'truth']
    """
    hints = typing.get_type_hints(procedure)
    table = next(iter(hints.values()))
    kinds = {kind.__name__ for kind in typing.get_args(table) or (table,)}
    return frozenset[str]().union(*(_roles_of_kind(kind, procedure.__name__) for kind in kinds))


def _roles_of_kind(kind: str, procedure: str) -> set[str]:
    names = {str(option.name) for option in (*ROLES, *SELECTION)}
    if kind == "Predictions":
        taken = TASKS.get(procedure, tuple(OF_TASKS))
        others = OF_PREDICTIONS | OF_SCORES | OF_CURVES
        shared = {"example", "cluster", "weight"} | ({"task"} if len(taken) > 1 else set())
        return names - others | shared.union(*(OF_TASKS[task] for task in taken))
    if kind == "Curves":
        return names - OF_PREDICTIONS - {"missing", "columns"}
    return names - OF_PREDICTIONS - OF_CURVES
