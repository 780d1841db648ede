"""Write the report for other programs: its document and every result as JSON, with a schema."""

import dataclasses
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchreport.report.contents import Contents, Files
from benchreport.version import __version__

FORMAT, VERSION = "benchreport-report", 1
SCHEMA = Path(__file__).with_name("schema.json")
# drawings are left out, because their data are facts enough
LEFT_OUT = {"draw", "list_points", "draw_narrow"}
# lists and objects above this level have a line for each of their items
SPREAD = 4
COMPACT = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def write(contents: Contents, name: str) -> Files:
    """Write the facts."""
    # one result at a time, written at once: memory would not hold three copies of all beside the scores
    facts_to_write = _describe(contents) | {
        "results": (result.to_dict() for result in contents.results)
    }
    out = io.BytesIO()
    for piece in _encode(facts_to_write):
        out.write(piece.encode())
    out.write(b"\n")
    return {name: out.getvalue()}


def _encode(value: Any, level: int = 0) -> Iterator[str]:  # noqa: ANN401 - any plain value
    """Write JSON with a line for every section of the document and every row of a result."""
    if level == SPREAD or not isinstance(value, dict | list | Iterator):
        yield COMPACT(value)
        return
    items = value.items() if isinstance(value, dict) else (("", item) for item in value)
    start, end = "{}" if isinstance(value, dict) else "[]"
    for name, item in items:
        key = f"{COMPACT(name)}: " if end == "}" else ""
        yield f"{start}\n{' ' * (level + 1)}{key}"
        yield from _encode(item, level + 1)
        start = ","
    yield f"{start}{end}" if start in "{[" else f"\n{' ' * level}{end}"


def facts(contents: Contents) -> dict[str, Any]:
    """Return the document of a report and its results as plain values.

    Parameters
    ----------
    contents
        The facts of the report.

    Returns
    -------
    dict
        The format and its version, the version of benchreport, the document without its drawings, and
        every result as `Result.to_dict` gives it; `schema` describes it.
    """
    return _describe(contents) | {"results": [result.to_dict() for result in contents.results]}


def _describe(contents: Contents) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "benchreport": __version__,
        "document": _plain(contents.document),
    }


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the facts, which the package carries.

    >>> schema()["properties"]["version"]
    {'const': 1}
    """
    content: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return content


def _plain(value: Any) -> Any:  # noqa: ANN401 - any field of a document
    """Make a document plain: tuples and sets become lists, and files texts."""
    if dataclasses.is_dataclass(value):
        names = (item.name for item in dataclasses.fields(value) if item.name not in LEFT_OUT)
        return {name: _plain(getattr(value, name)) for name in names}
    if isinstance(value, frozenset):
        return [_plain(item) for item in sorted(value)]
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value.decode() if isinstance(value, bytes) else value
