"""The view that one observer has of a position of Misbehavin'."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypedDict

from fireflies._texts import WIDTH
from fireflies._typing import override
from fireflies.contract import Actor, Details, Listing, Observer, Outcome, OutcomeJson
from fireflies.misbehavin.box.cards import (
    MARKET_DECKS,
    SETS,
    SLOTS,
    Deed,
    Faction,
    SideName,
    WinStep,
)
from fireflies.misbehavin.picture import draw
from fireflies.misbehavin.rules.actions import Action
from fireflies.misbehavin.rules.fight import attack, defense
from fireflies.misbehavin.rules.offer import total
from fireflies.misbehavin.rules.pieces import (
    Deal,
    Fight,
    InPlay,
    Intent,
    Phase,
    Player,
    Recruitment,
    Stage,
    marked,
)
from fireflies.misbehavin.rules.position import Position, standing_power, tokens_left
from fireflies.misbehavin.rules.seen import Observed, SeenPlayer
from fireflies.misbehavin.text.details import details_of
from fireflies.misbehavin.text.drawing import draw_text
from fireflies.misbehavin.text.notation import write_position


class InPlayJson(TypedDict):
    """A card of a tableau in the wire's STATE."""

    card: str
    triggered: bool
    tokens: int
    warrant: int | None
    used: int


class DisplayedJson(TypedDict):
    """A card of a display in the wire's STATE."""

    card: str
    tokens: int
    used: int


class PlayerJson(TypedDict):
    """A player in the wire's STATE."""

    faction: Faction
    side: SideName
    hand: list[str] | None
    hand_size: int
    deck: list[str] | None
    deck_size: int
    unseen: list[str]
    recycle: list[str]
    assets: list[InPlayJson]
    command: list[InPlayJson]
    display: list[DisplayedJson]
    credits: int
    verse: int
    marks: dict[WinStep, int]
    verse_left: int
    power: int
    needed: int
    immune: int
    activations: int
    recruitments: int


class ReaverJson(TypedDict):
    """A Reaver in the wire's STATE."""

    card: str
    tokens: list[int]


class FightJson(TypedDict):
    """A fight in the wire's STATE."""

    kind: Literal["fight"]
    seat: int
    intent: Intent | None
    target: str | None
    defender: int | None
    batch: int | None
    opening: bool
    acted: bool
    bonus: list[int]
    ended: bool
    attack: int | None
    defense: int | None


class DealJson(TypedDict):
    """A deal in the wire's STATE."""

    kind: Literal["deal"]
    seat: int
    stage: Stage
    credits: int
    bonus: int
    canceled: bool
    total: int


class RecruitmentJson(TypedDict):
    """A recruitment in the wire's STATE."""

    kind: Literal["recruit"]
    seat: int
    stage: Stage
    bonus: int
    spent: int
    taken: int
    total: int


ActivityJson: TypeAlias = FightJson | DealJson | RecruitmentJson


class StateJson(TypedDict):
    """The wire's STATE of Misbehavin': a view as plain data."""

    phase: Phase
    actor: Actor
    turn: int
    turn_player: int
    moves: int
    acquired: bool
    once: list[str]
    did: list[Deed]
    players: list[PlayerJson]
    market: dict[str, list[str]]
    market_decks: dict[str, list[str]]
    slots: dict[str, str | None]
    supply: dict[str, int]
    reavers: list[ReaverJson]
    defeated: list[str]
    activity: ActivityJson | None
    pending: list[str]
    legal: list[str] | None
    outcome: OutcomeJson | None


@dataclass(frozen=True, slots=True, repr=False)
class View(Observed):
    """A position as a seat, a spectator or the referee sees it.

    ``str(view)`` draws it for a terminal of 80 columns; a notebook shows a picture.
    """

    @property
    @override
    def position(self) -> str:
        """Return the view in one line, in the form of :mod:`fireflies.misbehavin.text.notation`."""
        return write_position(self)

    def to_json(self) -> StateJson:
        """Return the view as the wire's STATE, a new object at each call."""
        legal, outcome = self.legal_actions, self.outcome
        in_play = ("shiny", "the-black", *self.slots)
        return StateJson(
            phase=self.phase,
            actor=self.actor,
            turn=self.turn,
            turn_player=self.turn_player,
            moves=self.moves,
            acquired=self.acquired,
            once=[*self.once],
            did=[*self.did],
            players=[self._player(seat) for seat in range(len(self.players))],
            market={deck: [*row] for deck, row in zip(MARKET_DECKS, self.market, strict=True)},
            market_decks={
                deck: [*row] for deck, row in zip(MARKET_DECKS, self.market_decks, strict=True)
            },
            slots=dict(zip(SLOTS, self.slots, strict=True)),
            supply={
                name: count
                for name, count in zip(SETS, self.supply, strict=True)
                if name in in_play
            },
            reavers=[ReaverJson(card=it.card, tokens=[*it.tokens]) for it in self.reavers],
            defeated=[*self.defeated],
            activity=self._activity(),
            pending=[*map(str, self.pending)],
            legal=None if legal is None else [*map(str, legal)],
            outcome=None if outcome is None else outcome.to_json(),
        )

    def _player(self, seat: int) -> PlayerJson:
        player, options = self.players[seat], self.options
        return PlayerJson(
            faction=options.factions[seat],
            side=options.sides[seat],
            hand=None if player.hand is None else [*player.hand],
            hand_size=player.hand_size,
            deck=None if player.deck is None else [*player.deck],
            deck_size=player.deck_size,
            unseen=[*player.unseen],
            recycle=[*player.recycle],
            assets=[*map(_in_play, player.assets)],
            command=[*map(_in_play, player.command)],
            display=[
                DisplayedJson(card=it.card, tokens=it.tokens, used=it.used) for it in player.display
            ],
            credits=player.credits,
            verse=player.verse,
            marks=marked(player.marks),
            verse_left=player.verse_left,
            power=player.power,
            needed=options.needed[seat],
            immune=player.immune,
            activations=player.activations,
            recruitments=player.recruitments,
        )

    def _activity(self) -> ActivityJson | None:
        match self.activity:
            case None:
                return None
            case Fight() as fight:
                attacking, defending = self.totals or (None, None)
                return FightJson(
                    kind="fight",
                    seat=fight.seat,
                    intent=fight.intent,
                    target=fight.target,
                    defender=fight.defender,
                    batch=fight.batch,
                    opening=fight.opening,
                    acted=fight.acted,
                    bonus=[*fight.bonus],
                    ended=fight.ended,
                    attack=attacking,
                    defense=defending,
                )
            case Deal(seat, stage, credits, bonus, canceled):
                return DealJson(
                    kind="deal",
                    seat=seat,
                    stage=stage,
                    credits=credits,
                    bonus=bonus,
                    canceled=canceled,
                    total=self.totals[0],
                )
            case recruitment:
                return RecruitmentJson(
                    kind="recruit",
                    seat=recruitment.seat,
                    stage=recruitment.stage,
                    bonus=recruitment.bonus,
                    spent=recruitment.spent,
                    taken=recruitment.taken,
                    total=self.totals[0],
                )

    @property
    @override
    def details(self) -> dict[str, Details]:
        """Return the details of each card, Reaver, faction and episode, by its name."""
        return details_of(self)

    @override
    def to_text(self, width: int = WIDTH, names: Sequence[str] = ()) -> str:
        """Return the table drawn with letters, in lines of at most this width."""
        return draw_text(self, width, names)

    def _repr_svg_(self) -> str:
        """Return the picture, under the name that notebooks look for."""
        return draw(self)


def see(
    position: Position,
    observer: Observer,
    actor: Actor,
    outcome: Outcome | None,
    known: Listing[Action] | None,
) -> View:
    """Return what an observer sees of a position: hands and draw piles of others are secret."""
    return View(
        observer,
        actor,
        outcome,
        known,
        options=position.options,
        phase=position.phase,
        seat=position.seat,
        turn=position.turn,
        turn_player=position.turn_player,
        moves=position.moves,
        acquired=position.acquired,
        once=position.once,
        did=position.did,
        players=tuple(
            [_see_player(position, seat, observer) for seat in range(len(position.players))]
        ),
        market=position.market,
        market_decks=position.market_decks,
        slots=position.slots,
        supply=position.supply,
        reavers=position.reavers,
        defeated=position.defeated,
        activity=position.activity,
        pending=position.pending,
        totals=_totals(position),
    )


def _see_player(position: Position, seat: int, observer: Observer) -> SeenPlayer:
    player: Player = position.players[seat]
    is_shown = observer in {None, seat}
    return SeenPlayer(
        hand=player.hand if is_shown else None,
        hand_size=len(player.hand),
        deck=player.deck if is_shown else None,
        deck_size=len(player.deck),
        unseen=tuple(sorted(player.hand + player.deck)),
        recycle=player.recycle,
        assets=player.assets,
        command=player.command,
        display=player.display,
        credits=player.credits,
        verse=player.verse,
        marks=player.marks,
        immune=player.immune,
        activations=player.activations,
        recruitments=player.recruitments,
        verse_left=tokens_left(position, seat),
        power=standing_power(position, seat),
    )


def _totals(position: Position) -> tuple[int, ...]:
    match position.activity:
        case Fight(goes_on=True) as fight:
            return attack(position, fight), defense(position, fight)
        case Deal() | Recruitment() as activity:
            return (total(position, activity),)
        case _:
            return ()


def _in_play(it: InPlay) -> InPlayJson:
    return InPlayJson(
        card=it.card, triggered=it.triggered, tokens=it.tokens, warrant=it.warrant, used=it.used
    )
