"""One night's scores, read from a frame."""

from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.direction import direction_of
from benchreport.data.layout import Layout, read_layout
from benchreport.data.roles import Roles, column_of, flat, is_number, present, repeat_columns
from benchreport.data.score_runs import Runs, read_runs
from benchreport.errors import ConfigError, DataError, RoleError, counted, examples
from benchreport.nightly.config.hints import in_toml
from benchreport.nightly.config.settings import Columns, Config, Metric
from benchreport.nightly.history.night_scores import Night, NightScores, sort_scores
from benchreport.nightly.intake.night_dates import night_column, nights_in

__all__ = ["read_nights"]

EXACT = 2.0**53
"""Whole numbers below are written as such."""

Versions = tuple[NDArray[np.intp], tuple[str, ...]]


def read_nights(
    frame: pd.DataFrame, config: Config, *, night: str, label: str = "", code: str = ""
) -> list[Night]:
    """Read a frame of one or several nights.

    Parameters
    ----------
    frame
        Long or wide; a column that says the night splits it.
    config
        Its columns and metrics.
    night
        Which night the frame is of, where no column says so.
    label, code
        Branch and version of the code; of a frame that has a column of them, only these rows are read.

    Returns
    -------
    list
        Oldest first, all of one label.

    Raises
    ------
    RoleError, DataError, ConfigError
        Columns that are not there, unusable cells, several values where a night has one.
    """
    if frame.empty:
        raise DataError("the results are empty: there is no row.", hint="look at what wrote them")
    try:
        # the index of files that were put together is there several times
        frame = flat(frame)[0].reset_index(drop=True)
        label, frame = _of_label(frame, config.columns.label, label)
        frame = _only(frame, config.columns.code, "code", code)
        column = night_column(frame, config.columns)
        if column is None:
            return [_one(frame, config, night=night, label=label, code=code)]
        named = nights_in(frame[column], config)
        rest = frame.drop(columns=column)
        return [
            _one(rest[named == name], config, night=name, label=label, code=code)
            for name in sorted(set(named))
        ]
    except (RoleError, DataError) as error:
        told = in_toml(error)
        if told is error:
            raise
        raise told from error


def _of_label(frame: pd.DataFrame, column: str, given: str) -> tuple[str, pd.DataFrame]:
    """Return the rows of one label, without its column."""
    if not column:
        return given, frame
    frame = _only(frame, column, "label", given)
    found = sorted(set(_texts(frame[column])))
    if len(found) > 1:
        raise DataError(
            f"the results are of one label; column {column!r} has {len(found)}: "
            f"{examples(map(repr, found))}.",
            hint=f"take in each on its own: benchreport nightly run --label {max(found)}",
        )
    return found[0], frame.drop(columns=column)


def _only(frame: pd.DataFrame, column: str, what: str, given: str) -> pd.DataFrame:
    """Keep the rows that a column says are of a label or of a version of the code."""
    if not column or not given:
        return frame
    told = _texts(frame[present(what, column, frame)])
    if not (told == given).any():
        raise DataError(
            f"no row is of {what} {given!r}; column {column!r} has {examples(sorted(set(told)))}.",
            hint=f"--{what} {max(told)}",
        )
    return frame[told == given]


def _one(frame: pd.DataFrame, config: Config, *, night: str, label: str, code: str) -> Night:
    columns = config.columns
    code, frame = _code(frame, columns.code, night, code)
    versions, frame = _versions(frame, columns)
    asked = _metrics(frame, config, columns)
    metrics = tuple(_scores(frame, versions, columns, each, asked) for each in asked)
    return Night(night=night, label=label, code=code, metrics=metrics)


def _code(frame: pd.DataFrame, column: str, night: str, given: str) -> tuple[str, pd.DataFrame]:
    """Read the version of the code, the same in all rows of a night that have one."""
    if not column:
        return given, frame
    found = sorted(set(_texts(frame[present("code", column, frame)])) - {""})
    if len(found) > 1:
        raise DataError(
            f"a night has one code; column {column!r} has {len(found)} on {night}: "
            f"{examples(found)}.",
            hint=f"take in one of them: benchreport nightly run --code {found[0]}, or name the column "
            f"under version instead: version = [{column!r}]",
        )
    return next(iter(found), given), frame.drop(columns=column)


def _texts(column: "pd.Series[Any]") -> "pd.Series[str]":
    """Return cells as text, empty ones as empty texts.

    One empty cell makes floating-point numbers of a column of whole ones; they are written as before.
    """
    if pd.api.types.is_float_dtype(column.dtype):
        values = column.astype(float)
        whole = values.isna() | ((values % 1 == 0) & (values.abs() < EXACT))
        if bool(whole.all()):
            column = values.astype("Int64")
    return column.astype(object).where(column.notna(), "").map(str)


def _versions(frame: pd.DataFrame, columns: Columns) -> tuple[Versions, pd.DataFrame]:
    """Join the columns that must not differ into one text a row."""
    if not columns.version:
        return (np.zeros(len(frame), dtype=np.intp), ("",)), frame
    texts = [
        (name + " ") + _texts(frame[present("version", name, frame)]).replace("", "unknown")
        for name in columns.version
    ]
    joined = texts[0]
    for text in texts[1:]:
        joined = joined + ", " + text
    codes, names = pd.factorize(joined)
    return (codes, tuple(map(str, names))), frame.drop(columns=list(columns.version))


def _roles(columns: Columns, **changes: Any) -> Roles:  # noqa: ANN401 - see Roles
    return Roles().bound(
        algorithm=columns.algorithm or None,
        dataset=columns.dataset or None,
        repeat=list(columns.repeat) or None,
        **changes,
    )


def _metrics(frame: pd.DataFrame, config: Config, columns: Columns) -> tuple[Metric, ...]:
    """Return the metrics that were asked for; else every numeric column that plays no role."""
    if config.metric:
        return config.metric
    taken = _taken(frame, columns)
    if taken is None:
        return (Metric(name="score"),)
    known = [
        str(name)
        for name in frame.columns
        if name not in taken and direction_of(name) is not None and is_number(frame[name])
    ]
    if not known:
        raise ConfigError(
            "no [[metric]] is configured, and no column's name says that it is one; the columns "
            f"are {examples(frame.columns, most=12)}.",
            hint='[[metric]] with name = "…" and higher_is_better = true',
        )
    return tuple(Metric(name=name) for name in known)


def _taken(frame: pd.DataFrame, columns: Columns) -> set[Hashable] | None:
    """Return the columns that say what a row is about; ``None`` of a wide frame."""
    roles = _roles(columns)
    algorithm, dataset = column_of("algorithm", roles, frame), column_of("dataset", roles, frame)
    if algorithm is None:
        return None
    found = (algorithm, dataset)
    return {*found, *repeat_columns(roles, frame, taken=found)} - {None}


def _scores(
    frame: pd.DataFrame,
    versions: Versions,
    columns: Columns,
    metric: Metric,
    asked: tuple[Metric, ...],
) -> NightScores:
    taken = _taken(frame, columns)
    roles = _roles(columns, higher_is_better=metric.higher_is_better)
    if taken is None:
        _refuse_several(asked)
        kept, roles = frame, roles.bound(score=None if metric.name == "score" else metric.name)
    else:
        present("score", metric.name, frame)
        names = {each.name for each in asked}
        others = [
            name
            for name in frame.columns
            if name not in taken and str(name) != metric.name and _is_metric(frame, name, names)
        ]
        kept, roles = frame.drop(columns=others), roles.bound(score=metric.name)
    layout = read_layout(kept, roles)
    measured = [layout.score] if layout.form == "long" else list(layout.algorithms)
    # a run that ended in infinity failed; the night is not lost for it
    finite = kept.copy()
    for name in measured:
        finite[name] = _finite(kept[name])
    runs = read_runs(finite, layout)
    _refuse_without_logarithm(runs, metric)
    return _packed(runs, metric, layout, versions, rows=len(runs.value) // max(1, len(frame)))


def _packed(
    runs: Runs, metric: Metric, layout: Layout, versions: Versions, *, rows: int
) -> NightScores:
    code, names = versions
    return sort_scores(
        NightScores(
            metric=metric.name,
            higher_is_better=layout.higher_is_better,
            algorithm=runs.algorithm,
            dataset=runs.dataset,
            repeat=runs.repeat,
            version=np.repeat(code, rows),
            value=runs.read,
            algorithms=runs.algorithms,
            datasets=runs.datasets,
            repeats=runs.repeats,
            versions=names,
            matched=runs.matched,
        )
    )


def _is_metric(frame: pd.DataFrame, name: Hashable, asked: set[str]) -> bool:
    return str(name) in asked or (is_number(frame[name]) and direction_of(name) is not None)


def _finite(column: "pd.Series[Any]") -> "pd.Series[Any]":
    if pd.api.types.is_object_dtype(column.dtype):
        # whatever else stands there is for the reader to judge
        return column.map(lambda v: np.nan if isinstance(v, float) and np.isinf(v) else v)
    if not is_number(column):
        return column
    numbers = column.to_numpy(dtype=np.float64, na_value=np.nan)
    return pd.Series(np.where(np.isinf(numbers), np.nan, numbers), index=column.index)


def _refuse_several(asked: tuple[Metric, ...]) -> None:
    if len(asked) > 1:
        names = examples(each.name for each in asked)
        raise ConfigError(
            f"{counted(len(asked), '[[metric]]')} are configured ({names}), but the results have no "
            "column that names algorithms: such a table holds one metric.",
            hint='algorithm = "…" under [columns], or one [[metric]]',
        )


def _refuse_without_logarithm(runs: Runs, metric: Metric) -> None:
    if metric.compare != "ratio":
        return
    rows = np.flatnonzero(runs.value <= 0).tolist()
    if not rows:
        return
    cells = [
        (runs.algorithms[runs.algorithm[row]], runs.datasets[runs.dataset[row]]) for row in rows
    ]
    raise DataError(
        f"{metric.name!r} is compared by ratios, which needs scores above 0; "
        f"there is {counted(len(rows), 'other')}: {examples(cells)}.",
        hint=f'compare = "difference" for {metric.name!r} under [[metric]], or leave failed runs empty',
    )
