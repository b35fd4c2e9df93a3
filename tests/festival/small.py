"""A box with five islands, easy to count by hand. It is not the box ``small``, which has six.

AAA.BBB.CCC.
AAA.BBB.CCC.
AAA.BBB.CCC.
............
....DDD..EEE
....DDD..EEE
....DDD..EEE
"""

from typing import Final

SMALL: Final[object] = {
    "boards": [
        {
            "players": [2, 4],
            "width": 12,
            "height": 7,
            "take": {"start": 2, "small": 1, "medium": 1, "large": 1},
            "islands": [
                {"name": "A", "at": [0, 0], "start": True},
                {"name": "B", "at": [4, 0], "start": False},
                {"name": "C", "at": [8, 0], "start": False},
                {"name": "D", "at": [4, 4], "start": False},
                {"name": "E", "at": [9, 4], "start": True},
            ],
            "lanes": [
                {"between": "CE", "from": [9, 3], "to": [9, 3]},
                {"between": "CE", "from": [10, 3], "to": [10, 3]},
                {"between": "DE", "from": [7, 4], "to": [8, 4]},
            ],
            "water": [
                {"at": [3, 0], "reward": "coins-2"},
                {"at": [8, 4], "reward": "points-5"},
                {"at": [0, 3], "reward": "goals-1"},
            ],
        }
    ],
    "sizes": {
        "small": {"capacity": 4, "floors": 1},
        "medium": {"capacity": 5, "floors": 3},
        "large": {"capacity": 6, "floors": 5},
    },
    "tiles": ["start", "start", "small 1 coins-1", "medium 3 workers-2", "large 6 coins-3"],
    "public": {
        "empire": [[3, 3], [4, 5]],
        "architect": [[2, 3]],
        "hubs": [[2, 3]],
        "merchant": [[8, 3]],
        "tower": [[2, 3]],
        "diversity": [[3, 3]],
        "ready": [[6, 3]],
    },
    "private": ["hubs 3 4", "ready 6 4", "bridges 4 4", "floors 4 4"],
    "chain": [[4, 4], [6, 7]],
    "sorin": [6, 8, 10, 12, 15],
    "fish": [3, 5],
    "figures": {
        "bridges": 20,
        "floors": 12,
        "workers": 12,
        "coins": 5,
        "settlers": 2,
        "hand": 2,
        "moves": 3,
        "segment": 1,
        "toll": 1,
        "height": 5,
        "firefly": 2,
        "crow_points": 4,
        "crow_coins": 3,
        "crow_workers": 2,
        "crow_income": 2,
        "crow_loss": 10,
        "longest": 15,
        "bank": 50,
        "rounds": 5,
    },
    "powers": [
        {"name": "banker", "changes": {"coins": 3}},
        {"name": "wanderer", "changes": {"moves": 1, "toll": 0}},
    ],
}
