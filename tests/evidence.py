"""Records the clauses that a test uses, and the proof that each kind of clause needs.

A test marked ``@pytest.mark.clause("smile.bid.lowest-card")`` takes the fixture ``evidence`` and
calls the method of the clause's kind. A clause is met when an event, a violation, an outcome or an
option error names it, or when one of these methods gets its proof.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import pytest

from fireflies.contract import InvalidOptions, State
from fireflies.games import Game
from fireflies.rulebook import Clause
from tests.examples import Shown, faults

PROVED_BY_EXAMPLES: Final = ("choice", "effect")
"""The kinds of clauses that the examples of the rulebook prove."""
WAYS: Final = ("event", "violation", "option", "outcome")
"""The ways in which a clause is named while a game is played or set up."""


def clauses_with_marks(game: Game[State]) -> list[object]:
    """Return the clauses with examples, for a test; choices and effects are marked as proved."""
    return [
        pytest.param(
            clause,
            id=clause.value,
            marks=[pytest.mark.clause(clause.value)]
            if clause.rule.kind in PROVED_BY_EXAMPLES
            else [],
        )
        for clause in game.clauses
        if clause.rule.examples
    ]


class Evidence:
    """The clauses that a test has met so far, and the methods for proofs."""

    def __init__(self) -> None:
        """Create a recorder without evidence."""
        self.met: set[str] = set()
        self.ways: Counter[tuple[str, str]] = Counter()
        self.proved: set[str] = set()

    def meet(self, clause: str, way: str) -> None:
        """Record a clause that was named in one of :data:`WAYS`."""
        self.met.add(clause)
        self.ways[clause, way] += 1

    def _prove(self, clause: Clause, kind: str) -> None:
        """Record the proof, which has to be that of the clause's kind."""
        assert clause.rule.kind == kind, f"{clause} is a clause of kind {clause.rule.kind}"
        self.met.add(clause)
        self.proved.add(clause)

    def examples(self, clause: Clause, shown: Sequence[Shown]) -> None:
        """Prove a choice or an effect by the examples of the clause.

        A choice has one with a legal action, and one that is refused with this clause. An effect
        has one where its event happens and some fields change, and the nearest where it does not.
        Other clauses are not proved by examples; theirs only have to agree with the rules.
        """
        differences = [fault for one in shown for fault in faults(one)]
        assert not differences, "\n".join(differences)
        if clause.rule.kind == "choice":
            self._prove(clause, "choice")
        elif clause.rule.kind == "effect":
            happens = [
                (clause in {event.clause for event in one.state.explain(one.action)}, then)
                for one in shown
                if (then := one.example.then) is not None and one.action is not None
            ]
            assert {it for it, _ in happens} == {True, False}, (
                f"{clause}: both are wanted: {happens}"
            )
            unsaid = [then.events for it, then in happens if it and not then.changes]
            assert not unsaid, f"{clause}: its changed fields are not given after {unsaid}"
            self._prove(clause, "effect")

    def limit(self, clause: Clause, found: object, right: object, *, misread: object) -> None:
        """Prove it by a result that differs from the most plausible misreading."""
        assert found == right
        assert right != misread, "the misreading gives the same result: this case proves nothing"
        self._prove(clause, "limit")

    def setup(
        self,
        clause: Clause,
        set_up: Callable[[Mapping[str, object]], object],
        accepted: Mapping[str, object],
        refused: Mapping[str, object],
    ) -> None:
        """Prove it by options that are accepted, and options refused with this clause."""
        set_up(accepted)
        with pytest.raises(InvalidOptions) as caught:
            set_up(refused)
        assert caught.value.clause is clause
        self._prove(clause, "setup")

    def differs(self, clause: Clause, one: State, other: State) -> None:
        """Prove it by two starts whose difference the clause determines."""
        assert one != other
        self._prove(clause, "setup")

    def secrecy(self, clause: Clause, seat: int, same: tuple[State, State], other: State) -> None:
        """Prove it by two states that look the same to the seat, and a third that does not."""
        one, alike = same
        assert one != alike
        assert one.view(seat) == alike.view(seat)
        assert str(one.view(seat)) == str(alike.view(seat))
        assert one.view(seat).to_json() == alike.view(seat).to_json()
        assert one.view(seat) != other.view(seat)
        self._prove(clause, "secrecy")
