"""Playing Smile: bots, search, tensors, and generators for tests."""
