"""The formats of a report, one writer a file.

What lives here: modules with ``write(contents, name) -> Files``. A writer may import ``contents``,
``formats``, ``rendering`` and everything below, and no other writer.
To add one: a module with ``write``, and a line in ``report/formats``.
"""
