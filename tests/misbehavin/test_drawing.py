"""The table of Misbehavin' in letters: complete, within its width, and what cards say."""

import re

import pytest

from fireflies._texts import printed
from fireflies.chance import Draws
from fireflies.cli.menus import menu_columns
from fireflies.contract import SPECTATOR, YOU, Observer
from fireflies.misbehavin import GAME, State, draw, start
from fireflies.misbehavin.box.boxfile import workshop_box
from fireflies.misbehavin.box.cards import BONUSES, SETS
from fireflies.misbehavin.box.random_boxes import random_options
from fireflies.misbehavin.box.reading import read_json
from fireflies.misbehavin.text.card_descriptions import card_text
from fireflies.misbehavin.text.drawing import LEGEND
from tests.helpers import usual_views
from tests.misbehavin import positions
from tests.misbehavin.situations import Has, table
from tests.misbehavin.small import SMALL, ability, boxed, card, supply_card
from tests.misbehavin.test_view import FIGHTING

NAMES = (YOU, "Ann", "Bob", "Cy")


def lines(state: State, width: int = 80, *, seat: int | None = None) -> list[str]:
    """Return the lines of a table that a seat sees; by default the one that decides."""
    return state.view(state.seat if seat is None else seat).to_text(width).split("\n")


def details(state: State, name: str) -> list[str]:
    """Return the details of a card."""
    assert GAME.details is not None
    return [*GAME.details(state.view(), name)]


def told(state: State, width: int = 120) -> str:
    """Return what the referee sees, without breaks of lines."""
    return " ".join(state.view().to_text(width).split())


@pytest.mark.long
@pytest.mark.parametrize(("players", "width", "height"), [(2, 80, 30), (4, 100, 32)])
def test_a_whole_play_fits(players: int, width: int, height: int) -> None:
    """Four players need a larger terminal; a view without a seat may have eight more lines."""
    for seed in range(2):
        for state in positions.states(players, seed, turns=60, reavers=2)[::5]:
            for view in usual_views(state):
                drawn = view.to_text(width, NAMES[:players]).split("\n")
                assert max(map(len, drawn)) <= width
                assert len(drawn) <= height + (0 if isinstance(view.observer, int) else 8)


def test_no_line_is_longer_than_asked_for() -> None:
    for seed in range(3):
        for state in positions.states(2 + seed, seed, supply="draft")[::9]:
            for width in (40, 57, 120):
                assert max(map(len, state.view().to_text(width).split("\n"))) <= width


def test_long_names_and_abilities_are_broken_where_they_must() -> None:
    for seed in range(3):
        options = {**random_options(Draws(seed, "long")), "turns": 6}
        for state in positions.states_with(options, seed)[::11]:
            for width in (40, 80):
                assert max(map(len, state.view().to_text(width).split("\n"))) <= width


def test_all_that_lies_open_is_told() -> None:
    """The market, the supply, what everybody has, tableaux, displays, Reavers, the fight."""
    for part in (
        "Turn 12: seat 0 may add to the fight",
        "Fight of seat 0 to nab Desk Inspector of seat 1: attack 2, defense 7",
        "core (28 left): Academic 3/2/0 [T discard: draw 3]; Core Deed 3/X/0 DEAL X=assets",
        "border (30 left): none",
        "rim (29 left): Brawler 2/0/2 FIGHT",
        "Shiny 2/2/0 [s credits 1] [s draw 1 | turn fight] 3 left",
        "reavers: Reaver Pack (1 of 3 tokens, raid lose 2); Reaver Scout (defeated)",
        ">seat 0: serenity A, power 3 of 13, 1 credit, 1 token (5 left), hand 2, pile 6, recycle 2",
        (
            "in play: Old Freighter (triggered, ability 1 used) "
            "power 1 SHIP s1 [T draw 1 | turn fight];"
        ),
        "Steady Pilot (+2 power, warrant of seat 1) PILOT s1 [I evade | fight]",
        "display: Spare Coat",
        "seat 1: alliance A, power 3 of 13",
        "Desk Inspector (attacked) DEAL a1 [I cancel | cancel]",
        "Hand of seat 0: The Black 0/0/0; Young Medic 2/2/0 s1 [T discard: draw 2]",
    ):
        assert part in told(FIGHTING)


def test_supply_cards_are_told_in_short_where_there_is_little_room() -> None:
    """With cost, influence, power and attributes, and all that are in play."""
    wide, narrow = (
        " ".join(FIGHTING.view(SPECTATOR).to_text(width).split()) for width in (100, 99)
    )
    assert "[s credits 1]" in wide
    assert "[s credits 1]" not in narrow
    assert "supply: Shiny 2/2/0 3 left; The Black 0/0/0 11 left; Palaver 2/1/0 DEAL 5" in narrow
    assert "slot" not in wide
    for name in (*SETS[:2], "misbehave", "palaver", "crazy-ivan", "full-burn"):
        assert f" {printed(name)} " in narrow
    assert "Fei Wu" not in wide


def test_hands_of_others_are_not_told() -> None:
    observers: tuple[Observer, ...] = (0, 1, SPECTATOR)
    for observer in observers:
        text = FIGHTING.view(observer).to_text()
        for seat in (0, 1):
            assert (f"Hand of seat {seat}" in text) == (seat == observer)
    named = FIGHTING.view(0).to_text(80, ("you", "Ann")).split("\n")
    assert [it[:19] for it in named if " A, power" in it] == [
        ">0 you: serenity A,",
        " 1 Ann: alliance A,",
    ]
    assert "Your hand: The Black" in FIGHTING.view(0).to_text(80, ("you", "Ann"))


def test_cards_of_one_name_are_counted() -> None:
    assert "Shiny 2/2/0 [s credits 1] [s draw 1 | turn fight] x2" in told(table(Has("shiny,shiny")))


WORKSHOP = workshop_box().to_json()
PACK = {"name": "wolf", "strength": 1, "raid": ["discard"], "reward": []}

HEADS = {
    table(Has(counts="0.1.0.2.1")): "Turn 3: seat 0 has 2 activations and 1 recruitment left",
    table(Has(counts="0.1.0.1.1"), turn="0.0.0"): "Seat 0 has 1 activation and 1 recruitment left",
    table(Has(assets="old-freighter"), phase="tidy", pending="0:-:tidy"): (
        "Turn 3: seat 0 may discard cards of the tableau"
    ),
    table(
        Has(), Has(command="watch-officer"), phase="intent", activity="fight:0:-:-:-:-:0.0:o"
    ): "says what the fight is for",
    table(
        Has("ledger,long-knife"),
        phase="choose",
        pending="0:crime-lord:discard",
        factions=["niska", "serenity"],
    ): "seat 0 makes a choice: discard another card from your hand or upright from your tableau",
    table(Has("spare-coat"), phase="choose", pending="0:-:step:2/0:-:earn"): (
        "Turn 3: seat 0 makes a choice: discard a card from your hand or upright from your tableau"
        " (the 'verse card)"
    ),
    table(
        Has(command="ship-mechanic*,first-officer*"),
        phase="ability",
        pending="0:ship-mechanic:walk:1:0",
    ): "Turn 3: seat 0 may use the next ability of Ship Mechanic",
    table(
        Has("s-1", display="full-burn"),
        phase="replay",
        pending="0:full-burn:replay/0:full-burn:return",
        box=boxed(supply_card("full-burn", abilities=[ability("special", ("credits 1",))])),
    ): "Turn 3: seat 0 may use Full Burn again for a token",
    table(
        Has(command="scribe*@1"),
        phase="by-hand",
        pending="0:scribe:by-hand:1:13",
        box=WORKSHOP,
    ): "Turn 3: seat 0 does by hand what Scribe says (entry 1 or 3 is left)",
    table(
        Has(command="scribe*@1"),
        phase="by-hand",
        pending="0:scribe:by-hand:1:0",
        box=WORKSHOP,
    ): "Turn 3: seat 0 does by hand what Scribe says (no entry is left)",
    table(
        Has(recycle="captain", command="scribe*@1"),
        phase="choose",
        pending="0:scribe:move:recycle:hand",
        box=WORKSHOP,
    ): "seat 0 makes a choice: move a card from your recycle pile to your hand (Scribe)",
    table(
        Has(command="armorer*@1,captain"),
        phase="choose",
        pending="0:armorer:trigger",
        box=WORKSHOP,
    ): "seat 0 makes a choice: turn another card of your tableau sideways (Armorer)",
    table(
        Has("spare-coat"), Has("field-rifle"), phase="choose", pending="1:spy:forced", seat=1
    ): "seat 1 makes a choice: discard a card from your hand or upright from your tableau (Spy)",
    table(
        Has(),
        Has(command="informer=0"),
        phase="choose",
        seat=1,
        pending="1:pardon:lift",
        box=WORKSHOP,
    ): "seat 1 makes a choice: take a warrant off a card of your tableau (Pardon)",
    table(
        Has("captain"),
        phase="choose",
        pending="0:wolf:discard",
        box={**WORKSHOP, "reavers": [PACK]},
        reavers="wolf:0.0;",
    ): "seat 0 makes a choice: discard a card from your hand or upright from your tableau (Wolf)",
    table(
        phase="reveal",
        market="academic,core-deed/broker,fence/brawler",
        pending="0:-:reveal:rim/0:-:reveal:core",
    ): "Turn 3: a rim card is turned up",
    table(Has(assets="old-freighter"), phase="played", pending="0:old-freighter:offer"): (
        "Turn 3: seat 0 may trigger Old Freighter at once"
    ),
}


@pytest.mark.parametrize("state", HEADS, ids=range(len(HEADS)))
def test_the_first_line_says_what_is_decided(state: State) -> None:
    assert HEADS[state] in lines(state, 160)[0]
    assert lines(state, 160)[0].endswith(f" (as seat {state.seat} sees it)")


def test_the_first_line_says_who_looks_where_that_is_not_clear() -> None:
    """It does not say so to the referee, to ``you``, or at the end of the game."""
    assert lines(FIGHTING, 100, seat=1)[0].endswith(" (as seat 1 sees it)")
    assert (
        FIGHTING.view(SPECTATOR).to_text(100).split("\n")[0].endswith(" (as a spectator sees it)")
    )
    over = positions.states(2, 1)[-1]
    for text in (FIGHTING.view().to_text(), FIGHTING.view(0).to_text(80, ("you", "Ann"))):
        assert "(as " not in text
    assert "(as " not in over.view(0).to_text()


@pytest.mark.parametrize(
    ("seats", "line"),
    [
        ((Has(command="marshal"), Has()), "Game over: seat 0 wins"),
        ((Has(), Has()), "Game over: seat 0 and seat 1 share the victory"),
    ],
)
def test_the_first_line_names_the_winners(seats: tuple[Has, ...], line: str) -> None:
    over = lines(table(*seats, phase="over", turn="9.0.1"), 100)
    assert over[0] == line
    heads = [text[:7] for text in over if "pile" in text]
    assert heads == [f"{'*' if it in line else ' '}{it}" for it in ("seat 0", "seat 1")]


def test_no_line_ends_within_a_name() -> None:
    """Neither that of ``Ship Mechanic`` in the first line, nor that of the target of a fight."""
    walking = next(it for it in HEADS if "Ship Mechanic" in HEADS[it])
    for width in range(40, 90):
        for state in (walking, FIGHTING):
            drawn = state.view().to_text(width, ("Bartholomew Longfellow", "Ann")).split("\n")
            assert not [line for line in drawn if re.search(" (Ship|Desk|Old|Steady)$", line)]


def test_every_phase_has_a_first_line_of_its_own() -> None:
    """And winners are named in the last."""
    heads = dict[str, str]()
    for seed in range(3):
        found = positions.phases(3, seed, supply="draft")
        heads |= {phase: told(state).split("core (")[0] for phase, state in found.items()}
    assert len({*heads.values()}) == len(heads) >= 16
    assert "wins" in heads["over"] or "share the victory" in heads["over"]


ACTIVITIES = {
    "deal:0:open:0:1:": "Deal by seat 0 (open): influence 1",
    "deal:0:open:2:1:": "Deal by seat 0 (open): influence 3, of which 2 credits",
    "recruit:0:open:2:0:0": "Recruitment by seat 0 (open): influence 2",
    "recruit:0:open:5:4:1": "Recruitment by seat 0 (open): influence 1, 1 card taken",
    "fight:0:-:-:-:-:0.0:o": "Fight of seat 0 ",
    "fight:0:dispatch:-:-:-:0.0:o": "Fight of seat 0 to dispatch ",
}


@pytest.mark.parametrize("activity", ACTIVITIES)
def test_what_goes_on_is_told(activity: str) -> None:
    kind = activity.partition(":")[0]
    phases = {"fight:0:-": "intent", "fight:0:d": "target"}
    other = Has(command="watch-officer" if activity[:9] in phases else "")
    state = table(Has(), other, phase=phases.get(activity[:9], kind), activity=activity)
    assert state.view().to_text(100).split("\n")[1] == ACTIVITIES[activity].rstrip()


def test_a_canceled_deal_is_told_as_such() -> None:
    seat = Has(display="shiny", counts="0.0.0.1.1")
    state = table(seat, phase="canceled", activity="deal:0:open:0:0:c")
    assert lines(state)[1] == "Deal by seat 0 (canceled): influence 2"


def test_what_is_not_there_is_not_told() -> None:
    """No state of a card, no activity, no set that is not in play."""
    state = table(Has(assets="old-freighter", display="marshal+1"))
    assert lines(state, 100)[1].startswith("core (27 left): ")
    assert "  in play: Old Freighter power 1 SHIP" in "\n".join(lines(state, 100))
    assert "  display: Marshal (+1 power)" in lines(state)
    used = table(Has(assets="old-freighter*@1", display="mercenary-crew+1@1"))
    drawn = lines(used)
    assert "  display: Mercenary Crew (+1 power, ability 1 used)" in drawn
    assert any("Old Freighter (triggered, ability 1 used)" in line for line in drawn)
    assert "Negotiation" not in told(state)
    assert state.view().to_text(100).split("\n")[0] == (
        "Turn 3: seat 0 has 0 activations and 0 recruitments left"
    )


def test_what_a_seat_has_is_told() -> None:
    """A part that is empty is left out, unless every seat has that part.

    The sample's boards have places for 3 assets and 5 other cards.
    """
    usual = "power 0 of 13, 1 credit, 1 token (5 left), hand 0, pile 10, recycle 0"
    found = lines(table(Has(counts="1.1.0.2.1!"), seat=0), 300)
    assert [line for line in found if "pile" in line] == [
        (
            f">seat 0: serenity A, {usual}, assets 0/3, command 0/5, token: trigger character,"
            " discard, immune until its turn ends, 2 activations, 1 recruitment"
        ),
        f" seat 1: alliance A, {usual}, assets 0/3, command 0/5, token: have 1 asset, pay 1",
    ]
    marked = table(
        Has(counts="1.1.defend1.0.0"),
        episode="four-roads",
        slots="the-dart,negotiation,fei-wu,palaver",
    )
    assert "token (4 left), 1 of 2 marks for defend" in told(marked)


@pytest.mark.parametrize(
    ("counts", "turn", "told"),
    [
        ("1.1.0.0.0", "3.0.0", ""),
        ("1.1.0.0.0!", "3.0.0", ", immune until its turn ends"),
        ("1.1.0.0.0!!", "3.0.0", ", immune until its next turn ends"),
        ("1.1.0.0.0!", "3.1.0", ", immune until its next turn ends"),
    ],
)
def test_immunity_is_told_with_its_end(counts: str, turn: str, told: str) -> None:
    """One end of a turn of its own: this turn's, if it is its turn."""
    state = table(Has(counts=counts), Has(counts="1.1.0.1.1"), turn=turn, seat=int(turn[2]))
    (line,) = [it for it in lines(state, 200) if "seat 0: " in it]
    assert line.endswith(f"token: trigger character, discard{told}")


def test_deeds_are_told_of_a_player_whose_steps_ask_for_one() -> None:
    """Of the turn's player alone; and abilities that are once a turn, also of a card set again."""
    seats = Has(command="medic", counts="1.1.0.1.1"), Has()
    state = table(*seats, turn="3.0.1:deal,recruit:medic@1", box=WORKSHOP)
    heads = [it for it in lines(state, 300) if "pile" in it]
    assert "command 1/5" in heads[0]
    assert heads[0].endswith("1 recruitment, did deal and recruit this turn")
    assert "did" not in heads[1]
    assert "  in play: Medic (ability 1 used) [i credits 1]" in "\n".join(lines(state, 200))
    drawn = draw(state.view(0))
    assert "did deal and recruit this turn" in drawn
    assert "Medic: ability 1 used<" in drawn
    other = table(*seats, turn="3.0.1:deal:", box=WORKSHOP, factions=["eavesdown", "serenity"])
    assert "did deal" not in told(other)


def test_reavers_are_told_with_their_raids() -> None:
    swarm = table(reavers="reaver-swarm:1.0;reaver-hulk,reaver-pack,reaver-scout")
    assert "Reaver Swarm (1 of 5 tokens, raid lose 1, black 1)" in told(swarm)
    gone = table(reavers=";reaver-pack,reaver-scout")
    assert "reavers: Reaver Pack (defeated); Reaver Scout (defeated)" in told(gone)
    tame: dict[str, object] = {
        **SMALL,
        "reavers": [{"name": "tame", "strength": 2, "raid": [], "reward": []}],
    }
    assert "Tame (0 of 2 tokens, raid nothing)" in told(table(reavers="tame:0.0;", box=tame))


def test_the_details_of_a_card() -> None:
    """Of any kind, last its place or what is left; nothing of an unknown one."""
    details, view = GAME.details, FIGHTING.view(0)
    captain = details(view, "freighter-captain")
    assert captain == [
        "Freighter Captain: character, cost 4, influence 2, power 2.",
        "It has DEAL, FIGHT, 1 Serenity icon.",
        "When you attack to dispatch, this card counts 1 more.",
        "In a fight, as attacker or defender, turn this card sideways: your side counts 1 more.",
        "DEAL: this card can begin a deal, and adds its influence.",
        "FIGHT: this card can begin a fight or join one of yours, and adds its power.",
        (
            "When Serenity takes this card, 1 'verse token can stand for 1 influence, as often as"
            " its player pays."
        ),
        (
            "Use its abilities while it lies upright in your tableau, without a warrant and not"
            " attacked."
        ),
        "Seat 0 has it in the draw pile.",
    ]
    assert details(view, "Freighter Captain") == captain == details(view, "freighter  captain")
    assert details(view, "palaver")[2:] == [
        "In the deal of another player, pay 1 credit: cancel the deal, then draw a card.",
        "In your deal or in your recruitment: add 3 influence.",
        "DEAL: this card can begin a deal, and adds its influence.",
        (
            "From your hand, use this card for its influence, power or attribute,"
            " or for one ability, not for both."
        ),
        "When its use is over, this card goes back to the supply.",
        "In the supply: 5 left, slot deal.",
    ]
    assert (
        details(view, "crazy-ivan")[1]
        == "Needs PILOT in your tableau, on any card there, also on itself."
    )
    assert details(view, "cutthroat")[2] == (
        "When you play this card from your hand: put a card of The Black from the supply on"
        " your own recycle pile."
    )
    assert details(view, "core-deed")[0] == "Core Deed: item, cost 3, influence X, power 0."
    assert details(view, "core-deed")[2] == "Influence: 1 for each card in your asset area."
    assert details(view, "the-black") == [
        "The Black: action, cost 0, influence 0, power 0.",
        "In the supply: 11 left.",
        "Seat 0 has it in the hand.",
    ]
    assert (
        details(view, "young-medic")[-2]
        == "\u26a1 costs an activation, and turns this card sideways."
    )
    assert details(view, "reaver-pack") == [
        "Reaver Pack: a Reaver, defeated by 3 'verse tokens of any players.",
        "Until it is defeated, whenever you end your turn: lose 2 credits.",
        "When you put the last token on it: get 3 credits, then get 1 more activation.",
        "It bears 1 of 3 tokens.",
    ]
    assert not details(view, "nobody")


def test_the_details_of_verse_cards_and_episodes() -> None:
    """By the name of the faction, and of the episode."""
    view = FIGHTING.view(0)
    assert GAME.details is not None
    assert GAME.details(view, "Alliance") == [
        "Alliance: a faction with a 'verse card.",
        (
            "Once on each of your turns, you may get a 'verse token for this: have 1 asset without"
            " a warrant in your tableau, then pay 1 credit."
        ),
        ("For 2 'verse tokens, put one of them on another player's character as a warrant."),
        "For 1 'verse token, take 1 credit from another player or 2 from the supply.",
        "While a card bears a warrant, its owner can't use it, but its power counts for winning.",
        "Seat 1 plays it.",
    ]
    assert "turn a FIGHT card of your tableau sideways" in GAME.details(view, "niska")[1]
    assert GAME.details(view, "Four Roads") == [
        "Four Roads: an episode.",
        "The supply has The Dart, Negotiation, Fei Wu and Palaver.",
        "Serenity can win with 2 defended cards, marked with 'verse tokens.",
        "Alliance can win with 2 dispatched cards, marked with 'verse tokens.",
        "Eavesdown can win with 3 cards taken in deals, marked with 'verse tokens.",
        "Niska can win with 4 recruited cards, marked with 'verse tokens.",
        "Power wins too.",
    ]
    assert GAME.details(view, "long-hunt")[1:] == [
        "All boards lie on side B.",
        "The supply has Misbehave, Palaver, Full Burn and Double Cross.",
        "Any player can win with 2 nabbed cards, marked with 'verse tokens.",
        "Any player can win with 15 credits.",
        "Power does not win.",
    ]


def test_a_card_with_two_of_everything_is_told() -> None:
    """In full; in short, its ability stands on one line."""
    two = ability(effects=("draw 1", "shed"), cost=("discard", "pay 2"))
    captain = boxed(card("captain", "serenity", cost=3, abilities=[two]))
    reavers: list[dict[str, object]] = [
        {"name": "one", "strength": 1, "raid": ["lose 1", "black 1"], "reward": ["shed", "draw 1"]},
        {"name": "two", "strength": 2, "raid": [], "reward": []},
    ]
    state = table(Has("captain"), reavers="one:0.0,two:0.0;", box={**captain, "reavers": reavers})
    assert details(state, "captain")[:2] == [
        "Captain: character, cost 3, influence 1, power 0.",
        (
            "\u26a1 On your turn, discard another card from your hand or upright from your tableau"
            " and pay 2 credits: draw a card. Then put a card of The Black from your hand back into"
            " the supply."
        ),
    ]
    assert details(state, "one") == [
        "One: a Reaver, defeated by 1 'verse token of any players.",
        (
            "Until it is defeated, whenever you end your turn: lose 1 credit, then put a card of"
            " The Black from the supply on your own recycle pile."
        ),
        (
            "When you put the last token on it: put a card of The Black from your hand back into"
            " the supply, then draw a card."
        ),
        "It bears 0 of 1 token.",
    ]
    assert details(state, "two") == [
        "Two: a Reaver, defeated by 2 'verse tokens of any players.",
        "It bears 0 of 2 tokens.",
    ]
    assert lines(state, 60)[-1] == "    [T discard, pay 2: draw 1, shed]"


def test_the_legend_has_every_sign_of_a_card() -> None:
    """Of every type of ability, every ongoing effect, both kinds of X, and words done by hand."""
    legend = " ".join(LEGEND)
    every = card(
        "captain",
        "serenity",
        influence="assets",
        power="command",
        required=["lose 1"],
        ongoing=["nab 1", "influence 1", "strength 1", "defense 1"],
        abilities=[
            ability(effects=(), words="Draw.", may=("draw 1",)),
            ability("innate", cost=("pay 1",)),
            ability("innate", cost=("pay 1",), turns=False),
            ability("hand", turns=False),
        ],
    )
    other = supply_card("palaver", both=True, abilities=[ability("special")])
    box = read_json(boxed({**every, "icons": {"serenity": 1}}, other))
    text = f"{card_text(box.card['captain'])} {card_text(box.card['palaver'])}"
    for sign in ("s1", "X=assets", "power X=command", "must lose 1", "both", "nab 1", "by hand"):
        assert sign in text.replace("\xa0", " ")
        assert sign in legend
    assert {*re.findall(r"\[[a-zA-Z]", text)} == {"[T", "[I", "[i", "[h", "[s"}
    assert all(it in legend for it in ("[T", "[I", "[i", "[h", "[s"))
    assert all(it in legend for it in BONUSES)


def test_menus_are_grouped() -> None:
    """By verb, here in a position with more than four verbs."""
    state = next(it for it in positions.states(2, 1) if len({a.verb for a in it.legal_actions}) > 4)
    menu = menu_columns({str(number): str(it) for number, it in enumerate(state.legal_actions, 1)})
    verbs = [line.split()[0] for line in menu if line.split()[0].isalpha()]
    assert len(verbs) == len({*verbs}) > 2


def test_the_deck_of_the_next_market_card_is_named() -> None:
    """Two cards of each deck, in the order of the decks."""
    state = start()
    for deck in ("core", "core", "border", "border", "rim", "rim"):
        assert str(state.view(None)).startswith(f"A {deck} card is turned up")
        state = state.apply(state.chance_outcomes[0][0])
    assert state.view(None).phase == "draw"
