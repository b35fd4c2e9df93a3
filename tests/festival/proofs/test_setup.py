"""The setup: options that are accepted and refused, and what lies on the table at the start."""

from collections.abc import Mapping
from typing import Final

import pytest

from fireflies.festival import GAME, Clause, State, read_action
from fireflies.festival.box.boxfile import small_box
from tests.evidence import Evidence
from tests.festival.proofs.plays import after, legal, options_of, table

TILES: Final = ("tile small 2 coins-1", "tile medium 3 workers-2", "tile medium 4 goals-1")
"""The tiles of B, C and D; a large one for F is still to come."""
LAST_TILE: Final = "tile large 5 coins-3"
DEALS: Final = ("deal hubs 2 4", "deal tower 2 4", "deal bridges 2 4", "deal bridges 4 7")
"""The goals of seat 0 and of seat 1."""
POWERS: Final = ("power banker", "power mason", "power host", "power wanderer")
"""The powers of seat 0 and of seat 1."""


def start(box: Mapping[str, object] | None = None, **options: object) -> State:
    """Return the first state with the small box, changed so, and these options."""
    state = GAME.set_up(options_of(box or {}, options)).start
    assert isinstance(state, State)
    return state


def laid(box: Mapping[str, object] | None = None, **options: object) -> State:
    """Return the state after all tiles are laid."""
    return after(start(box, **options), *TILES, LAST_TILE)


def refuse(
    evidence: Evidence, clause: Clause, right: Mapping[str, object], wrong: Mapping[str, object]
) -> None:
    """Prove a clause by options of the small box."""
    evidence.setup(clause, GAME.set_up, options_of({}, right), options_of({}, wrong))


@pytest.mark.clause("festival.setup.players")
@pytest.mark.parametrize(("players", "refused"), [(2, 1), (6, 7), (3, 0)])
def test_two_to_six_play(evidence: Evidence, players: int, refused: int) -> None:
    """Fewer than two and more than six are refused."""
    box = {"private": ["hubs 3 4"] * 60}
    accepted = options_of(box, {"players": players})
    evidence.setup(
        Clause.SETUP_PLAYERS, GAME.set_up, accepted, options_of(box, {"players": refused})
    )
    assert GAME.set_up(accepted).start.seats == players


@pytest.mark.clause("festival.setup.players")
@pytest.mark.parametrize(("players", "islands"), [(2, 12), (3, 12), (4, 18), (6, 18)])
def test_each_number_has_its_side(evidence: Evidence, players: int, islands: int) -> None:
    """The side for two and three has 12 islands, the other 18; four can't play on the first."""
    state = GAME.set_up({"players": players}).start
    assert isinstance(state, State)
    assert len(state.islands) == islands
    (board,) = small_box().to_json()["boards"]
    box = {"boards": [{**board, "players": [2, 3]}]}
    three, four = (options_of(box, {"players": number}) for number in (3, 4))
    evidence.setup(Clause.SETUP_PLAYERS, GAME.set_up, three, four)


@pytest.mark.clause("festival.setup.box")
@pytest.mark.parametrize(
    "spoiled",
    [
        {"sorin": [2, 3, 3, 4]},
        {"figures": {"workers": 3}},
        {"private": ["hubs 03 4"] * 12},
    ],
    ids=["numbers of sōrin", "settlers", "notation"],
)
def test_a_box_fits_together(evidence: Evidence, spoiled: Mapping[str, object]) -> None:
    """Refused: four numbers of sōrin, three workers for four settlers, and 03 for 3."""
    accepted, refused = options_of({}, {}), options_of(spoiled, {})
    evidence.setup(Clause.SETUP_BOX, GAME.set_up, accepted, refused)


@pytest.mark.clause("festival.setup.map")
@pytest.mark.parametrize(
    "lane",
    [
        {"between": "AC", "from": [3, 1], "to": [7, 1]},
        {"between": "AB", "from": [3, 0], "to": [3, 2]},
        {"between": "AF", "from": [0, 3], "to": [4, 7]},
        {"between": "AZ", "from": [3, 0], "to": [3, 0]},
    ],
    ids=["over an island", "along a shore", "aslant", "to nowhere"],
)
def test_lanes_run_straight_over_water(evidence: Evidence, lane: Mapping[str, object]) -> None:
    """A lane that does not is refused."""
    (board,) = small_box().to_json()["boards"]
    spoiled = {**board, "lanes": [*board["lanes"], lane]}
    refused = options_of({"boards": [spoiled]}, {})
    evidence.setup(Clause.SETUP_MAP, GAME.set_up, options_of({}, {}), refused)


@pytest.mark.clause("festival.setup.map")
def test_islands_lie_apart(evidence: Evidence) -> None:
    """A map without lanes is accepted; the same with F beside E is not."""
    (board,) = small_box().to_json()["boards"]
    *others, last = board["islands"]
    bare = {**board, "lanes": [], "water": []}
    side_by_side = {**bare, "islands": [*others, {**last, "at": [8, 8]}]}
    maps = (options_of({"boards": [spread]}, {}) for spread in (bare, side_by_side))
    evidence.setup(Clause.SETUP_MAP, GAME.set_up, *maps)


@pytest.mark.clause("festival.setup.take")
def test_how_many_tiles_of_each_size_lie_on_the_map(evidence: Evidence) -> None:
    """A small and a medium tile lie; the numbers to take decide which tiles may still come.

    When one of two small tiles in the box is taken, either may come first. A box without a medium
    tile is refused.
    """
    (board,) = small_box().to_json()["boards"]
    take = {"start": 2, "small": 2, "medium": 1, "large": 1}
    usual, other = start(), start({"boards": [{**board, "take": take}]})
    both = [after(state, TILES[0], "tile medium 3 workers-2") for state in (usual, other)]
    found = [{text.split()[1] for text in legal(state)} for state in both]
    assert found == [{"medium", "large"}, {"small", "large"}]
    assert {"tile small 1 coins-2", "tile small 2 coins-1"} <= {*legal(usual)}
    evidence.differs(Clause.SETUP_TAKE, usual, other)
    lacking = options_of({"tiles": ["start", "start", *["small 1 coins-2", LAST_TILE[5:]] * 3]}, {})
    evidence.setup(Clause.SETUP_TAKE, GAME.set_up, options_of({}, {}), lacking)


@pytest.mark.clause("festival.setup.take")
@pytest.mark.parametrize(("few", "many"), [(2, 4), (2, 5), (3, 6)])
def test_the_printed_numbers_of_tiles(evidence: Evidence, few: int, many: int) -> None:
    """Two and three players take 2, 4, 3 and 3 tiles; four, five and six take 2, 6, 6 and 4."""
    one, other = (GAME.set_up({"players": players}).start for players in (few, many))
    assert isinstance(one, State)
    assert isinstance(other, State)
    assert [tuple(it.options.board.take) for it in (one, other)] == [(2, 4, 3, 3), (2, 6, 6, 4)]
    evidence.differs(Clause.SETUP_TAKE, one, other)


@pytest.mark.clause("festival.setup.start-tiles")
def test_where_start_tiles_lie(evidence: Evidence) -> None:
    """On A and E, or wherever chance lays them."""
    first, variable = start(), start(setup="variable")
    tiles = [str(site.tile) if site.tile else None for site in first.islands]
    assert tiles == ["start", None, None, None, "start", None]
    assert not any(site.tile for site in variable.islands)
    assert "tile start" in legal(variable)
    evidence.differs(Clause.SETUP_START_TILES, first, variable)


@pytest.mark.clause("festival.setup.tiles")
def test_tiles_are_drawn_blindly(evidence: Evidence) -> None:
    """One small, two medium and one large tile are drawn; these numbers are their weights.

    What is laid lies on B, the first island without a tile, and can't be laid again.
    """
    state = start()
    weights = dict.fromkeys(("small", "medium", "large"), 0)
    for action, weight in state.chance_weights:
        weights[str(action).split()[1]] += weight
    assert weights["medium"] == 2 * weights["small"] == 2 * weights["large"]
    assert str(after(state, TILES[0]).islands[1].tile) == "small 2 coins-1"
    violation = after(state, TILES[1]).check(read_action(TILES[1]))
    assert violation is not None
    assert violation.clause is Clause.SETUP_TILES
    evidence.differs(Clause.SETUP_TILES, after(state, TILES[0]), after(state, TILES[1]))


@pytest.mark.clause("festival.setup.public")
@pytest.mark.parametrize(
    "goals",
    [
        ["empire", "architect", "hubs"],
        ["empire", "architect", "hubs", "hubs"],
        ["empire", "architect", "hubs", "bridges"],
    ],
    ids=["three", "one twice", "a private kind"],
)
def test_four_kinds_of_public_goals(evidence: Evidence, goals: list[str]) -> None:
    """Four different ones of the seven; the easiest card is on top."""
    chosen = ["tower", "ready", "hubs", "diversity"]
    refuse(evidence, Clause.SETUP_PUBLIC, {"goals": chosen}, {"goals": goals})
    tops = [str(stack.top) for stack in start(goals=chosen).view(None).public]
    assert tops == ["hubs 2 3", "tower 2 3", "diversity 3 3", "ready 6 3"]


@pytest.mark.clause("festival.setup.public")
def test_chance_may_draw_the_kinds(evidence: Evidence) -> None:
    """After the tiles, one kind after another, each once; by default the four are named."""
    refuse(evidence, Clause.SETUP_PUBLIC, {"goals": "chance"}, {"goals": "ready"})
    drawing = laid(goals="chance")
    evidence.differs(Clause.SETUP_PUBLIC, drawing, laid())
    assert legal(start(goals="chance"), "kind") == []
    assert [weight for _, weight in drawing.chance_weights] == [1] * 7
    drawing = after(drawing, "kind ready", "kind hubs", "kind tower")
    assert legal(drawing) == [
        f"kind {it}" for it in ("empire", "architect", "merchant", "diversity")
    ]
    drawn = after(drawing, "kind diversity")
    assert [stack.kind for stack in drawn.view(1).public] == ["hubs", "tower", "diversity", "ready"]
    assert legal(drawn, "deal")


@pytest.mark.clause("festival.setup.private")
def test_everybody_is_dealt_two_goals(evidence: Evidence) -> None:
    """Seat 0 gets two, then seat 1; with a hand of one the second goes to seat 1."""
    two, one = (after(laid(box), *DEALS[:2]) for box in ({}, {"figures": {"hand": 1}}))
    assert [[len(player.goals) for player in state.players] for state in (two, one)] == [
        [2, 0],
        [1, 1],
    ]
    assert [len(player.goals) for player in after(two, *DEALS[2:]).players] == [2, 2]
    evidence.differs(Clause.SETUP_PRIVATE, two, one)


@pytest.mark.clause("festival.setup.secret")
def test_only_the_owner_sees_the_goals_in_hand(evidence: Evidence) -> None:
    """For seat 1 two hands of seat 0 are the same; two hands of its own are not."""
    one = table(hands={0: "h2-4,t2-4", 1: "f1-3"})
    alike = table(hands={0: "a5-6,b2-4", 1: "f1-3"})
    other = table(hands={0: "h2-4,t2-4", 1: "f3-6"})
    evidence.secrecy(Clause.SETUP_SECRET, 1, (one, alike), other)
    assert one.view(0) != alike.view(0)


@pytest.mark.clause("festival.setup.crow")
def test_nobody_has_the_crow(evidence: Evidence) -> None:
    """Not before the first turn, nor when it begins; a table where seat 0 has it is another."""
    first = laid(starting_player=1)
    assert first.crow is None
    assert after(first, *DEALS).crow is None
    evidence.differs(Clause.SETUP_CROW, table(), table(crow=0))


@pytest.mark.clause("festival.setup.workers")
def test_settlers(evidence: Evidence) -> None:
    """Two workers of each on A and on E, and eight left; with one settler ten."""
    usual, other = laid(), laid({"figures": {"settlers": 1}})
    sites = [site.workers for site in usual.islands]
    assert sites == [(2, 2), (0, 0), (0, 0), (0, 0), (2, 2), (0, 0)]
    assert [state.players[0].workers for state in (usual, other)] == [8, 10]
    evidence.differs(Clause.SETUP_WORKERS, usual, other)


@pytest.mark.clause("festival.setup.coins")
def test_coins(evidence: Evidence) -> None:
    """Five for each player, or what the box says; they come from the bank of fifty.

    An empty bank gives them too; its coins are then below zero.
    """
    usual, other = start(players=3), start({"figures": {"coins": 7}}, players=3)
    assert [player.coins for player in usual.players] == [5, 5, 5]
    assert [player.coins for player in other.players] == [7, 7, 7]
    assert usual.view(None).to_json()["bank"] == 50 - 15
    assert start({"figures": {"bank": 0}}).view(None).to_json()["bank"] == -10
    evidence.differs(Clause.SETUP_COINS, usual, other)


@pytest.mark.clause("festival.setup.fish")
def test_fish(evidence: Evidence) -> None:
    """Three, one for each price; with two prices two."""
    usual, other = start(), start({"fish": [3, 5]})
    assert [state.players[1].fish for state in (usual, other)] == [3, 2]
    evidence.differs(Clause.SETUP_FISH, usual, other)


@pytest.mark.clause("festival.setup.points")
def test_points(evidence: Evidence) -> None:
    """Nobody has any; a position in which somebody has is another."""
    assert [player.points for player in laid(players=4).players] == [0, 0, 0, 0]
    evidence.differs(Clause.SETUP_POINTS, table(), table(points=(1,)))


@pytest.mark.clause("festival.setup.sorin")
@pytest.mark.parametrize(("players", "sorin"), [*enumerate((6, 8, 10, 12, 15), 2)])
def test_sorin(evidence: Evidence, players: int, sorin: int) -> None:
    """In the box that ships the number follows from the players."""
    state = GAME.set_up({"players": players}).start
    assert isinstance(state, State)
    assert state.sorin == sorin
    other = GAME.set_up({"players": 3 if players == 2 else 2}).start
    evidence.differs(Clause.SETUP_SORIN, state, other)


@pytest.mark.clause("festival.setup.supply")
def test_supplies(evidence: Evidence) -> None:
    """In the box that ships everybody has 20 bridge pieces, 12 floors and 12 workers."""
    state = GAME.set_up({}).start
    assert isinstance(state, State)
    (one, two) = state.players
    assert (one.bridges, one.floors, one.workers) == (20, 12, 12)
    assert one == two
    other = start({"figures": {"bridges": 3, "floors": 2, "workers": 5}})
    assert other.players[0][2:5] == (3, 2, 5)
    evidence.differs(Clause.SETUP_SUPPLY, start(), other)


@pytest.mark.clause("festival.setup.first")
@pytest.mark.parametrize("refused", [3, -1, "seat 1"])
def test_who_starts(evidence: Evidence, refused: object) -> None:
    """Seat 2 of three may; there is no seat 3. By default chance chooses, each seat alike."""
    accepted = {"players": 3, "starting_player": 2}
    refuse(evidence, Clause.SETUP_FIRST, accepted, {"players": 3, "starting_player": refused})
    asked = after(laid(), *DEALS)
    assert [(str(action), weight) for action, weight in asked.chance_weights] == [
        ("first 0", 1),
        ("first 1", 1),
    ]
    assert after(asked, "first 1").seat == 1
    assert after(laid(starting_player=1), *DEALS).seat == 1


@pytest.mark.clause("festival.power.deal")
def test_everybody_is_dealt_two_powers(evidence: Evidence) -> None:
    """Seat 0 first; without the option there are none."""
    one, two = after(laid(powers=True), *DEALS, *POWERS).players
    assert (one.powers, two.powers) == (("banker", "mason"), ("host", "wanderer"))
    assert after(laid(), *DEALS).phase == "first"
    evidence.differs(Clause.POWER_DEAL, start(powers=True), start())


@pytest.mark.clause("festival.power.secret")
def test_powers_are_secret_until_all_have_chosen(evidence: Evidence) -> None:
    """Seat 1 sees neither the cards nor the choice of seat 0; its own cards it sees."""
    cards = after(laid(powers=True), *DEALS)
    one = after(cards, *POWERS, "keep banker")
    alike = after(cards, "power ferryman", "power tamer", *POWERS[2:], "keep tamer")
    other = after(cards, *POWERS[:3], "power ferryman", "keep banker")
    evidence.secrecy(Clause.POWER_SECRET, 1, (one, alike), other)
    opened = after(one, "keep host")
    assert [player.powers for player in opened.view(1).players] == [("banker",), ("host",)]
