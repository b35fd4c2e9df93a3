"""Make JSON Schemas (Draft 2020-12): shapes follow from types, conditions are added to them.

The conditions of a ``TypedDict`` are given by path: ``box`` is the value of that key, ``box[]`` an
element of that array or a value of that object, and the empty path the ``TypedDict`` itself.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Literal,
    TypeAlias,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from fireflies.contract import Event, Part, Reader
from fireflies.contract.fields import has_own_text
from fireflies.games import Option

Json: TypeAlias = dict[str, Any]
"""A schema, or a part of it."""

_One: TypeAlias = str | range | re.Pattern[str] | list[Any] | Mapping[str, Any]
Condition: TypeAlias = _One | tuple[_One, ...]
"""One condition or several; of two for the same keyword the later one counts.

A text is a description. A range has the possible numbers, or numbers of elements. A pattern is that
of the whole text. A list has the possible texts, or the keys of an object. A mapping has other
keywords of JSON Schema.
"""
Paths: TypeAlias = Mapping[str, Condition]
Conditions: TypeAlias = Mapping[Any, Paths]
"""The conditions of each class, by path."""
Texts: TypeAlias = Mapping[Any, re.Pattern[str]]
"""The pattern of the text of each class of values that are written as one, such as cards."""

COUNT: Final = {"minimum": 0}
DIFFERENT: Final = {"uniqueItems": True}
OPTIONAL: Final[Json] = {"required": []}
"""Every key of an object may be left out."""

_UNIONS: Final = {UnionType, get_origin(Literal[0] | None)}  # a literal makes another kind
_SIMPLE: Final[Mapping[Any, str]] = {
    int: "integer",
    float: "number",
    str: "string",
    bool: "boolean",
    NoneType: "null",
}


def schema(kind: Any, name: str, title: str, conditions: Conditions, **more: Any) -> Json:
    """Return the schema of a type; ``more`` are keywords for the whole document.

    Raises:
        ValueError: for conditions of a path that the type does not have.
    """
    made = _Schemas(conditions)
    whole = made.object(kind) if is_typeddict(kind) else {"type": "object", **made.shape(kind)}
    return made.document(name, title, {**whole, **more})


def action_schema(reader: Reader[Any], name: str, title: str, texts: Texts) -> Json:
    """Return the schema of ``to_json`` of the actions of a game, also of redacted ones."""
    patterns: dict[Any, Paths] = {
        kind: {
            field: re.compile(part.pattern)
            for field, part in zip(kind.__match_args__, parts, strict=True)
            if part != Part() and part.read is str
        }
        for kind, parts in reader.parts.items()
    }
    made = _Schemas({**patterns, **_written(texts)})
    found = [made.object(kind, verb={"const": kind.verb}) for kind in reader.parts]
    for node, kind in zip(found, reader.parts, strict=True):
        if kind in reader.hidden:
            fields = node["properties"]
            for field in kind.__match_args__:
                fields[field] = _union([fields[field], {"type": "null"}])
    told = "Its verb and its fields; the fields of a redacted action are null."
    return made.document(name, title, {"description": told, "anyOf": found})


def event_schema(events: Iterable[type[Event]], name: str, title: str, texts: Texts) -> Json:
    """Return the schema of ``to_json`` of these events."""
    made = _Schemas(_written(texts))
    heads = {kind: {"event": kind.__name__, "clause": str(kind.clause)} for kind in events}
    found = [
        made.object(kind, **{key: {"const": text} for key, text in head.items()})
        for kind, head in heads.items()
    ]
    told = "Its name, its clause and its fields; a field that the observer does not see is null."
    return made.document(name, title, {"description": told, "anyOf": found})


def details_schema(kinds: Mapping[str, Any], name: str, title: str, conditions: Conditions) -> Json:
    """Return the schema of ``details_json`` of a view; ``kinds`` has the facts of each kind."""
    made = _Schemas(conditions)
    lines = {"type": "array", "items": {"type": "string"}}
    found = [made.object(it, kind={"const": kind}, lines=lines) for kind, it in kinds.items()]
    told = (
        "What a view tells of each thing that has a name, by this name: facts, and lines in words."
    )
    return made.document(
        name,
        title,
        {"description": told, "type": "object", "additionalProperties": {"anyOf": found}},
    )


def action_pattern(reader: Reader[Any], texts: Texts) -> str:
    """Return the pattern of the texts of the actions of a game."""
    verbs: dict[str, list[str]] = {}
    for kind, parts in reader.parts.items():
        hints = get_type_hints(kind)
        forms = [
            texts[hints[field]].pattern if part.pattern == Part().pattern else part.pattern
            for field, part in zip(kind.__match_args__, parts, strict=True)
        ]
        verbs.setdefault("".join([f" ({form})" for form in forms]), []).append(kind.verb)
    return "|".join([f"({'|'.join(each)}){form}" for form, each in verbs.items()])


def _written(texts: Texts) -> Conditions:
    """Return the conditions of values that are written as texts."""
    return {kind: {"": pattern} for kind, pattern in texts.items()}


def of_options(options: Iterable[Option[object]], conditions: Paths) -> Paths:
    """Return conditions of the options of a game, with the text of each as its description."""
    texts = {option.name: f"{option.text[0].upper()}{option.text[1:]}." for option in options}
    told = {name: (text, *_several(conditions.get(name, ()))) for name, text in texts.items()}
    return {**conditions, **told}


def of_state(seats: range, action: str, conditions: Paths) -> Paths:
    """Return conditions of a STATE, with those that all games have; ``action`` is a pattern."""
    return {
        "actor": ("Chance's decision, a seat's, or null when the game is over.", range(seats[-1])),
        "legal": ("All legal actions; null where they would tell a secret.", DIFFERENT),
        "legal[]": re.compile(action),
        "outcome": "Null until the game is over.",
        **conditions,
    }


def of_case(title: str, **properties: Json) -> Json:
    """Return the schema of one of several kinds of STATE, with these properties."""
    return {"title": title, "properties": properties}


def of_outcome(seats: range, **scores: int) -> Paths:
    """Return conditions of an outcome; ``scores`` are keywords of a score."""
    return {
        "": "The result of a finished game.",
        "scores": ("By seat.", seats),
        "scores[]": scores,
        "winners": ("The seats that won, ascending.", range(1, seats.stop), DIFFERENT),
        "winners[]": range(seats[-1]),
    }


def _several(condition: Condition) -> tuple[_One, ...]:
    return condition if isinstance(condition, tuple) else (condition,)


class _Schemas:
    """The schemas of types, with their conditions."""

    def __init__(self, conditions: Conditions) -> None:
        self._conditions = conditions
        self.definitions: Json = {}
        self.found: dict[Any, set[str]] = {}
        """The paths of each class so far."""

    def document(self, name: str, title: str, whole: Json) -> Json:
        """Return the whole schema. Raises ValueError for conditions without a place."""
        if left := self._conditions.keys() - self.found.keys():
            raise ValueError(f"{name} has no {left}")
        for each, paths in self.found.items():
            if left := self._conditions.get(each, {}).keys() - paths:
                raise ValueError(f"{each.__name__} has no {left}")
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"urn:fireflies:schema:{name}",
            "title": title,
            **whole,
            "$defs": self.definitions,
        }

    def object(self, kind: Any, /, **first: Json) -> Json:
        """Return the schema of a class as an object, with these properties before its fields."""
        self.found[kind] = set()
        hints = get_type_hints(kind)
        names: Sequence[str] = getattr(kind, "__match_args__", [*hints])
        needed = getattr(kind, "__required_keys__", names)
        parts = {name: self._part(hints[name], kind, name) for name in names}
        node: Json = {
            "description": (kind.__doc__ or "").partition("\n")[0],
            "type": "object",
            "required": [*first, *(name for name in names if name in needed)],
            "properties": {**first, **parts},
            "additionalProperties": False,
        }
        return self._restricted(node, kind, "")

    def _part(self, hint: Any, kind: Any, path: str) -> Json:
        return self._restricted(self.shape(hint, kind, path), kind, path)

    def shape(self, hint: Any, kind: Any = None, path: str = "") -> Json:
        """Return the schema of a type, without the conditions of its path."""
        arguments: tuple[Any, ...] = get_args(hint)
        match get_origin(hint):
            case None if is_typeddict(hint):
                return {"$ref": f"#/$defs/{self._define(hint)}"}
            case None if hint in _SIMPLE:
                return {"type": _SIMPLE[hint]}
            case None if hasattr(hint, "to_json"):
                return self.shape(get_type_hints(hint.to_json)["return"])
            case None if has_own_text(hint):
                return self._restricted({"type": "string"}, hint, "")
            case None if hasattr(hint, "_fields"):
                return {"$ref": f"#/$defs/{self._define(hint)}"}
            case None:  # any value
                return {}
            case origin if origin is Literal:
                return {"const": arguments[0]} if len(arguments) == 1 else {"enum": [*arguments]}
            case origin if origin in _UNIONS:
                return _union([self.shape(each, kind, path) for each in arguments])
            case origin if issubclass(origin, Mapping):
                names = get_args(arguments[0])
                values = self._part(arguments[1], kind, f"{path}[]")
                node = {"type": "object", "additionalProperties": values}
                return _with_keys(node, [*names]) if names else node
            case _:
                return {"type": "array", "items": self._part(arguments[0], kind, f"{path}[]")}

    def _define(self, kind: Any) -> str:
        """Return the name of a class among the definitions, and define it once."""
        words: list[str] = re.findall("[A-Z][a-z]*", kind.__name__.removesuffix("Json"))
        name = "_".join(words).lower()
        if name not in self.definitions:
            self.definitions[name] = {}  # its place, before the definitions that it needs
            self.definitions[name] = self.object(kind)
        return name

    def _restricted(self, node: Json, kind: Any, path: str) -> Json:
        """Return a schema with the conditions of a path."""
        self.found.setdefault(kind, set()).add(path)
        for condition in _several(self._conditions.get(kind, {}).get(path, ())):
            match condition:
                case str():
                    node.pop("description", None)
                    node = {"description": condition, **node}
                case range():
                    is_array = "array" in node.get("type", ())
                    least, most = ("minItems", "maxItems") if is_array else ("minimum", "maximum")
                    node = {**node, least: condition[0], most: condition[-1]}
                case re.Pattern():
                    node = {**node, "pattern": f"^({condition.pattern})$"}
                case list() if node.get("type") == "object":
                    node = _with_keys(node, condition)
                case list():
                    node = {**node, "enum": condition}
                case _:
                    node = {**node, **condition}
        return node


def _union(parts: list[Json]) -> Json:
    """Return the schema of values that fit one of the parts; one list of types is shorter."""
    if all("type" in part for part in parts):
        types = [part["type"] for part in parts]
        return {key: it for part in parts for key, it in part.items()} | {"type": types}
    return {"anyOf": parts}


def _with_keys(node: Json, names: list[Any]) -> Json:
    """Return the schema of an object with exactly these keys, all with values of one kind."""
    values = node["additionalProperties"] or next(iter(node["properties"].values()))
    keys = {"required": names, "properties": dict.fromkeys(names, values)}
    return {**node, **keys, "additionalProperties": False}
