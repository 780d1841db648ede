"""Shapes of answers of linear and mixed models: terms, components, sources of noise."""
