"""Smile told in German, from data alone: ``python german.py``."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fireflies.front.bridge import Bridge

EVENTS = {
    "CardRevealed": "{card} wird aufgedeckt",
    "BiddingBegan": "{starting_player} bietet zuerst",
    "BeadsBorrowed": "{seat} leiht eine klare Perle und bekommt eine blaue dazu",
    "BeadPlaced": "{seat} legt eine Perle auf {slot}",
    "CardTaken": "{seat} steigt aus, mit {card} ({slot}) und {beads}",
    "LastCardTaken": "{seat} bekommt als letzte Karte {card} ({slot}) und {beads}",
    "PairDiscarded": "{seat} legt ein Paar ab: {cards}",
    "AuctionEnded": "Auktion {auction} ist vorbei, die nächste beginnt {starting_player}",
    "GameEnded": "Das Spiel ist aus: {outcome}",
}
ACTIONS = {"bid": "Eine Perle auf {slot} legen", "back-out": "Mit {slot} aussteigen"}
COLORS = {"yellow": "gelb", "white": "weiß", "red": "rot", "blue": "blau"}


def words(key: str, value: Any, names: Sequence[str]) -> str:
    """Return the value of a field in German."""
    match key, value:
        case (("seat" | "starting_player"), int()):
            return names[value]
        case "beads", int():
            return "1 Perle" if value == 1 else f"{value} Perlen"
        case "card", str():  # a card is written like -2 yellow, also on the wire
            return " ".join([COLORS.get(word, word) for word in value.split()])
        case "cards", list():
            return " und ".join([words("card", card, names) for card in value])
        case "outcome", {"scores": scores, "winners": winners}:
            points = ", ".join([f"{names[it]} {score}" for it, score in enumerate(scores)])
            return f"{points}. Sieg: {' und '.join([names[it] for it in winners])}"
        case _:
            return str(value)


def tell(data: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the sentence of an event, or of an action for a button."""
    template = EVENTS[data["event"]] if "event" in data else ACTIONS[data["verb"]]
    return template.format_map({key: words(key, value, names) for key, value in data.items()})


def told(bridge: Bridge, names: Sequence[str]) -> Iterator[str]:
    """Yield the sentences of a play so far, then one for each action that is legal now."""
    log = json.loads(bridge.handle('{"do": "log"}'))["answer"]
    status = json.loads(bridge.handle('{"do": "status"}'))["answer"]
    for step in log["entries"]:
        yield from [tell(event["data"], names) for event in step["events"]]
    for group in status["groups"] or []:
        yield from [f"- {tell(action['data'], names)}" for action in group["actions"]]


if __name__ == "__main__":
    bridge = Bridge()
    bridge.handle('{"do": "new", "game": "smile", "players": ["human", "greedy", "greedy"]}')
    bridge.handle('{"do": "advance", "most": 99}')
    print(*told(bridge, ["Du", "Ben", "Cem"]), sep="\n")
