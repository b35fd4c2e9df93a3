"""Whether the examples of a clause notice that the rules are changed."""

from fireflies import games
from fireflies.errors import FirefliesError
from tests.examples import examples, faults


def first_fault(game: str, clause: str) -> str:
    """Return the first message about an example of a clause; empty when all agree."""
    for shown in examples(games.get(game), clause):
        try:
            message = next(faults(shown), "")
        except FirefliesError as error:
            message = f"{shown.name}: {error}"
        if message:
            return message
    return ""
