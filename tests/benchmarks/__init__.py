"""The benchmark: `python -m tests.benchmarks`. The page `docs/speed.rst` says how it measures."""
