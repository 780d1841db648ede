"""The options for the roles of columns, and for what is read and by what."""

import os
from collections.abc import Collection
from pathlib import Path
from typing import Any

import click

from benchreport.addresses import Address, is_address
from benchreport.errors import DependencyError


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


def _column(flag: str, description: str) -> click.Option:
    """Make an option that takes the name of a column."""
    return click.Option([flag], metavar="COLUMN", help=description)


def _columns(flag: str, description: str) -> click.Option:
    """Make an option that takes the name of a column, or of several."""
    return click.Option([flag], metavar="COLUMN", multiple=True, help=description)


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
        help="What to do where runs are missing: stop with an error (a report names the gaps, and compares "
        "what is complete), average those available, average the repeats that all algorithms of a dataset "
        "have (paired), give each missing run its dataset's worst score, or drop incomplete datasets.",
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
    help="The number of processes that draw bootstraps, permutations and simulated studies; it changes no "
    "result. The default is 1.",
)
READ_BY = ("files", "engine", "address", "query", "size_limit")
"""The words of a command that say what is read and by what."""


def reads_tables(
    command: click.Command,
    roles: Collection[str] | None = None,
    *,
    files: bool = True,
    draws: bool = True,
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
    draws
        Whether the command draws random numbers, which several processes may share.
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
    shared = [*columns, *read_by, SIZE_LIMIT, *([JOBS] if files and draws else [])]
    command.params = [*([FILES] if files else []), *command.params, *shared]
    return command
