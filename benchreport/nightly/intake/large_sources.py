"""Sources of nights that do not fit into memory: an engine averages the runs of each night."""

from collections.abc import Hashable, Iterable
from dataclasses import replace

import pandas as pd

from benchreport.data.cells.score_cells import holds_numbers
from benchreport.data.columns.selection import select
from benchreport.engines import any_frame
from benchreport.engines.lazy_table import LazyTable
from benchreport.engines.samples import sample_rows
from benchreport.engines.score_cells import (
    Plan,
    average_cells,
    count_of,
    refuse_runs_twice,
    rows_of,
)
from benchreport.errors import ConfigError
from benchreport.nightly.config.settings import Config
from benchreport.nightly.intake.night_dates import night_column
from benchreport.nightly.intake.read_nights import key_columns, metrics_of, roles_of


def reduce_nights(native: object, config: Config) -> pd.DataFrame:
    """Return all rows of a table, or of more than 1,000,000 the mean of the runs of each night's cells.

    As with iterations, a cell of which a run failed has no score.

    Parameters
    ----------
    native
        A frame of pandas, which is returned as it is, or the table of an engine.
    config
        The configuration, for columns and metrics.

    Raises
    ------
    ConfigError
        Each algorithm has a column.
    InputError
        The columns are unclear, a run is there twice, or there are more than 1,000,000 cells.
    """
    if isinstance(native, pd.DataFrame):
        return native
    table = LazyTable.of(native)
    if table.n_rows <= any_frame.MOST_ROWS:
        return table.rows()
    plan = _plan(sample_rows(table, roles_of(config.columns)), config)
    cells = average_cells(table, plan)
    if plan.repeat:
        refuse_runs_twice(table, plan, cells)
    for name in plan.values:
        # a run without a score failed
        cells[name] = cells[name].where(cells[count_of(name)] == cells[rows_of(plan)])
    return cells[[*plan.keys, *plan.values]]


def _plan(sample: pd.DataFrame, config: Config) -> Plan:
    columns = config.columns
    found = key_columns(sample, columns)
    if found is None:
        raise ConfigError(
            "more than 1,000,000 rows are averaged by algorithm, and no column names algorithms.",
            hint='algorithm = "…" under [columns], or engine = "pandas" under [source]',
        )
    algorithm, dataset, *repeat = found
    table = select(sample, roles_of(columns))
    metrics = [] if table.metrics else metrics_of(sample, config, columns)
    night = night_column(sample, columns)
    plan = Plan(
        algorithm=_texts([algorithm]),
        dataset=_texts([dataset]),
        repeat=_texts(repeat),
        metric=_texts([table.metric_column] if table.metrics else []),
        values=_texts([metric.name for metric in metrics] or [table.value_column]),
        covariates=(),
        wide=False,
        blocks=_texts([night, columns.code or None, columns.label or None, *columns.version]),
    )
    return replace(plan, blocks=(*plan.blocks, *_facts_of_nights(sample, plan)))


def _texts(columns: Iterable[Hashable | None]) -> tuple[str, ...]:
    return tuple(str(column) for column in columns if column is not None)


def _facts_of_nights(sample: pd.DataFrame, plan: Plan) -> list[str]:
    """Return the columns of texts that are the same in all runs of a cell, such as the machine of a night."""
    known = {*plan.keys, *plan.repeat, *plan.values}
    others = [str(name) for name in sample.columns if str(name) not in known]
    texts = [name for name in others if not holds_numbers(sample[name])]
    groups = sample.groupby(list(plan.keys), dropna=False, observed=True)
    return [name for name in texts if groups[name].nunique(dropna=False).max() == 1]
