"""Nights, what was found in them, and who is still to be told."""

import dataclasses
import datetime as dt
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from benchreport.errors import ConfigError, InputError, counted
from benchreport.nightly.history.database import Database
from benchreport.nightly.history.night_scores import Night, NightScores, pack, unpack
from benchreport.nightly.history.postgres import Postgres
from benchreport.nightly.history.records import (
    NightRecord,
    Remembered,
    Waiting,
    finding_of,
    record_of,
)
from benchreport.nightly.history.schema import changed
from benchreport.nightly.history.sqlite import SQLite
from benchreport.nightly.history.store import Store
from benchreport.nightly.night_facts import Finding, NightFacts
from benchreport.nightly.notify.message import Message

__all__ = ["History"]

SCORES, RESULT = "scores ", "result"
"""Names of contents: scores of a metric, and what was found."""


class History:
    """The memory of the nights, in SQLite or PostgreSQL.

    Parameters
    ----------
    url
        Of a file, or ``postgresql://…``.
    place
        The folder that a relative file is in.
    create
        Make a new one where there is none.

    Raises
    ------
    HistoryError
        There is none, or it cannot be trusted. It is left as it is.
    ConfigError
        The URL is of another kind of database.
    """

    def __init__(self, url: str, place: Path | None = None, *, create: bool = False) -> None:
        database: Database
        scheme, mark, _ = url.partition("://")
        if scheme == "postgresql" and mark:
            database = Postgres(url)
        elif mark:
            # the rest may hold a password
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
        self._store.close()

    def snapshot(self) -> AbstractContextManager[None]:
        """Make what is read inside be of one moment, whoever writes meanwhile."""
        return self._store.snapshot()

    def alone(self, *, wait: float = 0.0) -> AbstractContextManager[None]:
        """Keep other runs away while it lasts, on whatever machine they are.

        Parameters
        ----------
        wait
            Seconds to wait for another run.

        Raises
        ------
        BusyError
            Another run is at work.
        """
        return self._store.alone(wait)

    def together(self) -> AbstractContextManager[None]:
        """Make all that is written inside happen whole or not at all."""
        return self._store.writing()

    # nights ---------------------------------------------------------------------------------

    def nights(self, label: str | None = None) -> list[NightRecord]:
        """Return all nights, oldest first; of one label where it is given."""
        found = [record_of(doc) for _, doc in self._store.records("nights")]
        chosen = [each for each in found if label is None or each.label == label]
        return sorted(chosen, key=lambda each: (each.night, each.label))

    def night(self, night: str, label: str = "") -> NightRecord | None:
        """Return one night's record, ``None`` where it is not known."""
        return next((each for each in self.nights(label) if each.night == night), None)

    def record(self, night: Night, *, recorded: dt.datetime, replace: bool = False) -> bool:
        """Take in a night's scores.

        Parameters
        ----------
        night
            Its scores.
        recorded
            The present time, with its zone.
        replace
            Put them in the place of other scores of the same night.

        Returns
        -------
        bool
            ``False`` where exactly these scores are there already.

        Raises
        ------
        InputError
            The night is there with other scores.
        """
        sha256 = night.sha256
        with self._store.writing():
            known = self.night(night.night, night.label)
            if known is not None and known.sha256 == sha256 and not known.thinned:
                return False
            if known is not None and known.sha256 != sha256 and not replace:
                raise InputError(
                    f"{night.night} is in the history with other scores ({known.n_scores} of "
                    f"sha256 {known.sha256[:12]}, taken in {known.recorded}); these are "
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
                metrics=tuple(each.metric for each in night.metrics),
                replaced=() if known is None else (*known.replaced, known.sha256),
            )
            self._store.forget_contents(night.night, night.label)
            self._put_night(record, night)
        return True

    def scores(self, night: str, label: str, metric: str) -> NightScores | None:
        """Return a night's scores of a metric, ``None`` where they were not measured, or given up."""
        content = self._store.content(night, label, SCORES + metric)
        return None if content is None else unpack(content)

    def thin(self, keep: Callable[[NightRecord], bool]) -> int:
        """Give up the scores of nights that need not be kept; return of how many."""
        with self._store.writing():
            chosen = [each for each in self.nights() if not each.thinned and not keep(each)]
            for each in chosen:
                self._store.forget_contents(each.night, each.label, but=RESULT)
                self._put_night(dataclasses.replace(each, thinned=True))
        if chosen:
            self._store.shrink()
        return len(chosen)

    # what was found -------------------------------------------------------------------------

    def result(self, night: str, label: str = "") -> NightFacts | None:
        """Return what was found on a night, ``None`` where it was not compared yet."""
        content = self._store.content(night, label, RESULT)
        return (
            None if content is None else NightFacts.from_dict(json.loads(zlib.decompress(content)))
        )

    def results(self, nights: Iterable[NightRecord]) -> Iterator[NightFacts]:
        """Return what was found on several nights, where they were compared."""
        for each in nights:
            found = self.result(each.night, each.label)
            if found is not None:
                yield found

    def conclude(
        self, facts: NightFacts, findings: Iterable[Finding], messages: Iterable[Message]
    ) -> None:
        """Keep what was found on a night, and what is to be sent, whole or not at all.

        Parameters
        ----------
        facts
            Of the night.
        findings
            New and changed ones.
        messages
            To send when this is kept.
        """
        with self._store.writing():
            self._put_result(facts)
            for each in findings:
                self._put_finding(each)
            for number, message in enumerate(messages, start=self._store.following("outbox")):
                waiting = Waiting(key=f"{number:09d}", message=message)
                self._store.put("outbox", waiting.key, dataclasses.asdict(waiting))

    def findings(self) -> list[Finding]:
        """Return all findings, oldest first."""
        return [finding_of(doc) for _, doc in self._store.records("findings")]

    def change(self, finding: Finding, event: Mapping[str, str]) -> None:
        """Keep a finding as somebody changed it, with who, when and why.

        Parameters
        ----------
        finding
            As it is now.
        event
            ``at``, ``action``, ``who``, ``why`` and the like.
        """
        with self._store.writing():
            self._put_finding(finding)
            self._put_event(event)

    def forget_findings(self, numbers: Iterable[int]) -> None:
        """Forget findings of nights that are looked at again."""
        with self._store.writing():
            for number in numbers:
                self._store.delete("findings", f"{number:09d}")

    def events(self) -> list[dict[str, Any]]:
        """Return what people did with findings, oldest first."""
        return [doc for _, doc in self._store.records("events")]

    # messages -------------------------------------------------------------------------------

    def outbox(self) -> list[Waiting]:
        """Return what is still to be sent, oldest first."""
        return [
            Waiting(**{**doc, "message": Message(**doc["message"])})
            for _, doc in self._store.records("outbox")
        ]

    def sent(self, waiting: Waiting) -> None:
        """Forget a message that was sent."""
        with self._store.writing():
            self._store.delete("outbox", waiting.key)

    def failed(self, waiting: Waiting, error: str) -> None:
        """Keep a message that could not be sent, with how often and why."""
        later = dataclasses.replace(waiting, attempts=waiting.attempts + 1, error=error)
        with self._store.writing():
            self._store.put("outbox", later.key, dataclasses.asdict(later))

    # the store ------------------------------------------------------------------------------

    def restore(self, told: Iterable[Remembered | Finding | Mapping[str, str]]) -> int:
        """Fill an empty history with nights, findings and events, whole or not at all.

        Parameters
        ----------
        told
            In any order; it may raise, and nothing is kept then.

        Returns
        -------
        int
            How many scores that are.

        Raises
        ------
        InputError
            The history is not empty.
        """
        count = 0
        with self._store.writing():
            self._refuse_filled()
            for each in told:
                if isinstance(each, Remembered):
                    self._put_night(each.record, each.night)
                    if each.facts is not None:
                        self._put_result(each.facts)
                    count += 0 if each.night is None else each.night.n_scores
                elif isinstance(each, Finding):
                    self._put_finding(each)
                else:
                    self._put_event(each)
        return count

    def backup(self) -> str:
        """Copy the store, and return where to; empty for a server."""
        return self._store.backup()

    def verify(self) -> int:
        """Read everything and compare it with its sha256; return how many contents there are.

        Raises
        ------
        HistoryError
            Something was changed or lost.
        """
        with self._store.snapshot():
            count = self._store.verify()
            for each in self.nights():
                for metric in () if each.thinned else each.metrics:
                    if self._store.content(each.night, each.label, SCORES + metric) is None:
                        raise changed(f"the scores of {each.night} by {metric} are gone")
        return count

    def _refuse_filled(self) -> None:
        nights = self.nights()
        there = [
            counted(len(found), what)
            for what, found in (
                ("night", nights),
                ("finding", self.findings()),
                ("event", self.events()),
                ("message", self.outbox()),
            )
            if found
        ]
        if there:
            span = f" ({nights[0].night} to {nights[-1].night})" if nights else ""
            raise InputError(
                f"an import needs an empty history; this one has {', '.join(there)}{span}.",
                hint='url = "imported.db" under [history], or move the present one away',
            )

    def _put_night(self, record: NightRecord, night: Night | None = None) -> None:
        name = f"{record.night} {record.label}" if record.label else record.night
        self._store.put("nights", name, dataclasses.asdict(record))
        for each in () if night is None else night.metrics:
            self._store.put_content(record.night, record.label, SCORES + each.metric, pack(each))

    def _put_result(self, facts: NightFacts) -> None:
        told = json.dumps(facts.to_dict(), ensure_ascii=False, sort_keys=True)
        content = zlib.compress(told.encode("utf-8", "surrogatepass"))
        self._store.put_content(facts.night, facts.label, RESULT, content)

    def _put_finding(self, finding: Finding) -> None:
        self._store.put("findings", f"{finding.number:09d}", dataclasses.asdict(finding))

    def _put_event(self, event: Mapping[str, str]) -> None:
        self._store.put("events", f"{self._store.following('events'):09d}", dict(event))
