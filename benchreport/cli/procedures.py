"""``benchreport test PROCEDURE``: each procedure of the catalogue is a command."""

import functools
import inspect
import json
import re
import shlex
import sys
import types
import typing
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from benchreport.addresses import Address
from benchreport.cli.help_pages import Choices, Procedure, write_plain
from benchreport.cli.inputs import table_for
from benchreport.cli.outputs import Output, write_text
from benchreport.cli.report import print_warnings
from benchreport.cli.table_options import ROLES, reads_tables
from benchreport.progress import Stages
from benchreport.terminal import CONTEXT
from benchreport.wording.shell import commands as shell

if TYPE_CHECKING:
    from benchreport.results import Result


def _csv(result: "Result") -> str:
    from benchreport.results.writing.csv_text import csv_bytes

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
        """List the names of the procedures, with dashes as a shell has them."""
        return [name.replace("_", "-") for name in _catalogue()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a procedure's command; its name may have underscores, as in Python."""
        from benchreport import stats

        # of all procedures, only the one that is asked for loads
        name = cmd_name.replace("-", "_")
        procedure = getattr(stats, name, None) if name in vars(stats)["__all__"] else None
        return _command(procedure) if inspect.isfunction(procedure) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the procedures by families, one line each."""
        width = max(map(len, self.list_commands(ctx)))
        families: dict[str, list[tuple[str, str]]] = {}
        for procedure in _catalogue().values():
            row = f"{_as_command(procedure):{width}}", _name_in_words(procedure)
            families.setdefault(_family(procedure), []).append(row)
        for family, rows in families.items():
            with formatter.section(family):
                formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the most similar name if no procedure has this one."""
        if self.get_command(ctx, args[0]) is None:
            import difflib

            names = self.list_commands(ctx)
            typed = args[0].lower().replace("_", "-")
            if typed in ("interaction", "interactions"):
                ctx.fail(
                    f"there is no procedure {args[0]!r}; anova tests interactions of --factors."
                )
            if Path(args[0]).is_file():
                ctx.fail(shell.PROCEDURE_FIRST.format(file=shlex.quote(args[0])))
            similar = difflib.get_close_matches(typed, names, n=1)
            advice = f"did you mean {similar[0]}?" if similar else "benchreport test lists all."
            ctx.fail(f"there is no procedure {args[0]!r}; {advice}")
        return super().resolve_command(ctx, args)


@click.group("test", cls=Procedures, subcommand_metavar="PROCEDURE FILES...")
def procedures() -> None:
    """Run one statistical procedure and print its result."""


def _catalogue() -> dict[str, Callable[..., "Result"]]:
    from benchreport.stats import PROCEDURES

    return PROCEDURES


def _as_command(procedure: Callable[..., "Result"]) -> str:
    return procedure.__name__.replace("_", "-")


def _family(procedure: Callable[..., "Result"]) -> str:
    """Return the heading of a procedure's family: the first words of its folder's docstring."""
    folder = sys.modules[procedure.__module__.rpartition(".")[0]]
    return re.split(r"[:.,]", folder.__doc__ or "")[0]


def _command(procedure: Callable[..., "Result"]) -> click.Command:
    from benchreport.cli.procedure_roles import roles_for
    from benchreport.docstrings import describe_table, split_sections

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
    about = split_sections(procedure)[""]
    command = Procedure(
        _as_command(procedure),
        context_settings=CONTEXT,
        params=[*_options(procedure), *output_options],
        callback=functools.partial(_run, procedure),
        help=write_plain(f"{about}\n\n{describe_table(procedure)}"),
        short_help=_name_in_words(procedure),
    )
    return reads_tables(command, roles_for(procedure))


def _name_in_words(procedure: Callable[..., "Result"]) -> str:
    """Return the first line of the procedure's module, which names it as the field does."""
    text = sys.modules[procedure.__module__].__doc__ or ""
    return text.partition("\n")[0].rstrip(".")


def _run(
    procedure: Callable[..., "Result"],
    files: tuple[Path | Address, ...],
    format: Literal["text", "json", "csv", "latex", "markdown"],  # noqa: A002 - the option's name
    output: Path | None,
    **options: Any,  # noqa: ANN401 - roles, and what the procedure's signature says
) -> None:
    from benchreport.arguments import check_arguments

    names = {parameter.name for parameter in _own_parameters(procedure)}
    # an option that may be repeated is () where the user did not set it
    arguments = {
        name: _join_amounts(value)
        for name, value in options.items()
        if name in names and value != ()
    }
    check_arguments(procedure, (), arguments)
    if output is not None:
        _refuse_picture(procedure, output)
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


def _refuse_picture(procedure: Callable[..., "Result"], output: Path) -> None:
    """Refuse a file name of a picture, before the slow work: a result is written as text."""
    from benchreport.errors import OptionError
    from benchreport.report.formats import PICTURES

    if output.suffix.lower() not in {*PICTURES, ".pdf"}:
        return
    text = shlex.quote(str(output.with_suffix(".txt")))
    python = f"df.bench.{procedure.__name__}(...).plot().figure.savefig({output.name!r})"
    raise OptionError(
        f"benchreport test writes a result as text, not as a picture; got {output.name!r}.",
        hint=f"-o {text}; benchreport report writes figures with --figures FOLDER"
        + f", and {python} in Python" * _has_figure(procedure),
    )


def _has_figure(procedure: Callable[..., "Result"]) -> bool:
    """Tell whether the results of a procedure have a figure of their own."""
    from benchreport.plots import FIGURES
    from benchreport.results import PairwiseResult

    kind = typing.get_type_hints(procedure)["return"]
    kinds = [each for each in typing.get_args(kind) or (kind,) if isinstance(each, type)]
    return any(issubclass(each, (PairwiseResult, *FIGURES)) for each in kinds)


def _options(procedure: Callable[..., "Result"]) -> list[click.Parameter]:
    """Make options of the parameters after the table, with their types, defaults and descriptions."""
    from benchreport.docstrings import describe_parameters, split_sections

    hints = typing.get_type_hints(procedure)
    descriptions = describe_parameters(split_sections(procedure))
    return [
        _option(parameter, hints[parameter.name], descriptions.get(parameter.name, ""))
        for parameter in _own_parameters(procedure)
    ]


def _option(
    parameter: inspect.Parameter,
    hint: Any,  # noqa: ANN401 - any annotation
    description: str,
) -> click.Option:
    several, kind = _is_list(hint) or _is_mapping(hint), _type(hint)
    sentence, *_ = re.split(r"(?<=\.)\s", write_plain(" ".join(description.split())))
    values = kind.sentence if isinstance(kind, Choices) else ""
    name = parameter.name.replace("_", "-")
    return click.Option(
        [f"--{name}/--no-{name}" if kind is bool else f"--{name}"],
        type=kind,
        multiple=several,
        help=sentence + values + f" {shell.REPEAT}" * several,
        # click counts default=None as a default: a required option must have none
        **(
            {"required": True}
            if parameter.default is parameter.empty
            else {"default": parameter.default}
        ),
    )


def _own_parameters(procedure: Callable[..., "Result"]) -> list[inspect.Parameter]:
    """Return the parameters after the table, except those that options for roles set."""
    roles = {option.name for option in ROLES}
    _, *rest = inspect.signature(procedure).parameters.values()
    return [parameter for parameter in rest if parameter.name not in roles]


def _type(hint: Any) -> Any:  # noqa: ANN401 - any annotation, any of click's types
    kinds = typing.get_args(hint)
    if typing.get_origin(hint) is Literal:
        return Choices([str(kind) for kind in kinds])
    if _is_list(hint):
        return str
    if _is_mapping(hint):
        return Amount()
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        # what a shell can write comes first, functions after it
        return _type(next(kind for kind in kinds if kind is not types.NoneType))
    return str if hint is Hashable else hint


class Amount(click.ParamType[dict[str, float]]):
    """A number by its name, as in ``dataset=20``; the option may be repeated."""

    name = "NAME=NUMBER"

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as in click
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> dict[str, float]:
        """Read one amount."""
        name, _, number = str(value).rpartition("=")
        try:
            return {name: float(number)} if name else self.fail(shell.AMOUNT, param, ctx)
        except ValueError:
            self.fail(shell.AMOUNT, param, ctx)


def _join_amounts(value: Any) -> Any:  # noqa: ANN401 - what an option holds
    """Join amounts, each of which is one option, to one mapping."""
    if not isinstance(value, tuple) or not all(isinstance(each, dict) for each in value):
        return value
    return {name: number for each in value for name, number in each.items()}


def _is_mapping(hint: Any) -> bool:  # noqa: ANN401 - any annotation
    kinds = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    return any(typing.get_origin(kind) is Mapping for kind in kinds)


def _is_list(hint: Any) -> bool:  # noqa: ANN401 - any annotation
    kinds = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    return any(typing.get_origin(kind) is Sequence for kind in kinds)
