"""The rows of the comparison with the peers: what users ask of a DataFrame, and who else answers it.

A row is a function that makes its data and returns our work and its peers' by name, all without
arguments; it is listed by its decorator. A peer that is not installed is left out. Each work starts where
a user starts: a DataFrame of ours, the arrays or columns that a peer takes.
"""

import importlib

from tests.benchmarks.rows.row import ROWS as ROWS

for name in (
    "first_calls",
    "reading",
    "tests_of_all",
    "pairs",
    "resampling",
    "predictions",
    "figures",
    "reports",
    "experiments",
):
    importlib.import_module(f"{__name__}.{name}")
