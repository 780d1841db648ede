"""The formats of a report, one writer per file.

What lives here: modules with ``write(contents, name) -> Files``. A writer may import ``contents``,
``formats``, ``rendering`` and everything below, but no other writer.
To add one: write a module with ``write``, and add a line to ``report/formats``.
"""
