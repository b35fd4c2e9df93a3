"""Plays that the rules no longer allow are followed by similar ones."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from fireflies import games
from fireflies.conformance.cases import Case, Holds, load
from fireflies.files import load as load_records
from tests.misreadings.engines import engine, modules
from tests.misreadings.lists import ROOT, SOURCE
from tests.picking import Found, find, missing, pick, picked
from tests.stale import plays, repairing
from tests.stale.plays import mend_record, mended_case, moved_numbers, rewritten
from tests.stale.repairing import Repaired, repairs

GAME: Final = games.get("festival")
PAGES: Final = ROOT / "docs/festival"
OLD: Final = {
    name: re.sub(r"if table\.workers\(island\) .+:", "if False:", text)
    for name, text in modules("festival").items()
}
"""An oracle in which floors and festivals need no worker."""
WORKED: Final[list[str]] = json.loads((PAGES / "worked.jsonl").read_bytes())["actions"]


@pytest.fixture(autouse=True)
def _few_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Follow fewer plays than the session does: the searches of the tests are short."""
    monkeypatch.setattr(repairing, "WIDTH", 40)


def broken(case_id: str, old: str, new: str) -> Case:
    """Return a case in which ``new`` stands for actions that begin with ``old``, and is refused."""
    (case,) = [it for it in load(GAME) if it.id == case_id]
    actions = tuple(new if it.startswith(old) else it for it in case.request.actions)
    return case._replace(request=case.request._replace(actions=actions))


def test_a_play_that_is_allowed_is_its_own_repair() -> None:
    (record,) = load_records(PAGES / "worked.jsonl")
    found, reached = repairs(GAME, record.start, WORKED[:12], {})
    assert found[0] == Repaired((*WORKED[:12],), (*range(1, 13),))
    assert reached == 12


@pytest.mark.long
def test_fixed_actions_keep_player_verb_and_target() -> None:
    (record,) = load_records(PAGES / "worked.jsonl")
    texts = [*WORKED[:9], "stay", *WORKED[10:17]]
    (found, *_), _ = repairs(GAME, record.start, texts, {8: 0, 16: 0})
    assert found.actions[found.place(8)] == "bridge AB2"
    assert found.actions[found.place(16)] == "pagoda B"
    assert any(it.startswith("cross B") for it in found.actions[:16])
    assert repairs(GAME, record.start, texts, {9: 0, 16: 0})[0][0].actions[9] == "stay"
    for other in repairs(GAME, record.start, texts, {8: 0, 16: 1})[0]:
        state = record.start
        for text in other.actions[: other.place(16)]:
            state = state.apply(GAME.read_action(text))
        assert state.actor == 1


@pytest.mark.long
def test_missing_actions_come_back() -> None:
    """One or two of them, at a place where every other action is fixed."""
    (record,) = load_records(PAGES / "worked.jsonl")
    texts = [*WORKED[:9], *WORKED[11:17]]
    (found, *_), _ = repairs(GAME, record.start, texts, {8: 0, 9: 1, 14: 0})
    assert len(found.actions) == len(texts) + 2
    assert (found.after(9), found.place(9), found.after(0)) == (9, 11, 0)


@pytest.mark.long
def test_a_play_ends_in_a_state_that_is_wanted() -> None:
    (record,) = load_records(PAGES / "worked.jsonl")
    start = record.start
    for text in WORKED[:8]:
        start = start.apply(GAME.read_action(text))
    for number, crossing in ((2, "cross B 2"), (0, "stay")):

        def end(state: Any, number: int = number) -> bool:
            return bool(state.islands[1].workers[0] == number)

        found, _ = repairs(GAME, start, WORKED[8:10], {}, end)
        assert found[0].actions == ("bridge AB2", crossing)
        for play in found:
            state = start
            for text in play.actions:
                state = state.apply(GAME.read_action(text))
            assert end(state)


@pytest.mark.long
def test_a_mended_case_keeps_what_it_expects() -> None:
    """Also when our rules have another value there: only its play changes."""
    case = broken("festival.hold.worker.001", "cross B", "stay")
    case = case._replace(expect=(Holds(14, "/players/0/points", 13),))
    mended = mended_case(GAME, case, OLD)
    assert isinstance(mended, Case)
    assert mended._replace(request=case.request) == case
    assert any(it.startswith("cross B") for it in mended.request.actions)


def test_actions_before_an_expectation_are_fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A case that looks at two festivals keeps both."""
    (case,) = [it for it in load(GAME) if it.id == "festival.hold.neighbors.009"]
    given: list[object] = []

    def no_repairs(*words: object) -> tuple[list[Repaired], int]:
        given.append(words[3])
        return [], 3

    monkeypatch.setattr(plays, "repairs", no_repairs)
    assert "one gets to action 3" in str(mended_case(GAME, case, modules("festival")))
    assert given == [{case.request.actions.index("festival B"): 0}]


@pytest.mark.long
def test_a_mended_case_shows_its_clause_again() -> None:
    case = broken("festival.hold.worker.001", "cross B", "stay")
    mended = mended_case(GAME, case, OLD)
    assert isinstance(mended, Case)
    assert mended == mended_case(GAME, case, OLD)
    assert mended._replace(request=case.request) == case
    assert mended.request.actions[-1] == "festival B"
    assert any(it.startswith("cross B") for it in mended.request.actions)


def test_a_case_that_never_passed_is_listed() -> None:
    """Here the old oracle does not pass it either."""
    case = broken("festival.hold.worker.001", "pagoda B", "pagoda A")
    assert "name an older commit" in str(mended_case(GAME, case, OLD))


@pytest.mark.parametrize("name", ["hold.worker", "end.standstill", "setup.tiles"])
def test_a_file_of_cases_is_rewritten_in_its_layout(name: str) -> None:
    text = (SOURCE / f"conformance/cases/festival/festival.{name}.json").read_text("utf-8")
    for case in load(GAME):
        if case.clause == f"festival.{name}" and case.request.actions:
            assert rewritten(text, case) == text
            longer = case._replace(request=case.request._replace(actions=("end",) * 40))
            changed = json.loads(rewritten(text, longer))["cases"]
            assert {"id": case.id, "actions": ["end"] * 40}.items() <= changed[
                int(case.id[-3:]) - 1
            ].items()


@pytest.mark.long
def test_a_record_of_the_pages_is_mended(tmp_path: Path) -> None:
    """Its remarks stay, and every action that one stands at."""
    data = json.loads((PAGES / "worked.jsonl").read_bytes())
    texts = [*WORKED[:9], "stay", *WORKED[10:22]]
    path = tmp_path / "worked.jsonl"
    del data["digest"]
    path.write_text(json.dumps({**data, "actions": texts, "result": None}), "utf-8")
    remarks = "".join(f"\n[[remark]]\naction = {it}\ntext = 'x'\n" for it in (8, 11, 16, 21))
    told = f'record = "worked.jsonl"\n{remarks}'
    path.with_name("worked.toml").write_text(told, "utf-8")
    lines = [*mend_record(GAME, path, engine("festival", "old", OLD))]
    assert "-stay" in lines
    asked = [line.partition(":")[0] for line in lines if line.endswith("still true?")]
    assert asked == [f"worked.toml, action {it}" for it in (8, 11, 16, 21)]
    (record,) = load_records(path)
    actions = [str(action) for action in record.actions]
    assert len(actions) == len(texts)
    assert [actions[it] for it in (8, 11, 16, 21)] == [texts[it] for it in (8, 11, 16, 21)]
    assert path.with_name("worked.toml").read_text("utf-8") == told
    path.write_text(json.dumps({**data, "actions": ["end"], "result": None}), "utf-8")
    (line,) = mend_record(GAME, path, engine("festival", "old", OLD))
    assert "name an older commit" in line


def test_numbers_of_actions_move_with_them(tmp_path: Path) -> None:
    path = tmp_path / "worked.jsonl"
    path.with_name("worked.toml").write_text('record = "worked.jsonl"\n', "utf-8")
    play = Repaired(("x",) * 5, (1, 4, 5))  # two new actions before the second
    text = "action = 1\nuntil = 1\n\n.. worked-game:: festival worked.toml\n   :actions: 1-2\n"
    moved = "action = 3\nuntil = 1\n\n.. worked-game:: festival worked.toml\n   :actions: 3-4\n"
    assert moved_numbers(text, play, path) == moved
    other = text.replace("worked.toml", "first.toml")
    assert moved_numbers(other, play, path) == moved.replace("worked.toml", "first.toml").replace(
        "3-4", "1-2"
    )


@pytest.mark.long
def test_few_plays_are_picked_that_reach_all_that_any_reaches() -> None:
    """Those known first, and others only while something is missing."""
    numbers = pick("festival", most=5)
    assert numbers == pick("festival", most=5)
    all_of_them = [find("festival", number) for number in range(5)]
    assert missing(find("festival", number) for number in numbers) == missing(all_of_them)
    assert missing([Found({"a", "b"}, {"a"}, 1), Found({"c"}, {"c"}, 1)]) == {"b"}


@pytest.mark.long
def test_what_no_random_play_reaches_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The plays that reach the most are picked all the same."""
    file = tmp_path / "picked.json"
    file.write_text('{"festival": [1]}', "utf-8")
    monkeypatch.setattr(plays, "FILE", file)
    monkeypatch.setattr(plays, "find", lambda *_: Found({"a", "b", "c"}, {"a"}, 1))
    monkeypatch.setattr(plays, "pick", lambda *_: [2])
    first, *_ = plays.mend_picked(GAME)
    assert first.startswith("no random play of 3000 reaches b, c: ")
    assert json.loads(file.read_text("utf-8")) == {"festival": [2]}


@pytest.mark.long
def test_the_picked_plays_of_festival_are_enough() -> None:
    known = picked("festival")
    assert {*pick("festival", known)} <= {*known}


@pytest.mark.long
def test_a_case_that_another_clause_refuses_is_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has nine workers at the festival that more pieces of others forbid."""
    now = dict(modules("festival"))
    name = "tests.oracle.festival_judge"
    changed = re.sub(r'(?<=\(island\) ).+(?=:\n +return "hold.worker")', "< 9", now[name])
    assert changed != now[name]
    monkeypatch.setattr(plays, "right", lambda _: engine("festival", "new", {**now, name: changed}))
    monkeypatch.setattr(plays, "oracle_at", lambda *_: now)
    monkeypatch.setattr(plays, "modules", lambda _: {**now, name: changed})
    found = {case.id: message for case, message in plays.refused_otherwise(GAME, "")}
    assert "festival.hold.majority.001" in found
    assert all(it.endswith("now by festival.hold.worker") for it in found.values())


@pytest.mark.long
@pytest.mark.parametrize("before", ["now", "in other words", "another rule"])
def test_the_rules_of_before_fail_a_case(before: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that say the same in other words do not."""
    now = modules("festival")
    reworded = {name: f"{text}\n# other words\n" for name, text in now.items()}
    old = {"now": now, "in other words": reworded, "another rule": OLD}[before]
    monkeypatch.setattr(plays, "oracle_at", lambda *_: old)
    assert plays.is_told_from(GAME, "HEAD") == (before != "in other words")
