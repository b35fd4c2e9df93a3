"""Every game keeps the contract: the exported properties, and plays by a state machine."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from fireflies import games, testing
from fireflies.chance import Draws
from fireflies.conformance.samples import examples
from fireflies.contract import SPECTATOR, YOU, State, with_names
from fireflies.games import Game
from fireflies.testing.sampling import SEED, random_states

GAMES: Final = {name: games.get(name) for name in games.names()}
CHECKS: Final = {
    f"{name}-{check.__name__}": check
    for name, game in GAMES.items()
    for check in testing.properties(game)
}

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@each_game
def test_two_plays(game: Game[State]) -> None:
    """They run each line of the checks in ``fireflies.testing``, for the coverage."""
    run_state_machine_as_test(testing.machine(game), settings=settings(max_examples=2))


@pytest.mark.long
@each_game
def test_what_a_view_keeps_for_its_list_tells_no_secret(game: Game[Any]) -> None:
    """It can occur, and is equal in the views of states that look the same to the observer."""
    listed, setup = Counter[object](), game.set_up({})
    for state in random_states(setup.start, 1)[::5]:
        for observer in (SPECTATOR, *range(state.seats)):
            view: Any = state.view(observer)
            other: Any = state.alike(observer, Draws(1, "other")).view(observer)
            known = view._known
            assert (view, repr(known)) == (other, repr(other._known))
            if known is not None:
                assert setup.read_position(known.view().position) == known
                listed[observer] += 1
    assert len(+listed) == 1 + setup.start.seats


@each_game
def test_any_names_make_a_picture_that_is_xml(game: Game[State]) -> None:
    """With what XML does not allow, and what could change the direction of a line, as escapes."""
    assert game.draw is not None
    start = game.set_up({}).start
    names = ["\0\x1b[31m", "\x9b\x7f", "\u202e\ufffe", "\ud800<&>", "\"'", "Ben"][: start.seats]
    for about in (None, "\x1b\u202e"):
        drawn = game.draw(start.view(), None, about, names=names)
        ET.fromstring(drawn)
        assert drawn.replace("\n", "").isprintable()


@each_game
def test_a_sentence_has_one_verb_for_its_seat(game: Game[Any]) -> None:
    """So that it can be said to ``you``: only the word after the seat is adapted."""
    for name, template in game.templates.items():
        if "seat {" in template:
            assert not re.search(r"(?:,| and| but| then) [a-z]+s\b", template), name
            pronoun = r"^seat .*\b(?:his|her|its(?! ability| market)|their|them)\b"
            assert not re.search(pronoun, template), name


@pytest.mark.long
@each_game
def test_only_the_verb_of_you_is_adapted(game: Game[Any]) -> None:
    """Where ``you`` is no subject, as in "takes it from you", the next word stays as it is."""
    told = set[str]()
    for seed in range(2):
        for state in random_states(game.set_up({}).start, seed):
            for action in state.legal_actions[::9]:
                told |= {event.as_printed() for event in state.explain(action)}
    adapted = 0
    for text in told:
        for seat in range(6):
            others = with_names(text, ["X"] * 6).split(" ")
            yours = with_names(text, [YOU if it == seat else "X" for it in range(6)]).split(" ")
            for word, (former, now) in enumerate(zip(others, yours, strict=True)):
                if former != now and not re.match("X|yours|you", former + now):
                    assert word == 1 or re.search(r"[,:]$|^(and|as)$", others[word - 2]), text
                    adapted += 1
    assert adapted > 20


@pytest.mark.long
@each_game
def test_plays(game: Game[State]) -> None:
    """Each play is up to 50 states, and each state passes most checks."""
    few = settings(max_examples=settings().max_examples // 8)
    run_state_machine_as_test(testing.machine(game), settings=few)


@pytest.mark.long
@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_contract(check: Callable[[], None]) -> None:
    """Half of the usual examples: each is a state of a play of its own."""
    settings(max_examples=settings().max_examples // 2)(check)()


@pytest.mark.long
@each_game
def test_random_plays_reach_every_phase_and_landmark(game: Game[State]) -> None:
    """Each occurs in 120 plays, from which ``testing.states`` takes its states."""
    assert game.generators is not None
    own = game.generators()
    missing = {**own.PHASES}
    for batch in range(6):
        plays = examples(lambda: st.tuples(own.options(), SEED), f"plays {batch}", 20)
        for options, seed in plays if missing else []:
            for state in random_states(game.set_up(options).start, seed):
                for name in [it for it, holds in missing.items() if holds(state)]:
                    del missing[name]
    assert missing.keys() == set()
