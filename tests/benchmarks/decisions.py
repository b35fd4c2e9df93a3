"""One decision through Python: the legal actions, one of them at random, the state after it.

Ours in three shapes, the same rules by others, and other games in C++. And whole plays, in which
the clock runs while chance acts, too.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import pyspiel

from fireflies import smile
from fireflies.smile import fast
from tests.benchmarks import drivers, openspiel_smile, yardstick
from tests.benchmarks.figures import PLAYERS, Contestant, Figure, Times, draws, faster
from tests.smile.fast import pure

SMILE_PLAYS: Final = 40
"""Plays of Smile in a round."""
AGAIN: Final = 8
"""How often those play them who are done quickly, so that all take about as long."""
LONGEST: Final = 650
"""More actions than a play of Smile can have: 50 of chance, at most 560 decisions."""

GAMES: Final = {
    "pig": 60,
    "tic_tac_toe": 2_500,
    "liars_dice": 2_500,
    "oh_hell": 250,
    "hearts": 150,
    "goofspiel": 500,
}
"""The games of OpenSpiel in C++, and how many plays of each make a round."""

AGAINST: Final = {
    "pig": (1.8, 2.0),
    "tic_tac_toe": (2.7, 3.0),
    "liars_dice": (2.7, 3.0),
    "oh_hell": (2.7, 3.0),
    "hearts": (2.7, 3.0),
    "goofspiel": (2.7, 3.0),
    "tic_tac_toe, child()": (4.0, 4.5),
    "liars_dice, child()": (5.0, 5.5),
    "oh_hell, child()": (7.0, 8.0),
    "OpenSpiel Python": (18.0, 25.0),
}
"""How many times as fast the compiled game is to be: the gate, and what it should reach."""

WHOLE: Final = {
    "pig": 2.0,
    "tic_tac_toe": 2.7,
    "liars_dice": 2.7,
    "oh_hell": 2.7,
    "hearts": 2.7,
    "goofspiel": 2.7,
}
"""How many times as fast an action of anyone in a whole play of the compiled game is to be."""

CHILD: Final = ", child()"


class Plays:
    """What one contestant plays, round by round."""

    def __init__(self, make: Callable[[], drivers.Driver], count: int, again: int = 1) -> None:
        """Whoever sets up the plays of a round, how many draws they need, and how often to play."""
        self._make = make
        self._count = count
        self._again = again
        self.played: list[drivers.Played] = []
        """The rounds; the last time of those that played several times, with the times of all."""

    def __call__(self, number: int) -> float:
        """Play a round; the time of a decision."""
        settled = draws(number, self._count)
        all_played = [drivers.play(self._make(), settled) for _ in range(self._again)]
        self.played.append(drivers.summed(all_played))
        return self.played[-1].per_decision

    def digest(self) -> str:
        """A hash of all final scores."""
        return drivers.digest([scores for one in self.played for scores in one.scores])


def openspiel_game(players: int) -> pyspiel.Game:
    """The other Smile, with the box of ours."""
    box = smile.start(players=openspiel_smile.SEATS[-1]).undealt
    return openspiel_smile.load(map(str, box), players=players)


def _outcome(state: Any) -> drivers.Scores:
    """The final scores of a state of ours."""
    scores: drivers.Scores = state.outcome.scores
    return scores


def smiles(players: int) -> dict[str, Plays]:
    """Everyone who plays Smile."""

    def of(start: Callable[[], Any], again: int = 1) -> Plays:
        count = SMILE_PLAYS
        return Plays(lambda: drivers.Values(start(), count, _outcome), count * LONGEST, again=again)

    options: dict[str, object] = {"players": players}
    return {
        "fireflies": of(lambda: smile.start(players)),
        "interpreted": of(lambda: pure.load().start(players)),
        "compiled": of(lambda: fast.start(players), AGAIN),
        "C extension": Plays(
            lambda: drivers.Values(
                yardstick.start(options), SMILE_PLAYS, lambda state: state.scores
            ),
            SMILE_PLAYS * LONGEST,
            AGAIN,
        ),
        "OpenSpiel Python": Plays(
            lambda: drivers.OpenSpiel(openspiel_game(players), SMILE_PLAYS), SMILE_PLAYS * LONGEST
        ),
    }


def _in_cpp(name: str) -> Plays:
    """Plays of a game in C++; the driver of the name's end."""
    short, child, _ = name.partition(CHILD)
    game = pyspiel.load_game_as_turn_based(short)
    driver = drivers.Children if child else drivers.OpenSpiel
    return Plays(lambda: driver(game, GAMES[short]), 60_000)


class Whole:
    """What is played of the compiled game when chance has the clock, too, round by round."""

    def __init__(self, driver: type[drivers.Dealt]) -> None:
        """Chance deals as this driver has it."""
        self._driver = driver
        self._start = fast.start(PLAYERS)
        self.played: list[drivers.Played] = []
        """The rounds; the last time of those that played several times, with the times of all."""

    def __call__(self, number: int) -> float:
        """Play a round; the time of an action of anyone."""
        settled = draws(number, SMILE_PLAYS * LONGEST)
        seed = number * SMILE_PLAYS
        all_played = [
            drivers.play(self._driver(self._start, SMILE_PLAYS, seed), settled)
            for _ in range(AGAIN)
        ]
        self.played.append(drivers.summed(all_played))
        return self.played[-1].per_action


class Decisions:
    """All who decide, their race, and what it came to."""

    def __init__(self) -> None:
        self.smiles = smiles(PLAYERS)
        self._more = {name: _in_cpp(name) for name in AGAINST if name != "OpenSpiel Python"}
        self._whole = {"deal": Whole(drivers.Dealt), "deal_row": Whole(drivers.Rows)}
        # For other numbers of players the clock is not asked; these also let Python settle.
        self._unclocked = {players: smiles(players) for players in openspiel_smile.SEATS}
        for others in self._unclocked.values():
            for plays in others.values():
                plays(PLAYERS)

    def contestants(self) -> Mapping[str, Contestant]:
        """Who takes part in the race."""
        return {
            **self.smiles,
            **self._more,
            **self._whole,
            "bare": lambda number: drivers.bare(draws(number, 50_000)),
        }

    def digests(self) -> dict[str, str]:
        """By contestant, a hash of the final scores of all plays of Smile."""
        return {
            name: drivers.joined(
                [plays.digest(), *(others[name].digest() for others in self._unclocked.values())]
            )
            for name, plays in self.smiles.items()
        }

    def figures(self, times: Times) -> list[Figure]:
        """What the times of a decision come to."""
        figures = [
            Figure(
                f"a decision, compiled, to one of {name}",
                faster(times, "compiled", name),
                *goals,
                more=True,
            )
            for name, goals in AGAINST.items()
        ]
        figures.append(
            Figure(
                "a decision, interpreted, to one of OpenSpiel Python",
                faster(times, "interpreted", "OpenSpiel Python"),
                *(2.0, 3.5),
                more=True,
            )
        )
        rounds = zip(times["compiled"], times["C extension"], times["bare"], strict=True)
        figures.append(
            Figure(
                "a decision, compiled, to one of the C extension, less the driver's own loop",
                [(theirs - bare) / (ours - bare) for ours, theirs, bare in rounds],
                *(0.45, 0.7),
                more=True,
            )
        )
        return [*figures, *self._whole_plays(), *self._readable(times)]

    def _whole_plays(self) -> list[Figure]:
        """What whole plays come to: an action of anyone, chance included."""
        figures = [
            Figure(
                f"whole plays through the contract, compiled, to {name}, an action of anyone",
                _each(self._more[name].played, self._whole["deal"].played, _per_action),
                gate=gate,
                more=True,
            )
            for name, gate in WHOLE.items()
        ]
        figures += [
            Figure(
                f"whole plays with deal_row, compiled, to {name}, an action of anyone",
                _each(self._more[name].played, self._whole["deal_row"].played, _per_action),
                more=True,
            )
            for name in WHOLE
        ]
        return figures

    def _readable(self, times: Times) -> list[Figure]:
        """What those of the readable rules come to: here, less is better."""
        ours, theirs = self.smiles["fireflies"].played, self.smiles["OpenSpiel Python"].played
        plain = times["tic_tac_toe"]
        return [
            Figure(
                "fireflies / OpenSpiel Python, a decision",
                _each(ours, theirs, lambda one: one.per_decision),
                gate=2.0,
            ),
            Figure(
                "fireflies / OpenSpiel Python, an action of chance",
                _each(ours, theirs, lambda one: one.per_chance_action),
            ),
            Figure(
                "fireflies / OpenSpiel Python, an action of anyone",
                _each(ours, theirs, lambda one: one.per_action),
            ),
            Figure(
                "OpenSpiel Python / tic_tac_toe in C++, a decision",
                [one.per_decision / other for one, other in zip(theirs, plain, strict=True)],
                gate=8.0,
            ),
            Figure(
                "OpenSpiel Python / tic_tac_toe in C++, an action of anyone",
                [one.per_action / other for one, other in zip(theirs, plain, strict=True)],
            ),
            # No limit: tic-tac-toe has no chance whose time a decision would have to bear.
            Figure(
                "OpenSpiel Python / tic_tac_toe in C++, a decision and its share of chance",
                [one.per_decision_with_chance / it for one, it in zip(theirs, plain, strict=True)],
            ),
            Figure(
                "fireflies / tic_tac_toe in C++, a decision",
                [one.per_decision / other for one, other in zip(ours, plain, strict=True)],
            ),
            Figure(
                "interpreted / fireflies, a decision",
                _each(self.smiles["interpreted"].played, ours, lambda one: one.per_decision),
            ),
            Figure(
                "compiled / fireflies, a decision",
                _each(self.smiles["compiled"].played, ours, lambda one: one.per_decision),
            ),
        ]


def _per_action(played: drivers.Played) -> float:
    return played.per_action


def _each(
    ones: Sequence[drivers.Played],
    others: Sequence[drivers.Played],
    time: Callable[[drivers.Played], float],
) -> list[float]:
    """The ratio of two times, round by round."""
    return [time(one) / time(other) for one, other in zip(ones, others, strict=True)]
