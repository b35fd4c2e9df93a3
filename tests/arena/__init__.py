"""The arena: many plays over any executor."""
