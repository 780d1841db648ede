"""Results of nights, read from their source and held against what the history has."""

import dataclasses
import datetime as dt
from collections.abc import Sequence

from benchreport.errors import ConfigError, InputError, examples
from benchreport.nightly.config.settings import Config
from benchreport.nightly.history import History
from benchreport.nightly.history.night_scores import Night
from benchreport.nightly.intake.night_dates import tonight
from benchreport.nightly.intake.read_nights import read_nights
from benchreport.nightly.intake.sources import Results, results_of

__all__ = ["MissingResultsError", "one_night", "several_nights"]


class MissingResultsError(InputError):
    """There are no results of the night, or only those of the night before."""


def one_night(
    config: Config,
    history: History,
    moment: dt.datetime,
    *,
    night: str,
    label: str,
    code: str,
) -> tuple[Night, tuple[str, ...]]:
    """Read a night's results, and name nights of the source that the history lacks.

    Parameters
    ----------
    config, history
        Of the nights.
    moment
        The present time.
    night
        Which; empty for today's, or the newest that the results name.
    label, code
        Branch and version of the code that was measured.

    Raises
    ------
    MissingResultsError
        There are none, or they were taken in as another night's.
    ConfigError
        They are of another benchmark than the history.
    """
    asked = night or tonight(config, moment)
    results = results_of(config, asked)
    if results.frame is None or results.frame.empty:
        rows = "" if results.frame is None else ": no row is there"
        raise MissingResultsError(
            f"there are no results of {asked} in {results.told}{rows}.",
            hint="run the benchmark, or name another night: --night 2026-11-20",
        )
    found = read_nights(results.frame, config, night=asked, label=label, code=code)
    named = {each.night: each for each in found}
    if night and night not in named:
        raise MissingResultsError(
            f"the results are of {examples(sorted(named))}, not of {night}.",
            hint=f"--night {max(named)}",
        )
    chosen = _noted(named[night] if night else named[max(named)], results)
    _refuse_stale(history, chosen, results)
    _refuse_another_benchmark(history, chosen)
    there = {each.night for each in history.nights(chosen.label)}
    return chosen, tuple(sorted(set(named) - there - {chosen.night}))


def several_nights(
    config: Config, history: History, moment: dt.datetime, *, nights: Sequence[str], label: str
) -> list[Night]:
    """Read nights that are late, oldest first; all that the results name where none is given.

    Parameters
    ----------
    config, history, moment, label
        As for `one_night`.
    nights
        Which.

    Raises
    ------
    MissingResultsError
        There is none of them.
    """
    found: dict[str, Night] = {}
    lacking: list[str] = []
    for each in nights or ("",):
        asked = each or tonight(config, moment)
        results = results_of(config, asked)
        if results.frame is None or results.frame.empty:
            lacking.append(asked)
            continue
        read = read_nights(results.frame, config, night=asked, label=label)
        wanted = [one for one in read if not each or one.night == each]
        if not wanted:
            lacking.append(asked)
        found |= {one.night: _noted(one, results) for one in wanted}
    if not found:
        raise MissingResultsError(
            f"there are no results of {examples(lacking)}.",
            hint="give the nights as --from 2026-11-01 --to 2026-11-20",
        )
    _refuse_another_benchmark(history, found[max(found)])
    return [found[name] for name in sorted(found)]


def _noted(night: Night, results: Results) -> Night:
    from importlib.metadata import version

    versions = {name: version(name) for name in ("benchreport", "numpy", "pandas", "scipy")}
    return dataclasses.replace(night, context={**night.context, "source": results.told, **versions})


def _refuse_stale(history: History, night: Night, results: Results) -> None:
    """Refuse the files of the night before, read once more: they are no new measurement."""
    before = [each for each in history.nights(night.label) if each.night < night.night]
    if not before or not results.newest or history.night(night.night, night.label) is not None:
        return
    last = before[-1]
    written = dt.datetime.fromtimestamp(results.newest, dt.UTC)
    if last.sha256 == night.sha256 and written <= dt.datetime.fromisoformat(last.recorded):
        raise MissingResultsError(
            f"the results in {results.told} are those of {last.night}: the same scores, and no file "
            f"was written since they were taken in ({last.recorded}).",
            hint="look whether the benchmark ran",
        )


def _refuse_another_benchmark(history: History, night: Night) -> None:
    """Refuse results that share neither an algorithm nor a dataset with the newest night."""
    there = [
        each
        for each in history.nights(night.label)
        if not each.thinned and each.night != night.night
    ]
    if not there:
        return
    last = there[-1]
    known = set[str]()
    for metric in last.metrics:
        scores = history.scores(last.night, last.label, metric)
        known |= set() if scores is None else {*scores.algorithms, *scores.datasets}
    new = {name for each in night.metrics for name in (*each.algorithms, *each.datasets)} - {""}
    if known.isdisjoint(new):
        raise ConfigError(
            f"the results share no algorithm and no dataset with {last.night} in the history: there "
            f"{examples(sorted(known - {''}), most=3)}, here {examples(sorted(new), most=3)}.",
            hint='another benchmark has another history: url = "another.db" under [history]; a variant '
            "of this one is a label: --label NAME",
        )
