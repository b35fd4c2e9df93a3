"""Records the clauses that a test uses, and the proof that each kind of clause needs.

A test marked ``@pytest.mark.clause("smile.bid.lowest-card")`` takes the fixture ``evidence`` and
calls the method of the clause's kind. A clause is met when an event, a violation, an outcome or an
option error names it, or when one of these methods gets its proof.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

import pytest

from fireflies.contract import Action, Event, InvalidOptions, State
from fireflies.rulebook import Clause

WAYS: Final = ("event", "violation", "option", "outcome")
"""The ways in which a clause is named while a game is played or set up."""


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

    def choice(
        self,
        clause: Clause,
        state: State,
        accepted: Action,
        refused: Action,
        *,
        later: State | None = None,
    ) -> None:
        """Prove the clause by a legal action, and one refused with this clause.

        Both in one position, unless the clause is about a later one, in which nothing is legal.
        """
        assert state.check(accepted) is None
        assert accepted in state.legal_actions
        if later is not None:
            assert not later.legal_actions
            state = later
        violation = state.check(refused)
        assert violation is not None
        assert violation.clause is clause
        assert refused not in state.legal_actions
        self._prove(clause, "choice")

    def effect(
        self, event: Event, happens: tuple[State, Action], not_here: tuple[State, Action]
    ) -> None:
        """Prove it by an action that causes its event, and the most similar one that does not."""
        state, action = happens
        assert event in state.explain(action)
        state, action = not_here
        assert not any(isinstance(other, type(event)) for other in state.explain(action))
        self._prove(event.clause, "effect")

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
