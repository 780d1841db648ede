"""``benchreport completion``."""

import os
from pathlib import Path

import click

from benchreport.cli.outputs import write_into_folder
from benchreport.errors import OptionError
from benchreport.wording.shell import commands as texts

PLACES = {
    "bash": Path(".local/share/bash-completion/completions/benchreport"),
    "zsh": Path(".local/share/zsh/site-functions/_benchreport"),
    "fish": Path(".config/fish/completions/benchreport.fish"),
}
"""Where each shell looks for the completions of a user, below the home."""


@click.command(short_help="Let the shell complete commands and options.")
@click.argument("shell", required=False, type=click.Choice([*PLACES]))
@click.option("--show", is_flag=True, help="Print the script instead of writing it to its place.")
def completion(shell: str | None, show: bool) -> None:  # noqa: FBT001 - a flag
    """Write the script by which the shell completes commands, options and files, for this user.

    SHELL is by default the one that $SHELL names.
    """
    shell = shell or _login_shell()
    script = _script(shell)
    if show:
        click.echo(script)
        return
    place = Path.home() / PLACES[shell]
    write_into_folder(place, script.encode(), hint=f"benchreport completion {shell} --show")
    click.echo(texts.WROTE.format(files=place))
    click.echo(texts.COMPLETION_BEGINS[shell])


def _login_shell() -> str:
    name = Path(os.environ.get("SHELL", "")).name
    if name not in PLACES:
        raise OptionError(
            f"completions are written for {', '.join(PLACES)}; $SHELL names {name or 'none'}.",
            hint="benchreport completion bash",
        )
    return name


def _script(shell: str) -> str:
    from click.shell_completion import get_completion_class

    from benchreport.cli import main

    kind = get_completion_class(shell)
    if kind is None:
        raise OptionError(
            f"click has no completion for {shell}.", hint="benchreport completion bash"
        )
    script = kind(main, {}, "benchreport", "_BENCHREPORT_COMPLETE").source()
    # click's script for fish ends a description, or the name of a file, at its first comma
    return script.replace('string split "," ', 'string split --max 1 "," ')
