"""Describe a view of Misbehavin' in words, for the drawings as text and as SVG."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from fireflies import contract
from fireflies._texts import capitalized, glued, listed, many, printed, victory
from fireflies.misbehavin.box.cards import (
    EFFECTS,
    MARKET_DECKS,
    SETS,
    SLOTS,
    Card,
    Cost,
    Effect,
)
from fireflies.misbehavin.box.effect_reading import MOVES
from fireflies.misbehavin.box.phrases import (
    effect_phrase,
    entry_phrase,
    forced_phrase,
    verse_step_phrase,
)
from fireflies.misbehavin.rules.pieces import (
    NO_ENTRY,
    Deal,
    Displayed,
    Fight,
    InPlay,
    Pending,
    Recruitment,
    marked,
)
from fireflies.misbehavin.rules.piles import row_to_fill
from fireflies.misbehavin.rules.position import expect
from fireflies.misbehavin.rules.seen import Observed
from fireflies.misbehavin.text.sentences import costs_in_words


def describe_in_play(view: Observed, it: InPlay) -> str:
    """Return a card of a tableau and its state, like ``Old Freighter (triggered)``."""
    return _with_states(it.card, states_in_play(view, it))


def states_in_play(view: Observed, it: InPlay) -> list[str]:
    """Return the state of a card of a tableau, part by part."""
    return [
        *(["triggered"] if it.triggered else []),
        *([f"+{it.tokens} power"] if it.tokens else []),
        *([] if it.warrant is None else [f"warrant of seat {it.warrant}"]),
        *_used(view, it),
        *(["attacked"] if it.card == target_of(view) else []),
    ]


def _with_states(name: str, states: Sequence[str]) -> str:
    return f"{_name(name)} ({', '.join(states)})" if states else _name(name)


def _name(card: str) -> str:
    """Return the printed name of a card, in which no line is broken."""
    return glued(printed(card))


def describe_displayed(view: Observed, it: Displayed) -> str:
    """Return a card of a display and its state, like ``Spare Coat (+2 power)``."""
    return _with_states(it.card, displayed_states(view, it))


def displayed_states(view: Observed, it: Displayed) -> list[str]:
    """Return the state of a card of a display, part by part."""
    return [*([f"+{it.tokens} power"] if it.tokens else []), *_used(view, it)]


def _used(view: Observed, it: InPlay | Displayed) -> list[str]:
    """Return which abilities were used: the last one, and those that are once a turn."""
    abilities = view.options.box.card[it.card].abilities
    return [
        f"ability {one.number} used"
        for one in abilities
        if one.number == it.used or f"{it.card} {one.number}" in view.once
    ]


# What is decided


def headline(view: Observed, names: Sequence[str] = ()) -> str:
    """Return the next decision, who makes it, and who the observer is, in one line."""
    if view.outcome is not None:
        told = f"Game over: {victory(view.outcome.winners)}"
    else:
        told = capitalized(decision(view))
    return contract.headline(told, view.observer, view.outcome, names)


def decision(view: Observed) -> str:
    """Return the turn, the next decision, and who makes it."""
    now = _next_decision(view)
    return f"Turn {view.turn}: {now}" if view.turn else now


def _next_decision(view: Observed) -> str:
    """Return the next decision in words."""
    seat, player = f"seat {view.seat}", view.players[view.seat]
    if view.phase == "reveal":
        return f"a {_deck_to_reveal(view)} card is turned up"
    if view.phase == "turn":
        left = [many(player.activations, "activation"), many(player.recruitments, "recruitment")]
        return f"{seat} has {listed(left)} left"
    return f"{seat} {_ASKED.get(view.phase) or _about_step(view)}"


def _deck_to_reveal(view: Observed) -> str:
    """Return the name of the market deck whose card is turned up next."""
    place = row_to_fill(view.market, view.market_decks, view.pending[0])
    return MARKET_DECKS[expect(int, place)]


_ASKED: Final[Mapping[str, str]] = {
    "draft": "chooses a set of the supply",
    "draw": "draws a card",
    "intent": "says what the fight is for",
    "target": "chooses the target",
    "fight": "may add to the fight",
    "reward": "takes a reward for winning the fight",
    "retain": "may retain cards of the display for tokens",
    "deal": "may add to the deal",
    "answer": "may cancel the deal",
    "canceled": "says what becomes of the canceled deal",
    "recruit": "may add to the recruitment",
    "take": "may take a card",
    "tidy": "may discard cards of the tableau",
}
"""The decision in a phase, where the phase is enough to describe it."""


def _about_step(view: Observed) -> str:
    """Return what a seat does about a step of the queue."""
    step = view.pending[0]
    card = _name(step.card)
    asked = {
        "played": f"may trigger {card} at once",
        "ability": f"may use the next ability of {card}",
        "location": f"may return a card of The Black by {card}",
        "by-hand": f"does by hand what {card} says{_left_by_hand(step)}",
        "replay": f"may use {card} again for a token",
    }
    source = "the 'verse card" if step.name == "step" else card
    return asked.get(view.phase) or f"makes a choice: {_chosen(view, step)} ({source})"


def _left_by_hand(step: Pending) -> str:
    """Return the entries that are left of a step done by hand; empty for another step."""
    if step.name != "by-hand":
        return ""
    left = "no entry" if step.detail == NO_ENTRY else f"entry {listed([*step.detail], 'or')}"
    return f" ({left} is left)"


def _chosen(view: Observed, step: Pending) -> str:
    """Return a step of the queue that waits for a choice in words."""
    match step.name:
        case "step":
            return verse_step_phrase(view.options.verse[step.seat].steps[step.number - 1])
        case "forced":
            return forced_phrase()
        case "trigger":
            return costs_in_words([Cost(step.name)])[0]
        case "move":
            return entry_phrase(MOVES[step.detail])
        case _:
            is_card = step.card in view.options.box.card
            (effect,) = [Effect(it, step.number, step.may) for it in EFFECTS if it == step.name]
            return effect_phrase(effect, card=is_card)


def describe_activity(view: Observed) -> str:
    """Return a line about the current fight, deal or recruitment; empty when there is none."""
    match view.activity:
        case Fight() as fight:
            return _fight_text(view, fight)
        case Deal(seat, stage, credits, _, canceled):
            paid = f", of which {many(credits, 'credit')}" if credits else ""
            status = "canceled" if canceled else stage
            return f"Deal by seat {seat} ({status}): influence {view.totals[0]}{paid}"
        case Recruitment(seat, stage, _, _, taken):
            cards = f", {many(taken, 'card')} taken" if taken else ""
            return f"Recruitment by seat {seat} ({stage}): influence {view.totals[0]}{cards}"
        case _:
            return ""


def _fight_text(view: Observed, fight: Fight) -> str:
    if fight.intent is None:
        return f"Fight of seat {fight.seat}"
    goal = f"Fight of seat {fight.seat} to {fight.intent}"
    if fight.target is None:
        return goal
    about = f"{goal} {_name(fight.target)} of seat {fight.defender}"
    if not view.totals:
        return f"{about}, which is over"
    attack, defense = view.totals
    return f"{about}: attack {attack}, defense {defense}"


# What lies on the table


def rows(view: Observed) -> list[tuple[str, list[Card]]]:
    """Return the face-up cards of each market deck, with how many are left of it."""
    cards = view.options.box.card
    return [
        (f"{deck} ({len(left)} left)", [cards[name] for name in row])
        for deck, row, left in zip(MARKET_DECKS, view.market, view.market_decks, strict=True)
    ]


def supply(view: Observed) -> list[tuple[Card, str]]:
    """Return the cards of the sets in play, each with its slot and how many are left."""
    cards = view.options.box.card
    slot_of = dict(zip(view.slots, SLOTS, strict=True))
    return [
        (cards[name], f"{count} left{f', slot {slot_of[name]}' if name in slot_of else ''}")
        for name, count in zip(SETS, view.supply, strict=True)
        if name in {*SETS[:2], *view.slots}
    ]


def describe_player(view: Observed, seat: int) -> list[str]:
    """Return the power, credits, tokens and the like of a player, part by part."""
    player, options = view.players[seat], view.options
    marks = marked(player.marks)
    return [
        f"{options.factions[seat]} {options.sides[seat]}",
        f"power {player.power} of {options.needed[seat]}",
        many(player.credits, "credit"),
        f"{many(player.verse, 'token')} ({player.verse_left} left)",
        *(
            f"{marks.get(step, 0)} of {many(most, 'mark')} for {step}"
            for step, most in options.steps[seat].items()
        ),
        f"hand {player.hand_size}",
        f"pile {player.deck_size}",
        f"recycle {len(player.recycle)}",
        f"assets {len(player.assets)}/{options.boards[seat].assets}",
        f"command {len(player.command)}/{options.boards[seat].command}",
        f"token: {', '.join(map(str, options.verse[seat].steps))}{_acquired(view, seat)}",
        *_immunity(view, seat),
        *([many(player.activations, "activation")] if player.activations else []),
        *([many(player.recruitments, "recruitment")] if player.recruitments else []),
        *([f"did {listed(view.did)} this turn"] if _counts_deeds(view, seat) else []),
    ]


def _acquired(view: Observed, seat: int) -> str:
    """Return that the turn's player has had its token of this turn; empty for others."""
    return " (had)" if view.acquired and seat == view.turn_player else ""


def _immunity(view: Observed, seat: int) -> list[str]:
    """Return up to when the cards of a seat can't be attacked; empty when they can."""
    immune = view.players[seat].immune
    is_this = immune == 1 and seat == view.turn_player
    return [f"immune until its {'' if is_this else 'next '}turn ends"] if immune else []


def _counts_deeds(view: Observed, seat: int) -> bool:
    """Return whether the turn's player did something that a step may ask for."""
    is_asked = any(it.name == "did" for it in view.options.verse[seat].steps)
    return bool(view.did) and seat == view.turn_player and is_asked


def describe_reavers(view: Observed) -> list[str]:
    """Return the Reavers in play with the tokens on them."""
    known = {it.name: it for it in view.options.reavers}
    return [
        f"{_name(it.card)} ({counted_tokens(it.tokens, known[it.card].strength)},"
        f" raid {', '.join(map(str, known[it.card].raid)) or 'nothing'})"
        for it in view.reavers
    ]


def counted_tokens(tokens: Iterable[int], strength: int) -> str:
    """Return how many tokens lie on a Reaver, and how many defeat it."""
    return f"{sum(tokens)} of {many(strength, 'token')}"


def counted(cards: Iterable[str]) -> list[str]:
    """Return cards with the number of copies, like ``Shiny x2``."""
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return [card if count == 1 else f"{card} x{count}" for card, count in counts.items()]


def target_of(view: Observed) -> str | None:
    """Return the target of the current fight; None when there is none."""
    activity = view.activity
    return activity.target if isinstance(activity, Fight) and activity.goes_on else None
