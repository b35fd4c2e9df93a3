"""Put faults of each kind on a page, one at a time, to check that the session reports them."""

from typing import Final, NamedTuple

from playwright.sync_api import Route

from tests.browser.window import DESKTOP, DESKTOP_DARK, PAPER, PHONE, CheckedWindow, View

PAGE: Final = "index.html"


class Spoil(NamedTuple):
    """A fault of a page, and how it is found."""

    rule: str
    view: View
    html: str


_DRAWING: Final = "<svg role=img aria-label=it viewBox='0 0 99 99' width=99 class=NAME>{}</svg>"
_NOTHING: Final = "data:image/gif;base64,R0lGODlhAQABAAAAACw="
SPOILS: Final = (
    Spoil("image-alt", DESKTOP, f"<img class=NAME src='{_NOTHING}' width=9 height=9>"),
    Spoil("color-contrast", DESKTOP, "<p class=NAME style='color:#ccc;background:#fff'>pale</p>"),
    Spoil(
        "color-contrast",
        DESKTOP_DARK,
        "<style>@media (prefers-color-scheme:dark){.NAME{color:#222;background:#000}}</style>"
        "<p class=NAME>gloomy</p>",
    ),
    Spoil("console-error", DESKTOP, "<script>console.error('NAME')</script>"),
    Spoil("console-error", DESKTOP, "<img alt='' src='NAME.png'>"),
    Spoil("console-warning", DESKTOP, "<script>console.warn('NAME')</script>"),
    Spoil("script-error", DESKTOP, "<script>throw new Error('NAME')</script>"),
    Spoil("other-host", DESKTOP, "<img alt='' src='https://NAME.example/it.png'>"),
    Spoil("sideways", PHONE, "<p class=NAME style='width:500px'>wide</p>"),
    Spoil("sideways", PHONE, f"<p class=NAME style='white-space:nowrap'>{'wide ' * 30}</p>"),
    Spoil("cut-text", DESKTOP, _DRAWING.format("<text x=9 y=30>longer than the drawing</text>")),
    Spoil(
        "cut-text",
        PHONE,
        _DRAWING.format("<g><rect width=30 height=30 /><text x=3 y=20>beyond the frame</text></g>"),
    ),
    Spoil(
        "cut-text", DESKTOP, _DRAWING.format("<text x=3 y=20>one</text><text x=9 y=21>two</text>")
    ),
    Spoil(
        "cut-text",
        DESKTOP,
        _DRAWING.format("<text x=3 y=20>hid</text><rect width=60 height=30 fill=#fff />"),
    ),
    Spoil(
        "cut-text", DESKTOP, _DRAWING.format("<circle cx=16 cy=15 r=9 /><text x=3 y=20>half</text>")
    ),
    Spoil(
        "lost-on-paper", PAPER, "<style>@media print{.NAME{opacity:0}}</style><p class=NAME>gone"
    ),
    Spoil(
        "cut-on-paper",
        PAPER,
        "<div class=NAME style='overflow:auto'><p style='width:900px'>a long line</p></div>",
    ),
    Spoil("sheets", PAPER, "<div class='rule-card NAME' style='height:400mm'>long</div>"),
    Spoil("small-print", PAPER, "<div class='rule-card NAME' style='font-size:7pt'>small</div>"),
    Spoil(
        "color-contrast",
        PAPER,
        "<style>@media print{.NAME{color:#eee}}</style><p class=NAME>white on white</p>",
    ),
)


def unreported_faults(window: CheckedWindow) -> list[str]:
    """Return the faults, each tried alone, that a view does not report."""
    found = []
    for number, spoil in enumerate(SPOILS):
        if spoil.view == window.view and not _sees(window, spoil, f"spoiled-{number}"):
            found.append(f"{spoil.rule} ({spoil.view.name}) was not reported: {spoil.html}")
    return found


def _sees(window: CheckedWindow, spoil: Spoil, name: str) -> bool:
    """Return whether the fault of this name is reported."""

    def serve(route: Route) -> None:
        page = route.fetch()
        html = spoil.html.replace("NAME", name)
        whole = page.text().replace("</article>", f"{html}</article>", 1)
        route.fulfill(response=page, body=whole)

    address = f"{window.address}{PAGE}"
    window.context.route(address, serve)
    window.look(PAGE)
    window.context.unroute(address)
    reported = [fault for fault in window.faults if name in f"{fault.element} {fault.right}"]
    window.faults.clear()
    return spoil.rule in {fault.rule for fault in reported}


def unreported_empty_search(window: CheckedWindow) -> list[str]:
    """Return a message if a search without results is not reported."""
    index = f"{window.address}searchindex.js"
    window.context.route(index, lambda route: route.fulfill(body=""))
    window.search("fireflies", PAGE)
    window.context.unroute(index)
    reported = [fault for fault in window.faults if fault.rule == "search"]
    window.faults.clear()
    return [] if reported else ["a search that found nothing was not reported"]
