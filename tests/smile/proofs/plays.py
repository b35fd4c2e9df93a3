"""Helpers of the proofs: parse a position, play on from it, return what is compared."""

from fireflies.contract import Event
from fireflies.smile import BackOut, Bid, Reveal, State, read_action


def at(position: str) -> State:
    """Return the state of a position in one line."""
    return State.parse(position)


def after(state: State, *actions: str) -> State:
    """Return the state after these actions."""
    for action in actions:
        state = state.apply(read_action(action))
    return state


def events_of(state: State, *actions: str) -> list[Event]:
    """Return the events of these actions, in order."""
    events: list[Event] = []
    for action in actions:
        events += state.explain(read_action(action))
        state = after(state, action)
    return events


def legal(state: State) -> set[str]:
    """Return the texts of the legal actions, which are exactly those that ``check`` accepts."""
    cards = {*state.undealt, *(offer.card for offer in state.row)}
    actions = [*map(Bid, "abcdef"), *map(BackOut, "abcdef"), *map(Reveal, cards)]
    passed = sorted(str(action) for action in actions if state.check(action) is None)
    assert sorted(map(str, state.legal_actions)) == passed
    return set(passed)


def bids(state: State) -> set[str]:
    """Return the slots of the cards that may be bid on."""
    return {text[-1] for text in legal(state) if text.startswith("bid ")}


def back_outs(state: State) -> set[str]:
    """Return the slots of the cards that may be taken."""
    return {text[-1] for text in legal(state) if text.startswith("back-out ")}


def actors(state: State, *actions: str) -> list[object]:
    """Return the actor of each of these actions, and the actor after the last one."""
    found: list[object] = [state.actor]
    for action in actions:
        state = after(state, action)
        found.append(state.actor)
    return found


def beads_on(state: State) -> dict[str, int]:
    """Return the beads on each card on offer, by slot."""
    return {offer.slot: offer.beads for offer in state.row}


def hand(state: State, seat: int) -> tuple[int, int]:
    """Return the clear and the blue beads of a seat."""
    player = state.players[seat]
    return player.clear, player.blue


def front(state: State, seat: int) -> list[str]:
    """Return the cards in front of a seat, as texts, lowest first."""
    return [str(card) for card in state.players[seat].cards]


def row(state: State) -> list[str]:
    """Return the cards on offer from left to right, each with its slot."""
    return [f"{offer.slot}: {offer.card}" for offer in state.row]
