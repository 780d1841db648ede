"""Analyses of predictions: their design, procedures, and how they become scores."""
