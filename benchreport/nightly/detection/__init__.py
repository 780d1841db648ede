"""Detection: tonight is compared with its baseline, and the rules are replayed over the past.

What lives here: functions from arrays and records of the history to judgements and facts.
They may import what ``nightly`` may, but not its pages.
To add a rule: change ``detection``, and measure it with the simulation in ``tests/benchmarks``.
"""
