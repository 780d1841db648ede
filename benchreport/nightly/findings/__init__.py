"""Findings: the rules that open and close them, their triage by people, and the verdict on a night.

They may import what ``nightly`` may, but not its detection and pages.
To add a status, write it in ``night_facts.Status``, its steps in ``findings`` and its action in ``triage``.
"""
