"""Tonight against the baseline: which series changed, and what the rules would have found before.

What lives here: arrays and records in, judgements out.
They may import what ``nightly`` may.
To add one: a rule in ``detection``, measured by the simulation in ``tests/benchmarks``.
"""
