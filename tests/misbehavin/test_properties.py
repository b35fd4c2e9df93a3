"""Properties of random plays of Misbehavin', each stated once more in plain steps."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from fireflies import contract, misbehavin
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR, Observer
from fireflies.misbehavin import GAME, Clause
from fireflies.misbehavin.box.contents import BoxJson
from fireflies.misbehavin.box.random_boxes import random_options
from fireflies.misbehavin.rules import actions
from fireflies.misbehavin.rules.fight_events import StrengthCompared
from fireflies.misbehavin.rules.view import InPlayJson, PlayerJson, StateJson
from fireflies.testing import sampling
from tests.campaign import SEED, count
from tests.misbehavin.positions import in_order

PLAYS = count(10, campaign=2_000)
COPIES = {"shiny": 6, "the-black": 12}  # five of each other set
TOKENS = 6


def plays(name: str, number: int = PLAYS) -> Iterator[list[misbehavin.State]]:
    """Yield the states of random plays with random boxes."""
    for seed in range(number):
        draws = Draws(seed, f"{name} {SEED}")
        setup = GAME.set_up(random_options(draws))
        states = sampling.random_states(setup.start, draws.bits())
        assert len(states) - 1 <= (setup.bounds.actions or 0), "each play ends within its bound"
        yield [state for state in states if isinstance(state, misbehavin.State)]


def printed(state: misbehavin.State) -> BoxJson:
    """Return the box as plain data."""
    return state.options.box.to_json()


def cards_of(player: PlayerJson) -> list[str]:
    """Return all cards of a player, wherever they are."""
    shown = [it["card"] for it in (*player["assets"], *player["command"])]
    shown += [it["card"] for it in player["display"]]
    return [*player["unseen"], *player["recycle"], *shown]


@pytest.mark.long
def test_each_card_is_in_one_place() -> None:
    """In a hand, pile, tableau, display, market row, market deck or in the supply."""
    for states in plays("cards"):
        box = printed(states[0])
        factions = states[0].options.factions
        market = ("core", "border", "rim")
        expected = [it["name"] for it in box["cards"] if it["deck"] in (*factions, *market)]
        for state in states[::7]:
            data = state.view().to_json()
            found = Counter(card for player in data["players"] for card in cards_of(player))
            for rows in (data["market"], data["market_decks"]):
                found.update(card for row in rows.values() for card in row)
            found.update(data["supply"])
            sets = {name: COPIES.get(name, 5) for name in data["supply"]}
            assert found == Counter(expected) + Counter(sets)


def test_each_token_is_somewhere_and_nothing_is_owed() -> None:
    """Six tokens a seat: held, marking, on Reavers, on warrants, or left."""
    for states in plays("tokens"):
        for state in states[::7]:
            data = state.view().to_json()
            tableaus = [it for player in data["players"] for it in tableau(player)]
            for seat, player in enumerate(data["players"]):
                away = sum(it["tokens"][seat] for it in data["reavers"])
                away += sum(it["warrant"] == seat for it in tableaus)
                held = (player["verse"], sum(player["marks"].values()), player["verse_left"])
                assert sum(held) + away == TOKENS
                counts = (player["activations"], player["recruitments"], player["credits"])
                assert min(*held, *counts) >= 0
                assert all(0 <= it["tokens"] <= 9 for it in (*tableau(player), *player["display"]))


def tableau(player: PlayerJson) -> list[InPlayJson]:
    """Return the cards of both areas."""
    return [*player["assets"], *player["command"]]


@pytest.mark.long
def test_a_new_hand_has_five_cards_less_the_triggered_ones() -> None:
    """Unless pile and recycle pile together have fewer; in the first turn everybody has five."""
    begun = 0
    for states in plays("hands"):
        for before, state in pairwise(states):
            if state.turn == before.turn or state.phase == "over":
                continue
            begun += 1
            seats = range(state.seats) if state.turn == 1 else (before.turn_player,)
            for seat in seats:
                player = before.players[seat]
                due = 5 - sum(it.triggered for it in player.tableau)
                after = state.players[seat]
                enough = min(max(due, 0), len(after.hand + after.deck + after.recycle))
                assert len(after.hand) == enough
    assert begun


@pytest.mark.long
def test_the_market_is_full_when_a_turn_begins() -> None:
    """Two cards a row, or fewer if the deck is empty."""
    for states in plays("market"):
        for before, state in pairwise(states):
            if state.turn != before.turn:
                for row, deck in zip(state.market, state.market_decks, strict=True):
                    assert len(row) == 2 or (len(row) < 2 and not deck)


@pytest.mark.long
def test_nothing_is_left_over_between_two_actions_of_a_turn() -> None:
    """All displays and the queue are empty; only the seat whose turn it is has activations."""
    for states in plays("turn"):
        for state in states:
            if state.phase == "turn":
                assert state.pending == ()
                assert state.activity is None
                assert not any(player.display for player in state.players)
                idle = [it for seat, it in enumerate(state.players) if seat != state.turn_player]
                assert not any(it.activations for it in idle)


def counted(value: int | str, player: PlayerJson) -> int:
    """Return a printed number, or what a printed X counts for this player."""
    if isinstance(value, int):
        return value
    return {
        "credits": player["credits"],
        "verse": player["verse"],
        "assets": len(player["assets"]),
        "command": len(player["command"]),
    }[value]


def passive(data: StateJson, box: BoxJson, seat: int, wanted: str) -> int:
    """Return what the free cards of a tableau, whose needs are met, add by an ongoing effect."""
    cards = {it["name"]: it for it in box["cards"]}
    fight = data["activity"]
    goes_on = fight is not None and fight["kind"] == "fight" and not fight["ended"]
    target = fight["target"] if goes_on and fight and fight["kind"] == "fight" else None
    others = [it for it in tableau(data["players"][seat]) if it["card"] != target]
    offered = {attribute for it in others for attribute in cards[it["card"]]["attributes"]}
    found = 0
    for it in others:
        fits = {*cards[it["card"]]["needs"]} <= offered
        if fits and not it["triggered"] and it["warrant"] is None:
            for text in cards[it["card"]]["ongoing"]:
                name, number = text.split()
                found += int(number) if name == wanted else 0
    return found


def strengths(data: StateJson, box: BoxJson) -> tuple[int, int]:
    """Return the strengths of attacker and defender of a fight, counted card by card."""
    fight = data["activity"]
    assert fight is not None
    assert fight["kind"] == "fight"
    cards = {it["name"]: it for it in (*box["cards"], *box["supply"])}
    attacker, defender = fight["seat"], fight["defender"]
    assert defender is not None
    ours, theirs = fight["bonus"]
    for it in data["players"][attacker]["display"]:
        ours += counted(cards[it["card"]]["power"], data["players"][attacker]) + it["tokens"]
        for text in cards[it["card"]]["ongoing"]:
            name, number = text.split()
            ours += int(number) if name == fight["intent"] else 0
    for it in data["players"][defender]["display"]:
        theirs += counted(cards[it["card"]]["power"], data["players"][defender]) + it["tokens"]
    ours += passive(data, box, attacker, "strength")
    theirs += passive(data, box, defender, "defense")
    return ours, theirs + cards[str(fight["target"])]["cost"]


@pytest.mark.long
@pytest.mark.clause("misbehavin.fight.defense")
def test_a_fight_is_decided_by_what_a_second_count_says() -> None:
    decided = 0
    for states in plays("fights", PLAYS * 4):
        for state in states:
            if state.phase != "fight":
                continue
            data = state.view().to_json()
            ours, theirs = strengths(data, printed(state))
            assert data["activity"] is not None
            assert data["activity"]["kind"] == "fight"
            assert (data["activity"]["attack"], data["activity"]["defense"]) == (ours, theirs)
            compared = [
                event
                for event in state.step(actions.Done()).events
                if isinstance(event, StrengthCompared)
            ]
            for event in compared:
                decided += 1
                assert (event.attack, event.defense) == (ours, theirs)
                after = state.apply(actions.Done())
                target = str(data["activity"]["target"])
                stays = any(
                    target in map(str, [it.card for it in p.tableau]) for p in after.players
                )
                assert stays == (ours < theirs)
    assert decided


def influence(data: StateJson, box: BoxJson) -> int:
    """Return the influence of a deal or recruitment, counted card by card."""
    activity = data["activity"]
    assert activity is not None
    player = data["players"][activity["seat"]]
    cards = {it["name"]: it for it in (*box["cards"], *box["supply"])}
    found = passive(data, box, activity["seat"], "influence")
    for it in player["display"]:
        found += counted(cards[it["card"]]["influence"], player)
    if activity["kind"] == "deal":
        return found + activity["bonus"] + activity["credits"]
    assert activity["kind"] == "recruit"
    return max(found + activity["bonus"] - activity["spent"], 0)


@pytest.mark.long
def test_what_is_taken_costs_no_more_than_a_second_count_says() -> None:
    """Tokens pay for missing influence: a point takes as many as the card has own icons."""
    taken = 0
    for states in plays("influence"):
        for state in states:
            data = state.view().to_json()
            activity = data["activity"]
            if activity is None or activity["kind"] == "fight":
                continue
            box = printed(state)
            total = influence(data, box)
            assert activity["total"] == total
            if state.phase != "take" or state.moves >= state.options.moves:
                continue  # at the limit of actions, a recruitment that took a card may only end
            cards = {it["name"]: it for it in (*box["cards"], *box["supply"])}
            player = data["players"][activity["seat"]]
            reachable: set[str] = set()
            offered = [card for row in data["market"].values() for card in row]
            offered += [name for name, left in data["supply"].items() if left]
            for name in offered:
                icons = cards[name]["icons"].get(player["faction"], 0)
                missing = max(cards[name]["cost"] - total, 0)
                paid = missing * icons <= player["verse"] and icons
                if name != "the-black" and (not missing or paid):
                    reachable.add(name)
            legal = {it.card for it in state.legal_actions if isinstance(it, actions.Take)}
            assert legal == reachable
            taken += 1
    assert taken


def every_action(state: misbehavin.State) -> Iterator[actions.Action]:
    """Yield every action with any card or seat of the game, possible or not."""
    cards = [*state.options.box.card, *[it.name for it in state.options.reavers], "nothing"]
    seats: list[int] = [*range(state.seats + 1)]
    for make in actions.ACTIONS:
        if issubclass(make, actions.CardAction):
            yield from map(make, cards)
        elif issubclass(make, actions.BareAction):
            yield make()
        elif issubclass(make, actions.CreditAction):
            yield from map(make, (*seats, None))
    for card in cards:
        yield from [
            actions.ChooseSet(card, slot) for slot in ("fight", "deal", "maneuver", "any", "x")
        ]
        yield from [actions.Use(card, number) for number in range(5)]
    yield from map(actions.Replay, range(5))
    rewards: tuple[actions.Reward, ...] = ("draw", "credit", "verse")
    yield from [actions.TakeReward(reward) for reward in rewards]
    chosen: list[str | int] = [*cards, *seats]
    yield from map(actions.Choose, chosen)
    priced = {it.name for verse in state.options.box.verse for it in verse.priced}
    yield from map(actions.SpendVerse, (*cards, *sorted({*priced} - {*cards})))
    yield from map(actions.DoEntry, range(10))


@pytest.mark.long
def test_the_legal_list_is_what_is_not_refused() -> None:
    """In the order of the wire: by verb, then by text."""
    chooser = Random(SEED)
    for states in plays("legal"):
        tried = [*every_action(states[0])]
        for state in chooser.sample(states, min(4, len(states))):
            accepted = {action for action in tried if not isinstance(state._judge(action), Clause)}
            assert {*state.legal_actions} == accepted
            assert state.legal_actions == in_order(accepted)


def texts(data: object) -> Iterator[str]:
    """Yield the words of all strings in plain data, keys as well."""
    if isinstance(data, dict):
        data = [*data, *data.values()]
    if isinstance(data, list):
        for value in data:
            yield from texts(value)
    elif isinstance(data, str):
        yield from data.split()


@pytest.mark.long
def test_a_drawn_card_is_in_nothing_that_others_read() -> None:
    """Not in an event, an action or a view, but among the unseen cards of the seat."""
    drawn = 0
    for states in plays("secrets"):
        for before in states[::9]:
            if before.phase != "draw":
                continue
            drawn += 1
            seat = before.seat
            others: list[Observer] = [SPECTATOR, *[it for it in range(before.seats) if it != seat]]
            for action in before.legal_actions[:2]:
                step, card = before.step(action), str(action).split()[1]
                for observer in others:
                    sight = step.seen_by(observer)
                    assert str(sight.action) == "draw ?"
                    assert not any(card in str(event).split() for event in sight.events)
                    data = sight.view.to_json()
                    player = data["players"][seat]
                    assert (player["hand"], player["deck"]) == (None, None)
                    assert card in player["unseen"]
                    if not before.options.box.card[card].is_supply:
                        others_read = {**data, "players": [{**player, "unseen": []}]}
                        assert card not in [*texts(others_read)]
    assert drawn


@pytest.mark.parametrize("players", [2, 4])
def test_scores_and_lengths_are_within_their_bounds(players: int) -> None:
    """Also in the shipped box."""
    setup = GAME.set_up({"players": players, "turns": 30})
    states: list[contract.State] = sampling.random_states(setup.start, players)
    outcome = states[-1].outcome
    assert outcome is not None
    assert setup.bounds.lowest_score <= min(outcome.scores)
    assert max(outcome.scores) <= setup.bounds.highest_score
    assert len(states) <= (setup.bounds.actions or 0)
