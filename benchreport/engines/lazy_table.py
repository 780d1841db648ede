"""A table that an engine holds: its columns, and the few questions that engines answer alike."""

import warnings
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pandas as pd

from benchreport.errors import DependencyError, InputError, ReadError
from benchreport.hints import bench

if TYPE_CHECKING:
    import narwhals as nw


NAMES = {
    "polars": "Polars",
    "pyarrow": "PyArrow",
    "duckdb": "DuckDB",
    "ibis": "Ibis",
    "dask": "Dask",
    "pyspark": "Spark",
}


FULL = (
    "memory and the folder for temporary files are full: let TMPDIR name a folder with more space, or read "
    "fewer rows, "
) + bench(where={"column": "..."})


class LazyTable:
    """A table of any library that Narwhals knows; nothing is computed before a method asks for it.

    Parameters
    ----------
    frame
        A frame of Narwhals.
    """

    def __init__(self, frame: "nw.LazyFrame[Any] | nw.DataFrame[Any]") -> None:
        self.frame = frame

    @classmethod
    def of(cls, native: object) -> "LazyTable":
        """Wrap a frame of another library.

        Raises
        ------
        DependencyError
            Narwhals is not installed.
        InputError
            It is no frame that Narwhals knows.
        """
        try:
            import narwhals as nw
        except ImportError:
            raise DependencyError(
                f"frames of {_library_of(native)} are read through Narwhals, which is not installed.",
                hint="pip install 'benchreport[engines]'",
            ) from None
        try:
            with warnings.catch_warnings():
                # Narwhals says which of its packages will hold an engine, which users cannot change
                warnings.filterwarnings("ignore", ".* support is moving", FutureWarning)
                frame = nw.from_native(native)
        except TypeError:
            kind = f"{type(native).__module__}.{type(native).__qualname__}"
            raise InputError(
                f"a DataFrame is expected, of pandas or of another library that Narwhals knows; got {kind}.",
                hint="benchreport.read(...) makes a DataFrame of files, records and objects of other tools",
            ) from None
        return cls(frame.lazy() if isinstance(frame, nw.DataFrame) else frame)

    @property
    def engine(self) -> str:
        """The name of the library that computes: ``"DuckDB"``."""
        name = str(self.frame.implementation)
        return NAMES.get(name, name)

    @property
    def is_parquet(self) -> bool:
        """Whether the rows come from Parquet files, in an engine that says so."""
        explain = getattr(self.frame.to_native(), "explain", None)
        return (
            self.engine in ("DuckDB", "Polars") and "parquet" in str(explain and explain()).lower()
        )

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The type of each column."""
        return dict(self.frame.collect_schema())

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self.schema)

    @cached_property
    def n_rows(self) -> int:
        """The number of rows."""
        import narwhals as nw

        counted = self._collect(lambda: self.frame.select(nw.len().alias("n")))
        return int(counted["n"].sum())

    def named(self, kinds: Iterable[str]) -> list[str]:
        """Return the columns whose types have one of these names, as Narwhals calls them."""
        wanted = set(kinds)
        return [name for name, kind in self.schema.items() if type(kind).__name__ in wanted]

    def is_number(self, column: str) -> bool:
        """Tell whether a column holds numbers."""
        return bool(self.schema[column].is_numeric())

    def where(self, column: str, values: Sequence[object]) -> "LazyTable":
        """Return the rows with one of these values, compared as texts where the types differ."""
        import narwhals as nw

        kind, cell = self.schema[column], nw.col(column)
        if kind.is_float():
            return LazyTable(self.frame.filter(cell.is_in([float(str(value)) for value in values])))
        if not isinstance(kind, nw.String):
            cell = cell.cast(nw.String())
        return LazyTable(self.frame.filter(cell.is_in([str(value) for value in values])))

    def different(self, column: str) -> list[object]:
        """Return the values of a column, sorted, without empty cells."""
        import narwhals as nw

        # groups, as `unique` of DuckDB orders all rows
        count = nw.len().alias(f"{column} (count)")
        groups = self._collect(lambda: self.frame.group_by(column).agg(count))
        return sorted(groups[column].dropna().tolist(), key=str)

    def ends(self, column: str) -> tuple[float, float]:
        """Return the least and the largest value of a column of numbers."""
        import narwhals as nw

        least, most = nw.col(column).min(), nw.col(column).max()
        ends = self._collect(lambda: self.frame.select(least.alias("least"), most.alias("most")))
        return float(ends["least"].iloc[0]), float(ends["most"].iloc[0])

    def rows(self, most: int | None = None) -> pd.DataFrame:
        """Return the rows, or so many of them at most."""
        return self._collect(lambda: self.frame if most is None else self.frame.head(most))

    def grouped(self, keys: Sequence[str], *figures: Any, most: int | None = None) -> pd.DataFrame:  # noqa: ANN401 - expressions of Narwhals
        """Return a row for each combination of keys, sorted by them, with these figures, or the first."""
        return sort_by(self.groups(keys, *figures, most=most), keys)

    def groups(self, keys: Sequence[str], *figures: Any, most: int | None = None) -> pd.DataFrame:  # noqa: ANN401 - expressions of Narwhals
        """Return a row for each combination of keys, in any order, with these figures, or the first."""

        def query() -> "nw.LazyFrame[Any]":
            groups = self.frame.group_by(*keys).agg(*figures)
            return groups if most is None else groups.head(most)

        return self._collect(query)

    def _collect(self, query: "Callable[[], nw.LazyFrame[Any]]") -> pd.DataFrame:
        """Return what a query finds; some engines look at their files when it is written."""
        try:
            found: pd.DataFrame = query().collect().to_pandas()
        except (MemoryError, KeyboardInterrupt):
            raise
        # an engine may raise anything; its own words name the file or the cell
        except Exception as error:
            what = in_one_line(error)
            # DuckDB's name for it; the disk that takes over from memory is then full, too
            full = type(error).__name__ == "OutOfMemoryException"
            raise ReadError(
                f"{self.engine} cannot read the table: {what}", hint=FULL if full else ""
            ) from error
        return found


def sort_by(frame: pd.DataFrame, keys: Sequence[str]) -> pd.DataFrame:
    """Return the rows sorted by some columns."""
    return frame.sort_values(list(keys), ignore_index=True, key=_as_text)


def _as_text(column: "pd.Series[Any]") -> "pd.Series[Any]":
    # keys of several types do not compare
    return column.astype(str) if column.dtype == object else column


def in_one_line(error: BaseException) -> str:
    r"""Return the first line of an error's message; of a heading, the line below it, too.

    >>> in_one_line(OSError("cannot load:\nno network\nmore"))
    'cannot load: no network'
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if lines and lines[0].startswith("Traceback"):
        return lines[-1]
    return " ".join(lines[: 1 + lines[0].endswith(":")]) if lines else type(error).__name__


def _library_of(native: object) -> str:
    return type(native).__module__.partition(".")[0].lstrip("_")


def name_not_in(columns: Iterable[Hashable], name: str) -> str:
    """Return the name, with underscores behind it until it is no column's.

    >>> name_not_in(["runs"], "runs")
    'runs_'
    """
    taken = set(columns)
    while name in taken:
        name += "_"
    return name
