"""Misbehavin' as numbers: the numbers of its actions, and the features of a view.

Seats count from seat 0, not from the observer; cards are those of the factions that play, of the
market, and the supply sets, in the order of their names.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Final, TypeAlias, TypeVar, get_args

from fireflies.contract import Hidden
from fireflies.misbehavin.box import limits
from fireflies.misbehavin.box.cards import (
    CHOSEN_SETS,
    COPIES,
    DEEDS,
    MARKET_DECKS,
    SETS,
    SLOTS,
    WIN_STEPS,
)
from fireflies.misbehavin.box.effect_reading import MOVES
from fireflies.misbehavin.box.options import Options
from fireflies.misbehavin.play.action_numbers import Things, numbered_actions, things_of
from fireflies.misbehavin.rules.actions import Draw, Reveal
from fireflies.misbehavin.rules.bounds import bounds
from fireflies.misbehavin.rules.pieces import (
    MOST_IMMUNE,
    MOST_POWER_TOKENS,
    NO_ENTRY,
    STEP_NAMES,
    TOKENS,
    Activity,
    Deal,
    Displayed,
    Fight,
    InPlay,
    Intent,
    Marks,
    Pending,
    Phase,
    Recruitment,
    Stage,
    Walk,
)
from fireflies.misbehavin.rules.seen import SeenPlayer
from fireflies.misbehavin.rules.view import View
from fireflies.tensors import Each, Part, Seats, Tensors, who

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
"""All phases, in the order of their numbers."""
QUEUE: Final = 28
"""The places in the queue, besides those for the raids of Reavers."""

_STAGES: Final[tuple[Stage, ...]] = get_args(Stage)
_INTENTS: Final[tuple[Intent, ...]] = get_args(Intent)
_COPIES: Final = max(COPIES.values())
_MOST_OF_ACTION: Final = 270
"""An upper bound of the credits, activations or influence from one action.

The end of a turn with raids of 10 Reavers brings it: 3 effects of each, up to 9 by each of them.
"""
_VIEW: Final = Each[View, View](lambda view: [view])
_A = TypeVar("_A", bound=Activity)


def of(options: Options) -> Tensors[View]:
    """Return a game with these options as numbers.

    Actions of seats are by verb in the order of the legal list; those of chance are each market
    card that may be revealed, and each card that may be drawn. A card drawn unseen is redacted.
    """
    things = things_of(options)
    return Tensors(
        [*_table(things), *_players(things), *_cards(things), *_activity(things), *_queue(things)],
        actions=numbered_actions(things),
        chance_actions=(*map(Reveal, things.market), *map(Draw, things.cards)),
        redacted_actions=[Hidden(Draw)],
    )


def _table(things: Things) -> list[Part[View]]:
    """Return the features of turn, market and supply."""
    seats, options, slots = _seats(things), things.options, range(len(SLOTS))
    cards = things.once
    return [
        *who(len(seats)),
        _VIEW("phase", "1 for the phase, in the order of PHASES").flags(
            [PHASES], lambda v: [v.phase]
        ),
        _VIEW("decides", "1 for the seat that decides or for which chance acts").flags(
            [seats], lambda v: [v.seat]
        ),
        _VIEW("turn", "turns from 1; 0 in the setup").number(
            lambda v: v.turn, options.turns, typical=100
        ),
        _VIEW("turn_player", "1 for the seat whose turn it is").flags(
            [seats], lambda v: [v.turn_player]
        ),
        _VIEW("moves", "the actions of this turn").number(
            lambda v: v.moves, bounds(options).actions or 0, typical=25
        ),
        _VIEW("acquired", "1 when a token was acquired in it").flag(lambda v: v.acquired),
        _VIEW("once", "by card, 1 for each ability used in it that is once a turn").flags(
            [cards, limits.ABILITIES[1:]], lambda v: [_ability(it) for it in v.once]
        ),
        _VIEW("did", "1 for each thing that the turn's player did in it").flags(
            [DEEDS], lambda v: v.did
        ),
        _VIEW(
            "market", "1 for each face-up card; market cards in no feature are in their decks"
        ).flags([things.market], lambda v: chain.from_iterable(v.market)),
        _VIEW("slots", "by slot, 1 for its set").flags(
            [slots, CHOSEN_SETS], lambda v: enumerate(v.slots)
        ),
        _VIEW("supply", "how many of each set are left").numbers(
            [things.sets], lambda v: zip(SETS, v.supply, strict=True), _COPIES
        ),
    ]


def _seats(things: Things) -> Seats:
    """Return the seats as an axis."""
    return Seats(len(things.seats))


def _ability(text: str) -> tuple[str, int]:
    """Return the card and the number of an ability."""
    card, _, number = text.partition(" ")
    return card, int(number)


def _players(things: Things) -> list[Part[View]]:
    """Return the features of what each player has."""
    cards, most = things.cards, _most(things)
    seats = _seats(things)
    player = Each[View, SeenPlayer](lambda view: view.players, seats)
    area = Each[View, _Area](lambda view: [it.in_play for it in view.players], seats, kept=True)
    marks = Each[View, Marks](lambda view: [it.marks for it in view.players], seats, kept=True)
    return [
        player("credits", "the credits of each seat").number(
            lambda it: it.credits, most, typical=25
        ),
        player("verse", "the tokens that each seat holds").number(lambda it: it.verse, TOKENS),
        marks("marks", "the tokens that mark its progress, by step of the episode").numbers(
            [WIN_STEPS], lambda it: zip(WIN_STEPS, it, strict=True), TOKENS
        ),
        player("immune", "for how many ends of its turns a seat can't be attacked").number(
            lambda it: it.immune, MOST_IMMUNE
        ),
        player("activations", "the activations that each seat has left").number(
            lambda it: it.activations, most, typical=3
        ),
        player("recruitments", "the recruitments that each seat has left").number(
            lambda it: it.recruitments, most, typical=2
        ),
        player("hidden", "1 for each seat whose hand is hidden").flag(lambda it: it.hand is None),
        player("hands", "how many cards each seat has in hand").number(
            lambda it: it.hand_size, len(cards) * _COPIES, typical=8
        ),
        player("hand", "by seat, how many of each card are in hand; 0 where hidden").counts(
            [cards], lambda it: it.hand or (), _COPIES
        ),
        player(
            "unseen", "by seat, how many of each card are in hand and draw pile together"
        ).counts([cards], lambda it: it.unseen, _COPIES),
        player("recycle", "by seat, how many of each card are in the recycle pile").counts(
            [cards], lambda it: it.recycle, _COPIES
        ),
        area("display", "by seat, how many of each card are in the display").counts(
            [cards], lambda it: [shown.card for shown in _display(it)], _COPIES
        ),
        area(
            "special", "by seat, how many supply cards of the display were used for each ability"
        ).counts(
            [things.sets, limits.ABILITIES[1:]],
            lambda it: [(shown.card, shown.used) for shown in _display(it)],
            _COPIES,
        ),
        area("tableau", "by seat, 1 for each card in the tableau").flags(
            [cards], lambda it: [card.card for card in _tableau(it)]
        ),
    ]


def _most(things: Things) -> int:
    """Return an upper bound of credits, activations and influence."""
    return (bounds(things.options).actions or 0) * _MOST_OF_ACTION


def _cards(things: Things) -> list[Part[View]]:
    """Return the features of cards in play."""
    cards, reavers, seats = things.cards, things.reavers, _seats(things)
    areas = Each[View, _Area](
        lambda view: [(*chain.from_iterable([it.in_play for it in view.players]),)], kept=True
    )
    strength = max((it.strength for it in things.options.reavers), default=0)
    return [
        areas("triggered", "1 for each card that is triggered").flags(
            [cards], lambda it: [card.card for card in _tableau(it) if card.triggered]
        ),
        areas("power", "the power that tokens add to a card").numbers(
            [cards], lambda it: [(card.card, card.tokens) for card in it], MOST_POWER_TOKENS
        ),
        areas("used", "by card, the number of its last ability that was used in this turn").numbers(
            [[name for name in cards if name not in SETS]],
            lambda it: [(card.card, card.used) for card in it],
            limits.ABILITIES[-1],
        ),
        areas("warrants", "by card, 1 for the seat whose warrant lies on it").flags(
            [cards, seats], lambda it: [(card.card, card.warrant) for card in _tableau(it)]
        ),
        _VIEW("reavers", "the tokens of each seat on each Reaver").numbers(
            [reavers, seats],
            lambda v: [
                ((it.card, seat), tokens)
                for it in v.reavers
                for seat, tokens in enumerate(it.tokens)
            ],
            strength,
        ),
        _VIEW("defeated", "1 for each Reaver that is defeated").flags(
            [reavers], lambda v: v.defeated
        ),
    ]


_Area: TypeAlias = Sequence[InPlay | Displayed]
"""The cards in tableau and display, of a seat or of all."""


def _tableau(area: _Area) -> list[InPlay]:
    return [it for it in area if isinstance(it, InPlay)]


def _display(area: _Area) -> list[Displayed]:
    return [it for it in area if isinstance(it, Displayed)]


def _activity(things: Things) -> list[Part[View]]:
    """Return the features of the current fight, deal or recruitment."""
    seats, most = _seats(things), _most(things)
    some = Each[View, Activity](lambda view: [view.activity] if view.activity else [])
    fight, deal, recruitment = _current(Fight), _current(Deal), _current(Recruitment)
    return [
        some(
            "activity", "1 for a fight, a deal, or a recruitment, until its displays are cleared"
        ).flags([["Fight", "Deal", "Recruitment"]], lambda it: [type(it).__name__]),
        some("whose", "1 for the seat that began it").flags([seats], lambda it: [it.seat]),
        fight("intent", "1 for a fight to nab, or to dispatch").flags(
            [_INTENTS], lambda it: [it.intent]
        ),
        fight("target", "1 for the card that is attacked").flags(
            [things.cards], lambda it: [it.target]
        ),
        fight("defender", "1 for its owner").flags([seats], lambda it: [it.defender]),
        fight("batch", "1 for the seat whose batch of cards it is in the fight").flags(
            [seats], lambda it: [it.batch]
        ),
        fight("opening", "1 in the attacker's first batch").flag(lambda it: it.opening),
        fight("acted", "1 when the seat has acted in its batch").flag(lambda it: it.acted),
        fight("ended", "1 for a fight that has ended").flag(lambda it: it.ended),
        deal("canceled", "1 for a deal that is canceled").flag(lambda it: it.canceled),
        some("bonus", "strength of attacker and defender, or influence, that effects add").numbers(
            [range(2)],
            lambda it: enumerate(it.bonus if isinstance(it, Fight) else [it.bonus]),
            most,
            typical=5,
        ),
        some("stage", "1 for a deal or recruitment that is open, closed, or done").flags(
            [_STAGES], lambda it: [] if isinstance(it, Fight) else [it.stage]
        ),
        deal("committed", "the credits committed to a deal").number(
            lambda it: it.credits, most, typical=5
        ),
        recruitment("spent", "the influence spent by a recruitment").number(
            lambda it: it.spent, most, typical=5
        ),
        recruitment("taken", "the cards taken by a recruitment").number(
            lambda it: it.taken, most, typical=5
        ),
    ]


def _current(kind: type[_A]) -> Each[View, _A]:
    """Return features of an activity of this kind; they are 0 while there is none."""
    return Each(lambda view: [view.activity] if isinstance(view.activity, kind) else [])


def _queue(things: Things) -> list[Part[View]]:
    """Return the features of the steps that follow; each has a number for each place."""
    known = (*things.cards, *things.reavers, *things.actions)
    cards, steps, decks = map(_from_1, (known, STEP_NAMES, MARKET_DECKS))
    moves = _from_1([*MOVES])
    places = QUEUE + sum(len(it.raid) for it in things.options.reavers)
    step = Each[View, Pending](lambda view: view.pending, places)
    return [
        step("queue_seat", "by step of the queue, 1 + its seat").seat(
            lambda it: it.seat, len(things.seats)
        ),
        step(
            "queue_card", "by step, 1 + the number of its card, then Reavers, then actions; or 0"
        ).category(lambda it: cards.get(it.card, 0), len(known)),
        step("queue_kind", "by step, 1 + the number of its kind in STEP_NAMES").category(
            lambda it: steps[it.name], len(steps)
        ),
        step("queue_number", "by step, its number").number(
            lambda it: it.number, max(len(known), len(steps)), typical=5
        ),
        step("queue_left", "by step done by hand, 1 for each of its entries that is left").flags(
            [range(1, things.entries + 1)], _left
        ),
        step("queue_move", "by step that moves a card, 1 + the number of its places").category(
            lambda it: moves.get(it.detail, 0), len(moves)
        ),
        step("queue_may", "1 for each step that may be skipped").flag(lambda it: it.may),
        step("queue_walk", "by step, which abilities it offers, as a number of Walk").category(
            lambda it: it.walk, max(Walk)
        ),
        step("queue_deck", "by step, 1 + the number of its market deck; 0 without one").category(
            lambda it: decks.get(it.deck, 0), len(decks)
        ),
    ]


def _left(step: Pending) -> list[int]:
    """Return the numbers of the entries of a step ``by-hand`` that are left."""
    return [int(it) for it in step.detail if it != NO_ENTRY] if step.name == "by-hand" else []


def _from_1(names: Sequence[str]) -> dict[str, int]:
    """Return the numbers of these names, from 1."""
    return {name: number for number, name in enumerate(names, 1)}
