"""Run an experiment: every estimator on every dataset, on the same splits."""

import math
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

import joblib
import sklearn
from sklearn.base import is_regressor

from benchreport.errors import (
    ExperimentError,
    OptionError,
    check_choice,
    check_number,
    examples,
    shorten,
)
from benchreport.experiments.cells import (
    Cell,
    Key,
    Options,
    pool_cells,
    process_kept,
    run_cell,
    seed_of,
)
from benchreport.experiments.datasets import Dataset, datasets_of
from benchreport.experiments.leaks import find_leaks, refuse_leaks
from benchreport.experiments.metrics import metrics_of
from benchreport.experiments.outcome import Experiment
from benchreport.experiments.resampling import Plan, Split, draw_subset, plan_of
from benchreport.experiments.store import Store, digest_of, name_cell
from benchreport.hints import code, option
from benchreport.stats._progress import Progress
from benchreport.wording import experiments as wording

WAIT = 2.0
"""Seconds until the progress is shown."""
MOST = 5
"""How many of the running fits are named when a worker dies."""
KILLED = ("KilledWorker",)
"""What Dask calls a worker that died, without importing it."""


class Task(NamedTuple):
    """A cell to compute: its name in the store, its key, and all that it needs."""

    name: str
    key: Key
    estimator: Any
    data: Dataset
    split: Split


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
        ``Dataset``s. Groups are never divided.
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
        scorers={name: (metric.scorer, metric.sign) for name, metric in measures.items()},
        positive=positive,
        train_scores=train_scores or bool(sizes),
        pooled=plan.pooled,
        seed=int(seed),
    )
    found = find_leaks(models, data, plan)
    if leaks == "error":
        refuse_leaks(found)
    tasks = _list_tasks(models, data, plan, options, sizes, named=folder is not None)
    total = sum(1 for each in data for _ in _splits(each, plan, options.seed))
    total *= len(models) * max(1, len(sizes))
    cells = _compute(tasks, total, options, n_jobs, None if folder is None else Path(folder))
    if plan.pooled:
        cells = _pool(cells, models, data, options)
    algorithms, names = list(models), [each.name for each in data]
    cells.sort(
        key=lambda cell: (
            names.index(cell.key.dataset),
            algorithms.index(cell.key.algorithm),
            *cell.key[2:],
        )
    )
    if not any(math.isfinite(score) for cell in cells for score in _scores_of(cell)):
        raise ExperimentError(
            f"no fit of {len(cells)} gave a score; the first: {cells[0].error}",
            hint="fit one estimator to one dataset yourself: estimator.fit(X, y)",
        )
    return Experiment(
        cells=tuple(cells),
        algorithms=tuple(models),
        datasets=data,
        plan=plan,
        higher_is_better={name: metric.higher_is_better for name, metric in measures.items()},
        positive=positive,
        seed=options.seed,
        leaks=tuple(leak.message for leak in found),
    )


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


def _check_sizes(sizes: Sequence[float]) -> list[float]:
    for size in sizes:
        check_number("train_sizes", size, above=0, most=1, hint=option(train_sizes=[0.25, 0.5, 1]))
    return sorted({float(size) for size in sizes})


def _splits(data: Dataset, plan: Plan, seed: int) -> Iterator[Split]:
    return plan.splits(data, seed_of(seed, data.name))


def _scores_of(cell: Cell) -> Iterable[float]:
    return (score for part in cell.scores.values() for score in part.values())


def _list_tasks(
    models: Mapping[str, Any],
    datasets: Sequence[Dataset],
    plan: Plan,
    options: Options,
    sizes: Sequence[float],
    *,
    named: bool,
) -> Iterator[Task]:
    """Yield the cells, split after split, so that all estimators meet a split together.

    Names are for the store; digests of large data take a while.
    """
    measured = (options.positive, options.train_scores, options.seed, sklearn.__version__)
    digest = digest_of if named else str
    shared = digest((sorted(options.scorers.items()), measured))
    digests = {name: digest(model) for name, model in models.items()}
    for data in datasets:
        content = data.digest if named else ""
        for whole in _splits(data, plan, options.seed):
            for split, size in _subsets(whole, sizes, (options.seed, *whole.label)):
                for name, model in models.items():
                    key = Key(name, data.name, split.label, size)
                    context = f"{digests[name]} {content} {shared}"
                    found = name_cell(context, key, split) if named else ""
                    yield Task(found, key, model, data, split)


def _subsets(
    split: Split, sizes: Sequence[float], seed: Sequence[int]
) -> Iterator[tuple[Split, int]]:
    if not sizes:
        yield split, 0
    for count in sorted({max(1, round(share * len(split.train))) for share in sizes}):
        yield split._replace(train=draw_subset(split.train, count, seed)), count


def _compute(
    tasks: Iterator[Task], total: int, options: Options, n_jobs: int | None, folder: Path | None
) -> list[Cell]:
    """Compute the cells that the folder does not have yet, in any order."""
    store, found, running, known = Store(folder), list[Cell](), dict[Key, str](), list[str]()
    parallel = joblib.Parallel(n_jobs=n_jobs, return_as="generator_unordered")

    def remaining() -> Iterator[Any]:
        for task in tasks:
            # joblib may ask from another thread, where the store is not to be read
            if task.name in store.names:
                known.append(task.name)
                continue
            running[task.key] = task.name
            data = task.data
            yield joblib.delayed(run_cell)(
                task.key, task.estimator, data.X, data.y, data.groups, task.split, options
            )

    with _keeping(store, running, total), process_kept():
        progress = Progress(wording.EXPERIMENT, sys.stderr, after=WAIT)
        for cell in parallel(remaining()):
            store.add(running.pop(cell.key), cell)
            found.append(cell)
            progress(len(found) / max(1, total - len(known)))
        progress.end()
        store.flush()
        return found + [store.get(name) for name in known]


def _pool(
    cells: Sequence[Cell],
    models: Mapping[str, Any],
    datasets: Sequence[Dataset],
    options: Options,
) -> list[Cell]:
    groups: dict[Key, list[Cell]] = {}
    for cell in sorted(cells, key=lambda cell: cell.key):
        groups.setdefault(cell.key._replace(label=()), []).append(cell)
    target = {data.name: data.y for data in datasets}
    return [
        pool_cells(group, models[key.algorithm], target[key.dataset], options)
        for key, group in groups.items()
    ]


@contextmanager
def _keeping(store: Store, running: Mapping[Key, str], total: int) -> Iterator[None]:
    """Write what is done, however the work ends, and say how much that is."""
    try:
        yield
    except KeyboardInterrupt as error:
        store.flush()
        error.add_note(wording.KEPT.format(kept=len(store.names), total=total))
        raise
    except Exception as error:
        if not isinstance(error, BrokenProcessPool) and type(error).__name__ not in KILLED:
            raise
        store.flush()
        kept = wording.KEPT.format(kept=len(store.names), total=total)
        if type(error).__name__ == "BrokenProcessPool":
            raise ExperimentError(
                f"a worker cannot read its task: {error.__cause__ or error} {kept}",
                hint="a module that all processes can import, or " + option(n_jobs=1),
            ) from error
        names = examples(map(_write_key, list(running)[:MOST]), total=len(running), most=MOST)
        raise ExperimentError(
            f"a worker was killed, perhaps because memory ran out. {kept} Among those running: {names}.",
            hint="the same call goes on with what is kept; fewer processes need less memory: "
            + option(n_jobs=1),
        ) from error
    finally:
        store.close()


def _write_key(key: Key) -> str:
    return f"{key.algorithm} on {key.dataset}, split {', '.join(map(str, key.label)) or '1'}"
