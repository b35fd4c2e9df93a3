"""The bots of Firefly Festival: what they see, what they take, and how well they play."""

from itertools import chain
from math import sqrt
from typing import Final

import pytest

from fireflies import contract, festival
from fireflies.bots import named, random
from fireflies.chance import Draws
from fireflies.contract import Bot, Turn
from fireflies.festival import State
from fireflies.festival.box.options import BOX
from fireflies.festival.play.bots import greedy, ranked
from fireflies.festival.play.search import ACTIONS, ShortRollouts, search, value
from fireflies.record import begin
from fireflies.search import Tree
from fireflies.table import Table
from tests.campaign import count
from tests.festival import plays
from tests.helpers import check_plays_of_search, fail_if_called
from tests.search.test_budget import Ticks

DECISIONS: Final = ("keep", "turn", "recruit", "cross", "walk", "to")


def chosen(state: State, bot: Bot = greedy) -> contract.Action:
    """Return what a bot chooses in this position."""
    if bot is greedy:
        return greedy(Turn(state, state.seat, fail_if_called, fail_if_called))
    return bot(Turn(state, state.seat, lambda: Draws(1, "bot"), fail_if_called))


def test_the_greedy_bot_chooses_a_legal_action_in_each_phase() -> None:
    """The one that it ranks first; the others are all legal, too."""
    seen: set[str] = set()
    for state in plays.states(3, 6, powers=True):
        if isinstance(state.actor, int):
            seen.add(state.phase)
            assert state.check(chosen(state)) is None
            assert chosen(state) == ranked(state)[0]
            assert sorted(map(str, ranked(state))) == sorted(map(str, state.legal_actions))
    assert seen == set(DECISIONS)


def test_the_choice_depends_on_the_view_alone() -> None:
    """With other cards in the hands of others, and another deck, the bot chooses the same."""
    differing = 0
    for number, state in enumerate(plays.states(3, 6, powers=True)):
        if isinstance(state.actor, int):
            other = state.alike(state.seat, Draws(number, "others"))
            differing += other != state
            assert chosen(other) == chosen(state)
    assert differing > 100


def test_goals_are_completed_first_the_best_one_before_all() -> None:
    """Public or private: the one with the most points."""
    found = 0
    for state in plays.states(2, 1):
        goals = {
            str(action): points
            for action in state.legal_actions
            if state.phase == "turn"
            for points in [sum(gain(state, action))]
            if str(action).startswith(("public", "private"))
        }
        if len(goals) > 1:
            found += 1
            assert goals[str(chosen(state))] == max(goals.values())
    assert found > 3


def gain(state: State, action: contract.Action) -> list[int]:
    """Return the points that the seat in turn gets by an action, as a list of one number."""
    before, after = state.players[state.seat], state.apply(action).players[state.seat]
    return [after.points - before.points]


def test_a_festival_that_brings_more_than_anything_else_is_held() -> None:
    """Positions where its points beat those of all other actions, goals aside, by far."""
    held = 0
    for state in chain.from_iterable(plays.states(2, seed) for seed in range(1, 6)):
        actions = [it for it in state.legal_actions if state.phase == "turn"]
        festivals = {it: gain(state, it)[0] for it in actions if str(it).startswith("festival")}
        if festivals and not any(str(it).startswith(("public", "private")) for it in actions):
            best = max(festivals, key=lambda it: festivals[it])
            if festivals[best] > 25:
                held += 1
                assert str(chosen(state)).startswith("festival")
    assert held


def test_the_crow_is_for_those_who_can_build_nothing() -> None:
    """The bot takes it early, with points to spare and at most one coin."""
    (state, *_) = (
        it
        for it in plays.states(2, 1)
        if it.phase == "turn"
        and not it.mains
        and it.crow != it.seat
        and it.players[it.seat].floors > 8
    )
    for coins, points, taken in ((0, 20, True), (1, 8, True), (2, 20, False), (0, 7, False)):
        player = state.players[state.seat]._replace(coins=coins, points=points, goals=())
        players = [player if seat == state.seat else it for seat, it in enumerate(state.players)]
        poor = state._replace(players=tuple(players), taken=(6, 6, 6, 6))
        assert (str(chosen(poor)) == "crow coins") == taken
    player = state.players[state.seat]._replace(coins=0, points=20, floors=2, goals=())
    players = [player if seat == state.seat else it for seat, it in enumerate(state.players)]
    late = state._replace(players=tuple(players), taken=(6, 6, 6, 6))
    assert str(chosen(late)) == "end"


@pytest.mark.long
@pytest.mark.parametrize(("seats", "games"), [(2, 12), (4, 6)])
def test_the_greedy_bot_beats_random_players(seats: int, games: int) -> None:
    """With 95 % confidence, its share of wins is a quarter above that of equal players."""
    games = count(games, campaign=600)
    wins = 0.0
    for seed in range(games):
        place = seed % seats
        bots: list[Bot] = [greedy if seat == place else random for seat in range(seats)]
        wins += won(bots, place, seed)
    share = wins / games
    assert share - 1.96 * sqrt(share * (1 - share) / games) > 1 / seats + 0.25


def won(bots: list[Bot], place: int, seed: int, **options: object) -> float:
    """Return the share of the victory of a place in one game."""
    record = begin(festival.GAME, {"players": len(bots), **options}, ["x"] * len(bots))
    table = Table(record, bots, seed=seed)
    table.run()
    outcome = table.state.outcome
    assert outcome is not None
    return 1 / len(outcome.winners) if place in outcome.winners else 0.0


def test_the_search_plays_a_whole_game_by_the_rules() -> None:
    """And the same one from the same seed."""
    check_plays_of_search(festival.GAME, box=BOX.named["small"](), powers=False)


def test_the_search_begins_with_a_few_good_actions() -> None:
    for state in plays.states(2, 1)[40::31]:
        if isinstance(state.actor, int):
            tree, draws = Tree(ShortRollouts()), Draws(1, "seat")
            for _ in range(ACTIONS + 2):
                tree.grow(state, draws)
            assert list(tree.tried) == ranked(state)[:ACTIONS]
            assert chosen(state, named(festival.GAME, "search:4")) in tree.tried


def test_the_search_tries_more_actions_with_more_visits() -> None:
    visits = (0, 15, 16, 100, 400)
    assert [ShortRollouts().width(count) for count in visits] == [3, 3, 4, 10, 20]


def test_nodes_of_the_search_depend_on_what_a_seat_sees() -> None:
    """They are equal for states alike to the seat, and tell one state of a play from another."""
    model = ShortRollouts()
    for state in plays.states(3, 6)[100::41]:
        if isinstance(state.actor, int):
            other = state.alike(state.seat, Draws(2, "others"))
            assert model.key(other, state.seat) == model.key(state, state.seat)
            own = state.players[state.seat].goals
            if own and state.deck and state.deck[0] not in own:
                player = state.players[state.seat]._replace(goals=(state.deck[0], *own[1:]))
                players = list(state.players)
                players[state.seat] = player
                dealt = state._replace(players=tuple(players))
                assert model.key(dealt, state.seat) != model.key(state, state.seat)
                assert model.key(dealt, (state.seat + 1) % 3) == model.key(
                    state, (state.seat + 1) % 3
                )
    *others, last = state.players
    richer = state._replace(players=(*others, last._replace(coins=last.coins + 1)))
    assert model.key(richer, 0) != model.key(state, 0)
    turns = [it for it in plays.states(3, 6) if isinstance(it.actor, int)]
    assert len({model.key(it, it.seat) for it in turns}) == len({it.view(it.seat) for it in turns})


def test_the_search_looks_at_its_clock_after_each_rollout() -> None:
    state, clock = plays.phases(2, 1)["turn"], Ticks(1.0)
    assert chosen(state, search("4s", clock)) == chosen(state, search("4"))
    assert clock.looks == 5


def test_chance_deals_within_the_search() -> None:
    """By one draw, and one action."""
    state = plays.phases(2, 1)["goals"]
    dealt = ShortRollouts().deal(state, Draws(3, "deal"))
    assert dealt == state.apply(state.deal(Draws(3, "deal")))


def test_values_are_leads() -> None:
    """They add up to nothing, whoever leads; more of anything good is worth more."""
    for state in plays.states(3, 6)[60::67]:
        worth = value(state)
        assert abs(sum(worth)) < 1e-6
        first, own, last = state.players
        for better in (
            own._replace(points=1000),
            own._replace(coins=100),
            own._replace(fish=100),
        ):
            more = value(state._replace(players=(first, better, last)))
            assert more[1] > worth[1]
            assert more[0] < worth[0]


def test_the_end_is_worth_the_scores_and_the_victory() -> None:
    """The winner has the highest value: the lead in scores, and more for the victory."""
    state = plays.states(2, 1)[-1]
    outcome = state.outcome
    assert outcome is not None
    (winner,) = outcome.winners
    lead = outcome.scores[winner] - outcome.scores[1 - winner]
    assert value(state)[winner] > lead > 0


def test_a_rollout_ends_with_the_next_turn() -> None:
    """Greedy plays the rest of this turn and the next one, or up to the end of the game.

    The value of the rollout is that of the position then.
    """
    state = plays.phases(2, 1)["turn"]
    after, turns = state, 0
    draws = Draws(7, "rollout")
    while turns < 2 and after.actor is not None:
        seat = after.seat
        is_dealt = after.actor == contract.CHANCE
        after = after.apply(after.deal(draws) if is_dealt else ranked(after)[0])
        turns += after.seat != seat
    assert ShortRollouts().play_out(state, Draws(7, "rollout"), 2) == value(after)
    over = plays.states(2, 1)[-1]
    assert ShortRollouts().play_out(over, draws, 2) == value(over)
