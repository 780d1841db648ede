"""Open files in an engine that reads them in parts, so that they may be larger than memory."""

import importlib.util
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from benchreport.addresses import Address, is_address
from benchreport.engines.lazy_table import in_one_line
from benchreport.engines.table_names import SUFFIXES, are_large, check_addresses, check_files
from benchreport.errors import DependencyError, ReadError, check_choice

Engine = Literal["auto", "pandas", "duckdb", "polars", "dask", "spark"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
LARGE = 200 * 2**20
"""Files of so many bytes together are opened in DuckDB, where it is installed."""
OF_DUCKDB = {
    **dict.fromkeys(("s3", "s3a", "s3n", "gs", "gcs", "r2", "http", "https", "hf"), "httpfs"),
    **dict.fromkeys(("az", "azure", "abfss"), "azure"),
}
"""Stores that DuckDB reads by an extension of its own, which it downloads; fsspec reads others."""
MEMORY = 300 * 2**20
"""How many bytes DuckDB takes for each processor."""
UNITS = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
PART = "8MiB"
"""How much of a Parquet file Dask reads as one part; in memory it takes tens of times as much."""
_SPILLED: list["tempfile.TemporaryDirectory[str]"] = []
"""Folders that end with the process; DuckDB leaves files there where it fails."""
GLOB = frozenset("*?[")
PACKAGES = {
    "s3": "s3fs",
    "gs": "gcsfs",
    "gcs": "gcsfs",
    "http": "'fsspec[http]'",
    "https": "'fsspec[http]'",
}
"""What fsspec needs for a store."""
MODULES = {"duckdb": "duckdb", "polars": "polars", "dask": "dask", "spark": "pyspark"}


def open_files(
    paths: Sequence[Path | Address], engine: Engine = "auto", *, address: str | None = None
) -> object | None:
    """Open files, folders and patterns as one table of an engine; ``None`` means that pandas reads them.

    Parameters
    ----------
    paths
        Files of one format: Parquet, CSV, TSV or JSON lines; or their addresses (``s3://…``, ``https://…``),
        which engines read themselves.
    engine
        ``"auto"`` takes DuckDB for addresses and for files of more than 200 MiB together, else pandas.
    address
        The master of a Spark cluster (``"spark://host:7077"``) or the scheduler of a Dask cluster
        (``"tcp://host:8786"``); by default this machine.

    Raises
    ------
    ReadError
        A file has another format or other columns than the first one.
    DependencyError
        The engine is not installed.
    """
    check_choice("engine", engine, ENGINES)
    addresses = [path for path in paths if isinstance(path, Address)]
    local = [path for path in paths if isinstance(path, Path)]
    if addresses and (local or engine == "pandas"):
        raise ReadError(
            f"an engine reads {addresses[0]}, not pandas, and no file of this machine beside it.",
            hint="--engine duckdb, and addresses only",
        )
    chosen = _choose(engine, addresses, local)
    if chosen == "pandas":
        return None
    if address is not None and chosen not in ("dask", "spark"):
        raise ReadError(
            f"{chosen} runs on this machine, but the address of a cluster is given.",
            hint="--engine spark --address spark://host:7077, or --engine dask --address tcp://host:8786",
        )
    if addresses:
        names, suffix = check_addresses(addresses)
    else:
        names, suffix = check_files(local, on_cluster=address is not None)
    _require(chosen)
    try:
        return OPEN[chosen](names, suffix, address)
    except (DependencyError, ReadError):
        raise
    except Exception as error:
        # Dask's own words say only where it failed
        cause = error.__cause__ or error
        absent = isinstance(cause, FileNotFoundError)
        what = "there is no such file" if absent else in_one_line(cause)
        first = str(addresses[0]) if addresses else names[0]
        name = first if len(names) == 1 else f"{len(names)} files from {first} on"
        raise ReadError(f"{chosen} cannot open {name}: {what}") from error


def _choose(engine: Engine, addresses: Sequence[Address], local: Sequence[Path]) -> Engine:
    if engine != "auto":
        return engine
    if addresses or (are_large(local, LARGE) and not _missing_modules("duckdb")):
        return "duckdb"
    return "pandas"


def _missing_modules(engine: str) -> list[str]:
    needed = ("narwhals", MODULES[engine])
    return [name for name in needed if importlib.util.find_spec(name) is None]


def _require(engine: str) -> None:
    missing = _missing_modules(engine)
    if missing:
        raise DependencyError(
            f"the engine {engine} needs {' and '.join(missing)}, which "
            f"{'is' if len(missing) == 1 else 'are'} not installed.",
            hint=f"pip install 'benchreport[{engine}]'",
        )


def _open_duckdb(names: list[str], suffix: str, _: str | None) -> object:
    import duckdb

    connection = duckdb.connect()
    # commands show their own progress
    connection.execute("SET enable_progress_bar = false")
    # what does not fit into memory, in no folder that the user works in
    spilled = tempfile.TemporaryDirectory(prefix="benchreport-duckdb-", ignore_cleanup_errors=True)
    _SPILLED.append(spilled)
    connection.execute("SET temp_directory = ?", [spilled.name])
    _limit_memory(connection)
    for scheme in sorted({name.partition("://")[0] for name in names if "://" in name}):
        if not _reads_by_itself(connection, scheme):
            connection.register_filesystem(_file_system(scheme))
    if SUFFIXES[suffix] == "parquet":
        return connection.read_parquet(names)
    if SUFFIXES[suffix] == "json":
        return connection.read_json(names)
    return connection.read_csv(names)


def _limit_memory(connection: Any) -> None:  # noqa: ANN401 - of DuckDB
    """Let DuckDB take less memory, where the disk has more room than it takes by default.

    Groups that go to the disk take a tenth more time, and a fifth of the memory.
    """
    settings = "SELECT current_setting('threads'), current_setting('memory_limit')"
    threads, limit = connection.execute(settings).fetchall()[0]
    number, unit = limit.split()
    usual = float(number) * UNITS.get(unit, 1)
    wanted = threads * MEMORY
    if wanted < usual < shutil.disk_usage(tempfile.gettempdir()).free:
        connection.execute(f"SET memory_limit = '{wanted // 2**20} MiB'")


def _reads_by_itself(connection: Any, scheme: str) -> bool:  # noqa: ANN401 - of DuckDB
    """Tell whether an extension of DuckDB reads a store; it may be impossible to download one."""
    import duckdb

    extension = OF_DUCKDB.get(scheme)
    if extension is None:
        return False
    try:
        connection.execute(f"INSTALL {extension}")
        connection.execute(f"LOAD {extension}")
    except duckdb.Error:
        return False
    return True


def _file_system(scheme: str) -> Any:  # noqa: ANN401 - of fsspec
    try:
        import fsspec

        return fsspec.filesystem(scheme)
    except ImportError as error:
        package = PACKAGES.get(scheme, "fsspec")
        extension = OF_DUCKDB.get(scheme)
        others = f", and DuckDB cannot download its extension {extension}" if extension else ""
        raise DependencyError(
            f"{scheme}:// is read through fsspec: {in_one_line(error)}{others}.",
            hint=f"pip install {package}" + (", or --engine polars" if extension else ""),
        ) from None


def _refuse_no_match(names: Sequence[str]) -> None:
    """Raise `ReadError` where a pattern in a store matches nothing, of which Dask tells nothing."""
    for name in names:
        scheme, mark, path = name.partition("://")
        if mark and GLOB & set(path) and not _file_system(scheme).glob(path):
            raise ReadError(f"there is no file {Address(name)}.")


def _open_polars(names: list[str], suffix: str, _: str | None) -> object:
    import polars as pl

    if SUFFIXES[suffix] == "parquet":
        return pl.scan_parquet(names)
    if SUFFIXES[suffix] == "json":
        return pl.scan_ndjson(names)
    return pl.scan_csv(names, separator="\t" if suffix == ".tsv" else ",")


def _open_dask(names: list[str], suffix: str, address: str | None) -> object:
    import dask.dataframe as dd

    if address is not None:
        from distributed import Client

        Client(address)
    _refuse_no_match(names)
    if SUFFIXES[suffix] == "parquet":
        return dd.read_parquet(names, blocksize=PART, split_row_groups="adaptive")
    if SUFFIXES[suffix] == "json":
        return dd.read_json(names, lines=True)
    return dd.read_csv(names, sep="\t" if suffix == ".tsv" else ",")


def _open_spark(names: list[str], suffix: str, address: str | None) -> object:
    from pyspark.sql import SparkSession

    master = address or "local[*]"
    builder: Any = SparkSession.builder.master(master).appName("benchreport")
    session = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    paths = [name if is_address(name) else str(Path(name).resolve()) for name in names]
    if SUFFIXES[suffix] == "parquet":
        return session.read.parquet(*paths)
    if SUFFIXES[suffix] == "json":
        return session.read.json(paths)
    return session.read.csv(
        paths, header=True, inferSchema=True, sep="\t" if suffix == ".tsv" else ","
    )


OPEN: dict[str, Callable[[list[str], str, str | None], object]] = {
    "duckdb": _open_duckdb,
    "polars": _open_polars,
    "dask": _open_dask,
    "spark": _open_spark,
}
