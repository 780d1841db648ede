"""The registry of procedures: each is one file, and one line here.

Functions from a table to a result live here, by family. They may import ``results``, ``data``,
``numerics`` and ``errors``, never one another.

To add one: a file named after it in its family's folder, a test of the same name with its oracle, a
line here and a typed line in ``accessor.py``. The command line lists the procedures in the order of
these lines: first those that take scores, then predictions, curves and several metrics.
"""

from benchreport.lazy_names import load_lazily

__getattr__, __dir__, __all__ = load_lazily(__name__)
