"""Whatever is tried in any phase: a refusal names the phase, the clause, and what is possible."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

import pytest

from fireflies import festival, misbehavin, smile
from fireflies.contract import SPECTATOR, YOU, Reader, State
from fireflies.errors import InvalidNotation
from fireflies.festival.rules import pieces as festival_pieces
from fireflies.festival.text import notation as festival_notation
from fireflies.front.texts import explain, read_typed
from fireflies.games import Game
from fireflies.misbehavin.box.boxfile import workshop_box
from fireflies.misbehavin.rules import pieces as misbehavin_pieces
from fireflies.misbehavin.text import notation as misbehavin_notation
from fireflies.smile.text import notation as smile_notation
from fireflies.testing.sampling import random_states
from tests import kuhn
from tests.festival import plays
from tests.misbehavin import positions

_MOST: Final = 5
"""So many verbs are in a refusal by name."""
_LONGEST: Final = 220
"""The remark before the clause is shorter."""
_STATES: Final = 2
"""So many states of each phase are tried."""
WORKSHOP: Final = workshop_box().to_json()
_GAMES: Final[Mapping[str, tuple[Game[Any], Reader[Any]]]] = {
    "smile": (smile.GAME, smile_notation.READER),
    "festival": (festival.GAME, festival_notation.READER),
    "misbehavin": (misbehavin.GAME, misbehavin_notation.READER),
    "kuhn": (kuhn.GAME, kuhn.READER),
}
_PHASES: Final = {
    "smile": ("reveal", "bid", "over"),
    "festival": get_args(festival_pieces.Phase),
    "misbehavin": get_args(misbehavin_pieces.Phase),
    "kuhn": ("chance", "seat", "over"),
}
_CARD_VERBS: Final = (
    "reveal draw play trigger turn fight deal recruit add warrant retrigger reaver target take"
    " clear retain discard choose"
)
_NOTHING: Final = {
    "smile": {"bid z": "", "back-out z": ""},
    "festival": {
        "tile small 9 coins-9": "tile small 9 coins-9",
        "deal hubs 9 9": "private goal hubs 9 9",
        "power lifting": "power lifting",
        "keep lifting": "power lifting",
        "first 5": "seat 5",
        "bridge XY1": "lane XY1",
        "to B 5": "seat 5",
        "private hubs 9 9": "private goal hubs 9 9",
        **{f"{verb} Z": "island Z" for verb in ("pagoda", "festival", "recruit", "walk")},
        **{f"{verb} Z 1": "island Z" for verb in ("cross", "to")},
    },
    "misbehavin": {
        **{f"{verb} nobody": "card Nobody" for verb in _CARD_VERBS.split()},
        "use nobody 1": "card Nobody",
        "set nobody any": "card Nobody",
        "tax 3": "seat 3",
        "steal 3": "seat 3",
        "choose 3": "seat 3",
        "verse lottery": "action of the 'verse card lottery",
    },
    "kuhn": {},
}
"""Actions with what no game of three seats has; and how it is called, wherever it is tried."""


def _phase(state: Any) -> str:
    kuhn_phase = {None: "over", "chance": "chance"}.get(state.actor, "seat")
    return getattr(state, "phase", kuhn_phase)


def _states(name: str) -> Iterator[State]:
    """Yield the states of random plays, which reach every phase of the game."""
    match name:
        case "festival":
            yield from plays.states(2, 1, powers=True, goals="chance")
        case "misbehavin":
            yield from positions.states(3, 2)
            yield from positions.states(3, 3)
            drafted = {"players": 2, "turns": 25, "supply": "draft", "box": WORKSHOP}
            yield from positions.states_with(drafted, 3)
        case _:
            yield from random_states(_GAMES[name][0].set_up({}).start, 1)


def _tried(name: str) -> tuple[list[State], list[str]]:
    """Return some states of each phase, and for each verb an action and one with no such object."""
    found: dict[str, list[State]] = {}
    texts: dict[str, str] = {}
    for state in _states(name):
        found.setdefault(_phase(state), []).append(state)
        texts.update({action.verb: str(action) for action in state.legal_actions})
    assert {*found} == {*_PHASES[name]}
    kinds = _GAMES[name][1].parts
    texts.update({kind.verb: kind.verb for kind in kinds if not kind.__match_args__})
    assert {kind.verb for kind in kinds} == {*texts, *[it.split(" ")[0] for it in _NOTHING[name]]}
    some = [it for states in found.values() for it in states[:: len(states) // _STATES + 1]]
    return some, [*texts.values(), *_NOTHING[name]]


@pytest.mark.parametrize("name", _GAMES)
def test_a_refusal_names_the_phase_the_clause_and_what_can_be_done(name: str) -> None:
    """For every verb in every phase, with a plausible object and with one that does not exist.

    And for what is no action of the game at all.

    The phase is told as on the table, and the reader is called ``you``.
    """
    game, _ = _GAMES[name]
    states, texts = _tried(name)
    refused = dict[str, set[str]]()
    for state in states:
        names = [YOU if seat == state.actor else f"Ann{seat}" for seat in range(state.seats)]
        verbs = [*dict.fromkeys([action.verb for action in state.legal_actions])]
        view = state.view(state.actor if isinstance(state.actor, int) else SPECTATOR)
        headline = view.to_text(1000, names).splitlines()[0]
        phase = headline.removesuffix(" (as a spectator sees it)")
        for text in (*texts, ""):
            violation = state.check(game.read_action(text) if text else object())
            if violation is None:
                continue
            told, clause = explain(game, violation, names), violation.clause
            assert f"{clause}: {clause.rule.title}" in told
            assert told.startswith(str(clause)) or told[0].isupper()
            assert told.isprintable()
            assert len(told.removesuffix(f" ({clause}: {clause.rule.title}).")) < _LONGEST
            assert not re.search(r"\b[Yy]ou \w+s\b|seat -|\.\.|yours can\b", told), told
            if state.actor is None:
                assert told.startswith("The game is over (")
                continue
            absent = _NOTHING[name].get(text)
            assert not absent or f"here is no {absent}" in told, told
            if text.split(" ")[0] in verbs:
                continue
            refused.setdefault(_phase(state), set()).add(text.split(" ")[0])
            if game.decision is not None:
                assert phase in told
            if violation.view.legal_actions is None:
                assert game.decision or "Chance decides" in told
                continue
            who = "You" if isinstance(state.actor, int) else "Chance"
            (possible,) = re.findall(rf"{who} can choose (.*?) \(", told)
            others = len(verbs) - _MOST
            more = [f"{others} other{'s' * (others > 1)}"] if others > 0 else []
            assert re.split(", | or ", possible) == verbs[:_MOST] + more
    assert {*refused} == {*_PHASES[name]} - {"over"}


@pytest.mark.parametrize("name", _GAMES)
def test_what_is_no_action_names_what_is_missing(name: str) -> None:
    """The verbs for an unknown one, and for each verb the object that it lacks."""
    game, reader = _GAMES[name]
    for text in ("jump", "", "\x1b[31m", "x" * 500):
        with pytest.raises(InvalidNotation) as caught:
            game.read_action(text)
        told = str(caught.value)
        assert "there is no verb" in told
        assert told.isprintable()
        assert all(re.search(rf"[ ,]{kind.verb}\b", told) for kind in reader.parts)
    for kind in reader.parts:
        has_object = bool(kind.__match_args__)
        problem = "there is no |is not a (card|tile|goal)" if has_object else "nothing may follow"
        with pytest.raises(InvalidNotation, match=problem):
            game.read_action(f"{kind.verb} Nothing at all")
        if has_object:
            with pytest.raises(InvalidNotation, match=f"the .* is missing after '{kind.verb}'"):
                game.read_action(kind.verb)


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("smile", "bid  a", "between words stands one space"),
        ("smile", "bid a b", "nothing may follow 'bid a'"),
        ("smile", "bid A", "there is no card on offer A"),
        ("festival", "bridge AB9", "there is no lane AB9"),
        ("festival", "cross B 0", "there is no number of workers 0"),
        ("festival", "cross B", "the number of workers is missing after 'cross B'"),
        ("festival", "crow", "the choice is missing after 'crow': coins or workers"),
        ("festival", "crow coin", "there is no choice coin (did you mean coins?)"),
        ("festival", "public dogs", "there is no kind of public goals dogs"),
        ("misbehavin", "use shiny 7", "there is no ability 7"),
        ("misbehavin", "verse a\x07", r"there is no action of the 'verse card 'a\x07'"),
    ],
)
def test_the_word_that_is_wrong_is_named(name: str, text: str, told: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        _GAMES[name][0].read_action(text)
    assert str(caught.value) == f"{text!r} is not an action: {told}"


def test_a_similar_action_or_name_is_proposed() -> None:
    """In a line that is no action one that is legal, but for what is secret."""
    state = plays.phases(2, 1)["turn"]
    lane = next(it for it in map(str, state.legal_actions) if it.startswith("bridge"))
    with pytest.raises(InvalidNotation, match=rf"\(did you mean '{lane}'"):
        read_typed(festival.GAME, state, f"{lane[:-1]}9")
    with pytest.raises(InvalidNotation, match=r" now \(did you mean crow\?\)$"):
        read_typed(festival.GAME, state, "take the Crow")  # the verb of actions illegal now
    for former in ("J", "Q", "K"):
        dealing = kuhn.State().apply(kuhn.Deal(former))
        with pytest.raises(InvalidNotation) as caught:
            read_typed(kuhn.GAME, dealing, "deal L")
        assert str(caught.value) == "'deal L' is not an action: there is no card L"
    turn = positions.phases(2, 1)["turn"]
    violation = turn.check(misbehavin.read_action("play old-frigater"))
    assert violation is not None
    remark = "There is no card Old Frigater (did you mean Old Freighter?)"
    assert explain(misbehavin.GAME, violation, []).startswith(remark)
