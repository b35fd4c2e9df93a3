"""These tests need what only their own session installs; elsewhere they are not collected."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("distributed") and find_spec("loky") else ["test_*.py"]
