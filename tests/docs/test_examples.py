"""Tests of the bots and the study that the docs show."""

import json
import re
from itertools import islice

from docs.examples.bots import builder, recruiter
from docs.examples.german import ACTIONS, EVENTS, tell, told
from docs.examples.study import decisions, played, rows

from fireflies import festival, misbehavin, smile
from fireflies.festival.rules.actions import Bridge, End, Festival, Pagoda, Public
from fireflies.front import bridge as bridges
from fireflies.misbehavin.rules.actions import Fight, Play, Take
from fireflies.record import begin
from fireflies.table import Table

MOST = 80
"""The actions of a play that are looked at."""


def test_the_builder_scores_first_and_keeps_its_coins() -> None:
    """A bridge for the last coins has to wait for all else that is worth something."""
    table = Table(begin(festival.GAME, {"players": 2}, "ab"), [builder] * 2, seed=4)
    kinds = set[type]()
    for step in islice(iter(table.step, None), MOST):
        seat, legal = step.before.actor, step.before.legal_actions
        if isinstance(seat, int):
            kinds.add(type(step.action))
            scoring = [it for it in legal if isinstance(it, Festival | Public)]
            assert not scoring or step.action in scoring
            assert len(legal) == 1 or not isinstance(step.action, End)
            if isinstance(step.action, Bridge) and step.before.players[seat].coins <= 2:
                assert not any(isinstance(it, Pagoda) for it in legal)
    assert {Bridge, Pagoda} < kinds


def test_the_recruiter_plays_its_dearest_card_and_never_fights() -> None:
    table = Table(begin(misbehavin.GAME, {}, "ab"), [recruiter] * 2, seed=4)
    cards, kinds = table.state.options.box.card, set[type]()
    for step in islice(iter(table.step, None), MOST):
        if isinstance(step.before.actor, int):
            kinds.add(type(step.action))
            legal = [it for it in step.before.legal_actions if isinstance(it, Take | Play)]
            if legal:
                assert isinstance(step.action, Take | Play)
                assert cards[step.action.card].cost == max(cards[it.card].cost for it in legal)
    assert {Play, Take} < kinds
    assert Fight not in kinds


def test_the_study_has_rows_and_contested_decisions() -> None:
    """Of two games: a row for each seat, and the decisions of the bot with its own actions."""
    shares, (first, second) = played("festival", "docs.examples.bots:builder", 2)
    assert [it["name"] for it in shares] == ["mine", "greedy"]
    assert sum(it["share"]["value"] for it in shares) == 1
    found = [*rows(0, first), *rows(1, second)]
    assert [(it["game"], it["seat"], it["bot"]) for it in found] == [
        (0, 0, "mine"),
        (0, 1, "greedy"),
        (1, 0, "greedy"),
        (1, 1, "mine"),
    ]
    assert [it["score"] for it in found[2:]] == [*second.final.outcome.scores]
    some = [*islice(decisions(1, second, "4"), 8)]
    assert len(some) == 8
    for it in some:
        assert it.chosen == str(second.actions[it.number])
        assert second.steps[it.number].before.actor == 1
        assert 0 <= it.contested <= 1
        assert it.chosen != it.best or it.lost == 0
    assert [it.number for it in some] == sorted([it.number for it in some], reverse=True)


def test_smile_is_told_in_german_without_english() -> None:
    """Every class of events and every verb of a person, in a whole play; no English is left."""
    bridge, names = bridges.Bridge(), ["Ann", "Ben", "Cem"]
    templates = json.loads(bridge.handle('{"do": "templates", "game": "smile"}'))
    assert templates["answer"]["templates"].keys() == EVENTS.keys()
    players = ["human", "greedy", "greedy"]
    bridge.handle(json.dumps({"do": "new", "game": "smile", "players": players, "seed": 1}))
    bridge.handle('{"do": "advance", "most": 99}')
    assert {line.split(" ")[0] for line in told(bridge, names)} >= {"-", "Ann"}
    table = Table(begin(smile.GAME, {}, names), [smile.GAME.bots["greedy"]] * 3, seed=1)
    outcome = table.run().outcome
    assert outcome is not None
    bridge.handle(json.dumps({"do": "load", "record": table.record.to_text()}))
    lines = [*told(bridge, names)]
    assert len(lines) == sum(len(step.events) for step in table.record.steps)
    assert lines[-1].startswith(f"Das Spiel ist aus: Ann {outcome.scores[0]}, Ben ")
    english = {
        word for it in smile.GAME.templates.values() for word in re.findall(r"\b[a-z]+\b", it)
    }
    for line in lines:
        assert not english & {*re.findall(r"\w+", line)} - {*"abcde"}, line
    assert {tell({"verb": verb, "slot": "b"}, names) for verb in ACTIONS} == {
        "Eine Perle auf b legen",
        "Mit b aussteigen",
    }
