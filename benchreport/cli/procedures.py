"""``benchreport test PROCEDURE``: each procedure of the catalogue is a command."""

import difflib
import functools
import inspect
import itertools
import json
import re
import types
import typing
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from benchreport.arguments import check_arguments
from benchreport.cli.inputs import ROLES, Output, reads_scores, table_for, write_text
from benchreport.cli.report import print_warnings
from benchreport.terminal import CONTEXT, Stages

if TYPE_CHECKING:
    from benchreport.results import Result


def _csv(result: "Result") -> str:
    from benchreport.results.csv_text import csv_bytes

    return csv_bytes(result.table).decode()


# functions that write a result as text, by the name of the format
FORMATS: dict[str, Callable[["Result"], str]] = {
    "text": str,
    "json": lambda result: json.dumps(result.to_dict(), indent=2, ensure_ascii=False),
    "csv": _csv,
    "latex": lambda result: result.to_latex(),
    "markdown": lambda result: result.to_markdown(),
}


class Procedures(click.Group):
    """A group with one command for each procedure; signatures and docstrings give its options."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as in click
        """List the names of the procedures."""
        return list(_catalogue())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a procedure's command; its name may have dashes instead of underscores."""
        procedure = _catalogue().get(cmd_name.replace("-", "_"))
        return None if procedure is None else _command(procedure)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the most similar name if no procedure has this one."""
        if self.get_command(ctx, args[0]) is None:
            names = list(_catalogue())
            similar = difflib.get_close_matches(args[0].lower(), names, n=1)
            advice = f"did you mean {similar[0]}?" if similar else f"there are {', '.join(names)}."
            ctx.fail(f"there is no procedure {args[0]!r}; {advice}")
        return super().resolve_command(ctx, args)


@click.group("test", cls=Procedures, subcommand_metavar="PROCEDURE FILES...")
def procedures() -> None:
    """Run one statistical procedure and print its result."""


def _catalogue() -> dict[str, Callable[..., "Result"]]:
    from benchreport.stats import PROCEDURES

    return PROCEDURES


def _command(procedure: Callable[..., "Result"]) -> click.Command:
    text = _doc(procedure)
    about = itertools.takewhile(
        lambda part: not part.startswith("Parameters\n"), text.split("\n\n")
    )
    output_options = (
        click.Option(
            ["--format"],
            type=click.Choice(list(FORMATS)),
            default="text",
            help="The format of the result.",
        ),
        click.Option(
            ["-o", "--output"],
            type=Output("-o result.txt"),
            help="The file to write; by default, or with -, the result is printed.",
        ),
    )
    return reads_scores(
        click.Command(
            procedure.__name__,
            context_settings=CONTEXT,
            params=[*_options(procedure), *output_options],
            callback=functools.partial(_run, procedure),
            help="\n\n".join(about),
            short_help=text.partition("\n")[0],
        )
    )


def _run(
    procedure: Callable[..., "Result"],
    files: tuple[Path, ...],
    format: Literal["text", "json", "csv", "latex", "markdown"],  # noqa: A002 - the option's name
    output: Path | None,
    **options: Any,  # noqa: ANN401 - roles, and what the procedure's signature says
) -> None:
    names = {parameter.name for parameter in _own_parameters(procedure)}
    # an option that may be repeated is () where the user did not set it
    arguments = {name: value for name, value in options.items() if name in names and value != ()}
    check_arguments(procedure, (), arguments)
    with Stages() as progress, print_warnings():
        roles = {name: value for name, value in options.items() if name not in names}
        table = table_for(procedure, files, roles, progress)
        progress(f"computing {procedure.__name__}")
        result = procedure(table, **arguments)
    text = FORMATS[format](result).rstrip("\n")
    if output is None or str(output) == "-":
        click.echo(text)
    else:
        write_text(f"{text}\n", output, files)


def _options(procedure: Callable[..., "Result"]) -> list[click.Parameter]:
    """Make options of the parameters after the table, with their types, defaults and descriptions."""
    hints, descriptions = typing.get_type_hints(procedure), _descriptions(procedure)
    return [
        click.Option(
            [f"--{parameter.name.replace('_', '-')}"],
            type=_type(hints[parameter.name]),
            multiple=_is_list(hints[parameter.name]),
            help=descriptions.get(parameter.name, "")
            + " Repeat the option for each." * _is_list(hints[parameter.name]),
            # click counts default=None as a default: a required option must have none
            **(
                {"required": True}
                if parameter.default is parameter.empty
                else {"default": parameter.default}
            ),
        )
        for parameter in _own_parameters(procedure)
    ]


def _own_parameters(procedure: Callable[..., "Result"]) -> list[inspect.Parameter]:
    """Return the parameters after the table, except those that options for roles set."""
    roles = {option.name for option in ROLES}
    _, *rest = inspect.signature(procedure).parameters.values()
    return [parameter for parameter in rest if parameter.name not in roles]


def _type(hint: Any) -> Any:  # noqa: ANN401 - any annotation, any of click's types
    kinds = typing.get_args(hint)
    if typing.get_origin(hint) is Literal:
        return click.Choice([str(kind) for kind in kinds])
    if _is_list(hint):
        return str
    if isinstance(hint, types.UnionType):
        hint = next(kind for kind in kinds if kind is not types.NoneType)
    return str if hint is Hashable else hint


def _is_list(hint: Any) -> bool:  # noqa: ANN401 - any annotation
    kinds = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    return any(typing.get_origin(kind) is Sequence for kind in kinds)


def _descriptions(function: Callable[..., object]) -> dict[str, str]:
    """Return the first sentence of each parameter's description in a numpydoc docstring."""
    section = re.search(
        r"^Parameters\n-+\n(.*?)(?=^\w+\n-+$|\Z)", _doc(function), re.MULTILINE | re.DOTALL
    )
    entries = re.findall(
        r"^(\w+)\n((?:[ ]+.*\n?|\n)+)", section[1] if section else "", re.MULTILINE
    )
    return {
        name: re.split(r"(?<=\.)\s", " ".join(text.replace("`", "").split()))[0]
        for name, text in entries
    }


def _doc(function: Callable[..., object]) -> str:
    return inspect.getdoc(function) or ""
