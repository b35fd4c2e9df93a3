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
def test_a_deal_takes_a_card_that_it_reaches_without_tokens(evidence: Evidence) -> None:
    """Misread: one may decline. A recruitment may, before its first card and after it."""
    own = Has("s-1", counts="1.1.0.1.2")
    state = seated(own, more={"s-1": {"attributes": ["DEAL"], "influence": 5}})
    closed = after(state, "deal s-1", "done")
    right = legal(closed, "take")
    evidence.limit(Clause.OFFER_MUST, legal(closed), right, misread=[*right, "done"])
    violation = closed.check(DONE)
    assert violation is not None
    assert violation.clause is Clause.OFFER_MUST
    recruiting = after(state, "recruit s-1", "done")
    declined = after(recruiting, "done").players[0]
    assert (declined.recycle, declined.recruitments) == (("s-1",), 1)
    assert "done" in legal(after(recruiting, "take core-1"))


@pytest.mark.clause("misbehavin.offer.must")
def test_nobody_has_to_spend_tokens_or_lift_a_warrant(evidence: Evidence) -> None:
    """Misread: what tokens reach has to be taken. Nothing is retained then."""
    parts = {
        "s-1": {"attributes": ["DEAL"], "influence": 0},
        "core-1": {"cost": 2, "icons": {"serenity": 1}},
    }
    for tableau, ways in (
        ("", ["take core-1", "done"]),
        ("s-2=1", ["take core-1", "clear s-2", "done"]),
    ):
        own = Has("s-1", command=tableau, counts="0.2.0.1.0")
        state = seated(own, more=parts, market="core-1//")
        closed = after(state, "deal s-1", "done")
        evidence.limit(Clause.OFFER_MUST, legal(closed), ways, misread=ways[:-1])
        left = after(closed, "done")
        assert (left.phase, left.players[0].verse, left.players[0].recycle) == ("turn", 2, ("s-1",))
        assert left.players[0].command == closed.players[0].command
