"""Advice and analyses: which procedures suit a table, why, and what their results say together.

These live here: ``advise``, whose rules are in ``rules``; ``analyze`` and its twins for predictions and
curves, which run the recommended procedures and keep their results; what these say together, in
``verdicts``. These modules may import ``stats`` and the layers below it; they draw nothing. To add a
step: a suggestion in ``rules``, a field of ``Analysis``, and the call in ``analyze`` that fills it.
"""

from benchreport.lazy_names import load_lazily

__getattr__, __dir__, __all__ = load_lazily(__name__)
