"""Tests of the service that the docs show, over real WebSockets with several threads."""

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from docs.examples.service import Service
from websockets.sync.client import ClientConnection, connect
from websockets.sync.server import serve

from fireflies.contract import SPECTATOR, Observer

PATIENCE: Final = 20.0
"""The most seconds in which a message has to arrive."""
OBSERVERS: Final[tuple[Observer, ...]] = (SPECTATOR, 0, 1)
"""Those of the clients, in their order."""


class Client:
    """A client of a room: it keeps the news that it gets, and answers in the order of requests."""

    def __init__(self, link: ClientConnection, room: str, token: str) -> None:
        self.link, self.room, self.token = link, room, token
        self.news: list[dict[str, Any]] = []

    def next(self) -> dict[str, Any]:
        """Return the next message, and keep it if it is news."""
        message: dict[str, Any] = json.loads(self.link.recv(PATIENCE))
        if "news" in message:
            self.news.append(message["news"])
        return message

    def ask(self, do: str, **keys: object) -> dict[str, Any]:
        """Return the answer to a request."""
        self.link.send(json.dumps({"do": do, "room": self.room, "token": self.token, **keys}))
        while "news" in (message := self.next()):
            pass
        return message

    def watch(self, since: object = (0, "")) -> dict[str, Any]:
        """Return the first news."""
        self.ask("watch", since=since)
        return self.until(1)

    def until(self, count: int) -> dict[str, Any]:
        """Return the last news when there are so many actions."""
        while not self.news or self.news[-1]["since"][0] <= count:
            self.next()
        return self.news[-1]


class Running:
    """The service on a free port, with all connections to it."""

    def __init__(self, service: Service, port: int, links: ExitStack) -> None:
        self.service, self.port, self.links = service, port, links

    def client(self, room: str = "", token: str = "") -> Client:
        """Connect another client."""
        link = connect(f"ws://localhost:{self.port}", max_size=None)
        return Client(self.links.enter_context(link), room, token)


@contextmanager
def running(path: Path) -> Iterator[Running]:
    """Run the service until the end of the block; its file is in this place."""
    service = Service(str(path))
    with closing(service.file), serve(service.serve, "localhost", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        with ExitStack() as links:
            yield Running(service, server.socket.getsockname()[1], links)
        server.shutdown()
        thread.join(PATIENCE)


def opened(server: Running, game: str, *names: str, **options: object) -> list[Client]:
    """Return a spectator of a new room, and a client for each person who sits down there."""
    watcher = server.client()
    watcher.room = watcher.ask("new", game=game, options=options)["room"]
    seated = [watcher.ask("sit", name=name) for name in names]
    assert [it["seat"] for it in seated] == [*range(len(names))]
    return [watcher, *(server.client(watcher.room, it["token"]) for it in seated)]


def play(client: Client, seat: int, most: int) -> None:
    """Act whenever the seat has to, until there are so many actions or the play is over."""
    chooser = Random(seat)
    while (news := client.news[-1])["since"][0] <= most and news["table"]["actor"] is not None:
        if news["table"]["actor"] == seat:
            action = chooser.choice([*news["legal"]])
            assert client.ask("act", action=action) == {"done": action}
        while client.news[-1] is news:
            client.next()


def play_together(clients: list[Client], most: int) -> None:
    """Let each person play in a thread, while the spectator watches."""
    threads = [
        threading.Thread(target=play, args=(client, seat, most))
        for seat, client in enumerate(clients[1:])
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def check_news(server: Running, client: Client, observer: Observer) -> None:
    """Compare all news of a client, put together, with what its observer has seen."""
    table, known = server.service.rooms[client.room].table, 0
    seen = json.loads(
        json.dumps(
            [
                [it.action and it.action.to_json(), [event.to_json() for event in it.events]]
                for it in table.record.seen_by(observer)
            ]
        )
    )
    for news in client.news:
        (until, version), told = news["since"], zip(news["actions"], news["events"], strict=True)
        assert [[*it] for it in told] == seen[known:until]
        assert version == table.now.version(observer, until)
        view = table.record.seen_by(observer)[until - 1].view
        assert news["table"] == json.loads(json.dumps(view.to_json()))
        assert news["svg"].startswith("<svg")
        known = until


@pytest.mark.long
def test_nobody_gets_what_others_hold_and_a_restart_changes_nothing(tmp_path: Path) -> None:
    """Three persons and a spectator at Misbehavin'; the server ends in the middle."""
    path = tmp_path / "rooms"
    with running(path) as server:
        clients = opened(server, "misbehavin", "Ann", "Ben", factions=["serenity", "niska"])
        for client in clients:
            client.watch()
        play_together(clients, 20)
        for client, observer in zip(clients, OBSERVERS, strict=True):
            client.until(20)
            check_news(server, client, observer)
            hands = [it["hand"] for it in client.news[-1]["table"]["players"]]
            assert [hand is None for hand in hands] == [observer != seat for seat in range(2)]
        before = server.service.rooms[clients[0].room].table.record
    with running(path) as server:
        again = [server.client(it.room, it.token) for it in clients]
        assert server.service.rooms[again[0].room].table.record == before
        for old, client in zip(clients, again, strict=True):
            last = old.until(len(before.actions))
            assert client.watch(last["since"]) == {**last, "actions": [], "events": []}
        play_together(again, 28)
        for client, observer in zip(again, OBSERVERS, strict=True):
            client.until(28)
            fresh = server.client(client.room, client.token)
            fresh.watch()
            check_news(server, fresh, observer)
        assert len(server.service.rooms[again[0].room].table.record.actions) >= 28


def test_a_decision_is_undone_when_all_have_agreed(tmp_path: Path) -> None:
    """Whoever was away gets what is missing; after the undo, the whole play again."""
    with running(tmp_path / "rooms") as server:
        watcher, ann, ben = opened(server, "smile", "Ann", "Ben", players=3, starting_player=0)
        assert ann.ask("sit", name="greedy") == {"seat": 2, "token": None}
        begun, _ = watcher.watch(), ben.watch()
        assert ann.ask("undo", seat=0) == {"missing": [1]}
        assert "nothing that could be undone" in ben.ask("undo", seat=0)["refused"]
        assert ann.ask("act", action="bid a") == {"done": "bid a"}
        assert ann.ask("undo", seat=0) == {"missing": [1]}
        while not ben.news[-1]["undo"]:
            ben.next()
        assert ben.news[-1]["undo"] == [0]
        away = server.client(watcher.room)
        later = away.watch(begun["since"])
        assert later["actions"] == [{"verb": "bid", "slot": "a"}]
        assert ben.ask("undo", seat=0) == {"undone": 1}
        again = server.client(watcher.room)
        assert again.watch(begun["since"]) == {**begun, "actions": [], "events": []}
        whole = server.client(watcher.room).watch(later["since"])
        assert whole == server.client(watcher.room).watch()
        assert len(whole["actions"]) == whole["since"][0] == begun["since"][0]


def test_a_bot_joins_in_the_middle_of_a_play(tmp_path: Path) -> None:
    with running(tmp_path / "rooms") as server:
        watcher, ann, ben = opened(server, "smile", "Ann", "Ben", players=3)
        ann.watch()
        while (news := ann.news[-1])["table"]["actor"] != 2:
            who = (ann, ben)[news["table"]["actor"]]
            assert "done" in who.ask("act", action=next(iter(news["legal"] or {"bid a": ""})))
            while ann.news[-1] is news:
                ann.next()
        table = server.service.rooms[watcher.room].table
        count = len(table.record.actions)
        assert ann.ask("sit", name="greedy")["seat"] == 2
        ann.until(count + 1)
        record = server.service.rooms[watcher.room].table.record
        assert record.seats == ("Ann", "Ben", "greedy")
        assert [count, 2, "free"] in json.loads(record.to_text())["x-seated"]
        assert "no seat is free" in ben.ask("sit", name="Cem")["refused"]


BAD: Final[dict[str, tuple[object, str]]] = {
    "no JSON": ("[1", "Expecting"),
    "too deep": ("[" * 100_000, "recursion"),
    "no object": (["new"], "room: there is none"),
    "no operation": ({}, "do: this is no request"),
    "unknown operation": ({"do": "dance"}, "do: this is no request"),
    "unknown room": ({"do": "sit", "name": "Eve", "room": "x"}, "room: there is none"),
    "unknown game": ({"do": "new", "game": "chess", "options": {}}, "no game is called"),
    "wrong options": ({"do": "new", "game": "smile", "options": {"players": 9}}, "players"),
    "wrong name": ({"do": "sit", "name": "\u202e"}, "direction character"),
    "a number for a name": ({"do": "sit", "name": 3}, "do: this is no request"),
    "wrong since": ({"do": "watch", "since": ["", 0]}, "do: this is no request"),
    "no token": ({"do": "act", "action": "bid a", "token": ""}, "token: it is not your turn"),
    "wrong token": ({"do": "undo", "seat": 0, "token": "x"}, "token: it is not your turn"),
    "no action": ({"do": "act", "action": "a bid, please"}, "is not an action"),
    "nothing to undo": ({"do": "undo", "seat": 0}, "nothing that could be undone"),
    "no such seat": ({"do": "undo", "seat": 9}, "nothing that could be undone"),
}
"""Requests that are refused, with a part of the message. Room and token are right otherwise."""


def test_each_wrong_request_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    with running(tmp_path / "rooms") as server:
        _, ann = opened(server, "smile", "Ann", players=3, starting_player=0)
        table = server.service.rooms[ann.room].table
        before, rooms = table.record, set(server.service.rooms)
        for asked, told in BAD.values():
            right = {"room": ann.room, "token": ann.token}
            found = json.dumps({**right, **asked} if isinstance(asked, dict) else asked)
            ann.link.send(asked if isinstance(asked, str) else found)
            answer = ann.next()
            assert list(answer) == ["refused"]
            assert told in answer["refused"]
        refused = ann.ask("act", action="bid c")
        assert refused["clause"] == "smile.bid.lowest-card"
        assert refused["refused"]
        assert isinstance(refused["remark"], str)
        assert server.service.rooms[ann.room].table.record == before
        assert set(server.service.rooms) == rooms
