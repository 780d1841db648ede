"""The registry of figures: ``(result or data, *, ax=None, width="page", …) → Axes``.

What lives here: figures, one per file, in folders by family. A figure draws a result and computes no
statistics; ``…_from_table`` in its file runs the procedure on a table and draws the result. Two decorators
add what figures share. Figures may import ``stats``, ``results``, ``data`` and ``errors``.

To add one: write a file that calls ``base.descriptions.describe`` with the alt text, the caption and the
data; add a line to ``accessor.py`` and one to ``examples/gallery.py``. For a figure of a result, also add
a line here: ``Result.plot()`` finds it by the annotation of its first parameter. Then look at the figure
with 2, 10 and 60 algorithms.
"""

from benchreport.lazy_names import load_lazily

__getattr__, __dir__, __all__ = load_lazily(__name__)
