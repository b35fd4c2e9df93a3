"""Measure the table in the pages: how long it takes to be ready, and to show a move.

``python -m tests.browser.speed SITE [GAME ...]`` prints, for each game, the milliseconds until
Pyodide alone and the table are ready, until the first choice of who begins at once, and those of a
move shown on the page and of the same moves by the library alone, in the same kind of worker, with
all ratios. Exit code 1: one of them is more than it may be.

A shown move should take no more than twice the library's own time, :data:`GOAL`. It takes longer:
messages go to the worker and back, the answer is JSON, and the browser reads and lays out the new
picture. That is about as many milliseconds in each game, so it weighs most in the fastest one.
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple, cast

from playwright.sync_api import Browser

from tests.browser.__main__ import chromium
from tests.browser.window import served

READY: Final = 3.0
"""The most that the table and the first choice may take, in starts of Pyodide alone."""
GOAL: Final = 2.0
"""What a shown move should take at most, in times of the library alone."""
SHOWN: Final = 5.0
"""What it may take: somewhat more than the 3.3 to 4.2 that were measured.

The messages to the worker and the browser's layout of the picture alone take as long as the
library."""
FIRST: Final = 1.3
"""What the first choice should take at most, in starts of Pyodide alone."""
KEPT: Final = 3000
"""Milliseconds for the browser to keep the files of a page."""
GAMES: Final = ("smile", "festival", "misbehavin")
STARTS: Final = 3
MOVES: Final = 40
"""The most decisions of a person that are measured in a game."""
SEED: Final = 7

_IN_WORKER: Final = """
async ([base, wheel, code]) => {
  const source = `
    onmessage = async ({ data: [base, wheel, code] }) => {
      const begun = performance.now();
      const { loadPyodide } = await import(base + "pyodide/pyodide.mjs");
      const python = await loadPyodide({ indexURL: base + "pyodide/" });
      const started = performance.now() - begun;
      if (!wheel) return postMessage([started, 0]);
      const packed = await (await fetch(base + wheel)).arrayBuffer();
      python.unpackArchive(packed, "wheel", { extractDir: "/fireflies" });
      postMessage([started, python.runPython(code)]);
    };`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  const answer = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  worker.postMessage([base, wheel, code]);
  const found = await answer;
  worker.terminate();
  return found;
}
"""
"""Script: start Pyodide in a worker, and run code; return both results in milliseconds."""

_LIBRARY: Final = """
import sys, time
sys.path.insert(0, "/fireflies")
from fireflies import games
from fireflies.front.players import PERSON, Setting
from fireflies.front.starting import new_table, usual_kinds
game = games.get("{game}")
setting = Setting(usual_kinds(game, {{}}, None), {seed})
table = new_table(game, {{}}, setting, [], None)
table.run()
taken, before = [], table.state.view(0)
while table.state.actor is not None and len(taken) < {moves}:
    action = table.state.legal_actions[0]
    begun = time.perf_counter()
    step = table.play(action)
    events = [str(event) for event in step.seen_by(0).events]
    while (step := table.step()) is not None:
        events += [str(event) for event in step.seen_by(0).events]
    view = table.state.view(0)
    shown = game.draw(view, before), view.to_text(), [str(it) for it in view.legal_actions or ()]
    taken.append((time.perf_counter() - begun) * 1000)
    before = view
sum(taken) / len(taken)
"""
"""Python: the same moves without the page; the mean of a move in milliseconds."""

_TABLE: Final = """
async ([base, game, seed, moves]) => {
  const { Fireflies } = await import(`${base}fireflies.js`);
  const { Play } = await import(`${base}play.js`);
  const games = await Fireflies.start();
  const [info] = (await games.request("games", { game })).games;
  const status = await games.request("new", { game, seed });
  const page = { again() {}, leave() {}, keep: async () => "", fail(error) { throw error; } };
  const play = new Play(games, info, "rules.html", status, page);
  document.body.append(play.element);
  await play.begin();
  const taken = [];
  for (;;) {
    const action = document.querySelector(".ft-choice")?.dataset.action;
    if (!action || taken.length === moves) break;
    const begun = performance.now();
    await play.guard(() => play.play(action));
    taken.push(performance.now() - begun);
  }
  games.close();
  return [games.timing.ready, taken.reduce((sum, it) => sum + it, 0) / taken.length];
}
"""
"""Script: play the first legal action each time on the board of the page; return milliseconds until
the library was ready, and the mean of a move."""


_FIRST: Final = """
async () => {
  const wait = async (selector) => {
    for (;;) {
      const found = document.querySelector(selector);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  (await wait("#ft-start")).click();
  await wait(".ft-choice");
  return performance.now();
}
"""
"""Script: begin a game as soon as there is a form; return milliseconds to its first choice."""


class Figures(NamedTuple):
    """Milliseconds of a game."""

    game: str
    alone: float
    """Until Pyodide alone was ready; the median of several starts."""
    ready: float
    """Until the table was ready; the median of several starts."""
    cold: float
    """From the page's address to the first choice, where nothing is cached; a median too."""
    warm: float
    """The same when the page is opened again."""
    library: float
    """The mean of a move by the library alone."""
    shown: float
    """The mean of a move on the page."""

    def line(self) -> str:
        """Return the line of a report."""
        starts = f"Pyodide {self.alone:.0f} ms, ready {self.ready:.0f} ms"
        first = f"first choice {self.cold:.0f} ms, again {self.warm:.0f} ms"
        times = f"{self.cold / self.alone:.2f} and {self.warm / self.alone:.2f} times, goal {FIRST}"
        moves = f"library {self.library:.1f} ms, shown {self.shown:.1f} ms"
        slower = f"{self.ready / self.alone:.2f} times"
        longer = f"{self.shown / self.library:.2f} times, goal {GOAL:.0f}"
        return f"{self.game}: {starts} ({slower}); {first} ({times}); {moves} ({longer})"

    @property
    def is_slow(self) -> bool:
        """Whether something takes longer than it may."""
        slowest = max(self.ready, self.cold, self.warm)
        return slowest > READY * self.alone or self.shown > SHOWN * self.library


def measure(browser: Browser, address: str, game: str) -> Figures:
    """Measure a game; the starts take turns, each with a fresh cache."""
    base = f"{address}_static/table/"
    code = _LIBRARY.format(game=game, seed=SEED, moves=MOVES)
    alone, ready, library, shown = [], [], [], []
    cold: list[float] = []
    warm: list[float] = []
    for _ in range(STARTS):
        for script, given in (
            (_IN_WORKER, [base, "", ""]),
            (_TABLE, [base, game, SEED, MOVES]),
            (_IN_WORKER, [base, "fireflies.whl", code]),
        ):
            with closing(browser.new_context()) as context:
                page = context.new_page()
                page.goto(f"{address}{game}/table.html")
                first, second = cast("list[float]", page.evaluate(script, given))
            if script == _TABLE:
                ready.append(first)
                shown.append(second)
            elif given[1]:
                library.append(second)
            else:
                alone.append(first)
        with closing(browser.new_context()) as context:
            for found in (cold, warm):
                page = context.new_page()
                page.goto(f"{address}{game}/table.html", wait_until="commit")
                found.append(cast("float", page.evaluate(_FIRST)))
                page.wait_for_timeout(KEPT)  # the browser writes its cache
                page.close()
    return Figures(game, *map(median, (alone, ready, cold, warm, library, shown)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.speed", description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("games", nargs="*", default=GAMES)
    given = parser.parse_args(arguments)
    site: Path = given.site
    slow = False
    with chromium() as browser, served(site) as address:
        for game in given.games:
            figures = measure(browser, address, game)
            print(figures.line(), flush=True)
            slow = slow or figures.is_slow
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
