"""Tables in the layouts of published projects: one module a field, one function a table.

To add one: a function that makes the table, under ``@layout(source, right reading)``.
"""

from data.layouts import (
    documents,
    language,
    reinforcement,
    retrieval,
    runtimes,
    science,
    tabular,
    time_series,
)
from data.layouts.base import LAYOUTS as REGISTERED
from data.layouts.base import Layout

FIELDS = (time_series, tabular, language, runtimes, reinforcement, retrieval, science, documents)
# a copy: doctest may import the modules, and so register their tables, once more
LAYOUTS = tuple(REGISTERED)

__all__ = ["FIELDS", "LAYOUTS", "Layout"]
