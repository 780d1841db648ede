"""Intake: the sources of a night's results, its date, and its scores as they are read from a frame.

It may import ``history``, ``config`` and ``notify``, but not the rooms above it.
To add a source: a function in ``sources``, its setting in ``config.settings.Source``.
"""
