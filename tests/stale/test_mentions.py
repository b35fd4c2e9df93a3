"""What says a changed clause in other words is listed."""

import pytest

from fireflies import games
from tests.misreadings.lists import ROOT
from tests.stale import __main__ as command
from tests.stale.finding import Stale
from tests.stale.words import places


def line_of(place: str) -> str:
    """Return the line of a file that a mention names."""
    file, _, line = place.rpartition(":")
    return (ROOT / file).read_text("utf-8").splitlines()[int(line) - 1]


@pytest.mark.parametrize(
    ("clause", "file", "part"),
    [
        ("misbehavin.effect.gain", "docs/misbehavin/wire.rst", ":rule:`~misbehavin.effect.gain`"),
        ("misbehavin.effect.gain", "docs/misbehavin/language.rst", "costs 3. It goes"),
        ("festival.turn.main", "docs/festival/learn.rst", "One main action [turn.main]"),
        ("festival.hold.sorin", "docs/festival/card.rst", "Place a sōrin"),
        ("misbehavin.warrant.power", "docs/misbehavin/rulings.rst", "What does a warrant do?"),
        ("festival.turn.clockwise", "docs/festival/learn.rst", "<festival.turn.clockwise>`"),
        ("smile.bid.ties", "docs/port.rst", "Several cards may have the lowest value"),
        ("smile.back-out.beads", "src/fireflies/smile/text/drawing.py", "BACK_OUT_BEADS"),
        ("festival.crow.points", "src/fireflies/festival/text/remarks.py", "CROW_POINTS"),
        ("misbehavin.card.needs", "src/fireflies/misbehavin/text/remarks.py", "CARD_NEEDS"),
    ],
)
def test_pages_and_remarks_that_say_a_clause_in_other_words_are_listed(
    clause: str, file: str, part: str
) -> None:
    game = games.get(clause.partition(".")[0])
    found = [
        place for it, place, _ in places(game) if it == clause and place.startswith(f"{file}:")
    ]
    assert any(part in line_of(place) for place in found)


def test_the_title_is_listed() -> None:
    found = [*places(games.get("smile"))]
    assert any(it[:2] == ("smile.bid.ties", "title") and "choose one" in it[2] for it in found)


def test_a_clause_whose_text_alone_has_changed_has_its_mentions(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = Stale("smile.pair.order", "review", "reviewed.toml", "its text changed")
    monkeypatch.setattr(command, "FINDERS", ())
    monkeypatch.setattr(command, "unsigned", lambda _: [changed])
    monkeypatch.setattr("tests.stale.words.reworded", lambda _: ["smile.pair.order"])
    assert command.main(["smile"]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("smile.pair.order\n")
    assert "docs/smile/learn.rst" not in shown
    assert "docs/port.rst" in shown
