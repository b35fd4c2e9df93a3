"""Policies: how the seats of a random play of any game decide."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias
from zlib import crc32

from fireflies._data import is_array, is_object
from fireflies.chance import Draws
from fireflies.contract import Action, State

Policy: TypeAlias = Callable[[Any, Sequence[Action], Draws], Action]
"""Chooses one of the legal actions of a state."""


def _uniform(_state: State, legal: Sequence[Action], draws: Draws) -> Action:
    return draws.choose(legal)


def _first(_state: State, legal: Sequence[Action], _draws: Draws) -> Action:
    return legal[0]


def _last(_state: State, legal: Sequence[Action], _draws: Draws) -> Action:
    return legal[-1]


def _any_kind(_state: State, legal: Sequence[Action], draws: Draws) -> Action:
    """Choose a class of action first, so that rare ones are chosen where they are legal."""
    kind = draws.choose([*dict.fromkeys(map(type, legal))])
    return draws.choose([action for action in legal if type(action) is kind])


def _prefer_kind(index: int, *, is_random: bool) -> Policy:
    """Return a policy that prefers the class of the legal action at this index.

    ``is_random`` lets it choose any action once in eight times.
    """

    def decide(_state: State, legal: Sequence[Action], draws: Draws) -> Action:
        if is_random and draws.below(8) == 0:
            return draws.choose(legal)
        kind = type(legal[index])
        return draws.choose([action for action in legal if type(action) is kind])

    return decide


def _weigh_kinds(draws: Draws) -> Policy:
    """Return a policy that chooses a class of action first, each with a weight drawn for the play.

    So some plays have many actions of a class, and others have none.
    """
    seed = draws.below(1 << 32)

    def weight(kind: type) -> int:
        return _WEIGHTS[crc32(f"{seed} {kind.__name__}".encode()) % len(_WEIGHTS)]

    def decide(_state: State, legal: Sequence[Action], draws: Draws) -> Action:
        kind = draws.choose_weighted(
            [(kind, weight(kind)) for kind in dict.fromkeys(map(type, legal))]
        )
        return draws.choose([action for action in legal if type(action) is kind])

    return decide


_WEIGHTS: Final = (1, 16, 256)
"""The possible weights of a class of action."""

_COMPARED: Final = 6


def _most_events(state: State, legal: Sequence[Action], draws: Draws) -> Action:
    """Return the action with the most events, among a few random ones."""
    compared = draws.sample(legal, min(_COMPARED, len(legal)))
    return max(compared, key=lambda action: len(state.explain(action)))


def draw_policies(start: State, draws: Draws) -> Sequence[Policy]:
    """Return a policy for each seat, in some plays the same one for all.

    In some others, a figure that each seat has, such as its number of coins, is chosen. One seat
    mostly makes its own as large as it can, and all other seats make theirs as small as they can,
    or the reverse. So the figures become extreme.
    """
    way = draws.below(8)
    if way == 0 and (places := _figure_places(start)):
        place, one, sign = draws.choose(places), draws.below(start.seats), draws.choose((-1, 1))
        return [pursue(place, sign if seat == one else -sign) for seat in range(start.seats)]
    if way in {1, 2}:
        return [_draw_policy(draws)] * start.seats
    return [_draw_policy(draws) for _ in range(start.seats)]


def _draw_policy(draws: Draws) -> Policy:
    """Return one of the policies."""
    return draws.choose(POLICIES) if draws.below(3) == 0 else _weigh_kinds(draws)


_FigurePlace: TypeAlias = tuple[str, str]
"""The place of a figure in a STATE: ``(name, key)`` is ``/name/SEAT/key`` for each seat.

The figure of a seat is the number in this place, or the length of the array.
"""


def _figure_places(state: State) -> list[_FigurePlace]:
    """Return the places at which each seat has a number or an array."""
    data = _data(state)
    return [
        (name, key)
        for name, values in data.items()
        if is_array(values) and len(values) == state.seats and all(map(is_object, values))
        for key in data[name][0]
        if _figure(data, (name, key), 0) is not None
    ]


def _data(state: State) -> dict[str, Any]:
    return {**state.view().to_json()}


def _figure(data: Mapping[str, Any], place: _FigurePlace, seat: int) -> int | None:
    """Return the figure of a seat; None when there is neither a number nor an array."""
    name, key = place
    by_seat = data[name]
    # The array may also be, for example, a row of cards, which becomes shorter.
    value = by_seat[seat].get(key) if seat < len(by_seat) else None
    return len(value) if is_array(value) else value if type(value) is int else None


def pursue(place: _FigurePlace, sign: int) -> Policy:
    """Return a policy that mostly makes the figure of its seat as large, or as small, as it can."""

    def decide(state: State, legal: Sequence[Action], draws: Draws) -> Action:
        seat = state.actor
        compared = draws.sample(legal, min(_COMPARED, len(legal)))
        if not isinstance(seat, int) or draws.below(8) == 0:
            return compared[0]
        return max(
            compared,
            key=lambda action: sign * (_figure(_data(state.apply(action)), place, seat) or 0),
        )

    return decide


POLICIES: Final[tuple[Policy, ...]] = (
    _uniform,
    _any_kind,
    _any_kind,
    _first,
    _last,
    *(_prefer_kind(index, is_random=is_random) for index in (0, -1) for is_random in (False, True)),
    _most_events,
)
