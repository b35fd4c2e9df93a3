"""Tests of Firefly: Misbehavin'."""
