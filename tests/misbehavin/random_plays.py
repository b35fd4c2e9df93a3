"""Random plays of Misbehavin', with the oracle as referee, and the actions that tests try in them.

``python -m tests.misbehavin.random_plays 3000`` finds a few of this number of plays that
together reach all situations that any of them reaches.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from tests.campaign import generator
from tests.misbehavin.landmarks import REFUSALS, Situations, Watched, situations_of
from tests.oracle.misbehavin import Oracle
from tests.oracle.misbehavin_boxes import random_options
from tests.oracle.misbehavin_judge import OF_PHASE, VERBS

HABITS: Final = {
    (1,): ("discard", "end"),
    (2, 5): ("done", "skip", "pass"),
    (2, 8, 30): (
        *("draw", "reveal", "set", "recruit", "add", "credit", "tax", "steal", "reaver"),
        *("nab", "dispatch", "target", "reward", "take", "choose", "do"),
    ),
    (10, 40, 80): (
        *("fight", "deal", "use", "retain", "replay", "warrant", "trigger", "retrigger"),
        *("turn", "acquire", "clear", "retry", "salvage", "play", "drop"),
    ),
}
"""Verbs, by their weights. For each verb each player gets one of these at random.

Rare verbs have large weights.
"""


class Moment(NamedTuple):
    """A moment of a random play."""

    oracle: Oracle
    seat: int
    """A random seat, which looks at the table."""
    tried: list[str]
    """Actions that may be illegal."""
    text: str
    """The next action; empty when the game is over."""
    situations: Situations
    """The situations of the previous action."""


class RandomPlay:
    """A random play, which depends on its number alone."""

    def __init__(self, number: int) -> None:
        self.chooser = generator(f"misbehavin {number}")
        self.options = random_options(self.chooser)
        if self.chooser.random() < 0.1:
            self.options.update(box="sample", episode="none", supply="draft", reavers=4)

    def moments(self) -> Iterator[Moment]:
        """Yield each moment; the oracle goes on when the next one is wanted."""
        chooser, oracle = self.chooser, Watched(self.options)
        habits = random_habits(chooser)
        situations: Situations = {}
        while True:
            seat = chooser.randrange(len(oracle.seats))
            tried = attempts(oracle, 2 if oracle.weights() else 6, chooser)
            text = choose(oracle, habits, chooser) if oracle.phase != "over" else ""
            yield Moment(oracle, seat, tried, text, situations)
            if not text:
                return
            before = oracle.clone()
            oracle.apply(text)
            situations = situations_of(before, text, oracle)


def attempts(oracle: Oracle, number: int, chooser: Random) -> list[str]:
    """Return some actions that may be illegal, mostly with verbs of the phase."""
    seat = oracle.actor if isinstance(oracle.actor, int) else oracle.turn_player
    player = oracle.seats[seat]
    tableaus = [it.card for other in oracle.seats for it in other.tableau]
    hands = [it for other in oracle.seats for it in other.hand]
    sight = [
        *(player.hand * 2 + [it.card for it in player.tableau] * 3 + tableaus * 2),
        *([it.card for it in player.display] + oracle.on_offer() + ["the-black", *oracle.slots]),
        *(hands + sorted(oracle.cards)[:3] + [it.name for it in oracle.options.reavers]),
    ]
    texts: list[str] = []
    for _ in range(number):
        verb = chooser.choice(VERBS)
        if OF_PHASE[oracle.phase] and chooser.random() < 0.8:
            verb = chooser.choice(OF_PHASE[oracle.phase])
        card = chooser.choice(sight)
        who = chooser.choice(["supply", *map(str, range(len(oracle.seats)))])
        rest = {
            "set": f"{card} {chooser.choice([*oracle.slots])}",
            "use": f"{card} {chooser.randint(1, 4)}",
            "replay": f"{chooser.randint(1, 4)}",
            "tax": who,
            "steal": who,
            "reward": chooser.choice(("draw", "credit", "verse")),
            "choose": who if who != "supply" and chooser.random() < 0.5 else card,
        }.get(verb, card)
        bare = oracle.refusal(verb)
        texts.append(verb if bare is None or bare.clause is not None else f"{verb} {rest}")
    return texts


def random_habits(chooser: Random) -> list[dict[str, int]]:
    """Return how often each of four players does things of each kind."""
    odds = {verb: numbers for numbers, verbs in HABITS.items() for verb in verbs}
    return [{verb: chooser.choice(odds[verb]) for verb in VERBS} for _ in range(4)]


def choose(oracle: Oracle, habits: Sequence[Mapping[str, int]], chooser: Random) -> str:
    """Return a legal action: chance's by its weights, a player's by habit."""
    weights = oracle.weights()
    if weights:
        return chooser.choices(list(weights), list(weights.values()))[0]
    texts = oracle.legal()
    habit = habits[oracle.actor if isinstance(oracle.actor, int) else 0]
    by_verb = {verb: [text for text in texts if text.split(" ")[0] == verb] for verb in VERBS}
    verbs = [verb for verb in VERBS if by_verb[verb]]
    return chooser.choice(by_verb[chooser.choices(verbs, [habit[verb] for verb in verbs])[0]])


def found_in(number: int) -> tuple[set[str], set[str], int]:
    """Return the situations that a random play reaches, all that are looked for, and its length."""
    reached: set[str] = set()
    named: set[str] = set()
    length = 0
    for moment in RandomPlay(number).moments():
        length += 1
        named |= {*moment.situations}
        reached |= {name for name, is_there in moment.situations.items() if is_there}
        refusals = [moment.oracle.refusal(text) for text in moment.tried]
        reached |= {it.clause for it in refusals if it is not None and it.clause is not None}
    return reached, named | {*REFUSALS}, length


def search(numbers: int) -> None:
    """Print few of this number of plays that together reach all that any of them reaches."""
    plays: dict[int, tuple[set[str], set[str], int]] = {}
    for number in range(numbers):
        plays[number] = found_in(number)
        if number % 100 == 99:
            sys.stderr.write(f"{number + 1} plays\n")
    wanted = set[str]().union(*(reached for reached, _, _ in plays.values()))
    missing = set[str]().union(*(named for _, named, _ in plays.values())) - wanted
    chosen: list[int] = []
    while wanted:
        best = max(plays, key=lambda it: len(plays[it][0] & wanted) / (plays[it][2] + 50))
        wanted -= plays[best][0]
        chosen.append(best)
    sys.stdout.write(f"{sorted(chosen)}\n{sum(plays[it][2] for it in chosen)} actions\n")
    sys.stdout.write(f"never: {sorted(missing)}\n")


if __name__ == "__main__":
    search(int(sys.argv[1]))
