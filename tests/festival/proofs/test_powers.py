"""The powers, a variant: two are dealt, one is kept, all are opened together."""

import pytest

from fireflies.festival import Clause, read_action
from fireflies.festival.events import PowersOpened
from tests.evidence import Evidence
from tests.festival.proofs.plays import after, legal, prove_choice, table
from tests.festival.proofs.test_setup import laid, start

GOALS = ("deal hubs 2 4", "deal tower 2 4", "deal bridges 2 4", "deal bridges 4 7")
POWERS = ("power banker", "power mason", "power host", "power wanderer")


@pytest.mark.clause("festival.power.deal")
def test_everybody_is_dealt_two_powers(evidence: Evidence) -> None:
    """Seat 0 first; without the option there are none."""
    one, two = after(laid(powers=True), *GOALS, *POWERS).players
    assert (one.powers, two.powers) == (("banker", "mason"), ("host", "wanderer"))
    assert after(laid(), *GOALS).phase == "first"
    evidence.differs(Clause.POWER_DEAL, start(powers=True), start())


@pytest.mark.clause("festival.power.keep")
def test_one_of_the_two_is_kept(evidence: Evidence) -> None:
    """Seat 0 has the banker and the mason; the host is seat 1's, the tamer is in the box."""
    state = after(laid(powers=True), *GOALS, *POWERS)
    assert legal(state) == ["keep banker", "keep mason"]
    for refused in ("keep host", "keep tamer"):
        prove_choice(evidence, Clause.POWER_KEEP, state, "keep mason", refused)
    assert after(state, "keep mason").players[0].powers == ("mason",)


@pytest.mark.clause("festival.power.secret")
def test_powers_are_secret_until_all_have_chosen(evidence: Evidence) -> None:
    """Seat 1 sees neither the cards nor the choice of seat 0; its own cards it sees."""
    cards = after(laid(powers=True), *GOALS)
    one = after(cards, *POWERS, "keep banker")
    alike = after(cards, "power ferryman", "power tamer", *POWERS[2:], "keep tamer")
    other = after(cards, *POWERS[:3], "power ferryman", "keep banker")
    evidence.secrecy(Clause.POWER_SECRET, 1, (one, alike), other)
    opened = after(one, "keep host")
    assert [player.powers for player in opened.view(1).players] == [("banker",), ("host",)]


@pytest.mark.clause("festival.power.change")
def test_a_power_changes_what_its_owner_has(evidence: Evidence) -> None:
    """The last choice opens them: the banker has three coins more, the mason two floors."""
    dealt = ("power banker", "power host", "power mason", "power tamer")
    state = after(laid(powers=True), *GOALS, *dealt)
    chosen = after(state, "keep banker")
    last = read_action("keep mason")
    event = PowersOpened(("banker", "mason"))
    evidence.effect(event, (chosen, last), (state, read_action("keep banker")))
    opened = chosen.apply(last)
    found = [[(it.coins, it.floors) for it in one.players] for one in (chosen, opened)]
    assert found == [[(5, 6), (5, 6)], [(8, 6), (5, 8)]]


@pytest.mark.clause("festival.power.change")
def test_a_power_changes_a_price_and_a_limit(evidence: Evidence) -> None:
    """The ferryman pays no toll; the wanderer makes four movements, the ferryman three."""
    powers = ("ferryman", "wanderer")
    states = [
        table({}, "AB1=1,BC1=1", turn=turn, coins=(0, 5), options={"powers": True}, powers=powers)
        for turn in ("turn 0 1+ 1 -", "turn 1 1+ 1 -")
    ]
    assert "to C 1" in legal(after(states[0], "move", "walk A"))
    assert [after(state, "move").pending.walks for state in states] == [3, 4]
    opening = after(laid(powers=True), *GOALS, *POWERS, "keep banker")
    happens, not_here = (opening, read_action("keep host")), (states[0], read_action("move"))
    evidence.effect(PowersOpened(("banker", "host")), happens, not_here)
