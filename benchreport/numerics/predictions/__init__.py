"""Metrics of predictions, counts of pairs of models, and their intervals.

What lives here: functions of truth, prediction and weights.
They may import what ``numerics`` may.
To add one: a metric is a function in a ``metrics_…`` module and a line in ``metrics``.
"""
