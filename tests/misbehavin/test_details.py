"""What a view tells of the things of Misbehavin' by name, as data and in words."""

import json
from collections.abc import Mapping
from typing import Any, Final, cast

from jsonschema import Draft202012Validator

from fireflies import schemas
from fireflies.misbehavin import GAME, State
from tests.misbehavin.situations import Has, table

EPISODE: Final = "four-roads"
ROADS: Final = "the-dart,negotiation,fei-wu,palaver"
PLAYED: Final = table(
    Has(
        hand="field-radio,young-medic,the-black",
        recycle="shiny",
        assets="old-freighter",
        command="first-officer,steady-pilot*",
        counts="4.1.defend1.1.1",
    ),
    Has(command="watch-officer", counts="1.1.0.0.0"),
    slots=ROADS,
    episode=EPISODE,
    reavers="reaver-scout:1.0;reaver-pack",
)
BUYING: Final = table(
    Has(display="freighter-captain", counts="2.1.0.0.0"),
    phase="take",
    market="academic,agent-in-gray//",
    activity="deal:0:closed:3:0:",
)
ATTACKING: Final = table(
    Has("spare-coat", display="first-officer"),
    Has(command="watch-officer", counts="1.1.0.1.0"),
    phase="fight",
    activity="fight:0:nab:watch-officer:1:0:0.0:",
)


def facts(state: State, name: str, seat: int = 0) -> Mapping[str, Any]:
    """Return the facts of a thing, as a seat sees them."""
    return state.view(seat).details[name].facts


def last_line(state: State, name: str, seat: int = 0) -> str:
    """Return the last words about a thing, which are about this game."""
    return GAME.details(state.view(seat), name)[-1]


def test_a_card_is_told_with_its_place() -> None:
    """As far as the seat knows it: of the cards of another seat, hand and draw pile are one."""
    card = facts(PLAYED, "first-officer")
    assert (card["printed"]["cost"], card["printed"]["kind"]) == (3, "character")
    assert card["places"] == [{"zone": "tableau", "seat": 0}]
    assert facts(PLAYED, "field-radio")["places"] == [{"zone": "hand", "seat": 0}]
    unseen = [{"zone": "hand or draw pile", "seat": 0}]
    assert facts(PLAYED, "field-radio", seat=1)["places"] == unseen
    assert last_line(PLAYED, "field-radio", seat=1) == "Seat 0 has it in the hand or draw pile."
    assert last_line(PLAYED, "steady-pilot") == "Seat 0 has it in the tableau, triggered."
    assert last_line(BUYING, "academic") == "It is in the market."


def test_a_set_is_told_with_what_is_left() -> None:
    found = facts(PLAYED, "palaver")
    assert (found["left"], found["slot"], found["places"]) == (5, "any", [])
    assert facts(PLAYED, "shiny")["places"] == [{"zone": "recycle pile", "seat": 0}]
    assert "In the supply: not in this game." in GAME.details(PLAYED.view(0), "misbehave")
    assert set(facts(PLAYED, "supply")["left"]) == {"shiny", "the-black", *ROADS.split(",")}


def test_a_reaver_is_told_with_its_tokens() -> None:
    scout, pack = facts(PLAYED, "reaver-scout"), facts(PLAYED, "reaver-pack")
    assert (scout["tokens"], scout["defeated"]) == ([1, 0], False)
    assert (pack["tokens"], pack["defeated"]) == (None, True)
    assert last_line(PLAYED, "reaver-scout") == "It bears 1 of 2 tokens."
    assert last_line(PLAYED, "reaver-pack") == "It is defeated."
    assert last_line(PLAYED, "reaver-nest") == "It is not in this game."


def test_an_episode_is_told_with_what_each_seat_has() -> None:
    """Serenity needs two marks for defending; another episode has no progress."""
    assert facts(PLAYED, EPISODE)["progress"] == [
        {"seat": 0, "goals": [{"goal": "defend", "has": 1, "needs": 2}]},
        {"seat": 1, "goals": [{"goal": "dispatch", "has": 0, "needs": 2}]},
    ]
    assert "Seat 0 has 1 of 2 marks for defend." in GAME.details(PLAYED.view(0), "Four Roads")
    assert facts(PLAYED, "big-score")["progress"] == []
    money = table(Has(counts="4.1.0.1.1"), episode="big-score")
    assert last_line(money, "big-score") == "Seat 1 has 1 of 10 credits."
    hunted = table(Has(), episode="out-of-the-dark")
    assert last_line(hunted, "out-of-the-dark") == "Seat 1 has 0 of 1 mark for reaver."
    assert ", 0 of 1 mark for reaver, " in hunted.view(0).to_text(300)


def test_a_seat_is_told_with_its_board_and_its_influence() -> None:
    """The hand counts, and what lies upright in the tableau, not what is sideways."""
    found = facts(PLAYED, "seat 0")
    assert (found["assets"], found["asset_places"]) == (1, 3)
    assert (found["command"], found["command_places"]) == (2, 5)
    assert found["steps"] == ["trigger character", "discard"]
    assert found["needed"] == found["power"] + found["lacks"]
    printed = [
        facts(PLAYED, card)["printed"]["influence"]
        for card in ("field-radio", "young-medic", "old-freighter", "first-officer")
    ]
    assert found["influence"] == sum(printed) > 0
    assert facts(PLAYED, "seat 0", seat=1)["influence"] is None
    assert facts(PLAYED, "serenity")["seat"] == 0
    assert last_line(PLAYED, "Niska") == "It is not in this game."


def test_what_goes_on_is_told_with_its_total() -> None:
    """A deal of influence 5, 3 of it credits, reaches cards that cost up to 5."""
    deal = facts(BUYING, "deal")
    assert deal["influence"] == 5
    assert {"academic", "shiny"} < set(deal["within_reach"])
    costs = [facts(BUYING, card)["printed"]["cost"] for card in deal["within_reach"]]
    assert max(costs) <= 5
    fight = facts(ATTACKING, "fight")
    assert (fight["target"], fight["attack"], fight["defense"]) == ("watch-officer", 2, 3)
    assert "fight" not in PLAYED.view(0).details


def test_the_market_is_told_by_row() -> None:
    rows = facts(BUYING, "market")["rows"]
    assert rows["core"]["cards"] == ["academic", "agent-in-gray"]
    assert rows["rim"]["cards"] == []
    lines = GAME.details(BUYING.view(0), "Market")
    assert "Academic, cost 3" in lines[0]
    assert lines[2].endswith(": none")


def test_the_details_fit_their_schema() -> None:
    """Of all kinds of things; a fact that is left out or wrong does not."""
    validator = Draft202012Validator(schemas.schema("misbehavin/details"))
    recruiting = table(
        Has(display="first-officer"), phase="recruit", activity="recruit:0:open:0:0:0"
    )
    for state in (PLAYED, BUYING, ATTACKING, recruiting):
        told = cast("dict[str, dict[str, object]]", _copy(state.view(0).details_json()))
        few = {
            name: told[name] for name in {it["kind"]: name for name, it in told.items()}.values()
        }
        validator.validate(few)
        for name, it in few.items():
            wrong = {key: value for key, value in it.items() if key != [*it][1]}
            assert not validator.is_valid({name: wrong})


def _copy(value: object) -> object:
    return json.loads(json.dumps(value))
