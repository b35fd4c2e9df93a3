"""Collect these tests only where their packages are installed."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("distributed") and find_spec("loky") else ["test_*.py"]
