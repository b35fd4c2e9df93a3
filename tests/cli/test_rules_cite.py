"""Tests of the commands ``rules`` and ``cite``."""

import json
import os
import re
from pathlib import Path
from typing import Final

import pytest

from fireflies import lookup, misbehavin, smile
from fireflies.citations import fingerprint
from fireflies.cli import main
from fireflies.cli.rules import print_rule
from fireflies.rulebook import Example, Rule, Ruling, of
from tests.test_cli import run

CLAUSE: Final = "smile.last.beads"


def test_rules_prints_the_id_and_title_of_every_clause_in_order() -> None:
    done = run("rules", "smile")
    assert (done.code, done.err) == (0, "")
    ids = [line for line in done.out.splitlines() if not line.startswith(" ")]
    assert ids == list(smile.Clause)


@pytest.mark.parametrize("asked", [CLAUSE, "last.beads", "LAST.beads", "Smile.Last.Beads."])
def test_rules_prints_a_clause_in_full(asked: str) -> None:
    """Title, text, rulings and citations; the id may lack the game's name."""
    done = run("rules", "smile", asked)
    assert (done.code, done.err) == (0, "")
    words = " ".join(done.out.split())
    rule = smile.Clause(CLAUSE).rule
    assert words.startswith(f"{CLAUSE} ({rule.kind}) {rule.title}. {rule.text}")
    for ruling in rule.rulings:
        parts = (ruling.question, ruling.answer, ruling.why, ruling.others)
        assert all(part in words for part in parts)
    for cited in rule.citations:
        assert f"{' > '.join(cited.section)}, paragraph {cited.paragraph}" in words


@pytest.mark.parametrize("words", [(), (CLAUSE,), ("how", "many", "players"), ("--all",)])
def test_answers_end_with_their_edition(words: tuple[str, ...]) -> None:
    """And with what to do about a wrong one; JSON is data only."""
    ended = " ".join(run("rules", "smile", *words).out.split()).endswith
    assert ended("Is an answer wrong? Report it with its id: CONTRIBUTING.md says where.")
    assert "Smile, edition 2017, as fireflies " in run("rules", "smile", *words).out
    assert "edition 2017," not in run("rules", "smile", *words, "--json").out


def test_a_ruling_is_found_by_its_id() -> None:
    """The clause that it belongs to is printed, once, even when two of its ids are named."""
    rule = next(clause.rule for clause in smile.Clause if len(clause.rule.rulings) > 1)
    first, second = rule.rulings[:2]
    done = run("rules", "smile", first.id.removeprefix("smile."), second.id)
    assert (done.code, done.out.count(f"{rule.id} ({rule.kind})")) == (0, 1)
    assert f"Ruling {first.id}: {first.question}" in " ".join(done.out.split())


def test_what_is_not_printed_in_the_sheet_is_set_apart() -> None:
    """Our conventions and the short line have labels of their own."""
    rule = next(clause.rule for clause in smile.Clause if clause.rule.ours and clause.rule.short)
    words = " ".join(run("rules", "smile", rule.id).out.split())
    assert f"In short: {rule.short}" in words
    assert f"Not in the printed rules: {rule.ours}" in words


def test_a_changed_answer_is_told_with_its_revision() -> None:
    rule = misbehavin.Clause.OFFER_MUST.rule
    words = " ".join(run("rules", "misbehavin", rule.id).out.split())
    assert f"Since revision 2 of the rules: {rule.changed[0].says}" in words


def test_a_clause_names_the_clauses_that_it_supersedes() -> None:
    rule = next(clause.rule for clause in smile.Clause if clause.rule.supersedes)
    words = " ".join(run("rules", "smile", rule.id).out.split())
    for other in rule.supersedes:
        assert f"Goes before {other}: {of(smile.Clause).rules[other].title}." in words


def test_several_clauses_are_printed_one_after_the_other() -> None:
    both = run("rules", "smile", "bid.ties", CLAUSE)
    assert "smile.bid.ties (limit)" in both.out
    assert f"{CLAUSE} (limit)" in both.out


def test_a_question_prints_the_answer_and_related_clauses() -> None:
    """The first result with its text, at most nine others by title, each below its id."""
    done = run("rules", "smile", "bead", "on", "a", "card")
    hits = lookup.of(smile.Clause).search("bead on a card")
    rule = hits[0].rule
    words = " ".join(done.out.split())
    assert words.startswith(f"{rule.id} {rule.title}. {rule.text} smile.")
    found = [line for line in done.out.splitlines() if line.startswith("smile.")]
    assert found == [hit.id for hit in hits][:10]
    assert len(hits) > 10


def test_a_question_may_be_answered_by_a_ruling() -> None:
    ruling = smile.Clause("smile.setup.secret-beads").rule.rulings[0]
    words = " ".join(run("rules", "smile", "are loans public?").out.split())
    assert words.startswith(f"{ruling.id} {ruling.question} (our reading) {ruling.answer}")


def test_a_single_result_is_printed_in_full() -> None:
    assert run("rules", "smile", "roman").out == run("rules", "smile", "setup.markers").out


def test_words_that_the_rules_do_not_have_are_told_before_the_nearest_results() -> None:
    done = run("rules", "smile", "Pizza", "loan")
    told, _, found = done.out.partition("\n\n")
    assert told == "  The rules of Smile don't have 'pizza'. Nearest to the rest:"
    assert found.startswith("smile.borrow.stuck\n")
    assert "don't have" not in run("rules", "smile", "loan").out
    assert "pizza" not in run("rules", "smile", "pizza", "loan", "--json").out


def test_all_results_are_printed_in_full_or_as_json() -> None:
    """With --all, not only ten."""
    query = ("rules", "smile", "bead on a card")
    hits = [hit.rule.id for hit in lookup.of(smile.Clause).search("bead on a card")]
    full = run(*query, "--all").out
    assert re.findall(r"^(smile\.\S+) \(", full, re.MULTILINE) == hits
    for given, found in (("--json", hits[:10]), ("--json --all", hits)):
        lines = run(*query, *given.split()).out.splitlines()
        assert [json.loads(line)["id"] for line in lines] == found


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["xyzzy"], "no clause of Smile answers 'xyzzy'"),
        (["bid.lowst-card"], "did you mean smile.bid.lowest-card"),
        (["what", "is", "the", "capital", "of", "france"], "no clause of Smile answers 'what is"),
        (["..."], "no clause of Smile answers '...'"),
    ],
)
def test_rules_without_a_result_suggests_clauses(asked: list[str], message: str) -> None:
    done = run("rules", "smile", *asked)
    assert (done.code, done.out) == (1, "")
    assert message in done.err


@pytest.mark.parametrize("asked", ["", "  ", "?", "abc", "名前", "a" * 5000])
def test_rules_suggests_only_similar_ids(asked: str) -> None:
    """The name of the game, which is in every id, makes none similar; a long word is cut."""
    done = run("rules", "festival", asked)
    assert (done.code, done.out) == (1, "")
    assert "did you mean" not in done.err
    assert len(done.err) < 200


def test_rules_as_json() -> None:
    lines = run("rules", "smile", "--json").out.splitlines()
    found = [json.loads(line) for line in lines]
    assert [one["id"] for one in found] == list(smile.Clause)
    for one in found:
        rule = smile.Clause(one["id"]).rule
        assert (one["kind"], one["title"], one["text"]) == (rule.kind, rule.title, rule.text)
        assert [it["sha256"] for it in one["citations"]] == [
            it.fingerprint.sha256 for it in rule.citations
        ]
        assert [it["answer"] for it in one["rulings"]] == [it.answer for it in rule.rulings]
        assert len(one["examples"]) == len(rule.examples)


@pytest.mark.parametrize("columns", [40, 80])
def test_rules_all_prints_every_clause_in_full(columns: int) -> None:
    done = run("rules", "smile", "--all", columns=columns)
    assert (done.code, done.err) == (0, "")
    for clause in ("smile.pair.discard", "smile.bid.ties"):
        alone = run("rules", "smile", clause, columns=columns).out
        assert alone.partition("  Smile, edition ")[0] in done.out
        (rule,) = [it.rule for it in smile.Clause if it == clause]
        words = " ".join(alone.split())
        assert rule.examples
        for example in rule.examples:
            observer = "" if example.seat is None else f" (as seat {example.seat} sees it)"
            assert f"Example: {example.says} Table{observer}: {example.position}" in words
            assert (f"Tried: {example.action}" in words) == bool(example.action)
    ids = re.findall(r"^(smile\.\S+) \(", done.out, re.MULTILINE)
    assert ids == list(smile.Clause)
    broad = [line for line in done.out.splitlines() if len(line) > columns]
    assert [line for line in broad if len(line.split()) > 2] == []  # a position is one long word


def test_cite_fails_for_a_text_without_the_cited_words(tmp_path: Path) -> None:
    """Every missing citation and every uncited sentence is printed."""
    path = tmp_path / "other.txt"
    path.write_text("Nobody wins. Everybody dances!\n", encoding="utf-8")
    done = run("cite", "smile", "--source", str(path), "--as", "sheet")
    assert done.code == 1
    assert "Read as sheet: Smile, rules sheet, edition 2017" in done.out
    assert "line 1: Nobody wins" in done.out
    assert "line 1: Everybody dances" in done.out
    assert "Not found:\n  smile.setup.players: Smile, rules sheet (2017), Game Setup" in done.out
    count = sum(c.source == "sheet" for clause in smile.Clause for c in clause.rule.citations)
    assert done.out.endswith(f"0 of {count} citations found.\n")


def test_cite_prints_the_places_found(tmp_path: Path) -> None:
    """A line that is only a number does not count as a sentence."""
    path = tmp_path / "heading.txt"
    path.write_bytes("\ufeffScoring\r\n50 CAR-\r\nDS, it says\r\n17\r\n".encode())
    done = run("cite", "smile", "--source", str(path), "--as", "web", "--json")
    assert done.code == 1
    output = json.loads(done.out)
    assert output["source"] == "web"
    assert output["uncited"] == [{"line": 1, "words": "Scoring"}, {"line": 3, "words": "it says"}]
    assert output["aside"] == [{"line": 4, "words": "17"}]
    found = {one["clause"]: one["found"] for one in output["citations"] if one["found"]}
    assert found == {"smile.setup.box": [{"line": 2, "words": "50 CAR- DS"}]}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"%PDF-1.7 ...", "this is no text; save its text first"),
        (b"\x89PNG\r\n", "this is no text"),
        (b"one\ntwo\n\xff\n", ": line 3: this is not UTF-8"),
    ],
)
def test_cite_refuses_a_file_that_is_no_text(tmp_path: Path, content: bytes, message: str) -> None:
    (path := tmp_path / "rules").write_bytes(content)
    done = run("cite", "smile", "--source", str(path))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"fireflies: {path}")
    assert message in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--source", os.devnull, "--as", "poster"], "--as is one of sheet, web, not 'poster'"),
        (["--fingerprint", "..."], "--fingerprint: there is no word in this"),
        ([], "one of the arguments --source --fingerprint is required"),
        (["--source", os.devnull, "--fingerprint", "a"], "not allowed with"),
    ],
)
def test_wrong_usage_is_reported(words: list[str], message: str) -> None:
    done = run("cite", "smile", *words)
    assert done.code == 2
    assert message in done.err


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    done = run("cite", "smile", "--source", str(tmp_path / "none.txt"))
    assert (done.code, done.err) == (
        1,
        f"fireflies: {tmp_path / 'none.txt'}: No such file or directory\n",
    )


def test_a_fingerprint_is_printed_as_in_rules_toml() -> None:
    done = run("cite", "smile", "--fingerprint", "One Bead, please")
    words, sha256 = fingerprint("one bead please")
    assert done.out == f'words = {words}, sha256 = "{sha256}"\n'


def test_cite_prints_clause_citation_and_places(tmp_path: Path) -> None:
    (path := tmp_path / "text.txt").write_text("50 cards.\n\n50 cards!\n", encoding="utf-8")
    done = run("cite", "smile", "--source", str(path), "--as", "web")
    place = (
        "smile.setup.box\n  Smile, transcription of the rules sheet on the web (2017), Components"
    )
    assert place in done.out
    assert "  line 1: 50 cards\n  line 3: 50 cards\n" in done.out


def test_a_clause_without_citations_and_readings_is_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ruling = Ruling("stroll.on.how", "How?", "So.", "It is.")
    rule = Rule("stroll.on", "effect", "On", "On and on.", (), (ruling,))
    book = of(smile.Clause)._replace(rules={rule.id: rule})
    print_rule(rule, book)
    out = capsys.readouterr().out
    assert "How?" in out
    assert "Other readings" not in out
    assert "In print" not in out


def test_rules_prints_the_options_of_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    """They come before the position."""
    example = Example("Four walk on.", "A..B", "walk", None, {"players": 4})
    rule = Rule("stroll.on", "effect", "On", "On and on.", examples=(example,))
    print_rule(rule, of(smile.Clause))
    assert 'Options: {"players":4}\n  Table: A..B' in capsys.readouterr().out


def test_cite_refuses_a_rulebook_without_sources(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    book = of(smile.Clause)._replace(sources={})
    monkeypatch.setattr("fireflies.rulebook.of", lambda _: book)
    (path := tmp_path / "text.txt").write_text("words", encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["cite", "smile", "--source", str(path)])
    assert left.value.code == 2
    assert "the rulebook of Smile cites no source" in capsys.readouterr().err
