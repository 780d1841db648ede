"""The files that commands read and write, and the options for the roles of columns."""

import os
import shlex
import typing
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchreport.addresses import Address, is_address
from benchreport.errors import DependencyError, OptionError, RenderError
from benchreport.files import same_file, write_whole
from benchreport.progress import Stages

if TYPE_CHECKING:
    import pandas as pd

    from benchreport.data import Curves, Predictions, Roles, Scores
    from benchreport.results import Result


class Output(click.Path):
    """The type of an option that names a file to write; the command itself checks the file.

    Parameters
    ----------
    example
        The option with a valid file name, such as ``"-o report.html"``; the hint of an error shows it.
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
        """Refuse an empty name, which would mean the current folder."""
        if not os.fspath(value).strip():
            raise OptionError(
                "the name of the output is empty, perhaps because a variable of the shell is not set.",
                hint=self.example,
            )
        return super().convert(value, param, ctx)


def _column(flag: str, description: str) -> click.Option:
    """Make an option that takes the name of a column."""
    return click.Option([flag], metavar="COLUMN", help=description)


def _columns(flag: str, description: str) -> click.Option:
    """Make an option that takes the name of a column, or of several."""
    return click.Option([flag], metavar="COLUMN", multiple=True, help=description)


class Source(click.Path):
    """The type of an argument that names what to read: a file, a folder, a pattern, or an address."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - as in click
        """Return the path, or the address: a path would join its slashes."""
        text = os.fspath(value)
        return Address(text) if is_address(text) else super().convert(value, param, ctx)


FILES = click.Argument(["files"], nargs=-1, required=True, type=Source())
ROLES = (
    _columns(
        "--algorithm",
        "The column that names the algorithm. If the table has one column for each algorithm, repeat the "
        "option to name them.",
    ),
    _columns(
        "--dataset",
        "The column that names the dataset. Repeat the option if several columns together name it.",
    ),
    _columns(
        "--repeat",
        "The column with the fold, seed or run. Repeat the option if several columns together number "
        "the repeats. If nothing names the rows: what they are, such as fold.",
    ),
    _column(
        "--score",
        "The column with the scores. If the table has one column for each algorithm: the name "
        "of the score in its cells.",
    ),
    click.Option(
        ["--higher-is-better/--lower-is-better"],
        default=None,
        help="Whether higher scores are better; by default, the score's name decides.",
    ),
    click.Option(
        ["--missing"],
        type=click.Choice(["error", "available", "paired", "worst", "drop"]),
        default="error",
        help="What to do where runs are missing: stop with an error, average those available, average "
        "the repeats that all algorithms of a dataset have (paired), give each missing run its dataset's "
        "worst score, or drop incomplete datasets.",
    ),
    _columns(
        "--factors",
        "A column of settings, as in an ablation study; the algorithms are the combinations. Repeat the "
        "option for each.",
    ),
    _columns("--covariates", "A column of numbers that anova adjusts scores for."),
    _column(
        "--runs",
        "The column that says how many runs each score is the mean of, if the table holds averages.",
    ),
    _column("--truth", "Predictions: the column with the true label or value."),
    _column(
        "--prediction",
        "Predictions: the column with the predicted label or value, if each row is one "
        "prediction of one model.",
    ),
    _column(
        "--probability",
        "Predictions: the column with the probability or score of the positive class, if each "
        "row is one prediction of one model.",
    ),
    _column("--example", "Predictions: the column that names the test example."),
    _columns(
        "--cluster",
        "Predictions: the column of what examples come in, such as the passage that several questions are "
        "about. Repeat the option for nested ones.",
    ),
    _column("--weight", "Predictions: the column with an example's weight."),
    _column(
        "--count",
        "Predictions: the column that says how many examples each row stands for, if the table counts equal "
        "ones.",
    ),
    _column("--correct", "Evaluation logs: the column that says whether the answer was right."),
    _column("--item", "Ranked lists: the column that names the ranked item."),
    _column("--rank", "Ranked lists: the column with the item's rank."),
    _column(
        "--log-probability",
        "Language models: the column with the log-probability of the text that occurred.",
    ),
    _column("--tokens", "Language models: the column with the number of tokens in that text."),
    _column("--step", "Learning curves: the column with the budget, epoch or time."),
    _column("--train", "Learning curves: the column with the training score."),
    _column("--validation", "Learning curves: the column with the validation score."),
    click.Option(
        ["--classes"],
        metavar="LABEL",
        multiple=True,
        help="A class label. Repeat the option for all labels, in their order; by default they are "
        "sorted.",
    ),
    click.Option(
        ["--positive"], metavar="LABEL", help="The positive class of a binary classification."
    ),
    click.Option(
        ["--task"],
        type=click.Choice(["classification", "regression", "ranking", "language", "correctness"]),
        help="The task that the models solve; by default, the table decides.",
    ),
)
SELECTION = (
    click.Option(
        ["--metric"],
        metavar="NAME",
        multiple=True,
        help="The metric to compare by: a value in the column that names metrics, or a column of scores. "
        "A report may compare by several: repeat the option.",
    ),
    click.Option(
        ["--where"],
        metavar="COLUMN=VALUE",
        multiple=True,
        help="Read only the rows with this value in this column. Repeat the option for other values "
        "or columns.",
    ),
    click.Option(
        ["--columns"],
        type=click.Choice(["algorithm", "dataset", "repeat"]),
        help="What the columns of numbers are: dataset reads a leaderboard, with one row for each "
        "algorithm; repeat reads a column for each fold, seed or run.",
    ),
)

SIZE_LIMIT = click.Option(
    ["--size-limit"],
    type=click.IntRange(min=1),
    default=2**30,
    metavar="BYTES",
    help="The largest size of a file after decompression, and of its cells in memory, in bytes.",
)


READERS = ("auto", "pandas", "duckdb", "polars", "dask", "spark")
ENGINE = (
    click.Option(
        ["--engine"],
        type=click.Choice(READERS),
        default="auto",
        help="What reads the files: pandas, in memory, or an engine, which reads them in parts and averages "
        "the runs of each algorithm on each dataset. By default, DuckDB reads more than 200 MiB.",
    ),
    click.Option(
        ["--address"],
        metavar="URL",
        help="The cluster of --engine spark (its master) or dask (its scheduler); by default this machine.",
    ),
    click.Option(
        ["--query"],
        metavar="SQL",
        help="What to read from a database, whose URL stands in place of a file: "
        "postgresql://user@host/database, or sqlite:///file.db.",
    ),
)


def _take_workers(ctx: click.Context, _: click.Parameter, n: int | None) -> None:
    """Let resampling take workers until the command ends."""
    if n in (None, 1):
        return
    try:
        import joblib
    except ImportError:
        raise DependencyError(
            "--jobs needs joblib, which is not installed.", hint="pip install joblib"
        ) from None
    ctx.with_resource(joblib.parallel_config(n_jobs=n))


JOBS = click.Option(
    ["--jobs"],
    type=click.IntRange(min=1),
    expose_value=False,
    callback=_take_workers,
    metavar="N",
    help="How many processes draw bootstraps, permutations and simulated studies; the numbers are the same "
    "for any. The default is 1.",
)
READ_BY = ("files", "engine", "address", "query", "size_limit")
"""The words of a command that say what is read and by what."""


def reads_tables(
    command: click.Command, roles: Collection[str] | None = None, *, files: bool = True
) -> click.Command:
    """Add the argument FILES and the options for the roles of columns to a command.

    Parameters
    ----------
    command
        The command.
    roles
        The names of the roles that the command can use; by default all.
    files
        Whether the files are the command's arguments; otherwise it has an option for them.
    """
    own = {param.name for param in command.params}
    columns = [
        option
        for option in (*ROLES, *SELECTION)
        if option.name not in own and (roles is None or option.name in roles)
    ]
    read_by = [
        option
        for option in ENGINE
        if option.name not in own
        and f"{option.name}s" not in own
        # an option for a file takes no address
        and (files or option.name != "query")
    ]
    shared = [*columns, *read_by, SIZE_LIMIT, *([JOBS] if files else [])]
    command.params = [*([FILES] if files else []), *command.params, *shared]
    return command


# roles of several columns or labels
LISTS = ("repeat", "cluster", "classes", "factors", "covariates")


def roles_of(options: dict[str, Any]) -> "Roles":
    """Return the roles that the options of a command set."""
    from benchreport.data import Roles

    names = {option.name for option in (*ROLES, *SELECTION)}
    roles = {name: value for name, value in options.items() if name in names}
    lists = {name: list(roles.get(name) or ()) or None for name in LISTS}
    named = {name: _one_or_several(roles.get(name)) for name in ("algorithm", "dataset")}
    selected = {
        "where": _where(roles.get("where") or ()),
        "metric": _one_metric(roles.get("metric")),
    }
    return Roles().bound(**{**roles, **lists, **named, **selected})


def _one_or_several(names: Iterable[str] | None) -> str | list[str] | None:
    several = list(names or ())
    return several if len(several) > 1 else next(iter(several), None)


def _where(conditions: Iterable[str]) -> dict[str, str | list[str]] | None:
    """Return the value, or several, that the option ``--where`` selects in each column."""
    pairs = [condition.partition("=") for condition in conditions]
    selected: dict[str, list[str]] = {}
    for condition, (name, sign, _) in zip(conditions, pairs, strict=True):
        if not sign or not name:
            raise OptionError(
                f"--where takes a column and a value, joined by =; got {condition!r}.",
                hint="--where split=test",
            )
    for name, _, value in pairs:
        selected.setdefault(name, []).append(value)
    return {
        name: several if len(several) > 1 else several[0] for name, several in selected.items()
    } or None


def _one_metric(names: str | Iterable[str] | None) -> str | None:
    """Return the metric; a report on several takes them out before."""
    several = [names] if isinstance(names, str) else list(names or ())
    if len(several) > 1:
        raise OptionError(
            f"this command compares by one metric; got {', '.join(several)}.",
            hint=f"--metric {shlex.quote(several[0])}; benchreport report compares by several",
        )
    return next(iter(several), None)


def read_files(
    files: tuple[Path | Address, ...], options: dict[str, Any]
) -> "tuple[pd.DataFrame, Roles]":
    """Read files, folders, patterns and addresses as one table, and return it with the roles of its columns.

    The option ``size_limit`` bounds each file that pandas reads.
    """
    _refuse_columns_as_files(files, options)
    roles = roles_of(options)
    if options.get("query") is not None:
        return _read_database(files, options, roles)
    databases = [file for file in files if isinstance(file, Address) and file.is_database]
    if databases:
        raise OptionError(
            f"{databases[0]} is a database, of which a query says what to read.",
            hint="--query 'SELECT * FROM runs'",
        )
    local = local_files(files)
    if options["engine"] != "pandas" or len(local) < len(files):
        from benchreport.engines.large_files import open_files

        table = open_files(files, options["engine"], address=options["address"])
        if table is not None:
            from benchreport.engines.any_frame import read_frame

            return read_frame(table, roles)
    from benchreport.data.readers import read_many

    return read_many(local, size_limit=options["size_limit"]), roles


def _read_database(
    files: tuple[Path | Address, ...], options: dict[str, Any], roles: "Roles"
) -> "tuple[pd.DataFrame, Roles]":
    if len(files) > 1 or not isinstance(files[0], Address):
        raise OptionError(
            f"--query asks one database, by its URL; got {join_names(files)}.",
            hint="postgresql://user@host/database --query 'SELECT * FROM runs'",
        )
    from benchreport.engines.any_frame import read_frame
    from benchreport.engines.databases import Query, open_query

    query = Query(url=files[0].url, sql=options["query"])
    with open_query(query, options["engine"]) as found:
        return read_frame(found, roles)


def local_files(files: Iterable[Path | Address]) -> list[Path]:
    """Return what is a file, folder or pattern of this machine."""
    return [path for path in files if isinstance(path, Path)]


def _refuse_columns_as_files(files: tuple[Path | Address, ...], options: dict[str, Any]) -> None:
    """Explain how an option takes several columns where words that follow it are taken for files."""
    others = local_files(files[1:])
    words = [str(path) for path in others if not (path.suffix or GLOB & {*str(path)})]
    words = [word for word in words if not Path(word).exists()]
    given = [name for name in (*LISTS, "algorithm", "dataset") if options.get(name)]
    if not words or not given:
        return
    columns = [*options[given[0]], *words] if len(given) == 1 else ["COLUMN", "COLUMN"]
    names = " ".join(f"--{given[0]} {shlex.quote(name)}" for name in columns)
    raise OptionError(f"there is no file {words[0]}.", hint=f"for several columns: {names}")


GLOB = frozenset("*?[")


def scores_of(
    files: tuple[Path | Address, ...], roles: dict[str, Any], progress: Stages
) -> "Scores":
    """Read files as scores."""
    progress("reading")
    from benchreport.data import Scores

    return Scores.from_frame(*read_files(files, roles))


def table_for(
    procedure: Callable[..., "Result"],
    files: tuple[Path | Address, ...],
    roles: dict[str, Any],
    progress: Stages,
) -> "Scores | Predictions | Curves":
    """Read the files as the kind of table that the procedure's first parameter expects."""
    progress("reading")
    from benchreport.binding import table_of

    table = table_of(procedure).from_frame(*read_files(files, roles))
    return typing.cast("Scores | Predictions | Curves", table)


def join_names(paths: tuple[Path | Address, ...]) -> str:
    """Join the paths with commas, as the user typed them."""
    return ", ".join(str(path) for path in paths)


def write_text(text: str, output: Path, inputs: Iterable[Path | Address]) -> None:
    """Write a result to a file at once, but never over an input.

    Parameters
    ----------
    text
        The content of the file.
    output
        The path of the file.
    inputs
        The paths of the files that were read.

    Raises
    ------
    OptionError
        The output is an input.
    RenderError
        The file cannot be written; an older one stays as it was.
    """
    refuse_input(output, inputs)
    try:
        # labels come from file names, for example, and may hold half a surrogate pair
        write_whole({output: text.encode(errors="backslashreplace")})
    except OSError as error:
        raise RenderError(
            f"cannot write {str(output)!r}: {error.strerror}.", hint="-o - prints it instead"
        ) from error


def write_into_folder(place: Path, content: bytes, *, hint: str) -> None:
    """Write a file that a command names itself, and make its folder where that is missing.

    Raises
    ------
    RenderError
        The folder cannot be made, or the file not be written; the hint is the caller's.
    """
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole({place: content})
    except OSError as error:
        raise RenderError(f"cannot write {str(place)!r}: {error.strerror}.", hint=hint) from error


def refuse_input(output: Path, inputs: Iterable[Path | Address]) -> None:
    """Raise `OptionError` if the output is one of the files that are read."""
    from benchreport.data.readers import files_of

    read = same_file(output, files_of(local_files(inputs)))
    if read:
        raise OptionError(
            f"the output {str(output)!r} would replace the input {read!r}.",
            hint=f"-o {shlex.quote(f'{output.stem}-result{output.suffix}')}",
        )
