"""Many plays of one game over any executor, and the same result on each of them."""

from fireflies.arena.chunk import BrokenGame
from fireflies.arena.planning import Plan, Player, plan
from fireflies.arena.running import Keeping, Serial, parts, run
from fireflies.arena.totals import Fault, Totals
from fireflies.arena.workers import processes

__all__ = [
    "BrokenGame",
    "Fault",
    "Keeping",
    "Plan",
    "Player",
    "Serial",
    "Totals",
    "parts",
    "plan",
    "processes",
    "run",
]
