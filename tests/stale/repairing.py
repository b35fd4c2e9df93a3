"""Search the plays that are most similar to one that the rules no longer allow."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from fireflies.contract import Action, State
from fireflies.errors import InvalidNotation
from fireflies.games import Game

WIDTH: Final = 200
"""The number of plays that the search keeps at each action."""
LEFT_OUT: Final = 3
"""The cost of leaving an action out."""
INSERTED: Final = 3
"""The cost of a new action before an old one; two cost one more, the dearest change."""
DEAREST: Final = INSERTED + 1
FEW: Final = 10
"""The number of plays in which the search adds an action or leaves one out, which takes time."""


class Repaired(NamedTuple):
    """A play that the rules allow, and how it follows the old one."""

    actions: tuple[str, ...]
    ends: tuple[int, ...]
    """For each old action, the number of new actions up to it, itself or its substitute too."""

    def place(self, old: int) -> int:
        """Return the index of an old action."""
        return self.ends[old] - 1

    def after(self, old: int) -> int:
        """Return the number of actions after which the table is as after ``old`` old actions."""
        return self.ends[old - 1] if old else 0


class _Play(NamedTuple):
    cost: int
    state: State
    repaired: Repaired


class _Wanted(NamedTuple):
    text: str
    action: Action | None
    """None when the game has no such action any more."""
    is_fixed: bool
    actor: object


def repairs(
    game: Game[Any],
    start: State,
    texts: Sequence[str],
    fixed: Mapping[int, object],
    is_wanted: Callable[[State], bool] = lambda _: True,
) -> tuple[list[Repaired], int]:
    """Return plays that follow these actions, the most similar one first, and how far they get.

    ``fixed`` has the actors of actions, by index, that keep actor, verb and target. Other actions
    may be replaced, left out, or come after one or two new ones. Chance keeps what it can. After
    all actions ``is_wanted`` has to be true of the state. The second value is the number of actions
    that some play follows: with fewer than all, there are no plays.
    """
    layer = [_Play(0, start, Repaired((), ()))]
    for number, text in enumerate(texts):
        try:
            action = game.read_action(text)
        except InvalidNotation:
            action = None
        wanted = _Wanted(text, action, number in fixed, fixed.get(number))
        is_last = number == len(texts) - 1
        following = _follow(layer, wanted, is_wanted if is_last else lambda _: True)
        if not following:
            return [], number
        layer = following
    return [play.repaired for play in layer], len(texts)


def _follow(
    layer: Sequence[_Play], wanted: _Wanted, may_follow: Callable[[State], bool]
) -> list[_Play]:
    """Return the cheapest plays with one old action more, no two with the same table."""
    found: dict[State, _Play] = {}
    for cost in range(layer[0].cost, layer[-1].cost + DEAREST + 1):
        for place, play in enumerate(layer):
            if place >= FEW and cost - play.cost >= INSERTED:
                continue
            for added, state in _changes(play.state, wanted, cost - play.cost):
                actions = (*play.repaired.actions, *map(str, added))
                repaired = Repaired(actions, (*play.repaired.ends, len(actions)))
                if may_follow(state):
                    found.setdefault(state, _Play(cost, state, repaired))
            if len(found) >= WIDTH:
                return [*found.values()]
    return [*found.values()]


def _changes(
    state: State, wanted: _Wanted, cost: int
) -> Iterator[tuple[tuple[Action, ...], State]]:
    """Yield what may be done in place of an old action at this cost, with the state after it."""
    may_act = not wanted.is_fixed or state.actor == wanted.actor
    is_kept = wanted.action is not None and may_act and state.check(wanted.action) is None
    if cost == 0 and wanted.action is not None and is_kept:
        yield (wanted.action,), state.apply(wanted.action)
    if cost <= 0 or (is_kept and not isinstance(state.actor, int)):
        return
    for other in state.legal_actions:
        likeness = _likeness(str(other), wanted.text)
        if cost == likeness and may_act and (likeness == 1 or not wanted.is_fixed):
            yield (other,), state.apply(other)
    if cost == LEFT_OUT and not wanted.is_fixed:
        yield (), state
    if cost >= INSERTED:
        yield from _inserted(state, wanted, 1 + cost - INSERTED)


def _inserted(
    state: State, wanted: _Wanted, number: int
) -> Iterator[tuple[tuple[Action, ...], State]]:
    """Yield this number of new actions with the old one after them."""
    if number == 0:
        yield from _changes(state, wanted, 0)
        return
    for other in state.legal_actions:
        for added, last in _inserted(state.apply(other), wanted, number - 1):
            yield (other, *added), last


def _likeness(text: str, old: str) -> int:
    """Return 1 for another action of this verb and target, 2 of this verb, 3 of another one."""
    if text == old:
        return 0
    words, wanted = text.split(" "), old.split(" ")
    return 3 - sum(words[:number] == wanted[:number] for number in (1, 2))
