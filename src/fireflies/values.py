"""Small frozen values: how actions, events, views and options are made.

The standard library's ``dataclasses`` would do; importing it takes longer than importing all the
rest of fireflies, and it cannot intern. A subclass names its fields twice, once for the interpreter
(``__slots__``) and once for the type checker (annotations), and gets everything else from here.
"""

from typing import ClassVar, Never, Self, dataclass_transform


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
        named = cls._fields[len(args) :]
        if len(args) > len(cls._fields) or kwargs.keys() != set(named):
            expected = ", ".join(cls._fields)
            raise TypeError(f"{cls.__name__} takes exactly these fields, each once: {expected}")
        return args + tuple(kwargs[name] for name in named) if named else args

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

    def __setattr__(self, name: str, value: object) -> Never:
        """Refuse: values are frozen."""
        raise AttributeError(f"{type(self).__name__} is frozen: {name} can't be assigned")

    def __delattr__(self, name: str) -> Never:
        """Refuse: values are frozen."""
        raise AttributeError(f"{type(self).__name__} is frozen: {name} can't be deleted")

    def __eq__(self, other: object) -> bool:
        """Equal to a value of the very same class with equal fields."""
        if not isinstance(other, Value) or type(self) is not type(other):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        """Consistent with equality."""
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        """The Python that makes this value again."""
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """Copy and pickle by making the value again."""
        return type(self), self._values()


class Interned(Value):
    """A value of which there is never more than one object: equal means identical."""

    __slots__ = ()
    _made: ClassVar[dict[tuple[object, ...], "Interned"]] = {}

    def __init_subclass__(cls) -> None:
        """Give the new class its own store."""
        super().__init_subclass__()
        cls._made = {}

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        """The one object with these fields."""
        values = cls._bound(args, kwargs)
        found = cls._made.get(values)
        if isinstance(found, cls):
            return found
        cls._made.setdefault(
            values, cls._filled(values)
        )  # one step, so threads agree on the object
        return cls(*values)

    def __eq__(self, other: object) -> bool:
        """Equal only to itself."""
        return self is other

    __hash__ = object.__hash__
