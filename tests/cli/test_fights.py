"""Tests of Misbehavin' at the terminal: hidden hands, and fights in which both players act."""

import re
from pathlib import Path
from typing import Final

import pytest

from fireflies.bots import first
from fireflies.misbehavin import GAME
from fireflies.record import begin, read
from fireflies.table import Table
from tests.test_cli import Ended, run, with_newlines

PLAY: Final = ("play", "misbehavin", "--seed", "7")


def alone(*lines: str, seats: str = "human,greedy") -> Ended:
    """One person against a bot."""
    return run(*PLAY, "--seats", seats, typed=with_newlines(lines))


def test_a_turn_of_many_decisions_is_told_with_its_menus() -> None:
    """The person types texts, not numbers. The bot's turn is told before the person's next one."""
    turn = ("play first-officer", "recruit young-medic", "done", "take med-kit", "end", "done")
    done = alone(*turn)
    told = " ".join(done.out.split())
    for part in (
        "you draw Quiet Moon",
        "greedy draws a card",
        "you> you play First Officer",
        "you begin a recruitment with Young Medic",
        "Recruitment by you (open): influence 2",
        "you recruit Med Kit",
        "you discard Old Freighter, Quiet Moon and Steady Pilot from the hand",
        "greedy takes turn 2",
        "you take turn 3",
    ):
        assert part in told
    assert re.search(r"^  play +\[1\] first-officer", done.out, re.MULTILINE)


def test_the_details_of_a_card_are_shown() -> None:
    """So are parts of the view, and why an action is illegal."""
    commands = ("show freighter-captain", "show phase", "show nothing", "why deal shiny")
    done = alone(*commands, "list First Officer", "why deal The Dart", "show Four Roads")
    told = " ".join(done.out.split())
    assert "Freighter Captain: character, cost 4, influence 2, power 2." in told
    assert "In a fight, as attacker or defender, turn this card sideways: your side" in told
    assert "phase: turn" in told
    spaced = " ".join(alone("show Freighter  Captain").out.split())
    assert "Freighter Captain: character, cost 4" in spaced
    assert "Nothing here is called 'nothing'" in told
    assert "recruit [6] first-officer" in told
    assert "No action has the word" not in told
    assert "You have no The Dart in hand" in told
    assert "Four Roads: an episode." in told
    assert "You have no Shiny in hand, and no tableau has it. Turn 1: you have" in told
    assert "(misbehavin.area.display:" in told


def test_the_market_and_a_seat_are_shown_in_words() -> None:
    """Names are printed ones; what is longer than a line goes on farther right; no JSON."""
    out = alone("show market", "show players", "show", "show reavers").out.partition("you> ")[2]
    assert (
        "  core (28 left): Med Kit, cost 2, influence 1, power 0; Revenue Cutter, cost 4,\n" in out
    )
    assert "\n  border (28 left): Ranch Hand, cost 2, " in out
    deck = "      deck: Cargo Net, Freighter Captain, Ship Mechanic, Spare Coat, Wandering\n"
    assert f"{deck}        Preacher\n" in out
    assert "reavers (0): none\n" in out
    assert "\n  card (130): Academic, Agent in Gray," in out
    assert "... ('show card' lists all)\n" in out
    assert "\n  set (10): Shiny, The Black," in out
    assert set('{}"') & set(out) == set()


def test_the_defender_is_asked_in_a_fight_and_hands_stay_hidden() -> None:
    """Ann plays; Ben attacks her card; she is asked, and sees his display, not his hand."""
    done = run(
        *(*PLAY, "--seats", "Ann=human,Ben=human"),
        typed=with_newlines(
            [
                *("", "play old-freighter", "skip", "end", "done", ""),
                *(
                    "fight field-rifle",
                    "nab",
                    "target old-freighter",
                    "add junior-officer",
                    "done",
                    "",
                ),
                *("done", "", "done"),
            ]
        ),
    )
    shown = done.out.partition('{"format"')[0]
    parts = re.split(r"Pass the screen to (\w+), who presses Enter\. ", shown)
    assert parts[1::2][:3] == ["Ann", "Ben", "Ann"]
    ben, ann = " ".join(parts[4].split()), " ".join(parts[6].split())
    assert "Your hand: Field Rifle" in ben
    assert "you attack Old Freighter of Ann" in ben
    assert "Fight of Ben to nab Old Freighter of yours: attack 1, defense 3" in ann
    assert "you may add to the fight" in ann
    assert "display: Field Rifle; Junior Officer" in ann
    assert "Ben adds Junior Officer to the attack" in ann
    for hidden in ("records-clerk", "inner-station", "ration-crate"):
        assert hidden in ben
        assert hidden not in ann
    for hidden in ("first-officer", "quiet-moon", "young-medic"):
        assert hidden not in ben.split("Your hand")[1]


@pytest.mark.long
def test_a_whole_game_is_typed_from_a_real_table(tmp_path: Path) -> None:
    """Each card as it is drawn, with fights and deals, and names as on printed cards.

    A card that everybody sees is typed by the person who had the screen last. This person is told
    only what is new.
    """
    greedy = GAME.bots["greedy"]
    table = Table(begin(GAME, {"turns": 10}, ["Ann", "Ben"]), [greedy, greedy], seed=80)
    table.run()
    actions = table.record.actions
    assert {"deal", "fight", "reveal"} <= {str(action).split()[0] for action in actions}
    path = tmp_path / "game.jsonl"
    lines = (line for action in actions for line in ("", str(action).replace("-", " ")))
    hand = ("play", "misbehavin", "--turns", "10", "--deal", "by-hand", "--record", str(path))
    done = run(*hand, "--seats", "Ann=human,Ben=human", typed=with_newlines(lines))
    assert done.code == 0
    assert read(path.read_bytes()).actions == actions
    assert len(re.findall("you take turn 1$", done.out, re.MULTILINE)) == 1


def test_a_whole_game_of_bots_is_watched() -> None:
    """No line of the table is too long, and the winner is named."""
    record = begin(GAME, {"turns": 6}, ["first", "greedy"])
    table = Table(record, [first, GAME.bots["greedy"]], seed=1)
    table.run()
    done = run("play", "misbehavin", "--turns", "6", "--seats", "first,greedy", "--seed", "1")
    assert done.code == 0
    assert max(map(len, done.out.splitlines()[:-1])) <= 80
    assert "the last turn is over" in done.out
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (1,)
    assert "Game over: greedy wins\n" in done.out
