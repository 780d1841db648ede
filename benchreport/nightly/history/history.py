"""Nights, what was found in them, and who is still to be told."""

import dataclasses
import datetime as dt
import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from benchreport.errors import HistoryError, InputError
from benchreport.nightly.facts import Finding, Key, NightFacts
from benchreport.nightly.history.database import Database
from benchreport.nightly.history.postgres import Postgres
from benchreport.nightly.history.schema import TABLES, prepare
from benchreport.nightly.history.sqlite import SQLite
from benchreport.nightly.night import Night, NightScores, pack, unpack
from benchreport.nightly.notify.message import Message

__all__ = ["History", "NightRecord", "Waiting"]

SCORES, RESULT = "scores ", "result"
"""Names of contents: scores of a metric, and what was found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRecord:
    """What is known of a night without its scores.

    Parameters
    ----------
    night, label
        Which.
    recorded
        When it was taken in, ISO with the zone.
    sha256, n_scores, code, context, metrics
        Of its results.
    thinned
        Whether its scores were given up to save room; what was found is kept.
    replaced
        The sha256 of results that stood here before.
    """

    night: str
    label: str
    recorded: str
    sha256: str
    n_scores: int
    code: str = ""
    context: Mapping[str, str] = field(default_factory=dict)
    metrics: tuple[str, ...] = ()
    thinned: bool = False
    replaced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A message that is still to be sent.

    Parameters
    ----------
    key
        By which the history knows it.
    message
        What to send.
    attempts, error
        How often that failed, and how the last time.
    """

    key: str
    message: Message
    attempts: int = 0
    error: str = ""


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
    """

    def __init__(self, url: str, place: Path | None = None, *, create: bool = False) -> None:
        self._database: Database
        if url.startswith("postgresql://"):
            self._database = Postgres(url)
        else:
            self._database = SQLite((place or Path()) / url, create=create)
        try:
            prepare(self._database)
            self._verify()
        except BaseException:
            self._database.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._database.close()

    # nights ---------------------------------------------------------------------------------

    def nights(self, label: str | None = None) -> list[NightRecord]:
        """Return all nights, oldest first; of one label where it is given."""
        found = [
            NightRecord(
                **{**doc, "metrics": tuple(doc["metrics"]), "replaced": tuple(doc["replaced"])}
            )
            for _, doc in self._records("nights")
        ]
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
        with self._writing():
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
            self._forget(night.night, night.label)
            for each in night.metrics:
                self._put_content(night.night, night.label, SCORES + each.metric, pack(each))
            self._put("nights", _name(night.night, night.label), dataclasses.asdict(record))
        return True

    def scores(self, night: str, label: str, metric: str) -> NightScores | None:
        """Return a night's scores of a metric, ``None`` where they were not measured, or given up."""
        content = self._content(night, label, SCORES + metric)
        return None if content is None else unpack(content)

    def thin(self, keep: Callable[[NightRecord], bool]) -> int:
        """Give up the scores of nights that need not be kept; return of how many."""
        chosen = [each for each in self.nights() if not each.thinned and not keep(each)]
        with self._writing():
            for each in chosen:
                self._database.run(
                    "DELETE FROM contents WHERE night = :night AND label = :label AND name <> :name",
                    night=each.night,
                    label=each.label,
                    name=RESULT,
                )
                thinned = dataclasses.replace(each, thinned=True)
                self._put("nights", _name(each.night, each.label), dataclasses.asdict(thinned))
        if chosen:
            self._database.shrink()
        return len(chosen)

    # what was found -------------------------------------------------------------------------

    def result(self, night: str, label: str = "") -> NightFacts | None:
        """Return what was found on a night, ``None`` where it was not compared yet."""
        content = self._content(night, label, RESULT)
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
        told = json.dumps(facts.to_dict(), ensure_ascii=False, sort_keys=True)
        with self._writing():
            content = zlib.compress(told.encode("utf-8", "surrogatepass"))
            self._put_content(facts.night, facts.label, RESULT, content)
            for each in findings:
                self._put("findings", f"{each.number:09d}", dataclasses.asdict(each))
            for number, message in enumerate(messages, start=self._next("outbox")):
                waiting = Waiting(key=f"{number:09d}", message=message)
                self._put("outbox", waiting.key, dataclasses.asdict(waiting))

    def findings(self) -> list[Finding]:
        """Return all findings, oldest first."""
        return [
            Finding(**{**doc, "key": Key(**doc["key"])}) for _, doc in self._records("findings")
        ]

    def change(self, finding: Finding, event: Mapping[str, str]) -> None:
        """Keep a finding as somebody changed it, with who, when and why.

        Parameters
        ----------
        finding
            As it is now.
        event
            ``at``, ``action``, ``who``, ``why`` and the like.
        """
        with self._writing():
            self._put("findings", f"{finding.number:09d}", dataclasses.asdict(finding))
            self._put("events", f"{self._next('events'):09d}", dict(event))

    def forget_findings(self, numbers: Iterable[int]) -> None:
        """Forget findings of nights that are looked at again."""
        with self._writing():
            for number in numbers:
                self._database.run("DELETE FROM findings WHERE key = :key", key=f"{number:09d}")

    def events(self) -> list[dict[str, Any]]:
        """Return what people did with findings, oldest first."""
        return [doc for _, doc in self._records("events")]

    # messages -------------------------------------------------------------------------------

    def outbox(self) -> list[Waiting]:
        """Return what is still to be sent, oldest first."""
        return [
            Waiting(**{**doc, "message": Message(**doc["message"])})
            for _, doc in self._records("outbox")
        ]

    def sent(self, waiting: Waiting) -> None:
        """Forget a message that was sent."""
        with self._writing():
            self._database.run("DELETE FROM outbox WHERE key = :key", key=waiting.key)

    def failed(self, waiting: Waiting, error: str) -> None:
        """Keep a message that could not be sent, with how often and why."""
        later = dataclasses.replace(waiting, attempts=waiting.attempts + 1, error=error)
        with self._writing():
            self._put("outbox", later.key, dataclasses.asdict(later))

    # the store ------------------------------------------------------------------------------

    def backup(self) -> str:
        """Copy the store, and return where to; empty for a server."""
        return self._database.backup("backup")

    def verify(self) -> int:
        """Read everything and compare it with its sha256; return how many contents there are.

        Raises
        ------
        HistoryError
            Something was changed or lost.
        """
        for table in TABLES:
            for _ in self._records(table):
                pass
        count = 0
        for night, label, name in self._database.run("SELECT night, label, name FROM contents"):
            self._content(night, label, name)
            count += 1
        for each in self.nights():
            if not each.thinned:
                for metric in each.metrics:
                    if self.scores(each.night, each.label, metric) is None:
                        raise self._changed(f"the scores of {each.night} by {metric} are gone")
        return count

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._database.transaction():
            yield
            self._database.run("DELETE FROM meta WHERE name = 'head'")
            self._database.run("INSERT INTO meta VALUES ('head', :value)", value=self._head())

    def _head(self) -> str:
        digest = hashlib.sha256()
        for table in TABLES:
            for key, each in self._database.rows(f"SELECT key, digest FROM {table} ORDER BY key"):  # noqa: S608 - our own names
                digest.update(f"{table} {key} {each}\n".encode("utf-8", "surrogatepass"))
        names = "SELECT night, label, name, digest FROM contents ORDER BY night, label, name"
        for row in self._database.rows(names):
            digest.update((" ".join(row) + "\n").encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def _verify(self) -> None:
        found = self._database.run("SELECT value FROM meta WHERE name = 'head'")
        if found and found[0][0] != self._head():
            raise self._changed("records are missing, or were changed from outside")

    def _records(self, table: str) -> list[tuple[str, dict[str, Any]]]:
        found = []
        for key, doc, digest in self._database.run(
            f"SELECT key, doc, digest FROM {table} ORDER BY key"  # noqa: S608 - our own names
        ):
            if _digest(key, doc) != digest:
                raise self._changed(f"record {key!r} of {table} is not what was written")
            found.append((key, json.loads(doc)))
        return found

    def _put(self, table: str, key: str, told: Mapping[str, Any]) -> None:
        doc = json.dumps(told, sort_keys=True)
        self._database.run(f"DELETE FROM {table} WHERE key = :key", key=key)  # noqa: S608
        self._database.run(
            f"INSERT INTO {table} VALUES (:key, :doc, :digest)",  # noqa: S608
            key=key,
            doc=doc,
            digest=_digest(key, doc),
        )

    def _next(self, table: str) -> int:
        found = self._database.run(f"SELECT max(key) FROM {table}")[0][0]  # noqa: S608
        return 1 if found is None else int(found) + 1

    def _content(self, night: str, label: str, name: str) -> bytes | None:
        found = self._database.run(
            "SELECT content, digest FROM contents WHERE night = :night AND label = :label "
            "AND name = :name",
            night=night,
            label=label,
            name=name,
        )
        if not found:
            return None
        content, digest = bytes(found[0][0]), found[0][1]
        if hashlib.sha256(content).hexdigest() != digest:
            raise self._changed(f"the {name.strip()} of {night} are not what was written")
        return content

    def _put_content(self, night: str, label: str, name: str, content: bytes) -> None:
        self._database.run(
            "DELETE FROM contents WHERE night = :night AND label = :label AND name = :name",
            night=night,
            label=label,
            name=name,
        )
        self._database.run(
            "INSERT INTO contents VALUES (:night, :label, :name, :content, :digest)",
            night=night,
            label=label,
            name=name,
            content=content,
            digest=hashlib.sha256(content).hexdigest(),
        )

    def _forget(self, night: str, label: str) -> None:
        self._database.run(
            "DELETE FROM contents WHERE night = :night AND label = :label", night=night, label=label
        )

    def _changed(self, why: str) -> HistoryError:
        return HistoryError(
            f"the history cannot be trusted: {why}. It is left as it is, and nothing was written.",
            hint="move it away and take its copy (history.db.backup), or "
            "benchreport nightly import an export of it",
        )


def _name(night: str, label: str) -> str:
    return f"{night} {label}".rstrip()


def _digest(key: str, doc: str) -> str:
    return hashlib.sha256(f"{key}\n{doc}".encode("utf-8", "surrogatepass")).hexdigest()
