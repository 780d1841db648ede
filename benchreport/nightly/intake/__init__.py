"""Intake of a night's results: fetching them from a source, finding their night, and reading the scores.

It may import ``history``, ``config`` and ``notify``, but not the rooms above it.
To add a source, write a function in ``sources`` and its setting in ``config.settings.Source``.
"""
