"""Null distributions and test statistics.

What lives here: functions from arrays to statistics, p-values and critical values.
They may import what ``numerics`` may.
To add one: a module named after the statistic.
"""
