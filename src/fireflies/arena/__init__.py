"""Many plays of one game over any executor, with the same totals on each of them."""

from fireflies.arena.figures import Fault, Totals
from fireflies.arena.planning import Plan, Player, plan
from fireflies.arena.playing import BrokenGame
from fireflies.arena.running import Keeping, Serial, parts, processes, run

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
