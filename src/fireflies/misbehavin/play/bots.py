"""Bots for Misbehavin'. Like every bot they get what their seat sees.

:func:`greedy` gives each legal action a worth, for the power in play and for the cards that will
bring more of it, and takes the best. It works on a random position that looks the same to its
seat, but its choice depends only on its own hand and on what everybody sees.
"""

from collections.abc import Mapping
from typing import Final

from fireflies import contract
from fireflies._typing import cached
from fireflies.chance import Draws
from fireflies.contract import Turn
from fireflies.misbehavin.box.cards import (
    BLACK,
    Ability,
    BonusName,
    Card,
    Effect,
    EffectName,
    Move,
    Source,
)
from fireflies.misbehavin.box.contents import Box
from fireflies.misbehavin.box.effect_reading import MOVES
from fireflies.misbehavin.rules import actions
from fireflies.misbehavin.rules.abilities import counts
from fireflies.misbehavin.rules.actions import Action
from fireflies.misbehavin.rules.by_hand import entries
from fireflies.misbehavin.rules.fight import attack, defense
from fireflies.misbehavin.rules.offer import activity_of, reachable, total
from fireflies.misbehavin.rules.pieces import Deal, Fight, Pending, Recruitment
from fireflies.misbehavin.rules.position import find_card, find_owner, owner_of, standing_power
from fireflies.misbehavin.rules.state import State
from fireflies.misbehavin.rules.tableau import next_abilities

POWER: Final = 3.0
"""The worth of a point of power on a card that is not in play yet."""
IN_PLAY: Final = 10.0
"""The worth of a point of power on a card in the own tableau."""
INFLUENCE: Final = 1.0
"""The worth of a point of influence."""
SLOT: Final = 1.0
"""A card needs more power than this to be worth the last free slot of its area."""
THREAT: Final = 100.0
"""The worth that is added for a card whose loss keeps its owner from winning at its next turn."""
MARGIN: Final = 1
"""The lead over the defense that an attack should have."""
KEPT: Final = 2
"""The least power of a card that is worth a token to retain it."""
NEVER: Final = -1000.0
"""The worth of an action that is left to others."""
CREDIT: Final = 0.4
"""The worth of a credit that an ability costs."""
HELD: Final = 0.5
"""The worth of a point of passive influence or strength."""
HELPS: Final[tuple[BonusName, ...]] = ("influence", "strength")
"""The passive values that add to the worth of a card."""
TURNED: Final = 1.0
"""The cost of triggering a tableau card: one card fewer is drawn."""

EFFECT_WORTH: Final[Mapping[EffectName, float]] = {
    "draw": 1.5,
    "credits": 0.5,
    "lose": -0.4,
    "verse": 0.5,
    "activation": 6.0,
    "recruitment": 2.0,
    "token": IN_PLAY,
    "influence": 0.7,
    "strength": 0.7,
    "evade": 1.0,
    "cancel": 2.0,
    "black": -1.0,
    "black-all": 1.0,
    "shed": 0.7,
    "immune": 0.7,
    "steal": 0.7,
    "black-one": 0.7,
    "cycle": 0.1,
    "turn": 0.5,
    "reset": 0.5,
    "discard": -0.8,
    "discard-one": 0.8,
    "token-other": IN_PLAY,
    "warrant": 0.7,
    "lift": 1.0,
    "retrigger": 1.5,
    "discard-target": 1.0,
    "dispatch": 6.0,
    "nab": 8.0,
    "gain": 3.0,
    "take": 4.0,
}
"""The worth of an effect to its user; of a counted effect, the worth of each one."""

MOVED: Final[Mapping[Source, float]] = {"hand": 1.5, "tableau": 1.5, "recycle": 0.5}
"""The worth of a card that is moved to a place by hand."""

_LIMITED_BY_COST: Final = ("dispatch", "nab", "gain", "take")
"""The effects whose number is no count, but the highest allowed cost of a card."""


def greedy(turn: Turn[State]) -> contract.Action:
    """Return the legal action of the highest worth; of several, the first one."""
    legal = turn.legal_actions
    if len(legal) == 1:
        return legal[0]
    return max(legal, key=Valuer(turn.sample(Draws(0, "greedy")), turn.seat).worth)


def best(state: State) -> Action:
    """Return the legal action of the deciding seat that :func:`greedy` would choose."""
    legal = state.legal_actions
    return legal[0] if len(legal) == 1 else max(legal, key=Valuer(state, state.seat).worth)


def ranked(state: State) -> list[Action]:
    """Return the legal actions of the deciding seat, those of the highest worth first."""
    legal = state.legal_actions
    if len(legal) == 1:
        return [*legal]
    return sorted(legal, key=Valuer(state, state.seat).worth, reverse=True)


def _effect(effect: Effect) -> float:
    worth = EFFECT_WORTH[effect.name]
    return worth if effect.name in _LIMITED_BY_COST else worth * (effect.n or 1)


def _move(move: Move) -> float:
    """Return what a move by hand is worth; a card that is given up costs that much."""
    left = MOVED[move.source] if move.source in {"hand", "tableau"} else 0.0
    return MOVED[move.aim] - left


def _entry(entry: Effect | Move) -> float:
    return _move(entry) if isinstance(entry, Move) else _effect(entry)


def _ability(ability: Ability) -> float:
    """Return what its effects are worth, less its costs."""
    paid = CREDIT * ability.pay - EFFECT_WORTH["discard"] * ability.discards
    paid += EFFECT_WORTH["verse"] * ability.spend + TURNED * ability.triggers
    by_hand = sum(max(0.0, _entry(it)) for it in ability.may)
    return sum(map(_effect, ability.effects)) + by_hand - paid


def _standing(card: Card) -> int:
    """Return the power that a card adds in a tableau while it is set."""
    return card.standing + card.bonus("power")


def _value(card: Card, power: float) -> float:
    """Return what a card is worth in a deck, if a point of its power has this worth."""
    worth = INFLUENCE * (card.influence if isinstance(card.influence, int) else 2)
    worth += power * _standing(card) + HELD * sum(card.bonus(it) for it in HELPS)
    worth += sum(max(0.0, _ability(it)) for it in card.abilities) / 4
    return worth - sum(-_effect(it) for it in card.required) / 2


@cached(8)
def _values(box: Box) -> Mapping[str, tuple[float, float]]:
    """Return two values of each card: while the seat still needs its power, and otherwise."""
    return {name: (_value(card, POWER), _value(card, 1.0)) for name, card in box.card.items()}


class Valuer:
    """The worth of actions and cards to a seat in a position."""

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat
        self._own = state.players[seat]
        self._cards = state.options.box.card
        self._values = _values(state.options.box)
        self._missing = state.options.needed[seat] - standing_power(state, seat)
        """The power that is still missing."""

    def worth(self, action: contract.Action) -> float:
        """Return the worth of an action; 0 for doing nothing."""
        match action:
            case actions.Play(card):
                return self._play(self._cards[card])
            case actions.Recruit(card) | actions.Add(card):
                return self._worth_on_display(card)
            case actions.Fight(card):
                return self._pick_fight(card)
            case actions.Deal(card):
                return self._open_deal(card)
            case actions.Take(card):
                return 1.0 + self.value(card)
            case actions.Use(card, number):
                return self._use(self._cards[card], self._cards[card].abilities[number - 1])
            case actions.Trigger(card):
                abilities = self._cards[card].triggers
                return sum(max(0.0, _ability(it)) for it in abilities) - TURNED
            case _:
                return self._worth_in_activity(action)

    def _worth_in_activity(self, action: contract.Action) -> float:
        """Return the worth of a target, a choice or a credit; else that of ``_simple_worth``."""
        match action:
            case actions.Target(card):
                return self._target(card)
            case actions.Choose(chosen):
                return self._choose(chosen)
            case actions.Credit():
                return 0.5 if self._best_in_reach(1) > self._best_in_reach(0) else -1.0
            case _:
                return self._simple_worth(action)

    def _simple_worth(self, action: contract.Action) -> float:
        """Return the worth of an action that needs little calculation."""
        match action:
            case actions.TakeReward(reward):
                return {"draw": 2.0, "verse": 1.0, "credit": 0.5}[reward]
            case actions.Acquire():
                return 0.3 if self._own.hand else -1.0
            case actions.Retain(card):
                keeps = self._state.turn_player != self._seat or self._own.activations
                return 1.0 if keeps and _standing(self._cards[card]) >= KEPT else -1.0
            case actions.Discard(card):
                return self._tidy(self._cards[card])
            case actions.Nab() | actions.Salvage() | actions.LiftWarrant():
                return 1.0
            case (
                actions.Retry()
                | actions.Replay()
                | actions.Warrant()
                | actions.Tax()
                | actions.Steal()
                | actions.Retrigger()
            ):
                return -1.0
            case actions.Reaver():
                return -1.0
            case _:
                return self._tableau_worth(action)

    def _tableau_worth(self, action: contract.Action) -> float:
        """Return the worth of an ability in order, of turning a card, and of The Black."""
        match action:
            case actions.Do():
                return self._do()
            case actions.DoEntry(number):
                step = self._state.pending[0]
                return _entry(entries(self._state, step)[number - 1])
            case actions.SpendVerse(name):
                return self._spend(name)
            case actions.TurnCard(card):
                returns = self._cards[card].is_location and BLACK in self._own.hand
                return 0.5 if returns else -1.0
            case actions.ReturnBlack():
                return 0.5
            case actions.Done() if self._state.phase == "take":
                return 0.0 if self._has_taken() else NEVER
            case _:
                return 0.0

    # Cards

    def value(self, name: str) -> float:
        """Return what a card is worth in the own deck."""
        needed, other = self._values[name]
        return needed if _standing(self._cards[name]) <= self._missing else other

    def _play(self, card: Card) -> float:
        """Return the worth of playing a card into its area of the tableau."""
        side = self._state.options.boards[self._seat]
        is_asset = card.kind == "asset"
        room = (side.assets if is_asset else side.command) - len(
            self._own.assets if is_asset else self._own.command
        )
        power = _standing(card)
        worth = IN_PLAY * power
        if power < self._missing and room <= 1:
            worth -= IN_PLAY * SLOT
        return worth if power else -1.0

    def _tidy(self, card: Card) -> float:
        """Return the worth of discarding a tableau card to make room for a better one."""
        side, own = self._state.options.boards[self._seat], self._own
        is_asset = card.kind == "asset"
        area, slots = (own.assets, side.assets) if is_asset else (own.command, side.command)
        if len(area) < slots:
            return -1.0
        kinds = ("asset",) if is_asset else ("character", "item")
        owned = [self._cards[it] for it in (*own.hand, *own.deck, *own.recycle)]
        powers = [_standing(it) for it in owned if it.kind in kinds]
        lowest = min(_standing(self._cards[it.card]) for it in area)
        better = [it for it in powers if lowest < it <= self._missing + lowest]
        return 1.0 if better and _standing(card) == lowest else -1.0

    # Deals and recruitments

    def _worth_on_display(self, name: str) -> float:
        """Return the worth of putting a card into the display."""
        activity = self._state.activity
        card = self._cards[name]
        if name not in self._own.hand:
            return -1.0  # it would leave the tableau
        if isinstance(activity, Fight):
            return self._join(activity, card)
        adds = counts(self._own, card.influence)
        if isinstance(activity, Deal):
            helps = self._best_in_reach(adds) > self._best_in_reach(0)
            return 1.0 + adds if helps else -1.0
        if isinstance(activity, Recruitment):
            return 1.0 + adds
        keeps = bool(self._own.activations) and self._play(card) > 0
        return 2.0 + adds / 10 if self._can_buy() and not keeps else -1.0

    def _can_buy(self) -> bool:
        """Return whether all hand cards together have the influence for a card of the market."""
        most = sum(counts(self._own, self._cards[it].influence) for it in self._own.hand)
        return any(self._cards[it].cost <= most for it in self._market_cards())

    def _market_cards(self) -> list[str]:
        return [card for row in self._state.market for card in row]

    def _best_in_reach(self, more: int) -> float:
        """Return the value of the best card that the activity takes with ``more`` influence."""
        state, activity = self._state, activity_of(self._state)
        strength = total(state, activity) + more
        found = [self.value(it) for it in self._market_cards() if self._cards[it].cost <= strength]
        found += [self.value(it) for it in reachable(state, activity)]
        return max(found, default=0.0)

    def _has_taken(self) -> bool:
        activity = self._state.activity
        return isinstance(activity, Recruitment) and activity.taken > 0

    def _open_deal(self, name: str) -> float:
        """Return the worth of a deal that is opened with this card."""
        if name in self._own.hand and self._can_buy():
            return 3.0  # before a recruitment takes the cards
        return -1.0

    # Fights

    def _strength(self) -> int:
        """Return the power of all cards in the own hand that can fight."""
        hand = [self._cards[it] for it in self._own.hand]
        return sum(counts(self._own, it.power) for it in hand if "FIGHT" in it.attributes)

    def _prize(self, name: str, owner: int) -> float:
        """Return the worth of removing a card of another seat from play."""
        needed = self._state.options.needed[owner]
        power, standing = _standing(self._cards[name]), standing_power(self._state, owner)
        threat = THREAT if standing >= needed > standing - power else 0.0
        return threat + POWER * power + standing / needed

    def _prizes(self) -> list[tuple[float, int]]:
        """Return the prize and the cost of each card that can be attacked."""
        return [
            (self._prize(it.card, seat), self._cards[it.card].cost)
            for seat, player in enumerate(self._state.players)
            if seat != self._seat and not player.immune
            for it in player.tableau
        ]

    def _pick_fight(self, name: str) -> float:
        if name not in self._own.hand:
            return -1.0
        strength = self._strength()
        won = [prize for prize, cost in self._prizes() if cost + MARGIN <= strength]
        return max(won, default=-1.0)

    def _target(self, name: str) -> float:
        owner = owner_of(self._state, name)
        powers = [counts(self._own, self._cards[it.card].power) for it in self._own.display]
        shown = sum(powers) + sum(it.tokens for it in self._own.display)
        wins = self._cards[name].cost + MARGIN <= shown + self._strength()
        return self._prize(name, owner) if wins else -self._cards[name].cost

    def _join(self, fight: Fight, card: Card) -> float:
        """Return the worth of adding a card to a fight; -1 when that is useless.

        It is useless when the fight is won already, when the hand has too little power to win it,
        or when the card has no power.
        """
        attacking, defending = attack(self._state, fight), defense(self._state, fight)
        if self._seat == fight.seat:
            wins, can = attacking >= defending + MARGIN, attacking + self._strength() >= defending
        else:
            wins, can = defending > attacking, defending + self._strength() > attacking
        power = counts(self._own, card.power)
        return 1.0 + power if can and not wins and power else -1.0

    # Abilities and choices

    def _use(self, card: Card, ability: Ability) -> float:
        turned = TURNED if ability.turns and find_card(self._own, card.name) else 0.0
        fight = self._state.activity
        if isinstance(fight, Fight) and any(it.name == "evade" for it in ability.effects):
            return 1.0 if self._seat != fight.seat and self._is_losing(fight) else -1.0
        gone = EFFECT_WORTH["discard"] if ability.type == "hand" else 0.0
        return _ability(ability) - turned + gone

    def _spend(self, name: str) -> float:
        """Return the worth of an action of the own 'verse card with a price."""
        priced = self._state.options.verse[self._seat].priced
        action = next(it for it in priced if it.name == name)
        return sum(map(_effect, action.effects)) - EFFECT_WORTH["verse"] * action.price

    def _do(self) -> float:
        """Return the worth of the next ability of a turned card; a ⚡ ability is always used."""
        step = self._state.pending[0]
        ability = next_abilities(self._state, step)[0]
        return 0.5 if ability.type == "trigger" else _ability(ability)

    def _is_losing(self, fight: Fight) -> bool:
        return attack(self._state, fight) >= defense(self._state, fight)

    def _choose(self, chosen: str | int) -> float:
        """Return the worth of a candidate for the step that waits. To skip is worth 0."""
        step = self._state.pending[0]
        if isinstance(chosen, int):
            power = standing_power(self._state, chosen)
            return 1.0 + power + self._state.players[chosen].credits / 10
        if step.name in {"gain", "take"}:
            return 1.0 + self.value(chosen)
        if step.name == "trigger":
            return -float(len(self._cards[chosen].abilities))
        if step.name == "move":
            lost = MOVES[step.detail].source in {"hand", "tableau"}
            return -self.value(chosen) if lost else self.value(chosen)
        if step.name in {"discard", "step"}:
            return self._give_up(chosen, step)
        owner = find_owner(self._state, chosen)
        if owner is None:
            return -self.value(chosen) / 100  # a market card that goes back
        return 1.0 + (0.0 if owner == self._seat else self._prize(chosen, owner))

    def _give_up(self, name: str, step: Pending) -> float:
        """Return the worth of giving this card up: the less the card is worth, the more."""
        is_optional = step.name == "discard" and step.may
        if find_card(self._own, name) is None:
            return (-1.0 if is_optional else 0.0) - self.value(name) / 100
        return -IN_PLAY * _standing(self._cards[name]) - 1.0
