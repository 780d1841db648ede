"""Effect sizes and shifts with their intervals.

What lives here: functions from arrays to (estimate, low, high), many pairs at once.
They may import what ``numerics`` may.
To add one: a module named after the effect size; its magnitudes' words are in ``magnitudes``.
"""
