"""The tests: a package, as peers install one so called, which `python -m tests.benchmarks` would find."""
