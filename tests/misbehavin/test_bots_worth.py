"""The worth of actions to the greedy bot of Misbehavin', by hand."""

from typing import Any, Final

import pytest

from fireflies.misbehavin import State, read_action
from fireflies.misbehavin.play.bots import (
    CREDIT,
    EFFECT_WORTH,
    IN_PLAY,
    INFLUENCE,
    MOVED,
    NEVER,
    POWER,
    SLOT,
    THREAT,
    TURNED,
    Valuer,
)
from tests.misbehavin.situations import Has, table
from tests.misbehavin.small import ability, boxed, card

CARDS: Final = (
    card("s-1", "serenity", kind="asset", power=2),
    card("s-2", "serenity", attributes=["FIGHT"], power=3),
    card("s-3", "serenity", attributes=["DEAL"], influence=4),
    card("s-4", "serenity", abilities=[ability(effects=("draw 2",))]),
    card(
        "s-5",
        "serenity",
        kind="asset",
        power=1,
        abilities=[
            ability("innate", ("draw 1", "credits 4"), cost=("discard", "pay 2")),
            ability("innate", cost=("pay 1",), turns=False),
        ],
    ),
    card("s-6", "serenity", kind="asset"),
    card("s-7", "serenity", abilities=[ability(effects=("black 2",))]),
    card(
        "s-8",
        "serenity",
        power=2,
        abilities=[ability("innate", (it,), when=("fight",)) for it in ("strength 2", "evade")],
    ),
    card("s-9", "serenity", kind="item", power=1, attributes=["FIGHT"]),
    card("a-0", "alliance", cost=2, power=4, attributes=["FIGHT"]),
    card("a-1", "alliance", cost=3, power=1),
    card("a-2", "alliance", power=1, attributes=["FIGHT"]),
    card("a-3", "alliance", abilities=[ability("innate", ("evade",), when=("fight",))]),
    card("rim-1", "rim", cost=3, power=5),
    card("core-1", "core", cost=1, power=2),
    card("core-2", "core", cost=5, influence="verse"),
    card("border-1", "border", cost=1, influence=3, abilities=[ability(effects=("nab 9", "shed"))]),
    card(
        "border-2", "border", cost=1, required=["lose 2"], abilities=[ability(effects=("black 2",))]
    ),
)
BOX: Final = boxed(*CARDS)
EXPENSIVE: Final = boxed(
    *CARDS[:-4], *(card(f"{it}-{n}", it, cost=5) for it in ("core", "border", "rim") for n in "12")
)


def at(*seats: Has, box: dict[str, Any] = BOX, **parts: Any) -> State:
    """Return a position with these cards."""
    return table(*seats, box=box, **parts)


MOVER: Final = card(
    "s-8",
    "serenity",
    abilities=[
        ability(
            effects=(),
            words="Move cards.",
            may=("draw 2", "move market hand", "move tableau hand", "move hand recycle"),
        ),
        ability("hand", ("draw 1",), turns=False, when=("fight",)),
        ability(cost=("trigger",)),
    ],
)
BOOK: Final = boxed(MOVER, *(it for it in CARDS if it["name"] != "s-8"))
BOOK["verse"] = BOOK["verse"] | {
    "serenity": {
        "steps": ["discard", "pay 1"],
        "actions": [{"name": "bribe", "price": 2, "effects": ["draw 1", "credits 3"]}],
    }
}
"""What is done by hand, an ability of the hand, a cost of a card, and an action with a price."""


def moving(step: str, *seats: Has) -> State:
    """Return a choice or an entry of the card that moves others."""
    phase = "by-hand" if step.startswith("by-hand") else "choose"
    return at(*seats, box=BOOK, phase=phase, pending=f"0:s-8:{step}")


TAKING: Final[dict[str, Any]] = {"phase": "take", "activity": "recruit:0:closed:9:0:0"}
ALLIANCE_FIRST: Final = ["alliance", "serenity"]
REWARDS: Final = {"draw": 2, "verse": 1, "credit": 0.5}


TRIGGERING: Final = table(
    Has(command="freighter-captain,young-medic"),
    phase="choose",
    pending="0:-:step:1/0:-:earn",
)
"""The first step of this faction for a token: to trigger a character."""
WALKING: Final = table(
    Has(command="ship-mechanic*,first-officer*"),
    phase="ability",
    pending="0:ship-mechanic:walk:1:0",
)


def aiming(attacker: Has) -> State:
    """Return an attack without a target, on cards that cost 2 and 3."""
    defender = Has(command="a-0,a-1")
    return at(attacker, defender, phase="target", activity="fight:0:nab:-:-:-:0.0:o")


def attacking(bonus: str) -> State:
    """Return an attack of 2 on a card that costs 2, with a bonus of each side, like ``1.0``."""
    seats = Has("s-9", display="captain", command="s-8"), Has(command="a-0")
    return at(*seats, phase="fight", activity=f"fight:0:nab:a-0:1:0:{bonus}:oa")


def defending(bonus: str) -> State:
    """Return the same with the defender to decide."""
    seats = Has(display="captain"), Has("a-2", command="a-0,a-3")
    return at(*seats, phase="fight", seat=1, activity=f"fight:0:nab:a-0:1:1:{bonus}:")


def dealing(seat: Has, *, box: dict[str, Any] = BOX) -> State:
    return at(seat, phase="deal", activity="deal:0:open:0:0:", box=box)


def choosing(effect: str, *seats: Has) -> State:
    return at(*seats, phase="choose", pending=f"0:captain:{effect}")


def tidying(seat: Has) -> State:
    return at(seat, phase="tidy", pending="0:-:tidy/0:-:next")


def rewarded() -> State:
    return at(phase="reward", pending="0:-:reward")


def canceled() -> State:
    seat = Has(display="s-3", counts="1.1.0.1.1")
    return at(seat, phase="canceled", activity="deal:0:open:0:0:c")


def retaining(seat: Has) -> State:
    return at(seat, phase="retain", pending="0:-:retain")


ASKED: Final = table(
    Has("the-black", assets="quiet-moon*"), phase="location", pending="0:quiet-moon:location"
)
FOLLOWING: Final = table(Has(assets="s-5*@1"), box=BOX, phase="ability", pending="0:s-5:walk:2:3")


def taking(activity: str) -> State:
    """Return a recruitment that may take a card, or none."""
    own = Has(display="freighter-captain", counts="1.1.0.0.1")
    return table(own, phase="take", activity=activity)


WORTH: Final[list[tuple[State, str, float]]] = [
    # A card of the market: influence, power as far as it is missing, abilities, what is required.
    (at(**TAKING), "take core-1", 1 + INFLUENCE + 2 * POWER),
    (at(Has(command="captain+9"), **TAKING), "take core-1", 1 + INFLUENCE + 2 * POWER),
    (at(Has(command="captain+9,s-9"), **TAKING), "take core-1", 1 + INFLUENCE + 2),
    (at(**TAKING), "take core-2", 1 + 2 * INFLUENCE),
    (
        at(**TAKING),
        "take border-1",
        1 + 3 * INFLUENCE + (EFFECT_WORTH["nab"] + EFFECT_WORTH["shed"]) / 4,
    ),
    (at(**TAKING), "take border-2", 1 + INFLUENCE + EFFECT_WORTH["lose"]),
    # Playing a card: its power; the last slot of an area is for a better one, unless it wins.
    (at(Has("s-1", counts="1.1.0.1.0")), "play s-1", 2 * IN_PLAY),
    (at(Has("s-1", assets="s-6", counts="1.1.0.1.0")), "play s-1", (2 - SLOT) * IN_PLAY),
    (at(Has("s-9", command="s-2,s-3", counts="1.1.0.1.0")), "play s-9", (1 - SLOT) * IN_PLAY),
    (at(Has("s-9", command="s-2", counts="1.1.0.1.0")), "play s-9", IN_PLAY),
    (
        at(Has("s-1", assets="s-6", command="captain+9", counts="1.1.0.1.0")),
        "play s-1",
        2 * IN_PLAY,
    ),
    (at(Has("s-6", counts="1.1.0.1.0")), "play s-6", -1),
    # Abilities, less what they cost; triggering a card costs a card that would be drawn.
    (at(Has(command="s-4", counts="1.1.0.1.0")), "trigger s-4", 2 * EFFECT_WORTH["draw"] - TURNED),
    (at(Has(command="s-7", counts="1.1.0.1.0")), "trigger s-7", -TURNED),
    (
        at(Has("s-6", assets="s-5", counts="2.1.0.0.0")),
        "use s-5 1",
        EFFECT_WORTH["draw"]
        + 4 * EFFECT_WORTH["credits"]
        + EFFECT_WORTH["discard"]
        - 2 * CREDIT
        - TURNED,
    ),
    (at(Has(assets="s-5")), "use s-5 2", EFFECT_WORTH["draw"] - CREDIT),
    (at(Has("shiny")), "use shiny 1", EFFECT_WORTH["draw"]),
    # If the hand can buy a card, its cards begin a deal, or a recruitment unless playing is better.
    (at(Has("s-1,s-3", counts="1.1.0.1.1")), "recruit s-3", 2.4),
    (at(Has("s-1,s-3", counts="1.1.0.1.1")), "recruit s-1", -1),
    (at(Has("s-1,s-3", counts="1.1.0.0.1")), "recruit s-1", 2.1),
    (at(Has("s-3", counts="1.1.0.0.1"), box=EXPENSIVE), "recruit s-3", -1),
    (at(Has("s-1,s-3,s-6", counts="1.1.0.0.1"), box=EXPENSIVE), "recruit s-3", 2.4),
    (at(Has(command="s-3", counts="1.1.0.0.1")), "recruit s-3", -1),
    (at(Has("s-9", command="s-3,s-4", counts="1.1.0.1.1")), "recruit s-9", 2.1),
    (at(Has("s-3", counts="1.1.0.1.0")), "deal s-3", 3),
    (at(Has("s-3", counts="1.1.0.1.0"), market="//"), "deal s-3", -1),
    (at(Has("s-3", counts="1.1.0.1.0"), box=EXPENSIVE), "deal s-3", -1),
    (at(Has("s-1,s-3,s-6", counts="1.1.0.1.0"), box=EXPENSIVE), "deal s-3", 3),
    (at(Has(command="s-3", counts="1.1.0.1.0")), "deal s-3", -1),
    # A fight is picked for the best card that the hand can beat.
    (
        at(Has("s-2", counts="1.1.0.1.0"), Has(command="a-0")),
        "fight s-2",
        4 * POWER + 4 / 13,
    ),
    (at(Has("s-2", counts="1.1.0.1.0"), Has(command="a-1")), "fight s-2", -1),
    (
        at(Has("s-2", counts="1.1.0.1.0"), Has(command="a-0+9")),
        "fight s-2",
        THREAT + 4 * POWER + 13 / 13,
    ),
    (
        at(Has("s-2", counts="1.1.0.1.0"), Has(command="a-0+9,a-1+3")),
        "fight s-2",
        4 * POWER + 17 / 13,
    ),
    (
        at(
            Has("s-2", counts="1.1.0.1.0"),
            *(Has(command="a-0", counts="1.1.0.0.0!"), Has(command="e-0+3")),
        ),
        "fight s-2",
        3 / 12,
    ),
    (at(Has(command="s-2", counts="1.1.0.1.0"), Has(command="a-0")), "fight s-2", -1),
    (aiming(Has(display="s-2")), "target a-0", 4 * POWER + 5 / 13),
    (aiming(Has(display="s-2")), "target a-1", -3),
    (aiming(Has(display="s-2+1")), "target a-1", POWER + 5 / 13),
    (aiming(Has("s-2", display="captain")), "target a-1", POWER + 5 / 13),
    (at(Has(), Has(command="a-0"), phase="intent", activity="fight:0:-:-:-:-:0.0:o"), "nab", 1),
    (
        at(Has(), Has(command="a-0"), phase="intent", activity="fight:0:-:-:-:-:0.0:o"),
        "dispatch",
        0,
    ),
    # A card joins an attack that can win but has no lead, and a defense that loses but can win.
    (attacking("0.0"), "add s-9", 2),
    (attacking("0.1"), "add s-9", 2),
    (attacking("0.2"), "add s-9", -1),
    (attacking("1.0"), "add s-9", -1),
    (attacking("1.0"), "done", 0),
    (defending("0.0"), "add a-2", 2),
    (defending("0.1"), "add a-2", -1),
    (defending("1.0"), "add a-2", -1),
    (defending("0.0"), "use a-3 1", 1),
    (defending("0.1"), "use a-3 1", -1),
    (attacking("0.0"), "use s-8 1", 2 * EFFECT_WORTH["strength"] - TURNED),
    (attacking("0.0"), "use s-8 2", -1),
    # A card or a credit joins a deal that then buys a better card; captain has influence 1.
    (dealing(Has("s-3", display="captain")), "add s-3", 5),
    (dealing(Has("s-1", display="captain")), "add s-1", -1),
    (dealing(Has("s-1", display="captain")), "credit", -1),
    (dealing(Has("s-1", display="captain,s-6")), "credit", 0.5),
    (dealing(Has("s-1", display="captain,s-6")), "add s-1", 2),
    (dealing(Has("s-3", display="captain"), box=EXPENSIVE), "add s-3", 5),
    (dealing(Has("s-3", display="captain"), box=EXPENSIVE), "credit", -1),
    (at(Has("s-3", display="s-1"), phase="recruit", activity="recruit:0:open:0:0:0"), "add s-3", 5),
    # Choices: the best of another's, the worst of the own cards and of the market.
    (choosing("steal:2", Has(), Has(command="a-0", counts="3.1.0.0.0")), "choose 1", 5.3),
    (choosing("dispatch:9", Has(), Has(command="a-0")), "choose a-0", 1 + 4 * POWER + 4 / 13),
    (choosing("reset", Has(command="s-8*"), Has()), "choose s-8", 1),
    (choosing("gain:9"), "choose core-1", 1 + INFLUENCE + 2 * POWER),
    (choosing("take:9"), "choose core-1", 1 + INFLUENCE + 2 * POWER),
    (choosing("cycle"), "choose core-1", -(INFLUENCE + 2 * POWER) / 100),
    (choosing("discard", Has("s-1")), "choose s-1", -(INFLUENCE + 2 * POWER) / 100),
    (choosing("may:discard", Has("s-1")), "choose s-1", -1 - (INFLUENCE + 2 * POWER) / 100),
    (choosing("may:discard", Has("s-1")), "skip", 0),
    (TRIGGERING, "choose freighter-captain", -2 * IN_PLAY - 1),
    # By hand: what an entry is worth, less a card that is given up for it.
    *(
        (moving("by-hand:1:1234", Has("s-1", command="s-4,s-8*")), f"entry {number}", worth)
        for number, worth in enumerate(
            (
                *(2 * EFFECT_WORTH["draw"], MOVED["hand"], MOVED["hand"] - MOVED["tableau"]),
                MOVED["recycle"] - MOVED["hand"],
            ),
            1,
        )
    ),
    (moving("move:market:hand"), "choose core-1", INFLUENCE + 2 * POWER),
    (moving("move:hand:recycle", Has("s-1")), "choose s-1", -(INFLUENCE + 2 * POWER)),
    # A card that is turned as a cost: the one with the fewest abilities.
    (moving("trigger", Has(command="s-4,s-8,s-9")), "choose s-4", -1),
    (moving("trigger", Has(command="s-4,s-8,s-9")), "choose s-9", 0),
    # An ability of the hand costs its card; an action with a price its tokens.
    (
        at(
            Has("s-8", display="s-9"),
            Has(command="a-0"),
            box=BOOK,
            phase="fight",
            activity="fight:0:nab:a-0:1:0:0.0:oa",
        ),
        "use s-8 2",
        EFFECT_WORTH["draw"] + EFFECT_WORTH["discard"],
    ),
    (
        at(Has(counts="1.2.0.0.0"), box=BOOK),
        "verse bribe",
        EFFECT_WORTH["draw"] + 3 * EFFECT_WORTH["credits"] - 2 * EFFECT_WORTH["verse"],
    ),
    # At the end of a turn a full area makes room for a better card, which the own piles have.
    (tidying(Has(assets="s-1,s-6")), "discard s-6", 1),
    (tidying(Has(assets="s-1,s-6")), "discard s-1", -1),
    (tidying(Has(assets="s-6")), "discard s-6", -1),
    (tidying(Has(assets="s-1,s-5")), "discard s-5", -1),
    (tidying(Has(assets="s-1,s-6", command="captain+9,s-2")), "discard s-6", -1),
    (tidying(Has(command="s-4,s-7,s-9")), "discard s-4", 1),
    (tidying(Has(command="s-4,s-7,s-9", assets="s-1,s-5")), "discard s-4", 1),
    (tidying(Has(command="s-4,captain,s-2", recycle="s-8")), "discard s-4", 1),
    (tidying(Has(command="s-4,captain,s-2", display="s-8")), "discard s-4", 1),
    (tidying(Has(command="s-4,captain,s-2", display="s-8,s-9")), "discard s-4", -1),
    (tidying(Has(command="s-9,captain+6,s-8")), "discard s-9", 1),
    (tidying(Has(command="s-9,captain+7,s-8")), "discard s-9", -1),
    (tidying(Has(command="s-4,s-9")), "discard s-4", -1),
    # The rest.
    (at(Has("s-1")), "acquire", 0.3),
    (
        table(Has(assets="patrol-cruiser", counts="2.1.0.0.0"), factions=["alliance", "niska"]),
        "acquire",
        -1,
    ),
    (table(Has("the-black", assets="quiet-moon")), "turn quiet-moon", 0.5),
    (table(Has("cargo-net", assets="quiet-moon")), "turn quiet-moon", -1),
    (table(Has("the-black", assets="old-freighter")), "turn old-freighter", -1),
    *((ASKED, text, worth) for text, worth in (("return", 0.5), ("skip", 0))),
    (taking("recruit:0:closed:0:0:0"), "done", NEVER),
    (taking("recruit:0:closed:0:0:1"), "done", 0),
    (FOLLOWING, "do", EFFECT_WORTH["draw"] - CREDIT),
    (at(reavers="scout:0.0;"), "reaver scout", -1),
    (
        table(Has(counts="1.2.0.0.0"), Has(command="first-officer"), factions=ALLIANCE_FIRST),
        "warrant first-officer",
        -1,
    ),
    (table(Has(), Has(), factions=ALLIANCE_FIRST), "tax 1", -1),
    *((WALKING, text, worth) for text, worth in (("do", 0.5), ("skip", 0))),
    *((canceled(), text, worth) for text, worth in (("retry", -1), ("salvage", 1))),
    *((rewarded(), f"reward {it}", worth) for it, worth in REWARDS.items()),
    (retaining(Has(display="s-2", counts="1.1.0.1.0")), "retain s-2", 1),
    (retaining(Has(display="captain", counts="1.1.0.1.0")), "retain captain", 1),
    (retaining(Has(display="s-9", counts="1.1.0.1.0")), "retain s-9", -1),
    (retaining(Has(display="s-2")), "retain s-2", -1),
]
"""A position, an action of the seat that decides, and its worth."""


@pytest.mark.parametrize(("state", "action", "worth"), WORTH, ids=range(len(WORTH)))
def test_the_worth_of_an_action(state: State, action: str, worth: float) -> None:
    assert state.check(read_action(action)) is None
    assert Valuer(state, state.seat).worth(read_action(action)) == pytest.approx(worth)
