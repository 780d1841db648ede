"""JSON as text: parsed as a whole, by the keys of a part, or line by line."""

import json
from typing import Any

import pandas as pd

from benchreport.data.readers.content import SIZE_LIMIT, text_of
from benchreport.data.readers.json_records import Pairs, first_repeated, table_of, table_of_records
from benchreport.data.readers.nested_records import lists_records
from benchreport.data.readers.parts import choose
from benchreport.errors import ReadError


def read_json(content: bytes, size_limit: int = SIZE_LIMIT, *, part: str = "") -> pd.DataFrame:
    """Read an array of records, an object of columns, or one record a line.

    Objects in records become columns with a dot: ``{"metrics": {"f1": 0.5}}`` is ``metrics.f1``. An object
    of objects of metrics has one row per score, and lists of numbers in objects of objects are repeats. Of an
    object with one list of records, or with its results by that name, the rest is left out. Records that each
    list their results have a row for each of these. A part is named by its keys, with dots between.

    Raises
    ------
    ReadError
        The content is something else, has no such part, or an object has a key twice.

    Examples
    --------
    >>> read_json(b'[{"method": "svm", "f1": 0.5}]').to_dict("records")
    [{'method': 'svm', 'f1': 0.5}]
    >>> read_json(b'{"svm": [0.5, 0.6], "knn": [0.7, 0.8]}').shape
    (2, 2)
    >>> nested = b'{"svm": {"iris": {"acc": 0.5, "f1": 0.4}}, "knn": {"iris": {"acc": 0.6, "f1": 0.5}}}'
    >>> list(read_json(nested))
    ['dataset', 'algorithm', 'metric', 'value']
    >>> read_json(b'{"eval": {"fast": [{"mode": "a", "f1": 0.5}]}}', part="eval.fast").to_dict("records")
    [{'mode': 'a', 'f1': 0.5}]
    """
    text = text_of(content)
    try:
        data = _parse(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            return read_json_lines(content, size_limit)
        raise
    return table_of(_part_of(data, part) if part else data, size_limit)


def _part_of(data: object, part: str) -> object:
    """Return what stands at some keys, with dots between them; a list of records may be numbered."""
    found = _at(data, part)
    if found is not None:
        return found
    lists = _lists_in(data)
    return _at(data, lists[choose(part, lists)])


def _at(data: object, part: str) -> object:
    if not isinstance(data, dict) or not part:
        return None if part else data
    # keys may have dots, too
    ways = ((key, part.removeprefix(key)) for key in data if part.startswith(key))
    inner = (_at(data[key], rest[1:]) for key, rest in ways if rest[:1] in ("", "."))
    return next((value for value in inner if value is not None), None)


def _lists_in(data: object, before: str = "") -> list[str]:
    """Return the keys of the lists of records in an object, however deep.

    >>> _lists_in({"seed": 1, "eval": {"fast": [{"f1": 0.5}], "slow": [{"f1": 0.6}]}})
    ['eval.fast', 'eval.slow']
    """
    if lists_records(data):
        return [before]
    pairs = data.items() if isinstance(data, dict) else ()
    return [
        name
        for key, value in pairs
        for name in _lists_in(value, f"{before}.{key}" if before else key)
    ]


def read_json_lines(content: bytes, size_limit: int = SIZE_LIMIT) -> pd.DataFrame:
    """Read one record a line.

    Raises
    ------
    ReadError
        A line is not a record, or has a key twice; the message names it.
    """
    records = []
    text = text_of(content).replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            records.append(_parse(line))
        except json.JSONDecodeError as error:
            raise ReadError(f"line {number}: {error.msg} at character {error.colno}") from error
        except ReadError as error:
            raise ReadError(f"line {number}: {error.message}", hint=error.way_out) from error
    return table_of_records(records, size_limit)


def _parse(text: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Parse JSON; raise `ReadError` where an object has a key twice, as one value would be lost."""
    twice: list[tuple[dict[str, Any], str]] = []

    def keep_repeated(pairs: Pairs) -> dict[str, Any]:
        record = dict(pairs)
        if len(record) < len(pairs):
            twice.append((record, first_repeated(pairs)))
        return record

    data = json.loads(text, object_pairs_hook=keep_repeated)
    if twice:
        record, key = twice[0]
        records = data if isinstance(data, list) else []
        places = (place for place, item in enumerate(records, start=1) if _holds(item, record))
        where = next((f" in record {place}" for place in places), "")
        raise ReadError(
            f"key {key!r} occurs twice{where}", hint="keep one of the two, or rename one"
        )
    return data


def _holds(value: object, record: dict[str, Any]) -> bool:
    if isinstance(value, dict):
        return value is record or any(_holds(item, record) for item in value.values())
    return isinstance(value, list) and any(_holds(item, record) for item in value)
