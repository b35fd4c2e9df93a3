"""Playing Misbehavin': bots, search, tensors, and generators for tests."""
