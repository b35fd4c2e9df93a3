"""Tests of the adapters; they need the extras, and ``nox -s adapters`` runs them."""
