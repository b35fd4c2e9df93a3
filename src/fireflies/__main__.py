"""``python -m fireflies`` is the command ``fireflies``."""

from fireflies.cli import main

main()
