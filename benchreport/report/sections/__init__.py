"""The sections of a report: functions from an analysis to facts.

What lives here: the contents of a report, without markup. The modules may import ``document``,
``reproduction`` and everything below ``report``, but no writer.
To add one: a function from an analysis to a `Section`, and a line in ``score_sections``,
``prediction_sections`` or ``curve_sections``.
"""
