"""What a person can do at the table in the page besides playing: undo, hints, reasons, logs."""

import json
import re
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.table.conftest import Open
from tests.browser.table.driver import MOST, PATIENCE, Table
from tests.browser.window import PHONE
from tests.front.asking import Page

pytestmark = pytest.mark.long

ILLEGAL: Final = {
    "smile": ("bid c", "smile.bid.lowest-card", "The lowest card is a, 3"),
    "festival": ("bridge BC1", "festival.bridge.worker", "You have no worker on B or C"),
    "misbehavin": (
        "use shiny 1",
        "misbehavin.ability.own",
        "You have no Shiny in hand, and no tableau has it",
    ),
}
"""By game, an action that is illegal in the first decision, its clause, and what is wrong."""
PROGRESS: Final = 0.02
"""The part of a search that the test waits for: it is done soon."""


@pytest.mark.parametrize("game", ILLEGAL)
def test_an_illegal_action_names_its_clause_and_links_to_it(open_page: Open, game: str) -> None:
    action, clause, remark = ILLEGAL[game]
    table = Table(open_page(f"{game}/table.html")).load().start("human", "greedy", "greedy")
    choices, entries = table.choices, table.entries
    table.type(action)
    expect(table["answer"]).to_contain_text(remark)
    assert (table.choices, table.entries) == (choices, entries)
    link = table["answer"].locator("a.ft-clause")
    title = link.inner_text()
    with table.page.context.expect_page() as opened:
        link.click()
    rule = opened.value
    target = rule.locator(":target")
    assert target.get_attribute("id") == clause
    expect(target).to_contain_text(title)
    expect(target).to_be_in_viewport()
    rule.close()
    table.type(action, "why")
    expect(table["answer"].locator("a.ft-clause")).to_have_text(title)
    expect(table["answer"]).to_contain_text(remark)
    table.type(choices[0], "why")
    expect(table["answer"]).to_have_text(f"“{choices[0]}” is legal.")
    table.type("fly me to the moon")
    expect(table["answer"]).to_contain_text("is not an action")
    assert table["action"].input_value() == "fly me to the moon"  # it stays, to be corrected
    table.type(choices[0].upper())
    assert table.entries > entries
    expect(table["action"]).to_have_value("")


@pytest.mark.parametrize("game", ["smile", "festival", "misbehavin"])
def test_a_button_says_the_move_and_shows_its_notation(open_page: Open, game: str) -> None:
    """A screen reader reads the sentence alone; one finds an action by a word of either."""
    table = Table(open_page(f"{game}/table.html")).load().start("human", "greedy", "greedy")
    own = Page()
    own.ask("load", record=table.record())
    groups = own.ask("status", observer=0)["groups"]
    said = {it["text"]: it["sentence"] for group in groups for it in group["actions"]}
    assert table.choices == [*said]
    for action, sentence in said.items():
        choice = table.page.locator(f'.ft-choice[data-action="{action}"]')
        expect(choice).to_have_accessible_name(sentence)
        expect(choice.locator(".ft-notation")).to_have_text(action)
        expect(choice.locator(".ft-notation")).to_be_visible()


@pytest.mark.parametrize("game", ["smile", "festival", "misbehavin"])
def test_moves_are_undone_and_redone(open_page: Open, game: str) -> None:
    table = Table(open_page(f"{game}/table.html")).load().start("human", "greedy", "greedy")
    expect(table["undo"]).to_be_disabled()
    expect(table["redo"]).to_be_disabled()
    seen = []
    for _ in range(4):
        seen.append((table.entries, table.choices, table["text"].text_content()))
        table.choose(table.choices[0])
        table.focus_on_decision()
    last = (table.entries, table.choices, table["text"].text_content())
    for before in reversed(seen):
        table.do("undo")
        assert (table.entries, table.choices, table["text"].text_content()) == before
    table.focus_on_decision()  # not on the button "undo", which is disabled now
    for _ in seen:
        table.do("redo")
    assert (table.entries, table.choices, table["text"].text_content()) == last
    table.do("undo")
    while len(table.choices) == 1:
        table.do("undo")
    table.choose(table.choices[-1])  # another one than before
    expect(table["redo"]).to_be_disabled()


def test_a_search_shows_its_progress_and_is_cancelled(open_page: Open) -> None:
    table = Table(open_page("festival/table.html")).load()
    table.start("human", "greedy")
    bot = table["hint-bot"].locator("option", has_text="search:")
    bot.evaluate("it => { it.value = 'search:100000'; it.selected = true; }")  # not done too soon
    table["hint"].click()
    table["cancel"].wait_for()
    table.page.wait_for_function(
        "part => document.querySelector('#ft-progress').value > part", arg=PROGRESS
    )
    table.do("cancel")
    expect(table["answer"]).to_have_text("Stopped.")
    expect(table["working"]).to_be_hidden()
    assert table.page.locator(".ft-hinted").count() == 0
    # The game goes on after that, also against a search.
    table["new"].click()
    table.start("human", "search:4")
    expect(table["names"]).to_have_text("Seats, clockwise: 0 you · 1 Ben, strong (search:4)")
    while "Ben: " not in table["log"].inner_text():
        table.choose(table.choices[-1])
    # A bot that thinks for too long can be stopped; the button `next` lets it think again.
    table["new"].click()
    table.fill_in("search:100000", "human")
    table["start"].click()
    table["cancel"].click()
    table.rest()
    assert table.heading.endswith("is next")
    table["next"].click()
    table["cancel"].click()
    table.rest()
    expect(table["next"]).to_be_focused()


def test_each_observer_has_its_own_log(open_page: Open) -> None:
    """The log of each is that of the library, and shows no secret of another seat."""
    table = Table(open_page("misbehavin/table.html")).load()
    table.start("greedy", "greedy", turns="4")
    assert table.heading == "Chance is next"
    for _ in range(20):
        table.do("next")
    assert table.entries == 20
    page = Page()
    page.ask("load", record=table.record())
    page.ask("go", index=20)
    logs = {}
    for value, observer in (("everything", None), ("spectator", "spectator"), ("0", 0), ("1", 1)):
        table["observer"].select_option(value)
        table.rest()
        entries = page.ask("log", observer=observer, **{"from": 0})["entries"]
        shown = table.page.locator("#ft-log .ft-actor").all_inner_texts()
        told = [it["action"].replace(" ?", " (hidden)") for it in entries]
        assert [it.split(": ", 1)[1] for it in shown] == told
        logs[value] = set(shown)
    (drawn,) = {it for it in logs["0"] - logs["1"] if "draw" in it and "quiet-moon" in it}
    assert drawn in logs["everything"]
    assert drawn not in logs["spectator"]
    table.do("run")
    assert table.is_over


def test_a_card_is_looked_up(open_page: Open) -> None:
    table = Table(open_page("misbehavin/table.html")).load().start("human", "greedy")
    for name in ("quiet-moon", "Quiet Moon"):
        table["name"].fill(name)
        table.do("look-up")
        expect(table["lines"]).to_contain_text("Quiet Moon: ")
        table["lines"].evaluate("it => { it.textContent = ''; }")
    table["name"].fill("noisy-moon")
    table.do("look-up")
    expect(table["lines"]).to_have_text(
        "Nothing in this game is called “noisy-moon”."
        " Type a name as the table shows it, or choose a thing in the picture."
    )


def test_the_turn_of_others_is_read_from_its_beginning(open_page: Open) -> None:
    """A turn that does not fit is told in short first; nothing is scrolled away."""
    table = Table(open_page("misbehavin/table.html")).load().start("human", "greedy")
    hidden = "it => it.scrollHeight - it.clientHeight"
    for _ in range(MOST):
        table.choose("end" if "end" in table.choices else table.choices[0])
        if table["news"].evaluate(hidden) > 0 and "Ben " in table["news"].inner_text():
            break
    assert table["news"].evaluate("it => it.scrollTop") == 0
    told = table["news"].locator("li").first
    expect(told).to_have_class("ft-short")
    assert told.inner_text().startswith("Ben ")


def test_the_turn_of_others_is_looked_at_step_by_step(open_page: Open) -> None:
    """From the own action on: the next step is the first of the others."""
    table = Table(open_page("smile/table.html")).load().start("human", "greedy", "greedy")
    table.choose(table.choices[0])
    count = table.entries
    actors = table["log"].locator("li > .ft-actor").all_inner_texts()
    last = max(step for step, actor in enumerate(actors, 1) if actor.startswith("you: "))
    table.do("step")
    assert table.heading == f"Step {last} of {count}"
    expect(table["following"]).to_be_focused()
    table.page.keyboard.press("Enter")
    table.rest()
    assert table.heading == f"Step {last + 1} of {count}"
    expect(table["news"]).to_contain_text(re.compile("^(Ben|Cem) "))
    table.do("last")
    assert table.heading == "Your decision"


def test_who_leaves_something_unused_is_asked_once(open_page: Open) -> None:
    """Once in a decision, by whatever way the action is chosen."""
    table = Table(open_page("festival/table.html")).load().start("human", "greedy")
    while "done" not in table.choices:
        table.choose("move" if "move" in table.choices else table.choices[0])
    left = re.search(
        r"\d+ movements? unused", table.page.locator("[data-action=done]").inner_text()
    )
    assert left is not None
    before = table.entries
    table.type("done")
    assert table.entries == before
    expect(table["answer"]).to_contain_text(f"You leave {left[0]}.")
    expect(table["anyway"]).to_be_focused()
    table.choose("done")
    assert table.entries > before
    table.do("undo")
    while "done" not in table.choices:
        table.choose(table.choices[-1])
    table.choose("done")
    if table["anyway"].is_visible():
        table.do("anyway")
    assert "done" in table["log"].inner_text()
    table.focus_on_decision()


def test_a_hint_of_a_search_says_why(open_page: Open) -> None:
    """How often it tried the best actions, and what they are worth; other bots only choose."""
    table = Table(open_page("smile/table.html")).load().start("human", "greedy", "greedy")
    while len(table.choices) == 1:
        table.choose(table.choices[0])
    table["hint-bot"].select_option("search:200")
    table.do("hint")
    expect(table["answer"]).to_contain_text("strong (search:200) would play: ")
    tried = re.findall(
        r"tried (\d+) times, worth \u2212?\d+\.\d\d on average", table["answer"].inner_text()
    )
    assert len(tried) == 2
    assert sum(map(int, tried)) == 200
    hinted = table.page.locator(".ft-hinted")
    marked, said = hinted.get_attribute("data-action"), hinted.locator(".ft-sentence").inner_text()
    assert f"({marked}). {said}: tried {max(map(int, tried))} times" in table["answer"].inner_text()
    table["hint-bot"].select_option("greedy")
    table.do("hint")
    expect(table["answer"]).not_to_contain_text("tried")


def test_a_long_turn_of_others_is_told_before_the_decision_on_a_phone(open_page: Open) -> None:
    """The first lines of it, in short: no button has to be scrolled away to read them."""
    table = Table(open_page("misbehavin/table.html", PHONE)).load().start("human", "greedy")
    while table.page.locator(".ft-short").count() == 0:
        table.choose(table.choices[-1])
    told, heading = (
        it.bounding_box() for it in (table.page.locator(".ft-short").first, table["decision"])
    )
    assert told is not None
    assert heading is not None
    assert told["y"] + told["height"] <= heading["y"] < PHONE.height / 2 + 150


def test_a_screen_that_is_turned_during_a_search_gets_its_picture(open_page: Open) -> None:
    """The picture is laid out for the new width once the search has ended; its hint stays."""
    table = Table(open_page("misbehavin/table.html")).load().start("human", "greedy")
    drawn = "#ft-sheet svg"
    wide = table.page.locator(drawn).evaluate("it => it.viewBox.baseVal.width")
    table["hint-bot"].select_option("search:200")
    table["hint"].click()
    table.page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    table.page.wait_for_function(
        f"document.querySelector('{drawn}').viewBox.baseVal.width < {wide}", timeout=PATIENCE
    )
    expect(table.rest()["answer"]).to_contain_text("would play")
    expect(table.page.locator(".ft-hinted")).to_have_count(1)


def test_another_game_with_the_same_players(open_page: Open) -> None:
    """Beside the result, one click begins another game, with other cards."""
    table = Table(open_page("smile/table.html")).load()
    table.start("human", "greedy", "random", names=("Xi", "Yo", "Zoe"), beads="5")
    assert not table["again"].is_visible()
    players, cards = table["names"].inner_text(), table["text"].text_content()
    assert players == "Seats, clockwise: 0 you · 1 Yo, good (greedy) · 2 Zoe, easy (random)"
    while not table.is_over:
        table.choose(table.choices[-1])
    own = Page()
    result = own.ask("load", record=table.record())["outcome"]
    sums = table["sums"].locator("li").all_inner_texts()
    for who, score, line in zip(("you", "Yo", "Zoe"), result["scores"], sums, strict=True):
        shown = str(score).replace("-", "\u2212")
        assert line.startswith(f"{who} {shown}: cards ")
        found = re.findall("[+\u2212][0-9]+", line)
        assert sum(int(it.replace("\u2212", "-")) for it in found) == score
    table.do("again")
    expect(table["sums"].locator("li")).to_have_count(0)
    expect(table["decision"]).to_have_text("Your decision")
    assert table["names"].inner_text() == players
    assert table["text"].text_content() != cards
    assert json.loads(table.record())["options"]["beads"] == 5
    table["new"].click()  # its form knows them too
    assert table["name-2"].input_value() == "Zoe"
    assert table["kind-2"].input_value() == "random"
    table.reload()
    expect(table["games"].locator("li")).to_have_count(2)


def test_what_happens_is_read_aloud(open_page: Open) -> None:
    """A live region tells the events since the last decision, then what one has; nothing before."""
    table = Table(open_page("smile/table.html")).load().start("human", "greedy", "greedy")
    live = table["live"]
    assert live.get_attribute("role") == "status"
    for _ in range(3):
        before = table.entries
        table.choose(table.choices[0])
        news = table.page.locator(f"#ft-log > li:nth-child(n + {before + 1}) .ft-events > li")
        texts = news.evaluate_all("all => all.map(it => it.firstChild.data.trim() + '.')")
        assert texts[0].startswith("you ")
        own = Page()
        own.ask("load", record=table.record())
        now = own.ask("status", observer=0)["situation"]
        assert any(" to move" in it for it in now)
        assert any(it.startswith("You: ") and " clear, " in it for it in now)
        expect(live).to_have_text(" ".join([*texts, *(f"{it}." for it in now)]))
    expect(table["live"]).to_have_css("position", "absolute")  # away from what is seen
    table.do("previous")
    expect(live).to_contain_text(f"Step {table.entries - 1} of {table.entries}.")


def test_an_earlier_step_marks_what_its_action_changed(open_page: Open) -> None:
    """However one gets there; back at the present, all since the last decision is marked."""
    table = Table(open_page("smile/table.html")).load().start("human", "greedy", "greedy")
    table.choose(table.choices[-1])
    table.choose(table.choices[-1])
    present = table["sheet"].inner_html()
    table.do("step")
    jumped = table["sheet"].inner_html()
    table.do("previous")
    table.do("following")
    assert table["sheet"].inner_html() == jumped
    table.do("last")
    assert table["sheet"].inner_html() == present


def test_a_long_answer_of_the_look_up_breaks_on_a_phone(open_page: Open) -> None:
    """So that the page does not scroll sideways."""
    table = Table(open_page("smile/table.html", PHONE)).load().start("human", "greedy", "greedy")
    table["name"].fill("a thing that this game does not have")
    table.do("look-up")
    expect(table["lines"]).to_contain_text("Nothing in this game is called")
    whole = "it => [it, document.documentElement].every(at => at.scrollWidth <= at.clientWidth)"
    assert table["lines"].evaluate(whole)


def test_before_the_first_view_nothing_is_over(open_page: Open) -> None:
    """The empty table has no button for another game."""
    table = Table(open_page("smile/table.html")).load_python()
    table.page.evaluate("""() => {
      window.seen = [];
      const look = () => {
        const again = document.querySelector("#ft-again");
        if (again) window.seen.push(again.hidden);
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    }""")
    table.start("human", "greedy", "greedy")
    seen = table.page.evaluate("window.seen")
    assert seen
    assert all(seen)


def test_the_log_is_written_as_people_write(open_page: Open) -> None:
    """A true minus before a number, and no sign for what is hidden; notation stays as it is."""
    table = Table(open_page("smile/table.html")).load().start("human", "greedy", "greedy")
    while not re.search(r"reveal -\d", table["log"].inner_text()):
        table.choose(table.choices[0])
    told = " ".join(table["log"].locator(".ft-events li").all_text_contents())
    assert re.search(r"\u2212\d", told)
    assert not re.search(r"-\d", told)
    table = Table(open_page("misbehavin/table.html")).load().start("human", "greedy")
    table.choose("end")
    actions = table["log"].locator(".ft-actor").all_text_contents()
    assert "Chance: draw (hidden)" in actions
    assert not any("?" in it for it in actions)
