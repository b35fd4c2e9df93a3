"""A play of any game by action numbers, with everything that each observer has seen of it."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from fireflies import games
from fireflies._typing import override
from fireflies.adapters._numbers import Numbering
from fireflies.chance import Draws
from fireflies.contract import CHANCE, SPECTATOR, Action, Observer, State, observer_of
from fireflies.games import Bounds, Game


class Variant:
    """A game with its options settled, and the numbers of its actions.

    Raises:
        InvalidOptions: when the options do not fit.
        UnusableGame: when the game has no tensors with them.
    """

    def __init__(self, game: Game[Any], options: Mapping[str, object]) -> None:
        setup = game.set_up(options)
        self.game: Game[Any] = game
        self.options: Mapping[str, object] = setup.options
        self.numbering: Numbering = Numbering(game, setup)
        self.bounds: Bounds = setup.bounds
        self.start: NumberedPlay = NumberedPlay(self, setup.fastest_start)

    @override
    def __reduce__(self) -> tuple[Callable[..., "Variant"], tuple[object, ...]]:
        return _unpickle_variant, (self.game.name, dict(self.options))


def _unpickle_variant(name: str, options: Mapping[str, object]) -> Variant:
    return Variant(games.get(name), options)


class _Last(NamedTuple):
    """The last action of a play."""

    before: "NumberedPlay"
    """The play without this action."""
    number: int
    action: Action
    shown: dict[Observer, int]
    """Results of :meth:`number_seen`."""

    def number_seen(self, observer: Observer) -> int:
        """Return the number in :attr:`Numbering.seen` of the action as an observer saw it."""
        found = self.shown.get(observer)
        if found is None:
            found = self.shown[observer] = self._number_seen(observer)
        return found

    def _number_seen(self, observer: Observer) -> int:
        numbering, action = self.before.variant.numbering, self.seen_by(observer)
        if action is not self.action:
            return numbering.seen.number(action)
        return self.number + (self.before.state.actor == CHANCE) * len(numbering.actions)

    def seen_by(self, observer: Observer) -> Action:
        """Return the action as an observer saw it."""
        return self.before.state.redact(self.action, observer)


class _Seen(NamedTuple):
    """The history of a play as an observer saw it."""

    text: str
    """A line with the observer's name, then a line for each action."""
    is_complete: bool
    """True when no action was redacted, so that the observer knows the play."""

    def then(self, last: _Last, observer: Observer) -> "_Seen":
        """Return what the observer has seen after one more action."""
        action = last.seen_by(observer)
        if self.is_complete and action == last.action:
            return _Seen(f"{self.text}\n{action}", is_complete=True)
        events = last.before.state.explain(last.action)
        seen = "; ".join(str(event.seen_by(observer)) for event in events)
        return _Seen(f"{self.text}\n{action} ({seen})", is_complete=False)


class _Past(NamedTuple):
    """The actions that an observer had seen before a play was resampled."""

    text: str
    numbers: tuple[int, ...]


class NumberedPlay:
    """A play so far; immutable, so that OpenSpiel's states can share it."""

    __slots__ = ("cache", "last", "past", "state", "variant")

    def __init__(
        self,
        variant: Variant,
        state: State,
        last: _Last | None = None,
        past: Mapping[Observer, _Past] | None = None,
    ) -> None:
        self.variant: Variant = variant
        self.state: State = state
        """The current position."""
        self.last: _Last | None = last
        """The last action that was carried out; None when the play begins here."""
        self.past: Mapping[Observer, _Past] = {} if past is None else past
        """By observer, what was seen before the play began here; empty unless it is resampled."""
        self.cache: dict[Observer, _Seen] = {}
        """Results of :meth:`seen`."""

    def after(self, number: int) -> "NumberedPlay":
        """Return the play with one more action.

        Raises:
            IllegalAction: when it is illegal.
            ValueError: when no action has the number.
        """
        numbering, state = self.variant.numbering, self.state
        numbers = numbering.chance_actions if state.actor == CHANCE else numbering.actions
        action = numbers.action(number)
        return NumberedPlay(self.variant, state.apply(action), _Last(self, number, action, {}))

    def _start(self) -> tuple["NumberedPlay", list[int]]:
        """Return the play without its actions, and their numbers."""
        play, numbers = self, list[int]()
        while play.last is not None:
            numbers.append(play.last.number)
            play = play.last.before
        return play, numbers[::-1]

    def numbers_seen(
        self, observer: Observer, most: int, known: "tuple[NumberedPlay, list[int]] | None" = None
    ) -> list[int]:
        """Return the numbers of the last actions, at most ``most``, as an observer saw them.

        They are in order, and those of :attr:`Numbering.seen`. ``known`` may be another play with
        what this returned for it: where it is an earlier part of this one, only later actions are
        looked at.
        """
        found, play = list[int](), self
        while play.last is not None and len(found) < most:
            if known is not None and play is known[0]:
                return [*known[1], *found[::-1]][-most:]
            found.append(play.last.number_seen(observer))
            play = play.last.before
        missing = most - len(found)
        if missing and observer in play.past:
            found.extend(play.past[observer].numbers[::-1][:missing])
        return found[::-1]

    def seen(self, observer: Observer) -> _Seen:
        """Return everything that an observer has seen.

        The lines have only actions as long as none was redacted: from them the observer knows the
        play. From the first redacted action on they have the events too, as the observer saw them.
        """
        later: list[_Last] = []
        play = self
        while play.last is not None and observer not in play.cache:
            later.append(play.last)
            play = play.last.before
        seen = play.cache.get(observer) or play.seen_at_start(observer)
        for last in reversed(later):
            seen = seen.then(last, observer)
        self.cache[observer] = seen
        return seen

    def seen_at_start(self, observer: Observer) -> _Seen:
        """Return everything that an observer has seen when the play begins here.

        Raises:
            ValueError: when there is no such seat; :meth:`seen` and :meth:`resampled` raise it too.
        """
        if observer in self.past:
            return _Seen(self.past[observer].text, is_complete=False)
        observer = observer_of(self.state, observer)
        name = f"seat {observer}" if isinstance(observer, int) else SPECTATOR
        return _Seen(name, is_complete=True)

    def resampled(self, seat: int, draws: Draws, most: int) -> "NumberedPlay":
        """Return a play with all that a seat saw, in a random state that looks the same to it.

        When the seat has seen every action, it knows the play, and this play is returned. Otherwise
        the returned play begins with the random state. What the other seats would have seen is not
        known: they get what a spectator saw, and their current view. Of the actions before, the
        last ``most`` numbers are kept.
        """
        if self.seen(seat).is_complete:
            return self
        state = self.state.alike(seat, draws)
        public = self._past(SPECTATOR, most)
        past: dict[Observer, _Past] = {SPECTATOR: public, seat: self._past(seat, most)}
        for other in set(range(state.seats)) - {seat}:
            now = f"seat {other} sees {state.view(other).position}; its past is unknown, except:"
            past[other] = _Past(f"{now}\n{public.text}", public.numbers)
        return NumberedPlay(self.variant, state, past=past)

    def _past(self, observer: Observer, most: int) -> _Past:
        return _Past(self.seen(observer).text, tuple(self.numbers_seen(observer, most)))

    def __deepcopy__(self, _memo: object) -> "NumberedPlay":
        return self

    @override
    def __reduce__(self) -> tuple[Callable[..., "NumberedPlay"], tuple[object, ...]]:
        play, numbers = self._start()
        return _unpickle_play, (self.variant, play.state, play.past, numbers)


def _unpickle_play(
    variant: Variant, start: State, past: Mapping[Observer, _Past], numbers: list[int]
) -> NumberedPlay:
    play = NumberedPlay(variant, start, past=past)
    for number in numbers:
        play = play.after(number)
    return play
