"""All events of Misbehavin': what happens within an action, and the clause behind it."""

from typing import Final

from fireflies.games import events_in
from fireflies.misbehavin.rules import (
    deal_events,
    effect_events,
    fight_events,
    game_events,
    turn_events,
    verse_events,
)

EVENTS: Final = events_in(
    game_events, turn_events, fight_events, deal_events, verse_events, effect_events
)
"""The classes of all events."""
