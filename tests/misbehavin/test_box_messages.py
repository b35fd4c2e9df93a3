"""What is said of a wrong box: the whole message, with the place, the card and what would fit."""

from typing import Final

import pytest

from tests.changes import changed
from tests.misbehavin.small import SMALL, ability
from tests.misbehavin.test_box import refusal

CARD, SHINY, EPISODE = "/cards/0", "/supply/0", "/episodes/0"
ABILITY: Final = f"{CARD}/abilities/0"
OTHER: Final[dict[str, object]] = {
    "name": "other",
    "supply": None,
    "side": None,
    "standard": False,
    "wins": [],
}
SCOUT: Final[dict[str, object]] = {
    "name": "scout",
    "strength": 2,
    "raid": ["lose 1"],
    "reward": ["draw 1"],
}
SETS: Final = (
    "shiny, the-black, negotiation, palaver, double-cross, misbehave, crazy-ivan, fei-wu,"
    " full-burn, the-dart"
)
EFFECTS: Final = (
    "draw, credits, lose, verse, activation, recruitment, token, influence, strength, evade,"
    " cancel, black, black-all, shed, immune, steal, black-one, cycle, turn, reset, discard,"
    " discard-one, token-other, warrant, lift, retrigger, discard-target, dispatch, nab, gain, take"
)

MESSAGES: Final[list[tuple[str, object, str]]] = [
    # Names, attributes, and words of a list.
    (
        f"{CARD}/name",
        "Mal",
        (
            f"{CARD}/name: a name other than 'none' is wanted: a small letter, then up to 39 small"
            " letters, digits or -, not 'Mal'"
        ),
    ),
    (
        f"{CARD}/attributes/0",
        "ship",
        (
            f"{CARD}/attributes/0 (captain): a capital letter and up to 19 capital letters, digits"
            " and - are wanted, not 'ship'"
        ),
    ),
    (
        f"{CARD}/deck",
        "shiny",
        (
            f"{CARD}/deck (captain): one of serenity, alliance, eavesdown, niska, core, border, rim"
            " is wanted, not 'shiny'"
        ),
    ),
    (
        f"{SHINY}/name",
        "fog",
        f"{SHINY}/name (fog): one of {SETS} is wanted, not 'fog'",
    ),
    # Effects, costs, ongoing effects and steps.
    (
        f"{ABILITY}/effects/0",
        "heal 1",
        (
            f"{ABILITY}/effects/0 (captain): 'heal 1' is not an effect, [may ]NAME[ N],"
            f" where NAME is one of {EFFECTS}"
        ),
    ),
    (
        f"{ABILITY}/effects/0",
        "take 21",
        f"{ABILITY}/effects/0 (captain): 'take 21' is not take N, N 0 to 20",
    ),
    (f"{ABILITY}/effects/0", "shed 1", f"{ABILITY}/effects/0 (captain): 'shed 1' is not shed"),
    (
        f"{ABILITY}/effects/0",
        "may draw 2",
        (
            f"{ABILITY}/effects/0 (captain): 'may draw 2' is not draw N, N 1 to 5 without may, as"
            " nothing is chosen"
        ),
    ),
    (
        f"{ABILITY}/cost",
        ["pay"],
        (
            f"{ABILITY}/cost/0 (captain): 'pay' is not a cost, discard, trigger, pay N, N 1 to 9,"
            " or spend N, N 1 to 6"
        ),
    ),
    (
        f"{CARD}/ongoing/0",
        "attack 1",
        (
            f"{CARD}/ongoing/0 (captain): 'attack 1' is not an ongoing effect, NAME N, NAME"
            " one of defense, nab, dispatch, influence, strength, power, N 1 to 9"
        ),
    ),
    (
        "/verse/niska/steps/1",
        "wait",
        (
            "/verse/niska/steps/1: 'wait' is not discard, discard WHAT, pay N, trigger WHAT, have N"
            " WHAT or did DEED, N 1 to 9, WHAT one of asset, character, item or an ATTRIBUTE, DEED"
            " one of fight, nab, dispatch, deal, recruit"
        ),
    ),
    (
        f"{CARD}/required/0",
        "may turn",
        f"{CARD}/required/0 (captain): turn is wanted here without may, not may turn",
    ),
    (
        "/reavers/0/raid/0",
        "may steal 2",
        "/reavers/0/raid/0: steal is wanted here without may, not may steal 2",
    ),
    # The parts of an ability.
    *(
        (path, found, f"{path}/0/{words}")
        for path, found, words in (
            (
                f"{CARD}/abilities",
                [ability(turns=False)],
                "turns (captain): true is wanted of a trigger ability",
            ),
            (
                f"{SHINY}/abilities",
                [ability("special", turns=True)],
                "turns (shiny): false is wanted of a special ability",
            ),
            (
                f"{SHINY}/abilities",
                [ability()],
                "type (shiny): special is wanted, not 'trigger'",
            ),
            (
                f"{CARD}/abilities",
                [ability("innate", cost=("discard", "trigger"))],
                "cost (captain): either discard or trigger is wanted, not both",
            ),
            (
                f"{CARD}/abilities",
                [ability(when=("deal",))],
                "when/0 (captain): turn or fight is wanted of a trigger ability, not deal",
            ),
            (
                f"{CARD}/abilities",
                [ability("innate", when=("cancel", "deal"))],
                "when (captain): cancel is wanted alone, without other moments",
            ),
            (
                "/supply/8/abilities",
                [ability("special", when=("cancel",))],
                "when/0 (full-burn): another moment is wanted of a maneuver, as it cancels no deal",
            ),
            (
                f"{CARD}/abilities",
                [ability(effects=("evade",))],
                "effects/0 (captain): evade is wanted only where the key 'when' has fight alone",
            ),
            (
                f"{CARD}/abilities",
                [ability(effects=("influence 1",))],
                (
                    "effects/0 (captain): influence is wanted only where the key 'when' has"
                    " deal, recruit or both"
                ),
            ),
            (
                f"{SHINY}/abilities",
                [ability("special", ("token 1",))],
                (
                    "effects/0 (shiny): another effect is wanted: a supply card puts no token on"
                    " its card"
                ),
            ),
            (
                f"{CARD}/abilities",
                [ability("innate", ("may steal 2",), when=("cancel",))],
                (
                    "effects/0 (captain): cancel is wanted first where the key 'when' has"
                    " cancel, not may steal 2"
                ),
            ),
            (
                f"{CARD}/abilities",
                [ability(effects=("cancel",))],
                (
                    "effects/0 (captain): cancel is wanted only as the first effect where the"
                    " key 'when' has cancel"
                ),
            ),
        )
    ),
    # The Black, decks, slots, and what is there twice.
    (
        "/supply/1/kind",
        "maneuver",
        "/supply/1/kind (the-black): the-black is an action, and not a maneuver",
    ),
    (
        "/supply/1/influence",
        "verse",
        "/supply/1/influence (the-black): 0 is wanted of the-black, not 'verse'",
    ),
    (
        "/supply/1/needs",
        ["SHIP"],
        "/supply/1/needs (the-black): an empty list is wanted of the-black",
    ),
    (f"{CARD}/deck", "rim", "/cards: 10 cards of the deck serenity are wanted, not 9"),
    (
        "/cards/45/deck",
        "core",
        "/cards: 2 to 60 cards of the deck rim are wanted, not 1",
    ),
    (
        f"{EPISODE}/supply/2",
        "palaver",
        (
            f"{EPISODE}/supply/2: one of crazy-ivan, fei-wu, full-burn, the-dart is wanted in the"
            " slot maneuver, not palaver"
        ),
    ),
    ("/verse/niska/actions", ["tax", "tax"], "/verse/niska/actions/1: 'tax' stands here twice"),
    (
        f"{EPISODE}/wins/0",
        {"faction": None, "all": [{"credits": 5}, {"credits": 6}]},
        f"{EPISODE}/wins/0/all/1: another goal is wanted: credits stands here twice",
    ),
    # What is done by hand, and names that Reavers of episodes and actions may not have.
    (
        ABILITY,
        {**ability(), "effects": [], "words": "Look there."},
        f"{ABILITY} (captain): the key may is missing, as the key words is there",
    ),
    (
        ABILITY,
        {**ability(), "effects": [], "may": ["draw 1"]},
        f"{ABILITY} (captain): the key words is missing, as the key may is there",
    ),
    (
        EPISODE,
        {**OTHER, "reavers": [SCOUT | {"name": "captain"}]},
        f"{EPISODE}/reavers/0/name: another name is wanted: the box has 'captain' already",
    ),
    (
        "/verse/niska/actions",
        ["tax", {"name": "captain", "price": 1, "effects": ["draw 1"]}],
        "/verse/niska/actions/1/name: another name is wanted: the box has 'captain' already",
    ),
    # Values that are no box.
    ("", 3, "sample or an object is wanted, not 3"),
    ("", {"cards": {3}}, "an object with plain data is wanted, not {'cards': {3}}"),
]
"""A path in the small box, a value there, and what is said."""


@pytest.mark.parametrize(("path", "value", "message"), MESSAGES, ids=range(len(MESSAGES)))
def test_the_message_says_what_would_fit(path: str, value: object, message: str) -> None:
    assert refusal(changed(SMALL, path, value) if path else value) == message
