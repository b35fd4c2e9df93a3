"""The strength of the searching bots: `python -m tests.strength`."""
