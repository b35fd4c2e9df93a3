"""Tests of the suite with a game of private deals.

The engine is a second implementation of Kuhn poker, which can make one of several mistakes.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Any, Final, TypeAlias

import pytest

from fireflies.conformance import cases, wire
from fireflies.conformance.attribution import case_of, clauses_of
from fireflies.conformance.engines import make_starter
from fireflies.conformance.explorer import Explorer
from fireflies.conformance.judge import judge
from fireflies.conformance.pool import Pool
from fireflies.conformance.runner import check_engine
from fireflies.conformance.shrinking import Finding, shrink
from tests.conformance.direct import DirectEngine
from tests.kuhn import GAME, State

Json: TypeAlias = Any

pytestmark = pytest.mark.usefixtures("drawn_once")

ENDS: Final = {"pp": "highest", "bb": "highest", "pbb": "highest", "bp": 0, "pbp": 1}
"""The bids at the end of a play, and the seat that takes the pot."""


def case(
    actions: Sequence[str], observer: int | None = None, ask: Json = "trace"
) -> dict[str, Json]:
    """Return a case of the wire."""
    about = {"game": "kuhn", "edition": "1950", "options": {}}
    return {**about, "actions": [*actions], "observer": observer, "ask": ask}


def our_answer(actions: Sequence[str], observer: int | None = None, ask: Json = "trace") -> Json:
    """Return the answer of our rules on the wire, without the seq."""
    request = {"cmd": "run", "seq": 3, "case": case(actions, observer, ask)}
    answer = wire.handle(request, {"kuhn": GAME})
    assert answer is not None
    assert answer.pop("seq") == 3
    return json.loads(json.dumps(answer))


# On the wire.


def test_an_unregistered_game_can_be_offered() -> None:
    answer = wire.handle({"cmd": "start", "version": 1}, {"kuhn": GAME})
    assert answer is not None
    about = answer["implementation"]
    assert isinstance(about, dict)
    assert about["games"] == {"kuhn": ["1950"]}
    assert check_engine(make_starter(["direct:tests.kuhn:GAME"], 30), GAME)["name"] == "fireflies"


SHOWDOWN: Final = ["deal Q", "deal J", "pass", "bet", "bet"]


@pytest.mark.parametrize(
    ("observer", "hands", "legal"),
    [
        (None, [["Q", "J"], ["Q", "J"]], [["deal J", "deal K"], ["pass", "bet"], ["pass", "bet"]]),
        (0, [["Q", None], ["Q", "J"]], [None, ["pass", "bet"], None]),
        (1, [[None, "J"], ["Q", "J"]], [None, None, ["pass", "bet"]]),
    ],
)
def test_a_seat_sees_only_its_own_card(observer: int | None, hands: Json, legal: Json) -> None:
    """It does not see the list of possible deals; after a showdown it sees both cards."""
    answer = our_answer(SHOWDOWN, observer)
    assert answer["refused"] is None
    states = answer["states"]
    assert [state["cards"] for state in states[2:]] == [*[hands[0]] * 3, hands[1]]
    assert [state["legal"] for state in states[1:4]] == legal
    assert states[-1]["outcome"] == {"scores": [2, -2], "winners": [0]}


def test_a_fold_reveals_no_card() -> None:
    (last,) = our_answer(["deal Q", "deal K", "bet", "pass"], 1, "final")["states"]
    assert last["cards"] == [None, "K"]
    assert last["outcome"] == {"scores": [1, -1], "winners": [0]}


WRONG_TURNS: Final = [
    *(["deal"], ["deal A"], ["deal ?"], ["pass"], ["deal K", "deal K"], ["deal K", "bet"]),
    *(["deal K", "deal Q", verb] for verb in ("deal J", "raise", "pass ", "")),
]


@pytest.mark.parametrize("actions", WRONG_TURNS, ids=" ".join)
def test_only_the_referee_gets_the_reason_of_a_refusal(actions: list[str]) -> None:
    refused = our_answer(actions)["refused"]
    assert refused["index"] == len(actions) - 1
    assert refused["reason"]
    for seat in (0, 1):
        seen = our_answer(actions, seat)["refused"]
        assert seen.items() <= refused.items()
        assert seen["index"] == refused["index"]


def test_a_refused_deal_does_not_reveal_the_dealt_card() -> None:
    refused = our_answer(["deal K", "deal K"])["refused"]
    assert refused["clause"] == "kuhn.deal.one-card"
    assert "deal K" in refused["reason"]
    for seat in (0, 1):
        assert our_answer(["deal K", "deal K"], seat)["refused"] == {"index": 1}


def test_answers_do_not_depend_on_hidden_cards() -> None:
    """States and refusals are equal until a showdown."""
    afterwards = (["bet"], ["pass", "bet", "pass"], ["bet", "raise"], ["pass", "deal J"])
    for own in "JQK":
        for rest in afterwards:
            for seat in (0, 1):
                answers = {
                    json.dumps(our_answer([f"deal {card}" for card in cards] + rest, seat))
                    for cards in permutations("JQK", 2)
                    if cards[seat] == own
                }
                assert len(answers) == 1, (own, rest, seat)


def test_sequences_are_counted() -> None:
    """3 cards, then 2; then 5 ways to bid, of which 3 end after two actions."""
    assert [our_answer([], ask={"count": n})["count"] for n in (0, 1, 2, 3, 4, 5, 9, 10**9)] == [
        *(1, 3, 6, 12, 24, 30, 30, 30),
    ]


# Found by the explorer.


class Second:
    """Another implementation of Kuhn poker, with the name of a mistake to make."""

    def __init__(self, mistake: str) -> None:
        """Create an engine with this mistake, or without one."""
        self.mistake = mistake

    def handle(self, request: Json) -> Json:
        """Return the answer to a request."""
        if request["cmd"] != "run":
            return {"version": 1, "implementation": {}}
        return {"seq": request["seq"], **self.play(request["case"])}

    def play(self, case: Mapping[str, Json]) -> dict[str, Json]:
        """Return the states of a play, or the count."""
        if case["options"]:
            return {"refused": {"index": -1}, "states": [], "count": 0}
        hands: list[str] = []
        done = ""
        states = [self.shown(hands, done, case["observer"])]
        refused = None
        for index, action in enumerate(case["actions"]):
            if action not in self.legal(hands, done):
                refused = {"index": index}
                break
            if action.startswith("deal "):
                hands.append(action[-1])
            else:
                done += action[0]
            states.append(self.shown(hands, done, case["observer"]))
        if case["ask"] == "final":
            return {"states": states[-1:], "refused": refused}
        if case["ask"] == "trace":
            return {"states": states, "refused": refused}
        if "from" in case["ask"]:
            return {"skipped": True}
        return {"count": self.count(hands, done, case["ask"]["count"]), "refused": refused}

    def legal(self, hands: list[str], done: str) -> list[str]:
        """Return the legal actions."""
        if len(hands) < 2:
            left = [card for card in "KQJ" if card not in hands or self.mistake == "deals twice"]
            return [f"deal {card}" for card in left]
        return [] if done in ENDS else ["bet", "pass"]

    def count(self, hands: list[str], done: str, length: int) -> int:
        """Return the number of sequences."""
        legal = self.legal(hands, done)
        if not legal or not length:
            return 1
        more = self.mistake == "counts what is over" and done == "p"
        return more + sum(
            self.count([*hands, action[-1]], done, length - 1)
            if action.startswith("deal ")
            else self.count(hands, done + action[0], length - 1)
            for action in legal
        )

    def shown(self, hands: list[str], done: str, observer: int | None) -> dict[str, Json]:
        """Return a state as the observer sees it."""
        actor = "chance" if len(hands) < 2 else None if done in ENDS else len(done) % 2
        opened = ENDS.get(done) == "highest"
        if self.mistake == "opens folded hands":
            opened = done in ENDS
        shows = self.mistake == "shows the other card" and len(hands) == 2
        cards = [
            card if opened or shows or observer in (None, seat) else None
            for seat, card in enumerate(hands)
        ]
        if self.mistake == "deals to the other seat" and len(hands) == 2:
            cards.reverse()
        legal: Json = self.legal(hands, done)
        if observer is not None and actor is not None and observer != actor:
            legal = legal if self.mistake == "lists the deck" and actor == "chance" else None
        return {
            "actor": actor,
            "cards": cards,
            "done": done,
            "legal": legal,
            "outcome": self.outcome(hands, done),
        }

    def outcome(self, hands: list[str], done: str) -> Json:
        """Return the chips that each seat wins."""
        if done not in ENDS:
            return None
        taker = ENDS[done]
        if taker == "highest":
            better = hands.index(max(hands, key="JQK".index))
            taker = 1 - better if self.mistake == "the lower card wins" else better
        chips = 2 if done.endswith("bb") and self.mistake != "pays one chip" else 1
        if self.mistake == "pays for a fold" and done in ("bp", "pbp"):
            chips = 2
        scores = [chips if seat == taker else -chips for seat in (0, 1)]
        return {"scores": scores, "winners": [taker]}


def explorer(handle: Callable[[object], object]) -> Explorer:
    """Return an explorer with this engine."""
    return Explorer(GAME, Pool(lambda: DirectEngine(handle), 1), 5)


def smallest(mistake: str) -> Finding:
    """Return the smallest play that shows a mistake."""
    explored = explorer(Second(mistake).handle).explore(range(300))
    found = next(one for one in explored if one.difference is not None)
    (*_, best) = shrink(explorer(Second(mistake).handle), found)
    return best


@pytest.mark.long
def test_the_second_implementation_agrees_with_our_rules() -> None:
    """Every clause is reached."""
    asking = explorer(Second("none").handle)
    found = [*asking.explore(range(300))]
    assert [one.difference for one in found if one.difference is not None] == []
    assert not any(one.skipped for one in found)
    direct = Explorer(GAME, Pool(make_starter(["direct:tests.kuhn:GAME"], 60), 1), 5)
    assert [it.difference for it in direct.explore(range(100)) if it.difference is not None] == []
    assert min(asking.reached[clause] for clause in GAME.clauses) > 20
    ends = {it.play.expected.states[-1] for it in found if it.play.request.length is None}
    assert {state.done for state in ends if isinstance(state, State)} >= set(ENDS)


MISTAKES: Final = {
    "shows the other card": ("/cards", "kuhn.deal.secret"),
    "opens folded hands": ("/cards", "kuhn.deal.secret"),
    "deals to the other seat": ("/cards", "kuhn.deal.one-card"),
    "lists the deck": ("/legal", "kuhn.deal.secret"),
    "deals twice": ("/legal", "kuhn.deal.one-card"),
    "pays one chip": ("/outcome/scores", "kuhn.end.showdown"),
    "pays for a fold": ("/outcome/scores", "kuhn.end.fold"),
    "the lower card wins": ("/outcome/scores", "kuhn.end.showdown"),
    "counts what is over": ("count", "kuhn.turn.choice"),
}
"""By mistake: the place where it shows, and a clause to which it is attributed."""


@pytest.mark.long
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_found_shrunk_attributed_and_saved(mistake: str) -> None:
    """As a case that the wrong engine fails, and the right one passes."""
    at, clause = MISTAKES[mistake]
    found, asking = smallest(mistake), explorer(Second(mistake).handle)
    assert found.difference.at == at
    clauses = clauses_of(asking, *found[:2])
    assert clause in clauses
    (kept,) = cases.read(case_of(GAME, *found[:2], clauses).encode(), "found.json", GAME)
    request = {"cmd": "run", "seq": 1, "case": kept.request.to_json()}
    right = wire.handle(request, {"kuhn": GAME})
    assert right is not None
    assert judge(GAME, kept, right).status == "passed"
    assert judge(GAME, kept, Second("none").handle(request)).status == "passed"
    assert judge(GAME, kept, Second(mistake).handle(request)).status == "failed"
