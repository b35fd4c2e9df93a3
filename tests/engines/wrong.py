"""An engine with one mistake, for the page that shows a report: the oracle of Smile, misread."""

from tests.misreadings.engines import Engine, engine, patch_modules
from tests.misreadings.lists import misreadings


def smile() -> Engine:
    """Return an engine for which having no color is a color too."""
    wrong = misreadings("smile")["no-color-is-a-color"]
    return engine("smile", "my-smile", patch_modules(wrong))
