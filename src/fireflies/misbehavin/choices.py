"""The effects of which their user chooses a card or a seat, and the cost of which it does.

A choice has candidates; without any it is passed over, with one it is still asked. To add such an
effect, add its name to the card language, a clause, two functions here, and a line to the table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from fireflies.misbehavin.abilities import free_cards, untriggered
from fireflies.misbehavin.actions import Choose, Skip
from fireflies.misbehavin.cards import BLACK, MARKET_DECKS
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.effect_events import (
    BlackGiven,
    CardDiscarded,
    CardDispatchedBy,
    CardGained,
    CardNabbedBy,
    CardSet,
    CardTakenBy,
    CardTurned,
    ChoiceSkipped,
    CreditsStolen,
    DiscardForced,
    MarketCycled,
)
from fireflies.misbehavin.offer import from_offer, on_offer
from fireflies.misbehavin.pieces import InPlay, Pending, Work
from fireflies.misbehavin.position import (
    AnyPosition,
    Position,
    Table,
    in_play,
    owner_of,
    with_card,
    without,
)
from fireflies.misbehavin.verbs import many, one
from fireflies.misbehavin.verse import do_chosen_step, step_candidates
from fireflies.misbehavin.zones import (
    discard,
    earn,
    get_black,
    in_supply,
    leave,
    put,
    to_hand,
    to_recycle,
    turn_sideways,
)

_T = TypeVar("_T", str, int)

# Seats to choose


def with_credits(table: AnyPosition, step: Pending) -> list[int]:
    """Other seats with credits."""
    return [it for it in _others(table, step.seat) if table.players[it].credits]


def steal_credits(table: Table, step: Pending, other: int) -> None:
    """As many as there are, up to the number."""
    stolen = min(step.number, table.players[other].credits)
    table.tell(CreditsStolen, step.seat, stolen, step.card, other)
    earn(table, other, -stolen)
    earn(table, step.seat, stolen)


def open_to_black(table: AnyPosition, step: Pending) -> list[int]:
    """Other seats, while there is a The Black in the supply."""
    return _others(table, step.seat) if in_supply(table, BLACK) else []


def give_black(table: Table, step: Pending, other: int) -> None:
    """The seat puts them on its recycle pile, while there are any."""
    table.tell(BlackGiven, step.seat, step.number, step.card, other)
    get_black(table, other, step.number)


def with_untriggered(table: AnyPosition, step: Pending) -> list[int]:
    """Other seats with an untriggered card."""
    return [it for it in _others(table, step.seat) if untriggered(table, it)]


def force_discard(table: Table, step: Pending, other: int) -> None:
    """The other seat chooses a card to discard."""
    table.tell(DiscardForced, step.seat, step.card, other)
    table.push(Pending(other, "discard", card=step.card))


def _others(table: AnyPosition, seat: int) -> list[int]:
    return [it for it in range(len(table.players)) if it != seat]


# Cards to choose


def face_up(table: AnyPosition, _step: Pending) -> list[str]:
    """The face-up market cards."""
    return [card for row in table.market for card in row]


def cycle(table: Table, step: Pending, card: str) -> None:
    """The card goes back into its deck, of which chance turns up another."""
    table.tell(MarketCycled, step.seat, step.card, card)
    rows, decks = list(table.market), list(table.market_decks)
    place = next(place for place, row in enumerate(rows) if card in row)
    rows[place] = without(rows[place], card)
    decks[place] = with_card(decks[place], card)
    table.market, table.market_decks = tuple(rows), tuple(decks)
    table.push(Pending(step.seat, "reveal", deck=MARKET_DECKS[place]))


def set_elsewhere(table: AnyPosition, step: Pending) -> list[str]:
    """Set cards in other tableaux."""
    return [it.card for it in _tableaux(table, step.seat) if not it.triggered]


def turn(table: Table, step: Pending, card: str) -> None:
    """The card is triggered without effect."""
    owner = owner_of(table, card)
    table.tell(CardTurned, step.seat, step.card, card, owner)
    turn_sideways(table, owner, card)


def triggered_own(table: AnyPosition, step: Pending) -> list[str]:
    """Other own cards that are triggered and bear no warrant."""
    return [
        it.card
        for it in table.players[step.seat].tableau
        if it.triggered and it.warrant is None and it.card != step.card
    ]


def reset(table: Table, step: Pending, card: str) -> None:
    """The card is set."""
    table.tell(CardSet, step.seat, step.card, card)
    put(table, step.seat, in_play(table, card)._replace(triggered=False))


def discardable(table: AnyPosition, step: Pending) -> list[str]:
    """The hand, and the free cards of the tableau, other than this one."""
    free = [card for card in free_cards(table, step.seat) if card != step.card]
    return [*dict.fromkeys(table.players[step.seat].hand), *free]


def discard_chosen(table: Table, step: Pending, card: str) -> None:
    """The card goes to the recycle pile."""
    table.tell(CardDiscarded, step.seat, step.card, card)
    discard(table, step.seat, card)


def cheap_elsewhere(table: AnyPosition, step: Pending) -> list[str]:
    """Cards in other tableaux of cost up to the number."""
    cards = table.options.box.card
    return [it.card for it in _tableaux(table, step.seat) if cards[it.card].cost <= step.number]


def dispatch(table: Table, step: Pending, card: str) -> None:
    """The card goes to its owner's recycle pile."""
    owner = owner_of(table, card)
    table.tell(CardDispatchedBy, step.seat, step.card, card, owner)
    leave(table, owner, card)
    to_recycle(table, owner, card)


def nab(table: Table, step: Pending, card: str) -> None:
    """The card goes into the hand."""
    owner = owner_of(table, card)
    table.tell(CardNabbedBy, step.seat, step.card, card, owner)
    leave(table, owner, card)
    to_hand(table, step.seat, card)


def cheap_on_offer(table: AnyPosition, step: Pending) -> list[str]:
    """Cards on offer of cost up to the number."""
    cards = table.options.box.card
    return [card for card in on_offer(table) if cards[card].cost <= step.number]


def gain(table: Table, step: Pending, card: str) -> None:
    """The card goes to the recycle pile."""
    table.tell(CardGained, step.seat, step.card, card)
    from_offer(table, card)
    to_recycle(table, step.seat, card)


def take(table: Table, step: Pending, card: str) -> None:
    """The card goes into the hand."""
    table.tell(CardTakenBy, step.seat, step.card, card)
    from_offer(table, card)
    to_hand(table, step.seat, card)


def _tableaux(table: AnyPosition, seat: int) -> list[InPlay]:
    """Return the cards in the tableaux of the other seats."""
    return [it for other in _others(table, seat) for it in table.players[other].tableau]


# The table


@dataclass(frozen=True, slots=True)
class Choice(Generic[_T]):
    """A choice of a card or a seat."""

    clause: Clause
    candidates: Callable[[AnyPosition, Pending], Sequence[_T]]
    """Return what may be chosen, in any order; a card or a seat comes once."""
    does: Callable[[Table, Pending, _T], None]
    """Do what follows for what was chosen."""

    def choose(self, table: Table, step: Pending, chosen: object) -> None:
        """Do what follows for this candidate."""
        self.does(table, step, next(it for it in self.candidates(table, step) if it == chosen))


CHOICES: Final[Mapping[Work, Choice[str] | Choice[int]]] = {
    "steal": Choice(Clause.EFFECT_STEAL, with_credits, steal_credits),
    "black-one": Choice(Clause.EFFECT_BLACK_ONE, open_to_black, give_black),
    "cycle": Choice(Clause.EFFECT_CYCLE, face_up, cycle),
    "turn": Choice(Clause.EFFECT_TURN, set_elsewhere, turn),
    "reset": Choice(Clause.EFFECT_RESET, triggered_own, reset),
    "discard": Choice(Clause.EFFECT_DISCARD, discardable, discard_chosen),
    "discard-one": Choice(Clause.EFFECT_DISCARD_ONE, with_untriggered, force_discard),
    "dispatch": Choice(Clause.EFFECT_DISPATCH, cheap_elsewhere, dispatch),
    "nab": Choice(Clause.EFFECT_NAB, cheap_elsewhere, nab),
    "gain": Choice(Clause.EFFECT_GAIN, cheap_on_offer, gain),
    "take": Choice(Clause.EFFECT_TAKE, cheap_on_offer, take),
    "step": Choice(Clause.VERSE_STEPS, step_candidates, do_chosen_step),
}
"""The effects with a choice, of which ``discard`` is a cost as well; the steps of a 'verse card."""


# The decision


def choice(position: Position) -> Choice[str] | Choice[int]:
    """Return the choice that waits."""
    return CHOICES[position.pending[0].work]


def _candidates(position: Position) -> Sequence[str] | Sequence[int]:
    return choice(position).candidates(position, position.pending[0])


def legal_choices(position: Position) -> list[Choose]:
    """Return the candidates, sorted."""
    return sorted([Choose(it) for it in _candidates(position)], key=str)


def judge_choice(position: Position, action: Choose) -> Clause | None:
    """It is a candidate."""
    return None if action.chosen in _candidates(position) else choice(position).clause


def choose(table: Table, action: Choose) -> None:
    """What the effect does to the card or the seat that was chosen."""
    step = table.pending.pop(0)
    CHOICES[step.work].choose(table, step, action.chosen)


def judge_skip(position: Position) -> Clause | None:
    """The effect says that it may be left out."""
    return None if position.pending[0].may else choice(position).clause


def skip_choice(table: Table) -> None:
    """Nothing is chosen."""
    step = table.pending.pop(0)
    table.tell(ChoiceSkipped, step.seat, step.card, step.words)


VERBS: Final = (
    many(Choose, ("choose",), legal_choices, judge_choice, choose),
    one(Skip(), ("choose",), skip_choice, judge_skip),
)
"""The actions of the chapter."""
