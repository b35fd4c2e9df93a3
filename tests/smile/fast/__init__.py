"""Tests of the packed game of Smile."""
