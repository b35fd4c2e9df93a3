"""Write and read actions, and write positions.

The grammar of actions is that of the wire, read strictly.

A position in one line, for messages, ``repr`` and examples, has nine fields with single spaces
between. It is read with the options, so it has only the names of the cards; the market decks and
the number of supply cards follow from the rest, and are left out::

    turn 0 3.0.12+ a,b/c,d/e,f misbehave,palaver,full-burn,- hulk:1.0; - 0:-:tidy PLAYERS

1. the phase;
2. the seat that decides, or for which chance acts; at the end the turn's player;
3. the turn, its player and the actions in it with ``.`` between, ``+`` when a token was acquired;
   then, if there is any, after ``:`` what the player did in this turn, and after another ``:`` the
   abilities used that are once a turn: ``3.0.12+:deal,nab:steady-pilot@1``;
4. the face-up cards of core, border and rim with ``/`` between;
5. the sets in the four slots; ``-`` for an open one;
6. the Reavers in play with the tokens of each seat, and after ``;`` those defeated;
7. the current activity, with ``:`` between its parts; ``-`` when there is none:

   * ``fight:0:nab:old-freighter:1:1:0.0:a`` has attacker, intent, target, defender, the seat whose
     batch it is, both bonuses, and flags: ``o`` in the attacker's first batch, ``a`` when the seat
     whose batch it is has acted, ``e`` when the fight has ended;
   * ``deal:0:open:1:0:`` has seat, stage, credits, bonus, and ``c`` when the deal is canceled;
   * ``recruit:0:open:0:0:0`` has seat, stage, bonus, the influence spent and the number of cards
     taken;

8. the queue with ``/`` between, each step with ``:`` in place of its spaces, or ``-``;
9. for each seat, between ``/``: credits, tokens held, marks, activations and recruitments with
   ``.`` between, then ``!`` for each end of a turn of its own up to which it is immune. The marks
   are ``0``, or like ``nab2+deal1``. Then hand, draw pile, recycle pile, assets, command and
   display, each after a ``;``. A tableau card may have ``*`` (triggered), ``+2`` (tokens), ``=1``
   (the seat whose warrant it bears) and ``@1`` (the number of its last ability that was used in
   this turn); a card in a display may have ``+2`` and ``@1``. ``?2`` in place of a hand stands for
   two cards that the observer does not see. A hidden draw pile also lists the cards of hand and
   draw pile together, like ``?3:a,b,c,d,e``.
"""

from collections.abc import Sequence
from typing import Final

from fireflies.contract import Part, Reader
from fireflies.misbehavin.rules.actions import ACTIONS, Action, Draw
from fireflies.misbehavin.rules.pieces import Activity, Deal, Fight, InPlay, marked
from fireflies.misbehavin.rules.seen import Observed, SeenPlayer

HIDDEN: Final = "?"
"""The sign before the number of hidden cards."""
EMPTY: Final = "-"
"""The sign for an empty field."""

FLAGS: Final = "oae"
"""The letters of the flags of a fight."""

NAME: Final = "([a-z][a-z0-9-]{0,39})"
"""The name of a card, a supply set or a Reaver."""


def _read_giver(text: str) -> int | None:
    return None if text == "supply" else int(text)


def _read_chosen(text: str) -> int | str:
    return int(text) if text.isdigit() else text


READER: Final = Reader[Action](
    "an action, like 'play old-freighter', 'use shiny 1', 'choose 0' or 'end'",
    ACTIONS,
    {
        "card": Part(NAME),
        "slot": Part("fight|deal|maneuver|any"),
        "ability": Part("[1-4]", int),
        "name": Part(NAME, name="action of the 'verse card"),
        "seat": Part("[0-3]|supply", _read_giver),
        "reward": Part("draw|credit|verse"),
        "chosen": Part(f"[0-3]|{NAME}", _read_chosen, "choice"),
        "entry": Part("[1-8]", int),
    },
    hidden=(Draw,),
)


def read_action(text: str) -> Action:
    """Return the action of a text like ``play old-freighter``. Raises InvalidNotation."""
    return READER.read(text)


def write_position(seen: Observed) -> str:
    """Return the position in one line."""
    reavers = ",".join([f"{it.card}:{'.'.join(map(str, it.tokens))}" for it in seen.reavers])
    return " ".join(
        (
            seen.phase,
            str(seen.seat),
            f"{seen.turn}.{seen.turn_player}.{seen.moves}{_in_this_turn(seen)}",
            "/".join(map(_cards, seen.market)),
            ",".join([slot or EMPTY for slot in seen.slots]),
            f"{reavers};{_cards(seen.defeated)}",
            _activity(seen.activity),
            "/".join([str(it).replace(" ", ":") for it in seen.pending]) or EMPTY,
            "/".join(map(_player, seen.players)),
        )
    )


def _in_this_turn(seen: Observed) -> str:
    acquired = "+" if seen.acquired else ""
    if not seen.did and not seen.once:
        return acquired
    once = ",".join(seen.once).replace(" ", "@")
    return f"{acquired}:{','.join(seen.did)}:{once}"


def _cards(cards: Sequence[str]) -> str:
    return ",".join(cards)


def _activity(activity: Activity | None) -> str:
    match activity:
        case None:
            return EMPTY
        case Fight():
            about = (activity.intent, activity.target, activity.defender, activity.batch)
            flags = (activity.opening, activity.acted, activity.ended)
            marks = [mark for mark, is_set in zip(FLAGS, flags, strict=True) if is_set]
            bonus = ".".join(map(str, activity.bonus))
            fields = [EMPTY if it is None else str(it) for it in about]
            return ":".join(["fight", str(activity.seat), *fields, bonus, "".join(marks)])
        case Deal(seat, stage, credits, bonus, canceled):
            return f"deal:{seat}:{stage}:{credits}:{bonus}:{'c' if canceled else ''}"
        case _:
            counts = f"{activity.bonus}:{activity.spent}:{activity.taken}"
            return f"recruit:{activity.seat}:{activity.stage}:{counts}"


def _player(player: SeenPlayer) -> str:
    marks = "+".join([f"{step}{count}" for step, count in marked(player.marks).items()]) or "0"
    has = (player.credits, player.verse, marks, player.activations, player.recruitments)
    hand = f"{HIDDEN}{player.hand_size}" if player.hand is None else _cards(player.hand)
    deck = (
        f"{HIDDEN}{player.deck_size}:{_cards(player.unseen)}"
        if player.deck is None
        else _cards(player.deck)
    )
    return ";".join(
        (
            f"{'.'.join(map(str, has))}{'!' * player.immune}",
            hand,
            deck,
            _cards(player.recycle),
            ",".join(map(_in_play, player.assets)),
            ",".join(map(_in_play, player.command)),
            ",".join([f"{it.card}{_marks(it.tokens, it.used)}" for it in player.display]),
        )
    )


def _in_play(card: InPlay) -> str:
    triggered = "*" if card.triggered else ""
    return f"{card.card}{triggered}{_marks(card.tokens, card.used, card.warrant)}"


def _marks(tokens: int, used: int, warrant: int | None = None) -> str:
    power = f"+{tokens}" if tokens else ""
    issued = "" if warrant is None else f"={warrant}"
    return f"{power}{issued}{f'@{used}' if used else ''}"
