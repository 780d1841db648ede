"""Frozen answers, one class per shape.

The results of procedures live here as facts, one module per shape, built on ``base``; so does the
writing of numbers and LaTeX (``number_format``, ``latex_text``, ``latex_table``, ``csv_text``);
the bibliography (``references``, ``bibliography``); the way back from JSON (``from_dict``). It may
import pandas, numpy, ``data``, ``numerics`` and ``errors``; it computes no test. To add a shape: a
frozen dataclass on ``Result`` in a module of its own, and its line here.
"""

from benchreport.lazy_names import load_lazily

__getattr__, __dir__, __all__ = load_lazily(__name__)
