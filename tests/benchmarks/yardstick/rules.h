/* Smile in plain C: the rules that both halves of the yardstick play by.
 *
 * The yardstick says how fast this game can be. It is written as somebody would who knows C and
 * wants speed: small arrays, masks for sets, tables for what is looked up often; no assembler, no
 * intrinsics, nothing that asks for a newer processor than any of its kind. It is no part of the
 * library, and is written from the rules, not from the packed Python.
 */

#ifndef SMILE_RULES_H
#define SMILE_RULES_H

#include <stdint.h>
#include <string.h>

enum { SEATS = 5, CARDS = 60, BID = 5, POINT = 5, COLORS = 4 };

/* What does not change in a game. Cards are numbers from the lowest; equal ones stand together. */
typedef struct {
    uint8_t players, auctions, beads, starter, cards;
    int8_t value[CARDS];
    uint8_t color[CARDS]; /* 0: none, else 1 to 4 */
    uint8_t last[CARDS];  /* the last card that is equal to this one */
    uint8_t first[CARDS]; /* the first one */
} Deck;

/* A position while seats act. A set of slots or seats is a mask. */
typedef struct {
    uint8_t seat, seats, starter, auction;
    uint8_t slots, shown;   /* on offer; how many cards the row has so far */
    uint8_t lowest, loaded; /* slots with a card of the lowest value; slots with beads */
    uint8_t row[SEATS], beads[SEATS];
    uint8_t last_alike;     /* slots after which the row's next card has a higher value */
    uint64_t turned;        /* the cards that were turned up for this row */
    uint8_t clear[SEATS], blue[SEATS];
    uint8_t held[SEATS][COLORS + 1]; /* a colored card in front of a seat, one more than its number */
    int16_t points[SEATS];           /* of the cards in front of a seat */
} Position;

/* For a set of the ten things that a seat may do: how many, and which is the n-th; for a set of
 * seats and one of them: who is next. */
static uint8_t how_many[1 << 2 * BID];
static uint8_t nth[1 << 2 * BID][2 * BID];
static uint8_t next_seat[1 << SEATS][8];

static void fill_tables(void) {
    for (int set = 0; set < 1 << 2 * BID; set++)
        for (int bit = 0; bit < 2 * BID; bit++)
            if (set >> bit & 1)
                nth[set][how_many[set]++] = (uint8_t)bit;
    for (int set = 0; set < 1 << SEATS; set++)
        for (int seat = 0; seat < SEATS; seat++) {
            int next = seat;
            for (int step = SEATS; step; step--)
                if (set >> (seat + step) % SEATS & 1)
                    next = (seat + step) % SEATS;
            next_seat[set][seat] = (uint8_t)next;
        }
}

static inline void begin(Position *p, const Deck *deck) {
    memset(p, 0, sizeof *p);
    p->starter = deck->starter;
    for (int seat = 0; seat < deck->players; seat++)
        p->clear[seat] = deck->beads;
}

static inline unsigned low_bit(unsigned set) { return (unsigned)__builtin_ctz(set); }

/* Of the slots on offer, those of the lowest value; the row goes from low to high. */
static inline void find_lowest(Position *p) {
    unsigned lowest = p->slots & -p->slots;
    unsigned ends = p->last_alike & -lowest;
    p->lowest = (uint8_t)(p->slots & (ends ^ (ends - 1)));
}

/* The row is complete: lay it out from the lowest card to the highest; the bidding begins. */
static inline void lay_row(Position *p, const Deck *deck) {
    int value = 0;
    p->last_alike = (uint8_t)(1 << deck->players >> 1);
    for (unsigned slot = 0; slot < deck->players; slot++) {
        unsigned card = (unsigned)__builtin_ctzll(p->turned);
        p->turned &= p->turned - 1;
        p->row[slot] = (uint8_t)card;
        if (slot)
            p->last_alike |= (uint8_t)((deck->value[card] != value) << (slot - 1));
        value = deck->value[card];
    }
    p->seats = p->slots = (uint8_t)((1 << deck->players) - 1);
    p->seat = p->starter;
    find_lowest(p);
}

/* Turn up a card. */
static inline void reveal(Position *p, const Deck *deck, unsigned card) {
    p->turned |= (uint64_t)1 << card;
    if (++p->shown == deck->players)
        lay_row(p, deck);
}

/* What the seat may do, as bits: bids by slot, five higher the back-outs. */
static inline unsigned allowed(const Position *p) {
    unsigned outs = (unsigned)p->loaded << BID;
    return outs && !p->clear[p->seat] ? outs : outs | p->lowest;
}

static inline void bid(Position *p, unsigned slot) {
    unsigned seat = p->seat;
    if (p->clear[seat])
        p->clear[seat]--;
    else
        p->blue[seat]++;
    p->beads[slot]++;
    p->loaded |= (uint8_t)(1 << slot);
    p->seat = next_seat[p->seats][seat];
}

/* A card to a seat, with its beads; a pair of one color leaves the game. */
static inline void take(Position *p, const Deck *deck, unsigned seat, unsigned slot) {
    unsigned card = p->row[slot], color = deck->color[card];
    p->clear[seat] += p->beads[slot];
    p->beads[slot] = 0;
    if (!color) {
        p->points[seat] += deck->value[card];
        return;
    }
    unsigned other = p->held[seat][color];
    if (other) {
        p->points[seat] -= deck->value[other - 1];
        p->held[seat][color] = 0;
    } else {
        p->points[seat] += deck->value[card];
        p->held[seat][color] = (uint8_t)(card + 1);
    }
}

static inline void back_out(Position *p, const Deck *deck, unsigned slot) {
    unsigned seat = p->seat, bit = 1u << slot;
    take(p, deck, seat, slot);
    p->slots ^= (uint8_t)bit;
    p->loaded ^= (uint8_t)bit;
    p->seats ^= (uint8_t)(1u << seat);
    p->seat = next_seat[p->seats][seat];
    if (p->slots & (p->slots - 1)) {
        p->lowest &= (uint8_t)~bit;
        if (!p->lowest)
            find_lowest(p);
        return;
    }
    take(p, deck, p->seat, low_bit(p->slots)); /* the last seat gets the last card, and starts */
    p->starter = p->seat;
    p->auction++;
    p->seats = p->slots = p->shown = p->lowest = p->loaded = 0;
}

/* The score of a seat, as things lie. */
static inline int score(const Position *p, unsigned seat) {
    return p->points[seat] + p->clear[seat] / POINT - p->blue[seat];
}

#endif
