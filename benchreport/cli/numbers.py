"""``benchreport numbers``."""

from pathlib import Path
from typing import Any

import click

from benchreport.addresses import Address
from benchreport.cli.help_pages import Grouped
from benchreport.cli.inputs import join_names, scores_of
from benchreport.cli.outputs import Output, refuse_input
from benchreport.cli.table_options import reads_tables
from benchreport.errors import format_count
from benchreport.progress import Stages
from benchreport.wording.shell import commands as shell


@reads_tables
@click.command(cls=Grouped, short_help="Write the numbers of a paper to a file.")
@click.option(
    "-o",
    "--output",
    default="numbers.tex",
    type=Output("-o numbers.tex"),
    help="The file to write: .tex for LaTeX, .yml for Quarto and MyST, .typ for Typst.",
)
@click.option("--alpha", type=float, default=0.05, help="The significance level of all tests.")
@click.option(
    "--test-fraction",
    type=float,
    help="The share of the data that each split of a single dataset tests on, between 0 and 1.",
)
def numbers(
    files: tuple[Path | Address, ...],
    output: Path,
    alpha: float,
    test_fraction: float | None,
    **roles: Any,  # noqa: ANN401 - see ROLES
) -> None:
    """Give each number of the comparison a name for the text of a paper, and write them to a file."""
    with Stages() as progress:
        refuse_input(output, files)
        scores = scores_of(files, roles, progress)
        progress("computing the numbers")
        from benchreport.arguments import check_arguments
        from benchreport.paper.name_numbers import numbers as name_numbers

        options = {"alpha": alpha, "test_fraction": test_fraction}
        check_arguments(name_numbers, (), options)
        result = name_numbers(scores, output, alpha=alpha, test_fraction=test_fraction)
    count = format_count(len(result.values), "number")
    click.echo(shell.FILES.format(files=join_names(files), what=count))
    click.echo(shell.WROTE.format(files=output))
