"""The benchmark: `python -m tests.benchmarks`. How it measures is told in `measures`."""
