"""Tests of strict JSON and TOML: all other data raises one error with its place."""

import gzip
import json
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies._data import (
    DEEPEST,
    DEEPEST_KEY,
    array,
    dumps,
    is_array,
    is_object,
    loads,
    loads_toml,
    mapping,
    read_json,
    read_toml,
    text,
    whole,
)
from fireflies._entries import Entry
from fireflies.errors import InvalidData

NUMBERS: Final = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES: Final[st.SearchStrategy[object]] = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(VALUES)
def test_written_data_is_read_unchanged(value: object) -> None:
    written = dumps(value)
    assert repr(loads(written)) == repr(value)
    assert repr(loads(written.encode())) == repr(value)
    assert "\n" not in written


def test_data_is_written_in_one_form() -> None:
    """Without spaces and escapes; keys in the given order or sorted."""
    value = {"b": [1, 1.0, "é\n"], "a": {"d": None, "c": True}}
    assert dumps(value) == '{"b":[1,1.0,"é\\n"],"a":{"d":null,"c":true}}'
    assert dumps(value, sort_keys=True) == '{"a":{"c":true,"d":null},"b":[1,1.0,"é\\n"]}'


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf], ids=str)
def test_a_number_that_json_lacks_is_not_written(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        dumps([number])


def test_a_type_that_json_lacks_is_not_written() -> None:
    with pytest.raises(TypeError):
        dumps([{1, 2}])


def refused(given_text: str | bytes) -> InvalidData:
    """Return the error for this text."""
    with pytest.raises(InvalidData) as caught:
        loads(given_text)
    return caught.value


# Complete messages, with their places.
REFUSED: Final[dict[str, tuple[str | bytes, str]]] = {
    "nothing": ("", "column 1: this is no JSON: Expecting value"),
    "no bytes": (b"", "column 1: this is no JSON: Expecting value"),
    "cut": ('{"a":[1,', "column 9: this is no JSON: Expecting value (the text ends too early)"),
    "cut in a string": (
        '{"a":"b',
        "column 6: this is no JSON: Unterminated string starting at (the text ends too early)",
    ),
    "something after it": ('{"a":1}\n x', "line 2, column 2: this is no JSON: Extra data"),
    "two values": ("1 2", "column 3: this is no JSON: Extra data"),
    "a control character": (
        '["a\tb"]',
        "column 4: this is no JSON: Invalid control character at",
    ),
    "NUL in a string": (
        '["\0"]',
        "column 3: this is no JSON: Invalid control character at",
    ),
    "NUL after it": (b"[]\0", "column 3: this is no JSON: Extra data"),
    "NUL alone": (b"\0", "column 1: this is no JSON: Expecting value"),
    "BOM": (
        b"\xef\xbb\xbf[]",
        "column 1: it begins with a byte order mark; save it without one",
    ),
    "BOM in text": (
        "\ufeff[]",
        "column 1: it begins with a byte order mark; save it without one",
    ),
    "UTF-16": ("[1]".encode("utf-16"), "byte 1: this is not UTF-8"),
    "UTF-16 without its mark": (
        "[1]".encode("utf-16-le"),
        "column 2: this is no JSON: Expecting value",
    ),
    "Latin-1": ('["é"]'.encode("latin-1"), "byte 3: this is not UTF-8"),
    "a surrogate in bytes": (b'["\xed\xa0\x80"]', "byte 3: this is not UTF-8"),
    "a surrogate in text": ('["\ud800"]', "data: '\\ud800' is a lone surrogate"),
    "an escaped surrogate": (r'["a\udc00b"]', "data: '\\udc00' is a lone surrogate"),
    "an escaped surrogate in a key": (r'{"\ud83d":1}', "data: '\\ud83d' is a lone surrogate"),
    "two halves in the wrong order": (r'["\ude00\ud83d"]', "data: '\\ude00' is a lone surrogate"),
    "a number too small for its bytes": (b"\xc0\xb1", "byte 1: this is not UTF-8"),
    "NaN": ('{"a":NaN}', "NaN: JSON has no such number"),
    "Infinity": ("[Infinity]", "Infinity: JSON has no such number"),
    "-Infinity": ("-Infinity", "-Infinity: JSON has no such number"),
    "a leading zero": ("[01]", "column 3: this is no JSON: Expecting ',' delimiter"),
    "a plus": ("[+1]", "column 2: this is no JSON: Expecting value"),
    "a key twice": (
        '{"a":1,"b":2,"a":1}',
        "'a': this key stands more than once in one object",
    ),
    "a key twice, deep inside": (
        '[{"a":{"b":[{"c":1,"d":2,"c":3}]}}]',
        "'c': this key stands more than once in one object",
    ),
    "a key twice, once escaped": (
        r'{"a":1,"\u0061":1}',
        "'a': this key stands more than once in one object",
    ),
    "10 MB of brackets": ("[" * 10**7, "data: this is nested too deep"),
    "10 MB of objects": ('{"":' * 2_500_000, "data: this is nested too deep"),
    "100,000 deep, and closed": (
        b"[" * 100_000 + b"]" * 100_000,
        "data: this is nested too deep",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_invalid_json_is_refused_in_one_line_with_its_place(name: str) -> None:
    given_text, message = REFUSED[name]
    assert str(refused(given_text)) == message


@pytest.mark.parametrize(
    "text",
    ['{"a":[1e999]}', "-1e999", "1" * 5000, "9" * 10**7],
    ids=["infinity", "minus infinity", "5,000 digits", "10 MB of digits"],
)
def test_a_number_that_is_too_large_is_refused(text: str) -> None:
    """Not in the words of Python, which speak of its settings."""
    problem = "a number is too large: it is infinite, or has thousands of digits"
    assert str(refused(text)) == f"data: {problem}"


def test_numbers_keep_their_type_and_surrogates_become_one_character() -> None:
    assert repr(loads("[1,1.0,true,-0,-0.0,1e2]")) == "[1, 1.0, True, 0, -0.0, 100.0]"
    assert loads(r'["\ud83c\udfb2"]') == ["🎲"]


def test_a_hundred_thousand_keys_are_read() -> None:
    many = {str(number): number for number in range(100_000)}
    assert loads(json.dumps(many)) == many


def test_a_repeated_key_among_many_is_found_in_linear_time() -> None:
    pairs = ",".join(f'"{number}":0' for number in range(20_000))
    begun = time.process_time()
    loads(f"{{{pairs}}}")
    alone = time.process_time() - begun
    begun = time.process_time()
    error = refused(f'{{{pairs},"19999":0}}')
    assert str(error) == "'19999': this key stands more than once in one object"
    assert time.process_time() - begun < 20 * alone + 0.1


def test_a_message_about_a_long_key_is_short() -> None:
    assert len(str(refused(f'{{"{"k" * 10**6}":1,"{"k" * 10**6}":2}}'))) < 200


@pytest.mark.parametrize("depth", [1, 10, DEEPEST])
def test_the_deepest_data_is_read_and_deeper_data_refused(depth: int) -> None:
    for one, other in (("[", "]"), ('{"a":', "}")):
        nested = f"{one * depth}0{other * depth}"
        assert dumps(loads(nested)) == nested
        if depth == DEEPEST:
            assert str(refused(f"[{nested}]")) == "data: this is nested too deep"


Reader = Callable[[object, str], object]
WANTED: Final[dict[str, tuple[Reader, object, dict[str, object]]]] = {
    "a whole number": (
        whole,
        -7,
        {"true": True, "3.0": 3.0, "'3'": "3", "null": None, "an array": [3], "an object": {}},
    ),
    "a string": (
        text,
        "",
        {"a number": 3, "null": None, "an array": ["a"], "an object": {"a": 1}, "false": False},
    ),
    "an array": (
        array,
        [3],
        {"a string": "abc", "an object": {}, "null": None, "a tuple": (1, 2), "a number": 0},
    ),
    "an object": (
        mapping,
        {"a": 1},
        {"pairs": [["a", 1]], "a string": "{}", "null": None, "true": True, "a number": 0.5},
    ),
}


@pytest.mark.parametrize("name", WANTED)
def test_a_value_has_to_be_of_its_type(name: str) -> None:
    read, fine, others = WANTED[name]
    assert read(fine, "here") is fine
    for other in others.values():
        with pytest.raises(InvalidData) as caught:
            read(other, "here")
        assert str(caught.value) == f"here: {name} is wanted, not {other!r}"


@pytest.mark.parametrize("name", WANTED)
def test_a_wrong_value_is_shortened(name: str) -> None:
    read = WANTED[name][0]
    deep: list[object] | dict[str, object] = [] if name == "an object" else {}
    for _ in range(100_000):
        deep = [deep] if name == "an object" else {"a": deep}
    with pytest.raises(InvalidData) as caught:
        read({"x" * 10**6: 1} if name != "an object" else ["x" * 10**6], "here")
    assert len(str(caught.value)) < 120
    with pytest.raises(InvalidData) as caught:
        read(deep, "here")
    kind = "list" if name == "an object" else "dict"
    assert str(caught.value) == f"here: {name} is wanted, not a {kind}"


def test_objects_and_arrays_are_recognized() -> None:
    things: list[object] = [{}, [], (), "", None, 0]
    assert [is_object(thing) for thing in things] == [True, False, False, False, False, False]
    assert [is_array(thing) for thing in things] == [False, True, False, False, False, False]


# TOML, and tables of it


@pytest.mark.parametrize(
    ("given_text", "message"),
    [
        ("a = 1\nb = ]", "line 2, column 5: this is no TOML: "),
        ("a = ", "end of document: this is no TOML: "),
        ("a = " + "[" * 5000, "data: this is nested too deep"),
        (
            f"b = 1\na{'.a' * DEEPEST_KEY} = 1",
            f"line 2: a key has more than {DEEPEST_KEY} parts with dots between them",
        ),
    ],
    ids=["a bracket", "cut", "too deep", "a long key"],
)
def test_invalid_toml_is_refused_with_its_place(given_text: str, message: str) -> None:
    assert loads_toml("a = 0xff") == {"a": 255}
    assert loads_toml(f"a{'.a' * (DEEPEST_KEY - 1)} = 1")
    with pytest.raises(InvalidData) as caught:
        loads_toml(given_text)
    assert str(caught.value).startswith(message)


def test_a_key_has_sixteen_parts_at_most() -> None:
    """Python's parser needs quadratic time: 20 s for 20,000 parts."""
    for part, dot in (("a", "."), ('"a b"', " . "), ("'.'", "\t.")):
        assert loads_toml(f"{dot.join([part] * 16)} = '1.2.3'")
        for text_of in ("{} = 1", "[{}]", "b = {{ {} = 1 }}", "{}"):
            with pytest.raises(InvalidData, match=r"^line 2: a key has more than 16 parts"):
                loads_toml("\n" + text_of.format(dot.join([part] * 17)))


def test_a_long_text_without_dots_is_read_in_linear_time() -> None:
    begun = time.process_time()
    for long in ("a" * 10**6, "'" * 10**6, f"a{' ' * 10**6}b", "a.b " * 250_000):
        with pytest.raises(InvalidData, match="no TOML"):
            loads_toml(long)
    assert time.process_time() - begun < 10


def test_a_number_that_is_too_large_is_no_toml() -> None:
    with pytest.raises(InvalidData, match=r"^data: a number is too large"):
        loads_toml("a = " + "1" * 5000)


def test_a_file_of_a_package_is_named_when_it_can_not_be_read() -> None:
    assert "card" in read_toml("fireflies.smile", "box.toml")
    for package, name in (("fireflies.smile", "no.toml"), ("fireflies.nothing", "box.toml")):
        with pytest.raises(InvalidData, match=rf"^{package}/{name}: it can't be read: "):
            read_toml(package, name)
    with pytest.raises(InvalidData, match=r"^fireflies/chance\.py: line 1, column \d: .* no TOML"):
        read_toml("fireflies", "chance.py")


def test_a_compressed_file_of_a_package_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name ends in ``.gz``; what is not compressed, or cut off, can't be read."""
    assert is_object(read_json("fireflies.misbehavin", "box-0.1.0.json.gz"))
    content = gzip.compress(b'{"a": 1}')
    for name, written in (("whole", content), ("cut", content[:-9]), ("plain", b'{"a": 1}')):
        (tmp_path / f"{name}.json.gz").write_bytes(written)
    (tmp_path / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path.parent)
    assert read_json(tmp_path.name, "whole.json.gz") == {"a": 1}
    for name in ("cut", "plain"):
        with pytest.raises(InvalidData, match=f"{name}.json.gz: it can't be read: "):
            read_json(tmp_path.name, f"{name}.json.gz")


def entry(**data: object) -> Entry:
    """Return a table."""
    return Entry(data, "here")


def test_a_key_that_was_not_read_is_refused_at_the_end() -> None:
    found = entry(a="b", n=3, none=None, many=["x", "y"], any=[1], table={"z": 1}, more=None)
    assert (found.peek("a"), found.peek("other")) == ("b", "")
    assert found.has("a")
    assert found.text("a") == "b"
    assert not found.has("a")
    assert found.text_or_nothing("a") == ""
    assert (found.number("n", 3), found.number_or_none("none")) == (3, None)
    assert found.number_or_none("missing") is None
    assert found.texts("many") == ("x", "y")
    assert found.texts("missing") == ()
    assert found.anything("any") == [1]
    assert found.table("table") == {"z": 1}
    with pytest.raises(InvalidData, match=r"^here: there is no key 'more' here$"):
        found.end()
    assert found.anything("more") is None
    found.end()


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda: Entry([], "here"), "here: an object is wanted, not []"),
        (lambda: entry().text("a"), "here: the key a is missing"),
        (lambda: entry(a=1).text("a"), "here: a: a string is wanted, not 1"),
        (lambda: entry(a=" \n").text("a"), "here: a: it is blank"),
        (lambda: entry(b=" ").text_or_nothing("b"), "here: b: it is blank"),
        (lambda: entry(a=[]).peek("a"), "here: a: a string is wanted, not []"),
        (lambda: entry(a=True).number("a", 0), "here: a: a whole number is wanted, not True"),
        (lambda: entry(a=2).number("a", 3), "here: a: 2 is less than 3"),
        (lambda: entry(a=-1).number_or_none("a"), "here: a: -1 is less than 0"),
        (lambda: entry().table("b"), "here: the key b is missing"),
        (lambda: entry(a=3).table("a"), "here: a: an object is wanted, not 3"),
        (lambda: entry(a=["x", 3]).texts("a"), "here: a: a string is wanted, not 3"),
        (lambda: entry(a=[3]).entries("a"), "here: a 1: an object is wanted, not 3"),
    ],
)
def test_an_error_in_an_entry_has_its_place(read: Callable[[], object], message: str) -> None:
    with pytest.raises(InvalidData) as caught:
        read()
    assert str(caught.value) == message


def test_an_entry_in_a_list_is_named_by_its_id_or_number() -> None:
    inner = entry(rule=[{"id": "x.y"}, {"id": ""}, {}]).entries("rule")
    assert [one.place for one in inner] == ["here: rule x.y", "here: rule 2", "here: rule 3"]
    assert entry().entries("rule") == []
