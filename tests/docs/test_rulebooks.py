"""Tests of the Sphinx domain of rules, with small projects that are built."""

import html
import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from sphinx.errors import ExtensionError

from fireflies import games, lookup, rulebook, smile
from fireflies.conformance.cases import load
from fireflies.contract import State
from fireflies.errors import InvalidData
from fireflies.games import Game
from fireflies.record import begin
from tests.docs.conftest import DOCS, Build
from tests.kuhn import GAME as KUHN
from tests.smile.proofs.test_printed_examples import AUCTION

pytestmark = pytest.mark.long

HASH = "0123456789abcdef" * 4

PIECES = """
from fireflies.rulebook import Clause as Base


class Clause(Base):
    WALK_ON = "stroll.walk.on"
    WALK_HOME = "stroll.walk.home"


class Walked:
    clause = Clause.WALK_ON

    def back(self):
        return Clause.WALK_HOME
"""

RULES = f"""
[[source]]
id = "leaflet"
title = "The leaflet"
edition = "1999"
publisher = "nobody"
language = "en"

[[source]]
id = "poster"
title = "The poster"
edition = "2001"
publisher = "somebody"
language = "en"

[[source]]
id = "blog"
title = "We strolled"
author = "Ann"
date = "1999-12"
address = "https://example.org/stroll"
language = "en"

[[rule]]
id = "stroll.walk.on"
kind = "limit"
title = "Walk on"
text = "One walks on & on."
ours = "A step is a turn."
short = "Walk & walk."
cite = [
  {{ source = "leaflet", section = ["Walking"], paragraph = 2, words = 3, sha256 = "{HASH}" }},
]

[[rule]]
id = "stroll.walk.home"
kind = "limit"
title = "Walk home"
text = "In the end one walks home."
supersedes = ["stroll.walk.on"]

[[rule.ruling]]
id = "stroll.walk.home.when"
question = "When is the end?"
answer = "At dusk."
why = "It is dark then."
others = "When one is tired."
sources = ["blog"]

[[rule.example]]
says = "Nowhere to go"
position = "1 0 012 - 6+0/6+0/6+0 17+5 - 1,2,3"

[[term]]
name = "dusk"
meaning = "When the light goes."
rules = ["stroll.walk.home"]

[[flavor]]
source = "poster"
section = []
paragraph = 1
words = 5
sha256 = "{HASH}"
reason = "a picture"
ruling = "stroll.walk.home.when"
"""

BOX = """
[[figure]]
name = "shoes"
value = 2
certainty = "printed"
sources = ["leaflet", "blog"]
why = "people have two feet"

[[card]]
card = "left"
certainty = "invented"
why = "nobody has seen it"
"""


@pytest.fixture
def stroll(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Register a game of two clauses; return its folder."""
    folder = tmp_path / "games" / "stroll"
    folder.mkdir(parents=True)
    files = {"__init__.py": "", "pieces.py": PIECES, "rules.toml": RULES, "box.toml": BOX}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder.parent))

    def load(name: str) -> Game[smile.State]:
        clauses = import_module("stroll.pieces").Clause
        return replace(smile.GAME, name=name, title="Stroll", clauses=clauses)

    monkeypatch.setattr(games, "get", load)
    monkeypatch.setattr(games, "names", lambda: ("stroll",))
    yield folder
    rulebook.load.cache_clear()
    rulebook._of.cache_clear()


def test_a_rule_is_described_and_linked_to(build: Build) -> None:
    """Roles and directives link within a project and from another one."""
    built = build(
        {"rules_games": ["smile"]},
        index=".. toctree::\n\n   other\n\n" + "".join(f".. rule:: {it}\n" for it in smile.Clause),
        other="See :rule:`smile.bid.lowest-card`, :fireflies:rule:`so <smile.bid.lowest-card>`,"
        " :any:`smile.bid.lowest-card`, :ref:`fireflies-rules`, :rule:`~smile.bid.ties`.\n",
    )
    assert built.warnings == ""
    page, other = built.page(), built.page("other")
    rule = smile.Clause.BID_LOWEST_CARD.rule
    assert 'id="smile.bid.lowest-card"' in page
    assert rule.title in page
    assert rule.text in built.text()
    assert other.count('href="index.html#smile.bid.lowest-card"') == 3
    assert 'href="fireflies-rules.html"' in other
    assert re.search('href="index.html#smile.bid.ties".*><span class="pre">bid.ties<', other)
    assert built.objects() == {it.value: f"index.html#{it}" for it in smile.Clause}
    assert built.objects().items() <= built.objects("std:label").items()
    assert rule.title in built.page("fireflies-rules")


def test_a_search_leads_to_rules_and_rulings(build: Build) -> None:
    """The index for the search page has the address of each entry that a page describes."""
    clause = smile.Clause.LAST_BEADS
    built = build({"rules_games": ["smile"]}, index=f".. rule:: {clause}\n")
    index = (built.out / "_static" / "rulesindex.js").read_text(encoding="utf-8")
    (game,) = json.loads(index.removeprefix("window.rulesIndex = ").removesuffix(";\n"))["games"]
    (ruling,) = clause.rule.rulings
    found = [(one["url"], one["title"], one["ours"]) for one in game["entries"] if one["url"]]
    assert found == [
        (f"index.html#{clause}", clause.rule.title, False),
        (f"index.html#{ruling.id}", ruling.question, True),
    ]
    assert game["postings"] == lookup.of(smile.Clause).to_json()


def test_a_rule_leads_to_its_evidence(build: Build) -> None:
    """The rule has its place in the rulebook; the page of evidence has all places."""
    rule = smile.Clause.BID_LOWEST_CARD.rule
    built = build(
        {"rules_tests": str(Path(__file__).parents[1])},
        index=f".. rule:: {rule.id}\n\n.. toctree::\n\n   proof\n",
        proof=".. trace-matrix:: smile\n",
    )
    index, page, text = built.page(), built.page("proof"), built.text("proof")
    assert "Sheet 2017: Playing the Game \u203a 2) Bidding \u203a A) Bid; " in index
    assert "our reading" not in index
    for anchor in (f"trace-{rule.id}", f"kind-{rule.kind}"):
        assert f'href="proof.html#{anchor}"' in index
        assert f'id="{anchor}"' in page
    for citation in rule.citations:
        path, (words, digest) = " \u203a ".join(citation.section), citation.fingerprint
        place = f": {path}, paragraph {citation.paragraph}"
        assert place not in index
        assert f"{place}; {words} words, {digest[:12]}" in text
    row = text[text.index(rule.title) :]
    found = re.search(r"fireflies\.smile\.rules\.state\.State\._judge, line (\d+)", row)
    assert found is not None
    code = Path(import_module("fireflies.smile.rules.state").__file__ or "").read_text(
        encoding="utf-8"
    )
    assert "BID_LOWEST_CARD" in code.splitlines()[int(found[1]) - 1]
    assert "tests/smile/proofs/test_printed_examples.py::test_the_whole_auction" in row


def test_a_rule_shows_its_conformance_cases(build: Build) -> None:
    """All cases about the rule are listed as text; the matrix has their number."""
    every = load(smile.GAME)
    clause = every[0].clauses[0]
    built = build(index=f".. rule:: {clause}\n", matrix=":orphan:\n\n.. trace-matrix:: smile\n")
    cases = [case for case in every if clause in case.clauses]
    assert f"{len(cases)} cases</span>" in built.page()
    page = html.unescape(built.page("matrix"))
    for case in cases:
        assert case.id in page
        assert case.says in re.sub("[‘’]", "'", page)  # noqa: RUF001 - Sphinx writes them
    (row,) = re.findall(f"<summary>{clause} .*?</summary>", page)
    assert f" {len(cases)} cases" in row


@pytest.mark.usefixtures("stroll")
def test_a_wrong_conformance_case_stops_the_build(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message has the error."""

    def fail(game: Game[State]) -> tuple[()]:
        raise InvalidData(f"{game.name}.json", "it is torn")

    evidence = import_module("rulebooks.evidence")
    evidence._cases.cache_clear()
    monkeypatch.setattr(evidence, "load", fail)
    with pytest.raises(ExtensionError, match=r"stroll\.json.*torn"):
        build(index=".. rule:: stroll.walk.on\n")


def test_a_wide_drawing_can_be_scrolled_with_keys(build: Build) -> None:
    """A table of Smile fits a phone; a map and its surroundings scroll."""
    clauses = ("smile.setup.supply", "festival.setup.map")
    page = build(index="".join(f".. rule:: {clause}\n" for clause in clauses)).page()
    each = r'<div (class="rule-picture[^>]*)>.*?viewBox="0 0 (\d+)'
    drawings = re.findall(each, page, re.DOTALL)
    wide = {int(width) for attributes, width in drawings if 'tabindex="0"' in attributes}
    narrow = {int(width) for _, width in drawings} - wide
    assert max(narrow) <= 560 < min(wide)


def test_an_event_class_decides_its_clause(build: Build) -> None:
    """The class is listed as a place in the code; the enum of clauses is not."""
    page = build(index=".. trace-matrix:: smile\n").page()
    assert re.search("<summary>smile.bid.clear-bead .*, 1 line of code,", page)
    assert "fireflies.smile.rules.events.BeadPlaced" in page


def test_an_example_is_a_picture_before_and_after(build: Build) -> None:
    """The descriptions of the two pictures have the differences; the style occurs once."""
    rule = smile.Clause.BID_LOWEST_CARD.rule
    page = build(index=f".. rule:: {rule.id}\n").page()
    pairs = refused = 0
    for example in rule.examples:
        state, action = smile.State.parse(example.position), smile.read_action(example.action)
        pairs += state.check(action) is None
        refused += state.check(action) is not None
    assert refused
    assert page.count("Refused: ") == refused
    assert page.count("<svg ") == 2 * pairs + refused
    assert page.count('class="rule-pair') == pairs
    assert page.count('<p class="rule-label">Before</p>') == pairs
    assert len(re.findall("<desc>beads of seat [0-2]: [0-9]+ clear, 0 blue", page)) >= pairs
    assert page.count("<style>") == 1
    assert 'body[data-theme="dark"]' in page


def test_pictures_of_a_page_share_what_looks_the_same(build: Build) -> None:
    """A shared part occurs once, with its own id, in a group with the class of the picture."""
    page = build(index=".. rule:: smile.bid.lowest-card\n").page()
    parts = re.findall('<g id="(pic[0-9]+)" class="ff-smile">', page)
    assert len(parts) == len({*parts}) > 2
    used = re.findall('<use href="#(pic[0-9]+)" x="[0-9]+" y="[0-9]+"/>', page)
    assert {*used} == {*parts}
    assert len(used) > len(parts)


def test_the_signs_of_pictures_are_explained(build: Build) -> None:
    """The list has the signs of the game, if any, and the mark of a change."""
    built = build(index=".. picture-signs:: smile\n\n.. picture-signs:: festival\n")
    text = html.unescape(built.page())
    assert text.count("<summary>Signs in the pictures</summary>") == 2
    assert text.count("A green ring with an asterisk") == 2
    assert text.count("a medium island") == 1


def test_an_unknown_rule_is_a_warning_with_suggestions(build: Build) -> None:
    built = build(
        index=".. rule:: smile.bid.lowest-crad\n\n:rule:`smile.bid.tie` :rule:`chess.mate`"
        " :rule:`smile.win.shared`\n"
    )
    lines = built.warnings.splitlines()
    assert [line.partition("WARNING: ")[2] for line in lines] == [
        "there is no rule smile.bid.lowest-crad; did you mean smile.bid.lowest-card? [rulebooks]",
        "there is no rule smile.bid.tie; did you mean smile.bid.ties? [ref.rule]",
        "there is no rule chess.mate [ref.rule]",
        "no page describes the rule smile.win.shared [ref.rule]",
    ]
    assert all("index.rst:" in line for line in lines)


def test_a_rule_that_is_described_twice_is_a_warning(build: Build) -> None:
    """The two descriptions may be on one page or on two."""
    rule = ".. rule:: smile.win.shared\n\n"
    once = build(index=rule + rule)
    assert "the rule smile.win.shared is already described in index" in once.warnings
    built = build(index=f"{rule}.. toctree::\n\n   other\n", other=rule)
    assert "the rule smile.win.shared is already described in index" in built.warnings


def test_a_removed_description_is_forgotten(build: Build) -> None:
    """The second build reads the results of the first one."""
    build(index=".. rule:: smile.win.shared\n")
    built = build(index=".. rule:: smile.score.cards\n")
    assert built.warnings == ""
    assert list(built.objects()) == ["smile.score.cards"]


def test_rules_without_a_page_are_a_warning_for_rules_games(build: Build) -> None:
    """``rules_games`` names the games that have to be complete."""
    built = build({"rules_games": ["smile"]}, index=".. rule:: smile.score.cards\n")
    assert built.warnings.count("no page describes the rule smile.") == len(smile.Clause) - 1


@pytest.mark.usefixtures("stroll")
def test_pages_of_any_game(build: Build) -> None:
    """The directives show rulebook, code and box of any game."""
    built = build(
        {"rules_tests": "."},
        index="""
.. rule:: stroll.walk.on
.. rule:: stroll.walk.home
.. rulings:: stroll
.. glossary-of:: stroll
.. box-of:: stroll
.. sources-of:: stroll
.. trace-matrix:: stroll
.. rule-card:: stroll
   :questions: stroll.walk.home

   Walking: walk

At :fireflies:term:`stroll.dusk`, see :ruling:`stroll.walk.home.when`.
""",
    )
    page = built.page()
    assert built.warnings == ""
    for found in (
        "One walks on &amp; on.",
        "Overrides: ",
        "Overridden by: ",
        "<strong>In fireflies: </strong>A step is a turn.",
        "Leaflet 1999: Walking · ",
        "Not in print (edition ",
        "Walk &amp; walk.",
        "When is the end?",
        "When one is tired.",
        '<strong>Reported by: </strong><a class="reference external" href="https://example.org/str',
        "Ann, 1999-12",
        "The leaflet; ",
        "people have two feet",
        "We strolled",
        "Example: Nowhere to go",
        'href="#term-stroll-dusk"',
        "nobody has seen it",
        "not in “The poster”",
        "stroll.pieces.Walked.back",
        "a picture",
        "not run",
    ):
        assert found in page, found
    assert page.count(">our reading<") == 1 + 2  # the clause; its ruling, there and in the list
    assert '<a class="headerlink reference internal" href="#stroll.walk.on"' in page
    assert 'id="stroll.walk.home.when"' in page
    assert page.count('href="#stroll.walk.home.when"') == 4
    assert built.objects("fireflies:ruling") == {
        "stroll.walk.home.when": "index.html#stroll.walk.home.when"
    }


@pytest.mark.usefixtures("stroll")
def test_words_of_the_glossary_are_links(build: Build, stroll: Path) -> None:
    """Each term is a link where it first stands as a whole word; everyday words are no links."""
    names = ("end", "step", "strolling way", "mark", "walk")
    terms = "".join(f'[[term]]\nname = "{name}"\nmeaning = "That."\n\n' for name in names)
    text = "In the end one walks home: ends, Strolling Ways, a mark, the walk-in, an ending."
    rules = RULES.replace("In the end one walks home.", text) + terms
    (stroll / "rules.toml").write_text(rules, encoding="utf-8")
    page = build(index=".. rule:: stroll.walk.home\n\n.. glossary-of:: stroll\n").page()
    text = page[page.index("In the ") : page.index("an ending.")]
    found = re.findall('href="#term-stroll-([^"]+)"[^>]*><span class="rule-term">([^<]+)<', text)
    assert found == [("end", "end"), ("walk", "walks"), ("strolling-way", "Strolling Ways")]


@pytest.mark.usefixtures("stroll")
def test_a_page_of_questions(build: Build) -> None:
    """The list on top links to each question; no ruling is repeated below."""
    built = build(
        {"rules_report": "index#others"},
        index="""
.. blocks::

Asked
-----

.. questions:: stroll

   stroll.walk.on: Do I stop? Or else? No.
   stroll.walk.home.when
   stroll.walk.home
   stroll.walk.hme: Home?

Others
------

.. rulings:: stroll
.. rule:: stroll.walk.home
.. rule:: stroll.walk.on
""",
    )
    text, page = built.text(), built.page()
    assert text.count("Do I stop? Or else?") == 2
    assert "No. One walks on & on." in text
    assert "Leaflet 1999: Walking · Walk on · wrong?" in text
    assert [text.count(it) for it in ("When is the end?", "At dusk.")] == [3, 2]
    for anchor in ("asked-stroll.walk.on", "asked-stroll.walk.home.when", "others"):
        assert f'id="{anchor}"' in page
        assert f'href="#{anchor}"' in page
    assert "index.rst:10: WARNING: stroll.walk.home needs a question [rulebooks]" in built.warnings
    assert "there is no rule stroll.walk.hme; did you mean stroll.walk.home or" in built.warnings


@pytest.mark.usefixtures("stroll")
def test_another_project_links_to_a_ruling(build: Build, tmp_path: Path) -> None:
    """A project with this extension uses ``:ruling:``, another one ``:ref:``."""
    inventory = build(index=".. rule:: stroll.walk.home\n").out / "objects.inv"
    kept = shutil.copy(inventory, tmp_path / "stroll.inv")
    link = "`so <stroll.walk.home.when>`"
    for role, extensions in (("ruling", ["rulebooks"]), ("ref", [])):
        settings = {
            "extensions": ["sphinx.ext.intersphinx", *extensions],
            "intersphinx_mapping": {"stroll": ("https://example.org/", str(kept))},
            "nitpicky": True,
        }
        built = build(settings, index=f"Read :{role}:{link}.\n")
        assert built.warnings == ""
        assert 'href="https://example.org/index.html#stroll.walk.home.when"' in built.page()


def test_a_box_of_json_is_shown_by_path(build: Build, stroll: Path) -> None:
    """Paths with the same certainty and source share a line; long values are left out."""
    box = {"shoes": ["left", {"size": 41}], "laces": [0] * 80}
    certainty = {
        "/shoes": ["printed", "the leaflet"],
        "/shoes/1/size": ["invented", "a guess"],
        "/laces": ["invented", "a guess"],
    }
    text = json.dumps({"box": box, "certainty": certainty})
    (stroll / "box.json").write_text(text, encoding="utf-8")
    built = build(index=".. box-of:: stroll\n")
    page = html.unescape(re.sub("<[^>]*>", "", built.page()))
    assert built.warnings == ""
    lines = [" ".join(line.split()) for line in page.splitlines() if "/" in line or "41" in line]
    assert lines == ["/shoes", '["left",{"size":41}]', "/shoes/1/size /laces", "41, 80 items"]
    assert page.count("a guess") == 1


def test_one_text_is_compared_with_nothing(build: Build, stroll: Path) -> None:
    """A single source has no other text to compare."""
    rules = RULES.replace('source = "poster"', 'source = "leaflet"')
    source = re.compile(r'\[\[source\]\]\nid = "poster".*?\n\n', re.DOTALL)
    (stroll / "rules.toml").write_text(source.sub("", rules), encoding="utf-8")
    built = build(index=".. sources-of:: stroll\n\n.. rule:: stroll.walk.on\n")
    assert "only one of them" not in built.page()
    assert "other words" not in built.page()


def test_an_example_that_cannot_be_read_is_a_warning(build: Build, stroll: Path) -> None:
    """The rest of the rule is shown."""
    text = RULES.replace('position = "1', 'position = "a table that no game can read, 1')
    (stroll / "rules.toml").write_text(text, encoding="utf-8")
    built = build(index=".. rule:: stroll.walk.home\n\n.. rule:: stroll.walk.on\n")
    (warning,) = built.warnings.splitlines()
    assert "index.rst:4: WARNING: example 1 of stroll.walk.home: " in warning
    assert "In the end one walks home." in built.page()


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        ('kind = "limit"', 'kind = "whim"', "stroll/rules.toml: rule stroll.walk.on: kind: whim"),
        ('title = "Walk on"', "", "stroll/rules.toml: rule stroll.walk.on: the key title is miss"),
        ("[[source]]", "[[source", "stroll/rules.toml: "),
    ],
)
def test_a_wrong_rulebook_stops_the_build(
    build: Build, stroll: Path, wrong: str, right: str, message: str
) -> None:
    """The message has the file and the entry."""
    text = RULES.replace(wrong, right, 1)
    assert text != RULES
    (stroll / "rules.toml").write_text(text, encoding="utf-8")
    for settings in ({}, {"rules_games": ["stroll"]}):
        with pytest.raises(ExtensionError) as caught:
            build(settings, index=".. rulings:: stroll\n")
        assert str(caught.value).startswith(message)
        assert caught.value.__suppress_context__


def test_an_unknown_game_stops_the_build(build: Build) -> None:
    with pytest.raises(ExtensionError, match="chess"):
        build(index=".. rulings:: chess\n")


def test_the_figures_of_a_run_are_shown(build: Build, tmp_path: Path) -> None:
    """The page has the figures that a run of the tests has written."""
    file = tmp_path / "evidence.json"
    found = {"smile.win.shared": {"proofs": 3, "met": {"event": 0, "outcome": 17}}}
    file.write_text(json.dumps(found), encoding="utf-8")
    page = build({"rules_evidence": str(file)}, index=".. trace-matrix:: smile\n").page()
    assert "proof\xa03, outcome\xa017" in page
    assert "event\xa00" not in page
    assert "not run" not in page


def test_an_invalid_file_of_figures_stops_the_build(build: Build, tmp_path: Path) -> None:
    file = tmp_path / "evidence.json"
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(ExtensionError, match=r"evidence\.json"):
        build({"rules_evidence": str(file)}, index=".. trace-matrix:: smile\n")


STORY = """
record = "worked.jsonl"

[[remark]]
action = 0
text = "The cards are turned up; :rule:`a rule <smile.reveal.count>` says how many."

[[remark]]
action = 3
picture = true
text = "**Ada** bids, and so do Ben and Cleo, until the end of the first auction."

[[remark]]
action = 10
picture = true
text = "Ada and Cleo play on, and so does somebody else."
"""
"""A story without the name of Ben in its last remark."""


def test_a_game_is_told_on_a_page(build: Build, tmp_path: Path) -> None:
    """Names and changes are shown; a remark without the name, or a wrong file, is a warning."""
    source = tmp_path / "source"
    source.mkdir()
    shutil.copy(DOCS / "smile" / "worked.jsonl", source)
    wrong = 'record = "worked.jsonl"\nmood = 1'
    part = wrong.replace(
        "mood = 1", 'until = 4\nbefore = "Go."\n[[remark]]\naction = 3\ntext = "Ada."'
    )
    for name, text in {"told": STORY, "wrong": wrong, "part": part}.items():
        (source / f"{name}.toml").write_text(text, encoding="utf-8")
    told = ".. worked-game:: smile told.toml\n"
    built = build(
        index=f"{told}   :numbers: clear=clear+beads\n\n.. worked-game:: smile wrong.toml\n",
        turns=f":orphan:\n\n{told}   :actions: 3-4\n\n.. worked-game:: smile part.toml\n",
        rule=":orphan:\n\n.. rule:: smile.borrow.stuck\n",
    )
    page = html.unescape(built.page())
    assert page.count("<svg") == 2
    assert "Ada wins" in re.sub("</text><text[^>]*>", " ", page)
    assert built.page("turns").count("<svg") == 2 + 1
    assert built.page("turns").count("Ada places a bead on a.") == 2
    shown = re.sub(r' data-name="[^"]*"', "", page + built.page("turns"))
    assert "eat 0" not in shown
    changed = r'Ada: clear beads <span class="[^"]*">4 \(\+2\)</span> · Ben: clear beads 2'
    assert re.search(changed, page)
    assert 'href="rule.html#smile.borrow.stuck"' in page
    assert smile.Clause.WIN_CLEAR_BEADS.rule.title in page
    assert "index.rst:4: WARNING: the remark on action 10 does not name Ben" in built.warnings
    assert "index.rst:7: WARNING: wrong.toml: " in built.warnings


def test_a_chart_is_nested_lists(build: Build) -> None:
    """Steps and branches are lists; a box with a clause links to it."""
    chart = "   A bead?\n      yes -> Bid. [borrow.stuck]\n      no -> Wait.\n"
    page = build(index=f".. turn-chart:: smile\n\n{chart}\n.. rule:: smile.borrow.stuck\n").page()
    drawn = page.partition('class="rule-chart')[2].partition('class="rule ')[0]
    assert drawn.count("<ul") == 2
    assert 'href="#smile.borrow.stuck"' in drawn


def test_a_card_without_a_place_for_a_rule_is_a_warning(build: Build) -> None:
    """An unknown rule, and a wrong list of rules that are left out, are warnings too."""
    built = build(
        index=".. rule-card:: smile\n   :questions: setup.markers.which win.none\n"
        "   :without: setup.box win.most-points\n      on the card: reveal.count\n\n"
        "   All: setup auction reveal.count pair\n      Beads = start.nothing\n"
    )
    assert smile.Clause.SETUP_BOX.rule.short not in built.page()
    assert smile.Clause.SETUP_MARKERS.rule.short in built.page()
    assert smile.Clause.REVEAL_ORDER.rule.short not in built.page()
    assert smile.Clause.SETUP_MARKERS.rule.rulings[0].answer in built.page()
    assert "no group of the card has smile.win.most-points" not in built.warnings
    assert "smile.reveal.count is on the card and left out" in built.warnings
    for warning in (
        "no group of the card has smile.win.shared",
        "no group of the card has smile.reveal.order",
        "there is no rule smile.win.none",
        "a clause is left out of the card for no reason",
        "start.nothing: KeyError",
    ):
        assert warning in built.warnings


def test_a_card_counts_for_each_number_of_players_and_draws_a_turn(build: Build) -> None:
    """Equal neighbors share a cell; a clause with a row has no line; a box has a link."""
    built = build(
        index="""
.. rule:: smile.setup.supply
.. rule:: smile.bid.ties
.. rule-card:: smile
   :without: why: auction reveal

   Setup: setup
      Marked = V | V | -
      Clear beads [setup.supply] = turn.supply.clear
      Blue beads = start.supply.blue
      Cards = count start.undealt
   Turn:
      Bead?
         yes -> Bid. [bid.ties]
         no -> Out.
      Next.
"""
    )
    page = html.unescape(built.page())
    rows = re.findall(r"<tr.*?</tr>", page.partition("rule-counts")[2], re.DOTALL)
    cells = [re.findall(r'(?:colspan="(\d)")?><p>(.*?)</p>', row) for row in rows]
    plain = [[(wide, re.sub("<.*?>", "", text)) for wide, text in row] for row in cells]
    assert plain[0][1:] == [("", "3"), ("", "4"), ("", "5")]
    assert plain[1][1:] == [("2", "V"), ("", "-")]
    assert plain[2] == [("", "Clear beads"), ("", "17"), ("", "11"), ("", "5")]
    assert plain[3][1:] == [("3", "5")]
    assert plain[4][1:] == [("", "30"), ("", "40"), ("", "50")]
    chart = page.partition("rule-steps")[2]
    order = ("Bead?", "rule-branches", "yes:", "#smile.bid.ties", "Bid.", "no:", "Out.", "Next.")
    assert [chart.index(it) for it in order] == sorted(chart.index(it) for it in order)
    assert smile.Clause.SETUP_MARKERS.rule.short in page
    assert smile.Clause.SETUP_SUPPLY.rule.short not in page


@pytest.mark.usefixtures("kuhn_installed")
def test_a_game_without_pictures_is_shown_as_text(build: Build, tmp_path: Path) -> None:
    """The clauses of this game are in the package itself."""
    played = begin(KUHN, {}, ("Ann", "Bob"))
    for action in ("deal K", "deal J", "bet", "pass"):
        played = played.play(KUHN.read_action(action))
    source = tmp_path / "source"
    source.mkdir()
    (source / "played.jsonl").write_text(played.to_text(), encoding="utf-8")
    told = 'record = "played.jsonl"\n[[remark]]\naction = 2\npicture = true\ntext = "Ann and Bob."'
    (source / "played.toml").write_text(told, encoding="utf-8")
    built = build(
        {"rules_games": ["kuhn"]},
        index=".. worked-game:: kuhn played.toml\n\n"
        + "".join(f".. rule:: {clause.value}\n\n" for clause in KUHN.clauses)
        + ".. trace-matrix:: kuhn\n",
    )
    assert built.warnings == ""
    page = html.unescape(built.page())
    assert "Bob has J" in page
    assert "Ann takes the pot" in page
    assert "tests.kuhn.Dealt" in page


def test_the_page_that_teaches_smile_tells_the_auction_of_the_sheet() -> None:
    """The page has the position of the test, its four actions, and a remark on each."""
    told = tomllib.loads((DOCS / "smile/sheet.toml").read_text(encoding="utf-8"))
    assert told["position"] == AUCTION
    assert told["actions"] == ["bid a", "back-out a", "bid b", "back-out b"]
    names = ["Adele", "Bianca", "Christopher", "Adele"]
    assert told["names"] == names[:3]
    assert [remark["action"] for remark in told["remark"]] == [0, 1, 2, 3]
    assert all(name in it["text"] for name, it in zip(names, told["remark"], strict=True))
