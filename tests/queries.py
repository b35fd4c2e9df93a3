"""Queries of people who have read only the printed rules, with the clauses that answer them."""

import json
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final, NamedTuple

LISTS: Final = tuple(sorted(Path(__file__).parent.glob("queries_*.json")))
"""The files: one for each reader, with twenty queries a game."""
FEWEST_FIRST: Final = 18
"""The fewest queries of a game in a list whose first result is an answer."""
WORST_PLACE: Final = 3
"""The highest number that the place of the first answer may have."""


class Query(NamedTuple):
    """A query, with the ids of the clauses and rulings that answer it."""

    game: str
    query: str
    accept: Collection[str]

    def place_in(self, found: Sequence[str]) -> int:
        """Return the place of the first answer among ids, from 1; 1000 when there is none.

        A ruling is an answer if its clause is one.
        """
        places = (
            number
            for number, name in enumerate(found, 1)
            if {name, name.rpartition(".")[0]} & {*self.accept}
        )
        return next(places, 1000)


def read(file: Path) -> list[Query]:
    """Return the queries of a file."""
    return [Query(**entry) for entry in json.loads(file.read_text(encoding="utf-8"))]
