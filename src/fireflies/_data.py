"""Reads the data files that ship inside a package."""

from collections.abc import Mapping

from fireflies._faults import InvalidData
from fireflies._toml import loads_toml


def read_toml(package: str, name: str) -> Mapping[str, object]:
    """The TOML document ``name`` that lies in ``package``.

    Raises:
        InvalidData: when it is missing, no UTF-8 or no TOML, with package, file and line.
    """
    # Imported here, an exception to the rule of the house: it takes longer to import than all of
    # fireflies, and a program that plays may never read a clause.
    from importlib import resources

    try:
        return loads_toml(resources.files(package).joinpath(name).read_text(encoding="utf-8"))
    except (OSError, ImportError, UnicodeDecodeError) as error:
        raise InvalidData(f"{package}/{name}", f"it can't be read: {error}") from None
    except InvalidData as error:
        raise InvalidData(f"{package}/{name}: {error.place}", error.problem) from None
