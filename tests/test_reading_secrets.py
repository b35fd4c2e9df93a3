"""A reader tries to find out what other seats hold, by every public way that a bot has.

It gets a turn and some plays, one of which is the true one. All look the same to its seat. It asks
each of them for everything that a bot may ask for, and keeps those that answer as its own turn
does. Where it keeps all, it can only guess.
"""

import json
import pickle
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest

from fireflies import games
from fireflies._typing import override
from fireflies.bots import named
from fireflies.chance import Draws
from fireflies.contract import Action, IllegalAction, Observer, State, Turn, Violation
from fireflies.games import Game
from fireflies.search import Budget, Searcher, StateModel
from fireflies.search.budget import CLOCK
from fireflies.table import Play, Streams
from fireflies.testing.sampling import random_states
from tests import kuhn
from tests.campaign import count, generator
from tests.kuhn.changed import RAISE

PLAYS: Final = count(2, campaign=60)
POSITIONS: Final = 4
"""Positions of each play."""
SUSPECTS: Final = 3
"""The most plays among which the reader looks for the true one."""
LATER: Final = 12
"""The most actions from the position to the turn of the reader."""
TRIED: Final = 40
"""The most actions of the play that are tried in a turn."""
BUDGET: Final = 4
"""Rollouts of a search."""


class Spying(Draws):
    """Draws of a bot's own, which remember from what they draw."""

    __slots__ = ("seen",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed, "my own")
        self.seen: list[object] = []

    @override
    def below(self, limit: int) -> int:
        self.seen.append(limit)
        return super().below(limit)

    @override
    def sample(self, things: Sequence[Any], count: int) -> list[Any]:
        self.seen.append([*map(str, things)])
        return super().sample(things, count)


def bots_of(game: Game[Any]) -> list[str]:
    """Return the names of all bots of a game, those that search with a small budget."""
    searches = {"search", *game.searches}
    return ["first", "random", *game.bots, *(f"{name}:{BUDGET}" for name in sorted(searches))]


def sampled(turn: Turn[Any], seed: int) -> Iterator[tuple[str, object]]:
    """Yield what a bot gets from a sample by draws of its own, by way."""
    draws = Spying(seed)
    state = turn.sample(draws)
    yield "sample", (repr(state), hash(state), state.view().position)
    yield "pickle of a sample", pickle.dumps(state)
    yield "what the draws are asked for", draws.seen
    yield "what is left of the draws", draws.bits()
    told = [state.explain(action) for action in state.legal_actions[:TRIED]]
    yield "events in a sample", repr(told)


def searched(turn: Turn[Any]) -> tuple[str, object]:
    """Return the roots of a search, and the action that it finds."""
    roots: list[str] = []

    def belief(draws: Draws) -> State:
        state: State = turn.sample(draws)
        roots.append(repr(state))
        return state

    search = Searcher(Budget(BUDGET, None, CLOCK), lambda _: belief, StateModel())
    return "search of its own", (str(search(turn)), roots)


def answers(
    game: Game[Any], play: Play[Any], seat: int, tried: Sequence[Action]
) -> dict[str, object]:
    """Return everything that a bot can find out at its turn, by way."""
    turn = Streams(7).turn(play.now, seat)
    view, sights = turn.view, turn.information_state()
    found: dict[str, object] = {
        "view": (repr(view), view.position, view.to_text(), json.dumps(view.to_json())),
        "pickle of the view": pickle.dumps(view),
        "picture": game.draw and game.draw(view),
        "legal actions": pickle.dumps(turn.legal_actions),
        "information state": repr(sights),
        "pickle of the information state": pickle.dumps(sights),
    }
    for seed in range(3):
        found |= {f"{way} {seed}": answer for way, answer in sampled(turn, seed)}
    found |= dict([searched(turn)])
    for name in bots_of(game):
        found[name] = str(named(game, name)(turn))
    for action in tried:
        violation = play.state.check(action)
        try:
            play.state.apply(action)
        except IllegalAction as error:
            found[f"refusal of {action}"] = (str(error), str(violation), pickle.dumps(violation))
    return found


def telling(
    game: Game[Any], plays: Sequence[Play[Any]], seat: int, tried: Sequence[Action] = ()
) -> set[str]:
    """Return the ways by which the reader tells one of the plays from the first, the true one."""
    true, *others = (answers(game, play, seat, tried) for play in plays)
    return {way for other in others for way in true | other if true.get(way) != other.get(way)}


def follow(plays: Sequence[Play[Any]], seat: int, action: Action) -> Sequence[Play[Any]]:
    """Carry out an action in the true play; return the plays that have a step like it to a seat."""
    true, *others = plays
    true.carry_out(action)
    seen, kept = true.now.sights(seat)[-1], [true]
    for play in others:
        for other in play.state.legal_actions:
            if play.state.step(other).seen_by(seat) == seen:
                play.carry_out(other)
                kept.append(play)
                break
    return kept


def suspects(state: State, seat: int, seed: int) -> Sequence[Play[Any]]:
    """Return the true play and others that look the same to the seat, at a turn of this seat.

    Return none when there are no others, or the seat has no turn soon.
    """
    alike = [state.alike(seat, Draws(seed, "suspects", number)) for number in range(SUSPECTS)]
    plays: Sequence[Play[Any]] = [Play(it, lambda _: None) for it in dict.fromkeys([state, *alike])]
    draws = Draws(seed, "onwards")
    for _ in range(LATER):
        now: State = plays[0].state
        if len(plays) < 2 or now.actor in {seat, None}:
            break
        is_decided = isinstance(now.actor, int)
        plays = follow(
            plays, seat, draws.choose(now.legal_actions) if is_decided else now.deal(draws)
        )
    return plays if len(plays) > 1 and plays[0].state.actor == seat else []


@cache
def starts() -> Mapping[str, tuple[Game[Any], State]]:
    """Return the starts of the plays, by name."""
    found: dict[str, tuple[Game[Any], State]] = {"kuhn": (kuhn.GAME, kuhn.GAME.set_up({}).start)}
    for name in games.names():
        game = games.get(name)
        setup = game.set_up({"powers": True} if name == "festival" else {})
        found[name] = (game, setup.start)
        if setup.packed is not None:
            found[f"{name}, packed"] = (game, setup.fastest_start)
    return found


@pytest.mark.parametrize(
    "name", [pytest.param(it, marks=[pytest.mark.long] * (it != "kuhn")) for it in starts()]
)
def test_a_reader_can_only_guess(name: str) -> None:
    """No answer at the true turn differs from those at turns that look the same."""
    game, start = starts()[name]
    rng, positions = generator(f"reader of {name}"), 0
    for number in range(PLAYS):
        states = random_states(start, rng.getrandbits(32))
        known = [*dict.fromkeys(it for state in states for it in state.legal_actions)]
        tried = rng.sample(known, min(len(known), TRIED))
        for state in rng.sample(states, min(len(states), POSITIONS)):
            seat = rng.randrange(state.seats)
            plays = suspects(state, seat, number)
            if plays:
                assert not telling(game, plays, seat, tried)
                positions += 1
    assert positions >= PLAYS // 2


# The reader finds what wrong games tell.

HAND: Final = ("K", "Q")
"""The reader has the king."""
OTHER: Final = ("K", "J")
"""As it may be, too."""


class InTrueOrder(kuhn.State):
    """It shuffles the hidden cards in their true order."""

    __slots__ = ()

    @override
    def alike(self, observer: Observer, draws: Draws) -> "InTrueOrder":
        seen = self.view(observer).cards
        pool = [card for card in dict.fromkeys((*self.cards, *kuhn.CARDS)) if card not in seen]
        drawn = iter(draws.sample(pool, seen.count(None)))
        return replace(self, cards=tuple(card or next(drawn) for card in seen))


class Wasteful(kuhn.State):
    """It takes one more draw when seat 1 has the queen."""

    __slots__ = ()

    @override
    def alike(self, observer: Observer, draws: Draws) -> "Wasteful":
        found = kuhn.State.alike(self, observer, draws)
        if self.cards[-1] == "Q":
            draws.bits()
        return found


class Open(kuhn.State):
    """It refuses an action with the referee's view."""

    __slots__ = ()

    @override
    def check(self, action: object, /) -> Violation | None:
        found = kuhn.State.check(self, action)
        return found and replace(found, view=self.view())


def told_by(kind: type[kuhn.State]) -> set[str]:
    """Return the ways by which the reader finds that seat 1 has the queen, not the jack."""
    plays = [Play(kind(cards), lambda _: None) for cards in (HAND, OTHER)]
    return telling(kuhn.GAME, plays, 0, [RAISE, *map(kuhn.Deal, kuhn.CARDS)])


def test_a_reader_finds_what_wrong_games_tell() -> None:
    assert not told_by(kuhn.State)
    ways = told_by(InTrueOrder)
    assert {"sample 0", "pickle of a sample 0", "search of its own"} <= ways
    assert not {"view", "legal actions", "information state"} & ways
    assert "what is left of the draws 0" in told_by(Wasteful)
    assert told_by(Open) == {
        "refusal of say raise",
        *(f"refusal of deal {it}" for it in kuhn.CARDS),
    }
