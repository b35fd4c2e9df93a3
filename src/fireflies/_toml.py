"""TOML, that people type in or that ships with a game."""

from collections.abc import Mapping

from fireflies._faults import InvalidData


def loads_toml(text: str) -> Mapping[str, object]:
    """The document of a TOML text.

    Raises:
        InvalidData: when it is none, with line and column.
    """
    import tomllib  # an exception to the rule of the house, for the reason given in _data

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InvalidData("data", "this is nested too deep") from None
    except ValueError as error:  # TOMLDecodeError is one; a number of thousands of digits another
        problem, _, place = str(error).partition(" (at ")
        raise InvalidData(place.rstrip(")") or "data", f"this is no TOML: {problem}") from None
