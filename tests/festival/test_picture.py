"""The picture of a table: well-formed, complete without colors, without anything hidden."""

import re
from dataclasses import replace
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from fireflies import festival
from fireflies._svg import width_of
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR
from fireflies.festival import View
from fireflies.festival.box.random_boxes import random_options
from fireflies.festival.rules.actions import Bridge
from fireflies.festival.text.descriptions import headline
from tests.festival import plays
from tests.helpers import usual_views

SVG: Final = "{http://www.w3.org/2000/svg}"
CELL: Final = 36


def root(view: View) -> ET.Element:
    """Return the picture of a view, as XML."""
    return ET.fromstring(festival.draw(view))


def words(element: ET.Element) -> list[str]:
    """Return all texts that are drawn."""
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def board_of(picture: ET.Element) -> ET.Element:
    """Return the group of the board: the one with the water."""
    (found,) = (
        group
        for group in picture.findall(f"{SVG}g")
        if group.findall(f"{SVG}g/{SVG}rect[@class='water']")
    )
    return found


def islands(picture: ET.Element) -> dict[str, ET.Element]:
    """Return the group of each island, by letter."""
    found: dict[str, ET.Element] = {}
    for group in board_of(picture).findall(f"{SVG}g/{SVG}g"):
        if group.findall(f"{SVG}rect[@class='land']"):
            found[words(group)[0]] = group
    return found


def owned(element: ET.Element, shape: str) -> list[int]:
    """Return the owners of the pieces of a shape that lie directly in a group."""
    classes = [it.get("class", "") for it in element.findall(f"{SVG}{shape}")]
    return [int(found[1]) for it in classes if (found := re.fullmatch(r"seat seat(\d)", it))]


def styled(picture: ET.Element, style: str) -> list[ET.Element]:
    """Return all elements of a style."""
    return [it for it in picture.iter() if it.get("class") == style]


@pytest.mark.parametrize("players", [2, 6])
def test_every_piece_is_drawn_with_the_number_of_its_owner(players: int) -> None:
    for state in plays.states(players, 1)[20::67]:
        picture = root(state.view())
        groups = islands(picture)
        for island, site in zip(state.options.board.islands, state.islands, strict=True):
            group = groups[island.name]
            place = f"translate({island.at[0] * CELL} {island.at[1] * CELL})"
            assert group.get("transform") == place
            assert owned(group, "rect") == list(site.floors)
            assert ("\u2605" in words(group)) == site.sealed
            counts = [(seat, count) for seat, count in enumerate(site.workers) if count]
            numbers = [int(it) for it in words(group) if it.isdecimal()]
            if site.tile is not None and site.tile.size == "start":
                assert owned(group, "circle") == [seat for seat, _ in counts]
                assert [it for it in words(group) if "\u00d7" in it] == [
                    f"\u00d7{count}" for _, count in counts
                ]
                assert numbers == [seat for seat, _ in counts]
            else:
                workers = [seat for seat, count in counts for _ in range(count)]
                assert owned(group, "circle") == workers
                assert numbers == [*site.floors, *workers]
        lanes = {it.get("data-name"): it for it in board_of(picture).findall(f"{SVG}g")}
        for lane, owner in zip(state.options.board.lanes, state.bridges, strict=True):
            if owner is not None:
                assert owned(lanes[lane.name], "rect") == [owner]
                assert words(lanes[lane.name]) == [str(owner)]


def test_capacity_and_floors_that_are_needed_are_dashed() -> None:
    """As many circles as there is room, as many boxes as floors are missing."""
    state = plays.states(2, 1)[-1]
    groups = islands(root(state.view()))
    for island, site in zip(state.options.board.islands, state.islands, strict=True):
        free = styled(groups[island.name], "free")
        if site.tile is not None and site.tile.size != "start":
            size = state.options.box.size(site.tile.size)
            room = [it for it in free if it.tag == f"{SVG}circle"]
            missing = [it for it in free if it.tag == f"{SVG}rect"]
            assert len(room) == size.capacity - sum(site.workers)
            assert len(missing) == max(0, size.floors - len(site.floors))


def test_rewards_and_lanes_are_named() -> None:
    """Each reward on open water; each lane in which the seat can build, even under a reward."""
    crowded = 0
    for state in plays.states(2, 1)[::9]:
        if not isinstance(state.actor, int):
            continue
        view = state.view(state.actor)
        picture = root(view)
        lanes = [it.lane for it in view.legal_actions or () if isinstance(it, Bridge)]
        assert sorted(it.text or "" for it in styled(picture, "lane")) == sorted(lanes)
        drawn = "".join(it.get("d", "") for it in styled(picture, "build"))
        assert drawn.count("M") == len(lanes)
        built = {
            cell
            for lane, owner in zip(view.options.board.lanes, view.bridges, strict=True)
            if owner is not None
            for cell in lane.cells
        }
        open_water = [reward for cell, reward in view.options.board.water if cell not in built]
        badges = [
            it.get("class")
            for it in board_of(picture).findall(f"{SVG}g/{SVG}text")
            if it.get("class") in {"sign", "reward"}
        ]
        assert len(badges) == len(open_water)
        crowded += "reward" in badges
    assert crowded


def test_what_is_chosen_and_what_can_be_is_framed() -> None:
    """The worker's island and where it may go; a new bridge with its ends; places for recruits."""
    found = plays.phases(2, 1)
    view = found["to"].view(found["to"].seat)
    framed = {
        name: [it.get("class") for it in group if it.get("class") in {"can", "chosen"}]
        for name, group in islands(root(view)).items()
    }
    chosen = view.options.board.islands[view.pending.walker].name
    targets = {str(action)[3] for action in view.legal_actions or ()}
    assert framed == {
        name: ["chosen"] if name == chosen else ["can"] if name in targets else []
        for name in framed
    }
    crossing = found["cross"].view(found["cross"].seat)
    picture = root(crossing)
    lane = crossing.options.board.lanes[crossing.pending.lane]
    ends = {crossing.options.board.islands[end].name for end in lane.ends}
    groups = islands(picture)
    assert {name for name, it in groups.items() if styled(it, "chosen")} == ends
    (bridge,) = (it for it in board_of(picture) if it.get("data-name") == lane.name)
    assert sum(it.get("class") == "chosen" for it in bridge) == 1
    recruiting = found["recruit"].view(found["recruit"].seat)
    places = {str(action)[-1] for action in recruiting.legal_actions or ()}
    groups = islands(root(recruiting))
    assert {name for name, it in groups.items() if styled(it, "can")} == places


def test_the_player_in_turn_and_the_winner_are_marked_in_words() -> None:
    found = plays.phases(2, 1)
    state = found["turn"]
    assert f"Seat {state.seat}, to decide" in words(root(state.view()))
    assert f"Seat {1 - state.seat}" in words(root(state.view()))
    assert f"Seat {found['goals'].seat}, in turn" in words(root(found["goals"].view()))
    over = found["over"].view()
    assert over.outcome is not None
    for seat, score in enumerate(over.outcome.scores):
        won = ", won" if seat in over.outcome.winners else ""
        assert f"Seat {seat}: {score} points{won}" in words(root(over))


def test_title_and_description_tell_the_table_in_words() -> None:
    """For who does not see the picture: islands, bridges, players, goals, what can be done."""
    state = plays.phases(6, 1)["turn"]
    for observer in (state.seat, SPECTATOR, None):
        view = state.view(observer)
        picture = root(view)
        title = f"Firefly Festival. {headline(view)}"
        assert picture.get("role") == "img"
        assert picture.findtext(f"{SVG}title") == picture.get("aria-label") == title
        told = picture.findtext(f"{SVG}desc") or ""
        for island in state.options.board.islands:
            assert f"Island {island.name}: " in told
        for lane, owner in zip(state.options.board.lanes, state.bridges, strict=True):
            assert (f"{lane.name} of seat {owner}" in told) == (owner is not None)
        for seat, player in enumerate(state.players):
            assert re.search(rf"Seat {seat}: {player.points} points?, {player.coins} coin", told)
        assert (f"Seat {state.seat} can: " in told) == (observer != SPECTATOR)
        assert "_repr_svg_" in dir(view)
        assert view._repr_svg_() == festival.draw(view)


def test_numbers_stand_in_the_middle_of_pieces() -> None:
    """Of workers and of floors; so a piece is not mistaken for its neighbor."""
    state = plays.states(6, 1)[-1]
    for group in islands(root(state.view())).values():
        numbers = [it for it in group.findall(f"{SVG}text") if (it.text or "").isdecimal()]
        assert {it.get("text-anchor") for it in numbers} <= {"middle"}
        places = [int(it.get("x", "")) for it in numbers]
        pieces = [
            int(it.get("cx", ""))
            if it.tag == f"{SVG}circle"
            else int(it.get("x", "")) + int(it.get("width", "")) // 2
            for it in group
            if it.get("class", "").startswith("seat seat")
        ]
        assert all(abs(one - two) <= 1 for one, two in zip(places, pieces, strict=True))


def frames(picture: ET.Element) -> list[tuple[int, int, int, int]]:
    """Return left, top, right and bottom of the board and of each panel."""
    found: list[tuple[int, int, int, int]] = []
    for top in picture.findall(f"{SVG}g"):
        group = top if top.get("transform") else top.find(f"{SVG}g")  # a thing with a name
        rects = [] if group is None else [*group.iter(f"{SVG}rect")]
        if group is not None and rects:
            x, y = map(int, re.findall(r"-?\d+", group.get("transform", "")))
            width, height = (int(rects[0].get(name, "")) for name in ("width", "height"))
            found.append((x, y, x + width, y + height))
    return found


def test_panels_lie_side_by_side_and_below_each_other() -> None:
    """No two of them, nor the board, share a place."""
    for players in (2, 6):
        picture = root(plays.states(players, 1)[-1].view())
        _, _, width, height = map(int, picture.get("viewBox", "").split())
        boxes = frames(picture)
        assert len(boxes) == 1 + 4 + players
        for number, (x, y, right, bottom) in enumerate(boxes):
            assert right <= width
            assert bottom <= height
            for left, top, end, under in boxes[:number]:
                assert right <= left or x >= end or bottom <= top or y >= under


def test_texts_stay_within_the_picture() -> None:
    """Lines below the board are wrapped, for a font with wide letters."""
    for state in plays.states(6, 1)[::83]:
        view = state.view(state.actor if isinstance(state.actor, int) else None)
        picture = root(view)
        width = int(picture.get("viewBox", "").split()[2])
        for text in picture.findall(f"{SVG}text"):
            head = text.get("class") == "head"
            letters = width_of(text.text or "", 23 if head else 20, bold=head)
            assert int(text.get("x", "")) + letters <= width


def change_marks(picture: ET.Element) -> list[str]:
    """Return what is marked as changed, by the texts of the marks."""
    marked = [it for it in picture.findall(f"{SVG}g") if it.findall(f"{SVG}rect[@class='changed']")]
    return [it.findtext(f"{SVG}title") or "" for it in marked]


def test_what_an_action_changed_is_marked() -> None:
    """A new bridge is marked, and the panel of its owner.

    The numbers that differ are underlined.
    """
    state = plays.phases(2, 1)["turn"]
    action = next(it for it in state.legal_actions if isinstance(it, Bridge))
    before, after = state.view(), state.apply(action).view()
    picture = ET.fromstring(festival.draw(after, before))
    assert "Changed; before: nothing" in change_marks(picture)
    told = picture.findtext(f"{SVG}desc") or ""
    assert re.match(rf"Changed: .*bridge {action.lane}, .*seat {state.seat}", told)
    underlined = " ".join(it.text or "" for it in styled(picture, "new"))
    assert "pieces" in underlined or re.search(r"\d", underlined)
    assert not change_marks(ET.fromstring(festival.draw(before, before)))


def test_a_partial_picture_has_the_map_and_what_is_named() -> None:
    """And the player who decides; what the action does not name is left out."""
    state = plays.phases(6, 1)["turn"]
    view = state.view()
    kind = view.public[1].kind
    picture = ET.fromstring(festival.draw(view, None, f"public {kind}"))
    titles = [it.text for it in styled(picture, "bold")]
    assert kind in titles
    assert view.public[0].kind not in titles
    assert f"Seat {view.seat}, to decide" in titles
    assert f"Seat {(view.seat + 1) % 6}" not in titles
    assert len(islands(picture)) == len(view.islands)
    assert "Public goals" in words(picture)
    assert "Public goals" not in words(ET.fromstring(festival.draw(view, None, "end")))
    assert not any("can:" in it for it in words(picture))


def test_the_picture_of_any_box_is_well_formed() -> None:
    """Large islands count their workers, many floors are narrow; nothing leaves its island."""
    counted = False
    for seed in range(9):
        options = random_options(Draws(seed, "svg"))
        for state in plays.states_with(options, seed)[:: 60 + seed]:
            for view in usual_views(state):
                picture = root(view)
                for group in islands(picture).values():
                    for rect in group.findall(f"{SVG}rect"):
                        right = int(rect.get("x", "0")) + int(rect.get("width", "0"))
                        assert right <= 3 * CELL
                    is_start = "start" in words(group)
                    counted |= not is_start and any("\u00d7" in it for it in words(group))
    assert counted


def test_names_of_powers_and_all_texts_are_escaped() -> None:
    view = plays.states(2, 1)[-1].view()
    player = view.players[0]._replace(powers=("<b>&",))
    picture = root(replace(view, players=(player, *view.players[1:])))
    assert any("<b>&" in it for it in words(picture))


def test_names_stand_in_place_of_seats() -> None:
    """The title does not tell whose view it is when the observer is called "you"."""
    state = plays.phases(2, 1)["turn"]
    action = next(it for it in state.legal_actions if isinstance(it, Bridge))
    for you in (0, 1):
        names = ["A<b", "A<b"]
        names[you] = "you"
        after = state.apply(action).view(you)
        picture = ET.fromstring(festival.draw(after, state.view(you), names=names))
        heads = [it.text or "" for it in styled(picture, "bold")]
        assert {"You", "A<b"} <= {it.partition(",")[0] for it in heads}
        assert picture.findtext(f"{SVG}title") == f"Firefly Festival. {headline(after, names)}"
        told = picture.findtext(f"{SVG}desc") or ""
        owner = "yours" if you == state.seat else "A<b"
        assert f"{action.lane} of {owner}" in told
        changed = "you" if you == state.seat else "A<b"
        assert changed in told.partition(". ")[0].split(", ")
        assert "You: " in told


def test_with_names_no_text_tells_a_seat() -> None:
    """Neither one that is drawn, nor one for screen readers, in any phase."""
    phases = plays.phases(2, 1)
    assert len(phases) > 5
    for state in phases.values():
        for action in state.legal_actions[:: max(1, len(state.legal_actions) // 3)]:
            after, before = state.apply(action).view(0), state.view(0)
            for about in (None, str(action)):
                drawn = festival.draw(after, before, about, names=["you", "Ann"])
                assert not re.search(r'[Ss]eat \d(?!">)|sees it', drawn)


def test_the_picture_of_a_seat_tells_no_secret() -> None:
    """It is the same whatever the others have in their hands."""
    differing = 0
    for state in plays.states(3, 6, powers=True)[::11]:
        for observer in (0, SPECTATOR):
            other = state.alike(observer, Draws(1, "others"))
            differing += other != state
            assert festival.draw(other.view(observer)) == festival.draw(state.view(observer))
    assert differing > 20


@pytest.mark.parametrize(("place", "most"), [(1340, 500), (860, 740)])
def test_a_broad_picture_has_the_map_beside_everything_else(place: int, most: int) -> None:
    """Also with six players it fits the screen of a laptop; a finger hits each lane."""
    for state in plays.states(6, 1)[20::67]:
        picture = ET.fromstring(festival.draw(state.view(0), width=place))
        _, _, width, height = map(int, picture.get("viewBox", "").split())
        (_, _, right, _), *panels = frames(picture)
        assert height * place / width <= most
        assert min(left for left, *_ in panels) > right
        assert max(end for _, _, end, _ in panels) <= width - 12
        assert 36 * place / width >= 24


def test_in_a_narrow_place_everything_else_stands_below_the_map() -> None:
    """Its scale is then that of the texts, so it fits a laptop of 1280 pixels, too."""
    for place, scale in ((390, 0.5), (792, 0.7)):
        picture = ET.fromstring(festival.draw(plays.states(6, 1)[-1].view(0), width=place))
        assert place / int(picture.get("viewBox", "").split()[2]) == pytest.approx(scale, abs=0.01)
        assert min(top for _, top, *_ in frames(picture)[1:]) > 500


def test_own_goals_and_the_crow_are_things_with_a_name() -> None:
    """Each with a line of its own, of the seat that has it, or free."""
    held = next(it for it in reversed(plays.states(2, 1)) if it.crow is not None)
    free = next(it for it in plays.states(2, 1) if it.crow is None)
    for state in (held, free):
        picture = root(state.view())
        (crow,) = picture.findall(".//*[@data-name='crow']")
        told = words(crow)
        assert told[0].startswith("crow" if state.crow is not None else "The crow is free")
        for seat, player in enumerate(state.players):
            for goal in player.goals:
                (line,) = picture.findall(f".//*[@data-name='seat {seat}']//*[@data-name='{goal}']")
                assert words(line)[0].startswith(f"Goal: {goal.kind} ")
