"""A program that calls each public function, method and class in a wrong way.

Its list is made by looking into the package, so a new function needs no line here. Each call has
too many arguments, or, where any number is accepted, one with an unknown name. The arguments have
the type ``Any``: nothing else is wrong. A type checker that accepts such a call has lost the
signature of the function, as it does with ``functools.cache``.
"""

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from types import ModuleType
from typing import Final, NamedTuple, get_origin, is_typeddict

import fireflies
from tests.test_names import defined_in

TOO_MANY: Final = ", ".join(["it"] * 40)
"""More arguments than any function takes."""
UNKNOWN: Final = "no_such_parameter=it"


class Program(NamedTuple):
    """The program, and the lines of its calls."""

    text: str
    calls: dict[str, int]
    """By the name of what is called, like ``fireflies.record.Record.play``."""


def public_modules() -> list[ModuleType]:
    """Return every module of the package without an underscore in its path."""
    found = pkgutil.walk_packages(fireflies.__path__, "fireflies.")
    return [fireflies, *(import_module(it.name) for it in found if "._" not in it.name)]


def public_callables(module: ModuleType) -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield the functions and classes that a module defines or lists, with their names."""
    for name in defined_in(module.__name__):
        value: object = getattr(module, name, None)
        if callable(value) and get_origin(value) is None and not _is_data(value):
            yield name, value


def _is_data(value: object) -> bool:
    """Return whether this is a class without a constructor of its own: a TypedDict, an enum."""
    return is_typeddict(value) or (isinstance(value, type) and issubclass(value, Enum))


def _is_function(annotation: object) -> bool:
    """Return whether a field with this annotation is a function."""
    origin: object = get_origin(annotation)
    return origin is Callable


def methods(kind: type) -> Iterator[tuple[str, Callable[..., object] | None]]:
    """Yield the public methods of a class; fields that are functions too, with None.

    Inherited ones are those of private classes only: a public class has its own turn.
    """
    for base in kind.__mro__:
        is_ours = base.__module__.partition(".")[0] == "fireflies"
        if not is_ours or (base is not kind and not base.__name__.startswith("_")):
            continue
        fields: dict[str, object] = inspect.get_annotations(base)
        found: dict[str, Callable[..., object] | None] = {
            name: None for name, kind_of in fields.items() if _is_function(kind_of)
        }
        found |= {
            name: getattr(base, name)
            for name, value in vars(base).items()
            if isinstance(value, classmethod | staticmethod) or inspect.isroutine(value)
        }
        for name, value in found.items():
            if not name.startswith("_"):
                yield name, value


def wrong_arguments(called: Callable[..., object] | None) -> str:
    """Return arguments that the called function does not take."""
    try:
        parameters = inspect.signature(called).parameters.values() if called else ()
    except ValueError:  # Python does not tell the signature of its own functions and exceptions
        parameters = ()
    is_variadic = any(it.kind is it.VAR_POSITIONAL for it in parameters)
    return UNKNOWN if is_variadic else TOO_MANY


def program() -> Program:
    """Return the program, with one call a line."""
    modules = {module: f"module_{number}" for number, module in enumerate(public_modules())}
    lines = ["from typing import Any"]
    lines += [f"import {module.__name__} as {short}" for module, short in modules.items()]
    calls = dict[str, int]()

    def add(
        name: str, called: str, value: Callable[..., object] | None, parameters: str = "it: Any"
    ) -> None:
        lines.append(f"def call_{len(lines)}({parameters}) -> None:")
        lines.append(f"    {called}({wrong_arguments(value)})")
        calls[name] = len(lines)

    for module, short in modules.items():
        for name, value in public_callables(module):
            full = f"{module.__name__}.{name}"
            add(full, f"{short}.{name}", value)
            if isinstance(value, type) and value.__module__ == module.__name__:
                variables: tuple[object, ...] = getattr(value, "__parameters__", ())
                any_types = f"[{', '.join(['Any'] * len(variables))}]" if variables else ""
                parameters = f"it: Any, value: {short}.{name}{any_types}"
                for method, function in methods(value):
                    add(f"{full}.{method}", f"value.{method}", function, parameters)
    return Program("\n".join([*lines, ""]), calls)
