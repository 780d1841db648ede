"""Open files in an engine that reads them in parts, so that they may be larger than memory."""

import codecs
import importlib.util
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from benchreport.data.readers.paths import files_in, paths_of
from benchreport.errors import DependencyError, ReadError, check_choice, examples

Engine = Literal["auto", "pandas", "duckdb", "polars", "dask", "spark"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
FIRST_BYTES = 2**20
LARGE = 200 * 2**20
"""Files of so many bytes together are opened in DuckDB, where it is installed."""
SUFFIXES = {
    ".parquet": "parquet",
    ".csv": "csv",
    ".tsv": "csv",
    ".jsonl": "json",
    ".ndjson": "json",
}
MODULES = {"duckdb": "duckdb", "polars": "polars", "dask": "dask", "spark": "pyspark"}


def open_files(
    paths: Sequence[Path], engine: Engine = "auto", *, address: str | None = None
) -> object | None:
    """Open files, folders and patterns as one table of an engine; ``None`` means that pandas reads them.

    Parameters
    ----------
    paths
        Files of one format: Parquet, CSV, TSV or JSON lines.
    engine
        ``"auto"`` takes DuckDB for files of more than 200 MiB together, else pandas.
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
    if engine == "pandas":
        return None
    if engine == "auto":
        if not _are_large(paths) or _missing_modules("duckdb"):
            return None
        engine = "duckdb"
    if address is not None and engine not in ("dask", "spark"):
        raise ReadError(
            f"{engine} runs on this machine, but the address of a cluster is given.",
            hint="--engine spark --address spark://host:7077, or --engine dask --address tcp://host:8786",
        )
    files = _files(paths)
    suffix = _one_suffix(files)
    if SUFFIXES[suffix] != "parquet":
        _refuse_encodings(files, suffix)
    _refuse_other_columns(files, suffix)
    _require(engine)
    try:
        return OPEN[engine](files, suffix, address)
    except Exception as error:
        what = str(error).strip().split("\n")[0] or type(error).__name__
        raise ReadError(f"{engine} cannot open {_name(files)}: {what}") from error


def _files(paths: Sequence[Path]) -> list[Path]:
    places = [place for path in paths for place in paths_of(path)]
    files = [
        file
        for place in places
        for file in (files_in(place) if place.is_dir() else [place])
        # Spark and Dask leave files of their own beside the parts
        if place.is_file() or file.suffix in SUFFIXES
    ]
    absent = [str(file) for file in files if not file.is_file()]
    if absent or not files:
        raise ReadError(f"there is no file {examples(absent or map(str, paths))}.")
    return files


def _are_large(paths: Sequence[Path]) -> bool:
    try:
        files = _files(paths)
    except ReadError:
        # the usual readers say what is wrong
        return False
    return (
        all(file.suffix in SUFFIXES for file in files)
        and sum(file.stat().st_size for file in files) > LARGE
    )


def _one_suffix(files: Sequence[Path]) -> str:
    suffixes = sorted({file.suffix for file in files})
    if len({SUFFIXES.get(suffix) for suffix in suffixes}) > 1 or suffixes[0] not in SUFFIXES:
        raise ReadError(
            f"engines open files of one format, {', '.join(SUFFIXES)}; got {examples(suffixes)}.",
            hint="--engine pandas reads all other formats, in memory",
        )
    return suffixes[0]


def _refuse_encodings(files: Sequence[Path], suffix: str) -> None:
    """Raise `ReadError` where the first bytes of a file are no UTF-8, which engines read."""
    for file in files:
        with file.open("rb") as opened:
            head = opened.read(FIRST_BYTES)
        is_wide = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        try:
            codecs.getincrementaldecoder("utf-8")().decode(head)
        except UnicodeDecodeError as error:
            raise ReadError(
                f"{file} is not UTF-8 text: byte {error.start} is 0x{head[error.start]:02x}.",
                hint=f"iconv -f {'UTF-16' if is_wide else 'LATIN1'} -t UTF-8 {file} > utf8{suffix}",
            ) from error


def _refuse_other_columns(files: Sequence[Path], suffix: str) -> None:
    """Raise `ReadError` where a file has other columns, or columns of another type, than the first."""
    if len(files) == 1:
        return
    first = _columns_of(files[0], suffix)
    for file in files[1:]:
        columns = _columns_of(file, suffix)
        lacks, extra = (
            [name for name in first if name not in columns],
            [name for name in columns if name not in first],
        )
        types = [
            f"{name!r} as {columns[name]}, not {first[name]}"
            for name in first
            if columns.get(name, first[name]) != first[name]
        ]
        parts = [
            *([f"lacks {examples(lacks)}"] if lacks else []),
            *([f"has {examples(extra)}"] if extra else []),
            *([f"holds {examples(types)}"] if types else []),
        ]
        if parts:
            raise ReadError(
                f"files read as one table need the same columns; compared with {files[0]}, {file} "
                f"{' and '.join(parts)}.",
                hint="write it again with the columns of the first, or name only files that belong together",
            )


def _columns_of(file: Path, suffix: str) -> dict[str, str]:
    """Return the type of each column of a file; those of texts are not known before they are read."""
    if SUFFIXES[suffix] == "parquet":
        try:
            from pyarrow import parquet

            return {field.name: str(field.type) for field in parquet.read_schema(file)}
        except ImportError:
            raise DependencyError(
                "Parquet files need pyarrow, which is not installed.",
                hint="pip install 'benchreport[parquet]'",
            ) from None
        except Exception as error:
            raise ReadError(f"{file} cannot be read as Parquet: {error}") from error
    import pandas as pd

    try:
        if SUFFIXES[suffix] == "json":
            head = pd.read_json(file, lines=True, nrows=1)
        else:
            head = pd.read_csv(file, nrows=0, sep="\t" if suffix == ".tsv" else ",")
    except UnicodeDecodeError as error:
        raise ReadError(
            f"{file} is not UTF-8 text: byte {error.start} is 0x{error.object[error.start]:02x}.",
            hint=f"iconv -f LATIN1 -t UTF-8 {file} > utf8{suffix}",
        ) from error
    except Exception as error:
        raise ReadError(f"{file} cannot be read as {SUFFIXES[suffix].upper()}: {error}") from error
    return dict.fromkeys(map(str, head.columns), "")


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


def _name(files: Sequence[Path]) -> str:
    return str(files[0]) if len(files) == 1 else f"{len(files)} files from {files[0]} on"


def _open_duckdb(files: Sequence[Path], suffix: str, _: str | None) -> object:
    import duckdb

    connection = duckdb.connect()
    # commands show their own progress
    connection.execute("SET enable_progress_bar = false")
    # what does not fit into memory, in no folder that the user works in; DuckDB removes it
    spilled = Path(tempfile.gettempdir(), f"benchreport-duckdb-{os.getpid()}")
    connection.execute("SET temp_directory = ?", [str(spilled)])
    names = [str(file) for file in files]
    if SUFFIXES[suffix] == "parquet":
        return connection.read_parquet(names)
    if SUFFIXES[suffix] == "json":
        return connection.read_json(names)
    return connection.read_csv(names)


def _open_polars(files: Sequence[Path], suffix: str, _: str | None) -> object:
    import polars as pl

    if SUFFIXES[suffix] == "parquet":
        return pl.scan_parquet(list(files))
    if SUFFIXES[suffix] == "json":
        return pl.scan_ndjson(list(files))
    return pl.scan_csv(list(files), separator="\t" if suffix == ".tsv" else ",")


def _open_dask(files: Sequence[Path], suffix: str, address: str | None) -> object:
    import dask.dataframe as dd

    if address is not None:
        from distributed import Client

        Client(address)
    names = [str(file) for file in files]
    if SUFFIXES[suffix] == "parquet":
        return dd.read_parquet(names)
    if SUFFIXES[suffix] == "json":
        return dd.read_json(names, lines=True)
    return dd.read_csv(names, sep="\t" if suffix == ".tsv" else ",")


def _open_spark(files: Sequence[Path], suffix: str, address: str | None) -> object:
    from pyspark.sql import SparkSession

    master = address or "local[*]"
    builder: Any = SparkSession.builder.master(master).appName("benchreport")
    session = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    names = [str(file.resolve()) for file in files]
    if SUFFIXES[suffix] == "parquet":
        return session.read.parquet(*names)
    if SUFFIXES[suffix] == "json":
        return session.read.json(names)
    return session.read.csv(
        names, header=True, inferSchema=True, sep="\t" if suffix == ".tsv" else ","
    )


OPEN: dict[str, Callable[[Sequence[Path], str, str | None], object]] = {
    "duckdb": _open_duckdb,
    "polars": _open_polars,
    "dask": _open_dask,
    "spark": _open_spark,
}
