"""Random changes of options and texts, after which they are often refused."""

from random import Random
from typing import Final, NamedTuple, TypeAlias

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

INSERTED_LETTERS: Final = "aAzZ0019- \n٣"


class Spoiler(NamedTuple):
    """The values that spoil options of a game, and the keys that are spoiled more often."""

    numbers: tuple[int, ...]
    words: tuple[str, ...]
    letters: str
    keys: tuple[str, ...]
    favored: dict[str, int]
    """The weights of keys when one is chosen to be spoiled; other keys have 1."""

    def spoil(self, chooser: Random, options: dict[str, Json]) -> None:
        """Change one random thing of some options; often the rules then refuse them."""
        node: Json = options
        while True:
            if isinstance(node, dict):
                keys = sorted(node)
                odds = [self.favored.get(key, 1) for key in keys]
                key = chooser.choices(keys, odds)[0] if keys else ""
                child = node.get(key)
                if not node or chooser.random() < 0.05:
                    if chooser.random() < 0.6:
                        node.pop(key, None)
                    if chooser.random() < 0.6:
                        node[chooser.choice(self.keys)] = chooser.choice(self.numbers)
                    return
                if not isinstance(child, dict | list) or chooser.random() < 0.05:
                    node[key] = self.other(chooser, child)
                    return
            else:
                assert isinstance(node, list)
                index = chooser.randrange(len(node)) if node else 0
                if not node or chooser.random() < 0.1:
                    _rearrange(chooser, node, index)
                    return
                child = node[index]
                if not isinstance(child, dict | list) or chooser.random() < 0.05:
                    node[index] = self.other(chooser, child)
                    return
            node = child

    def other(self, chooser: Random, value: Json) -> Json:
        """Return another value, mostly of the same type."""
        if chooser.random() < 0.1:
            return chooser.choice((None, "3", 1, 0, True, 2.5, [], {}))
        if isinstance(value, bool):
            return chooser.choice((not value, int(value)))
        if isinstance(value, int):
            near = value + chooser.choice((-2, -1, 1, 2))
            return chooser.choice((near, near, chooser.choice(self.numbers)))
        if isinstance(value, str):
            word, letter = chooser.choice(self.words), chooser.choice(self.letters)
            return chooser.choice((word, letter, misspelled(chooser, value)))
        return chooser.choice((None, [], {}))


def _rearrange(chooser: Random, found: list[Json], index: int) -> None:
    """Take one thing out of a list, put it in twice or often, or put all in another order."""
    way = chooser.choice(("out", "twice", "last", "often", "mixed"))
    if way == "mixed" or not found:
        chooser.shuffle(found)
    elif way == "out":
        del found[index]
    elif way == "often":
        found.extend([found[index]] * (chooser.choice((9, 10, 60, 61)) - len(found)))
    else:
        found.insert(index if way == "twice" else len(found), found[index])


def misspelled(chooser: Random, text: str) -> str:
    """Return a text with one sign more, less or different, or with words in another order."""
    place = chooser.randint(0, len(text))
    words = text.split(" ")
    chooser.shuffle(words)
    return chooser.choice(
        (
            text[:place] + chooser.choice(INSERTED_LETTERS) + text[place:],
            text[:place] + text[place + 1 :],
            text[:place] + chooser.choice(INSERTED_LETTERS) + text[place + 1 :],
            " ".join(words),
        )
    )
