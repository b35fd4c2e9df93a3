"""Links from the texts of a rulebook to its glossary."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from .books import Book
from .widgets import Line, Part, link, span

_ALSO_COMMON: Final = frozenset({"cost", "free", "mark", "moment", "set"})
"""Terms that sentences mostly use in their everyday sense; they are not linked."""


class TermLinks:
    """Links the terms in the texts of one block, each where it first occurs."""

    def __init__(self, book: Book) -> None:
        """Begin a block, in which no term is linked yet."""
        self._game = book.game.name
        self._names, self._pattern = _forms(tuple(term.name for term in book.book.terms))
        self._linked: set[str] = set()

    def parts(self, text: str) -> Line:
        """Return a text with its links."""
        return [*self._parts(text)]

    def _parts(self, text: str) -> Iterator[Part]:
        end = 0
        for found in self._pattern.finditer(text):
            name = self._names[found[0].lower()]
            if name not in self._linked:
                self._linked.add(name)
                yield text[end : found.start()]
                yield link("term", f"{self._game}.{name}", span(found[0], kind="rule-term"))
                end = found.end()
        yield text[end:]


@cache
def _forms(names: tuple[str, ...]) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """Return the terms by form, in lower case, and a pattern that finds a form."""
    forms = {
        form.lower(): name
        for name in names
        if name not in _ALSO_COMMON
        for form in (name, _plural(name))
    }
    longest_first = sorted(forms, key=len, reverse=True)
    either = "|".join(map(re.escape, longest_first)) or "(?!)"
    return forms, re.compile(rf"(?<![\w-])(?:{either})(?![\w-])", re.IGNORECASE)


def _plural(name: str) -> str:
    """Return the regular plural of a noun."""
    if re.search("[^aeo]y$", name):
        return f"{name[:-1]}ies"
    return f"{name}es" if name.endswith(("s", "x", "ch", "sh")) else f"{name}s"
