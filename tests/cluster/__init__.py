"""The arena on executors of others: ``nox -s cluster``."""
