"""One file a format: from the facts of a report to bytes.

What lives here: writers with ``write(report, name) -> Files``, and what they share.
They may import what ``report`` may.
To add one: a module with ``write`` and a line in ``report/formats``.
"""
