"""A play with persons at the terminal: what they are shown, and what they may type."""

import string
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from fireflies.bots import BOTS
from fireflies.cli.screen import ask, clear, headed, narrate, say, tell
from fireflies.contract import CHANCE, Action, Actor, IllegalAction, Sight, State
from fireflies.errors import InvalidNotation
from fireflies.files import save
from fireflies.record import Record
from fireflies.table import Table

_HELP: Final = (
    "a letter, or the words: do that",
    "rules: the clauses that matter now",
    "why, why WORDS: why something is not allowed",
    "hint: what a bot would do",
    "undo: back to the last decision of a person",
    "save, save FILE: keep the game",
    "quit: keep the game and stop (so do Ctrl-D and Ctrl-C)",
)


def kept(record: Record, path: Path) -> str | None:
    """Save the game there; what went wrong, or None."""
    try:
        save(path, [record])
    except OSError as error:
        return f"{path}: {error.strerror}"
    except ValueError as error:  # a path that no system takes
        return f"{str(path)!r}: {error}"
    return None


class Session:
    """One play at one terminal: bots go on by themselves, persons are asked.

    With two or more persons the screen is passed on, and shows what the mover may see.
    """

    def __init__(self, table: Table, *, open_hands: bool, keep: Path | None) -> None:
        """Sit down; ``keep`` is where the game is saved, unless ``save`` names another file."""
        self._table = table
        self._open = open_hands
        self.keep = keep
        self._persons = [seat for seat, bot in enumerate(table.bots) if bot is None]
        self._shown: dict[int | None, int] = {}
        self._holder: int | None = None

    def run(self) -> None:
        """Play on to the end.

        Raises:
            EOFError: when a person quits, or the input ends.
        """
        if not self._persons and self._table.dealer is not None:
            narrate(self._moments())
            return
        while self._table.state.actor is not None:
            if self._table.step() is None:
                self._ask(self._table.state.actor)
        self._catch_up(None if self._open else self._holder)
        print(f"\n{headed(self._table.view())}")

    def _moments(self) -> Iterator[tuple[Actor, Sight]]:
        """What bots and dealer do, until nobody is left to decide."""
        while (step := self._table.step()) is not None:
            yield step.before.actor, Sight(step.events, self._table.view())

    def _ask(self, actor: Actor) -> None:
        """Show a person, or whoever deals by hand, the table, and do what they say."""
        seat = actor if isinstance(actor, int) else None
        if seat is not None and not self._open:
            self._pass_on(seat)
        eyes = None if self._open else seat
        self._catch_up(eyes)
        legal = self._table.state.legal_actions
        if seat is not None:
            print(f"\n{headed(self._table.view(eyes))}\n")
            for key, action in _keyed(legal):
                first = self._table.state.explain(action)[0].seen_by(seat)
                tell(f"{key}  {action}  ({first})")
        prompt = "turned up> " if seat is None else f"{self._name(seat)}> "
        while not self._do(ask(prompt), seat):
            pass

    def _pass_on(self, seat: int) -> None:
        """Hand the screen to the next person, with nothing on it."""
        if len(self._persons) > 1 and self._holder != seat:
            clear()
            ask(f"Pass the screen to {self._name(seat)}, who presses Enter. ")
            clear()
        self._holder = seat

    def _catch_up(self, eyes: int | None) -> None:
        """Tell what happened since these eyes last looked."""
        record = self._table.record
        since = self._shown.get(eyes, 0)
        if eyes is None:
            happened = [step.events for step in record.replay()][since:]
        else:
            happened = [sight.events for sight in record.seen_by(eyes)[1:]][since:]
        for events in happened:
            for event in events:
                tell(str(event))
        self._shown[eyes] = len(record.actions)

    def _name(self, seat: int) -> str:
        """A seat with the name of who sits there."""
        name = self._table.record.seats[seat]
        return f"seat {seat}" if name == "human" else f"seat {seat}, {name}"

    def _do(self, line: str, seat: int | None) -> bool:
        """Do what was typed; whether the person's turn is over with it."""
        word, _, rest = line.partition(" ")
        if word == "undo" and not rest:
            return self._undo()
        tools: dict[str, Callable[[str, int | None], None]] = {
            "help": self._help,
            "?": self._help,
            "hint": self._hint,
            "quit": self._quit,
            "rules": self._rules,
            "save": self._save,
            "why": self._why,
        }
        if not word:
            return False
        if word in tools:
            tools[word](rest.strip(), seat)
            return False
        try:
            self._table.play(self._meant(line))
        except (IllegalAction, InvalidNotation) as error:
            tell(f"{_told(error)}. ('help' says what else can be typed.)")
            return False
        return True

    def _meant(self, line: str) -> Action:
        """The action of a letter, of its words, or of all of them but the verb.

        Raises:
            InvalidNotation: when it is none.
        """
        legal, words = self._table.state.legal_actions, line.lower()
        for key, action in _keyed(legal):
            if words == key.lower():
                return action
        for action in (*legal, *self._table.view().conceivable_actions):
            if words == str(action).lower():
                return action
        read = self._table.record.game.read_action
        if self._table.state.actor != CHANCE:
            return read(line)
        verb, typed = str(legal[0]).partition(" ")[0], line.replace("\u2212", "-")
        typed = typed.replace("\u2013", "-")
        try:
            return read(typed)
        except InvalidNotation:
            return read(f"{verb} {typed}")

    def _undo(self) -> bool:
        """Back to the last decision of a person; whether there was one."""
        if not any(self._is_persons(step.before) for step in self._table.record.replay()):
            tell("There is nothing to take back.")
            return False
        self._table.undo()
        while not self._is_persons(self._table.state):
            self._table.undo()
        done = len(self._table.record.actions)
        self._shown = {eyes: min(shown, done) for eyes, shown in self._shown.items()}
        tell("Taken back.")
        return True

    def _is_persons(self, state: State) -> bool:
        """Whether a person decides there."""
        if isinstance(state.actor, int):
            return state.actor in self._persons
        return state.actor is not None and self._table.dealer is None

    def _help(self, rest: str, seat: int | None) -> None:
        """What can be typed."""
        del rest, seat
        for line in _HELP:
            tell(line)

    def _quit(self, rest: str, seat: int | None) -> None:
        """Stop here."""
        raise EOFError

    def _hint(self, rest: str, seat: int | None) -> None:
        """What the game's own bot would do."""
        del rest
        if seat is None:
            tell("No bot knows what comes.")
            return
        game = self._table.record.game
        name, bot = next(iter({**game.bots, **BOTS}.items()))
        advice = bot(self._table.turn(seat))
        tell(f"{name} would {advice}.")

    def _rules(self, rest: str, seat: int | None) -> None:
        """The clauses that allow something now, or forbid it."""
        del rest
        state = self._table.state
        clauses = {
            event.clause: None for action in state.legal_actions for event in state.explain(action)
        }
        found = (state.check(action) for action in self._conceivable(seat))
        clauses.update((violation.clause, None) for violation in found if violation is not None)
        for clause in clauses:
            tell(f"{clause}: {clause.rule.title}.")

    def _conceivable(self, seat: int | None) -> tuple[Action, ...]:
        """What somebody might think of, allowed or not."""
        return self._table.view(seat).conceivable_actions

    def _why(self, rest: str, seat: int | None) -> None:
        """Why something is not allowed; without words, why all that is not."""
        try:
            asked = (self._meant(rest),) if rest else self._conceivable(seat)
        except InvalidNotation as error:
            tell(f"{error}.")
            return
        refused = [v for action in asked if (v := self._table.state.check(action)) is not None]
        for violation in refused:
            tell(f"{violation.reason}.")
        if not refused:
            tell("That is allowed." if rest else "There is nothing to explain.")

    def _save(self, rest: str, seat: int | None) -> None:
        """Keep the game, here or where it was to be kept anyway."""
        del seat
        path = Path(rest) if rest else self.keep
        if path is None:
            tell("Where to? Type 'save FILE'.")
            return
        problem = kept(self._table.record, path)
        if problem is not None:
            say(problem)
            return
        self.keep = path
        print(f"  Kept in {path}.")  # never folded, so that it can be copied


def _keyed(actions: tuple[Action, ...]) -> Iterator[tuple[str, Action]]:
    """The actions with a letter each, if there are enough letters."""
    if len(actions) <= len(string.ascii_uppercase):
        yield from zip(string.ascii_uppercase, actions, strict=False)


def _told(error: IllegalAction | InvalidNotation) -> str:
    """The error for somebody who sees the position anyway."""
    return error.violation.reason if isinstance(error, IllegalAction) else str(error)
