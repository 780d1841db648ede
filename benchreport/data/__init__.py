"""From a DataFrame to validated, frozen tables.

``columns`` finds the column that plays each role, ``cells`` reads cells, ``prediction_kinds`` one kind of
predictions each, ``readers`` files and what other tools wrote; ``scores``, ``predictions``, ``curves`` and
``several`` are the tables that procedures work on.
This folder may import pandas, numpy, ``numerics``, ``files``, ``errors`` and ``hints``.
To add a table, write a frozen dataclass with ``from_frame(frame, roles)`` in a module of its own.
"""

from benchreport.lazy_names import load_lazily

__getattr__, __dir__, __all__ = load_lazily(__name__)
