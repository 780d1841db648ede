"""Read what a query finds in a database, in parts, so that it may be larger than memory."""

import itertools
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from benchreport.engines import any_frame
from benchreport.engines.large_files import Engine, open_files
from benchreport.engines.lazy_table import FULL
from benchreport.errors import DependencyError, ReadError

if TYPE_CHECKING:
    import sqlalchemy

PART = 100_000
"""How many rows are read at a time."""
PACKAGES = {"psycopg": "'benchreport[postgres]'", "MySQLdb": "mysqlclient"}
DRIVERS = {"postgresql": "postgresql+psycopg"}
URLS = "postgresql://user@host/database, sqlite:///file.db or mysql+pymysql://user@host/database"


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A query to a database that SQLAlchemy knows.

    Parameters
    ----------
    url
        The database, as ``"postgresql://user@host/database"``; it may hold a password.
    sql
        The query; ``:name`` stands for a parameter only where there are parameters.
    parameters
        The values of parameters, of which the query may use some.
    folder
        The folder that the path of an SQLite file starts from.
    name
        What messages call the query.
    hint
        What to try where the database refuses it.
    """

    url: str = field(repr=False)
    sql: str
    parameters: Mapping[str, str] | None = None
    folder: Path = field(default_factory=Path)
    name: str = "the query"
    hint: str = "try it in the database's own client"


@contextmanager
def open_query(query: Query, engine: Engine = "auto") -> Iterator[object]:
    """Open what a query finds, for the block: a frame of pandas, or an engine's table of over 1,000,000 rows.

    Such a table is a temporary file, which ends with the block.

    Parameters
    ----------
    query
        The query.
    engine
        What reads many rows, by default DuckDB; ``"pandas"`` takes all rows into memory.

    Raises
    ------
    ReadError
        The database does not answer or refuses the query, or the rows change their types.
    DependencyError
        The driver of the database or the engine is not installed.
    """
    parts = read_parts(query)
    first: list[pd.DataFrame] = []
    for part in parts:
        first.append(part)
        if engine != "pandas" and sum(map(len, first)) > any_frame.MOST_ROWS:
            break
    else:
        yield pd.concat(first, ignore_index=True)
        return
    # an open file cannot be removed on every system
    with tempfile.TemporaryDirectory(
        prefix="benchreport-rows-", ignore_cleanup_errors=True
    ) as folder:
        file = Path(folder, "rows.parquet")
        _write_rows(pd.concat(first, ignore_index=True), parts, file)
        yield open_files([file], "duckdb" if engine == "auto" else engine)


def read_parts(query: Query) -> Iterator[pd.DataFrame]:
    """Yield the rows that a query finds, some at a time; one part without rows where it finds none.

    Raises
    ------
    ReadError
        The database does not answer, or refuses the query.
    DependencyError
        SQLAlchemy or the driver of the database is not installed.
    """
    with _connected(query) as connection:
        import sqlalchemy

        if query.parameters is None:
            # colons are those of times and of casts
            sql = sqlalchemy.text(query.sql.replace(":", r"\:"))
        else:
            sql = sqlalchemy.text(query.sql)
        used = sql.compile().params
        values = {name: value for name, value in (query.parameters or {}).items() if name in used}
        # the server keeps the rows until they are asked for
        streaming = connection.execution_options(stream_results=True, max_row_buffer=PART)
        with streaming.execute(sql, values) as result:
            columns = list(result.keys())
            found = False
            for rows in result.partitions(PART):
                found = True
                yield _as_frame(rows, columns)
            if not found:
                yield _as_frame([], columns)


def _as_frame(rows: "Sequence[sqlalchemy.Row[Any]]", columns: list[str]) -> pd.DataFrame:
    records = list(map(tuple, rows))
    return pd.DataFrame.from_records(records, columns=columns, coerce_float=True)


@contextmanager
def _connected(query: Query) -> "Iterator[sqlalchemy.Connection]":
    """Open a connection for the block; errors in it name what failed, and hold no secret."""
    try:
        import sqlalchemy
    except ImportError:
        raise DependencyError(
            f"{query.name} needs SQLAlchemy, which is not installed.",
            hint="pip install 'benchreport[postgres]'",
        ) from None
    try:
        engine = sqlalchemy.create_engine(_address(query))
        try:
            with engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()
    except sqlalchemy.exc.NoSuchModuleError:
        name = query.url.partition("://")[0]
        raise ReadError(
            f"{query.name} failed: SQLAlchemy knows no database {name!r}.", hint=URLS
        ) from None
    except ModuleNotFoundError as error:
        package = PACKAGES.get(str(error.name), str(error.name))
        raise DependencyError(
            f"{query.name} failed: the driver {error.name} is not installed.",
            hint=f"pip install {package}",
        ) from None
    except sqlalchemy.exc.SQLAlchemyError as error:
        # not chained: the message of the cause may hold the url with the password
        reason = _without_secrets(error, query.url)
        raise ReadError(f"{query.name} failed: {reason}.", hint=_hint(error, query)) from None


def _address(query: Query) -> "sqlalchemy.URL":
    import sqlalchemy

    address = sqlalchemy.make_url(query.url)
    if address.drivername in DRIVERS:
        address = address.set(drivername=DRIVERS[address.drivername])
    if address.get_backend_name() == "sqlite" and address.database not in (None, "", ":memory:"):
        file = query.folder / str(address.database)
        if not file.is_file():
            # SQLite would make an empty one
            raise ReadError(
                f"{query.name} failed: there is no file {file}.",
                hint="sqlite:///results.db is beside you, sqlite:////home/me/results.db anywhere",
            )
        address = address.set(database=str(file))
    return address


def _hint(error: Exception, query: Query) -> str:
    """Return what to do: a connection that is refused never saw the query."""
    import sqlalchemy

    if isinstance(error, sqlalchemy.exc.ArgumentError):
        return URLS
    if isinstance(error, sqlalchemy.exc.OperationalError) and error.statement is None:
        return (
            "look whether the server runs, and at host, port, user and database; PGPASSWORD or "
            "~/.pgpass hold the password of PostgreSQL"
        )
    return query.hint


def _without_secrets(error: Exception, url: str) -> str:
    """Return the first line of the error's message, without secrets."""
    import sqlalchemy

    if isinstance(error, sqlalchemy.exc.ArgumentError):
        # of a text that is no url, any part may be a secret
        return "this is not the URL of a database"
    message = str(getattr(error, "orig", None) or error).strip() or type(error).__name__
    # SQLAlchemy ends its own messages with the address of a page
    line = message.splitlines()[0].partition(" (Background on this error")[0].rstrip(".")
    address = sqlalchemy.make_url(url)
    for secret in filter(None, (url, address.password, address.query.get("password"))):
        line = line.replace(str(secret), "…")
    return line


def _write_rows(first: pd.DataFrame, rest: Iterator[pd.DataFrame], file: Path) -> None:
    """Write rows into a Parquet file, in the types of the first 1,000,000."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise DependencyError(
            f"more than {len(first):,} rows of a query are reduced by DuckDB, which is not installed.",
            hint="pip install 'benchreport[duckdb]'",
        ) from None
    schema = pa.Schema.from_pandas(first, preserve_index=False)
    start = 0
    try:
        with parquet.ParquetWriter(file, schema) as writer:
            for part in itertools.chain([first], rest):
                writer.write_table(_as_table(part, schema, start))
                start += len(part)
    except OSError as error:
        if isinstance(error, ReadError):
            raise
        raise ReadError(f"the rows of the query cannot be kept: {error}.", hint=FULL) from error


def _as_table(part: pd.DataFrame, schema: Any, start: int) -> Any:  # noqa: ANN401 - of pyarrow
    import pyarrow as pa

    columns = []
    for kind in schema:
        try:
            columns.append(pa.Array.from_pandas(part[kind.name], type=kind.type))
        except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
            raise ReadError(
                f"column {kind.name!r} holds {kind.type} in the first {start:,} rows of the query, and other "
                f"values in a later one: {error}.",
                hint=f"let the query convert it: CAST({kind.name} AS …)",
            ) from error
    return pa.Table.from_arrays(columns, schema=schema)
