"""A night from its results to the people who are told."""

import dataclasses
import datetime as dt
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchreport.errors import HistoryError, InputError, NotifyError, RenderError, examples
from benchreport.nightly import notify
from benchreport.nightly.compare import compare
from benchreport.nightly.config import Config, load, secret
from benchreport.nightly.facts import Finding, Key, NightFacts
from benchreport.nightly.history import History, NightRecord, Waiting
from benchreport.nightly.index import index_files
from benchreport.nightly.lock import locked
from benchreport.nightly.night import Night, nights_of, tonight
from benchreport.nightly.pages import folder_of, night_files, pages_of
from benchreport.nightly.publish import publish
from benchreport.nightly.retention import keeper
from benchreport.nightly.source import Results, results_of

__all__ = ["MissingResultsError", "Outcome", "backfill", "lock_of", "opened", "run"]

FEWEST_REMADE = 3
"""Pages of so many nights are made again where a run was cut off before they were written."""

Progress = Callable[[str], None]


class MissingResultsError(InputError):
    """There are no results of the night, or only those of the night before."""


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
    url = secret(config.history.url)
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
    both before anybody is told. A run that was cut off is finished by the next.
    """
    config = load(path)
    notify.check(config)
    moment = now or dt.datetime.now(dt.UTC)
    with locked(lock_of(config)), opened(config, create=True) as history:
        progress("reading the results")
        chosen, others = _tonight(config, history, moment, night=night, label=label, code=code)
        new = history.record(chosen, recorded=moment, replace=replace)
        record = _known(history, chosen.night, chosen.label)
        later = any(each.night > record.night for each in history.nights(record.label))
        if new and (later or record.replaced):
            facts = _walked(history, config, record, progress)[-1]
        else:
            facts = _concluded(history, config, record, progress)
        unpublished = _published(history, config, facts, progress)
        _kept(history, config, new=new, progress=progress)
        told, untold = _told(history, config, facts.night, progress)
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
    with locked(lock_of(config)), opened(config, create=True) as history:
        progress("reading the results")
        found = _several(config, nights or ("",), moment, label)
        taken = [
            each.night for each in found if history.record(each, recorded=moment, replace=replace)
        ]
        if not taken:
            return []
        first = _known(history, min(taken), found[0].label)
        facts = _walked(history, config, first, progress)
        unpublished = _published(history, config, facts[-1], progress, also=facts[:-1])
        _kept(history, config, new=True, progress=progress)
    if unpublished:
        raise RenderError(f"the nights are in the history, but {unpublished}")
    return facts


def lock_of(config: Config) -> Path:
    """Return what runs on the same history are kept apart by."""
    url = config.history.url
    return config.folder if "://" in url or url.startswith("env:") else config.place / url


def _known(history: History, night: str, label: str) -> NightRecord:
    record = history.night(night, label)
    if record is None:
        raise HistoryError(f"{night} was taken in and is not there.")
    return record


def _tonight(
    config: Config,
    history: History,
    moment: dt.datetime,
    *,
    night: str,
    label: str,
    code: str,
) -> tuple[Night, tuple[str, ...]]:
    """Read the night's results, and name nights of the source that the history lacks."""
    asked = night or tonight(config, moment)
    results = results_of(config, asked)
    if results.frame is None:
        raise MissingResultsError(
            f"there are no results of {asked} in {results.told}.",
            hint="run the benchmark, or name another night: --night 2026-11-20",
        )
    found = nights_of(results.frame, config, night=asked, label=label, code=code)
    named = {each.night: each for each in found}
    if night and night not in named:
        raise MissingResultsError(
            f"the results are of {examples(sorted(named))}, not of {night}.",
            hint=f"--night {max(named)}",
        )
    chosen = named[night] if night else named[max(named)]
    told = {"source": results.told, **_versions()}
    chosen = dataclasses.replace(chosen, context={**chosen.context, **told})
    _refuse_stale(history, chosen, results)
    there = {each.night for each in history.nights(chosen.label)}
    return chosen, tuple(sorted(set(named) - there - {chosen.night}))


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    return {name: version(name) for name in ("benchreport", "numpy", "pandas", "scipy")}


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


def _several(config: Config, nights: Sequence[str], moment: dt.datetime, label: str) -> list[Night]:
    found: dict[str, Night] = {}
    lacking: list[str] = []
    for each in nights:
        asked = each or tonight(config, moment)
        results = results_of(config, asked)
        if results.frame is None:
            lacking.append(asked)
            continue
        read = nights_of(results.frame, config, night=asked, label=label)
        wanted = [one for one in read if not each or one.night == each]
        if not wanted:
            lacking.append(asked)
        for one in wanted:
            told = {"source": results.told, **_versions()}
            found[one.night] = dataclasses.replace(one, context=told)
    if not found:
        raise MissingResultsError(
            f"there are no results of {examples(lacking)}.",
            hint="give the nights as --from 2026-11-01 --to 2026-11-20",
        )
    return [found[name] for name in sorted(found)]


def _concluded(
    history: History, config: Config, record: NightRecord, progress: Progress
) -> NightFacts:
    """Compare a night once; a night that was compared keeps its verdict."""
    known = history.result(record.night, record.label)
    if known is not None:
        return known
    progress("comparing with the baseline")
    compared = compare(history, config, record)
    ended = any(each.closed for each in compared.findings)
    messages = notify.messages(compared.facts, config, changed=bool(compared.facts.new) or ended)
    history.conclude(compared.facts, compared.findings, messages)
    return compared.facts


def _walked(
    history: History, config: Config, first: NightRecord, progress: Progress
) -> list[NightFacts]:
    """Look at a night and all later ones again, keeping what people said of findings."""
    said = _reopened(history, first)
    facts = []
    for record in history.nights(first.label):
        if record.night < first.night or record.thinned:
            continue
        progress(f"comparing {record.night}")
        compared = compare(history, config, record)
        findings = [_as_said(each, said) for each in compared.findings]
        found = dataclasses.replace(compared.facts, pages=pages_of(history, config, record))
        history.conclude(found, findings, ())
        facts.append(found)
    return facts


def _reopened(history: History, first: NightRecord) -> dict[tuple[Key, str, str], Finding]:
    """Undo what a night and later ones did to findings; return what people said of them."""
    own = [each for each in history.findings() if each.label == first.label]
    said: dict[tuple[Key, str, str], Finding] = {
        (each.key, each.kind, each.opened): each
        for each in own
        if each.status in ("acknowledged", "accepted", "flaky") and each.kind != "improvement"
    }
    history.forget_findings(each.number for each in own if each.opened >= first.night)
    for each in own:
        if each.opened < first.night <= each.closed:
            people = (each.key, each.kind, each.opened) in said
            again = dataclasses.replace(each, closed="", status=each.status if people else "open")
            history.change(
                again,
                {
                    "action": "looked at again",
                    "at": first.recorded,
                    "who": "benchreport",
                    "why": "",
                },
            )
    return said


def _as_said(finding: Finding, said: dict[tuple[Key, str, str], Finding]) -> Finding:
    known = said.get((finding.key, finding.kind, finding.opened))
    if known is None:
        return finding
    return dataclasses.replace(
        finding, status=known.status, why=known.why, closed=known.closed or finding.closed
    )


def _published(
    history: History,
    config: Config,
    facts: NightFacts,
    progress: Progress,
    also: Sequence[NightFacts] = (),
) -> str:
    """Write the pages of a night, of earlier ones that lack theirs, and the index; say what failed."""
    try:
        files: dict[str, bytes] = {}
        earlier = [*also, *_unwritten(history, config, facts)]
        # of nights that are over their page is enough: a PDF of each would take most of the time
        lean = dataclasses.replace(
            config, report=dataclasses.replace(config.report, pdf=False, comparison=False)
        )
        for each in {one.night: one for one in earlier if one.night != facts.night}.values():
            progress(f"writing the page of {each.night}")
            files |= night_files(each, history, lean, progress=progress)
        progress(f"writing the pages of {facts.night}")
        files |= night_files(facts, history, config, progress=progress)
        progress("writing the index")
        files |= index_files(history, config, tonight=facts, written=files)
        publish(config.folder, files)
    except RenderError as error:
        return str(error)
    return ""


def _unwritten(history: History, config: Config, facts: NightFacts) -> list[NightFacts]:
    """Return the last nights before this one whose pages were never written."""
    before = [each for each in history.nights(facts.label) if each.night < facts.night]
    recent = [each for each in before[-FEWEST_REMADE:] if not each.thinned]
    lacking = [
        each
        for each in recent
        if not (config.folder / folder_of(each.night, each.label) / "index.html").exists()
    ]
    return list(history.results(lacking))


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
            history.sent(waiting)
            continue
        progress(f"telling {waiting.message.channel}")
        try:
            notify.send(waiting.message, config)
        except NotifyError as error:
            history.failed(waiting, str(error))
            untold.append(f"{waiting.message.channel}: {error}")
        else:
            history.sent(waiting)
            told += 1
    return told, tuple(untold)


def _pointless(waiting: Waiting, config: Config, night: str) -> bool:
    """Tell whether nobody waits for a message any more.

    Its way was taken out of the configuration, or it is a file that describes one run, of an earlier one.
    """
    message = waiting.message
    gone = getattr(config.notify, message.channel, None) is None
    return gone or (message.channel in ("github", "junit") and message.night < night)
