"""Play many games of bots over any executor, with the same totals on each."""

from fireflies.arena.figures import Failure, Totals
from fireflies.arena.planning import Plan, Player, plan
from fireflies.arena.playing import BrokenGame
from fireflies.arena.running import RecordFolder, Serial, processes, run, run_in_parts

__all__ = [
    "BrokenGame",
    "Failure",
    "Plan",
    "Player",
    "RecordFolder",
    "Serial",
    "Totals",
    "plan",
    "processes",
    "run",
    "run_in_parts",
]
