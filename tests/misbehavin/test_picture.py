"""The picture of a table: well-formed, complete without colors, without anything hidden."""

import re
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from fireflies._svg import width_of
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR
from fireflies.misbehavin import View, draw, read_action
from fireflies.misbehavin.box.random_boxes import random_options
from fireflies.misbehavin.text.descriptions import headline
from tests.helpers import usual_views
from tests.misbehavin import positions
from tests.misbehavin.situations import Has, table
from tests.misbehavin.test_view import FIGHTING

SVG: Final = "{http://www.w3.org/2000/svg}"


def root(view: View) -> ET.Element:
    """Return the picture of a view, as XML."""
    return ET.fromstring(draw(view))


def words(element: ET.Element) -> list[str]:
    """Return all texts that are drawn."""
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def panels(picture: ET.Element, title: str) -> list[tuple[str, list[str]]]:
    """Return the style and the further lines of each card with this title."""
    found: list[tuple[str, list[str]]] = []
    for group in picture.findall(f"{SVG}g"):
        texts = [it for it in words(group) if not it.isdecimal()]
        if texts and texts[0] == title:
            frame = group.find(f"{SVG}rect")
            assert frame is not None
            found.append((frame.get("class", ""), texts[1:]))
    return found


def test_cards_are_drawn_with_their_state_in_words() -> None:
    """The panel of a seat above says whose they are; color is never needed."""
    picture = root(FIGHTING.view(0))
    for name, style, line in (
        ("Old Freighter", "out", "asset, triggered, ability 1 used; cost 3 power 1; SHIP, s1"),
        ("Steady Pilot", "out", "character, +2 power, warrant of seat 1; cost 2 influence 1;"),
        ("Desk Inspector", "attacked", "character, attacked; cost 2 influence 2; DEAL, a1"),
        ("Patrol Cruiser", "paper", "asset, set; cost 4 power 1; SHIP, a1 When you defend, this"),
        ("Spare Coat", "paper", "item, in the display; cost 1 influence 1 power 1; FIGHT, s1"),
        ("Young Medic", "hand", "character, in hand; cost 2 influence 2; s1 \u26a1 Discard"),
        ("Academic", "paper", "character, core; cost 3 influence 2 \u26a1 Discard another card"),
        ("Core Deed", "paper", "item, core; cost 3 influence X; DEAL Influence: 1 for each card"),
        (
            *("Crazy Ivan", "set"),
            "maneuver, 5\u00d7 in the supply, slot maneuver; cost 3 influence 1 Needs a PILOT",
        ),
        ("Shiny", "set", "action, 3\u00d7 in the supply; cost 2 influence 2 On your turn: get 1"),
    ):
        ((found, lines),) = panels(picture, name)
        assert found == style
        assert " ".join(lines).startswith(line)
    assert panels(picture, "Old Freighter")[0][1][-2:] == [
        *("\u26a1 On your turn or in a", "fight: draw a card."),
    ]


def test_the_order_is_own_seat_first() -> None:
    """So that a player finds the own cards at the top."""
    for observer in (0, 1):
        texts = words(root(FIGHTING.view(observer)))
        heads = [text for text in texts if text.startswith("Seat ") and "can:" not in text]
        assert [text[5] for text in heads] == [str(observer), str(1 - observer)]
    assert any("Seat 0, serenity A, to decide" in it for it in words(root(FIGHTING.view(1))))


def test_copies_are_drawn_once_with_their_number() -> None:
    state = table(Has("shiny,shiny,spare-coat", display="palaver,palaver"))
    ((style, lines), *_) = panels(root(state.view(0)), "Shiny")
    assert (style, lines[0]) == ("hand", "action, 2 in hand;")
    shown = [lines for style, lines in panels(root(state.view(0)), "Palaver") if style == "paper"]
    assert len(shown) == 2


def test_hidden_cards_are_in_no_picture() -> None:
    """Nor in its description; only the owner sees a hand."""
    hand = table(Has("cargo-net"), Has("ration-crate"))
    for view, sees in ((hand.view(0), "Cargo Net"), (hand.view(1), "Ration Crate")):
        other = "Ration Crate" if sees == "Cargo Net" else "Cargo Net"
        assert sees in draw(view)
        assert other not in draw(view)
    assert "Cargo Net" not in draw(hand.view(SPECTATOR))


def test_title_and_description_tell_the_table_in_words() -> None:
    """For those who do not see it: the same as in letters, and what can be done."""
    picture = root(FIGHTING.view(0))
    title, description = picture.find(f"{SVG}title"), picture.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert title.text == picture.get("aria-label") == f"Misbehavin'. {headline(FIGHTING.view(0))}"
    assert picture.get("role") == "img"
    for part in (
        "Fight of seat 0 to nab Desk Inspector of seat 1: attack 2, defense 7. ",
        "Seat 0: serenity A, power 3 of 13, 1 credit",
        (
            "In play: Old Freighter (triggered, ability 1 used), SHIP, 1 Serenity icon, cost 3,"
            " influence 0, power 1. \u26a1 On your turn or in a fight: draw a card; Steady Pilot"
        ),
        "Display: Spare Coat. Hand: The Black, cost 0, influence 0, power 0; Young Medic, 1 ",
        "from your tableau: draw 2 cards. Seat 1: ",
        "Market, border (30 left): none. ",
        "Supply: Shiny, 3 left, cost 2, influence 2, power 0. On your turn: get 1 credit. On your",
        "Crazy Ivan, 5 left, slot maneuver, cost 3, influence 1, power 0. Needs a PILOT in your",
        "Reaver Pack, a Reaver: 1 of 3 tokens. Until it is defeated, when you end your turn: lose",
        "Defeated Reavers: Reaver Scout. ",
        "Seat 0 can: reaver reaver-pack; done.",
    ):
        assert part in (description.text or "")


def test_names_stand_in_place_of_seats() -> None:
    """Also for screen readers, and in the lines of a card, which still fit."""
    names = ["you", "Annabell... 2"]
    drawn = draw(FIGHTING.view(0), names=names)
    assert not re.search(r"[Ss]eat \d|sees it", drawn)
    picture = ET.fromstring(drawn)
    texts = words(picture)
    assert " ".join(texts[1:3]).startswith("Fight of yours to nab Desk Inspector of Annabell... 2:")
    assert "You, serenity A, to decide" in texts
    assert "Annabell... 2, alliance A" in texts
    assert "You can: reaver reaver-pack; done." in texts
    ((_, lines),) = panels(picture, "Steady Pilot")
    assert " ".join(lines).startswith(
        "character, +2 power, warrant of Annabell... 2; cost 2 influence 1; PILOT"
    )
    assert all(width_of(line) < 295 for line in lines)
    told = picture.findtext(f"{SVG}desc") or ""
    assert "Fight of yours to nab Desk Inspector of Annabell... 2: attack 2" in told
    assert "You: serenity A, power 3 of 13" in told


def test_whose_turn_it_is_and_who_decides_is_marked_in_words() -> None:
    """And whose turn it is by a frame."""
    answering = table(
        Has(display="spare-coat"),
        Has(command="junior-officer"),
        phase="fight",
        seat=1,
        activity="fight:0:nab:junior-officer:1:1:0.0:",
    )
    picture = root(answering.view(0))
    marked = [
        [it for it in words(group) if it.startswith("Seat")]
        for group in picture.findall(f"{SVG}g")
        if any(it.get("class") == "turn" for it in group.findall(f"{SVG}rect"))
    ]
    assert marked == [["Seat 0, serenity A, in turn"]]
    assert "Seat 1, alliance A, to decide" in words(picture)


def test_the_winner_is_marked_in_words() -> None:
    over = positions.states(3, 2)[-1]
    assert over.outcome is not None
    texts = words(root(over.view(0)))
    for seat, score in enumerate(over.outcome.scores):
        won = ", won" if seat in over.outcome.winners else ""
        (head,) = [it for it in texts if it.startswith(f"Seat {seat},")]
        assert head.endswith(f": {score} power{won}")


@pytest.mark.parametrize("seed", range(3))
def test_every_view_is_drawn_within_its_frame(seed: int) -> None:
    """Any box; no line of text is longer than it may be, none lies below the picture."""
    options = {**random_options(Draws(seed, "drawn")), "turns": 8}
    for state in positions.states_with(options, seed)[::17]:
        for view in usual_views(state):
            picture = root(view)
            _, _, width, height = map(int, picture.get("viewBox", "").split())
            assert width == 624
            for group in picture.findall(f"{SVG}g"):
                left, top = map(int, group.get("transform", "")[10:-1].split())
                frame = group.find(f"{SVG}rect")
                broad = 600 if frame is None else int(frame.get("width", ""))
                tall = 0 if frame is None else int(frame.get("height", ""))
                assert left + broad <= width - 12
                assert top + tall <= height
                for text in group.findall(f"{SVG}text"):
                    assert top + int(text.get("y", "")) < (top + tall if tall else height)
                    assert width_of(text.text or "", 20) <= broad


def test_what_an_action_changed_is_marked() -> None:
    """The card that is played, and what its player has."""
    state = table(Has("spare-coat,shiny", counts="1.1.0.1.0"))
    before = state.view(0)
    after = state.apply(read_action("play spare-coat")).view(0)
    for view, other, place in ((before, after, "hand"), (after, before, "play")):
        picture = ET.fromstring(draw(view, other))
        told = picture.findtext(f"{SVG}desc") or ""
        assert re.match(rf"Changed: .*seat 0, .*Spare Coat in {place}", told)
        marked = [it for it in picture.iter(f"{SVG}rect") if it.get("class") == "changed"]
        assert len(marked) == 2


def test_a_partial_picture_has_what_is_named_and_the_player_who_decides() -> None:
    """Beside another view, it has what differs."""
    state = table(Has("spare-coat,shiny", counts="1.1.0.1.0"), Has("ration-crate"))
    view, other = state.view(), state.apply(read_action("play spare-coat")).view()
    alone = words(ET.fromstring(draw(view, None, "play courier")))
    assert {"Spare Coat", "Shiny", "Seat 0, serenity A, to decide"} <= {*alone}
    assert "Ration Crate" not in alone
    assert not any("can:" in it for it in alone)
    beside = words(ET.fromstring(draw(view, other, "play spare-coat")))
    assert "Spare Coat" in beside
    assert "Young Medic" not in beside
