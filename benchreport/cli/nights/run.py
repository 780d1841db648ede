"""The commands that configure and run nights: init, check, run, backfill."""

import contextlib
import datetime as dt
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchreport.cli.nights.group import CONFIG, LABEL, NIGHT, REPLACE, nightly, open_nights, tell
from benchreport.cli.outputs import Output
from benchreport.errors import BenchreportError, OptionError, RoleError, examples, format_count
from benchreport.hints import option
from benchreport.progress import Stages
from benchreport.terminal import for_shell
from benchreport.wording.nights import shell as night_shell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchreport.nightly.night_facts import NightFacts
    from benchreport.nightly.run import Outcome

MOST_NEWS = 10
"""So many sentences of earlier nights are shown after ``backfill``."""


@nightly.command(short_help="Write a configuration for a file of results.")
@click.argument("results", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    default="nightly.toml",
    show_default=True,
    type=Output("-o nightly.toml"),
    help="The configuration file to write.",
)
@click.option(
    "--name",
    default="",
    show_default="the name of the repository or folder",
    help="The name of the benchmark.",
)
@click.option("--algorithm", metavar="COLUMN", help="The column that names the algorithm.")
@click.option("--dataset", metavar="COLUMN", help="The column that names the dataset.")
@click.option(
    "--repeat",
    "repeats",
    multiple=True,
    metavar="COLUMN",
    help="The column with the fold, seed or run. Repeat the option for several.",
)
@click.option(
    "--metric",
    "--score",
    "metrics",
    multiple=True,
    metavar="NAME",
    help="A metric to watch. Repeat the option for several.",
)
def init(
    results: Path,
    output: Path,
    name: str,
    algorithm: str | None,
    dataset: str | None,
    repeats: tuple[str, ...],
    metrics: tuple[str, ...],
) -> None:
    """Write a configuration file, with comments, that suits a file of RESULTS.

    Columns need no option where their names tell what they are.
    """
    from benchreport.data.columns.roles import Roles
    from benchreport.nightly.check_config import check_config
    from benchreport.nightly.init_config import write_config
    from benchreport.nightly.intake.night_dates import night_of

    roles = Roles(algorithm=algorithm, dataset=dataset, repeat=list(repeats) or None)
    try:
        write_config(results, output, name=name, roles=roles, metrics=metrics)
    except RoleError as error:
        raise RoleError(error.message, hint=for_shell(error.way_out)) from error
    night = night_of(results.name) or night_of(str(results))
    tell(night_shell.WROTE_CONFIG.format(output=output, night=f" --night {night}" * bool(night)))
    try:
        tell("\n".join(check_config(output, night=night)[1:]))
    except BenchreportError as error:
        tell(night_shell.CONFIG_PROBLEM.format(problem=error))


@nightly.command(short_help="Try all commands on made-up nights.")
@click.option(
    "-o",
    "--output",
    default="nightly-demo",
    show_default=True,
    type=click.Path(path_type=Path),
    help="The folder to write, which must not exist.",
)
def demo(output: Path) -> None:
    """Write sixty made-up nights into a folder, and show what each command does with them."""
    from benchreport.nightly import demo as nights_demo
    from benchreport.wording.nights import demo as night_demo

    tonight = dt.datetime.now(dt.UTC).date()
    nights = nights_demo.write_results(output, tonight)
    tell(night_demo.BEGIN.format(nights=len(nights), folder=output))
    with contextlib.chdir(output):
        for name, arguments in nights_demo.list_commands(nights).items():
            command = shlex.join(["benchreport", "nightly", *arguments])
            tell(f"\n# {night_demo.STEPS[name]}\n$ {command}")
            code = nightly.main(arguments, prog_name="benchreport nightly", standalone_mode=False)
            if code:
                tell(night_demo.EXIT_CODE.format(code=code))
            if name == "export":
                nights_demo.write_other_config()
    tell("\n" + night_demo.END.format(index=output / "nights" / "index.html"))


@nightly.command(short_help="Show how the configuration is read.")
@CONFIG
@NIGHT
def check(config: Path, night: str) -> None:
    """Show how benchreport reads the configuration, and which problems it has."""
    from benchreport.nightly.check_config import check_config
    from benchreport.nightly.intake.night_dates import parse_night

    with Stages() as progress:
        progress("reading")
        sentences = check_config(config, night=night and parse_night(night))
    tell("\n".join([*sentences, night_shell.NO_PROBLEM]))


@nightly.command(short_help="Store, compare and report tonight's results.")
@CONFIG
@NIGHT
@LABEL
@click.option(
    "--code",
    default="",
    show_default="none",
    help="The version of the code that was measured, such as a commit.",
)
@REPLACE
@click.option(
    "--if-due",
    metavar="HH:MM",
    help="Run only if no night was stored since this time of day.",
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
    """Store tonight's results, compare them, write the pages and send notifications."""
    from benchreport.nightly.intake.night_dates import parse_night
    from benchreport.nightly.run import run as run_night

    if if_due is not None and not _is_due(config, if_due, label):
        tell(night_shell.NOT_DUE.format(at=if_due))
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
    tell("\n".join(_lines(config, outcome, label)))
    ctx.exit(outcome.exit_code)


def _lines(config: Path, outcome: "Outcome", label: str) -> list[str]:
    from benchreport.nightly.config.load import load
    from benchreport.nightly.schedule.status import describe_ahead, label_option

    facts = outcome.facts
    stored = night_shell.STORED if outcome.new else night_shell.STORED_BEFORE
    scores = format_count(facts.n_scores, "score")
    lines = [stored.format(name=facts.name, night=facts.night, scores=scores), ""]
    lines += [f"- {sentence}" for sentence in facts.verdict]
    lines.append("")
    if outcome.others:
        nights = format_count(len(outcome.others), "other night")
        lines.append(night_shell.OTHERS.format(nights=nights, first=outcome.others[0]))
        lines.append(night_shell.TAKE_IN.format(config=config, label=label_option(label)))
    lines += describe_ahead(facts.night, dt.datetime.now(dt.UTC).date(), label=facts.label)
    if outcome.unpublished:
        lines.append(night_shell.UNPUBLISHED.format(why=outcome.unpublished))
    else:
        lines.append(night_shell.WROTE_PAGES.format(path=load(config).folder / "index.html"))
    return lines + [night_shell.NOT_SENT.format(why=why) for why in outcome.unsent]


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
        raise OptionError(
            error.message.replace("at should", "--if-due should", 1), hint=hint
        ) from error
    with open_history(settings, create=True) as history:
        nights = [(record.night, record.recorded) for record in history.nights(label)]
    return is_due(nights, at=begins, now=dt.datetime.now(dt.UTC), zone=settings.zone)


@nightly.command(short_help="Store late and missed nights.")
@CONFIG
@click.option(
    "--night",
    "nights",
    multiple=True,
    metavar="DATE",
    help="The date of a night to store. Repeat the option for several.",
)
@click.option("--from", "first", metavar="DATE", help="The first night of a period to store.")
@click.option("--to", "last", metavar="DATE", help="The last night of that period.")
@LABEL
@REPLACE
def backfill(
    config: Path,
    nights: tuple[str, ...],
    first: str | None,
    last: str | None,
    label: str,
    replace: bool,  # noqa: FBT001 - a flag
) -> None:
    """Store late and missed nights, and compare all later nights again."""
    from benchreport.nightly.intake.night_dates import nights_named, parse_night
    from benchreport.nightly.run import backfill as backfill_nights
    from benchreport.nightly.schedule.status import describe_ahead

    named, period = [*map(parse_night, nights)], _dates(first, last)
    with Stages() as progress:
        facts = backfill_nights(
            config, nights=named, period=period, label=label, replace=replace, progress=progress
        )
    with open_nights(config) as (_, store):
        stored = {record.night for record in store.nights(label or None)}
        # without a label typed, a column of the results has it
        removed = {night for night, of_label in store.removed() if label in ("", of_label)}
    missing = [night for night in (*named, *period) if not nights_named(night, stored)]
    gone = [night for night in missing if nights_named(night, removed)]
    missing = [night for night in missing if night not in gone]
    if gone:
        tell(night_shell.STAY_REMOVED.format(nights=examples(gone), night=gone[-1]))
    if missing:
        tell(night_shell.NO_RESULTS_OF.format(nights=examples(missing)))
    if not facts:
        tell(night_shell.OTHERS_STORED if missing else night_shell.ALL_STORED)
        return
    tell(
        night_shell.COMPARED[len(facts) == 1].format(
            nights=format_count(len(facts), "night"), first=facts[0].night, last=facts[-1].night
        )
    )
    tell("\n".join(f"- {line}" for line in facts[-1].verdict))
    news = _list_news(facts[:-1])[-MOST_NEWS:]
    if news:
        tell("\n".join([night_shell.EARLIER_NEWS, *news]))
    today = dt.datetime.now(dt.UTC).date()
    for sentence in describe_ahead(facts[-1].night, today, label=facts[-1].label):
        tell(sentence)


def _list_news(nights: "Sequence[NightFacts]") -> list[str]:
    first: dict[str, str] = {}
    for facts in nights:
        for sentence in facts.news:
            first.setdefault(sentence, facts.night)
    return [
        night_shell.NEWS.format(night=night, sentence=sentence) for sentence, night in first.items()
    ]


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
        raise OptionError(
            f"--from {first} --to {last} are not two dates: {error}.",
            hint="--from 2026-11-01 --to 2026-11-20",
        ) from error
    if end < begin:
        raise OptionError(f"{first} is after {last}.", hint=f"--from {last} --to {first}")
    return [(begin + dt.timedelta(days=day)).isoformat() for day in range((end - begin).days + 1)]
