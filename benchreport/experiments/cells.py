"""One cell of an experiment: an estimator is fitted on one split of a dataset, and tested.

This is what workers run, so it depends on nothing but its arguments: seeds come from names, never from the
order of work, and numerical libraries use one thread, as sums in several threads differ in their last bits.
"""

import functools
import hashlib
import math
import random
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from threadpoolctl import ThreadpoolController

from benchreport.experiments.datasets import take_rows
from benchreport.experiments.resampling import Split

Scorer = Callable[[Any, Any, Any], float]
STATE = "random_state"


class Key(NamedTuple):
    """Which cell: the names, the label of the split, and the size of the training set (0: all of it)."""

    algorithm: str
    dataset: str
    label: tuple[int, ...]
    size: int = 0


class Tuned(NamedTuple):
    """What a search chose inside the training set: its own, optimistic score, and the parameters."""

    score: float
    parameters: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cell:
    """What one fit gave.

    Parameters
    ----------
    key
        Which cell it is.
    scores
        Scores by part (``"test"``, ``"train"``, ``"validation"``) and metric.
    fit_time, predict_time
        Seconds to fit, and to predict the test set.
    places, predicted, probability
        The test examples, what was predicted for them, and the probability of the positive class.
    tuned
        What a search chose.
    error
        What went wrong; empty if nothing did.
    notes
        The warnings that the estimator gave, each once.
    """

    key: Key
    scores: Mapping[str, Mapping[str, float]]
    fit_time: float = 0.0
    predict_time: float = 0.0
    places: NDArray[np.intp] | None = None
    predicted: NDArray[Any] | None = None
    probability: NDArray[np.float64] | None = None
    tuned: Tuned | None = None
    error: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What is measured in every cell.

    Parameters
    ----------
    scorers
        scikit-learn's scorers by metric, with their signs: −1 turns a negated loss back.
    positive
        The class whose probability is kept.
    train_scores
        Whether to score the training set, too.
    pooled
        Whether cells are scored together (`pool_cells`), and not one by one.
    seed
        The experiment's seed.
    """

    scorers: Mapping[str, tuple[Scorer, int]]
    positive: object = None
    train_scores: bool = False
    pooled: bool = False
    seed: int = 0


def seed_of(seed: int, *names: object) -> int:
    """Return a seed for what has these names; other names have independent ones.

    >>> seed_of(0, "iris") == seed_of(0, "iris"), seed_of(0, "iris") == seed_of(1, "iris")
    (True, False)
    """
    digest = hashlib.sha256(repr(names).encode()).digest()
    words = np.frombuffer(digest, dtype="<u4").tolist()
    return int(np.random.SeedSequence([seed, *words]).generate_state(1)[0])


def run_cell(
    key: Key,
    estimator: Any,  # noqa: ANN401 - scikit-learn has no types
    unset: Sequence[str],
    features: Any,  # noqa: ANN401
    target: NDArray[Any],
    groups: NDArray[Any] | None,
    split: Split,
    options: Options,
) -> Cell:
    """Fit and test, with seeds for the random states that are unset; what goes wrong is recorded."""
    seed = seed_of(options.seed, *key)
    with _isolate(seed) as notes:
        try:
            model = clone(estimator)
            if unset:
                model.set_params(**{name: seed_of(seed, name) for name in unset})
            return _measure(key, model, features, target, groups, split, options, notes)
        except Exception as error:  # noqa: BLE001 - any error of any estimator
            return Cell(key=key, scores={}, error=_describe(error), notes=_list_notes(notes))


def _measure(
    key: Key,
    model: Any,  # noqa: ANN401
    features: Any,  # noqa: ANN401
    target: NDArray[Any],
    groups: NDArray[Any] | None,
    split: Split,
    options: Options,
    notes: Sequence[warnings.WarningMessage],
) -> Cell:
    train, test = take_rows(features, split.train), take_rows(features, split.test)
    extra = {"groups": groups[split.train]} if groups is not None and is_search(model) else {}
    start = time.perf_counter()
    model.fit(train, target[split.train], **extra)
    fitted = time.perf_counter()
    answers = Answers(model)
    predicted = answers.predict(test)
    done = time.perf_counter()
    parts = {} if options.pooled else {"test": (test, split.test)}
    parts |= {"train": (train, split.train)} if options.train_scores else {}
    if split.validation is not None:
        parts["validation"] = (take_rows(features, split.validation), split.validation)
    scores, error = _score(answers, parts, target, options)
    kept = np.ndim(predicted) == 1 and np.asarray(predicted).dtype != object
    return Cell(
        key=key,
        scores=scores,
        error=error,
        fit_time=fitted - start,
        predict_time=done - fitted,
        places=split.test if kept else None,
        predicted=np.asarray(predicted) if kept else None,
        probability=_probability(answers, test, options) if kept else None,
        tuned=_tuned(model),
        notes=_list_notes(notes),
    )


def _score(
    answers: Any,  # noqa: ANN401
    parts: Mapping[str, tuple[Any, NDArray[np.intp]]],
    target: NDArray[Any],
    options: Options,
) -> tuple[dict[str, dict[str, float]], str]:
    """Score each part by each metric; a metric that fails is NaN, and its error is returned."""
    scores: dict[str, dict[str, float]] = {part: {} for part in parts}
    failed = ""
    for part, (rows, places) in parts.items():
        for name, (scorer, sign) in options.scorers.items():
            try:
                scores[part][name] = sign * float(scorer(answers, rows, target[places]))
            except Exception as error:  # noqa: BLE001 - any error of any scorer
                scores[part][name] = math.nan
                failed = failed or f"{name}: {_describe(error)}"
    return scores, failed


class Answers:
    """A fitted estimator that predicts for each part once, however many scorers ask."""

    def __init__(self, model: Any) -> None:  # noqa: ANN401
        self._model, self._known = model, dict[tuple[str, int], Any]()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        value = getattr(self._model, name)
        if name not in ("predict", "predict_proba", "decision_function"):
            return value

        @functools.wraps(value)
        def answer(rows: Any) -> Any:  # noqa: ANN401
            place = (name, id(rows))
            if place not in self._known:
                self._known[place] = value(rows)
            return self._known[place]

        # the next scorer finds it without a call
        self.__dict__[name] = answer
        return answer


def is_search(model: object) -> bool:
    """Tell whether an estimator chooses its parameters by a cross-validation of its own."""
    return all(hasattr(model, name) for name in ("cv", "refit", "estimator"))


def unset_states(model: Any) -> tuple[str, ...]:  # noqa: ANN401
    """Return the parameters that are a ``random_state`` of ``None``: what a caller seeded stays.

    To ask an estimator for its parameters takes as long as to copy it, and its copies have the same.
    """
    return tuple(
        name
        for name, value in model.get_params().items()
        if value is None and (name == STATE or name.endswith(f"__{STATE}"))
    )


def _tuned(model: Any) -> Tuned | None:  # noqa: ANN401
    if not is_search(model) or not hasattr(model, "best_score_"):
        return None
    chosen = sorted(model.best_params_.items())
    return Tuned(float(model.best_score_), ", ".join(f"{name}={value}" for name, value in chosen))


def _probability(answers: Any, rows: Any, options: Options) -> NDArray[np.float64] | None:  # noqa: ANN401
    if (options.positive is None and not options.pooled) or not hasattr(answers, "predict_proba"):
        return None
    positive = answers.classes_[-1] if options.positive is None else options.positive
    place = np.flatnonzero(answers.classes_ == positive)
    return np.asarray(answers.predict_proba(rows)[:, place[0]], dtype=float) if len(place) else None


def pool_cells(
    cells: Sequence[Cell],
    estimator: Any,  # noqa: ANN401
    target: NDArray[Any],
    options: Options,
) -> Cell:
    """Score the predictions of all splits together, as one cell; it failed if one of them did.

    Probabilities are known of two classes only; a metric of more fails.
    """
    key = cells[0].key._replace(label=())
    failed = [cell.error for cell in cells if cell.error]
    if failed:
        return Cell(key=key, scores={}, error=failed[0])
    places, predicted = (
        np.concatenate([getattr(cell, name) for cell in cells]) for name in ("places", "predicted")
    )
    known = [cell.probability for cell in cells if cell.probability is not None]
    answers = _Pooled(estimator, predicted, np.concatenate(known) if known else None, target)
    scores, error = _score(answers, {"test": (None, places)}, target, options)
    return Cell(
        key=key,
        scores=scores,
        error=error,
        fit_time=sum(cell.fit_time for cell in cells),
        predict_time=sum(cell.predict_time for cell in cells),
        places=places,
        predicted=predicted,
        probability=answers.probability,
        notes=tuple(dict.fromkeys(note for cell in cells for note in cell.notes)),
    )


class _Pooled:
    """Predictions of several models, as scorers ask one for them."""

    def __init__(
        self,
        estimator: Any,  # noqa: ANN401
        predicted: NDArray[Any],
        probability: NDArray[np.float64] | None,
        target: NDArray[Any],
    ) -> None:
        self._estimator, self._predicted, self.probability = estimator, predicted, probability
        self.classes_ = np.unique(target)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        unknown = self.__dict__["probability"] is None or len(self.classes_) > 2  # noqa: PLR2004
        if name == "decision_function" or (name == "predict_proba" and unknown):
            raise AttributeError(f"{name} of several models is not known")
        return self._predict_proba if name == "predict_proba" else getattr(self._estimator, name)

    def predict(self, rows: None) -> NDArray[Any]:
        """Return what was predicted, for all examples."""
        del rows
        return self._predicted

    def _predict_proba(self, rows: None) -> NDArray[np.float64]:
        del rows
        positive = np.asarray(self.probability)
        return np.column_stack([1 - positive, positive])

    _predict_proba.__name__ = "predict_proba"


@contextmanager
def _isolate(seed: int) -> Iterator[list[warnings.WarningMessage]]:
    """Collect warnings, use one thread, and seed the random numbers that all of a process share.

    Filters of warnings, shared generators and the threads of linear algebra are the process's, so that only
    its main thread sets them; each thread has its own limit of OpenMP's.
    """
    libraries = _libraries(len(sys.modules))
    if threading.current_thread() is not threading.main_thread():
        with libraries.limit(limits=1, user_api="openmp"):
            yield []
        return
    np.random.seed(seed)  # noqa: NPY002 - estimators may draw from it
    random.seed(seed)
    with warnings.catch_warnings(record=True) as notes, libraries.limit(limits=1):
        warnings.simplefilter("always")
        yield notes


@contextmanager
def restore_process() -> Iterator[None]:
    """Leave the random numbers of the process as they are, and let threads of cells use one thread each."""
    states = np.random.get_state(), random.getstate()  # noqa: NPY002
    try:
        with _libraries(len(sys.modules)).limit(limits=1):
            yield
    finally:
        np.random.set_state(states[0])  # noqa: NPY002
        random.setstate(states[1])


@functools.lru_cache(maxsize=1)
def _libraries(modules: int) -> ThreadpoolController:
    """Find the numerical libraries of this process, anew where modules were loaded: it takes milliseconds."""
    del modules  # how many there are
    return ThreadpoolController()


def _describe(error: Exception | Warning) -> str:
    """Return the type of an error or a warning, and the first line of what it says."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def _list_notes(notes: Sequence[warnings.WarningMessage]) -> tuple[str, ...]:
    found = (note.message for note in notes)
    return tuple(dict.fromkeys(_describe(note) for note in found if isinstance(note, Warning)))
