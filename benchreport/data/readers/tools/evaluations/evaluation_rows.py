"""What the readers of evaluations share: records of JSON, and frames of scores and of answers."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from benchreport.data.columns.words.direction import DIRECTIONS
from benchreport.data.readers.content import text_of
from benchreport.data.readers.tools.source import Source
from benchreport.errors import ReadError, is_number, shorten
from benchreport.wording.shell import tool_notes

Record = dict[str, Any]
Rows = Iterable[Mapping[str, object]]
# columns that say something only where they vary
VARYING = ("repeat", "stderr")


def get(record: object, *keys: str, kind: type | tuple[type, ...] = dict) -> Any:  # noqa: ANN401 - JSON
    """Return what a record holds under nested keys, or raise `ReadError` that names the key.

    >>> get({"eval": {"model": "gpt2"}}, "eval", "model", kind=str)
    'gpt2'
    """
    value = record
    for place, key in enumerate(keys, start=1):
        path = ".".join(keys[:place])
        if not isinstance(value, dict) or key not in value:
            raise ReadError(f"it lacks the key {path!r}")
        value = value[key]
    if not isinstance(value, kind):
        raise ReadError(f"its key {'.'.join(keys)!r} holds {shorten(value)}")
    return value


def list_in(record: object, key: str, kind: type) -> list[Any]:
    """Return the list under a key, whose items are all of a kind, or raise `ReadError` that shows another.

    >>> list_in({"resolved": ["a-1", "a-2"]}, "resolved", str)
    ['a-1', 'a-2']
    """
    items: list[Any] = get(record, key, kind=list)
    for number, item in enumerate(items, start=1):
        if not isinstance(item, kind):
            raise ReadError(f"item {number} of its key {key!r} is {shorten(item)}")
    return items


def has(record: object, *keys: str) -> bool:
    """Tell whether a value is a record that has all keys."""
    return isinstance(record, dict) and all(key in record for key in keys)


def number_in(value: object) -> float | None:
    """Return a finite number or truth value as a float; ``None`` for anything else.

    >>> number_in(True), number_in(0.25), number_in("N/A"), number_in(float("nan"))
    (1.0, 0.25, None, None)
    """
    if isinstance(value, bool) or is_number(value):
        return float(value)  # type: ignore[arg-type]
    return None


def load_json(source: Source) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return a file of JSON, which may lie in a folder, or raise `ReadError` that names it."""
    if source.json is not None:
        return source.json
    try:
        return json.loads(text_of(source.content))
    except (ValueError, RecursionError) as error:
        raise ReadError(f"{source.name} is no JSON: {error}") from error


def load_lines(source: Source) -> Iterator[Record]:
    """Parse JSON lines one by one, or raise `ReadError` that names the line."""
    for number, line in enumerate(text_of(source.content).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ReadError(f"line {number} of {source.name} is no JSON: {error}") from error
        if not isinstance(record, dict):
            raise ReadError(f"line {number} of {source.name} is no record: {shorten(record)}")
        yield record


def first_file(source: Source, *patterns: str) -> Source | None:
    """Return the first file of a folder that matches a pattern; ``None`` if none does."""
    return next((file for pattern in patterns for file in source.files(pattern)), None)


def model_of_folder(path: Path) -> str:
    """Return the model after which a tool named a folder, where "/" is written as "__".

    >>> model_of_folder(Path("out/EleutherAI__pythia-160m"))
    'EleutherAI/pythia-160m'
    """
    return path.name.replace("__", "/")


def frame_of_scores(rows: Rows) -> pd.DataFrame:
    """Make a frame of rows with ``algorithm``, ``dataset``, ``metric`` and ``value``.

    Raises
    ------
    ReadError
        There is no row.
    """
    frame = pd.DataFrame(list(rows))
    if frame.empty:
        raise ReadError("it holds no score")
    return frame.drop(columns=[name for name in VARYING if _says_nothing(frame, name)])


def frame_of_answers(rows: Rows) -> pd.DataFrame:
    """Make a frame of rows with ``algorithm``, ``dataset``, ``example``, ``metric`` and ``value``.

    Where all values are 0 or 1, the answers are wrong or right: ``correct`` takes the place of ``value``.

    Raises
    ------
    ReadError
        There is no row.
    """
    frame = frame_of_scores(rows)
    if not frame["value"].isin([0, 1]).all():
        return frame
    frame["value"] = frame["value"].astype(bool)
    return frame.rename(columns={"value": "correct"})


def number_runs(frame: pd.DataFrame) -> pd.DataFrame:
    """Add column ``run`` where a folder holds several for the same model, dataset and metric."""
    keys = [name for name in frame.columns if name not in ("value", "correct", "stderr")]
    runs = frame.groupby(keys, sort=False, dropna=False).cumcount()
    return frame.assign(run=runs + 1) if runs.any() else frame


def with_notes(frame: pd.DataFrame, *notes: str) -> pd.DataFrame:
    """Keep sentences on how a source was read in ``attrs["notes"]``, which ``check`` shows."""
    frame.attrs["notes"] = tuple(filter(None, notes))
    return frame


def note_on_answers(source: Source, name: str, *folders: str) -> str:
    """Say which files of a folder hold the answers behind the scores; empty without any."""
    answers = first_file(source, *(f"{folder}{name}" for folder in folders))
    return tool_notes.ANSWERS.format(files=name) if answers else ""


def with_directions(frame: pd.DataFrame, stated: Iterable[tuple[str, object]]) -> pd.DataFrame:
    """Keep beside a frame whether higher is better, where a tool says so of a metric, always the same."""
    known: dict[str, set[object]] = {metric: set() for metric in frame["metric"].unique()}
    for metric, higher in stated:
        known.get(metric, set()).add(higher if isinstance(higher, bool) else None)
    frame.attrs[DIRECTIONS] = {
        metric: values.pop()
        for metric, values in known.items()
        if len(values) == 1 and None not in values
    }
    return frame


def _says_nothing(frame: pd.DataFrame, name: str) -> bool:
    if name not in frame:
        return False
    different = frame[name].unique()
    return bool(pd.isna(different).all()) or (name == "repeat" and len(different) == 1)
