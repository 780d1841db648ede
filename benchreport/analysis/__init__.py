"""From a table to the comparison a paper needs: which procedures, why, and what they say together.

What lives here: ``Analysis`` (the results of the recommended path and the reasons for it) and
``analyze``, which runs it. It may import ``stats`` and everything below; it draws nothing.
To add a step: a field of ``Analysis``, filled in ``analyze``.
"""

from benchreport.analysis.analysis import Analysis, analyze

__all__ = ["Analysis", "analyze"]
