"""The file that one fills in with the cards one owns: TOML with the language in comments."""

from collections.abc import Iterator, Mapping
from typing import Final

from fireflies._data import dumps, is_array, is_object
from fireflies.misbehavin.box.cards import DECKS
from fireflies.misbehavin.box.contents import BoxJson

_LINE: Final = 96  # characters of a line in the template

_HEAD: Final = """\
# Your own box of Firefly: Misbehavin': change what differs from ours.
# Below stands the sample that ships with fireflies. Its cards are invented.
#
#   fireflies box misbehavin FILE          checks this file
#   fireflies play misbehavin --box FILE   plays with it
#
# What is empty or 0 may be left out. The same may be written as JSON.
#
# [[cards]]: ten cards of each faction, and 2 to 60 in each deck of the market
#   name        small letters, digits and -; no two cards share one
#   deck        serenity, alliance, eavesdown, niska; core, border, rim
#   kind        asset, character, item
#   cost        0 to 20; it is also what the card defends itself with
#   influence   0 to 20; or an X: credits, verse, assets, command
#   power       0 to 10
#   attributes  what it offers, in capitals: FIGHT, DEAL, LOCATION, or any
#   needs       attributes that a card in its owner's tableau has to offer
#   icons       of factions, 1 to 6 each, like {niska = 1}
#   required    up to 4 effects when it is played from the hand: draw,
#               credits, verse, lose, activation, recruitment, black, black-all
#   ongoing     up to 3 in fights: defense N, nab N, dispatch N
#   abilities   up to 4, in the order in which they stand on the card
#     type      trigger (the lightning) or innate
#     turns     true if using it triggers the card; always for trigger
#     when      turn, deal, recruit, fight; or cancel alone, for an innate
#               ability that cancels a deal; for trigger only turn and fight
#     cost      up to 2: discard, pay N; 1 or 2 if innate and turns = false
#     effects   1 to 6, in their order
#
# An effect is a name, with a number where N stands. Those marked *, where you
# choose something, are optional with "may" in front.
#   draw N (1-5)          cards            steal N (1-9) *      of a seat
#   credits N, lose N     1-9              black-one N (1-3) *  one seat gets it
#   verse N (1-6)         tokens           cycle *              a market card
#   activation N (1-3)                     turn *               another's card
#   recruitment N (1-3)                    reset *              your own card
#   token N (1-2)         + card's power   discard *            one of yours
#   influence N (1-9)     deal, recruit    discard-one *        another discards
#   strength N (1-9)      only in a fight  dispatch N (0-20) *  cost up to N
#   evade                 only in a fight  nab N (0-20) *       cost up to N
#   cancel                when = cancel    gain N (0-20) *      to recycle pile
#   black N (1-3)         to you           take N (0-20) *      to the hand
#   black-all N (1-3)     to the others    shed                 one The Black
#
# [[supply]]: the ten sets, each once, without deck. kind: action or maneuver.
#   Their abilities have the type special and turns = false. A maneuver does
#   not cancel, and token has no place here. the-black is an action that does
#   nothing.
#
# [boards.FACTION]: slots of both areas; power of side B by number of players
# [verse.FACTION]: two steps (discard, pay N, trigger WHAT, have N WHAT; WHAT is
#   a kind of card or an attribute), and actions: warrant, tax, steal, retrigger
# [[reavers]]: strength 1 to 12 tokens; raid: up to 2 of lose N and black N;
#   reward: up to 6 effects but token, influence, strength, evade, cancel and
#   discard-one. --reavers N puts the first N in play.
# [[episodes]]: supply: sets for the slots fight, deal, maneuver and any; side:
#   A or B; standard: true if power wins too; wins, each with a faction or for
#   everybody: {credits = 10}, or {step = "nab", count = 2} with a step nab,
#   dispatch, defend, deal, recruit, location or reaver
"""


def template(box: BoxJson) -> str:
    """Return a file with this box to edit."""
    return "\n".join((_HEAD, *_lines(box)))


def _lines(box: BoxJson) -> Iterator[str]:
    """Yield the lines of a box as TOML, without what may be left out."""
    for deck in DECKS:
        for card in box["cards"]:
            if card["deck"] == deck:
                yield from _table("[[cards]]", {"name": card["name"], "deck": deck, **card})
    for supply_card in box["supply"]:
        yield from _table("[[supply]]", {**supply_card})
    for faction, board in box["boards"].items():
        yield from _table(f"[boards.{faction}]", {**board})
    for faction, verse in box["verse"].items():
        yield from _table(f"[verse.{faction}]", {**verse})
    for reaver in box["reavers"]:
        yield from _table("[[reavers]]", {**reaver})
    for episode in box["episodes"]:
        yield from _table("[[episodes]]", {**episode})


def _table(head: str, table: Mapping[str, object]) -> Iterator[str]:
    yield head
    for key, value in table.items():
        if value is not False and value in (None, 0, [], {}):
            continue  # it may be left out
        line = f"{key} = {_value(value)}"
        if len(line) <= _LINE or not is_array(value):
            yield line
        else:
            yield f"{key} = ["
            yield from (f"  {_value(part)}," for part in value)
            yield "]"
    yield ""


def _value(value: object) -> str:
    """Return plain data as TOML in one line."""
    if is_object(value):
        parts = (f"{key} = {_value(part)}" for key, part in value.items() if part not in (None, []))
        return f"{{{', '.join(parts)}}}"
    if is_array(value):
        return f"[{', '.join(map(_value, value))}]"
    return dumps(value)
