"""Tests of the command with a game of private deals: Kuhn poker."""

import json
import re
from pathlib import Path
from typing import Final

import pytest

from fireflies import smile
from fireflies.cli import decisions
from fireflies.contract import Rules, Tell
from tests import kuhn
from tests.cli.here import Here, here
from tests.test_cli import printed_actions

__all__ = ["here"]

PLAY: Final = ("play", "kuhn")
BY_HAND: Final = (*PLAY, "--deal", "by-hand", "--record", "-")
PASSED: Final = re.compile(r"Pass the screen to (.*?), who presses Enter\. ")


# Bots and persons.


def test_a_spectator_does_not_see_dealt_cards(here: Here) -> None:
    """A card stays hidden when a seat folds."""
    done = here(*PLAY, "--seats", "last,first", "--seed", "1")
    assert done.code == 0
    lines = [line.strip() for line in done.out.splitlines()]
    assert lines.index("last is dealt a card") < lines.index("first is dealt a card")
    assert lines.index("first is dealt a card") < lines.index("last: bet")
    assert "last takes the pot" in lines
    assert not re.search(r"\b[JQK]\b", done.out)


def test_open_shows_every_card(here: Here) -> None:
    done = here(*PLAY, "--seats", "last,first", "--seed", "1", "--open")
    dealt = re.findall(r"^  \w+ is dealt ([JQK])$", done.out, re.MULTILINE)
    assert len(set(dealt)) == 2
    assert f"first has {dealt[1]}" in done.out.split("takes the pot")[1]


@pytest.mark.parametrize("seed", range(4))
def test_a_person_sees_only_their_own_card(here: Here, seed: int) -> None:
    """Also in the last table, when the other seat folds."""
    done = here(*PLAY, "--seats", "human,first", "--seed", str(seed), typed="bet\n")
    assert done.code == 0
    own = re.findall(r"^  you are dealt ([JQK])$", done.out, re.MULTILINE)
    assert len(own) == 1
    assert "first is dealt a card" in done.out
    assert set(re.findall(r"\b[JQK]\b", done.out)) == set(own)
    last = done.out.split("you take the pot")[1]
    assert f"you have {own[0]}" in last
    assert "first has a card" in last


def test_a_showdown_shows_all_cards(here: Here) -> None:
    done = here(*PLAY, "--seats", "human,last", "--seed", "0", typed="bet\n")
    assert re.search(r"the cards are [JQK] and [JQK]", done.out)
    assert "has a card" not in done.out.split("the cards are")[1]


def test_rules_does_not_depend_on_a_hidden_card(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It uses a state that looks the same to the person."""
    asked: dict[str, set[kuhn.State]] = {}
    explain = kuhn.State.explain

    def watch(self: kuhn.State, action: kuhn.Action) -> object:
        asked.setdefault(own, set()).add(self)
        return explain(self, action)

    monkeypatch.setattr(kuhn.State, "explain", watch)
    for own in kuhn.CARDS:
        for other in set(kuhn.CARDS) - {own}:
            typed = f"\n{own}\n\n{other}\n\nrules\n"
            done = here(*BY_HAND, typed=typed)
            assert "kuhn.turn.choice" in done.out
    assert {own: len(states) for own, states in asked.items()} == {"J": 1, "Q": 1, "K": 1}


def test_actions_that_are_numbers_get_no_menu_numbers(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kuhn.Pass, "__str__", lambda _: "2")
    monkeypatch.setattr(kuhn.Bet, "__str__", lambda _: "1")
    done = here(*PLAY, "--seats", "human,first", "--seed", "0", typed="1\n")
    assert "\n  [2] 2\n  [1] Bet a chip\nyou> " in done.out
    assert "you: bet" in done.out


# Chance by hand.


def test_the_owner_of_a_card_types_it(here: Here) -> None:
    """The other player does not see the card."""
    typed = "".join(f"{line}\n" for line in ("", "deal Q", "", "k", "", "bet", "", "pass"))
    done = here(*BY_HAND, "--seats", "Ann=human,Ben=human", typed=typed)
    assert done.code == 0
    parts = PASSED.split(done.out.partition('{"format"')[0])[1:]
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
    assert "Ann has a card" in fourth.rpartition("takes the pot")[2]


@pytest.mark.parametrize(
    "word", ["hint", "list", "rules", "why", "why pass", "help", "save", "undo"]
)
def test_questions_while_a_card_is_typed_in(here: Here, word: str) -> None:
    """The answers do not depend on the card of the other seat."""
    answers: set[str] = set()
    for other in ("Q", "K"):
        rest = "\nJ\n" if word == "undo" else "J\n"  # undo takes back the other's card
        done = here(*BY_HAND, typed=f"\n{other}\n\n{word}\n{rest}")
        answers.add(done.out.split("is dealt> ")[2])
        assert printed_actions(done) == (
            ["deal J"] if word == "undo" else [f"deal {other}", "deal J"]
        )
    assert len(answers) == 1
    assert answers.pop().strip()


def test_the_card_of_a_bot_is_typed_in_by_a_person(here: Here) -> None:
    """The screen shows only what this person may see."""
    done = here(*BY_HAND, "--seats", "first,human", typed="Q\nK\n")
    assert printed_actions(done) == ["deal Q", "deal K", "pass"]
    before, after = done.out.split("first, is dealt> ")
    assert before.strip() == ""
    assert after.splitlines()[0].strip() == "first is dealt a card"
    assert not re.search(r"\bQ\b", after.split('{"format"')[0])


def test_a_resumed_game_by_hand_keeps_hands_hidden(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "it"
    here(*BY_HAND, "--record", str(path), typed="\nQ\n\nK\n")
    done = here(*PLAY, "--resume", str(path), typed="\n")
    assert PASSED.findall(done.out) == ["human 1"]
    assert not re.search(r"\bK\b", done.out)


def test_open_by_hand_shows_everything(here: Here) -> None:
    """The screen is not passed."""
    done = here(*BY_HAND, "--open", typed="Q\nK\nbet\npass\n")
    assert done.code == 0
    assert not PASSED.search(done.out)
    assert "human 2 has K" in done.out
    assert "human 1 has Q" in done.out


@pytest.mark.parametrize("typed", ["x", "deal ?", "?q", "1", "A", "bet", "deal"])
def test_an_illegal_action_of_chance_is_refused(here: Here, typed: str) -> None:
    """There are no menu numbers for chance, since a number may be a card."""
    done = here(*BY_HAND, typed=f"\n{typed}\nQ\n")
    assert "'help' says" in done.out or "kuhn.deal.one-card: " in done.out
    assert "the list" not in done.out
    assert printed_actions(done) == ["deal Q"]


def test_the_verb_is_needed_when_chance_has_several_verbs(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        kuhn.Deal, "__str__", lambda deal: f"{'take' if deal.card == 'Q' else 'deal'} {deal.card}"
    )
    done = here(*BY_HAND, typed="\nQ\nTake q\n")
    assert "'Q' is not" in done.out
    assert json.loads(done.out.splitlines()[-1])["actions"] == ["take Q"]


def test_a_public_action_of_chance_has_no_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in a game with one seat."""
    monkeypatch.setattr(kuhn.State, "seats", 1)
    assert decisions.owner_of_deal(kuhn.State()) == 0
    monkeypatch.setattr(kuhn.State, "redact", Rules.redact)
    assert decisions.owner_of_deal(kuhn.State()) is None


def test_quit_works_at_the_pass_prompt(here: Here) -> None:
    done = here(*BY_HAND, typed="\nQ\nQuit\n")
    assert done.code == 130
    assert printed_actions(done) == ["deal Q"]


# Replay and redacted records.


@pytest.fixture
def path(here: Here, tmp_path: Path) -> Path:
    """Write the record of a game that ended without a showdown."""
    path = tmp_path / "game.jsonl"
    here(*PLAY, "--seats", "last,first", "--seed", "5", "--record", str(path))
    return path


def cards(path: Path) -> list[str]:
    """Return the cards that were dealt, by seat."""
    actions = json.loads(path.read_text(encoding="utf-8"))["actions"]
    return [action.removeprefix("deal ") for action in actions[:2]]


def test_replay_shows_a_card_only_to_its_owner(here: Here, path: Path) -> None:
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


def test_a_redacted_record_has_only_what_its_observer_saw(here: Here, path: Path) -> None:
    """It has no seed, and replay can print it."""
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
        output = [line.strip() for line in shown.out.splitlines()]
        who = "a spectator" if card is None else f"seat {seat}"
        assert output[0] == f"Kuhn poker, edition 1950: last, first (as {who} saw it)"
        assert output[3] == "bet: last: bet"
        assert output[4] == "pass: first: pass; last takes the pot"
        assert output[5:] == ["scores: [1,-1]", "winners: [0]"]
        assert set(re.findall(r"\b[JQK]\b", shown.out.split("\n", 1)[1])) == {card} - {None}
        assert here("replay", str(redacted), "--seat", seat) == shown
        assert here("replay", str(redacted), "--step", typed="\n" * 4) == shown


@pytest.mark.parametrize("words", [("--seat", "0"), ("--json",), ("--seat", "1", "--redacted")])
def test_a_redacted_record_can_not_be_shown_to_another_observer(
    here: Here, path: Path, words: tuple[str, ...]
) -> None:
    """Nor as states of the wire."""
    redacted = path.with_name("redacted")
    redacted.write_text(here("replay", str(path), "--seat", "1", "--redacted").out)
    done = here("replay", str(redacted), *words)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"fireflies: {redacted}: observer: this is a redacted record")


def test_an_unfinished_redacted_record(here: Here, tmp_path: Path) -> None:
    """It has no result."""
    path = tmp_path / "it"
    here(*BY_HAND, "--record", str(path), typed="\nQ\n")
    line = here("replay", str(path), "--seat", "1", "--redacted").out
    path.write_text(line, encoding="utf-8")
    output = here("replay", str(path)).out.splitlines()
    assert output[1:] == ["  deal ?: human 1 is dealt a card"]


def test_redacted_needs_an_observer(here: Here, path: Path) -> None:
    """It can't be combined with ``--json`` or ``--step``."""
    done = here("replay", str(path), "--redacted")
    assert (done.code, done.out) == (2, "")
    assert "--redacted: --seat" in done.err
    for way in ("--json", "--step"):
        assert here("replay", str(path), "--seat", "0", "--redacted", way).code == 2


# The number of runs of the rules.


@pytest.fixture
def carried_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which every action of Smile that is carried out is added."""
    found: list[str] = []
    carry_out = smile.State._carry_out

    def count(self: smile.State, action: smile.Action, tell: Tell[smile.Event]) -> smile.State:
        found.append(str(action))
        return carry_out(self, action, tell)

    monkeypatch.setattr(smile.State, "_carry_out", count)
    return found


def test_the_rules_run_once_for_each_action(
    here: Here, carried_out: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a play of bots, in a play with a person, and in replay.

    The sentences of a menu, which try its actions on a view, are left out.
    """
    monkeypatch.setattr("fireflies.cli.display.Display.sentence", lambda *_: "a sentence")
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
