"""Whole plays of Smile at a table, for tests."""

from collections.abc import Mapping, Sequence

from fireflies import smile
from fireflies.contract import Bot
from fireflies.record import begin
from fireflies.table import Table


def played(options: Mapping[str, object], bots: Sequence[Bot], seed: int = 0) -> Table[smile.State]:
    """Return the table after these bots have played with these options."""
    table = Table(begin(smile.GAME, options, ["somebody"] * len(bots)), bots, seed=seed)
    table.run()
    return table


def states(table: Table[smile.State]) -> list[smile.State]:
    """Return every state of the play, from the first to the last."""
    return [table.record.start, *(step.after for step in table.record.steps)]
