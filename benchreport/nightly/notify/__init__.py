"""Telling people of a night, one way a module.

A way is a pure function from `NightFacts` to what is sent, and a small one that sends it. It may import
``facts``, ``config`` and ``errors``. To add one: a module here, a table in ``config``, a line in ``WAYS``.
"""
