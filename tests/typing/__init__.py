"""The type checkers on good games, wrong games and their users: ``nox -s typing``."""
