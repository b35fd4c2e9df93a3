"""The state of Misbehavin': it judges actions, carries them out, and decides who sees what."""

from collections.abc import Callable, Sequence
from typing import Final, Self

from fireflies import contract, rulebook
from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import (
    CHANCE,
    Actor,
    Event,
    Hidden,
    Observer,
    Outcome,
    Rules,
    Tell,
    observer_of,
)
from fireflies.contract.rules import ignore
from fireflies.misbehavin.box.options import Options, read_options
from fireflies.misbehavin.rules.actions import Action, Draw, Reveal
from fireflies.misbehavin.rules.ending import outcome_of
from fireflies.misbehavin.rules.judging import VERBS, carry_out, judge, legal_actions
from fireflies.misbehavin.rules.pieces import Player
from fireflies.misbehavin.rules.piles import deal
from fireflies.misbehavin.rules.position import Position, Working
from fireflies.misbehavin.rules.setup import lay_out
from fireflies.misbehavin.rules.view import View, see
from fireflies.misbehavin.text.parsing import read_position

CHANCE_PHASES: Final = ("draw", "reveal")
"""The phases in which chance acts."""


def start(**given: object) -> "State":
    """Return the state before the first card is drawn, with these options and default ones.

    Raises:
        InvalidOptions: for the first option that is invalid, with its clause and what is valid.
    """
    return first_state(read_options(given))


def first_state(options: Options) -> "State":
    """Return the state before the first card is drawn."""
    return lay_out(options, State)


class State(Position, Rules[Action]):
    """A position of Misbehavin' with its rules. ``repr`` is Python that makes it again."""

    __slots__ = ()

    @property
    @override
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.players)

    @property
    @override
    def actor(self) -> Actor:
        """Return who decides: a seat, ``"chance"`` for a draw or a reveal, None at the end."""
        if self.phase in CHANCE_PHASES:
            return CHANCE
        return None if self.phase == "over" else self.seat

    @property
    @override
    def legal_actions(self) -> tuple[Action, ...]:
        """Return every legal action, in the order of the wire."""
        return tuple(legal_actions(self))

    @property
    @override
    def chance_weights(self) -> tuple[tuple[Action, int], ...]:
        """Return the cards that may come, with how many there are of each."""
        return tuple(VERBS.weights(self))

    @override
    def deal(self, draws: Draws, /) -> Draw | Reveal:
        """Return a random action of chance; use ``draws`` once, and make no list of all actions.

        Raises:
            ValueError: when chance is not the actor.
        """
        if self.phase not in CHANCE_PHASES:
            raise ValueError("no card is to be dealt")
        return deal(self, draws)

    @override
    def run_chance(self, draws: Callable[[int], Draws], /) -> tuple[Self, int]:
        """Return the same as by default, without a state for each card."""
        if self.phase not in CHANCE_PHASES:
            return self, 0
        table = Working(self, ignore)
        count = deal_all(table, draws)
        return table.position(type(self)), count

    @override
    def _judge(self, action: object, /) -> Action | rulebook.Clause:
        return judge(self, action)

    @override
    def _carry_out(self, action: Action, tell: Tell[Event], /) -> Self:
        table = Working(self, tell)
        carry_out(table, action)
        return table.position(type(self))

    @property
    @override
    def outcome(self) -> Outcome | None:
        """Return scores and winners, or None while the game goes on."""
        return outcome_of(self) if self.phase == "over" else None

    # Who sees what

    @override
    def view(self, observer: Observer = None, /) -> View:
        """Return what this observer sees.

        Of another seat, an observer sees which cards are in hand and draw pile together, but not
        which of them are in the hand. The referee sees everything. While another seat decides or
        draws, the legal actions are secret too.

        Raises:
            ValueError: when there is no such seat.
        """
        observer = observer_of(self, observer)
        known = self if observer is None else None
        if observer == self.seat or (observer is not None and self.phase in {"reveal", "over"}):
            known = self._without_secrets(observer)
        return see(self, observer, self.actor, self.outcome, known)

    @override
    def glimpse(self, observer: Observer, /) -> View:
        return see(self, observer_of(self, observer), self.actor, self.outcome, None)

    def _without_secrets(self, observer: Observer) -> Self:
        """Return the position with other seats' cards of hand and draw pile in a known order."""
        players = [
            player if seat == observer else _dealt(player, sorted(player.hand + player.deck))
            for seat, player in enumerate(self.players)
        ]
        return self._replace(players=tuple(players))

    @override
    def redact(self, action: contract.Action, observer: Observer, /) -> contract.Action:
        """Return ``draw ?`` for all but its seat and the referee."""
        if isinstance(action, Draw) and observer not in {None, self.seat}:
            return Hidden(Draw)
        return action

    @override
    def alike(self, observer: Observer, draws: Draws, /) -> Self:
        """Return the position after a new deal of all cards that the observer does not see.

        The cards of hand and draw pile together are public. Every way to deal them into
        a hand of this size is equally likely. It depends on what the observer sees and on the draws
        alone.
        """
        if observer is None:
            return self
        players = [
            player if seat == observer else _deal_anew(player, draws)
            for seat, player in enumerate(self.players)
        ]
        return self._replace(players=tuple(players))

    @classmethod
    def parse(cls, position: str, options: Options) -> Self:
        """Return the state of a position in one line, in the form of ``text.notation``.

        Raises:
            InvalidNotation: when the line is not in this form, or the position can't occur.
        """
        return read_position(position, options, cls)

    @override
    def __repr__(self) -> str:
        return f"State.parse({self.view().position!r}, {self.options!r})"


def deal_all(table: Working, draws: Callable[[int], Draws]) -> int:
    """Deal up to the next decision of a seat; return how often chance acted.

    ``draws`` returns the draws of each of these actions, which are numbered from 0.
    """
    count = 0
    while table.phase in CHANCE_PHASES:
        carry_out(table, deal(table, draws(count)))
        count += 1
    return count


def _deal_anew(player: Player, draws: Draws) -> Player:
    # In an order that is public: the draws, which the caller may know, must not tell the hand.
    unseen = sorted(player.hand + player.deck)
    return _dealt(player, draws.sample(unseen, len(unseen)))


def _dealt(player: Player, dealt: Sequence[str]) -> Player:
    """Return the player with these cards as hand and draw pile."""
    size = len(player.hand)
    return player._replace(hand=tuple(sorted(dealt[:size])), deck=tuple(sorted(dealt[size:])))
