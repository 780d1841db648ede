"""The names of the files that an engine opens, checked: one format, the same columns, UTF-8."""

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from benchreport.addresses import Address
from benchreport.data.readers.paths import files_in, paths_of
from benchreport.engines.encodings import as_utf8
from benchreport.errors import DependencyError, ReadError, examples

SUFFIXES = {
    ".parquet": "parquet",
    ".csv": "csv",
    ".tsv": "csv",
    ".jsonl": "json",
    ".ndjson": "json",
}


def check_files(paths: Sequence[Path], *, on_cluster: bool) -> tuple[list[str], str]:
    """Return the names of the files at paths, and their suffix; of a text in UTF-16 or UTF-32 that of a copy.

    Parameters
    ----------
    paths
        Files, folders and patterns.
    on_cluster
        Whether other machines read them.

    Raises
    ------
    ReadError
        One is gone, damaged or no Unicode, or has another format or other columns than the first.
    """
    files = _files(paths)
    suffix = _one_suffix([file.suffix for file in files])
    is_text = SUFFIXES[suffix] != "parquet"
    texts = as_utf8(files, on_cluster=on_cluster) if is_text else files
    _refuse_other_columns(files, texts, suffix)
    return [str(file) for file in texts], suffix


def check_addresses(addresses: Sequence[Address]) -> tuple[list[str], str]:
    """Return the URLs of addresses, and their suffix; an address without one is of Parquet files."""
    urls = [address.url for address in addresses]
    paths = [PurePosixPath(url.partition("?")[0]) for url in urls]
    return urls, _one_suffix([path.suffix or ".parquet" for path in paths])


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


def are_large(paths: Sequence[Path], most: int) -> bool:
    """Tell whether files that engines read have more bytes together."""
    try:
        files = _files(paths)
    except ReadError:
        # the usual readers say what is wrong
        return False
    return (
        all(file.suffix in SUFFIXES for file in files)
        and sum(file.stat().st_size for file in files) > most
    )


def _one_suffix(found: Sequence[str]) -> str:
    suffixes = sorted(set(found))
    if len({SUFFIXES.get(suffix) for suffix in suffixes}) > 1 or suffixes[0] not in SUFFIXES:
        raise ReadError(
            f"engines open files of one format, {', '.join(SUFFIXES)}; got {examples(suffixes)}.",
            hint="--engine pandas reads all other formats, in memory",
        )
    return suffixes[0]


def _refuse_other_columns(files: Sequence[Path], texts: Sequence[Path], suffix: str) -> None:
    """Raise `ReadError` where a file has other columns, or columns of another type, than the first."""
    if len(files) == 1:
        return
    first = _columns_of(files[0], texts[0], suffix)
    for file, text in zip(files[1:], texts[1:], strict=True):
        columns = _columns_of(file, text, suffix)
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


def _columns_of(file: Path, text: Path, suffix: str) -> dict[str, str]:
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
            head = pd.read_json(text, lines=True, nrows=1)
        else:
            head = pd.read_csv(text, nrows=0, sep="\t" if suffix == ".tsv" else ",")
    except Exception as error:
        raise ReadError(f"{file} cannot be read as {SUFFIXES[suffix].upper()}: {error}") from error
    return dict.fromkeys(map(str, head.columns), "")
