"""The chapters "End of the Game" and "Final Scoring"."""

from fireflies.contract import Outcome
from fireflies.festival.box.options import Options
from fireflies.festival.clauses import Clause
from fireflies.festival.rules.chains import longest_chain
from fireflies.festival.rules.events import (
    FloorsGone,
    GameEnded,
    GoalsGone,
    LimitReached,
    SorinGone,
    Standstill,
)
from fireflies.festival.rules.position import AnyPosition, Open, Working, figures_of, stacks


def game_ends(table: Working) -> bool:
    """Return whether the game ends with this turn, and tell why."""
    options, found = table.options, False
    if not table.sorin:
        table.tell(SorinGone)
        found = True
    for seat, player in enumerate(table.players):
        if not player.floors:
            table.tell(FloorsGone, seat)
            found = True
    if not any(stack.left for stack in stacks(table)):
        table.tell(GoalsGone)
        found = True
    most = options.box.figures.rounds * options.players
    if most and table.idle >= most:
        table.tell(Standstill, table.idle)
        found = True
    if options.turns is not None and table.turns_left == 0:
        table.tell(LimitReached, options.turns)
        found = True
    return found


def end_game(table: Working) -> None:
    """End the game with the final scores, and show all hands."""
    table.phase = "over"
    hands = tuple([player.goals for player in table.players])
    table.tell(GameEnded, hands, settle(table))


def settle(table: AnyPosition) -> Outcome:
    """Return the outcome: the most points win, among equals the most coins; then they share."""
    scores, coins = final_scores(table), [player.coins for player in table.players]
    most = max(scores)
    first = [seat for seat, points in enumerate(scores) if points == most]
    richest = max([coins[seat] for seat in first])
    winners = tuple([seat for seat in first if coins[seat] == richest])
    if len(first) == 1:
        return Outcome(scores, winners, Clause.WIN_POINTS)
    return Outcome(scores, winners, Clause.WIN_COINS if len(winners) == 1 else Clause.WIN_SHARED)


def final_scores(table: AnyPosition) -> tuple[int, ...]:
    """Return each seat's points, with the crow's loss and the chains counted."""
    chains = [chain(table, seat) for seat in range(len(table.players))]
    longest = max(chains)
    scores: list[int] = []
    for seat, islands in enumerate(chains):
        figures, points = figures_of(table, seat), table.players[seat].points
        if table.crow == seat:
            points -= figures.crow_loss
        points += chain_points(table.options, islands)
        if islands and islands == longest:
            points += figures.longest
        scores.append(points)
    return tuple(scores)


def chain(table: Open, seat: int) -> int:
    """Return the most islands on a path over a player's bridges that visits none twice."""
    lanes = table.options.board.lanes
    owned = [lane.ends for lane in lanes if table.bridges[lane.index] == seat]
    return longest_chain(tuple(dict.fromkeys(owned)))


def chain_points(options: Options, islands: int) -> int:
    """Return the points of a chain with this many islands, by the rows of ``Box.chain``."""
    reached = [points for needed, points in options.box.chain if needed <= islands]
    return reached[-1] if reached else 0
