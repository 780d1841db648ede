"""From an analysis to a document that can be attached to a paper. README.md follows one report on its way.

What lives here: the parts of a report (``document``), the input of all writers (``contents``), the sections
that an analysis fills (``sections``), the formats (``writers``, listed in ``formats``) and what they share
(``rendering``). It may import ``plots``, ``analysis`` and everything below; markup is in ``templates/`` only.
To add a section: a function from an analysis to a `Section`, and a line where the sections are listed.
To add a kind of block: a record in ``document``, and a template of its name for each format.
"""

from benchreport.lazy_names import load_lazily

__getattr__, __dir__, __all__ = load_lazily(__name__)
