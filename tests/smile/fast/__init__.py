"""Tests of the packed twin of Smile."""
