"""Reads the data files that ship inside the package."""

from collections.abc import Mapping


def read_toml(package: str, name: str) -> Mapping[str, object]:
    """The TOML document ``name`` that lies in ``package``."""
    # Imported here, an exception to the rule of the house: the two take longer to import than all
    # of fireflies, and a program that plays may never read a clause.
    import tomllib
    from importlib import resources

    return tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))
