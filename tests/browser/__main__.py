"""Look at the pages as people do: on a desktop, on a phone and on paper, in light and dark.

``python -m tests.browser SITE AXE OUT`` opens the pages in SITE in Chromium, with axe-core from the
file AXE, and puts pictures of them into the folder OUT. Exit code 0: the faults of the
pages are exactly those of the theme that ``findings.toml`` lists. 1: otherwise. 2: usage.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from fireflies import games
from tests.browser.asking import ask_all, compare_all, unreported_wrong_results
from tests.browser.judge import Fault, judge, listed
from tests.browser.overlaps import find_overlaps
from tests.browser.proof import unreported_empty_search, unreported_faults
from tests.browser.window import DESKTOP, VIEWS, CheckedWindow, View, served

PROGRAMS: Final = ("chromium", "chromium-browser")
OFFLINE: Final = ("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--disable-quic")
"""The browser gets no other address, so that a page can't load anything from the network."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the Chromium of the system, and close it afterwards."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        sys.exit("no Chromium is installed here: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=OFFLINE)
        print(f"Chromium {browser.version}", flush=True)
        yield browser
        browser.close()


def prove(browser: Browser, address: str, axe: str) -> list[str]:
    """Put each kind of fault on a page, one at a time; return those that are not reported."""
    found = []
    for view in VIEWS:
        with closing(CheckedWindow(browser, address, view, axe, ())) as window:
            found += unreported_faults(window)
            if view == DESKTOP:
                found += unreported_empty_search(window)
                found += unreported_wrong_results(window)
    return found


def pages_in(site: Path) -> list[str]:
    """Return all pages; of those with source code, which are alike, one for each game."""
    paths = sorted(path.relative_to(site) for path in site.rglob("*.html"))
    return [
        path.as_posix()
        for path in paths
        if "_static" not in path.parts
        and ("code" not in path.parts or path.stem in {"index", "rules"})
    ]


def seen_in(pages: Sequence[str], view: View) -> list[str]:
    """Return the pages to check in a view: of the reference, each page is checked in one view.

    Its pages are made alike, from docstrings: what one of them lacks in a view, all lack.
    """
    reference = [name for name in pages if name.startswith("api/")]
    turn = VIEWS.index(view)
    others = {name for place, name in enumerate(reference) if place % len(VIEWS) != turn}
    return [name for name in pages if name not in others]


def look(browser: Browser, address: str, axe: str, site: Path, out: Path) -> list[Fault]:
    """Check the pages in every view, and search for each; return the faults."""
    faults: list[Fault] = []
    pages = pages_in(site)
    headings: dict[str, str] = {}
    for view in VIEWS:
        seen = seen_in(pages, view)
        with closing(CheckedWindow(browser, address, view, axe, listed())) as window:
            for name in seen:
                picture = out / f"{name.removesuffix('.html')}-{view.name}.png"
                headings[name] = window.look(name, picture)
            faults += window.faults
        print(f"{view.name}: {len(seen)} pages", flush=True)
    # The search does not find the indexes, which have no source.
    index = (site / "searchindex.js").read_text("utf-8")
    known = json.loads(index.removeprefix("Search.setIndex(").rstrip().removesuffix(")"))
    with closing(CheckedWindow(browser, address, DESKTOP, axe, listed())) as window:
        for name in known["docnames"]:
            window.search(headings[f"{name}.html"], f"{name}.html")
        return [*faults, *window.faults]


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the checks, then the pages; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser", description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("axe", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args(arguments)
    site: Path = options.site
    out: Path = options.out
    axe = Path(options.axe).read_text("utf-8")
    if not pages_in(site):
        parser.error(f"no pages in {site}")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    with chromium() as browser, served(site) as address:
        unseen = prove(browser, address, axe)
        wrong = judge(look(browser, address, axe, site, out), listed())
        for name in games.names():
            found = find_overlaps(browser, games.get(name))
            print(f"{name}: {len(found)} texts over something in random positions", flush=True)
            wrong += judge(found, ())
        with closing(CheckedWindow(browser, address, DESKTOP, axe, listed())) as window:
            for figures in ask_all(window):
                print(figures, flush=True)
                wrong += figures.problems
            wrong += compare_all(window)
            wrong += judge(window.faults, ())
    for message in (*unseen, *wrong):
        print(f"\n{message}")
    print(f"\n{len(unseen) + len(wrong)} faults; pictures of the pages are in {out}")
    return 1 if unseen or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
