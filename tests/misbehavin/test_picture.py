"""The picture of a table: well-formed, complete without colors, without anything hidden."""

import re
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from fireflies._svg import width_of
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR
from fireflies.misbehavin import State, View, draw, read_action
from fireflies.misbehavin.box.random_boxes import random_options
from fireflies.misbehavin.picture import SIGNS
from fireflies.misbehavin.text.descriptions import headline
from tests.helpers import usual_views
from tests.misbehavin import positions
from tests.misbehavin.situations import Has, table
from tests.misbehavin.small import ability, boxed, card
from tests.misbehavin.test_view import FIGHTING

SVG: Final = "{http://www.w3.org/2000/svg}"


def root(view: View) -> ET.Element:
    """Return the picture of a view, as XML."""
    return ET.fromstring(draw(view))


def words(element: ET.Element) -> list[str]:
    """Return all texts that are drawn."""
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def placed(picture: ET.Element) -> list[ET.Element]:
    """Return the groups that have a place: the panels, and parts of them."""
    return [group for group in picture.iter(f"{SVG}g") if group.get("transform")]


def panels(picture: ET.Element, name: str) -> list[tuple[str, list[str]]]:
    """Return the style and the lines of each card of this name: state, figures, texts."""
    found: list[tuple[str, list[str]]] = []
    for group in placed(picture):
        texts = [it.text or "" for it in group.iter(f"{SVG}text") if it.get("class") != "figure"]
        figures = [it.text or "" for it in group.iter(f"{SVG}text") if it.get("class") == "figure"]
        if texts and texts[0].partition(": ")[0] == name:
            frame = group.find(f"{SVG}rect")
            assert frame is not None
            lines = [texts[0].partition(": ")[2], "/".join(figures), *texts[1:]]
            found.append((frame.get("class", ""), lines))
    return found


def hovers(picture: ET.Element) -> dict[str, str]:
    """Return what a pointer over a card tells, by the name of the card."""
    told = [group.findtext(f"{SVG}title") or "" for group in placed(picture)]
    return {it.partition(":")[0]: it for it in told if it}


def test_cards_are_drawn_with_signs_and_their_state_in_words() -> None:
    """The panel of a seat above says whose they are; color is never needed."""
    picture = root(FIGHTING.view(0))
    for name, style, lines in (
        ("Old Freighter", "out", ["triggered", "3/0/1", "A SHIP s1 \u26a1; ability 1 used"]),
        ("Steady Pilot", "out", ["+2 power", "2/1/0", "C PILOT s1 i;", "warrant of seat 1"]),
        ("Desk Inspector", "attacked", ["attacked", "2/2/0", "C DEAL a1 i"]),
        ("Patrol Cruiser", "paper", ["", "4/0/1", "A SHIP a1 + \u26a1"]),
        ("Spare Coat", "paper", ["display", "1/1/1", "I FIGHT s1"]),
        ("Young Medic", "hand", ["hand", "2/2/0", "C s1 \u26a1"]),
        ("Academic", "paper", ["", "3/2/0", "C \u26a1"]),
        ("Core Deed", "paper", ["", "3/X/0", "I DEAL"]),
        ("Crazy Ivan", "set", ["5\u00d7", "3/1/0", "M needs PILOT"]),
        ("Shiny", "set", ["3\u00d7", "2/2/0"]),
        ("Reaver Pack", "paper", ["", "", "Reaver, 1 of 3 tokens"]),
    ):
        assert panels(picture, name) == [(style, lines)]
    assert "Defeated Reavers: Reaver Scout" in words(picture)
    long = panels(root(table(Has(display="wandering-preacher")).view(0)), "Wandering Preacher")
    assert long == [("paper", ["", "2/2/1", "C DEAL s1 i; display"])]


def test_signs_tell_what_kinds_of_words_a_card_has() -> None:
    """Each sign stands for something on the card, and the legend has all of them."""
    abilities = [
        ability(),
        ability("innate", cost=("pay 1",), turns=False),
        ability("hand", turns=False),
    ]
    required, ongoing = {"required": ["lose 1"]}, {"ongoing": ["nab 1"]}
    cases: list[tuple[dict[str, object], str]] = [
        ({**required}, "!"),
        ({**ongoing}, "+"),
        ({"abilities": abilities[:1]}, "\u26a1"),
        ({"abilities": abilities[1:2]}, "i"),
        ({"abilities": abilities[2:]}, "h"),
        ({**required, **ongoing, "abilities": abilities}, "! + \u26a1 i h"),
        ({"power": "credits"}, ""),
    ]
    for part, sign in cases:
        state = table(Has("captain"), box=boxed(card("captain", "serenity", **part)))
        power = "X" if "power" in part else "0"
        ((_, (_, figures, told)),) = panels(root(state.view(0)), "Captain")
        assert figures == f"2/1/{power}"
        assert told == f"C {sign}".rstrip()
        assert all(it in SIGNS for it in sign.split())


def test_a_pointer_over_a_card_is_told_what_the_card_says() -> None:
    """Of every card that is seen, and of Reavers."""
    told = hovers(root(FIGHTING.view(0)))
    assert told["Old Freighter"] == (
        "Old Freighter: asset, cost 3, influence 0, power 1. It has SHIP, 1 Serenity icon."
        " \u26a1 On your turn or in a fight, as attacker or defender: draw a card."
    )
    assert "lose 2 credits." in told["Reaver Pack"]
    drawn = {"Young Medic", "Spare Coat", "Crazy Ivan", "Academic", "Shiny", "Desk Inspector"}
    assert {*drawn} <= {*told}


def test_a_partial_picture_shows_what_its_cards_say() -> None:
    """It has few cards, and stands in a text."""
    ((_, lines),) = panels(ET.fromstring(draw(FIGHTING.view(0), None, "add")), "Young Medic")
    assert " ".join(lines).startswith(
        "hand 2/2/0 C s1 \u26a1 \u26a1 On your turn, discard another card from your hand or"
    )
    picture = ET.fromstring(draw(FIGHTING.view(0), None, "reaver-pack"))
    assert picture.get("viewBox", "").startswith("0 0 624 ")
    reaver = panels(picture, "Reaver Pack")
    assert " ".join(reaver[0][1]).endswith("get 3 credits, then get 1 more activation.")


def full_fight(players: int) -> State:
    """Return a fight in which the first seat adds cards, with many cards in play."""
    seats = [
        Has(
            "ration-crate,cargo-net,young-medic",
            assets="old-freighter*@1,quiet-moon",
            command="first-officer,freighter-captain,spare-coat,test-pilot",
        ),
        Has(
            "records-clerk",
            assets="inner-station,patrol-cruiser",
            command="field-rifle,fleet-commander,watch-officer",
            display="signal-operator",
        ),
        Has(assets="back-room,scrap-yard", command="dock-boss,hired-muscle,courier"),
    ]
    return table(
        *seats[:players],
        phase="fight",
        seat=0,
        reavers="reaver-scout:{0},reaver-pack:{0};".format(".".join("0" * players)),
        activity="fight:1:nab:first-officer:0:0:0.0:",
    )


def laid_out(view: View, width: int) -> tuple[ET.Element, float]:
    """Return the picture for a place of this width, and how many pixels one of its units has."""
    picture = ET.fromstring(draw(view, width=width))
    return picture, width / int(picture.get("viewBox", "").split()[2])


def boxes(picture: ET.Element, style: str) -> list[tuple[int, int]]:
    """Return the top and the bottom of each panel that has a frame of this style."""
    found: list[tuple[int, int]] = []
    for group in placed(picture):
        frame = group.find(f"{SVG}rect")
        if frame is not None and style in {it.get("class") for it in group.findall(f"{SVG}rect")}:
            top = int(group.get("transform", "")[10:-1].split()[1])
            found.append((top, top + int(frame.get("height", ""))))
    return found


@pytest.mark.parametrize(("players", "most"), [(2, 500), (3, 580)])
def test_the_table_fits_the_screen_of_a_laptop(players: int, most: int) -> None:
    """In a fight with many cards in play there is room for the buttons below; letters are large."""
    picture, pixels = laid_out(full_fight(players).view(0), 1340)
    assert int(picture.get("viewBox", "").split()[3]) * pixels <= most
    assert pixels * 20 > 13.9


@pytest.mark.parametrize("width", [1340, 860])
def test_the_market_is_a_row_of_six(width: int) -> None:
    """Also in the place that a laptop leaves beside the decision."""
    picture, _ = laid_out(full_fight(2).view(0), width)
    row = [card for cards in full_fight(2).market for card in cards]
    tops = {
        group.get("transform", "")[10:-1].split()[1]
        for name in row
        for group in picture.findall(f"{SVG}g[@data-name='{name}']/{SVG}g")
    }
    assert (len(row), len(tops)) == (6, 1)


@pytest.mark.parametrize(("width", "height"), [(390, 420), (844, 360)])
def test_a_phone_shows_what_can_be_chosen_first(width: int, height: int) -> None:
    """Of hand and tableau in a fight, and of the market when a card is taken."""
    taking = table(Has(display="young-medic"), phase="take", activity="recruit:0:closed:0:0:0")
    for state in (full_fight(2), taking, table(Has("spare-coat,shiny,young-medic,cargo-net"))):
        picture, pixels = laid_out(state.view(0), width)
        chosen = boxes(picture, "can")
        assert chosen
        assert max(bottom for _, bottom in chosen) * pixels <= height


def test_what_is_paid_so_far_stands_beside_what_one_pays_with() -> None:
    """With the most that can be paid; after the last card, what was paid."""
    paying = table(
        Has("young-medic,spare-coat", command="first-officer", display="shiny"),
        phase="recruit",
        activity="recruit:0:open:0:0:0",
    )
    for seat, told in ((0, "influence 2, at most 6"), (1, "influence 2")):
        texts = words(root(paying.view(seat)))
        assert texts[texts.index("Recruitment by seat 0 (open)") + 1] == told


def test_the_order_is_own_seat_first() -> None:
    """So that a player finds the own cards at the top."""
    for observer in (0, 1):
        texts = words(root(FIGHTING.view(observer)))
        heads = [text for text in texts if text.startswith("Seat ") and "can:" not in text]
        assert [text[5] for text in heads] == [str(observer), str(1 - observer)]
    told = words(root(FIGHTING.view(1)))
    assert any("Seat 0, serenity A: power 3 of 13, to decide" in it for it in told)


def test_copies_are_drawn_once_with_their_number() -> None:
    state = table(Has("shiny,shiny,spare-coat", display="palaver,palaver"))
    ((style, lines), *_) = panels(root(state.view(0)), "Shiny")
    assert (style, lines[0]) == ("hand", "2 in hand")
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
        "Seat 0, in turn: serenity A, power 3 of 13, 1 credit",
        (
            "In play: Old Freighter (triggered, ability 1 used), SHIP, 1 Serenity icon, cost 3,"
            " influence 0, power 1; Steady Pilot (+2 power, warrant of seat 1), PILOT, "
        ),
        (
            "Display: Spare Coat, FIGHT, 1 Serenity icon, cost 1, influence 1, power 1. Hand: The"
            " Black, cost 0, influence 0, power 0; Young Medic, 1 Serenity icon, cost 2, influence"
            " 2, power 0. \u26a1 On your turn, discard another card from your hand or upright from"
            " your tableau: draw 2 cards. Seat 1: "
        ),
        (
            "(attacked), DEAL, 1 Alliance icon, cost 2, influence 2, power 0. In the deal of"
            " another player, turn this card sideways: cancel the deal; "
        ),
        "Market, border (30 left): none. ",
        "Supply: Shiny, 3 left, cost 2, influence 2, power 0; ",
        "Crazy Ivan, 5 left, slot maneuver, cost 3, influence 1, power 0; ",
        "Reaver Pack, a Reaver: 1 of 3 tokens. Until it is defeated, whenever you end your turn: ",
        "Defeated Reavers: Reaver Scout. ",
        "Seat 0 can: reaver reaver-pack; done.",
    ):
        assert part in " ".join((description.text or "").splitlines())


@pytest.mark.parametrize(
    ("state", "words", "seats"),
    [
        (  # a card that can be taken: only the seat that decides knows what it can do
            table(
                Has(display="young-medic"),
                phase="take",
                market="academic//",
                activity="deal:0:closed:5:0:",
            ),
            "draw 3 cards",
            (0,),
        ),
        (table(Has(display="first-officer")), "your defense counts 1 more", (0, 1)),
        (
            table(
                Has(command="ship-mechanic*,first-officer*"),
                phase="ability",
                pending="0:ship-mechanic:walk:1:0",
            ),
            "you may turn upright another sideways card",
            (0, 1),
        ),
        (table(Has(command="young-medic*")), "draw 2 cards", ()),
    ],
    ids=["legal", "display", "asked", "elsewhere"],
)
def test_the_description_tells_what_cards_of_the_decision_say(
    state: State, words: str, seats: tuple[int, ...]
) -> None:
    """Those that can be chosen, those in a display, and the one that asks; no others."""
    for seat in (0, 1):
        told = root(state.view(seat)).findtext(f"{SVG}desc") or ""
        assert (words in told) == (seat in seats)


def test_names_stand_in_place_of_seats() -> None:
    """Also for screen readers, and in the lines of a card, which still fit."""
    names = ["you", "Annabell... 2"]
    drawn = draw(FIGHTING.view(0), names=names)
    assert not re.search(r'[Ss]eat \d(?!">)|sees it', drawn)
    picture = ET.fromstring(drawn)
    texts = words(picture)
    assert "Fight of yours to nab Desk Inspector of Annabell... 2" in texts
    assert "You, serenity A: power 3 of 13, to decide" in texts
    assert "Annabell... 2, alliance A: power 3 of 13" in texts
    assert "You can: reaver reaver-pack; done." in texts
    ((_, lines),) = panels(picture, "Steady Pilot")
    assert lines == ["+2 power", "2/1/0", "C PILOT s1 i;", "warrant of Annabell... 2"]
    told = picture.findtext(f"{SVG}desc") or ""
    assert "Fight of yours to nab Desk Inspector of Annabell... 2: attack 2" in told
    assert "You, in turn: serenity A, power 3 of 13" in told


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
        for group in placed(picture)
        if any(it.get("class") == "turn" for it in group.findall(f"{SVG}rect"))
    ]
    assert marked == [["Seat 0, serenity A: power 0 of 13, in turn"]]
    assert "Seat 1, alliance A: power 0 of 13, to decide" in words(picture)


def test_the_winner_is_marked_in_words() -> None:
    over = positions.states(3, 2)[-1]
    assert over.outcome is not None
    texts = words(root(over.view(0)))
    for seat, score in enumerate(over.outcome.scores):
        won = ", won" if seat in over.outcome.winners else ""
        (head,) = [it for it in texts if it.startswith(f"Seat {seat},")]
        assert head.endswith(f": {score} power{won}")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_every_view_is_drawn_within_its_frame(seed: int) -> None:
    """Any box; no line of text is longer than it may be, none lies below the picture."""
    options = {**random_options(Draws(seed, "drawn")), "turns": 8}
    for state in positions.states_with(options, seed)[::17]:
        for view in usual_views(state):
            picture = root(view)
            _, _, width, height = map(int, picture.get("viewBox", "").split())
            assert width == 832
            for group in placed(picture):
                left, top = map(int, group.get("transform", "")[10:-1].split())
                frame = group.find(f"{SVG}rect")
                broad = 808 if frame is None else int(frame.get("width", ""))
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
    head = "Seat 0, serenity A: power 0 of 13, to decide"
    assert {"Spare Coat: hand", "Shiny: hand", head} <= {*alone}
    assert not any("Ration Crate" in it for it in alone)
    assert not any("can:" in it for it in alone)
    beside = words(ET.fromstring(draw(view, other, "play spare-coat")))
    assert "Spare Coat: hand" in beside
    assert "Academic" not in draw(view, other, "play spare-coat")
    assert any("Academic" in it for it in words(root(view)))
