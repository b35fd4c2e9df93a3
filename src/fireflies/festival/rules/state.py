"""The state of Firefly Festival: it judges actions, carries them out, and decides who sees what."""

from collections.abc import Sequence
from typing import Final, Self, TypeVar

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
from fireflies.festival.box.components import Goal
from fireflies.festival.box.options import Options, read_options
from fireflies.festival.rules.actions import (
    Action,
    DealGoal,
    DealPower,
    KeepPower,
)
from fireflies.festival.rules.ending import settle
from fireflies.festival.rules.judging import VERBS, carry_out
from fireflies.festival.rules.pieces import SeenPlayer
from fireflies.festival.rules.position import UNOPENED, Position, Working, stacks
from fireflies.festival.rules.setup import lay_out
from fireflies.festival.rules.view import View
from fireflies.festival.text.parsing import read_position

_C = TypeVar("_C")

_CHANCE_PHASES: Final = ("tiles", "kinds", "goals", "powers", "first")
_SECRET: Final = ("goals", "powers")


def start(**given: object) -> "State":
    """Return the first state with these options and default ones; chance lays a tile next.

    Raises:
        InvalidOptions: for the first option that is invalid, with its clause and what is valid.
    """
    return first_state(read_options(given))


def first_state(options: Options) -> "State":
    """Return the first state with these options; chance lays a tile next."""
    return lay_out(options, State)


class State(Position, Rules[Action]):
    """A position of Firefly Festival with its rules; ``repr`` is Python that creates it again."""

    __slots__ = ()

    @property
    @override
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.players)

    @property
    @override
    def actor(self) -> Actor:
        """Return who decides: a seat, ``"chance"``, or None when the game is over."""
        if self.phase in _CHANCE_PHASES:
            return CHANCE
        return None if self.phase == "over" else self.seat

    @property
    @override
    def legal_actions(self) -> tuple[Action, ...]:
        """Return every legal action, in the order of the wire."""
        return tuple(VERBS.legal(self))

    @property
    @override
    def chance_weights(self) -> tuple[tuple[Action, int], ...]:
        """Return the actions of chance with weights: tiles and cards sorted by text, or seats."""
        return tuple(VERBS.weights(self))

    @override
    def _judge(self, action: object, /) -> Action | rulebook.Clause:
        return VERBS.judge(self, action)

    @override
    def _carry_out(self, action: Action, tell: Tell[Event], /) -> Self:
        table = Working(self, tell)
        carry_out(table, action)
        return table.position(type(self))

    @property
    @override
    def outcome(self) -> Outcome | None:
        """Return scores and winners, or None while the game goes on."""
        return settle(self) if self.phase == "over" else None

    # Who sees what

    @override
    def view(self, observer: Observer = None, /) -> View:
        """Return the position without what is hidden from this observer.

        Hidden are the private goals of other seats, and their powers until all powers are open; the
        legal actions while another seat decides or chance deals goals or powers. Nothing is hidden
        from the referee (None), or from anybody when the game is over.

        Raises:
            ValueError: when there is no such seat.
        """
        observer, actor = observer_of(self, observer), self.actor
        seats, undealt = self._seen_and_undealt(observer)
        known = self if len(seats) == len(self.players) else None
        if known is None and (observer == actor or (actor == CHANCE and self.phase not in _SECRET)):
            known = self._dealt(observer, undealt, self._unseen_powers(observer))
        return self._see(observer, seats, undealt, known)

    @override
    def glimpse(self, observer: Observer, /) -> View:
        observer = observer_of(self, observer)
        return self._see(observer, *self._seen_and_undealt(observer), None)

    def _seen_and_undealt(self, observer: Observer) -> tuple[Sequence[int], list[Goal]]:
        """Return the seats whose hands an observer sees, and all other goals, by their texts."""
        seats: Sequence[int] = range(len(self.players))
        if observer is not None and self.phase != "over":
            seats = [seat for seat in seats if seat == observer]
        found = [*self.deck]
        for seat, player in enumerate(self.players):
            found += () if seat in seats else player.goals
        return seats, sorted(found, key=Goal.__str__)  # in half the time that str takes

    def _see(
        self,
        observer: Observer,
        seats: Sequence[int],
        undealt: Sequence[Goal],
        known: "State | None",
    ) -> View:
        are_open = self.phase not in UNOPENED
        players = [
            SeenPlayer(
                *player[:6],
                hand=len(player.goals),
                goals=player.goals if seat in seats else None,
                claimed=player.claimed,
                completed=player.completed,
                powers=player.powers if are_open or seat in seats else None,
            )
            for seat, player in enumerate(self.players)
        ]
        return View(
            observer,
            self.actor,
            self.outcome,
            known,
            options=self.options,
            phase=self.phase,
            seat=self.seat,
            mains=self.mains,
            secondary=self.secondary,
            pending=self.pending,
            idle=self.idle,
            turns_left=self.turns_left,
            islands=self.islands,
            bridges=self.bridges,
            crow=self.crow,
            sorin=self.sorin,
            public=stacks(self),
            deck=len(self.deck),
            undealt=tuple(undealt),
            players=tuple(players),
        )

    def _unseen_powers(self, observer: Observer) -> Sequence[str]:
        """Return the sorted powers that an observer does not see; none when all are open."""
        if self.phase not in UNOPENED:
            return ()
        own = self.players[observer].powers if isinstance(observer, int) else ()
        return sorted([it.name for it in self.options.box.powers if it.name not in own])

    def _dealt(self, observer: Observer, goals: Sequence[Goal], powers: Sequence[str]) -> Self:
        """Return the position after the unseen cards were dealt in this order.

        Each hand and the deck are sorted then. There are no ``powers`` when all of them are open.
        """
        goal, power = iter(goals), iter(powers)
        players = list(self.players)
        for seat, player in enumerate(self.players):
            if seat != observer:
                hand = tuple([next(goal) for _ in player.goals])
                kept = tuple([next(power) for _ in player.powers]) if powers else player.powers
                players[seat] = player._replace(goals=hand, powers=kept)
        return self._replace(players=tuple(players), deck=tuple(goal))

    @override
    def redact(self, action: contract.Action, observer: Observer, /) -> contract.Action:
        """Return the action, or ``deal ?``, ``power ?`` or ``keep ?`` when the card is hidden."""
        if observer in {None, self.seat}:
            return action
        is_secret = isinstance(action, DealGoal | DealPower | KeepPower)
        return Hidden(type(action)) if is_secret else action

    @override
    def alike(self, observer: Observer, draws: Draws, /) -> Self:
        """Return the position after a new deal of all cards that this observer does not see.

        Every deal is equally likely. It depends on what the observer sees and on the draws alone.
        """
        if observer is None or self.phase == "over":
            return self
        others = [player for seat, player in enumerate(self.players) if seat != observer]
        goals = [*self.deck, *[goal for player in others for goal in player.goals]]
        goals.sort()  # else the draws, which the caller may know, would tell who holds which
        sizes = [len(player.goals) for player in others]
        hands = _sorted_hands(draws.sample(goals, len(goals))[::-1], sizes)
        powers, sizes = self._unseen_powers(observer), [len(player.powers) for player in others]
        kept = draws.sample(powers, sum(sizes)) if powers else []
        return self._dealt(observer, hands, _sorted_hands(kept, sizes))

    @classmethod
    def parse(cls, position: str, options: Options) -> Self:
        """Return the state of a position in one line, see :mod:`fireflies.festival.text.notation`.

        Raises:
            InvalidNotation: when the line is not in this form, or the position is not sound.
        """
        return read_position(position, options, cls)

    @override
    def __repr__(self) -> str:
        return f"State.parse({self.view().position!r}, {self.options!r})"


def _sorted_hands(cards: Sequence[_C], sizes: Sequence[int]) -> list[_C]:
    """Return cards with those of each hand sorted by their text, and those that are left too."""
    found: list[_C] = []
    for size in (*sizes, len(cards)):
        found += sorted(cards[len(found) : len(found) + size], key=str)
    return found
