"""``python -m fireflies`` is the command ``fireflies``."""

import sys

from fireflies.cli import main

sys.exit(main())
