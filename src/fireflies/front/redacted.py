"""A redacted record to look at: actions and events in words, without tables."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING, Final, TypeAlias

from fireflies.errors import InvalidData
from fireflies.front.texts import seat_names
from fireflies.front.writing import Json, answer_to_go, cited, step_of
from fireflies.record import RedactedRecord
from fireflies.rulebook import Clause

if TYPE_CHECKING:
    from fireflies.contract import Observer

_Told: TypeAlias = tuple[str, Clause | None, Mapping[str, object] | None]


class Redacted:
    """The play of a redacted record, which can be looked at, and not continued."""

    def __init__(self, record: RedactedRecord, line: str) -> None:
        self._record: Final = record
        self._line: Final = line
        self._index: int = len(record.actions)
        self.observer: Final[Observer] = record.observer
        """The only observer who may look at it."""

    def _check(self, given: object) -> None:
        if given != self.observer or isinstance(given, bool):
            problem = f"the record has only what {self.observer!r} saw"
            raise InvalidData("observer", problem)

    def status(
        self,
        given: object,
        since: int | None = None,
        *,
        picture: bool = True,
        width: int | None = None,
    ) -> Json:
        """Return the keys of any status; what the record does not have is null or empty."""
        del since, picture, width  # there is none
        self._check(given)
        record, count = self._record, len(self._record.actions)
        result = record.result if self._index == count else None
        unknown = dict.fromkeys(("actor", "decides", "svg", "text", "groups"))
        return {
            "game": record.game.name,
            "title": record.game.title,
            "names": list(seat_names(record.seats)),
            "players": None,
            "observer": self.observer,
            "count": count,
            "index": self._index,
            "can_undo": False,
            "can_redo": False,
            **unknown,
            "position": None if self._index else record.position,
            "legend": [],
            "situation": [],
            "outcome": None if result is None else {**result, **cited(None), "tally": []},
        }

    def log(self, given: object, begin: int) -> Json:
        """Return the actions from this number on with their events.

        In a record from before events were data, their clauses are unknown.
        """
        self._check(given)
        names = seat_names(self._record.seats, self.observer)
        entries = [
            step_of(index, None, self._record.actions[index], self._events(index), names)
            for index in range(begin, self._index)
        ]
        return {"entries": entries, "summary": None}

    def _events(self, index: int) -> list[_Told]:
        """Return the events of an action: text, clause, and as data."""
        texts, data = self._record.events[index], self._record.data[index]
        return [
            (text, None if it is None else self._clause(it.get("clause")), it)
            for text, it in zip_longest(texts, data[: len(texts)])
        ]

    def _clause(self, given: object) -> Clause | None:
        """Return the clause with this id; None when the game has none."""
        return next((it for it in self._record.game.clauses if it == given), None)

    def record(self, given: object, *, pinned: bool) -> Json:
        """Return the line of the record as it was given, pinned or not."""
        del pinned
        self._check(given)
        return {"record": self._line}

    def go(self, index: int) -> Json:
        """Look at the play after this number of actions."""
        answer = answer_to_go(index, len(self._record.actions))
        self._index = index
        return answer
