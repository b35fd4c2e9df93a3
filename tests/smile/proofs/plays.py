"""Short ways to say a position, what may be done in it, and what comes of it."""

from fireflies.contract import Event
from fireflies.smile import BackOut, Bid, Reveal, State, read_action


def at(position: str) -> State:
    """The state of a position in one line."""
    return State.parse(position)


def after(state: State, *moves: str) -> State:
    """The state that these moves lead to."""
    for move in moves:
        state = state.apply(read_action(move))
    return state


def told(state: State, *moves: str) -> list[Event]:
    """All that happens during these moves, in order."""
    events: list[Event] = []
    for move in moves:
        events += state.explain(read_action(move))
        state = after(state, move)
    return events


def allowed(state: State) -> set[str]:
    """What may be done now, as texts: what is listed, and nothing else passes the check."""
    cards = {*state.undealt, *(offer.card for offer in state.row)}
    actions = [*map(Bid, "abcdef"), *map(BackOut, "abcdef"), *map(Reveal, cards)]
    passed = sorted(str(action) for action in actions if state.check(action) is None)
    assert sorted(map(str, state.legal_actions)) == passed
    return set(passed)


def bids(state: State) -> set[str]:
    """The slots of the cards that may be bid on."""
    return {text[-1] for text in allowed(state) if text.startswith("bid ")}


def back_outs(state: State) -> set[str]:
    """The slots of the cards that may be taken."""
    return {text[-1] for text in allowed(state) if text.startswith("back-out ")}


def movers(state: State, *moves: str) -> list[object]:
    """Who makes each of these moves, and who is to move after the last one."""
    actors: list[object] = [state.actor]
    for move in moves:
        state = after(state, move)
        actors.append(state.actor)
    return actors


def beads_on(state: State) -> dict[str, int]:
    """How many beads lie on each card on offer, by slot."""
    return {offer.slot: offer.beads for offer in state.row}


def hand(state: State, seat: int) -> tuple[int, int]:
    """The clear and the blue beads of a seat."""
    player = state.players[seat]
    return player.clear, player.blue


def front(state: State, seat: int) -> list[str]:
    """The cards in front of a seat, as texts, lowest first."""
    return [str(card) for card in state.players[seat].cards]


def row(state: State) -> list[str]:
    """The cards on offer from left to right, each with its slot."""
    return [f"{offer.slot}: {offer.card}" for offer in state.row]
