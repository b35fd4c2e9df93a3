"""Tests of what front ends share, and of the bridge to web pages."""
