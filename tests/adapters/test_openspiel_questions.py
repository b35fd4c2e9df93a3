"""Tests of everything that pyspiel lets one ask about a state, of every player, as a play goes on.

The answers come from the rules. OpenSpiel's games in C++ give the same ones to a player who is not
to act. What OpenSpiel can't answer is an error that Python can catch, never the end of the process.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, Final, TypeAlias, cast

import pyspiel
import pytest

from fireflies import games
from fireflies.adapters import openspiel
from fireflies.adapters.openspiel import Observer
from fireflies.contract import CHANCE, Action, State
from fireflies.games import Setup
from tests.campaign import count, generator

REFUSED: Final = "refused"
"""The answer when OpenSpiel or the adapter raises an error."""

Asked: TypeAlias = tuple[Callable[[], object], object]
"""A question, and the right answer."""

CHANCE_NUMBER, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
ACTORS: Final = {CHANCE: CHANCE_NUMBER, None: TERMINAL}
"""OpenSpiel's numbers of actors who are no seats."""


class Questions:
    """All questions about a state, whose answers are known from the rules.

    Each has the name of a method of ``pyspiel.State``.
    """

    def __init__(
        self, state: pyspiel.State, ours: State, setup: Setup[State], done: list[tuple[int, int]]
    ) -> None:
        assert setup.tensors is not None
        self.state: Any = state  # our stubs have only what the adapter uses
        self.ours: State = ours
        self.tensors = setup.tensors()
        self.done = list(done)
        """The player and the number of each action before."""
        self.acting = cast("int", ACTORS.get(cast("None", ours.actor), ours.actor))
        self.legal = sorted(map(self.numbers(self.acting).index, ours.legal_actions))
        outcome = ours.outcome
        self.players = {*map(int, pyspiel.PlayerId), *range(ours.seats + 1)}
        """Every seat, one too many, and OpenSpiel's numbers of all others."""
        self.returns = list(map(float, outcome.returns)) if outcome else [0.0] * ours.seats

    def numbers(self, player: int) -> tuple[Action, ...]:
        """Return the actions of a seat, or those of chance, each at its number."""
        return self.tensors.actions if player >= 0 else self.tensors.chance_actions

    def all(self) -> dict[str, list[Asked]]:
        """Return the questions by the name of the method."""
        state, acting = self.state, self.acting
        is_seat, is_chance, is_over = acting >= 0, acting == -1, acting == -4
        return {
            **self.about_players(),
            **self.about_actions(),
            **self.about_changes(),
            **self.not_offered(),
            "clone": [(lambda: kept(state.clone()), kept(state))],
            "current_player": [(state.current_player, acting)],
            "chance_outcomes": [
                (lambda: [number for number, _ in state.chance_outcomes()], self.legal * is_chance),
                (lambda: round(sum(odds for _, odds in state.chance_outcomes()), 9), is_chance),
            ],
            "full_history": [
                (lambda: [(one.player, one.action) for one in state.full_history()], self.done)
            ],
            "get_game": [(lambda: state.get_game().get_type().short_name[:10], "fireflies_")],
            "get_type": [(lambda: state.get_type().value, 0 if is_over else 1 if is_chance else 2)],
            "history": [(state.history, [number for _, number in self.done])],
            "history_str": [(state.history_str, ", ".join(str(one) for _, one in self.done))],
            "is_chance_node": [(state.is_chance_node, is_chance)],
            "is_initial_non_chance_state": [
                (
                    state.is_initial_non_chance_state,
                    is_seat and all(player < 0 for player, _ in self.done),
                )
            ],
            "is_initial_state": [(state.is_initial_state, not self.done)],
            "is_mean_field_node": [(state.is_mean_field_node, False)],
            "is_player_node": [(state.is_player_node, is_seat)],
            "is_simultaneous_node": [(state.is_simultaneous_node, False)],
            "is_terminal": [(state.is_terminal, is_over)],
            "move_number": [(state.move_number, len(self.done))],
            "num_distinct_actions": [(state.num_distinct_actions, len(self.tensors.actions))],
            "num_players": [(state.num_players, self.ours.seats)],
            "returns": [(state.returns, self.returns)],
            "rewards": [(state.rewards, self.returns)],
            "serialize": [
                (lambda: kept(state.get_game().deserialize_state(state.serialize())), kept(state))
            ],
            "starting_state": [(state.starting_state, None)],
            "starting_state_str": [(state.starting_state_str, "")],
            "to_string": [(state.to_string, self.ours.view().position)],
        }

    def each(self, method: Callable[[int], object], right: Callable[[int], object]) -> list[Asked]:
        """Return the question about every player."""
        return [(partial(method, player), right(player)) for player in self.players]

    def both(self, method: Callable[..., object], right: Callable[[int], object]) -> list[Asked]:
        """Return the question about every player, and about the one who is to act."""
        return [(method, right(self.acting)), *self.each(method, right)]

    def about_players(self) -> dict[str, list[Asked]]:
        """Return those that name a player, or mean the one who is to act."""
        state, seats = self.state, range(self.ours.seats)
        seen = Observer(state.get_game(), recalling=True)

        def legal(player: int) -> object:
            return self.legal if player == self.acting else []

        def mask(player: int) -> object:
            size = len(self.tensors.chance_actions if player == -1 else self.tensors.actions)
            return [int(number in cast("list[int]", legal(player))) for number in range(size)]

        def sight(player: int) -> object:
            return f"seat {player}: {self.ours.view(player).position}"

        def remembered(player: int) -> object:
            return seen.string_from(state, player)

        def observed(player: int) -> object:
            return [*map(float, self.tensors.observe(self.ours.view(player)))]

        def tensor(player: int) -> object:
            seen.set_from(state, player)
            return seen.tensor.tolist()

        def drawn(player: int) -> object:
            return state.resample_from_infostate(player, lambda: 0.5).information_state_string(
                player
            )

        def gain(player: int) -> object:
            return self.returns[player]

        return {
            "legal_actions": self.both(state.legal_actions, legal),
            "legal_actions_mask": self.both(state.legal_actions_mask, mask),
            "observation_string": self.both(state.observation_string, of(seats, sight)),
            "observation_tensor": self.both(state.observation_tensor, of(seats, observed)),
            "information_state_string": self.both(
                state.information_state_string, of(seats, remembered)
            ),
            "information_state_tensor": self.both(
                state.information_state_tensor, of(seats, tensor)
            ),
            "player_return": self.each(state.player_return, of(seats, gain)),
            "player_reward": self.each(state.player_reward, of(seats, gain)),
            "resample_from_infostate": self.each(drawn, of(seats, remembered)),
        }

    def about_actions(self) -> dict[str, list[Asked]]:
        """Return those about the number or the text of an action."""
        state, texts = self.state, list[Asked]()
        reads: list[Asked] = [(lambda: state.string_to_action("no such action"), REFUSED)]
        for player in self.players:
            actions = self.numbers(player)
            reads.append((partial(state.string_to_action, player, "no such action"), REFUSED))
            for number in (-1, 0, len(actions) // 2, len(actions) - 1, len(actions)):
                right = str(actions[number]) if number in range(len(actions)) else REFUSED
                texts.append((partial(state.action_to_string, player, number), right))
            for number in self.legal[:2]:
                text = str(self.numbers(self.acting)[number])
                read = number if player == self.acting else REFUSED
                reads.append((partial(state.string_to_action, player, text), read))
        for number in self.legal:
            text = str(self.numbers(self.acting)[number])
            texts.append((partial(state.action_to_string, number), text))
            reads.append((partial(state.string_to_action, text), number))
        return {"action_to_string": texts, "string_to_action": reads}

    def about_changes(self) -> dict[str, list[Asked]]:
        """Return those that carry out a legal action, or one that is not legal, on a copy."""
        size = len(self.numbers(self.acting))
        tried = [*self.legal[:1], *self.legal[-1:], -1, size]
        tried += [number for number in range(size) if number not in self.legal][:1]
        rights = [(number, self.after(number)) for number in tried]

        def changes(name: str) -> list[Asked]:
            return [(partial(self.changed, name, n), right) for n, right in rights]

        return {
            "child": [(partial(self.child, n), right) for n, right in rights],
            "apply_action": changes("apply_action"),
            "apply_action_with_legality_check": changes("apply_action_with_legality_check"),
        }

    def after(self, number: int) -> object:
        """Return the position after an action; REFUSED when it is not legal."""
        if number not in self.legal:
            return REFUSED
        return self.ours.apply(self.numbers(self.acting)[number]).view().position

    def child(self, number: int) -> str:
        """Return the position of the child after an action."""
        return str(self.state.child(number))

    def changed(self, name: str, number: int) -> str:
        """Return the position of a copy after an action."""
        copy = self.state.clone()
        getattr(copy, name)(number)
        return str(copy)

    def not_offered(self) -> dict[str, list[Asked]]:
        """Return those about other kinds of games, and about data that only some games in C++ have.

        No struct can be made for a game in Python, so nothing can be asked with one.
        """
        state = self.state
        found: dict[str, list[Asked]] = {
            name: [(getattr(state, name), REFUSED)]
            for name in (
                "apply_action_struct",
                "distribution_support",
                "mean_field_population",
                "struct_to_actions",
                "to_dict",
                "to_json",
                "to_struct",
                "validate_action_struct",
            )
        }
        for name, given in (
            ("apply_actions", self.legal[:1] * self.ours.seats),
            ("apply_actions_with_legality_checks", self.legal[:1] * self.ours.seats),
            ("update_distribution", [1.0]),
        ):
            method = getattr(state, name)
            found[name] = [(partial(method, given), REFUSED)]
        for name, more in (
            ("action_to_struct", (0,)),
            ("actions_to_struct", ([0],)),
            ("get_action_struct_sampler", ()),
            ("to_observation_struct", ()),
            ("undo_action", (0,)),
        ):
            method = getattr(state, name)
            found[name] = [(partial(method, p, *more), REFUSED) for p in self.players]
        return found


def of(seats: range, right: Callable[[int], object]) -> Callable[[int], object]:
    """Return the right answer about a player when only seats have one."""
    return lambda player: right(player) if player in seats else REFUSED


def kept(state: pyspiel.State) -> object:
    """Return what a copy has to keep."""
    return str(state), state.history(), state.current_player(), state.observation_string(0)


def answer(question: Callable[[], object]) -> object:
    """Return the answer, or REFUSED."""
    try:
        return question()
    except (RuntimeError, ValueError, TypeError):
        return REFUSED


def play(name: str, parameters: Mapping[str, int | str], chooser: Random) -> Iterator[Questions]:
    """Yield what can be asked in every state of a random play."""
    game = games.get(name)
    setup = game.set_up(game.parse_arguments(parameters))
    state = pyspiel.load_game(openspiel.short_name(game), parameters).new_initial_state()
    ours, done = setup.start, list[tuple[int, int]]()
    while True:
        asked = Questions(state, ours, setup, done)
        yield asked
        if not asked.legal:
            return
        number = chooser.choice(asked.legal)
        ours = ours.apply(asked.numbers(asked.acting)[number])
        state.apply_action(number)
        done.append((asked.acting, number))


def check(name: str, parameters: Mapping[str, int | str], seed: int) -> None:
    """Ask everything in every state of a random play."""
    players = set[int]()
    for asked in play(name, parameters, generator(f"{name} {parameters} {seed}")):
        players.add(asked.acting)
        for method, questions in asked.all().items():
            for place, (question, right) in enumerate(questions):
                found = answer(question)
                assert found == right, f"{method}, question {place}, after {asked.done}"
    assert {CHANCE_NUMBER, 0, 1, TERMINAL} <= players


def test_every_method_is_asked() -> None:
    """A method that a new release of OpenSpiel adds has to be asked here too."""
    (first, *_) = play("smile", {}, Random(0))
    assert {*first.all()} == {name for name in dir(pyspiel.State) if not name.startswith("_")}


@pytest.mark.parametrize(
    ("name", "parameters"), [("kuhn", {}), ("smile", {"beads": 0})], ids=["kuhn", "smile"]
)
def test_every_answer_is_right(kuhn: str, name: str, parameters: Mapping[str, int | str]) -> None:
    assert f"fireflies_{kuhn}" in openspiel.register()
    check(name, parameters, seed=0)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(count(1, campaign=10)))
@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("smile", {"players": 4}),
        ("smile", {"players": 5, "beads": 7}),
        ("festival", {"box": "small"}),
        ("festival", {"box": "small", "players": 3, "powers": True}),
        ("misbehavin", {"turns": 4}),
        ("misbehavin", {"players": 4, "turns": 4}),
    ],
)
def test_every_answer_is_right_in_long_plays(
    name: str, parameters: Mapping[str, int | str], seed: int
) -> None:
    openspiel.register()
    check(name, parameters, seed)
