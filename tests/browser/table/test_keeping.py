"""Plays that come to the table in the page, and leave it: records, links, positions, boxes."""

import base64
import json
import re
import zlib
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Final
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import pytest
from playwright.sync_api import FilePayload, expect

from tests.browser.table.conftest import Open
from tests.browser.table.driver import PATIENCE, Table
from tests.front.asking import Page

pytestmark = pytest.mark.long

GAMES: Final = ("smile", "festival", "misbehavin")
UNFOLD: Final = """it => {
  for (; it; it = it.parentElement) if (it.localName === "details") it.open = true;
}"""
"""Script: opens what an element is folded in."""


def played(game: str) -> Page:
    """Return a play of bots to its end, at most 4 turns of Misbehavin'."""
    page = Page()
    options = {"turns": 4} if game == "misbehavin" else {}
    page.ask("new", game=game, players=["greedy"] * 3, options=options, seed=7)
    page.run(most=1000)
    return page


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_looked_through_step_by_step(open_page: Open, game: str) -> None:
    """Each step shows what the library shows of it; the last one shows the result."""
    own = played(game)
    table = Table(open_page(f"{game}/table.html")).load()
    table.open_record(own.ask("record")["record"])
    count = own.ask("status", observer=None)["count"]
    assert table.is_over
    assert table.entries == count
    table["observer"].select_option("everything")
    table.rest().do("first")
    for index in range(4):
        own.ask("go", index=index)
        status = own.ask("status", observer=None)
        assert table.heading == f"Step {index} of {count}"
        assert table["text"].text_content() == status["text"]
        assert table.choices == []
        table.do("following")
    table.do("previous").do("previous")
    assert table.heading == f"Step 2 of {count}"
    table["place"].focus()
    table.page.keyboard.press("ArrowRight")
    table.rest()
    expect(table["place-text"]).to_have_text(f"Step 3 of {count}")
    expect(table["place"]).to_be_focused()
    table.do("last")
    assert table.is_over


def test_a_redacted_record_shows_what_its_observer_saw(open_page: Open) -> None:
    own = played("misbehavin")
    seen: dict[str, Any] = json.loads(own.ask("record", observer=1)["record"])
    table = Table(open_page("misbehavin/table.html")).load()
    table.open_record(json.dumps(seen))
    expect(table["picture"]).to_be_hidden()
    assert table.heading == f"Step 0 of {len(seen['actions'])}"
    for step, events in enumerate(seen["events"][:20], 1):
        table.do("following")
        shown = table.page.locator("#ft-log .ft-actor").all_inner_texts()
        assert shown == [re.sub(r"( \?)+$", " (hidden)", it) for it in seen["actions"][:step]]
        news = table["news"].locator("li").all_inner_texts()
        assert len(news) == len(list(groupby(events))), step  # equal ones in a row are one line


def test_a_corrupt_record_is_refused_with_its_place(open_page: Open) -> None:
    """The form says what is wrong, keeps what was pasted, and goes on."""
    own = played("smile")
    record = own.ask("record")["record"]
    written: dict[str, Any] = json.loads(record)
    second = written["actions"][4]
    wrong = {
        record[: len(record) // 2]: "column",
        record.replace('"actions"', '"acts"'): "'acts'",
        record.replace(f'"{second}"', '"bid z"', 1): "bid z",
        record.replace('"smile"', '"chess"', 1): "chess",
        record.replace('"2017"', '"1817"', 1): "1817",
    }
    table = Table(open_page("smile/table.html")).load_python()
    table["load-record"].click()
    expect(table["load-problem"]).to_have_text("Paste a record first, or choose a file.")
    for text, place in wrong.items():
        table["record"].fill(text)
        table["load-record"].click()
        expect(table["load-problem"]).to_contain_text(place)
        expect(table["load-problem"]).to_be_focused()
        assert table["record"].input_value() == text
    table.open_record(record)
    assert table.is_over


def test_a_record_of_another_game_is_refused(open_page: Open) -> None:
    table = Table(open_page("smile/table.html")).load_python()
    table["record"].fill(played("festival").ask("record")["record"])
    table["load-record"].click()
    expect(table["load-problem"]).to_contain_text("Festival")


@pytest.mark.parametrize("game", GAMES)
def test_an_example_of_the_rules_is_played_on(open_page: Open, game: str) -> None:
    """The link below its picture begins a play there, which is kept once somebody has decided."""
    page = open_page(f"{game}/rules.html")
    link = page.locator(".rule-continue a").nth(3)
    link.evaluate(UNFOLD)
    link.click()
    page.wait_for_url(f"**/{game}/table.html#position=*")
    given = parse_qs(urlsplit(page.url).fragment)
    table = Table(page).load().rest()
    assert table.heading == "Your decision"
    says = re.sub(r"[Ss]eat \d", "...", given["says"][0]).partition("...")[0]
    expect(table["origin"]).to_contain_text(f"An example of the rules: {says}")
    written: dict[str, Any] = json.loads(table.record())
    assert written["position"] == given["position"][0]
    kept = "Object.keys(localStorage).length"
    assert page.evaluate(kept) == 0
    before = table.entries
    table.choose(table.choices[0])
    assert table.entries > before
    expect(table["origin"]).to_be_empty()
    assert page.evaluate(kept) == 1
    shown = shown_at(table)
    table.reload()
    table.resume()
    assert shown_at(table) == shown


def test_who_plays_on_from_an_example_is_chosen(open_page: Open) -> None:
    """The form is there too, with the position; seats in the sentence are names."""
    place = "2 1 120 a:-1w,b:3b,c:5 6+0:4b/7+0:2y/5+0:1 17+5 - 4r,6,6w"
    given = {"position": place, "says": "Seat 1 bids.", "seats": 3, "seat": 1}
    table = Table(open_page(f"smile/table.html#{urlencode(given, quote_via=quote)}")).load().rest()
    expect(table["origin"]).to_contain_text("rules: Ben bids. You are Ben, bots play the others.")
    table["choose-players"].click()
    expect(table["setup-heading"]).to_have_text("Continue from this position")
    expect(table["setup-heading"]).to_be_focused()
    expect(table["given"]).to_have_text("Ben bids.")
    expect(table["kind-1"]).to_have_value("human")
    table["kind-0"].select_option("human")
    table["kind-1"].select_option("greedy")
    table.begin()
    assert json.loads(table.record())["position"] == place
    assert table.heading == "Your decision"
    expect(table["origin"]).to_be_empty()


OPTIONS: Final = {
    "smile": ("Clear beads for each player", "99", "smile.setup.clear-beads"),
    "festival": ("Most turns of a game", "0", "festival.end.turns"),
    "misbehavin": ("Most turns of a game", "0", "misbehavin.end.turns"),
}
"""By game, the label of an option, a wrong value, and the clause that forbids it."""


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_option_is_named_as_in_the_form(open_page: Open, game: str) -> None:
    label, value, clause = OPTIONS[game]
    table = Table(open_page(f"{game}/table.html")).load_python()
    table.fill_in("human", "greedy", "greedy")
    for shown in table["options"].locator("label:visible").all_inner_texts():
        assert "_" not in shown
    table.page.get_by_label(label, exact=True).fill(value)
    table["start"].click()
    problem = table["setup-problem"]
    expect(problem).to_contain_text(re.compile(f"^{label}: .*{value}.*The rule: "))
    expect(problem.locator("a")).to_have_attribute("href", f"rules.html#{clause}")
    expect(problem).to_be_focused()


def test_the_form_offers_what_can_be_chosen(open_page: Open) -> None:
    """Nothing is typed: lists for each player and each entry, and the seats that there are."""
    table = Table(open_page("misbehavin/table.html")).load_python()
    table.fill_in("human", "greedy")
    expect(table["option-starting_player"].locator("option:not([hidden])")).to_have_count(3)
    table["option-starting_player"].select_option("Player 2")
    table["option-factions"].select_option("own")
    expect(table["option-factions-2"]).to_be_hidden()
    for seat, faction in enumerate(("Niska", "Niska")):
        table["option-factions-" + str(seat)].select_option(faction)
    table["option-supply"].select_option("Down N Dirty")
    table["option-episode"].select_option("Big Score")
    table["start"].click()
    problem = table["setup-problem"]
    expect(problem).to_contain_text("Factions: 2 different factions are wanted")
    table["option-factions-1"].select_option("Serenity")
    table.begin()
    options = json.loads(table.record())["options"]
    assert options["factions"] == ["niska", "serenity"]
    assert options["starting_player"] == 1
    assert options["supply"] == "down-n-dirty"
    assert options["episode"] == "big-score"


def test_each_entry_of_a_list_is_chosen(open_page: Open) -> None:
    """They begin with different words, as far as there are any; a seat that is gone is not kept."""
    table = Table(open_page("festival/table.html")).load_python()
    table.fill_in("human", "greedy", "greedy")
    table["option-starting_player"].select_option("Player 3")
    table.fill_in("human", "greedy")
    expect(table["option-starting_player"]).to_have_value("")
    table["option-goals"].select_option("own")
    table["option-goals-3"].select_option("Tower")
    table["option-powers"].select_option("Yes")
    table.begin()
    options = json.loads(table.record())["options"]
    assert options["goals"] == ["empire", "architect", "hubs", "tower"]
    assert options["powers"] is True
    assert options["starting_player"] == "chance"


@pytest.mark.parametrize("game", GAMES)
def test_a_box_of_ones_own(open_page: Open, game: str) -> None:
    """The template is a box that works; a mistake in it is named with its place."""
    table = Table(open_page(f"{game}/table.html")).load_python()
    table.fill_in("human", "greedy", "greedy")
    table["option-box"].select_option("own")
    table["option-box-template"].click()
    text = table["option-box-text"]
    expect(text).not_to_have_value("")
    template = text.input_value()
    text.press("Control+Home")  # to fill in a long box anew takes Chromium half a minute
    text.press_sequentially("[\n")
    table["start"].click()
    expect(table["setup-problem"]).to_contain_text(re.compile("^Box: .*line"))
    expect(table["setup-problem"]).to_be_focused()
    file = FilePayload(name="box", mimeType="text/plain", buffer=template.encode())
    table["option-box-file"].set_input_files(file)
    expect(text).to_have_value(template)
    table.begin()
    assert table.heading == "Your decision"
    own = Page()
    own.ask("load", record=table.record())
    assert own.ask("status", observer=0)["text"] == table["text"].text_content()


def shown_at(table: Table) -> tuple[int, str | None, list[str]]:
    """Return what tells one moment of a play from others."""
    return (table.entries, table["text"].text_content(), table.choices)


def listed(table: Table) -> list[str]:
    """Return the games in the list."""
    return table["games"].locator("li > span").all_inner_texts()


def test_a_play_outlives_a_reload(open_page: Open) -> None:
    """The list has each game once, the newest first, and those that are over."""
    table = Table(open_page("misbehavin/table.html")).load()
    expect(table["games"]).to_have_count(0)
    table.start("human", "greedy", turns="2")
    table.choose(table.choices[0])
    first = shown_at(table)
    table.reload()
    table.resume()
    assert shown_at(table) == first
    table["new"].click()
    table.start("human", "greedy", "greedy", names=("Xi", "Yo", "Zoe"), turns="2")
    table.reload()
    newest, oldest = listed(table)
    assert newest.startswith("Xi, Yo, Zoe: Xi is next, ")
    assert oldest.startswith("Ann, Ben: Ann is next, ")
    table.resume(1)
    assert shown_at(table) == first
    while not table.is_over:
        table.choose(table.choices[0])
    result = table.heading.removeprefix("The game is over: ").replace("you", "Ann")
    table.reload()
    newest, oldest = listed(table)
    assert newest.startswith(f"Ann, Ben: {result}, ")
    assert oldest.startswith("Xi, Yo, Zoe: ")


def test_who_is_next_in_the_list_is_that_of_the_record(open_page: Open) -> None:
    """Where a record was kept with a step that is too early, the list says who decides later."""
    table = Table(open_page("smile/table.html")).load()
    table.page.evaluate("""async () => {
      const { Keeper } = await import(new URL("../_static/table/kept.js", location.href));
      const keeper = new Keeper("smile");
      const names = ["Ann", "Ben"];
      for (const step of [16, 17]) {
        await keeper.keep("record", { names, step, next: names[step - 16], result: "" });
      }
    }""")
    table.reload()
    (only,) = listed(table)
    assert only.startswith("Ann, Ben: Ben is next, ")


def test_a_play_outlives_its_window_and_its_day(open_page: Open) -> None:
    """Another tab, 30 hours later, goes on where the first one was; the list says the day."""
    table = Table(open_page("smile/table.html"))
    table.page.clock.install(time=datetime(2026, 3, 1, 21, 30, tzinfo=UTC))
    table.page.clock.resume()
    table.load().start("human", "greedy", "greedy")
    table.choose(table.choices[0])
    shown = shown_at(table)
    context, address = table.page.context, table.page.url
    table.page.close()
    later = Table(context.new_page())
    later.page.clock.install(time=datetime(2026, 3, 3, 3, 30, tzinfo=UTC))
    later.page.clock.resume()
    later.page.goto(address)
    later.load()
    (only,) = listed(later)
    assert re.search(r"\b(Mar 1|1 Mar)\b", only)
    later.resume()
    assert shown_at(later) == shown


def test_two_tabs_do_not_destroy_each_others_game(open_page: Open) -> None:
    """Where both go on with the same game, each keeps its own, and the second one is told so."""
    one = Table(open_page("smile/table.html")).load().start("human", "greedy", "greedy")
    two = Table(one.page.context.new_page())
    two.page.goto(one.page.url)
    two.resume()
    one.choose(one.choices[0])
    one.choose(one.choices[0])
    two.choose(two.choices[-1])
    expect(two["answer"]).to_contain_text("Another tab goes on with this game too")
    shown = shown_at(one), shown_at(two)
    assert len(set(map(str, shown))) == 2
    two.reload()
    assert len(listed(two)) == 2
    for number, there in ((0, shown[1]), (1, shown[0])):
        two.resume(number)
        assert shown_at(two) == there
        two.reload()
    one.reload()
    assert len(listed(one)) == 2


def test_a_kept_game_is_deleted_and_put_back(open_page: Open) -> None:
    table = Table(open_page("smile/table.html")).load().start("human", "greedy", "greedy")
    shown = shown_at(table)
    table.reload()
    expect(table["games"]).to_contain_text("Who uses it can go on with them, and see every hand.")
    remove = table["games"].get_by_role("button", name="Delete")
    remove.click()
    expect(table["games"].get_by_role("button")).to_be_focused()
    table["games"].get_by_role("button", name="Put it back").click()
    table.resume()
    assert shown_at(table) == shown
    table.reload()
    remove.click()
    table.page.reload()
    table.load()
    expect(table["games"]).to_have_count(0)


def test_the_oldest_game_that_is_over_gives_way(open_page: Open) -> None:
    """At most 30 are kept; a game that goes on outlives those that are over."""
    table = Table(open_page("smile/table.html")).load()
    table.page.evaluate(
        """over => {
          for (let number = 0; number < 30; number++) {
            const result = over.includes(number) ? "Ann won" : "";
            const item = { names: [`No${number}`], step: 1, result, date: number, record: "x" };
            localStorage.setItem(`fireflies/smile/${number}`, JSON.stringify(item));
          }
        }""",
        [3, 5],
    )
    table.start("human", "greedy", "greedy")
    table.reload()
    names = [it.partition(":")[0] for it in listed(table)]
    assert names == ["Ann, Ben, Cem", *(f"No{it}" for it in reversed(range(30)) if it != 3)]


def test_a_window_without_storage_plays_all_the_same(open_page: Open) -> None:
    """It says that nothing is kept."""
    table = Table(open_page("smile/table.html"))
    table.page.add_init_script("""Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };""")
    table.page.reload()
    table.load().start("human", "greedy", "greedy")
    table.choose(table.choices[0])
    expect(table["answer"]).to_contain_text("This browser can't keep the game")
    table.reload()
    expect(table["games"]).to_have_count(0)


def test_a_link_holds_the_play(open_page: Open) -> None:
    """The link works in another window, keeps undo, and sends nothing to a server."""
    table = Table(open_page("festival/table.html")).load().start("human", "greedy")
    for _ in range(3):
        table.choose(table.choices[0])
    text = table["text"].text_content()
    table.do("link")
    expect(table["kept"]).to_contain_text("can see all secrets")
    address = table.page.url
    assert "#play=" in address
    record = table.record()
    other = Table(open_page(f"festival/table.html{address[address.index('#') :]}")).load()
    assert other["text"].text_content() == text
    assert other.choices == table.choices
    assert other.record() == record
    other.choose(other.choices[0]).do("undo").do("undo")
    assert other.entries < table.entries
    # A play in the address gives way to a new game.
    other["new"].click()
    expect(other["setup-heading"]).to_be_focused()
    assert "#" not in other.page.url
    # A link that lost its end is refused, and the form is there.
    half = address[address.index("#") : -40]
    broken = Table(open_page(f"festival/table.html{half}")).load()
    expect(broken["setup-problem"]).to_contain_text("This link is damaged")
    broken.start("human", "greedy")
    assert broken.heading == "Your decision"
    # A link that would fill the memory is refused.
    stream = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = stream.compress(b" " * 10_000_001) + stream.flush()
    bomb = f"#play={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
    large = Table(open_page(f"festival/table.html{bomb}")).load()
    expect(large["setup-problem"]).to_contain_text("This link holds more than 10000000 bytes")


def test_a_downloaded_record_is_continued(open_page: Open) -> None:
    """A file from the page is read by the page and by the library, with players and seed."""
    table = Table(open_page("smile/table.html")).load()
    table.start("human", "greedy", "greedy", names=("Ann", "Bot", "Other"))
    table.choose("bid a")
    with table.page.expect_download() as download:
        table["download"].click()
    assert download.value.suggested_filename == "smile.jsonl"
    file = download.value.path()
    written: dict[str, Any] = json.loads(file.read_text("utf-8"))
    assert written["seats"] == ["Ann", "Bot", "Other"]
    text, choices = table["text"].text_content(), table.choices
    table["new"].click()
    table["record-file"].set_input_files(file)
    expect(table["record"]).not_to_have_value("")
    table["load-record"].click()
    table["decision"].wait_for(timeout=PATIENCE)
    table.rest()
    assert (table["text"].text_content(), table.choices) == (text, choices)
    table.choose(choices[0])
    table.focus_on_decision()
