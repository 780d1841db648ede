"""Removal of a night that was stored by mistake: of a wrong file, of a broken run, or with a wrong date."""

import datetime as dt
import os
from collections.abc import Sequence

from benchreport.errors import InputError, OptionError, RenderError
from benchreport.hints import option
from benchreport.nightly.config.load import load
from benchreport.nightly.config.settings import Config
from benchreport.nightly.evaluate_nights import compared_with, reevaluate, reevaluate_others
from benchreport.nightly.findings.triage import refresh_facts
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.history.open_history import lock_history
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.outbox import rewrite_unsent
from benchreport.nightly.pages.publication import publish, unpublish
from benchreport.nightly.rename_retire import WAIT, describe_event
from benchreport.report.contents import Progress
from benchreport.wording.nights import shell as night_shell


def remove(
    path: str | os.PathLike[str],
    night: str,
    *,
    why: str,
    label: str = "",
    progress: Progress = lambda _: None,
) -> int:
    """Remove a night, compare all later nights again, and delete its pages and its unsent messages.

    The source may still have the results: the same scores are stored again only if somebody names the night.

    Parameters
    ----------
    path
        The configuration file.
    night, label
        The night, as an ISO date, and its branch or variant.
    why
        The reason, which the history stores.
    progress
        A function that is called with the name of each step.

    Returns
    -------
    int
        The number of nights that were compared again: later ones, and those of other labels that are
        compared with this one. None if the night was removed before.

    Raises
    ------
    InputError
        The history does not have the night.
    OptionError
        No reason is given, or tonight is compared with that night.
    RenderError
        The night is removed, but the pages cannot be written.

    Notes
    -----
    The history changes at once or not at all. If the process is killed before the pages are written, the
    same command, or the next run, does the rest.
    """
    config = load(path)
    if not why.strip():
        raise OptionError(
            "a reason is needed, so that others understand why the night is gone.",
            hint="--why 'a wrong file'",
        )
    others: list[NightFacts] = []
    with lock_history(config, wait=WAIT) as history:
        record = history.night(night, label)
        if record is not None:
            _refuse_baseline(history, config, record)
            with history.transaction():
                others = _remove(history, config, record, why, progress)
        elif (night, label) not in history.removed():
            raise _no_such_night(history, night, label)
        later = [record for record in history.nights(label) if record.night > night]
        unpublished = _publish(history, config, label, later, others, progress)
    if unpublished:
        raise RenderError(f"the night is removed, but {unpublished}")
    return 0 if record is None else len(later) + len(others)


def _remove(
    history: History, config: Config, record: NightRecord, why: str, progress: Progress
) -> list[NightFacts]:
    """Remove a night and compare later ones again; return the facts of those of other labels."""
    what = {"action": "remove", "night": record.night, "label": record.label}
    digests = history.stored_night(record).digests
    history.remove(record)
    history.note(describe_event({**what, "sha256": record.sha256, "digests": digests}, why))
    later = reevaluate(history, config, record, progress, queue_messages=False)
    # before nights without scores, findings were left as they were
    history.forget_findings(
        finding.number
        for finding in history.findings()
        if (finding.opened, finding.label) == (record.night, record.label) and not finding.is_mark
    )
    rest = history.nights(record.label)
    newest = history.result(rest[-1].night, record.label) if rest else None
    if newest is not None and not later:
        newest = refresh_facts(history, newest)
    rewrite_unsent(history, config, newest, record)
    return reevaluate_others(history, config, record, progress)


def _publish(
    history: History,
    config: Config,
    label: str,
    later: Sequence[NightRecord],
    others: Sequence[NightFacts],
    progress: Progress,
) -> str:
    """Write the pages of the later nights, or of the newest one; return why they were not written."""
    of_label = later or history.nights(label)[-1:]
    facts = list(history.results(of_label or history.nights()[-1:]))
    if not facts:
        return unpublish(history, config)
    return publish(history, config, facts[-1], progress, also=[*others, *facts[:-1]])


def _refuse_baseline(history: History, config: Config, record: NightRecord) -> None:
    """Refuse to remove what later nights are compared with by name."""
    rules = config.baseline
    if rules.kind == "pinned" and rules.night == record.night:
        raise OptionError(
            f"the baseline is pinned to {record.night}.", hint="pin another night under [baseline]"
        )
    if compared_with(history, config, record) and history.nights(record.label) == [record]:
        raise OptionError(
            f"{record.night} is the only night with the label {record.label!r}, with which the others are "
            "compared.",
            hint="name another label under [baseline]",
        )


def _no_such_night(history: History, night: str, label: str) -> InputError:
    records = history.nights()
    same = [record.label for record in records if record.night == night]
    of_label = [record.night for record in records if record.label == label]
    if same:
        of = night_shell.WITH_LABEL[bool(same[0])].format(label=repr(same[0]))
        return InputError(
            f"{night} is stored {of}.",
            hint=option(label=same[0]) if same[0] else "leave out --label",
        )
    if not of_label:
        return InputError(
            f"the history has no {night}. {history.describe_no_nights(label)}",
            hint="benchreport nightly history",
        )
    nearest = min(of_label, key=lambda other: abs(_date(other) - _date(night)))
    return InputError(f"the history has no {night}.", hint=f"did you mean {nearest}?")


def _date(night: str) -> dt.datetime:
    return dt.datetime.fromisoformat(night)
