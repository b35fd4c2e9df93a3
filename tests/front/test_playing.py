"""Tests of what a typed line means: beginnings of words, names alone, and legal examples."""

import re
from collections.abc import Generator
from typing import Any

import pytest

from fireflies import festival, misbehavin, smile
from fireflies.bots import first
from fireflies.contract import Action, Turn
from fireflies.errors import InvalidNotation
from fireflies.front.playing import Playing
from fireflies.front.texts import Ambiguous
from fireflies.record import begin
from fireflies.table import Table
from tests.festival.situations import a_turn


def playing(*cards: str) -> Playing:
    """Return a game of Smile after these cards, or one of Misbehavin' after its deal."""
    if not cards:
        table = Table(begin(misbehavin.GAME, {}, ["Ann", "Ben"]), [None] * 2, seed=7)
        table.run()
        return Playing(table)
    options = {"players": 3, "starting_player": 0}
    revealed = Table(begin(smile.GAME, options, ["Ann", "Ben", "Cem"]), [None] * 3, dealer=None)
    for card in cards:
        revealed.play(smile.read_action(f"reveal {card}"))
    return Playing(revealed)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("e", "end"),
        ("p y", "play young-medic"),
        ("pl old fre", "play old-freighter"),
        ("play old-frei", "play old-freighter"),
        ("Rec Fir", "recruit first-officer"),
        ("freighter", "play old-freighter"),
        ("play quiet moon", "play quiet-moon"),
        ("trigger lone-star", "trigger lone-star"),
        ("Card freighter", "play old-freighter"),
    ],
)
def test_beginnings_of_words_are_understood_where_one_action_has_them(
    line: str, action: str
) -> None:
    """So is a card's name; an action in full is what it says, even an illegal one."""
    assert str(playing().understand(line)) == action


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("first officer", "Play or recruit First Officer?"),
        ("card first officer", "Play or recruit First Officer?"),
        (
            "recruit",
            "Which one: 'recruit first-officer', 'recruit steady-pilot' or",
        ),
        ("p", "'play steady-pilot' or 'play young-medic'?"),
    ],
)
def test_what_can_mean_several_actions_is_asked_back(line: str, question: str) -> None:
    with pytest.raises(Ambiguous) as error:
        playing().understand(line)
    assert question in str(error.value)


def test_a_goal_of_which_there_are_two_is_asked_back() -> None:
    """A public and a private one; who names the kind in full is understood."""
    state = a_turn(coins=(8, 5), hands=(["merchant 7 3"], []))
    begun = begin(
        festival.GAME, state.options.to_json(), ["Ann", "Ben"], position=state.view().position
    )
    play = Playing(Table(begun, [None] * 2))
    with pytest.raises(Ambiguous) as error:
        play.understand("goal merchant")
    assert str(error.value) == "Which one: 'private merchant 7 3' or 'public merchant'?"
    assert str(play.understand("private goal merchant")) == "private merchant 7 3"
    for line in ("goal", "goal tower", "island merchant goal x"):
        with pytest.raises(InvalidNotation, match="is not an action"):
            play.understand(line)


def test_many_actions_are_counted_in_the_question() -> None:
    bids = [smile.Bid(slot) for slot in "abcdefg"]
    assert str(Ambiguous("x", bids)).endswith("'bid d', 'bid e' or 2 others?")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("recruit", "'recruit' is not"),
        ("zork", "'zork' is not an action: it begins with bid or back-out now"),
        ("back-out ?", "there is no card on offer '?' (did you mean 'back-out a'?)"),
        ("", "an empty text is not an action now, like 'bid a'"),
        ("bid a b", "nothing may follow 'bid a' (did you mean 'bid a'?)"),
        ("bid 1", "there is no card on offer 1 (did you mean 'bid a'?)"),
    ],
)
def test_the_examples_in_a_message_are_legal_now(line: str, problem: str) -> None:
    """They have the verb that is typed, where there are such; a number has no beginnings."""
    play = playing("-2 yellow", "1 yellow", "1")
    play.play(smile.Bid("a"))
    with pytest.raises(InvalidNotation, match=re.escape(problem)):
        play.understand(line)


def test_for_chance_nothing_is_guessed() -> None:
    """Its examples could tell a secret."""
    table = Table(begin(smile.GAME, {}, ["Ann", "Ben", "Cem"]), [None] * 3, dealer=None)
    with pytest.raises(InvalidNotation, match="'rev' is not a card, like"):
        Playing(table).understand("rev")


def test_a_search_that_fails_is_not_continued() -> None:
    """The next hint asks the bot anew, and tells the same error."""

    class Failing:
        """A bot whose search fails after its first slice."""

        def __call__(self, turn: Turn[Any]) -> Action:
            return first(turn)

        def slices(self, turn: Turn[Any]) -> Generator[float, None, Action]:
            yield 0.5
            raise RuntimeError(str(turn.seat))

    play, bot = playing(), Failing()
    for _ in range(2):
        with pytest.raises(RuntimeError):
            play.hint("failing", bot)
    assert play.hint("first", first).progress is None
