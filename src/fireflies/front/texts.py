"""Names of seats, menus, explanations and typed actions, the same in every front end."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import combinations
from typing import Any, Final, NamedTuple

from fireflies._texts import GLUE, capitalized, listed, many, printed
from fireflies._typing import override
from fireflies.contract import (
    CHANCE,
    SPECTATOR,
    YOU,
    Action,
    Description,
    Observer,
    State,
    Violation,
    with_names,
)
from fireflies.errors import InvalidNotation, UnknownVerb, printable
from fireflies.games import Game

_LONGEST_NAME: Final = 12
_MOST_GROUPS: Final = 8
_MOST_VERBS: Final = 5  # in a remark
_MOST_EXAMPLES: Final = 3
_MOST_MEANT: Final = 5  # in a question
_MOST_WORDS: Final = 24  # of an action whose name is typed with spaces
_LONGEST_TEXT: Final = 80  # so much of it is compared with legal actions
_HYPHEN: Final = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")


def seat_names(seats: Sequence[str], you: Observer = None) -> tuple[str, ...]:
    """Return the names of the seats, each in one line, shortened, and numbered where equal.

    The seat ``you``, who reads the names, is called :data:`~fireflies.contract.YOU`.
    """
    lines = [printable(" ".join(name.split())) for name in seats]
    short = [
        line if len(line) <= _LONGEST_NAME else f"{line[: _LONGEST_NAME - 3]}..." for line in lines
    ]
    names: list[str] = []
    for seat, name in enumerate(short):
        number = f" {short[: seat + 1].count(name)}" if short.count(name) > 1 else ""
        names.append(YOU if seat == you else f"{name}{number}")
    return tuple(names)


class MenuEntry(NamedTuple):
    """An action in a menu."""

    text: str
    """The text of the action."""
    label: str
    """The text without the first word, when that is the heading."""


def grouped(texts: Sequence[str]) -> dict[str, list[MenuEntry]]:
    """Return the actions of a menu by their first word, in their order.

    Actions of one word are in the group of the empty word. When there are many first words with few
    actions each, all actions are in that group.
    """
    groups: dict[str, list[MenuEntry]] = {}
    for text in texts:
        word, _, rest = text.partition(" ")
        groups.setdefault(word if rest else "", []).append(MenuEntry(text, rest or word))
    if len(groups) > max(_MOST_GROUPS, len(texts) / 2):
        return {"": [MenuEntry(text, text) for text in texts]}
    return groups


def remark_on(game: Game[Any], violation: Violation, names: Sequence[str]) -> str:
    """Return a remark on why an action is illegal in this position; may be empty.

    It is the game's own. When nothing of the kind that was tried is possible, it also says what is
    decided now, and what the actor can do.
    """
    if violation.view.actor is None:
        return "The game is over"
    own = "" if game.remark is None else game.remark(violation)
    told = filter(None, (own, *_possible(game, violation)))
    return ". ".join([capitalized(with_names(text, names)) for text in told])


def _possible(game: Game[Any], violation: Violation) -> Iterator[str]:
    """Yield the decision and the verbs of its legal actions, if the one that was tried is none."""
    view = violation.view
    verbs = [*dict.fromkeys(_verb(action) for action in view.legal_actions or ())]
    if _verb(violation.action) in verbs:
        return
    who = CHANCE if view.actor == CHANCE else f"seat {view.actor}"
    if game.decision is not None:
        yield game.decision(view).replace(GLUE, " ")
    elif not verbs:
        yield f"{who} decides"
    some, others = verbs[:_MOST_VERBS], len(verbs) - _MOST_VERBS
    if others > 0:
        some.append(many(others, "other"))
    if some:
        yield f"{who} can choose {listed(some, 'or')}"


def _verb(action: object) -> str:
    """Return the first word of the text of an action."""
    return str(action).partition(" ")[0]


def explain(game: Game[Any], violation: Violation, names: Sequence[str]) -> str:
    """Return the violated clause, after the game's remark on this position, if any."""
    text = remark_on(game, violation, names)
    clause = f"{violation.clause}: {violation.clause.rule.title}"
    return f"{text} ({clause})." if text else f"{clause}."


def wasted(game: Game[Any], action: Action, described: Description, names: Sequence[str]) -> str:
    """Return what an action leaves unused, in a sentence without a full stop; empty for nothing."""
    told = [str(event) for event in described.events if isinstance(event, game.wastes)]
    if isinstance(action, game.wastes):
        told.append(str(described))
    return with_names(capitalized(told[0]), names) if told else ""


def find_legal(state: State, line: str) -> Action | None:
    """Return the legal action that a typed line means, in large or small letters, if any.

    Spaces may stand for the hyphens of a name, unless the line then means several actions.
    """
    legal = {str(action).lower(): action for action in state.legal_actions}
    for text in map(str.lower, _possible_texts(state, line)):
        meant = [text] if text in legal else [it for it in legal if spaced(it) == spaced(text)]
        if len(meant) == 1:
            return legal[meant[0]]
    return None


def meant(legal: Sequence[Action], line: str) -> list[Action]:
    """Return the actions that a line may mean, which is shorter than each of their texts.

    Its words are beginnings of words that follow each other: of the first ones, as in ``pl fre``
    for ``play freighter-captain``; when there is no such action, of any, as in ``captain``. A word
    with a digit is typed in full.
    """
    typed = _words(line)
    texts = [(action, _words(str(action))) for action in legal]
    found = [action for action, words in texts if _begin(words, typed)]
    return found or [
        action
        for action, words in texts
        if any(_begin(words[first:], typed) for first in range(1, len(words)))
    ]


def _words(text: str) -> list[str]:
    return spaced(text.lower()).split()


def _begin(words: Sequence[str], typed: Sequence[str]) -> bool:
    """Return whether the typed words are beginnings of as many first words."""
    return 0 < len(typed) <= len(words) and all(
        word == one or (word.startswith(one) and one.isalpha())
        for word, one in zip(words, typed, strict=False)
    )


class Ambiguous(InvalidNotation):
    """A line may mean several actions; the text is a question that names them.

    It is "Play, deal or recruit Freighter Captain?" where they differ in the first word alone.
    """

    def __init__(self, line: str, actions: Sequence[Action]) -> None:
        """Create the error for the actions that are meant."""
        super().__init__(line, "one action")
        self.actions: Final = actions

    @override
    def __str__(self) -> str:
        texts = [str(action) for action in self.actions]
        verbs, things = zip(*[text.partition(" ")[::2] for text in texts], strict=True)
        if things[0] and len({*things}) == 1:
            thing = printed(things[0]) if len(things[0]) > 1 else things[0]
            return f"{capitalized(listed(verbs, 'or'))} {thing}?"
        some, others = [*map(repr, texts[:_MOST_MEANT])], len(texts) - _MOST_MEANT
        if others > 0:
            some.append(many(others, "other"))
        return f"Which one: {listed(some, 'or')}?"


def examples(legal: Sequence[Action], line: str) -> str:
    """Return some legal actions, like the typed line if there are such, to tell what is right."""
    texts = [*map(str, legal)]
    verbs = {_verb(text): text for text in reversed(texts)}
    like = [text for text in texts if _verb(text) == _verb(line.lower())]
    some = _similar(legal, line) or like or [*reversed(verbs.values())]
    return listed([*map(repr, some[:_MOST_EXAMPLES])], "or")


def _similar(legal: Iterable[Action], line: str) -> list[str]:
    """Return the texts of the legal actions that are most like the typed line, best first.

    An action with more words after it, such as ``end turn``, is like that action.
    """
    texts = {str(action).lower(): str(action) for action in legal}
    typed = line.lower()[:_LONGEST_TEXT]
    begun = [it for it in texts if typed.startswith(f"{it} ")]
    return [texts[it] for it in begun or get_close_matches(typed, texts)]


def spaced(text: str) -> str:
    """Return a text with a space for each hyphen between letters; a minus sign is kept."""
    return _HYPHEN.sub(" ", text)


def read_typed(game: Game[Any], state: State, line: str) -> Action:
    """Parse a typed action, in the case as typed or in lower case, with or without hyphens.

    Raises:
        InvalidNotation: when it is not an action.
    """
    texts = _possible_texts(state, line)
    lower = [*map(str.lower, texts)]
    for text in (*texts, *lower, *(it for one in lower for it in _hyphenated(one))):
        with suppress(InvalidNotation):
            return game.read_action(text)
    try:
        return game.read_action(texts[-1])
    except InvalidNotation as error:
        raise _with_legal(error, state) from None


def _with_legal(error: InvalidNotation, state: State) -> InvalidNotation:
    """Return the error with what is legal now, as far as the actor's own list tells it."""
    observer: Observer = state.actor if isinstance(state.actor, int) else SPECTATOR
    told = state.view(observer).legal_actions or ()  # those of chance may be secret
    if not told:
        return error
    text, expected = error.text, error.expected
    if not text.strip():
        return InvalidNotation(text, f"an action now, like {examples(told, text)}")
    similar = [*map(repr, _similar(told, text)[:2])]
    if isinstance(error, UnknownVerb):
        verbs = [*dict.fromkeys(map(_verb, told))]
        alike = [] if similar else get_close_matches(_verb(text)[:_LONGEST_TEXT].lower(), verbs, 1)
        alike += [word for word in text.lower().split()[1:] if word in error.verbs]
        meant = f" (did you mean {alike[0]}?)" if alike else ""
        expected = f"an action: it begins with {listed(verbs, 'or')} now{meant}"
    hint = f" (did you mean {listed(similar, 'or')}?)" if similar else ""
    return type(error)(text, f"{expected}{hint}")


def _hyphenated(text: str) -> Iterator[str]:
    """Yield a text with hyphens in place of the spaces of one name or verb."""
    words = text.split()
    ends = range(len(words) + 1) if len(words) <= _MOST_WORDS else ()
    for first, last in combinations(ends, 2):
        if last - first > 1:  # one word alone would only make "bid  a" the same as "bid a"
            yield " ".join([*words[:first], "-".join(words[first:last]), *words[last:]])


def _possible_texts(state: State, line: str) -> list[str]:
    """Return the texts that a line may stand for: for chance, its first word may be missing."""
    if state.actor != CHANCE:
        return [line]
    line = line.replace("\u2212", "-").replace("\u2013", "-")
    verbs = {_verb(action) for action in state.legal_actions} - {_verb(line).lower()}
    return [line, f"{verbs.pop()} {line}"] if len(verbs) == 1 else [line]
