"""Tests of the report: table, failures, conclusion, JSON lines."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from email.message import Message
from importlib import metadata
from typing import Final

import pytest

import fireflies
from fireflies import misbehavin, smile
from fireflies.conformance import SUITE, report, wire
from fireflies.conformance.cases import Case, Counts, Holds, Refuses
from fireflies.conformance.judge import Status, Verdict, judge
from fireflies.conformance.report import Run, Summary
from fireflies.conformance.runner import Result
from fireflies.conformance.sides import rows as side_by_side
from fireflies.rulebook import of
from tests.conformance.dummies import case

CLAUSE: Final = "smile.setup.clear-beads"
TIES: Final = "smile.bid.ties"
ENGINE: Final = {"name": "dummy", "version": "7.1", "language": "cant", "games": {}}


def run(known: Mapping[str, str] | None = None, *, whole: bool = True) -> Run:
    """Return a run of Smile."""
    return Run(smile.GAME, ENGINE, known or {}, whole)


def result(number: int, status: Status, message: str = "", *, clause: str = CLAUSE) -> Result:
    """Return a result of a small case."""
    small = case(number, id=f"{clause}.{number:03}", clauses=(clause, "smile.setup.supply"))
    return Result(small, Verdict(status, message), 0.25, None)


def summary(*results: Result, of: Run | None = None) -> Summary:
    """Return the summary of these results."""
    found = Summary(of or run())
    for one in results:
        found.add(one)
    return found


def table(found: Summary, width: int = 80) -> list[str]:
    """Return the lines of the report."""
    lines = list(report.report(found, width))
    assert max(len(line) for line in lines if not line.startswith("{")) <= width
    assert all(line == line.rstrip() for line in lines if "!" not in line)
    return lines


# The table.


def test_the_table_has_a_row_for_each_clause_and_a_sum() -> None:
    """A case counts for its main clause."""
    lines = table(
        summary(
            result(1, "passed"),
            result(2, "passed", clause=TIES),
            result(3, "failed", "oh", clause=TIES),
            result(4, "errored", "ah"),
            result(5, "skipped", "eh"),
            result(6, "passed"),
        )
    )
    assert lines[0].split() == ["passed", "failed", "errored", "skipped"]
    assert lines[1].split() == [CLAUSE, "2", ".", "1", "1", "<-"]
    assert lines[2].split() == [TIES, "1", "1", ".", ".", "<-"]
    assert lines[3].split() == ["3", "1", "1", "1"]
    assert lines[4] == ""
    ends = [re.search(r"\S+$", line.removesuffix("  <-")) for line in lines[:4]]
    assert len({found.end() for found in ends if found}) == 1
    assert lines[-1] == "3 passed, 1 failed, 1 errored, 1 skipped: it does not conform"


PARTLY: Final = "no failure so far, but not every case of the suite passed"
CONCLUSIONS: Final[list[tuple[Sequence[Result], bool, str, int, bool]]] = [
    ([result(1, "passed")], True, "1 passed: it conforms", 0, False),
    ([result(1, "passed")], False, f"1 passed: {PARTLY}", 3, True),
    (
        [result(1, "passed"), result(2, "skipped")],
        True,
        f"1 passed, 1 skipped: {PARTLY}",
        3,
        True,
    ),
    ([result(1, "skipped")], True, "1 skipped: it does not conform", 1, True),
    ([result(1, "failed")], False, "1 failed: it does not conform", 1, True),
    (
        [result(1, "passed"), result(2, "errored")],
        True,
        "1 passed, 1 errored: it does not conform",
        1,
        False,
    ),
    ([], True, "no case: it does not conform", 1, False),
]


@pytest.mark.parametrize(("results", "whole", "words", "code", "partial"), CONCLUSIONS)
def test_the_last_line_is_the_conclusion(
    results: Sequence[Result],
    whole: bool,  # noqa: FBT001 - parametrize gives it by name
    words: str,
    code: int,
    partial: bool,  # noqa: FBT001 - so here
) -> None:
    """A partial run says so, and has its own exit code."""
    found = summary(*results, of=run(whole=whole))
    assert list(report.report(found, 200))[-1] == words
    assert " ".join(table(found)).endswith(words)
    assert (found.conforms, found.partial, found.exit_code) == (code == 0, partial, code)


def test_known_failures_are_counted_apart() -> None:
    """One that passes is an error."""
    known = {f"{CLAUSE}.{number:03}": "because" for number in (1, 2, 3, 4)}
    results = [result(1, "failed", "oh"), result(2, "errored", "ah"), result(3, "skipped")]
    found = Summary(run(known))
    assert [found.add(one) for one in results] == ["known", "known", "skipped"]
    assert found.add(result(5, "passed")) == "passed"
    lines = table(found, 120)
    assert lines[0].split()[-1] == "known"
    assert lines[1].split() == [CLAUSE, "1", ".", ".", "1", "2"]
    assert lines[-1].startswith("1 passed, 1 skipped, 2 known: no failure so far, but not")
    assert (found.conforms, found.partial, found.exit_code) == (False, True, 3)
    assert found.add(result(4, "passed")) == "passed"
    assert f"{CLAUSE}.004 passes, but is listed as a known failure: remove it" in table(found)
    assert (found.conforms, found.mended) == (False, [f"{CLAUSE}.004"])


def test_known_failures_do_not_change_the_exit_code() -> None:
    """But the engine does not conform."""
    found = Summary(run({f"{CLAUSE}.001": "because"}))
    for one in (result(1, "failed", "oh"), result(2, "passed")):
        found.add(one)
    assert (found.conforms, found.partial, found.exit_code) == (False, True, 0)


def test_a_fault_of_stopping_is_a_failure() -> None:
    found = summary(result(1, "passed"))
    found.faults.append("it sang \x1b[1m and did not leave")
    lines = table(found)
    assert lines[-2] == "an engine did not stop as it should: it sang ?[1m and did not leave"
    assert lines[-1] == "1 passed: it does not conform"


# Differences.


def differing(small: Case, change: Mapping[str, object] | None = None, **answer: object) -> Result:
    """Return the result of an engine with a changed last state and a changed answer."""
    right = wire.handle({"cmd": "run", "seq": 1, "case": small.request.to_json()})
    assert right is not None
    states = right["states"]
    assert isinstance(states, list)
    if change is not None:
        states[-1] = {**states[-1], **change}
    found = {**right, **answer}
    verdict = judge(smile.GAME, small, found)
    assert verdict.status == "failed"
    return Result(small, verdict, 0.5, found)


def printed(found: Result, width: int = 100) -> list[str]:
    """Return the lines about a failure."""
    *lines, asked = report.failure(smile.GAME, found, width)
    assert max(map(len, lines)) <= width
    assert json.loads(asked)["case"] == found.request.to_json()
    assert lines[-1] == "  to repeat the request:"
    return lines


def rows(lines: Sequence[str]) -> Iterator[tuple[str, str, str, str]]:
    """Return mark, label and both sides of each row of the two states."""
    start = next(place for place, line in enumerate(lines) if line.endswith("the engine"))
    half = lines[start].index("the engine")
    for line in lines[start + 1 :]:
        if line == "  to repeat the request:":
            return
        yield line[2:3], line[4:24].strip(), line[24:half].strip(), line[half:].strip()


def test_a_failure_has_clause_case_request_and_difference() -> None:
    small = case(2, says="Two beads are dealt to each.", observer=1)
    lines = printed(differing(small, {"phase": "bid"}))
    rule = of(smile.GAME.clauses).rules[CLAUSE]
    assert lines[0] == f"{CLAUSE}: {rule.title}"
    output = " ".join(" ".join(lines).split())
    assert rule.text in output
    assert f"failed {small.id}: Two beads are dealt to each. options: players 3, " in output
    assert "box [2 yellow, -1 red, 2], auctions 1, beads 2 actions:" in output
    assert "actions: none as seat 1 sees it" in output
    # The first difference is in the beads of another seat, which this seat may not see:
    assert "! after 0 actions, /players/0/clear is null, not 2" in output
    first = case(2, observer=0, expect=(Holds(0, "/phase", "bid"),))
    assert "    as seat 0 sees it" in printed(differing(first))
    acted = case(2, actions=("reveal 2", "bid a"), expect=(Refuses(1),))
    output = " ".join(printed(differing(acted, refused=None)))
    assert "actions: reveal 2, bid a" in output
    assert "as seat" not in output


def test_an_entry_too_much_of_a_mapping_is_marked() -> None:
    """In any other object it is a key that the rules don't know."""
    theirs = {"supply": {"shiny": 5, "palaver": 0}, "players": [{"marks": {"nab": 1}}]}
    ours = {"supply": {"shiny": 5}, "players": [{"marks": {}}]}
    for game, differs in ((misbehavin.GAME, True), (smile.GAME, False)):
        assert [row.differs for row in side_by_side(game, ours, theirs, 200)] == [differs] * 2
    cut = side_by_side(misbehavin.GAME, ours, theirs, 0)
    assert [row.label for row in cut if row.differs] == ["- palaver", "- marks"]


def test_the_two_states_are_printed_side_by_side() -> None:
    """A mark shows each difference; unordered lists are sorted."""
    small = case(2, actions=("reveal 2",), expect=(Holds(1, "/auction", 1),))
    change = {
        "auction": 2,
        "legal": ["reveal 2 yellow", "reveal -1 red"],
        "undealt": ["2 yellow", "-1 red"],
        "supply": {"clear": 29, "blue": 4},
    }
    found = {
        name: (mark, one, other)
        for mark, name, one, other in rows(printed(differing(small, change)))
    }
    assert found["auction"] == ("!", "1", "2")
    assert found["supply"] == ("!", "clear 29, blue 5", "clear 29, blue 4")
    assert found["legal"] == (" ", *["[reveal -1 red, reveal 2 yellow]"] * 2)
    assert found["undealt"] == (" ", *["[-1 red, 2 yellow]"] * 2)
    assert found["row 0"] == (" ", *["slot a, card 2, beads 0"] * 2)
    assert found["players 2"] == (" ", *["clear 2, blue 0, cards []"] * 2)
    assert found["outcome"] == (" ", "null", "null")
    assert {name for name, (mark, _, _) in found.items() if mark == "!"} == {"auction", "supply"}


def test_a_text_of_digits_differs_from_a_number() -> None:
    small = case(2, expect=(Holds(0, "/auction", 1),))
    found = {
        name: rest
        for mark, name, *rest in rows(printed(differing(small, {"auction": "1"})))
        if mark == "!"
    }
    assert found == {"auction": ["1", "1"]}


def test_a_key_on_one_side_only_is_marked() -> None:
    small = case(2, expect=(Holds(0, "/row", []),))
    change = {"row": [{"slot": "a"}, "b"], "mood": "\x1b[5mgood\n"}
    lines = printed(differing(small, change))
    found = {name: (mark, one, other) for mark, name, one, other in rows(lines)}
    assert found["row"] == ("!", "[]", "")
    assert found["row 0"] == ("!", "", "slot a")
    assert found["row 1"] == ("!", "", "b")
    assert found["mood"] == ("!", "", "?[5mgood")
    assert all(line.isprintable() for line in lines)


def test_of_a_long_object_only_the_differences_are_marked() -> None:
    """Each in a row of its own; a key of one side only, too."""
    small = case(2, expect=(Holds(0, "/players/0/clear", 2),))
    player = {"clear": 2, "blue": 0, "cards": []}
    change = {"players": [{**player, "clear": 1, "lent": "x"}, player, player]}
    found = list(rows(printed(differing(small, change), 44)))
    start = [row[1] for row in found].index("players 0")
    assert found[start : start + 4] == [
        (" ", "players 0", "blue 0,", "blue 0,"),
        (" ", "", "cards []", "cards []"),
        ("!", "- clear", "2", "1"),
        ("!", "- lent", "", "x"),
    ]
    assert found[start + 4][:2] == (" ", "players 1")


def test_an_option_that_is_long_is_not_printed() -> None:
    small = case(2)
    options = {**small.request.options, "box": ["2"] * 101}
    asked = small._replace(request=small.request._replace(options=options))
    lines = printed(Result(asked, Verdict("errored", "it ended"), 0.5, None))
    assert "box (in the request below), auctions 1, beads 2" in " ".join(lines)


def test_long_values_are_wrapped_in_their_column() -> None:
    small = case(2, actions=("reveal 2",), expect=(Holds(1, "/legal", []),))
    lines = printed(differing(small, {"phase": "q" * 50}), 44)
    sides = list(rows(lines))
    legal = next(place for place, row in enumerate(sides) if row[1] == "legal")
    left = " ".join(row[2] for row in sides[legal : legal + 6])
    assert "reveal" in left
    names = [row[1] for row in sides]
    assert names[legal + 1] == ""


def test_after_a_wrong_refusal_the_state_before_it_is_shown() -> None:
    small = case(2, actions=("reveal 2", "reveal 6"), expect=(Refuses(1),))
    found = {name: one for _, name, one, _ in rows(printed(differing(small, refused=None)))}
    assert found["undealt"] == "[-1 red, 2 yellow]"
    other = case(2, actions=("reveal 2",), expect=(Holds(1, "/phase", "reveal"),))
    sooner = differing(other, refused={"index": 0}, states=[])
    assert {row[3] for row in rows(printed(sooner))} == {""}
    early = case(2, actions=("reveal 2",), expect=(Holds(0, "/auction", 9),))
    found = {name: one for _, name, one, _ in rows(printed(differing(early)))}
    assert found["undealt"] == "[-1 red, 2 yellow, 2]"
    later = ("reveal 2", "reveal 2 yellow", "reveal -1 red")
    asked = case(2, actions=later, ask={"from": 3}, expect=(Holds(3, "/phase", "bid"),))
    start = case(2).request.to_json()
    first = (wire.handle({"cmd": "run", "seq": 1, "case": start}) or {})["states"]
    at_once = differing(asked, refused={"index": 0}, states=first)
    sides = [row[2:] for row in rows(printed(at_once)) if row[1] == "undealt"]
    assert sides == [("[-1 red, 2 yellow, 2]", "[-1 red, 2 yellow, 2]")]
    last = case(2, actions=("reveal 2",), ask="final", expect=(Holds(1, "/auction", 9),))
    found = {name: one for _, name, one, _ in rows(printed(differing(last)))}
    assert found["undealt"] == "[-1 red, 2 yellow]"


@pytest.mark.parametrize(
    "found",
    [
        Result(case(2), Verdict("errored", "it ended"), 0.5, None),
        Result(case(2, expect=(Counts(1, 3),)), Verdict("failed", "3, not 2"), 0.5, {"count": 2}),
        Result(
            case(2, expect=(Counts(1, 3),)),
            Verdict("failed", "nothing is to be refused", 0),
            0.5,
            {"count": 2, "refused": {"index": 0}},
        ),
        Result(case(2), Verdict("failed", "refused", 0), 0.5, {"refused": {"index": -1}}),
    ],
)
def test_without_states_there_are_no_columns(found: Result) -> None:
    lines = printed(found)
    assert not [line for line in lines if line.endswith("the engine")]
    assert lines[-2].startswith("  ! ")


def test_an_unknown_clause_has_no_text() -> None:
    strange = case(2, clauses=("smile.strange",))
    lines = printed(Result(strange, Verdict("errored", "it ended"), 0.5, None))
    assert lines[0] == "smile.strange"
    assert lines[1] == f"  errored {strange.id}:"


def test_the_first_failure_of_each_clause_is_printed_and_every_other_has_a_line() -> None:
    lines = table(
        summary(
            result(1, "failed", "first of all"),
            result(2, "failed", "later"),
            result(3, "errored", "later still"),
            result(4, "failed", "another clause", clause=TIES),
        )
    )
    text = "\n".join(lines)
    assert "! first of all" in text
    assert "! later" not in text
    at = lines.index(f"  also failed {CLAUSE}.002")
    assert lines[at + 1 : at + 3] == [f"  also errored {CLAUSE}.003", ""]
    assert "! another clause" in text
    assert text.count("also ") == 2


def test_the_url_of_a_clause_is_printed_if_known(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = Result(case(2), Verdict("errored", "it ended"), 0.5, None)

    def links(urls: Sequence[str] | None) -> list[str]:
        def about(name: str) -> Message:
            assert name == "fireflies"
            if urls is None:
                raise metadata.PackageNotFoundError(name)
            found = Message()
            for url in urls:
                found["Project-URL"] = url
            return found

        monkeypatch.setattr(metadata, "metadata", about)
        return [line.strip() for line in printed(failed) if "://" in line]

    home, pages = "Homepage, https://example.org", "Documentation, https://example.org/pages/"
    assert links([home, pages]) == [f"https://example.org/pages/smile/rules.html#{CLAUSE}"]
    assert links([home]) == []
    assert links([]) == []
    assert links(None) == []


# JSON lines.


def test_the_header_has_all_versions() -> None:
    assert json.loads(report.header(run(whole=False), 12)) == {
        "type": "header",
        "suite": SUITE,
        "protocol": 1,
        "game": "smile",
        "edition": "2017",
        "rules": {"name": "fireflies", "version": fireflies.__version__, "revision": 1},
        "engine": ENGINE,
        "cases": 12,
        "whole": False,
    }
    assert re.fullmatch(r"\d+\.\d+", SUITE)


def test_a_case_and_its_result_are_two_lines() -> None:
    """Keys without a value are left out."""
    passed = result(3, "passed")
    first, second = map(json.loads, report.lines(passed, "passed"))
    assert first == {
        "type": "case",
        "id": f"{CLAUSE}.003",
        "clauses": [CLAUSE, "smile.setup.supply"],
        "says": "Everybody was dealt 3.",
        "case": passed.case.request.to_json(),
    }
    expected = {"type": "result", "id": f"{CLAUSE}.003", "status": "passed", "seconds": 0.25}
    assert second == expected
    failed = Result(passed.case, Verdict("failed", "oh", 0), 1 / 3, None)
    _, second = map(json.loads, report.lines(failed, "known"))
    rest = {"status": "known", "seconds": 0.333333, "message": "oh", "after": 0}
    assert second == {**expected, **rest}


def test_a_failure_has_the_state_of_the_engine() -> None:
    """Unless it is so large that nobody could read the line."""
    _, line = map(json.loads, report.lines(differing(case(2), {"phase": "bid"}), "failed"))
    assert (line["state"]["phase"], line["state"]["auction"]) == ("bid", 1)
    _, line = map(json.loads, report.lines(differing(case(2), {"phase": "b" * 100_000}), "failed"))
    assert "state" not in line


def test_an_engine_that_refuses_an_action_after_the_last_one_is_reported() -> None:
    asked = case(2, actions=("reveal 3",), expect=(Refuses(0),), ask="final")
    answer = {"states": [{"phase": "end"}], "refused": {"index": 99}}
    found = Result(asked, judge(smile.GAME, asked, answer), 0.5, answer)
    _, line = map(json.loads, report.lines(found, "failed"))
    assert line["state"] == {"phase": "end"}
    assert "index 99" in "\n".join(printed(found))


def test_the_play_that_explains_a_count_is_reported() -> None:
    counting = case(2, expect=(Counts(1, 3),), ask={"count": 1})
    play = counting.request._replace(actions=("reveal 2",), ask="final")
    answer = {"states": [{"phase": "reveal", "legal": []}], "refused": None}
    found = Result(counting, Verdict("failed", "oh", 1), 0.5, answer, play)
    _, second = map(json.loads, report.lines(found, "failed"))
    assert (second["play"], second["after"]) == (play.to_json(), 1)
    output = {name: rest for _, name, *rest in rows(printed(found))}
    assert output["legal"] == ["[reveal -1 red, reveal 2 yellow]", "[]"]
    assert "    actions: reveal 2" in printed(found)


def test_a_request_is_one_line_of_ascii() -> None:
    strange = case(2, actions=("réveal\x00 \u202e\n",), expect=(Refuses(0),))
    *_, asked = report.failure(smile.GAME, Result(strange, Verdict("failed", "oh"), 0.5, {}), 80)
    assert asked.isascii()
    assert asked.isprintable()
    assert json.loads(asked)["case"]["actions"] == ["réveal\x00 \u202e\n"]


def test_cases_in_a_row_without_an_answer_are_counted() -> None:
    """Any answer resets the count."""
    rows = []
    found = summary()
    for answer in (None, None, {}, None, {"errored": True}, None):
        found.add(result(1, "errored")._replace(answer=answer))
        rows.append(found.unanswered)
    assert rows == [1, 2, 0, 1, 0, 1]


def test_a_stopped_run_does_not_conform() -> None:
    found = summary(result(1, "passed"))
    found.stopped = "SIGTERM"
    assert (found.conforms, found.partial, found.exit_code) == (False, True, 3)
    assert json.loads(report.footer(found))["stopped"] == "SIGTERM"
    assert table(found)[-2] == "stopped before the last case: SIGTERM"


def test_the_footer_counts_every_status() -> None:
    found = summary(result(1, "passed"), result(2, "skipped"))
    found.faults.append("stays")
    assert json.loads(report.footer(found)) == {
        "type": "footer",
        "passed": 1,
        "failed": 0,
        "errored": 0,
        "skipped": 1,
        "known": 0,
        "conforms": False,
        "partial": True,
        "mended": [],
        "faults": ["stays"],
        "stopped": None,
    }


def test_the_title_names_game_and_engine() -> None:
    """In two lines, with any name."""
    name = "a\nb\x1b[1m" + "x" * 500
    strange = Run(smile.GAME, {**ENGINE, "name": name}, {}, whole=True)
    first, second = report.title(strange).split("\n")
    ours = f"fireflies {fireflies.__version__}, revision 1 of the rules"
    assert first == f"Smile 2017, suite {SUITE}, protocol 1, {ours}"
    assert second.startswith("engine: a b?[1mxxx")
    assert second.endswith("... 7.1 (cant)")
