"""Frozen values, and values of which there is only one object."""

import copy
import pickle
import threading
from collections.abc import Callable
from typing import Final, NamedTuple
from unittest.mock import ANY

import pytest

from fireflies._typing import override
from fireflies.values import Interned, Value, shown


class Point(Value):
    """Two fields."""

    __slots__ = ("x", "y")
    x: object
    y: object


class Twin(Value):
    """The same two fields in another class."""

    __slots__ = ("x", "y")
    x: object
    y: object


class Spot(Point):
    """One more field than its ancestor."""

    __slots__ = ("color",)
    color: str


class Nothing(Value):
    """No field at all."""

    __slots__ = ()


class Token(Interned):
    """Two fields, interned."""

    __slots__ = ("name", "worth")
    name: object
    worth: object


class Coin(Interned):
    """The same two fields in another interned class."""

    __slots__ = ("name", "worth")
    name: object
    worth: object


class Pair(NamedTuple):
    """A tuple that has a class of its own."""

    one: int
    other: str


class Stamped(Token):
    """An interned class below another, without a field more."""

    __slots__ = ()


def pickled(protocol: int) -> Callable[[Value], object]:
    """A copy that goes through a pickle."""
    return lambda value: pickle.loads(pickle.dumps(value, protocol))  # noqa: S301 - our own bytes


COPIES: Final[dict[str, Callable[[Value], object]]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {protocol}": pickled(protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)},
}


@pytest.mark.parametrize(
    "made",
    [Point(1, 2), Point(1, y=2), Point(x=1, y=2), Point(y=2, x=1)],
    ids=["in order", "mixed", "by name", "by name, turned round"],
)
def test_fields_are_given_in_order_or_by_name(made: Point) -> None:
    """Whichever way a field is given, it has its value afterwards."""
    assert (made.x, made.y) == (1, 2)
    assert made == Point(1, 2)


def test_a_class_below_another_has_the_ancestors_fields_first() -> None:
    """Fields are in the order of the ancestry."""
    spot = Spot(1, 2, "red")
    assert (spot.x, spot.y, spot.color) == (1, 2, "red")
    assert repr(spot) == "Spot(x=1, y=2, color='red')"
    assert repr(Nothing()) == "Nothing()"


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((), {}),
        ((1,), {}),
        ((1, 2, 3), {}),
        ((1, 2), {"y": 2}),
        ((1, 2, 3), {"y": 2}),
        ((1,), {"x": 1}),
        ((1,), {"x": 1, "y": 2}),
        ((1,), {"z": 2}),
        ((), {"x": 1}),
        ((), {"x": 1, "y": 2, "z": 3}),
    ],
    ids=str,
)
@pytest.mark.parametrize("cls", [Point, Twin])
def test_fields_that_do_not_fit_are_refused(
    cls: type[Value], args: tuple[object, ...], kwargs: dict[str, object]
) -> None:
    """Every field has to be given exactly once, and no other; the message lists them."""
    with pytest.raises(TypeError) as caught:
        cls(*args, **kwargs)
    assert str(caught.value) == f"{cls.__name__} takes exactly these fields, each once: x, y"


def test_a_value_without_fields_takes_none() -> None:
    """Where there are no fields, none can be given."""
    make: Callable[..., object] = Nothing
    assert make() == Nothing()
    with pytest.raises(TypeError, match="Nothing takes exactly these fields"):
        make(1)


@pytest.mark.parametrize("value", [Point(1, 2), Token(1, 2)], ids=["Value", "Interned"])
@pytest.mark.parametrize("name", ["x", "name", "other", "_fields"])
def test_values_are_frozen(value: Value, name: str) -> None:
    """No attribute can be assigned or deleted, whether it is a field or not."""
    before = repr(value)
    kind = type(value).__name__
    with pytest.raises(AttributeError) as caught:
        setattr(value, name, 3)
    assert str(caught.value) == f"{kind} is frozen: {name} can't be assigned"
    with pytest.raises(AttributeError) as caught:
        delattr(value, name)
    assert str(caught.value) == f"{kind} is frozen: {name} can't be deleted"
    assert repr(value) == before
    assert not hasattr(value, "__dict__")


def test_equality_is_by_class_and_fields() -> None:
    """Equal fields are not enough: the class must be the very same."""
    assert Point(1, 2) == Point(1, 2)
    assert Point(1, 2) is not Point(1, 2)
    assert Point(1, 2) != Point(2, 1)
    assert Point(1, 2) != Twin(1, 2)
    assert Spot(1, 2, "") != Point(1, 2)
    assert Nothing() != ()
    assert Point(1, 2) != (1, 2)


def test_another_class_may_answer_the_question_of_equality() -> None:
    """A value does not speak for strangers: they are asked too."""
    assert Point(1, 2) == ANY
    assert Point(1, 2).__eq__((1, 2)) is NotImplemented
    assert Point(1, 2).__eq__(Twin(1, 2)) is NotImplemented


def test_hashes_agree_with_equality_and_tell_values_apart() -> None:
    """Equal values have equal hashes, and others hardly ever."""
    assert hash(Point(1, 2)) == hash(Point(1, 2))
    assert len({Point(1, 2), Point(1, 2), Twin(1, 2), Point(2, 1)}) == 3
    assert len({hash(Point(x, y)) for x in range(10) for y in range(10)}) > 90
    assert hash(Point(1, 2)) != hash(Twin(1, 2))
    with pytest.raises(TypeError, match="unhashable"):
        hash(Point([], 2))


@pytest.mark.parametrize(
    "value",
    [Point(1, "two"), Spot(None, (), "red"), Nothing(), Token("a", 1), Point(Twin(1, 2), "'")],
    ids=repr,
)
def test_repr_is_the_python_that_makes_the_value(value: Value) -> None:
    """What repr says gives the value again."""
    assert eval(repr(value)) == value  # noqa: S307 - our own text


@pytest.mark.parametrize("made_by", COPIES)
def test_copies_are_equal_values(made_by: str) -> None:
    """Copies and pickles are values of the same class with the same fields."""
    spot = Spot(1, (2, Nothing()), "red")
    again = COPIES[made_by](spot)
    assert type(again) is Spot
    assert again == spot


def test_a_deep_copy_shares_nothing_that_can_change() -> None:
    """A shallow copy shares what the fields hold, a deep copy does not."""
    inner = [1]
    point = Point(inner, 2)
    assert copy.copy(point).x is inner
    assert copy.deepcopy(point) == point
    assert copy.deepcopy(point).x is not inner


def test_match_takes_the_fields_in_order() -> None:
    """A pattern without names means the fields in order, the ancestors' first."""

    class Line(Point):
        """Made here, so that what makes a class is under test too."""

        __slots__ = ("width",)
        width: object

    thing: object = Line(1, 2, 3)
    match thing:
        case Line(x, y, width):
            assert (x, y, width) == (1, 2, 3)
        case _:
            pytest.fail("a Line matches Line")
    match thing:
        case Point(x, y):
            assert (x, y) == (1, 2)
        case _:
            pytest.fail("a Line is a Point")


@pytest.mark.parametrize(
    "body",
    [{}, {"__slots__": ["x"]}, {"__slots__": "x"}],
    ids=["none", "list", "string"],
)
@pytest.mark.parametrize("base", [Value, Interned, Point])
def test_a_class_must_name_its_fields(base: type[Value], body: dict[str, object]) -> None:
    """Slots that are left out, or that are no tuple, would be a class with a __dict__ or none."""
    with pytest.raises(TypeError) as caught:
        type("Careless", (base,), body)
    assert str(caught.value) == "Careless has to name its fields in __slots__, as a tuple"


def test_an_interned_value_is_one_object() -> None:
    """The same fields give the same object, whichever way they are given."""
    make: Callable[..., object] = Token
    one = make("same", 1)
    assert make("same", worth=1) is one
    assert make(worth=1, name="same") is one
    assert make("same", 2) is not one
    assert make("same", 2) != one
    assert one == make("same", 1)
    assert (one == "same", one != "same") == (False, True)
    assert repr(one) == "Token(name='same', worth=1)"


@pytest.mark.parametrize("made_by", COPIES)
def test_a_copy_of_an_interned_value_is_the_same_object(made_by: str) -> None:
    """Identity survives copies and pickles."""
    token = Token("again", (1, 2))
    assert COPIES[made_by](token) is token


def test_interned_classes_keep_their_values_apart() -> None:
    """Equal fields in two classes are two things, even when one class is below the other."""
    things = [Token("apart", 1), Stamped("apart", 1), Coin("apart", 1)]
    assert [type(thing) for thing in things] == [Token, Stamped, Coin]
    assert len(set(things)) == 3
    assert things[0] != things[1]
    assert hash(things[0]) == hash(Token("apart", 1))


@pytest.mark.parametrize(
    "things",
    [(1, True, 1.0), ((1, ""), Pair(1, ""))],
    ids=["numbers", "tuples"],
)
def test_what_is_only_equal_is_not_the_same(things: tuple[object, ...]) -> None:
    """Whichever was there first, a value holds what it was given, and not its equal."""
    assert len(set(things)) == 1
    for order in (things, things[::-1]):
        for thing in order:
            for token in (Token("equal", thing), Token(thing, "equal")):
                assert type(token.worth if token.name == "equal" else token.name) is type(thing)
                assert eval(repr(token)) is token  # noqa: S307 - our own text


class Verse:
    """A stranger with a long repr of several lines."""

    @override
    def __repr__(self) -> str:
        """Like an array's."""
        return "[1,\n\t 2]\n" * 9


class Broken:
    """A stranger whose repr fails."""

    @override
    def __repr__(self) -> str:
        """Fail."""
        raise ZeroDivisionError


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        (None, "None"),
        ("it's", '"it\'s"'),
        ("a\nb", r"'a\nb'"),
        ("x" * 58, "'" + "x" * 58 + "'"),
        ("x" * 59, "'" + "x" * 56 + "..."),
        ("x" * 10**6, "'" + "x" * 56 + "..."),
        (10**60, "1" + "0" * 56 + "..."),
        (10**5000, "a int"),
        (Verse(), "[1, 2] " * 8 + "[..."),
        (Broken(), "a Broken"),
    ],
    ids=[
        *("None", "quote", "newline", "60 letters", "61 letters", "a million letters"),
        *("61 digits", "a giant number", "several lines", "a repr that fails"),
    ],
)
def test_a_message_shows_anything_in_one_short_line(thing: object, text: str) -> None:
    """What people try is repeated, as Python writes it, as far as there is room."""
    assert shown(thing) == text
    assert len(text) <= 60


class _Slow:
    """A field whose second hash in each thread waits until every thread has got so far.

    The first one looks the value up, the second one stores it: so all threads have found nothing
    when the first of them stores its own.
    """

    def __init__(self, threads: int) -> None:
        self.barrier = threading.Barrier(threads, timeout=10)
        self.seen = threading.local()

    @override
    def __hash__(self) -> int:
        self.seen.count = getattr(self.seen, "count", 0) + 1
        if self.seen.count == 2:
            self.barrier.wait()
        return 7

    @override
    def __eq__(self, other: object) -> bool:
        return self is other


def test_threads_agree_on_the_object() -> None:
    """Threads that make the same value at the same moment get the same object."""
    field, made = _Slow(4), list[Token]()
    threads = [threading.Thread(target=lambda: made.append(Token(field, 1))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 4
    assert len(set(map(id, made))) == 1
