"""Read the TOML file of known failures: the id of each case, with reason and link."""

from collections.abc import Container

from fireflies._data import loads_toml
from fireflies._entries import Entry
from fireflies.errors import InvalidData


def read_known(content: bytes, ids: Container[str]) -> dict[str, str]:
    """Return the reason of each known failure, by the id of its case.

    Raises:
        InvalidData: when an entry is wrong or names an unknown case.
    """
    try:
        document = Entry(loads_toml(content.decode("utf-8-sig")), "the file")
    except UnicodeDecodeError:
        raise InvalidData("the file", "this is not UTF-8") from None
    reasons: dict[str, str] = {}
    for entry in document.entries("known"):
        case = entry.text("id")
        if case not in ids:
            raise InvalidData(f"{entry.place}: id", "there is no such case")
        if case in reasons:
            raise InvalidData(f"{entry.place}: id", "this case is named more than once")
        reasons[case] = f"{entry.text('reason')} ({entry.text('link')})"
        entry.end()
    document.end()
    return reasons
