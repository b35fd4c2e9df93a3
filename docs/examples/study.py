"""How good is a bot against greedy, and where do its games turn? ``python study.py``."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fireflies import arena, files, games
from fireflies.arena.figures import PlayerJson, figures
from fireflies.record import Record
from fireflies.search import analyse
from fireflies.table import Table


class Decision(NamedTuple):
    """A decision of the bot, as a search sees it."""

    contested: float  # the visits of the second action, as a share of those of the best one
    lost: float  # how much more the best action is worth than the chosen one
    game: int
    number: int
    chosen: str
    best: str


def played(title: str, bot: str, count: int) -> tuple[list[PlayerJson], list[Record[Any]]]:
    """Return the shares of wins in this many games, and their records."""
    plan = arena.plan(games.get(title), [arena.Player("mine", bot), "greedy"], count, seed=1)
    with tempfile.TemporaryDirectory() as folder:
        totals = arena.run(plan, records=arena.RecordFolder(Path(folder)))
        kept = [it for path in sorted(Path(folder).glob("games-*")) for it in files.load(path)]
    return figures(plan, totals)["players"], kept


def rows(game: int, play: Record[Any]) -> Iterator[dict[str, object]]:
    """Yield a row for each seat, such as ``pandas.DataFrame`` takes."""
    if (result := play.final.outcome) is not None:  # no bot has failed
        for seat, (name, score) in enumerate(zip(play.seats, result.scores, strict=True)):
            won = float(result.returns[seat])
            yield {"game": game, "seat": seat, "bot": name, "score": score, "won": won}


def decisions(game: int, play: Record[Any], budget: str) -> Iterator[Decision]:
    """Yield the bot's decisions between several actions, the last one first."""
    table = Table(play, [None for _ in play.seats])
    while (chosen := table.undo()) is not None:
        seat = table.state.actor
        if isinstance(seat, int) and play.seats[seat] == "mine" and table.state.legal_actions[1:]:
            best, second, *others = analyse(table.turn(seat), budget)
            value = {it.action: it.value for it in (best, second, *others)}[chosen]
            if value is not None and best.value is not None:
                found = second.visits / best.visits, best.value - value, game, table.now.count
                yield Decision(*found, str(chosen), str(best.action))


if __name__ == "__main__":
    shares, kept = played("festival", "bots:builder", 40)
    print(*shares, *[row for game, play in enumerate(kept) for row in rows(game, play)], sep="\n")
    found = [it for game, play in enumerate(kept[:2]) for it in decisions(game, play, "60")]
    print(*sorted(found)[-10:], sep="\n")
