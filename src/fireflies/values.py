"""Small frozen values: how actions, events, views and options are made.

The standard library's ``dataclasses`` would do; importing it takes longer than importing all the
rest of fireflies, and it cannot intern. A subclass names its fields twice, once for the interpreter
(``__slots__``) and once for the type checker (annotations), and gets everything else from here.
"""

from typing import ClassVar, Final, Never, Self, dataclass_transform

from fireflies._typing import override

_SHOWN: Final = 60


def shown(thing: object) -> str:
    """A thing as a message shows it: its ``repr`` in one line, cut when it is long.

    It never fails, whatever the thing is: messages are made of what people try.
    """
    try:
        words = repr(thing).split()
    except Exception:  # noqa: BLE001  # a number too long to be written, or somebody's own class
        words = ["a", type(thing).__name__]
    return clipped(" ".join(words))


def clipped(text: str) -> str:
    """A text as a message shows it: in one line, cut when it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 3]}..."


@dataclass_transform(frozen_default=True)
class Value:
    """A frozen record of named fields, equal to another of its own class with equal fields.

    The constructor takes every field, in order or by name. ``repr`` is the Python that makes the
    value again; copies and pickles go through the constructor; ``match`` takes the fields in order.

    Raises:
        TypeError: when fields are missing, unknown or given twice.
        AttributeError: when a field is assigned or deleted.
    """

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]] = ()

    @override
    def __init_subclass__(cls) -> None:
        """Learn the fields of the new class: its ancestors' first, then its own."""
        own = cls.__dict__.get("__slots__")
        if not isinstance(own, tuple):
            raise TypeError(f"{cls.__name__} has to name its fields in __slots__, as a tuple")
        cls._fields = cls._fields + own
        type.__setattr__(cls, "__match_args__", cls._fields)

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        """Make the value from its fields, in order or by name."""
        return cls._filled(cls._bound(args, kwargs))

    @classmethod
    def _bound(cls, args: tuple[object, ...], kwargs: dict[str, object]) -> tuple[object, ...]:
        """The fields in order, whichever way they were given."""
        if len(args) == len(cls._fields) and not kwargs:
            return args
        named = cls._fields[len(args) :]
        if len(args) > len(cls._fields) or kwargs.keys() != set(named):
            expected = ", ".join(cls._fields)
            raise TypeError(f"{cls.__name__} takes exactly these fields, each once: {expected}")
        return args + tuple(kwargs[name] for name in named)

    @classmethod
    def _filled(cls, values: tuple[object, ...]) -> Self:
        """A new object that holds these values."""
        made = super().__new__(cls)
        for name, value in zip(cls._fields, values, strict=True):
            object.__setattr__(made, name, value)
        return made

    def _values(self) -> tuple[object, ...]:
        """The fields' values, in order."""
        return tuple(getattr(self, name) for name in self._fields)

    @override
    def __setattr__(self, name: str, value: object) -> Never:
        """Refuse: values are frozen."""
        raise AttributeError(f"{type(self).__name__} is frozen: {name} can't be assigned")

    @override
    def __delattr__(self, name: str) -> Never:
        """Refuse: values are frozen."""
        raise AttributeError(f"{type(self).__name__} is frozen: {name} can't be deleted")

    @override
    def __eq__(self, other: object) -> bool:
        """Equal to a value of the very same class with equal fields."""
        if not isinstance(other, Value) or type(self) is not type(other):
            return NotImplemented
        return self._values() == other._values()

    @override
    def __hash__(self) -> int:
        """Consistent with equality."""
        return hash((type(self), self._values()))

    @override
    def __repr__(self) -> str:
        """The Python that makes this value again."""
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({fields})"

    @override
    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """Copy and pickle by making the value again."""
        return type(self), self._values()


class Interned(Value):
    """A value of which there is never more than one object: equal means identical."""

    __slots__ = ()
    _made: ClassVar[dict[tuple[object, ...], "Interned"]] = {}

    @override
    def __init_subclass__(cls) -> None:
        """Give the new class its own store."""
        super().__init_subclass__()
        cls._made = {}

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        """The one object with these fields."""
        values = cls._bound(args, kwargs)
        key = (*values, *map(type, values))  # what is equal is not always the same: 1 and True
        found = cls._made.get(key)
        if isinstance(found, cls):
            return found
        cls._made.setdefault(key, cls._filled(values))  # in one step, for threads
        return cls(*values)

    @override
    def __eq__(self, other: object) -> bool:
        """Equal only to itself."""
        return self is other

    @override
    def __hash__(self) -> int:
        """Consistent with equality."""
        return object.__hash__(self)
