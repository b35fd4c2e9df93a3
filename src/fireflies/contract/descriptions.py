"""The description of a legal action: one sentence with its price, its gain and what follows.

A game gives a :class:`Wording`. Prices and gains are computed: they are the difference between the
view before the action and the one after it, so no rule is stated a second time.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from fireflies._texts import many, with_article
from fireflies._typing import override
from fireflies.contract.actions import Action, Hidden
from fireflies.contract.events import Event
from fireflies.contract.seen import Seen
from fireflies.contract.values import Observer, View

LONGEST: Final = 120
"""The most characters of the sentence of a description."""
POINT: Final = "point"
"""The noun of the score."""
_MORE: Final = ", …"
_SIGNS: Final = ("+", "\u2212")

_V = TypeVar("_V")


@dataclass(frozen=True, slots=True)
class Wording(Generic[_V]):
    """The words of a game for its actions; ``_V`` is the class of its views."""

    head: Callable[[Action, _V], str]
    """Return the action in the imperative, without its price; also of a redacted action."""
    figures: Callable[[_V], Sequence[Mapping[str, int | None]]]
    """Return by seat what it has of each thing that can be a price or a gain, by its noun.

    None where it is hidden.
    """
    follows: Callable[[_V, Sequence[Event], _V | None], Iterable[str]]
    """Return what else follows, in a few words each.

    The arguments are the view before the action, the events that are certain, and the view after
    them; None where that is not certain.
    """
    paid: Callable[[Sequence[Event]], Mapping[str, int]] = lambda _: {}
    """Return what the seat pays by these events, by noun.

    The rest of the difference is its gain: a bridge may cost 1 coin and bring 2. Without it, only
    the difference is known.
    """
    standing: Collection[str] = (POINT,)
    """The nouns of what a seat has and never pays with: a loss of it is a gain below zero."""


@dataclass(frozen=True, slots=True)
class Description:
    """A legal action as far as one observer can know; ``str`` returns the sentence."""

    head: str
    """The action in the imperative; seats are called ``seat 0`` and so on."""
    seat: int | None
    """The seat that acts; None for chance."""
    price: Mapping[str, int]
    """The price that the seat pays, by noun, such as ``{"coin": 3}``."""
    gains: tuple[Mapping[str, int], ...]
    """The gain of each seat, by noun; below zero, what it loses and does not pay."""
    follows: tuple[str, ...]
    """The other consequences, in a few words each."""
    events: tuple[Event, ...]
    """The events that are certain, as the observer sees them; the first of all that happen."""
    ends: bool
    """True when the game is certain to be over after the action."""

    @override
    def __str__(self) -> str:
        """Return the sentence without a full stop, of at most :data:`LONGEST` characters.

        The seats are counted: :func:`~fireflies.contract.with_names` puts names in their place.
        """
        text, mark = self.head, ": "
        parts = list(self._parts())
        for number, part in enumerate(parts, 1):
            longer = f"{text}{mark}{part}"
            if len(longer) + (len(_MORE) if number < len(parts) else 0) > LONGEST:
                return f"{text}{_MORE}" if number > 1 else text
            text, mark = longer, ", "
        return text

    def _parts(self) -> Iterator[str]:
        for noun, count in self.price.items():
            if count > 1 or with_article(noun) not in self.head:  # Put a bead on ...
                yield many(count, noun)
        getting = [seat for seat, gained in enumerate(self.gains) if gained]
        for seat in getting:
            who = "" if getting == [self.seat] else f"seat {seat} "
            for noun, count in self.gains[seat].items():
                yield f"{who}{_SIGNS[count < 0]}{many(abs(count), noun)}"
        yield from self.follows
        if self.ends:
            yield "ends the game"

    def to_json(self) -> dict[str, object]:
        """Return the description as plain data, with the sentence as ``text``."""
        return {
            "text": str(self),
            "head": self.head,
            "price": dict(self.price),
            "gains": [dict(gained) for gained in self.gains],
            "follows": list(self.follows),
            "events": [event.to_json() for event in self.events],
            "ends": self.ends,
        }


def describe(
    wording: Wording[Any] | None, opens: tuple[type[Event], ...], action: Action, view: View
) -> Description:
    """Return the description of an action; ``opens`` are the events that reveal secrets.

    Raises:
        IllegalAction: when the action is illegal, and the observer may know it.
    """
    sight = None
    if isinstance(view, Seen) and not isinstance(action, Hidden):
        sight = view.foresee(action)  # refuses an illegal action, which may have no words
    head = str(action) if wording is None else wording.head(action, view)
    seat = view.actor if isinstance(view.actor, int) else None
    if sight is None:
        return Description(head, seat, {}, (), (), (), ends=False)
    events = tuple(_certain(sight.events, opens, view.observer))
    after = sight.view if len(events) == len(sight.events) else None
    ends = sight.view.actor is None
    if wording is None:
        return Description(head, seat, {}, (), (), events, ends)
    follows = tuple(wording.follows(view, events, after))
    if after is None:
        return Description(head, seat, {}, (), follows, events, ends)
    changes = _changes(wording, view, after)
    price: dict[str, int] = {}
    if seat is not None:
        price, changes[seat] = _split(wording, changes[seat], wording.paid(events))
    return Description(head, seat, price, tuple(changes), follows, events, ends)


def _certain(
    events: Iterable[Event], opens: tuple[type[Event], ...], observer: Observer
) -> Iterator[Event]:
    """Yield the events up to the first one that reveals what this observer does not know."""
    for event in events:
        if (
            observer is not None
            and isinstance(event, opens)
            and getattr(event, "seat", None) != observer
        ):
            return
        yield event


def _split(
    wording: Wording[Any], changes: Mapping[str, int], paid: Mapping[str, int]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return the price and the gain of a seat whose figures change so, and that pays so much."""
    price = {noun: count for noun, count in paid.items() if count}
    gained: dict[str, int] = {}
    for noun in (*changes, *[noun for noun in price if noun not in changes]):
        rest = changes.get(noun, 0) + price.get(noun, 0)
        if rest < 0 and noun not in wording.standing:
            price[noun] = price.get(noun, 0) - rest
        elif rest:
            gained[noun] = rest
    return price, gained


def _changes(wording: Wording[Any], view: View, after: View) -> list[dict[str, int]]:
    """Return what changes for each seat, by noun; what is hidden is left out."""
    return [
        {
            noun: count - had
            for noun, count in now.items()
            if count is not None and (had := before[noun]) is not None and count != had
        }
        for before, now in zip(wording.figures(view), wording.figures(after), strict=True)
    ]
