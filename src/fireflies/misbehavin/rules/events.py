"""All events of Misbehavin': what happens within an action, and the clause behind it."""

from typing import Final

from fireflies._events import events_in
from fireflies.contract import Event
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

HIGHLIGHTS: Final[tuple[type[Event], ...]] = (
    turn_events.CardPlayed,
    deal_events.CardRecruited,
    deal_events.DealMade,
    fight_events.CardNabbed,
    fight_events.CardDispatched,
    fight_events.CardDefended,
    verse_events.CreditsStolenForToken,
    verse_events.ReaverDefeated,
    verse_events.StepMarked,
    verse_events.WarrantIssued,
    effect_events.BlackGiven,
    effect_events.BlackSpread,
    effect_events.CardDispatchedByEffect,
    effect_events.CardGained,
    effect_events.CardNabbedByEffect,
    effect_events.CreditsStolen,
    effect_events.DiscardForced,
    effect_events.WarrantIssuedByEffect,
)
"""The events that a short telling of a turn has."""
