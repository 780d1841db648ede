"""Frames of pandas as frames of the other libraries, for tests of what all libraries must give."""

import functools

import duckdb
import polars as pl
import pyarrow as pa
import pytest


def to_lazy_polars(frame):
    return pl.from_pandas(frame).lazy()


def to_dask(frame):
    from dask import dataframe

    return dataframe.from_pandas(frame, npartitions=3)


def to_ibis(frame):
    import ibis

    return ibis.memtable(frame)


@functools.cache
def spark():
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    # each shuffle of a few rows would be 200 tasks
    return builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()


def to_spark(frame):
    return spark().createDataFrame(frame.values.tolist(), list(frame.columns))


ALWAYS = [pl.from_pandas, to_lazy_polars, pa.Table.from_pandas, duckdb.from_df]
WHERE_INSTALLED = [
    pytest.param(to_dask, marks=pytest.mark.needs("dask")),
    pytest.param(to_ibis, marks=pytest.mark.needs("ibis")),
    pytest.param(to_spark, marks=pytest.mark.needs("spark")),
]
every_library = pytest.mark.parametrize("convert", [*ALWAYS, *WHERE_INSTALLED])
# what other libraries warn of themselves, which nobody here can change
WARNINGS = pytest.mark.filterwarnings(
    "ignore:Dask support:FutureWarning",
    "ignore:PySpark does not:FutureWarning",
    "ignore:The 'future.infer_string' option",
    "ignore::ResourceWarning",
    "ignore::DeprecationWarning:dask",
    "ignore:The inplace keyword",
)
of_large_tables = pytest.mark.usefixtures("small")
