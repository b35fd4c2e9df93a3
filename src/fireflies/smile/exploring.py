"""Plays of Smile that nobody wrote down: options, policies, attempts, and which clauses they reach.

The explorer of the conformance suite draws from here; everything is a function of its draws.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias, cast

from fireflies import contract
from fireflies.chance import Draws
from fireflies.smile.box import LARGEST_BOX, in_play
from fireflies.smile.notation import read_card
from fireflies.smile.options import AUCTIONS
from fireflies.smile.pieces import (
    CLEAR_BEADS,
    COLORS,
    MARKERS,
    SEATS,
    SLOTS,
    VALUES,
    Action,
    BackOut,
    Bid,
    Card,
    Clause,
    Marker,
    Offer,
)
from fireflies.smile.rules import State

Policy: TypeAlias = Callable[[State, Sequence[Action], Draws], Action]
"""Chooses one of the legal actions, of which there is at least one."""

_SMALL: Final = 3
"""Most plays have no more auctions than this: what is rare comes soon or not at all."""


def draw_options(draws: Draws, *, small: bool = False) -> dict[str, object]:
    """Options that fit: any number of seats, few or many auctions and beads, all kinds of boxes.

    Small ones have as few auctions and beads as it takes to see most rules at work.
    """
    players = draws.choose(SEATS)
    most = min(AUCTIONS[-1], LARGEST_BOX // players)
    auctions = 1 + draws.below(most if draws.below(4) == 0 and not small else _SMALL)
    kinds = [_card(draws, players) for _ in range(1 + draws.below(players * auctions + 2))]
    box = [draws.choose(kinds) for _ in range(players * auctions)]
    spares = (_card(draws, SEATS[-1]) for _ in range(2))
    spare = [card for card in spares if card.marker not in _marks(players)]
    most_beads = CLEAR_BEADS // players
    beads = draws.below(3) if small else draws.choose((0, 1, 2, 6, most_beads))
    return {
        "players": players,
        "starting_player": draws.below(players),
        "box": [str(card) for card in (box + spare)[:LARGEST_BOX]],
        "auctions": auctions,
        "beads": draws.below(most_beads + 1) if draws.below(4) == 0 and not small else beads,
    }


def _card(draws: Draws, players: int) -> Card:
    """Any card that is in play with so many players; half of the time of few values."""
    values = VALUES if draws.below(2) else range(1, 4)
    return Card(draws.choose(values), draws.choose(COLORS), draws.choose(_marks(players)))


@cache
def _marks(players: int) -> tuple[Marker, ...]:
    """The markers of cards that are in play with so many players."""
    return tuple(mark for mark in MARKERS if in_play([Card(0, "", mark)], players))


_TEXTS: Final = (
    *("7 red", "-6", "+1", "01", "-0", "1  red", "1 green", "1 V IV", "1 red iv", "", "red", " 1"),
    *("1 ", "1 Red", "1 V red", "1\n", "1.0", "x"),
)
"""What is no card; some of it nearly."""


def spoil_options(options: Mapping[str, object], draws: Draws) -> dict[str, object]:
    """The same with one thing changed that the rules may not allow, and the box fitted to it."""
    box, players = cast("list[str]", options["box"]), cast("int", options["players"])
    auctions = cast("int", options["auctions"])
    if draws.below(3) == 0:
        place = draws.below(len(box))
        return {**options, "box": [*box[:place], draws.choose(_TEXTS), *box[place + 1 :]]}
    seats, plain, most = draws.choose((2, 6, 0)), ["1"] * LARGEST_BOX, CLEAR_BEADS // players
    fitting = {"players": seats, "box": plain[: seats * auctions], "starting_player": 0}
    changes: tuple[dict[str, object], ...] = (
        {**fitting, "beads": 1},
        {"starting_player": draws.choose((-1, players))},
        {"auctions": 0, "box": []},
        {"auctions": auctions + 1},
        {"auctions": 21, "box": plain},
        {"beads": draws.choose((-1, most + 1, most + 1, most + 2))},
        {"box": box[1:]},
        {"box": [*box, "1"]},
        {"box": [*box, "1 V"]},
        {"box": [*box, *["1 V"] * (LARGEST_BOX + 1 - len(box))]},
    )
    return {**options, **draws.choose(changes)}


def _uniform(state: State, legal: Sequence[Action], draws: Draws) -> Action:
    """Any of them."""
    del state
    return draws.choose(legal)


def _bidder(state: State, legal: Sequence[Action], draws: Draws) -> Action:
    """Bids as long as it can."""
    bids = [action for action in legal if isinstance(action, Bid)]
    return _uniform(state, bids or legal, draws)


def _leaver(state: State, legal: Sequence[Action], draws: Draws) -> Action:
    """Never bids if it can back out."""
    outs = [action for action in legal if isinstance(action, BackOut)]
    return _uniform(state, outs or legal, draws)


def _hoarder(state: State, legal: Sequence[Action], draws: Draws) -> Action:
    """Takes the card with the most beads, and bids while there are few of them."""
    beads = {offer.slot: offer.beads for offer in state.row}
    outs = [action for action in legal if isinstance(action, BackOut)]
    best = max(outs, key=lambda out: beads[out.slot], default=None)
    if best is None or (beads[best.slot] < state.seats and len(outs) < len(legal)):
        return _bidder(state, legal, draws)
    return best


def _tie_seeker(state: State, legal: Sequence[Action], draws: Draws) -> Action:
    """Bids where there are several lowest cards, and takes colors that it has already."""
    front = [card.color for card in state.players[state.in_auction[0]].cards if card.color]
    cards = {offer.slot: offer.card for offer in state.row}
    pairs = [it for it in legal if isinstance(it, BackOut) and cards[it.slot].color in front]
    bids = [action for action in legal if isinstance(action, Bid)]
    return _uniform(state, pairs or (bids if len(bids) > 1 else legal), draws)


POLICIES: Final[tuple[Policy, ...]] = (_uniform, _bidder, _leaver, _hoarder, _tie_seeker)
"""How the seats of a play may decide."""


def attempt(state: State, draws: Draws) -> str:
    """Something to try, as text: an action that may not be allowed, or one that is none."""
    plain = f"{draws.choose(('bid', 'back-out'))} {draws.choose(SLOTS[: state.seats])}"
    if draws.below(2):
        return plain
    card = draws.choose(state.undealt) if state.undealt else Card(1)
    meant = draws.choose((plain, f"reveal {card}"))
    return draws.choose(
        (
            f"reveal {_card(draws, SEATS[-1])}",
            f"reveal {card}",
            f"reveal {card.value}",
            f"reveal {draws.choose(_TEXTS)}",
            f"{meant} ",
            f"{meant}\n",
            f" {meant}",
            meant.replace(" ", "  ", 1),
            meant.capitalize(),
            meant.upper(),
            meant.partition(" ")[0],
            draws.choose(("bid f", "back-out f", "pass", "", "bid 1", "backout a", "back out a")),
        )
    )


def reached(before: State, action: contract.Action, after: State) -> Iterator[Clause]:
    """The clauses that bear on an action in a position."""
    match action:
        case Bid():
            yield from _reached_by_bid(before)
        case BackOut(slot):
            yield from _reached_by_back_out(before, slot, after)
        case _:
            yield from (Clause.REVEAL_COUNT, Clause.SETUP_DRAW_PILE)
            if len(after.row) > 1:
                yield Clause.REVEAL_ORDER
            if after.phase == "bid":
                yield from (Clause.AUCTION_PHASES, Clause.BIDDING_STARTING_PLAYER)
    if (outcome := after.outcome) is not None:
        yield from _reached_by_end(after, outcome)


def _reached_by_bid(before: State) -> Iterator[Clause]:
    """What a bid is about."""
    yield from (Clause.TURN_CHOICE, Clause.BID_CLEAR_BEAD)
    yield from (Clause.BID_LOWEST_CARD, Clause.BIDDING_CLOCKWISE)
    bidder = before.players[before.in_auction[0]]
    if before.row[0].card.value == before.row[1].card.value:
        yield Clause.BID_TIES
    if bidder.blue:
        yield Clause.BID_NO_BLUE
    if not bidder.clear:
        yield from (Clause.BORROW_STUCK, Clause.BORROW_BID)
        if bidder.blue:
            yield Clause.BORROW_AGAIN
        if min(before.supply) <= 0:
            yield Clause.SUPPLY_EXHAUSTED


def _reached_by_back_out(before: State, slot: str, after: State) -> Iterator[Clause]:
    """What a back-out is about."""
    yield from (Clause.TURN_CHOICE, Clause.BACK_OUT_BEADS, Clause.BACK_OUT_TAKE)
    seat, *others = before.in_auction
    offers = {offer.slot: offer for offer in before.row}
    pair = len(after.discarded) > len(before.discarded)
    if sum(offer.beads > 0 for offer in before.row) > 1:
        yield Clause.BACK_OUT_ANY_CARD
    if not before.players[seat].clear:
        yield Clause.BACK_OUT_FORCED
    if pair:
        yield Clause.PAIR_DISCARD
    yield from _reached_by_taking(before, seat, offers.pop(slot))
    if len(others) > 1:
        yield from (Clause.BACK_OUT_SKIPPED, Clause.BIDDING_CLOCKWISE)
        return
    yield from (Clause.LAST_CARD, Clause.LAST_STARTS, Clause.LAST_ONE_CARD_EACH)
    ((_, last),) = offers.items()
    yield from _reached_by_taking(before, others[0], last)
    if last.beads:
        yield Clause.LAST_BEADS
    if pair:
        yield Clause.PAIR_ORDER


def _reached_by_taking(before: State, seat: int, offer: Offer) -> Iterator[Clause]:
    """What getting a card is about."""
    hand, color = before.players[seat], offer.card.color
    if hand.blue and offer.beads:
        yield Clause.BORROW_NO_REPAYING
    if not color:
        if any(not card.color for card in hand.cards):
            yield Clause.PAIR_COLORLESS
        return
    others = [player.cards for number, player in enumerate(before.players) if number != seat]
    offered = any(it.card.color == color for it in before.row if it.slot != offer.slot)
    if offered or any(card.color == color for cards in others for card in cards):
        yield Clause.PAIR_IN_FRONT


def _reached_by_end(over: State, outcome: contract.Outcome) -> Iterator[Clause]:
    """What the end of a game is about."""
    yield from (Clause.AUCTION_TEN, Clause.END_LAST_AUCTION)
    yield from (Clause.END_OPEN_HANDS, Clause.SCORE_CARDS)
    yield cast("Clause", outcome.clause)
    if any(player.clear for player in over.players):
        yield Clause.SCORE_CLEAR_BEADS
    if any(player.blue for player in over.players):
        yield Clause.SCORE_BLUE_BEADS
    if min(outcome.scores) < 0:
        yield Clause.SCORE_NEGATIVE


def reached_at_start(options: Mapping[str, object], state: State) -> Iterator[Clause]:
    """The clauses that bear on a setup."""
    yield from (Clause.SETUP_PLAYERS, Clause.SETUP_BOX, Clause.SETUP_CLEAR_BEADS)
    yield from (Clause.SETUP_SUPPLY, Clause.SETUP_STARTING_PLAYER, Clause.SETUP_DRAW_PILE)
    if len(cast("list[str]", options["box"])) > len(state.undealt):
        yield Clause.SETUP_MARKERS


BEARING: Final[Mapping[str, tuple[str, ...]]] = {
    "/outcome/scores": ("score.",),
    "/outcome/winners": ("win.",),
    "/outcome": ("end.", "win."),
    "/players": (
        *("bid.clear-bead", "bid.no-blue", "back-out.take", "borrow.", "last.beads", "last.card"),
        *("pair.", "end.open-hands", "setup."),
    ),
    "/supply": ("borrow.stuck", "supply.", "setup.supply"),
    "/discarded": ("pair.",),
    "/undealt": ("setup.draw-pile", "setup.markers", "reveal."),
    "/row": ("reveal.", "bid.", "back-out.take", "borrow.bid"),
    "/starting_player": ("last.starts", "setup.starting-player"),
    "/in_auction": ("back-out.skipped", "last."),
    "/auction": ("auction.", "last."),
    "/phase": ("auction.", "end.", "reveal.count"),
    "/actor": ("bidding.", "back-out.skipped", "last.starts", "auction."),
    "/legal": ("bid.lowest-card", "bid.ties", "back-out.", "borrow.", "turn.", "auction."),
}
"""By the beginning of the place where a STATE differs, the clauses that it tells most of."""

SECRETS: Final = (Clause.SETUP_SECRET_BEADS,)
"""What bears on every state that a seat looks at, until the end."""


def simpler(
    options: Mapping[str, object], actions: Sequence[str]
) -> Iterator[tuple[dict[str, object], list[str]]]:
    """Smaller plays of the same kind, if they are plays at all: whoever asks has to try them."""
    box = cast("list[str]", options["box"])
    players, auctions = cast("int", options["players"]), cast("int", options["auctions"])
    shown = [action.removeprefix("reveal ") for action in actions if action.startswith("reveal ")]
    if players not in SEATS:
        return
    # No auction that isn't begun, no card that isn't shown.
    needed = -(-len(shown) // players)
    for count in sorted({max(1, needed), max(1, auctions - 1)}):
        fitting = [*shown, *_without(box, shown)][: count * players]
        yield {**options, "box": fitting, "auctions": count}, [*actions]
    # Without the first auction.
    starts = [n for n, action in enumerate(actions) if action.startswith("reveal ")]
    if len(starts) > players:
        rest = _without(box, shown[:players])
        yield {**options, "box": rest, "auctions": auctions - 1}, [*actions[starts[players] :]]
    for beads in range(min(cast("int", options["beads"]), 7)):
        yield {**options, "beads": beads}, [*actions]
    yield {**options, "starting_player": 0}, [*actions]
    for old in dict.fromkeys(box):
        for new in _simpler_cards(old):
            yield (
                {**options, "box": [new if card == old else card for card in box]},
                [f"reveal {new}" if it == f"reveal {old}" else it for it in actions],
            )


def _without(box: Sequence[str], shown: Iterable[str]) -> list[str]:
    """What is left of a box, as a list of texts, when these are taken out of it."""
    return list((Counter(box) - Counter(shown)).elements())


def _simpler_cards(text: str) -> Iterator[str]:
    """The same card without marker, without color, or nearer to nothing."""
    try:
        card = read_card(text)
    except ValueError:
        return
    if card.marker:
        yield str(card._replace(marker=""))
    if card.color:
        yield str(card._replace(color=""))
    if card.value not in {0, 1}:
        yield str(card._replace(value=card.value - (1 if card.value > 0 else -1)))
