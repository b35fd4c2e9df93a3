"""Helpers of the proofs: make a position with the small box, play on from it, read the results.

The cards of Serenity are ``captain`` and ``s-1`` to ``s-9``; those of the Alliance ``a-0`` to
``a-9``. They are characters of cost 2 and influence 1 without power and abilities; a proof gives
cards the parts that it is about. Each market deck has three cards, like ``core-1``.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypedDict, Unpack

from fireflies.contract import Event
from fireflies.misbehavin import Clause, State, read_action
from fireflies.misbehavin.options import read_options
from tests.evidence import Evidence
from tests.misbehavin.small import SMALL, card

THIRD_CARDS: Final = [card(f"{deck}-3", deck, cost=1) for deck in ("core", "border", "rim")]
"""One card more for each market deck, so that a row can be filled up."""


class Seat(TypedDict, total=False):
    """The possessions of a seat; its cards that are named nowhere are in its draw pile.

    Cards are written as in a position: ``s-1,s-2``; in a tableau ``s-1*+2=1`` (triggered, two power
    tokens, a warrant of seat 1).
    """

    hand: str
    recycle: str
    assets: str
    command: str
    display: str
    credits: int
    """1 unless given."""
    verse: int
    """The tokens held; 1 unless given."""
    marks: int
    activations: int
    """1 for the first seat unless given, 0 for the others; so are recruitments."""
    recruitments: int
    immune: bool


class Given(TypedDict, total=False):
    """Differences from turn 3, which is seat 0's, with nothing going on and an empty queue."""

    turn: str
    """The phase, the seat that decides, and turn, its player, and actions: ``turn 0 3.0.0``."""
    market: str
    """The face-up cards: ``core-1,core-2/border-1,border-2/rim-1,rim-2``."""
    slots: str
    reavers: str
    """Those in play with the tokens of each seat, and those defeated: ``scout:1.0;``."""
    activity: str
    pending: str
    cards: Mapping[str, Mapping[str, object]]
    """The parts of cards and of supply cards that differ from the small box, by name."""
    box: Mapping[str, object]
    """Other entries of the box."""
    options: Mapping[str, object]


def small_box(
    cards: Mapping[str, Mapping[str, object]] | None = None, box: Mapping[str, object] | None = None
) -> dict[str, Any]:
    """Return the small box with some parts of cards, and some entries, changed."""
    small: dict[str, Any] = {**SMALL}
    changed = {**small, "cards": [*small["cards"], *THIRD_CARDS], **(box or {})}
    for key in ("cards", "supply"):
        changed[key] = [{**it, **(cards or {}).get(it["name"], {})} for it in changed[key]]
    return changed


def table(*seats: Seat, **given: Unpack[Given]) -> State:
    """Return a position of at least two seats; a seat that is not given has what is usual."""
    options = read_options(
        {
            "box": small_box(given.get("cards"), given.get("box")),
            "players": max(2, len(seats)),
            **given.get("options", {}),
        }
    )
    all_seats = (*seats, *[Seat() for _ in range(options.players - len(seats))])
    line = (
        given.get("turn", "turn 0 3.0.0"),
        given.get("market", "core-1,core-2/border-1,border-2/rim-1,rim-2"),
        given.get("slots", "misbehave,palaver,crazy-ivan,full-burn"),
        given.get("reavers", ";"),
        given.get("activity", "-"),
        given.get("pending", "-").replace(" ", ":"),
        "/".join(
            _player(seat, number, options.box.decks[options.factions[number]], seats)
            for number, seat in enumerate(all_seats)
        ),
    )
    return State.parse(" ".join(line), options=options)


def _player(seat: Seat, number: int, faction: Sequence[str], seats: Sequence[Seat]) -> str:
    zones = [seat.get("hand", ""), seat.get("recycle", "")]
    zones += [seat.get("assets", ""), seat.get("command", ""), seat.get("display", "")]
    placed = {card.split("=")[0].split("+")[0].rstrip("*") for it in seats for card in _all(it)}
    deck = [card for card in faction if card not in placed]
    figures = (
        seat.get("credits", 1),
        seat.get("verse", 1),
        seat.get("marks", 0),
        seat.get("activations", int(number == 0)),
        seat.get("recruitments", int(number == 0)),
    )
    immune = "!" if seat.get("immune") else ""
    hand, *others = zones
    return ";".join((".".join(map(str, figures)) + immune, hand, ",".join(deck), *others))


def _all(seat: Seat) -> list[str]:
    """Return the cards that are named for a seat."""
    zones = (seat.get(key, "") for key in ("hand", "recycle", "assets", "command", "display"))
    return [card for zone in zones for card in str(zone).split(",")]


def after(state: State, *actions: str) -> State:
    """Return the state after these actions."""
    for action in actions:
        state = state.apply(read_action(action))
    return state


def events_of(state: State, *actions: str) -> list[Event]:
    """Return the events of these actions, in order."""
    events: list[Event] = []
    for action in actions:
        events += state.explain(read_action(action))
        state = after(state, action)
    return events


def legal(state: State, verb: str = "") -> list[str]:
    """Return the texts of the legal actions, or of those with this verb."""
    texts = map(str, state.legal_actions)
    return [text for text in texts if not verb or text.split()[0] == verb]


def queue(state: State) -> list[str]:
    """Return the steps that are queued, as on the wire."""
    return [str(step) for step in state.pending]


def prove_choice(
    evidence: Evidence, clause: Clause, state: State, accepted: str, refused: str
) -> None:
    """Prove the clause by the texts of a legal action and of one that it forbids."""
    evidence.choice(clause, state, read_action(accepted), read_action(refused))
