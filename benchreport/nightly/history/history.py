"""Nights, their facts and findings, and the messages that are still to be sent."""

import dataclasses
import datetime as dt
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from benchreport.errors import ConfigError, InputError, format_count
from benchreport.nightly.history.database import Database
from benchreport.nightly.history.night_scores import Night, NightScores, pack, unpack
from benchreport.nightly.history.postgres import Postgres
from benchreport.nightly.history.records import (
    NightRecord,
    Remembered,
    Waiting,
    finding_from,
    record_from,
)
from benchreport.nightly.history.schema import tampering
from benchreport.nightly.history.sqlite import SQLite
from benchreport.nightly.history.store import Store
from benchreport.nightly.night_facts import Finding, NightFacts
from benchreport.nightly.notify.message import Message

SCORES, RESULT = "scores ", "result"
"""Names of contents: the scores of a metric follow the first, the facts of a night are the second."""


class History:
    """The memory of the nights, in SQLite or PostgreSQL.

    Parameters
    ----------
    url
        A file, or ``postgresql://…``.
    place
        The folder that the path of a file is relative to.
    create
        Whether a missing file is made.

    Raises
    ------
    HistoryError
        The file is missing, or it cannot be trusted. It is left as it is.
    ConfigError
        The URL names another kind of database.
    """

    def __init__(self, url: str, place: Path | None = None, *, create: bool = False) -> None:
        database: Database
        scheme, mark, _ = url.partition("://")
        if scheme == "postgresql" and mark:
            database = Postgres(url)
        elif mark:
            # the error names the scheme alone, as the rest may hold a password
            raise ConfigError(
                f"[history] url is a file or postgresql://…; got one of {scheme}://.",
                hint='url = "history.db", or postgresql://user@host/database as "env:NAME"',
            )
        else:
            database = SQLite((place or Path()) / url, create=create)
        self._store = Store(database)

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
        """Let all that is read inside be of one moment, even if others write meanwhile."""
        return self._store.database.snapshot()

    def lock(self, *, wait: float = 0.0) -> AbstractContextManager[None]:
        """Keep other runs away, on this machine and on others, until the block ends.

        Parameters
        ----------
        wait
            Seconds to wait for another run.

        Raises
        ------
        BusyError
            Another run is at work.
        """
        return self._store.database.lock(wait)

    def transaction(self) -> AbstractContextManager[None]:
        """Keep all that is written inside, or none of it where an error ends the block."""
        return self._store.transaction()

    def nights(self, label: str | None = None) -> list[NightRecord]:
        """Return all nights, or those of one label, oldest first."""
        records = (record_from(doc) for _, doc in self._store.records("nights"))
        chosen = [record for record in records if label is None or record.label == label]
        return sorted(chosen, key=lambda record: (record.night, record.label))

    def night(self, night: str, label: str = "") -> NightRecord | None:
        """Return one night's record; ``None`` where the history has no such night."""
        return next((record for record in self.nights(label) if record.night == night), None)

    def record(self, night: Night, *, recorded: dt.datetime, replace: bool = False) -> bool:
        """Take in a night's scores.

        Parameters
        ----------
        night
            The night.
        recorded
            The present time, with its zone.
        replace
            Whether these scores may take the place of others of the same night.

        Returns
        -------
        bool
            Whether the history changed; it does not where it has exactly these scores.

        Raises
        ------
        InputError
            The history has the night with other scores.
        """
        sha256 = night.sha256
        with self._store.transaction():
            stored = self.night(night.night, night.label)
            if stored is not None and stored.sha256 == sha256 and not stored.thinned:
                return False
            if stored is not None and stored.sha256 != sha256 and not replace:
                raise InputError(
                    f"{night.night} is in the history with other scores ({stored.n_scores} of "
                    f"sha256 {stored.sha256[:12]}, taken in {stored.recorded}); these are "
                    f"{night.n_scores} of {sha256[:12]}.",
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

    def scores(self, night: str, label: str, metric: str) -> NightScores | None:
        """Return a night's scores of a metric; ``None`` where it was not measured, or they were given up."""
        content = self._store.content(night, label, SCORES + metric)
        return None if content is None else unpack(content)

    def thin(self, keep: Callable[[NightRecord], bool]) -> int:
        """Give up the scores of the nights that need not be kept; return how many nights."""
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
        """Return the facts of a night; ``None`` where it was not compared yet."""
        content = self._store.content(night, label, RESULT)
        if content is None:
            return None
        return NightFacts.from_dict(json.loads(zlib.decompress(content)))

    def results(self, nights: Iterable[NightRecord]) -> Iterator[NightFacts]:
        """Yield the facts of those of several nights that were compared."""
        for record in nights:
            facts = self.result(record.night, record.label)
            if facts is not None:
                yield facts

    def conclude(
        self, facts: NightFacts, findings: Iterable[Finding], messages: Iterable[Message]
    ) -> None:
        """Keep the facts of a night and the messages about it, all or none.

        Parameters
        ----------
        facts
            The facts of the night.
        findings
            Findings that are new or changed.
        messages
            Messages to send once the facts are kept.
        """
        with self._store.transaction():
            self._put_result(facts)
            for finding in findings:
                self._put_finding(finding)
            for number, message in enumerate(messages, start=self._store.following("outbox")):
                waiting = Waiting(key=f"{number:09d}", message=message)
                self._store.put("outbox", waiting.key, dataclasses.asdict(waiting))

    def findings(self) -> list[Finding]:
        """Return all findings, oldest first."""
        return [finding_from(doc) for _, doc in self._store.records("findings")]

    def change(self, finding: Finding, event: Mapping[str, str]) -> None:
        """Keep a finding that somebody changed, with who did it, when and why.

        Parameters
        ----------
        finding
            The finding after the change.
        event
            ``at``, ``action``, ``who``, ``why`` and the like.
        """
        with self._store.transaction():
            self._put_finding(finding)
            self._put_event(event)

    def forget_findings(self, numbers: Iterable[int]) -> None:
        """Delete findings of nights that are compared anew."""
        with self._store.transaction():
            for number in numbers:
                self._store.delete("findings", f"{number:09d}")

    def events(self) -> list[dict[str, Any]]:
        """Return the changes that people made to findings, oldest first."""
        return [doc for _, doc in self._store.records("events")]

    def outbox(self) -> list[Waiting]:
        """Return the messages that are still to be sent, oldest first."""
        return [
            Waiting(**{**doc, "message": Message(**doc["message"])})
            for _, doc in self._store.records("outbox")
        ]

    def remove_message(self, waiting: Waiting) -> None:
        """Delete a message that was sent, or that nobody waits for any more."""
        with self._store.transaction():
            self._store.delete("outbox", waiting.key)

    def note_failure(self, waiting: Waiting, error: str) -> None:
        """Count one more failure of a message, and keep the error."""
        later = dataclasses.replace(waiting, attempts=waiting.attempts + 1, error=error)
        with self._store.transaction():
            self._store.put("outbox", later.key, dataclasses.asdict(later))

    def restore(self, records: Iterable[Remembered | Finding | Mapping[str, str]]) -> int:
        """Fill an empty history with nights, findings and events, all or none.

        Parameters
        ----------
        records
            Records in any order. Where the iterable raises, nothing is kept.

        Returns
        -------
        int
            The number of scores.

        Raises
        ------
        InputError
            The history is not empty.
        """
        count = 0
        with self._store.transaction():
            self._refuse_filled()
            for record in records:
                if isinstance(record, Remembered):
                    self._put_night(record.record, record.night)
                    if record.facts is not None:
                        self._put_result(record.facts)
                    count += 0 if record.night is None else record.night.n_scores
                elif isinstance(record, Finding):
                    self._put_finding(record)
                else:
                    self._put_event(record)
        return count

    def backup(self) -> str:
        """Copy the database, and return the copy's path; empty for a server."""
        return self._store.database.backup("backup")

    def verify(self) -> int:
        """Read everything and compare it with its sha256; return the number of contents.

        Raises
        ------
        HistoryError
            Something was changed or lost.
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
        name = f"{record.night} {record.label}" if record.label else record.night
        self._store.put("nights", name, dataclasses.asdict(record))
        for scores in () if night is None else night.metrics:
            name = SCORES + scores.metric
            self._store.put_content(record.night, record.label, name, pack(scores))

    def _put_result(self, facts: NightFacts) -> None:
        doc = json.dumps(facts.to_dict(), ensure_ascii=False, sort_keys=True)
        content = zlib.compress(doc.encode("utf-8", "surrogatepass"))
        self._store.put_content(facts.night, facts.label, RESULT, content)

    def _put_finding(self, finding: Finding) -> None:
        self._store.put("findings", f"{finding.number:09d}", dataclasses.asdict(finding))

    def _put_event(self, event: Mapping[str, str]) -> None:
        self._store.put("events", f"{self._store.following('events'):09d}", dict(event))
