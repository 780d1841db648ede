"""Findings: what opens and closes them, how people triage them, and the sentences about a night.

They may import what ``nightly`` may, but not its detection and pages.
To add a status: ``Status`` in ``night_facts``, its steps in ``findings``, its action in ``triage``.
"""
