"""What is stale is named once, by its clause, with what differs; and the sentences about it."""

import tomllib
from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

from fireflies import games
from fireflies.conformance.cases import Case, Holds, Refuses, load
from tests.misreadings.lists import ROOT
from tests.stale import __main__ as command
from tests.stale import finding, signing, words
from tests.stale.finding import FINDERS, WHAT_TO_DO, Stale, named
from tests.trace.reviewed import FILE
from tests.trace.reviewed import read as read_reviews

FESTIVAL = games.get("festival")
(WORKER,) = [case for case in load(FESTIVAL) if case.id == "festival.hold.worker.001"]


def test_the_clauses_of_a_text_are_found_with_and_without_their_game() -> None:
    text = "festival.hold.worker: no; 'hold.tie' (not hold.tied), festival.hold.worker. e.g. x.y"
    assert named(FESTIVAL, text) == ["festival.hold.worker", "festival.hold.tie"]
    assert named(games.get("smile"), text) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda case: case._replace(expect=(Refuses(13),)), "'festival B' (index 13) is expected"),
        (
            lambda case: case._replace(
                request=case.request._replace(actions=(*case.request.actions[:-2], "festival B"))
            ),
            "'festival B' (index 12) is refused: festival.turn.",
        ),
        (
            lambda case: case._replace(expect=(Holds(14, "/islands/1/sealed", value=False),)),
            "after 14 actions, /islands/1/sealed is true, not false",
        ),
    ],
    ids=["accepted", "refused", "another value"],
)
def test_a_stale_case_says_what_our_rules_say(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Case], Case], message: str
) -> None:
    monkeypatch.setattr(finding, "load", lambda _: [WORKER, change(WORKER)])
    (found,) = finding.stale_cases(FESTIVAL)
    assert found[:3] == ("festival.hold.worker", "case", "festival.hold.worker.001")
    assert found.message.startswith(message)


def test_a_stale_case_makes_no_engine_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle is compared with our rules, whatever the case expects."""
    wrong = WORKER._replace(expect=(Refuses(13),))
    monkeypatch.setattr(finding, "load", lambda _: [wrong])
    monkeypatch.setattr(finding, "COMMANDS", {})
    assert [*finding.stale_engines(FESTIVAL)] == []


def test_every_part_says_what_to_do() -> None:
    """Each is a part that some finder yields."""
    source = "".join(
        (ROOT / f"tests/stale/{it}.py").read_text("utf-8") for it in ("finding", "signing", "words")
    )
    assert all(f'"{part}", ' in source for part in WHAT_TO_DO)
    assert len(FINDERS) == len(WHAT_TO_DO) - 2


@pytest.mark.parametrize("changed", ["festival.win.coins", None])
def test_sentences_about_a_clause_that_refuses_are_listed(
    changed: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of pages, by link or id, and of remarks; not those about the clause of the example.

    Those about the clause of a message that names none, while no text has changed.
    """
    monkeypatch.setattr(words, "reworded", lambda _: [changed] if changed else [])
    said = "it is refused: festival.hold.worker: To hold"
    shown = [
        Stale("festival.hold.tie", "example", "1", said),
        Stale("festival.water.late", "test", "x", "2 != 3"),
    ]
    found = [*words.mentions(FESTIVAL, shown)]
    assert {one.clause for one in found} == {
        "festival.hold.worker",
        changed or "festival.water.late",
    }
    places = {one.name.partition(":")[0] for one in found if one.clause == "festival.hold.worker"}
    assert places >= {
        *(
            f"docs/festival/{name}"
            for name in ("learn.rst", "first.toml", "wire.rst", "rulings.rst")
        ),
        "src/fireflies/festival/text/remarks.py",
    }
    assert "docs/festival/rules.rst" not in places


def test_a_clause_is_reworded_by_its_text_and_not_by_an_example(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Compared with the rulebook as it was when the clause was reviewed."""
    kept = read_reviews(FILE)
    changed = {"festival.hold.tie", "festival.hold.worker"}
    monkeypatch.setattr(
        signing,
        "read_reviews",
        lambda _: {it: one._replace(text="") if it in changed else one for it, one in kept.items()},
    )
    assert [*signing.reworded(FESTIVAL)] == []
    monkeypatch.setattr(signing, "SAID", ("title", "example"))
    book = (ROOT / "src/fireflies/festival/rules.toml").read_text("utf-8")
    before = signing.said(tomllib.loads(book.replace("To hold a festival", "To call one")))
    monkeypatch.setattr(signing, "said_at", lambda *_: before)
    assert [*signing.reworded(FESTIVAL)] == ["festival.hold.worker"]


def test_what_is_mended_is_read_anew_before_the_table_is_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This process has the rulebook as it was: another one finds what is left."""
    for name in ("examples", "misreadings", "cases", "worked", "picked"):
        monkeypatch.setattr(command, f"mend_{name}", lambda *_: [])
    ran: list[tuple[str, ...]] = []

    def run(words: tuple[str, ...], **_: object) -> CompletedProcess[str]:
        ran.append(words[2:])
        return CompletedProcess(words, 1)

    monkeypatch.setattr("subprocess.run", run)
    monkeypatch.setattr(command, "find", lambda *_: [])
    assert command.main(["smile", "--mend", "--since", "abc"]) == 1
    assert ran == [("tests.stale", "smile", "--since", "abc")]
