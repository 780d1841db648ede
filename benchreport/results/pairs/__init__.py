"""Shapes of answers about pairs of algorithms: tests, effects, equivalence, posteriors, speedups."""
