"""Experiments from a TOML file: estimators by import path, datasets by file, name or number."""

import importlib
import json
import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from joblib.externals.loky import get_reusable_executor
from sklearn.datasets import fetch_openml, get_data_home
from sklearn.model_selection import GridSearchCV, GroupKFold, TimeSeriesSplit
from sklearn.pipeline import make_pipeline

from benchreport.data.readers import read, sha256_of
from benchreport.data.table_kinds import AnyTable
from benchreport.errors import ConfigError, OptionError, ReadError, check_choice, examples
from benchreport.experiments.datasets import Dataset, load_shipped
from benchreport.experiments.experiment import run
from benchreport.experiments.outcome import Experiment
from benchreport.experiments.resampling import PLANS
from benchreport.import_path import importing_from
from benchreport.report import Provenance, Report, report
from benchreport.toml_tables import read_toml, table

DATASET = ("name", "file", "openml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """``[experiment]``: what is measured, and where results go.

    Parameters
    ----------
    folder
        The folder of the results, relative to the file; an interrupted experiment goes on there.
    resampling
        The name of a plan; a table ``[resampling]`` sets its options instead.
    metrics
        Names of scikit-learn's scorers; accuracy or R² by default.
    seed, jobs
        The seed, and the number of processes (−1 for all processors).
    train_sizes, train_scores, positive
        As for ``run``.
    report
        The reports to write into the folder.
    """

    folder: str = "results"
    resampling: str = "10-fold"
    metrics: tuple[str, ...] = ()
    seed: int = 0
    jobs: int = 1
    train_sizes: tuple[float, ...] = ()
    train_scores: bool = False
    positive: str = ""
    report: tuple[str, ...] = ("report.html",)


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimatorTable:
    """``[[estimator]]``: one of those compared.

    Parameters
    ----------
    path
        The import path of its class, such as ``"sklearn.svm.SVC"``.
    name
        Its name in the tables; by default that of the class.
    parameters
        The parameters of the class.
    prepare
        The import paths of the steps before it, which each fold learns anew.
    grid
        The values to try for parameters, in a grid search inside each training set.
    inner_folds
        The number of folds of that search.
    """

    path: str
    name: str = ""
    parameters: dict[str, Any] = field(default_factory=dict)
    prepare: tuple[str, ...] = ()
    grid: dict[str, Any] = field(default_factory=dict)
    inner_folds: int = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetTable:
    """``[[dataset]]``: one dataset, or the files that match a pattern.

    Parameters
    ----------
    name
        A name that scikit-learn ships or makes; beside ``file`` or ``openml``, the name in the tables.
    file
        The path or pattern of tables with one row for each example, relative to the file.
    target, groups
        The columns of the target and of groups.
    openml
        The number of a dataset of OpenML that scikit-learn's cache holds.
    parameters
        What scikit-learn's maker takes, such as ``n_samples``.
    """

    name: str = ""
    file: str = ""
    target: str = ""
    groups: str = ""
    openml: int = 0
    parameters: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All settings of an experiment's file; ``place`` is the folder of the file."""

    experiment: Settings = field(default_factory=Settings)
    resampling: dict[str, Any] = field(default_factory=dict)
    estimator: tuple[EstimatorTable, ...] = ()
    dataset: tuple[DatasetTable, ...] = ()
    place: Path = field(default_factory=Path, metadata={"file": False})

    @property
    def folder(self) -> Path:
        """The folder of the results."""
        return self.place / self.experiment.folder


def load_experiment(path: str | os.PathLike[str]) -> Config:
    """Read an experiment's file.

    Raises
    ------
    ReadError
        It does not exist, or cannot be read.
    ConfigError
        It is not TOML, a key is unknown, or there is nothing to compare.
    """
    place = Path(path)
    content = read_toml(place, Config, hint="examples/guide/experiments.md shows one")
    config: Config = table(Config, content)
    for name in ("estimator", "dataset"):
        if not getattr(config, name):
            raise ConfigError(
                f"{place} has no [[{name}]].",
                hint={"estimator": '[[estimator]] path = "sklearn.svm.SVC"'}.get(
                    name, '[[dataset]] name = "iris"'
                ),
            )
    return replace(config, place=place.parent)


def run_file(
    path: str | os.PathLike[str], *, night: str = "", keep: bool = True, jobs: int | None = None
) -> Experiment:
    """Run the experiment of a file; an interrupted one goes on.

    Parameters
    ----------
    path
        The TOML file.
    night
        A night, whose fits are kept in a folder of their own, so that each night measures anew.
    keep
        Whether the folder keeps what is done.
    jobs
        The number of processes, instead of the file's.

    Raises
    ------
    ReadError, ConfigError
        The file or a dataset cannot be read, or a setting cannot be used.
    ExperimentError
        See ``run``.
    """
    config = load_experiment(path)
    settings = config.experiment
    n_jobs = settings.jobs if jobs is None else jobs
    with importing_from(config.place.absolute()):
        if n_jobs != 1:
            # processes that start now find the modules beside the file; those that run already would not
            get_reusable_executor().shutdown(wait=True)
        return run(
            _estimators(config),
            [data for each in config.dataset for data in _datasets(each, config.place)],
            resampling=_plan(config),
            metrics=list(settings.metrics) or None,
            seed=settings.seed,
            n_jobs=n_jobs,
            folder=config.folder / night if keep else None,
            train_sizes=settings.train_sizes,
            train_scores=settings.train_scores,
            positive=settings.positive or None,
        )


def write_report(path: str | os.PathLike[str], experiment: Experiment) -> Report | None:
    """Write the reports of a file's experiment: of its scores or, with one score each, of its predictions.

    Parameters
    ----------
    path
        The TOML file.
    experiment
        What it gave.

    Returns
    -------
    Report or None
        None where the file wants no report, or there is nothing to compare.
    """
    config = load_experiment(path)
    if not config.experiment.report or len(experiment.algorithms) == 1:
        return None
    single = len(experiment.datasets) == 1 and not experiment.plan.columns
    frame = experiment.predictions if single else experiment.scores
    targets = [config.folder / name for name in config.experiment.report]
    origin = Provenance(
        source=Path(path).name,
        sha256=sha256_of([Path(path)]),
        call=f"benchreport experiment {shlex.quote(Path(path).name)}",
    )
    return report(AnyTable.from_frame(frame), targets, provenance=origin)


def _plan(config: Config) -> object:
    options = dict(config.resampling)
    if not options:
        return config.experiment.resampling
    kind = options.pop("kind", None)
    if kind not in PLANS:
        raise ConfigError(
            f"[resampling] kind should be one of {', '.join(map(repr, PLANS))}; got {kind!r}.",
            hint='kind = "k-fold"',
        )
    return table(PLANS[kind], options, "resampling")


def _estimators(config: Config) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in config.estimator:
        model = _make(each.path, each.parameters)
        if each.prepare:
            model = make_pipeline(*(_make(step, {}) for step in each.prepare), model)
        if each.grid:
            last = f"{model.steps[-1][0]}__" if each.prepare else ""
            grid = {f"{last}{name}": values for name, values in each.grid.items()}
            model = GridSearchCV(model, grid, cv=_inner_folds(each, config))
        name = each.name or each.path.rpartition(".")[2]
        if name in found:
            raise ConfigError(f"two estimators are called {name!r}.", hint='name = "…"')
        found[name] = model
    return found


def _inner_folds(each: EstimatorTable, config: Config) -> object:
    """Return the folds of a search: like the outer ones, they keep groups together and the order of time."""
    if "time-series" in (config.resampling.get("kind"), config.experiment.resampling):
        return TimeSeriesSplit(each.inner_folds)
    grouped = all(data.groups for data in config.dataset)
    return GroupKFold(each.inner_folds) if grouped else each.inner_folds


def _make(path: str, parameters: Mapping[str, Any]) -> Any:  # noqa: ANN401
    module, _, name = path.rpartition(".")
    try:
        return getattr(importlib.import_module(module), name)(**parameters)
    except Exception as error:
        raise ConfigError(
            f"[[estimator]] {path!r} with {json.dumps(parameters, default=str)} cannot be made: "
            f"{type(error).__name__}: {error}.",
            hint='path = "sklearn.svm.SVC", or a module beside the file; keys of [estimator.parameters] '
            "are those of the class",
        ) from error


def _datasets(each: DatasetTable, place: Path) -> list[Dataset]:
    named = [name for name in DATASET if getattr(each, name)]
    if not named or {"file", "openml"} <= set(named):
        raise ConfigError(
            f"[[dataset]] needs a name, a file or a number of OpenML; it has {examples(named) or 'none'}.",
            hint='name = "iris", file = "data/*.csv" or openml = 61',
        )
    if each.file:
        return _from_files(each, place)
    try:
        return [_from_openml(each) if each.openml else load_shipped(each.name, **each.parameters)]
    except (OptionError, TypeError) as error:
        raise ConfigError(
            f"[[dataset]] {error}".partition("\n")[0], hint='name = "iris"'
        ) from error


def _from_files(each: DatasetTable, place: Path) -> list[Dataset]:
    files = [place / each.file] if (place / each.file).is_file() else sorted(place.glob(each.file))
    if not files:
        raise ReadError(f"no file matches {each.file}.", hint='file = "data/*.csv"')
    options = {name: getattr(each, name) or None for name in ("target", "groups")}
    single = each.name if len(files) == 1 else ""
    return [Dataset.of_frame(single or file.stem, read(file), **options) for file in files]


def _from_openml(each: DatasetTable) -> Dataset:
    """Read a dataset from scikit-learn's cache; nothing is downloaded."""
    if not any(Path(get_data_home(), "openml").rglob(f"data/{each.openml}.gz")):
        raise ReadError(
            f"scikit-learn's cache does not hold dataset {each.openml} of OpenML.",
            hint=f'fetch it once: python -c "from sklearn.datasets import fetch_openml; '
            f'fetch_openml(data_id={each.openml})"',
        )
    bunch = fetch_openml(data_id=each.openml, as_frame=True, parser="auto")
    name = each.name or str(bunch.details.get("name", each.openml))
    target = each.target or str(bunch.target.name)
    check_choice("target", target, list(bunch.frame.columns))
    return Dataset.of_frame(name, bunch.frame, target=target, groups=each.groups or None)
