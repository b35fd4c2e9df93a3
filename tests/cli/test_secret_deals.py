"""A game with private deals at the terminal: Kuhn poker, in which chance deals a card to each."""

import json
import re
from pathlib import Path
from typing import Final

import pytest

from fireflies import smile
from fireflies.cli import person
from fireflies.contract import Rules, Tell
from fireflies.record import read
from tests import kuhn
from tests.cli.here import Here, here
from tests.test_cli import Ended

__all__ = ["here"]

PLAY: Final = ("play", "kuhn")
BY_HAND: Final = (*PLAY, "--deal", "by-hand")
PASSED: Final = re.compile(r"Pass the screen to (.*?), who presses Enter\. ")


def acts(done: Ended) -> list[str]:
    """The actions of the game that a run has printed in its last line."""
    return [str(action) for action in read(done.out.splitlines()[-1]).actions]


# Bots and persons.


def test_a_spectator_of_bots_is_told_that_cards_are_dealt_and_not_which(here: Here) -> None:
    """What chance does is told; who folds never shows a card."""
    done = here(*PLAY, "--seats", "last,first", "--seed", "1")
    assert done.code == 0
    lines = [line.strip() for line in done.out.splitlines()]
    assert lines.index("last is dealt a card") < lines.index("first is dealt a card")
    assert lines.index("first is dealt a card") < lines.index("last: bet")
    assert "last takes the pot" in lines
    assert not re.search(r"\b[JQK]\b", done.out)


def test_open_tells_and_shows_all(here: Here) -> None:
    """Each card when it is dealt."""
    done = here(*PLAY, "--seats", "last,first", "--seed", "1", "--open")
    dealt = re.findall(r"^  \w+ is dealt ([JQK])$", done.out, re.MULTILINE)
    assert len(set(dealt)) == 2
    assert f"first has {dealt[1]}" in done.out.split("takes the pot")[1]


@pytest.mark.parametrize("seed", range(4))
def test_a_person_sees_the_own_card_only_up_to_the_end(here: Here, seed: int) -> None:
    """The other one folds, so the card stays hidden when all is over, and in the last table."""
    done = here(*PLAY, "--seats", "human,first", "--seed", str(seed), typed="bet\n")
    assert done.code == 0
    own = re.findall(r"^  you are dealt ([JQK])$", done.out, re.MULTILINE)
    assert len(own) == 1
    assert "first is dealt a card" in done.out
    assert set(re.findall(r"\b[JQK]\b", done.out)) == set(own)
    last = done.out.split("you take the pot")[1]
    assert f"you have {own[0]}" in last
    assert "first has a card" in last


def test_a_showdown_shows_the_cards_to_a_person(here: Here) -> None:
    """The game opens them."""
    done = here(*PLAY, "--seats", "human,last", "--seed", "0", typed="bet\n")
    assert re.search(r"the cards are [JQK] and [JQK]", done.out)
    assert "has a card" not in done.out.split("the cards are")[1]


def test_the_rules_are_those_of_any_card_that_may_be_hidden(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is asked does not depend on the hidden card: it is asked of a state that looks alike."""
    asked: dict[str, set[kuhn.State]] = {}
    explain = kuhn.State.explain

    def watch(self: kuhn.State, action: kuhn.Deal | kuhn.Bid) -> object:
        asked.setdefault(own, set()).add(self)
        return explain(self, action)

    monkeypatch.setattr(kuhn.State, "explain", watch)
    for own in kuhn.CARDS:
        for other in set(kuhn.CARDS) - {own}:
            typed = f"\n{own}\n\n{other}\n\nrules\n"
            done = here(*BY_HAND, typed=typed)
            assert "kuhn.turn.choice" in done.out
    assert {own: len(states) for own, states in asked.items()} == {"J": 1, "Q": 1, "K": 1}


def test_actions_that_are_numbers_get_no_others(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is typed is the action of that name, and not the first or second of a list."""
    names = {"pass": "2", "bet": "1"}
    monkeypatch.setattr(kuhn.Bid, "__str__", lambda action: names[action.verb])
    done = here(*PLAY, "--seats", "human,first", "--seed", "0", typed="1\n")
    assert re.search(r"^  2  1\nyou> ", done.out, re.MULTILINE)
    assert "you: bet" in done.out


# Chance by hand.


def test_whoever_is_dealt_a_card_types_it(here: Here) -> None:
    """The screen goes to the owner of each card, and shows nobody else's."""
    typed = "".join(f"{line}\n" for line in ("", "deal Q", "", "k", "", "bet", "", "pass"))
    done = here(*BY_HAND, "--seats", "Ann=human,Ben=human", typed=typed)
    assert done.code == 0
    parts = PASSED.split(done.out)[1:]
    assert parts[::2] == ["Ann", "Ben", "Ann", "Ben"]
    first, second, third, fourth = parts[1::2]
    assert first.rstrip() == "Ann, is dealt>   you are dealt Q"
    assert second.strip().splitlines() == [
        "Ann is dealt a card",
        "Ben, is dealt>   you are dealt K",
    ]
    assert "you are dealt Q" in third
    assert "Ben is dealt a card" in third
    assert not re.search(r"\bK\b", third)
    assert "you are dealt K" in fourth
    assert not re.search(r"\bQ\b", fourth)
    assert "Ann has a card" in fourth.split("takes the pot")[1]


@pytest.mark.parametrize("word", ["hint", "rules", "why", "why pass", "help", "save", "undo"])
def test_questions_of_who_is_dealt_a_card(here: Here, word: str) -> None:
    """Each gets some answer, the same one whatever the other has, and costs nothing."""
    answers: set[str] = set()
    for other in ("Q", "K"):
        rest = "\nJ\n" if word == "undo" else "J\n"  # what is taken back is the other's
        done = here(*BY_HAND, typed=f"\n{other}\n\n{word}\n{rest}")
        answers.add(done.out.split("is dealt> ")[2])
        assert acts(done) == (["deal J"] if word == "undo" else [f"deal {other}", "deal J"])
    assert len(answers) == 1
    assert answers.pop().strip()


def test_a_referee_deals_to_a_bot_and_sees_no_hand(here: Here) -> None:
    """Somebody has to type it; the rest of the screen is as a spectator sees it."""
    done = here(*BY_HAND, "--seats", "first,human", typed="Q\nK\n")
    assert acts(done) == ["deal Q", "deal K", "pass"]
    before, after = done.out.split("first, is dealt> ")
    assert before.strip() == ""
    assert after.splitlines()[0].strip() == "first is dealt a card"
    assert not re.search(r"\bQ\b", after.split('{"format"')[0])


def test_a_break_opens_no_hands(here: Here, tmp_path: Path) -> None:
    """A game by hand goes on with the hands hidden in which something was dealt in secret."""
    path = tmp_path / "it"
    here(*BY_HAND, "--record", str(path), typed="\nQ\n\nK\n")
    done = here(*PLAY, "--resume", str(path), typed="\n")
    assert PASSED.findall(done.out) == ["human 1"]
    assert not re.search(r"\bK\b", done.out)


def test_open_by_hand_is_a_referee_who_sees_all(here: Here) -> None:
    """Nobody passes a screen."""
    done = here(*BY_HAND, "--open", typed="Q\nK\nbet\npass\n")
    assert done.code == 0
    assert not PASSED.search(done.out)
    assert "human 2 has K" in done.out
    assert "human 1 has Q" in done.out


@pytest.mark.parametrize("typed", ["x", "deal ?", "?q", "1", "A", "bet", "deal"])
def test_what_chance_cannot_do_is_told(here: Here, typed: str) -> None:
    """There are no numbers where chance is typed in: a number may be a card."""
    done = here(*BY_HAND, typed=f"\n{typed}\nQ\n")
    assert "'help' says" in done.out or "kuhn.deal.one-card: " in done.out
    assert acts(done) == ["deal Q"]


def test_the_first_word_has_to_be_said_where_chance_does_several_things(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card that is turned up and one that is dealt may have one name."""
    monkeypatch.setattr(
        kuhn.Deal, "__str__", lambda deal: f"{'take' if deal.card == 'Q' else 'deal'} {deal.card}"
    )
    done = here(*BY_HAND, typed="\nQ\nTake q\n")
    assert "'Q' is not" in done.out
    assert json.loads(done.out.splitlines()[-1])["actions"] == ["take Q"]


def test_a_game_for_one_has_a_referee(monkeypatch: pytest.MonkeyPatch) -> None:
    """What everybody may see is no secret, also where there is only one seat."""
    monkeypatch.setattr(kuhn.State, "seats", 1)
    assert person._dealt_to(kuhn.State()) == 0
    monkeypatch.setattr(kuhn.State, "redact", Rules.redact)
    assert person._dealt_to(kuhn.State()) is None


def test_quit_instead_of_taking_the_screen(here: Here) -> None:
    """It is heard there too."""
    done = here(*BY_HAND, typed="\nQ\nQuit\n")
    assert done.code == 130
    assert acts(done) == ["deal Q"]


# Replay, and records for others.


@pytest.fixture
def path(here: Here, tmp_path: Path) -> Path:
    """A game that ended without a showdown."""
    path = tmp_path / "game.jsonl"
    here(*PLAY, "--seats", "last,first", "--seed", "5", "--record", str(path))
    return path


def cards(path: Path) -> list[str]:
    """The cards that were dealt, by seat."""
    actions = json.loads(path.read_text(encoding="utf-8"))["actions"]
    return [action.removeprefix("deal ") for action in actions[:2]]


def test_replay_tells_a_card_to_its_owner(here: Here, path: Path) -> None:
    """Chance's events are told: as the observer saw them."""
    own, other = cards(path)
    seen = {
        seat: re.findall(r"\b[JQK]\b", here("replay", str(path), *words).out)
        for seat, words in (
            ("all", ()),
            ("0", ("--seat", "0")),
            ("1", ("--seat", "1")),
            ("spectator", ("--seat", "spectator")),
        )
    }
    assert {seat: set(found) for seat, found in seen.items()} == {
        "all": {own, other},
        "0": {own},
        "1": {other},
        "spectator": set(),
    }


def test_a_redacted_record_tells_no_more_than_its_observer_saw(here: Here, path: Path) -> None:
    """Not the seed either, with which all could be dealt again; replay tells it in words."""
    own, other = cards(path)
    for seat, card in (("0", own), ("1", other), ("spectator", None)):
        done = here("replay", str(path), "--seat", seat, "--redacted")
        assert (done.code, done.err) == (0, "")
        data = json.loads(done.out)
        assert data["observer"] == (seat if card is None else int(seat))
        assert [key for key in data if key.startswith("x-")] == []
        assert sorted(data["actions"][:2]) == sorted(
            f"deal {it if it == card else '?'}" for it in (own, other)
        )
        redacted = path.with_name("redacted")
        redacted.write_text(done.out, encoding="utf-8")
        shown = here("replay", str(redacted))
        assert (shown.code, shown.err) == (0, "")
        told = [line.strip() for line in shown.out.splitlines()]
        who = "a spectator" if card is None else f"seat {seat}"
        assert told[0] == f"Kuhn poker, edition 1950: last, first (as {who} saw it)"
        assert told[3] == "bet: last: bet"
        assert told[4] == "pass: first: pass; last takes the pot"
        assert told[5:] == ["scores: [1,-1]", "winners: [0]"]
        assert set(re.findall(r"\b[JQK]\b", shown.out.split("\n", 1)[1])) == {card} - {None}
        assert here("replay", str(redacted), "--seat", seat) == shown
        assert here("replay", str(redacted), "--step", typed="\n" * 4) == shown


@pytest.mark.parametrize("words", [("--seat", "0"), ("--json",), ("--seat", "1", "--redacted")])
def test_a_redacted_record_is_only_told_as_it_is(
    here: Here, path: Path, words: tuple[str, ...]
) -> None:
    """Nobody else's eyes, and no state of the wire, can be made of it."""
    redacted = path.with_name("redacted")
    redacted.write_text(here("replay", str(path), "--seat", "1", "--redacted").out)
    done = here("replay", str(redacted), *words)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"fireflies: {redacted}: observer: this is a redacted record")


def test_an_unfinished_redacted_record(here: Here, tmp_path: Path) -> None:
    """There is no result to tell."""
    path = tmp_path / "it"
    here(*BY_HAND, "--record", str(path), typed="\nQ\n")
    line = here("replay", str(path), "--seat", "1", "--redacted").out
    path.write_text(line, encoding="utf-8")
    told = here("replay", str(path)).out.splitlines()
    assert told[1:] == ["  deal ?: human 1 is dealt a card"]


def test_redacted_for_nobody_is_misuse(here: Here, path: Path) -> None:
    """Who may see it has to be said; and it is one of three ways to print a game."""
    done = here("replay", str(path), "--redacted")
    assert (done.code, done.out) == (2, "")
    assert "--redacted: --seat" in done.err
    for way in ("--json", "--step"):
        assert here("replay", str(path), "--seat", "0", "--redacted", way).code == 2


# How often the rules run.


@pytest.fixture
def carried_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every action of Smile that is carried out from here on."""
    found: list[str] = []
    carry_out = smile.State._carry_out

    def count(self: smile.State, action: smile.Action, tell: Tell[smile.Event]) -> smile.State:
        found.append(str(action))
        return carry_out(self, action, tell)

    monkeypatch.setattr(smile.State, "_carry_out", count)
    return found


def test_the_rules_run_once_for_each_action(
    here: Here, carried_out: list[str], tmp_path: Path
) -> None:
    """In a play of bots, with a person who is shown each menu, and when it is looked at again."""
    path = tmp_path / "bots"
    words = ("play", "smile", "--seed", "4")
    for number, seats in enumerate(("random,random,random", "human,random,random")):
        carried_out.clear()
        path = tmp_path / str(number)
        typed = "1\n" * 200
        done = here(*words, "--seats", seats, "--record", str(path), typed=typed)
        assert done.code == 0
        played = list(carried_out)
        assert played == json.loads(path.read_text(encoding="utf-8"))["actions"]
        for way in ((), ("--seat", "1"), ("--seat", "spectator"), ("--json",)):
            carried_out.clear()
            assert here("replay", str(path), *way).code == 0
            assert carried_out == played
