"""Proofs: deals, the answers to them, canceled deals, and the cards on offer."""

from dataclasses import replace

import pytest

from fireflies.misbehavin import Clause, State, read_action
from fireflies.misbehavin.deal_events import (
    CreditsKept,
    DealAsked,
    DealFailed,
    DealMade,
    DealOpened,
)
from tests.evidence import Evidence
from tests.misbehavin.proofs.plays import Cards, activity, after, legal, prove_choice, queue, table
from tests.misbehavin.situations import Has
from tests.misbehavin.small import ability

OWN = "1.1.0.1.1"
"""A credit, a token, no mark, an activation and a recruitment."""

CANCELS = ability("innate", ("cancel",), when=("cancel",))

CARDS: Cards = {
    "s-1": {"attributes": ["DEAL"]},
    "s-2": {"influence": 0},
    "s-3": {"abilities": [ability("innate", ("influence 4",), when=("deal",))]},
    "a-1": {"abilities": [CANCELS]},
    "a-2": {"kind": "asset", "abilities": [CANCELS]},
    "palaver": {"abilities": [ability("special", ("cancel",), when=("cancel",))]},
}
"""s-1 makes deals, s-2 has no influence, s-3 adds some; a-1, a-2 and Palaver cancel."""

DONE = read_action("done")


def seated(
    own: Has | None = None,
    *others: Has,
    more: Cards | None = None,
    market: str = "core-1/border-1/rim-1",
) -> State:
    """Return the turn of seat 0, with these market cards on offer; in the small box they cost 1."""
    mine = own or Has("s-1,s-2,s-4", counts=OWN)
    return table(mine, *others, cards={**CARDS, **(more or {})}, market=market)


def canceled(counts: str = OWN) -> State:
    """Return a deal with s-1 that was canceled at once by a-1."""
    state = seated(Has("s-1,s-2,s-4", counts=counts), Has(command="a-1"))
    return after(state, "deal s-1", "use a-1 1")


@pytest.mark.clause("misbehavin.deal.open")
def test_an_activation_and_a_card_begin_a_deal(evidence: Evidence) -> None:
    """From the hand or from the tableau (other reading: from the tableau only).

    A recruitment with the same card begins none.
    """
    for own in (Has("s-1", counts=OWN), Has(command="s-1", counts=OWN)):
        state = seated(own)
        opened, recruited = (read_action(f"{verb} s-1") for verb in ("deal", "recruit"))
        evidence.effect(DealOpened(0, "s-1"), (state, opened), (state, recruited))
        found = after(state, "deal s-1").players[0]
        assert [it.card for it in found.display] == ["s-1"]
        assert (found.activations, found.recruitments, found.tableau) == (0, 1, ())
    assert legal(seated(Has("s-1", counts="1.1.0.0.1")), "deal") == []


@pytest.mark.clause("misbehavin.deal.attribute")
def test_the_first_card_has_deal(evidence: Evidence) -> None:
    """Influence is not enough; FIGHT is another attribute."""
    more: Cards = {"s-2": {"influence": 9, "attributes": ["FIGHT"]}}
    for refused in ("deal s-2", "deal s-4"):
        prove_choice(evidence, Clause.DEAL_ATTRIBUTE, seated(more=more), "deal s-1", refused)


@pytest.mark.clause("misbehavin.deal.add")
def test_any_untriggered_cards_join_a_deal(evidence: Evidence) -> None:
    """Also without influence and DEAL, from hand and tableau; nothing else is done meanwhile."""
    own = Has("s-1,s-2,the-black", command="s-4,s-5*", counts=OWN)
    state = after(seated(own), "deal s-1")
    for accepted in ("add s-2", "add s-4"):
        for refused in ("play s-2", "end", "take core-1", "recruit s-4"):
            prove_choice(evidence, Clause.DEAL_ADD, state, accepted, refused)
    assert legal(state, "add") == ["add s-2", "add s-4"]
    found = after(state, "add s-2", "add s-4").players[0]
    assert [it.card for it in found.display] == ["s-1", "s-2", "s-4"]


@pytest.mark.clause("misbehavin.deal.credits")
def test_each_credit_is_one_influence(evidence: Evidence) -> None:
    """As many as there are; what was committed is not there any more."""
    state = after(seated(Has("s-1", counts="2.1.0.1.1")), "deal s-1")
    totals: list[tuple[object, int]] = []
    for credits_left in (2, 1, 0):
        totals.append((activity(state)["total"], state.players[0].credits))
        if credits_left:
            state = after(state, "credit")
    assert totals == [(1, 2), (2, 1), (3, 0)]
    before = after(seated(Has("s-1", counts=OWN)), "deal s-1")
    prove_choice(evidence, Clause.DEAL_CREDITS, state, "done", "credit")
    assert "credit" in legal(before)


@pytest.mark.clause("misbehavin.deal.asked")
def test_others_are_asked_twice(evidence: Evidence) -> None:
    """When the deal is begun and when all is committed, clockwise from the dealer.

    Only a seat that might cancel is asked: not when its card is triggered or in the hand.
    """
    opened = read_action("deal s-1")
    dealer = Has("s-1,s-2,s-4", command="s-5", counts=OWN)
    cancels: Cards = {"e-1": {"abilities": [CANCELS]}, "s-5": {"abilities": [CANCELS]}}
    three = seated(dealer, Has(command="a-1"), Has(command="e-1"), more=cancels)
    for other in (Has(command="a-1*"), Has("a-1"), Has(command="a-3"), Has(command="a-1=0")):
        state = seated(Has("s-1,s-2,s-4", counts="1.0.0.1.1"), other)
        evidence.effect(DealAsked(1), (three, opened), (state, opened))
    asked = after(three, "deal s-1")
    assert queue(asked) == ["1 - answer", "2 - answer"]
    committing = after(asked, "pass", "pass")
    assert (committing.phase, committing.actor) == ("deal", 0)
    assert queue(after(committing, "done")) == ["1 - answer", "2 - answer"]
    assert after(committing, "done", "pass", "pass").phase == "take"


@pytest.mark.clause("misbehavin.deal.asked")
def test_the_seat_left_of_the_dealer_is_asked_first(evidence: Evidence) -> None:
    """Seat 1 deals: seat 2 is asked, then seat 0."""
    cancels: Cards = {"s-1": {"abilities": [CANCELS]}, "e-1": {"abilities": [CANCELS]}}
    deals: Cards = {"a-3": {"attributes": ["DEAL"]}}
    seats = Has(command="s-1"), Has("a-3", counts=OWN), Has(command="e-1")
    state = table(*seats, cards={**cancels, **deals}, seat=1, turn="3.1.0")
    opened, recruited = (read_action(f"{verb} a-3") for verb in ("deal", "recruit"))
    for seat in (2, 0):
        evidence.effect(DealAsked(seat), (state, opened), (state, recruited))
    assert queue(after(state, "deal a-3")) == ["2 - answer", "0 - answer"]


@pytest.mark.clause("misbehavin.deal.asked")
def test_who_might_have_the_means_is_asked(evidence: Evidence) -> None:
    """Others can't tell hand from draw pile: either may hold Palaver. Other reading: only the hand.

    With an empty hand, or with Palaver on the recycle pile, nobody has it.
    """
    opened = read_action("deal s-1")
    held = seated(None, Has("a-3,palaver"))
    dealer, other = held.players
    pile = tuple(sorted([*other.deck, "palaver"]))
    piled = replace(held, players=(dealer, other._replace(hand=("a-3",), deck=pile)))
    empty = replace(held, players=(dealer, other._replace(hand=(), deck=(*pile, "a-3"))))
    for state, can_use in ((held, True), (piled, False)):
        for nobody in (seated(None, Has("a-3", recycle="palaver")), empty):
            evidence.effect(DealAsked(1), (state, opened), (nobody, opened))
        assert ("use palaver 1" in legal(after(state, "deal s-1"))) is can_use


@pytest.mark.clause("misbehavin.deal.cancel")
def test_an_effect_cancels(evidence: Evidence) -> None:
    """Or the seat lets the deal go on; it answers nothing else, at either time."""
    state = after(seated(None, Has(command="a-1")), "deal s-1")
    for asked in (state, after(state, "pass", "done")):
        for accepted in ("use a-1 1", "pass"):
            for refused in ("skip", "done", "credit", "drop"):
                prove_choice(evidence, Clause.DEAL_CANCEL, asked, accepted, refused)
        assert after(asked, "use a-1 1").phase == "canceled"


@pytest.mark.clause("misbehavin.deal.cancel")
def test_once_canceled_nobody_else_is_asked(evidence: Evidence) -> None:
    """Seat 2 could cancel as well, but there is nothing left to cancel."""
    more: Cards = {"e-1": {"abilities": [CANCELS]}}
    state = after(seated(None, Has(command="a-1"), Has(command="e-1"), more=more), "deal s-1")
    prove_choice(evidence, Clause.DEAL_CANCEL, state, "use a-1 1", "retry")
    found = after(state, "use a-1 1")
    assert (found.actor, queue(found)) == (0, [])


@pytest.mark.clause("misbehavin.deal.cancel-keeps")
def test_credits_come_back(evidence: Evidence) -> None:
    """The activation does not, nor what effects added (other reading: that stays)."""
    own = Has("s-1", command="s-3", counts="2.1.0.1.1")
    state = after(
        seated(own, Has(command="a-1")), "deal s-1", "pass", "credit", "use s-3 1", "done"
    )
    cancel, go_on = read_action("use a-1 1"), read_action("pass")
    evidence.effect(CreditsKept(0, 1), (state, cancel), (state, go_on))
    found = after(state, "use a-1 1")
    assert (found.players[0].credits, found.players[0].activations) == (2, 0)
    shown = activity(found)
    assert (shown["total"], shown["bonus"], shown["credits"]) == (1, 0, 0)


@pytest.mark.clause("misbehavin.deal.canceled-cards")
def test_canceled_cards_recruit_or_are_dropped(evidence: Evidence) -> None:
    """By force while a recruitment is left; other reading: they may always be dropped."""
    state = canceled()
    for refused in ("drop", "end", "done"):
        prove_choice(evidence, Clause.DEAL_CANCELED_CARDS, state, "salvage", refused)
    recruiting = after(state, "salvage")
    assert (recruiting.phase, recruiting.players[0].recruitments) == ("recruit", 0)
    assert [it.card for it in recruiting.players[0].display] == ["s-1"]
    without = canceled("1.1.0.2.0")
    prove_choice(evidence, Clause.DEAL_CANCELED_CARDS, without, "drop", "end")
    dropped = after(without, "drop")
    assert (dropped.phase, dropped.players[0].recycle) == ("turn", ("s-1",))


@pytest.mark.clause("misbehavin.deal.canceled-cards")
def test_canceled_cards_drop_by_themselves(evidence: Evidence) -> None:
    """When there is neither a recruitment nor an activation; supply cards go to the supply."""
    more: Cards = {"palaver": {**CARDS["palaver"], "attributes": ["DEAL"]}}
    own = Has("palaver,s-4", counts="1.1.0.1.0")
    begun = after(seated(own, Has(command="a-1"), more=more), "deal palaver", "pass")
    found = after(begun, "add s-4", "done", "use a-1 1")
    assert (found.phase, found.activity) == ("turn", None)
    assert (found.players[0].recycle, found.players[0].display) == (("s-4",), ())
    assert found.players[0].hand == ()
    prove_choice(evidence, Clause.DEAL_CANCELED_CARDS, canceled(), "salvage", "drop")


@pytest.mark.clause("misbehavin.deal.retry")
def test_another_activation_tries_again(evidence: Evidence) -> None:
    """With the same cards, and others are asked again; without one left it is refused."""
    state = canceled("1.1.0.2.1")
    again = after(state, "retry")
    assert again.players[0].activations == 0
    assert [it.card for it in again.players[0].display] == ["s-1"]
    assert again.phase == "deal"
    prove_choice(evidence, Clause.DEAL_RETRY, canceled(), "salvage", "retry")
    assert "retry" in legal(state)
    more: Cards = {"e-1": {"abilities": [CANCELS]}}
    own = Has("s-1", counts="1.1.0.2.1")
    three = seated(own, Has(command="a-1"), Has(command="e-1"), more=more)
    asked = after(three, "deal s-1", "use a-1 1", "retry")
    assert queue(asked) == ["2 - answer"]


@pytest.mark.clause("misbehavin.deal.cost")
def test_the_total_reaches_the_cost(evidence: Evidence) -> None:
    """1 of s-1, 1 of s-4, a committed credit: 3; misread: the credit that is left counts, too."""
    costs = {"core-1": 3, "core-2": 4, "border-1": 2, "rim-1": 5}
    more: Cards = {name: {"cost": cost} for name, cost in costs.items()}
    state = seated(
        Has("s-1,s-4", counts="2.0.0.1.1"), more=more, market="core-1,core-2/border-1/rim-1"
    )
    closed = after(state, "deal s-1", "add s-4", "credit", "done")
    found = [text for text in legal(closed, "take") if "-1" in text or "-2" in text]
    right = ["take border-1", "take core-1"]
    evidence.limit(Clause.DEAL_COST, found, right, misread=[*right, "take core-2"])
    for dear in ("core-2", "rim-1"):
        violation = closed.check(read_action(f"take {dear}"))
        assert violation is not None
        assert violation.clause is Clause.DEAL_COST


@pytest.mark.clause("misbehavin.deal.hand")
def test_a_deal_brings_a_card_into_the_hand(evidence: Evidence) -> None:
    """A recruitment with the same card does not. One card, however much is left."""
    state = seated()
    deal, recruitment = (after(state, f"{verb} s-1", "done") for verb in ("deal", "recruit"))
    take = read_action("take core-1")
    evidence.effect(DealMade(0, "core-1"), (deal, take), (recruitment, take))
    found = after(deal, "take core-1")
    assert "core-1" in found.players[0].hand
    assert (found.phase, legal(found, "take")) == ("retain", [])
    assert "core-1" not in found.market[0]


@pytest.mark.clause("misbehavin.deal.nothing")
def test_with_nothing_within_reach_a_deal_is_over(evidence: Evidence) -> None:
    """Credits are lost (other reading: they come back), and cards may be retained.

    A card within reach keeps it open, and so does a warrant that it might lift.
    """
    dear: Cards = {f"{deck}-1": {"cost": 9} for deck in ("core", "border", "rim")}
    supply: Cards = {
        name: {"cost": 9} for name in ("shiny", "misbehave", "crazy-ivan", "full-burn")
    }
    more: Cards = {**dear, **supply, "palaver": {**CARDS["palaver"], "cost": 9}}
    state = after(seated(more=more), "deal s-1", "credit")
    cheap = after(seated(more={**more, "core-1": {"cost": 2}}), "deal s-1", "credit")
    own = Has("s-1", command="s-4=1", counts=OWN)
    warrant = after(seated(own, Has(counts="1.0.0.0.0"), more=more), "deal s-1", "credit")
    for open_still in (cheap, warrant):
        evidence.effect(DealFailed(0), (state, DONE), (open_still, DONE))
        assert after(open_still, "done").phase == "take"
    over = after(state, "done")
    assert legal(over) == ["retain s-1", "done"]
    found = after(over, "done").players[0]
    assert (found.credits, found.activations, found.recycle) == (0, 0, ("s-1",))


@pytest.mark.clause("misbehavin.offer.take")
@pytest.mark.parametrize("verb", ["deal", "recruit"])
def test_cards_on_offer_are_taken(evidence: Evidence, verb: str) -> None:
    """Face-up market cards, and sets in play of which a card is left; of Palaver none is."""
    own = Has("s-1", counts=OWN)
    more: Cards = {"s-1": {"attributes": ["DEAL"], "influence": 9}}
    others = Has("palaver,palaver,palaver"), Has("palaver,palaver")
    passes = ["pass"] * 2 if verb == "deal" else []
    closed = after(seated(own, *others, more=more), f"{verb} s-1", *passes, "done", *passes)
    for accepted in ("take core-1", "take shiny", "take misbehave"):
        for refused in ("take core-2", "take negotiation", "take palaver", "take s-4"):
            prove_choice(evidence, Clause.OFFER_TAKE, closed, accepted, refused)


@pytest.mark.clause("misbehavin.offer.must")
@pytest.mark.parametrize("verb", ["deal", "recruit"])
def test_a_card_within_reach_is_taken(evidence: Evidence, verb: str) -> None:
    """Misread: one may decline. A further card of a recruitment is up to the player."""
    own = Has("s-1", counts="1.1.0.1.2")
    state = seated(own, more={"s-1": {"attributes": ["DEAL"], "influence": 5}})
    closed = after(state, f"{verb} s-1", "done")
    right = legal(closed, "take")
    evidence.limit(Clause.OFFER_MUST, legal(closed), right, misread=[*right, "done"])
    violation = closed.check(DONE)
    assert violation is not None
    assert violation.clause is Clause.OFFER_MUST
    if verb == "recruit":
        assert "done" in legal(after(closed, "take core-1"))
