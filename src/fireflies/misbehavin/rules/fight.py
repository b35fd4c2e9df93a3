"""The chapter "Pick a Fight"."""

from dataclasses import replace
from typing import Final

from fireflies.contract.verbs import bare_verb, verb_of
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.abilities import counts, passive
from fireflies.misbehavin.rules.actions import Add, Dispatch, Done, Nab, TakeReward, Target
from fireflies.misbehavin.rules.actions import Fight as PickFight
from fireflies.misbehavin.rules.activation import (
    FIGHT,
    add_action,
    cards_with,
    fight_of,
    judge_activation,
    judge_card_with,
    note_act,
    put_on_display,
    use_activation,
)
from fireflies.misbehavin.rules.fight_events import (
    AttackerAdded,
    BatchBegan,
    BatchEnded,
    CardDefended,
    CardDispatched,
    CardNabbed,
    DefenderAdded,
    FightOpened,
    ImmunityGained,
    IntentChosen,
    NoTargetFound,
    RewardTaken,
    StrengthCompared,
    TargetChosen,
    TieWon,
)
from fireflies.misbehavin.rules.pieces import Fight, Intent, Pending
from fireflies.misbehavin.rules.position import (
    AnyPosition,
    Position,
    Working,
    expect,
    find_owner,
    owner_of,
    tokens_left,
)
from fireflies.misbehavin.rules.zones import (
    add_credits,
    after_fight,
    discard,
    do_deed,
    give_tokens,
    leave,
    make_immune,
    mark,
    to_hand,
)

# A card with FIGHT


def legal_fights(position: Position) -> list[PickFight]:
    """Return the cards with which the turn's player may pick a fight."""
    if judge_activation(position) or _judge_victims(position):
        return []
    return [PickFight(card) for card in cards_with(position, FIGHT)]


def judge_fight(position: Position, action: PickFight) -> Clause | None:
    """Require an activation, a card that has FIGHT, and a seat that can be attacked."""
    return (
        judge_activation(position)
        or judge_card_with(position, action.card, FIGHT, Clause.FIGHT_ATTRIBUTE)
        or _judge_victims(position)
    )


def _judge_victims(position: Position) -> Clause | None:
    """Require another seat that has a card in its tableau and is not immune."""
    others = [it for seat, it in enumerate(position.players) if seat != position.seat]
    with_cards = [it for it in others if it.assets or it.command]
    if not with_cards:
        return Clause.FIGHT_TARGET
    return Clause.FIGHT_IMMUNITY if all(it.immune for it in with_cards) else None


def pick_fight(table: Working, action: PickFight) -> None:
    """Use an activation and put the card into the display: the fight begins."""
    table.tell(FightOpened, table.seat, action.card)
    use_activation(table)
    table.activity = Fight(table.seat)
    put_on_display(table, action.card)


# Nab or dispatch


def fight_to_nab(table: Working) -> None:
    """Announce that the attacker wants to take the target into its hand."""
    _announce(table, "nab")


def fight_to_dispatch(table: Working) -> None:
    """Announce that the attacker wants the target discarded."""
    _announce(table, "dispatch")


def _announce(table: Working, intent: Intent) -> None:
    table.tell(IntentChosen, table.seat, intent)
    table.activity = replace(fight_of(table), intent=intent)


# The target


def legal_targets(position: Position) -> list[Target]:
    """Return the cards in other tableaux that may be attacked."""
    return [Target(card) for card in sorted(_targets(position, position.seat))]


def _targets(table: AnyPosition, attacker: int) -> list[str]:
    return [
        it.card
        for seat, player in enumerate(table.players)
        if seat != attacker and not player.immune
        for it in player.tableau
    ]


def end_without_targets(table: Working, fight: Fight) -> bool:
    """End a fight that has no target when no card may be one; return whether it ended.

    The last such card may have gone by what was required of the card that began the fight.
    """
    if _targets(table, fight.seat):
        return False
    table.tell(NoTargetFound, fight.seat)
    table.push(Pending(fight.seat, "clear"))
    return True


def judge_target(position: Position, action: Target) -> Clause | None:
    """Require a card in the tableau of another seat that is not immune."""
    owner = find_owner(position, action.card)
    if owner is None or owner == position.seat:
        return Clause.FIGHT_TARGET
    return Clause.FIGHT_IMMUNITY if position.players[owner].immune else None


def choose_target(table: Working, action: Target) -> None:
    """Set the target and its defender; the attacker has the first batch."""
    owner = owner_of(table, action.card)
    table.tell(TargetChosen, table.seat, action.card, owner)
    table.activity = replace(fight_of(table), target=action.card, defender=owner, batch=table.seat)


# Batches of cards


def legal_additions(position: Position) -> list[Add]:
    """Return the cards that the side whose batch it is may add."""
    return [add_action(card) for card in cards_with(position, FIGHT)]


def judge_addition(position: Position, action: Add) -> Clause | None:
    """Require an own card that has FIGHT and whose needs are met."""
    return judge_card_with(position, action.card, FIGHT, Clause.FIGHT_ATTRIBUTE)


def add_to_fight(table: Working, action: Add) -> None:
    """Put the card into the display of its side."""
    is_attacker = table.seat == fight_of(table).seat
    table.tell(AttackerAdded if is_attacker else DefenderAdded, table.seat, action.card)
    note_act(table)
    put_on_display(table, action.card)


def end_batch(table: Working) -> None:
    """Give the other side the next batch, or resolve the fight after a batch without an action.

    The attacker's first batch may be empty: the fight then goes on.
    """
    fight = fight_of(table)
    table.tell(BatchEnded, table.seat)
    if fight.opening or fight.acted:
        other = expect(int, fight.defender) if table.seat == fight.seat else fight.seat
        table.tell(BatchBegan, other)
        table.activity = replace(fight, batch=other, opening=False, acted=False)
    else:
        _resolve(table, fight)


# The result


def attack(table: AnyPosition, fight: Fight) -> int:
    """Return the attacker's strength: power, bonuses for the intent, passive and by effects."""
    cards = table.options.box.card
    shown = [cards[it.card] for it in table.players[fight.seat].display]
    bonuses = 0 if fight.intent is None else sum([it.bonus(fight.intent) for it in shown])
    more = bonuses + passive(table, fight.seat, "strength") + fight.bonus[0]
    return _power(table, fight.seat) + more


def defense(table: AnyPosition, fight: Fight) -> int:
    """Return the defender's strength: the target's cost, power, passive defense, and effects."""
    seat, cost = expect(int, fight.defender), table.options.box.cost[expect(str, fight.target)]
    return cost + _power(table, seat) + passive(table, seat, "defense") + fight.bonus[1]


def _power(table: AnyPosition, seat: int) -> int:
    cards, player = table.options.box.card, table.players[seat]
    return sum([counts(player, cards[it.card].power) + it.tokens for it in player.display])


def _resolve(table: Working, fight: Fight) -> None:
    """Compare both strengths; the attacker wins a tie. Push the reward and the steps after it."""
    target, defender = expect(str, fight.target), expect(int, fight.defender)
    attacking, defending = attack(table, fight), defense(table, fight)
    table.tell(StrengthCompared, fight.seat, attacking, defending)
    if attacking == defending:
        table.tell(TieWon, fight.seat)
    table.activity = replace(fight, ended=True)
    winner = fight.seat if attacking >= defending else defender
    if winner == fight.seat:
        _win_target(table, fight, target, defender)
    else:
        table.tell(CardDefended, winner, target)
        mark(table, winner, "defend")
    table.push(Pending(winner, "reward"), *after_fight(fight))


def _win_target(table: Working, fight: Fight, target: str, defender: int) -> None:
    """Put the target into the attacker's hand, or onto its owner's recycle pile."""
    if fight.intent == "nab":
        table.tell(CardNabbed, fight.seat, target, defender)
        leave(table, defender, target)
        to_hand(table, fight.seat, target)
        mark(table, fight.seat, "nab")
        do_deed(table, "fight", "nab")
    else:
        table.tell(CardDispatched, fight.seat, target, defender)
        discard(table, defender, target)
        mark(table, fight.seat, "dispatch")
        do_deed(table, "fight", "dispatch")
    if table.options.box.card[target].kind == "asset":
        table.tell(ImmunityGained, defender)
        make_immune(table, defender, 1)


# The reward


def legal_rewards(position: Position) -> list[TakeReward]:
    """Return the rewards that the winner may take."""
    rewards = (TakeReward("credit"), TakeReward("draw"), TakeReward("verse"))
    return [it for it in rewards if not judge_reward(position, it)]


def judge_reward(position: Position, action: TakeReward) -> Clause | None:
    """Require a card to draw, or a token left; a credit is always possible."""
    player = position.players[position.seat]
    match action.reward:
        case "draw":
            found = bool(player.deck or player.recycle)
        case "verse":
            found = tokens_left(position, position.seat) > 0
        case other:
            found = other == "credit"
    return None if found else Clause.FIGHT_REWARD


def take_reward(table: Working, action: TakeReward) -> None:
    """Give the winner a card of its own pile, a credit or a token."""
    seat = table.pending.pop(0).seat
    table.tell(RewardTaken, seat, action.reward)
    if action.reward == "draw":
        table.push(Pending(seat, "draw", 1))
    elif action.reward == "credit":
        add_credits(table, seat, 1)
    else:
        give_tokens(table, seat, 1)


VERBS: Final = (
    verb_of(PickFight, ("turn",), legal_fights, judge_fight, pick_fight),
    verb_of(Add, ("fight",), legal_additions, judge_addition, add_to_fight),
    bare_verb(Nab(), ("intent",), fight_to_nab),
    bare_verb(Dispatch(), ("intent",), fight_to_dispatch),
    verb_of(Target, ("target",), legal_targets, judge_target, choose_target),
    verb_of(TakeReward, ("reward",), legal_rewards, judge_reward, take_reward),
    bare_verb(Done(), ("fight",), end_batch),
)
"""The actions of the chapter."""
