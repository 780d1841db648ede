"""The cells of an experiment in a folder, from which an interrupted experiment goes on.

One SQLite file holds a row for each cell. What is found again is found by its content: the estimator with its
parameters, the data, the split, the metrics and the seed; whatever changed is computed anew. Rows are written
together about once a second, and forced to the disk: a kill loses that second and leaves no half row.
"""

import contextlib
import dataclasses
import hashlib
import io
import json
import pickle
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import joblib
import numpy as np

from benchreport.errors import ExperimentError, OptionError
from benchreport.experiments.cells import Cell, Key, Tuned
from benchreport.experiments.resampling import Split

NAME = "cells.db"
EVERY = 1.0
"""Seconds between two writes."""
ARRAYS = ("places", "predicted", "probability")


def digest_of(thing: Any) -> str:  # noqa: ANN401 - estimators, scorers
    """Return a digest of an object's content, the same in every process."""
    try:
        return str(joblib.hash(thing))
    except Exception:  # noqa: BLE001 - functions without a name cannot be pickled, and raise anything
        return hashlib.sha256(pickle.dumps(joblib.wrap_non_picklable_objects(thing))).hexdigest()


def name_cell(context: str, key: Key, split: Split) -> str:
    """Return the name under which a cell is kept.

    Parameters
    ----------
    context
        Digests of what its cells share: estimator, data and options.
    key, split
        The cell's key, and its examples.
    """
    digest = hashlib.sha256(f"{context}\x1f{key}".encode())
    for places in split[1:]:
        digest.update(b"\x1f" if places is None else places.astype("<i8").tobytes() + b"\x1e")
    return digest.hexdigest()


class Store:
    """The file of an experiment's cells; without a folder, nothing is kept.

    Parameters
    ----------
    folder
        The folder, which is made where it is missing.
    """

    def __init__(self, folder: Path | None) -> None:
        self.names: set[str] = set()
        self._waiting: list[tuple[str, str, bytes]] = []
        self._folder, self._written = folder, time.monotonic()
        if folder is None:
            return
        with self._explain_errors():
            folder.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(folder / NAME, timeout=60, isolation_level=None)
            self._file.execute("PRAGMA synchronous = FULL")
            self._file.execute(
                "CREATE TABLE IF NOT EXISTS cells (name TEXT PRIMARY KEY, facts TEXT, arrays BLOB)"
            )
            self.names = {name for (name,) in self._file.execute("SELECT name FROM cells")}

    def get(self, name: str) -> Cell:
        """Return the cell that was kept under a name."""
        with self._explain_errors():
            query = "SELECT facts, arrays FROM cells WHERE name = ?"
            return _read(*self._file.execute(query, (name,)).fetchone())

    def add(self, name: str, cell: Cell) -> None:
        """Keep a cell, unless it failed: what failed is tried again."""
        if self._folder is None or cell.error:
            return
        self._waiting.append((name, *_write(cell)))
        if time.monotonic() - self._written > EVERY:
            self.flush()

    def flush(self) -> None:
        """Write what waits, and force it to the disk."""
        if self._folder is None or not self._waiting:
            return
        with self._explain_errors():
            self._file.execute("BEGIN IMMEDIATE")
            try:
                self._file.executemany(
                    "INSERT OR REPLACE INTO cells VALUES (?, ?, ?)", self._waiting
                )
                self._file.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._file.execute("ROLLBACK")
                raise
        self.names |= {row[0] for row in self._waiting}
        self._waiting, self._written = [], time.monotonic()

    def close(self) -> None:
        """Close the file; what waits is lost unless it was flushed."""
        if self._folder is not None:
            self._file.close()

    @contextlib.contextmanager
    def _explain_errors(self) -> Iterator[None]:
        try:
            yield
        except FileExistsError as error:
            raise OptionError(
                f"folder={str(self._folder)!r} is a file.", hint="name a folder"
            ) from error
        except (sqlite3.Error, OSError) as error:
            raise ExperimentError(
                f"{self._folder} cannot keep the cells: {error}; {len(self.names)} are kept.",
                hint="make room or name another folder; the same call then goes on with what is kept",
            ) from error


def _write(cell: Cell) -> tuple[str, bytes]:
    facts = {
        field.name: getattr(cell, field.name)
        for field in dataclasses.fields(cell)
        if field.name not in ARRAYS
    }
    stream = io.BytesIO()
    present = [name for name in ARRAYS if getattr(cell, name) is not None]
    for name in present:
        np.save(stream, getattr(cell, name), allow_pickle=False)
    return json.dumps({**facts, "arrays": present}), stream.getvalue()


def _read(text: str, content: bytes) -> Cell:
    facts = json.loads(text)
    algorithm, dataset, label, size = facts["key"]
    stream = io.BytesIO(content)
    arrays = {name: np.load(stream, allow_pickle=False) for name in facts.pop("arrays")}
    facts |= {"key": Key(algorithm, dataset, tuple(label), size), "notes": tuple(facts["notes"])}
    facts |= {"tuned": None if facts["tuned"] is None else Tuned(*facts["tuned"])}
    return Cell(**facts, **arrays)
