"""The actions of Misbehavin' that have numbers, and their order."""

from fireflies.misbehavin import read_options
from fireflies.misbehavin.play.tensors import of


def test_actions_have_what_their_cards_allow() -> None:
    """Of the sample box with two factions: a number for each that may be legal, in wire order."""
    texts = [*map(str, of(read_options({})).actions)]
    for there in (
        *("play outlaw-chief", "trigger young-medic", "turn marshal", "fight misbehave"),
        *("deal palaver", "recruit core-deed", "acquire", "add shiny", "credit", "use shiny 2"),
        *("use freighter-captain 1", "replay 4", "warrant marshal", "tax supply", "steal 1"),
        *("retrigger young-medic", "nab", "dispatch", "target spare-coat", "reward verse"),
        *("take shiny", "take marshal", "clear young-medic", "retain spare-coat", "retry"),
        *("salvage", "drop", "discard spare-coat", "choose 0", "choose the-black", "do", "skip"),
        *("pass", "done", "end"),
    ):
        assert there in texts
    for missing in (
        *("play shiny", "trigger marshal", "turn shiny", "fight young-medic", "deal shiny"),
        *("recruit old-freighter", "add the-black", "use young-medic 1", "warrant spare-coat"),
        *("take the-black", "take spare-coat", "retain shiny", "choose 2", "set palaver deal"),
        *("play ledger", "use fei-wu 1", "reaver reaver-pack"),
    ):
        assert missing not in texts
    assert texts[-6:] == ["do", "return", "skip", "pass", "done", "end"]
    assert [text for text in texts if text.startswith("replay ")] == [
        *("replay 1", "replay 2", "replay 3", "replay 4")
    ]


def test_a_draft_and_reavers_have_actions() -> None:
    options = read_options({"supply": "draft", "reavers": 2, "players": 3})
    texts = [*map(str, of(options).actions)]
    assert [text for text in texts if text.startswith("set ")][:4] == [
        *("set double-cross fight", "set misbehave fight", "set the-dart fight"),
        "set negotiation deal",
    ]
    assert len([text for text in texts if text.startswith("set ")]) == 3 + 2 + 4 + 8
    assert [text for text in texts if text.startswith("reaver")] == [
        *("reaver reaver-scout", "reaver reaver-pack"),
    ]
    assert "choose 2" in texts
    assert "use fei-wu 1" in texts


def test_chance_and_what_is_redacted() -> None:
    tensors = of(read_options({}))
    texts = [*map(str, tensors.chance_actions)]
    assert len(texts) == 90 + (20 + 90 + 6)
    assert {"reveal marshal", "draw marshal", "draw the-black", "draw spare-coat"} <= {*texts}
    assert "reveal spare-coat" not in texts
    assert [*map(str, tensors.redacted_actions)] == ["draw ?"]


def test_each_action_has_one_number() -> None:
    for options in ({}, {"players": 4, "supply": "draft", "reavers": 4}):
        tensors = of(read_options(options))
        for actions in (tensors.actions, tensors.chance_actions, tensors.redacted_actions):
            assert len({*actions}) == len(actions)
