"""What goes from a comparison into a paper: the table, a sentence, and numbers that stay up to date.

It stands on the report, whose layouts it uses, and below the nights. One file holds one thing: to add a
format of tables, write ``table_FORMAT.py`` and a method of `ScoreTable`; to add a format of numbers,
add a `Format` to ``number_formats``; to find numbers in another kind of source, add a pattern to
``paper_sources``. Nothing here imports a heavy library before it is needed.
"""

from benchreport.lazy_names import load_lazily

__getattr__, __dir__, __all__ = load_lazily(__name__)
