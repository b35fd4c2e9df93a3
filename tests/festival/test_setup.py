"""Setup: tiles, workers, goals, powers and the first player, and who sees what of it."""

from collections import Counter
from fractions import Fraction

import pytest

from fireflies import festival
from fireflies.chance import Draws
from fireflies.contract import CHANCE, SPECTATOR
from fireflies.festival import GAME
from fireflies.festival.box.components import read_tile
from fireflies.festival.box.options import BOX
from fireflies.festival.rules import state as rules
from tests.festival.situations import after, clause_against, told

TILES = "tile small 1 coins-2; tile medium 3 workers-2; tile medium 4 goals-1; tile large 5 coins-3"
GOALS = "deal hubs 2 4; deal tower 2 4; deal ready 6 4; deal ready 8 6"
POWERS = "power banker; power mason; power host; power tamer"


def begun(actions: str, **options: object) -> festival.State:
    """Return the state after these actions of a game with the box ``small``."""
    return after(festival.start(box=BOX.named["small"](), **options), actions)


def test_start_tiles_lie_in_their_places_and_workers_on_them() -> None:
    state = festival.start(box=BOX.named["small"]())
    assert [site.tile for site in state.islands] == [
        read_tile("start"),
        *[None] * 3,
        read_tile("start"),
        None,
    ]
    assert (state.phase, state.seat, state.players[0].workers) == ("tiles", -1, 12)
    laid = begun(TILES)
    assert [site.workers for site in laid.islands] == [(2, 2), *[(0, 0)] * 3, (2, 2), (0, 0)]
    assert [player.workers for player in laid.players] == [8, 8]
    assert told(begun(TILES.rpartition("; ")[0]), "tile large 6 coins-4") == [
        "island F gets a large tile: 6 points a piece, 4 coins a floor",
        "everybody places 2 workers on A and E each",
    ]


def test_start_tiles_lie_anywhere_in_the_variable_setup() -> None:
    state = begun(f"tile start; {TILES}; tile start", setup="variable")
    assert [site.workers[0] for site in state.islands] == [2, 0, 0, 0, 0, 2]


def test_tiles_are_as_likely_as_if_they_had_been_drawn_and_laid_blindly() -> None:
    """One of two small tiles, both medium, one of two large ones; the start tiles lie."""
    state = begun("tile medium 3 workers-2")
    assert min(weight for _, weight in state.chance_weights) > 0
    chances = {str(it): chance for it, chance in state.chance_outcomes}
    assert chances == {
        "tile large 5 coins-3": Fraction(1, 6),
        "tile large 6 coins-4": Fraction(1, 6),
        "tile medium 4 goals-1": Fraction(1, 3),
        "tile small 1 coins-2": Fraction(1, 6),
        "tile small 2 coins-1": Fraction(1, 6),
    }


def test_equal_tiles_are_as_likely_as_there_are() -> None:
    """Three of four medium tiles are equal; two medium ones and a large one are still to come."""
    box = BOX.named["small"]()
    assert isinstance(box, dict)
    more = {**box, "tiles": [*box["tiles"], "medium 3 workers-2", "medium 3 workers-2"]}
    state = after(festival.start(box=more), "tile small 1 coins-2")
    assert {str(action): chance for action, chance in state.chance_outcomes} == {
        "tile large 5 coins-3": Fraction(1, 6),
        "tile large 6 coins-4": Fraction(1, 6),
        "tile medium 3 workers-2": Fraction(2, 3) * Fraction(3, 4),
        "tile medium 4 goals-1": Fraction(2, 3) * Fraction(1, 4),
    }


def test_kinds_are_drawn_before_private_goals() -> None:
    state = begun(TILES, goals="chance")
    assert (state.phase, state.seat, state.actor) == ("kinds", -1, CHANCE)
    assert clause_against(state, "deal hubs 2 4") == "setup.public"
    assert state.view(1).public == ()
    state = after(state, "kind tower; kind hubs; kind ready")
    assert told(state, "kind empire") == ["the public goals empire are in play"]
    assert clause_against(state, "kind hubs") == "setup.public"
    state = after(state, "kind empire")
    assert (state.phase, state.kinds) == ("goals", ("empire", "hubs", "tower", "ready"))
    assert state.taken == (0, 0, 0, 0)


def test_a_limit_counts_turns_and_nothing_else() -> None:
    state = begun(f"{TILES}; {GOALS}", turns=3, starting_player=1)
    assert (state.seat, state.turns_left) == (1, 2)
    state = after(state, "fish; move; move")
    assert (state.seat, state.turns_left) == (0, 1)


def test_powers_are_dealt_kept_and_opened() -> None:
    state = begun(f"{TILES}; {GOALS}", powers=True)
    assert (state.phase, state.seat) == ("powers", 0)
    assert [weight for _, weight in state.chance_weights] == [1] * 6
    state = after(state, POWERS)
    assert (state.phase, state.actor) == ("keep", 0)
    assert list(map(str, state.legal_actions)) == ["keep banker", "keep mason"]
    state = after(state, "keep mason")
    assert [player.powers for player in state.players] == [("mason",), ("host", "tamer")]
    assert state.players[0].floors == 6
    read = festival.State.parse(state.view().position, state.options)
    assert read == state, "a seat has no pieces more before the powers are open"
    assert told(state, "keep tamer")[:2] == [
        "seat 1 keeps tamer",
        "the powers are open: seat 0 has mason and seat 1 has tamer",
    ]
    opened = after(state, "keep tamer")
    assert (opened.phase, opened.seat) == ("first", -1)
    assert [player.floors for player in opened.players] == [8, 6]
    weights = [(str(action), weight) for action, weight in opened.chance_weights]
    assert weights == [("first 0", 1), ("first 1", 1)]
    assert told(opened, "first 1") == ["seat 1 takes the first turn", "seat 1 takes a turn"]
    assert after(opened, "first 1").seat == 1


def test_a_power_changes_each_supply() -> None:
    box = BOX.named["small"]()
    assert isinstance(box, dict)
    changes = {"bridges": 3, "floors": -2, "workers": 4, "coins": -1}
    names = ("host", "mason", "tamer", "banker")
    powers = [{"name": name, "changes": changes if name == "host" else {}} for name in names]
    dealt = f"{TILES}; {GOALS}; power host; power mason; power tamer; power banker"
    start = festival.start(box={**box, "powers": powers}, powers=True)
    state = after(start, f"{dealt}; keep host; keep tamer; first 0")
    one, two = state.players
    assert (one.bridges, one.floors, one.workers, one.coins) == (15, 4, 12, 4)
    assert (two.bridges, two.floors, two.workers, two.coins) == (12, 6, 8, 5)


def test_cards_that_are_dealt_are_seen_by_their_owner_only() -> None:
    for before, text, hidden, shown in (
        (TILES, "deal hubs 2 4", "deal ?", "hubs 2 for 4 points"),
        (f"{TILES}; {GOALS}", "power host", "power ?", "host"),
        (f"{TILES}; {GOALS}; {POWERS}", "keep mason", "keep ?", "mason"),
    ):
        state = begun(before, powers=True)
        action = festival.read_action(text)
        assert str(state.redact(action, 1)) == str(state.redact(action, SPECTATOR)) == hidden
        assert state.redact(action, 0) == action == state.redact(action, None)
        seen = [state.step(action).seen_by(observer).events[0] for observer in (0, 1)]
        assert str(seen[0]).endswith(shown)
        assert str(seen[1]).endswith(("a private goal", "a power"))
        assert state.view(1).legal_actions is None
    assert begun("tile start", setup="variable").view(1).legal_actions is not None


def test_powers_are_secret_until_all_have_chosen() -> None:
    state = begun(f"{TILES}; {GOALS}; {POWERS}; keep mason", powers=True)
    assert [player.powers for player in state.view(1).players] == [None, ("host", "tamer")]
    opened = after(state, "keep host")
    assert [player.powers for player in opened.view(SPECTATOR).players] == [("mason",), ("host",)]


def test_alike_states_deal_hidden_cards_anew() -> None:
    """A seat keeps its own cards; those of others come from all that it does not see."""
    state = begun(f"{TILES}; {GOALS}; {POWERS}; keep mason", powers=True)
    hands: Counter[str] = Counter()
    for seed in range(60):
        other = state.alike(1, Draws(seed, "alike"))
        assert other.view(1) == state.view(1)
        hands.update(map(str, other.players[0].goals))
        hands.update(other.players[0].powers)
    assert len(hands) == 10 + 4
    assert state.alike(SPECTATOR, Draws(0, "alike")).view(SPECTATOR) == state.view(SPECTATOR)
    assert state.alike(None, Draws(0, "alike")) is state
    dealt = begun(f"{TILES}; {GOALS}")
    other = dealt.alike(0, Draws(1, "alike"))
    assert other != dealt
    assert other.view(0) == dealt.view(0)
    assert str(other.view(0)) == str(dealt.view(0))


def test_who_looks_has_to_be_there() -> None:
    with pytest.raises(ValueError, match=r"^there is no seat 2, only 0 to 1$"):
        begun(TILES).view(2)
    assert GAME.set_up({"players": 3}).start.seats == 3


def test_all_other_actions_are_seen_by_everybody() -> None:
    state = begun(f"{TILES}; {GOALS}", starting_player=0)
    for action in state.legal_actions:
        assert state.redact(action, 1) == action == state.redact(action, SPECTATOR)


def test_the_repr_of_a_state_is_python() -> None:
    state = begun(TILES)
    assert repr(state).startswith("State.parse('goals 0 0 0 - *::2.2/s1c2::0.0/")
    assert eval(repr(state), vars(rules)) == state  # noqa: S307  # our own


@pytest.mark.parametrize("powers", [False, True])
def test_the_new_deal_depends_on_the_draws_but_not_on_the_old_one(powers: bool) -> None:  # noqa: FBT001  # of the options
    """Otherwise a bot could compute the hidden cards from draws of its own."""
    state = begun(
        f"{TILES}; {GOALS}" + (f"; {POWERS}; keep mason" if powers else ""), powers=powers
    )
    for observer in (SPECTATOR, 1):
        others = {state.alike(observer, Draws(seed, "others")) for seed in range(20)}
        assert len(others) > 10
        for seed in range(5):
            assert len({it.alike(observer, Draws(seed, "deal")) for it in {state, *others}}) == 1
