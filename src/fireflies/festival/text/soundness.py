"""Find what is wrong with a position that somebody has written.

A position that passes has exactly the pieces and cards of its game, and the rules can go on from
it. Whether a game can come to it is another question.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from fireflies.festival.box.components import START_TILE, TILE_SIZES, Goal
from fireflies.festival.box.options import STACKS
from fireflies.festival.rules.move import legal_ways
from fireflies.festival.rules.network import network
from fireflies.festival.rules.pieces import NONE, NOTHING
from fireflies.festival.rules.position import Position, figures_of, room
from fireflies.festival.rules.turn import next_decision

_SETUP = ("tiles", "kinds", "powers", "keep", "first")
"""The phases of the setup; ``goals`` occurs later too."""
_SEATLESS = ("tiles", "kinds", "first")
"""The phases in which nothing is dealt to a seat, and none chooses."""
_KEPT = 1
"""The number of powers of a seat that has chosen."""
_DEALT = 2
"""The number of powers of a seat that has yet to choose."""

_MOST = 2
"""The most actions, main and secondary together, that a seat may have left."""


def find_fault(position: Position) -> str | None:
    """Return what is wrong with a position, or what would be right; None when it is sound."""
    for faults in (_seats, _islands, _bridges, _cards, _turns, _kinds, _powers, _pieces, _phase):
        for fault in faults(position):
            return fault
    return None


def _seats(position: Position) -> Iterator[str]:
    seats, islands = position.options.players, len(position.options.board.islands)
    if len(position.islands) != islands:
        yield f"there are {islands} islands"
    if len(position.players) != seats:
        yield f"there are {seats} players"
    owners = [owner for site in position.islands for owner in site.floors]
    owners += [owner for owner in position.bridges if owner is not None]
    crow = [] if position.crow is None else [position.crow]
    if not all(0 <= seat < seats for seat in (*owners, *crow)) or position.seat >= seats:
        yield f"seats go from 0 to {seats - 1}"


def _islands(position: Position) -> Iterator[str]:
    options = position.options
    laid = Counter([site.tile for site in position.islands if site.tile is not None])
    if laid - Counter(options.box.tiles):
        yield "a tile lies on more islands than the box has of it"
    take = options.board.take._asdict()
    sizes = Counter([tile.size for tile in laid.elements()])
    if any(sizes[size] > take[size] for size in TILE_SIZES):
        yield "more tiles of a size are laid than the board takes"
    for island, site in zip(options.board.islands, position.islands, strict=True):
        bare = site.tile in {None, START_TILE}
        if (site.floors and bare) or (site.sealed and not site.floors):
            yield f"there can be no such pagoda on {island.name}"
        if room(position, island.index) < 0:
            yield f"{island.name} has no room for so many workers"
    if position.sorin + sum([site.sealed for site in position.islands]) != options.sorin:
        yield f"there are {options.sorin} sōrin in all"


def _bridges(position: Position) -> Iterator[str]:
    closed = network(position).closed
    for lane in position.options.board.lanes:
        if position.bridges[lane.index] is not None and closed >> lane.index & 1:
            yield f"a bridge in another lane crosses {lane.name}"


def _cards(position: Position) -> Iterator[str]:
    options = position.options
    private = [*position.deck]
    claimed: list[Goal] = []
    for player in position.players:
        private += (*player.goals, *player.completed)
        claimed += player.claimed
    if Counter(private) != Counter(options.box.private):
        yield "each private goal of the box is in the deck, in a hand, or completed"
    gone: list[Goal] = []
    for kind, taken in zip(position.kinds, position.taken, strict=True):
        if taken < 0:
            yield f"the stack {kind} has fewer cards"
        gone += options.box.stack(kind)[:taken]
    if Counter(claimed) != Counter(gone):
        yield "the public goals that are gone from the stacks are those that players have"


def _turns(position: Position) -> Iterator[str]:
    turns, left = position.options.turns, position.turns_left
    if turns is None or left is None:
        return
    if left != turns if _is_in_setup(position) else left + max(1, position.idle) > turns:
        yield f"there are {turns} turns, of which each takes one away, also one without progress"


def _kinds(position: Position) -> Iterator[str]:
    count, phase = len(position.kinds), position.phase
    undrawn = phase == "tiles" and position.options.goals is None
    if not (count < STACKS if phase == "kinds" else count == (0 if undrawn else STACKS)):
        yield f"after the setup {STACKS} kinds of public goals are in play"


def _powers(position: Position) -> Iterator[str]:
    seat, counts = position.seat, [len(player.powers) for player in position.players]
    names = [name for player in position.players for name in player.powers]
    undealt = position.phase in {"tiles", "kinds"} or _is_first_deal(position)
    if not position.options.powers or undealt:
        fits = not any(counts)
    elif position.phase == "powers":
        fits = _is_dealing_to(counts, seat, _DEALT)
    elif position.phase == "keep":
        fits = counts == [_KEPT if other < seat else _DEALT for other in range(len(counts))]
    else:
        fits = all(count == _KEPT for count in counts)
    if not fits or len({*names}) != len(names):
        yield "the powers of the players do not fit the phase, or are not all different"


def _is_dealing_to(counts: Sequence[int], seat: int, most: int) -> bool:
    """Return whether this seat lacks cards, those before it have all, and those after it none."""
    before = [*counts[: max(seat, 0)]]
    return before == [most] * seat and counts[seat] < most and not any(counts[seat + 1 :])


def _pieces(position: Position) -> Iterator[str]:
    options, lanes = position.options, position.options.board.lanes
    for seat, player in enumerate(position.players):
        figures = figures_of(position, seat)
        lengths = [lane.length for lane in lanes if position.bridges[lane.index] == seat]
        if player.bridges + sum(lengths) != figures.bridges:
            yield f"seat {seat} has {figures.bridges} bridge pieces in all"
        floors = sum([it.floors.count(seat) for it in position.islands])
        if player.floors + floors != figures.floors:
            yield f"seat {seat} has {figures.floors} floors in all"
        if player.workers + sum([it.workers[seat] for it in position.islands]) != figures.workers:
            yield f"seat {seat} has {figures.workers} workers in all"
        if player.fish > len(options.box.fish):
            yield f"seat {seat} has {len(options.box.fish)} fish in all"


def _phase(position: Position) -> Iterator[str]:
    if (position.phase == "tiles") != any(site.tile is None for site in position.islands):
        yield "in the phase tiles some island has no tile, in every other phase each has one"
    if position.phase in _SETUP:
        fits = _untouched(position) and (position.phase in _SEATLESS) == (position.seat == NONE)
    elif _is_first_deal(position):
        hands = [len(player.goals) for player in position.players]
        fits = _untouched(position) and _is_dealing_to(
            hands, position.seat, position.options.box.figures.hand
        )
    elif position.phase == "over":
        fits = position.pending == NOTHING and not position.mains + position.secondary
    else:
        fits = position.seat != NONE and _goes_on(position)
    if not fits:
        yield f"some part of it can't occur in the phase {position.phase}"


def _is_first_deal(position: Position) -> bool:
    """Return whether private goals are dealt in the setup."""
    return position.phase == "goals" and position.pending == NOTHING


def _is_in_setup(position: Position) -> bool:
    return position.phase in _SETUP or _is_first_deal(position)


def _untouched(position: Position) -> bool:
    """Return whether nobody has had a turn."""
    return (
        (position.mains, position.secondary, position.idle) == (0, False, 0)
        and position.pending == NOTHING
        and position.crow is None
        and not any(position.taken)
        and all(owner is None for owner in position.bridges)
        and not any(site.floors for site in position.islands)
    )


def _goes_on(position: Position) -> bool:
    """Return whether a turn and the action within it can go on from here."""
    lane, able, draws, recruits, walks, walker = position.pending
    sites, player = position.islands, position.players[position.seat]
    fits = position.phase == (next_decision(position) or "turn")
    fits = fits and position.mains + position.secondary <= _MOST
    fits = fits and draws <= len(position.deck) and recruits <= player.workers
    if lane == NONE:
        fits = fits and able == (0, 0)
    else:
        ends = position.options.board.lanes[lane].ends
        fits = fits and position.bridges[lane] == position.seat
        fits = fits and recruits <= sum([room(position, end) for end in ends])
        here = [sites[end].workers[position.seat] for end in ends]
        fits = fits and able[0] <= here[0] and able[1] <= here[1]
    if walker != NONE:
        fits = fits and walks > 0 and sites[walker].workers[position.seat] > 0
        fits = fits and bool(legal_ways(position))
    return fits
