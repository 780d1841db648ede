"""``benchreport check-paper``."""

import functools
from pathlib import Path
from typing import Any

import click

from benchreport.addresses import Address
from benchreport.cli.help_pages import Grouped
from benchreport.cli.inputs import scores_of
from benchreport.cli.table_options import reads_tables
from benchreport.progress import Stages


@functools.partial(reads_tables, files=False)
@click.command("check-paper", cls=Grouped)
@click.argument("paper", type=click.Path(path_type=Path))
@click.option(
    "--data",
    "files",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path),
    help="The results as they are now; repeat the option for several files. Without it, names are only "
    "looked up in the file of numbers.",
)
@click.option(
    "--numbers",
    "number_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The file of numbers; by default the one that the paper includes.",
)
def check_paper(
    paper: Path,
    files: tuple[Path | Address, ...],
    number_file: Path | None,
    **roles: Any,  # noqa: ANN401 - see ROLES
) -> None:
    """Fail if a number in a paper is stale or unknown.

    PAPER is LaTeX, Quarto, MyST or Typst that uses the numbers of benchreport numbers. The exit code is 1
    if a number is not what the data give, and 2 if the paper or the data cannot be read.
    """
    with Stages() as progress:
        scores = scores_of(files, roles, progress) if files else None
        progress("checking the paper")
        from benchreport.paper.check_paper import check_paper as check

        outcome = check(paper, scores, number_file=number_file)
    click.echo(str(outcome))
    if outcome.problems:
        click.get_current_context().exit(1)
