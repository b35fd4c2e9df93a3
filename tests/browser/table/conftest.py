"""Fixtures for the table in the pages: the built pages on a server, and windows of Chromium."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.browser.__main__ import chromium
from tests.browser.window import View, served

Open: TypeAlias = Callable[..., Page]
"""Opens a page of the site: its path, and the view of the window."""

WIDE = View("desktop", 1280, 900, "light")


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built pages, which the session of nox names."""
    return Path(os.environ["FIREFLIES_SITE"])


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The address of the pages, which lie below a folder of the server."""
    with served(site.parent) as root:
        yield f"{root}{site.name}/"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, which reaches no other host."""
    with chromium() as started:
        yield started


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Open]:
    """Open pages; require at the end that the consoles are empty and no other host was asked.

    A test that makes something fail names the messages that it ``expects`` on the console.
    """
    complaints: list[str] = []
    expected: list[str] = []
    contexts = []

    def note(message: ConsoleMessage) -> None:
        if not any(part in message.text for part in expected):
            complaints.append(f"console: {message.text}")

    def check_host(url: str) -> None:
        if not url.startswith((address, "data:", "blob:")):
            complaints.append(f"asked for {url}")

    def open_page(path: str, view: View = WIDE, expects: tuple[str, ...] = ()) -> Page:
        context = browser.new_context(
            viewport={"width": view.width, "height": view.height},
            color_scheme=view.scheme,
            is_mobile=view.phone,
            has_touch=view.phone,
            reduced_motion="reduce",
        )
        # Without a service worker, a test sees, and may stop, all that a page asks for.
        context.add_init_script("delete Navigator.prototype.serviceWorker")
        contexts.append(context)
        expected.extend(expects)
        page = context.new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
        context.on("request", lambda request: check_host(request.url))
        page.goto(f"{address}{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
