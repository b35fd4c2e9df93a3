"""The two doors of a game, and what chance may do in it."""

from collections import Counter

from fireflies import smile


def test_both_doors_lead_to_the_same_game() -> None:
    """What is left out is the same by name and by option: three players, from seat 0."""
    start = smile.start()
    assert start == smile.GAME.start({})
    assert (start.seats, start.starting_player, start.in_auction) == (3, 0, (0, 1, 2))
    assert len(start.undealt) == 3 * 10
    assert [player.clear for player in start.players] == [6, 6, 6]


def test_chance_weighs_each_card_by_how_many_there_are() -> None:
    """Two equal cards in the pile weigh two, and all weights together are the cards of the pile."""
    start = smile.start(box=["1", "1", "1", "2", "2", "3 red"], auctions=2)
    weights = {str(action): weight for action, weight in start.chance_weights}
    assert weights == {"reveal 1": 3, "reveal 2": 2, "reveal 3 red": 1}
    counted = Counter(start.undealt)
    assert {action.card: weight for action, weight in start.chance_weights} == counted
