"""Details of Misbehavin': what is printed on each card, Reaver, 'verse card and episode."""

from fireflies._texts import printed
from fireflies.contract import Details
from fireflies.misbehavin.box.cards import FACTIONS
from fireflies.misbehavin.rules.seen import Observed
from fireflies.misbehavin.text.card_descriptions import explain_card
from fireflies.misbehavin.text.sentences import (
    episode_sentences,
    verse_sentences,
    warrants_explained,
)


def details_of(view: Observed) -> dict[str, Details]:
    """Return the details of each card, Reaver, faction and episode, by its name."""
    box, found = view.options.box, dict[str, Details]()
    for episode in box.episodes:
        told = [f"{printed(episode.name)}: an episode.", *episode_sentences(episode)]
        found[episode.name] = Details("episode", {}, told)
    for faction, verse in zip(FACTIONS, box.verse, strict=True):
        lines = verse_sentences(verse)
        head = f"{printed(faction)}: a faction with a 'verse card."
        found[faction] = Details("faction", {}, [head, *lines, *warrants_explained(lines)])
    for reaver in (*box.all_reavers, *view.options.reavers):
        found[reaver.name] = Details("reaver", {}, explain_card(reaver))
    for name, card in box.card.items():
        found[name] = Details("card", {}, explain_card(card))
    return found
