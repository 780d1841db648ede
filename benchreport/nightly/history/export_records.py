"""A history as a sequence of lines: the records of nights, scores, facts, findings and events.

Every format of export (`json_lines`, `parquet`) holds the same lines. Each line carries the sha256 of its
content, except that the sha256 of a night covers its scores; the last line carries the sha256 of all
these. A file that was truncated or edited is refused.
"""

import dataclasses
import hashlib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from benchreport.errors import ReadError
from benchreport.nightly.history.history import History
from benchreport.nightly.history.night_scores import Night, NightScores
from benchreport.nightly.history.records import NightRecord, Remembered, record_from
from benchreport.nightly.night_facts import Finding, NightFacts

FORMAT = 1
FIRST: dict[str, str | int] = {"benchreport": "nights", "format": FORMAT}
"""The first line, which identifies the file and its format."""

KINDS = {
    "night": "the record",
    "result": "what was found",
    "finding": "a finding",
    "event": "an event",
}

Out = TypeVar("Out")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of an export.

    Parameters
    ----------
    kind
        The kind: ``"night"``, ``"scores"``, ``"result"``, ``"finding"``, ``"event"`` or ``"end"``.
    doc
        The content as lists, dicts and scalars, without the arrays of scores.
    scores
        The scores, if the kind is ``"scores"``.
    place
        The position in the file, for errors: ``"line 17"``.
    """

    kind: str
    doc: Mapping[str, Any]
    scores: NightScores | None = None
    place: str = ""


def history_lines(history: History) -> Iterator[Line]:
    """Yield the lines of a history, nights first, oldest first, without messages still to be sent."""
    for record in history.nights():
        yield Line(kind="night", doc=dataclasses.asdict(record))
        where = {"night": record.night, "label": record.label}
        for metric in () if record.thinned else record.metrics:
            scores = history.stored_scores(record.night, record.label, metric)
            yield Line(kind="scores", doc=where, scores=scores)
        facts = history.result(record.night, record.label)
        if facts is not None:
            yield Line(kind="result", doc=facts.to_dict())
    for finding in history.findings():
        yield Line(kind="finding", doc=dataclasses.asdict(finding))
    for event in history.events():
        yield Line(kind="event", doc=event)


def add_end(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield lines, then a last line with their number and the sha256 of their digests."""
    seal = _Seal()
    for line in lines:
        seal.add(line)
        yield line
    yield Line(kind="end", doc=seal.doc)


def read_records(lines: Iterator[Line]) -> Iterator[Remembered | Finding | Mapping[str, str]]:
    """Convert lines to the records that `History.restore` takes.

    Raises
    ------
    ReadError
        A line is missing or was changed.
    """
    seal = _Seal()
    night: _PendingNight | None = None
    last = "its first line"
    for line in lines:
        last = f"{line.place}, {_name(line.doc)}"
        if line.kind in ("scores", "result"):
            if night is None or not night.fits(line):
                raise damage(f"{line.place} is not of the night before it")
            night.add(line)
        elif night is not None:
            yield night.finish()
            night = None
        if line.kind == "night":
            night = _PendingNight(_parse(line, record_from), line.place)
        elif line.kind == "finding":
            yield _parse(line, Finding.from_dict)
        elif line.kind == "event":
            yield dict(line.doc)
        elif line.kind == "end":
            # reading past the last line also checks that a compressed file is complete
            if dict(line.doc) != seal.doc or next(iter(lines), None) is not None:
                raise damage("lines are missing, were added, or stand in another order")
            return
        seal.add(line)
    raise damage(f"it is cut off after {last}")


def damage(why: str) -> ReadError:
    """Return the error for a file that was changed since its export."""
    return ReadError(
        f"the export cannot be trusted: {why}. Nothing was imported.",
        hint="copy it again, or write it again: benchreport nightly export nights.jsonl",
    )


def digest(doc: Any) -> str:  # noqa: ANN401 - any JSON
    """Return the sha256 of a document, which does not depend on the spacing of its JSON."""
    text = json.dumps(doc, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def to_plain(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Encode numbers that JSON lacks as ``{"$float": "nan"}``, ``"inf"`` or ``"-inf"``.

    Examples
    --------
    >>> to_plain([0.5, math.inf]), from_plain(to_plain([0.5, math.inf]))
    ([0.5, {'$float': 'inf'}], [0.5, inf])
    """
    if isinstance(value, float) and not math.isfinite(value):
        return {"$float": str(value)}
    if isinstance(value, Mapping):
        # an extra $ distinguishes a name that begins with $ from our own marker
        return {"$" * name.startswith("$") + name: to_plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    return value


def from_plain(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Decode the numbers that `to_plain` encoded."""
    if isinstance(value, dict):
        if list(value) == ["$float"]:
            return float(value["$float"])
        return {name.removeprefix("$"): from_plain(item) for name, item in value.items()}
    return [from_plain(item) for item in value] if isinstance(value, list) else value


class _Seal:
    """The number of lines so far, and the sha256 of their digests."""

    def __init__(self) -> None:
        self._lines = 1
        self._digest = hashlib.sha256()

    def add(self, line: Line) -> None:
        self._lines += 1
        if line.scores is None:
            self._digest.update(digest(to_plain(line.doc)).encode())

    @property
    def doc(self) -> dict[str, Any]:
        return {"lines": self._lines, "sha256": self._digest.hexdigest()}


class _PendingNight:
    """A night that is being read; some of its lines may still follow."""

    def __init__(self, record: NightRecord, place: str) -> None:
        self._record, self._place = record, place
        self._scores: list[NightScores] = []
        self._facts: NightFacts | None = None

    def fits(self, line: Line) -> bool:
        where = (line.doc.get("night"), line.doc.get("label"))
        return where == (self._record.night, self._record.label) and self._facts is None

    def add(self, line: Line) -> None:
        if line.scores is not None:
            self._scores.append(line.scores)
        else:
            self._facts = _parse(line, NightFacts.from_dict)

    def finish(self) -> Remembered:
        record = self._record
        if record.thinned:
            if self._scores:
                raise damage(f"{self._place} says that the scores of {record.night} were given up")
            return Remembered(record=record, facts=self._facts)
        night = Night(
            night=record.night,
            label=record.label,
            metrics=tuple(self._scores),
            code=record.code,
            context=record.context,
        )
        if night.sha256 != record.sha256:
            raise damage(
                f"the scores of {record.night} ({self._place} and after) are not those that were "
                f"exported: their sha256 is {night.sha256[:12]}, it was {record.sha256[:12]}"
            )
        return Remembered(record=record, night=night, facts=self._facts)


def _parse(line: Line, make: Callable[[Mapping[str, Any]], Out]) -> Out:
    try:
        return make(line.doc)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise damage(f"{line.place} is not {KINDS[line.kind]} of a night") from error


def _name(doc: Mapping[str, Any]) -> str:
    key = doc.get("key")
    return str(doc.get("night") or (key and "/".join(map(str, key.values()))) or doc.get("at"))
