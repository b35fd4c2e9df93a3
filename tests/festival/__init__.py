"""Tests of Firefly Festival."""
