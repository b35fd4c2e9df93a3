"""Tests of the table in the pages, in Chromium."""
