"""The architecture: who imports whom, what is loaded, and what is nowhere to be found.

Most of it is read off the source, as ``ast`` and ``tokenize`` see it.
"""

import ast
import json
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final, NamedTuple

import pytest

import fireflies
from fireflies import games

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = Path(fireflies.__file__).parent
LONGEST: Final = 450
"""Lines of a module."""

# The source, read.


class Module(NamedTuple):
    """One module of the library."""

    name: str
    """Dotted, like ``fireflies.smile.rules``; a package has the name of its folder."""
    path: Path
    tree: ast.Module

    @property
    def place(self) -> str:
        """Where it lies in the package, like ``smile/rules.py``."""
        return self.path.relative_to(PACKAGE).as_posix()


@cache
def modules() -> dict[str, Module]:
    """All modules of the library, by name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = ["fireflies", *path.relative_to(PACKAGE).with_suffix("").parts]
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = Module(name, path, ast.parse(path.read_text(encoding="utf-8")))
    return found


def imported_by(node: ast.AST) -> Iterator[str]:
    """The modules that an import statement names, each as far as it is a module."""
    match node:
        case ast.Import(names):
            yield from (name.name for name in names)
        case ast.ImportFrom(module, names, level):
            assert level == 0, "imports are written in full"
            for name in names:
                longer = f"{module}.{name.name}"
                yield longer if longer in {*modules(), "importlib.resources"} else f"{module}"
        case _:
            return


def imports(module: Module) -> set[str]:
    """All modules that it imports, wherever in it."""
    return {name for node in ast.walk(module.tree) for name in imported_by(node)}


def ours(names: Iterable[str]) -> set[str]:
    """Those that are of the library."""
    return {name for name in names if name.partition(".")[0] == "fireflies"}


GAMES: Final = frozenset(
    name for name in games.names() if (PACKAGE / name / "__init__.py").is_file()
)
"""The games that live here: each in a folder of its name."""


def part_of(name: str) -> str:
    """The part of the library that a module belongs to, like ``arena``; of the face it is empty."""
    return name.partition(".")[2].partition(".")[0]


def game_of(name: str) -> str | None:
    """The game in whose folder a module lies."""
    part = part_of(name)
    return part if part in GAMES else None


# Imports run downwards only.

LAYERS: Final = (
    {"", "_typing", "_svg"},
    {"errors"},
    {"_data", "chance"},
    {"rulebook"},
    {"contract", "printed"},
    {"tensors", "strategies"},
    {"games", "search"},
    GAMES,
    {"record", "bots"},
    {"files", "table"},
    {"arena", "testing"},
    {"conformance"},
    {"cli", "adapters"},
    {"__main__"},
)
"""The parts of the library, from the bottom: each may import its own modules, and those below.

Those of one layer know nothing of each other, and nobody imports a game, nor the front doors.
"""


def allowed(part: str) -> set[str]:
    """Which parts a part may import, its own left aside."""
    assert any(part in layer for layer in LAYERS), f"{part}: say in this test where it stands"
    below: set[str] = set()
    for layer in LAYERS:
        if part in layer:
            break
        below |= layer
    return below - GAMES


def test_imports_run_downwards_only() -> None:
    """From front doors to tables, games, the contract, and what needs nothing."""
    wrong = {
        module.name: sorted(upwards)
        for module in modules().values()
        if (
            upwards := {part_of(name) for name in ours(imports(module))}
            - allowed(part_of(module.name))
            - {part_of(module.name)}
        )
    }
    assert wrong == {}


def test_every_part_has_its_layer() -> None:
    """Once, and there is no other."""
    parts = [part for layer in LAYERS for part in layer]
    assert sorted(parts) == sorted({part_of(name) for name in modules()})


def test_no_imports_in_a_circle() -> None:
    """Modules can be put in a row in which each one imports only those before it."""
    waiting = {name: ours(imports(module)) - {name} for name, module in modules().items()}
    # The folder's own __init__ is run before any module in it, but knows them all.
    while ready := {name for name, needed in waiting.items() if not needed & waiting.keys()}:
        waiting = {name: needed for name, needed in waiting.items() if name not in ready}
    assert sorted(waiting) == []


SLOW: Final = {
    ("_data.py", "importlib.resources"),
    ("_data.py", "tomllib"),
    ("bots.py", "fireflies.search"),
    (
        "conformance/exploring.py",
        "hypothesis",
    ),  # other options than the defaults, where it is there
    ("games.py", "importlib.metadata"),
}
"""What is imported inside a function, for it is slow to import and rarely needed."""


def test_imports_stand_at_the_top_except_the_slow_ones() -> None:
    """Or what only some programs ask a game for, and the game's own package has."""
    inside = {
        (module.place, name)
        for module in modules().values()
        for function in ast.walk(module.tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for node in ast.walk(function)
        for name in imported_by(node)
        if not (
            module.place.endswith("/__init__.py")
            and game_of(module.name) is not None
            and game_of(module.name) == game_of(name)
        )
    }
    assert inside == SLOW


def calls(tree: ast.AST, *names: str) -> list[str]:
    """Calls of functions of these names, wherever the functions come from."""
    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func))
        in names
    ]


LOADING: Final = {
    *("games.py", "bots.py", "conformance/direct.py", "testing/checks.py"),
    "arena/figures.py",  # the extra plot, when a picture is asked for
}
"""Who loads what has a name, or evaluates what a state says of itself."""


def test_only_few_load_modules_by_name() -> None:
    """An import that is a call would escape the tests above."""
    loading = {
        module.place
        for module in modules().values()
        if calls(module.tree, "import_module", "__import__", "exec", "eval", "load_module")
    }
    assert loading == LOADING


def test_nothing_but_the_standard_library_is_needed() -> None:
    """The extra ``testing`` brings Hypothesis, for two kinds of modules; a plugin, pytest.

    Each adapter has an extra of its name.
    """
    foreign = {
        (module.place, name.partition(".")[0])
        for module in modules().values()
        for name in imports(module)
        if name.partition(".")[0] not in {*sys.stdlib_module_names, "fireflies"}
    }
    others = {
        (place, name)
        for place, name in foreign
        if name != "hypothesis"
        or not (place.startswith("testing/") or place.endswith("strategies.py"))
    }
    # Type checkers know it without its being installed, and only they get to see the line.
    checkers = {("_typing.py", "typing_extensions")}
    adapters = {("adapters/openspiel.py", "numpy"), ("adapters/openspiel.py", "pyspiel")}
    zoo = {("adapters/pettingzoo.py", name) for name in ("gymnasium", "numpy", "pettingzoo")}
    suite = {("conformance/plugin.py", "pytest"), ("conformance/exploring.py", "hypothesis")}
    assert others == {*checkers, *suite, *adapters, *zoo}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == []
    extras = " ".join(project["optional-dependencies"]["testing"])
    assert re.findall(r"[a-z]+", extras) == ["hypothesis"]


# What is loaded.

NEVER: Final = {
    *("argparse", "asyncio", "hypothesis", "importlib.metadata", "importlib.resources", "logging"),
    *("multiprocessing", "random", "secrets", "socket", "subprocess", "tomllib", "unittest"),
}
"""Slow to import, or no business of a program that plays."""

WHOLE_GAME: Final = """
from fireflies import smile
state = smile.start(3, 1, ["1", "1 red", "-2 red", "6", "0", "5 blue"], auctions=2, beads=1)
refused = 0
while state.actor is not None:
    for action in (smile.Bid("c"), smile.BackOut("a"), "nonsense"):
        violation = state.check(action)
        try:
            state.apply(action)
        except ValueError:
            refused += 1
            assert violation is not None and violation.clause.startswith("smile.")
    chosen = state.legal_actions[-1]
    events = state.explain(chosen)
    state.chance_outcomes, state.view(0), str(state.view()), hash(state)
    state = state.apply(chosen)
assert refused > 10 and state.outcome is not None
"""


def loaded_by(program: str) -> set[str]:
    """The modules that a bare Python has loaded in addition when it has run this program."""
    whole = (
        f"import sys; before = set(sys.modules); sys.path.insert(0, {str(PACKAGE.parent)!r})\n"
        f"{program}\nloaded = sorted(set(sys.modules) - before)\n"
        "import json; print(json.dumps(loaded))"
    )
    done = subprocess.run(  # noqa: S603  # it runs the programs above
        [sys.executable, "-I", "-S", "-B", "-c", whole], capture_output=True, check=True, timeout=30
    )
    names: list[str] = json.loads(done.stdout)
    return set(names)


@pytest.mark.parametrize("program", ["from fireflies import smile", WHOLE_GAME], ids=len)
def test_who_plays_pays_for_no_more_than_that(program: str) -> None:
    """No table, no bots, no wire, no search and no other game is loaded, and nothing slow."""
    loaded = loaded_by(program)
    assert loaded & NEVER == set()
    parts = {part_of(name) for name in ours(loaded)}
    assert parts <= {*allowed("smile"), "smile"} - {"search", "printed"}
    assert not {name for name in loaded if name.startswith("fireflies.smile.fast")}
    for later in ("search", "beliefs", "scoring", "strategies", "tensors"):
        assert f"fireflies.smile.{later}" not in loaded


def test_the_face_loads_nothing() -> None:
    """Who asks for the version only, or for one game, gets it at once."""
    assert loaded_by("import fireflies") == {"fireflies"}


def test_reading_a_message_loads_what_playing_does_not() -> None:
    """Guards the tests above: the texts of clauses come from a file when somebody reads them."""
    program = f"{WHOLE_GAME}\nstr(violation)"
    assert {"tomllib", "importlib.resources"} <= loaded_by(program)


# Small modules, and nothing that must not be in them.


def test_no_module_is_too_long() -> None:
    """What wants more lines wants to be two modules."""
    lines = {
        module.place: len(module.path.read_text(encoding="utf-8").splitlines())
        for module in modules().values()
    }
    assert {place: count for place, count in lines.items() if count > LONGEST} == {}


def conditions(tree: ast.AST) -> Iterator[ast.AST]:
    """Whatever a decision is made by: tests, comparisons, patterns."""
    for node in ast.walk(tree):
        match node:
            case ast.If(test) | ast.IfExp(test) | ast.While(test) | ast.Assert(test):
                yield test
            case ast.Compare() | ast.MatchValue() | ast.MatchClass():
                yield node
            case ast.comprehension(ifs=tests):
                yield from tests
            case ast.match_case(guard=ast.expr() as guard):
                yield guard
            case _:
                continue


def words_in(tree: ast.AST) -> set[str]:
    """Every name and every word of a text in it, in lower case."""
    texts: list[str] = []
    for node in ast.walk(tree):
        match node:
            case ast.Constant(str() as text) | ast.Name(text) | ast.Attribute(attr=text):
                texts.append(text)
            case _:
                continue
    return {word.lower() for text in texts for word in re.findall(r"[A-Za-z]+", text)}


def test_no_decision_is_made_by_the_name_of_a_game() -> None:
    """Outside of a game's folder, what holds for one game holds for all."""
    wrong = [
        (module.place, ast.unparse(condition))
        for module in modules().values()
        for condition in conditions(module.tree)
        if words_in(condition) & (GAMES - {game_of(module.name) or ""})
    ]
    assert wrong == []


def test_a_game_is_named_in_its_folder_only() -> None:
    """But for the list of ours, no code outside has its name in a text."""
    named = {
        (module.place, node.value)
        for module in modules().values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and "\n" not in node.value.strip()  # docstrings tell examples
        and set(re.findall(r"[a-z]+", node.value)) & (GAMES - {game_of(module.name) or ""})
    } - {(module.place, text) for module in modules().values() for text in docstrings(module.tree)}
    assert named == {("games.py", text) for game in GAMES for text in (game, f"fireflies.{game}")}


def docstrings(tree: ast.AST) -> set[str]:
    """The texts that stand as statements of their own."""
    return {
        node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


OTHER_THINGS: Final = {
    ("arena", "players"),  # the bots that an arena lets play
    ("cli", "box"),  # the command that helps with any game's file
}
"""What has the name of some option and is none."""


def test_no_option_is_named_outside_its_game() -> None:
    """Commands, suite, adapters and arena take any option of any game, and know none."""
    options = {option.name for game in games.usable().values() for option in game.options}
    assert len(options) > 4
    named = {
        (part_of(module.name), text.strip("-"))
        for module in modules().values()
        if game_of(module.name) is None
        for node in ast.walk(module.tree)
        for text in [
            node.value
            if isinstance(node, ast.Constant)
            else node.attr
            if isinstance(node, ast.Attribute)
            else node.arg
            if isinstance(node, ast.keyword)
            else None
        ]
        if isinstance(text, str) and text.strip("-") in options
    }
    assert named <= OTHER_THINGS


def strict_modules() -> list[Module]:
    """Where nothing may depend on chance, on the clock, on the machine or on another call."""
    return [
        module
        for module in modules().values()
        if module.name in {"fireflies.contract", "fireflies.table"}
        or (game_of(module.name) is not None and not module.place.endswith("/strategies.py"))
    ]


ELSEWHERE: Final = {
    *("asyncio", "ctypes", "datetime", "gc", "glob", "hashlib", "io", "locale", "multiprocessing"),
    *("os", "pathlib", "platform", "random", "secrets", "signal", "socket", "subprocess", "sys"),
    *("tempfile", "threading", "time", "uuid", "warnings", "weakref"),
}
"""Standard modules through which something from outside would come in."""


def test_rules_touch_nothing_but_their_arguments() -> None:
    """Contract, table and games: no file, no output, no clock, no environment, no random."""
    for module in strict_modules():
        roots = {name.partition(".")[0] for name in imports(module)}
        assert roots & ELSEWHERE == set(), module.place
        names = ("open", "print", "input", "id", "globals", "setattr", "vars", "breakpoint")
        assert calls(module.tree, *names) == [], module.place
        words = {node.id for node in ast.walk(module.tree) if isinstance(node, ast.Name)}
        assert words & {"random", "time", "os", "environ"} == set(), module.place


def test_nothing_is_global() -> None:
    """No function changes a variable that is not its own, anywhere."""
    wrong = [
        (module.place, node.lineno)
        for module in modules().values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Global | ast.Nonlocal)
    ]
    assert wrong == []


ORDERLESS: Final = {"sorted", "len", "any", "all", "isdisjoint", "issubset"}
"""What may be asked of a set without its order getting into the answer."""


def is_a_set(node: ast.AST) -> bool:
    """Whether the expression makes a set, whose order is different in each process."""
    match node:
        case ast.Set() | ast.SetComp() | ast.Call(func=ast.Name("set" | "frozenset")):
            return True
        case ast.BinOp(left, ast.BitOr() | ast.BitAnd() | ast.BitXor() | ast.Sub(), right):
            views = "keys", "items"
            return any(is_a_set(side) or bool(calls(side, *views)) for side in (left, right))
        case _:
            return False


def loose_sets(tree: ast.AST) -> list[str]:
    """Sets that are not at once counted, compared, sorted or asked for a member."""
    held = {
        part
        for node in ast.walk(tree)
        for part in ast.iter_child_nodes(node)
        if isinstance(node, ast.Compare)
        or (isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in ORDERLESS)
        or (isinstance(node, ast.BinOp) and is_a_set(node))
    }
    return [ast.unparse(it) for it in ast.walk(tree) if is_a_set(it) and it not in held]


def test_rules_never_go_through_a_set() -> None:
    """The order of a set is another one in each process, so it must not get into a play."""
    wrong = {
        module.place: found for module in strict_modules() if (found := loose_sets(module.tree))
    }
    assert wrong == {}


def test_a_loose_set_is_found() -> None:
    """Guards the test above: what it lets pass and what it does not."""
    loose = (
        *("for x in {1, 2}: pass", "[x for x in set(y)]", "tuple({x for x in y})", "a = {1}"),
        *("list(a.keys() - b.keys())", "f(frozenset(y))", "(*set(y),)", "next(iter(set(y)))"),
    )
    fine = ("sorted(set(y))", "len(set(y)) == 3", "x in {1, 2}", "sorted(a.keys() - b)", "a - b")
    assert [text for text in loose if not loose_sets(ast.parse(text))] == []
    assert [text for text in fine if loose_sets(ast.parse(text))] == []


# No check is switched off.

SWITCH: Final = re.compile(
    r"type:\s*ignore(\[[\w, -]*\])?|noqa(:[\s,A-Z\d]+)?\b|pragma\b:?(\s*no\s+\w+)?"
    r"|(pyright|mypy|ruff|fmt|isort|nosec|pylint)\b:?\s*[\w=.-]*(\[[\w, -]*\])?",
    re.IGNORECASE,
)
"""How the checks are told to look away."""


def switched_off(text: str) -> list[str]:
    """What is left of each comment that switches a check off, when the order itself is gone."""
    comments = (
        token.string
        for token in tokenize.generate_tokens(iter(text.splitlines(keepends=True)).__next__)
        if token.type == tokenize.COMMENT
    )
    return [SWITCH.sub("", it).strip("# -:—") for it in comments if SWITCH.search(it)]


def test_no_check_is_switched_off_in_a_game() -> None:
    """The rules pass every check."""
    for module in modules().values():
        if game_of(module.name) is not None:
            assert switched_off(module.path.read_text(encoding="utf-8")) == [], module.place


def test_no_check_is_switched_off_without_its_reason() -> None:
    """Elsewhere, words beside it say why."""
    for folder in (PACKAGE, ROOT / "tests", ROOT / "docs"):
        for path in folder.rglob("*.py"):
            if path == Path(__file__):
                continue  # the examples below
            for reason in switched_off(path.read_text(encoding="utf-8")):
                assert len(reason.split()) >= 2, (path, reason)


def test_a_switch_is_found() -> None:
    """Guards the tests above: an order alone leaves no reason behind."""
    alone = (
        *("# type: ignore", "# type: ignore[misc]", "# noqa", "# noqa: S603, E501", "# noqa:F401"),
        *("# pragma: no cover", "# pyright: ignore[reportX]", "# mypy: ignore-errors"),
        *("# fmt: off", "# ruff: noqa", "# pylint: disable=all"),
    )
    for comment in alone:
        assert switched_off(f"x = 1  {comment}\n") == [""], comment
        assert switched_off(f"x = 1  {comment}  # for want of stubs\n") == ["for want of stubs"]
    assert switched_off("x = 1  # any type: see below\ny = '# noqa'\n") == []


# The package.


def test_data_files_are_in_the_package() -> None:
    """Each file that is read at run time lies beside the code that reads it, and is shipped."""
    data = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"}
    }
    per_game = {f"{game}/{name}" for game in GAMES for name in ("rules.toml", "box.toml")}
    schemas = {"schemas/arena.schema.json", "schemas/record.schema.json"}
    schemas |= {f"{game}/{name}.schema.json" for game in GAMES for name in ("options", "state")}
    suite = {name for name in data if name.startswith("conformance/")}
    assert data == {"py.typed", *per_game, *schemas, *suite}
    for game in GAMES:
        clauses = games.get(game).clauses
        cases = {f"conformance/cases/{game}/{clause}.json" for clause in clauses}
        assert cases <= suite
        traces = {f"conformance/traces/{game}/{clause}.json" for clause in clauses}
        assert traces <= suite
        suite -= {*cases, *traces, f"conformance/cases/{game}/retired.json"}
    kinds = ("case", "request", "answer", "report")
    assert suite == {f"conformance/schemas/{kind}.schema.json" for kind in kinds}
    for game in GAMES:
        for name in ("rules.toml", "box.toml"):
            file = resources.files(f"fireflies.{game}").joinpath(name)
            assert tomllib.loads(file.read_text(encoding="utf-8"))


def test_the_wheel_holds_the_whole_package() -> None:
    """The build takes the folder as it is, without a list that could forget a file."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel == {"packages": ["src/fireflies"]}


def test_the_version_is_told_without_asking_the_installer() -> None:
    """It stands in the source, where the build reads it too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    told = ROOT / project["tool"]["hatch"]["version"]["path"]
    assert f'\n__version__ = "{fireflies.__version__}"\n' in told.read_text(encoding="utf-8")


def test_no_page_has_the_name_of_one_that_sphinx_makes() -> None:
    """It would be written over, and nobody would be told."""
    pages = {path.stem for path in (ROOT / "docs").glob("*.rst")}
    assert pages & {"search", "genindex", "py-modindex", "modindex"} == set()
    assert "index" in pages
