"""The file that one fills in with the cards one owns: TOML with the language in comments."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from fireflies._data import dumps, is_array, is_object
from fireflies.misbehavin.box.cards import DECKS
from fireflies.misbehavin.box.contents import BoxJson, CardJson
from fireflies.misbehavin.box.limits import COPIES

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
#   copies      2 to 5, if there are several; the others are NAME-2, NAME-3, ...
#   cost        0 to 20; it is also what the card defends itself with
#   influence   0 to 20; or an X: credits, verse, assets, command
#   power       0 to 10; or an X, which counts in fights alone
#   attributes  what it offers, in capitals: FIGHT, DEAL, LOCATION, or any
#   needs       attributes that a card in its owner's tableau has to offer
#   icons       of factions, 1 to 6 each, like {niska = 1}
#   required    up to 4 effects when it is played from the hand, any but
#               cancel, without "may"
#   ongoing     up to 4: nab N, dispatch N while it fights; in your tableau
#               defense N, influence N, strength N, power N
#   abilities   up to 4, in the order in which they stand on the card
#     type      trigger (the lightning), innate, or hand: discard it from the
#               hand to use it
#     turns     true if using it triggers the card; always for trigger, never
#               for hand. An innate one with false and no cost: once a turn
#     when      turn, deal, recruit, fight; or cancel alone, for an innate
#               ability that cancels a deal; for trigger only turn and fight
#     cost      up to 3: pay N, spend N (tokens), discard, trigger (another
#               card of yours); not both discard and trigger
#     effects   1 to 6, in their order
#     words     in place of effects the printed words of an ability that no
#               effect describes; then may has up to 8 things that you can do
#               by hand for them: effects without "may", or move FROM TO, from
#               hand, tableau, recycle, market, supply to another of hand,
#               tableau, recycle
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
#   strength N (1-9)      only in a fight  token-other N (1-2) * another card
#   evade                 only in a fight  warrant *            on a character
#   cancel                when = cancel    lift *               a warrant
#   black N (1-3)         to you           retrigger *          your card again
#   black-all N (1-3)     to the others    discard-target *     only in a fight
#   shed                  one The Black    dispatch N (0-20) *  cost up to N
#   immune                to attacks       nab N (0-20) *       cost up to N
#   gain N (0-20) *       to recycle pile  take N (0-20) *      to the hand
#
# [[supply]]: the ten sets, each once, without deck. kind: action or maneuver.
#   Their abilities have the type special and turns = false. A maneuver does
#   not cancel, and token has no place here. the-black is an action that does
#   nothing. both = true: for its attribute or influence and for an ability.
#
# [boards.FACTION]: slots of both areas; power of side B by number of players
# [verse.FACTION]: two steps (discard, discard WHAT, pay N, trigger WHAT, have N
#   WHAT, did DEED; WHAT is a kind of card or an attribute, DEED what you did in
#   this turn: fight (won), nab, dispatch, deal, recruit), and up to 8 actions:
#   warrant, tax, steal, retrigger, or your own like {name = "bribe", price = 2,
#   effects = ["draw 2"]}, for 1 to 6 tokens
# [[reavers]]: strength 1 to 12 tokens; raid: up to 3 effects without "may";
#   reward: up to 6 effects. In both, as in the effects of an action, not token,
#   influence, strength, evade, cancel, discard-one, discard-target.
#   --reavers N puts the first N in play.
# [[episodes]]: supply: sets for the slots fight, deal, maneuver and any; side:
#   A or B; standard: true if power wins too; reavers: up to 10 of its own, and
#   they are in play; wins, each with a faction or for all: {credits = 10}, or
#   {step = "nab", count = 2} with a step nab, dispatch, defend, deal, recruit,
#   location or reaver; or {all = [...]} with 2 to 4 of such goals
"""


def template(box: BoxJson) -> str:
    """Return a file with this box to edit."""
    return "\n".join((_HEAD, *_lines(box)))


def _lines(box: BoxJson) -> Iterator[str]:
    """Yield the lines of a box as TOML, without what may be left out."""
    for deck in DECKS:
        for card, copies in _counted([it for it in box["cards"] if it["deck"] == deck]):
            head = {"name": card["name"], "deck": deck, "kind": card["kind"]}
            many = {"copies": copies} if copies > 1 else {}
            yield from _table("[[cards]]", {**head, **many, **card})
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


def _counted(cards: Sequence[CardJson]) -> Iterator[tuple[CardJson, int]]:
    """Yield each card with how often it is there: NAME-2, NAME-3 and so on are copies of NAME."""
    known = {it["name"]: it for it in cards}
    copies = set[str]()
    for card in cards:
        if card["name"] in copies:
            continue
        count = 1
        while (
            count < COPIES[-1]
            and (name := f"{card['name']}-{count + 1}") in known
            and {**known[name], "name": card["name"]} == card
        ):
            copies.add(name)
            count += 1
        yield card, count


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
