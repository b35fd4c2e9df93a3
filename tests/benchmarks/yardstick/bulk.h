/* Many random plays in a row, and what they came to: the loop that the packed Python is held to. */

#ifndef SMILE_BULK_H
#define SMILE_BULK_H

#include "rules.h"

enum { SCORES = 1024, LENGTHS = 2048 };

/* Scores are counted from -SCORES / 2 on. */
typedef struct {
    uint64_t wins[SEATS], ties[SEATS], scores[SCORES], lengths[LENGTHS];
} Totals;

/* SplitMix64's output function (Steele, Lea, Flood 2014), on counters: see fireflies/smile/fast/luck.py. */
static const uint64_t GOLDEN = 0x9E3779B97F4A7C15u;

static inline uint64_t mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static uint64_t fnv(const char *text) {
    uint64_t value = 0xCBF29CE484222325u;
    while (*text)
        value = (value ^ (uint8_t)*text++) * 0x100000001B3u;
    return value;
}

/* The next draw of a stream: a number below the limit. */
static inline unsigned draw(uint64_t *stream, unsigned limit) {
    *stream += GOLDEN;
    return (unsigned)((unsigned __int128)mix(*stream) * limit >> 64);
}

/* The place of bit number `which` of those that are set: by bytes, then in a table. */
static inline unsigned nth_bit(uint64_t set, unsigned which) {
    const uint64_t ones = 0x0101010101010101u;
    uint64_t sums = set - (set >> 1 & 0x55 * ones);
    sums = (sums & 0x33 * ones) + (sums >> 2 & 0x33 * ones);
    sums = ((sums + (sums >> 4)) & 0x0F * ones) * ones; /* each byte, with those below it */
    uint64_t below = ((which * ones | 0x80 * ones) - sums) & 0x80 * ones; /* bytes that end before it */
    unsigned shift = (unsigned)((below >> 7) * ones >> 56) * 8;
    return shift + nth[set >> shift & 255][which - (unsigned)((sums << 8) >> shift & 255)];
}

static void count_play(Totals *totals, const Deck *deck, const Position *p, unsigned length) {
    int best = -SCORES, clear = 0, winners = 0;
    int scores[SEATS];
    for (unsigned seat = 0; seat < deck->players; seat++) {
        int own = scores[seat] = score(p, seat);
        totals->scores[own + SCORES / 2]++;
        if (own > best || (own == best && p->clear[seat] > clear)) {
            best = own;
            clear = p->clear[seat];
            winners = 1;
        } else if (own == best && p->clear[seat] == clear)
            winners++;
    }
    for (unsigned seat = 0; seat < deck->players; seat++)
        if (scores[seat] == best && p->clear[seat] == clear)
            ++*(winners == 1 ? &totals->wins[seat] : &totals->ties[seat]);
    totals->lengths[length]++;
}

static void playouts(const Deck *deck, uint64_t games, uint64_t seed, Totals *totals) {
    static const char *const names[SEATS] = {"seat 0", "seat 1", "seat 2", "seat 3", "seat 4"};
    uint64_t chance = fnv("chance"), purpose[SEATS], stream[SEATS];
    Position p;

    for (int seat = 0; seat < SEATS; seat++)
        purpose[seat] = fnv(names[seat]);
    for (; games; games--, seed++) {
        uint64_t mixed = mix(seed), dealer = chance ^ mixed;
        unsigned left = deck->cards, length = left;
        for (int seat = 0; seat < SEATS; seat++)
            stream[seat] = purpose[seat] ^ mixed;
        uint64_t pile = ~(uint64_t)0 >> (64 - left);
        begin(&p, deck);
        while (left) {
            while (!p.seats) {
                unsigned card = nth_bit(pile, draw(&dealer, left--));
                pile ^= (uint64_t)1 << card;
                reveal(&p, deck, card);
            }
            do {
                unsigned set = allowed(&p);
                unsigned move = nth[set][draw(&stream[p.seat], how_many[set])];
                length++;
                if (move < BID)
                    bid(&p, move);
                else
                    back_out(&p, deck, move - BID);
            } while (p.seats);
        }
        count_play(totals, deck, &p, length);
    }
}

#endif
