/* The yardstick as a module of Python: a state that is a value, and the plays in bulk.
 *
 * The state has the face that the driver of the benchmark asks of ours: `actor`, `legal_actions` as
 * a tuple that was made beforehand, `apply` giving a new state. Actions are whole numbers: bids by
 * slot, back-outs five higher, then cards from ten on.
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bulk.h"

enum { REVEALS = 2 * BID, OVER = -2, CHANCE = -1 };

typedef struct {
    PyObject_HEAD
    Deck deck;
} DeckObject;

typedef struct {
    PyObject_HEAD
    DeckObject *deck;
    uint64_t undealt;
    Position position;
} State;

static PyTypeObject DeckType, StateType;
static PyObject *moves[1 << 2 * BID]; /* the tuple of each set of what seats do */
static PyObject *reveals[CARDS];
static PyObject *actors[SEATS + 2]; /* None when all is over, "chance", then the seats */

static State *spare; /* the last state that nobody had any use for, for the next one */

static State *new_state(DeckObject *deck) {
    State *made = spare;
    if (made) {
        spare = NULL;
        Py_SET_REFCNT(made, 1);
    } else
        made = PyObject_New(State, &StateType);
    if (made) {
        Py_INCREF(deck);
        made->deck = deck;
    }
    return made;
}

static void drop_state(State *self) {
    Py_DECREF(self->deck);
    if (spare)
        PyObject_Free(self);
    else
        spare = self;
}

static int actor_of(const State *self) {
    if (self->position.seats)
        return self->position.seat;
    return self->position.auction == self->deck->deck.auctions ? OVER : CHANCE;
}

static PyObject *actor(State *self, void *unused) {
    (void)unused;
    return Py_NewRef(actors[actor_of(self) - OVER]);
}

/* Of equal cards only the last is told, and the first is turned up. */
static PyObject *legal_reveals(const State *self) {
    const Deck *deck = &self->deck->deck;
    PyObject *found[CARDS];
    int count = 0;
    for (uint64_t rest = self->undealt; rest; rest &= rest - 1) {
        int card = __builtin_ctzll(rest);
        if (deck->last[card] == card)
            found[count++] = reveals[card];
    }
    PyObject *made = PyTuple_New(count);
    for (int number = 0; made && number < count; number++)
        PyTuple_SET_ITEM(made, number, Py_NewRef(found[number]));
    return made;
}

static PyObject *legal_actions(State *self, void *unused) {
    (void)unused;
    if (self->position.seats)
        return Py_NewRef(moves[allowed(&self->position)]);
    return actor_of(self) == OVER ? Py_NewRef(moves[0]) : legal_reveals(self);
}

static PyObject *apply(State *self, PyObject *action) {
    const Deck *deck = &self->deck->deck;
    long number = PyLong_AsLong(action);
    if (number == -1 && PyErr_Occurred())
        return NULL;
    uint64_t taken = 0;
    if (self->position.seats) {
        if (number < 0 || number >= REVEALS || !(allowed(&self->position) >> number & 1))
            return PyErr_Format(PyExc_ValueError, "%ld is not allowed", number);
    } else {
        long card = number - REVEALS;
        if (card < 0 || card >= deck->cards || deck->last[card] != card
            || !(self->undealt >> card & 1))
            return PyErr_Format(PyExc_ValueError, "%ld is not allowed", number);
        taken = self->undealt & ~(((uint64_t)1 << deck->first[card]) - 1);
        taken &= -taken;
    }
    State *made = new_state(self->deck);
    if (!made)
        return NULL;
    made->undealt = self->undealt ^ taken;
    made->position = self->position;
    if (number < BID)
        bid(&made->position, (unsigned)number);
    else if (number < REVEALS)
        back_out(&made->position, deck, (unsigned)number - BID);
    else
        reveal(&made->position, deck, (unsigned)__builtin_ctzll(taken));
    return (PyObject *)made;
}

static PyObject *scores(State *self, void *unused) {
    (void)unused;
    int players = self->deck->deck.players;
    PyObject *made = PyTuple_New(players);
    for (int seat = 0; made && seat < players; seat++) {
        PyObject *own = PyLong_FromLong(score(&self->position, (unsigned)seat));
        if (!own)
            Py_CLEAR(made);
        else
            PyTuple_SET_ITEM(made, seat, own);
    }
    return made;
}

static PyGetSetDef state_answers[] = {
    {"actor", (getter)actor, NULL, "A seat, \"chance\", or None when all is over.", NULL},
    {"legal_actions", (getter)legal_actions, NULL, "The numbers of what is allowed.", NULL},
    {"scores", (getter)scores, NULL, "By seat, as things lie.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef state_methods[] = {
    {"apply", (PyCFunction)apply, METH_O, "The state after the action of this number."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject StateType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "smile_yardstick.State",
    .tp_basicsize = sizeof(State),
    .tp_dealloc = (destructor)drop_state,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = state_answers,
    .tp_methods = state_methods,
};

static PyTypeObject DeckType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "smile_yardstick.Deck",
    .tp_basicsize = sizeof(DeckObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

/* start(players, starter, auctions, beads, values, colors): cards from the lowest, a byte each. */
static PyObject *start(PyObject *module, PyObject *args) {
    (void)module;
    unsigned char players, starter, auctions, beads;
    const char *values, *colors;
    Py_ssize_t cards, colored;
    if (!PyArg_ParseTuple(args, "bbbby#y#", &players, &starter, &auctions, &beads, &values, &cards,
                          &colors, &colored))
        return NULL;
    if (players < 3 || players > SEATS || starter >= players || cards > CARDS || cards != colored
        || cards != players * auctions) {
        PyErr_SetString(PyExc_ValueError, "no such game");
        return NULL;
    }
    DeckObject *made = PyObject_New(DeckObject, &DeckType);
    if (!made)
        return NULL;
    Deck *deck = &made->deck;
    *deck = (Deck){players, auctions, beads, starter, (uint8_t)cards, {0}, {0}, {0}, {0}};
    for (Py_ssize_t card = 0; card < cards; card++) {
        deck->value[card] = (int8_t)values[card];
        deck->color[card] = (uint8_t)(colors[card] & 15); /* the rest tells unequal cards apart */
        int same = card && values[card] == values[card - 1] && colors[card] == colors[card - 1];
        deck->first[card] = same ? deck->first[card - 1] : (uint8_t)card;
        for (Py_ssize_t other = deck->first[card]; other <= card; other++)
            deck->last[other] = (uint8_t)card;
    }
    State *state = new_state(made);
    Py_DECREF(made);
    if (state) {
        begin(&state->position, deck);
        state->undealt = cards ? ~(uint64_t)0 >> (64 - cards) : 0;
    }
    return (PyObject *)state;
}

static PyObject *counts(const uint64_t *numbers, int count) {
    PyObject *made = PyTuple_New(count);
    for (int place = 0; made && place < count; place++) {
        PyObject *own = PyLong_FromUnsignedLongLong(numbers[place]);
        if (!own)
            Py_CLEAR(made);
        else
            PyTuple_SET_ITEM(made, place, own);
    }
    return made;
}

/* The counts that are not zero, by their places less an offset. */
static PyObject *histogram(const uint64_t *numbers, int count, int offset) {
    PyObject *made = PyDict_New();
    for (int place = 0; made && place < count; place++) {
        if (!numbers[place])
            continue;
        PyObject *key = PyLong_FromLong(place - offset);
        PyObject *own = PyLong_FromUnsignedLongLong(numbers[place]);
        if (!key || !own || PyDict_SetItem(made, key, own))
            Py_CLEAR(made);
        Py_XDECREF(key);
        Py_XDECREF(own);
    }
    return made;
}

/* playouts(start, games, seed): wins and ties by seat, scores, lengths. */
static PyObject *python_playouts(PyObject *module, PyObject *args) {
    (void)module;
    State *state;
    unsigned long long games, seed;
    if (!PyArg_ParseTuple(args, "O!KK", &StateType, &state, &games, &seed))
        return NULL;
    Totals totals;
    memset(&totals, 0, sizeof totals);
    playouts(&state->deck->deck, games, seed, &totals);
    int players = state->deck->deck.players;
    return Py_BuildValue("NNNN", counts(totals.wins, players), counts(totals.ties, players),
                         histogram(totals.scores, SCORES, SCORES / 2),
                         histogram(totals.lengths, LENGTHS, 0));
}

static PyMethodDef functions[] = {
    {"start", start, METH_VARARGS, "The first state of a game."},
    {"playouts", python_playouts, METH_VARARGS, "So many random plays, and what they came to."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "smile_yardstick", .m_size = -1, .m_methods = functions,
};

PyMODINIT_FUNC PyInit_smile_yardstick(void) {
    fill_tables();
    if (PyType_Ready(&DeckType) || PyType_Ready(&StateType))
        return NULL;
    actors[0] = Py_None;
    if (!(actors[1] = PyUnicode_InternFromString("chance")))
        return NULL;
    for (int seat = 0; seat < SEATS; seat++)
        if (!(actors[seat - OVER] = PyLong_FromLong(seat)))
            return NULL;
    for (int card = 0; card < CARDS; card++)
        if (!(reveals[card] = PyLong_FromLong(card + REVEALS)))
            return NULL;
    for (int set = 0; set < 1 << 2 * BID; set++) {
        if (!(moves[set] = PyTuple_New(how_many[set])))
            return NULL;
        for (int number = 0; number < how_many[set]; number++) {
            PyObject *move = PyLong_FromLong(nth[set][number]);
            if (!move)
                return NULL;
            PyTuple_SET_ITEM(moves[set], number, move);
        }
    }
    PyObject *made = PyModule_Create(&definition);
    if (made && PyModule_AddType(made, &StateType))
        Py_CLEAR(made);
    return made;
}
