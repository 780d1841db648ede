"""What people say of an algorithm or a dataset: that it has another name now, or is no longer measured."""

import dataclasses
import datetime as dt
import difflib
import os
from collections.abc import Mapping
from typing import Any

from benchreport.errors import InputError, OptionError, RenderError, examples
from benchreport.nightly.config.load import load
from benchreport.nightly.config.settings import Config
from benchreport.nightly.evaluate_nights import reevaluate
from benchreport.nightly.findings.triage import current_user
from benchreport.nightly.history import History
from benchreport.nightly.history.names import KINDS, NameKind
from benchreport.nightly.history.open_history import lock_history
from benchreport.nightly.pages.publication import publish
from benchreport.report.contents import Progress
from benchreport.wording.nights import verdicts as night_verdicts

WAIT = 30
"""How many seconds to wait for a night that is being stored."""


def rename(
    path: str | os.PathLike[str],
    old: str,
    new: str,
    *,
    kind: NameKind | None = None,
    why: str = "",
    progress: Progress = lambda _: None,
) -> tuple[NameKind, int]:
    """Call an algorithm or a dataset by another name on all nights, and judge the newest one again.

    The scores stay as they were stored; the history reads them under the new name from now on, those of
    later nights too.

    Parameters
    ----------
    path
        The configuration file.
    old, new
        The names.
    kind
        What is renamed, where both an algorithm and a dataset have the name.
    why
        The reason, which the history stores.
    progress
        A function that is called with the name of each step.

    Returns
    -------
    tuple
        What was renamed, and on how many nights.

    Raises
    ------
    InputError
        The history does not have the name, or has both on one night.
    OptionError
        Both an algorithm and a dataset have the name.
    RenderError
        What was said is stored, but the pages cannot be written.
    """
    config = load(path)
    if not new.strip() or new == old:
        raise OptionError(
            f"{new!r} is no new name of {old!r}.", hint="benchreport nightly rename OLD NEW"
        )
    with lock_history(config, wait=WAIT) as history:
        nights = _nights_of_names(history)
        kind = _find_kind(nights, old, kind)
        of_old = nights[kind][old]
        both = sorted(of_old & nights[kind].get(new, set()))
        if both:
            raise InputError(
                f"both {old!r} and {new!r} were measured on {examples(both, most=2)}, so they are two.",
                hint=f"benchreport nightly retire {old} --why 'replaced by {new}'",
            )
        _change_names(
            history,
            config,
            progress,
            {"action": "rename", "kind": kind, "old": old, "new": new},
            why,
        )
    return kind, len(of_old)


def retire(
    path: str | os.PathLike[str],
    name: str,
    *,
    why: str,
    kind: NameKind | None = None,
    progress: Progress = lambda _: None,
) -> NameKind:
    """Say that an algorithm or a dataset is no longer measured: it is not missed, and its findings end.

    If it comes back, it is measured as before.

    Parameters
    ----------
    path, kind, progress
        As for `rename`.
    name
        The name of the algorithm or dataset.
    why
        The reason, which the history stores.

    Returns
    -------
    str
        What was retired.

    Raises
    ------
    InputError
        The history does not have the name, or the newest night still measured it.
    OptionError
        No reason is given, or both an algorithm and a dataset have the name.
    RenderError
        What was said is stored, but the pages cannot be written.
    """
    if not why.strip():
        raise OptionError("a reason is needed.", hint="--why 'replaced by svm2'")
    config = load(path)
    with lock_history(config, wait=WAIT) as history:
        nights = _nights_of_names(history)
        kind = _find_kind(nights, name, kind)
        newest = history.nights()[-1].night
        if newest in nights[kind][name]:
            raise InputError(
                f"{name} was still measured on {newest}, the newest night.",
                hint="leave it out of the benchmark first",
            )
        for finding in history.findings():
            of_series = {"algorithm": finding.key.algorithm, "dataset": finding.key.dataset}
            if not finding.closed and of_series[kind] == name:
                reason = night_verdicts.RETIRED.format(why=why.strip())
                ended = dataclasses.replace(
                    finding, status="accepted", closed=newest, by_hand=True, why=reason, until=""
                )
                history.change(
                    ended, describe_event({"action": "accept", "finding": str(finding.number)}, why)
                )
        _change_names(
            history, config, progress, {"action": "retire", "kind": kind, "name": name}, why
        )
    return kind


def describe_event(what: Mapping[str, Any], why: str) -> dict[str, Any]:
    """Return the record of what somebody said: what, when, who and why."""
    moment = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    return {**what, "at": moment, "who": current_user(), "why": why.strip()}


def _change_names(
    history: History, config: Config, progress: Progress, what: dict[str, str], why: str
) -> None:
    """Store what somebody said, judge the newest night of each label again, and write its pages."""
    labels = {record.label for record in history.nights()}
    with history.transaction():
        history.note(describe_event(what, why))
        facts = [
            reevaluate(history, config, history.nights(label)[-1], progress, queue_messages=False)[
                -1
            ]
            for label in sorted(labels)
        ]
    newest = max(facts, key=lambda night: (night.night, night.label == ""))
    unpublished = publish(history, config, newest, progress)
    if unpublished:
        raise RenderError(f"this is in the history, but {unpublished}")


def _nights_of_names(history: History) -> dict[NameKind, dict[str, set[str]]]:
    """Return the nights on which each algorithm and each dataset was measured."""
    nights: dict[NameKind, dict[str, set[str]]] = {kind: {} for kind in KINDS}
    for record in history.nights():
        for metric in record.metrics:
            scores = history.scores(record.night, record.label, metric)
            for kind, names in _names_of(scores).items():
                for name in names:
                    nights[kind].setdefault(name, set()).add(record.night)
    return nights


def _names_of(scores: Any) -> dict[NameKind, tuple[str, ...]]:  # noqa: ANN401
    if scores is None:
        return {}
    return {"algorithm": scores.algorithms, "dataset": scores.datasets}


def _find_kind(
    nights: dict[NameKind, dict[str, set[str]]], name: str, kind: NameKind | None
) -> NameKind:
    kinds = [each for each in KINDS if name in nights[each] and kind in (None, each)]
    if len(kinds) == 1:
        return kinds[0]
    if kinds:
        raise OptionError(
            f"both an algorithm and a dataset are called {name!r}.", hint="--kind algorithm"
        )
    searched = [nights[each] for each in KINDS if kind in (None, each)]
    known = sorted({each for of in searched for each in of} - {""})
    near = difflib.get_close_matches(name, known, n=1)
    raise InputError(
        f"the history has no {kind or 'algorithm or dataset'} {name!r}; it has {examples(known)}.",
        hint=f"did you mean {near[0]!r}?" if near else "name one of them",
    )
