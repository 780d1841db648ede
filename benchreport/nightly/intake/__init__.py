"""Where the results of a night come from, and how they are read.

What lives here: sources, dates, and the scores of one night.
They may import what ``nightly`` may.
To add one: a source is a function in ``source``.
"""
