"""The server for language models, asked by the client of the same SDK."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import pytest
from mcp import Client, MCPError, StdioServerParameters, stdio_client

from fireflies import games
from fireflies.chance import Draws
from fireflies.front import bridge, mcp
from fireflies.front.mcp import server
from fireflies.testing.sampling import random_states
from tests.test_cli import command, environment

if TYPE_CHECKING:
    from mcp.types import TextContent, TextResourceContents

GOALS: Final = {"smile": 80, "festival": 250, "misbehavin": 300}
"""The most tokens, four characters each, that a model reads for a decision, in the mean."""


class Model:
    """A model that asks for tools."""

    def __init__(self, client: Client) -> None:
        self._client: Final = client

    async def send(self, tool: str, **keys: object) -> tuple[bool, str]:
        """Return whether the answer is an error, and its text."""
        found = await self._client.call_tool(tool, keys)
        return found.is_error, cast("TextContent", found.content[0]).text

    async def ask(self, tool: str, **keys: object) -> str:
        is_error, text = await self.send(tool, **keys)
        assert not is_error, text
        return text

    async def refused(self, tool: str, **keys: object) -> str:
        is_error, text = await self.send(tool, **keys)
        assert is_error, text
        return text

    async def read(self, place: str) -> str:
        found = await self._client.read_resource(f"fireflies://tables/{place}")
        return cast("TextResourceContents", found.contents[0]).text


def run(script: Callable[[Model], Awaitable[None]], where: Any = None) -> None:
    """Let a model play; ``where`` is a server or a transport, by default a new server."""

    async def session() -> None:
        async with Client(where or server()) as client:
            await script(Model(client))

    asyncio.run(session())


def legal(answer: str) -> list[str]:
    """Return the legal actions that an answer names."""
    head, found, rows = f"\n{answer}".partition("\nLegal")
    if not found:
        assert "Result: " in head, answer
        return []
    title, *lines = rows.splitlines()
    if title == ":":
        return [line.partition(": ")[0] for line in lines]
    return [
        f"{word} {label}".strip()
        for word, _, labels in (line.partition(" ") for line in lines)
        for label in labels.split(" | ")
    ]


async def whole_game(model: Model, draws: Draws, **keys: object) -> list[str]:
    """Play a game to its end with random actions; return the answers."""
    answers = [await model.ask("open", **keys)]
    while actions := legal(answers[-1]):
        action = actions[draws.below(len(actions))]
        answers.append(await model.ask("play", table=1, action=action))
    return answers


def seeded(monkeypatch: pytest.MonkeyPatch, seed: int = 1) -> None:
    monkeypatch.setattr(bridge, "new_seed", lambda: seed)


@pytest.mark.usefixtures("kuhn")
@pytest.mark.parametrize("game", ["kuhn", *GOALS])
def test_whole_games_with_few_words(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seeded(monkeypatch)
    options = {"festival": '{"turns": 30}', "misbehavin": '{"turns": 30}'}.get(game, "{}")
    seats = ["greedy", "me", "greedy"] if game in GOALS else ["random", "me"]

    async def script(model: Model) -> None:
        assert await model.ask("games")
        draws = Draws(1, "model")
        answers = await whole_game(model, draws, game=game, seats=seats, options=options)
        found = json.loads((await model.ask("result", table=1)).removeprefix("Result: "))
        assert f"Result: {', '.join(map(str, found['scores']))};" in answers[-1]
        assert len(found["scores"]) == len(seats)
        assert json.loads((await model.ask("record", table=1)).splitlines()[0])["game"] == game
        read = [len(answer) / 4 for answer in answers[1:]]
        assert sum(read) / len(read) < GOALS.get(game, 80)

    run(script)


@pytest.mark.long
@pytest.mark.parametrize("game", GOALS)
def test_long_games_with_few_words(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten games, of which the whole of each is played, with random actions."""
    read = list[float]()
    for seed in range(10):
        seeded(monkeypatch, seed)

        async def script(model: Model, seed: int = seed) -> None:
            seats = ["me", "greedy", "greedy"]
            answers = await whole_game(model, Draws(seed, "model"), game=game, seats=seats)
            read.extend(len(answer) / 4 for answer in answers[1:])

        run(script)
    mean = sum(read) / len(read)
    assert mean < GOALS[game], f"{mean:.0f} tokens, at most {max(read):.0f}"


def test_refusals_say_which_clause_and_what_is_possible() -> None:
    async def script(model: Model) -> None:
        position = (await model.ask("open", game="misbehavin")).splitlines()[0]
        assert position == "Table 1, seat 0; read fireflies://tables/1 once"
        found = await model.refused("play", table=1, action="take academic")
        assert found.count("misbehavin.turn.actions") == 1
        assert "you" in found.lower()

    run(script)


def test_a_table_is_looked_at_and_a_decision_undone() -> None:
    async def script(model: Model) -> None:
        first = await model.ask("open", game="festival", seats=["me", "first"])
        view = await model.ask("view", table=1)
        assert view in first
        hinted = await model.ask("hint", table=1)
        assert hinted in legal(first)
        assert await model.ask("describe", table=1, action=hinted)
        assert "The play is not over" in await model.ask("result", table=1)
        changed = await model.ask("play", table=1, action=hinted)
        assert view not in changed
        again = await model.ask("undo", table=1)
        assert legal(again) == legal(first)
        assert await model.ask("view", table=1) == view
        assert legal(await model.ask("wait", table=1)) == legal(first)
        legend = await model.read("1")
        assert "hubs 1/3 for 5" in legend
        assert "crow" in legend
        assert await model.read("1/crow") == await model.ask("details", table=1, name="crow")
        assert await model.ask("close", table=1) == "Table 1 is closed"
        assert "none" in await model.refused("view", table=1)

    run(script)


def test_what_vanishes_is_said() -> None:
    """A line that has another one in its place is replaced; one that has none is gone."""
    assert mcp._changed(["a", "b", "c"], ["a", "c"], ()) == ["Gone: b"]
    assert mcp._changed(["a", "b", "c"], ["a", "B", "c", "d"], ()) == ["B", "d"]
    assert mcp._changed(["a", "", " b"], ["a"], ()) == ["Gone: b"]


def test_of_a_seat_only_new_columns_are_said() -> None:
    """What is gone is not mistaken for what is the same; maps and other rows stay whole."""
    before = ["> Ann    one bead   a card", "  a      one bead   red", "[b c]   |d|   one bead"]
    now = ["  Ann    two beads  a card", "  a      two beads  red", "[b c]   |e|   one bead"]
    told = ["Ann  two beads", "a  two beads  red", "[b c]   |e|   one bead"]
    assert mcp._changed(before, now, {"Ann"}) == told
    assert mcp._changed(before, ["Ann  a card", *before[1:]], {"Ann"}) == ["Ann  a card"]
    assert mcp._changed(before, ["Ann  one bead  a card", *before[1:]], {"Ann"}) == []


def test_of_named_parts_only_the_new_ones_are_said() -> None:
    before = ["Left: 3 beads; cards: 9", "Hand: a [x: 1]; b [y: 2]", "Red: 1; green"]
    now = ["Left: 3 beads; cards: 8", "Hand: a [x: 1]; b [y: 1]", "Red: 1; blue"]
    assert mcp._changed(before, now, ()) == ["cards: 8", *now[1:]]
    assert mcp._changed(before, ["Left: 3 beads", *before[1:]], ()) == ["Left: 3 beads"]


def test_an_action_on_a_thing_is_described_once() -> None:
    rows = [("bid a", "Put a bead on the 3"), ("bid b", "Put a bead on the 4: 1 point")]
    known = set[str]()
    groups = [{"actions": [{"text": text, "sentence": told} for text, told in rows]}]
    assert mcp._menu(groups, known)[1:] == [f"{text}: {told}" for text, told in rows]
    assert mcp._menu(groups, known)[1:] == ["bid a", "bid b: 1 point"]
    done = [{"actions": [{"text": "done", "sentence": "Take nothing: 2 cards"}]}]
    assert mcp._menu(done, {"done"})[1:] == ["done: Take nothing: 2 cards"]


def test_slow_bots_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp, "_MILLISECONDS", 0)

    async def script(model: Model) -> None:
        answer = await model.ask("open", game="smile", seats=["search:400", "me", "search:400"])
        waited = 0
        while "call `wait`" in answer:
            answer, waited = await model.ask("wait", table=1), waited + 1
        assert waited
        assert legal(answer)
        await model.ask("close", table=1)

    run(script)


def test_hints_of_searches_may_take_several_requests(
    kuhn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kuhn poker has no bot of its own, so a search gives the hints."""
    monkeypatch.setattr(mcp, "_MILLISECONDS", 0)

    async def script(model: Model) -> None:
        answer = await model.ask("open", game=kuhn, seats=["me", "random"])
        while not legal_or_waiting(answer):
            answer = await model.ask("wait", table=1)
        assert await model.ask("hint", table=1) == "The search is not done: ask again"

    run(script)


def legal_or_waiting(answer: str) -> Sequence[str]:
    """Return the legal actions; none while bots or chance still decide."""
    return () if "call `wait`" in answer else legal(answer)


def test_rules_are_found_with_places_and_readings() -> None:
    async def script(model: Model) -> None:
        found = await model.ask("rules", game="smile", query="may I back out with no beads on it")
        assert "smile.back-out" in found
        assert "paragraph" in found
        texts = [await model.ask("rules", game="misbehavin", query=it) for it in QUERIES]
        assert any("Why: " in text and "Other readings: " in text for text in texts)
        assert any("\nRulings: " in text for text in texts)
        assert await model.ask("rules", game="smile", query="xyzzy") == "No rule is found"

    run(script)


QUERIES: Final = ("empty market deck", "tie at the end", "discard a warrant", "hand size")

BAD: Final[list[tuple[str, dict[str, object], str]]] = [
    ("open", {"game": "chess"}, "chess"),
    ("open", {}, "game"),
    ("open", {"game": "smile", "seats": ["greedy", "first", "first"]}, '"me"'),
    ("open", {"game": "smile", "seats": ["me", "me", "first"]}, '"me"'),
    ("open", {"game": "smile", "seats": ["human", "me", "first"]}, "names of bots"),
    ("open", {"game": "smile", "seats": ["me", "nobody", "first"]}, "nobody"),
    ("open", {"game": "smile", "seats": ["me", "os:system", "first"]}, "os:system"),
    ("open", {"game": "smile", "options": "[]"}, "JSON object"),
    ("open", {"game": "smile", "options": "{"}, "options, column 2: this is no JSON"),
    ("open", {"game": "smile", "options": "[" * 9000}, "options, data: this is nested too deep"),
    ("open", {"game": "smile", "options": f'{{"players": {"9" * 5000}}}'}, "thousands of digits"),
    ("open", {"game": "smile", "options": '{"players": 9}'}, "players"),
    ("open", {"game": "smile", "options": '{"cards": 9}'}, "cards"),
    ("open", {"game": "smile", "position": "nowhere"}, "nowhere"),
    ("open", {"game": "a" * 10_001}, "10000 characters"),
    ("open", {"game": "smile", "seats": ["me"] * 10_000}, "10000 characters"),
    ("rules", {"game": "chess", "query": "back out"}, "chess"),
    ("play", {"table": 9, "action": "pass"}, "no such table; there are: 1"),
    ("play", {"table": 1, "action": "nothing"}, "nothing"),
    ("play", {"table": 1, "action": ""}, "action"),
    ("play", {"table": "one", "action": "pass"}, "table"),
    ("describe", {"table": 1, "action": "bid z"}, "smile.bid.lowest-card"),
    ("details", {"table": 1, "name": "nobody"}, "nobody"),
    ("close", {"table": 2}, "no such table"),
    ("fly", {}, "fly"),
]


def test_bad_requests_are_answered_in_a_line_and_change_nothing() -> None:
    async def script(model: Model) -> None:
        await model.ask("open", game="smile")
        view = await model.ask("view", table=1)
        for tool, keys, part in BAD:
            try:
                found = await model.refused(tool, **keys)
            except MCPError as error:
                found = str(error)
            assert part in found, (tool, keys)
            assert "Traceback" not in found
            assert len(found) < 1000
        for place in ("2", "1/nobody", "x", "01", "1/" + "a" * 10_001):
            with pytest.raises(MCPError):
                await model.read(place)
        assert await model.ask("view", table=1) == view
        assert "there are: 1" in await model.refused("view", table=0)

    run(script)


def test_tables_are_limited_and_closing_makes_room() -> None:
    async def script(model: Model) -> None:
        for _ in range(8):
            await model.ask("open", game="smile")
        assert "8 tables are open" in await model.refused("open", game="smile")
        await model.ask("close", table=3)
        assert (await model.ask("open", game="smile")).startswith("Table 9,")

    run(script)


def test_requests_at_once_are_answered_one_by_one() -> None:
    """The SDK runs each in a thread: only one of two equal moves is legal."""

    async def script(model: Model) -> None:
        answer = await model.ask("open", game="festival", seats=["me", "greedy"])
        (action, *_) = [it for it in legal(answer) if it.startswith("bridge")]
        asked = [model.send("play", table=1, action=action) for _ in range(6)]
        found = await asyncio.gather(*asked)
        assert sum(not is_error for is_error, _ in found) == 1

    run(script)


@pytest.mark.long
@pytest.mark.usefixtures("kuhn")
@pytest.mark.parametrize("game", ["kuhn", *GOALS])
def test_a_model_reads_the_same_in_states_that_look_the_same(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(monkeypatch)
    states = [
        it
        for it in random_states(games.get(game).set_up({}).start, 3)
        if isinstance(it.actor, int) and len(it.legal_actions) > 1
    ]
    compared = 0

    async def read(model: Model, position: str, seats: list[str], actions: list[str]) -> list[Any]:
        first = await model.ask("open", game=game, position=position, seats=seats)
        asked = [await model.ask(it, table=1) for it in ("view", "hint", "wait", "record")]
        tried = [await model.refused("play", table=1, action=it) for it in actions]
        told = [await model.ask("describe", table=1, action=it) for it in legal(first)]
        return [first, *asked, *tried, *told, await model.read("1")]

    for number, state in enumerate(states[:: max(1, len(states) // 6)]):
        assert isinstance(state.actor, int)
        alike = [state.alike(state.actor, Draws(number, "others", k)) for k in range(9)]
        other = next((it for it in alike if it != state), None)
        if other is None:
            continue
        seats = ["first"] * state.seats
        seats[state.actor] = "me"
        found = list[list[Any]]()

        for it in (state, other):

            async def script(
                model: Model,
                position: str = it.view().position,
                seats: list[str] = seats,
                found: list[list[Any]] = found,
            ) -> None:
                found.append(await read(model, position, seats, ["nothing", "take sheriff"]))

            run(script)
        assert found[0] == found[1]
        compared += 1
    assert compared


def test_over_standard_input_and_output() -> None:
    transport = stdio_client(
        StdioServerParameters(command=sys.executable, args=command("mcp")[1:], env=environment())
    )

    async def script(model: Model) -> None:
        assert legal(await model.ask("open", game="smile"))

    run(script, transport)
