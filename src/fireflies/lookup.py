r"""Find the clauses of a game that answer a question in everyday words.

Words are compared by their stems. Each clause and each ruling is an entry of an :class:`Index`. The
score of an entry is a sum:

* for each word of the question, its weight in the entry, which depends on the best place where it
  stands there (:data:`WEIGHTS`), and is higher when fewer clauses have the word;
* the highest score among the entry's everyday phrasings, each compared with the question;
* a bonus when one of these phrasings has the same words as the question, except for common words.

Synonyms of the words count too, and pairs of neighboring words, with smaller weights.

A question with more words that the rules don't have than words that they have finds nothing, since
its common words alone would find half of the rules. Common words count for neither side.

All of this is in the weights of the index, so that a search only adds up numbers. A web page does
the same with :meth:`Index.to_json`, so both give the same answers to every question.
"""

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from math import log, sqrt
from typing import Final, NamedTuple

from fireflies import rulebook
from fireflies._typing import cached
from fireflies.rulebook import Clause, Rule, Rulebook, Ruling

_NUMBERS: Final = "zero one two three four five six seven eight nine ten"

REWRITES: Final = (
    *((f"^{number}$", word) for number, word in enumerate(_NUMBERS.split())),
    ("(?<=[blmnv])our", "or"),
    ("^grey", "gray"),
    ("(?<=def|off)ence", "ense"),
    ("^1st$", "first"),
    ("^2nd$", "second"),
    ("^(won|winner|winning)", "win"),
    ("^(took|taken)$", "take"),
    ("^(got|gotten)$", "get"),
    ("^(went|gone|goes)$", "go"),
    ("^(drew|drawn)$", "draw"),
    ("^bought$", "buy"),
    ("^paid$", "pay"),
    ("^(gave|given)$", "give"),
    ("^kept$", "keep"),
    ("^built$", "build"),
    ("^fought$", "fight"),
    ("^(chose|chosen)$", "choose"),
    ("^lost$", "lose"),
    ("^held$", "hold"),
    ("^(lent|lend)$", "loan"),
    ("(?<=...)ies$", "y"),
    ("(?<=..[sxz]|.ch|.sh)es$", ""),
    ("(?<=..[^su])s$", ""),
    ("^payment$", "pay"),
    ("^movement$", "move"),
    ("(?<=...)ings?$", ""),
    ("(?<=...)ed$", ""),
    ("(?<=...)ly$", ""),
    (r"(?<=[aeiou])([bdgmnprt])(?=\1$)", ""),
    ("(?<=..)e$", ""),
)
"""Regular expressions and what replaces a match, one after the other: they make a word a stem.

They mean the same in Python and in JavaScript.
"""

SYNONYMS: Final = (
    "can may allow able permit legal possible",
    "must have force need mandatory compulsory obligatory require",
    "discard throw remove trash dump bin chuck ditch lose drop",
    "point score vp",
    "score count worth add value total sum",
    "win victory best",
    "tie tiebreaker tiebreak equal same draw breaker even level",
    "start begin beginning opening initial first setup",
    "end finish over stop final last done ending",
    "secret hide hidden private conceal",
    "public open show visible reveal",
    "see look know peek view check watch",
    "buy purchase acquire afford",
    "get receive gain take obtain earn grab claim collect snatch pick",
    "cost price pay expensive charge fee",
    "cheap low lowest small smallest least minimum worst fewest",
    "expensive high highest big biggest large largest most maximum best top tallest",
    "loan borrow debt",
    "back return repay",
    "many number much limit maximum max cap most",
    "player people person everyone everybody",
    "other another opponent someone somebody else enemy rival",
    "round turn go",
    "pass skip nothing wait",
    "negative minus below",
    "empty run out exhausted without broke zero none",
    "leftover left remain rest unused spare extra surplus",
    "pick choose choice select decide which",
    "mix shuffle random",
    "place put lay set",
    "twice again two second repeat double",
    "order sequence direction",
    "swap exchange trade switch",
    "build construct make stack",
    "move walk go travel step cross stroll wander",
    "fight combat battle attack",
    "kill destroy defeat beat",
    "steal rob nick",
    "immediately instant now once straight away",
    "avoid dodge escape",
    "block stop prevent interrupt cancel",
    "more extra additional bonus another",
    "less fewer under below",
    "penalty punish punishment bad minus lose",
    "reward bonus benefit prize advantage",
    "near neighbor adjacent next close surround beside",
    "connect join link attach touch",
    "reach enter visit arrive land",
    "share split divide",
    "tell say announce declare talk mention",
    "money coin cash",
    "keep hold retain save",
    "free nothing",
    "infinite endless forever",
    "complete finish fulfil achieve",
)
"""Groups of words that people use for each other in any game."""

COMMON: Final = (
    "a about actually an and any anybody anyone are arent as at be been but by can cant could "
    "did do does doesnt dont else ever for from get got had happen happened happens has have "
    "her his how hows i if im in into is isnt it its ive just lets like may me mean means might "
    "must my no not of on or our really say should so somebody somebodys someone someones "
    "something still than that thats the their them then there these they theyre thing things "
    "this those to up us want was we were what whats when where which while who whom whose why "
    "will with work works would you your youre"
)
"""Words of questions in general, which say little about a rule."""


class Weights(NamedTuple):
    """The weights of the words of an entry, by the place where they stand."""

    title: float = 1.0
    short: float = 0.8
    text: float = 0.4
    asked: float = 0.8
    related: float = 0.3
    """For a clause, its rulings and what fireflies adds; for a ruling, its clause and reasons."""


WEIGHTS: Final = Weights()
"""The weights in use."""

_SAME: Final = 2.5
"""The weight of a phrasing that has the same gist as the question, added to that of its words."""
_COMMON: Final = 0.4
"""The weight of a common word, relative to other words."""
_PAIR: Final = 0.3
"""The weight of a pair of neighboring words, relative to one word."""
_SYNONYM: Final = 0.5
"""The weight of a synonym in any game, relative to the word itself."""
_OWN_SYNONYM: Final = 0.7
"""The weight of a synonym that the game's rulebook has, relative to the word itself."""
_SMOOTH: Final = 0.03
"""Added to the share of the clauses that have a word, which limits the weight of rare words."""
_SCALE: Final = 100
"""Weights are multiplied by this and rounded to whole numbers: sums are exact everywhere."""
SHORTEST_PREFIX: Final = 4
"""An unknown word counts as a known one that begins with the same letters.

These are at least so many, and more than half of the unknown word.
"""
CUTOFF: Final = 3
"""A hit is left out when its score times this is less than the score of the best hit."""
_MARKS: Final = r"[\u0300-\u036f'\u2019]"
"""Accents, which follow their letters after NFKD, and apostrophes."""


@cached()
def stem(word: str) -> str:
    """Return the stem of a word in lower case."""
    for pattern, replacement in REWRITES:
        word = re.sub(pattern, replacement, word)
    return word


def stems(text: str) -> list[str]:
    """Return the stems of the words of a text; case, accents and apostrophes make no difference."""
    return [*map(stem, _words(text))]


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case, without accents and apostrophes."""
    plain = unicodedata.normalize("NFKD", text.lower())
    return re.findall(r"\w+", re.sub(_MARKS, "", plain))


COMMON_STEMS: Final = frozenset(stems(COMMON))


def terms(text: str) -> dict[str, None]:
    """Return the stems of a text and the pairs of neighboring ones, in order, each once."""
    found = stems(text)
    return dict.fromkeys([*found, *map(" ".join, pairwise(found))])


def gist(text: str) -> str:
    """Return a term for the whole text: an equals sign and its sorted stems without common ones."""
    found = {*stems(text)}
    return " ".join(["=", *sorted(found - COMMON_STEMS or found)])


class IndexEntry(NamedTuple):
    """A clause, or one of its rulings, as the result of a search."""

    rule: Rule
    ruling: Ruling | None = None

    @property
    def id(self) -> str:
        """The id of the ruling, if it is one, otherwise of the clause."""
        return self.rule.id if self.ruling is None else self.ruling.id

    @property
    def title(self) -> str:
        """The title of the clause, or the question of the ruling."""
        return self.rule.title if self.ruling is None else self.ruling.question

    @property
    def answer(self) -> str:
        """One line that answers the question."""
        return self.rule.short if self.ruling is None else self.ruling.answer

    @property
    def asked(self) -> tuple[str, ...]:
        """The everyday phrasings."""
        return self.rule.asked if self.ruling is None else self.ruling.asked

    def weigh(self) -> dict[str, float]:
        """Return the weight of each term by the best place in which it stands."""
        weights: dict[str, float] = {}
        for weight, texts in sorted(self._places(), key=lambda place: place[0]):
            weights |= dict.fromkeys(chain.from_iterable(map(terms, texts)), weight)
        return weights

    def _places(self) -> Iterator[tuple[float, Sequence[str]]]:
        yield WEIGHTS.title, [self.title]
        yield WEIGHTS.asked, self.asked
        if self.ruling is None:
            yield WEIGHTS.short, [self.rule.short]
            yield WEIGHTS.text, [self.rule.text]
            rulings = self.rule.rulings
            yield (
                WEIGHTS.related,
                [self.rule.ours, *(f"{one.question} {one.answer}" for one in rulings)],
            )
        else:
            yield WEIGHTS.text, [self.ruling.answer]
            yield WEIGHTS.related, [self.rule.title, self.ruling.why]


class Posting(NamedTuple):
    """The number that a term adds to the score of an entry."""

    entry: int
    phrasing: int
    """0 for the whole entry; n for its nth phrasing, of which only the best one counts."""
    weight: int


class Index(NamedTuple):
    """All entries of a rulebook, with the weights of their terms."""

    entries: tuple[IndexEntry, ...]
    """In the order of play."""
    postings: Mapping[str, tuple[Posting, ...]]
    """By term, sorted: a stem, two with a space between, or the gist of a phrasing."""

    def search(self, query: str) -> tuple[IndexEntry, ...]:
        """Return the clauses that answer the query, the best first, at most once each.

        Where a ruling answers better than the rest of its clause, the ruling stands for it.
        Nothing is found when more than half of the words are :meth:`unknown`, common ones aside.
        """
        if 2 * len(self.unknown(query)) > len({*stems(query)} - COMMON_STEMS):
            return ()
        scores = self._scores(query)
        found = sorted(scores, key=lambda number: (-scores[number], number))
        best: dict[str, int] = {}
        for number in found:
            if CUTOFF * scores[number] >= scores[found[0]]:
                best.setdefault(self.entries[number].rule.id, number)
        return tuple(self.entries[number] for number in best.values())

    def unknown(self, query: str) -> tuple[str, ...]:
        """Return the words of the query that the rules don't have, in order, in lower case.

        Other forms of a word, its synonyms and its beginning count as the word.
        """
        words = {stem(word): word for word in _words(query)}
        known = self.postings.keys() - COMMON_STEMS
        return tuple(
            word
            for stemmed, word in words.items()
            if stemmed not in COMMON_STEMS and self._known(stemmed) not in known
        )

    def _scores(self, query: str) -> dict[int, int]:
        """Return the scores of the entries that have a word of the query, by their numbers."""
        sums: dict[tuple[int, int], int] = defaultdict(int)
        for term in dict.fromkeys(map(self._known, [*terms(query), gist(query)])):
            for entry, phrasing, weight in self.postings.get(term, ()):
                sums[entry, phrasing] += weight
        whole: dict[int, int] = {}
        phrasings: dict[int, int] = defaultdict(int)
        for (entry, phrasing), score in sums.items():
            if phrasing:
                phrasings[entry] = max(phrasings[entry], score)
            else:
                whole[entry] = score
        return {entry: score + phrasings[entry] for entry, score in whole.items()}

    def _known(self, term: str) -> str:
        """Return the term, or the first known one that shares the longest beginning with it."""
        if term in self.postings or " " in term:
            return term
        known = [*self.postings]
        for length in range(len(term), max(SHORTEST_PREFIX - 1, len(term) // 2), -1):
            at = bisect_left(known, term[:length])
            if at < len(known) and known[at].startswith(term[:length]):
                return known[at]
        return term

    def to_json(self) -> dict[str, list[int]]:
        """Return the postings as plain data: a list for each term, with three numbers a posting."""
        return {term: [*chain.from_iterable(found)] for term, found in self.postings.items()}


def of(clauses: type[Clause]) -> Index:
    """Return the index of the game with these clauses.

    Raises:
        InvalidData: when these are no clauses, or the game's rulebook is wrong.
    """
    rulebook.of(clauses)
    return _of(clauses)


@cached()
def _of(clauses: type[Clause]) -> Index:
    """Return the index, made only once."""
    return build(rulebook.of(clauses))


def build(book: Rulebook) -> Index:
    """Return the index of a rulebook."""
    rules = book.rules.values()
    entries = tuple(IndexEntry(rule, ruling) for rule in rules for ruling in (None, *rule.rulings))
    synonyms = _synonyms(book)
    weights = [_spread(entry.weigh(), synonyms) for entry in entries]
    clauses_with: dict[str, set[str]] = defaultdict(set)
    for entry, found in zip(entries, weights, strict=True):
        for term in found:
            clauses_with[term].add(entry.rule.id)
    rarity = {term: _rarity(term, len(ids) / len(rules)) for term, ids in clauses_with.items()}
    postings: dict[str, list[Posting]] = defaultdict(list)
    for number, (entry, found) in enumerate(zip(entries, weights, strict=True)):
        for phrasing, shares in enumerate((found, *_phrasings(entry, synonyms, rarity))):
            for term, share in shares.items():
                weight = round(_SCALE * share * rarity[term])
                if weight:
                    postings[term].append(Posting(number, phrasing, weight))
        for phrase_gist in dict.fromkeys(map(gist, entry.asked)):
            postings[phrase_gist].append(Posting(number, 0, round(_SCALE * _SAME)))
    return Index(entries, {term: tuple(postings[term]) for term in sorted(postings)})


def _synonyms(book: Rulebook) -> dict[str, dict[str, float]]:
    """Return the synonyms of each stem, with their shares of its weight."""
    synonyms: dict[str, dict[str, float]] = defaultdict(dict)
    for weight, groups in (_SYNONYM, map(str.split, SYNONYMS)), (_OWN_SYNONYM, book.synonyms):
        for group in groups:
            members = [*map(stem, group)]
            for word in members:
                synonyms[word] |= {other: weight for other in members if other != word}
    return synonyms


def _phrasings(
    entry: IndexEntry, synonyms: Mapping[str, Mapping[str, float]], rarity: Mapping[str, float]
) -> Iterator[dict[str, float]]:
    """Yield the weights of the terms of each phrasing, with those of synonyms.

    Without the synonyms, the squares of the weights of a phrasing add up to 1.
    """
    for phrase in entry.asked:
        found = terms(phrase)
        length = sqrt(sum(rarity[term] ** 2 for term in found))
        shares = {term: rarity[term] / length for term in found}
        yield _spread(shares, synonyms)


def _spread(
    weights: Mapping[str, float], synonyms: Mapping[str, Mapping[str, float]]
) -> dict[str, float]:
    """Return the weights with the synonyms of each term; a term has the highest of its weights."""
    found: dict[str, float] = {}
    for term, weight in weights.items():
        for other, share in synonyms.get(term, {}).items():
            found[other] = max(found.get(other, 0), weight * share)
    return found | {term: max(weight, found.get(term, 0)) for term, weight in weights.items()}


def _rarity(term: str, share: float) -> float:
    """Return the weight of a term that is in this share of the clauses."""
    words = term.split()
    weight = log(1 + 1 / (share + _SMOOTH))
    if all(word in COMMON_STEMS for word in words):
        weight *= _COMMON
    return weight if len(words) == 1 else weight * _PAIR
