"""Fetching new nights: reading their results from the source, and checking them against the history."""

import dataclasses
import datetime as dt
import functools
from collections.abc import Collection, Mapping, Sequence

import pandas as pd

from benchreport.errors import ConfigError, InputError, OptionError, examples, format_count
from benchreport.nightly.config.settings import Config
from benchreport.nightly.history import History
from benchreport.nightly.history.night_scores import Night
from benchreport.nightly.history.records import Removal
from benchreport.nightly.intake.night_dates import nights_named, tonight
from benchreport.nightly.intake.read_nights import read_night, split_nights
from benchreport.nightly.intake.sources import (
    Results,
    fetch_results,
    is_asked_by_night,
    newest_file,
)
from benchreport.results.writing.number_format import join
from benchreport.version import __version__

MOST_NAMED = 3


class MissingResultsError(InputError):
    """The source has no results of the night, or only those of the previous night."""


def fetch_night(
    config: Config,
    history: History,
    moment: dt.datetime,
    *,
    night: str,
    label: str,
    code: str,
) -> tuple[Night, tuple[str, ...]]:
    """Fetch a night's results, and list the other nights of the source that the history lacks.

    Parameters
    ----------
    config, history
        The configuration and its history.
    moment
        The present time, with its zone.
    night
        The night, as an ISO date; empty for the newest in the results that nobody removed, or tonight if
        they name none.
    label, code
        The branch or variant, and the version of the code that was measured.

    Raises
    ------
    MissingResultsError
        The source has no results of the night, or they are already in the history as another night's.
    ConfigError
        The results belong to another benchmark than the history.
    """
    requested = night or tonight(config, moment)
    results = fetch_results(config, requested)
    if results.frame is None or results.frame.empty:
        rows = "" if results.frame is None else ": it has no rows"
        raise MissingResultsError(
            f"there are no results of {requested} in {results.origin}{rows}.",
            hint=f"run the benchmark, or name another night: --night {_other_night(config, requested)}",
        )
    label, nights = split_nights(results.frame, config, night=requested, label=label, code=code)
    if night:
        night = _find_named(night, nights)
    named, removed = (nights, history.removed()) if not night else ({night: nights[night]}, {})
    read = _read_newest(named, config, removed, label=label, code=code)
    chosen = _add_context(read, results)
    _refuse_stale(history, chosen, results)
    _refuse_another_benchmark(history, chosen)
    known = {record.night for record in history.nights(chosen.label)}
    known |= {removed for removed, of_label in history.removed() if of_label == chosen.label}
    return chosen, tuple(sorted(set(nights) - known - {chosen.night}))


def _find_named(night: str, nights: Collection[str]) -> str:
    """Return the night of the results that a date names."""
    named = nights_named(night, nights)
    if not named:
        raise MissingResultsError(
            f"the results have no night {night}; they have {_name_nights(sorted(nights))}.",
            hint=f"--night {max(nights)}",
        )
    if len(named) > 1:
        raise OptionError(
            f"the results have {len(named)} nights on {night}: {examples(named)}.",
            hint=f"--night {named[-1]}",
        )
    return named[0]


def _other_night(config: Config, requested: str) -> str:
    newest = newest_file(config)
    return newest if newest and newest != requested else "2026-11-20"


def _read_newest(
    nights: Mapping[str, pd.DataFrame],
    config: Config,
    removed: Mapping[tuple[str, str], Removal],
    *,
    label: str,
    code: str,
) -> Night:
    """Read the newest of these nights whose scores nobody removed."""
    for name in sorted(nights, reverse=True):
        read = read_night(nights[name], config, night=name, label=label, code=code)
        if not _is_removed(read, removed):
            return read
    raise _all_removed(nights)


def _all_removed(nights: Collection[str]) -> MissingResultsError:
    return MissingResultsError(
        f"the results are those of {examples(sorted(nights))} that were removed.",
        hint=f"--night {max(nights)} to store them again",
    )


def _is_removed(night: Night, removed: Mapping[tuple[str, str], Removal]) -> bool:
    removal = removed.get((night.night, night.label))
    return removal is not None and removal.has_scores_of(night)


def fetch_nights(
    config: Config,
    history: History,
    moment: dt.datetime,
    *,
    nights: Sequence[str],
    period: Sequence[str],
    label: str,
) -> list[Night]:
    """Fetch the results of earlier nights, oldest first.

    Parameters
    ----------
    config, history, moment, label
        As for `fetch_night`.
    nights
        The nights, as ISO dates.
    period
        Further nights, without those that somebody removed. If there are neither, all nights in the results
        without those.

    Raises
    ------
    MissingResultsError
        The source has results of none of these nights.
    ConfigError
        The source has one table for all of these nights, which does not tell them apart, or its function
        returns one.
    """
    by_date: dict[str, Night] = {}
    wanted = sorted({*nights, *period}) or [tonight(config, moment)]
    alone = is_asked_by_night(config)
    removed = history.removed()
    undated, away = [], []
    for requested in wanted if alone else wanted[:1]:
        results = fetch_results(config, requested)
        if results.frame is None or results.frame.empty:
            continue
        kept, tables = split_nights(results.frame, config, night="", label=label)
        if "" in tables:
            _refuse_same_results(results, wanted, alone=alone)
            tables = {requested: tables[""]}
            undated.append(requested)
        asked = [requested] if alone else wanted
        again = {name for each in nights for name in nights_named(each, tables)}
        named = {name for each in asked for name in nights_named(each, tables)}
        for name in named if nights or period else tables:
            night = read_night(tables[name], config, night=name, label=kept, code="")
            # what somebody removed comes back if it is named
            if name in again or not _is_removed(night, removed):
                by_date[name] = _add_context(night, results)
            else:
                away.append(name)
    if away and not by_date:
        raise _all_removed(away)
    if not by_date:
        raise MissingResultsError(
            f"there are no results of {examples(wanted)}.",
            hint="give the nights as --from 2026-11-01 --to 2026-11-20",
        )
    if config.source.python:
        _refuse_function_without_nights(
            [by_date[name] for name in undated if name in by_date], config.source.python
        )
    _refuse_another_benchmark(history, by_date[max(by_date)])
    return [by_date[name] for name in sorted(by_date)]


def _refuse_same_results(results: Results, wanted: Sequence[str], *, alone: bool) -> None:
    """Refuse to store a table without nights as the results of several."""
    if not alone and len(wanted) > 1:
        raise ConfigError(
            f"the results in {results.origin} say nothing of their night, so they cannot be those of "
            f"{len(wanted)} nights.",
            hint=f"--night {wanted[-1]} for one; for several, a column with the night, or its date in the "
            'name: files = ["results-{night}.csv"] under [source]',
        )


def _refuse_function_without_nights(nights: Sequence[Night], function: str) -> None:
    """Refuse the very same scores of several nights, which a function may give that ignores its night."""
    if len(nights) > 1 and len({night.sha256 for night in nights}) == 1:
        raise ConfigError(
            f"{function} returned the same {format_count(nights[0].n_scores, 'score')} for each of "
            f"{len(nights)} nights, so it seems to ignore the night that it is given.",
            hint="return the results of that night; if they are the same on all nights, say so in a column: "
            "frame.assign(night=night)",
        )


def _name_nights(nights: Sequence[str]) -> str:
    if len(nights) <= MOST_NAMED:
        return join(nights)
    return f"{len(nights)} nights, {nights[0]} to {nights[-1]}"


def _add_context(night: Night, results: Results) -> Night:
    return dataclasses.replace(
        night, context={**night.context, "source": results.origin, **_find_versions()}
    )


@functools.cache
def _find_versions() -> dict[str, str]:
    """Return the versions that are installed; to find them for each of many nights takes milliseconds."""
    from importlib.metadata import version

    libraries = {name: version(name) for name in ("numpy", "pandas", "scipy")}
    return {"benchreport": __version__, **libraries}


def _refuse_stale(history: History, night: Night, results: Results) -> None:
    """Refuse the files of the previous night, because reading them again is no new measurement."""
    before = [record for record in history.nights(night.label) if record.night < night.night]
    if not before or not results.newest or history.night(night.night, night.label) is not None:
        return
    last = before[-1]
    modified = dt.datetime.fromtimestamp(results.newest, dt.UTC)
    if last.sha256 == night.sha256 and modified <= dt.datetime.fromisoformat(last.recorded):
        raise MissingResultsError(
            f"the results in {results.origin} are those of {last.night}: the scores are the same, and no "
            f"file has changed since they were recorded ({last.recorded}).",
            hint="look whether the benchmark ran",
        )


def _refuse_another_benchmark(history: History, night: Night) -> None:
    """Refuse results that share neither an algorithm nor a dataset with the newest night."""
    others = [
        record
        for record in history.nights(night.label)
        if not record.thinned and record.night != night.night
    ]
    if not others:
        return
    last = others[-1]
    earlier_names = set[str]()
    for metric in last.metrics:
        scores = history.scores(last.night, last.label, metric)
        earlier_names |= set() if scores is None else {*scores.algorithms, *scores.datasets}
    new = {name for scores in night.metrics for name in (*scores.algorithms, *scores.datasets)} - {
        ""
    }
    if earlier_names.isdisjoint(new):
        raise ConfigError(
            f"the results share no algorithm and no dataset with {last.night} in the history: there "
            f"{examples(sorted(earlier_names - {''}), most=3)}, here {examples(sorted(new), most=3)}.",
            hint='another benchmark has another history: url = "another.db" under [history]; a variant '
            "of this one is a label: --label NAME",
        )
