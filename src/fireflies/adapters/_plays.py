"""A play of any game, numbered, with what each observer has seen of it."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from fireflies import games
from fireflies._typing import override
from fireflies.adapters._numbers import Numbering
from fireflies.chance import Draws
from fireflies.contract import CHANCE, SPECTATOR, Action, Observer, State
from fireflies.games import Bounds, Game


class Variant:
    """A game with its options settled: what all states of it have in common."""

    def __init__(self, game: Game[Any], options: Mapping[str, object]) -> None:
        """Settle them. Raises InvalidOptions."""
        setup = game.set_up(options)
        self.game: Game[Any] = game
        self.options: Mapping[str, object] = setup.options
        self.numbering: Numbering = Numbering(game, setup)
        self.bounds: Bounds = setup.bounds
        self.start: Play = Play(self, setup.fastest_start)

    @override
    def __reduce__(
        self,
    ) -> tuple[Callable[[str, Mapping[str, object]], "Variant"], tuple[str, Mapping[str, object]]]:
        """Pickle the name and the options, from which all the rest is made again."""
        return _variant, (self.game.name, dict(self.options))


def _variant(name: str, options: Mapping[str, object]) -> Variant:
    """Return the variant of a pickle."""
    return Variant(games.get(name), options)


class _Last(NamedTuple):
    """How a play came to where it is."""

    before: "Play"
    """The play without its last action."""
    number: int
    action: Action


class _Seen(NamedTuple):
    """What an observer has seen."""

    text: str
    """In words: a line with who it is, then a line for each action."""
    is_open: bool
    """Whether it saw every action as it was, and so knows the play."""


class _Past(NamedTuple):
    """What an observer of a drawn state has seen before: see :meth:`Play.drawn`."""

    text: str
    numbers: tuple[int, ...]


class Play:
    """A play so far. It never changes, so any number of states may share it."""

    __slots__ = ("last", "past", "state", "told", "variant")

    def __init__(
        self,
        variant: Variant,
        state: State,
        last: _Last | None = None,
        past: Mapping[Observer, _Past] | None = None,
    ) -> None:
        """A play that has come to this state by the last action, or begins here."""
        self.variant: Variant = variant
        self.state: State = state
        """The position now."""
        self.last: _Last | None = last
        self.past: Mapping[Observer, _Past] = {} if past is None else past
        """What was seen before the play began here; nothing unless it was drawn."""
        self.told: dict[Observer, _Seen] = {}
        """What :meth:`seen` has answered."""

    def after(self, number: int) -> "Play":
        """Return the play with one more action.

        Raises:
            IllegalAction: when it is illegal.
            ValueError: when no action has the number.
        """
        numbering, state = self.variant.numbering, self.state
        numbers = numbering.chance_actions if state.actor == CHANCE else numbering.actions
        action = numbers.action(number)
        return Play(self.variant, state.apply(action), _Last(self, number, action))

    def _begun(self) -> tuple["Play", list[int]]:
        """Return the play as it began, and the numbers of the actions since then."""
        play, numbers = self, list[int]()
        while play.last is not None:
            numbers.append(play.last.number)
            play = play.last.before
        return play, numbers[::-1]

    def numbers_seen(self, observer: Observer, most: int) -> list[int]:
        """Return the last actions, at most so many, as an observer saw them, in order.

        The numbers are those of :attr:`Numbering.seen`.
        """
        number, found = self.variant.numbering.seen.number, list[int]()
        play = self
        while play.last is not None and len(found) < most:
            found.append(number(_redacted(play.last, observer)))
            play = play.last.before
        missing = most - len(found)
        if missing and observer in play.past:
            found.extend(play.past[observer].numbers[::-1][:missing])
        return found[::-1]

    def seen(self, observer: Observer) -> _Seen:
        """Return all that an observer has seen, in words.

        As long as it sees every action as it is, it knows the play, and the actions are all that
        there is to tell. Then each line has the events too, as the observer saw them.
        """
        later: list[_Last] = []
        play = self
        while play.last is not None and observer not in play.told:
            later.append(play.last)
            play = play.last.before
        known = play.told.get(observer) or play.beginning(observer)
        for last in reversed(later):
            known = _told(last, known, observer)
        self.told[observer] = known
        return known

    def beginning(self, observer: Observer) -> _Seen:
        """Return what an observer has seen when the play begins here."""
        if observer in self.past:
            return _Seen(self.past[observer].text, is_open=False)
        return _Seen(f"seat {observer}" if isinstance(observer, int) else SPECTATOR, is_open=True)

    def drawn(self, seat: int, draws: Draws, most: int) -> "Play":
        """Return a play with a random state that looks the same to this seat, so far and now.

        A seat that saw every action as it was knows the play: then it is this one. Otherwise the
        play begins with the state that was drawn, and the seat has seen what it has seen in this
        one. Nobody knows what the other seats would have seen: they have what a spectator saw, and
        what they see now. Of the numbers of actions, ``most`` are kept.
        """
        if self.seen(seat).is_open:
            return self
        state = self.state.alike(seat, draws)
        public = self._past(SPECTATOR, most)
        past: dict[Observer, _Past] = {SPECTATOR: public, seat: self._past(seat, most)}
        for other in set(range(state.seats)) - {seat}:
            now = f"seat {other}, which sees {state.view(other).position}, drawn after"
            past[other] = _Past(f"{now}\n{public.text}", public.numbers)
        return Play(self.variant, state, past=past)

    def _past(self, observer: Observer, most: int) -> _Past:
        return _Past(self.seen(observer).text, tuple(self.numbers_seen(observer, most)))

    def __deepcopy__(self, _memo: object) -> "Play":
        """Return the same play: it never changes."""
        return self

    @override
    def __reduce__(
        self,
    ) -> tuple[
        Callable[[Variant, State, Mapping[Observer, _Past], list[int]], "Play"],
        tuple[Variant, State, Mapping[Observer, _Past], list[int]],
    ]:
        """Pickle how it began and the actions, from which all the rest is made again."""
        play, numbers = self._begun()
        return _replay, (self.variant, play.state, play.past, numbers)


def _redacted(last: _Last, observer: Observer) -> Action:
    """Return the last action of a play as an observer saw it."""
    return last.before.state.redact(last.action, observer)


def _told(last: _Last, known: _Seen, observer: Observer) -> _Seen:
    """Return what an observer has seen after one more action."""
    action = _redacted(last, observer)
    if known.is_open and action == last.action:
        return _Seen(f"{known.text}\n{action}", is_open=True)
    events = last.before.state.explain(last.action)
    told = "; ".join(str(event.seen_by(observer)) for event in events)
    return _Seen(f"{known.text}\n{action} ({told})", is_open=False)


def _replay(
    variant: Variant, start: State, past: Mapping[Observer, _Past], numbers: list[int]
) -> Play:
    """Return the play of a pickle."""
    play = Play(variant, start, past=past)
    for number in numbers:
        play = play.after(number)
    return play
