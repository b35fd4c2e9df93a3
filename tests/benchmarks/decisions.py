"""The time of a decision through Python: the legal actions, a random one of them, the next state.

The contestants are our three versions of Smile, Smile as a game of OpenSpiel, and other games in
C++. Whole plays are measured too, with the actions of chance in the time.
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
"""The number of plays of Smile in a round."""
REPETITIONS: Final = 8
"""The repetitions of fast contestants, so that all rounds take about the same time."""
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

SPEED_GOALS: Final = {
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
"""The gate and the goal of the compiled game, as ratios to the speed of each."""

WHOLE_PLAY_GATES: Final = {
    "pig": 2.0,
    "tic_tac_toe": 2.7,
    "liars_dice": 2.7,
    "oh_hell": 2.7,
    "hearts": 2.7,
    "goofspiel": 2.7,
}
"""The gate of an action in a whole play of the compiled game, as ratios of speed."""

CHILD: Final = ", child()"


class Plays:
    """The plays of one contestant, round by round."""

    def __init__(
        self, make: Callable[[], drivers.Driver], count: int, repetitions: int = 1
    ) -> None:
        """Take a function that begins a round's plays, the number of draws, the repetitions."""
        self._make = make
        self._count = count
        self._repetitions = repetitions
        self.played: list[drivers.Played] = []
        """The rounds; of repeated plays, the last result with the sum of the times."""

    def __call__(self, number: int) -> float:
        """Play a round and return the time of a decision."""
        choices = draws(number, self._count)
        all_played = [drivers.play(self._make(), choices) for _ in range(self._repetitions)]
        self.played.append(drivers.summed(all_played))
        return self.played[-1].per_decision

    def digest(self) -> str:
        """Return a hash of all final scores."""
        return drivers.digest([scores for one in self.played for scores in one.scores])


def openspiel_game(players: int) -> pyspiel.Game:
    """Return the game of `openspiel_smile` with our default box."""
    box = smile.start(players=openspiel_smile.SEATS[-1]).undealt
    return openspiel_smile.load(map(str, box), players=players)


def _outcome(state: Any) -> drivers.Scores:
    """Return the final scores of a state of ours."""
    scores: drivers.Scores = state.outcome.scores
    return scores


def smiles(players: int) -> dict[str, Plays]:
    """Return all contestants that play Smile."""

    def of(start: Callable[[], Any], repetitions: int = 1) -> Plays:
        count = SMILE_PLAYS
        return Plays(lambda: drivers.Values(start(), count, _outcome), count * LONGEST, repetitions)

    options: dict[str, object] = {"players": players}
    return {
        "fireflies": of(lambda: smile.start(players)),
        "interpreted": of(lambda: pure.load().start(players)),
        "compiled": of(lambda: fast.start(players), REPETITIONS),
        "C extension": Plays(
            lambda: drivers.Values(
                yardstick.start(options), SMILE_PLAYS, lambda state: state.scores
            ),
            SMILE_PLAYS * LONGEST,
            REPETITIONS,
        ),
        "OpenSpiel Python": Plays(
            lambda: drivers.OpenSpiel(openspiel_game(players), SMILE_PLAYS), SMILE_PLAYS * LONGEST
        ),
    }


def _in_cpp(name: str) -> Plays:
    """Return plays of a game in C++, with the driver that the end of the name says."""
    short, child, _ = name.partition(CHILD)
    game = pyspiel.load_game_as_turn_based(short)
    driver = drivers.Children if child else drivers.OpenSpiel
    return Plays(lambda: driver(game, GAMES[short]), 60_000)


class Whole:
    """The plays of the compiled game with the actions of chance in the time, round by round."""

    def __init__(self, driver: type[drivers.Dealt]) -> None:
        """Take the driver, which says how chance deals."""
        self._driver = driver
        self._start = fast.start(PLAYERS)
        self.played: list[drivers.Played] = []
        """The rounds; of repeated plays, the last result with the sum of the times."""

    def __call__(self, number: int) -> float:
        """Play a round and return the time of an action, of chance too."""
        choices = draws(number, SMILE_PLAYS * LONGEST)
        seed = number * SMILE_PLAYS
        all_played = [
            drivers.play(self._driver(self._start, SMILE_PLAYS, seed), choices)
            for _ in range(REPETITIONS)
        ]
        self.played.append(drivers.summed(all_played))
        return self.played[-1].per_action


class Decisions:
    """All contestants that decide, and their figures."""

    def __init__(self) -> None:
        self.smiles = smiles(PLAYERS)
        self._more = {name: _in_cpp(name) for name in SPEED_GOALS if name != "OpenSpiel Python"}
        self._whole = {"deal": Whole(drivers.Dealt), "deal_row": Whole(drivers.Rows)}
        # Other numbers of players are compared, not measured; their plays also warm up Python.
        self._unclocked = {players: smiles(players) for players in openspiel_smile.SEATS}
        for others in self._unclocked.values():
            for plays in others.values():
                plays(PLAYERS)

    def contestants(self) -> Mapping[str, Contestant]:
        """Return the contestants by name."""
        return {
            **self.smiles,
            **self._more,
            **self._whole,
            "bare": lambda number: drivers.bare(draws(number, 50_000)),
        }

    def digests(self) -> dict[str, str]:
        """Return a hash of the final scores of all plays of Smile, by contestant."""
        return {
            name: drivers.joined(
                [plays.digest(), *(others[name].digest() for others in self._unclocked.values())]
            )
            for name, plays in self.smiles.items()
        }

    def figures(self, times: Times) -> list[Figure]:
        """Return the figures for a decision."""
        figures = [
            Figure(
                f"a decision, compiled, to one of {name}",
                faster(times, "compiled", name),
                *goals,
                more=True,
            )
            for name, goals in SPEED_GOALS.items()
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
        """Return the figures for an action in whole plays, of chance too."""
        figures = [
            Figure(
                f"whole plays through the contract, compiled, to {name}, an action of anyone",
                _each(self._more[name].played, self._whole["deal"].played, _per_action),
                gate=gate,
                more=True,
            )
            for name, gate in WHOLE_PLAY_GATES.items()
        ]
        figures += [
            Figure(
                f"whole plays with deal_row, compiled, to {name}, an action of anyone",
                _each(self._more[name].played, self._whole["deal_row"].played, _per_action),
                more=True,
            )
            for name in WHOLE_PLAY_GATES
        ]
        return figures

    def _readable(self, times: Times) -> list[Figure]:
        """Return the figures of the readable rules: less is better."""
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
            # No gate: tic-tac-toe has no actions of chance, so its decisions have no share of them.
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
    """Return the ratio of two times, round by round."""
    return [time(one) / time(other) for one, other in zip(ones, others, strict=True)]
