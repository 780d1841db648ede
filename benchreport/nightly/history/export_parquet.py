"""A history as Parquet: a long table of scores, with a row group for each metric of a night.

Any reader of Parquet can read the table. The file's metadata hold the other lines, and the names of each
row group, under one key for each line.
"""

import importlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO

import numpy as np

from benchreport.errors import DependencyError, InputError, ReadError
from benchreport.nightly.history.export_json_lines import (
    FIRST_LINE,
    check_first_line,
    format_line,
    parse_line,
)
from benchreport.nightly.history.export_records import Line, damage
from benchreport.nightly.history.night_scores import SIDES, NightScores

KEY = "benchreport {:09d}"
LARGEST = 2**31 - 1
"""The largest size of the metadata, in bytes."""


def write_parquet(lines: Iterable[Line], file: BinaryIO) -> None:
    """Write lines to a file: scores as row groups, other lines as metadata.

    Raises
    ------
    DependencyError
        pyarrow is not installed.
    InputError
        Two different names are the same in UTF-8.
    """
    arrow, parquet = _arrow()
    texts = arrow.dictionary(arrow.int32(), arrow.string())
    names = ["night", "label", "metric", "higher_is_better", *SIDES, "value"]
    kinds = [texts, texts, texts, arrow.bool_(), *[texts] * len(SIDES), arrow.float64()]
    schema = arrow.schema(list(zip(names, kinds, strict=True)))
    metadata = {KEY.format(1): FIRST_LINE}
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for number, line in enumerate(lines, start=2):
            doc, scores = line.doc, line.scores
            if scores is not None:
                doc = {**doc, **scores.labels, "rows": len(scores.value)}
                if len(scores.value):
                    table = _table(arrow, schema, doc, scores)
                    writer.write_table(table, row_group_size=len(table))
            metadata[KEY.format(number)] = format_line(Line(kind=line.kind, doc=doc))
        writer.add_key_value_metadata(metadata)


def read_parquet(file: BinaryIO) -> Iterator[Line]:
    """Yield the lines of a file, with their scores.

    Raises
    ------
    DependencyError
        pyarrow is not installed.
    ReadError
        The file is not Parquet, is not an export, or was changed.
    """
    arrow, parquet = _arrow()
    try:
        opened = parquet.ParquetFile(
            file, thrift_string_size_limit=LARGEST, thrift_container_size_limit=LARGEST
        )
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise ReadError(
            f"it is not a whole Parquet file: {str(error).splitlines()[0].rstrip('.')}.",
            hint="copy it again, or write it again: benchreport nightly export nights.parquet",
        ) from error
    metadata: dict[bytes, bytes] = opened.metadata.metadata or {}
    check_first_line(metadata.get(KEY.format(1).encode(), b"{}"))
    group = 0
    for number in range(2, sum(key.startswith(b"benchreport ") for key in metadata) + 1):
        place = f"record {number}"
        line = parse_line(metadata.get(KEY.format(number).encode(), b""), place)
        if line.kind == "scores":
            rows = bool(line.doc.get("rows"))
            line = _read_rows(arrow, opened, line, group if rows else None)
            group += rows
        yield line
    if group != opened.num_row_groups:
        raise damage(f"it has {opened.num_row_groups} row groups, and records of {group}")


def _arrow() -> tuple[Any, Any]:
    try:
        arrow = importlib.import_module("pyarrow")
        return arrow, importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise DependencyError(
            "Parquet files need pyarrow, which is not installed.",
            hint="pip install 'benchreport[parquet]'",
        ) from error


def _spell(names: Iterable[str]) -> list[str]:
    """Encode names in UTF-8, replacing lone surrogates, which UTF-8 cannot encode."""
    spelled = [name.encode("utf-8", "backslashreplace").decode() for name in names]
    if len(set(spelled)) < len(spelled):
        raise InputError(
            "two names are the same in UTF-8, which Parquet needs.",
            hint="benchreport nightly export nights.jsonl",
        )
    return spelled


def _table(arrow: Any, schema: Any, where: Mapping[str, Any], scores: NightScores) -> Any:  # noqa: ANN401
    rows = len(scores.value)

    def encode(codes: Any, names: Iterable[str]) -> Any:  # noqa: ANN401 - of pyarrow
        return arrow.DictionaryArray.from_arrays(
            arrow.array(codes, arrow.int32()), arrow.array(_spell(names), arrow.string())
        )

    same = np.zeros(rows, dtype=np.int32)
    columns = [
        *(encode(same, [text]) for text in (where["night"], where["label"], scores.metric)),
        arrow.array(np.full(rows, scores.higher_is_better)),
        *(encode(getattr(scores, codes), getattr(scores, names)) for codes, names in SIDES.items()),
        arrow.array(scores.value, mask=scores.failed),
    ]
    return arrow.Table.from_arrays(columns, schema=schema)


def _read_rows(arrow: Any, opened: Any, line: Line, group: int | None) -> Line:  # noqa: ANN401
    """Read the scores of a line from its row group."""
    doc = dict(line.doc)
    where = {name: doc.pop(name, "") for name in ("night", "label")}
    damaged = damage(
        f"the scores of {where['night']} by {doc.get('metric')} are not what was written"
    )
    try:
        table = None if group is None else opened.read_row_group(group)
        rows = doc.pop("rows")
        parts: dict[str, Any] = {names: tuple(doc.pop(names)) for names in SIDES.values()}
        for codes, names in SIDES.items():
            parts[codes] = _codes(table, codes, parts[names])
        for name, text in (*where.items(), ("metric", doc["metric"])):
            # this refuses a row of another night
            _codes(table, name, (text,))
        value = np.empty(0) if table is None else table["value"].to_numpy().astype(float)
        scores = NightScores(**doc, **parts, value=value)
    except (arrow.ArrowException, OSError, KeyError, TypeError, ValueError, IndexError) as error:
        raise damaged from error
    if len(value) != rows:
        raise damaged
    return Line(kind="scores", doc=where, scores=scores, place=line.place)


def _codes(table: Any, column: str, names: tuple[str, ...]) -> np.ndarray[Any, np.dtype[np.intp]]:  # noqa: ANN401
    """Return the indices of a column's texts among the names."""
    if table is None:
        return np.empty(0, dtype=np.intp)
    places = {name: place for place, name in enumerate(_spell(names))}
    array = table[column].combine_chunks()
    coded = array if hasattr(array, "dictionary") else array.dictionary_encode()
    lookup = np.array([places[name] for name in coded.dictionary.to_pylist()], dtype=np.intp)
    codes: np.ndarray[Any, np.dtype[np.intp]] = lookup[coded.indices.to_numpy()]
    return codes
