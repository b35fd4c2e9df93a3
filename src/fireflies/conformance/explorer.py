"""Searches plays that nobody wrote down for one in which an engine departs from the rules.

Each play is a function of the seed and its number. A difference is shrunk to the smallest play that
still shows one, attributed to the clauses of the action where the two part, and made a case.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from fireflies._data import dumps, is_array
from fireflies.chance import Draws
from fireflies.conformance.crew import Crew
from fireflies.conformance.engines import Fault
from fireflies.conformance.judge import (
    MalformedAnswer,
    counted,
    departure,
    refusals,
    refused_index,
    states_of,
)
from fireflies.conformance.plays import (
    Expected,
    Play,
    draw_play,
    expect,
    exploring,
    judged,
    reached,
    reached_by,
)
from fireflies.contract import State
from fireflies.errors import clipped
from fireflies.games import Game
from fireflies.rulebook import Clause

_TRIES: Final = 500
"""So many small plays are tried in place of one that can't be made smaller."""

SELDOM: Final = 20
"""A clause that fewer than so many of 2,000 plays reach is a fault of the explorer."""


class Parting(NamedTuple):
    """Where an engine and the rules part."""

    after: int
    """The number of actions before it."""
    at: str
    """The first place in the STATE that differs; ``refused`` when they don't agree on an action."""
    wanted: object
    got: object
    message: str


class Difference(NamedTuple):
    """A play in which an engine departs from the rules."""

    play: Play
    parting: Parting
    clauses: tuple[str, ...]
    """The clauses of the action where the two part that have to do with what differs, the rarest
    first."""


class Explored(NamedTuple):
    """One play more."""

    number: int
    states: int
    """How many states were compared."""
    clauses: frozenset[str]
    """The clauses that it reached."""
    play: Play
    expected: Expected
    parting: Parting | None
    """Where they part; None when they agree."""
    skipped: bool


class Explorer:
    """Asks the engines of a crew about plays of a game."""

    def __init__(
        self, game: Game[State], crew: Crew, seed: int, reached: Counter[str] | None = None
    ) -> None:
        """From this seed; what was reached before may be known."""
        self._game = game
        self._exploring = exploring(game)
        self._crew = crew
        self._seed = seed
        self.reached: Counter[str] = Counter() if reached is None else reached
        """In how many plays each clause was reached so far."""

    def explore(self, numbers: Iterable[int]) -> Iterator[Explored]:
        """The plays of these numbers, each compared state by state."""
        for found in self._crew.map(self._explored, numbers):
            self.reached.update(found.clauses)
            yield found

    def _explored(self, number: int) -> Explored:
        """One of them."""
        play, expected = draw_play(self._game, Draws(self._seed, "explore", number))
        clauses = frozenset[str](reached(self._game, play, expected))
        parting = self.part(play, expected)
        skipped = parting is not None and parting.at == "skipped"
        states = len(expected.states)
        found = None if skipped else parting
        return Explored(number, states, clauses, play, expected, found, skipped)

    def part(self, play: Play, expected: Expected) -> Parting | None:
        """Where the engine's answer to a play is not the expected one."""
        try:
            answer = self._crew.ask(play.request(self._game))
            return _part(play, expected, answer, self._game.unordered)
        except Fault as fault:
            return Parting(0, "fault", None, None, str(fault))
        except MalformedAnswer as error:
            return Parting(0, "answer", None, None, f"the answer is not as the wire says: {error}")

    def shrink(self, explored: Explored) -> Difference:
        """The smallest play that still differs, as far as small steps lead."""
        play, parting = explored.play, explored.parting
        if parting is None:
            raise ValueError(f"play {explored.number} shows no difference")
        play, parting = self._reduced(play, parting)
        for number in range(_TRIES):
            small, expected = draw_play(self._game, Draws(self._seed, "shrink", number), small=True)
            if _size(small) < _size(play):
                found = self.part(small, expected)
                if found is not None and _alike(found, parting):
                    play, parting = self._reduced(small, found)
        return Difference(play, parting, self._attributed(play, parting))

    def _reduced(self, play: Play, parting: Parting) -> tuple[Play, Parting]:
        """A play made smaller as long as it differs, by steps that leave the rest as it is."""
        shrinking = True
        while shrinking:
            shrinking = False
            for smaller in self._smaller(play, parting):
                expected = expect(self._game, smaller)
                found = self.part(smaller, expected)
                if found is not None and found.at != "skipped" and _size(smaller) < _size(play):
                    play, parting, shrinking = smaller, found, True
                    break
        return play, parting

    def _smaller(self, play: Play, parting: Parting) -> Iterator[Play]:
        """Plays that are smaller, if they are plays: cut off, with less in the middle, simpler."""
        cut = play.actions[: parting.after + 1]
        yield from (play._replace(actions=cut), play._replace(actions=cut[:-1]))
        count = len(play.actions)
        length = count // 2
        while length:
            for start in range(0, count, length):
                rest = play.actions[:start] + play.actions[start + length :]
                yield play._replace(actions=rest)
            length //= 2
        for options, actions in self._exploring.simpler(play.options, play.actions):
            yield play._replace(options=options, actions=tuple(actions))
        if play.observer is not None:
            yield play._replace(observer=None)

    def _attributed(self, play: Play, parting: Parting) -> tuple[str, ...]:
        """The clauses of the action where they part, or of the setup."""
        expected = expect(self._game, play)
        source = self._exploring
        if expected.clause is not None and parting.at == "refused":
            found = [expected.clause]
        elif not expected.states:
            found = []
        elif parting.at == "refused" and parting.after < len(expected.actions):
            found = [*reached_by(self._game, expected, parting.after)]
        elif parting.at == "/legal":
            found = [*self._about_legal(expected.states[parting.after], parting)]
        elif parting.at == "count":
            found = [*reached(self._game, play, expected)]
        elif parting.after == 0:
            found = [*source.reached_at_start(play.options, expected.states[0])]
        else:
            found = [*reached_by(self._game, expected, parting.after - 1)]
        if play.observer is not None:
            found += source.SECRETS
        clauses = dict.fromkeys(map(str, found))
        first = str(next(iter(self._game.clauses)))
        rare = sorted(clauses, key=lambda clause: self.reached[clause])
        places = (place for place in source.BEARING if parting.at.startswith(place))
        bearing = next((source.BEARING[place] for place in places), ())
        telling = tuple(f"{self._game.name}.{beginning}" for beginning in bearing)
        told = [clause for clause in rare if clause.startswith(telling)]
        return tuple(told or rare) or (first,)

    def _about_legal(self, state: State, parting: Parting) -> Iterator[Clause]:
        """The clauses that bear on what only one side lists as legal."""
        ours, theirs = _texts(parting.wanted), _texts(parting.got)
        for text in sorted(ours - theirs):
            action = self._game.read_action(text)
            yield from self._exploring.reached(state, action, state.apply(action))
        clauses = (judged(self._game, state, text)[1] for text in sorted(theirs - ours))
        yield from filter(None, clauses)


def _texts(value: object) -> set[str]:
    """The texts of an array; none where there is no array."""
    return set(map(str, value)) if is_array(value) else set()


def _alike(one: Parting, other: Parting) -> bool:
    """Whether two plays differ in the same kind of place."""
    return one.at.split("/")[:3] == other.at.split("/")[:3]


def _size(play: Play) -> tuple[int, ...]:
    """What makes a play hard to read: shrinking has to make it less, and so comes to an end."""
    options = dumps(play.options)
    digits = sum(int(digit) for digit in options if digit.isdigit())
    return (len(play.actions), len(options), play.observer is not None, digits)


def _part(
    play: Play, expected: Expected, answer: Mapping[str, object], unordered: Container[str]
) -> Parting | None:
    """Return where an answer is not the expected one."""
    if answer.get("skipped") is True:
        return Parting(0, "skipped", None, None, clipped(str(answer.get("message", ""))))
    if answer.get("errored") is True:
        message = f"the engine says that it failed: {clipped(str(answer.get('message', '')))}"
        return Parting(0, "errored", None, None, message)
    refused = refused_index(answer)
    states = states_of(answer) if play.length is None else ()
    for index, (state, theirs) in enumerate(zip(expected.states, states, strict=False)):
        ours = state.view(play.observer).to_json()
        if (found := departure(ours, theirs, unordered)) is not None:
            at, wanted, got, told = found
            return Parting(index, at, wanted, got, f"after {index} actions, {told}")
    if refused != expected.refused:
        wanted = expected.refused
        known = [index for index in (wanted, refused) if index is not None]
        after = max(0, min(*known, len(play.actions) - 1))
        told = refusals(play.actions, wanted, refused, answer)
        return Parting(after, "refused", wanted, refused, told)
    if play.length is not None and expected.states:
        count = counted(answer)
        if expected.number is not None and count != expected.number:
            told = f"sequences of {play.length} actions are possible, not {count}"
            last = len(expected.actions)
            return Parting(last, "count", expected.number, count, f"{expected.number} {told}")
    elif len(states) != len(expected.states):
        raise MalformedAnswer(f"{len(states)} states where there are {len(expected.states)}")
    return None


def case_of(game: Game[State], found: Difference) -> str:
    """A difference as a file of one case, that ``fireflies conform --case`` asks again."""
    play, parting = found.play, found.parting
    played = expect(game, play)
    refused = played.refused
    expected: list[dict[str, object]] = [] if refused is None else [{"refused": refused}]
    if play.length is not None:
        expected = [{"count": play.length, "is": parting.wanted}]
    if parting.at.startswith("/"):
        expected.insert(0, {"after": parting.after, "at": parting.at, "is": parting.wanted})
    elif not expected:
        # Nothing but being accepted is expected, and a case expects something.
        actor = played.states[-1].view(play.observer).to_json()["actor"]
        expected.append({"after": len(played.actions), "at": "/actor", "is": actor})
    clause = found.clauses[0]
    case = {
        "id": f"{clause}.000",
        "clauses": list(found.clauses),
        "says": f"Found by the explorer: {parting.message}.",
        "options": play.options,
        "actions": list(play.actions),
        "observer": play.observer,
        "expect": expected,
    }
    return dumps({"game": game.name, "edition": game.edition, "clause": clause, "cases": [case]})
