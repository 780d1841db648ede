"""The values of a column in their natural order."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd

from benchreport.errors import DataError, examples
from benchreport.hints import code

MIDNIGHT = " 00:00:00"


def ordered_values(column: "pd.Series[Any]") -> dict[str, Any]:
    """Return the different values of a column in order, by their text.

    Parameters
    ----------
    column
        Numbers and dates are taken in their order, a categorical's values in its own, and texts so
        that "night 10" comes after "night 9".

    Raises
    ------
    DataError
        Cells are empty, or different values read the same.

    Examples
    --------
    >>> list(ordered_values(pd.Series(["10", "9", "10"], name="night")))
    ['9', '10']
    """
    if column.isna().any():
        raise DataError(
            f"column {column.name!r} has {int(column.isna().sum())} empty cells.",
            hint=code(f"df.dropna(subset=[{column.name!r}]).bench"),
        )
    different = [value for value in column.unique() if bool((column == value).any())]
    if isinstance(column.dtype, pd.CategoricalDtype):
        category_order = {value: place for place, value in enumerate(column.cat.categories)}
        different.sort(key=category_order.__getitem__)
    else:
        different.sort(key=_sort_key(different))
    labels = [_format_value(value) for value in different]
    twice = sorted({text for text in labels if labels.count(text) > 1})
    if twice:
        raise DataError(
            f"different values of column {column.name!r} read the same: {examples(twice)}.",
            hint=code(f"df[{column.name!r}] = df[{column.name!r}].astype(str)"),
        )
    return dict(zip(labels, different, strict=True))


def _sort_key(values: Sequence[Any]) -> Callable[[Any], Any]:
    if any(isinstance(value, str) for value in values):
        numbers = pd.to_numeric(pd.Series(values, dtype=object), errors="coerce")
        if numbers.notna().all():
            return dict(zip(values, numbers.tolist(), strict=True)).__getitem__
        return lambda value: _natural(str(value))
    try:
        sorted(values)
    except TypeError:
        return lambda value: _natural(str(value))
    return lambda value: value


def _natural(text: str) -> tuple[list[str | int], str]:
    """Return a sort key that compares the numbers in a text as numbers, and capitals where all else is equal.

    >>> sorted(["night 10", "night 9"], key=_natural)
    ['night 9', 'night 10']
    """
    parts = re.split(r"([0-9]+)", text.casefold())
    return [int(part) if place % 2 else part for place, part in enumerate(parts)], text


def _format_value(value: object) -> str:
    """Write a value as a label: dates without midnight, whole numbers without a point.

    >>> _format_value(pd.Timestamp("2024-05-01")), _format_value(3.0), _format_value("night 1")
    ('2024-05-01', '3', 'night 1')
    """
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).removesuffix(MIDNIGHT)
