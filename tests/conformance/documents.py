"""Random JSON documents that fit a schema, and random changes of a document.

They know the constructs of our schemas of requests and answers, and no more.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from hypothesis import strategies as st

Json: TypeAlias = Any
Draw: TypeAlias = Callable[[st.SearchStrategy[Any]], Any]

WORDS: Final = st.sampled_from(["", "a", "smile", "2017", "bid a", "trace", "x"])
NUMBERS: Final = st.sampled_from([0, 1, 2, 3, 7, -1, -2, 10**30, 0.0, -0.0, 1.0, -1.0, 3.0, 1e30])
SCRAPS: Final = st.one_of(
    st.none(),
    st.booleans(),
    NUMBERS,
    st.sampled_from([0.5, -1.5, "1"]),
    WORDS,
    st.sampled_from([[], {}, [1], {"index": 0}, {"count": 1}, [{}]]),
)
"""Values of every type."""

KEYS: Final = ("x", "seq", "version", "states", "count", "refused", "skipped", "errored", "case")


def _resolved(schema: Json, root: Json) -> Json:
    """Return the schema that a reference of its own root names."""
    while "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    return schema


@st.composite
def fitting(draw: Draw, schema: Json, root: Json) -> Json:
    """Return a document that fits a schema, but perhaps not its ``if`` and ``oneOf`` of objects."""
    schema = _resolved(schema, root)
    if "const" in schema:
        return _number_or_value(draw, schema["const"])
    if "enum" in schema:
        return draw(st.sampled_from(schema["enum"]))
    for several in ("oneOf", "anyOf"):
        if several in schema and "properties" not in schema:
            return draw(fitting(draw(st.sampled_from(schema[several])), root))
    types = schema.get("type", "null")
    match draw(st.sampled_from(types)) if isinstance(types, list) else types:
        case "object":
            return _object(draw, schema, root)
        case "array":
            least = schema.get("minItems", 0)
            size = draw(st.integers(least, least + 2))
            return [draw(fitting(schema["items"], root)) for _ in range(size)]
        case "string":
            return draw(WORDS.filter(lambda text: len(text) >= schema.get("minLength", 0)))
        case "integer":
            return draw(NUMBERS.filter(lambda number: number >= schema.get("minimum", -(10**99))))
        case "boolean":
            return draw(st.booleans())
        case _:
            return None


def _number_or_value(draw: Draw, value: Json) -> Json:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return float(value) if is_number and draw(st.booleans()) else value


def _object(draw: Draw, schema: Json, root: Json) -> Json:
    """Return an object of one of the forms that a schema lists, with some of its other keys."""
    parts: Mapping[str, Json] = schema.get("properties", {})
    form = draw(st.sampled_from(schema["oneOf"])) if "oneOf" in schema else {}
    needed = [*schema.get("required", []), *form.get("required", [])]
    parts = {**parts, **form.get("properties", {})}
    found = {
        key: draw(fitting(part, root))
        for key, part in parts.items()
        if part is not False and (key in needed or draw(st.integers(0, 9)) == 0)
    }
    if schema.get("additionalProperties") is not False and draw(st.integers(0, 4)) == 0:
        more = schema.get("additionalProperties")
        found["other"] = draw(fitting(more, root) if isinstance(more, dict) else SCRAPS)
    return found


@st.composite
def changed(draw: Draw, document: Json) -> Json:
    """Return a document with a change at one place, of any depth."""
    inner = document and isinstance(document, dict | list) and draw(st.integers(0, 3))
    if inner and isinstance(document, dict):
        key = draw(st.sampled_from(sorted(document)))
        return {**document, key: draw(changed(document[key]))}
    if inner:
        index = draw(st.integers(0, len(document) - 1))
        return [*document[:index], draw(changed(document[index])), *document[index + 1 :]]
    kind = draw(st.integers(0, 2))
    if isinstance(document, dict) and document and kind == 0:
        gone = draw(st.sampled_from(sorted(document)))
        return {key: value for key, value in document.items() if key != gone}
    if isinstance(document, dict) and kind == 1:
        return {**document, draw(st.sampled_from(KEYS)): draw(SCRAPS)}
    if isinstance(document, list) and kind == 0:
        return [*document, draw(SCRAPS)]
    return draw(SCRAPS)


def with_fractions(value: Json) -> Json:
    """Return a document with every whole number as some languages write it, ``3.0``."""
    if isinstance(value, dict):
        return {key: with_fractions(part) for key, part in value.items()}
    if isinstance(value, list):
        return [with_fractions(part) for part in value]
    return float(value) if type(value) is int else value
