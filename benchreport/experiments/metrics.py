"""The metrics of an experiment: scikit-learn's scorers by name, with their direction."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from sklearn.base import is_regressor
from sklearn.metrics import accuracy_score, get_scorer, get_scorer_names, r2_score

from benchreport.errors import OptionError, check_choice, shorten
from benchreport.hints import option

SHORT = {
    "auc": "roc_auc",
    "mae": "neg_mean_absolute_error",
    "mcc": "matthews_corrcoef",
    "mse": "neg_mean_squared_error",
    "rmse": "neg_root_mean_squared_error",
}
NEGATED = "neg_"


class Metric(NamedTuple):
    """A scorer, the sign that turns a negated loss back, and the direction of the outcome."""

    scorer: Callable[[Any, Any, Any], float]
    sign: int
    higher_is_better: bool


def metrics_of(given: object, estimators: Iterable[object]) -> dict[str, Metric]:
    """Return the scorers of metrics; by default accuracy, or R² where an estimator is a regressor.

    Parameters
    ----------
    given
        A name that scikit-learn's scorers have, with or without ``neg_`` or shortened (``"auc"``), several
        of them, or a mapping from names to names or to scorers, of which higher is better.
    estimators
        What is compared.

    Raises
    ------
    OptionError
        There is no such scorer.

    Examples
    --------
    >>> found = metrics_of(["auc", "log_loss"], [])
    >>> {name: metric.higher_is_better for name, metric in found.items()}
    {'auc': True, 'log_loss': False}
    """
    if given is None:
        given = "r2" if any(map(is_regressor, estimators)) else "accuracy"
    if isinstance(given, str):
        given = [given]
    if not isinstance(given, Mapping) and isinstance(given, Iterable):
        given = {str(name).removeprefix(NEGATED): name for name in given}
    if not isinstance(given, Mapping) or not given:
        raise OptionError(
            f"metrics should be names of scorers; got {shorten(given)}.",
            hint=option(metrics=["accuracy", "roc_auc"]),
        )
    return {str(name): _metric(scorer) for name, scorer in given.items()}


def _metric(given: object) -> Metric:
    if callable(given):
        return Metric(given, 1, higher_is_better=True)
    known = get_scorer_names()
    name = SHORT.get(str(given), str(given))
    name = name if name in known or NEGATED + name not in known else NEGATED + name
    if name not in known:
        check_choice("metrics", str(given), [*SHORT, *known], usual="accuracy")
    negated = name.startswith(NEGATED)
    scorer = PLAIN.get(name) or get_scorer(name)
    return Metric(scorer, -1 if negated else 1, higher_is_better=not negated)


def _accuracy(model: Any, rows: Any, target: Any) -> float:  # noqa: ANN401 - scikit-learn has no types
    return float(accuracy_score(target, model.predict(rows)))


def _r2(model: Any, rows: Any, target: Any) -> float:  # noqa: ANN401
    return float(r2_score(target, model.predict(rows)))


# scikit-learn's scorers look at the classes again, which takes longer than to predict and to score
PLAIN: dict[str, Callable[[Any, Any, Any], float]] = {"accuracy": _accuracy, "r2": _r2}
"""The scorers of these names, which give the same numbers."""
