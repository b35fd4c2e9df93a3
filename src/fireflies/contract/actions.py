"""Actions, also those whose fields are hidden, and the reader of their texts."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, NamedTuple, TypeVar

from fireflies._texts import listed, missing
from fireflies._typing import override
from fireflies.contract.fields import NO_TEXT, fields_to_json
from fireflies.errors import InvalidNotation, UnknownVerb, shown

_WORDS: Final = re.compile(r"[a-z]+(?:\|[a-z]+)+")  # a pattern that is a choice of words
HIDDEN: Final = "?"
"""The text of a hidden field."""


class Action:
    """A decision of an actor; a frozen dataclass whose fields are what is decided.

    A subclass names its verb: ``class Bridge(Action, verb="bridge")``. ``str`` returns the text on
    the wire: the verb and the texts of the fields with single spaces between.
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    verb: ClassVar[str] = ""
    """The first word of its text."""

    @override
    def __init_subclass__(cls, verb: str | None = None) -> None:
        super().__init_subclass__()
        if verb is not None:  # a dataclass with slots is made twice, the second time without it
            cls.verb = verb

    @override
    def __str__(self) -> str:
        if not self.verb:
            raise NotImplementedError(NO_TEXT.format("a verb"))
        text = self.verb
        for name in self.__match_args__:
            text = f"{text} {getattr(self, name)}"
        return text

    def to_json(self) -> dict[str, object]:
        """Return the action as plain data: its verb, and its fields by name."""
        return {"verb": self.verb, **fields_to_json(self, self.__match_args__)}

    @property
    def things(self) -> tuple[str, ...]:
        """The names of what it is about, as the details of a view have them.

        By default each field with a text, such as a card or a place, and the field ``seat``.
        """
        return tuple(
            f"seat {value}" if name == "seat" else str(value)
            for name in self.__match_args__
            if (value := getattr(self, name)) is not None
            and (name == "seat" or not isinstance(value, int))
        )


@dataclass(frozen=True, slots=True)
class Hidden(Action):
    """An action of this class as an observer sees it who must not know its fields."""

    kind: type[Action]

    @override
    def __str__(self) -> str:
        """Return the verb, and a ``?`` for each field."""
        return " ".join([self.kind.verb, *[HIDDEN for _ in self.kind.__match_args__]])

    @override
    def __repr__(self) -> str:
        return f"Hidden({self.kind.__name__})"

    @override
    def to_json(self) -> dict[str, object]:
        """Return the verb, and None for each field."""
        return {"verb": self.kind.verb, **dict.fromkeys(self.kind.__match_args__)}

    @property
    @override
    def things(self) -> tuple[str, ...]:
        """Return nothing: what it is about is hidden."""
        return ()


_A = TypeVar("_A", bound=Action)


class Part(NamedTuple):
    """The text of one field of an action."""

    pattern: str = ".*"
    """A regular expression for the whole text; by default ``read`` decides."""
    read: Callable[[str], object] = str
    """Return the value of the field. It may raise InvalidNotation."""
    name: str = ""
    """Its name in a message; by default that of the field."""


class Reader(Generic[_A]):
    """Reads the actions of a game from their texts: the verb, and the parts after it."""

    def __init__(
        self,
        expected: str,
        kinds: Iterable[type[_A]],
        fields: Mapping[str, Part],
        hidden: tuple[type[_A], ...] = (),
    ) -> None:
        """Make a reader of these classes, whose fields have these texts by name.

        ``expected`` says what is right, for the error about any other text. The actions of the
        classes in ``hidden`` may be redacted.
        """
        parts = {kind: tuple([fields[name] for name in kind.__match_args__]) for kind in kinds}
        self.parts: Final[Mapping[type[_A], tuple[Part, ...]]] = parts
        """By class, the parts after the verb."""
        self.hidden: Final = hidden
        self._expected = expected
        self._redacted = {str(action): action for action in map(Hidden, hidden)}
        self._rows = {
            kind.verb: (
                kind,
                re.compile(
                    "".join([f" (?P<_{i}>{part.pattern})" for i, part in enumerate(row)]), re.DOTALL
                ),
                [(f"_{i}", part.read) for i, part in enumerate(row)],
            )
            for kind, row in parts.items()
        }

    def read(self, text: str, /) -> _A:
        """Return the action of a text.

        Raises:
            InvalidNotation: when no action has exactly this text; UnknownVerb when none has its
                first word.
        """
        verb = text.partition(" ")[0]
        if verb in self._rows:
            kind, pattern, parts = self._rows[verb]
            found = pattern.fullmatch(text, len(verb))
            if found is not None:
                make: Callable[..., _A] = kind
                return make(*[read(found[name]) for name, read in parts])
            raise InvalidNotation(text, f"an action: {self._problem(text, verb)}")
        verbs = f"{missing('verb', verb, self._rows)}, only {listed([*self._rows])}"
        raise UnknownVerb(text, f"{self._expected}; {verbs}", tuple(self._rows))

    def _problem(self, text: str, verb: str) -> str:
        """Return what is wrong with a text that begins with a verb, or what it lacks."""
        if "  " in text:
            return "between words stands one space"
        kind, pattern, end = self._rows[verb][0], "", len(verb)
        for name, part in zip(kind.__match_args__, self.parts[kind], strict=True):
            pattern += f" (?:{part.pattern})"
            found = re.compile(rf"{pattern}(?= |\Z)", re.DOTALL).match(text, len(verb))
            if found is None:
                word, thing = text[end + 1 :].partition(" ")[0], part.name or name
                known = part.pattern.split("|") if _WORDS.fullmatch(part.pattern) else []
                which = f": {listed(known, 'or')}" if known else ""
                none = f"the {thing} is missing after {shown(text[:end])}{which}"
                return missing(thing, word, known) if word else none
            end = found.end()
        return f"nothing may follow {shown(text[:end])}"

    def read_redacted(self, text: str, /) -> _A | Hidden:
        """Return the action of a redacted record, where a ``?`` stands for each hidden field.

        Raises:
            InvalidNotation: when no action has exactly this text.
        """
        return self._redacted[text] if text in self._redacted else self.read(text)
