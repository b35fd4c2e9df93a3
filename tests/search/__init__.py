"""Tests of search over any game; those of Smile's searches are in tests/smile."""
