"""Details of Misbehavin': what each thing with a name says, where it is, and what is lacking."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from fireflies._texts import listed, many, printed
from fireflies._typing import cached
from fireflies.contract import Details
from fireflies.misbehavin.box.cards import (
    FACTIONS,
    MARKET_DECKS,
    SETS,
    SLOTS,
    Episode,
    Faction,
    MarketDeck,
    SetName,
)
from fireflies.misbehavin.box.contents import Box, EpisodeJson, ReaverJson, VerseJson
from fireflies.misbehavin.rules.abilities import counts, is_free
from fireflies.misbehavin.rules.ending import reached
from fireflies.misbehavin.rules.offer import within
from fireflies.misbehavin.rules.pieces import Deal, Fight
from fireflies.misbehavin.rules.seen import Observed
from fireflies.misbehavin.text.card_descriptions import explain_card, values
from fireflies.misbehavin.text.descriptions import (
    counted,
    counted_tokens,
    describe_activity,
    describe_player,
    rows,
    states_in_play,
    supply,
    target_of,
)
from fireflies.misbehavin.text.facts import (
    CardFacts,
    EpisodeFacts,
    FactionFacts,
    FightFacts,
    GoalJson,
    MarketFacts,
    OfferFacts,
    PlaceJson,
    ProgressJson,
    ReaverFacts,
    RowJson,
    SeatFacts,
    SetFacts,
    SupplyFacts,
    Zone,
)
from fireflies.misbehavin.text.sentences import (
    episode_sentences,
    verse_sentences,
    warrants_explained,
)

_ABSENT: Final = "not in this game"


def details_of(view: Observed) -> dict[str, Details]:
    """Return the details of each thing of the game that has a name.

    Where names are equal, a card comes first.
    """
    box = view.options.box
    data, lines = box.to_json(), _lines(box)
    found = {"market": _market(view), "supply": _supply(view), **_activity(view)}
    found |= {f"seat {seat}": _seat(view, seat) for seat in range(len(view.players))}
    found |= {name: _faction(view, name, it) for name, it in data["verse"].items()}
    reavers = [*data["reavers"]]
    for episode, facts in zip(box.episodes, data["episodes"], strict=True):
        found[episode.name] = _episode(view, episode, facts, lines[episode.name])
        reavers += facts.get("reavers", [])
    found |= {it["name"]: _reaver(view, it, lines[it["name"]]) for it in reavers}
    places = _places(view)
    for card in data["cards"]:
        name, there = card["name"], places.get(card["name"], [])
        told = [*lines[name], *_where(view, name, there)]
        found[name] = Details("card", CardFacts(printed=card, places=there), told)
    kept = {card.name: told for card, told in supply(view)}
    slots = dict(zip(view.slots, SLOTS, strict=True))
    for it, left in zip(data["supply"], view.supply, strict=True):
        name, there = it["name"], places.get(it["name"], [])
        here = SetFacts(printed=it, left=left, slot=slots.get(name), places=there)
        stock = f"In the supply: {kept.get(name, _ABSENT)}."
        found[name] = Details("set", here, [*lines[name], stock, *_where(view, name, there)])
    return found


@cached(16)  # to tell of all cards takes long, and they are the same in a whole game
def _lines(box: Box) -> Mapping[str, Sequence[str]]:
    """Return what is printed on the episodes, Reavers and cards of a box, in sentences."""
    found: dict[str, Sequence[str]] = {
        it.name: [f"{printed(it.name)}: an episode.", *episode_sentences(it)] for it in box.episodes
    }
    found |= {it.name: explain_card(it) for it in box.all_reavers}
    found |= {name: explain_card(card) for name, card in box.card.items()}
    return found


# Cards


def _zones(view: Observed) -> Iterator[tuple[Zone, int | None, Iterable[str]]]:
    """Yield each place with its cards, as far as the observer knows them."""
    for row, deck in zip(view.market, view.market_decks, strict=True):
        yield "market", None, row
        yield "market deck", None, deck
    for seat, player in enumerate(view.players):
        yield "tableau", seat, [it.card for it in player.tableau]
        yield "display", seat, [it.card for it in player.display]
        if player.hand is None or player.deck is None:
            yield "hand or draw pile", seat, player.unseen
        else:
            yield "hand", seat, player.hand
            yield "draw pile", seat, player.deck
        yield "recycle pile", seat, player.recycle


def _places(view: Observed) -> dict[str, list[PlaceJson]]:
    """Return the places of each card, by its name; copies of a set may be in several."""
    found: dict[str, list[PlaceJson]] = {}
    for zone, seat, cards in _zones(view):
        for card in dict.fromkeys(cards):
            found.setdefault(card, []).append(PlaceJson(zone=zone, seat=seat))
    return found


def _where(view: Observed, card: str, places: Iterable[PlaceJson]) -> list[str]:
    """Return a sentence for each place of a card, with its state in a tableau."""
    told: list[str] = []
    for place in places:
        seat, zone = place["seat"], place["zone"]
        in_play = () if seat is None or zone != "tableau" else view.players[seat].tableau
        states = [state for it in in_play if it.card == card for state in states_in_play(view, it)]
        it_is = "It is" if seat is None else f"Seat {seat} has it"
        told.append(f"{it_is} in the {', '.join((zone, *states))}.")
    return told


def _market(view: Observed) -> Details:
    """Return the rows of the market."""
    found: dict[MarketDeck, RowJson] = {
        deck: RowJson(cards=[*row], left=len(left))
        for deck, row, left in zip(MARKET_DECKS, view.market, view.market_decks, strict=True)
    }
    told = [
        f"{deck}: {'; '.join([f'{printed(it.name)}, {values(it)}' for it in cards]) or 'none'}"
        for deck, cards in rows(view)
    ]
    return Details("market", MarketFacts(rows=found), told)


def _supply(view: Observed) -> Details:
    """Return the sets of the supply that are in play."""
    sets = {card.name: f"{told}, {values(card)}" for card, told in supply(view)}
    left: dict[SetName, int] = {
        name: count for name, count in zip(SETS, view.supply, strict=True) if name in sets
    }
    told = [f"{printed(name)}: {it}" for name, it in sets.items()]
    return Details("supply", SupplyFacts(left=left), told)


# What is printed elsewhere


def _reaver(view: Observed, data: ReaverJson, lines: Iterable[str]) -> Details:
    """Return a Reaver with the tokens on it."""
    name = data["name"]
    tokens = {it.card: it.tokens for it in view.reavers}.get(name)
    is_defeated = name in view.defeated
    facts = ReaverFacts(
        printed=data, tokens=None if tokens is None else [*tokens], defeated=is_defeated
    )
    if tokens is not None:
        told = f"It bears {counted_tokens(tokens, data['strength'])}."
    else:
        told = "It is defeated." if is_defeated else f"It is {_ABSENT}."
    return Details("reaver", facts, [*lines, told])


def _faction(view: Observed, name: Faction, verse: VerseJson) -> Details:
    """Return the 'verse card of a faction, and the seat that plays it."""
    factions = view.options.factions
    seat = factions.index(name) if name in factions else None
    lines = verse_sentences(view.options.box.verse[FACTIONS.index(name)])
    who = f"It is {_ABSENT}." if seat is None else f"Seat {seat} plays it."
    head = f"{printed(name)}: a faction with a 'verse card."
    facts = FactionFacts(printed=verse, seat=seat)
    return Details("faction", facts, [head, *lines, *warrants_explained(lines), who])


def _episode(view: Observed, episode: Episode, data: EpisodeJson, lines: Iterable[str]) -> Details:
    """Return an episode; when it is played, with the progress of each seat."""
    progress = [*_progress(view)] if view.options.episode == episode else []
    told = [
        f"Seat {it['seat']} has {listed([_goal(goal) for goal in it['goals']])}." for it in progress
    ]
    facts = EpisodeFacts(printed=data, progress=progress)
    return Details("episode", facts, [*lines, *told])


def _progress(view: Observed) -> Iterator[ProgressJson]:
    """Yield how far each seat is on each of its ways to win."""
    for seat, player in enumerate(view.players):
        for win in view.options.wins[seat]:
            goals = [
                GoalJson(goal=it.step or "credits", has=reached(player, it), needs=it.n)
                for it in win.goals
            ]
            yield ProgressJson(seat=seat, goals=goals)


def _goal(goal: GoalJson) -> str:
    if goal["goal"] == "credits":
        return f"{goal['has']} of {many(goal['needs'], 'credit')}"
    return f"{goal['has']} of {many(goal['needs'], 'mark')} for {goal['goal']}"


# Seats, and what goes on


def _seat(view: Observed, seat: int) -> Details:
    """Return the power of a seat, the places of its board, its influence, and its piles."""
    player, options = view.players[seat], view.options
    board, needed, influence = (
        options.boards[seat],
        options.needed[seat],
        influence_left(view, seat),
    )
    facts = SeatFacts(
        faction=options.factions[seat],
        side=options.sides[seat],
        power=player.power,
        needed=needed,
        lacks=max(needed - player.power, 0),
        assets=len(player.assets),
        asset_places=board.assets,
        command=len(player.command),
        command_places=board.command,
        influence=influence,
        steps=[str(step) for step in options.verse[seat].steps],
    )
    piles = (("hand and pile", player.unseen), ("recycle pile", player.recycle))
    told = [f"{pile}: {', '.join(counted(map(printed, it))) or 'none'}" for pile, it in piles]
    if influence is not None:
        told.append(f"influence {influence} on the cards in hand and free in the tableau")
    return Details("player", facts, [*describe_player(view, seat), *told])


def influence_left(view: Observed, seat: int) -> int | None:
    """Return the influence on the cards that a seat can use; None where its hand is secret."""
    player, cards = view.players[seat], view.options.box.card
    if player.hand is None:
        return None
    free = [it.card for it in player.tableau if is_free(it, target_of(view))]
    return sum(counts(player, cards[name].influence) for name in (*player.hand, *free))


def _activity(view: Observed) -> dict[str, Details]:
    """Return the current fight, deal or recruitment, by the name of its kind on the wire."""
    told = [describe_activity(view)]
    match view.activity:
        case None:
            return {}
        case Fight() as it:
            attack, defense = view.totals or (None, None)
            fight = FightFacts(
                seat=it.seat,
                intent=it.intent,
                target=it.target,
                defender=it.defender,
                attack=attack,
                defense=defense,
            )
            return {"fight": Details("fight", fight, told)}
        case offer:
            influence = view.totals[0]
            cards = within(view, offer, influence)
            facts = OfferFacts(seat=offer.seat, influence=influence, within_reach=cards)
            told.append(f"within reach: {listed([*map(printed, cards)]) or 'nothing'}")
            kind = "deal" if isinstance(offer, Deal) else "recruit"
            return {kind: Details(kind, facts, told)}
