"""Reading the scores of one or several nights from a frame."""

from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_values import is_number
from benchreport.data.cells.score_cells import holds_numbers
from benchreport.data.columns.flat_frame import flat
from benchreport.data.columns.layout import Layout
from benchreport.data.columns.read_layout import read_layout
from benchreport.data.columns.role_columns import column_of, present, repeat_columns
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.selection import select
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.read_score_runs import read_runs
from benchreport.data.score_runs import Runs
from benchreport.errors import ConfigError, DataError, examples, format_count
from benchreport.nightly.config.hints import hints_in_toml
from benchreport.nightly.config.settings import Columns, Config, Metric
from benchreport.nightly.history.night_scores import Night, NightScores, sort_scores
from benchreport.nightly.intake.average_iterations import average_iterations
from benchreport.nightly.intake.night_dates import night_column, night_of_rows

EXACT = 2.0**53
"""Whole floating-point numbers below this are written without a decimal point."""

Versions = tuple[NDArray[np.intp], tuple[str, ...]]


def read_nights(
    frame: pd.DataFrame, config: Config, *, night: str, label: str = "", code: str = ""
) -> list[Night]:
    """Read the scores of all nights of a frame, oldest first.

    Parameters and errors are those of `split_nights` and `read_night`.
    """
    label, tables = split_nights(frame, config, night=night, label=label, code=code)
    return [
        read_night(table, config, night=name, label=label, code=code)
        for name, table in tables.items()
    ]


@hints_in_toml()
def split_nights(
    frame: pd.DataFrame, config: Config, *, night: str, label: str, code: str = ""
) -> tuple[str, dict[str, pd.DataFrame]]:
    """Split a frame by its nights.

    Parameters
    ----------
    frame
        A long or wide frame. If it has a column with nights, its rows are split by night.
    config
        The configuration, for the columns.
    night
        The night of all rows, as an ISO date, if no column gives it.
    label, code
        The branch or variant, and the version of the code; if the frame has a column for one of them,
        only matching rows are taken.

    Returns
    -------
    tuple
        The label, and the rows of each night, oldest first.

    Raises
    ------
    RoleError, DataError
        Columns are missing, a cell is no date, or there are several labels.
    """
    if frame.empty:
        raise DataError("the results are empty: they have no rows.", hint="look at what wrote them")
    # frames joined from several files have repeated index values
    frame = flat(frame)[0].frame.reset_index(drop=True)
    label, frame = _select_label(frame, config.columns.label, label)
    frame = _select_rows(frame, config.columns.code, "code", code)
    column = night_column(frame, config.columns)
    if column is None:
        return label, {night: frame}
    names = night_of_rows(frame[column], config).to_numpy()
    return label, {str(name): rows for name, rows in frame.drop(columns=column).groupby(names)}


def _select_label(frame: pd.DataFrame, column: str, label: str) -> tuple[str, pd.DataFrame]:
    """Return the rows of one label, without the column of labels."""
    if not column:
        return label, frame
    frame = _select_rows(frame, column, "label", label)
    labels = sorted(set(_texts(frame[present("label", column, frame)])))
    if len(labels) > 1:
        raise DataError(
            f"the results must have one label; column {column!r} has {len(labels)}: "
            f"{examples(map(repr, labels))}.",
            hint=f"store each on its own: benchreport nightly run --label {max(labels)}",
        )
    return labels[0], frame.drop(columns=column)


def _select_rows(frame: pd.DataFrame, column: str, role: str, value: str) -> pd.DataFrame:
    """Return the rows with a label or a version of the code."""
    if not column or not value:
        return frame
    cells = _texts(frame[present(role, column, frame)])
    if not (cells == value).any():
        raise DataError(
            f"no row has {role} {value!r}; column {column!r} has {examples(sorted(set(cells)))}.",
            hint=f"--{role} {max(cells)}",
        )
    return frame[cells == value]


@hints_in_toml()
def read_night(frame: pd.DataFrame, config: Config, *, night: str, label: str, code: str) -> Night:
    """Read the scores of a night from its rows.

    Parameters
    ----------
    frame
        The rows of the night.
    config
        The configuration, for the columns and metrics.
    night, label, code
        The night, the branch or variant, and the version of the code.

    Raises
    ------
    RoleError, DataError, ConfigError
        Columns are missing, cells cannot be used, or the night has several codes.
    """
    columns = config.columns
    code, frame = _read_code(frame.reset_index(drop=True), columns.code, night, code)
    versions, frame = _read_versions(frame, columns)
    scores = tuple(
        _read_scores(rows, _versions_of(rows, versions), columns, metric, metrics)
        for rows, metrics in _rows_by_metric(frame, config, columns)
        for metric in metrics
    )
    context = _read_context(frame, columns)
    return Night(night=night, label=label, code=code, context=context, metrics=scores)


def _read_context(frame: pd.DataFrame, columns: Columns) -> dict[str, str]:
    """Return the properties of the run, such as its machine: columns without a role that are one text."""
    roles = _role_columns(frame, columns)
    if roles is None:
        return {}
    context = {}
    for name in frame.columns:
        if name in roles or holds_numbers(frame[name]):
            continue
        texts = set(_texts(frame[name])) - {""}
        if len(texts) == 1:
            context[str(name)] = texts.pop()
    return context


def _rows_by_metric(
    frame: pd.DataFrame, config: Config, columns: Columns
) -> list[tuple[pd.DataFrame, tuple[Metric, ...]]]:
    """Return the rows of each metric where a column names the metrics, else all rows with all metrics."""
    roles = roles_of(columns)
    table = select(frame, roles)
    if not table.metrics:
        return [(table.frame, metrics_of(table.frame, config, columns))]
    metrics = {metric.name: metric for metric in config.metric} or {
        name: Metric(name=name) for name in table.metrics if direction_of(name) is not None
    }
    if not metrics:
        raise _no_metric(table.metrics, f"column {table.metric_column!r} has")
    return [
        (select(frame, roles.bound(metric=name)).frame, (metric,))
        for name, metric in metrics.items()
    ]


def _versions_of(rows: pd.DataFrame, versions: Versions) -> Versions:
    """Return the versions of some rows, which are numbered as in the whole frame."""
    codes, names = versions
    return codes[rows.index.to_numpy()], names


def _read_code(
    frame: pd.DataFrame, column: str, night: str, default: str
) -> tuple[str, pd.DataFrame]:
    """Return the version of the code, which must be the same in all rows of a night that give it."""
    if not column:
        return default, frame
    codes = sorted(set(_texts(frame[present("code", column, frame)])) - {""})
    if len(codes) > 1:
        raise DataError(
            f"a night must have one code; column {column!r} has {len(codes)} on {night}: "
            f"{examples(codes)}.",
            hint=f"store one of them: benchreport nightly run --code {codes[0]}, or name the column "
            f"under version instead: version = [{column!r}]",
        )
    return next(iter(codes), default), frame.drop(columns=column)


def _texts(column: "pd.Series[Any]") -> "pd.Series[str]":
    """Return cells as texts; empty cells become empty texts.

    An empty cell turns a column of whole numbers into floating-point numbers; they are written as whole.
    """
    if pd.api.types.is_float_dtype(column.dtype):
        values = column.astype(float)
        integral = values.isna() | ((values % 1 == 0) & (values.abs() < EXACT))
        if bool(integral.all()):
            column = values.astype("Int64")
    return column.astype(object).where(column.notna(), "").map(str)


def _read_versions(frame: pd.DataFrame, columns: Columns) -> tuple[Versions, pd.DataFrame]:
    """Join the columns of versions into one text for each row, and return codes and names."""
    if not columns.version:
        return (np.zeros(len(frame), dtype=np.intp), ("",)), frame
    texts = [
        (name + " ") + _texts(frame[present("version", name, frame)]).replace("", "unknown")
        for name in columns.version
    ]
    joint = texts[0]
    for text in texts[1:]:
        joint = joint + ", " + text
    codes, names = pd.factorize(joint)
    return (codes, tuple(map(str, names))), frame.drop(columns=list(columns.version))


def roles_of(columns: Columns, **changes: Any) -> Roles:  # noqa: ANN401 - see Roles
    """Return the roles that the configuration sets."""
    return Roles().bound(
        algorithm=columns.algorithm or None,
        dataset=columns.dataset or None,
        repeat=list(columns.repeat) or None,
        **changes,
    )


def metrics_of(frame: pd.DataFrame, config: Config, columns: Columns) -> tuple[Metric, ...]:
    """Return the configured metrics, or else the numeric columns whose names are known metrics."""
    if config.metric:
        return config.metric
    role_columns = _role_columns(frame, columns)
    if role_columns is None:
        return (Metric(name="score"),)
    metrics = [
        str(name)
        for name in frame.columns
        if name not in role_columns
        and direction_of(name) is not None
        and holds_numbers(frame[name])
    ]
    if not metrics:
        raise _no_metric(frame.columns, "the columns are")
    return tuple(Metric(name=name) for name in metrics)


def _no_metric(names: Iterable[object], where: str) -> ConfigError:
    return ConfigError(
        f"no [[metric]] is configured, and none has the name of a known metric; {where} "
        f"{examples(names, most=12)}.",
        hint='[[metric]] with name = "…" and higher_is_better = true',
    )


def _role_columns(frame: pd.DataFrame, columns: Columns) -> set[Hashable] | None:
    """Return the columns with a role; ``None`` for a wide frame."""
    keys = key_columns(frame, columns)
    return None if keys is None else {*keys} - {None}


def key_columns(frame: pd.DataFrame, columns: Columns) -> tuple[Hashable | None, ...] | None:
    """Return the columns of algorithms, datasets (or ``None``) and repeats; ``None`` for a wide frame."""
    roles = roles_of(columns)
    algorithm, dataset = column_of("algorithm", roles, frame), column_of("dataset", roles, frame)
    if algorithm is None:
        return None
    first_two = (algorithm, dataset)
    return (*first_two, *repeat_columns(roles, frame, used=first_two))


def _read_scores(
    frame: pd.DataFrame,
    versions: Versions,
    columns: Columns,
    metric: Metric,
    metrics: tuple[Metric, ...],
) -> NightScores:
    role_columns = _role_columns(frame, columns)
    roles = roles_of(columns, higher_is_better=metric.higher_is_better)
    if role_columns is None:
        _refuse_several(metrics)
        table, roles = frame, roles.bound(score=None if metric.name == "score" else metric.name)
    else:
        present("score", metric.name, frame)
        names = {metric.name for metric in metrics}
        others = [
            name
            for name in frame.columns
            if name not in role_columns
            and str(name) != metric.name
            and _is_metric(frame, name, names)
        ]
        table, roles = frame.drop(columns=others), roles.bound(score=metric.name)
    layout = read_layout(table, roles, one_score=True)
    measured = [layout.score] if layout.form == "long" else list(layout.algorithms)
    # a run with an infinite score failed, but the rest of the night can be read
    finite = table.copy()
    for name in measured:
        finite[name] = _blank_infinite(table[name])
    runs = read_runs(finite, layout)
    _refuse_without_logarithm(runs, metric)
    scores = _coded_scores(
        runs, metric, layout, versions, rows=len(runs.read) // max(1, len(frame))
    )
    return average_iterations(scores, runs)


def _coded_scores(
    runs: Runs, metric: Metric, layout: Layout, versions: Versions, *, rows: int
) -> NightScores:
    code, names = versions
    return sort_scores(
        NightScores(
            metric=metric.name,
            higher_is_better=layout.higher_is_better,
            algorithm=runs.algorithm,
            dataset=runs.dataset,
            repeat=runs.repeat.astype(np.intp, copy=False),
            version=np.repeat(code, rows),
            value=runs.read,
            algorithms=runs.algorithms,
            datasets=runs.datasets,
            repeats=runs.repeats,
            versions=names,
            matched=runs.matched,
        )
    )


def _is_metric(frame: pd.DataFrame, name: Hashable, names: set[str]) -> bool:
    return str(name) in names or (holds_numbers(frame[name]) and direction_of(name) is not None)


def _blank_infinite(column: "pd.Series[Any]") -> "pd.Series[Any]":
    if pd.api.types.is_object_dtype(column.dtype):
        # the reader of the table checks all other cells
        return column.map(lambda v: np.nan if isinstance(v, float) and np.isinf(v) else v)
    if not is_number(column):
        return column
    numbers = column.to_numpy(dtype=np.float64, na_value=np.nan)
    return pd.Series(np.where(np.isinf(numbers), np.nan, numbers), index=column.index)


def _refuse_several(metrics: tuple[Metric, ...]) -> None:
    if len(metrics) > 1:
        names = examples(metric.name for metric in metrics)
        raise ConfigError(
            f"{format_count(len(metrics), '[[metric]]')} are configured ({names}), but the results have no "
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
        f"there is {format_count(len(rows), 'other')}: {examples(cells)}.",
        hint=f'compare = "difference" for {metric.name!r} under [[metric]], or leave failed runs empty',
    )
