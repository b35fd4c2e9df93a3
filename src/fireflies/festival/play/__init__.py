"""Playing Firefly Festival: bots, search, tensors, and generators for tests."""
