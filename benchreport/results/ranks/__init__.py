"""Shapes of answers about all algorithms at once: omnibus tests, rankings, rank sets."""
