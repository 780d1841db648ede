"""The outbox: messages are queued with their night, merged while they cannot be sent, and sent by a run."""

import dataclasses
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from benchreport.errors import NotifyError, examples, format_count
from benchreport.nightly import notify
from benchreport.nightly.config.settings import Config
from benchreport.nightly.history import History, NightRecord, Waiting
from benchreport.nightly.night_facts import NightFacts, tell_changes
from benchreport.nightly.notify import Message
from benchreport.nightly.notify.wording import name_change
from benchreport.wording.nights import verdicts as night_verdicts

LASTING = 3
"""The number of nights that a channel fails before the other channels tell of it."""

LONGEST = 90.0
"""Seconds after which a run begins to send no other message; each one has a time limit of its own."""


def compose(
    history: History,
    config: Config,
    facts: NightFacts,
    *,
    changed: bool,
    without: str = "",
    only: Collection[str] = (),
) -> tuple[list[Message], list[Waiting]]:
    """Write the messages of a night, and return them with the unsent messages that they replace.

    A channel thus has one message of a label to send, however many nights it failed: it tells of tonight,
    of the nights whose messages were not sent, and of their findings. A channel that has failed for several
    nights is told of by the others.

    Parameters
    ----------
    history, config
        The history with the unsent messages, and the configuration.
    facts
        The facts of the night.
    changed
        Whether tonight opened or ended a finding.
    without
        A night that was removed, of which nothing is told.
    only
        As for `notify.write_messages`.
    """
    queue = _by_channel(entry for entry in history.outbox() if entry.message.label == facts.label)
    channels = config.notify.channels
    unsent = {
        name: tuple(night for night in _nights_of(entries, before=facts.night) if night != without)
        for name, entries in queue.items()
        # files describe one run only
        if hasattr(channels.get(name), "when")
    }
    remarks = {
        name: (
            *_tell_unsent(unsent.get(name, ()), history, facts),
            *_tell_failing({other: queue[other] for other in unsent if other != name}),
        )
        for name in channels
    }
    messages = [
        dataclasses.replace(message, label=facts.label, earlier=unsent.get(message.channel, ()))
        for message in notify.write_messages(
            facts, config.notify, changed=changed, remarks=remarks, only=only
        )
    ]
    return messages, [entry for message in messages for entry in queue.get(message.channel, ())]


def rewrite_unsent(
    history: History, config: Config, facts: NightFacts | None, removed: NightRecord
) -> None:
    """Write the unsent messages that tell of a removed night, or of later ones, without it.

    Parameters
    ----------
    history, config
        The history with the unsent messages, and the configuration.
    facts
        The facts of the newest night with the same label; ``None`` if none is left.
    removed
        The night that was removed.
    """
    affected = [
        entry
        for entry in history.outbox()
        if entry.message.label == removed.label and entry.message.night >= removed.night
    ]
    channels = set()
    for entry in affected:
        if facts is None or set(_nights_of([entry])) == {removed.night}:
            history.remove_message(entry)
        else:
            channels.add(entry.message.channel)
    if facts is not None and channels:
        messages, replaced = compose(
            history, config, facts, changed=True, without=removed.night, only=channels
        )
        history.conclude(facts, (), messages, replaced)


def _nights_of(entries: Sequence[Waiting], *, before: str = "~") -> tuple[str, ...]:
    """Return the nights that unsent messages are about, sorted."""
    nights = {night for entry in entries for night in (*entry.message.earlier, entry.message.night)}
    return tuple(sorted(night for night in nights if night < before))


def _tell_unsent(nights: Sequence[str], history: History, facts: NightFacts) -> list[str]:
    """Write about the nights whose messages this one replaces."""
    if not nights:
        return []
    findings = [
        night_verdicts.UNSENT_FINDING.format(
            kind=finding.kind,
            series=name_change(finding),
            night=finding.opened,
            status=finding.status,
        )
        for finding in tell_changes(
            each for each in history.findings() if each.label == facts.label and not each.is_mark
        )
        if finding.opened in nights
    ]
    listed = night_verdicts.UNSENT_FINDINGS.format(findings=examples(findings)) if findings else ""
    return [
        night_verdicts.UNSENT.format(
            nights=format_count(len(nights), "earlier night"),
            first=nights[0],
            last=nights[-1],
            findings=listed,
        )
    ]


def _tell_failing(queue: Mapping[str, Sequence[Waiting]]) -> list[str]:
    """Write about channels that have failed for several nights."""
    unsent = ((name, entries, _nights_of(entries)) for name, entries in queue.items())
    return [
        _describe(name, entries, nights)
        for name, entries, nights in unsent
        if len(nights) >= LASTING
    ]


def _describe(channel: str, entries: Sequence[Waiting], nights: Sequence[str]) -> str:
    return night_verdicts.CHANNEL_FAILS.format(
        channel=channel,
        nights=format_count(len(nights), "night"),
        first=nights[0],
        last=nights[-1],
        why=(entries[-1].error or night_verdicts.NOT_TRIED).rstrip("."),
    )


def describe_outbox(history: History, *, before: str = "~") -> list[str]:
    """Say a sentence about each channel whose messages about nights before one were not sent."""
    unsent = (
        (name, entries, _nights_of(entries, before=before))
        for name, entries in _by_channel(history.outbox()).items()
    )
    return [_describe(name, entries, nights) for name, entries, nights in unsent if nights]


def _by_channel(entries: Iterable[Waiting]) -> dict[str, list[Waiting]]:
    queue: dict[str, list[Waiting]] = {}
    for entry in entries:
        queue.setdefault(entry.message.channel, []).append(entry)
    return queue


def send_waiting(
    history: History, config: Config, night: str, progress: Callable[[str], None]
) -> tuple[int, tuple[str, ...]]:
    """Send the queued messages, oldest first; those of a channel that fails stay queued for the next run.

    So do all that are left when sending has taken too long.

    Returns
    -------
    tuple
        The number of messages that were sent, and the errors of the channels that failed.
    """
    n_sent, failed = 0, dict[str, str]()
    end = time.monotonic() + LONGEST
    for waiting in history.outbox():
        name = waiting.message.channel
        if _is_obsolete(waiting, config, night):
            history.remove_message(waiting)
            continue
        if name in failed:
            # it would cost its time limit again
            continue
        if time.monotonic() > end:
            failed[name] = f"{name}: {night_verdicts.NO_TIME}"
            continue
        progress(f"telling {name}")
        try:
            notify.send(waiting.message, config.notify, config.place)
        except NotifyError as error:
            history.note_failure(waiting, error.message)
            failed[name] = f"{name}: {error}"
        else:
            history.remove_message(waiting)
            n_sent += 1
    return n_sent, tuple(failed.values())


def _is_obsolete(waiting: Waiting, config: Config, night: str) -> bool:
    """Return whether a queued message is obsolete.

    It is obsolete if its channel was removed from the configuration, or if it is an earlier run's file
    that describes one run only.
    """
    channel = config.notify.channels.get(waiting.message.channel)
    return channel is None or (not hasattr(channel, "when") and waiting.message.night < night)
