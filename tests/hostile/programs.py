"""Hostile inputs for what programs and front ends send: the wire, the bridge, cases, answers."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from importlib import resources
from io import BytesIO
from random import Random
from typing import Any, Final

from fireflies import games
from fireflies._data import loads, mapping
from fireflies.bots import named, names
from fireflies.conformance import cases, engines, known, wire
from fireflies.conformance.cases import Case
from fireflies.conformance.judge import judge
from fireflies.contract import SPECTATOR
from fireflies.errors import InvalidData
from fireflies.front.bridge import Bridge
from fireflies.front.starting import find_player, read_kinds
from fireflies.games import Game
from tests.hostile.material import GAMES, Material, draw
from tests.hostile.readers import Input, refused
from tests.hostile.spoiling import spoil_bytes, spoil_data, spoil_json, spoil_text
from tests.search.test_budget import Ticks
from tests.spoiling import Json

_COUNTS: Final = (-1, 0, 1, 2, 3, 10**9, 10**30, 2.0, True, "1", None)


def _case(chooser: Random, play: Material, most: int) -> dict[str, Any]:
    """Return a CASE of the wire about a play, of which one action may be changed."""
    texts = [*play.texts[: chooser.randint(0, min(most, len(play.texts)))]]
    if texts and chooser.random() < 0.4:
        texts[chooser.randrange(len(texts))] = spoil_text(chooser, chooser.choice(play.texts))
    number = chooser.choice(_COUNTS) if chooser.random() < 0.1 else 2
    return {
        "game": play.game.name,
        "edition": play.game.edition,
        "options": dict(play.setup.options),
        "actions": texts,
        "observer": chooser.choice((None, None, *range(play.setup.start.seats))),
        "ask": chooser.choice(("trace", "final", {"from": 3}, {"count": number})),
    }


def lines_of_wire(chooser: Random) -> Input:
    """Make three lines for an engine."""
    lines = []
    for seq in range(3):
        asked: dict[str, object] = {"seq": seq, "cmd": chooser.choice(("run",) * 12 + ("start",))}
        if asked["cmd"] == "run":
            asked["case"] = _case(chooser, draw(chooser), 12)
        lines.append(spoil_bytes(chooser, spoil_json(chooser, asked)))
    return partial(_serve, b"\n".join([*lines, b""]))


def _serve(content: bytes) -> bool:
    written: list[bytes] = []
    wire.serve(BytesIO(content), written.append)
    answers = [_answer(line) for line in written]
    assert len(answers) <= content.count(b"\n") + 1
    return any("states" in answer for answer in answers)


def _answer(line: bytes) -> Mapping[str, object]:
    """Return the answer of a line; it has to be one of the four kinds, on one line."""
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    answer = mapping(loads(line), "answer")
    kinds = ("states", "count", "implementation", "errored", "skipped")
    assert sum(kind in answer for kind in kinds) == 1, answer
    return answer


def request(chooser: Random) -> Input:
    """Make a request of the wire about a whole play, as data."""
    play = draw(chooser)
    asked: object = {"seq": 1, "cmd": "run", "case": _case(chooser, play, len(play.texts))}
    for _ in range(chooser.choice((0, 1, 1, 2))):
        asked = spoil_data(chooser, asked)
    return partial(_handle, asked)


def _handle(asked: object) -> bool:
    answer = wire.handle(asked)
    return answer is not None and "states" in _answer(f"{json.dumps(answer)}\n".encode())


def answer(chooser: Random) -> Input:
    """Make the answer of an engine to a case of the suite."""
    game = games.get(chooser.choice(GAMES))
    case, right = chooser.choice(_answers(game.name))
    return partial(_judge, game, case, spoil_bytes(chooser, spoil_json(chooser, right)))


@cache
def _answers(name: str) -> Sequence[tuple[Case, object]]:
    """Return some cases of a game, each with the right answer."""
    return [
        (case, wire.handle({"seq": 1, "cmd": "run", "case": case.request.to_json()}))
        for case in Random(name).sample(_cases(name), 40)
    ]


def _judge(game: Game[Any], case: Case, line: bytes) -> bool:
    try:
        found = engines._parse(line, {"seq": 1})
    except engines.Fault as error:
        return refused(error)
    verdict = judge(game, case, found)
    assert isinstance(verdict.message, str)
    return not verdict.message


def page(chooser: Random) -> Input:
    """Make the requests of a page, beginning with a new play or a record."""
    play = draw(chooser)
    sent = [
        _sent(chooser, begun, 0.25)
        for begun in (_new(chooser, play), {"do": "load", "record": play.part(chooser).to_text()})
    ]
    chooser.shuffle(sent)
    others = [_sent(chooser, _asked(chooser, play), 0.5) for _ in range(chooser.randint(1, 6))]
    return partial(_send, (*sent[: chooser.choice((1, 1, 2))], *others))


def _new(chooser: Random, play: Material) -> dict[str, Json]:
    seats = play.setup.start.seats
    kinds = ("human", "human", "random", "first", "greedy", None)
    names = ("Ann", "\u202eEve", "<b>", "\x1b[31m")
    every: dict[str, Json] = {
        "players": [*chooser.choices(kinds, k=seats)],
        "names": [*chooser.choices(names, k=seats)],
        "seed": chooser.choice((0, 7, 2**64 - 1)),
        "position": chooser.choice(play.states).view().position,
        "options": {**play.short} if chooser.random() < 0.5 else {},
    }
    kept = {key: value for key, value in every.items() if chooser.random() < 0.6}
    return {"do": "new", "game": play.game.name, **kept}


def _asked(chooser: Random, play: Material) -> dict[str, Json]:
    observer = chooser.choice((None, SPECTATOR, 0, 1, 5))
    number: Json = chooser.choice((0, 1, 2, 10**9, 10**312, -1))
    text = chooser.choice(play.texts or ["x"])
    asked: tuple[dict[str, Json], ...] = (
        {"do": "games", "game": play.game.name},
        {"do": "template", "game": play.game.name, "option": "box"},
        {"do": "status", "observer": observer, "since": number},
        {"do": "status"},
        {"do": "log", "observer": observer, "from": number},
        {"do": "details", "name": chooser.choice(text.split(" ")), "observer": observer},
        {"do": "record", "observer": observer},
        {"do": "go", "index": number},
        {"do": "play", "action": play.texts[0] if play.texts else text},
        {"do": "play", "action": text},
        {"do": "why", "action": text},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "advance", "milliseconds": number, "most": chooser.choice((1, 5, number))},
        {"do": "advance", "most": 3},
        {"do": "hint", "bot": chooser.choice(("greedy", "random", "last")), "milliseconds": number},
        {"do": "analyse", "budget": chooser.choice(("3", "0.001s", text)), "milliseconds": number},
        {"do": "cancel"},
    )
    return chooser.choice(asked)


def _sent(chooser: Random, asked: object, share: float) -> str:
    """Return a request as JSON, spoiled in this share of the times."""
    return spoil_json(chooser, asked) if chooser.random() < share else json.dumps(asked)


def _send(sent: Sequence[str]) -> bool:
    """Send requests to a new bridge: each has one answer, and an error changes nothing.

    Return whether the last one is accepted.
    """
    bridge, accepted = Bridge(Ticks(1.0)), False
    kept = bridge.handle('{"do":"record","observer":null}')
    for asked in sent:
        line = bridge.handle(asked)
        assert "\n" not in line
        found = mapping(loads(line), "answer")
        assert found.keys() in ({"answer"}, {"error"})
        accepted = "answer" in found
        now = bridge.handle('{"do":"record","observer":null}')
        if not accepted:
            assert mapping(found["error"], "error")["message"]
            assert now == kept, "a request has an error and a consequence"
        kept = now
    return accepted


def case_file(chooser: Random) -> Input:
    """Make a file of cases, or of known failures."""
    game = games.get(chooser.choice(GAMES))
    name, content = chooser.choice(_case_files(game.name))
    if chooser.random() < 0.3:
        ids = [case.id for case in _cases(game.name)]
        blocks = [
            f'[[known]]\nid = "{chooser.choice(ids)}"\nreason = "later"\nlink = "https://example.org"\n'
            for _ in range(chooser.choice((0, 1, 2, 3)))
        ]
        text = spoil_text(chooser, "\n".join(blocks), 'a = "b"', "[known]\n", code=True)
        return partial(_read_known, game, spoil_bytes(chooser, text))
    document = json.loads(content)
    document["cases"] = chooser.sample(document["cases"], min(2, len(document["cases"])))
    return partial(_read_cases, game, name, spoil_bytes(chooser, spoil_json(chooser, document)))


@cache
def _case_files(name: str) -> Sequence[tuple[str, str]]:
    folder = resources.files("fireflies.conformance").joinpath("cases", name)
    found = sorted(folder.iterdir(), key=lambda it: it.name)
    return [
        (it.name, it.read_text(encoding="utf-8")) for it in found if it.name.startswith(f"{name}.")
    ]


@cache
def _cases(name: str) -> Sequence[Case]:
    """Return the cases of some files."""
    chosen = Random(name).sample(_case_files(name), 20)
    return [
        case for file, text in chosen for case in cases.read(text.encode(), file, games.get(name))
    ]


def _read_cases(game: Game[Any], name: str, content: bytes) -> bool:
    try:
        return bool(cases.read(content, name, game))
    except InvalidData as error:
        return refused(error)


def _read_known(game: Game[Any], content: bytes) -> bool:
    try:
        return bool(known.read_known(content, {case.id for case in _cases(game.name)}))
    except InvalidData as error:
        return refused(error)


def players(chooser: Random) -> Input:
    """Make the names of bots and persons: one, or a list."""
    game = games.get(chooser.choice(GAMES))
    used = (*names(game), "human", "search:5", "search:0.5s", "search-view:3", "Ann=human", "x:y")
    picked = chooser.choices((*used, "json:dumps", "math:pi", "tests.hostile:nothing"), k=3)
    if chooser.random() < 0.3:
        changed = spoil_data(chooser, [*picked, None])
        return partial(_find_players, game, changed if isinstance(changed, list) else [changed])
    text = spoil_text(chooser, chooser.choice((picked[0], ",".join(picked))), *used)
    return partial(_find_player, game, text)


def _find_players(game: Game[Any], given: Sequence[object]) -> bool:
    try:
        kinds = read_kinds(game, given)
        return {find_player(game, kind, "players") for kind in kinds} != {None}
    except InvalidData as error:
        return refused(error)


def _find_player(game: Game[Any], text: str) -> bool:
    def found() -> Iterator[bool]:
        for name in (text, *text.split(",")):
            try:
                yield callable(named(game, name))
            except InvalidData as error:
                yield refused(error)

    return all([*found()])
