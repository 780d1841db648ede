"""Shapes of answers about predictions: metrics, paired differences, curves of scores, flips."""
