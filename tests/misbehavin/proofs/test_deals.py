"""Proofs: what deals cost, and the cards on offer."""

import pytest

from fireflies.misbehavin import Clause, State, read_action
from tests.evidence import Evidence
from tests.misbehavin.proofs.plays import Cards, after, legal, table
from tests.misbehavin.situations import Has

OWN = "1.1.0.1.1"
"""A credit, a token, no mark, an activation and a recruitment."""

DONE = read_action("done")


def seated(
    own: Has | None = None,
    *others: Has,
    more: Cards | None = None,
    market: str = "core-1/border-1/rim-1",
) -> State:
    """Return the turn of seat 0, with these market cards on offer; s-1 makes deals.

    In the small box market cards cost 1.
    """
    mine = own or Has("s-1,s-2,s-4", counts=OWN)
    return table(
        mine, *others, cards={"s-1": {"attributes": ["DEAL"]}, **(more or {})}, market=market
    )


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


@pytest.mark.clause("misbehavin.offer.must")
def test_a_deal_takes_a_card_within_reach(evidence: Evidence) -> None:
    """Misread: one may decline. A card that only tokens reach need not be taken."""
    own = Has("s-1", counts="1.1.0.1.2")
    for influence, must in ((5, True), (0, False)):
        parts: Cards = {
            "s-1": {"attributes": ["DEAL"], "influence": influence},
            "core-1": {"cost": 1, "icons": {"serenity": 1}},
        }
        closed = after(seated(own, more=parts), "deal s-1", "done")
        takes = legal(closed, "take")
        assert "take core-1" in takes
        right, wrong = takes, [*takes, "done"]
        if not must:
            right, wrong = wrong, right
        evidence.limit(Clause.OFFER_MUST, legal(closed), right, misread=wrong)
        violation = closed.check(DONE)
        assert (violation is not None and violation.clause is Clause.OFFER_MUST) is must


def test_nothing_has_to_be_recruited() -> None:
    """The card that one wants may be none, at first and after each card."""
    state = seated(Has("s-1", counts="1.1.0.1.2"), more={"s-1": {"influence": 5}})
    closed = after(state, "recruit s-1", "done")
    assert "done" in legal(closed)
    assert after(closed, "done").players[0].recycle == ("s-1",)
    assert "done" in legal(after(closed, "take core-1"))
