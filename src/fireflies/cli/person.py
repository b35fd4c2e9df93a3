"""A play with persons at the terminal: what they are shown, and what they may type."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from fireflies.bots import BOTS
from fireflies.chance import Draws
from fireflies.cli.screen import ask, clear, draw, list_in_columns, narrate, say, show, tell
from fireflies.contract import (
    CHANCE,
    SPECTATOR,
    Action,
    IllegalAction,
    Observer,
    Sight,
    State,
    View,
    Viewed,
)
from fireflies.errors import InvalidNotation
from fireflies.files import GameFile
from fireflies.record import Record
from fireflies.table import Table

_HELP: Final = (
    "a number of the list, or its words: do that",
    "rules: the clauses of what can be done now",
    "why WORDS: why that is not allowed",
    "hint: what a bot would do",
    "undo: back to the last decision of a person",
    "save, save FILE: keep the game",
    "quit: keep the game and stop (so do Ctrl-D and Ctrl-C)",
)


def kept(record: Record[Any], file: GameFile) -> str | None:
    """Save the game there; return what went wrong, or None."""
    try:
        file.save(record)
    except OSError as error:
        return f"{file.path}: {error.strerror}"
    except ValueError as error:  # a path that no system takes
        return f"{str(file.path)!r}: {error}"
    return None


class Session:
    """One play at one terminal: bots go on by themselves, persons are asked.

    With two or more persons the screen is passed on, and shows what the one who decides may see.
    Where chance is typed in, a referee types for all, and sees everything, until something is dealt
    that one seat alone may know: whoever sits there types that.
    """

    def __init__(
        self, table: Table[Viewed[View]], *, open_hands: bool, file: GameFile | None
    ) -> None:
        """Sit down; ``file`` is where the game is saved after every decision."""
        self.file = file
        """Where the game is kept; a person may name a file while they play."""
        self._table = table
        self._open = open_hands
        self._files = {} if file is None else {file.path.absolute(): file}
        self._persons = [seat for seat, bot in enumerate(table.bots) if bot is None]
        self._referees = table.dealer is None and not any(
            _dealt_to(step.before) is not None for step in table.record.steps
        )
        self._holder: Observer = self._persons[0] if len(self._persons) == 1 else SPECTATOR
        self._shown: dict[Observer, int] = {}
        self._menu: dict[str, Action] = {}
        self._problem: str | None = None

    def run(self) -> None:
        """Play on to the end.

        Raises:
            EOFError: when a person quits, or the input ends.
        """
        if not self._persons and self._table.dealer is not None:
            narrate(self._sights(self._eyes(SPECTATOR)))
            return
        while self._table.state.actor is not None:
            if self._table.step() is None:
                self._ask(self._table.state)
            self._keep()
        observer = self._eyes(self._holder)
        self._catch_up(observer)
        draw(self._table.view(observer))

    def _sights(self, observer: Observer) -> Iterator[Sight[View]]:
        """Return what an observer sees while bots and the dealer decide."""
        yield Sight((), self._table.view(observer))
        while (step := self._table.step()) is not None:
            self._keep()
            yield step.seen_by(observer)

    def _keep(self) -> None:
        """Save the game where it is kept; what is no file on a disk is written to in the end."""
        if self.file is None or not self.file.is_regular:
            return
        problem = kept(self._table.record, self.file)
        if problem is not None and problem != self._problem:  # told once, not at every decision
            say(problem)
        self._problem = problem

    def _eyes(self, observer: Observer) -> Observer:
        """Return the observer, or the referee where everybody may see everything."""
        return None if self._open or self._referees else observer

    def _ask(self, state: State) -> None:
        """Show the table to a person, or to whoever types in chance, and do what they say."""
        by_chance = not isinstance(state.actor, int)
        seat = state.actor if isinstance(state.actor, int) else _dealt_to(state)
        if by_chance and seat is not None:
            self._referees = False
        observer = self._eyes(seat if seat in self._persons else SPECTATOR)
        if isinstance(observer, int):
            self._pass_on(observer)
        self._catch_up(observer)
        prompt = "chance" if seat is None else self._name(seat)
        if by_chance:
            self._menu = {}
            prompt += "" if seat is None else ", is dealt"
        else:
            self._menu = _numbered(state.legal_actions)
            draw(self._table.view(observer))
            print()
            entries = [f"{number:>2}  {action}" for number, action in self._menu.items()]
            list_in_columns(entries or [str(action) for action in state.legal_actions])
        while not self._do(ask(f"{prompt}> "), observer):
            pass

    def _pass_on(self, seat: int) -> None:
        """Hand the screen to the next person, with nothing on it."""
        if len(self._persons) > 1 and self._holder != seat:
            clear()
            if ask(f"Pass the screen to {self._name(seat)}, who presses Enter. ").lower() == "quit":
                raise EOFError
            clear()
        self._holder = seat

    def _catch_up(self, observer: Observer) -> None:
        """Tell what happened since this observer last looked."""
        sights = self._table.information_state(observer)
        for sight in sights[self._shown.get(observer, 0) + 1 :]:
            for event in sight.events:
                tell(str(event))
        self._shown[observer] = len(sights) - 1

    def _name(self, seat: int) -> str:
        """Return a seat with the name of who sits there."""
        name = " ".join(self._table.record.seats[seat].split())
        return f"seat {seat}" if name == "human" else f"seat {seat}, {name}"

    def _do(self, line: str, observer: Observer) -> bool:
        """Do what was typed; return whether the person's turn is over with it."""
        word, _, rest = line.partition(" ")
        word = word.lower()
        tools: dict[str, Callable[[str, Observer], None]] = {
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
        if word == "undo" and not rest:
            return self._undo()
        if word in tools:
            tools[word](rest.strip(), observer)
            return False
        try:
            self._table.play(self._meant(line))
        except (IllegalAction, InvalidNotation) as error:
            tell(f"{_told(error)}. ('help' says what else can be typed.)")
            return False
        return True

    def _meant(self, line: str) -> Action:
        """Return the action of a number of the list, or of its words.

        Raises:
            InvalidNotation: when it is none.
        """
        if line in self._menu:
            return self._menu[line]
        texts, legal = [line], self._table.state.legal_actions
        if self._table.state.actor == CHANCE:
            texts = [line.replace("\u2212", "-").replace("\u2013", "-")]
            verbs = {str(action).partition(" ")[0] for action in legal}
            if len(verbs) == 1:  # then it need not be said
                texts.append(f"{verbs.pop()} {texts[0]}")
        for text in texts:
            for action in legal:
                if text.lower() == str(action).lower():
                    return action
        return self._read(texts)

    def _read(self, texts: Sequence[str]) -> Action:
        """Return the action of the first of these texts that is one, in lower case perhaps.

        Raises:
            InvalidNotation: when none is.
        """
        read_action = self._table.record.game.read_action
        for text in (*texts, *map(str.lower, texts)):
            with suppress(InvalidNotation):
                return read_action(text)
        return read_action(texts[-1])

    def _undo(self) -> bool:
        """Go back to the last decision of a person; return whether there was one."""
        if not any(self._is_persons(step.before) for step in self._table.record.steps):
            tell("There is nothing to take back.")
            return False
        self._table.undo()
        while not self._is_persons(self._table.state):
            self._table.undo()
        done = len(self._table.record.steps)
        self._shown = {observer: min(shown, done) for observer, shown in self._shown.items()}
        tell("Taken back.")
        return True

    def _is_persons(self, state: State) -> bool:
        """Return whether a person decides there, or types in what chance does."""
        if isinstance(state.actor, int):
            return state.actor in self._persons
        return state.actor is not None and self._table.dealer is None

    def _help(self, rest: str, observer: Observer) -> None:
        """Tell what can be typed."""
        del rest, observer
        for line in _HELP:
            tell(line)

    def _quit(self, rest: str, observer: Observer) -> None:
        """Stop here."""
        raise EOFError

    def _hint(self, rest: str, observer: Observer) -> None:
        """Tell what the game's own bot would do."""
        del rest, observer
        seat = self._table.state.actor
        if not isinstance(seat, int):
            tell("No bot knows what comes.")
            return
        name, bot = next(iter({**self._table.record.game.bots, **BOTS}.items()))
        tell(f"{name} would {bot(self._table.turn(seat))}.")

    def _rules(self, rest: str, observer: Observer) -> None:
        """Tell the clauses of what can be done now."""
        del rest
        # In a state that only looks the same: what a hidden card would do is told when it does it.
        state = self._table.state.alike(observer, Draws(0, "rules"))
        for clause in dict.fromkeys(
            event.clause for action in state.legal_actions for event in state.explain(action)
        ):
            tell(f"{clause}: {clause.rule.title}.")

    def _why(self, rest: str, observer: Observer) -> None:
        """Tell why something is not allowed."""
        del observer
        if not rest:
            tell("Why what? Type 'why WORDS'.")
            return
        try:
            violation = self._table.state.check(self._meant(rest))
        except InvalidNotation as error:
            tell(f"{error}.")
            return
        tell("That is allowed." if violation is None else f"{violation.reason}.")

    def _save(self, rest: str, observer: Observer) -> None:
        """Keep the game where it is kept, or in another file as it is now."""
        del observer
        file = self.file
        if rest:  # the same file as before, or one that nothing is to be lost of
            file = self._files.setdefault(Path(rest).absolute(), GameFile(rest))
        if file is None:
            tell("Where to? Type 'save FILE'.")
            return
        problem = kept(self._table.record, file)
        if problem is not None:
            say(problem)
            return
        self.file = self.file or file
        show(f"  Kept in {file.path}.")  # never folded, so that it can be copied


def _dealt_to(state: State) -> int | None:
    """Return the seat that alone may see what chance does next; None when it is no such secret."""
    legal = state.legal_actions

    def sees(observer: Observer) -> bool:
        return all(state.redact(action, observer) == action for action in legal)

    knowing = [seat for seat in range(state.seats) if sees(seat)]
    return knowing[0] if len(knowing) == 1 and not sees(SPECTATOR) else None


def _numbered(legal: Sequence[Action]) -> dict[str, Action]:
    """Return the actions by number, from 1; none where numbers are words of the game."""
    if any(str(action).isdecimal() for action in legal):
        return {}
    return {str(number): action for number, action in enumerate(legal, 1)}


def _told(error: IllegalAction | InvalidNotation) -> str:
    """Return the error without the position, which is on the screen."""
    return error.violation.reason if isinstance(error, IllegalAction) else str(error)
