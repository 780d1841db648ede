"""Detection of changes: comparing tonight with its baseline, and replaying the rules over the past.

The functions here turn arrays and records of the history into judgements and facts.
They may import what ``nightly`` may, but not its pages.
To add a rule, change ``detection`` and measure the effect with the simulation in ``tests/benchmarks``.
"""
