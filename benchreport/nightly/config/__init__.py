"""The configuration of the nights: the types of one TOML file, its reader, and its checks.

It may import ``notify``, whose channels define their own tables, but no other room of ``nightly``.
To add a setting, write a field in ``settings`` and its bounds in ``setting_checks``.
"""
