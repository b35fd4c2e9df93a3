"""Tests of Smile."""
