"""Find what is wrong with a position that somebody has written.

A position without a fault has all cards, and the rules can go on from it. Whether a game
can come to it is another question.
"""

from collections import Counter
from collections.abc import Iterator

from fireflies.contract.rules import ignore
from fireflies.misbehavin.box.cards import BLACK, FITTING, MARKET_DECKS, SETS, SLOTS
from fireflies.misbehavin.rules.abilities import find_ability, once
from fireflies.misbehavin.rules.bounds import FINISH
from fireflies.misbehavin.rules.pieces import (
    FACE_UP,
    NONE,
    TOKENS,
    Displayed,
    Fight,
    InPlay,
    Pending,
    marked,
)
from fireflies.misbehavin.rules.position import Position, Working, find_owner, tokens_left
from fireflies.misbehavin.rules.queue import STEPS, settle


def find_fault(position: Position) -> str | None:
    """Return what is wrong with a position, in a few words; None when it is sound."""
    for faults in (
        *(_seats, _turn, _cards, _market, _slots, _areas, _used, _tokens, _reavers),
        *(_activity, _queue, _phase),
    ):
        for fault in faults(position):
            return fault
    return None


def _seats(position: Position) -> Iterator[str]:
    seats, activity = position.options.players, position.activity
    if len(position.players) != seats:
        yield f"{len(position.players)} players, not {seats}"
    if any(len(reaver.tokens) != seats for reaver in position.reavers):
        yield f"a Reaver needs a number of tokens for each of {seats} seats"
    named: list[int | None] = [position.seat, position.turn_player]
    named += [step.seat for step in position.pending]
    named += [it.warrant for player in position.players for it in player.tableau]
    named += [] if activity is None else [activity.seat]
    named += [activity.defender, activity.batch] if isinstance(activity, Fight) else []
    if any(seat is not None and seat >= seats for seat in named):
        yield f"seats go from 0 to {seats - 1}"


def _turn(position: Position) -> Iterator[str]:
    options = position.options
    if position.turn > options.turns:
        yield f"turn {position.turn} comes after the last turn, {options.turns}"
    if position.moves > options.moves + FINISH:
        yield f"{position.moves} actions are too many for a turn"


def _cards(position: Position) -> Iterator[str]:
    options, box = position.options, position.options.box
    seen = _seen_cards(position)
    playing = (None, *MARKET_DECKS, *options.factions)
    for card, count in sorted(seen.items()):
        if card not in box.card:
            yield f"the box has no card {card}"
        elif count > 1 and not box.card[card].is_supply:
            yield f"{card} is in {count} places"
        elif box.card[card].deck not in playing:
            yield f"{card} belongs to a faction that does not play"
    for card in [card for faction in options.factions for card in box.decks[faction]]:
        if not seen[card]:
            yield f"{card} is missing"
    for name, count in zip(SETS, position.supply, strict=True):
        if count < 0 or (seen[name] and name not in {*SETS[:2], *position.slots}):
            yield f"there are too many cards of {name}"


def _seen_cards(position: Position) -> Counter[str]:
    """Return how many of each card are with players or face up."""
    found = Counter([card for row in position.market for card in row])
    for player in position.players:
        found.update([*player.hand, *player.deck, *player.recycle])
        found.update([it.card for it in player.tableau])
        found.update([it.card for it in player.display])
    return found


def _market(position: Position) -> Iterator[str]:
    for deck, row in zip(MARKET_DECKS, position.market, strict=True):
        if len(row) > FACE_UP:
            yield f"more than {FACE_UP} cards of {deck} are face up"
        for card in row:
            if card not in position.options.box.decks[deck]:
                yield f"{card} is no card of {deck}"


def _slots(position: Position) -> Iterator[str]:
    chosen, settled = position.slots, position.options.slots
    sets = [name for name in chosen if name is not None]
    for slot, name in zip(SLOTS, chosen, strict=True):
        if name is not None and name not in FITTING[slot]:
            yield f"{name} does not fit the slot {slot}"
    if len({*sets}) != len(sets):
        yield "a set fills two slots"
    if settled is not None and settled != chosen:
        yield f"the sets have to be those of the options, {', '.join(settled)}"
    if (len(sets) < len(SLOTS)) != (position.phase == "draft"):
        yield "slots have to be open in the draft, and only then"


def _areas(position: Position) -> Iterator[str]:
    box = position.options.box
    for player, side in zip(position.players, position.options.boards, strict=True):
        if len(player.assets) > side.assets or len(player.command) > side.command:
            slots = f"{side.assets} slots for assets and {side.command} for the command"
            yield f"a tableau does not fit its board, which has {slots}"
        if any(box.card[it.card].kind != "asset" for it in player.assets):
            yield "only assets may lie in the asset area"
        if any(box.card[it.card].kind not in {"character", "item"} for it in player.command):
            yield "only characters and items may lie in the command area"
        if any(it.card == BLACK for it in player.display):
            yield "The Black can't lie in a display"


def _used(position: Position) -> Iterator[str]:
    for player in position.players:
        for it in player.in_play:
            card = position.options.box.card[it.card]
            no_use = card.is_supply and not (card.both and isinstance(it, Displayed))
            if it.used > (0 if no_use else len(card.abilities)):
                yield f"{it.card} has no ability {it.used} that could have been used"
    known = [
        once(card, ability)
        for card in position.options.box.cards
        for ability in card.abilities
        if ability.is_once
    ]
    for text in position.once:
        if text not in known:
            yield f"{text} is no ability that is once a turn"


def _tokens(position: Position) -> Iterator[str]:
    options = position.options
    for seat, player in enumerate(position.players):
        for it in player.tableau:
            if it.warrant is not None and not _may_bear(position, it, seat):
                yield f"{it.card} can't bear a warrant of seat {it.warrant}"
        if tokens_left(position, seat) < 0:
            yield f"seat {seat} has more than {TOKENS} 'verse tokens"
        most = options.steps[seat]
        if any(count > most.get(step, 0) for step, count in marked(player.marks).items()):
            yield f"seat {seat} has more marks than steps of an episode to mark"


def _may_bear(position: Position, it: InPlay, owner: int) -> bool:
    options = position.options
    return (
        it.warrant not in {None, owner}
        and options.has_warrants[it.warrant or 0]
        and options.box.card[it.card].kind == "character"
    )


def _reavers(position: Position) -> Iterator[str]:
    known = {it.name: it for it in position.options.reavers}
    names = [it.card for it in position.reavers]
    order = [name for name in known if name in names]
    if names != order or sorted([*names, *position.defeated]) != sorted(known):
        all_reavers = ", ".join(known) or "none"
        yield f"the Reavers in play, in order, and those defeated have to be {all_reavers}"
    for it in position.reavers:
        if it.card in known and sum(it.tokens) >= known[it.card].strength:
            yield f"{it.card} has enough tokens to be defeated"


def _activity(position: Position) -> Iterator[str]:
    activity = position.activity
    if not isinstance(activity, Fight):
        return
    about = (activity.intent, activity.target, activity.defender, activity.batch)
    if any(it is None for it in about) and any(it is not None for it in about[1:]):
        yield "a fight with a target, a defender or a batch needs all three, and an intent"
    if activity.goes_on and find_owner(position, activity.target or NONE) != activity.defender:
        yield f"the defender does not have {activity.target} in its tableau"
    if activity.batch not in {None, activity.seat, activity.defender}:
        yield "the batch has to be that of the attacker or the defender"


def _queue(position: Position) -> Iterator[str]:
    """Find steps that can't be done when their time comes."""
    box = position.options.box
    options = position.options
    actions = [it.name for verse in options.verse for it in verse.priced]
    cards = (NONE, *box.card, *(it.name for it in options.reavers), *actions)
    for place, step in enumerate(position.pending):
        if step.card not in cards:
            yield f"the box has no card {step.card}"
        if step.name == "clear" and not _can_clear(position):
            yield "the step clear needs a fight that has ended, or any deal or recruitment"
        if step.name == "step" and step.number not in {1, 2}:
            yield "the step of a 'verse card has to be 1 or 2"
        if step.name == "by-hand" and not _by_hand(position, step):
            yield f"the step {step} needs an ability that is done by hand"
        if step.name in {"replay", "return"}:
            yield from _supply_step(position, place)
    for seat, player in enumerate(position.players):
        steps = [it for it in position.pending if it.seat == seat]
        if sum(it.number for it in steps if it.name == "pay") > player.credits:
            yield f"seat {seat} has too few credits for what it has to pay"
        if sum(it.number for it in steps if it.name == "spend") > player.verse:
            yield f"seat {seat} has too few tokens for what it has to spend"


def _by_hand(position: Position, step: Pending) -> bool:
    """Return whether the card of a step has these entries."""
    card = position.options.box.card.get(step.card)
    ability = None if card is None else find_ability(card, step.number)
    return ability is not None and int(step.detail[-1]) <= len(ability.may)


def _can_clear(position: Position) -> bool:
    match position.activity:
        case Fight(ended=ended):
            return ended
        case activity:
            return activity is not None


def _supply_step(position: Position, place: int) -> Iterator[str]:
    """Find a step ``replay`` or ``return`` whose supply card will be missing from the display."""
    step, before = position.pending[place], position.pending[:place]
    shown = [it.card for it in position.players[step.seat].display]
    is_supply = step.card in SETS and step.card in shown
    if not is_supply or before.count(step) or any(it.name == "clear" for it in before):
        yield f"the step {step} needs a supply card in the display"


def _phase(position: Position) -> Iterator[str]:
    """Find a phase or seat that differs from what queue and activity lead to."""
    if position.phase == "over":
        return
    if position.phase == "draft":
        if position.pending or position.activity is not None:
            yield "a draft has no queue, and no fight, deal or recruitment"
        return
    table = Working(position, ignore)
    if position.pending:
        step = position.pending[0]
        kind = STEPS[step.name]
        if kind.phase is None or not kind.waits(table, step):
            yield f"the first step of the queue, {step}, does not wait for a decision"
        elif (kind.phase, step.seat) != (position.phase, position.seat):
            yield f"the phase has to be {kind.phase}, and the seat {step.seat}"
        return
    before = table.position(Position)
    settle(table)
    if table.position(Position) != before:
        yield f"the phase has to be {table.phase}, and the seat {table.seat}"
