"""Kuhn poker: two players, three cards, one chip to bet."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from fireflies import contract
from fireflies.chance import Draws
from fireflies.contract import (
    CHANCE,
    Actor,
    Details,
    Hidden,
    Observer,
    Outcome,
    Part,
    Reader,
    Rules,
    Seen,
    Tell,
    Wording,
    observer_of,
    with_names,
)
from fireflies.errors import InvalidNotation
from fireflies.games import Bounds, Game, Given, Setup
from fireflies.generators import Generators
from fireflies.rulebook import Clause as RulebookClause
from fireflies.tensors import Tensors

CARDS = ("J", "Q", "K")
"""From the lowest card to the highest."""


class Clause(RulebookClause):
    """The rules of Kuhn poker; ``rules.toml`` has their texts."""

    SETUP_ANTE = "kuhn.setup.ante"
    DEAL_ONE_CARD = "kuhn.deal.one-card"
    DEAL_SECRET = "kuhn.deal.secret"
    TURN_CHOICE = "kuhn.turn.choice"
    END_FOLD = "kuhn.end.fold"
    END_SHOWDOWN = "kuhn.end.showdown"


@dataclass(frozen=True, slots=True)
class Deal(contract.Action, verb="deal"):
    """Chance deals a card; only its owner sees which."""

    card: str


@dataclass(frozen=True, slots=True)
class Pass(contract.Action, verb="pass"):
    """A player does not bet."""


@dataclass(frozen=True, slots=True)
class Bet(contract.Action, verb="bet"):
    """A player bets a chip."""


Bid = Pass | Bet
Action = Deal | Bid
PASS: Bid = Pass()
BET: Bid = Bet()
READER = Reader[Action](
    "an action, which is one of: pass, bet, deal J, deal Q, deal K",
    (Pass, Bet, Deal),
    {"card": Part("[JQK]")},
    hidden=(Deal,),
)
ENDS = ("pp", "pbp", "pbb", "bp", "bb")
"""The actions at the end of a play: p for a pass, b for a bet."""


@dataclass(frozen=True, slots=True)
class Dealt(
    contract.Event,
    clause=Clause.DEAL_ONE_CARD,
    text="seat {seat} is dealt {card:a card}",
    secret="card",
):
    seat: int
    card: str | None


@dataclass(frozen=True, slots=True)
class Chosen(contract.Event, clause=Clause.TURN_CHOICE, text="seat {seat}: {verb}"):
    seat: int
    verb: str


@dataclass(frozen=True, slots=True)
class Folded(contract.Event, clause=Clause.END_FOLD, text="seat {winner} takes the pot"):
    winner: int


@dataclass(frozen=True, slots=True)
class Showdown(
    contract.Event,
    clause=Clause.END_SHOWDOWN,
    text="the cards are {cards}: seat {winner} takes the pot",
):
    cards: tuple[str, ...]
    winner: int


@dataclass(frozen=True, slots=True, repr=False)
class View(Seen[Deal | Bid]):
    """A position as an observer sees it: a hidden card is None."""

    cards: tuple[str | None, ...]
    done: str

    @property
    def position(self) -> str:
        return f"{''.join(card or '?' for card in self.cards) or '-'} {self.done or '-'}"

    def to_json(self) -> Mapping[str, object]:
        legal, outcome = self.legal_actions, self.outcome
        return {
            "actor": self.actor,
            "cards": list(self.cards),
            "done": self.done,
            "legal": None if legal is None else [str(action) for action in legal],
            "outcome": outcome and outcome.to_json(),
        }

    @property
    def details(self) -> Mapping[str, Details]:
        chips = 2 + self.done.count("b")
        return {"pot": Details("pot", {"chips": chips}, [f"{chips} chips are in the pot"])}

    def to_text(self, width: int = 80, names: Sequence[str] = ()) -> str:
        cards = [f"seat {seat} has {card or 'a card'}" for seat, card in enumerate(self.cards)]
        done = ["bets" if letter == "b" else "passes" for letter in self.done]
        told = [f"seat {number % 2} {verb}" for number, verb in enumerate(done)]
        end = f"seat {self.actor} is next" if isinstance(self.actor, int) else "a card is next"
        if self.outcome is not None:
            end = f"seat {self.outcome.winners[0]} wins {max(self.outcome.scores)}"
        return "\n".join(with_names(line, names)[:width] for line in [*cards, *told, end])


@dataclass(frozen=True, slots=True)
class State(Rules[Action]):
    """A position: the cards by seat, and what was done since they were dealt."""

    cards: tuple[str, ...] = ()
    done: str = ""

    @property
    def seats(self) -> int:
        return 2

    @property
    def actor(self) -> Actor:
        if len(self.cards) < 2:
            return CHANCE
        return None if self.done in ENDS else len(self.done) % 2

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        if self.actor == CHANCE:
            return tuple(Deal(card) for card in CARDS if card not in self.cards)
        return () if self.actor is None else (PASS, BET)

    @property
    def chance_weights(self) -> tuple[tuple[Action, int], ...]:
        return tuple((deal, 1) for deal in self.legal_actions) if self.actor == CHANCE else ()

    @property
    def outcome(self) -> Outcome | None:
        if self.done not in ENDS:
            return None
        shown, chips = self.done[-2:] in ("pp", "bb"), 2 if self.done[-2:] == "bb" else 1
        winner = self.cards.index(max(self.cards, key=CARDS.index)) if shown else len(self.done) % 2
        scores = (chips, -chips) if winner == 0 else (-chips, chips)
        clause = Clause.END_SHOWDOWN if shown else Clause.END_FOLD
        return Outcome(scores, (winner,), clause, tuple(map(Fraction, scores)))

    def _judge(self, action: object) -> Action | Clause:
        match action:
            case Deal(card) if self.actor == CHANCE and card in set(CARDS) - set(self.cards):
                return action
            case Pass() | Bet() if isinstance(self.actor, int):
                return action
        return Clause.DEAL_ONE_CARD if self.actor == CHANCE else Clause.TURN_CHOICE

    def _carry_out(self, action: Action, tell: Tell[contract.Event]) -> Self:
        match action:
            case Deal(card):
                tell(Dealt, len(self.cards), card)
                return replace(self, cards=(*self.cards, card))
            case Pass() | Bet():
                tell(Chosen, len(self.done) % 2, action.verb)
                after = replace(self, done=self.done + action.verb[0])
                if (outcome := after.outcome) is not None:
                    if outcome.clause == Clause.END_SHOWDOWN:
                        tell(Showdown, after.cards, outcome.winners[0])
                    else:
                        tell(Folded, outcome.winners[0])
                return after

    def view(self, observer: Observer = None) -> View:
        seen = self._seen_by(observer_of(self, observer))
        # What may still be dealt would tell what the other one has.
        is_told = observer in (None, self.actor) or self.actor is None
        known = self._with(seen, [card for card in CARDS if card not in seen]) if is_told else None
        return View(observer, self.actor, self.outcome, known, seen, self.done)

    def _seen_by(self, observer: Observer) -> tuple[str | None, ...]:
        outcome = self.outcome
        is_open = observer is None or (outcome and outcome.clause == Clause.END_SHOWDOWN)
        return tuple(
            card if is_open or observer == seat else None for seat, card in enumerate(self.cards)
        )

    def _with(self, seen: tuple[str | None, ...], unseen: Sequence[str]) -> Self:
        drawn = iter(unseen)
        return replace(self, cards=tuple(card or next(drawn) for card in seen))

    def redact(self, action: contract.Action, observer: Observer) -> contract.Action:
        hidden = isinstance(action, Deal) and observer not in (None, len(self.cards))
        return Hidden(Deal) if hidden else action

    def alike(self, observer: Observer, draws: Draws) -> Self:
        seen = self._seen_by(observer)
        unseen = [card for card in CARDS if card not in seen]
        return self._with(seen, draws.sample(unseen, seen.count(None)))


def head(action: contract.Action, _view: View) -> str:
    return "Bet a chip" if action == BET else str(action).capitalize()


def figures(view: View) -> list[dict[str, int | None]]:
    return [{"chip": -view.done[seat::2].count("b")} for seat in (0, 1)]


def follows(_view: View, events: Sequence[contract.Event], _after: View | None) -> Iterator[str]:
    for event in events:
        if isinstance(event, Folded):
            yield f"seat {event.winner} takes the pot"


def set_up(given: Mapping[str, object]) -> Setup[State]:
    Given((), given)  # there are no options: refuses any
    return Setup(
        options={},
        start=State(),
        bounds=Bounds(5, -2, 2, (-2, 2)),
        read_position=read_position,
        tensors=_tensors,
    )


def positions(state: State) -> Iterator[tuple[str, State]]:
    """Return every position that a play can reach from this one."""
    yield state.view().position, state
    for action in state.legal_actions:
        yield from positions(state.apply(action))


def read_position(text: str) -> State:
    known = dict(positions(State()))
    if text not in known:
        raise InvalidNotation(text, "a position of Kuhn poker, like '- -', 'K -' or 'KJ pb'")
    return known[text]


def _tensors() -> Tensors[View]:
    from . import tensors

    return tensors.of()


def _generators() -> Generators:
    from . import generators

    return generators


GAME = Game(
    name="kuhn",
    title="Kuhn poker",
    edition="1950",
    seats=range(2, 3),
    clauses=Clause,
    options=(),
    set_up=set_up,
    read_action=READER.read,
    read_redacted=READER.read_redacted,
    events=(Dealt, Chosen, Folded, Showdown),
    opens=(Showdown,),
    wording=Wording(head, figures, follows),
    generators=_generators,
)
