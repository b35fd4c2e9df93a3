"""Tests of the display: events, tables, names and menus."""

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from unittest import mock

import pytest

from fireflies import contract, smile
from fireflies._typing import override
from fireflies.cli import screen
from fireflies.cli.display import Display
from fireflies.cli.menus import menu_columns, menu_sentences
from fireflies.contract import CHANCE, Actor, Details, Observer, Sight
from fireflies.front.texts import seat_names
from tests.test_cli import run


@dataclass(frozen=True, slots=True)
class Line(contract.Event, clause=smile.Clause.SETUP_BOX):
    """An event with any text."""

    what: str

    @override
    def __str__(self) -> str:
        return self.what


@dataclass(frozen=True, slots=True)
class Number(contract.Action):
    """An action whose text is a number."""

    number: int

    @override
    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class View:
    """A view that only has an actor."""

    actor: Actor
    observer: Observer = None
    legal_actions: None = None
    position: str = ""

    def to_json(self) -> Mapping[str, object]:
        """Return no data."""
        return {}

    @property
    def details(self) -> Mapping[str, Details]:
        """Return no details."""
        return {}

    def details_json(self) -> dict[str, dict[str, object]]:
        """Return no data."""
        return {}

    def to_text(self, width: int = 80, names: Sequence[str] = ()) -> str:
        """Return the actor."""
        return f"[{self.actor}]"


def test_data_is_printed_without_control_characters(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    """JSON has escapes for them, with which the data is the same; lines stay lines."""
    data = {"a\x7f": "\x9b31m \u202e \U000e0001 \u00e9 \U0001f600 \\ \x1b\n"}
    screen.print_data(json.dumps(data, ensure_ascii=False, indent=2))
    first, *_, last, end = lines = capsysbinary.readouterr().out.decode().split("\n")
    assert (first, last, end) == ("{", "}", "")
    assert all(map(str.isprintable, lines))
    assert json.loads("\n".join(lines)) == data
    assert "\u00e9 \U0001f600" in lines[1]


DISPLAY: Final = Display(replace(smile.GAME, wording=None), ("Ann", "Ben"))


def sights(actors: Iterable[Actor], lines: int = 1) -> list[Sight[Any]]:
    """Return a play with these actors, in order; each action has this number of events."""
    first, *others = actors
    output = [
        Sight(tuple(Line(f"line {number}") for _ in range(lines)), View(actor), smile.Bid("a"))
        for number, actor in enumerate(others, 1)
    ]
    return [Sight((), View(first)), *output]


def summary(capsys: pytest.CaptureFixture[str], play: Iterable[Sight[Any]]) -> str:
    """Return the printed tables, and the number of lines between them."""
    DISPLAY.print_play(play)
    lines = [line.strip() for line in capsys.readouterr().out.splitlines() if line]
    return re.sub(
        r"(L+)",
        lambda run: str(len(run[1])),
        "".join("L" if line.startswith("line") else line for line in lines),
    )


PLAYS: Final[list[tuple[list[Actor], int, str]]] = [
    ([CHANCE, CHANCE, 0, 1, CHANCE, 0, None], 1, "2[0]3[0]1[None]"),
    ([CHANCE, CHANCE, 0], 1, "2[0]"),
    ([CHANCE, CHANCE], 1, "1[chance]"),
    ([CHANCE], 1, "[chance]"),
    ([0], 1, "[0]"),
    ([0, 1, 0, None], 1, "[0]3[None]"),
    ([0, 1, 0, CHANCE, None], 1, "[0]4[None]"),
    ([0, *[1, 0] * 15], 1, "[0]20[0]10[0]"),
    ([0, *[1, 0] * 3], 7, "[0]21[1]21[0]"),
    ([CHANCE, *[0, 1] * 11], 1, "1[0]20[0]1[1]"),
]


@pytest.mark.parametrize(("actors", "lines", "expected"), PLAYS)
def test_the_table_is_drawn_after_chance_and_after_a_screenful_and_at_the_end(
    capsys: pytest.CaptureFixture[str], actors: list[Actor], lines: int, expected: str
) -> None:
    """Never twice in a row."""
    assert summary(capsys, sights(actors, lines)) == expected


def test_no_sights_print_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert summary(capsys, []) == ""


def test_control_characters_in_a_table_are_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    nasty: Any = "\x1b[2J\r\u202e"
    DISPLAY.print_table(View(nasty))
    assert capsys.readouterr().out == "\n[\\x1b[2J\\r\\u202e]\n"


# Names.


def test_equal_names_are_numbered_and_long_ones_are_cut() -> None:
    """The observer is called you."""
    seats = ("greedy", "Ann", "greedy", "a\nb", "Bartholomew the Great")
    names = ("greedy 1", "Ann", "greedy 2", "a b", "Bartholom...")
    assert seat_names(seats) == names
    assert seat_names(seats, 0) == ("you", *names[1:])
    assert seat_names(seats, 4) == (*names[:4], "you")
    assert seat_names(("Ann", "Ann", "\x1b")) == ("Ann 1", "Ann 2", "\\x1b")


# Menus.


def menu(*actions: str, columns: int = 80) -> list[str]:
    """Return the lines of a menu with numbered actions."""
    with mock.patch.dict(os.environ, {"COLUMNS": str(columns)}):
        return menu_columns({str(number): action for number, action in enumerate(actions, 1)})


def test_a_menu_has_a_line_for_each_first_word() -> None:
    """Actions of one word share a line."""
    assert menu("bid a", "bid b", "back-out a", "pass", "bid c") == [
        "  bid       [1] a     [2] b     [5] c",
        "  back-out  [3] a",
        "            [4] pass",
    ]
    assert menu("fold", "raise") == ["  [1] fold   [2] raise"]
    assert menu() == []


def test_a_menu_without_numbers() -> None:
    """When an action is a number, actions are typed by their texts."""
    assert menu_columns({"2": "2", "bid 3": "bid 3"}) == ["       2", "  bid  3"]


@pytest.mark.parametrize(
    ("lines", "is_terminal", "is_repeated"), [(3, True, True), (4, True, False), (3, False, False)]
)
def test_the_headline_is_repeated_where_it_is_off_the_screen(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    lines: int,
    is_terminal: bool,
    is_repeated: bool,
) -> None:
    """A table, an empty line, a menu and the prompt: four lines; only a terminal scrolls."""
    monkeypatch.setenv("LINES", str(lines))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    monkeypatch.setenv("NO_COLOR", "1")
    DISPLAY.print_decision(View(0), {"1": smile.Bid("a")})
    between = "[0]" if is_repeated else ""
    assert capsys.readouterr().out.split("\n") == ["", "[0]", between, "  bid  [1] a", ""]


MOVES: Final = [f"move {start}{end}" for start in "ABCDEFGH" for end in range(1, 9)]


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize(
    "actions",
    [
        [*MOVES[:57], "draw", "pass", "end turn"],
        [f"{letter}-word {number}" for letter in "abcdefghijkl" for number in range(5)],
        ["move " + "x" * 90, "move y"],
    ],
)
def test_a_menu_of_sixty_actions_fits_the_width(actions: list[str], columns: int) -> None:
    lines = menu(*actions, columns=columns)
    if len(actions[0]) < columns:
        assert max(map(len, lines)) <= columns
    text = " ".join(lines)
    for number, action in enumerate(actions, 1):
        rest = action.partition(" ")[2] or action
        assert re.search(rf"\[{number}\] ({action}|{rest})(?= |$)", text)
    assert len(lines) <= 1600 / columns


def test_a_long_menu_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    actions = {str(number): action for number, action in enumerate(MOVES * 2, 1)}
    lines = menu_columns(actions, 8)
    assert len(lines) == 10
    assert "'list' shows all" in " ".join(lines[8:])
    assert "[128] H8" in " ".join(menu_columns(actions))


def test_a_long_menu_still_has_each_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """The longest ones are cut; where the screen is very low, each keeps one line."""
    monkeypatch.setenv("COLUMNS", "80")
    words = [*["move"] * 64, *["build"] * 20, "sell"]
    actions = {str(number): f"{word} {number}" for number, word in enumerate(words)} | {"p": "pass"}
    for most, kept in ((8, 8), (1, 4)):
        *lines, notice = menu_columns(actions, most)
        assert "'list' shows all" in notice
        assert len(lines) == kept
        assert {line[:7].strip() for line in lines} == {"move", "build", "sell", ""}
        assert lines[-1].endswith("[p] pass")
    assert "'list' shows all" not in "".join(menu_columns(actions, 20))


def test_a_menu_of_sentences_has_number_sentence_and_notation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Numbers end in one column, and a long line goes on below its sentence."""
    monkeypatch.setenv("COLUMNS", "40")
    actions = {"9": "bid a", "10": "back-out a", "end": "end"}
    told = ["Put a bead on the first card", "Back out with 3 beads", "End"]
    assert menu_sentences(actions, told) == [
        "    [9] Put a bead on the first card",
        "        (bid a)",
        "   [10] Back out with 3 beads",
        "        (back-out a)",
        "  [end] End",
    ]


def test_sentences_that_say_no_more_than_the_texts_are_a_menu_in_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a game whose actions are numbers; one sentence that says more is enough for a list."""
    monkeypatch.setenv("COLUMNS", "80")

    def say(action: contract.Action, view: contract.View) -> str:
        del view
        return str(action) if str(action) != "99" else "Take the last card"

    wording: contract.Wording[contract.View] = contract.Wording(say, lambda _: (), lambda *_: ())
    display = Display(replace(smile.GAME, wording=wording), ("Ann", "Ben"))
    for numbers, lines in ((range(60), 3), (range(6), 1), (range(94, 100), 6)):
        display.print_menu(View(0), {str(number): Number(number) for number in numbers})
        assert len(capsys.readouterr().out.splitlines()) == lines
    display.print_decision(View(0), {str(number): Number(number) for number in range(60)})
    assert "'list' says" not in capsys.readouterr().out


@pytest.mark.parametrize(("lines", "is_told"), [("24", True), ("6", True), ("5", False)])
def test_a_menu_has_sentences_where_they_need_a_third_of_the_screen(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    lines: str,
    *,
    is_told: bool,
) -> None:
    """Otherwise it has columns, and ``list`` has the sentences."""
    monkeypatch.setenv("LINES", lines)
    state = smile.start(players=3, starting_player=0)
    for card in ("-2 yellow", "1 yellow", "1"):
        state = state.apply(smile.read_action(f"reveal {card}"))
    state = state.apply(smile.Bid("a"))
    actions = dict(zip("12", state.legal_actions, strict=True))
    display, view = Display(smile.GAME, ("Ann", "you", "Cem")), state.view(1)
    display.print_decision(view, actions)
    menu = capsys.readouterr().out.splitlines()[-2:]
    sentence = "  [1] Put a bead on the \N{MINUS SIGN}2 yellow"
    assert menu[0].startswith(sentence if is_told else "  bid       [1] a")
    display.print_menu(view, actions)
    assert capsys.readouterr().out.startswith(sentence)
    bids = {str(number): smile.Bid(f"{number}") for number in range(10)}
    display.print_decision(view, bids)
    tip = "  ('list' says what each of them does.)"
    assert (tip in capsys.readouterr().out.splitlines()) == (lines == "24")  # where it has room


@pytest.mark.parametrize(
    ("lines", "above", "place"), [(8, 3, None), (8, 4, 2), (8, 30, 2), (6, 30, 2), (5, 3, -2)]
)
def test_what_others_did_is_told_where_it_can_be_seen(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    lines: int,
    above: int,
    place: int | None,
) -> None:
    """Above the table, or below one that is too high; not where all events are on the screen."""
    monkeypatch.setenv("LINES", str(lines))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    DISPLAY.print_decision(View(0), {"1": smile.Bid("a")}, ["Seat 1 folds."], above)
    output = capsys.readouterr().out.splitlines()
    found = [number for number, line in enumerate(output) if line == "  Ben folds."]
    table = output.index("[0]")
    assert found == ([] if place is None else [table - place])
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    DISPLAY.print_decision(View(0), {"1": smile.Bid("a")}, ["Seat 1 folds."], above)
    assert "folds" not in capsys.readouterr().out


# Terminals.


def test_each_seat_has_a_color_beside_the_colors_of_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name within a word has none; NO_COLOR and a dumb terminal switch colors off."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    line = "seat 0 gives Benny 3 blue, seat 1 and seat 2 look"
    display = Display(smile.GAME, ("Ann", "Ben", "you"))
    display.print_line(line)
    plain = "  Ann gives Benny 3 blue, Ben and you look\n"
    ann, ben, you = (f"\x1b[1;3{color}m" for color in (4, 3, 2))
    assert capsys.readouterr().out == (
        f"  {ann}Ann\x1b[0m gives Benny \x1b[97;44m3 blue\x1b[0m, {ben}Ben\x1b[0m and"
        f" {you}you\x1b[0m look\n"
    )
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        monkeypatch.setenv(name, value)
        display.print_line(line)
        assert capsys.readouterr().out == plain


def test_a_dumb_terminal_gets_no_escape_sequences() -> None:
    """The screen is scrolled away when it is passed."""
    words = ("play", "smile", "--seats", "human,human,greedy", "--seed", "5")
    out = run(*words, typed="\n1\n", terminal="dumb").out
    assert "\x1b" not in out
    assert "\r" not in out
    assert out.count("\n" * 24) == 3  # before and after the first pass, before the second
    assert "\x1b[2J\x1b[3J" in run(*words, typed="\n1\n", terminal="xterm").out


@pytest.mark.parametrize(("columns", "widest"), [("0", 80), ("12", 40), ("50", 50), ("999", 120)])
def test_columns_sets_the_width_within_limits(
    monkeypatch: pytest.MonkeyPatch, columns: str, widest: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert screen.width() == widest


def test_lines_can_be_edited_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """By readline; the history is cleared when the screen is passed."""
    readline = mock.Mock()
    monkeypatch.setitem(sys.modules, "readline", readline)
    words = ("play", "smile", "--seats", "human,human,greedy", "--seed", "5")
    run(*words, typed="\n1\n")
    readline.parse_and_bind.assert_not_called()
    readline.reset_mock()
    run(*words, typed="\n1\n\nhint\n", terminal="xterm")
    readline.parse_and_bind.assert_called_once()
    assert readline.clear_history.call_count == 2
    monkeypatch.setitem(sys.modules, "readline", None)
    assert run(*words, typed="\n1\n", terminal="xterm").code == 130


@pytest.mark.parametrize("stop", [KeyboardInterrupt, None])
def test_a_line_of_progress_is_cleared_when_the_work_stops(
    stop: type[BaseException] | None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A signal comes while the next item is made, or the caller leaves after the first one."""

    def labeled() -> Iterator[tuple[str, int]]:
        yield "1 of 2", 10
        if stop is not None:
            raise stop
        yield "2 of 2", 20

    monkeypatch.setattr(screen, "supports_escapes", lambda: True)
    with contextlib.suppress(KeyboardInterrupt):
        for item in screen.with_progress(labeled(), quiet=False):
            if stop is None:
                break
            assert item == 10
    screen.print_text("the report")
    assert capsys.readouterr().out == "\r1 of 2\r\x1b[Kthe report\n"
