"""Tests of what makes the pages."""
