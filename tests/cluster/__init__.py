"""Tests of the arena on other executors: ``nox -s cluster``."""
