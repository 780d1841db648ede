"""A history as JSON Lines: strict JSON, a line a record, numbers to the last digit.

Scores are lists of equal length: places in the lists of names, and values, ``null`` where a run failed.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import numpy as np

from benchreport.errors import ReadError
from benchreport.nightly.history.night_scores import NightScores
from benchreport.nightly.history.record_lines import FIRST, Line, damaged, digest_of, natural, plain

__all__ = [
    "SIDES",
    "first_of",
    "line_of",
    "read_json_lines",
    "text_of",
    "text_of_first",
    "write_json_lines",
]

SIDES = {
    "algorithm": "algorithms",
    "dataset": "datasets",
    "repeat": "repeats",
    "version": "versions",
}


def write_json_lines(lines: Iterable[Line], file: BinaryIO) -> None:
    """Write lines, one after the other."""
    file.write(text_of_first().encode() + b"\n")
    for each in lines:
        told = each if each.scores is None else _with_arrays(each, each.scores)
        file.write(text_of(told).encode() + b"\n")


def read_json_lines(file: BinaryIO) -> Iterator[Line]:
    """Read lines, one after the other.

    Raises
    ------
    ReadError
        A line is not as it was written.
    """
    first_of(file.readline())
    for number, text in enumerate(file, start=2):
        line = line_of(text, f"line {number}")
        yield _with_scores(line) if line.kind == "scores" else line


def text_of_first() -> str:
    """Write the first line as JSON."""
    return json.dumps(FIRST)


def text_of(line: Line) -> str:
    """Write a line as JSON, with the sha256 of what it says; scores have that of their night."""
    doc = plain(line.told)
    told: dict[str, Any] = {line.kind: doc}
    if line.kind not in ("scores", "end"):
        told["sha256"] = digest_of(doc)
    return json.dumps(told, allow_nan=False)


def first_of(text: bytes) -> None:
    """Check the first line.

    Raises
    ------
    ReadError
        It is not that of an export, or of a newer version.
    """
    told = _parsed(text, "its first line")
    if told.get("benchreport") != FIRST["benchreport"]:
        raise ReadError(
            f"its first line does not say that it is an export of nights; it says {text[:60]!r}.",
            hint="benchreport nightly export nights.jsonl writes one",
        )
    if told != FIRST:
        raise ReadError(
            f"the export is of format {told.get('format')}; this benchreport knows "
            f"{FIRST['format']}.",
            hint="install the newer benchreport that wrote it: pip install -U benchreport",
        )


def line_of(text: bytes, place: str) -> Line:
    """Read a line, and compare it with its sha256.

    Raises
    ------
    ReadError
        It is not what was written.
    """
    told = _parsed(text, place)
    kind = next(iter(told), "")
    sealed = kind not in ("scores", "end")
    if kind not in ("night", "scores", "result", "finding", "event", "end") or (
        set(told) != ({kind, "sha256"} if sealed else {kind}) or not isinstance(told[kind], dict)
    ):
        raise damaged(f"{place} is not one that an export has")
    doc = told[kind]
    if sealed and told["sha256"] != digest_of(doc):
        name = doc.get("night", "")
        raise damaged(f"{place}{' of ' * bool(name)}{name} is not what was written")
    # lists of scores are long, and have no names to undo
    return Line(kind=kind, told=natural(doc) if kind != "scores" else doc, place=place)


def _parsed(text: bytes, place: str) -> dict[str, Any]:
    try:
        told = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise damaged(f"{place} is not JSON, or cut off") from error
    if not isinstance(told, dict):
        raise damaged(f"{place} is not one that an export has")
    return told


def _refused(name: str) -> float:
    raise ValueError(name)


def _with_arrays(line: Line, scores: NightScores) -> Line:
    value = scores.value.tolist()
    if not np.isfinite(scores.value).all():
        value = [None if np.isnan(each) else each for each in value]
    told = {
        **line.told,
        **{name: getattr(scores, name) for name in ("metric", "higher_is_better", "matched")},
        **{names: getattr(scores, names) for names in SIDES.values()},
        **{codes: getattr(scores, codes).tolist() for codes in SIDES},
        "value": value,
    }
    return Line(kind=line.kind, told=told)


def _with_scores(line: Line) -> Line:
    told = dict(line.told)
    where = {name: told.pop(name, "") for name in ("night", "label")}
    try:
        value = [np.nan if each is None else natural(each) for each in told.pop("value")]
        arrays: dict[str, Any] = {names: tuple(told.pop(names)) for names in SIDES.values()}
        for codes in SIDES:
            arrays[codes] = np.array(told.pop(codes), dtype=np.int32).astype(np.intp)
        scores = NightScores(**told, **arrays, value=np.array(value, dtype=float))
        fits = all(
            len(arrays[codes]) == len(value)
            and bool(((arrays[codes] >= 0) & (arrays[codes] < len(arrays[names]))).all())
            for codes, names in SIDES.items()
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise damaged(f"{line.place} has no scores of {where['night']} as an export") from error
    if not fits:
        raise damaged(f"{line.place} has scores of {where['night']} that lack names")
    return Line(kind="scores", told=where, scores=scores, place=line.place)
