"""Results of tools that run benchmarks of code, one module a tool; ``timings`` has what they share."""
