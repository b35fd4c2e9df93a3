"""Tests of the adapters, which need their extras: ``nox -s adapters``."""
