"""Advice and analyses: which procedures suit a table, why, and what their results say together.

These live here: ``advise`` with its rules; ``analyze`` and its twins for predictions and curves,
which run the recommended procedures and keep their results; the sentences of the verdict. These
modules may import ``stats`` and the layers below it; they draw nothing. To add a step: a suggestion
in ``rules`` or ``rules_one_dataset``, a field of ``Analysis``, and the call in ``analyze`` that
fills it.
"""

from benchreport.lazy_names import load_lazily

__getattr__, __dir__, __all__ = load_lazily(__name__)
