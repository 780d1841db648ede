"""The sections of a report: functions from an analysis to facts.

What lives here: what a report says, without markup.
They may import what ``report`` may.
To add one: a function from an analysis to a ``Section`` and a line in the list of sections.
"""
