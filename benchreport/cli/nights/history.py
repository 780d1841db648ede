"""The commands for the history: history, show, triage of findings, status, replay, export, import."""

import datetime as dt
import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from benchreport.cli.nights.group import CONFIG, LABEL, nightly, open_nights, tell
from benchreport.cli.outputs import Output
from benchreport.errors import OptionError, examples, format_count
from benchreport.hints import option
from benchreport.progress import Stages
from benchreport.wording.nights import shell as night_shell

if TYPE_CHECKING:
    from benchreport.nightly.history import History, NightRecord
    from benchreport.nightly.night_facts import Finding, NightFacts

Action = Literal["ack", "accept", "fixed", "flaky"]

FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="The format of the output.",
)


@nightly.command(short_help="List the stored nights.")
@CONFIG
@LABEL
@click.option(
    "--last",
    default=30,
    show_default=True,
    type=click.IntRange(min=1),
    help="The number of nights to list.",
)
def history(config: Path, label: str, last: int) -> None:
    """List the stored nights, oldest first, with the findings of each."""
    with open_nights(config) as (_, store):
        records = store.nights(label)[-last:]
        facts = {night.night: night for night in store.results(records)}
        if not records:
            tell(store.describe_no_nights(label))
        lines = {record.night: _line(record, facts.get(record.night)) for record in records}
        begin = min(lines, default="")
        for removal in store.removed().values():
            if removal.label == label and removal.night >= begin:
                lines[removal.night] = _columns(removal.night, "–", removal.text)
    for night in sorted(lines):
        tell(lines[night])


def _line(record: "NightRecord", facts: "NightFacts | None") -> str:
    return _columns(record.night, format_count(record.n_scores, "score"), _outcome(facts))


def _columns(night: str, scores: str, outcome: str) -> str:
    return f"{night}  {scores:>14}  {outcome}"


def _outcome(facts: "NightFacts | None") -> str:
    from benchreport.nightly.findings.night_summary import MEANINGS, summarize_night

    return MEANINGS["uncompared"] if facts is None else summarize_night(facts).text


def _no_such_night(night: str, label: str, store: "History") -> OptionError:
    nights = store.nights(label)
    with_label = [
        record.label for record in store.nights() if record.night == night and record.label
    ]
    if with_label and not label:
        return OptionError(
            f"{night} is stored {night_shell.WITH_LABEL[True].format(label=repr(with_label[0]))}.",
            hint=option(label=with_label[0]),
        )
    if not nights:
        others = [record.label for record in store.nights()]
        return OptionError(
            f"{night} was not compared. {store.describe_no_nights(label)}",
            hint=option(label=others[-1]) if others else "benchreport nightly run",
        )
    newest = nights[-1].night
    return OptionError(
        f"{night} was not compared; the newest night is {newest}.",
        hint=f"benchreport nightly show {newest}, or benchreport nightly history for all",
    )


@nightly.command(short_help="Show the results of a night.")
@click.argument("night")
@CONFIG
@LABEL
@FORMAT
def show(night: str, config: Path, label: str, form: Literal["text", "json"]) -> None:
    """Show the results of a NIGHT (a date): its findings, and the state of every series."""
    from benchreport.nightly.intake.night_dates import nights_named, parse_night
    from benchreport.nightly.notify.metric_format import metric_formats

    with open_nights(config) as (_, store):
        night = parse_night(night, "benchreport nightly show")
        named = nights_named(night, [record.night for record in store.nights(label)])
        if len(named) > 1:
            raise OptionError(
                f"the history has {len(named)} nights on {night}: {examples(named)}.",
                hint=f"benchreport nightly show {named[-1]}",
            )
        facts = store.result(named[0], label) if named else None
        if facts is None:
            raise _no_such_night(night, label, store)
    if form == "json":
        tell(json.dumps(facts.to_dict(), indent=2))
        return
    title = night_shell.TITLE.format(name=facts.name, night=facts.night)
    tell("\n".join([title, *facts.verdict, ""]))
    formats = metric_formats(facts)
    for series in facts.series:
        state, reason = facts.describe_state(series)
        change = formats[series.key.metric].format_change(series)
        tell(
            night_shell.SERIES_STATE.format(
                state=state,
                series=series.key,
                change=f"  {change}" if series.change is not None else "",
                reason=f"  ({reason})" if reason else "",
            )
        )


def _add_triage_command(action: Action, short: str, about: str) -> None:
    """Add the command with which people change the status of findings by one action."""

    @nightly.command(action, short_help=short, help=about)
    @click.argument("series")
    @CONFIG
    @click.option("--why", required=True, help="The reason; the history stores it.")
    @click.option(
        "--until",
        default="",
        show_default="no end",
        metavar="DATE",
        # an error says why accept and fixed have no end
        hidden=action in ("accept", "fixed"),
        help="The date on which this ends.",
    )
    @LABEL
    def command(series: str, config: Path, why: str, until: str, label: str) -> None:
        from benchreport.nightly.night_facts import tell_changes
        from benchreport.nightly.notify.wording import describe_where

        changed, unpublished = _triage(config, series, action, why, until, label)
        for finding in tell_changes(changed):
            ends_mark = finding.is_mark and finding.status == "fixed"
            template = night_shell.NOT_FLAKY if ends_mark else night_shell.TRIAGED[finding.status]
            # of all datasets, nothing here knows how many there are
            where = describe_where(finding) if finding.key.dataset else ""
            tell(
                template.format(
                    kind=finding.kind,
                    series=finding.key,
                    number=f"{finding.number}; {where}" if where else finding.number,
                    until=night_shell.UNTIL.format(night=until) if until else "",
                )
            )
        if unpublished:
            tell(night_shell.TRIAGE_UNPUBLISHED.format(why=unpublished))


def _triage(
    config: Path, series: str, action: Action, why: str, until: str, label: str
) -> "tuple[list[Finding], str]":
    """Change findings and write the newest night's pages; return them, and why pages were not written."""
    from benchreport.nightly.config.load import load
    from benchreport.nightly.findings.triage import refresh_facts, triage
    from benchreport.nightly.history.open_history import lock_history
    from benchreport.nightly.intake.night_dates import parse_night
    from benchreport.nightly.pages.publication import publish

    settings, until = load(config), until and parse_night(until, "--until")
    with Stages() as progress, lock_history(settings, wait=30) as store:
        changed = triage(store, series, action, why=why, label=label, until=until)
        newest = store.nights(label)[-1]
        facts = store.result(newest.night, label)
        unpublished = ""
        if facts is not None:
            unpublished = publish(store, settings, refresh_facts(store, facts), progress)
    return changed, unpublished


_add_triage_command(
    "ack",
    "Acknowledge the findings of a series.",
    "Acknowledge the open findings of a SERIES: no more alerts unless they grow, or until a date.",
)
_add_triage_command(
    "accept",
    "Accept the new level of a series.",
    "Accept the new level of a SERIES: a new baseline begins at its first night.",
)
_add_triage_command(
    "fixed",
    "Close the findings of a series as fixed.",
    "Close the open findings of a SERIES as fixed, or take back that it is flaky.",
)
_add_triage_command(
    "flaky",
    "Mark a series as unreliable.",
    "Mark a SERIES as unreliable, alerting or not: pages list it, but nobody is alerted, until a date or "
    "until nightly fixed takes it back.",
)


KIND = click.option(
    "--kind",
    type=click.Choice(["algorithm", "dataset"]),
    help="What is meant, where an algorithm and a dataset have the same name.",
)


@nightly.command(short_help="Call an algorithm or a dataset by another name.")
@click.argument("old")
@click.argument("new")
@CONFIG
@KIND
@click.option("--why", default="", help="The reason; the history stores it.")
def rename(
    old: str, new: str, config: Path, kind: Literal["algorithm", "dataset"] | None, why: str
) -> None:
    """Call the algorithm or dataset OLD by the name NEW on all nights, and judge the newest again."""
    from benchreport.nightly.rename_retire import rename as rename_in_history

    with Stages() as progress:
        found, n_nights = rename_in_history(config, old, new, kind=kind, why=why, progress=progress)
    nights = format_count(n_nights, "night")
    tell(night_shell.RENAMED.format(kind=found, old=old, new=new, nights=nights))


@nightly.command(short_help="Say that an algorithm or a dataset is no longer measured.")
@click.argument("name")
@CONFIG
@KIND
@click.option("--why", required=True, help="The reason; the history stores it.")
def retire(name: str, config: Path, kind: Literal["algorithm", "dataset"] | None, why: str) -> None:
    """Say that the algorithm or dataset NAME is no longer measured, so that no night lacks it."""
    from benchreport.nightly.rename_retire import retire as retire_in_history

    with Stages() as progress:
        found = retire_in_history(config, name, why=why, kind=kind, progress=progress)
    tell(night_shell.RETIRED.format(kind=found, name=name))


@nightly.command(short_help="Remove a night that was stored by mistake.")
@click.argument("night")
@CONFIG
@click.option("--why", required=True, help="The reason; the history stores it.")
@LABEL
def remove(night: str, config: Path, why: str, label: str) -> None:
    """Remove a NIGHT (a date) that was stored by mistake, and compare all later nights again.

    Its scores, findings, pages and unsent messages are deleted. Run and backfill store the same scores again
    only if the night is named.
    """
    from benchreport.nightly.intake.night_dates import parse_night
    from benchreport.nightly.remove_night import remove as remove_from_history

    night = parse_night(night, "benchreport nightly remove")
    with Stages() as progress:
        later = remove_from_history(config, night, why=why, label=label, progress=progress)
    tell(night_shell.NIGHT_REMOVED.format(night=night))
    if later:
        tell(night_shell.COMPARED_AGAIN[later == 1].format(nights=later))
    with open_nights(config) as (_, store):
        newest = [night.night for night in store.nights(label)][-1:]
        facts = store.result(newest[0], label) if newest else None
    if facts is not None:
        tell(night_shell.VERDICT_ON.format(night=facts.night))
        tell("\n".join(f"- {line}" for line in facts.verdict))


@nightly.command(short_help="Show whether nights still arrive.")
@CONFIG
@LABEL
@click.option(
    "--max-age",
    metavar="AGE",
    help="Exit with code 3 if the newest night is older than this, such as 30h or 2d.",
)
@click.pass_context
def status(ctx: click.Context, config: Path, label: str, max_age: str | None) -> None:
    """Show whether nights still arrive, and which notifications are not sent yet."""
    from benchreport.nightly.outbox import describe_outbox
    from benchreport.nightly.schedule import status as schedule_status

    age = None if max_age is None else schedule_status.parse_age(max_age)
    with open_nights(config) as (_, store):
        nights = [(record.night, record.recorded) for record in store.nights(label)]
        unsent = describe_outbox(store)
        none = "" if nights else store.describe_no_nights(label)
        removed = [night for night, of_label in store.removed() if of_label == label]
    state = schedule_status.status(
        nights, now=dt.datetime.now(dt.UTC), max_age=age, removed=removed, label=label
    )
    tell("\n".join([*([none] if none else state.lines()), *unsent]))
    ctx.exit(state.exit_code)


@nightly.command(short_help="Estimate false alarms and missed changes.")
@CONFIG
@LABEL
@click.option(
    "--shuffles",
    default=20,
    show_default=True,
    type=click.IntRange(min=2),
    help="The number of permuted histories, from which the rate of false alarms is estimated.",
)
@click.option(
    "--seed",
    default=0,
    show_default=True,
    type=click.IntRange(min=0),
    help="The seed of the random permutations.",
)
@FORMAT
def replay(config: Path, label: str, shuffles: int, seed: int, form: str) -> None:
    """Apply the alert rules to all stored nights, and estimate false alarms and missed changes."""
    from benchreport.nightly.detection.replay import replay_history

    with Stages() as progress, open_nights(config) as (settings, store):
        result = replay_history(
            store, settings, label=label, shuffles=shuffles, rng=seed, progress=progress
        )
    tell(json.dumps(result.to_dict(), indent=2) if form == "json" else "\n".join(result.lines()))


@nightly.command("export", short_help="Export the history to a file.")
@click.argument("target", type=Output("benchreport nightly export nights.jsonl"))
@CONFIG
def export_(target: Path, config: Path) -> None:
    """Export the whole history to the file TARGET: .jsonl, .jsonl.gz or .parquet."""
    from benchreport.nightly.history.export_import import export_history
    from benchreport.nightly.intake.sources import refuse_inputs

    with Stages() as progress, open_nights(config) as (settings, store):
        refuse_inputs([target], settings)
        progress("writing")
        count = export_history(store, target)
    tell(night_shell.EXPORTED.format(scores=format_count(count, "score"), target=target))


@nightly.command("import", short_help="Import an exported history.")
@click.argument("origin", type=click.Path(dir_okay=False, path_type=Path))
@CONFIG
def import_(origin: Path, config: Path) -> None:
    """Import the exported history ORIGIN into an empty history."""
    from benchreport.nightly.config.load import load
    from benchreport.nightly.history.export_import import import_history
    from benchreport.nightly.history.open_history import lock_history

    settings = load(config)
    with Stages() as progress, lock_history(settings, create=True, anew=True) as store:
        progress("reading")
        count = import_history(store, origin)
    tell(night_shell.IMPORTED.format(scores=format_count(count, "score"), origin=origin))
