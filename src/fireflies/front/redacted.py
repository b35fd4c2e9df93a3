"""A redacted record to look at: actions and events in words, without tables."""

from typing import TYPE_CHECKING, Final

from fireflies.errors import InvalidData
from fireflies.front.texts import seat_names
from fireflies.front.writing import Json, answer_to_go, cited, step_of
from fireflies.record import RedactedRecord

if TYPE_CHECKING:
    from fireflies.contract import Observer


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

    def status(self, given: object, since: int | None = None) -> Json:
        """Return the keys of any status; what the record does not have is null or empty."""
        del since  # there is no picture
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
            "outcome": None if result is None else {**result, **cited(None)},
        }

    def log(self, given: object, begin: int) -> Json:
        """Return the actions from this number on with their events; their clauses are unknown."""
        self._check(given)
        names = seat_names(self._record.seats, self.observer)
        actions, events = self._record.actions, self._record.events
        entries = [
            step_of(index, None, actions[index], [(text, None) for text in events[index]], names)
            for index in range(begin, self._index)
        ]
        return {"entries": entries}

    def record(self, given: object) -> Json:
        """Return the line of the record."""
        self._check(given)
        return {"record": self._line}

    def go(self, index: int) -> Json:
        """Look at the play after this number of actions."""
        answer = answer_to_go(index, len(self._record.actions))
        self._index = index
        return answer
