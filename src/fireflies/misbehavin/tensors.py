"""Misbehavin' as numbers: the numbers of its actions, and views as tensors.

With ``n`` players, ``r`` Reavers, ``s`` supply sets that may be in play, ``m`` market cards, ``c``
cards (those of the factions that play, of the market, and the sets) and ``q`` places in the queue,
an observation is these features in this order. Seats count from seat 0, not from the observer;
cards are in the order of their names.

================ ========= =========================================================================
``seat``         ``n``     1 for the observer; all 0 for a spectator and for the referee
``actor``        ``n + 1`` 1 for the seat that decides next, or for chance, which comes last; all 0
                           when the game is over
``phase``        ``20``    1 for the phase, in the order of :data:`PHASES`
``decides``      ``n``     1 for the seat that decides or for which chance acts
``turn``         ``1``     turns from 1; 0 in the setup
``turn_player``  ``n``     1 for the seat whose turn it is
``moves``        ``1``     the actions of this turn
``acquired``     ``1``     1 when a token was acquired in it
``market``       ``m``     1 for each face-up card; market cards in no feature are in their decks
``slots``        ``4, 8``  1 for the set in each slot
``supply``       ``s``     how many of each set are left
``credits``      ``n``     the credits of each seat
``verse``        ``n``     the tokens that each seat holds
``marks``        ``n``     the tokens that mark its progress
``immune``       ``n``     1 for each seat that can't be attacked
``activations``  ``n``     the activations that each seat has left
``recruitments`` ``n``     the recruitments that each seat has left
``hidden``       ``n``     1 for each seat whose hand is hidden
``hands``        ``n``     how many cards each seat has in hand
``hand``         ``n, c``  how many of each card are in hand; 0 where hidden
``unseen``       ``n, c``  how many of each card are in hand and draw pile together
``recycle``      ``n, c``  how many of each card are in the recycle pile
``display``      ``n, c``  how many of each card are in the display
``tableau``      ``n, c``  1 for each card in the tableau
``triggered``    ``c``     1 for each card that is triggered
``power``        ``c``     the power that tokens add to a card
``warrants``     ``c, n``  1 for the seat whose warrant lies on a card
``reavers``      ``r, n``  the tokens of each seat on each Reaver
``defeated``     ``r``     1 for each Reaver that is defeated
``activity``     ``3``     1 for a fight, a deal, or a recruitment, until its displays are cleared
``whose``        ``n``     1 for the seat that began it
``intent``       ``2``     1 for a fight to nab, or to dispatch
``target``       ``c``     1 for the card that is attacked
``defender``     ``n``     1 for its owner
``batch``        ``n``     1 for the seat whose batch of cards it is in the fight
``flags``        ``4``     1 for the attacker's first batch, for a seat that has acted in its batch,
                           for a fight that has ended, for a deal that is canceled
``bonus``        ``2``     strength of attacker and defender, or influence, that effects add
``stage``        ``3``     1 for a deal or recruitment that is open, closed, or done
``counts``       ``3``     credits committed to a deal; influence spent and cards taken by a
                           recruitment
``queue``        ``q, 6``  each step: 1 + its seat, 1 + the number of its card (Reavers come last),
                           1 + that of its kind in ``STEP_NAMES``, its number, 1 when it may be
                           skipped, 1 + the number of its market deck; 0 for what is not there
================ ========= =========================================================================
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, get_args

from fireflies import contract
from fireflies.contract import CHANCE, Hidden
from fireflies.misbehavin.actions import (
    Acquire,
    Add,
    CardAction,
    Choose,
    ChooseSet,
    Credit,
    Discard,
    Dispatch,
    Do,
    Done,
    Draw,
    Drop,
    End,
    LiftWarrant,
    Nab,
    Pass,
    Play,
    Reaver,
    Recruit,
    Replay,
    Retain,
    Retrigger,
    Retry,
    Reveal,
    Salvage,
    Skip,
    Steal,
    Take,
    TakeReward,
    Target,
    Tax,
    Trigger,
    TurnCard,
    Use,
    Warrant,
)
from fireflies.misbehavin.actions import Deal as OpenDeal
from fireflies.misbehavin.actions import Fight as PickFight
from fireflies.misbehavin.bounds import bounds
from fireflies.misbehavin.cards import (
    BLACK,
    CHOSEN_SETS,
    COPIES,
    FITTING,
    MARKET_DECKS,
    SETS,
    SLOTS,
    Card,
)
from fireflies.misbehavin.options import Options
from fireflies.misbehavin.pieces import (
    MOST_POWER_TOKENS,
    STEP_NAMES,
    TOKENS,
    Deal,
    Fight,
    Intent,
    Pending,
    Phase,
    Recruitment,
    Stage,
)
from fireflies.misbehavin.view import View
from fireflies.tensors import Feature, counts, multi_hot

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
"""All phases, in the order of their numbers."""
QUEUE: Final = 28
"""The places in the queue, besides those for the raids of Reavers."""

_STAGES: Final[tuple[Stage, ...]] = get_args(Stage)
_INTENTS: Final[tuple[Intent, ...]] = get_args(Intent)
_MOST_OF_ACTION: Final = 256
"""An upper bound of the credits, activations or influence from one action."""
_PARTS: Final = 6


class Tensors:
    """A game of Misbehavin' with these options, as numbers."""

    actions: tuple[contract.Action, ...]
    """All actions that seats may ever take, by verb in the order of the legal list."""
    chance_actions: tuple[contract.Action, ...]
    """Each market card that may be revealed, and each card that may be drawn."""
    redacted_actions: tuple[contract.Action, ...]
    """A card that is drawn unseen."""
    observation: tuple[Feature, ...]
    """The features of the table above."""

    def __init__(self, options: Options) -> None:
        box = options.box
        self._options = options
        self._seats = range(options.players)
        chosen = CHOSEN_SETS if options.slots is None else options.slots
        self._sets = [name for name in SETS if name in {*SETS[:2], *chosen}]
        self._market = sorted(card for deck in MARKET_DECKS for card in box.decks[deck])
        factions = [card for faction in options.factions for card in box.decks[faction]]
        self._cards = sorted([*factions, *self._market, *self._sets])
        self._reavers = [it.name for it in options.reavers]
        self._card_numbers = {name: place for place, name in enumerate(self._cards, 1)}
        self._card_numbers |= {it: 1 + len(self._cards) + n for n, it in enumerate(self._reavers)}
        self._queue = QUEUE + sum(len(it.raid) for it in options.reavers)
        self.actions = tuple(chain.from_iterable(self._actions()))
        self.chance_actions = (*map(Reveal, self._market), *map(Draw, self._cards))
        self.redacted_actions = (Hidden(Draw),)
        self.observation = self._features()

    def _actions(self) -> Iterator[Sequence[contract.Action]]:
        """Yield the actions of each verb."""
        cards = [self._options.box.card[name] for name in self._cards]
        own = [it for it in cards if not it.is_supply]
        shown = [it for it in cards if it.name != BLACK]
        characters = [it for it in own if it.kind == "character"]
        triggered = [it for it in own if it.triggers]
        payers = (*self._seats, None)
        if self._options.slots is None:
            yield [ChooseSet(name, slot) for slot in SLOTS for name in FITTING[slot]]
        yield _each(Play, own)
        yield _each(Trigger, triggered)
        yield _each(TurnCard, [it for it in own if it.is_location])
        yield _each(PickFight, [it for it in cards if "FIGHT" in it.attributes])
        yield _each(OpenDeal, [it for it in cards if "DEAL" in it.attributes])
        yield _each(Recruit, [it for it in cards if it.influence != 0])
        yield [Acquire()]
        yield _each(Add, shown)
        yield [Credit()]
        for card in cards:
            yield [Use(card.name, it.number) for it in card.abilities if it.type != "trigger"]
        yield [Replay(number) for number in range(1, 5)]
        yield _each(Warrant, characters)
        yield [Tax(seat) for seat in payers]
        yield [Steal(seat) for seat in payers]
        yield _each(Retrigger, triggered)
        yield [Reaver(name) for name in self._reavers]
        yield [Nab(), Dispatch()]
        yield _each(Target, own)
        yield [TakeReward("credit"), TakeReward("draw"), TakeReward("verse")]
        yield [Take(name) for name in (*self._market, *self._sets) if name != BLACK]
        yield _each(LiftWarrant, characters)
        yield _each(Retain, own)
        yield [Retry(), Salvage(), Drop()]
        yield _each(Discard, own)
        yield [Choose(seat) for seat in self._seats]
        yield [Choose(name) for name in self._cards]
        yield [Do(), Skip(), Pass(), Done(), End()]

    def _features(self) -> tuple[Feature, ...]:
        players, cards, reavers = len(self._seats), len(self._cards), len(self._reavers)
        actions = bounds(self._options).actions or 0
        most = actions * _MOST_OF_ACTION
        copies = max(COPIES.values())
        highest = max((it.strength for it in self._options.reavers), default=0)
        step = max(cards + reavers, len(STEP_NAMES))  # no number of a step is higher
        return (
            Feature("seat", (players,), 0, 1),
            Feature("actor", (players + 1,), 0, 1),
            Feature("phase", (len(PHASES),), 0, 1),
            Feature("decides", (players,), 0, 1),
            Feature("turn", (1,), 0, self._options.turns),
            Feature("turn_player", (players,), 0, 1),
            Feature("moves", (1,), 0, actions),
            Feature("acquired", (1,), 0, 1),
            Feature("market", (len(self._market),), 0, 1),
            Feature("slots", (len(SLOTS), len(CHOSEN_SETS)), 0, 1),
            Feature("supply", (len(self._sets),), 0, copies),
            Feature("credits", (players,), 0, most),
            Feature("verse", (players,), 0, TOKENS),
            Feature("marks", (players,), 0, TOKENS),
            Feature("immune", (players,), 0, 1),
            Feature("activations", (players,), 0, most),
            Feature("recruitments", (players,), 0, most),
            Feature("hidden", (players,), 0, 1),
            Feature("hands", (players,), 0, cards * copies),
            Feature("hand", (players, cards), 0, copies),
            Feature("unseen", (players, cards), 0, copies),
            Feature("recycle", (players, cards), 0, copies),
            Feature("display", (players, cards), 0, copies),
            Feature("tableau", (players, cards), 0, 1),
            Feature("triggered", (cards,), 0, 1),
            Feature("power", (cards,), 0, MOST_POWER_TOKENS),
            Feature("warrants", (cards, players), 0, 1),
            Feature("reavers", (reavers, players), 0, highest),
            Feature("defeated", (reavers,), 0, 1),
            Feature("activity", (3,), 0, 1),
            Feature("whose", (players,), 0, 1),
            Feature("intent", (len(_INTENTS),), 0, 1),
            Feature("target", (cards,), 0, 1),
            Feature("defender", (players,), 0, 1),
            Feature("batch", (players,), 0, 1),
            Feature("flags", (4,), 0, 1),
            Feature("bonus", (2,), 0, most),
            Feature("stage", (len(_STAGES),), 0, 1),
            Feature("counts", (3,), 0, most),
            Feature("queue", (self._queue, _PARTS), 0, step),
        )

    def observe(self, seen: View, /) -> tuple[int, ...]:
        """Return a view as numbers."""
        seats, players, cards = self._seats, seen.players, self._cards
        in_play = {it.card: it for player in players for it in player.tableau}
        power = {it.card: it.tokens for player in players for it in player.display}
        power |= {name: it.tokens for name, it in in_play.items()}
        piles = (
            [it.hand or () for it in players],
            [it.unseen for it in players],
            [it.recycle for it in players],
            [[card.card for card in it.display] for it in players],
            [[card.card for card in it.tableau] for it in players],
        )
        tokens = {it.card: it.tokens for it in seen.reavers}
        return (
            *multi_hot([seen.observer], seats),
            *multi_hot([seen.actor], (*seats, CHANCE)),
            *multi_hot([seen.phase], PHASES),
            *multi_hot([seen.seat], seats),
            seen.turn,
            *multi_hot([seen.turn_player], seats),
            seen.moves,
            int(seen.acquired),
            *multi_hot([*chain(*seen.market)], self._market),
            *chain(*[multi_hot([slot], CHOSEN_SETS) for slot in seen.slots]),
            *[count for name, count in zip(SETS, seen.supply, strict=True) if name in self._sets],
            *[it.credits for it in players],
            *[it.verse for it in players],
            *[it.marks for it in players],
            *[int(it.immune) for it in players],
            *[it.activations for it in players],
            *[it.recruitments for it in players],
            *[int(it.hand is None) for it in players],
            *[it.hand_size for it in players],
            *[count for pile in piles for it in pile for count in counts(it, cards)],
            *multi_hot([name for name, it in in_play.items() if it.triggered], cards),
            *[power.get(name, 0) for name in cards],
            *[
                mark
                for name in cards
                for mark in multi_hot([in_play[name].warrant] if name in in_play else (), seats)
            ],
            *chain(*[tokens.get(name, (0,) * len(seats)) for name in self._reavers]),
            *multi_hot(seen.defeated, self._reavers),
            *self._activity(seen),
            *self._steps(seen.pending),
        )

    def _activity(self, seen: View) -> list[int]:
        """Return the features of the current fight, deal or recruitment."""
        activity = seen.activity
        fight = activity if isinstance(activity, Fight) else None
        deal = activity if isinstance(activity, Deal) else None
        recruitment = activity if isinstance(activity, Recruitment) else None
        assembled = deal or recruitment
        flags = [fight.opening, fight.acted, fight.ended] if fight else [False] * 3
        bonus = fight.bonus if fight else (assembled.bonus if assembled else 0, 0)
        return [
            *(int(it is not None) for it in (fight, deal, recruitment)),
            *multi_hot([activity.seat] if activity else (), self._seats),
            *multi_hot([fight.intent] if fight else (), _INTENTS),
            *multi_hot([fight.target] if fight else (), self._cards),
            *multi_hot([fight.defender] if fight else (), self._seats),
            *multi_hot([fight.batch] if fight else (), self._seats),
            *map(int, flags),
            int(deal is not None and deal.canceled),
            *bonus,
            *multi_hot([assembled.stage] if assembled else (), _STAGES),
            deal.credits if deal else 0,
            recruitment.spent if recruitment else 0,
            recruitment.taken if recruitment else 0,
        ]

    def _steps(self, pending: Sequence[Pending]) -> list[int]:
        """Return the steps of the queue, and zeros for the places that are free."""
        steps = [
            number
            for it in pending
            for number in (
                1 + it.seat,
                self._card_numbers.get(it.card, 0),
                1 + STEP_NAMES.index(it.name),
                it.number,
                int(it.may),
                1 + MARKET_DECKS.index(it.deck) if it.deck in MARKET_DECKS else 0,
            )
        ]
        return steps + [0] * (_PARTS * self._queue - len(steps))


def _each(kind: type[CardAction], cards: Sequence[Card]) -> list[contract.Action]:
    """Return an action of this class for each card."""
    return [kind(card.name) for card in cards]
