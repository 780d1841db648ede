"""The files that commands read, as tables with the roles that options set."""

import shlex
import typing
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchreport.addresses import Address
from benchreport.cli.table_options import ROLES, SELECTION
from benchreport.errors import OptionError
from benchreport.progress import Stages

if TYPE_CHECKING:
    import pandas as pd

    from benchreport.data import Curves, Predictions, Roles, Scores
    from benchreport.results import Result


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
