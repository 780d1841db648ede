"""``benchreport advise``."""

from pathlib import Path
from typing import Any

import click

from benchreport.cli.help_pages import Grouped
from benchreport.cli.inputs import reads_tables, scores_of
from benchreport.terminal import Stages


@reads_tables
@click.command(cls=Grouped)
@click.option("--control", metavar="NAME", help="Compare the others with this algorithm only.")
def advise(files: tuple[Path, ...], control: str | None, **roles: Any) -> None:  # noqa: ANN401 - see ROLES
    """Recommend procedures that suit the design of the experiment, with reasons."""
    with Stages() as progress:
        scores = scores_of(files, roles, progress)
        from benchreport.analysis import advise as suggest

        advice = suggest(scores, control=control)
    click.echo(str(advice))
