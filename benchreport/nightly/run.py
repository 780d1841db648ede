"""The run of one night: it records the results, compares them, publishes pages and sends messages."""

import contextlib
import datetime as dt
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchreport.errors import HistoryError, RenderError
from benchreport.nightly import notify
from benchreport.nightly.config.load import load
from benchreport.nightly.config.settings import Config
from benchreport.nightly.evaluate_nights import (
    compared_with,
    evaluate_once,
    nights_to_evaluate,
    reevaluate,
    reevaluate_others,
)
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.history.night_scores import Night
from benchreport.nightly.history.open_history import lock_history
from benchreport.nightly.history.retention import retention_rule
from benchreport.nightly.intake.intake import fetch_night, fetch_nights
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.outbox import send_waiting
from benchreport.nightly.pages.publication import publish

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The outcome of a run.

    Parameters
    ----------
    facts
        The facts of the night.
    new
        Whether the run added or replaced the night's scores in the history.
    others
        Other nights, earlier and later ones, that the source has and the history lacks.
    n_sent, unsent
        The number of messages that were sent, and the errors of those that were not.
    unpublished
        Why the pages could not be written; empty if they were written.
    """

    facts: NightFacts
    new: bool
    others: tuple[str, ...] = ()
    n_sent: int = 0
    unsent: tuple[str, ...] = ()
    unpublished: str = ""

    @property
    def exit_code(self) -> int:
        """The exit code of the night, or 5 if the night is fine but its pages could not be written."""
        return 5 if self.unpublished and self.facts.exit_code == 0 else self.facts.exit_code


def _ignore(step: str) -> None:
    """Show no progress."""


def run(
    path: str | os.PathLike[str],
    *,
    night: str = "",
    label: str = "",
    code: str = "",
    replace: bool = False,
    now: dt.datetime | None = None,
    progress: Progress = _ignore,
) -> Outcome:
    """Record tonight's results, compare them, publish the pages and send the messages.

    Parameters
    ----------
    path
        The configuration file.
    night
        The night, as an ISO date; by default the newest in the results, or tonight if they name none.
    label, code
        The branch or variant, and the version of the code that was measured.
    replace
        Whether the results may replace other results of the same night.
    now
        The present time.
    progress
        A function that is called with the name of each step.

    Returns
    -------
    Outcome
        The facts of the night, and what was published and sent.

    Raises
    ------
    ConfigError, InputError, ReadError
        The configuration or the results cannot be used.
    MissingResultsError
        The source has no results of the night.
    HistoryError, BusyError
        The history cannot be used, or another run is active. Nothing was changed.

    Notes
    -----
    The run records the night before comparing it, stores the facts before publishing them, and does both
    before it sends a message. The next run finishes an interrupted one. If the night is older than the
    newest, or its results are replaced, the night and the new facts of all later nights are recorded
    together or not at all; messages are about the newest night only.
    """
    config = load(path)
    notify.check(config.notify)
    moment = now or dt.datetime.now(dt.UTC)
    with lock_history(config, create=True) as history:
        progress("reading the results")
        chosen, others = fetch_night(config, history, moment, night=night, label=label, code=code)
        new, evaluated = _take_in(
            history, config, chosen, moment, replace=replace, progress=progress
        )
        facts = next(
            night
            for night in evaluated
            if (night.night, night.label) == (chosen.night, chosen.label)
        )
        unpublished = publish(history, config, facts, progress, also=evaluated)
        n_sent, unsent = send_waiting(history, config, facts.night, progress)
        _tidy(history, config, new=new, progress=progress)
    return Outcome(
        facts=facts, new=new, others=others, n_sent=n_sent, unsent=unsent, unpublished=unpublished
    )


def backfill(
    path: str | os.PathLike[str],
    *,
    nights: Sequence[str] = (),
    period: Sequence[str] = (),
    label: str = "",
    replace: bool = False,
    now: dt.datetime | None = None,
    progress: Progress = _ignore,
) -> list[NightFacts]:
    """Record earlier nights, and compare them and all later nights again, without sending messages.

    Parameters
    ----------
    path
        The configuration file.
    nights
        The nights, as ISO dates.
    period
        Further nights, without those that somebody removed. If there are neither, all nights in the results
        without those.
    label, replace, now, progress
        As for `run`.

    Returns
    -------
    list of NightFacts
        The facts of the nights that were compared, oldest first; empty if no night was new.

    Raises
    ------
    MissingResultsError
        The source has no results of these nights.
    """
    config = load(path)
    moment = now or dt.datetime.now(dt.UTC)
    with lock_history(config, create=True) as history:
        progress("reading the results")
        late = fetch_nights(config, history, moment, nights=nights, period=period, label=label)
        with history.transaction():
            new = [
                night.night
                for night in late
                if history.record(night, recorded=moment, replace=replace)
            ]
            if not new:
                return []
            first = _record_of(history, min(new), late[0].label)
            facts = reevaluate(history, config, first, progress, queue_messages=False)
            others = reevaluate_others(history, config, first, progress)
        unpublished = publish(history, config, facts[-1], progress, also=[*others, *facts[:-1]])
        _tidy(history, config, new=True, progress=progress)
    if unpublished:
        raise RenderError(f"the nights are in the history, but {unpublished}")
    return facts


def _take_in(
    history: History,
    config: Config,
    night: Night,
    moment: dt.datetime,
    *,
    replace: bool,
    progress: Progress,
) -> tuple[bool, list[NightFacts]]:
    """Record and compare a night and the nights it affects; return whether it was new, and the facts."""
    recorded = history.nights(night.label)
    # the baselines of later nights include this night, also those of labels that are compared with this one
    late = bool(recorded) and recorded[-1].night >= night.night
    others = bool(compared_with(history, config, night))
    with history.transaction() if late or others else contextlib.nullcontext():
        new = history.record(night, recorded=moment, replace=replace)
        record = _record_of(history, night.night, night.label)
        if new and late:
            newest = recorded[-1].night == night.night
            facts = reevaluate(history, config, record, progress, queue_messages=newest)
        else:
            unfinished = nights_to_evaluate(history, record)
            facts = [evaluate_once(history, config, each, progress) for each in unfinished]
        if new and (late or others):
            facts += reevaluate_others(history, config, record, progress)
    return new, facts


def _record_of(history: History, night: str, label: str) -> NightRecord:
    record = history.night(night, label)
    if record is None:
        raise HistoryError(f"{night} was recorded, but the history does not have it.")
    return record


def _tidy(history: History, config: Config, *, new: bool, progress: Progress) -> None:
    """Delete scores that need not be kept, and back up the history."""
    history.thin(retention_rule(history, config))
    if new and config.history.backup:
        progress("copying the history")
        history.backup()
