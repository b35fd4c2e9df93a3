"""The bridge from the library to a front end in another language, such as a web page.

A :class:`Bridge` keeps one play of any game. A request is a JSON object with the name of an
operation under ``do``, and the keys of that operation; ``?`` marks those that may be left out. The
answer is ``{"answer": {...}}`` or ``{"error": {...}}``. A request has at most 10,000,000 bytes, a
number in it is at most 1,000,000,000, and ``milliseconds`` at most 86,400,000, which is a day.

``games`` (``game?``)
    ``games``: name, title, edition, ``seats``, ``bots``, ``options`` of each game, or of one. An
    option has its name, a ``title`` for a form, and a ``text`` about the allowed values. A form can
    offer its ``choices``, words with a ``title``, and others where it ``has_others``; for a list
    the words of its ``parts``, by seat where it is ``by_seat``; a seat where it ``names_seat``.
    ``levels`` has for some bots how strong they are: ``"easy"``, ``"good"`` or ``"strong"``.
``rules`` (``game``, ``query``)
    ``hits``: the clauses and rulings that answer a question in everyday words, best first, at most
    10; each has ``id``, ``title`` and ``text``.
``templates`` (``game``)
    ``templates``: the English sentence of each class of events, with its fields in braces, for a
    front end that writes its own in another language.
``template`` (``game``, ``option``)
    ``text``: the file to fill in for an option.
``new`` (``game``, ``options?``, ``files?``, ``players?``, ``names?``, ``seed?``, ``position?``)
    Begin a play; the answer is a status. ``options`` has data, or texts as on the command line;
    ``files`` has the texts of files instead. ``players`` has for each seat ``"human"``,
    the name of a bot, or null for the game's usual bot.
``load`` (``record``, ``players?``)
    Continue the play of a record; the answer is a status. A redacted record can only be looked at.
``status`` (``observer?``, ``since?``, ``picture?``, ``width?``)
    A status: all that an observer may know of the table. The observer is a seat, ``"spectator"``,
    or null for the referee. It is remembered: steps, hints and errors are for this observer. At
    first it is the only person, or else a spectator. The picture marks what differs from the
    position after ``since`` actions; with ``"picture": false`` there is none. With ``width``, that
    of its place in CSS pixels, it is laid out for it, and leaves out the legal actions, which
    ``groups`` has.
``log`` (``observer?``, ``from?``)
    ``entries``: the steps, from this number on. ``summary``: what other seats than the observer did
    in them, in a short sentence each.
``details`` (``name?``, ``observer?``)
    ``lines`` about the card, place or seat with this name; without a name ``things``, an object
    with the details of everything that has a name: its ``kind``, facts, and ``lines``.
``describe`` (``action``, ``observer?``)
    A legal action as far as the observer can know: one sentence as ``text``, and ``head``,
    ``price``, ``gains`` by seat, ``follows``, ``events``, ``ends``.
``record`` (``observer?``, ``pinned?``)
    ``record``: the text of the whole record, or of the redacted one of an observer. It is complete,
    or with ``"pinned": true`` shorter, and names a box that ships with the game.
``go`` (``index``)
    From now on, show the position after the first ``index`` actions; the answer has ``index``. The
    play can be continued only when the last position is shown.
``play`` (``action``)
    Carry out an action of a person; the answer has ``steps``. The observer has to be the seat that
    decides, or the referee.
``why`` (``action``)
    ``clause``, ``title``, ``text``, ``remark``: what forbids an action to the person who decides.
    When it is legal, ``clause`` is null and there is no other key.
``undo``, ``redo``
    ``undone`` or ``redone``: the number of actions, back to the last decision of a person, or on to
    the next.
``advance`` (``milliseconds?``, ``most?``)
    Let bots and chance decide, at most ``most`` times (by default once), until a person has to
    decide or the time is over. The answer has ``steps``, ``progress`` and ``waits``. When a search
    takes longer, ``progress`` is the share that is done, from 0 to 1: the next request continues
    the search. ``waits`` is true when a person has to decide now, or the play is over.
``hint`` (``bot?``, ``milliseconds?``)
    ``action``, ``progress``: what a bot would do, or how far its search is.
``analyse`` (``budget?``, ``milliseconds?``)
    ``actions``: the legal actions, best first, with the results of a search with this budget
    (``400`` rollouts, or ``1s``, the default): ``text``, ``data``, ``visits`` and ``value``, as in
    :class:`fireflies.search.Analysed`. ``progress`` is as in ``hint``; ``actions`` is null until
    the search is done.
``cancel``
    Stop the search in progress; the answer is empty.

A status has these keys:

``game``, ``title``
    The name of the game, and its title.
``names``, ``players``
    By seat; the players as in ``new``.
``observer``, ``actor``, ``decides``
    Who looks, who decides next (a seat, ``"chance"``, or null at the end), and the kind of this
    actor: ``"human"``, ``"bot"``, ``"chance"``, or null when nobody can act.
``count``, ``index``
    The number of actions so far, and how many of them come before the position that is shown.
``can_undo``, ``can_redo``
    Whether there is something to undo or redo.
``svg``, ``text``, ``position``, ``legend``
    The table as a picture (null where there is none), as text with a legend of its signs, and
    in one line.
``groups``
    The legal actions in groups: ``word`` is the first word of all actions of a group, and its
    ``actions`` have a ``text``, a ``label`` without that word, a ``sentence`` that describes the
    action, ``things``, the names of the cards, places and seats that it is about, and ``data``. In
    the picture, what has such a name is an element with it as ``data-name``. ``wastes`` says in a
    sentence what an action leaves unused, so that a person can be asked first; null for nothing.
    ``groups`` is null where the observer may not see them, or when an earlier position is shown.
``situation``
    What is decided next, what the observer has and what there is to choose from, in a few
    sentences: for somebody who listens.
``outcome``
    ``scores``, ``winners``, and the ``clause`` that decided with its ``title``; ``tally`` has by
    seat the parts of the score, each with ``text`` and ``points``. Null before the end.

Values that a redacted record does not have are null, and its ``legend`` is empty.

A step has ``index``, ``actor``, ``action`` and ``events``; an event has ``text``, ``clause`` and
``title``. Both have ``data``, which is what ``to_json`` returns; null where it is unknown. An error
has a ``message`` for people and, where they are known, the ``place`` in the request and the
violated ``clause`` with its ``title``. The error about an illegal action has the ``text`` and
``remark`` too. After an error nothing has changed.
"""

from collections.abc import Callable, Mapping
from functools import partial
from math import inf
from threading import Lock
from time import monotonic
from typing import Final, TypeAlias

from fireflies import games, lookup
from fireflies._data import array, dumps, loads_line
from fireflies._entries import Entry
from fireflies.contract import IllegalAction, InvalidOptions
from fireflies.errors import FirefliesError, InvalidData, clipped, shown
from fireflies.files import read_any
from fireflies.front.answers import Answers
from fireflies.front.players import DEFAULT_BUDGET, Setting, new_seed, read_seed, setting_of
from fireflies.front.playing import Clock
from fireflies.front.redacted import Redacted
from fireflies.front.starting import (
    describe,
    file_of,
    new_table,
    read_kinds,
    read_options,
    table_of,
    usual_kinds,
)
from fireflies.front.writing import Json, cited
from fireflies.record import RedactedRecord

_Act: TypeAlias = Callable[[], Json]
"""A function that carries out a request, and returns the answer."""


_LARGEST: Final = 1_000_000_000
"""The largest number in a request, more than the actions of any play."""
_WIDEST: Final = 10_000
"""The greatest width of a place for a picture, in CSS pixels."""
_MOST_HITS: Final = 10
"""The most results of a search for rules."""
_LONGEST: Final = 86_400_000
"""The most milliseconds of a search: a day, as on the command line."""


class Bridge:
    """One play, and the operations on it. Requests of several threads are answered one by one.

    ``clock`` returns the time in seconds, for searches in slices.
    """

    def __init__(self, clock: Clock = monotonic) -> None:
        self._clock: Final = clock
        self._lock: Final = Lock()
        self._kept: Answers | Redacted | None = None
        self._operations: Final[Mapping[str, Callable[[Entry], _Act]]] = {
            "games": lambda it: partial(_games, it.text_or_nothing("game")),
            "rules": lambda it: partial(_rules, it.text("game"), it.text("query")),
            "templates": lambda it: partial(_templates, it.text("game")),
            "template": lambda it: partial(_template, it.text("game"), it.text("option")),
            "new": self._new,
            "load": self._load,
            "status": lambda it: partial(
                self._shown.status,
                self._observer(it),
                it.number_or_none("since", _LARGEST),
                picture=it.flag("picture") if it.has("picture") else True,
                width=it.number_or_none("width", _WIDEST),
            ),
            "log": lambda it: partial(
                self._shown.log, self._observer(it), it.number_or_none("from", _LARGEST) or 0
            ),
            "details": lambda it: partial(
                self._playable.details,
                self._observer(it),
                it.text("name") if it.has("name") else None,
            ),
            "describe": lambda it: partial(
                self._playable.describe, self._observer(it), it.text("action")
            ),
            "record": lambda it: partial(
                self._shown.record,
                _given(it, "observer", None),
                pinned=it.flag("pinned") if it.has("pinned") else False,
            ),
            "go": lambda it: partial(self._shown.go, it.number("index", 0, _LARGEST)),
            "play": lambda it: partial(self._playable.play, it.text("action")),
            "why": lambda it: partial(self._playable.why, it.text("action")),
            "undo": lambda _: self._playable.undo,
            "redo": lambda _: self._playable.redo,
            "advance": lambda it: partial(self._playable.advance, _seconds(it), _most(it)),
            "hint": lambda it: partial(
                self._playable.hint, it.text_or_nothing("bot"), _seconds(it)
            ),
            "analyse": lambda it: partial(
                self._playable.analyse, it.text_or_nothing("budget") or DEFAULT_BUDGET, _seconds(it)
            ),
            "cancel": lambda _: self._playable.cancel,
        }

    def handle(self, request: str) -> str:
        """Return the answer to a request; both are JSON."""
        try:
            with self._lock:
                return dumps({"answer": self._answer(request)})
        except IllegalAction as error:
            found = self._playable.refusal(error.violation)
        except InvalidOptions as error:
            clause = {} if error.clause is None else cited(error.clause)
            message = f"options.{clipped(error.option)}: {error.problem}"
            found = {"message": message, "place": f"options.{error.option}", **clause}
        except InvalidData as error:
            found = {"message": str(error), "place": error.place}
        except FirefliesError as error:
            found = {"message": str(error)}
        return dumps({"error": found})

    def _answer(self, request: str) -> Json:
        entry = Entry(loads_line(request, "request"), "request")
        name = entry.text("do")
        if name not in self._operations:
            known = ", ".join(self._operations)
            raise InvalidData("do", f"there is no operation {shown(name)}, only {known}")
        act = self._operations[name](entry)
        entry.end()
        return act()

    @property
    def _shown(self) -> Answers | Redacted:
        """The current play. Raises InvalidData."""
        if self._kept is None:
            raise InvalidData("do", "there is no play yet: begin with new or load")
        return self._kept

    @property
    def _playable(self) -> Answers:
        """The current play, if it can be continued. Raises InvalidData."""
        kept = self._shown
        if isinstance(kept, Redacted):
            raise InvalidData("do", "a redacted record can only be looked at")
        return kept

    def _observer(self, entry: Entry) -> object:
        return _given(entry, "observer", self._shown.observer)

    def _new(self, entry: Entry) -> _Act:
        game = games.get(entry.text("game"))
        given, files = entry.table_or_nothing("options"), entry.table_or_nothing("files")
        seed = entry.anything("seed") if entry.has("seed") else new_seed()
        players = array(_given(entry, "players", []), "players")
        seats, position = entry.texts("names"), entry.text_or_nothing("position") or None

        def act() -> Json:
            options = read_options(game, given, files)
            kinds = read_kinds(game, players) or usual_kinds(game, options, position)
            setting = Setting(kinds, read_seed(seed, "seed"))
            table = new_table(game, options, setting, seats, position)
            return self._keep(Answers(table, setting, self._clock))

        return act

    def _load(self, entry: Entry) -> _Act:
        line, players = entry.text("record"), _given(entry, "players", None)

        def act() -> Json:
            record = read_any(line)
            if isinstance(record, RedactedRecord):
                return self._keep(Redacted(record, line))
            setting = setting_of(record)
            if players is not None:
                kinds = read_kinds(record.game, array(players, "players"))
                setting = Setting(kinds, setting.seed)
            return self._keep(Answers(table_of(record, setting), setting, self._clock))

        return act

    def _keep(self, play: Answers | Redacted) -> Json:
        """Keep a play in place of the last one, and return its status."""
        status = play.status(play.observer)
        self._kept = play
        return status


def _games(name: str) -> Json:
    found = [games.get(name)] if name else games.usable().values()
    return {"games": [describe(game) for game in found]}


def _rules(name: str, query: str) -> Json:
    found = lookup.of(games.get(name).clauses).search(query)[:_MOST_HITS]
    return {"hits": [{"id": it.id, "title": it.title, "text": it.answer} for it in found]}


def _templates(name: str) -> Json:
    return {"templates": games.get(name).templates}


def _template(name: str, option: str) -> Json:
    return {"text": file_of(games.get(name), option, "option").template()}


def _given(entry: Entry, key: str, default: object) -> object:
    return entry.anything(key) if entry.has(key) else default


def _most(entry: Entry) -> int:
    """Read the greatest number of decisions in one answer."""
    return entry.number("most", 1, _LARGEST) if entry.has("most") else 1


def _seconds(entry: Entry) -> float:
    """Read the time in which a search may work for one answer; unlimited when it is missing."""
    milliseconds = entry.number_or_none("milliseconds", _LONGEST)
    return inf if milliseconds is None else milliseconds / 1000
