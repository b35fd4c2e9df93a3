"""Details of Misbehavin': what each card, Reaver, faction and episode says, and what a seat has."""

from collections.abc import Mapping
from typing import cast

from fireflies._texts import printed
from fireflies._typing import cached
from fireflies.contract import Details
from fireflies.misbehavin.box.cards import FACTIONS
from fireflies.misbehavin.box.contents import Box
from fireflies.misbehavin.rules.seen import Observed
from fireflies.misbehavin.text.card_descriptions import explain_card
from fireflies.misbehavin.text.descriptions import counted, describe_player
from fireflies.misbehavin.text.sentences import (
    episode_sentences,
    verse_sentences,
    warrants_explained,
)


def details_of(view: Observed) -> dict[str, Details]:
    """Return the details of each seat, episode, faction, Reaver and card, by its name.

    Where names are equal, a card comes first.
    """
    found = {f"seat {seat}": _seat(view, seat) for seat in range(len(view.players))}
    found |= {faction: _faction(view, place) for place, faction in enumerate(FACTIONS)}
    found |= _printed(view.options.box)
    return found


@cached(16)  # to tell of all cards takes long, and they are the same in a whole game
def _printed(box: Box) -> Mapping[str, Details]:
    """Return what is printed on the episodes, Reavers and cards of a box."""
    data, found = box.to_json(), dict[str, Details]()
    for episode, facts in zip(box.episodes, data["episodes"], strict=True):
        told = [f"{printed(episode.name)}: an episode.", *episode_sentences(episode)]
        found[episode.name] = Details("episode", cast("Mapping[str, object]", facts), told)
    cards = [*data["cards"], *data["supply"]]
    on_card = {it["name"]: cast("Mapping[str, object]", it) for it in cards}
    for reaver in box.all_reavers:
        strength = {"strength": reaver.strength}
        found[reaver.name] = Details("reaver", strength, explain_card(reaver))
    for name, card in box.card.items():
        found[name] = Details("card", on_card[name], explain_card(card))
    return found


def _seat(view: Observed, seat: int) -> Details:
    """Return the power of a seat, and how many cards lie in each area of its board."""
    player, options = view.players[seat], view.options
    board = options.boards[seat]
    facts = {
        "faction": options.factions[seat],
        "power": player.power,
        "needed": options.needed[seat],
        "assets": len(player.assets),
        "asset_places": board.assets,
        "command": len(player.command),
        "command_places": board.command,
        "steps": [str(step) for step in options.verse[seat].steps],
    }
    piles = (("hand and pile", player.unseen), ("recycle pile", player.recycle))
    told = [f"{pile}: {', '.join(counted(map(printed, it))) or 'none'}" for pile, it in piles]
    return Details("player", facts, [*describe_player(view, seat), *told])


def _faction(view: Observed, place: int) -> Details:
    """Return the 'verse card of a faction, and the seat that plays it."""
    name, verse = FACTIONS[place], view.options.box.verse[place]
    factions = view.options.factions
    lines = verse_sentences(verse)
    head = f"{printed(name)}: a faction with a 'verse card."
    facts = {
        "seat": factions.index(name) if name in factions else None,
        "steps": [str(step) for step in verse.steps],
        "actions": list(verse.actions),
        "priced": {it.name: it.price for it in verse.priced},
    }
    return Details("faction", facts, [head, *lines, *warrants_explained(lines)])
