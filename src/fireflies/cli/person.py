"""A play with persons at the terminal: what they are shown, and what they may type."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from fireflies._data import array, dumps
from fireflies.bots import named
from fireflies.chance import Draws
from fireflies.cli.display import Display, seat_names
from fireflies.cli.screen import (
    ask,
    clear,
    edit_lines,
    forget_lines,
    say,
    show,
    shown_for_now,
    tell,
    width,
)
from fireflies.contract import (
    CHANCE,
    SPECTATOR,
    YOU,
    Action,
    Event,
    IllegalAction,
    Observer,
    Sight,
    State,
    Step,
    View,
    Viewed,
    Violation,
    with_names,
)
from fireflies.errors import InvalidData, InvalidNotation
from fireflies.files import GameFile
from fireflies.record import Record
from fireflies.table import Table

_HELP: Final = (
    "a number of the list, or its words: do that",
    "list, list WORD: all that can be done, or what has this word",
    "show, show WHAT: what there is to see besides the table, such as cards that it only counts",
    "legend: what the signs of the table mean",
    "log: what happened in this round and in the one before",
    "rules: the clauses of what can be done now",
    "why WORDS: why that is not allowed",
    "hint, hint WHO: what a bot would do",
    "undo: back to the last decision of a person",
    "save, save FILE: keep the game",
    "quit, exit, q: keep the game and stop (so do Ctrl-D and Ctrl-C)",
)
_QUIT: Final = ("quit", "exit", "q")
_THINKER: Final = "search:1s"


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
        """Prepare a play; ``file`` is where the game is saved after every decision."""
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
        self._asked: dict[Observer, int] = {}
        self._menu: Mapping[str, Action] = {}
        self._problem: str | None = None
        self._taken_back = ""
        self._dealing = ""

    def run(self, *, wait: bool = False) -> None:
        """Play on to the end; ``wait`` for the Enter key after each step where bots play alone.

        Raises:
            EOFError: when a person quits, or the input ends.
        """
        if not self._persons and self._table.dealer is not None:
            self._display.narrate(self._sights(self._eyes(SPECTATOR)), wait=wait)
        else:
            edit_lines()
            while self._table.state.actor is not None:
                if self._advance() is None:
                    self._ask(self._table.state)
                self._keep()
                self._catch_up(self._eyes(self._holder))
            self._display.draw(self._table.view(self._eyes(self._holder)))
        self._display.end(self._table.state)

    @property
    def _display(self) -> Display:
        """The display for whoever looks at the screen."""
        record, holder = self._table.record, self._holder
        return Display(record.game, record.seats, holder if isinstance(holder, int) else None)

    def _advance(self) -> Step[Viewed[View]] | None:
        """Let the dealer or a bot decide once; None when a person has to."""
        actor = self._table.state.actor
        line = ""
        if isinstance(actor, int) and self._table.bots[actor] is not None:
            line = f"{self._display.names[actor]} thinks ..."
        with shown_for_now(line):
            return self._table.step()

    def _sights(self, observer: Observer) -> Iterator[Sight[View]]:
        """Return what an observer sees while bots and the dealer decide."""
        yield Sight((), self._table.view(observer))
        while (step := self._advance()) is not None:
            self._keep()
            yield step.seen_by(observer)

    def _keep(self) -> None:
        """Save the game where it is kept; what is no file on a disk is written to in the end."""
        if self.file is None or not self.file.is_regular:
            return
        problem = kept(self._table.record, self.file)
        if problem is not None and problem != self._problem:  # printed once, not at every decision
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
        if self._taken_back:
            self._display.tell(self._taken_back)  # whoever decides again has to know
            self._taken_back = ""
        self._asked[observer] = self._shown[observer]
        prompt = "chance" if seat is None else self._name(seat)
        if by_chance:
            self._menu = {}
            prompt += "" if seat is None else ", is dealt"
            if seat is None:
                table = self._table.view(observer).to_text(width(), self._display.names)
                self._tell_once(table.partition("\n")[0])
        else:
            self._menu = _numbered(state.legal_actions)
            self._display.draw(self._table.view(observer))
            print()
            self._display.menu(_texts(self._menu))
        while not self._do(ask(f"{prompt}> "), observer):
            pass

    def _tell_once(self, head: str) -> None:
        """Tell what is dealt next, unless that was told last time."""
        if head != self._dealing:
            self._display.tell(f"{head}.")
        self._dealing = head

    def _pass_on(self, seat: int) -> None:
        """Hand the screen to the next person, with nothing on it."""
        if len(self._persons) > 1 and self._holder != seat:
            # What was shown since the one before decided is gone, and is shown once more.
            self._shown[self._holder] = self._asked.get(self._holder, 0)
            clear()
            forget_lines()
            prompt = f"Pass the screen to {self._name(seat)}, who presses Enter. "
            if ask(prompt).lower() in _QUIT:
                raise EOFError
            clear()
        self._holder = seat

    def _catch_up(self, observer: Observer) -> None:
        """Tell what happened since this observer last looked."""
        sights = self._table.information_state(observer)
        for sight in sights[self._shown.get(observer, 0) + 1 :]:
            for event in sight.events:
                self._display.tell(str(event))
        self._shown[observer] = len(sights) - 1

    def _name(self, seat: int) -> str:
        """Return the name that a person is called by."""
        name = seat_names(self._table.record.seats)[seat]
        return YOU if name == "human" else name

    def _do(self, line: str, observer: Observer) -> bool:
        """Do what was typed; return whether the person's turn is over with it."""
        if not line:
            return False
        word, _, rest = line.lower().partition(" ")
        tools: dict[str, Callable[[str, Observer], None]] = {
            "help": self._help,
            "?": self._help,
            "hint": self._hint,
            "legend": self._legend,
            "list": self._list,
            "log": self._log,
            "rules": self._rules,
            "save": self._save,
            "show": self._show,
            "why": self._why,
        }
        try:
            if (action := self._legal(line)) is None:
                if word in _QUIT and not rest and not self._is_in_an_action(word):
                    raise EOFError
                if word == "undo" and not rest:
                    return self._undo(observer)
                if word in tools:
                    tools[word](line[len(word) :].strip(), observer)
                    return False
                action = self._read(line)
            self._table.play(action)
        except IllegalAction as error:
            self._display.tell(self._refusal(error.violation))
        except InvalidNotation as error:
            self._display.tell(f"{error}. ('help' says what else can be typed.)")
        else:
            return True
        return False

    def _legal(self, line: str) -> Action | None:
        """Return the legal action of a number of the list, or of its words."""
        if line in self._menu:
            return self._menu[line]
        legal = {str(action).lower(): action for action in self._table.state.legal_actions}
        return next((legal[it.lower()] for it in self._spelled(line) if it.lower() in legal), None)

    def _is_in_an_action(self, word: str) -> bool:
        """Return whether a word is part of a legal action, such as the name of a card."""
        legal = self._table.state.legal_actions
        return any(word in str(action).lower().split() for action in legal)

    def _read(self, line: str) -> Action:
        """Return the action of these words, in lower case perhaps.

        Raises:
            InvalidNotation: when it is none.
        """
        read_action, texts = self._table.record.game.read_action, self._spelled(line)
        for text in (*texts, *map(str.lower, texts)):
            with suppress(InvalidNotation):
                return read_action(text)
        return read_action(texts[-1])

    def _spelled(self, line: str) -> list[str]:
        """Return the texts that a line may stand for; chance's only first word may be left out."""
        if self._table.state.actor != CHANCE:
            return [line]
        line = line.replace("\u2212", "-").replace("\u2013", "-")
        words = {str(action).partition(" ")[0] for action in self._table.state.legal_actions}
        return [line, f"{words.pop()} {line}"] if len(words) == 1 else [line]

    def _refusal(self, violation: Violation) -> str:
        """Return the clause against an action, and what in the position is against it."""
        remark = self._table.record.game.remark
        more = "" if remark is None else with_names(remark(violation), self._display.names)
        clause = f"{violation.clause}: {violation.clause.rule.title}"
        return f"{more[0].upper()}{more[1:]} ({clause})." if more else f"{clause}."

    def _undo(self, observer: Observer) -> bool:
        """Go back to the last decision of a person; return whether there was one."""
        steps = self._table.record.steps
        persons = [number for number, it in enumerate(steps) if self._is_persons(it.before)]
        if not persons:
            self._display.tell("There is nothing to take back.")
            return False
        done = persons[-1]
        for _ in steps[done:]:
            self._table.undo()
        for counts in (self._shown, self._asked):
            counts.update({observer: min(count, done) for observer, count in counts.items()})
        before = steps[done].before
        who = f"seat {before.actor}" if isinstance(before.actor, int) else CHANCE
        looks = observer if len(self._persons) == 1 else self._eyes(SPECTATOR)
        action, after = before.redact(steps[done].action, looks), len(steps) - done - 1
        more = f", and what followed ({after} more)" if after else ""
        self._taken_back = f"Taken back: {action}, by {who}{more}."
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

    def _legend(self, rest: str, observer: Observer) -> None:
        """Tell what the signs of the table mean."""
        del rest, observer
        for line in self._table.record.game.legend or ("The table has no signs of its own.",):
            tell(line)

    def _list(self, rest: str, observer: Observer) -> None:
        """Show all that can be done, or what has this word."""
        del observer
        word = rest.lower()
        found = {
            it: text for it, text in _texts(self._menu).items() if word in text.lower().split()
        }
        if rest and not found:
            tell(f"No action has the word {word!r}.")
        self._display.menu(found if rest else _texts(self._menu), is_cut=False)

    def _show(self, rest: str, observer: Observer) -> None:
        """Tell an entry of what the observer sees, as the wire's STATE has it."""
        data, key = self._table.view(observer).to_json(), rest.lower()
        if key not in data:
            tell(f"Show what? Type 'show' and one of: {', '.join(data)}.")
            return
        text = f": {dumps(data[key])}"
        if isinstance(data[key], list):
            found = array(data[key], key)
            texts = [it for it in found if isinstance(it, str)]
            if texts == found:
                text = f" ({len(texts)}): {', '.join(texts) or 'none'}"
        self._display.tell(f"{key}{text}")

    def _log(self, rest: str, observer: Observer) -> None:
        """Tell what happened in this round and in the one before."""
        del rest
        first = self._table.record.game.turn_begins
        events, begun, dealt = list[Event](), list[int](), False
        for sight in self._table.information_state(observer):
            begun += [
                len(events) + number
                for number, event in enumerate(sight.events)
                if first is not None and isinstance(event, first)
            ]
            events += sight.events
            if first is None and sight.view.actor == CHANCE and not dealt:
                begun.append(len(events))  # a round begins where chance acts
            dealt = sight.view.actor == CHANCE
        rounds = 2 if first is None else 1 + self._table.state.seats  # a turn of each, and this one
        for event in events[begun[-rounds] if len(begun) >= rounds else 0 :]:
            self._display.tell(str(event))

    def _hint(self, rest: str, observer: Observer) -> None:
        """Tell what a bot would do: the one that was named, or the game's own."""
        del observer
        seat, game = self._table.state.actor, self._table.record.game
        if not isinstance(seat, int):
            tell("No bot knows what comes.")
            return
        who = rest or next(iter(game.bots), _THINKER)
        try:
            bot = named(game, who)
        except InvalidData as error:
            tell(f"{error.problem}.")
            return
        with shown_for_now(f"{who} thinks ..."):
            action = bot(self._table.turn(seat))
        other = "" if rest else f" ('hint {_THINKER if game.bots else 'first'}' asks another one.)"
        self._display.tell(f"{who} would {action}.{other}")

    def _rules(self, rest: str, observer: Observer) -> None:
        """Tell the clauses of what can be done now."""
        del rest
        # In a state that only looks the same: what a hidden card would do has to stay hidden.
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
            violation = self._table.state.check(self._legal(rest) or self._read(rest))
        except InvalidNotation as error:
            tell(f"{error}.")
            return
        self._display.tell("That is allowed." if violation is None else self._refusal(violation))

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
    """Return the actions by number, from 1; by their texts where numbers are words of the game."""
    if any(str(action).isdecimal() for action in legal):
        return {str(action): action for action in legal}
    return {str(number): action for number, action in enumerate(legal, 1)}


def _texts(menu: Mapping[str, Action]) -> dict[str, str]:
    """Return the texts of the actions of a menu, by what is typed for them."""
    return {typed: str(action) for typed, action in menu.items()}
