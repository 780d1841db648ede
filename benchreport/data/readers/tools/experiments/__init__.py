"""Experiments in machine learning and optimization, one module a tool.

``frames``, ``metric_columns``, ``tracked_runs``, ``run_names`` and ``sqlite`` have what they share.
"""
