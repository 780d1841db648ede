"""The estimators of an experiment by name."""

from collections.abc import Iterable, Mapping
from typing import Any

from benchreport.errors import OptionError, examples, shorten
from benchreport.hints import code


def name_estimators(estimators: object) -> dict[str, Any]:
    """Return estimators by name; a pipeline has the name of its last step's class.

    >>> from sklearn.svm import SVC
    >>> list(name_estimators([SVC()])), list(name_estimators({"svm": SVC()}))
    (['SVC'], ['svm'])
    """
    if hasattr(estimators, "fit"):
        estimators = [estimators]
    if not isinstance(estimators, Mapping):
        found: list[Any] = list(estimators) if isinstance(estimators, Iterable) else [estimators]
        names = [type(each[-1] if hasattr(each, "steps") else each).__name__ for each in found]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise OptionError(
                f"estimators need names that differ; these occur twice: {examples(twice)}.",
                hint=code(f'run({{"first": {twice[0]}(), "second": {twice[0]}()}}, datasets)'),
            )
        estimators = dict(zip(names, found, strict=True))
    wrong = [each for each in estimators.values() if not _is_estimator(each)]
    if wrong or not estimators:
        got = shorten(wrong[0]) if wrong else "none"
        raise OptionError(
            f"estimators should have fit, predict and get_params, as scikit-learn's have; got {got}.",
            hint=code('run({"svm": SVC()}, datasets)'),
        )
    return {str(name): each for name, each in estimators.items()}


def _is_estimator(thing: object) -> bool:
    needed = ("fit", "get_params", "set_params")
    return not isinstance(thing, type) and all(hasattr(thing, name) for name in needed)
