"""The longest chain: against every path of small maps, and quickly on large ones."""

from itertools import combinations
from time import process_time

import pytest

from fireflies.festival.rules.chains import longest_chain
from tests.campaign import count, generator


def by_every_path(links: list[tuple[int, int]]) -> int:
    """Return the most islands on a path, by going along each."""
    best = 0
    paths = [[island] for link in links for island in link]
    while paths:
        path = paths.pop()
        best = max(best, len(path))
        for one, two in (*links, *[link[::-1] for link in links]):
            if one == path[-1] and two not in path:
                paths.append([*path, two])
    return best


@pytest.mark.long
def test_small_maps() -> None:
    chooser = generator("chains")
    for _ in range(count(300, campaign=20_000)):
        islands = chooser.sample(range(30), chooser.randint(2, 7))
        density = chooser.choice((0.2, 0.4, 0.7))
        links = [pair for pair in combinations(islands, 2) if chooser.random() < density]
        assert longest_chain(tuple(links)) == by_every_path(links), links


def test_examples() -> None:
    """A path, a fork of three, a ring with a tail, two bridges side by side."""
    assert longest_chain(()) == 0
    assert longest_chain(((0, 1), (1, 2), (2, 3))) == 4
    assert longest_chain(((0, 1), (0, 2), (0, 3))) == 3
    assert longest_chain(((0, 1), (1, 2), (0, 2), (2, 3), (5, 6))) == 4
    assert longest_chain(((0, 1), (0, 1))) == 2


def test_more_examples() -> None:
    """A twig in the middle of 4-0-3-1-2; a path 3-7-8-4-0-1-5-6 with another one at its side."""
    assert longest_chain(((0, 3), (0, 4), (1, 2), (1, 3), (3, 6))) == 5
    links = (
        (0, 1),
        (0, 4),
        (1, 5),
        (2, 4),
        (3, 7),
        (4, 6),
        (4, 8),
        (4, 9),
        (5, 6),
        (7, 8),
        (9, 10),
    )
    assert longest_chain(links) == by_every_path([*links]) == 8


def test_a_full_grid_is_quick() -> None:
    """Five times five islands with all 40 bridges, whatever the islands are called."""
    names = generator("grid").sample(range(26), 25)
    links = [
        (names[5 * y + x], names[5 * (y + down) + x + right])
        for y in range(5)
        for x in range(5)
        for right, down in ((1, 0), (0, 1))
        if x + right < 5 and y + down < 5
    ]
    assert len(links) == 40
    begun = process_time()
    assert longest_chain(tuple(links)) == 25
    assert process_time() - begun < 1
