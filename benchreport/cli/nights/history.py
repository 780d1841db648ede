"""The commands on what is kept: history, show, what people say of findings, status, replay, files."""

import datetime as dt
import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from benchreport.cli.inputs import Output
from benchreport.cli.nights.group import CONFIG, LABEL, nightly, tell
from benchreport.errors import OptionError, counted
from benchreport.terminal import Stages

if TYPE_CHECKING:
    from benchreport.nightly.night_facts import Finding, NightFacts

__all__ = ["export_", "history", "import_", "replay", "show", "status"]


@nightly.command()
@CONFIG
@LABEL
@click.option(
    "--last", default=30, show_default=True, type=click.IntRange(min=1), help="So many nights."
)
def history(config: Path, label: str, last: int) -> None:
    """List the nights, newest last, with what each showed."""
    from benchreport.nightly.config.load import load
    from benchreport.nightly.history.open_history import open_history

    read = load(config)
    with open_history(read) as store:
        records = store.nights(label)[-last:]
        facts = {each.night: each for each in store.results(records)}
    if not records:
        tell("There is no night yet.")
    for each in records:
        found = facts.get(each.night)
        tell(f"{each.night}  {each.n_scores:>8} scores  {_outcome(found)}")


def _outcome(facts: "NightFacts | None") -> str:
    if facts is None:
        return "not compared"
    found = (
        (len(facts.new_findings("regression")), "new regression"),
        (len(facts.new_findings("drift")), "new drift"),
        (len(facts.alerts), "open finding"),
        (len(facts.new_findings("improvement")), "improvement"),
    )
    parts = [counted(number, what) for number, what in found if number]
    parts += ["incomplete"] * bool(facts.incomplete)
    return ", ".join(parts) or "nothing found"


@nightly.command()
@click.argument("night")
@CONFIG
@LABEL
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def show(night: str, config: Path, label: str, form: Literal["text", "json"]) -> None:
    """Show what a NIGHT said: every series, and the findings of then."""
    from benchreport.nightly.config.load import load
    from benchreport.nightly.history.open_history import open_history
    from benchreport.nightly.intake.night_dates import parse_night

    read = load(config)
    with open_history(read) as store:
        facts = store.result(parse_night(night), label)
        known = [each.night for each in store.nights(label)]
    if facts is None:
        near = ", ".join(known[-3:]) or "none"
        raise OptionError(f"{night} was not compared; the newest nights are {near}.")
    if form == "json":
        tell(json.dumps(facts.to_dict(), indent=2))
        return
    tell("\n".join([f"{facts.name}, night of {facts.night}", *facts.verdict, ""]))
    for each in facts.series:
        change = ""
        if each.change is not None and each.low is not None and each.high is not None:
            ratio = each.key.metric in facts.ratios
            sides = [
                f"{(100 if ratio else 1) * side:+.4g}"
                for side in (each.change, each.low, each.high)
            ]
            change = f"  {sides[0]} [{sides[1]}, {sides[2]}]{' %' * ratio}"
        reason = f"  ({each.reason})" if each.reason else ""
        tell(f"{each.state:<14} {each.key}{change}{reason}")


def _dealing(action: Literal["ack", "accept", "fixed", "flaky"], about: str) -> None:
    """Make the command for one thing that people do with findings."""

    @nightly.command(action, help=about)
    @click.argument("series")
    @CONFIG
    @click.option("--why", required=True, help="Kept with it, for whoever reads it later.")
    @LABEL
    def command(series: str, config: Path, why: str, label: str) -> None:
        for each in _dealt(config, series, action, why, label):
            tell(f"{each.kind} {each.number} of {each.key}: {each.status}.")


def _dealt(
    config: Path,
    series: str,
    action: Literal["ack", "accept", "fixed", "flaky"],
    why: str,
    label: str,
) -> "list[Finding]":
    from benchreport.nightly.config.load import load
    from benchreport.nightly.findings.triage import refresh_facts, triage
    from benchreport.nightly.history.open_history import lock_history
    from benchreport.nightly.pages.index import render_index
    from benchreport.nightly.pages.page_files import write_pages

    read = load(config)
    with lock_history(read, wait=30) as store:
        changed = triage(store, series, action, why=why, label=label)
        newest = store.nights(label)[-1]
        facts = store.result(newest.night, label)
        if facts is not None:
            write_pages(read.folder, render_index(store, read, tonight=refresh_facts(store, facts)))
    return changed


_dealing("ack", "Say that what is open of a SERIES is known: no alert, until it is over.")
_dealing("accept", "Take the new level of a SERIES for right: the baseline begins anew there.")
_dealing("fixed", "Say that what is open of a SERIES is over.")
_dealing("flaky", "Say that a SERIES is unreliable: it is listed, and alerts nobody.")


@nightly.command()
@CONFIG
@LABEL
@click.option(
    "--max-age", metavar="AGE", help="30h, 2d: ends with 3 when the newest night is older."
)
@click.pass_context
def status(ctx: click.Context, config: Path, label: str, max_age: str | None) -> None:
    """Say whether nights still come in."""
    from benchreport.nightly.config.load import load
    from benchreport.nightly.history.open_history import open_history
    from benchreport.nightly.schedule.status import parse_age
    from benchreport.nightly.schedule.status import status as of

    read = load(config)
    age = None if max_age is None else parse_age(max_age)
    with open_history(read) as store:
        nights = [(each.night, each.recorded) for each in store.nights(label)]
        waiting = store.outbox()
    found = of(nights, now=dt.datetime.now(dt.UTC), max_age=age)
    tell("\n".join(found.lines()))
    for each in waiting:
        tell(f"Not told yet: {each.message.channel} of {each.message.night}: {each.error}")
    ctx.exit(found.exit_code)


@nightly.command()
@CONFIG
@LABEL
@click.option(
    "--shuffles",
    default=20,
    show_default=True,
    type=click.IntRange(min=2),
    help="Permuted histories to try.",
)
@click.option("--seed", default=0, show_default=True, help="Of the permutations.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def replay(config: Path, label: str, shuffles: int, seed: int, form: str) -> None:
    """Run the alert rules over the stored nights: alerts, false alarms, what would be missed."""
    from benchreport.nightly.config.load import load
    from benchreport.nightly.detection.replay import replay_history
    from benchreport.nightly.history.open_history import open_history

    read = load(config)
    with Stages() as progress, open_history(read) as store:
        found = replay_history(
            store, read, label=label, shuffles=shuffles, rng=seed, progress=progress
        )
    told = json.dumps(found.to_dict(), indent=2)
    tell(told if form == "json" else "\n".join(found.lines()))


@nightly.command("export")
@click.argument("target", type=Output("benchreport nightly export nights.jsonl"))
@CONFIG
def export_(target: Path, config: Path) -> None:
    """Write the whole history to TARGET: .jsonl, .jsonl.gz or .parquet."""
    from benchreport.nightly.config.load import load
    from benchreport.nightly.history.export_import import export_history
    from benchreport.nightly.history.open_history import open_history
    from benchreport.nightly.intake.sources import refuse_inputs

    read = load(config)
    refuse_inputs([target], read)
    with Stages() as progress, open_history(read) as store:
        progress("writing")
        count = export_history(store, target)
    tell(f"Written: {target}, {count} scores.")


@nightly.command("import")
@click.argument("origin", type=click.Path(dir_okay=False, path_type=Path))
@CONFIG
def import_(origin: Path, config: Path) -> None:
    """Read a history that was exported into one that is empty."""
    from benchreport.nightly.config.load import load
    from benchreport.nightly.history.export_import import import_history
    from benchreport.nightly.history.open_history import lock_history

    read = load(config)
    with Stages() as progress, lock_history(read, create=True, anew=True) as store:
        progress("reading")
        count = import_history(store, origin)
    tell(f"Read: {origin}, {count} scores.")
