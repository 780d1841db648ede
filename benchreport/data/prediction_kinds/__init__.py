"""Readers of predictions: labels, correctness, rankings and language, one module a kind.

``read_predictions`` finds the kind, ``prediction_rows`` has what all kinds share. To add a kind, write a
``read_…`` module with a function from a frame and roles to a `Raw` table, and a line in
``read_predictions``. This folder may import ``columns``, ``cells``, ``errors`` and ``hints``.
"""
