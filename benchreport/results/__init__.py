"""Frozen answers, one class per shape.

The results of procedures live here as facts, built on ``base``, in rooms: ``pairs``, ``ranks``, ``models``,
``predictions``, ``curves`` and ``checks``. ``writing`` has numbers, CSV and LaTeX; ``citing`` the
bibliography; ``from_dict`` the way back from JSON. It may import pandas, numpy, ``data``, ``numerics`` and
``errors``; it computes no test. To add a shape: a frozen dataclass on ``Result`` in a module of its own,
and its line here.
"""

from benchreport.lazy_names import load_lazily

__getattr__, __dir__, __all__ = load_lazily(__name__)
