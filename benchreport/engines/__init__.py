"""Frames of other libraries and files larger than memory: their engine reduces them, pandas gets the cells.

`any_frame.read_frame` takes a frame of Polars, PyArrow, DuckDB, Ibis, Dask or PySpark and returns a frame of
pandas: all rows of a small table, and of a large one a row for each algorithm and dataset, or for each
pattern of predicted labels.
`large_files.open_files` opens files in an engine. Only grouped counts, sums, minima and maxima run there,
because ranks and resampling differ from engine to engine. These modules may import ``data``; Narwhals and
the engines load when they are used. To add an engine that Narwhals knows, add a function and a line to
``large_files.OPEN``.
"""
