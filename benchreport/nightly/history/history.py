"""The history: nights with their scores and facts, findings, and messages that are still to be sent."""

import dataclasses
import datetime as dt
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from benchreport.errors import ConfigError, InputError, examples, format_count
from benchreport.nightly.history.database import Database
from benchreport.nightly.history.names import Names
from benchreport.nightly.history.night_scores import Night, NightScores, pack, unpack
from benchreport.nightly.history.postgres import Postgres
from benchreport.nightly.history.records import (
    NightRecord,
    Remembered,
    Removal,
    Waiting,
    message_from,
    record_from,
    tells_who_closed,
    with_who_closed,
)
from benchreport.nightly.history.schema import tampering
from benchreport.nightly.history.sqlite import SQLite
from benchreport.nightly.history.store import Store
from benchreport.nightly.night_facts import Finding, NightFacts
from benchreport.nightly.notify.message import Message
from benchreport.wording.nights import shell as night_shell

SCORES, RESULT = "scores ", "result"
"""Names of contents: the prefix for the scores of a metric, and the name for the facts of a night."""


class History:
    """The history of the nights, in SQLite or PostgreSQL.

    Parameters
    ----------
    url
        The path of an SQLite file, or ``postgresql://…``.
    place
        The folder to which a file's path is relative.
    create
        Whether to create a missing file.

    Raises
    ------
    HistoryError
        The file is missing or cannot be trusted. It is not changed.
    ConfigError
        The URL names another kind of database.
    """

    def __init__(self, url: str, place: Path | None = None, *, create: bool = False) -> None:
        database: Database
        scheme, mark, _ = url.partition("://")
        if scheme == "postgresql" and mark:
            database = Postgres(url)
        elif mark:
            # the error quotes the scheme only, because the rest may hold a password
            raise ConfigError(
                f"[history] url should be a file or postgresql://…; got {scheme}://….",
                hint='url = "history.db", or postgresql://user@host/database as "env:NAME"',
            )
        else:
            database = SQLite((place or Path()) / url, create=create)
        self._store = Store(database)
        self._names: Names | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._store.database.close()

    def snapshot(self) -> AbstractContextManager[None]:
        """Give all reads of the block the same state, even if others write in the meantime."""
        return self._store.database.snapshot()

    def lock(self, *, wait: float = 0.0) -> AbstractContextManager[None]:
        """Lock out other runs, on this machine and on others, until the block ends.

        Parameters
        ----------
        wait
            How long to wait for another run, in seconds.

        Raises
        ------
        BusyError
            Another run is active.
        """
        return self._store.database.lock(wait)

    def transaction(self) -> AbstractContextManager[None]:
        """Commit all writes of the block, or none of them if an error ends it."""
        return self._store.transaction()

    def nights(self, label: str | None = None) -> list[NightRecord]:
        """Return all nights, or those of one label, oldest first."""
        records = (record_from(doc) for _, doc in self._store.records("nights"))
        chosen = [record for record in records if label is None or record.label == label]
        return sorted(chosen, key=lambda record: (record.night, record.label))

    def describe_no_nights(self, label: str) -> str:
        """Return a sentence that says why no night of a label can be listed."""
        others = sorted({record.label for record in self.nights()})
        if not others:
            return night_shell.NO_NIGHTS
        named, *rest = [
            night_shell.WITH_LABEL[bool(name)].format(label=repr(name)) for name in (label, *others)
        ]
        return night_shell.NO_NIGHTS_OF.format(label=named, others=examples(rest))

    def night(self, night: str, label: str = "") -> NightRecord | None:
        """Return the record of a night; ``None`` if the history lacks it."""
        return next((record for record in self.nights(label) if record.night == night), None)

    def record(self, night: Night, *, recorded: dt.datetime, replace: bool = False) -> bool:
        """Record a night's scores.

        Parameters
        ----------
        night
            The night with its scores.
        recorded
            The present time, with its zone.
        replace
            Whether these scores may replace other scores of the same night.

        Returns
        -------
        bool
            Whether the history changed; it does not if it has exactly these scores.

        Raises
        ------
        InputError
            The history has other scores of the night, and ``replace`` is false.
        """
        sha256 = night.sha256
        with self._store.transaction():
            stored = self.night(night.night, night.label)
            if stored is not None and stored.sha256 == sha256 and not stored.thinned:
                return False
            if stored is not None and stored.sha256 != sha256 and not replace:
                raise InputError(
                    f"the history has other scores of {night.night}: {stored.n_scores} (SHA-256 "
                    f"{stored.sha256[:12]}, stored {stored.recorded}), and the results have "
                    f"{night.n_scores} ({sha256[:12]}).",
                    hint="benchreport nightly run --replace, or --night for another date",
                )
            record = NightRecord(
                night=night.night,
                label=night.label,
                recorded=recorded.isoformat(timespec="seconds"),
                sha256=sha256,
                n_scores=night.n_scores,
                code=night.code,
                context=dict(night.context),
                metrics=tuple(scores.metric for scores in night.metrics),
                replaced=() if stored is None else (*stored.replaced, stored.sha256),
            )
            self._store.forget_contents(night.night, night.label)
            self._put_night(record, night)
        return True

    def remove(self, record: NightRecord) -> None:
        """Delete a night with its scores and facts."""
        with self._store.transaction():
            self._store.forget_contents(record.night, record.label)
            self._store.delete("nights", _key_of(record))

    def removed(self) -> dict[tuple[str, str], Removal]:
        """Return the removals by their nights and labels, but of those that were stored again."""
        present = {(record.night, record.label) for record in self.nights()}
        removed = {
            (event["night"], event["label"]): Removal.of(event)
            for event in self.events()
            if event["action"] == "remove"
        }
        return {place: removal for place, removal in removed.items() if place not in present}

    def stored_night(self, record: NightRecord) -> Night:
        """Return a night with its scores as they were stored, as far as they were not deleted."""
        found = (self.stored_scores(record.night, record.label, name) for name in record.metrics)
        return Night(
            night=record.night,
            label=record.label,
            metrics=tuple(scores for scores in found if scores is not None),
        )

    def scores(self, night: str, label: str, metric: str) -> NightScores | None:
        """Return a night's scores of a metric; ``None`` if they were not measured, or were deleted."""
        scores = self.stored_scores(night, label, metric)
        return None if scores is None else self.names.in_scores(scores)

    def stored_scores(self, night: str, label: str, metric: str) -> NightScores | None:
        """Return a night's scores of a metric under the names that it was stored with."""
        content = self._store.content(night, label, SCORES + metric)
        return None if content is None else unpack(content)

    @property
    def names(self) -> Names:
        """The present names of algorithms and datasets."""
        if self._names is None:
            self._names = Names.of(self.events())
        return self._names

    def thin(self, keep: Callable[[NightRecord], bool]) -> int:
        """Delete the scores of nights that need not keep them; return the number of these nights."""
        with self._store.transaction():
            thinned = [
                record for record in self.nights() if not record.thinned and not keep(record)
            ]
            for record in thinned:
                self._store.forget_contents(record.night, record.label, but=RESULT)
                self._put_night(dataclasses.replace(record, thinned=True))
        if thinned:
            self._store.database.shrink()
        return len(thinned)

    def result(self, night: str, label: str = "") -> NightFacts | None:
        """Return the facts of a night; ``None`` if it was not compared yet."""
        content = self._store.content(night, label, RESULT)
        if content is None:
            return None
        return self.names.in_facts(NightFacts.from_dict(json.loads(zlib.decompress(content))))

    def results(self, nights: Iterable[NightRecord]) -> Iterator[NightFacts]:
        """Yield the facts of several nights, skipping nights that were not compared yet."""
        for record in nights:
            facts = self.result(record.night, record.label)
            if facts is not None:
                yield facts

    def conclude(
        self,
        facts: NightFacts,
        findings: Iterable[Finding],
        messages: Iterable[Message],
        replaced: Iterable[Waiting] = (),
    ) -> None:
        """Store the facts of a night, its findings and the messages about it, all or none.

        Parameters
        ----------
        facts
            The facts of the night.
        findings
            The findings that are new or changed.
        messages
            The messages to send after the facts are stored.
        replaced
            The unsent messages that these replace.
        """
        with self._store.transaction():
            self._put_result(facts)
            for finding in findings:
                self._put_finding(finding)
            errors = {}
            for waiting in replaced:
                self._store.delete("outbox", waiting.key)
                errors[waiting.message.channel] = waiting.error
            for number, message in enumerate(messages, start=self._store.following("outbox")):
                error = errors.get(message.channel, "")
                waiting = Waiting(key=f"{number:09d}", message=message, error=error)
                self._store.put("outbox", waiting.key, dataclasses.asdict(waiting))

    def findings(self) -> list[Finding]:
        """Return all findings, oldest first."""
        docs = [doc for _, doc in self._store.records("findings")]
        events = [] if all(map(tells_who_closed, docs)) else self.events()
        findings = (
            Finding.from_dict(doc)
            if tells_who_closed(doc)
            else with_who_closed(Finding.from_dict(doc), events)
            for doc in docs
        )
        return [self.names.in_finding(finding) for finding in findings]

    def change(self, finding: Finding, event: Mapping[str, str]) -> None:
        """Store a finding that somebody changed, and record who changed it, when and why.

        Parameters
        ----------
        finding
            The finding after the change.
        event
            The record of the change: ``at``, ``action``, ``who``, ``why``.
        """
        with self._store.transaction():
            self._put_finding(finding)
            self._put_event(event)

    def note(self, event: Mapping[str, Any]) -> None:
        """Record what somebody said that changes no finding, such as a new name."""
        with self._store.transaction():
            self._put_event(event)

    def forget_findings(self, numbers: Iterable[int]) -> None:
        """Delete findings of nights that will be compared again, by their numbers."""
        with self._store.transaction():
            for number in numbers:
                self._store.delete("findings", f"{number:09d}")

    def events(self) -> list[dict[str, Any]]:
        """Return the changes that people made to findings, oldest first."""
        return [doc for _, doc in self._store.records("events")]

    def outbox(self) -> list[Waiting]:
        """Return the messages that are still to be sent, oldest first."""
        return [
            Waiting(**{**doc, "message": message_from(doc["message"])})
            for _, doc in self._store.records("outbox")
        ]

    def remove_message(self, waiting: Waiting) -> None:
        """Delete a message that was sent or became obsolete."""
        with self._store.transaction():
            self._store.delete("outbox", waiting.key)

    def note_failure(self, waiting: Waiting, error: str) -> None:
        """Count a failed attempt to send a message, and store the error."""
        later = dataclasses.replace(waiting, attempts=waiting.attempts + 1, error=error)
        with self._store.transaction():
            self._store.put("outbox", later.key, dataclasses.asdict(later))

    def restore(self, records: Iterable[Remembered | Finding | Mapping[str, str]]) -> int:
        """Fill an empty history with nights, findings and events, completely or not at all.

        Parameters
        ----------
        records
            Records in any order. If the iterable raises, nothing is stored.

        Returns
        -------
        int
            The number of scores that were stored.

        Raises
        ------
        InputError
            The history is not empty.
        """
        count = 0
        findings = []
        with self._store.transaction():
            self._refuse_filled()
            for record in records:
                if isinstance(record, Remembered):
                    self._put_night(record.record, record.night)
                    if record.facts is not None:
                        self._put_result(record.facts)
                    count += 0 if record.night is None else record.night.n_scores
                elif isinstance(record, Finding):
                    findings.append(record)
                else:
                    self._put_event(record)
            # an export of an older version does not say who closed them
            events = self.events()
            for finding in findings:
                self._put_finding(with_who_closed(finding, events))
        return count

    def backup(self) -> str:
        """Back up the database and return the copy's path; empty if a server holds it."""
        return self._store.database.backup("backup")

    def verify(self) -> int:
        """Check all contents against their sha256, and return their number.

        Raises
        ------
        HistoryError
            A content was changed or lost.
        """
        with self._store.database.snapshot():
            count = self._store.verify()
            for record in self.nights():
                for metric in () if record.thinned else record.metrics:
                    if self._store.content(record.night, record.label, SCORES + metric) is None:
                        raise tampering(f"the scores of {record.night} by {metric} are gone")
        return count

    def _refuse_filled(self) -> None:
        nights = self.nights()
        counts = {
            "night": len(nights),
            "finding": len(self.findings()),
            "event": len(self.events()),
            "message": len(self.outbox()),
        }
        if any(counts.values()):
            content = ", ".join(format_count(n, noun) for noun, n in counts.items() if n)
            span = f" ({nights[0].night} to {nights[-1].night})" if nights else ""
            raise InputError(
                f"an import needs an empty history; this one has {content}{span}.",
                hint='url = "imported.db" under [history], or move the present one away',
            )

    def _put_night(self, record: NightRecord, night: Night | None = None) -> None:
        self._store.put("nights", _key_of(record), dataclasses.asdict(record))
        for scores in () if night is None else night.metrics:
            name = SCORES + scores.metric
            self._store.put_content(record.night, record.label, name, pack(scores))

    def _put_result(self, facts: NightFacts) -> None:
        doc = json.dumps(facts.to_dict(), ensure_ascii=False, sort_keys=True)
        content = zlib.compress(doc.encode("utf-8", "surrogatepass"))
        self._store.put_content(facts.night, facts.label, RESULT, content)

    def _put_finding(self, finding: Finding) -> None:
        self._store.put("findings", f"{finding.number:09d}", dataclasses.asdict(finding))

    def _put_event(self, event: Mapping[str, Any]) -> None:
        self._store.put("events", f"{self._store.following('events'):09d}", dict(event))
        self._names = None


def _key_of(record: NightRecord) -> str:
    return f"{record.night} {record.label}" if record.label else record.night
