"""Random plays of Misbehavin', with the oracle as referee, and the actions tried in them."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from tests.campaign import generator
from tests.lockstep import Moment
from tests.misbehavin.landmarks import Watched, situations_of
from tests.oracle.misbehavin import Oracle
from tests.oracle.misbehavin_boxes import random_options
from tests.oracle.misbehavin_judge import OF_PHASE, VERBS
from tests.oracle.misbehavin_turn import FREE

HABITS: Final = {
    (1,): ("discard", "end"),
    (2, 5): ("done", "skip", "pass"),
    (1, 4, 60): ("turn",),
    (2, 8, 30): (
        *("draw", "reveal", "set", "recruit", "add", "credit", "tax", "steal", "reaver"),
        *("nab", "dispatch", "target", "reward", "take", "choose", "do"),
    ),
    (10, 40, 80): (
        *("fight", "deal", "use", "retain", "replay", "warrant", "trigger", "retrigger"),
        *("acquire", "clear", "retry", "salvage", "play", "drop", "return"),
        *("entry", "verse"),
    ),
}
"""Verbs, by their weights. For each verb each player gets one of these at random.

Rare verbs have large weights. Many players seldom turn a card without effect, as then it adds
nothing.
"""
TOKENS: Final = (*FREE, "replay", "retain")
"""The verbs that spend tokens."""


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
        situations: dict[str, bool] = {}
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
    actions = [name for named in oracle.options.box.priced.values() for name in named]
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
            "entry": f"{chooser.randint(1, 8)}",
            "verse": chooser.choice(actions) if actions else card,
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
    habits = [{verb: chooser.choice(odds[verb]) for verb in VERBS} for _ in range(4)]
    for habit in habits:
        if chooser.random() < 0.25:  # keeps the tokens, to mark steps of an episode
            habit.update(dict.fromkeys(TOKENS, 0))
    return habits


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
