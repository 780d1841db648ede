"""The configuration of the nights: one TOML file, its checks, and how it is begun.

What lives here: dataclasses and their readers.
They may import what ``nightly`` may.
To add one: a field in ``settings``, its bounds in ``checks``.
"""
