"""JSON: an array of records, one record a line, or an object of columns."""

import json
from typing import Any

import pandas as pd

from benchreport.errors import ReadError

__all__ = ["read_json", "read_json_lines"]

EXPECTED = 'an array of records like [{"algorithm": "svm", "dataset": "iris", "accuracy": 0.95}]'


def read_json(content: bytes) -> pd.DataFrame:
    """Read an array of records or an object of columns; records one a line are read too.

    Nested objects become columns with a dot: ``{"metrics": {"f1": 0.5}}`` is ``metrics.f1``.

    Raises
    ------
    ReadError
        Anything else.

    Examples
    --------
    >>> read_json(b'[{"method": "svm", "f1": 0.5}]').to_dict("records")
    [{'method': 'svm', 'f1': 0.5}]
    >>> read_json(b'{"svm": [0.5, 0.6], "knn": [0.7, 0.8]}').shape
    (2, 2)
    """
    text = content.decode("utf-8-sig")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            return read_json_lines(content)
        raise
    if isinstance(data, list):
        return _records(data)
    if isinstance(data, dict) and {"columns", "data"} <= set(data) <= {"columns", "index", "data"}:
        return pd.DataFrame(data["data"], columns=data["columns"], index=data.get("index"))
    if isinstance(data, dict) and all(isinstance(each, list | dict) for each in data.values()):
        return _columns(data)
    if isinstance(data, dict):
        return _records([data])
    raise ReadError(f"it holds {_kind(data)}; expected {EXPECTED}")


def read_json_lines(content: bytes) -> pd.DataFrame:
    """Read one record a line.

    Raises
    ------
    ReadError
        A line is not a record; it is named.
    """
    records = []
    for number, line in enumerate(content.decode("utf-8-sig").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            records.append(json.loads(line))
        except json.JSONDecodeError as error:
            raise ReadError(f"line {number}: {error.msg} at character {error.colno}") from error
    return _records(records)


def _columns(data: dict[str, Any]) -> pd.DataFrame:
    frame = pd.DataFrame(data)
    if all(isinstance(each, dict) for each in data.values()) and all(
        str(name).isdigit() for name in frame.index
    ):
        # pandas writes row numbers as keys, which are text in JSON
        frame.index = frame.index.astype(int)
        return frame.sort_index()
    return frame


def _records(data: list[Any]) -> pd.DataFrame:
    odd = [each for each in data if not isinstance(each, dict)]
    if odd:
        raise ReadError(f"it holds {_kind(odd[0])} where a record should be; expected {EXPECTED}")
    return pd.json_normalize(data)


def _kind(value: object) -> str:
    names = {list: "an array", dict: "an object", str: "text", bool: "true or false"}
    return names.get(type(value), "nothing" if value is None else "a number")
