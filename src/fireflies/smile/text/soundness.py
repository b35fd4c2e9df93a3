"""Check whether a position of Smile can occur in a game."""

from collections import Counter
from collections.abc import Iterable, Iterator

from fireflies._texts import many
from fireflies.smile.box.boxfile import LARGEST_BOX, in_play
from fireflies.smile.box.cards import BLUE_BEADS, CLEAR_BEADS, SEATS, VALUES, Card
from fireflies.smile.box.options import AUCTIONS, most_loans
from fireflies.smile.rules.pieces import SLOTS, Player, Position


def find_fault(position: Position[Player]) -> str | None:
    """Return the first thing that is wrong with a position, in one line; None when it is sound."""
    return next(_faults(position), None)


def _faults(position: Position[Player]) -> Iterator[str]:
    """Yield everything that is wrong with a position, the most obvious first."""
    players = len(position.players)
    if players not in SEATS:
        yield f"{players} seats, not {SEATS[0]} to {SEATS[-1]}"
        return
    yield from _turn_faults(position, players)
    yield from _row_faults(position)
    yield from _bead_faults(position, players)
    yield from _card_faults(position, players)


def _turn_faults(position: Position[Player], players: int) -> Iterator[str]:
    seats, first = position.in_auction, position.starting_player
    if first not in range(players):
        yield f"there is no seat {first} to start"
    everyone = [*range(players)]
    clockwise = everyone[seats[0] :] + everyone[: seats[0]] if seats else []
    if list(seats) != [seat for seat in clockwise if seat in seats]:
        yield "the seats in the auction are not in turn order"
    if len(seats) == 1:
        yield "only one seat is in the auction"
    if len(position.row) < len(seats) and (len(seats), seats[0]) != (players, first):
        yield (
            "cards are still to be revealed, but the auction lacks a seat, or does not begin"
            " with the starting player"
        )


def _row_faults(position: Position[Player]) -> Iterator[str]:
    row, seats = position.row, position.in_auction
    slots = [offer.slot for offer in row]
    if len(row) > len(seats):
        yield "there are more cards on offer than seats in the auction"
    if [offer.card for offer in row] != sorted(offer.card for offer in row):
        yield "the row does not go from the lowest card to the highest"
    if slots != sorted(set(slots)) or any(
        slot not in SLOTS[: len(position.players)] for slot in slots
    ):
        yield "a slot is out of order, occurs twice, or is not in this game"
    if len(row) < len(seats) and (
        slots != list(SLOTS[: len(row)]) or any(offer.beads for offer in row)
    ):
        yield "cards are still to be revealed, but the row is not lettered from a, or has beads"
    if any(offer.beads > 0 and offer.card.value > row[0].card.value for offer in row):
        yield "beads lie on a card that is not of the lowest value"


def _bead_faults(position: Position[Player], players: int) -> Iterator[str]:
    hands, supply = position.players, position.supply
    if any(min(player.clear, player.blue) < 0 for player in hands):
        yield "a player has fewer than 0 beads"
    if any(offer.beads < 0 for offer in position.row):
        yield "a card has fewer than 0 beads"
    borrowed = sum(player.blue for player in hands)
    clear = sum(player.clear for player in hands) + sum(offer.beads for offer in position.row)
    if clear + supply.clear != CLEAR_BEADS:
        yield f"there are {clear + supply.clear} clear beads, not {CLEAR_BEADS}"
    if borrowed + supply.blue != BLUE_BEADS:
        yield f"there are {borrowed + supply.blue} blue beads, not {BLUE_BEADS}"
    if borrowed > most_loans(players, AUCTIONS[-1]):
        most = most_loans(players, AUCTIONS[-1])
        yield f"{borrowed} blue beads are borrowed; {AUCTIONS[-1]} auctions have at most {most}"
    dealt = clear - borrowed
    if dealt % players or not 0 <= dealt <= CLEAR_BEADS:
        yield f"{dealt} clear beads, loans left out, can't be dealt to {players} players equally"


def _card_faults(position: Position[Player], players: int) -> Iterator[str]:
    fronts = [player.cards for player in position.players]
    taken_cards = [card for front in fronts for card in front] + list(position.discarded)
    row = [offer.card for offer in position.row]
    everything = [*taken_cards, *row, *position.undealt]
    if any(card.value not in VALUES for card in everything):
        yield f"a card has a value outside {VALUES[0]} to {VALUES[-1]}"
    if len(in_play(everything, players)) != len(everything):
        yield f"a card has a marker that is not in play with {players} players"
    if any(list(pile) != sorted(pile) for pile in (*fronts, position.discarded, position.undealt)):
        yield "cards in front, discarded or undealt are not sorted from the lowest to the highest"
    if any(count > 1 for front in fronts for count in _colors(front).values()):
        yield "two cards of one color lie in front of a seat"
    if any(count % 2 for count in _colors(position.discarded).values()) or any(
        not card.color for card in position.discarded
    ):
        yield "the discarded cards are not pairs of one color"
    yield from _dealing_faults(position, players, len(everything))


def _dealing_faults(position: Position[Player], players: int, cards: int) -> Iterator[str]:
    """Yield faults in the number of cards: for the auctions so far, and for each seat."""
    auctions, rest = divmod(cards, players)
    if rest or auctions not in AUCTIONS:
        limits = f"{AUCTIONS[0]} to {AUCTIONS[-1]}"
        yield f"{cards} cards can't be dealt to {players} players equally in {limits} auctions"
    if cards > LARGEST_BOX:
        yield f"there are {cards} cards, and a box has at most {LARGEST_BOX}"
    complete_rows = position.auction - (len(position.row) < len(position.in_auction))
    taken = sum(len(player.cards) for player in position.players) + len(position.discarded)
    offered = len(position.row) if complete_rows == position.auction else 0
    if position.auction < 1 or taken + offered != complete_rows * players:
        yield f"the cards dealt so far do not fit auction {position.auction}"
    for seat, player in enumerate(position.players):
        got = complete_rows - (seat in position.in_auction and complete_rows == position.auction)
        kept = len(player.cards)
        if kept > got or (got - kept) % 2:
            yield f"seat {seat} got {many(got, 'card')}; after pairs leave, it can't have {kept}"
    unrevealed = len(position.in_auction) - len(position.row)
    if unrevealed > len(position.undealt):
        undealt = len(position.undealt)
        yield f"{unrevealed} cards are still to be revealed, and {undealt} are undealt"
    if not position.in_auction and position.undealt:
        yield "the game can't be over while cards are undealt"


def _colors(cards: Iterable[Card]) -> Counter[str]:
    return Counter(card.color for card in cards if card.color)
