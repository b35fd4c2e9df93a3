"""Figures of the player aid by number of players, looked up in positions of the library."""

from collections.abc import Mapping, Sequence
from typing import cast

from fireflies.chance import Draws
from fireflies.contract import CHANCE, State
from fireflies.games import Game


def by_players(game: Game[State], formula: str) -> list[str]:
    """Return a figure for each number of players; texts between bars stand for themselves.

    ``start.supply.clear`` is a value of the first position as JSON. ``turn.supply.clear`` is a
    value of the first position in which a player decides. ``count turn.islands tile=small`` is the
    number of entries of a list; with a condition, of those whose ``tile`` begins with ``small``.

    Raises:
        LookupError: when a position has no such value.
        ValueError: when there is neither one text nor one for each number of players.
    """
    if "|" in formula or not formula.startswith(("start.", "turn.", "count ")):
        texts = [text.strip() for text in formula.split("|")]
        if len(texts) not in {1, len(game.seats)}:
            raise ValueError(f"{formula!r} needs one text, or {len(game.seats)}")
        return texts * (len(game.seats) // len(texts))
    return [str(_number(positions(game, players), formula)) for players in game.seats]


def positions(game: Game[State], players: int) -> dict[str, object]:
    """Return the JSON of the first position, and of the first one in which a player decides."""
    given = {option.name: players for option in game.options if option.counts_seats}
    state = start = game.set_up(given).start
    decisions = 0
    while state.actor == CHANCE:
        state = state.apply(state.deal(Draws(0, CHANCE, decisions)))
        decisions += 1
    return {"start": start.view().to_json(), "turn": state.view().to_json()}


def _number(found: object, formula: str) -> object:
    """Return the value of a formula."""
    words = formula.split()
    counted = words[0] == "count"
    for key in words[counted].split("."):
        if isinstance(found, Sequence):
            found = cast("Sequence[object]", found)[int(key)]
        else:
            found = cast("Mapping[str, object]", found)[key]
    if not counted:
        return found
    entries = cast("Sequence[Mapping[str, object]]", found)
    for condition in words[2:]:
        key, _, start = condition.partition("=")
        entries = [entry for entry in entries if str(entry[key]).startswith(start)]
    return len(entries)
