"""Follow the plays of pages and cases with the nearest ones that the rules allow."""

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from fireflies import record
from fireflies._data import dumps, loads_toml, value_at
from fireflies._entries import Entry
from fireflies.conformance import wire
from fireflies.conformance.cases import Allows, Case, Expectation, Holds, Refuses, Request, load
from fireflies.conformance.judge import judge
from fireflies.contract import State
from fireflies.errors import InvalidData, InvalidNotation
from fireflies.files import load_any
from fireflies.games import Game
from tests.misreadings.engines import Engine, engine, make, modules, patch_modules, right
from tests.misreadings.lists import ROOT, SOURCE, misreadings
from tests.misreadings.test_caught import failed
from tests.picking import FILE, MOST, find, missing, pick, picked
from tests.stale.mending import difference, write
from tests.stale.repairing import Repaired, repairs
from tests.stale.signing import git

CANDIDATES: Final = 60
"""The most plays that are tried for a case."""


def mend_picked(game: Game[Any]) -> Iterator[str]:
    """Pick random plays again when the picked ones miss something; yield the difference.

    Also yield what none of many plays reaches.
    """
    known = picked(game.name)
    if not known or not missing(find(game.name, number) for number in known):
        return
    chosen = pick(game.name, known)
    if left := missing(find(game.name, number) for number in chosen):
        names = ", ".join(sorted(left))
        yield f"no random play of {MOST} reaches {names}: make it likelier in random_plays.py"
    numbers = json.loads(FILE.read_text("utf-8")) | {game.name: chosen}
    lines = ",\n".join(f' "{name}": {those}' for name, those in numbers.items())
    yield from write(FILE, f"{{\n{lines}\n}}\n")


@cache
def oracle_at(game: Game[Any], revision: str) -> Mapping[str, str]:
    """Return the texts of the oracle's modules in a commit, by their full names."""
    folder = "tests/oracle/"
    paths = git("ls-tree", "--name-only", revision, folder).decode().split()
    return {
        f"tests.oracle.{Path(path).stem}": git("show", f"{revision}:{path}").decode()
        for path in paths
        if path.startswith(f"{folder}{game.name}") and path.endswith(".py")
    }


def _answer(asked: Engine, request: Request) -> Mapping[str, Any]:
    answer = asked.handle({"cmd": "run", "seq": 1, "case": request.to_json()})
    assert answer is not None
    return answer


# Games of the pages.


def mend_worked(game: Game[Any], revision: str) -> Iterator[str]:
    """Rewrite the games of the pages that can't be replayed; yield the lines of the difference.

    The action of each remark keeps its player, its verb and its target, as in the oracle of that
    commit. No text changes, but numbers of actions are moved.
    """
    for path in sorted((ROOT / "docs" / game.name).glob("*.jsonl")):
        try:
            [*load_any(path)]
        except InvalidData:
            yield from mend_record(game, path, engine(game.name, "old", oracle_at(game, revision)))


def mend_record(game: Game[Any], path: Path, old: Engine) -> Iterator[str]:
    name = path.name
    data: dict[str, Any] = json.loads(path.read_bytes())
    options, texts = game.unpin(data["options"]), data["actions"]
    extra = {key: value for key, value in data.items() if key.startswith("x-")}
    begun = record.begin(game, options, data["seats"], extra, data.get("position"))
    states = _answer(old, Request(game.name, game.edition, begun.options, (*texts,)))["states"]
    if len(states) <= len(texts):
        yield f"{name}: the old oracle can't replay it either: name an older commit with --since"
        return
    places = [*_places(path)]
    fixed = {number: states[number]["actor"] for _, kind, number in places if kind == "action"}
    found, reached = repairs(game, begun.start, texts, fixed)
    if not found:
        last = max((it for it in fixed if it <= reached), default=0)
        yield f"{name}: no similar play gets past action {reached}, after the remark on {last}"
        return
    for text in found[0].actions:
        begun = begun.play(game.read_action(text))
    path.write_text(f"{begun.to_text()}\n", "utf-8")
    yield from difference(name, texts, found[0].actions, 1)
    yield from _about_changed(places, texts, found[0])
    for file in dict.fromkeys(file for file, _, _ in places):
        yield from write(file, moved_numbers(file.read_text("utf-8"), found[0], path))


def _about_changed(
    places: Iterable[tuple[Path, str, int]], texts: Sequence[str], play: Repaired
) -> Iterator[str]:
    """Yield a question for each text about an action, from the first one that has changed on."""
    pairs = enumerate(zip(texts, play.actions, strict=False))
    changed = next((number for number, (old, new) in pairs if old != new), len(texts))
    told = [(file, number) for file, kind, number in places if kind == "action"]
    first = max((number for _, number in told if number <= changed), default=changed)
    for file, number in told:
        if number >= first:
            yield f"{file.name}, action {play.place(number)}: is what it says still true?"


NUMBERED: Final = re.compile(r"^(action|until) = (\d+)$", re.MULTILINE)
RANGE: Final = re.compile(r"(\.\. worked-game:: \w+ (\S+)\n +:actions: )(\d+)(?:-(\d+))?")


def _tellings(path: Path) -> Iterator[Path]:
    """Yield the files that tell a record of the pages."""
    for file in sorted(path.parent.glob("*.toml")):
        if Entry(loads_toml(file.read_bytes()), file.name).text_or_nothing("record") == path.name:
            yield file


def _places(path: Path) -> Iterator[tuple[Path, str, int]]:
    """Yield the places that count actions of a record: a file, a key, and the number."""
    told = [*_tellings(path)]
    for file in told:
        for key, number in NUMBERED.findall(file.read_text("utf-8")):
            yield file, key, int(number)
    for file in sorted(path.parent.glob("*.rst")):
        for _, name, first, _ in RANGE.findall(file.read_text("utf-8")):
            if path.with_name(name) in told:
                yield file, "action", int(first)


def moved_numbers(text: str, play: Repaired, path: Path) -> str:
    """Return the text of a page with the numbers that its actions have now."""
    names = {file.name for file in _tellings(path)}

    def number(match: re.Match[str]) -> str:
        old = int(match[2])
        return f"{match[1]} = {play.place(old) if match[1] == 'action' else play.after(old)}"

    def both(match: re.Match[str]) -> str:
        if match[2] not in names:
            return match[0]
        last = f"-{play.place(int(match[4]))}" if match[4] else ""
        return f"{match[1]}{play.place(int(match[3]))}{last}"

    return RANGE.sub(both, NUMBERED.sub(number, text))


# Cases.

ACTIONS: Final = re.compile(r'(?<=^      )"actions": \[[^\]]*\]', re.MULTILINE)


def mend_cases(game: Game[Any], revision: str) -> Iterator[str]:
    """Rewrite the plays of cases that are refused too early, or otherwise; yield the difference.

    Also yield what each mended case says, and the cases that no similar play can show.
    """
    texts: dict[Path, str] = {}
    otherwise = {case.id for case, _ in refused_otherwise(game, revision)}
    for case in load(game):
        refused = _refused(wire.handle({"cmd": "run", "seq": 1, "case": case.request.to_json()}))
        if refused in {None, case.refused, -1} and case.id not in otherwise:
            continue
        path = SOURCE / "conformance/cases" / game.name / f"{case.clause}.json"
        mended = mended_case(game, case, oracle_at(game, revision))
        if isinstance(mended, str):
            yield f"{case.id}: {mended}"
        else:
            left = judge(game, mended, _answer(right(game.name), mended.request)).message
            done = f"mended, but {left}" if left else "mended"
            yield f"{case.id}: {done}; is it still true? {case.says}"
            texts[path] = rewritten(texts.get(path) or path.read_text("utf-8"), mended)
    for path, text in texts.items():
        yield from write(path, text)


def refused_otherwise(game: Game[Any], revision: str) -> Iterator[tuple[Case, str]]:
    """Yield the cases that are refused by another clause than in a commit, with a message.

    Such a case passes, but it no longer shows what it was written for.
    """
    texts = oracle_at(game, revision)
    if texts == modules(game.name):
        return
    before = engine(game.name, "old", texts)
    for case in load(game):
        if case.refused not in {None, -1}:
            both = [_answer(it, case.request)["refused"] for it in (before, right(game.name))]
            old, new = ((it or {}).get("clause") for it in both)
            if old and new and old != new and {it["index"] for it in both} == {case.refused}:
                text = case.request.actions[case.refused or 0]
                yield case, f"{text!r} (index {case.refused}) was refused by {old}, now by {new}"


def is_told_from(game: Game[Any], revision: str) -> bool:
    """Return whether a case tells the rules from those of a commit, where the oracle has changed.

    Otherwise the rules of before are a misreading that passes.
    """
    old, cases = oracle_at(game, revision), load(game)
    return old == modules(game.name) or any(failed(engine(game.name, "old", old), cases))


def _refused(answer: Mapping[str, Any] | None) -> int | None:
    refused = None if answer is None else answer.get("refused")
    return None if refused is None else refused["index"]


def mended_case(game: Game[Any], case: Case, old: Mapping[str, str]) -> Case | str:
    """Return the case with the most similar play that still shows its clause, or why none does.

    ``old`` are the texts of the oracle that passes the case as it is. The last action and its
    player do not change; an action before a state with an expectation keeps player, verb and
    target. The last one is refused by the same clause, if at all, and each engine with a misreading
    of the clause that fails the case as it is fails the new one. Without such a play, it is one
    that does so once the values that the case expects are those of our rules.
    """
    before = engine(game.name, "old", old)
    if not _passes(game, case, before):
        return "the old oracle does not pass it either: name an older commit with --since"
    told = [*_told(game, case, old)]
    try:
        wrong = [make(misread) for misread in told]
    except ValueError as error:
        return f"it tells a misreading apart whose patch has lost its place: {error}"
    actions = case.request.actions
    last = len(actions) - 1 if case.refused is None else case.refused
    start = wire.set_up(game, case.request.options).start
    clause, actors = _last(before, case.request, last)
    actor = actors[-1]
    seen = {it.after - 1 for it in case.expect if isinstance(it, Holds | Allows)}
    fixed = {number: actors[number] for number in seen if 0 <= number < last}
    try:
        shown = game.read_action(actions[last])
    except InvalidNotation:
        shown = None

    def shows(state: State) -> bool:
        violation = None if shown is None else state.check(shown)
        found = clause if shown is None else violation and str(violation.clause)
        return (found, state.actor) == (clause, actor)

    found, reached = repairs(game, start, actions[:last], fixed, shows)
    but_for_values: Case | None = None
    for play in found[:CANDIDATES]:
        rest = range(1, len(actions) - last + 1)
        ends = (*play.ends, *(len(play.actions) + it for it in rest))
        mended = _with(case, Repaired((*play.actions, *actions[last:]), ends))
        found_clause, actors = _last(right(game.name), mended.request, len(play.actions))
        is_same = (found_clause, actors[-1]) == (clause, actor)
        for tried in (mended, _with_values(mended, right(game.name)))[: 1 + (not but_for_values)]:
            if (
                is_same
                and _passes(game, tried, right(game.name))
                and not any(_passes(game, tried, it) for it in wrong)
            ):
                if tried == mended:
                    return mended
                but_for_values = mended
    if but_for_values is not None:
        return but_for_values
    names = ", ".join(it.name for it in told) or "no misreading"
    return f"no similar play passes it and tells apart {names}; one gets to action {reached}"


def _last(asked: Engine, request: Request, index: int) -> tuple[object, list[object]]:
    """Return the clause that refuses the action of this index, or None, and the actors up to it."""
    whole = request._replace(observer=None, ask="trace")
    answer = _answer(asked, whole)
    actors = [state["actor"] for state in answer["states"][: index + 1]]
    return (answer["refused"] or {}).get("clause"), actors


def _passes(game: Game[Any], case: Case, asked: Engine) -> bool:
    return judge(game, case, _answer(asked, case.request)).status == "passed"


def _told(game: Game[Any], case: Case, old: Mapping[str, str]) -> Iterator[Any]:
    """Yield the misreadings of the case's clause that fail it in the old oracle."""
    for misread in misreadings(game.name).values():
        if misread.clause == case.clause:
            try:
                texts = patch_modules(misread, old)
            except ValueError:
                continue  # its patch was written for the new oracle
            if not _passes(game, case, engine(game.name, misread.name, texts)):
                yield misread


def _with(case: Case, play: Repaired) -> Case:
    """Return a case with another play, and with the same expectations after the same actions."""

    def moved(expected: Expectation) -> Expectation:
        match expected:
            case Holds() | Allows():
                return expected._replace(after=play.after(expected.after))
            case Refuses():
                return Refuses(play.place(expected.action))
            case _:
                return expected

    request = case.request._replace(actions=play.actions)
    return case._replace(request=request, expect=tuple(map(moved, case.expect)))


def _with_values(case: Case, asked: Engine) -> Case:
    """Return a case that expects the values that an engine has in the same places."""
    states = _answer(asked, case.request._replace(ask="trace"))["states"]
    return case._replace(
        expect=tuple(
            it._replace(value=value_at(states[it.after], it.at))
            if isinstance(it, Holds) and it.after < len(states)
            else it
            for it in case.expect
        )
    )


def rewritten(text: str, case: Case) -> str:
    """Return the text of a file of cases with the actions and the indexes of a case."""
    head, sign, rest = text.partition(f'"id": "{case.id}"')
    rest, next_id, tail = rest.partition('"id": ')
    indexes = iter([it.after for it in case.expect if isinstance(it, Holds | Allows)])

    def moved(match: re.Match[str]) -> str:
        return f"{match[1]}{case.refused if 'refused' in match[1] else next(indexes)}"

    rest = re.sub(r'("(?:after|refused)": )\d+', moved, rest)
    rest = ACTIONS.sub(lambda _: _listed(case.request.actions), rest, 1)
    return f"{head}{sign}{rest}{next_id}{tail}"


def _listed(actions: tuple[str, ...]) -> str:
    """Return the actions as lines of a file of cases."""
    line = f'"actions": [{", ".join(map(dumps, actions))}]'
    if len(line) <= 93:
        return line
    glued = ", ".join(dumps(text).replace(" ", "\0") for text in actions)
    indent = " " * 8
    lines = textwrap.fill(
        glued, 100, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
    return f'"actions": [\n{lines}\n      ]'.replace("\0", " ")
