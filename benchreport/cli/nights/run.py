"""The commands that make nights: init, check, run, backfill."""

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchreport.cli.inputs import Output
from benchreport.cli.nights.group import CONFIG, LABEL, NIGHT, nightly, tell
from benchreport.errors import BenchreportError, OptionError
from benchreport.hints import option
from benchreport.terminal import Stages

if TYPE_CHECKING:
    from benchreport.nightly.run import Outcome


@nightly.command()
@click.argument("results", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    default="nightly.toml",
    show_default=True,
    type=Output("-o nightly.toml"),
    help="The configuration to write.",
)
@click.option("--name", default="", help="Of the benchmark.")
def init(results: Path, output: Path, name: str) -> None:
    """Write a commented configuration from a file of RESULTS."""
    from benchreport.nightly.init_config import check_config, write_config

    write_config(results, output, name=name)
    tell(f"Written: {output}. Read it, then: benchreport nightly run {output}")
    try:
        tell("\n".join(check_config(output)[1:]))
    except BenchreportError as error:
        tell(f"To be settled first: {error}")


@nightly.command()
@CONFIG
@NIGHT
def check(config: Path, night: str) -> None:
    """Say how the configuration is understood, and what is wrong with it."""
    from benchreport.nightly.init_config import check_config
    from benchreport.nightly.intake.night_dates import parse_night

    with Stages() as progress:
        progress("reading")
        sentences = check_config(config, night=night and parse_night(night))
    tell("\n".join([*sentences, "Nothing is wrong with it."]))


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
    from benchreport.nightly.intake.night_dates import parse_night
    from benchreport.nightly.run import run as run_night

    if if_due is not None and not _is_due(config, if_due, label):
        tell("Nothing is due.")
        return
    with Stages() as progress:
        outcome = run_night(
            config,
            night=night and parse_night(night),
            label=label,
            code=code,
            replace=replace,
            progress=progress,
        )
    tell("\n".join(_lines(config, outcome)))
    ctx.exit(outcome.exit_code)


def _lines(config: Path, outcome: "Outcome") -> list[str]:
    from benchreport.nightly.config.load import load

    facts = outcome.facts
    known = "" if outcome.new else ", which was in the history already"
    lines = [f"{facts.name}, night of {facts.night}{known}: {facts.n_scores} scores.", ""]
    lines += [f"- {sentence}" for sentence in facts.verdict]
    lines.append("")
    if outcome.others:
        lines.append(
            f"Earlier nights are in the results and not in the history: {len(outcome.others)} "
            f"({outcome.others[0]} …). Take them in: benchreport nightly backfill {config}"
        )
    if outcome.unpublished:
        lines.append(f"The night is kept, but its pages are not written: {outcome.unpublished}")
    else:
        lines.append(f"Written: {load(config).folder / 'index.html'}")
    lines += [f"Not told yet, to be tried again by the next run: {why}" for why in outcome.unsent]
    return lines


def _is_due(config: Path, at: str, label: str) -> bool:
    from benchreport.nightly.config.load import load
    from benchreport.nightly.history.open_history import open_history
    from benchreport.nightly.schedule.local_time import parse_time
    from benchreport.nightly.schedule.status import is_due

    settings = load(config)
    try:
        begins = parse_time(at, zone=settings.zone)
    except OptionError as error:
        hint = option(if_due=error.way_out.calls[0].options["at"])
        raise OptionError(error.message.replace("at is", "--if-due is", 1), hint=hint) from error
    with open_history(settings, create=True) as history:
        nights = [(record.night, record.recorded) for record in history.nights(label)]
    return is_due(nights, at=begins, now=dt.datetime.now(dt.UTC), zone=settings.zone)


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
    from benchreport.nightly.intake.night_dates import parse_night
    from benchreport.nightly.run import backfill as backfill_nights

    asked = [*map(parse_night, nights), *_dates(first, last)]
    with Stages() as progress:
        facts = backfill_nights(
            config, nights=asked, label=label, replace=replace, progress=progress
        )
    if not facts:
        tell("These nights were in the history already.")
        return
    tell(f"Looked at {len(facts)} nights, {facts[0].night} to {facts[-1].night}.")
    tell("\n".join(f"- {line}" for line in facts[-1].verdict))


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
