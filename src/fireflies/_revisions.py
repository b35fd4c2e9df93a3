"""Records of before: with which revision of the rules, and which options, they were played."""

from collections.abc import Mapping

from fireflies import games, rulebook
from fireflies._data import text, whole
from fireflies.contract import IllegalAction, State
from fireflies.errors import InvalidData, UnknownGame, UnusableGame, shown
from fireflies.games import Game


def read_revision(data: Mapping[str, object], game: Game[State]) -> int:
    """Return the revision of the rules that a record names; 1 where it names none.

    Raises:
        InvalidData: for a revision that is not known here.
    """
    revision = whole(data.get("revision", 1), "revision")
    if not 1 <= revision <= game.revision:
        known = f"1 to {game.revision} are known here, not {revision}"
        raise InvalidData("revision", f"{known}: a later fireflies has written this record")
    return revision


def read_game(data: Mapping[str, object]) -> Game[State]:
    """Return the game of a record.

    Raises:
        InvalidData: when there is no such game here, or not in this edition or revision.
    """
    try:
        game = games.get(text(data["game"], "game"))
    except (UnknownGame, UnusableGame) as error:
        raise InvalidData("game", str(error)) from None
    if data["edition"] != game.edition:
        raise InvalidData("edition", f"{game.edition!r} is wanted, not {shown(data['edition'])}")
    read_revision(data, game)
    return game


def since(data: Mapping[str, object], game: Game[State], error: Exception | None = None) -> str:
    """Return, for an error message, what has changed in the rules since a record was written."""
    revision = read_revision(data, game)
    if revision == game.revision:
        return ""
    violated = error.violation.clause if isinstance(error, IllegalAction) else None
    changes = {
        rule.id: it.says
        for rule in rulebook.of(game.clauses).rules.values()
        for it in rule.changed
        if it.revision > revision
    }
    if violated in changes:
        told = f"{violated}: {changes[violated]}"
    else:
        told = f"the changelog says what has changed in {', '.join(changes) or 'it'}"
    return f" (recorded by revision {revision} of the rules; this is {game.revision}: {told})"


def read_options(
    options: Mapping[str, object], game: Game[State], kept: Mapping[str, object], *, is_first: bool
) -> dict[str, object]:
    """Return the options of a record in full; in a first one, names are those of that version.

    ``kept`` are large values by their digests.

    Raises:
        InvalidData: for an option that is missing, but for newer ones, or is null.
        InvalidOptions: for an unknown name or digest.
    """
    found = dict(options)
    for option in game.options:
        if option.name not in options and not option.is_newer:
            raise InvalidData("options", f"{option.name!r} is missing")
        if is_first and option.name in options:
            found[option.name] = option.first_named(options[option.name])
    for name, value in options.items():
        if value is None:  # null means the default, which may change
            raise InvalidData(f"options.{name}", "a record keeps this in full, and not as null")
    return game.unpin(found, kept)
