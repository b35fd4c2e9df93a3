"""A decision at the terminal: who may see it, and what happened before."""

from collections.abc import Iterable, Sequence
from typing import Any

from fireflies.contract import CHANCE, SPECTATOR, Event, Observer, Sight, State


def recent_events(
    sights: Iterable[Sight[Any]], turn_begins: type[Event] | None, seats: int
) -> Sequence[Event]:
    """Return the latest events, as an observer saw them.

    In a game whose turns begin with an event, those are the events of the current turn and of the
    last turns before it, one for each seat. In other games a round begins where chance acts, and
    they are the events of this round and of the one before.
    """
    events, begun, is_dealt = list[Event](), list[int](), False
    for sight in sights:
        begun += [
            len(events) + number
            for number, event in enumerate(sight.events)
            if turn_begins is not None and isinstance(event, turn_begins)
        ]
        events += sight.events
        if turn_begins is None and sight.view.actor == CHANCE and not is_dealt:
            begun.append(len(events))
        is_dealt = sight.view.actor == CHANCE
    rounds = 2 if turn_begins is None else 1 + seats  # a turn of each seat, and the current one
    return events[begun[-rounds] if len(begun) >= rounds else 0 :]


def owner_of_deal(state: State) -> int | None:
    """Return the only seat that may see chance's next action; None when none or several may."""
    legal = state.legal_actions

    def sees(observer: Observer) -> bool:
        return all(state.redact(action, observer) == action for action in legal)

    knowing = [seat for seat in range(state.seats) if sees(seat)]
    return knowing[0] if len(knowing) == 1 and not sees(SPECTATOR) else None
