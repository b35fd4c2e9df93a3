"""Helpers of the proofs: make a position with the small box, play on from it, read the results.

The cards of Serenity are ``captain`` and ``s-1`` to ``s-9``; those of the Alliance ``a-0`` to
``a-9``. All but ``captain`` are characters of cost 2 and influence 1, without power and abilities;
a proof gives cards the parts that it is about. Each market deck has three cards, like ``core-1``.
"""

from collections.abc import Mapping
from inspect import signature
from typing import Any, Final, TypeAlias

from fireflies.contract import Event
from fireflies.misbehavin import Clause, State, read_action
from fireflies.misbehavin.rules.telling import CreditsEvent
from tests.misbehavin import situations
from tests.misbehavin.situations import Has
from tests.misbehavin.small import FACTIONS, SMALL, card

THIRD_CARDS: Final = [card(f"{deck}-3", deck, cost=1) for deck in ("core", "border", "rim")]
"""One card more for each market deck, so that a row can be filled up."""

Cards: TypeAlias = Mapping[str, Mapping[str, object]]
"""The parts of cards that differ from the small box, by name."""

VERSE: Final = {
    faction: {"steps": ["discard", "pay 1"], "actions": ["warrant", "tax", "steal", "retrigger"]}
    for faction in FACTIONS
}
"""The 'verse cards of the small box, with all actions."""


def small_box(
    cards: Cards | None = None, box: Mapping[str, object] | None = None
) -> dict[str, Any]:
    """Return the small box with some parts of cards, and some entries, changed."""
    small: dict[str, Any] = {**SMALL}
    cards_of_all = [*small["cards"], *THIRD_CARDS]
    changed: dict[str, Any] = {**small, "cards": cards_of_all, "verse": VERSE, **(box or {})}
    for key in ("cards", "supply"):
        changed[key] = [{**it, **(cards or {}).get(it["name"], {})} for it in changed[key]]
    return changed


def table(
    *seats: Has,
    cards: Cards | None = None,
    box: Mapping[str, object] | None = None,
    **given: Any,
) -> State:
    """Return a position with the small box, changed as in :func:`small_box`.

    What is given besides is that of :func:`tests.misbehavin.situations.table`.
    """
    return situations.table(*seats, box=small_box(cards, box), **given)


def after(state: State, *actions: str) -> State:
    """Return the state after these actions; require that their events hide nothing."""
    for action in actions:
        done = state.step(read_action(action))
        for event in done.events:
            _check_whole(event)
        state = done.after
    return state


def _check_whole(event: Event) -> None:
    """Require that no field is None, except the owner of credits that the supply pays."""
    empty = {name for name in signature(type(event)).parameters if getattr(event, name) is None}
    assert empty <= ({"owner"} if isinstance(event, CreditsEvent) else set())


def events_of(state: State, *actions: str) -> list[Event]:
    """Return the events of these actions, in order."""
    events: list[Event] = []
    for action in actions:
        events += state.explain(read_action(action))
        state = after(state, action)
    return events


def legal(state: State, verb: str = "") -> list[str]:
    """Return the texts of the legal actions, or of those with this verb."""
    texts = map(str, state.legal_actions)
    return [text for text in texts if not verb or text.split()[0] == verb]


def activity(state: State) -> Mapping[str, object]:
    """Return the fight, deal or recruitment, as on the wire."""
    found: Mapping[str, object] | None = state.view().to_json()["activity"]
    assert found is not None
    return found


def queue(state: State) -> list[str]:
    """Return the steps that are queued, as on the wire."""
    return [str(step) for step in state.pending]


def refusal(state: State, text: str) -> str | None:
    """Return the clause that refuses an action, without the name of the game."""
    violation = state.check(read_action(text))
    return None if violation is None else violation.clause.partition(".")[2]


def refuses(state: State, action: str, clause: Clause) -> None:
    """Require that the action is refused with the clause."""
    violation = state.check(read_action(action))
    assert violation is not None
    assert violation.clause is clause
