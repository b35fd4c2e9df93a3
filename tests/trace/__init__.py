"""The circle from rulebook to page: ``nox -s trace`` walks it clause by clause."""
