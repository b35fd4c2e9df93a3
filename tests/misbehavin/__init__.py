"""Tests of Misbehavin'."""
