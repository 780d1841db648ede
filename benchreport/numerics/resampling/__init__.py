"""Bootstrap, permutation, jackknife and posterior draws.

What lives here: seeded resampling in chunks.
They may import what ``numerics`` may.
To add one: a module named after the scheme.
"""
