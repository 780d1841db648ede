"""A history as JSON Lines: one line of strict JSON for each record, with numbers in full precision.

Scores are lists of equal length: indices into the lists of names, and values; ``null`` for failed runs.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import numpy as np

from benchreport.errors import ReadError
from benchreport.nightly.history.export_records import (
    FIRST,
    Line,
    damage,
    digest,
    from_plain,
    to_plain,
)
from benchreport.nightly.history.night_scores import SIDES, NightScores

FIRST_LINE = json.dumps(FIRST)
UNSEALED = ("scores", "end")
"""Kinds of lines without their own sha256, because the sha256 of the night covers the scores."""


def write_json_lines(lines: Iterable[Line], file: BinaryIO) -> None:
    """Write lines to a file."""
    file.write(FIRST_LINE.encode() + b"\n")
    for line in lines:
        complete = line if line.scores is None else _with_arrays(line, line.scores)
        file.write(format_line(complete).encode() + b"\n")


def read_json_lines(file: BinaryIO) -> Iterator[Line]:
    """Yield the lines of a file.

    Raises
    ------
    ReadError
        A line was changed.
    """
    check_first_line(file.readline())
    for number, text in enumerate(file, start=2):
        line = parse_line(text, f"line {number}")
        yield _parse_scores(line) if line.kind == "scores" else line


def format_line(line: Line) -> str:
    """Format a line as JSON, with the sha256 of its content."""
    doc = to_plain(line.doc)
    content: dict[str, Any] = {line.kind: doc}
    if line.kind not in UNSEALED:
        content["sha256"] = digest(doc)
    return json.dumps(content, allow_nan=False)


def check_first_line(text: bytes) -> None:
    """Check that a file begins like an export.

    Raises
    ------
    ReadError
        The first line is not that of an export, or belongs to a newer format.
    """
    first = _parse_json(text, "its first line")
    if first.get("benchreport") != FIRST["benchreport"]:
        raise ReadError(
            f"its first line does not say that it is an export of nights; it says {text[:60]!r}.",
            hint="benchreport nightly export nights.jsonl writes one",
        )
    if first != FIRST:
        raise ReadError(
            f"the export is of format {first.get('format')}; this benchreport knows "
            f"{FIRST['format']}.",
            hint="install the newer benchreport that wrote it: pip install -U benchreport",
        )


def parse_line(text: bytes, place: str) -> Line:
    """Read a line, and check it against its sha256.

    Raises
    ------
    ReadError
        The line is not what was written.
    """
    content = _parse_json(text, place)
    kind = next(iter(content), "")
    sealed = kind not in UNSEALED
    if kind not in ("night", "scores", "result", "finding", "event", "end") or (
        set(content) != ({kind, "sha256"} if sealed else {kind})
        or not isinstance(content[kind], dict)
    ):
        raise damage(f"{place} is not one that an export has")
    doc = content[kind]
    if sealed and content["sha256"] != digest(doc):
        name = doc.get("night", "")
        raise damage(f"{place}{' of ' * bool(name)}{name} is not what was written")
    # skip the long lists of scores, which hold no encoded names
    return Line(kind=kind, doc=from_plain(doc) if kind != "scores" else doc, place=place)


def _parse_json(text: bytes, place: str) -> dict[str, Any]:
    try:
        content = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise damage(f"{place} is not JSON, or cut off") from error
    if not isinstance(content, dict):
        raise damage(f"{place} is not one that an export has")
    return content


def _refuse_constant(name: str) -> float:
    raise ValueError(name)


def _with_arrays(line: Line, scores: NightScores) -> Line:
    value = scores.value.tolist()
    if not np.isfinite(scores.value).all():
        value = [None if np.isnan(score) else score for score in value]
    arrays = {codes: getattr(scores, codes).tolist() for codes in SIDES}
    return Line(kind=line.kind, doc={**line.doc, **scores.labels, **arrays, "value": value})


def _parse_scores(line: Line) -> Line:
    doc = dict(line.doc)
    where = {name: doc.pop(name, "") for name in ("night", "label")}
    try:
        value = [np.nan if score is None else from_plain(score) for score in doc.pop("value")]
        parts: dict[str, Any] = {names: tuple(doc.pop(names)) for names in SIDES.values()}
        for codes in SIDES:
            parts[codes] = np.array(doc.pop(codes), dtype=np.int32).astype(np.intp)
        scores = NightScores(**doc, **parts, value=np.array(value, dtype=float))
        fits = all(
            len(parts[codes]) == len(value)
            and bool(((parts[codes] >= 0) & (parts[codes] < len(parts[names]))).all())
            for codes, names in SIDES.items()
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise damage(f"{line.place} has no scores of {where['night']} as an export") from error
    if not fits:
        raise damage(f"{line.place} has scores of {where['night']} that lack names")
    return Line(kind="scores", doc=where, scores=scores, place=line.place)
