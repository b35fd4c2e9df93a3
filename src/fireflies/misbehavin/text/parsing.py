"""Read a position in one line, the form of :mod:`fireflies.misbehavin.text.notation`."""

import re
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Final, TypeVar, get_args

from fireflies._texts import known, matched
from fireflies.errors import InvalidNotation
from fireflies.misbehavin.box.cards import (
    BLACK,
    CHOICE_EFFECTS,
    COPIES,
    DEEDS,
    MARKET_DECKS,
    SETS,
    SHINY,
    SLOTS,
    WIN_STEPS,
    Deed,
    WinStep,
)
from fireflies.misbehavin.box.effect_reading import MOVES
from fireflies.misbehavin.box.options import Options
from fireflies.misbehavin.rules.pieces import (
    NO_MARKS,
    STEP_NAMES,
    WITH_DETAIL,
    WITH_NUMBER,
    Activity,
    Cards,
    Deal,
    Displayed,
    Fight,
    InPlay,
    Intent,
    Marks,
    Pending,
    Phase,
    Player,
    ReaverInPlay,
    Recruitment,
    Stage,
    StepName,
    Walk,
)
from fireflies.misbehavin.rules.position import Position
from fireflies.misbehavin.text.notation import EMPTY, FLAGS, NAME
from fireflies.misbehavin.text.soundness import find_fault

_P = TypeVar("_P", bound=Position)

_FIELDS: Final = 9
_SHAPE: Final = "a position of Misbehavin', which has 9 fields with single spaces between"
_NUMBER: Final = "(0|[1-9][0-9]{0,4})"  # no number of the game needs more
_SEAT: Final = "([0-3])"
_CARD: Final = NAME.strip("()")
_PHASES: Final[Mapping[str, Phase]] = {phase: phase for phase in get_args(Phase)}
_STEP_NAMES: Final[Mapping[str, StepName]] = {name: name for name in STEP_NAMES}
_STAGES: Final[Mapping[str, Stage]] = {stage: stage for stage in get_args(Stage)}
_INTENTS: Final[Mapping[str, Intent]] = {intent: intent for intent in get_args(Intent)}

_DEEDS: Final[Mapping[str, Deed]] = {deed: deed for deed in DEEDS}
_WALKS: Final[Mapping[str, Walk]] = {str(int(walk)): walk for walk in Walk}

_NAMED: Final = re.compile(NAME)
_CARDS: Final = re.compile(f"{_CARD}(?:,{_CARD})*|")
_DEED: Final = "|".join(DEEDS)
_TURN: Final = re.compile(
    rf"{_NUMBER}\.{_SEAT}\.{_NUMBER}(\+?)"
    rf"(?::((?:{_DEED})(?:,(?:{_DEED}))*)?:({_CARD}@[1-4](?:,{_CARD}@[1-4])*)?)?"
)
_REAVER: Final = re.compile(rf"{NAME}:((?:[0-9]\.){{1,3}}[0-9])")
_OR_NOTHING: Final = rf"({_CARD}|-)"
_FIGHT: Final = re.compile(
    rf"fight:{_SEAT}:(nab|dispatch|-):{_OR_NOTHING}:([0-3]|-):([0-3]|-)"
    rf":{_NUMBER}\.{_NUMBER}:(o?a?e?)"
)
_DEAL: Final = re.compile(rf"deal:{_SEAT}:(open|closed|done):{_NUMBER}:{_NUMBER}:(c?)")
_RECRUIT: Final = re.compile(rf"recruit:{_SEAT}:(open|closed):{_NUMBER}:{_NUMBER}:{_NUMBER}")
_STEP: Final = re.compile(rf"{_SEAT}:({_CARD}|-):(.*)")
_MARKED: Final = f"(?:{'|'.join(WIN_STEPS)})[1-6]"
_COUNTS: Final = re.compile(
    rf"{_NUMBER}\.([0-6])\.([0-6]|{_MARKED}(?:\+{_MARKED})*)\.{_NUMBER}\.{_NUMBER}(!{{0,2}})"
)
_IN_PLAY: Final = re.compile(rf"{NAME}(\*?)(?:\+([1-9]))?(?:={_SEAT})?(?:@([1-4]))?")
_DISPLAYED: Final = re.compile(rf"{NAME}(?:\+([1-9]))?(?:@([1-4]))?")


_ENTRIES: Final = re.compile("0|(?=.)1?2?3?4?5?6?7?8?")


def read_position(text: str, options: Options, make: type[_P]) -> _P:
    """Return the position that a line describes, as an object of the class ``make``.

    Raises:
        InvalidNotation: when the line is not exactly in this form or has hidden cards, or the
            position can't occur.
    """
    fields = text.split(" ")
    if len(fields) != _FIELDS:
        raise InvalidNotation(text, _SHAPE)
    phase, seat, when, market, slots, reavers, activity, pending, seats = fields
    found = matched(_TURN, when, "turn, player and actions, like '3.0.12' or '3.0.12+'")
    rows = [_cards(row) for row in _parts(market, "/", len(MARKET_DECKS), "rows of the market")]
    sets = _parts(slots, ",", len(SLOTS), "sets of the supply")
    in_play, defeated = _parts(reavers, ";", 2, "lists of Reavers")
    players = tuple([_player(it, _counted(options, n)) for n, it in enumerate(seats.split("/"))])
    chosen = tuple([None if it == EMPTY else matched(_NAMED, it, "a set")[1] for it in sets])
    position = make(
        options=options,
        phase=known(_PHASES, phase, f"a phase: {', '.join(_PHASES)}"),
        seat=int(matched(re.compile(_SEAT), seat, "a seat from 0 to 3")[1]),
        turn=int(found[1]),
        turn_player=int(found[2]),
        moves=int(found[3]),
        acquired=bool(found[4]),
        once=_once(found[6]),
        did=_did(found[5]),
        players=players,
        market=tuple(rows),
        market_decks=_market_decks(options, rows, players),
        slots=chosen,
        supply=_supply(chosen, players),
        reavers=tuple([_reaver(it) for it in in_play.split(",")] if in_play else ()),
        defeated=_cards(defeated),
        activity=None if activity == EMPTY else _activity(activity),
        pending=tuple([] if pending == EMPTY else map(_pending, pending.split("/"))),
    )
    fault = find_fault(position)
    if fault is not None:
        raise InvalidNotation(text, f"a position of a game with these options: {fault}")
    return position


def _parts(text: str, sign: str, count: int, expected: str) -> list[str]:
    """Return the parts of a text between these signs. Raises InvalidNotation for another count."""
    parts = text.split(sign)
    if len(parts) != count:
        raise InvalidNotation(text, f"{count} {expected} with {sign!r} between")
    return parts


def _cards(text: str) -> Cards:
    """Return cards, sorted by name. Raises InvalidNotation."""
    cards = matched(_CARDS, text, "names of cards with ',' between")[0]
    return tuple(sorted(cards.split(","))) if cards else ()


def _did(text: str | None) -> tuple[Deed, ...]:
    """Return deeds, each once, sorted."""
    return tuple(sorted({_DEEDS[it] for it in text.split(",")})) if text else ()


def _once(text: str | None) -> tuple[str, ...]:
    """Return the abilities that are once a turn, each once, sorted."""
    return tuple(sorted({*text.replace("@", " ").split(",")})) if text else ()


def _counted(options: Options, seat: int) -> Sequence[WinStep]:
    """Return the steps that a seat can mark; none for a seat that is not in the game."""
    return [*options.steps[seat]] if seat < options.players else []


def _marks(text: str, counted: Sequence[WinStep]) -> Marks:
    """Return the number of marks of each step.

    A number alone is that of the only step that counts for the seat: before several steps could
    count, positions were written so.

    Raises:
        InvalidNotation: for a step twice, or a number alone where not just one step counts.
    """
    if text == "0":
        return NO_MARKS
    if text.isdecimal():
        if len(counted) != 1:
            found = ", ".join(counted) or "none"
            expected = f"marks by step, like 'nab2+deal1'; for this seat count: {found}"
            raise InvalidNotation(text, expected)
        text = f"{counted[0]}{text}"
    counts = {it[:-1]: int(it[-1]) for it in text.split("+")}
    if len(counts) != len(text.split("+")):
        raise InvalidNotation(text, "marks with each step once, like 'nab2+deal1'")
    return tuple(counts.get(step, 0) for step in WIN_STEPS)


def _reaver(text: str) -> ReaverInPlay:
    found = matched(_REAVER, text, "a Reaver with the tokens of each seat, like 'hulk:1.0'")
    return ReaverInPlay(found[1], tuple(map(int, found[2].split("."))))


def _seat(text: str) -> int | None:
    return None if text == EMPTY else int(text)


def _activity(text: str) -> Activity:
    kind = text.partition(":")[0]
    match kind:
        case "fight":
            found = matched(_FIGHT, text, "a fight, like 'fight:0:nab:old-freighter:1:1:0.0:a'")
            return Fight(
                seat=int(found[1]),
                intent=None if found[2] == EMPTY else _INTENTS[found[2]],
                target=None if found[3] == EMPTY else found[3],
                defender=_seat(found[4]),
                batch=_seat(found[5]),
                opening=FLAGS[0] in found[8],
                acted=FLAGS[1] in found[8],
                bonus=(int(found[6]), int(found[7])),
                ended=FLAGS[2] in found[8],
            )
        case "deal":
            found = matched(_DEAL, text, "a deal, like 'deal:0:open:1:0:'")
            return Deal(
                seat=int(found[1]),
                stage=_STAGES[found[2]],
                credits=int(found[3]),
                bonus=int(found[4]),
                canceled=bool(found[5]),
            )
        case _:
            found = matched(_RECRUIT, text, "a fight, a deal, or 'recruit:0:open:0:0:0'")
            return Recruitment(
                seat=int(found[1]),
                stage=_STAGES[found[2]],
                bonus=int(found[3]),
                spent=int(found[4]),
                taken=int(found[5]),
            )


def _pending(text: str) -> Pending:
    expected = "a step of the queue, like '0:-:draw:2'"
    found = matched(_STEP, text, expected)
    seat, card, words = int(found[1]), found[2], found[3].split(":")
    may = words[0] == "may" and len(words) > 1 and words[1] in CHOICE_EFFECTS
    kinds = f"a step of the queue, of these kinds: {', '.join(STEP_NAMES)}"
    name = known(_STEP_NAMES, words[may], kinds)
    last = words[-1]
    match words[may:-1]:
        case [] if name not in (*WITH_NUMBER, *WITH_DETAIL):
            return Pending(seat, name, 0, card, may)
        case ["reveal"] if last in MARKET_DECKS:
            return Pending(seat, name, card=card, deck=last)
        case ["walk", number] if re.fullmatch("[1-5]", number) and last in _WALKS:
            return Pending(seat, name, int(number), card, walk=_WALKS[last])
        case ["by-hand", number] if re.fullmatch("[1-4]", number) and _ENTRIES.fullmatch(last):
            return Pending(seat, name, int(number), card, detail=last)
        case ["move", source] if f"{source} {last}" in MOVES:
            return Pending(seat, name, card=card, detail=f"{source} {last}")
        case [_] if name in WITH_NUMBER and re.fullmatch("[0-9]|1[0-9]|20", last):
            return Pending(seat, name, int(last), card, may)
        case _:
            raise InvalidNotation(text, expected)


def _player(text: str, counted: Sequence[WinStep]) -> Player:
    parts = _parts(text, ";", 7, "parts of a player")
    numbers, hand, deck, recycle, assets, command, display = parts
    counts = matched(_COUNTS, numbers, "what a player has, like '1.1.0.1.1'")
    return Player(
        hand=_cards(hand),
        deck=_cards(deck),
        recycle=_cards(recycle),
        assets=_tableau(assets),
        command=_tableau(command),
        display=_display(display),
        credits=int(counts[1]),
        verse=int(counts[2]),
        marks=_marks(counts[3], counted),
        immune=len(counts[6]),
        activations=int(counts[4]),
        recruitments=int(counts[5]),
    )


def _tableau(text: str) -> tuple[InPlay, ...]:
    found: list[InPlay] = []
    for card in text.split(",") if text else ():
        it = matched(_IN_PLAY, card, "a card of a tableau, like 'old-freighter*+2=1@1'")
        warrant = None if it[4] is None else int(it[4])
        found.append(InPlay(it[1], bool(it[2]), int(it[3] or 0), warrant, int(it[5] or 0)))
    return tuple(sorted(found, key=itemgetter(0)))  # by name: None and a seat have no order


def _display(text: str) -> tuple[Displayed, ...]:
    found: list[Displayed] = []
    for card in text.split(",") if text else ():
        it = matched(_DISPLAYED, card, "a card of a display, like 'spare-coat+2@1'")
        found.append(Displayed(it[1], int(it[2] or 0), int(it[3] or 0)))
    return tuple(sorted(found))


# What follows from the rest


def _owned(players: Sequence[Player]) -> list[str]:
    """Return all cards that players have."""
    found: list[str] = []
    for it in players:
        found += [*it.hand, *it.deck, *it.recycle]
        found += [card.card for card in it.tableau]
        found += [card.card for card in it.display]
    return found


def _market_decks(
    options: Options, rows: Sequence[Cards], players: Sequence[Player]
) -> tuple[Cards, ...]:
    """Return the market cards that are nowhere else."""
    gone = dict.fromkeys([*_owned(players), *(card for row in rows for card in row)])
    return tuple(
        [
            tuple([card for card in options.box.decks[deck] if card not in gone])
            for deck in MARKET_DECKS
        ]
    )


def _supply(slots: Sequence[str | None], players: Sequence[Player]) -> tuple[int, ...]:
    """Return how many cards are left of each set in play; a negative number is a fault."""
    owned = _owned(players)
    in_play = (SHINY, BLACK, *slots)
    return tuple([COPIES[it] - owned.count(it) if it in in_play else 0 for it in SETS])
