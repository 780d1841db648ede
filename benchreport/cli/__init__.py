"""The command line: arguments in, calls out.

What is heavy (procedures, figures, the report) is imported by the command that needs it, so that
``--version`` and ``--help`` answer at once.
"""

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

from benchreport.terminal import Commands, Stages, typed

if TYPE_CHECKING:
    from benchreport.data import Curves, Predictions, Roles, Scores
    from benchreport.results import Result

__all__ = ["main"]

CONTEXT = {"help_option_names": ["-h", "--help"], "show_default": True}

FILES = click.Argument(["files"], nargs=-1, required=True, type=click.Path(path_type=Path))
ROLES = (
    click.Option(["--algorithm"], metavar="COLUMN", help="Says which algorithm was measured."),
    click.Option(["--dataset"], metavar="COLUMN", help="Says on which dataset."),
    click.Option(
        ["--repeat"],
        metavar="COLUMN",
        multiple=True,
        help="Fold, seed or run; give it again for several columns together.",
    ),
    click.Option(
        ["--score"],
        metavar="COLUMN",
        help="Holds the scores; of a table with one column an algorithm, what its cells measure.",
    ),
    click.Option(
        ["--higher-is-better/--lower-is-better"],
        default=None,
        help="The direction, where the score's name does not tell.",
    ),
    click.Option(
        ["--missing"],
        type=click.Choice(["error", "drop", "worst"]),
        default="error",
        help="Empty cells: refuse, leave out the dataset, or fill with its worst score.",
    ),
    click.Option(["--truth"], metavar="COLUMN", help="Of predictions: the true label or value."),
    click.Option(["--prediction"], metavar="COLUMN", help="The predicted one, one row a model."),
    click.Option(["--probability"], metavar="COLUMN", help="Of the positive class, as above."),
    click.Option(["--example"], metavar="COLUMN", help="Says which test example a row is about."),
    click.Option(["--weight"], metavar="COLUMN", help="Says how much an example counts."),
    click.Option(
        ["--correct"], metavar="COLUMN", help="Of a log: says whether answers were right."
    ),
    click.Option(["--item"], metavar="COLUMN", help="Of ranked lists, one row an item: which one."),
    click.Option(["--rank"], metavar="COLUMN", help="Of ranked lists: at which rank."),
    click.Option(["--log-probability"], metavar="COLUMN", help="Of language models: of what came."),
    click.Option(["--tokens"], metavar="COLUMN", help="Over how many tokens that is summed."),
    click.Option(["--step"], metavar="COLUMN", help="Of curves: the budget, epoch or time."),
    click.Option(["--train"], metavar="COLUMN", help="Of curves: the training score."),
    click.Option(["--validation"], metavar="COLUMN", help="Of curves: the validation score."),
    click.Option(["--classes"], metavar="LABEL", multiple=True, help="In order, once for each."),
    click.Option(["--positive"], metavar="LABEL", help="The class a binary problem is about."),
    click.Option(
        ["--task"],
        type=click.Choice(["classification", "regression", "ranking", "language", "correctness"]),
        help="What is predicted, where the table does not tell.",
    ),
)
# how a result is written, by the name of the format
FORMATS: dict[str, Callable[["Result"], str]] = {
    "text": str,
    "json": lambda result: json.dumps(result.to_dict(), indent=2, ensure_ascii=False),
    "csv": lambda result: result.table.to_csv(index=False, lineterminator="\n"),
    "latex": lambda result: result.to_latex(),
    "markdown": lambda result: result.to_markdown(),
}


def reads_scores(command: click.Command) -> click.Command:
    """Give a command the files and the roles of their columns."""
    command.params = [FILES, *command.params, *ROLES]
    return command


@click.group(cls=Commands, context_settings=CONTEXT)
@click.version_option(package_name="benchreport", message="%(prog)s %(version)s")
def main() -> None:
    """Compare algorithms on benchmarks, from files of results.

    A FILE is CSV, TSV, JSON, Parquet or Excel: one row a score, or one column an algorithm. Several
    are read as one table.
    """


@reads_scores
@main.command()
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    default=["report.html"],
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write: .html, .pdf, .tex, .typ, .md, .docx, .xlsx, .json or .zip; give it again "
    "for several.",
)
@click.option("--alpha", type=float, default=0.05, help="The level of all decisions.")
@click.option("--control", metavar="NAME", help="Compare the others with this algorithm only.")
@click.option(
    "--include",
    metavar="PROCEDURE",
    multiple=True,
    help="Add a section with this procedure's result; give it again for several.",
)
@click.option(
    "--test-fraction",
    type=float,
    help="The share of the data that each split of one dataset is tested on.",
)
@click.option("--title", help="Of the report.")
@click.option(
    "--section",
    "sections",
    metavar="KEY",
    multiple=True,
    help='Only this section; give it again for several, "..." stands for the rest.',
)
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", help="The size of a PDF's pages."
)
@click.option("--columns", type=click.Choice(["1", "2"]), default="1", help="Of a PDF's text.")
@click.option("--landscape", is_flag=True, help="Turn the pages of a PDF's appendix.")
@click.option("--archival", is_flag=True, help="PDF/A-3 with the data attached.")
@click.option("--seed", type=int, help="Of random numbers; noted in the report.")
def report(  # noqa: PLR0913, PLR0917 - one argument an option
    files: tuple[Path, ...],
    outputs: tuple[Path, ...],
    alpha: float,
    control: str | None,
    include: tuple[str, ...],
    test_fraction: float | None,
    title: str | None,
    sections: tuple[str, ...],
    paper: Literal["a4", "letter"],
    columns: str,
    landscape: bool,  # noqa: FBT001 - a flag
    archival: bool,  # noqa: FBT001 - a flag
    seed: int | None,
    **roles: Any,  # noqa: ANN401 - see ROLES
) -> None:
    """Compare the algorithms, models or curves and write the report."""
    with Stages() as progress:
        table = _any_table(files, roles, progress)
        progress("loading the report")
        from benchreport.data.readers import sha256_of
        from benchreport.report import Paper, Provenance
        from benchreport.report import report as write

        made = write(
            table,
            outputs,
            title=title,
            alpha=alpha,
            control=control,
            include=[name.replace("-", "_") for name in include],
            test_fraction=test_fraction,
            sections=sections or None,
            paper=Paper(
                size=paper,
                columns=1 if columns == "1" else 2,
                appendix="landscape" if landscape else "portrait",
                archival=archival,
            ),
            provenance=Provenance(
                source=", ".join(path.name for path in files),
                sha256=sha256_of(files),
                call=typed(click.get_current_context()),
                seed=seed,
            ),
            progress=progress,
        )
    click.echo("\n".join([f"{_names(files)}: {table}", "", *made.analysis.verdict, ""]))
    click.echo(f"Written: {_names(outputs)}")


@reads_scores
@main.command()
def check(files: tuple[Path, ...], **roles: Any) -> None:  # noqa: ANN401 - see ROLES
    """Say how the files are read, and what is wrong with them."""
    with Stages() as progress:
        progress("reading")
        from benchreport.data import Curves, Predictions, Scores
        from benchreport.data.overview import (
            columns_in_words,
            curves_in_words,
            predictions_in_words,
            scores_in_words,
        )
        from benchreport.data.readers import read_many

        bound = _roles(roles)
        frame = read_many(files)
    click.echo(f"{_names(files)}: {columns_in_words(frame, bound)}")
    if Predictions.suits(frame, bound):
        click.echo(predictions_in_words(Predictions.from_frame(frame, bound)))
    elif Curves.suits(frame, bound):
        click.echo(curves_in_words(Curves.from_frame(frame, bound)))
    else:
        scores = Scores.from_frame(frame, bound)
        click.echo(scores_in_words(scores))
        scores.complete("a comparison")
    click.echo("Nothing is wrong with it.")


@reads_scores
@main.command()
@click.option("--control", metavar="NAME", help="Compare the others with this algorithm only.")
def advise(files: tuple[Path, ...], control: str | None, **roles: Any) -> None:  # noqa: ANN401 - see ROLES
    """Say which procedures suit the files' design, and why."""
    with Stages() as progress:
        scores = _scores(files, roles, progress)
        from benchreport.analysis import advise as suggest

        advice = suggest(scores, control=control)
    click.echo(str(advice))


class Procedures(click.Group):
    """One command for each procedure of the catalogue, made from its signature."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as in click
        """Name the procedures."""
        return list(_catalogue())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a procedure's command; dashes do for underscores."""
        procedure = _catalogue().get(cmd_name.replace("-", "_"))
        return None if procedure is None else _command(procedure)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the nearest procedure where there is none of that name."""
        if self.get_command(ctx, args[0]) is None:
            known = list(_catalogue())
            near = difflib.get_close_matches(args[0].lower(), known, n=1)
            meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}."
            ctx.fail(f"there is no procedure {args[0]!r}; {meant}")
        return super().resolve_command(ctx, args)


@main.group("test", cls=Procedures, subcommand_metavar="PROCEDURE FILES...")
def procedures() -> None:
    """Run one procedure and print its result."""


def _catalogue() -> dict[str, Callable[..., "Result"]]:
    from benchreport.stats import PROCEDURES

    return PROCEDURES


def _command(procedure: Callable[..., "Result"]) -> click.Command:
    text = _doc(procedure)
    about = itertools.takewhile(
        lambda part: not part.startswith("Parameters\n"), text.split("\n\n")
    )
    written = (
        click.Option(["--format"], type=click.Choice(list(FORMATS)), default="text"),
        click.Option(
            ["-o", "--output"],
            type=click.File("w", encoding="utf-8", atomic=True),
            help="A file to write to instead.",
        ),
    )
    return reads_scores(
        click.Command(
            procedure.__name__,
            context_settings=CONTEXT,
            params=[*_options(procedure), *written],
            callback=functools.partial(_run, procedure),
            help="\n\n".join(about),
            short_help=text.partition("\n")[0],
        )
    )


def _run(
    procedure: Callable[..., "Result"],
    files: tuple[Path, ...],
    format: Literal["text", "json", "csv", "latex", "markdown"],  # noqa: A002 - the option's name
    output: typing.IO[str] | None,
    **options: Any,  # noqa: ANN401 - roles, and what the procedure's signature says
) -> None:
    own = {each.name for each in _own(procedure)}
    with Stages() as progress:
        roles = {name: value for name, value in options.items() if name not in own}
        table = _table(procedure, files, roles, progress)
        progress(f"computing {procedure.__name__}")
        # of options that may be given several times, none is ()
        said = {name: value for name, value in options.items() if name in own and value != ()}
        result = procedure(table, **said)
    click.echo(FORMATS[format](result).rstrip("\n"), file=output)


def _options(procedure: Callable[..., "Result"]) -> list[click.Parameter]:
    """Make options of the parameters after the table, with their types, defaults and descriptions."""
    hints, told = typing.get_type_hints(procedure), _described(procedure)
    return [
        click.Option(
            [f"--{each.name.replace('_', '-')}"],
            type=_type(hints[each.name]),
            multiple=_is_list(hints[each.name]),
            help=told.get(each.name, "") + " Give it again for each." * _is_list(hints[each.name]),
            # a default of None would count as given
            **({"required": True} if each.default is each.empty else {"default": each.default}),
        )
        for each in _own(procedure)
    ]


def _own(procedure: Callable[..., "Result"]) -> list[inspect.Parameter]:
    """Return the parameters after the table; what names a column is said as a role."""
    roles = {option.name for option in ROLES}
    _, *rest = inspect.signature(procedure).parameters.values()
    return [each for each in rest if each.name not in roles]


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


def _described(function: Callable[..., object]) -> dict[str, str]:
    """Read what a numpydoc docstring says of each parameter, its first sentence."""
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


def _roles(given: dict[str, Any]) -> "Roles":
    from benchreport.data import Roles

    several = {name: list(given[name]) or None for name in ("repeat", "classes")}
    return Roles().bound(**{**given, **several})


def _scores(files: tuple[Path, ...], roles: dict[str, Any], progress: Stages) -> "Scores":
    progress("reading")
    from benchreport.data import Scores
    from benchreport.data.readers import read_many

    return Scores.from_frame(read_many(files), _roles(roles))


def _table(
    procedure: Callable[..., "Result"],
    files: tuple[Path, ...],
    roles: dict[str, Any],
    progress: Stages,
) -> "Scores | Predictions | Curves":
    """Read what the procedure's first parameter asks for."""
    first = next(iter(inspect.signature(procedure).parameters))
    hint = typing.get_type_hints(procedure)[first]
    if isinstance(hint, types.UnionType):
        return _any_table(files, roles, progress)
    progress("reading")
    from benchreport.data.readers import read_many

    table: Scores | Predictions | Curves = hint.from_frame(read_many(files), _roles(roles))
    return table


def _any_table(
    files: tuple[Path, ...], roles: dict[str, Any], progress: Stages
) -> "Scores | Predictions | Curves":
    """Read predictions where a column is the truth, curves where one is the step; else scores."""
    progress("reading")
    from benchreport.data import Curves, Predictions, Scores
    from benchreport.data.readers import read_many

    frame, bound = read_many(files), _roles(roles)
    if Predictions.suits(frame, bound):
        return Predictions.from_frame(frame, bound)
    kind = Curves if Curves.suits(frame, bound) else Scores
    return kind.from_frame(frame, bound)


def _names(paths: tuple[Path, ...]) -> str:
    return ", ".join(str(path) for path in paths)
