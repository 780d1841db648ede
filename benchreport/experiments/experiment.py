"""Run an experiment: every estimator on every dataset, on the same splits."""

import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from sklearn.base import is_regressor

from benchreport.errors import (
    ExperimentError,
    check_choice,
    check_number,
)
from benchreport.experiments.cells import (
    Cell,
    Options,
)
from benchreport.experiments.datasets import datasets_of
from benchreport.experiments.estimators import name_estimators
from benchreport.experiments.leaks import find_leaks, refuse_leaks
from benchreport.experiments.metrics import metrics_of
from benchreport.experiments.outcome import Experiment
from benchreport.experiments.resampling import plan_of
from benchreport.experiments.tasks import compute, count_splits, list_tasks, pool_splits
from benchreport.hints import option


def run(  # noqa: PLR0913 - an experiment has so many sides
    estimators: object,
    datasets: object,
    *,
    resampling: object = "10-fold",
    metrics: object = None,
    seed: int = 0,
    n_jobs: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    train_sizes: Sequence[float] = (),
    train_scores: bool = False,
    positive: object = None,
    leaks: Literal["error", "allow"] = "error",
) -> Experiment:
    """Fit and test estimators on datasets, all on the same splits.

    Parameters
    ----------
    estimators
        A mapping from names to estimators of scikit-learn's interface, or a sequence of them, which their
        classes name. What prepares the data belongs into a pipeline, so that each fold learns it anew. A
        search (``GridSearchCV``) tunes inside each training set: nested cross-validation.
    datasets
        A mapping from names to (X, y), (X, y, groups) or data frames with a column called target; or a
        sequence of names that scikit-learn ships (``"iris"``) or makes (``"moons"``), paths of files and
        instances of ``Dataset``. Groups are never divided.
    resampling
        ``"holdout"``, ``"k-fold"`` (``"10-fold"``), ``"5x2"``, ``"leave-one-out"``, ``"bootstrap"``,
        ``"three-way"``, ``"time-series"``, one of these with options (``KFold(5, repeats=3)``), or a
        splitter of scikit-learn.
    metrics
        Names of scikit-learn's scorers, or a mapping from names to scorers; accuracy or R² by default.
    seed
        The seed of splits and of estimators without a ``random_state`` of their own. Each split's seed
        follows from the names of dataset and estimator, so that others may be added without changing it.
    n_jobs
        How many processes work; −1 for all processors. The results are the same bytes, within
        ``joblib.parallel_config("dask")`` on a cluster, too.
    folder
        A folder that keeps what is done: the same call goes on there after an interruption.
    train_sizes
        Shares of each training set, for learning curves; smaller subsets are parts of larger ones.
    train_scores
        Whether training sets are scored, too.
    positive
        The class whose probability the predictions keep.
    leaks
        ``"error"`` refuses test data that can be seen to leak into the training; ``"allow"`` notes it.

    Returns
    -------
    Experiment
        Scores, predictions, curves, times and failures as data frames.

    Raises
    ------
    OptionError, DataError, DesignError
        Estimators, datasets or options cannot be used, or data leak.
    ExperimentError
        All fits failed, a worker was killed, or the folder cannot be written. What was done is kept.

    Notes
    -----
    A fit that fails is recorded in ``failures``, and its score is missing. Each fit has one thread, as the
    last bits of sums in several threads differ. Estimators that draw from generators of their own, or on
    a GPU, may still differ between runs: run twice and compare ``digest``.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from benchreport.experiments import run
    >>> result = run([GaussianNB(), DecisionTreeClassifier()], ["iris", "wine"], resampling="5-fold")
    >>> print(result.scores.bench)
    2 algorithms × 2 datasets, 5 scores each; accuracy, higher is better
    """
    models, data, plan = name_estimators(estimators), datasets_of(datasets), plan_of(resampling)
    check_choice("leaks", leaks, ("error", "allow"))
    check_number("seed", seed, above=-1, whole=True, hint=option(seed=0))
    sizes = _check_sizes(train_sizes)
    measures = metrics_of(metrics, models.values())
    if any(map(is_regressor, models.values())):
        data = tuple(replace(each, measured=True) for each in data)
    options = Options(
        scorers={name: metric[:2] for name, metric in measures.items()},
        positive=positive,
        train_scores=train_scores or bool(sizes),
        pooled=plan.pooled,
        seed=int(seed),
    )
    found = find_leaks(models, data, plan)
    if leaks == "error":
        refuse_leaks(found)
    tasks = list_tasks(models, data, plan, options, sizes, named=folder is not None)
    total = count_splits(data, plan, options.seed) * len(models) * max(1, len(sizes))
    cells = compute(tasks, total, options, n_jobs, None if folder is None else Path(folder))
    if plan.pooled:
        cells = pool_splits(cells, models, data, options)
    _refuse_no_score(cells)
    return Experiment(
        cells=tuple(_sort(cells, list(models), [each.name for each in data])),
        algorithms=tuple(models),
        datasets=data,
        plan=plan,
        higher_is_better={name: metric.higher_is_better for name, metric in measures.items()},
        positive=positive,
        seed=options.seed,
        leaks=tuple(leak.message for leak in found),
    )


def _check_sizes(sizes: Sequence[float]) -> list[float]:
    for size in sizes:
        check_number("train_sizes", size, above=0, most=1, hint=option(train_sizes=[0.25, 0.5, 1]))
    return sorted({float(size) for size in sizes})


def _sort(cells: Iterable[Cell], algorithms: list[str], datasets: list[str]) -> list[Cell]:
    """Sort cells by dataset and algorithm in the caller's order, then by split."""
    places = {name: place for place, name in enumerate(algorithms)}
    data = {name: place for place, name in enumerate(datasets)}
    return sorted(
        cells, key=lambda cell: (data[cell.key.dataset], places[cell.key.algorithm], *cell.key[2:])
    )


def _refuse_no_score(cells: Sequence[Cell]) -> None:
    if any(
        math.isfinite(score)
        for cell in cells
        for part in cell.scores.values()
        for score in part.values()
    ):
        return
    raise ExperimentError(
        f"no fit of {len(cells)} gave a score; the first: {cells[0].error}",
        hint="fit one estimator to one dataset yourself: estimator.fit(X, y)",
    )
