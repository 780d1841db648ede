"""The version of this package, which also runs where it is not installed, from a checkout."""

__version__ = "0.1.0"
