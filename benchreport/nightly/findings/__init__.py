"""Findings: facts of a night, how findings open and end, what people do with them.

What lives here: records, and the sentences of the verdict.
They may import what ``nightly`` may.
To add one: a status in ``facts`` and its steps in ``findings``.
"""
