"""The bots of Misbehavin': what they see, what they take, and how well they play."""

from itertools import pairwise
from math import sqrt
from typing import Final

import pytest

from fireflies import contract, misbehavin
from fireflies.bots import named, random
from fireflies.chance import Draws
from fireflies.contract import Bot, Turn
from fireflies.misbehavin import State
from fireflies.misbehavin.play.bots import greedy, ranked
from fireflies.misbehavin.play.search import ACTIONS, ShortRollouts, search, value
from fireflies.record import begin
from fireflies.search import Tree
from fireflies.table import Table
from tests.campaign import count
from tests.helpers import check_plays_of_search, fail_if_called
from tests.misbehavin import positions
from tests.misbehavin.situations import Has, table
from tests.search.test_budget import Ticks

DECISIONS: Final = (
    *("draft", "turn", "played", "ability", "choose", "intent", "target", "fight", "reward"),
    *("retain", "deal", "answer", "recruit", "take", "tidy"),
)


def chosen(state: State, bot: Bot = greedy) -> contract.Action:
    """Return what a bot chooses in this position."""
    if bot is greedy:
        return greedy(Turn(state, state.seat, fail_if_called, fail_if_called))
    return bot(Turn(state, state.seat, lambda: Draws(1, "bot"), fail_if_called))


def test_the_greedy_bot_chooses_a_legal_action_in_each_phase() -> None:
    """The one that it ranks first; the others are all legal, too."""
    seen: set[str] = set()
    for seed in range(3):
        for state in positions.states(3, seed, supply="draft", reavers=2):
            if isinstance(state.actor, int):
                seen.add(state.phase)
                assert state.check(chosen(state)) is None
                assert chosen(state) == ranked(state)[0]
                assert sorted(map(str, ranked(state))) == sorted(map(str, state.legal_actions))
    assert seen >= {*DECISIONS}


def test_the_choice_depends_on_the_view_alone() -> None:
    """With other cards in the hands of others, the bot chooses the same."""
    differing = 0
    for number, state in enumerate(positions.states(3, 6)):
        if isinstance(state.actor, int):
            other = state.alike(state.seat, Draws(number, "others"))
            differing += other != state
            assert chosen(other) == chosen(state)
    assert differing > 50


CHOICES: Final[list[tuple[str, State, str]]] = [
    (
        "the card with the most power joins the tableau",
        table(Has("spare-coat,freighter-captain,young-medic", counts="0.0.0.1.1")),
        "play freighter-captain",
    ),
    (
        "then cards without power recruit: the end of the turn would discard them anyway",
        table(Has("young-medic,wandering-preacher,ship-mechanic", counts="0.0.0.0.1")),
        "recruit wandering-preacher",
    ),
    (
        "no card is shown for a recruitment that can buy nothing",
        table(Has("steady-pilot", counts="0.0.0.0.1"), market="marshal/gun-boat/raider-hulk"),
        "end",
    ),
    (
        "the best card is taken",
        table(
            Has(display="young-medic,wandering-preacher,freighter-captain", counts="0.0.0.0.0"),
            phase="take",
            market="banker,marshal//",
            activity="recruit:0:closed:0:0:0",
        ),
        "take marshal",
    ),
    (
        "a seat that would win is attacked where the target brings it below",
        table(
            Has("first-officer,freighter-captain", counts="1.1.0.1.0"),
            Has(
                assets="patrol-cruiser,gun-boat,raider-hulk",
                command="brawler,fleet-commander,watch-officer",
            ),
        ),
        "fight first-officer",
    ),
    (
        "of the cards of that seat, one that can be beaten",
        table(
            Has("freighter-captain", display="first-officer"),
            Has(
                assets="patrol-cruiser,gun-boat,raider-hulk",
                command="field-rifle,fleet-commander,watch-officer",
            ),
            phase="target",
            activity="fight:0:nab:-:-:-:0.0:o",
        ),
        "target watch-officer",
    ),
    (
        "the attack is made strong enough",
        table(
            Has("freighter-captain", display="first-officer"),
            Has(command="watch-officer"),
            phase="fight",
            activity="fight:0:nab:watch-officer:1:0:0.0:oa",
        ),
        "add freighter-captain",
    ),
    (
        "and no stronger than that",
        table(
            Has("freighter-captain", display="first-officer,marshal"),
            Has(command="watch-officer"),
            phase="fight",
            activity="fight:0:nab:watch-officer:1:0:0.0:oa",
        ),
        "done",
    ),
    (
        "the defender saves a card if it can",
        table(
            Has(display="first-officer,spare-coat"),
            Has("fleet-commander,records-clerk", command="junior-officer"),
            phase="fight",
            seat=1,
            activity="fight:0:nab:junior-officer:1:1:0.0:",
        ),
        "add fleet-commander",
    ),
    (
        "what it gives up is worth the least",
        table(
            Has("cargo-net,freighter-captain", counts="0.0.0.0.0"),
            phase="choose",
            pending="0:young-medic:discard",
        ),
        "choose cargo-net",
    ),
    (
        "the market card of the least worth goes back into its deck",
        table(Has("cargo-net"), phase="choose", pending="0:young-medic:cycle"),
        "choose bounty-purse",
    ),
    (
        "of another tableau the card goes that has more power",
        table(
            Has("cargo-net"),
            Has(command="fleet-commander,records-clerk"),
            phase="choose",
            pending="0:young-medic:dispatch:9",
        ),
        "choose fleet-commander",
    ),
    (
        "room is made for a better card",
        table(
            Has(assets="old-freighter,quiet-moon,trade-post", recycle="raider-hulk"),
            phase="tidy",
            pending="0:-:tidy/0:-:next",
        ),
        "discard old-freighter",
    ),
]


@pytest.mark.parametrize(("state", "action"), [it[1:] for it in CHOICES], ids=range(len(CHOICES)))
def test_what_the_greedy_bot_chooses(state: State, action: str) -> None:
    """As the first words of each line of the list say."""
    assert str(chosen(state)) == action


@pytest.mark.long
@pytest.mark.unmutated
@pytest.mark.parametrize(("seats", "games"), [(2, 12), (3, 9), (4, 8)])
def test_the_greedy_bot_beats_random_players(seats: int, games: int) -> None:
    """The 95 % interval of its share of wins lies more than 0.2 above that of an equal player."""
    games = count(games, campaign=600)
    wins = 0.0
    for seed in range(games):
        place = seed % seats
        bots: list[Bot] = [greedy if seat == place else random for seat in range(seats)]
        wins += won(bots, place, seed)
    share = wins / games
    assert share - 1.96 * sqrt(share * (1 - share) / games) > 1 / seats + 0.2


def won(bots: list[Bot], seat: int, seed: int) -> float:
    """Return the share of a seat in the victory of one game."""
    record = begin(misbehavin.GAME, {"players": len(bots)}, ["x"] * len(bots))
    game = Table(record, bots, seed=seed)
    game.run()
    outcome = game.state.outcome
    assert outcome is not None
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def test_the_search_plays_a_whole_game_by_the_rules() -> None:
    """And the same one from the same seed."""
    check_plays_of_search(misbehavin.GAME, turns=6)


def test_the_search_begins_with_a_few_good_actions() -> None:
    for state in positions.states(2, 1)[40::31]:
        if isinstance(state.actor, int):
            tree, draws = Tree(ShortRollouts()), Draws(1, "seat")
            for _ in range(ACTIONS + 2):
                tree.grow(state, draws)
            assert list(tree.tried) == ranked(state)[:ACTIONS]
            assert chosen(state, named(misbehavin.GAME, "search:4")) in tree.tried


def test_the_search_tries_more_actions_with_more_visits() -> None:
    visits = (0, 15, 16, 100, 400)
    assert [ShortRollouts().width(count) for count in visits] == [4, 4, 4, 5, 10]


def test_nodes_of_the_search_depend_on_what_a_seat_sees() -> None:
    """They are equal for states alike to the seat, and tell one state of a play from another."""
    model, changed = ShortRollouts(), 0
    for number, state in enumerate(positions.states(3, 6)[50::7]):
        if isinstance(state.actor, int):
            other = state.alike(state.seat, Draws(number, "others"))
            assert model.key(other, state.seat) == model.key(state, state.seat)
            seat = (state.seat + 1) % 3
            dealt = state.alike(state.seat, Draws(number, "others"))
            if dealt.players[seat] != state.players[seat]:
                changed += 1
                assert model.key(dealt, seat) != model.key(state, seat)
    assert changed > 5
    turns = [it for it in positions.states(3, 6) if isinstance(it.actor, int)]
    assert len({model.key(it, it.seat) for it in turns}) == len({it.view(it.seat) for it in turns})


def test_nodes_differ_in_what_lies_open_and_in_the_own_hand() -> None:
    """The hand and the draw pile of another seat count only together."""
    state, model = table(Has("spare-coat"), Has("shiny", recycle="palaver")), ShortRollouts()
    own, other = state.players
    for change, told in (
        (own._replace(hand=own.deck[:1], deck=(*own.hand, *own.deck[1:])), {0}),
        (own._replace(recycle=("the-black",)), {0, 1}),
        (own._replace(credits=9), {0, 1}),
    ):
        changed = state._replace(players=(change, other))
        for seat in range(2):
            assert (model.key(changed, seat) != model.key(state, seat)) == (seat in told)


def test_chance_deals_within_the_search() -> None:
    """It deals all cards that are due, each by one random draw."""
    state = expected = positions.states(2, 1)[0]
    draws = Draws(3, "deal")
    for _ in range(3 * 2 + 2 * 5):  # the market, and two hands
        expected = expected.apply(expected.deal(draws))
    assert expected.actor != contract.CHANCE
    assert ShortRollouts().deal(state, Draws(3, "deal")) == expected


def test_values_are_leads() -> None:
    """They add up to nothing, whoever leads; more of anything good is worth more."""
    for state in positions.states(3, 6)[60::67]:
        worth = value(state)
        assert abs(sum(worth)) < 1e-6
        first, own, last = state.players
        for better in (
            own._replace(credits=own.credits + 9),
            own._replace(recycle=("outlaw-chief", *own.recycle)),
        ):
            more = value(state._replace(players=(first, better, last)))
            assert more[1] > worth[1]
            assert more[0] < worth[0]


def test_power_in_play_is_worth_more_than_in_hand_and_a_victory_more_than_that() -> None:
    held = table(Has("freighter-captain"))
    played = table(Has(command="freighter-captain"))
    near = Has(assets="gun-boat,raider-hulk", command="marshal,gunslinger")
    assert value(held)[0] < value(played)[0] < value(table(near))[0]
    over = positions.states(2, 1)[-1]
    assert over.outcome is not None
    if len(over.outcome.winners) == 1:
        (winner,) = over.outcome.winners
        assert value(over)[winner] > 50


def lead(*recycled: str, command: str = "") -> float:
    """Return the value for a seat with this command area, and only these cards in its piles."""
    own, other = (state := table(Has(command=command))).players
    own = own._replace(deck=(), recycle=recycled)
    return value(state._replace(players=(own, other)))[0]


def test_what_a_position_is_worth() -> None:
    """Ten for each point of power that is needed; thirty more for having them all."""
    power = [lead(command=f"marshal+6,watch-officer+{tokens}") for tokens in range(1, 5)]
    more = [after - before for before, after in pairwise(power)]  # with 12 to 15 of 13
    assert more == pytest.approx([40, 0, 0])
    assert lead(command="marshal+5") - lead(command="marshal") == pytest.approx(50)


def test_a_card_of_the_black_is_a_burden() -> None:
    """It lowers the value a little; another card raises it."""
    assert lead() - lead("the-black", "the-black") == pytest.approx(3)
    assert lead() < lead("broker")


def test_a_card_in_hand_is_worth_more_than_in_the_recycle_pile() -> None:
    """It can be used next turn: a search that did not see this gave up its draws for nothing."""
    own, other = (state := table(Has(hand="broker"))).players
    later = own._replace(hand=(), recycle=(*own.recycle, *own.hand))
    gained = value(state)[0] - value(state._replace(players=(later, other)))[0]
    assert gained == pytest.approx(4)


def test_a_victory_is_worth_a_hundred_and_may_be_shared() -> None:
    """It counts as a lead over the mean of the other two seats.

    A single winner leads by 100. Two winners have 50 each; for each of them that mean is 25.
    """
    for seats, leads in (
        ((Has(command="marshal"), Has(), Has()), (100, -50, -50)),
        ((Has(command="marshal"), Has(command="watch-officer+1"), Has()), (25, 25, -50)),
    ):
        over = table(*seats, phase="over", turn="9.0.1")
        going = value(over._replace(phase="turn"))
        gained = [one - other for one, other in zip(value(over), going, strict=True)]
        assert gained == pytest.approx(leads)


def test_the_search_looks_at_its_clock_after_each_rollout() -> None:
    clock = Ticks(1.0)
    assert chosen(CHOICES[0][1], search("4s", clock)) == chosen(CHOICES[0][1], search("4"))
    assert clock.looks == 5


@pytest.mark.parametrize("number", [34, 106, 151, -7])  # a card is drawn at 151; -7: the last turn
def test_a_rollout_ends_with_its_turn(number: int) -> None:
    """Or with the game. Greedy plays it; its value is that of the position where it ends."""
    root = positions.states(2, 1)[number]
    after, draws = root, Draws(7, "rollout")
    while after.turn == root.turn and after.actor is not None:
        is_dealt = after.actor == contract.CHANCE
        after = after.apply(after.deal(draws) if is_dealt else ranked(after)[0])
    assert ShortRollouts().play_out(root, Draws(7, "rollout"), 1) == value(after)


def test_a_rollout_that_has_passed_the_turn_on_is_valued_at_once() -> None:
    """Else only an action that ends the turn would be followed by a whole turn of the next seat."""
    after = next(it for it in positions.states(2, 1) if isinstance(it.actor, int) and it.turn == 5)
    assert ShortRollouts().play_out(after, Draws(7, "rollout"), 0) == value(after)
