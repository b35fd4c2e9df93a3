"""Plays that nobody wrote down: what they are like, what is found in them, how it is told."""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from fireflies import smile
from fireflies.chance import Draws
from fireflies.conformance import cases, wire
from fireflies.conformance.engines import DirectEngine, starter
from fireflies.conformance.explorer import Difference, Explored, Explorer, case_of
from fireflies.conformance.judge import judge
from fireflies.conformance.plays import Expected, Play, draw_play, expect
from fireflies.conformance.pool import Pool
from fireflies.contract import Event, InvalidOptions, Tell
from fireflies.smile import exploring
from tests.oracle.smile import run
from tests.test_cli import on_a_terminal, process

Answer = Mapping[str, object]
Change = Callable[[Answer, dict[str, object]], dict[str, object]]

PLAYS: Final = 600


@cache
def drawn() -> tuple[tuple[Play, Expected], ...]:
    """Some plays."""
    return tuple(draw_play(smile.GAME, Draws(5, "explore", number)) for number in range(PLAYS))


def explorer(handle: Callable[[object], object], seed: int = 5) -> Explorer:
    """An explorer that asks this."""
    return Explorer(smile.GAME, Pool(lambda: DirectEngine(handle), 1), seed)


def spoiled(change: Change) -> Callable[[object], object]:
    """Our own rules on the wire, with each answer changed."""

    def handle(request: object) -> object:
        answer = wire.handle(request)
        assert isinstance(request, dict)
        return answer if answer is None or "seq" not in request else change(request, dict(answer))

    return handle


def first_difference(change: Change) -> tuple[Explorer, Explored]:
    """The first play in which it shows."""
    asking = explorer(spoiled(change))
    return asking, next(one for one in asking.explore(range(2000)) if one.parting is not None)


def smallest(change: Change) -> Difference:
    """The smallest play in which it shows."""
    asking, found = first_difference(change)
    return asking.shrink(found)


def test_plays_are_what_the_rules_say_of_them() -> None:
    """What is expected is found again by asking the rules text by text."""
    for play, expected in drawn():
        assert expect(smile.GAME, play) == expected


def test_plays_are_what_the_second_book_says_of_them() -> None:
    """The oracle refuses the same action, and has as many states."""
    for play, expected in drawn():
        answer = run(play.request(smile.GAME))
        refused = answer["refused"]
        index = refused["index"] if isinstance(refused, dict) else None
        assert index == expected.refused
        if play.length is None:
            states = answer["states"]
            assert isinstance(states, list)
            assert len(states) == len(expected.states)
        elif expected.states:
            assert answer["count"] == expected.number


def test_the_rules_run_once_for_each_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """When a play is drawn, when it is asked for text by text, and when an engine answers."""
    carried_out: list[smile.Reveal | smile.Bid | smile.BackOut] = []
    carry_out = smile.State._carry_out

    def counted(state: smile.State, action: smile.Action, tell: Tell[Event]) -> smile.State:
        carried_out.append(action)
        return carry_out(state, action, tell)

    monkeypatch.setattr(smile.State, "_carry_out", counted)
    for number in range(100):
        play, expected = draw_play(smile.GAME, Draws(5, "explore", number))
        if play.length is None and expected.refused is None:
            assert carried_out == list(expected.actions)
            carried_out.clear()
            assert expect(smile.GAME, play) == expected
            assert carried_out == list(expected.actions)
            carried_out.clear()
            case = play.request(smile.GAME)
            assert wire.handle({"cmd": "run", "seq": 1, "case": case}) is not None
            assert carried_out == list(expected.actions)
        elif play.length in (0, 1):  # what is counted then are legal actions, and none is tried
            whole, carried_out[:] = list(carried_out), []
            state = smile.GAME.set_up(play.options).start
            for action in whole:  # a second run would begin with a card that is gone
                state = state.apply(action)
            assert state.actor is None
        carried_out.clear()


def test_a_count_that_takes_too_much_is_not_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our engine skips it, and another one's number is neither right nor wrong."""
    number = next(n for n, (play, one) in enumerate(drawn()) if play.length and one.number != 1)
    assert drawn()[number][1].number is not None
    monkeypatch.setattr(wire, "MOST_POSITIONS", 0)
    (skipped,) = explorer(wire.handle).explore([number])
    assert (skipped.skipped, skipped.parting, skipped.expected.number) == (True, None, None)
    (answered,) = explorer(lambda it: {"seq": 1, **counting(it)}).explore([number])
    assert (answered.skipped, answered.parting) == (False, None)


def counting(request: object) -> Answer:
    """An engine that counts at random, and shakes hands."""
    assert isinstance(request, dict)
    return {"count": 17, "refused": None} if "seq" in request else {}


def test_plays_are_of_all_kinds() -> None:
    """Whole ones, refused ones, spoiled options, counts, each kind of view, 3 to 5 players."""
    plays = [play for play, _ in drawn()]
    refused = Counter(
        "options" if expected.refused == -1 else expected.refused is not None
        for _, expected in drawn()
    )
    assert min(refused.values()) > PLAYS // 30
    assert set(refused) == {"options", True, False}
    whole = sum(bool(one.states) and one.states[-1].actor is None for _, one in drawn())
    assert PLAYS // 5 < whole < PLAYS
    further = [
        play for play, one in drawn() if one.refused not in {None, len(play.actions) - 1, -1}
    ]
    assert len(further) > 5
    assert {play.observer for play in plays} == {None, 0, 1, 2, 3, 4}
    assert sum(play.length is not None for play in plays) > PLAYS // 30
    fitting = [play.options for play, one in drawn() if one.refused != -1]
    assert {it["players"] for it in fitting} == {3, 4, 5}
    assert {1, 2, 3, 10} <= {it["auctions"] for it in fitting}
    assert {0, 1, 2, 6, 7} <= {it["beads"] for it in fitting}


def test_plays_are_sent_as_the_wire_has_them() -> None:
    """No key and no JSON type that the wire's document does not give."""
    for play, _ in drawn():
        options = play.options
        assert set(options) == {"players", "starting_player", "box", "auctions", "beads"}
        numbers = (options[name] for name in ("players", "starting_player", "auctions", "beads"))
        assert {type(number) for number in numbers} == {int}
        assert isinstance(options["box"], list)
        assert {type(card) for card in options["box"]} <= {str}
        assert {type(action) for action in play.actions} <= {str}


def test_a_seed_gives_the_same_plays_and_another_one_others() -> None:
    """Whoever found something can find it again."""
    again = [draw_play(smile.GAME, Draws(5, "explore", number))[0] for number in range(50)]
    other = [draw_play(smile.GAME, Draws(6, "explore", number))[0] for number in range(50)]
    assert again == [play for play, _ in drawn()[:50]]
    assert sum(one == two for one, two in zip(again, other, strict=True)) < 3


def test_options_are_spoiled_in_every_way_and_named_by_the_clause() -> None:
    """Each clause about options refuses some, and some change nothing that matters."""
    refusing: Counter[object] = Counter()
    for number in range(2000):
        draws = Draws(1, "spoil", number)
        options = exploring.spoil_options(exploring.draw_options(draws), draws)
        try:
            smile.GAME.set_up(options)
        except InvalidOptions as error:
            refusing[error.clause] += 1
    wanted = {clause for clause in smile.Clause if clause.rule.kind == "setup"}
    assert set(refusing) == wanted - {
        smile.Clause.SETUP_MARKERS,
        smile.Clause.SETUP_SUPPLY,
    }


def test_what_is_reached_is_what_happened() -> None:
    """The clauses of events and of outcomes, told in another way by the rules themselves."""
    for _, expected in drawn()[:200]:
        for before, action in zip(expected.states[:-1], expected.actions, strict=True):
            after = before.apply(action)
            assert isinstance(before, smile.State)
            assert isinstance(after, smile.State)
            told = {event.clause for event in before.explain(action)}
            reached = set(exploring.reached(before, action, after))
            effects = {clause for clause in smile.Clause if clause.rule.kind == "effect"}
            assert reached & effects == told & effects
            assert after.outcome is None or after.outcome.clause in reached


def test_every_policy_keeps_to_what_is_allowed_and_has_its_way() -> None:
    """Bidders bid, leavers leave; all of them choose legal actions."""
    state = smile.State.parse("1 0 012 a:1*2,b:1,c:1*1 6+0/5+0/4+0 17+5 - -")
    for number, policy in enumerate(exploring.POLICIES):
        chosen = {policy(state, state.legal_actions, Draws(1, "policy", n)) for n in range(60)}
        assert chosen <= set(state.legal_actions), number
    _, bidder, leaver, hoarder, _ = exploring.POLICIES
    legal = state.legal_actions
    assert isinstance(bidder(state, legal, Draws(1, "x", 1)), smile.Bid)
    assert isinstance(leaver(state, legal, Draws(1, "x", 1)), smile.BackOut)
    assert isinstance(hoarder(state, legal, Draws(1, "x", 1)), smile.Bid)
    rich = smile.State.parse("1 0 012 a:1*9,b:1,c:1*1 2+0/3+0/3+0 17+5 - -")
    assert hoarder(rich, rich.legal_actions, Draws(1, "x", 1)) == smile.BackOut("a")


def test_a_right_engine_has_no_difference() -> None:
    """Ours, and the oracle, which orders arrays in another way."""
    ours = Explorer(smile.GAME, Pool(starter(["direct:fireflies.smile:GAME"], 1), 2), 5)
    found = list(ours.explore(range(PLAYS)))
    assert [one.parting for one in found if one.parting is not None] == []
    assert [one.play for one in found] == [play for play, _ in drawn()]
    assert sum(one.states for one in found) == sum(len(one.states) for _, one in drawn())
    assert ours.reached[smile.Clause.WIN_SHARED] > 0


def wrong_supply(request: Answer, answer: dict[str, object]) -> dict[str, object]:
    """Takes no blue bead when somebody borrows."""
    del request
    states = answer.get("states")
    assert isinstance(states, list) or states is None
    for state in states or []:
        state["supply"]["blue"] = 5
    return answer


def accepts_capitals(request: Answer, answer: dict[str, object]) -> dict[str, object]:
    """Refuses nothing that is only written in capitals."""
    case = request["case"]
    assert isinstance(case, dict)
    texts = [str(action) for action in case["actions"]]
    plain = {**case, "actions": [it.lower() if it[:1].isupper() else it for it in texts]}
    return {**answer, **dict(wire.handle({**request, "case": plain}) or {})}


def counts_one_more(request: Answer, answer: dict[str, object]) -> dict[str, object]:
    """Counts one sequence too many, where there are more than three."""
    del request
    count = answer.get("count")
    return {**answer, "count": count + 1} if isinstance(count, int) and count > 3 else answer


def test_a_difference_is_shrunk_and_attributed() -> None:
    """The first loan of a play with one auction, without colors and markers; and its clause."""
    found = smallest(wrong_supply)
    assert found.parting.at == "/supply/blue"
    assert found.clauses[0] == "smile.borrow.stuck"
    options, actions = found.play.options, found.play.actions
    assert (options["auctions"], options["beads"], found.play.observer) == (1, 0, None)
    assert options["box"] == ["0"] * 3 or set(options["box"]) <= {"0", "1"}  # type: ignore[call-overload] # a list
    assert actions[-1].startswith("bid")
    assert len(actions) == options["players"] + 1  # type: ignore[operator] # a number


def test_a_difference_about_a_refusal_is_told_so() -> None:
    """What is refused, by whom, and the clause against it, if there is one."""
    found = smallest(accepts_capitals)
    assert found.parting.at == "refused"
    assert "the rules refuse" in found.parting.message
    assert found.parting.got is None
    assert found.play.actions[-1] != found.play.actions[-1].lower()


def test_a_difference_in_a_count_is_told_so() -> None:
    """With both numbers, and the length of the sequences."""
    found = smallest(counts_one_more)
    assert found.parting.at == "count"
    assert found.parting.got == found.parting.wanted + 1  # type: ignore[operator] # a number
    assert found.play.length is not None
    assert f"sequences of {found.play.length} actions are possible" in found.parting.message


@pytest.mark.parametrize("change", [wrong_supply, accepts_capitals, counts_one_more])
def test_a_difference_becomes_a_case_that_fails_again(change: Change) -> None:
    """The wrong engine fails it, the right one passes."""
    found = smallest(change)
    text = case_of(smile.GAME, found)
    (case,) = cases.read(text.encode(), "found.json", smile.GAME)
    assert case.clauses == found.clauses
    request = {"cmd": "run", "seq": 1, "case": case.request.to_json()}
    wrong, right = spoiled(change)(request), wire.handle(request)
    assert isinstance(wrong, dict)
    assert right is not None
    assert judge(case, right, smile.GAME.unordered).status == "passed"
    assert judge(case, wrong, smile.GAME.unordered).status == "failed"


def accepted_is_refused(request: Answer, answer: dict[str, object]) -> dict[str, object]:
    """Refuses the second bid of a play, whatever it is."""
    case = request["case"]
    assert isinstance(case, dict)
    bids = [n for n, action in enumerate(case["actions"]) if str(action).startswith("bid ")]
    states = answer.get("states")
    if len(bids) < 2 or not isinstance(states, list) or len(states) <= bids[1]:
        return answer
    return {**answer, "states": states[: bids[1] + 1], "refused": {"index": bids[1]}}


def test_an_action_that_only_the_engine_refuses_is_found() -> None:
    """And the case expects that it is accepted."""
    found = smallest(accepted_is_refused)
    assert found.parting.at == "refused"
    assert "the rules accept 'bid" in found.parting.message
    (case,) = cases.read(case_of(smile.GAME, found).encode(), "found.json", smile.GAME)
    assert case.refused is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda _, answer: {**answer, "errored": True, "message": "oh"}, "it failed: oh"),
        (lambda _, answer: {"seq": answer["seq"]}, "not as the wire says: it doesn't say what"),
        (lambda _, answer: {**answer, "seq": -1}, "it answered to seq -1"),
        (
            lambda _, answer: {**answer, "states": answer.get("states", [])[:-1]},
            "states where there are",
        ),
        (lambda _, answer: {**answer, "refused": None}, "the engine does not"),
        (lambda _, answer: {**answer, "refused": {"index": 999}}, "something else (index 999)"),
        (
            lambda _, answer: {**answer, "states": [{}] * len(answer.get("states", []))},
            "after 0 actions, there is no /phase",
        ),
    ],
)
def test_whatever_an_engine_answers_is_told(change: Change, message: str) -> None:
    """Errors and malformed answers are differences too."""
    _, found = first_difference(change)
    assert found.parting is not None
    assert message in found.parting.message


def test_what_an_engine_skips_is_no_difference() -> None:
    """And is counted as skipped."""
    skipping = explorer(spoiled(lambda _, answer: {"seq": answer["seq"], "skipped": True}))
    found = list(skipping.explore(range(10)))
    assert all(one.skipped and one.parting is None for one in found)


def test_only_a_difference_can_be_shrunk() -> None:
    """What is right is not made smaller."""
    asking = explorer(wire.handle)
    (one,) = asking.explore([3])
    with pytest.raises(ValueError, match="play 3 shows no difference"):
        asking.shrink(one)


WRONG_ENGINE: Final = """
import sys
from fireflies.conformance import wire

def write(line):
    sys.stdout.buffer.write(line.replace(b'"blue":4}', b'"blue":5}'))
    sys.stdout.buffer.flush()

wire.serve(sys.stdin.buffer, write)
"""


def test_the_command_finds_shrinks_tells_and_keeps(tmp_path: Path) -> None:
    """From the play to a file that is asked again."""
    (engine := tmp_path / "engine.py").write_text(WRONG_ENGINE)
    kept = tmp_path / "found.json"
    python = ("--", "python3", str(engine))
    done = process("conform", "smile", "--explore", "--jobs", "1", "--out", str(kept), *python)
    assert (done.code, done.err) == (1, "")
    assert "the smallest that does:" in done.out
    assert "smile.borrow.stuck: Only who can neither bid nor back out" in done.out
    assert str(kept) in done.out
    again = process("conform", "smile", "--case", str(kept), *python)
    assert again.code == 1
    right = process("conform", "smile", "--case", str(kept), "--", "direct:fireflies.smile:GAME")
    assert right.code == 3


def test_the_command_says_what_was_reached() -> None:
    """In words, and as JSON; examples, time and seed are the person's."""
    ours = ("--jobs", "1", "--", "direct:fireflies.smile:GAME")
    done = process("conform", "smile", "--explore", "--examples", "30", *ours)
    assert done.code == 0
    assert "30 plays" in done.out
    assert "smile.bid.clear-bead" in done.out
    told = process("conform", "smile", "--explore", "--time", "0.2", "--json", *ours)
    found = json.loads(told.out)
    assert found["type"] == "explored"
    assert found["plays"] > 0
    assert found["reached"]["smile.setup.players"] > 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--examples", "0"], "numbers above 0"),
        (["--time", "-1"], "numbers above 0"),
        (["--clause", "bid.ties"], "--explore asks no cases"),
        (["--seed", "-1"], "a seed is a whole number from 0"),
    ],
)
def test_wrong_words_are_told(words: list[str], message: str) -> None:
    """In one line, with the usual exit code."""
    done = process("conform", "smile", "--explore", *words, "--", "direct:fireflies.smile:GAME")
    assert done.code == 2
    assert message in done.err
    assert "Traceback" not in done.err


def with_more_legal(request: Answer, answer: dict[str, object]) -> dict[str, object]:
    """Lists a bid as legal where a back-out is forced."""
    del request
    states = answer.get("states")
    for state in states if isinstance(states, list) else []:
        legal = state["legal"]
        if legal and all(str(action).startswith("back-out") for action in legal):
            legal.append("bid " + str(legal[0])[-1])
    return answer


def with_less_legal(request: Answer, answer: dict[str, object]) -> dict[str, object]:
    """Lists only the first of several bids."""
    del request
    states = answer.get("states")
    for state in states if isinstance(states, list) else []:
        bids = [action for action in state["legal"] or () if str(action).startswith("bid")]
        for action in bids[1:]:
            state["legal"].remove(action)
    return answer


def with_seats_forgotten(request: Answer, answer: dict[str, object]) -> dict[str, object]:
    """Has one player too few from the start."""
    del request
    states = answer.get("states")
    for state in states if isinstance(states, list) else []:
        state["players"].pop()
    return answer


@pytest.mark.parametrize(
    ("change", "at", "clause"),
    [
        (with_more_legal, "/legal", "smile.back-out.forced"),
        (with_less_legal, "/legal", "smile.bid.ties"),
        (with_seats_forgotten, "/players", "smile.setup.starting-player"),
    ],
)
def test_what_is_listed_as_legal_is_attributed(change: Change, at: str, clause: str) -> None:
    """To the clause against what is too much, or those about what is missing."""
    found = smallest(change)
    assert found.parting.at == at
    assert clause in found.clauses


def test_options_that_only_the_engine_accepts_are_attributed() -> None:
    """To the clause that refuses them; without one, to the first of all."""

    def accepting(request: Answer, answer: dict[str, object]) -> dict[str, object]:
        del request
        refused = answer.get("refused")
        is_option = isinstance(refused, dict) and refused["index"] == -1
        return {**answer, "refused": None} if is_option else answer

    found = smallest(accepting)
    assert found.parting.at == "refused"
    assert found.clauses[0].startswith(("smile.setup.", "smile.auction."))
    assert "the rules refuse these options" in found.parting.message


def test_a_seat_that_sees_too_much_is_told_of_with_its_seat() -> None:
    """The observer matters, so it stays, and secrecy is among the clauses."""

    def open_hands(request: Answer, answer: dict[str, object]) -> dict[str, object]:
        case = request["case"]
        assert isinstance(case, dict)
        shown = dict(wire.handle({**request, "case": {**case, "observer": None}}) or {})
        return answer if case["observer"] is None or "states" not in answer else shown

    found = smallest(open_hands)
    assert found.play.observer is not None
    assert "smile.setup.secret-beads" in found.clauses


OPEN_ENGINE: Final = """
import json, sys
from fireflies.conformance import wire

for line in sys.stdin.buffer:
    request = json.loads(line)
    if request["cmd"] == "run":
        request["case"]["observer"] = None
    answer = wire.handle(request)
    if answer is None:
        break
    print(json.dumps(answer), flush=True)
sys.exit(3)
"""


@pytest.mark.parametrize("json_lines", [True, False])
def test_the_command_tells_of_a_seat(tmp_path: Path, *, json_lines: bool) -> None:
    """In words and as JSON."""
    (engine := tmp_path / "engine.py").write_text(OPEN_ENGINE)
    words = ["--json"] if json_lines else []
    command = ("--", "python3", str(engine))
    done = process("conform", "smile", "--explore", "--jobs", "1", *words, *command)
    assert done.code == 1
    if json_lines:
        told = json.loads(done.out)
        assert told["type"] == "difference"
        assert "smile.setup.secret-beads" in told["clauses"]
    else:
        assert re.search(r"as seat \d sees it", done.out)
        assert "With --out FILE it is kept" in done.out


def test_an_engine_that_leaves_badly_is_told_of(tmp_path: Path) -> None:
    """After the plays, which it has passed."""
    (engine := tmp_path / "engine.py").write_text(
        "import sys\nfrom fireflies.conformance import wire\n"
        "def write(line):\n    sys.stdout.buffer.write(line)\n    sys.stdout.buffer.flush()\n"
        "wire.serve(sys.stdin.buffer, write)\nsys.exit(3)\n"
    )
    words = ("--explore", "--examples", "3", "--jobs", "1", "--", "python3", str(engine))
    done = process("conform", "smile", *words)
    assert done.code == 1
    assert "an engine did not leave as it should: it was told to stop and ended" in done.err


def test_progress_is_shown_on_a_terminal() -> None:
    """In a line that is gone in the end."""
    words = ("--explore", "--examples", "3", "--jobs", "1", "--", "direct:fireflies.smile:GAME")
    shown = on_a_terminal("conform", "smile", *words).out
    assert "\rplay 2\r" in shown.replace("\x1b[K", "")
    assert "3 plays" in shown


def test_a_failure_about_options_is_attributed_to_something() -> None:
    """Where nothing is reached, the first clause stands for the setup."""

    def failing(request: Answer, answer: dict[str, object]) -> dict[str, object]:
        del request
        refused = answer.get("refused")
        is_option = isinstance(refused, dict) and refused["index"] == -1
        return {**answer, "errored": True} if is_option else answer

    found = smallest(failing)
    assert found.play.actions == ()
    assert found.clauses == ("smile.setup.players",)


def test_simpler_plays_keep_to_the_form_of_a_play() -> None:
    """Fewer auctions, no first one, fewer beads, plainer cards; none for options that are none."""
    box = ["2 red", "1 IV", "-1", "3", "x", "0"]
    options = {"players": 3, "starting_player": 2, "box": box, "auctions": 2, "beads": 2}
    actions = [f"reveal {card}" for card in box[:4]]
    found = list(exploring.simpler(options, actions))
    assert ({**options, "box": ["3", "x", "0"], "auctions": 1}, ["reveal 3"]) in found
    assert ({**options, "beads": 0}, actions) in found
    assert ({**options, "starting_player": 0}, actions) in found
    plainer = [box_of["box"] for box_of, _ in found]
    for text in ("2", "1 red", "1", "0"):
        assert any(isinstance(cards, list) and text in cards for cards in plainer)
    assert list(exploring.simpler({**options, "players": 0}, actions)) == []


def test_the_end_of_a_game_is_about_what_is_held() -> None:
    """Without any bead in a hand, none is counted."""
    held = smile.Player(0, 0, (smile.Card(1),))
    bidder = smile.State.parse("1 0 01 b:1*1,c:1 1+0/0+0/1+0:1 32+5 - -")
    after = bidder.apply(smile.BackOut("b"))
    bare = after._replace(players=(held,) * 3)
    reached = set(exploring.reached(bidder, smile.BackOut("b"), bare))
    assert smile.Clause.SCORE_CLEAR_BEADS not in reached
    assert smile.Clause.SCORE_CLEAR_BEADS in exploring.reached(bidder, smile.BackOut("b"), after)
