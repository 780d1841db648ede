"""Rows that are metrics, or have one each: errors beside accuracies are no blocks."""

from collections.abc import Hashable, Sequence

from benchreport.data.cells.cell_text import is_empty_word
from benchreport.data.cells.score_cells import holds_some_numbers
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.content.run_states import holds_only_states
from benchreport.data.columns.factors import as_columns
from benchreport.data.columns.layout import NAMELESS, hint_with_direction
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.score_candidates import is_spread, kind_of_candidate
from benchreport.data.columns.words.direction import (
    COST_OF_ONE,
    OF_UNITS,
    direction_of,
    direction_of_unit,
)
from benchreport.data.columns.words.measures import is_measure, join_words, quantiles_of
from benchreport.data.columns.words.names import (
    Strength,
    is_called,
    strength_of,
    words_of,
)
from benchreport.errors import DesignError, RoleError, examples
from benchreport.hints import Hint, bench

# the share of rows that are called like metrics
MOSTLY, HALF = 2 / 3, 1 / 2
STEPS = frozenset("step steps epoch epochs timestep timesteps".split())
"""Names of rows of curves; iterations may be repeats."""
FEWEST = 2
MOST_ROWS = 200
MOST_METRICS = 60
# what the column beside the names of metrics is called
VALUES = frozenset("value values score scores result val measurement".split())
VALUES_OF_METRICS = VALUES | {"mean", "average"}
# which direction is better, as programs write it: lower is better, higher is better
SIDES = {
    **dict.fromkeys("hib higher maximize maximise max".split(), True),
    **dict.fromkeys("lib lower minimize minimise min".split(), False),
}


def are_metrics(names: Sequence[object]) -> bool:
    """Tell whether most names are those of metrics.

    >>> are_metrics(["Accuracy", "F1", "AUC (test)"]), are_metrics(["iris", "wine", "mse"])
    (True, False)
    """
    if len(names) < FEWEST:
        return False
    others, quantiles = 0, quantiles_of(names)
    for name in names:
        others += not (name in quantiles or is_measure(name) or direction_of(str(name)) is not None)
        # most tables have no metric among their first rows
        if others > (1 - MOSTLY) * len(names):
            return False
    return True


def refuse_metric_rows(dataset: Hashable, columns: Sequence[Hashable], evidence: Evidence) -> None:
    """Refuse a wide table whose rows are metrics: each algorithm has one score by each of them.

    Raises
    ------
    DesignError
        The column that names the rows holds metrics.
    """
    if len(evidence.frame) > MOST_ROWS:
        return
    labels = evidence.column(dataset).tolist()
    named = strength_of(dataset, "metric") and not strength_of(dataset, "dataset")
    if not (named or are_metrics(labels)) or evidence.column(dataset).nunique() < len(labels):
        return
    # one row is of the metric that was chosen
    shown = f" ({examples(labels)})" * (len(labels) > 1)
    raise DesignError(
        f"there is nothing to test: the rows are metrics{shown}, so the table has one score of each of the "
        f"algorithms {examples(columns)} by each.",
        hint="add the scores on each dataset (or fold, seed, example), one row for each",
    )


def are_of_models(metric: Hashable, roles: Roles, evidence: Evidence) -> bool:
    """Tell whether each row has the scores of one model, or of its run, by one metric on several datasets."""
    if roles.columns is not None or roles.score is not None:
        return roles.columns == "dataset"
    called = (n for n in evidence.texts if strength_of(n, "algorithm") > Strength.AGENT)
    models = as_columns(roles.algorithm) or tuple(called)
    repeats = [n for n in evidence.names if strength_of(n, "repeat")]
    others = [n for n in evidence.names if n not in {*models, *repeats}]
    scores = [n for n in others if evidence.facts(n).kind == "number"]
    if len(models) != 1 or len(scores) < FEWEST or any(strength_of(n, "dataset") for n in others):
        return False
    return evidence.groups([*models, *repeats, metric]) == len(evidence.frame)


def metric_of_rows(about: Sequence[Hashable], evidence: Evidence) -> str | None:
    """Return the metric that a column names for all rows; ``None`` without one."""
    column = next((name for name in about if strength_of(name, "metric")), None)
    metrics = [] if column is None else _metrics_of(column, evidence)
    return metrics[0] if len(metrics) == 1 else None


def _metrics_of(column: Hashable, evidence: Evidence) -> list[str]:
    """Return the metrics in a column, of most rows first; lines between parts of a table have dashes."""
    names = map(str, evidence.column(column).value_counts().index)
    return [name for name in names if not is_empty_word(name)]


def _side_of(name: str, *, stated: bool) -> bool | None:
    """Return the direction of a metric, or the one that is stated in its place."""
    return SIDES.get(name.casefold()) if stated else direction_of(name)


def _states_directions(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether a column says of each row which direction is better, as LIB and HIB do."""
    labels = {label.casefold() for label in _metrics_of(name, evidence)}
    return bool(labels) and labels <= SIDES.keys()


def direction_by_rows(about: Sequence[Hashable], evidence: Evidence) -> bool | None:
    """Return the direction that all metrics of a column have, which says what each row's scores are.

    Parameters
    ----------
    about
        The columns that describe the rows.
    evidence
        What is known of the table.

    Raises
    ------
    RoleError
        Higher scores are better by some of the metrics, and worse by others.
    """
    stated = next((name for name in about if _states_directions(name, evidence)), None)
    column = next((name for name in about if strength_of(name, "metric")), stated)
    if column is None:
        return None
    metrics = _metrics_of(column, evidence)
    parts = {
        side: [name for name in metrics if _side_of(name, stated=column == stated) is side]
        for side in (True, False)
    }
    known = parts[True] or parts[False]
    if parts[True] and parts[False]:
        ways = [
            bench(where={str(column): parts[side]}, higher_is_better=side) for side in (True, False)
        ]
        higher, lower = examples(parts[True]), examples(parts[False])
        if column == stated:
            raise RoleError(
                f"column {column!r} says which direction is better: higher in rows of {higher}, lower in "
                f"rows of {lower}. Which are compared?",
                hint=ways[0] | ways[1],
            )
        raise RoleError(
            f"each row has a metric of its own, in column {column!r}; higher is better by {higher}, and "
            f"lower by {lower}. Which are compared?",
            hint=ways[0] | ways[1],
        )
    if len(known) < len(metrics) < len(evidence.frame):
        likely = min(metrics, key=kind_of_candidate)
        raise RoleError(
            f"column {column!r} holds {len(metrics)} metrics: {examples(metrics)}. Which one is compared?",
            hint=hint_with_direction(Roles(), likely, where={str(column): likely}, score=likely),
        )
    return bool(parts[True]) if len(known) == len(metrics) else None


def refuse_units_of_rows(dataset: Hashable, about: Sequence[Hashable], evidence: Evidence) -> None:
    """Refuse a wide table whose rows are measured in different units: no mean of them says anything.

    Raises
    ------
    DesignError
        A column has several units, or the names of all rows end with units of different kinds.
    """
    if len(evidence.frame) > MOST_ROWS:
        return
    column = next((name for name in about if str(name).casefold() in OF_UNITS), None)
    if column is not None:
        counts = evidence.column(column).astype(str).value_counts()
        units = [str(unit) for unit in counts.index]
        choice = bench(where={str(column): units[0]})
        way = " or choose one: " + choice if counts.iloc[0] >= FEWEST else Hint()
    else:
        labels = evidence.column(dataset).dropna().astype(str).tolist()
        ends = [label.split()[-1].strip("()[]") for label in labels if len(label.split()) > 1]
        if len(ends) < len(labels) or not all(map(_is_unit, ends)):
            return
        units, way = list(dict.fromkeys(ends)), Hint()
    if len(units) < FEWEST:
        return
    raise DesignError(
        f"the rows are measured in {len(units)} units ({examples(units)}), which no mean can join.",
        hint="give each unit a table of its own" + way,
    )


def refuse_steps(dataset: Hashable, evidence: Evidence) -> None:
    """Ask about the rows of a wide table that are called steps or epochs: those of one run are one curve."""
    words, numbers = words_of(dataset), evidence.facts(dataset).kind == "whole"
    if not numbers or not evidence.facts(dataset).unique or STEPS.isdisjoint(words[-1:]):
        return
    raise DesignError(
        f"the rows are called {dataset!r}: what one run reached at several steps is one curve, and a "
        "comparison needs several runs of each algorithm.",
        hint="add the runs with other seeds, one row for each step of each; rows that are problems of their "
        f"own are named by dataset={dataset!r}",
    )


def _is_unit(text: str) -> bool:
    """Tell whether a word is a unit: work in a time, or what one operation costs.

    >>> [_is_unit(text) for text in ("ops/ms", "B/op", "ns/op", "and/or")]
    [True, True, True, False]
    """
    return direction_of_unit(text) is not None or COST_OF_ONE.fullmatch(text) is not None


def metric_column(roles: Roles, evidence: Evidence) -> Hashable | None:
    """Return the column that says which metric a row's value is of, by its name and its values."""
    frame = evidence.frame
    if roles.metric is not None and roles.metric in frame.columns:
        return roles.metric
    bound = roles.bound_columns()
    texts = [n for n in evidence.texts if n not in bound and not _holds_costs_of_one(n, evidence)]
    # a V-measure beside which a word stands names no metrics
    texts = [n for n in texts if not (strength_of(n, "metric") and _has_numbers(n, evidence))]
    if not texts:
        return None
    named = {word for name in frame.columns if (word := _value_of(name))}
    values = [n for n in frame.columns if _value_of(n) or join_words(n) in VALUES_OF_METRICS]
    beside_values = any(_is_value(name) for name in values)
    candidates = [
        name
        for name in texts
        if ((strength := strength_of(name, "metric")) or beside_values)
        and evidence.facts(name).kind == "text"
        and evidence.facts(name).different <= MOST_METRICS
        and (
            strength > Strength.FIELD
            or not named.isdisjoint(words_of(name))
            or _names_metrics(evidence, name)
        )
    ]
    exact = [name for name in candidates if strength_of(name, "metric") == Strength.EXACT]
    # without names above them, only cells say what columns are
    nameless = any(NAMELESS.fullmatch(str(name)) for name in frame.columns)
    if candidates or not (nameless or len(values) == 1):
        return next(iter(exact or candidates), None)
    return _metrics_by_content(texts, evidence, share=HALF if nameless else MOSTLY)


def _has_numbers(name: Hashable, evidence: Evidence) -> bool:
    return holds_some_numbers(evidence.column(name))


def _holds_costs_of_one(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether a column of units has one such as ns/op, which says the direction of scores beside it."""
    called = words_of(name) in (["unit"], ["units"])
    return called and any(
        COST_OF_ONE.fullmatch(str(unit)) for unit in evidence.column(name).unique()
    )


def _metrics_by_content(
    texts: Sequence[Hashable], evidence: Evidence, *, share: float
) -> Hashable | None:
    """Return the column of texts of which a share is called like metrics; another one holds their values."""
    labels = [
        name
        for name in texts
        if evidence.facts(name).kind == "text"
        and 1 < evidence.facts(name).different <= MOST_METRICS
        and not strength_of(name, "algorithm") > Strength.FIELD
        # passed beside failed is how runs ended
        and not holds_only_states(evidence.column(name))
    ]
    return next((name for name in labels if _share_of_metrics(evidence, name) >= share), None)


def _share_of_metrics(evidence: Evidence, column: Hashable) -> float:
    names = metric_names(evidence, column)
    return sum(direction_of(name) is not None or is_measure(name) for name in names) / len(names)


def _names_metrics(evidence: Evidence, column: Hashable) -> bool:
    names = metric_names(evidence, column)
    return bool(names) and all(is_measure(name) for name in names)


def _is_value(name: Hashable) -> bool:
    return join_words(name) in VALUES or bool(_value_of(name))


def _value_of(name: Hashable) -> str:
    """Return the word for metrics whose values a column is said to hold: that of indicator_value."""
    words = words_of(name)
    two = len(words) == 2 and words[1] == "value"  # noqa: PLR2004 - the two words
    return words[0] if two and strength_of(words[0], "metric") else ""


def metric_names(evidence: Evidence, column: Hashable) -> tuple[str, ...]:
    """Return the metrics that a column names, in the order of their first rows."""
    return tuple(map(str, evidence.factorize(column, "metric")[1]))


def value_column(roles: Roles, column: Hashable, evidence: Evidence) -> Hashable | None:
    """Return the column with the values of the metrics; ``None`` if the scores are elsewhere."""
    frame = evidence.frame
    usual = [name for name in frame.columns if _is_value(name) or is_called(name, "correct")]
    if roles.score is not None:
        return roles.score if roles.score in usual else None
    bound = roles.bound_columns()
    free = [name for name in frame.columns if name != column and name not in bound]
    numbers = [name for name in free if evidence.facts(name).kind == "number"]
    # a mean may stand beside how much it varies
    numbers = [name for name in numbers if not is_spread(name)]
    candidates = [name for name in usual if name in free] or numbers
    return candidates[0] if len(candidates) == 1 else None
