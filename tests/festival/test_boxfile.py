"""The file of an owner's box: the template, certainty, what is refused, what is told."""

import json
from importlib import resources
from typing import Final

import pytest

from fireflies._data import dumps, is_object, loads
from fireflies.certainty import CERTAINTIES
from fireflies.errors import InvalidData
from fireflies.festival.box.boxfile import BoxFile, default_box, read_box
from tests.changes import GONE, changed, leaves
from tests.festival.small import SMALL

FILE: Final = BoxFile()
SHIPPED: Final = resources.files("fireflies.festival").joinpath("box.json").read_bytes()


def read(**parts: object) -> object:
    """Return the box of a file with these parts."""
    return FILE.read_file(dumps(parts).encode())


def refusal(content: bytes) -> InvalidData:
    with pytest.raises(InvalidData) as caught:
        FILE.read_file(content)
    assert "\n" not in str(caught.value)
    return caught.value


def refused(**parts: object) -> str:
    return str(refusal(dumps(parts).encode()))


def test_the_template_is_the_default_box() -> None:
    """Its lanes are left out, as they follow from the islands."""
    template = FILE.template()
    assert FILE.read_file(template.encode()) == default_box().to_json()
    assert '"lanes"' not in template
    assert template.endswith("}\n")
    assert max(map(len, template.splitlines())) <= 80
    assert '    {"name": "A", "at": [0, 0], "start": true},\n' in template


def test_the_template_says_what_every_key_is() -> None:
    template = loads(FILE.template())
    assert is_object(template)
    about = json.dumps(template["about"])
    box = default_box().to_json()
    for key in (*box, *box["boards"][0]):
        if key not in {"players", "width", "height"}:
            assert f"{key}:" in about or f"{key} " in about, key
    for command in ("fireflies box festival FILE", "fireflies play festival --box FILE"):
        assert command in about


def test_a_file_of_the_package_is_a_box_file() -> None:
    assert FILE.read_file(SHIPPED) == default_box().to_json()
    windows = b"\xef\xbb\xbf" + SHIPPED.replace(b"\n", b"\r\n")
    assert FILE.read_file(windows) == default_box().to_json()


def test_every_figure_of_the_default_box_has_a_certainty() -> None:
    """Of the paths in ``certainty`` that begin the path of a figure, the longest one counts."""
    document = loads(SHIPPED)
    assert is_object(document)
    certainty = document["certainty"]
    assert is_object(certainty)
    used = set()
    for path in leaves(document["box"]):
        begins = [it for it in certainty if f"{path}/".startswith(f"{it}/")]
        assert begins, path
        used.add(max(begins, key=len))
    assert used == set(certainty)


def test_a_file_may_leave_out_lanes_and_certainty() -> None:
    found = read(box=SMALL)
    assert found == read_box(SMALL).to_json()
    bare = read_box(read(box=changed(SMALL, "/boards/0/lanes", GONE)))
    assert [lane.name for lane in bare.boards[0].lanes] == [
        *("AB1", "AB2", "AB3", "BC1", "BC2", "BC3", "BD1", "BD2", "BD3", "CE1", "CE2"),
        *("DE1", "DE2", "DE3"),
    ]
    assert found == read(box=SMALL, about="anything", certainty={})
    assert found == FILE.read_file(dumps(SMALL).encode())


def test_a_file_may_say_what_it_is_and_how_certain_the_whole_box_is() -> None:
    beside = {"game": "festival", "edition": "2026", "name": "ours", "says": ["Guessed."]}
    found = read_box(SMALL).to_json()
    assert [read(box=SMALL, **beside, certainty=word) for word in CERTAINTIES] == [found] * 5
    assert refused(box=SMALL, game="smile") == "/game: 'festival' is wanted, not 'smile'"
    assert refused(box=SMALL, edition=2026) == "/edition: '2026' is wanted, not 2026"
    assert refused(box=SMALL, certainty="sure") == "/certainty: an object is wanted, not 'sure'"


@pytest.mark.parametrize("path", ["", "/figures", "/figures/coins", "/boards/0/lanes", "/tiles/4"])
@pytest.mark.parametrize("word", CERTAINTIES)
def test_a_part_of_the_box_has_a_certainty(path: str, word: str) -> None:
    """Its lanes too, where they are left out."""
    for box in (SMALL, changed(SMALL, "/boards/0/lanes", GONE)):
        read(box=box, certainty={path: [word, "a source"]})


@pytest.mark.parametrize(
    ("certainty", "message"),
    [
        ([], "/certainty: an object is wanted, not []"),
        ({"/figures/coin": ["printed", ""]}, "/certainty: '/figures/coin' leads to nothing"),
        ({"figures": ["printed", ""]}, "/certainty: 'figures' leads to nothing"),
        ({"/tiles/5": ["printed", ""]}, "/certainty: '/tiles/5' leads to nothing"),
        *(
            (
                {"/fish": said},
                "/certainty: one of printed, reported, measured, inferred, invented and a source",
            )
            for said in (["sure", ""], ["printed"], ["printed", 1], ["printed", "", ""], "printed")
        ),
    ],
)
def test_a_wrong_certainty_is_refused(certainty: object, message: str) -> None:
    assert refused(box=SMALL, certainty=certainty).startswith(message)


@pytest.mark.parametrize(
    ("content", "place", "words"),
    [
        (b'{\n "box": oops}', "line 2, column 9", "this is no JSON"),
        (b"\xff", "byte 1", "this is not UTF-8"),
        (b"[]", "/", "an object is wanted, not []"),
        (b"{}", "/", "the key boards is missing"),
        (b'{"box": {}, "board": 1}', "/", "no key 'board' here, only box, certainty, about"),
        (b'{"box": {}, "box": {}}', "'box'", "more than once"),
        (b'{"box": 3}', "/", "an object is wanted, not 3"),
    ],
    ids=ascii,
)
def test_a_file_that_is_none_is_refused(content: bytes, place: str, words: str) -> None:
    error = refusal(content)
    assert error.place == place
    assert words in error.problem


def test_the_box_of_a_file_is_checked() -> None:
    """The message has the path inside the box, as in ``certainty``."""
    message = "/figures/coins: a whole number from 0 to 99 is wanted, not 100"
    assert refused(box=changed(SMALL, "/figures/coins", 100)) == message
    without = changed(SMALL, "/boards/0/water", GONE)
    assert refused(box=without) == "/boards/0: the key water is missing"
    assert "no key 'x' here" in refused(box=changed(SMALL, "/boards/0/x", 1))
    assert refused(box=changed(SMALL, "/boards/0", 1)) == "/boards/0: an object is wanted, not 1"


# What is told of a box.


def test_the_default_box_is_recognized() -> None:
    assert FILE.describe(default_box().to_json()) == "This is the box that ships with fireflies."
    other = changed(default_box().to_json(), "/figures/coins", 6)
    assert "Only in yours: coins 6.\nOnly in ours: coins 5.\n" in FILE.describe(other)
    more = changed(default_box().to_json(), "/private/-", "hubs 9 9")
    assert "Only in yours: private hubs 9 9.\nOnly in ours: nothing.\n" in FILE.describe(more)


def test_a_box_is_counted_compared_and_drawn() -> None:
    told = FILE.describe(SMALL)
    counted, drawn, legend = told.split("\n\n")
    board, *lines = counted.splitlines()
    assert board == (
        "Board for 2 to 4 players: 12 x 7 cells, 5 islands (2 start, 1 small, 1 medium, 1 large),"
        " 3 lanes, 3 rewards."
    )
    assert lines[:2] == [
        "Tiles: 2 start, 1 small, 1 medium, 1 large.",
        "Cards: 8 public goals, 4 private ones, 2 powers.",
    ]
    assert lines[2] == "Only in yours: power wanderer moves +1 toll +0."
    assert lines[3].startswith("Only in ours: tile large 5 coins-3, ")
    assert "2 x tile medium 3 goals-1" in lines[3]
    assert "tile start" not in lines[3]
    assert "power wanderer moves +1" in lines[3]
    assert "fish 3 price 7" in lines[3]
    assert drawn.splitlines() == [
        "The board for 2 to 4 players, start islands A and E:",
        "AAAcBBB.CCC.",
        "AAA.BBB.CCC.",
        "AAA.BBB.CCC.",
        "g........||.",
        "....DDD-pEEE",
        "....DDD..EEE",
        "....DDD..EEE",
    ]
    for mark in "cwgp-|+":
        assert mark in legend
    assert legend.startswith("c coins, ")
    assert legend.endswith(" cross at +")


def test_crossing_lanes_are_drawn() -> None:
    cross = [("A", 4, 0), ("B", 0, 4), ("C", 8, 4), ("D", 4, 8), ("E", 8, 8)]
    islands = [{"name": it, "at": [x, y], "start": it in "AE"} for it, x, y in cross]
    box = changed(changed(SMALL, "/boards/0/islands", islands), "/boards/0/water", [])
    box = changed(changed(box, "/boards/0/lanes", GONE), "/boards/0/height", 11)
    told = FILE.describe(read(box=changed(box, "/boards/0/players", [2, 2])))
    assert "for 2 players, start islands A and E:" in told
    assert "BBB-+++-CCC." in told
    assert "....|||....." in told


@pytest.mark.parametrize("value", [None, [], {}, {"boards": []}], ids=repr)
def test_what_is_no_box_is_not_described(value: object) -> None:
    with pytest.raises(InvalidData):
        FILE.describe(value)
