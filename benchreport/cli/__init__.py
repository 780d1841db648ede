"""The command line: arguments in, calls out.

Each command has its module; they share ``inputs``. A command imports heavy modules (procedures, figures,
the report) within its function, so that ``--version`` and ``--help`` answer at once. To add a command,
write its module and add it to `main`.
"""

from pathlib import Path
from typing import Any

import click

from benchreport.cli.help_pages import Grouped
from benchreport.cli.inputs import frame_of, join_names, reads_tables, roles_of, scores_of
from benchreport.cli.nights import nightly
from benchreport.cli.procedures import procedures
from benchreport.cli.report import report
from benchreport.terminal import CONTEXT, Commands, Stages

__all__ = ["main"]


@click.group(cls=Commands, context_settings=CONTEXT)
@click.version_option(package_name="benchreport", message="%(prog)s %(version)s")
def main() -> None:
    """Compare algorithms on benchmarks, from files of results.

    A FILE is CSV, TSV, JSON, Parquet or Excel, with one row for each score or one column for each
    algorithm, or what a benchmarking tool writes. Several files, a folder or a pattern such as
    'results/*.csv' are read as one table.
    """


main.add_command(nightly)
main.add_command(report)
main.add_command(procedures)


@reads_tables
@main.command(cls=Grouped)
def check(files: tuple[Path, ...], **roles: Any) -> None:  # noqa: ANN401 - see ROLES
    """Show how benchreport reads the files, and which problems they have."""
    with Stages() as progress:
        progress("reading")
        from benchreport.data import Curves, Predictions, Scores
        from benchreport.data.reading_overview import (
            columns_in_words,
            curves_in_words,
            predictions_in_words,
            scores_in_words,
        )

        bound = roles_of(roles)
        frame = frame_of(files, roles)
    tool = frame.attrs.get("source")
    taken_for = f"taken for {tool}; " if tool else ""
    click.echo(f"{join_names(files)}: {taken_for}{columns_in_words(frame, bound)}")
    if Predictions.suits(frame, bound):
        click.echo(predictions_in_words(Predictions.from_frame(frame, bound)))
    elif Curves.suits(frame, bound):
        click.echo(curves_in_words(Curves.from_frame(frame, bound)))
    else:
        scores = Scores.from_frame(frame, bound)
        click.echo(scores_in_words(scores))
        if scores.block_kind != "run":
            scores.require_complete("a comparison")
    click.echo("Nothing is wrong with it.")


@reads_tables
@main.command(cls=Grouped)
@click.option("--control", metavar="NAME", help="Compare the others with this algorithm only.")
def advise(files: tuple[Path, ...], control: str | None, **roles: Any) -> None:  # noqa: ANN401 - see ROLES
    """Recommend procedures that suit the design of the experiment, with reasons."""
    with Stages() as progress:
        scores = scores_of(files, roles, progress)
        from benchreport.analysis import advise as suggest

        advice = suggest(scores, control=control)
    click.echo(str(advice))
