"""Move the patches of misreadings to where a changed rule stands in the programs now."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from typing import Any, Final, TypeAlias

from fireflies.games import Game
from tests.misreadings.engines import modules, patch_modules
from tests.misreadings.lists import (
    LISTS,
    ROOT,
    SOURCE,
    Misreading,
    Patch,
    misreadings,
    ours_patched,
)
from tests.stale.mending import write
from tests.stale.plays import oracle_at
from tests.stale.signing import git

ENTRY: Final = re.compile(r'^(?=\["[\w.-]+"\.[\w-]+\]$)', re.MULTILINE)
_QUOTED: Final = r"(?:'''\n?(.*?)'''|'(.*?)')"
PATCH: Final = re.compile(
    rf"^((?:ours\.)?old = |  \[){_QUOTED}(\n(?:ours\.)?new = |,\s+){_QUOTED}",
    re.MULTILINE | re.DOTALL,
)
"""The two texts of a patch, each in one of two kinds of quotes."""
LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")
TOKEN: Final = re.compile(r"\w+|\s|[^\w\s]")


def mend_misreadings(game: Game[Any], revision: str) -> Iterator[str]:
    """Rewrite the patches that have lost their place since that commit; yield the difference.

    What the change of the rule and the misreading replace in one place is left to the maintainer.
    """
    path = LISTS / f"{game.name}.toml"
    entries = ENTRY.split(path.read_text("utf-8"))
    for place, misread in enumerate(misreadings(game.name).values(), 1):
        try:
            patch_modules(misread)
            ours_patched(misread)
        except ValueError:
            entries[place] = _moved_entry(misread, entries[place], game, revision)
            yield f"{misread.name}: does its patch still say this? {misread.says}"
    yield from write(path, "".join(entries))
    misreadings.cache_clear()


def _moved_entry(misread: Misreading, text: str, game: Game[Any], revision: str) -> str:
    """Return the text of an entry with each patch at its new place, if it has one."""
    head, begins, tail = text.partition("\nours.")
    before, now = (
        "\f".join(oracle_at(game, revision).values()),
        "\f".join(modules(game.name).values()),
    )
    head = moved_patches(head, before, now)
    if misread.ours is not None:
        file = SOURCE / game.name / misread.ours.file
        before = git("show", f"{revision}:{file.relative_to(ROOT).as_posix()}").decode()
        tail = moved_patches(tail, before, file.read_text("utf-8"))
    return f"{head}{begins}{tail}"


def moved_patches(text: str, before: str, now: str) -> str:
    """Return a part of a list of misreadings with its patches of a program at their new places."""

    def moved_text(match: re.Match[str]) -> str:
        old, new = (match[2] or match[3]), (match[5] or match[6] or "")
        patch = None if now.count(old) == 1 else moved(Patch(old, new), before, now)
        if patch is None:
            return match[0]
        return f"{match[1]}{_quoted(patch.old)}{match[4]}{_quoted(patch.new)}"

    return PATCH.sub(moved_text, text)


def _quoted(text: str) -> str:
    return f"'''\n{text}'''" if "\n" in text or "'" in text else f"'{text}'"


def moved(patch: Patch, before: str, now: str) -> Patch | None:
    """Return a patch of one program as a patch of its next version; None when it has no place."""
    if before.count(patch.old) != 1:
        return None
    first = before.count("\n", 0, start := before.index(patch.old))
    last = before.count("\n", 0, (end := start + len(patch.old)) - 1)
    lines, others, codes = _compared(before, now)
    places = [_line_now(codes, first, 0), _line_now(codes, last, -1)]
    if None in places:
        return None
    whole = "".join(others[places[0] or 0 : (places[1] or 0) + 1])
    margin = before[sum(map(len, lines[:first])) : start]
    rest = before[end : sum(map(len, lines[: last + 1]))]
    old = whole.removeprefix(margin).removesuffix(rest)
    if whole != f"{margin}{old}{rest}" or now.count(old) != 1:
        return None
    return Patch(old, merged(patch.old, old, patch.new))


Code: TypeAlias = tuple[str, int, int, int, int]


@cache
def _compared(before: str, now: str) -> tuple[list[str], list[str], Sequence[Code]]:
    """Return the lines of two texts, and their differences; many patches are of the same texts."""
    lines, others = LINE.findall(before), LINE.findall(now)
    return lines, others, SequenceMatcher(None, lines, others, autojunk=False).get_opcodes()


def _line_now(codes: Sequence[Code], line: int, end: int) -> int | None:
    """Return the number that a line has now; ``end`` is 0 for the first line of a text, else -1."""
    for kind, *old, new, new_end in codes:
        if line in range(*old):
            if kind == "equal" or old[1] - old[0] == new_end - new:
                return new + line - old[0]
            if kind == "replace" and line == range(*old)[end]:
                return range(new, new_end)[end]
    return None


def merged(before: str, now: str, other: str) -> str:
    """Return ``other`` with what has changed from ``before`` to ``now``.

    It is returned as it is when it replaces words beside those that have changed, or has more of
    them in what it replaces, so that it is not clear which ones they are.
    """
    words, other_words = TOKEN.findall(before), TOKEN.findall(other)
    edits = [(*it, 0) for it in _edits(words, TOKEN.findall(now))]
    others = [(*it, 1) for it in _edits(words, other_words)]
    begins = _alike(words, other_words)
    ends = len(words) - _alike(words[::-1], other_words[::-1])
    for first, last, text, _ in edits:
        gone = "".join(words[first:last])
        is_outside = (last <= begins) != (ends <= first)  # in both, it may be either of two
        if gone and not is_outside and other.count(gone) > before.count(gone):
            return other
        for start, end, _, _ in others:
            is_beside = start == end and start in {first, last}
            if start <= last and first <= end and not is_beside:
                return other
            if not text and start in range(last, last + 2) and words[last:start] in ([], [" "]):
                return other  # a "not" goes that the misreading says of more
    parts: list[str] = []
    done = 0
    for first, last, text, _ in sorted([*edits, *others], key=lambda it: (it[0], it[1], it[3])):
        parts += [*words[done:first], text]
        done = last
    return "".join([*parts, *words[done:]])


def _alike(words: list[str], others: list[str]) -> int:
    """Return the number of words with which both begin."""
    pairs = enumerate(zip(words, others, strict=False))
    differing = (number for number, (word, other) in pairs if word != other)
    return next(differing, min(len(words), len(others)))


def _edits(before: list[str], now: list[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the ranges of words that are replaced, each with the text in its place."""
    for kind, first, last, start, end in SequenceMatcher(
        None, before, now, autojunk=False
    ).get_opcodes():
        if kind != "equal":
            yield first, last, "".join(now[start:end])
