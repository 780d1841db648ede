"""Shapes of answers about curves: lines over budgets, profiles, runtimes."""
