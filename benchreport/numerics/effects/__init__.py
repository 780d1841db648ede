"""Effect sizes and shifts with their intervals.

What lives here: functions from arrays to estimates.
They may import what ``numerics`` may.
To add one: a module named after the estimate.
"""
