"""What only those can check who own the printed rules: give their folder to ``nox -s trace``."""
