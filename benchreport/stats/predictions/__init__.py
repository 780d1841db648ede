"""Procedures on predictions: metrics, curves, and tests of models on the same examples.

Procedures from ``Predictions`` live here. ``_metric_values`` computes metrics and ``_metric_intervals`` their
intervals; ``_losses`` computes losses of examples, ``_paired_losses`` tests them; ``_prediction_pairs`` makes
the results of tests.
They import what ``stats`` may import, and no other procedure.
To add one: a file named after the procedure, its test, and a line in ``stats/__init__`` and
``accessor.py`` each.
"""
