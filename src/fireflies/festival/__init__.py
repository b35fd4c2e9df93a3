"""Firefly Festival: bridges between islands, pagodas, and festivals under the lanterns."""
