"""Tests of the architecture: imports of each module, loaded modules, forbidden code.

Most tests read the source with ``ast`` and ``tokenize``.
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
from pathlib import Path
from typing import Final, NamedTuple

import pytest

import fireflies
from fireflies import games
from tests.mutation.__main__ import untested

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = Path(fireflies.__file__).parent
LONGEST: Final = 450
"""The most lines that a module may have."""

# Reading the source.


class Module(NamedTuple):
    """One module of the library."""

    name: str
    """Dotted, like ``fireflies.smile.rules.state``; a package has the name of its folder."""
    path: Path
    tree: ast.Module
    nodes: tuple[ast.AST, ...]
    """Every node of the tree."""

    @property
    def place(self) -> str:
        """Return the path in the package, like ``smile/rules/state.py``."""
        return self.path.relative_to(PACKAGE).as_posix()


@cache
def modules() -> dict[str, Module]:
    """Return all modules of the library, by name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = ["fireflies", *path.relative_to(PACKAGE).with_suffix("").parts]
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found[name] = Module(name, path, tree, tuple(ast.walk(tree)))
    return found


def imported_by(node: ast.AST) -> Iterator[str]:
    """Return the modules that an import statement names."""
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
    """Return all modules that a module imports, inside functions too."""
    return {name for node in module.nodes for name in imported_by(node)}


def ours(names: Iterable[str]) -> set[str]:
    """Return the names that are modules of the library."""
    return {name for name in names if name.partition(".")[0] == "fireflies"}


GAMES: Final = frozenset(
    name for name in games.names() if (PACKAGE / name / "__init__.py").is_file()
)
"""The games of the library, each in a folder of its name."""


def part_of(name: str) -> str:
    """Return the part of the library that has a module, like ``arena``; empty for the top."""
    return name.partition(".")[2].partition(".")[0]


def game_of(name: str) -> str | None:
    """Return the game whose folder has the module, or None."""
    part = part_of(name)
    return part if part in GAMES else None


# Imports run downwards only.

LAYERS: Final = (
    {"", "_typing"},
    {"errors", "stopping", "_made_by"},
    {"_data", "_texts", "chance"},
    {"_entries", "_nodes", "_svg"},
    {"_html", "certainty", "rulebook"},
    {"citations", "contract", "lookup"},
    {"_events", "tensors", "generators", "_picture", "_pins"},
    {"games"},
    {"search", "options", "_schemas", "_revisions", "_lines", "_notebook"},
    GAMES,
    {"record", "bots", "history"},
    {"files", "table"},
    {"arena", "front", "testing"},
    {"conformance"},
    {"schemas"},
    {"cli", "adapters"},
    {"__main__"},
)
"""The parts of the library, from the bottom: each may import its own modules and lower layers.

The parts of one layer do not import each other, and no part imports a game.
"""


def allowed(part: str) -> set[str]:
    """Return the other parts that a part may import."""
    assert any(part in layer for layer in LAYERS), f"{part}: add it to LAYERS"
    below: set[str] = set()
    for layer in LAYERS:
        if part in layer:
            break
        below |= layer
    return below - GAMES


def test_imports_run_downwards_only() -> None:
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


def test_every_part_is_in_one_layer() -> None:
    """No layer names an unknown part."""
    parts = [part for layer in LAYERS for part in layer]
    assert sorted(parts) == sorted({part_of(name) for name in modules()})


def test_no_imports_in_a_circle() -> None:
    waiting = {name: ours(imports(module)) - {name} for name, module in modules().items()}
    while ready := {name for name, needed in waiting.items() if not needed & waiting.keys()}:
        waiting = {name: needed for name, needed in waiting.items() if name not in ready}
    assert sorted(waiting) == []


SLOW: Final = {
    ("_data.py", "importlib.resources"),
    ("_data.py", "tomllib"),
    ("bots.py", "fireflies.search"),
    ("cli/__init__.py", "fireflies.games"),
    ("cli/screen.py", "readline"),  # it writes to terminals
    ("conformance/samples.py", "hypothesis"),  # only where it is installed
    ("cli/mcp.py", "fireflies.front.mcp"),  # only where the extra is installed
    ("front/playing.py", "fireflies.search"),
    ("games.py", "importlib.metadata"),
}
"""The imports inside functions: the modules are slow to import and rarely needed."""


def test_imports_are_at_the_top_except_the_slow_ones() -> None:
    """A game's package may also import its own modules on demand."""
    inside = {
        (module.place, name)
        for module in modules().values()
        for function in module.nodes
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
    """Return the calls of functions and methods of these names."""
    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func))
        in names
    ]


LOADING: Final = {
    "cli/__init__.py",  # the module of a command
    *("games.py", "bots.py", "conformance/direct.py", "testing/checks.py"),
    "arena/report.py",  # the extra `plot`, for --plot
}
"""The modules that import by name, or evaluate the ``repr`` of a state."""


def test_only_few_modules_import_by_name() -> None:
    """The tests above do not see such imports."""
    loading = {
        module.place
        for module in modules().values()
        if calls(module.tree, "import_module", "__import__", "exec", "eval", "load_module")
    }
    assert loading == LOADING


def test_nothing_but_the_standard_library_is_needed() -> None:
    """Except Hypothesis in the extra ``testing``, pytest in its plugin, and the adapters."""
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
        or not (place.startswith("testing/") or place.endswith("generators.py"))
    }
    # Only type checkers read this line, and they have the module built in.
    checkers = {("_typing.py", "typing_extensions")}
    spiel = {("adapters/openspiel.py", "numpy"), ("adapters/openspiel.py", "pyspiel")}
    spiel |= {("adapters/openspiel_bots.py", it) for it in ("numpy", "open_spiel", "pyspiel")}
    zoo = {("adapters/pettingzoo.py", name) for name in ("gymnasium", "numpy", "pettingzoo")}
    zoo |= {("adapters/gymnasium.py", name) for name in ("gymnasium", "numpy")}
    suite = {("conformance/plugin.py", "pytest"), ("conformance/samples.py", "hypothesis")}
    batch = {(f"adapters/{it}.py", "numpy") for it in ("vector", "_egocentric")}
    batch |= {("smile/play/arrays.py", "numpy")}
    assert others == {*checkers, *suite, *spiel, *zoo, *batch, ("front/mcp.py", "mcp")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == []
    extras = " ".join(project["optional-dependencies"]["testing"])
    assert re.findall(r"[a-z]+", extras) == ["hypothesis"]


# Loaded modules.

NEVER: Final = {
    *("argparse", "asyncio", "hypothesis", "importlib.metadata", "importlib.resources", "logging"),
    *("multiprocessing", "random", "secrets", "socket", "subprocess", "tomllib", "unittest"),
}
"""Modules that are slow to import, or not needed to play."""

READING: Final = "import importlib.resources, tomllib"
"""Modules that are imported when a game reads its files."""

WHOLE_GAME: Final = """
from fireflies.{game} import GAME
state, steps, refused = GAME.set_up({options}).start, 0, 0
while state.actor is not None and steps < 300:
    steps += 1
    assert state.check("nonsense").clause.startswith("{game}.")
    try:
        state.apply("nonsense")
    except ValueError:
        refused += 1
    chosen = state.legal_actions[-1]
    events = state.explain(chosen)
    state.chance_outcomes, state.view(0), str(state.view()), hash(state)
    state = state.apply(chosen)
assert refused == steps > 5
"""

OPTIONS: Final[dict[str, dict[str, object]]] = {
    "smile": {"box": ["1", "1 red", "-2 red", "6", "0", "5 blue"], "auctions": 2, "beads": 4}
}
"""Options with which a game starts without reading a file."""


@cache
def loaded_by(program: str) -> frozenset[str]:
    """Return the modules that a new Python process loads for this program."""
    whole = (
        f"import sys; before = set(sys.modules); sys.path.insert(0, {str(PACKAGE.parent)!r})\n"
        f"{program}\nloaded = sorted(set(sys.modules) - before)\n"
        "import json; print(json.dumps(loaded))"
    )
    done = subprocess.run(  # noqa: S603  # the programs above
        [sys.executable, "-I", "-S", "-B", "-c", whole], capture_output=True, check=True, timeout=30
    )
    names: list[str] = json.loads(done.stdout)
    return frozenset(names)


def whole_game(game: str) -> str:
    """Return a program that plays a game."""
    return WHOLE_GAME.format(game=game, options=OPTIONS.get(game, {}))


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("whole", [False, True], ids=["imported", "played"])
def test_a_game_loads_only_what_playing_needs(game: str, *, whole: bool) -> None:
    """No table, bot, wire, search, packed state or other game, and no slow module."""
    loaded = loaded_by(whole_game(game) if whole else f"import fireflies.{game}")
    files = loaded_by(READING) if whole and game not in OPTIONS else frozenset[str]()
    assert loaded & NEVER - files == set()
    parts = {part_of(name) for name in ours(loaded)}
    assert parts <= {*allowed(game), game} - {"citations", "search"}
    for later in ("fast", "play.search", "play.beliefs", "play.generators", "play.tensors"):
        assert f"fireflies.{game}.{later}" not in loaded
    assert f"fireflies.{game}.text.scoring" not in loaded


def test_importing_the_library_loads_nothing_else() -> None:
    assert loaded_by("import fireflies") == {"fireflies"}


def test_the_bridge_loads_no_game_and_nothing_slow() -> None:
    """A page waits for it: games are imported when they are asked for."""
    loaded = loaded_by("import fireflies.front.bridge")
    assert loaded & NEVER == set()
    assert {part_of(name) for name in ours(loaded)} & {*GAMES, "search", "cli", "testing"} == set()


def test_reading_a_message_loads_what_playing_does_not() -> None:
    """Checks that ``loaded_by`` sees the modules of a clause's text."""
    program = f"{whole_game('smile')}\nstr(GAME.set_up({OPTIONS['smile']}).start.check('x'))"
    assert {"tomllib", "importlib.resources"} <= loaded_by(program)


# The content of modules.


def test_no_module_is_too_long() -> None:
    lines = {
        module.place: len(module.path.read_text(encoding="utf-8").splitlines())
        for module in modules().values()
    }
    assert {place: count for place, count in lines.items() if count > LONGEST} == {}


def conditions(module: Module) -> Iterator[ast.AST]:
    """Return the conditions of a module: tests, comparisons, patterns."""
    for node in module.nodes:
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
    """Return the words of all names and strings, in lower case."""
    texts: list[str] = []
    for node in ast.walk(tree):
        match node:
            case ast.Constant(str() as text) | ast.Name(text) | ast.Attribute(attr=text):
                texts.append(text)
            case _:
                continue
    return {word.lower() for text in texts for word in re.findall(r"[A-Za-z]+", text)}


def test_no_decision_is_made_by_the_name_of_a_game() -> None:
    wrong = [
        (module.place, ast.unparse(condition))
        for module in modules().values()
        for condition in conditions(module)
        if words_in(condition) & (GAMES - {game_of(module.name) or ""})
    ]
    assert wrong == []


def test_a_game_is_named_in_its_folder_only() -> None:
    """And in the list of built-in games."""
    named = {
        (module.place, node.value)
        for module in modules().values()
        for node in module.nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and "\n" not in node.value.strip()  # docstrings tell examples
        and set(re.findall(r"[a-z]+", node.value)) & (GAMES - {game_of(module.name) or ""})
    } - {(module.place, text) for module in modules().values() for text in docstrings(module)}
    assert named == {("games.py", text) for game in GAMES for text in (game, f"fireflies.{game}")}


def docstrings(module: Module) -> set[str]:
    """Return the strings that are statements."""
    return {
        node.value.value
        for node in module.nodes
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


OTHER_THINGS: Final = {
    ("adapters", "episode"),  # a play, in the words of learners
    ("arena", "players"),  # the bots of an arena
    ("cli", "box"),  # the command for the file of any game
    ("cli", "players"),  # the key of a view with what each seat has
    ("conformance", "setup"),  # a kind of clause
    ("front", "players"),  # persons and bots
    ("rulebook", "setup"),
}
"""Names of options that also have another meaning."""


def test_no_option_is_named_outside_its_game() -> None:
    """The command, suite, adapters and arena take any option of any game."""
    options = {option.name for game in games.usable().values() for option in game.options}
    assert len(options) > 4
    named = {
        (part_of(module.name), text.strip("-"))
        for module in modules().values()
        if game_of(module.name) is None
        for node in module.nodes
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
    """Return the modules that may depend on their arguments only: contract, table and games."""
    return [
        module
        for module in modules().values()
        if part_of(module.name) in {"contract", "table"}
        or (game_of(module.name) is not None and not module.place.endswith("/generators.py"))
    ]


ELSEWHERE: Final = {
    *("asyncio", "ctypes", "datetime", "gc", "glob", "hashlib", "io", "locale", "multiprocessing"),
    *("os", "pathlib", "platform", "random", "secrets", "signal", "socket", "subprocess", "sys"),
    *("tempfile", "threading", "time", "uuid", "warnings", "weakref"),
}
"""Standard modules whose functions depend on more than their arguments."""


def test_rules_depend_only_on_their_arguments() -> None:
    """No file, output, clock, environment or random number."""
    for module in strict_modules():
        roots = {name.partition(".")[0] for name in imports(module)} & ELSEWHERE
        # An undo waits for another thread; no action depends on that.
        assert roots == ({"time"} if module.place == "table.py" else set()), module.place
        names = ("open", "print", "input", "id", "globals", "setattr", "vars", "breakpoint")
        assert calls(module.tree, *names) == [], module.place
        used = {node.id for node in module.nodes if isinstance(node, ast.Name)}
        assert used & {"random", "time", "os", "environ"} == set(), module.place


def test_no_function_changes_a_variable_outside() -> None:
    wrong = [
        (module.place, node.lineno)
        for module in modules().values()
        for node in module.nodes
        if isinstance(node, ast.Global | ast.Nonlocal)
    ]
    assert wrong == []


ORDERLESS: Final = {"sorted", "len", "any", "all", "isdisjoint", "issubset"}
"""Functions whose result does not depend on the order of a set."""


def is_a_set(node: ast.AST) -> bool:
    """Return whether an expression makes a set, whose order differs between processes."""
    match node:
        case ast.Set() | ast.SetComp() | ast.Call(func=ast.Name("set" | "frozenset")):
            return True
        case ast.BinOp(left, ast.BitOr() | ast.BitAnd() | ast.BitXor() | ast.Sub(), right):
            views = "keys", "items"
            return any(is_a_set(side) or bool(calls(side, *views)) for side in (left, right))
        case _:
            return False


def loose_sets(tree: ast.AST) -> list[str]:
    """Return the sets that are not directly counted, compared, sorted or searched."""
    held = {
        part
        for node in ast.walk(tree)
        for part in ast.iter_child_nodes(node)
        if isinstance(node, ast.Compare)
        or (isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in ORDERLESS)
        or (isinstance(node, ast.BinOp) and is_a_set(node))
    }
    return [ast.unparse(it) for it in ast.walk(tree) if is_a_set(it) and it not in held]


def test_rules_never_iterate_over_a_set() -> None:
    """The order of a set differs between processes, so it must not affect a play."""
    wrong = {
        module.place: found for module in strict_modules() if (found := loose_sets(module.tree))
    }
    assert wrong == {}


def test_a_loose_set_is_found() -> None:
    """The test above finds the first expressions and not the others."""
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
"""Comments that switch a check off."""


def switched_off(text: str) -> list[str]:
    """Return the reason in each comment that switches a check off; empty without a reason."""
    if SWITCH.search(text) is None:
        return []  # to find the comments takes long
    comments = (
        token.string
        for token in tokenize.generate_tokens(iter(text.splitlines(keepends=True)).__next__)
        if token.type == tokenize.COMMENT
    )
    return [SWITCH.sub("", it).strip("# -:—") for it in comments if SWITCH.search(it)]


def test_no_check_is_switched_off_in_a_game() -> None:
    """The rules have to pass every check."""
    for module in modules().values():
        if game_of(module.name) is not None:
            assert switched_off(module.path.read_text(encoding="utf-8")) == [], module.place


def test_no_check_is_switched_off_without_its_reason() -> None:
    """Elsewhere the comment has to say why."""
    for folder in (PACKAGE, ROOT / "tests", ROOT / "docs"):
        for path in folder.rglob("*.py"):
            if path == Path(__file__):
                continue  # the examples below
            for reason in switched_off(path.read_text(encoding="utf-8")):
                assert len(reason.split()) >= 2, (path, reason)


def test_a_comment_that_switches_a_check_off_is_found() -> None:
    """With its reason."""
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
    """And no other files are."""
    data = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"}
    }
    per_game = {f"{game}/rules.toml" for game in GAMES}
    boxes = {name for name in data if re.fullmatch(r"\w+/box\.(toml|json)", name)}
    assert {name.partition("/")[0] for name in boxes} == GAMES
    boxes |= {name for name in data if re.fullmatch(r"\w+/(small|workshop)\.json", name)}
    boxes |= {name for name in data if re.fullmatch(r"\w+/box-[\d.]+\.json\.gz", name)}  # of before
    suite = {name for name in data if name.startswith("conformance/")}
    page = {name for name in data if re.fullmatch(r"front/web/\w+\.(js|css)", name)}
    assert data == {"py.typed", *per_game, *boxes, *suite, *page}
    for game in GAMES:
        clauses = games.get(game).clauses
        cases = {f"conformance/cases/{game}/{clause}.json" for clause in clauses}
        assert cases <= suite
        others = {f"conformance/cases/{game}/{name}.json" for name in ("retired", "bases")}
        suite -= cases | others
    assert suite == {f"conformance/{kind}.schema.json" for kind in ("case", "answer")}


def test_the_wheel_has_the_whole_package() -> None:
    """The build takes the folder, not a list of files."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel == {"packages": ["src/fireflies"]}


def test_the_version_is_a_constant_in_the_source() -> None:
    """The build reads it there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    file = ROOT / project["tool"]["hatch"]["version"]["path"]
    assert f'\n__version__ = "{fireflies.__version__}"\n' in file.read_text(encoding="utf-8")


def test_no_page_has_the_name_of_one_that_sphinx_makes() -> None:
    """Sphinx would overwrite it without a warning."""
    pages = {path.stem for path in (ROOT / "docs").glob("*.rst")}
    assert pages & {"search", "genindex", "py-modindex", "modindex"} == set()
    assert "index" in pages


def test_the_session_for_mutants_knows_the_tests_of_each_module() -> None:
    """A module or a file of tests that is new or renamed would stop the whole session."""
    assert untested() == []
