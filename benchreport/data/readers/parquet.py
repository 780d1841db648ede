"""Parquet files, read by pyarrow."""

import io
from typing import TYPE_CHECKING

import pandas as pd

from benchreport.data.readers.content import SIZE_LIMIT, refuse_cells, refuse_large
from benchreport.errors import DependencyError

if TYPE_CHECKING:
    import pyarrow.parquet

# rows that are checked together; few, as every row may hold a large text
ROWS, FEW = 65_536, 512


def read_parquet(content: bytes, size_limit: int = SIZE_LIMIT) -> pd.DataFrame:
    """Read a Parquet file; named levels of its index become columns.

    Raises
    ------
    ReadError
        The columns take more.
    ArrowInvalid
        The columns are damaged.
    DependencyError
        pyarrow is not installed.
    """
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise DependencyError(
            "Parquet files need pyarrow, which is not installed.",
            hint="pip install 'benchreport[parquet]'",
        ) from error
    _check(pyarrow.parquet.ParquetFile(io.BytesIO(content)), size_limit)
    frame = pd.read_parquet(io.BytesIO(content), engine="pyarrow")
    levels = [name for name in frame.index.names if name is not None]
    return frame.reset_index(level=[name for name in levels if name not in frame.columns])


def _check(file: "pyarrow.parquet.ParquetFile", size_limit: int) -> None:
    """Check the columns and sum their bytes: a dictionary stores a value once that every row may repeat."""
    about = file.metadata
    refuse_cells(about.num_rows, about.num_columns, size_limit)
    groups = [about.row_group(place) for place in range(about.num_row_groups)]
    refuse_large(sum(group.total_byte_size for group in groups), size_limit, "its columns take")
    # no column takes more than its own bytes in every row
    safe = sum(group.total_byte_size * group.num_rows for group in groups) <= size_limit
    size = 0
    for batch in file.iter_batches(batch_size=ROWS if safe else FEW):
        # only reading a text shows that it is damaged
        batch.validate(full=True)
        size += batch.nbytes
        refuse_large(size, size_limit, "its columns take")
