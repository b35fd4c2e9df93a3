"""Properties of random plays of Firefly Festival, each stated once more in plain steps."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from fireflies import festival
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR, Observer, State
from fireflies.festival import GAME
from fireflies.festival.box.random_boxes import random_options
from fireflies.festival.play import generators
from fireflies.festival.rules.actions import Festival
from fireflies.testing import sampling
from tests.campaign import SEED, count

PLAYS = count(12, campaign=2_000)


def plays(name: str, number: int = PLAYS) -> Iterator[list[festival.State]]:
    """Yield the states of random plays with random boxes."""
    for seed in range(number):
        draws = Draws(seed, f"{name} {SEED}")
        setup = GAME.set_up(random_options(draws))
        states = sampling.random_states(setup.start, draws.bits())
        assert len(states) - 1 <= (setup.bounds.actions or 0), "each play ends within its bound"
        yield [state for state in states if isinstance(state, festival.State)]


def test_nothing_appears_or_disappears() -> None:
    """Pieces, cards, tiles, tokens, and coins with the bank; supplies are never below zero."""
    for states in plays("conserved"):
        first = generators.conserved(states[0])
        for state in states[::5]:
            assert generators.conserved(state) == first
            for player in state.players:
                assert min(player[:6]) >= 0


def test_no_two_bridges_on_a_cell_and_no_island_too_full() -> None:
    """After every action."""
    for states in plays("map"):
        board, sizes = states[0].options.board, states[0].options.box.to_json()["sizes"]
        for state in states:
            cells = [
                cell
                for lane, owner in zip(board.lanes, state.bridges, strict=True)
                if owner is not None
                for cell in lane.cells
            ]
            assert len(set(cells)) == len(cells)
            for site in state.islands:
                if site.tile is not None and site.tile.size != "start":
                    assert sum(site.workers) <= sizes[site.tile.size]["capacity"]
                else:
                    assert not site.floors


def points_of(state: festival.State, name: str) -> list[int]:
    """Return what a festival brings each seat, counted piece by piece."""
    data, box = state.view().to_json(), state.options.box
    island = next(it for it in data["islands"] if it["name"] == name)
    value = int(str(island["tile"]).split(" ")[1])
    gained = [0] * state.seats
    for owner in island["floors"]:
        gained[owner] += value
    near = {name}
    for bridge in data["bridges"]:
        ends = bridge["lane"][:2]
        if name in ends:
            gained[bridge["seat"]] += value
            near |= {*ends}
    power = state.players[state.seat].powers
    changes = {it.name: dict(it.changes) for it in box.powers}[power[0]] if power else {}
    bonus = box.figures.firefly + changes.get("firefly", 0)
    for other in data["islands"]:
        for seat, workers in enumerate(other["workers"]):
            gained[seat] += value * workers if other["name"] == name else 0
            gained[state.seat] += bonus * workers if other["name"] in near else 0
    return gained


def test_festivals_bring_what_a_second_count_says() -> None:
    held = 0
    for states in plays("festivals"):
        for state in states:
            for action in state.legal_actions:
                if isinstance(action, Festival):
                    after = state.apply(action)
                    gained = [
                        player.points - before.points
                        for player, before in zip(after.players, state.players, strict=True)
                    ]
                    assert gained == points_of(state, action.island)
                    held += 1
    assert held


def texts(data: object) -> Iterator[str]:
    """Yield all strings of plain data."""
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list):
        for value in data:
            yield from texts(value)
    elif isinstance(data, str):
        yield data


@pytest.mark.long
def test_a_private_goal_in_hand_is_in_nothing_that_others_read() -> None:
    """It is in no event and no action; in a view only among all cards that nobody has shown."""
    for states in plays("secrets"):
        for before, state in [*pairwise(states)][:-1:4]:  # at the end all hands are open
            for seat in range(state.seats):
                look(before, state, seat)


def look(before: festival.State, state: festival.State, seat: int) -> None:
    """Check what the other seats and a spectator read of the hand of one seat."""
    hand = Counter(map(str, state.players[seat].goals))
    others: list[Observer] = [SPECTATOR, *[it for it in range(state.seats) if it != seat]]
    for observer in others:
        data = state.view(observer).to_json()
        assert data["players"][seat]["goals"] is None
        assert not hand - Counter(data["undealt"]), "it may be anywhere that is not seen"
        told = list(texts({**data, "undealt": [], "players": []}))
        own = [] if observer == SPECTATOR else state.players[int(observer or 0)].goals
        assert not any(str(card) in told for card in state.players[seat].goals if card not in own)
    for action in before.legal_actions[:3]:
        step = before.step(action)
        if before.actor == "chance" and before.phase == "goals" and before.seat == seat:
            for observer in others:
                sight = step.seen_by(observer)
                assert str(sight.action) == "deal ?"
                card = str(action).partition(" ")[2]
                assert not any(card in str(event) for event in sight.events)


@pytest.mark.parametrize("players", [2, 6])
def test_scores_and_lengths_are_within_their_bounds(players: int) -> None:
    """Also in the shipped box."""
    setup = GAME.set_up({"players": players, "powers": True})
    states: list[State] = sampling.random_states(setup.start, players)
    outcome = states[-1].outcome
    assert outcome is not None
    assert setup.bounds.lowest_score <= min(outcome.scores)
    assert max(outcome.scores) <= setup.bounds.highest_score
    assert len(states) <= (setup.bounds.actions or 0)
