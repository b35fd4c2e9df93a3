"""Rooms in which people and bots play any game: ``python service.py``."""

import json
import sqlite3
from contextlib import suppress
from itertools import chain
from secrets import randbits, token_urlsafe
from threading import Condition, Thread
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from fireflies import bots, games, record
from fireflies.contract import SPECTATOR, Observer, State
from fireflies.front.texts import remark_on, seat_names
from fireflies.table import Table

BOTS = ("greedy", "random")  # fast ones; a stranger's "os:system" would import a module


class Room:
    """A table with its players: any thread may read it, and who holds ``lock`` may change it."""

    def __init__(self, table: Table[State], seats: dict[str, int]) -> None:
        self.table, self.seats = table, seats  # the seats of persons, by their tokens
        self.lock, self.changes = Condition(), 0
        self.wishes: dict[int, set[int]] = {}  # who has agreed, by the seat whose decision to undo

    def sit(self, name: str) -> dict[str, Any]:
        free = {it for it, bot in enumerate(self.table.bots) if not bot} - {*self.seats.values()}
        if not free:
            raise ValueError("room: no seat is free")
        seat, token = min(free), token_urlsafe()
        bot = bots.named(self.table.record.game, name) if name in BOTS else None
        self.table = self.table.seated(seat, bot, name)
        self.seats |= {} if bot else {token: seat}
        return {"seat": seat, "token": None if bot else token}

    def act(self, text: str) -> dict[str, Any]:
        action = self.table.record.game.read_action(text)
        if (found := self.table.state.check(action)) is not None:
            remark = remark_on(self.table.record.game, found, self.table.record.seats)
            return {"refused": found.clause.rule.title, "clause": found.clause, "remark": remark}
        self.wishes.clear()
        return {"done": str(self.table.play(action).action)}

    def undo(self, seat: int, whose: int) -> dict[str, Any]:
        """Undo the last decision of a seat, once all persons have agreed."""
        agreed = self.wishes.pop(whose, set()) | {seat}
        if missing := {*self.seats.values()} - agreed:
            self.wishes[whose] = agreed
            return {"missing": sorted(missing)}
        return {"undone": self.table.undo_to(whose)}

    def news(self, observer: Observer, sights: int, version: str) -> dict[str, Any]:
        table, names = self.table, seat_names(self.table.record.seats, observer)
        now, game = table.now, table.record.game
        view, new = now.state.view(observer), now.since(observer, sights, version)
        return {
            "since": [now.count + 1, now.version(observer)],  # for the next request to watch
            "actions": [it.action and it.action.to_json() for it in new],
            "events": [[event.to_json() for event in it.events] for it in new],
            "table": view.to_json(),
            "legal": {str(it): str(game.describe(it, view)) for it in view.legal_actions or ()},
            "svg": game.draw and game.draw(view, names=names),
            "undo": [*self.wishes],
        }

    def tell(self, client: ServerConnection, observer: Observer, since: tuple[int, str]) -> None:
        """Send news to a client until it goes, in a thread of its own."""
        told = -1
        with suppress(ConnectionClosed):
            while True:
                with self.lock:
                    while self.changes == told:
                        self.lock.wait()
                    told = self.changes
                news = self.news(observer, *since)
                client.send(json.dumps({"news": news}))
                since = news["since"]


class Service:
    """All rooms, which a file keeps."""

    def __init__(self, path: str) -> None:
        self.rooms: dict[str, Room] = {}
        self.file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.file.execute("create table if not exists rooms (name primary key, seed, seats, play)")
        for name, seed, seats, play in self.file.execute("select * from rooms").fetchall():
            kept = record.read(play)
            players = [bots.named(kept.game, it) if it in BOTS else None for it in kept.seats]
            self.rooms[name] = Room(Table(kept, players, seed=seed), json.loads(seats))
            self.go_on(name)

    def go_on(self, name: str) -> None:
        """Keep and tell a change, and those of bots and chance, until a person has to decide."""
        room, table = self.rooms[name], self.rooms[name].table
        for _ in chain([None], iter(table.step, None)):
            row = (name, table.streams.seed, json.dumps(room.seats), table.record.to_text())
            self.file.execute("insert or replace into rooms values (?, ?, ?, ?)", row)
            with room.lock:
                room.changes += 1
                room.lock.notify_all()

    def answer(self, client: ServerConnection, asked: Any) -> dict[str, Any]:
        match asked:
            case {"do": "new", "game": str(title), "options": dict(options)}:
                game, name = games.get(title), token_urlsafe()
                free = ["free"] * game.set_up(options).start.seats
                begun, nobody = record.begin(game, options, free), [None for _ in free]
                self.rooms[name] = Room(Table(begun, nobody, seed=randbits(63)), {})
                self.go_on(name)
                return {"room": name}
            case {"room": str(name), "token": str(token)} if name in self.rooms:
                room, who = self.rooms[name], self.rooms[name].seats.get(token, SPECTATOR)
            case _:
                raise ValueError("room: there is none with this name")
        with room.lock:
            match asked:
                case {"do": "watch", "since": [int(), str()] as since}:
                    Thread(target=room.tell, args=(client, who, since), daemon=True).start()
                    return {"watching": who}
                case {"do": "sit", "name": str(player)}:
                    answer = room.sit(player)
                case {"do": "act", "action": str(action)} if who == room.table.state.actor:
                    answer = room.act(action)
                case {"do": "undo", "seat": int(whose)} if isinstance(who, int):
                    answer = room.undo(who, whose)
                case {"do": "act" | "undo"}:
                    raise ValueError("token: it is not your turn, or not your game")
                case _:
                    raise ValueError("do: this is no request, or one of its keys is missing")
            if "refused" not in answer:
                self.go_on(name)
        return answer

    def serve(self, client: ServerConnection) -> None:
        for line in client:
            try:
                answer = self.answer(client, json.loads(line))
            except (ValueError, RecursionError) as error:  # of JSON or the library: a wrong request
                answer = {"refused": str(error)}
            client.send(json.dumps(answer))


if __name__ == "__main__":
    with serve(Service("games.sqlite").serve, "localhost", 8765) as server:
        server.serve_forever()
