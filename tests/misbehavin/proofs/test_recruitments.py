"""Proofs: recruitments."""

import pytest

from fireflies.misbehavin import Clause, State, read_action
from tests.evidence import Evidence
from tests.misbehavin.proofs.plays import Cards, activity, after, legal, queue, table
from tests.misbehavin.situations import Has
from tests.misbehavin.small import ability

OWN = "1.1.0.1.1"
"""A credit, a token, no mark, an activation and a recruitment."""

CARDS: Cards = {
    "s-1": {"influence": 4, "attributes": ["DEAL"]},
    "s-2": {"influence": 0},
    "s-3": {"influence": "verse"},
    "core-1": {"cost": 4},
    "core-2": {"cost": 6},
    "border-1": {"cost": 3},
    "rim-1": {"cost": 1},
    "a-1": {"abilities": [ability("innate", ("cancel",), when=("cancel",))]},
}
"""s-1 has influence 4, s-2 has none and s-3 an X; a-1 cancels deals."""


def seated(own: Has | None = None, other: Has | None = None, *, more: Cards | None = None) -> State:
    """Return the turn of seat 0; on offer are core-1, core-2, border-1 and rim-1."""
    seats = own or Has("s-1,s-2,s-3,s-4", counts=OWN), other or Has()
    cards = {**CARDS, **(more or {})}
    return table(*seats, cards=cards, market="core-1,core-2/border-1/rim-1")


def takes(state: State) -> list[str]:
    """Return the market cards that may be taken."""
    return [text for text in legal(state, "take") if text[-2:] in {"-1", "-2"}]


def refused_with(state: State, action: str) -> Clause | None:
    """Return the clause that refuses an action."""
    violation = state.check(read_action(action))
    assert violation is not None
    return Clause(violation.clause)


@pytest.mark.clause("misbehavin.recruit.one")
def test_one_recruitment_a_turn_and_those_granted(evidence: Evidence) -> None:
    """Misread: an activation pays for another. With three, one is left after two."""
    done = [
        after(seated(Has("s-1,s-4", counts=f"0.0.0.1.{left}")), "recruit s-1", "done", "take rim-1")
        for left in (1, 3)
    ]
    found = [legal(state, "recruit") for state in (done[0], after(done[1], "done"))]
    right: list[list[str]] = [[], ["recruit s-4"]]
    evidence.limit(Clause.RECRUIT_ONE, found, right, misread=[["recruit s-4"]] * 2)
    assert refused_with(done[0], "recruit s-4") is Clause.RECRUIT_ONE
    twice = after(done[1], "done", "recruit s-4", "done")
    assert twice.players[0].recruitments == 1


@pytest.mark.clause("misbehavin.recruit.influence")
def test_each_card_has_influence_or_an_x(evidence: Evidence) -> None:
    """The first one and each other; misread: any card, as in a deal. An X may be 0."""
    state = seated(Has("s-1,s-2,s-3,s-4", counts="0.0.0.1.1"))
    for at, verb, rest in ((state, "recruit", "134"), (after(state, "recruit s-1"), "add", "34")):
        right = [f"{verb} s-{it}" for it in rest]
        wrong = sorted([*right, f"{verb} s-2"])
        evidence.limit(Clause.RECRUIT_INFLUENCE, legal(at, verb), right, misread=wrong)
        assert refused_with(at, f"{verb} s-2") is Clause.RECRUIT_INFLUENCE
    assert activity(after(state, "recruit s-3"))["total"] == 0


@pytest.mark.clause("misbehavin.recruit.cost")
def test_the_strength_reaches_the_cost(evidence: Evidence) -> None:
    """4 and 1 make 5, which takes 4 and not 6; misread: the credit is the sixth, as in a deal."""
    state = after(seated(), "recruit s-1", "add s-4", "done")
    right = ["take border-1", "take core-1", "take rim-1"]
    wrong = sorted([*right, "take core-2"])
    evidence.limit(Clause.RECRUIT_COST, takes(state), right, misread=wrong)
    assert refused_with(state, "take core-2") is Clause.RECRUIT_COST
    exact = after(seated(), "recruit s-1", "done")
    evidence.limit(
        Clause.RECRUIT_COST, takes(exact), right, misread=["take border-1", "take rim-1"]
    )


@pytest.mark.clause("misbehavin.recruit.no-cancel")
def test_nobody_cancels_a_recruitment(evidence: Evidence) -> None:
    """Misread: a-1 is asked about it as about a deal, when it begins and when all is committed."""
    state = seated(other=Has(command="a-1"))
    assert queue(after(state, "deal s-1")) == ["1 - answer"]
    begun = after(state, "recruit s-1")
    closed = after(begun, "done")
    deciding = [(at.actor, at.phase) for at in (begun, closed)]
    right, wrong = [(0, "recruit"), (0, "take")], [(1, "answer")] * 2
    evidence.limit(Clause.RECRUIT_NO_CANCEL, deciding, right, misread=wrong)


@pytest.mark.clause("misbehavin.recruit.no-retain")
def test_a_recruitment_retains_nothing(evidence: Evidence) -> None:
    """Misread: a token takes a card back, as after a deal. A canceled deal may become one."""
    dealing = after(seated(), "deal s-1", "done", "take rim-1")
    assert "retain s-1" in legal(dealing)
    for actions in (
        ("recruit s-1", "done", "take rim-1"),
        ("deal s-1", "use a-1 1", "salvage", "done", "take rim-1"),
    ):
        state = after(seated(other=Has(command="a-1")), *actions)
        player = state.players[0]
        found = (state.phase, player.verse, player.recycle)
        wrong = ("retain", 1, ("rim-1",))
        evidence.limit(
            Clause.RECRUIT_NO_RETAIN, found, ("turn", 1, ("rim-1", "s-1")), misread=wrong
        )
