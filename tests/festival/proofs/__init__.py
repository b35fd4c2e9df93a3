"""A proof for each clause of Firefly Festival: its evidence, and its likeliest misreading."""
