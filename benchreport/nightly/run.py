"""A night from its results to the people who are told."""

import datetime as dt
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchreport.errors import HistoryError, NotifyError, RenderError
from benchreport.nightly import notify
from benchreport.nightly.config.load import load
from benchreport.nightly.config.settings import Config
from benchreport.nightly.env_secrets import read_secret
from benchreport.nightly.evaluate_nights import evaluate_once, nights_to_evaluate, reevaluate
from benchreport.nightly.history import History, NightRecord, Waiting
from benchreport.nightly.history.night_scores import Night
from benchreport.nightly.history.retention import keeper
from benchreport.nightly.intake.intake import MissingResultsError, one_night, several_nights
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.pages.publication import publish
from benchreport.nightly.run_lock import locked

__all__ = ["MissingResultsError", "Outcome", "alone", "backfill", "lock_of", "opened", "run"]

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a run did.

    Parameters
    ----------
    facts
        Of the night.
    new
        Whether its scores were not in the history before.
    others
        Nights that the source has and the history has not.
    told, untold
        Messages that were sent, and why others were not.
    unpublished
        Why pages could not be written; empty where they were.
    """

    facts: NightFacts
    new: bool
    others: tuple[str, ...] = ()
    told: int = 0
    untold: tuple[str, ...] = ()
    unpublished: str = ""

    @property
    def exit_code(self) -> int:
        """That of the night; 5 where only its pages are missing."""
        return 5 if self.unpublished and self.facts.exit_code == 0 else self.facts.exit_code


def _quiet(step: str) -> None:
    """Tell nobody."""


@contextmanager
def opened(config: Config, *, create: bool = False, anew: bool = False) -> Iterator[History]:
    """Open the history that a configuration names.

    Parameters
    ----------
    config
        Of the nights.
    create
        Make it where there is none.
    anew
        Even where nights were published: what was lost is about to be taken in again.

    Raises
    ------
    HistoryError
        It cannot be used; or pages of nights are there and it is not: none is begun over them.
    """
    url = read_secret(config.history.url)
    file = config.place / url
    published = (config.folder / "index.html").exists()
    if create and not anew and "://" not in url and published and not file.exists():
        raise HistoryError(
            f"nights are published in {config.folder}, but their history {file} is missing; a new "
            "one would begin without them.",
            hint=f"put it back (a copy may be {file}.backup), or move {config.folder} away",
        )
    with History(url, config.place, create=create) as history:
        yield history


def run(
    path: str | os.PathLike[str],
    *,
    night: str = "",
    label: str = "",
    code: str = "",
    replace: bool = False,
    now: dt.datetime | None = None,
    progress: Progress = _quiet,
) -> Outcome:
    """Take in tonight's results, compare them, publish the pages and tell who wants to know.

    Parameters
    ----------
    path
        Of the configuration.
    night
        Which night; today's by default, or the newest that the results name.
    label, code
        Branch and version of the code that was measured.
    replace
        Put the results in the place of others of the same night.
    now
        The present time.
    progress
        Called with each step.

    Returns
    -------
    Outcome
        With the exit code.

    Raises
    ------
    ConfigError, InputError, ReadError
        The configuration or the results cannot be used.
    MissingResultsError
        There are none.
    HistoryError, BusyError
        The history cannot be used, or another run is at work. Nothing was changed.

    Notes
    -----
    The night is in the history before it is compared, what was found is kept before it is published, and
    both before anybody is told. A run that was cut off is finished by the next. A night that is older than
    the newest, or whose results are replaced, is taken in together with what is then found on the nights
    since, or not at all; of the newest only people are told.
    """
    config = load(path)
    notify.check(config.notify)
    moment = now or dt.datetime.now(dt.UTC)
    with alone(config, create=True) as history:
        progress("reading the results")
        chosen, others = one_night(config, history, moment, night=night, label=label, code=code)
        new, found = _taken_in(history, config, chosen, moment, replace=replace, progress=progress)
        facts = next(each for each in found if each.night == chosen.night)
        unpublished = publish(history, config, facts, progress, also=found)
        told, untold = _told(history, config, facts.night, progress)
        _kept(history, config, new=new, progress=progress)
    return Outcome(
        facts=facts, new=new, others=others, told=told, untold=untold, unpublished=unpublished
    )


def backfill(
    path: str | os.PathLike[str],
    *,
    nights: Sequence[str] = (),
    label: str = "",
    replace: bool = False,
    now: dt.datetime | None = None,
    progress: Progress = _quiet,
) -> list[NightFacts]:
    """Take in nights that are late, and look again at all nights since. Nobody is told.

    Parameters
    ----------
    path
        Of the configuration.
    nights
        Which; those that the results name where none is given.
    label
        Of which branch.
    replace
        Put results in the place of others of the same night.
    now
        The present time.
    progress
        Called with each step.

    Returns
    -------
    list of NightFacts
        Of the nights that were looked at, oldest first; empty where none was new.

    Raises
    ------
    MissingResultsError
        The source has no results of these nights.
    """
    config = load(path)
    moment = now or dt.datetime.now(dt.UTC)
    with alone(config, create=True) as history:
        progress("reading the results")
        found = several_nights(config, history, moment, nights=nights, label=label)
        with history.transaction():
            taken = [
                each.night
                for each in found
                if history.record(each, recorded=moment, replace=replace)
            ]
            if not taken:
                return []
            first = _known(history, min(taken), found[0].label)
            facts = reevaluate(history, config, first, progress, queue_messages=False)
        unpublished = publish(history, config, facts[-1], progress, also=facts[:-1])
        _kept(history, config, new=True, progress=progress)
    if unpublished:
        raise RenderError(f"the nights are in the history, but {unpublished}")
    return facts


def _taken_in(
    history: History,
    config: Config,
    night: Night,
    moment: dt.datetime,
    *,
    replace: bool,
    progress: Progress,
) -> tuple[bool, list[NightFacts]]:
    """Keep a night and what is found on it, and on others that this changes; tell whether it was new."""
    there = history.nights(night.label)
    if not any(each.night >= night.night for each in there):
        history.record(night, recorded=moment)
        record = _known(history, night.night, night.label)
        unfinished = nights_to_evaluate(history, record)
        return True, [evaluate_once(history, config, each, progress) for each in unfinished]
    with history.transaction():
        new = history.record(night, recorded=moment, replace=replace)
        record = _known(history, night.night, night.label)
        if new:
            newest = there[-1].night == night.night
            return new, reevaluate(history, config, record, progress, queue_messages=newest)
    unfinished = nights_to_evaluate(history, record)
    return new, [evaluate_once(history, config, each, progress) for each in unfinished]


@contextmanager
def alone(
    config: Config, *, create: bool = False, anew: bool = False, wait: float = 0.0
) -> Iterator[History]:
    """Open the history that a configuration names, and keep other runs away from it.

    Parameters
    ----------
    config, create, anew
        As for `opened`.
    wait
        Seconds to wait for another run.

    Raises
    ------
    BusyError
        Another run is at work, on this machine or on another that uses the same database.
    HistoryError
        As for `opened`.
    """
    with (
        locked(lock_of(config), wait=wait),
        opened(config, create=create, anew=anew) as history,
        history.lock(wait=wait),
    ):
        yield history


def lock_of(config: Config) -> Path:
    """Return what runs on this machine on the same history are kept apart by."""
    url = read_secret(config.history.url)
    return config.folder if "://" in url else config.place / url


def _known(history: History, night: str, label: str) -> NightRecord:
    record = history.night(night, label)
    if record is None:
        raise HistoryError(f"{night} was taken in and is not there.")
    return record


def _kept(history: History, config: Config, *, new: bool, progress: Progress) -> None:
    """Give up what need not be kept, and copy the rest."""
    history.thin(keeper(history, config))
    if new and config.history.backup:
        progress("copying the history")
        history.backup()


def _told(
    history: History, config: Config, night: str, progress: Progress
) -> tuple[int, tuple[str, ...]]:
    """Send what is waiting, oldest first; what fails is kept for the next run."""
    told, untold = 0, []
    for waiting in history.outbox():
        if _pointless(waiting, config, night):
            history.remove_message(waiting)
            continue
        progress(f"telling {waiting.message.channel}")
        try:
            notify.send(waiting.message, config.notify, config.place)
        except NotifyError as error:
            history.note_failure(waiting, str(error))
            untold.append(f"{waiting.message.channel}: {error}")
        else:
            history.remove_message(waiting)
            told += 1
    return told, tuple(untold)


def _pointless(waiting: Waiting, config: Config, night: str) -> bool:
    """Tell whether nobody waits for a message any more.

    Its way was taken out of the configuration, or it is a file that describes one run, of an earlier one.
    """
    message = waiting.message
    gone = message.channel not in config.notify.channels
    return gone or (message.channel in ("github", "junit") and message.night < night)
