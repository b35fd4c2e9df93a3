"""Actions and events: their texts, their plain data, what is hidden, and the reader of actions."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from string import Formatter
from typing import Final, NamedTuple, cast

import pytest

from fireflies import contract, games
from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR, Action, Event, Hidden, Outcome, Part, Reader, State
from fireflies.errors import InvalidNotation
from fireflies.games import Game
from tests import kuhn
from tests.campaign import generator
from tests.typing.door import Clause

GAMES: Final = [*(games.get(name) for name in games.names()), cast("Game[State]", kuhn.GAME)]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


class Card(NamedTuple):
    """A value with a text of its own."""

    rank: int
    suit: str

    @override
    def __str__(self) -> str:
        return f"{self.rank} {self.suit}"


class Place(NamedTuple):
    """A value without a text of its own."""

    name: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Lay(Action, verb="lay"):
    """Lay a card."""

    card: Card


@dataclass(frozen=True, slots=True)
class Swap(Action, verb="swap"):
    """Exchange two things."""

    first: int
    second: str


@dataclass(frozen=True, slots=True)
class Stop(Action, verb="stop"):
    """Do nothing more."""


def read_card(text: str) -> Card:
    rank, _, suit = text.partition(" ")
    if not rank.isdigit():
        raise InvalidNotation(text, "a card")
    return Card(int(rank), suit)


@pytest.fixture(name="reader")
def make_reader() -> Reader[Lay | Swap | Stop]:
    """Return a new reader: one made on import would have been made before each mutant."""
    return Reader[Lay | Swap | Stop](
        "an action",
        (Lay, Swap, Stop),
        {
            "card": Part(read=read_card),
            "first": Part("(0|1)|2", int),
            "second": Part("[a-z](-[a-z])?"),
        },
        hidden=(Lay, Swap),
    )


ACTIONS: Final[dict[str, Lay | Swap | Stop]] = {
    "lay 3 red": Lay(Card(3, "red")),
    "swap 2 a": Swap(2, "a"),
    "swap 0 a-b": Swap(0, "a-b"),
    "stop": Stop(),
}


@pytest.mark.parametrize("text", ACTIONS)
def test_the_text_of_an_action_is_its_verb_and_its_fields(
    text: str, reader: Reader[Lay | Swap | Stop]
) -> None:
    assert str(ACTIONS[text]) == text
    assert reader.read(text) == reader.read_redacted(text) == ACTIONS[text]


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "stop ", " stop", "Stop", "stop\n", "stop 1", "halt", "swap", "swap 3 a"),
        *("swap 2  a", "swap 2", "swap 2 a-", "swap 2 a b", "swapp 2 a", "swap ? ?", "lay\n3"),
    ],
)
def test_any_other_text_is_refused_in_the_words_of_the_reader(
    text: str, reader: Reader[Lay | Swap | Stop]
) -> None:
    with pytest.raises(InvalidNotation) as caught:
        reader.read(text)
    assert caught.value.text == text
    assert re.match("an action(: |; there is no verb )", caught.value.expected)


def test_the_reader_of_a_field_may_refuse_it_in_its_own_words(
    reader: Reader[Lay | Swap | Stop],
) -> None:
    """Also a text of more than one line."""
    for read in (reader.read, reader.read_redacted):
        for text in ("red", "red\n3"):
            with pytest.raises(InvalidNotation) as caught:
                read(f"lay {text}")
            assert (caught.value.text, caught.value.expected) == (text, "a card")


def test_a_hidden_action_has_a_question_mark_for_each_field(
    reader: Reader[Lay | Swap | Stop],
) -> None:
    assert [str(Hidden(kind)) for kind in (Lay, Swap)] == ["lay ?", "swap ? ?"]
    assert repr(Hidden(Lay)) == "Hidden(Lay)"
    assert reader.read_redacted("swap ? ?") == Hidden(Swap) != Hidden(Lay)
    for text in ("lay ?", "stop ?"):
        with pytest.raises(InvalidNotation):
            reader.read(text)
    with pytest.raises(InvalidNotation):
        reader.read_redacted("stop ?")


def test_a_reader_says_what_it_reads(reader: Reader[Lay | Swap | Stop]) -> None:
    """The schemas are made of it."""
    assert [*reader.parts] == [Lay, Swap, Stop]
    assert reader.parts[Swap][0].pattern == "(0|1)|2"
    assert reader.hidden == (Lay, Swap)


def test_actions_as_plain_data() -> None:
    assert Lay(Card(3, "red")).to_json() == {"verb": "lay", "card": "3 red"}
    assert Swap(2, "a").to_json() == {"verb": "swap", "first": 2, "second": "a"}
    assert Stop().to_json() == {"verb": "stop"}
    assert Hidden(Swap).to_json() == {"verb": "swap", "first": None, "second": None}


@dataclass(frozen=True, slots=True)
class Told(
    Event,
    clause=Clause.ASK_FIRST,
    text="seat {seat} has {count:coin} ({count}), {card:a card}, {goal:one}, {cards} {{{whose}}}.",
    secret="card goal",
):
    """A seat has all that a template can tell."""

    seat: int
    count: int
    card: Card | None
    goal: str | None
    cards: tuple[Card, ...]

    @property
    def whose(self) -> str:
        return f"of {self.seat}"


TOLD: Final = Told(1, 2, Card(3, "red"), "4", (Card(1, "x"), Card(2, "y"), Card(3, "z")))


def test_the_template_of_an_event_is_filled() -> None:
    """Numbers are counted, tuples listed."""
    rest = "3 red, 4, 1 x, 2 y and 3 z {of 1}."
    assert str(TOLD) == f"seat 1 has 2 coins (2), {rest}"
    assert str(Told(0, 1, None, None, ())) == "seat 0 has 1 coin (1), a card, one,  {of 0}."


@pytest.mark.parametrize("observer", [0, 2, SPECTATOR])
def test_the_secrets_of_an_event_are_hidden_from_others(observer: contract.Observer) -> None:
    assert TOLD.seen_by(observer) == Told(1, 2, None, None, TOLD.cards)
    assert TOLD.seen_by(1) is TOLD.seen_by(None) is TOLD


def test_an_event_without_secrets_needs_no_seat() -> None:
    folded = kuhn.Folded(1)
    assert folded.seen_by(0) is folded


@dataclass(frozen=True, slots=True)
class Over(Event, clause=Clause.ASK_FIRST, text="it is over"):
    """An event with values of all kinds."""

    places: tuple[Place, ...]
    outcome: Outcome
    share: object
    late: object


def test_events_as_plain_data() -> None:
    over = Over(
        (Place("a", (Card(3, "red"),)),), Outcome((1, 2), (1,), Clause.ASK_FIRST), 1.5, late=True
    )
    assert over.to_json() == {
        "event": "Over",
        "clause": "made-up.ask-first",
        "places": [{"name": "a", "cards": ["3 red"]}],
        "outcome": {"scores": [1, 2], "winners": [1]},
        "share": "1.5",
        "late": True,
    }
    assert TOLD.seen_by(0).to_json()["card"] is None


def test_a_class_keeps_what_its_definition_says() -> None:
    """Also with slots, for which its class is made twice."""

    @dataclass(frozen=True, slots=True)
    class Show(Action, verb="show"):
        card: str

    @dataclass(frozen=True, slots=True)
    class Shown(
        Event, clause=Clause.ASK_FIRST, text="{seat}: {card:one}{rest}", secret="card rest"
    ):
        seat: int
        card: str | None
        rest: str | None

    assert str(Show("red")) == "show red"
    assert str(Shown(0, "red", "!").seen_by(0)) == "0: red!"
    assert Shown(0, "red", "!").seen_by(1) == Shown(0, None, None)
    assert Shown(0, "red", "!").to_json()["clause"] == "made-up.ask-first"


def test_what_has_no_text_says_what_is_missing() -> None:
    @dataclass(frozen=True, slots=True)
    class Silent(Action):
        times: int

    @dataclass(frozen=True, slots=True)
    class Secret(Event, clause=Clause.ASK_FIRST):
        seat: int

    with pytest.raises(NotImplementedError, match="neither a verb nor"):
        str(Silent(1))
    with pytest.raises(NotImplementedError, match="neither a text nor"):
        str(Secret(1))


# The games


def sights(
    game: Game[State], observer: contract.Observer
) -> Iterator[contract.Sight[contract.View]]:
    """Yield each step of a random play as an observer sees it."""
    seed = generator(f"actions {game.name} {observer}").getrandbits(64)
    draws, state = Draws(seed, "plays"), game.set_up({}).start
    while state.actor is not None:
        step = state.step(draws.choose(state.legal_actions))
        yield step.seen_by(observer)
        state = step.after


@pytest.mark.long
@each_game
def test_a_play_is_plain_data_whose_names_the_game_lists(game: Game[State]) -> None:
    """The events are those of ``events``; ``read_action`` reads what ``str`` writes."""
    read = game.read_redacted or game.read_action
    for observer in (None, 0, SPECTATOR):
        for action, events in [(it.action, it.events) for it in sights(game, observer)]:
            assert action is not None
            assert read(str(action)) == action
            json.dumps(action.to_json())
            for event in events:
                assert type(event) in game.events
                json.dumps(event.to_json())


@each_game
def test_each_name_in_a_template_is_a_field_or_a_property(game: Game[State]) -> None:
    assert len(game.templates) == len(game.events) > 3
    for event in game.events:
        template = game.templates[event.__name__]
        assert template
        for _, name, _, conversion in Formatter().parse(template):
            is_property = isinstance(getattr(event, name or "", None), property)
            assert name in {None, *event.__match_args__} or is_property
            assert conversion is None
        assert {*event.secret} <= {*event.__match_args__}
        assert event.clause in game.clauses
