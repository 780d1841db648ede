"""``benchreport check``."""

import functools
from pathlib import Path
from typing import Any

import click

from benchreport.addresses import Address
from benchreport.cli.help_pages import Grouped
from benchreport.cli.inputs import join_names, read_files, roles_of
from benchreport.cli.table_options import READ_BY, reads_tables
from benchreport.progress import Stages
from benchreport.terminal import for_shell, typed_words
from benchreport.wording.shell import commands as shell


@functools.partial(reads_tables, draws=False)
@click.command(cls=Grouped, short_help="Show how files are read, and their problems.")
def check(files: tuple[Path | Address, ...], **options: Any) -> None:  # noqa: ANN401 - see ROLES
    """Show how benchreport reads the files, which problems they have, and what to type next."""
    with Stages() as progress:
        progress("reading")
        from benchreport.analysis.check import check as look

        overview = look(*read_files(files, options), asked=roles_of(options))
    typed = typed_words(click.get_current_context(), READ_BY)
    steps = overview.write_steps(lambda step: for_shell(step, typed=typed))
    about = shell.FILES.format(files=join_names(files), what=overview.columns)
    lines = [about * bool(overview.columns), overview.table]
    if any(lines):
        click.echo("\n".join(filter(None, lines)))
    problem = overview.problem
    first = [way.method for step in overview.steps[:1] for way in step.calls]
    if problem is not None and first != ["report"]:
        hint = problem.way_out + f"\n{steps}" if steps else problem.way_out
        raise type(problem)(problem.message, hint=hint)
    verdict = overview.verdict
    if problem is not None:
        # tests of the report allow gaps
        verdict = shell.GAPS_ALLOWED.format(hint=for_shell(problem.way_out, running="check"))
    click.echo(f"{verdict}\n{steps}")
