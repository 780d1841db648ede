"""``benchreport nightly``: arguments in, calls out."""

import datetime as dt
import functools
import json
import os
import re
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from benchreport.errors import (
    BenchreportError,
    BusyError,
    HistoryError,
    InputError,
    OptionError,
    ReadError,
    RenderError,
)
from benchreport.terminal import Stages

if TYPE_CHECKING:
    from benchreport.nightly.config import Config
    from benchreport.nightly.facts import Finding, NightFacts
    from benchreport.nightly.run import Outcome

__all__ = ["nightly"]

USAGE, INCOMPLETE, STORE, UNPUBLISHED, BROKEN = 2, 3, 4, 5, 70
INTERRUPTED, UNREAD = 130, 141
"""As shells say it of what Ctrl-C, or a reader that went away, has ended."""

STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What moves a terminal's cursor, colours it, or turns the direction of what follows."""

ARGUMENT = re.compile(r"\A(at|if-due)=\"([^\"]+)\"\Z")
"""A way out that is spelled for Python."""

CONFIG = click.argument(
    "config", default="nightly.toml", type=click.Path(dir_okay=False, path_type=Path)
)
LABEL = click.option("--label", default="", help="Of which branch or variant.")
NIGHT = click.option("--night", default="", metavar="DATE", help="Which night; today's by default.")


class Nights(click.Group):
    """Commands whose exit code keeps a regression apart from everything that may go wrong."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as in click
        """Run the command; 1 is a regression and nothing else."""
        try:
            return super().invoke(ctx)
        except BenchreportError as error:
            _Ended(error).show()
            ctx.exit(_code_of(error))
        except (click.UsageError, click.exceptions.Exit):
            raise
        except (KeyboardInterrupt, click.Abort):
            _tell("Interrupted.", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            # as Python would complain once more when it ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(UNREAD)
        except Exception:  # noqa: BLE001 - exit code 1 would say that there is a regression
            _tell(traceback.format_exc(), err=True)
            ctx.exit(BROKEN)


def _tell(text: str, *, err: bool = False) -> None:
    """Print text with names from anywhere in it: none may steer the terminal."""
    click.echo(STEERING.sub(_escaped, text), err=err)


def _escaped(found: re.Match[str]) -> str:
    return ascii(found[0])[1:-1]


class _Ended(click.ClickException):
    """One of our errors, as a terminal shows it."""

    def __init__(self, error: BenchreportError) -> None:
        hint = ARGUMENT.sub(r"--\1 \2", error.hint)
        told = error.message + (f"\nHint: {hint}" if hint else "")
        super().__init__(STEERING.sub(_escaped, told))


def _code_of(error: BenchreportError) -> int:
    from benchreport.nightly.run import MissingResultsError

    codes: tuple[tuple[type[BenchreportError], int], ...] = (
        (MissingResultsError, INCOMPLETE),
        (InputError, USAGE),
        (ReadError, USAGE),
        (HistoryError, STORE),
        (BusyError, STORE),
        (RenderError, UNPUBLISHED),
    )
    return next((code for kind, code in codes if isinstance(error, kind)), USAGE)


@click.group("nightly", cls=Nights)
def nightly() -> None:
    """Remember, compare and report results every night.

    Exit codes: 0 fine, 1 regression, 2 usage or configuration, 3 incomplete or missing results, 4
    history, 5 pages could not be written, 70 a fault of benchreport.
    """


@nightly.command()
@click.argument("results", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    default="nightly.toml",
    show_default=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The configuration to write.",
)
@click.option("--name", default="", help="Of the benchmark.")
def init(results: Path, output: Path, name: str) -> None:
    """Write a commented configuration from a file of RESULTS."""
    from benchreport.nightly.begin import checked, write_configuration

    write_configuration(results, output, name=name)
    _tell(f"Written: {output}. Read it, then: benchreport nightly run {output}")
    try:
        _tell("\n".join(checked(output)[1:]))
    except BenchreportError as error:
        _tell(f"To be settled first: {error}")


@nightly.command()
@CONFIG
@NIGHT
def check(config: Path, night: str) -> None:
    """Say how the configuration is understood, and what is wrong with it."""
    from benchreport.nightly.begin import checked
    from benchreport.nightly.night import night_of

    with Stages() as progress:
        progress("reading")
        told = checked(config, now_night=night and night_of(night))
    _tell("\n".join([*told, "Nothing is wrong with it."]))


@nightly.command()
@CONFIG
@NIGHT
@LABEL
@click.option("--code", default="", help="Version of the code that was measured: a commit.")
@click.option("--replace", is_flag=True, help="Put other results of the same night in their place.")
@click.option(
    "--if-due", metavar="HH:MM", help="Only if no night was taken in since that time of day."
)
@click.pass_context
def run(
    ctx: click.Context,
    config: Path,
    night: str,
    label: str,
    code: str,
    replace: bool,  # noqa: FBT001 - a flag
    if_due: str | None,
) -> None:
    """Take in tonight's results, compare, publish and tell."""
    from benchreport.nightly.night import night_of
    from benchreport.nightly.run import run as once

    if if_due is not None and not _due(config, if_due, label):
        _tell("Nothing is due.")
        return
    with Stages() as progress:
        outcome = once(
            config,
            night=night and night_of(night),
            label=label,
            code=code,
            replace=replace,
            progress=progress,
        )
    _tell("\n".join(_lines(config, outcome)))
    ctx.exit(outcome.exit_code)


def _lines(config: Path, outcome: "Outcome") -> list[str]:
    from benchreport.nightly.config import load

    facts = outcome.facts
    said = "" if outcome.new else ", which was in the history already"
    told = [f"{facts.name}, night of {facts.night}{said}: {facts.n_scores} scores.", ""]
    told += [f"- {line}" for line in facts.verdict]
    told.append("")
    if outcome.others:
        told.append(
            f"Earlier nights are in the results and not in the history: {len(outcome.others)} "
            f"({outcome.others[0]} …). Take them in: benchreport nightly backfill {config}"
        )
    if outcome.unpublished:
        told.append(f"The night is kept, but its pages are not written: {outcome.unpublished}")
    else:
        told.append(f"Written: {load(config).folder / 'index.html'}")
    told += [f"Not told yet, to be tried again by the next run: {line}" for line in outcome.untold]
    return told


def _due(config: Path, at: str, label: str) -> bool:
    from benchreport.nightly.clock import time_of_day
    from benchreport.nightly.config import load
    from benchreport.nightly.run import opened
    from benchreport.nightly.status import due

    read = load(config)
    try:
        begins = time_of_day(at, zone=read.zone)
    except OptionError as error:
        hint = error.hint.replace("at=", "if-due=")
        raise OptionError(error.message.replace("at is", "--if-due is", 1), hint=hint) from error
    with opened(read, create=True) as history:
        nights = [(each.night, each.recorded) for each in history.nights(label)]
    return due(nights, at=begins, now=dt.datetime.now(dt.UTC), zone=read.zone)


@nightly.command()
@CONFIG
@click.option("--night", "nights", multiple=True, metavar="DATE", help="Give it again for several.")
@click.option("--from", "first", metavar="DATE", help="With --to: all dates between.")
@click.option("--to", "last", metavar="DATE")
@LABEL
@click.option("--replace", is_flag=True, help="Put other results of the same night in their place.")
def backfill(
    config: Path,
    nights: tuple[str, ...],
    first: str | None,
    last: str | None,
    label: str,
    replace: bool,  # noqa: FBT001 - a flag
) -> None:
    """Take in late and missed nights, and look again at all nights since."""
    from benchreport.nightly.night import night_of
    from benchreport.nightly.run import backfill as fill

    asked = [night_of(each) for each in nights] + _dates(first, last)
    with Stages() as progress:
        facts = fill(config, nights=asked, label=label, replace=replace, progress=progress)
    if not facts:
        _tell("These nights were in the history already.")
        return
    _tell(f"Looked at {len(facts)} nights, {facts[0].night} to {facts[-1].night}.")
    _tell("\n".join(f"- {line}" for line in facts[-1].verdict))


def _dates(first: str | None, last: str | None) -> list[str]:
    if first is None and last is None:
        return []
    if first is None or last is None:
        raise OptionError(
            "--from and --to belong together.", hint="--from 2026-11-01 --to 2026-11-20"
        )
    try:
        begin, end = dt.date.fromisoformat(first), dt.date.fromisoformat(last)
    except ValueError as error:
        raise OptionError(f"no date: {error}.", hint="--from 2026-11-01 --to 2026-11-20") from error
    if end < begin:
        raise OptionError(f"{first} is after {last}.", hint=f"--from {last} --to {first}")
    return [(begin + dt.timedelta(days=day)).isoformat() for day in range((end - begin).days + 1)]


@nightly.command()
@CONFIG
@LABEL
@click.option(
    "--last", default=30, show_default=True, type=click.IntRange(min=1), help="So many nights."
)
def history(config: Path, label: str, last: int) -> None:
    """List the nights, newest last, with what each showed."""
    read = _config(config)
    from benchreport.nightly.run import opened

    with opened(read) as store:
        records = store.nights(label)[-last:]
        facts = {each.night: each for each in store.results(records)}
    if not records:
        _tell("There is no night yet.")
    for each in records:
        found = facts.get(each.night)
        _tell(f"{each.night}  {each.n_scores:>8} scores  {_outcome(found)}")


def _outcome(facts: "NightFacts | None") -> str:
    if facts is None:
        return "not compared"
    parts = [f"{len(facts.opened('regression'))} new regressions"] * bool(
        facts.opened("regression")
    )
    parts += [f"{len(facts.opened('drift'))} new drifts"] * bool(facts.opened("drift"))
    parts += [f"{len(facts.alerts)} open"] * bool(facts.alerts)
    parts += [f"{len(facts.opened('improvement'))} improved"] * bool(facts.opened("improvement"))
    parts += ["incomplete"] * bool(facts.incomplete)
    return ", ".join(parts) or "nothing found"


@nightly.command()
@click.argument("night")
@CONFIG
@LABEL
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def show(night: str, config: Path, label: str, form: Literal["text", "json"]) -> None:
    """Show what a NIGHT said: every series, and the findings of then."""
    read = _config(config)
    from benchreport.nightly.night import night_of
    from benchreport.nightly.run import opened

    with opened(read) as store:
        facts = store.result(night_of(night), label)
        known = [each.night for each in store.nights(label)]
    if facts is None:
        near = ", ".join(known[-3:]) or "none"
        raise OptionError(f"{night} was not compared; the newest nights are {near}.")
    if form == "json":
        _tell(json.dumps(facts.to_dict(), indent=2))
        return
    _tell("\n".join([f"{facts.name}, night of {facts.night}", *facts.verdict, ""]))
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
        _tell(f"{each.state:<14} {each.key}{change}{reason}")


def _dealing(action: Literal["ack", "accept", "fixed", "flaky"], about: str) -> None:
    """Make the command for one thing that people do with findings."""

    @nightly.command(action, help=about)
    @click.argument("series")
    @CONFIG
    @click.option("--why", required=True, help="Kept with it, for whoever reads it later.")
    @LABEL
    def command(series: str, config: Path, why: str, label: str) -> None:
        for each in _dealt(config, series, action, why, label):
            _tell(f"{each.kind} {each.number} of {each.key}: {each.status}.")


def _dealt(
    config: Path,
    series: str,
    action: Literal["ack", "accept", "fixed", "flaky"],
    why: str,
    label: str,
) -> "list[Finding]":
    read = _config(config)
    from benchreport.nightly.deal import deal, refreshed
    from benchreport.nightly.index import index_files
    from benchreport.nightly.publish import publish
    from benchreport.nightly.run import alone

    with alone(read, wait=30) as store:
        changed = deal(store, series, action, why=why, label=label)
        newest = store.nights(label)[-1]
        facts = store.result(newest.night, label)
        if facts is not None:
            publish(read.folder, index_files(store, read, tonight=refreshed(store, facts)))
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
    read = _config(config)
    from benchreport.nightly.run import opened
    from benchreport.nightly.status import parse_age
    from benchreport.nightly.status import status as of

    age = None if max_age is None else parse_age(max_age)
    with opened(read) as store:
        nights = [(each.night, each.recorded) for each in store.nights(label)]
        waiting = store.outbox()
    found = of(nights, now=dt.datetime.now(dt.UTC), max_age=age)
    _tell("\n".join(found.lines()))
    for each in waiting:
        _tell(f"Not told yet: {each.message.channel} of {each.message.night}: {each.error}")
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
    read = _config(config)
    from benchreport.nightly.replay import rehearse
    from benchreport.nightly.run import opened

    with Stages() as progress, opened(read) as store:
        found = rehearse(store, read, label=label, shuffles=shuffles, rng=seed, progress=progress)
    told = json.dumps(found.to_dict(), indent=2)
    _tell(told if form == "json" else "\n".join(found.lines()))


@nightly.command("export")
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@CONFIG
def export_(target: Path, config: Path) -> None:
    """Write the whole history to TARGET: .jsonl, .jsonl.gz or .parquet."""
    read = _config(config)
    from benchreport.nightly.history.exchange import export
    from benchreport.nightly.run import opened

    with Stages() as progress, opened(read) as store:
        progress("writing")
        count = export(store, target)
    _tell(f"Written: {target}, {count} scores.")


@nightly.command("import")
@click.argument("origin", type=click.Path(dir_okay=False, path_type=Path))
@CONFIG
def import_(origin: Path, config: Path) -> None:
    """Read a history that was exported into one that is empty."""
    read = _config(config)
    from benchreport.nightly.history.exchange import import_ as take
    from benchreport.nightly.run import alone

    with Stages() as progress, alone(read, create=True, anew=True) as store:
        progress("reading")
        count = take(store, origin)
    _tell(f"Read: {origin}, {count} scores.")


@nightly.command()
@CONFIG
@click.option("--cron", "way", flag_value="cron", help="Lines for a crontab.")
@click.option("--systemd", "way", flag_value="systemd", help="A service and a timer of a user.")
@click.option("--github-actions", "way", flag_value="github_actions", help="A workflow.")
@click.option("--gitlab", "way", flag_value="gitlab", help="A job of a scheduled pipeline.")
@click.option("--at", default="03:30", show_default=True, help="In the configuration's time zone.")
@click.option("--install", is_flag=True, help="Of cron and systemd: install instead of printing.")
@click.option("--uninstall", is_flag=True, help="Take away what was installed.")
@click.option("--measure", default="", help="Of GitHub and GitLab: the command that measures.")
def schedule(
    config: Path,
    way: str | None,
    at: str,
    install: bool,  # noqa: FBT001 - a flag
    uninstall: bool,  # noqa: FBT001 - a flag
    measure: str,
) -> None:
    """Print, or install, what runs the nights."""
    if way is None:
        raise OptionError(
            "say by what: --cron, --systemd, --github-actions or --gitlab.",
            hint=f"benchreport nightly schedule {config} --cron",
        )
    if (install or uninstall) and way not in ("cron", "systemd"):
        raise OptionError(
            "only cron and systemd can be installed from here; the others are files of a repository.",
            hint=f"benchreport nightly schedule {config} --{way.replace('_', '-')} > FILE",
        )
    if measure and way in ("cron", "systemd"):
        raise OptionError(
            "--measure is for GitHub and GitLab; here the results come from what [source] names.",
            hint="leave --measure out",
        )
    _tell(_SCHEDULES[way](config, at, measure, install=install, uninstall=uninstall).rstrip("\n"))


def _cron(config: Path, at: str, measure: str, *, install: bool, uninstall: bool) -> str:  # noqa: ARG001
    from benchreport.nightly.install import install_cron, uninstall_cron
    from benchreport.nightly.schedule import cron

    if uninstall:
        return "Taken away." if uninstall_cron(config) else "There was nothing to take away."
    if install:
        changed = install_cron(config, at=at)
        return "Installed; see it with crontab -l." if changed else "It was installed already."
    return cron(config, at=at)


def _systemd(config: Path, at: str, measure: str, *, install: bool, uninstall: bool) -> str:  # noqa: ARG001
    from benchreport.nightly.install import install_systemd, uninstall_systemd
    from benchreport.nightly.schedule import systemd

    if uninstall:
        gone = uninstall_systemd(config)
        return f"Taken away: {', '.join(map(str, gone))}" if gone else "There was nothing."
    if install:
        return f"Installed: {', '.join(map(str, install_systemd(config, at=at)))}"
    units = systemd(config, at=at)
    return "\n".join(f"# {name}\n{text}" for name, text in units.items())


def _hosted(
    way: str,
    config: Path,
    at: str,
    measure: str,
    *,
    install: bool,  # noqa: ARG001
    uninstall: bool,  # noqa: ARG001
) -> str:
    from benchreport.nightly import schedule as written

    text: str = getattr(written, way)(config, at=at, before=measure)
    return text


_SCHEDULES: dict[str, Callable[..., str]] = {
    "cron": _cron,
    "systemd": _systemd,
    "github_actions": functools.partial(_hosted, "github_actions"),
    "gitlab": functools.partial(_hosted, "gitlab"),
}


def _config(path: Path) -> "Config":
    from benchreport.nightly.config import load

    return load(path)
