"""The chapters "End of Your Turn" and "End of Game", and the turn that begins in between."""

from typing import Final

from fireflies.contract import Outcome
from fireflies.contract.verbs import bare_verb, verb_of
from fireflies.misbehavin.box.cards import Goal, Win
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.actions import Discard, Done, End
from fireflies.misbehavin.rules.fight_events import ImmunityEnded
from fireflies.misbehavin.rules.game_events import EpisodeWon, LimitReached, PowerWon
from fireflies.misbehavin.rules.pieces import HAND, InPlay, Pending, Player, marked
from fireflies.misbehavin.rules.position import (
    AnyPosition,
    Position,
    Working,
    find_card,
    standing_power,
)
from fireflies.misbehavin.rules.seen import SeenPlayer
from fireflies.misbehavin.rules.turn_events import (
    ActivationsUnused,
    CardsReset,
    CardTidied,
    FewerDrawn,
    HandDiscarded,
    HandRefilled,
    SupplyDiscarded,
    TidyingEnded,
    TurnBegan,
    TurnEnded,
)
from fireflies.misbehavin.rules.verse_events import ReaverRaided, WarrantHeld
from fireflies.misbehavin.rules.zones import discard, effects

# 1. The hand is discarded


def end_turn(table: Working) -> None:
    """Discard the hand; queue raids, tidying, the new hand, the market, and the next turn."""
    seat = table.seat
    player = table.players[seat]
    table.tell(TurnEnded, seat)
    if player.activations:
        table.tell(ActivationsUnused, seat, player.activations)
    if player.hand:
        _discard_hand(table, seat)
    table.players[seat] = table.players[seat]._replace(activations=0, recruitments=0)
    for it in table.options.reavers:
        if it.raid and it.name not in table.defeated:
            table.tell(ReaverRaided, seat, it.name)
            table.queue(*effects(seat, it.name, it.raid))
    table.queue(
        Pending(seat, "tidy"),
        Pending(seat, "refill"),
        Pending(seat, "replenish"),
        Pending(seat, "next"),
    )


def _discard_hand(table: Working, seat: int) -> None:
    player, cards = table.players[seat], table.options.box.card
    table.tell(HandDiscarded, seat, player.hand)
    supply = tuple([card for card in player.hand if cards[card].is_supply])
    if supply:
        table.tell(SupplyDiscarded, seat, supply)
    recycle = tuple(sorted(player.recycle + player.hand))
    table.players[seat] = player._replace(hand=(), recycle=recycle)


# 2. Tableau cards may be discarded


def can_tidy(table: AnyPosition, step: Pending) -> bool:
    """Return whether the tableau has a card that bears no warrant."""
    return any(it.warrant is None for it in table.players[step.seat].tableau)


def legal_discards(position: Position) -> list[Discard]:
    """Return the tableau cards that may be discarded."""
    tableau = sorted(position.players[position.seat].tableau)
    return [Discard(it.card) for it in tableau if not _judge_discard(it)]


def judge_discard(position: Position, action: Discard) -> Clause | None:
    """Require an own tableau card that bears no warrant."""
    it = find_card(position.players[position.seat], action.card)
    return Clause.END_TURN_TIDY if it is None else _judge_discard(it)


def _judge_discard(it: InPlay) -> Clause | None:
    return None if it.warrant is None else Clause.WARRANT_BARS


def tidy(table: Working, action: Discard) -> None:
    """Discard the card."""
    table.tell(CardTidied, table.seat, action.card)
    discard(table, table.seat, action.card)


def end_tidying(table: Working) -> None:
    """Keep the rest of the tableau."""
    table.pending.pop(0)
    table.tell(TidyingEnded, table.seat)


# 3. Five cards are drawn


def refill(table: Working, step: Pending) -> None:
    """Push the draw of a new hand, one card fewer for each triggered card that stays."""
    fewer = sum([it.triggered for it in table.players[step.seat].tableau])
    if fewer:
        table.tell(FewerDrawn, step.seat, fewer)
    if fewer < HAND:
        table.tell(HandRefilled, step.seat, HAND - fewer)
        table.push(Pending(step.seat, "draw", HAND - fewer))


# The next turn


def begin_next(table: Working, step: Pending) -> None:
    """End the turn and begin that of the next seat clockwise, or end the game."""
    if table.turn:
        player = table.players[step.seat]
        if player.immune:
            if player.immune == 1:
                table.tell(ImmunityEnded, step.seat)
            table.players[step.seat] = player._replace(immune=player.immune - 1)
        if table.turn == table.options.turns:
            _end_game(table)
            return
        table.turn_player = (table.turn_player + 1) % len(table.players)
    table.turn += 1
    table.moves, table.acquired, table.once, table.did = 0, False, (), ()
    table.players = [_forget_abilities(player) for player in table.players]
    table.tell(TurnBegan, table.turn_player, table.turn)
    _reset_cards(table, table.turn_player)
    if _winning_clause(table) is not None:
        _end_game(table)
        return
    player = table.players[table.turn_player]
    table.players[table.turn_player] = player._replace(activations=1, recruitments=1)


def _forget_abilities(player: Player) -> Player:
    """Return the player with cards of which no ability was used in this turn."""
    if not any(it.used for it in player.tableau):
        return player
    assets = tuple([it._replace(used=0) for it in player.assets])
    return player._replace(
        assets=assets, command=tuple([it._replace(used=0) for it in player.command])
    )


def _reset_cards(table: Working, seat: int) -> None:
    """Reset the cards of a seat that bear no warrant."""
    player = table.players[seat]
    triggered = [it for it in player.tableau if it.triggered]
    reset = tuple([it.card for it in triggered if it.warrant is None])
    for it in triggered:
        if it.warrant is not None:
            table.tell(WarrantHeld, seat, it.card)
    if not reset:
        return
    table.tell(CardsReset, seat, reset)
    table.players[seat] = player._replace(
        assets=tuple([_reset(it) for it in player.assets]),
        command=tuple([_reset(it) for it in player.command]),
    )


def _reset(it: InPlay) -> InPlay:
    return it if it.warrant is not None or not it.triggered else it._replace(triggered=False)


# The end


def _winning_clause(table: AnyPosition) -> Clause | None:
    """Return the clause by which the seat that begins its turn has won; None if it has not."""
    seat, episode = table.turn_player, table.options.episode
    enough = standing_power(table, seat) >= table.options.needed[seat]
    if enough and (episode is None or episode.standard):
        return Clause.END_POWER
    if any(_is_reached(table, seat, win) for win in table.options.wins[seat]):
        return Clause.END_EPISODE
    return None


def _is_reached(table: AnyPosition, seat: int, win: Win) -> bool:
    """Return whether a seat has all goals of a way to win."""
    return all(reached(table.players[seat], it) >= it.n for it in win.goals)


def reached(player: Player | SeenPlayer, goal: Goal) -> int:
    """Return how many credits or marks a player has of a goal."""
    return player.credits if goal.step is None else marked(player.marks).get(goal.step, 0)


def _end_game(table: Working) -> None:
    table.phase = "over"
    outcome = outcome_of(table)
    match outcome.clause:
        case Clause.END_POWER:
            table.tell(PowerWon, outcome)
        case Clause.END_EPISODE:
            table.tell(EpisodeWon, outcome)
        case _:
            table.tell(LimitReached, outcome)


def outcome_of(table: AnyPosition) -> Outcome:
    """Return the outcome: the seat that won at the start of its turn, else the most power."""
    scores = tuple([standing_power(table, seat) for seat in range(len(table.players))])
    clause = None if table.moves else _winning_clause(table)
    if clause is not None:
        return Outcome(scores, (table.turn_player,), clause)
    winners = tuple([seat for seat, power in enumerate(scores) if power == max(scores)])
    return Outcome(scores, winners, Clause.END_TURNS)


VERBS: Final = (
    verb_of(Discard, ("tidy",), legal_discards, judge_discard, tidy),
    bare_verb(Done(), ("tidy",), end_tidying),
    bare_verb(End(), ("turn",), end_turn),
)
"""The actions of the chapter."""
