"""The errors that the lowest rooms raise too; :mod:`fireflies.errors` shows all there are."""

from fireflies._typing import override


class FirefliesError(ValueError):
    """Any error of this library about what it was given."""


class InvalidData(FirefliesError):
    """Data that is not what it should be: a record, a request, a person's own box, a rulebook."""

    def __init__(self, place: str, problem: str) -> None:
        """Refuse what stands in this place."""
        super().__init__(place, problem)
        self.place = place
        """Where in the data: a key, an index, a line."""
        self.problem = problem

    @override
    def __str__(self) -> str:
        """The place and the problem."""
        return " ".join(f"{self.place}: {self.problem}".split())
