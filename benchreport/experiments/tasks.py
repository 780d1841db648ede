"""The work of an experiment: its cells as tasks, and their computation by any number of workers."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import joblib
import sklearn

from benchreport.errors import ExperimentError, examples
from benchreport.experiments.cells import (
    Cell,
    Key,
    Options,
    pool_cells,
    restore_process,
    run_cell,
    seed_of,
    unset_states,
)
from benchreport.experiments.datasets import Dataset
from benchreport.experiments.resampling import Plan, Split, draw_subset
from benchreport.experiments.store import Store, digest_of, name_cell
from benchreport.hints import option
from benchreport.progress import Progress
from benchreport.wording.shell import experiments as wording

WAIT = 2.0
"""Seconds until the progress is shown."""
MOST = 5
"""How many of the running fits are named when a worker dies."""
KILLED = ("KilledWorker", "FutureCancelledError")
"""What Dask raises when a worker died, by name, as Dask may not be installed."""


class Task(NamedTuple):
    """A cell to compute: its name in the store, its key, and all that it needs."""

    name: str
    key: Key
    estimator: Any
    unset: tuple[str, ...]
    data: Dataset
    split: Split


def _splits(data: Dataset, plan: Plan, seed: int) -> Iterator[Split]:
    return plan.splits(data, seed_of(seed, data.name))


def count_splits(datasets: Sequence[Dataset], plan: Plan, seed: int) -> int:
    """Count the splits of all datasets, without keeping any."""
    return sum(1 for data in datasets for _ in _splits(data, plan, seed))


def list_tasks(
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
    unset = {name: unset_states(model) for name, model in models.items()}
    for data in datasets:
        content = data.digest if named else ""
        for whole in _splits(data, plan, options.seed):
            for split, size in _subsets(whole, sizes, (options.seed, *whole.label)):
                for name, model in models.items():
                    key = Key(name, data.name, split.label, size)
                    context = f"{digests[name]} {content} {shared}"
                    found = name_cell(context, key, split) if named else ""
                    yield Task(found, key, model, unset[name], data, split)


def _subsets(
    split: Split, sizes: Sequence[float], seed: Sequence[int]
) -> Iterator[tuple[Split, int]]:
    if not sizes:
        yield split, 0
    for count in sorted({max(1, round(share * len(split.train))) for share in sizes}):
        yield split._replace(train=draw_subset(split.train, count, seed)), count


def compute(
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
            _, key, estimator, unset, data, split = task
            yield joblib.delayed(run_cell)(
                key, estimator, unset, data.X, data.y, data.groups, split, options
            )

    with _save_at_end(store, running, total), restore_process():
        progress = Progress(wording.EXPERIMENT, sys.stderr, after=WAIT)
        for cell in parallel(remaining()):
            store.add(running.pop(cell.key), cell)
            found.append(cell)
            progress(len(found) / max(1, total - len(known)))
        progress.end()
        store.flush()
        return found + [store.get(name) for name in known]


def pool_splits(
    cells: Sequence[Cell],
    models: Mapping[str, Any],
    datasets: Sequence[Dataset],
    options: Options,
) -> list[Cell]:
    """Return one cell for all splits of an estimator on a dataset."""
    groups: dict[Key, list[Cell]] = {}
    for cell in sorted(cells, key=lambda cell: cell.key):
        groups.setdefault(cell.key._replace(label=()), []).append(cell)
    target = {data.name: data.y for data in datasets}
    return [
        pool_cells(group, models[key.algorithm], target[key.dataset], options)
        for key, group in groups.items()
    ]


@contextmanager
def _save_at_end(store: Store, running: Mapping[Key, str], total: int) -> Iterator[None]:
    """Write what is done, however the work ends, and say how much that is."""
    try:
        yield
    except ExperimentError:
        # the store itself cannot be written
        raise
    except BaseException as error:
        store.flush()
        kept = wording.KEPT.format(kept=len(store.names), total=total)
        if type(error).__name__ == "BrokenProcessPool":
            raise ExperimentError(
                f"a worker cannot read its task: {error.__cause__ or error} {kept}",
                hint="a module that all processes can import, or " + option(n_jobs=1),
            ) from error
        if isinstance(error, BrokenProcessPool) or type(error).__name__ in KILLED:
            names = examples(map(_write_key, list(running)[:MOST]), total=len(running), most=MOST)
            raise ExperimentError(
                f"a worker was killed, perhaps because memory ran out. {kept} Among those running: {names}.",
                hint="the same call goes on with what is kept; fewer processes need less memory: "
                + option(n_jobs=1),
            ) from error
        error.add_note(kept)
        raise
    finally:
        store.close()


def _write_key(key: Key) -> str:
    return f"{key.algorithm} on {key.dataset}, split {', '.join(map(str, key.label)) or '1'}"
