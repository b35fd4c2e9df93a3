"""Faults of pages, of which some are those of the theme."""

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypedDict, cast

LIST: Final = Path(__file__).with_name("findings.toml")
MOST: Final = 5
"""The most elements of a page that a message lists."""


class Finding(NamedTuple):
    """A fault of the theme that we can't change, on every page with an element."""

    rule: str
    element: str
    """A CSS selector."""


class Fault(NamedTuple):
    """A fault of a page."""

    page: str
    view: str
    rule: str
    """An id of axe's, or one of ours."""
    element: str
    """The place: a selector and the beginning of the element, or an address."""
    right: str
    """The correct form."""
    known: tuple[Finding, ...] = ()
    """The listed findings that explain this fault."""


class _Entry(TypedDict):
    rule: str
    element: str
    reason: str


def listed(file: Path = LIST) -> tuple[Finding, ...]:
    """Return the findings in the list; each has a reason."""
    entries = cast("list[_Entry]", tomllib.loads(file.read_text("utf-8")).get("finding", []))
    findings = tuple(Finding(entry["rule"], entry["element"]) for entry in entries)
    for entry in entries:
        if not entry["reason"].strip():
            raise ValueError(f"{entry['rule']} at {entry['element']} is listed for no reason")
    if len(set(findings)) < len(findings):
        raise ValueError(f"{file.name} lists something twice")
    return findings


def judge(faults: Iterable[Fault], findings: Iterable[Finding]) -> list[str]:
    """Return a message for each fault of a page and each wrong entry of the list.

    A fault in several views or elements has one message.
    """
    views: dict[Fault, list[str]] = {}
    occurring: set[Finding] = set()
    for fault in faults:
        occurring.update(fault.known)
        if not fault.known:
            views.setdefault(fault._replace(view=""), []).append(fault.view)
    alike: dict[tuple[str, str, str], list[Fault]] = {}
    for fault, seen in sorted(views.items()):
        where = fault.page, fault.rule, ", ".join(dict.fromkeys(seen))
        alike.setdefault(where, []).append(fault)
    return [
        *(_message(*where, same) for where, same in alike.items()),
        *(
            f"{LIST.name}: {finding.rule}\n  at     {finding.element}\n"
            "  right  delete the entry: this no longer occurs"
            for finding in findings
            if finding not in occurring
        ),
    ]


def _message(page: str, rule: str, views: str, faults: Sequence[Fault]) -> str:
    """Return the message about faults of one kind; only the first has advice."""
    at = [fault.element for fault in faults[:MOST]]
    if len(faults) > MOST:
        at.append(f"and {len(faults) - MOST} more")
    where = "\n         ".join(at)
    return f"{page}: {rule} ({views})\n  at     {where}\n  right  {faults[0].right}"
