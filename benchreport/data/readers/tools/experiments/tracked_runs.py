"""Runs of a tracker of experiments as a table: what was compared, on what, with which seed, and the metrics.

A tracker knows a run's name, its settings (such as ``model``, ``dataset``, ``seed``) and its metrics.
"""

import re
from collections.abc import Hashable, Sequence
from typing import Any

import pandas as pd

from benchreport.data.columns.words.names import Strength, strength_of
from benchreport.data.readers.tools.experiments.metric_columns import (
    columns_that_tell_apart,
    stack_metrics,
    varies,
)

RUN, DATE = "run", "date"
DAY = len("2026-11-20")


def table_of_runs(
    names: "pd.Series[str]",
    settings: pd.DataFrame,
    metrics: pd.DataFrame,
    nights: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Return one row per run, or one a run and metric where there are several metrics.

    The algorithm is the setting that is called so, else the runs' names. Runs that would be the same by
    algorithm, dataset and repeat are told apart by the other settings, then by their days, then by a number.

    Parameters
    ----------
    names
        The name of each run.
    settings
        One column a setting; those with one value are left out.
    metrics
        One column per metric, one row per run; empty where a run did not reach it.
    nights
        A column ``date``, when each run began in ISO format, and others to keep beside it, such as its
        commit. They are there where the same runs were made on several days, which then are nights.

    Examples
    --------
    >>> settings = pd.DataFrame({"model": ["svm", "svm", "mlp"], "seed": [0, 1, 0], "C": [1, 1, None]})
    >>> metrics = pd.DataFrame({"accuracy": [0.9, 0.8, 0.7]})
    >>> table_of_runs(pd.Series(["a", "b", "c"]), settings, metrics).to_numpy().tolist()
    [['svm', 0, 0.9], ['svm', 1, 0.8], ['mlp', 0, 0.7]]
    """
    keys = _keys_of(names, settings)
    keys["algorithm"] = _with_settings(keys, settings)
    same = list(keys.columns)
    if keys.duplicated().any():
        keys[RUN] = keys.groupby(same, dropna=False).cumcount()
        if nights is not None and varies(nights[DATE].str[:DAY]):
            days = nights[DATE].str[:DAY].rank(method="dense").astype(int) - 1
            once_a_day = not pd.concat([keys[same], days], axis=1).duplicated().any()
            keys[RUN] = days if once_a_day else keys[RUN]
            keys = pd.concat([keys, nights], axis=1)
    # a summary may repeat a setting, such as the seed
    measured = metrics[[name for name in metrics if name not in keys]]
    return stack_metrics(pd.concat([keys, measured], axis=1), list(measured.columns))


def _keys_of(names: "pd.Series[str]", settings: pd.DataFrame) -> pd.DataFrame:
    """Return the columns algorithm, dataset and those that number the repeats, where there are any."""
    algorithm = _first_called(settings, "algorithm")
    dataset = _first_called(settings.drop(columns=[algorithm], errors="ignore"), "dataset")
    varying = [name for name in settings if varies(settings[name])]
    repeats = [name for name in varying if strength_of(name, "repeat") > Strength.FIELD]
    found: dict[Hashable, pd.Series[str]] = {}
    found["algorithm"] = (
        _names_without(names, settings[repeats])
        if algorithm is None
        else settings[algorithm].fillna(names)
    )
    if dataset in varying and dataset is not None:
        found["dataset"] = settings[dataset]
    return pd.DataFrame(found | {name: settings[name] for name in repeats}, index=settings.index)


def _first_called(settings: pd.DataFrame, role: str) -> Hashable | None:
    names = [name for name in settings if strength_of(name, role)]
    return max(names, key=lambda name: strength_of(name, role), default=None)


def _names_without(names: "pd.Series[str]", repeats: pd.DataFrame) -> "pd.Series[str]":
    """Leave out the numbers of repeats at the ends of names, where all names end so: ``ppo-seed1``."""
    for column in repeats:
        word = re.escape(str(column))
        pairs = list(zip(names.astype(str), repeats[column].astype(str), strict=True))
        ends = [re.search(rf"[\W_]+({word}[\W_]*)?{re.escape(n)}$", name) for name, n in pairs]
        if all(end is not None and end.start() > 0 for end in ends):
            short = [name[: end.start()] for (name, _), end in zip(pairs, ends, strict=True) if end]
            names = pd.Series(short, index=names.index)
    return names


def _with_settings(keys: pd.DataFrame, settings: pd.DataFrame) -> "pd.Series[str]":
    """Return the algorithms, with the settings that tell runs apart which would be the same."""
    algorithms = keys["algorithm"].astype(str)
    played = {
        _first_called(settings, "algorithm"),
        _first_called(settings, "dataset"),
        *keys.columns,
    }
    others = [name for name in settings if name not in played]
    both = pd.concat([keys, settings[others]], axis=1)
    telling = columns_that_tell_apart(both, list(keys.columns), others)
    if not telling:
        return algorithms
    labels = [_label(row) for row in settings[telling].to_dict("records")]
    return algorithms + pd.Series(labels, index=keys.index)


def _label(settings: dict[Hashable, Any]) -> str:
    present = {name: value for name, value in settings.items() if not pd.isna(value)}
    return "".join(f" {name}={_text(value)}" for name, value in present.items())


def _text(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def numbers_where_all_are(settings: pd.DataFrame, columns: Sequence[Hashable]) -> pd.DataFrame:
    """Turn columns of text into numbers where every cell that is not empty is one; trackers keep text."""
    table = settings.copy()
    for name in columns:
        numbers = pd.to_numeric(table[name], errors="coerce")
        if bool((numbers.notna() == table[name].notna()).all()):
            table[name] = numbers
    return table
