"""Findings: the rules that open and close them, their triage by people, and the verdict on a night.

They may import what ``nightly`` may, but not its detection and pages.
To add a status, extend ``Status`` in ``night_facts``, its steps in ``findings`` and its action in ``triage``.
"""
