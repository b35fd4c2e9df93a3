"""Draw a view of Misbehavin' with letters: market, supply, players, and the own hand."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from fireflies._texts import WIDTH, glued, mark, printed, wrapped
from fireflies.contract import YOU, with_names
from fireflies.misbehavin.box.cards import Card
from fireflies.misbehavin.rules.seen import Observed
from fireflies.misbehavin.text.card_descriptions import card_text, extras
from fireflies.misbehavin.text.descriptions import (
    counted,
    describe_activity,
    describe_displayed,
    describe_in_play,
    describe_player,
    describe_reavers,
    headline,
    rows,
    supply,
)

_wrapped: Final = partial(wrapped, separator="; ")
_BROAD: Final = 100
"""The least width at which the abilities of supply cards are shown."""
LEGEND: Final = (
    "Young Medic 2/1/X: cost 2, influence 1, power X; X=assets, power X=command: what it counts",
    "FIGHT, PILOT: attributes; needs PILOT: what your tableau has to offer; s1: a serenity icon",
    "[T discard: draw 2]: triggered ability, for an activation: discard a card, draw two",
    "[I strength 1 | fight]: innate, turns the card, works in fights; [i ...] does not turn it",
    "[h ...]: discards the card from your hand; [s ...]: of a supply card; without | on your turn",
    "must lose 1: when the card is played from the hand; nab 1, dispatch 1: adds in such fights",
    "influence, strength, defense, power 1: adds that while the card is upright in the tableau",
    "both: for what it has and an ability; “...” by hand: do what the words say, as listed",
    "1 token (4 left): 'verse tokens held, and those left to get; hand, pile, recycle: cards",
    "assets 1/3: cards and places on the board; token: discard, pay 1: steps of the 'verse card",
    "show CARD, FACTION or EPISODE: all that it says, in sentences",
)
"""The meaning of the signs of the table."""


def draw_text(view: Observed, width: int = WIDTH, names: Sequence[str] = ()) -> str:
    """Return the table as text in lines of at most ``width``, without a newline at the end.

    ``names`` are those of the seats. With a width of less than 40, lines may be longer.
    """
    lines = wrapped(headline(view, names), [], width, indent="")
    if activity := describe_activity(view):
        lines += wrapped(with_names(activity, names), [], width, indent="")
    for deck, cards in rows(view):
        lines += _wrapped(f"{deck}: ", [*map(card_text, cards)] or ["none"], width)
    sets = [
        f"{card_text(card, abilities=width >= _BROAD)} {glued(left.partition(',')[0])}"
        for card, left in supply(view)
    ]
    lines += _wrapped("supply: ", sets, width)
    if view.reavers or view.defeated:
        beaten = [f"{glued(printed(name))} (defeated)" for name in view.defeated]
        lines += _wrapped("reavers: ", [*describe_reavers(view), *beaten], width)
    for seat in range(len(view.players)):
        lines += _player(view, seat, names, width)
    for seat, player in enumerate(view.players):
        if player.hand:
            cards = [view.options.box.card[name] for name in player.hand]
            whose = with_names(f"seat {seat}", names)
            head = "Your hand" if whose == YOU else f"Hand of {whose}"
            lines += _wrapped(f"{head}: ", counted(map(card_text, cards)), width)
    return "\n".join(lines)


def _player(view: Observed, seat: int, names: Sequence[str], width: int) -> list[str]:
    """Return the lines of a player: what it has, its tableau and its display."""
    head = f"{seat} {names[seat]}" if names else f"seat {seat}"
    player, cards = view.players[seat], view.options.box.card
    has = ", ".join(map(glued, describe_player(view, seat)))
    winners = None if view.outcome is None else view.outcome.winners
    lines = _wrapped(f"{mark(winners, view.turn_player, seat)}{head}: ", [has], width)
    tableau = [
        " ".join([describe_in_play(view, it), *map(glued, _brief(cards[it.card]))])
        for it in player.tableau
    ]
    if tableau:
        lines += _wrapped("  in play: ", [with_names(it, names) for it in tableau], width)
    if player.display:
        lines += _wrapped(
            "  display: ", [describe_displayed(view, it) for it in player.display], width
        )
    return lines


def _brief(card: Card) -> list[str]:
    """Return the power of a tableau card, if any, and its other properties."""
    return [*([f"power {card.power}"] if card.power else []), *extras(card)]
