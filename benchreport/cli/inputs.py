"""The files that commands read, and the roles of their columns."""

import os
import shlex
import typing
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchreport.errors import OptionError, RenderError
from benchreport.files import same_file, write_whole
from benchreport.terminal import Stages

if TYPE_CHECKING:
    import pandas as pd

    from benchreport.data import Curves, Predictions, Roles, Scores
    from benchreport.results import Result


class Output(click.Path):
    """A file to write to; its command says what is wrong with it.

    Parameters
    ----------
    example
        An example of the option, for the hint.
    """

    def __init__(self, example: str) -> None:
        super().__init__(path_type=Path)
        self.example = example

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - as in click
        """Refuse an empty name, which would be the present folder's."""
        if not os.fspath(value).strip():
            raise OptionError(
                "the output needs a name; it is empty, perhaps for an unset variable of the shell.",
                hint=self.example,
            )
        return super().convert(value, param, ctx)


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

SIZE_LIMIT = click.Option(
    ["--size-limit"],
    type=click.IntRange(min=1),
    default=2**30,
    metavar="BYTES",
    help="That a file may hold after decompression, and its cells in memory.",
)


def reads_scores(command: click.Command) -> click.Command:
    """Give a command the files and the roles of their columns."""
    command.params = [FILES, *command.params, *ROLES, SIZE_LIMIT]
    return command


def roles_of(given: dict[str, Any]) -> "Roles":
    """Bind the roles that were given as options."""
    from benchreport.data import Roles

    several = {name: list(given[name]) or None for name in ("repeat", "classes")}
    names = {option.name for option in ROLES}
    return Roles().bound(
        **{name: value for name, value in {**given, **several}.items() if name in names}
    )


def frame_of(files: tuple[Path, ...], given: dict[str, Any]) -> "pd.DataFrame":
    """Read files as one table, of the size that the options allow."""
    from benchreport.data.readers import read_many

    return read_many(files, size_limit=given["size_limit"])


def scores_of(files: tuple[Path, ...], roles: dict[str, Any], progress: Stages) -> "Scores":
    """Read files as scores."""
    progress("reading")
    from benchreport.data import Scores

    return Scores.from_frame(frame_of(files, roles), roles_of(roles))


def table_for(
    procedure: Callable[..., "Result"],
    files: tuple[Path, ...],
    roles: dict[str, Any],
    progress: Stages,
) -> "Scores | Predictions | Curves":
    """Read what the procedure's first parameter asks for, as the method does."""
    progress("reading")
    from benchreport.binding import table_of

    made = table_of(procedure).from_frame(frame_of(files, roles), roles_of(roles))
    return typing.cast("Scores | Predictions | Curves", made)


def any_table(
    files: tuple[Path, ...], roles: dict[str, Any], progress: Stages
) -> "Scores | Predictions | Curves":
    """Read predictions where a column is the truth, curves where one is the step; else scores."""
    progress("reading")
    from benchreport.data import Curves, Predictions, Scores

    frame, bound = frame_of(files, roles), roles_of(roles)
    if Predictions.suits(frame, bound):
        return Predictions.from_frame(frame, bound)
    kind = Curves if Curves.suits(frame, bound) else Scores
    return kind.from_frame(frame, bound)


def join_names(paths: tuple[Path, ...]) -> str:
    """List files as they were given."""
    return ", ".join(str(path) for path in paths)


def write_text(text: str, output: Path, inputs: Iterable[Path]) -> None:
    """Write a result to a file, whole, and not over what was read.

    Parameters
    ----------
    text
        Of the file.
    output
        Where to.
    inputs
        Paths of files that were read.

    Raises
    ------
    OptionError
        The output is an input.
    RenderError
        The file cannot be written; an older one stays as it was.
    """
    read = same_file(output, inputs)
    if read:
        raise OptionError(
            f"{str(output)!r} is the file {read!r} that was read; the output would replace it.",
            hint=f"-o {shlex.quote(f'{output.stem}-result{output.suffix}')}",
        )
    try:
        # labels, like names of files, may hold half a surrogate pair
        write_whole({output: text.encode(errors="backslashreplace")})
    except OSError as error:
        raise RenderError(
            f"cannot write {str(output)!r}: {error.strerror}.", hint="-o - prints it instead"
        ) from error
