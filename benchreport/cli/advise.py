"""``benchreport advise``."""

import functools
import shutil
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchreport.addresses import Address
from benchreport.cli.help_pages import COLUMNS, Grouped
from benchreport.cli.inputs import read_files
from benchreport.cli.table_options import READ_BY, reads_tables
from benchreport.progress import Stages
from benchreport.terminal import CONTEXT, for_shell, typed_words
from benchreport.wording.shell import commands as shell

if TYPE_CHECKING:
    from benchreport.results.advice import AdviceResult, Suggestion

INDENT = " " * 4
ASKED = {*READ_BY, *(str(option.name) for option in COLUMNS)}


@functools.partial(reads_tables, draws=False)
@click.command(cls=Grouped, short_help="Recommend procedures for the design.")
@click.option("--control", metavar="NAME", help="Compare the others with this algorithm only.")
def advise(files: tuple[Path | Address, ...], control: str | None, **roles: Any) -> None:  # noqa: ANN401 - see ROLES
    """Recommend procedures that suit the design of the experiment, with reasons."""
    with Stages() as progress:
        progress("reading")
        from benchreport.analysis import advise as suggest
        from benchreport.data.table_kinds import AnyTable

        table = AnyTable.from_frame(*read_files(files, roles))
        advice = suggest(table, control=control)
    ctx = click.get_current_context()
    click.echo(_write(advice, typed_words(ctx, ASKED), typed_words(ctx, ASKED - {"algorithm"})))


def _write(advice: "AdviceResult", typed: str, without_algorithm: str) -> str:
    """Write advice as commands on the files, with the reasons below; none is made to avoid.

    Factors are the algorithms, which no other column names then.
    """
    from benchreport.results.advice import HEADS
    from benchreport.wording.verdicts.advice import ADVICE_FOR

    def command(suggestion: "Suggestion") -> str:
        given = without_algorithm if "factors=" in str(suggestion.step) else typed
        words = "" if suggestion.standing == "avoid" else given
        return f"{HEADS[suggestion.standing]}: {for_shell(suggestion.step, typed=words)}"

    width = min(shutil.get_terminal_size().columns, CONTEXT["max_content_width"])
    reasons = (
        textwrap.fill(
            suggestion.reason_with_sources,
            width,
            initial_indent=INDENT,
            subsequent_indent=INDENT,
        )
        for suggestion in advice.suggestions
    )
    steps = (
        f"{command(row)}\n{reason}" for row, reason in zip(advice.suggestions, reasons, strict=True)
    )
    notes = (shell.NOTE.format(note=warning) for warning in advice.warnings)
    return "\n".join([ADVICE_FOR.format(seen=advice.seen), "", *steps, *notes])
