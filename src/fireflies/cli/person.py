"""A play with persons at the terminal: the output for each person, and the input they type."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, Final, cast

from fireflies._texts import capitalized
from fireflies.bots import named
from fireflies.chance import Draws
from fireflies.cli.decisions import owner_of_deal, recent_events
from fireflies.cli.display import Display
from fireflies.cli.menus import AFTER_THE_END, HELP, number_actions
from fireflies.cli.screen import (
    clear_input_history,
    clear_screen,
    enable_line_editing,
    is_interactive,
    print_message,
    print_text,
    print_wrapped,
    read_line,
    temporary_line,
    width,
)
from fireflies.cli.showing import best_of, shown
from fireflies.contract import (
    CHANCE,
    SPECTATOR,
    YOU,
    Action,
    IllegalAction,
    Observer,
    Sight,
    State,
    Step,
    View,
    Viewed,
    Violation,
)
from fireflies.errors import InvalidData, InvalidNotation
from fireflies.files import GameFile
from fireflies.front.players import DEFAULT_SEARCH, hint_bot, persons_of
from fireflies.front.playing import Playing
from fireflies.front.summaries import summary
from fireflies.front.texts import Ambiguous, find_legal, spaced, wasted
from fireflies.record import Record
from fireflies.table import Table

_YES: Final = ("y", "yes")
_NUMBER: Final = re.compile("[0-9]+")
_QUIT: Final = ("quit", "exit", "q")

SAVE_INTERVAL: Final = 1.0
"""The least time in seconds between two saves while only bots decide: a save writes all steps."""


def try_save(record: Record[Any], file: GameFile) -> str | None:
    """Save the game to the file; return an error message, or None."""
    try:
        file.save(record)
    except OSError as error:
        return f"{file.path}: {error.strerror}"
    return None


class Session:
    """One play at one terminal: bots decide by themselves, persons are asked.

    Two or more persons pass the screen on; it shows what the deciding person may see. When chance
    is typed in, one referee, who sees everything, types for all seats. This ends with the first
    action of chance that only one seat may see: the person at that seat types it.
    """

    def __init__(
        self, table: Table[Viewed[View]], *, open_hands: bool, file: GameFile | None
    ) -> None:
        """Prepare a play; ``file`` is where the game is saved while it goes on."""
        self.file = file
        """The file of the game; None until a person gives one, with ``save FILE``."""
        self._play = Playing(table)
        self._table, self._game = table, table.record.game
        self._open = open_hands
        self._files = {} if file is None else {file.path.absolute(): file}
        self._persons = persons_of(table.bots)
        self._has_referee = table.dealer is None and not any(
            owner_of_deal(step.before) is not None for step in table.record.steps
        )
        self._viewer: Observer = self._play.observer
        self._shown_steps: dict[Observer, int] = {}
        self._shown_before_decision: dict[Observer, int] = {}
        self._menu: Mapping[str, Action] = {}
        self._saved_steps: Sequence[Step[State]] = ()
        self._saved_at = -inf
        self._problem: str | None = None
        self._undo_message = ""
        self._headline = ""
        self._asked: set[tuple[Observer, str]] = set()

    def run(self, *, wait: bool = False) -> None:
        """Play to the end; ``wait`` for the Enter key after each step where only bots play.

        Raises:
            EOFError: when a person quits, or the input ends.
        """
        if not self._persons and self._table.dealer is not None:
            self._display.print_play(self._play_bots(self._observer_for(SPECTATOR)), wait=wait)
            self._display.print_result(self._table.state)
        else:
            enable_line_editing()
            self._play_on()
            while self._is_undone_after_the_end():
                self._play_on()

    def _play_on(self) -> None:
        """Play to the end, and print the table and the result."""
        while self._table.state.actor is not None:
            is_asked = self._advance() is None
            if is_asked:
                self._autosave(at_once=True)
                self._ask_person(self._table.state)
            self._autosave(at_once=is_asked)
            self._print_new_events(self._observer_for(self._viewer))
        self._display.print_table(self._table.view(self._observer_for(self._viewer)))
        self._display.print_result(self._table.state)

    def _is_undone_after_the_end(self) -> bool:
        """Execute what a person at a terminal types after the end; return whether it undid that."""
        if not is_interactive():
            return False
        self._menu = {}
        self._display.print_line(AFTER_THE_END)
        with suppress(EOFError, KeyboardInterrupt):  # the game is over, and not interrupted
            while (line := read_line("over> ")) and line.lower() not in _QUIT:
                if self._execute(line, self._observer_for(self._viewer)):
                    return True
        return False

    @property
    def _display(self) -> Display:
        """The display for the observer who looks at the screen."""
        viewer = self._viewer
        return Display(self._game, self._play.names(viewer if isinstance(viewer, int) else None))

    def _advance(self) -> Step[Viewed[View]] | None:
        """Let the dealer or a bot decide once; return None when a person has to decide."""
        actor = self._table.state.actor
        line = ""
        if isinstance(actor, int) and self._table.bots[actor] is not None:
            line = f"{self._display.names[actor]} thinks ..."
        with temporary_line(line):
            return self._table.step()

    def _play_bots(self, observer: Observer) -> Iterator[Sight[View]]:
        """Let the bots and the dealer play; yield what the observer sees, first the start."""
        yield Sight((), self._table.view(observer))
        while (step := self._advance()) is not None:
            self._autosave()
            yield step.seen_by(observer)

    def _autosave(self, *, at_once: bool = False) -> None:
        """Save the game if it has changed: at once around an input, otherwise once a second.

        A pipe or a device is only written at the end.
        """
        if self.file is None or not self.file.is_regular:
            return
        now = monotonic()
        if not at_once and now < self._saved_at + SAVE_INTERVAL:
            return
        record = self._table.record
        if record.steps == self._saved_steps:
            return
        self._saved_steps, self._saved_at = record.steps, now
        problem = try_save(record, self.file)
        if problem is not None and problem != self._problem:  # print each problem once
            print_message(problem)
        self._problem = problem

    def _observer_for(self, observer: Observer) -> Observer:
        """Return the observer, or None (the referee) while the screen shows everything."""
        return None if self._open or self._has_referee else observer

    def _ask_person(self, state: State) -> None:
        """Show the table to the person who decides or types in chance; execute their commands."""
        is_chance = not isinstance(state.actor, int)
        seat = state.actor if isinstance(state.actor, int) else owner_of_deal(state)
        if is_chance and seat is not None:
            self._has_referee = False
        observer = self._observer_for(seat if seat in self._persons else self._viewer)
        if isinstance(observer, int):
            self._pass_screen(observer)
        self._print_new_events(observer)
        if self._undo_message:
            self._display.print_line(self._undo_message)  # the new deciding seat has to know it
            self._undo_message = ""
        news = self._play.sights(observer)[self._shown_before_decision.get(observer, 0) + 1 :]
        self._shown_before_decision[observer] = self._shown_steps[observer]
        prompt = "chance" if seat is None else self._person_name(seat)
        if is_chance:
            self._menu = {}
            prompt += "" if seat is None else ", is dealt"
            if seat is None:
                table = self._table.view(observer).to_text(width(), self._display.names)
                self._print_once(table.partition("\n")[0])
        else:
            self._menu = number_actions(state.legal_actions)
            told = [f"{capitalized(it)}." for it in summary(self._game, news, observer)]
            above = sum(len(sight.events) for sight in news)
            self._display.print_decision(self._table.view(observer), self._menu, told, above)
        while not self._execute(read_line(f"{prompt}> "), observer):
            pass

    def _print_once(self, headline: str) -> None:
        """Print what chance decides next, unless that was printed last time."""
        if headline != self._headline:
            self._display.print_line(f"{headline}.")
        self._headline = headline

    def _pass_screen(self, seat: int) -> None:
        """Clear the screen and pass it to the next person."""
        if len(self._persons) > 1 and self._viewer != seat:
            # Events shown since the last decision are off the screen: show them again later.
            self._shown_steps[self._viewer] = self._shown_before_decision.get(self._viewer, 0)
            clear_screen()
            clear_input_history()
            prompt = f"Pass the screen to {self._person_name(seat)}, who presses Enter. "
            if read_line(prompt).lower() in _QUIT:
                raise EOFError
            clear_screen()
        self._viewer = seat

    def _print_new_events(self, observer: Observer) -> None:
        """Print the events since this observer last saw the screen."""
        sights = self._play.sights(observer)
        for sight in sights[self._shown_steps.get(observer, 0) + 1 :]:
            for event in sight.events:
                self._display.print_line(event.as_printed())
        self._shown_steps[observer] = len(sights) - 1

    def _person_name(self, seat: int) -> str:
        """Return the name of a person for the prompt."""
        name = self._play.names(None)[seat]
        return YOU if name == "human" else name

    def _execute(self, line: str, observer: Observer) -> bool:
        """Execute a typed line; return whether an action was carried out or undone."""
        if not line:
            return False
        word, _, rest = line.lower().partition(" ")
        commands: dict[str, Callable[[str, Observer], None]] = {
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
            if (action := self._find_legal_action(line)) is None:
                if word in _QUIT and not rest and not self._occurs_in_legal_action(word):
                    raise EOFError
                if word == "undo" and not rest:
                    return self._undo(observer)
                if word in commands:
                    commands[word](line[len(word) :].strip(), observer)
                    return False
                action = self._play.understand(line)
            return self._carry_out(action, observer)
        except IllegalAction as error:
            self._display.print_line(self._explain(error.violation))
        except Ambiguous as question:
            self._display.print_line(str(question))
        except InvalidNotation as error:
            last = len(self._menu)  # there are no numbers for chance
            ends = f"; the list ends with {last}" if last and _NUMBER.fullmatch(line) else ""
            self._display.print_line(f"{error}{ends}. ('help' says what else can be typed.)")
        return False

    def _carry_out(self, action: Action, observer: Observer) -> bool:
        """Carry out an action that the person means; return whether they do."""
        if is_meant := self._is_meant(action, observer):
            self._play.play(action)
        return is_meant

    def _is_meant(self, action: Action, observer: Observer) -> bool:
        """Ask a person at a terminal, once in a play, before they leave a thing unused."""
        if not (is_interactive() and self._game.wastes and self._menu):
            return True
        described = self._game.describe(action, self._table.view(observer))
        told = wasted(self._game, action, described, self._display.names)
        if not told or (observer, told) in self._asked:
            return True
        self._asked.add((observer, told))
        is_meant = read_line(f"{told}. Do it anyway? (y/n)> ").lower() in _YES
        if not is_meant:
            self._display.print_line("Not done.")
        return is_meant

    def _find_legal_action(self, line: str) -> Action | None:
        """Return the legal action with this number in the menu, or with this text."""
        return self._menu.get(line) or find_legal(self._table.state, line)

    def _occurs_in_legal_action(self, word: str) -> bool:
        """Return whether a word is in the text of a legal action, such as a card's name."""
        legal = self._table.state.legal_actions
        return any(word in str(action).lower().split() for action in legal)

    def _explain(self, violation: Violation) -> str:
        """Return the violated clause for the person who decides, with the game's remark."""
        seat = self._viewer
        return self._play.explain(violation, seat if isinstance(seat, int) else None)

    def _undo(self, observer: Observer) -> bool:
        """Undo to the last decision of a person; return whether there was one."""
        undone = self._play.undo()
        if not undone:
            self._display.print_line("There is nothing to take back.")
            return False
        target = len(self._table.record.steps)
        for counts in (self._shown_steps, self._shown_before_decision):
            counts.update({observer: min(count, target) for observer, count in counts.items()})
        before = undone[0].before
        actor = f"seat {before.actor}" if isinstance(before.actor, int) else CHANCE
        reader = observer if len(self._persons) == 1 else self._observer_for(SPECTATOR)
        action, others = before.redact(undone[0].action, reader), len(undone) - 1
        addition = f", and what followed ({others} more)" if others else ""
        self._undo_message = f"Taken back: {action}, by {actor}{addition}."
        return True

    def _help(self, rest: str, observer: Observer) -> None:
        """Print the commands."""
        del rest, observer
        for line in HELP:
            print_wrapped(line)

    def _legend(self, rest: str, observer: Observer) -> None:
        """Print what the signs of the table mean."""
        del rest, observer
        for line in self._game.legend or ("The table has no signs of its own.",):
            print_wrapped(line)

    def _list(self, rest: str, observer: Observer) -> None:
        """Print all legal actions, or those that contain a word."""
        words, view, listed = f" {spaced(rest.lower())} ", self._table.view(observer), self._menu
        if not listed:  # chance decides, and its actions have no numbers
            legal = view.legal_actions
            if legal is None:
                print_wrapped("The list would tell a secret.")
                return
            listed = {str(action): action for action in legal}
        found = {
            typed: action
            for typed, action in listed.items()
            if words in f" {spaced(str(action).lower())} "
        }
        if rest and not found:
            print_wrapped(f"No action has the word {rest.lower()!r}.")
        self._display.print_menu(view, found if rest else listed)

    def _show(self, rest: str, observer: Observer) -> None:
        """Print what is known of a card, a seat or a part of the table; or what can be shown."""
        lines = shown(self._game, self._table.view(observer), rest, self._display.names)
        for line in lines or [f"Nothing here is called {rest!r}: 'show' lists what can be shown."]:
            self._display.print_line(line)

    def _log(self, rest: str, observer: Observer) -> None:
        """Print the latest events."""
        del rest
        first = self._game.turn_begins
        sights = self._play.sights(observer)
        for event in recent_events(sights, first, self._table.state.seats):
            self._display.print_line(event.as_printed())

    def _hint(self, rest: str, observer: Observer) -> None:
        """Print the action that a bot would choose: the named bot, or that of :func:`hint_bot`."""
        game, bot_name = self._game, rest or hint_bot(self._game)
        kind, _, budget = bot_name.partition(":")
        try:
            bot = named(game, bot_name)
            with temporary_line(f"{bot_name} thinks ..."):  # without a deadline
                found = self._play.analyse(budget)[0] if kind == "search" else None
                action = found[0].action if found else self._play.hint(bot_name, bot).action
        except InvalidData as error:
            print_wrapped(f"{error.problem}.")
            return
        view = self._table.view(observer)
        told = self._display.sentence(view, cast("Action", action))
        notation = "" if told == str(action) else f" ({action})"
        other = DEFAULT_SEARCH if game.bots else "first"
        tip = "" if rest else f" ('hint {other}' asks another one.)"
        self._display.print_line(f"{bot_name} would choose: {told}{notation}.{tip}")
        if found:
            self._display.print_line(best_of(found))

    def _rules(self, rest: str, observer: Observer) -> None:
        """Print the clauses of the events that legal actions cause."""
        if rest:
            name = self._game.name
            print_wrapped(f"'fireflies rules {name} WORDS' searches; 'rules' takes no words.")
            return
        # The real state would show the effect of hidden cards; one that looks the same does not.
        state = self._table.state.alike(observer, Draws(0, "rules"))
        for clause in dict.fromkeys(
            event.clause for action in state.legal_actions for event in state.explain(action)
        ):
            print_wrapped(f"{clause}: {clause.rule.title}.")

    def _why(self, rest: str, observer: Observer) -> None:
        """Print the clause that forbids an action."""
        del observer
        if not rest:
            print_wrapped("Why what? Type 'why ACTION'.")
            return
        try:
            action = self._menu.get(rest) or self._play.understand(rest)
        except InvalidNotation as error:
            self._display.print_line(f"{error}{'' if isinstance(error, Ambiguous) else '.'}")
            return
        violation = self._table.state.check(action)
        answer = "That is allowed." if violation is None else self._explain(violation)
        self._display.print_line(answer)

    def _save(self, rest: str, observer: Observer) -> None:
        """Save the game to the typed file, or to its own.

        The first typed file becomes its own when it has none.
        """
        del observer
        file = self.file
        if rest:  # a new GameFile refuses to replace a file that it did not write
            file = self._files.setdefault(Path(rest).absolute(), GameFile(rest))
        if file is None:
            print_wrapped("Where to? Type 'save FILE'.")
            return
        problem = try_save(self._table.record, file)
        if problem is not None:
            print_message(problem)
            return
        self.file = self.file or file
        print_text(f"  Kept in {file.path}.")  # not wrapped, so that it can be copied
