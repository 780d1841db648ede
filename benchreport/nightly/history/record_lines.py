"""A history as lines: a night's record, its scores, what was found, findings and events.

The same lines stand in every kind of file (`json_lines`, `parquet`). Each carries the sha256 of what it
says, scores are checked by that of their night, and the last line by all of these: a file that was cut off
or edited is refused.
"""

import dataclasses
import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from benchreport.errors import ReadError
from benchreport.nightly.history.history import History
from benchreport.nightly.history.night_scores import Night, NightScores
from benchreport.nightly.history.records import NightRecord, Remembered, finding_of, record_of
from benchreport.nightly.night_facts import Finding, NightFacts

__all__ = [
    "FIRST",
    "Line",
    "damaged",
    "digest_of",
    "ended",
    "natural",
    "plain",
    "told",
    "understood",
]

FORMAT = 1
FIRST = {"benchreport": "nights", "format": FORMAT}
"""The first line: what this is, and how it is written."""

WHAT = {
    "night": "the record",
    "result": "what was found",
    "finding": "a finding",
    "event": "an event",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line.

    Parameters
    ----------
    kind
        ``"night"``, ``"scores"``, ``"result"``, ``"finding"``, ``"event"`` or ``"end"``.
    told
        What it says, without scores.
    scores
        Of a line of scores.
    place
        Where it was read: ``"line 17"``.
    """

    kind: str
    told: Mapping[str, Any]
    scores: NightScores | None = None
    place: str = ""


def told(history: History) -> Iterator[Line]:
    """Tell all of a history, nights first, oldest first; what is still to be sent stays there."""
    for record in history.nights():
        yield Line(kind="night", told=dataclasses.asdict(record))
        where = {"night": record.night, "label": record.label}
        for metric in () if record.thinned else record.metrics:
            scores = history.scores(record.night, record.label, metric)
            yield Line(kind="scores", told=where, scores=scores)
        facts = history.result(record.night, record.label)
        if facts is not None:
            yield Line(kind="result", told=facts.to_dict())
    for finding in history.findings():
        yield Line(kind="finding", told=dataclasses.asdict(finding))
    for event in history.events():
        yield Line(kind="event", told=event)


def ended(lines: Iterable[Line]) -> Iterator[Line]:
    """Follow lines by one that says how many there are, and the sha256 of theirs."""
    seal = _Seal()
    for each in lines:
        seal.add(each)
        yield each
    yield Line(kind="end", told=seal.told)


def understood(lines: Iterator[Line]) -> Iterator[Remembered | Finding | Mapping[str, str]]:
    """Put lines together to what `History.restore` takes.

    Raises
    ------
    ReadError
        A line is missing, or says something else than was written.
    """
    seal = _Seal()
    night: _Pending | None = None
    last = "its first line"
    for line in lines:
        last = f"{line.place}, {_name(line.told)}"
        if line.kind in ("scores", "result"):
            if night is None or not night.takes(line):
                raise damaged(f"{line.place} is not of the night before it")
            night.add(line)
        elif night is not None:
            yield night.whole()
            night = None
        if line.kind == "night":
            night = _Pending(_made(line, record_of), line.place)
        elif line.kind == "finding":
            yield _made(line, finding_of)
        elif line.kind == "event":
            yield dict(line.told)
        elif line.kind == "end":
            # looks also whether a packed file is whole
            if dict(line.told) != seal.told or next(iter(lines), None) is not None:
                raise damaged("lines are missing, were added, or stand in another order")
            return
        seal.add(line)
    raise damaged(f"it is cut off after {last}")


def damaged(why: str) -> ReadError:
    """Return the error for a file that is not as it was exported."""
    return ReadError(
        f"the export cannot be trusted: {why}. Nothing was taken in.",
        hint="copy it again, or write it again: benchreport nightly export nights.jsonl",
    )


def digest_of(doc: Any) -> str:  # noqa: ANN401 - any JSON
    """Return the sha256 of a plain document, however its line is spaced."""
    text = json.dumps(doc, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def plain(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Spell what JSON has no numbers for: ``{"$float": "nan"}``, ``"inf"`` or ``"-inf"``.

    Examples
    --------
    >>> plain([0.5, math.inf]), natural(plain([0.5, math.inf]))
    ([0.5, {'$float': 'inf'}], [0.5, inf])
    """
    if isinstance(value, float) and not math.isfinite(value):
        return {"$float": str(value)}
    if isinstance(value, Mapping):
        # a name that begins like our own is told from it by one more
        return {"$" * name.startswith("$") + name: plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


def natural(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Undo `plain`."""
    if isinstance(value, dict):
        if list(value) == ["$float"]:
            return float(value["$float"])
        return {name.removeprefix("$"): natural(each) for name, each in value.items()}
    return [natural(each) for each in value] if isinstance(value, list) else value


class _Seal:
    """How many lines there were, and the sha256 of theirs."""

    def __init__(self) -> None:
        self._lines = 1
        self._digest = hashlib.sha256()

    def add(self, line: Line) -> None:
        self._lines += 1
        if line.scores is None:
            self._digest.update(digest_of(plain(line.told)).encode())

    @property
    def told(self) -> dict[str, Any]:
        return {"lines": self._lines, "sha256": self._digest.hexdigest()}


class _Pending:
    """A night until all of its lines are there."""

    def __init__(self, record: NightRecord, place: str) -> None:
        self._record, self._place = record, place
        self._scores: list[NightScores] = []
        self._facts: NightFacts | None = None

    def takes(self, line: Line) -> bool:
        where = (line.told.get("night"), line.told.get("label"))
        return where == (self._record.night, self._record.label) and self._facts is None

    def add(self, line: Line) -> None:
        if line.scores is not None:
            self._scores.append(line.scores)
        else:
            self._facts = _made(line, NightFacts.from_dict)

    def whole(self) -> Remembered:
        record = self._record
        if record.thinned:
            if self._scores:
                raise damaged(f"{self._place} says that the scores of {record.night} were given up")
            return Remembered(record=record, facts=self._facts)
        night = Night(
            night=record.night,
            label=record.label,
            metrics=tuple(self._scores),
            code=record.code,
            context=record.context,
        )
        if night.sha256 != record.sha256:
            raise damaged(
                f"the scores of {record.night} ({self._place} and after) are not those that were "
                f"exported: their sha256 is {night.sha256[:12]}, it was {record.sha256[:12]}"
            )
        return Remembered(record=record, night=night, facts=self._facts)


def _made(line: Line, make: Any) -> Any:  # noqa: ANN401 - a maker of any of our records
    try:
        return make(line.told)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise damaged(f"{line.place} is not {WHAT[line.kind]} of a night") from error


def _name(told: Mapping[str, Any]) -> str:
    key = told.get("key")
    return str(told.get("night") or (key and "/".join(map(str, key.values()))) or told.get("at"))
