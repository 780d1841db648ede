"""Parquet files, read by pyarrow."""

import io

import pandas as pd

from benchreport.errors import DependencyError

__all__ = ["read_parquet"]


def read_parquet(content: bytes) -> pd.DataFrame:
    """Read a Parquet file; named levels of its index become columns.

    Raises
    ------
    DependencyError
        pyarrow is not installed.
    """
    try:
        frame = pd.read_parquet(io.BytesIO(content), engine="pyarrow")
    except ImportError as error:
        raise DependencyError(
            "Parquet files need pyarrow, which is not installed.",
            hint="pip install 'benchreport[parquet]'",
        ) from error
    levels = [name for name in frame.index.names if name is not None]
    return frame.reset_index(level=[name for name in levels if name not in frame.columns])
