"""Tables of what JSON holds: an array of records, or an object of columns."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pandas as pd

from benchreport.data.columns.two_levels import melt_two_levels
from benchreport.data.columns.words.kinds_of_names import share_of_algorithms
from benchreport.data.columns.words.measures import is_cost, is_measure
from benchreport.data.columns.words.names import words_of
from benchreport.data.readers.content import SIZE_LIMIT, refuse_cells
from benchreport.data.readers.nested_records import (
    RESULTS,
    are_numbers,
    holds_objects,
    is_number,
    lists_records,
    unfold,
)
from benchreport.data.readers.parts import PARTS, name_parts
from benchreport.errors import ReadError, examples
from benchreport.wording.shell import reading

EXPECTED = 'an array of records like [{"algorithm": "svm", "dataset": "iris", "accuracy": 0.95}]'
# what is scored, and its score
FEWEST = 2
Pairs = list[tuple[str, Any]]


def table_of(data: object, size_limit: int = SIZE_LIMIT) -> pd.DataFrame:
    """Make a table of an array of records, or of an object of columns.

    Parameters
    ----------
    data
        What JSON holds, or an object of Python that is like it.
    size_limit
        Bytes that the table's cells may take.

    Raises
    ------
    ReadError
        It is neither.
    """
    if isinstance(data, list) and _is_sheet(data):
        return pd.DataFrame(data[1:], columns=data[0])
    if isinstance(data, list):
        return table_of_records(data, size_limit)
    if isinstance(data, dict) and {"columns", "data"} <= set(data) <= {"columns", "index", "data"}:
        return pd.DataFrame(data["data"], columns=data["columns"], index=data.get("index"))
    inner = _inner(data) if isinstance(data, dict) else None
    if inner is not None and isinstance(data, dict):
        frame = table_of(inner, size_limit)
        if parts := _other_numbers(data, inner):
            said = reading.PART_NOT_READ if len(parts) == 1 else reading.PARTS_NOT_READ
            note = said.format(parts=examples(parts))
            frame.attrs["notes"] = (*frame.attrs.get("notes", ()), note)
        return frame
    if isinstance(data, dict) and all(isinstance(column, list | dict) for column in data.values()):
        return _columns(data, size_limit)
    if isinstance(data, dict):
        return table_of_records([data], size_limit)
    raise ReadError(f"it holds {_kind(data)}; expected {EXPECTED}")


def _is_sheet(rows: list[Any]) -> bool:
    """Tell whether an array holds rows, each an array, below one of names.

    >>> _is_sheet([["model", "f1"], ["svm", 0.5]]), _is_sheet([[1, 2], [3, 4]])
    (True, False)
    """
    widths = {len(row) for row in rows if isinstance(row, list)}
    if len(rows) < 2 or len(widths) > 1 or not all(isinstance(row, list) for row in rows):  # noqa: PLR2004 - names and a row
        return False
    return bool(rows[0]) and all(isinstance(name, str) for name in rows[0])


def _inner(data: dict[str, Any]) -> list[Any] | dict[str, Any] | None:
    """Return the results that an object holds beside what it says of them; ``None`` if it is them itself.

    >>> _inner({"date": "2026-01-01", "config": {"seed": 1}, "runs": [{"f1": 0.5}, {"f1": 0.6}]})
    [{'f1': 0.5}, {'f1': 0.6}]
    >>> _inner({"svm": {"iris": 0.5}, "knn": {"iris": 0.6}}) is None
    True
    >>> _inner({"budgets": [10, 15], "summary": {"a": {"10": 0.5}, "b": {"10": 0.6}}})
    {'a': {'10': 0.5}, 'b': {'10': 0.6}}
    >>> _inner({"name": "Round 22", "rps": {"gin": {"json": 9.5}, "axum": {"json": 9.7}}})
    {'gin': {'json': 9.5}, 'axum': {'json': 9.7}}
    """
    lists = [
        value
        for value in data.values()
        if isinstance(value, list)
        and len(value) > 1
        and all(isinstance(row, dict) for row in value)
    ]
    if len(lists) == 1 and len(data) > 1:
        return lists[0]
    named = [
        value
        for key, value in data.items()
        if key.casefold() in RESULTS and isinstance(value, list | dict) and len(value) > 1
    ]
    nested = [value for value in named if isinstance(value, list) or holds_objects(value)]
    if len(nested) == 1 and not (isinstance(nested[0], list) and nested[0] not in lists):
        return nested[0]
    if runs := _runs_beside(data):
        return runs
    # beside single values only, whatever it is called
    parts = [value for value in data.values() if isinstance(value, dict) or lists_records(value)]
    alone = parts[0] if len(parts) == 1 < len(data) and isinstance(parts[0], dict) else {}
    return alone if len(alone) > 1 and holds_objects(alone) else None


def _other_numbers(data: dict[str, Any], inner: list[Any] | dict[str, Any]) -> list[str]:
    """Return the keys of other objects with two measured numbers or more.

    >>> data = {"runs": [{"f1": 0.5}], "config": {"n": 5, "k": 3}, "sorts": {"heap_ms": 5, "quick_ms": 9}}
    >>> _other_numbers(data, data["runs"])
    ['sorts']
    """
    objects = {key: value for key, value in data.items() if isinstance(value, dict)}
    return [
        key
        for key, value in objects.items()
        if value is not inner
        and sum(
            is_number(cell) and is_cost(name) | is_measure(name) for name, cell in value.items()
        )
        >= FEWEST
    ]


def _runs_beside(data: dict[str, Any]) -> dict[str, Any]:
    """Return the scores of each run, with the seeds of as many, of names that another object summarizes.

    >>> means = {"a": {"f1": 2}, "b": {"f1": 3}}
    >>> _runs_beside({"seeds": [7, 8], "mean": means, "f1": {"a": [1, 3], "b": [2, 4]}})
    {'seed': [7, 8], 'a': [1, 3], 'b': [2, 4]}
    """
    objects = [value for value in data.values() if isinstance(value, dict) and len(value) > 1]
    runs = [value for value in objects if all(map(are_numbers, value.values()))]
    lengths = {len(numbers) for value in runs for numbers in value.values()}
    summed = [value for value in objects if value not in runs and holds_objects(value)]
    if (
        len(runs) != 1
        or len(lengths) > 1
        or not any(value.keys() == runs[0].keys() for value in summed)
    ):
        return {}
    seeds = [
        value
        for key, value in data.items()
        if words_of(key)[-1:] == ["seeds"] and are_numbers(value) and len(value) in lengths
    ]
    return {**({"seed": seeds[0]} if seeds else {}), **runs[0]}


def first_repeated(pairs: Iterable[tuple[str, Any]]) -> str:
    """Return the first key that occurs a second time."""
    keys = set[str]()
    for key, _ in pairs:
        if key in keys:
            return key
        keys.add(key)
    return ""


def _columns(data: dict[str, Any], size_limit: int) -> pd.DataFrame:
    keys = {key for column in data.values() if isinstance(column, dict) for key in column}
    refuse_cells(len(keys), len(data), size_limit)
    cells = [
        cell for column in data.values() if isinstance(column, dict) for cell in column.values()
    ]
    # pandas writes row numbers as keys
    if any(isinstance(cell, dict) for cell in cells) and not all(key.isdigit() for key in keys):
        inner = _inner_objects(data)
        if inner is None and len(rows := _named_objects(data)) > 1:
            return table_of_records(rows, size_limit)
        data = inner or data
        cells = [cell for column in data.values() for cell in column.values()]
    if cells and all(isinstance(cell, dict) for cell in cells):
        values = [value for cell in cells for value in cell.values()]
        listed = bool(values) and all(map(are_numbers, values))
        columns = {
            name: _unlist(column) if listed else pd.DataFrame(column).T
            for name, column in data.items()
        }
        return melt_two_levels(pd.concat(columns, axis=1))
    if cells and all(map(are_numbers, cells)):
        return _repeats(data)
    tables = [name for name, column in data.items() if lists_records(column)]
    if len(tables) > 1 and len(tables) == len(data):
        _refuse_unlike(data)
        return table_of_records([*_with_keys(data)], size_limit)
    try:
        frame = pd.DataFrame(data)
    except ValueError as error:
        what, hint = reading.UNEQUAL_LISTS
        if tables:
            what = reading.SEVERAL_TABLES.format(names=examples(tables))
            hint = name_parts(tables, range(len(tables)), titled=True)
        raise ReadError(f"{what}; expected {EXPECTED}", hint=hint) from error
    return _turn_numbers(frame) if holds_objects(data) else frame


def _turn_numbers(frame: pd.DataFrame) -> pd.DataFrame:
    """Put numbers that name rows or columns into the rows: those of rows, sizes and settings."""
    if all(str(name).isdigit() for name in frame.index):
        # keys are text in JSON
        return frame.set_axis(frame.index.astype(int)).sort_index()
    return frame.T if all(str(name).isdigit() for name in frame) else frame


def _refuse_unlike(data: dict[str, list[dict[str, Any]]]) -> None:
    """Refuse lists of records of which most have other keys: they are several tables."""
    keys = [{key for row in rows for key in row} for rows in data.values()]
    if 2 * len(set.intersection(*keys)) < len(set.union(*keys)):
        raise ReadError(
            reading.SEVERAL_TABLES.format(names=examples(data)),
            hint=name_parts([*data], range(len(data)), titled=True),
        )


def _with_keys(data: dict[str, list[dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    """Yield the records of lists of records, each with the key of its list.

    >>> [*_with_keys({"1000": [{"op": "add", "ms": 5}], "2000": [{"op": "add", "ms": 9}]})]
    [{'group': '1000', 'op': 'add', 'ms': 5}, {'group': '2000', 'op': 'add', 'ms': 9}]
    """
    taken = {name for rows in data.values() for row in rows for name in row}
    key = next(name for name in ("group", "key", "list", "table") if name not in taken)
    for name, rows in data.items():
        yield from ({key: name, **row} for row in rows)


def _inner_objects(data: dict[str, Any]) -> dict[str, dict[str, Any]] | None:
    """Return the objects within objects, without what stands beside them; ``None`` if some are deeper.

    >>> _inner_objects({"iris": {"n": 150, "svm": {"f1": 0.5}}, "wine": {"n": 178, "svm": {"f1": 0.6}}})
    {'iris': {'svm': {'f1': 0.5}}, 'wine': {'svm': {'f1': 0.6}}}
    >>> _inner_objects({"a": {"f1": 0.5}, "b": {"k_2": {"f1": 0.6}}}) is None
    True
    """
    if not holds_objects(data):
        return None
    inner = {
        name: {key: cell for key, cell in column.items() if isinstance(cell, dict)}
        for name, column in data.items()
    }
    cells = [cell for column in inner.values() for cell in column.values()]
    deeper = any(isinstance(value, dict) for cell in cells for value in cell.values())
    # the settings and the metrics of one model have no key in common
    unlike = any(
        len(column) > 1 and not frozenset.intersection(*map(frozenset, column.values()))
        for column in inner.values()
    )
    return None if deeper or unlike or not all(inner.values()) else inner


def _named_objects(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a record of each object, where all have the same keys and some a single value; else of leaves.

    >>> model = {"id": "x", "params": {"depth": 5}, "metrics": {"f1": 0.5}}
    >>> _named_objects({"tree": model, "forest": model})[0]
    {'name': 'tree', 'id': 'x', 'params': {'depth': 5}, 'metrics': {'f1': 0.5}}
    """
    alike = holds_objects(data) and len({*map(frozenset, data.values())}) == 1
    single = alike and any(
        not isinstance(cell, dict) for column in data.values() for cell in column.values()
    )
    if single:
        return [{"name": key, **value} for key, value in data.items()]
    return _leaves(data)


def _leaves(data: dict[str, Any], before: str = "") -> list[dict[str, Any]]:
    """Return a record of each object of numbers, however deep, with its path, but for settings.

    Settings share no key with another object.

    >>> scores = {"zero": {"f1": 0.5}, "few": {"k_2": {"f1": 0.6}, "k_4": {"f1": 0.7}}}
    >>> _leaves(scores | {"config": {"seed": 1}})
    [{'name': 'zero', 'f1': 0.5}, {'name': 'few/k_2', 'f1': 0.6}, {'name': 'few/k_4', 'f1': 0.7}]
    """
    rows: list[dict[str, Any]] = []
    for key, value in data.items():
        if isinstance(value, dict) and any(isinstance(cell, dict) for cell in value.values()):
            rows += _leaves(value, f"{before}{key}/")
        elif isinstance(value, dict):
            rows.append({"name": before + key, **value})
    counts = Counter(key for row in rows for key in row if key != "name")
    return rows if before else [row for row in rows if any(counts[key] > 1 for key in row)]


def _unlist(column: dict[str, dict[str, list[float]]]) -> pd.DataFrame:
    """Make a row for each place in the lists of an object of objects of metrics: they are repeats.

    >>> _unlist({"iris": {"acc": [0.5, 0.6]}}).reset_index().to_dict("list")
    {'level_0': ['iris', 'iris'], 'repeat': [0, 1], 'acc': [0.5, 0.6]}
    """
    rows = pd.concat(
        {name: pd.DataFrame.from_dict(lists, "index").T for name, lists in column.items()}
    )
    return rows.rename_axis([None, "repeat"])


def _repeats(data: dict[str, dict[str, list[float]]]) -> pd.DataFrame:
    """Make a row for each place in the lists of an object of objects: they are repeats.

    >>> _repeats({"svm": {"iris": [0.5, 0.6]}, "knn": {"iris": [0.7, 0.8]}}).to_dict("list")
    {'repeat': [0, 1], 'svm': [0.5, 0.6], 'knn': [0.7, 0.8]}
    >>> list(_repeats({"iris": {"svm": [0.5, 0.6], "knn": [0.7, 0.8]}}))
    ['repeat', 'svm', 'knn']
    """
    inner = list(dict.fromkeys(key for lists in data.values() for key in lists))
    if share_of_algorithms(inner) > share_of_algorithms(data):
        # a column for each algorithm
        data = {
            name: {key: lists[name] for key, lists in data.items() if name in lists}
            for name in inner
        }
    columns = {
        name: pd.Series(
            {
                (key, place): value
                for key, values in lists.items()
                for place, value in enumerate(values)
            }
        )
        for name, lists in data.items()
    }
    frame = pd.DataFrame(columns)
    frame.index.names = [None, "repeat"]
    return frame.reset_index("repeat")


def table_of_records(data: list[Any], size_limit: int) -> pd.DataFrame:
    """Make a table of records, each of whose nested keys follow a dot; refuse what is none."""
    odd = [item for item in data if not isinstance(item, dict)]
    if odd:
        raise ReadError(f"it holds {_kind(odd[0])} where a record should be; expected {EXPECTED}")
    data, summaries = _apart(data)
    data = unfold(data)
    rows = [_flat(record, number) for number, record in enumerate(data, start=1)]
    names = dict.fromkeys(name for row in rows for name in row)
    refuse_cells(len(rows), len(names), size_limit)
    # a table in each cell names and measures nothing; a log may have nothing else
    cells = {name: [row[name] for row in rows if row.get(name) is not None] for name in names}
    tables = [name for name in names if cells[name] and all(map(lists_records, cells[name]))]
    kept = [name for name in names if name not in tables]
    tables, kept = (tables, kept) if len(kept) >= FEWEST else ([], [*names])
    frame = pd.DataFrame(rows, columns=kept)
    frame.attrs |= {PARTS: tables} if tables and len(rows) == 1 else {}
    notes = [reading.TABLES_IN_CELLS.format(columns=examples(tables))] * bool(tables)
    notes += [reading.OTHER_RECORDS.format(keys=examples(summaries))] * bool(summaries)
    frame.attrs |= {"notes": tuple(notes)} if notes else {}
    return frame


def _apart(data: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[str]]:
    """Leave out records of one key, which no other kind has, and that hold what sums up the others.

    >>> _apart([{"q": 1, "ms": 5}, {"q": 2, "ms": 4}, {"summary": {"ms": 4.5}}])
    ([{'q': 1, 'ms': 5}, {'q': 2, 'ms': 4}], ['summary'])
    """
    alone = [len(record) == 1 and isinstance(next(iter(record.values())), dict) for record in data]
    rest = [record for record, apart in zip(data, alone, strict=True) if not apart]
    keys = dict.fromkeys(
        key for record, apart in zip(data, alone, strict=True) if apart for key in record
    )
    if 2 * len(rest) <= len(data) or any(key in record for record in rest for key in keys):
        return data, []
    return rest, [*keys]


def _flat(record: dict[str, Any], number: int) -> dict[str, Any]:
    """Return a record without nested objects: their keys follow a dot."""
    if not any(isinstance(value, dict) for value in record.values()):
        return record
    pairs = list(_pairs(record, ""))
    flat = dict(pairs)
    if len(flat) < len(pairs):
        raise ReadError(
            f"key {first_repeated(pairs)!r} occurs twice in record {number}, as itself and in an object",
            hint="rename one of the two",
        )
    return flat


def _pairs(record: dict[str, Any], before: str) -> Iterator[tuple[str, Any]]:
    for key, value in record.items():
        if isinstance(value, dict):
            yield from _pairs(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def _kind(value: object) -> str:
    names = {list: "an array", dict: "an object", str: "text", bool: "true or false"}
    return names.get(type(value), "nothing" if value is None else "a number")
