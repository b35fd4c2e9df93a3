// Smile, the card game of the 2017 rules sheet, as a process that answers the wire protocol.
//
// Written from the two printed rules sheets and the wire document alone, by someone who has not
// read fireflies' source: where both agree, two independent readings of the rules agree.
// Run:  node smile.mjs        (Node 20 or later, no packages; one JSON value a line, in and out)
//
// Organised as 1. cards, 2. options and the first state, 3. rules: legal(state), apply(state,
// action) and outcome(state), 4. counting action sequences, 5. wire: what an observer sees, cases,
// requests, standard input and output. A state is a plain object with the wire's own keys, less
// `legal` and `outcome`, which follow from the rest; apply() returns a new one.

// ---- 1. cards ---------------------------------------------------------------------------------
const COLORS = ['yellow', 'white', 'red', 'blue'];
const CARD = /^(-[1-5]|[0-6])( (yellow|white|red|blue))?( (IV|V))?$/;
const SLOTS = 'abcde';

const isCard = (text) => typeof text === 'string' && CARD.test(text);
const valueOf = (card) => Number.parseInt(card, 10);
const colorOf = (card) => COLORS.find((color) => card.includes(color)) ?? null;
const leastPlayers = (card) => (card.endsWith(' IV') ? 4 : card.endsWith(' V') ? 5 : 3);
const inPlay = (box, players) => box.filter((card) => leastPlayers(card) <= players);

// Lowest value first, equal values by their text (all ASCII, so `<` compares code points).
const compareCards = (a, b) => valueOf(a) - valueOf(b) || (a < b ? -1 : 1);

// ---- 2. options -------------------------------------------------------------------------------
const OPTION_KEYS = ['auctions', 'beads', 'box', 'players', 'starting_player'];
const CLEAR_BEADS = 35;

const isObject = (x) => typeof x === 'object' && x !== null && !Array.isArray(x);
const isWhole = (x, low, high) => Number.isInteger(x) && x >= low && x <= high;
const seatsOf = (count) => Array.from({ length: count }, (_, seat) => seat);

function optionsAllowed(options) {
  if (!isObject(options)) return false;
  if (Object.keys(options).sort().join() !== OPTION_KEYS.join()) return false;
  const { players, starting_player: starter, box, auctions, beads } = options;
  if (!isWhole(players, 3, 5) || !isWhole(starter, 0, players - 1)) return false;
  if (!isWhole(auctions, 1, 20) || !isWhole(beads, 0, CLEAR_BEADS / players)) return false;
  if (!Array.isArray(box) || box.length > 60 || !box.every(isCard)) return false;
  return inPlay(box, players).length === players * auctions;
}

function firstState({ players, starting_player, box, beads }) {
  return {
    phase: 'reveal',
    actor: 'chance',
    auction: 1,
    starting_player,
    in_auction: seatsOf(players),
    row: [],
    players: seatsOf(players).map(() => ({ clear: beads, blue: 0, cards: [] })),
    supply: { clear: CLEAR_BEADS - players * beads, blue: 5 },
    discarded: [],
    undealt: inPlay(box, players),
  };
}

// ---- 3. rules ---------------------------------------------------------------------------------
function legal(state) {
  if (state.phase === 'over') return [];
  if (state.phase === 'reveal') return [...new Set(state.undealt)].map((card) => `reveal ${card}`);
  // A bid goes on the lowest card still there; among equal ones the bidder chooses.
  // Without a clear bead one may still bid, with a borrowed one, if one cannot back out either.
  const laden = state.row.filter((place) => place.beads > 0);
  const lowest = state.row.filter(({ card }) => valueOf(card) === valueOf(state.row[0].card));
  const canBid = state.players[state.actor].clear > 0 || laden.length === 0;
  return [
    ...(canBid ? lowest.map(({ slot }) => `bid ${slot}`) : []),
    ...laden.map(({ slot }) => `back-out ${slot}`),
  ];
}

// The state after a legal action. The moves change the places of the row and the players of the
// copy, and replace its other lists and objects.
function apply(before, action) {
  const state = {
    ...before,
    row: before.row.map((place) => ({ ...place })),
    players: before.players.map((player) => ({ ...player, cards: [...player.cards] })),
  };
  const [verb, ...rest] = action.split(' ');
  ({ reveal, bid, 'back-out': backOut })[verb](state, rest.join(' '));
  return state;
}

function reveal(state, card) {
  state.undealt = state.undealt.toSpliced(state.undealt.indexOf(card), 1);
  const cards = [...state.row.map((place) => place.card), card].sort(compareCards);
  state.row = cards.map((text, index) => ({ slot: SLOTS[index], card: text, beads: 0 }));
  if (state.row.length === state.players.length) {
    Object.assign(state, { phase: 'bid', actor: state.starting_player });
  }
}

function bid(state, slot) {
  const player = state.players[state.actor];
  if (player.clear > 0) {
    player.clear -= 1;
  } else {
    // The bead bid is borrowed, with a blue one as its record; below zero, substitutes are used.
    state.supply = { clear: state.supply.clear - 1, blue: state.supply.blue - 1 };
    player.blue += 1;
  }
  state.row.find((place) => place.slot === slot).beads += 1;
  state.actor = nextSeat(state);
}

function backOut(state, slot) {
  takeCard(state, state.actor, slot);
  if (state.in_auction.length > 1) {
    state.actor = nextSeat(state);
    return;
  }
  const [last] = state.in_auction;
  takeCard(state, last, state.row[0].slot);
  state.starting_player = last;
  if (state.undealt.length === 0) {
    Object.assign(state, { phase: 'over', actor: null });
  } else {
    Object.assign(state, { phase: 'reveal', actor: 'chance', auction: state.auction + 1 });
    state.in_auction = seatsOf(state.players.length);
  }
}

// The next seat clockwise that is still in the auction.
function nextSeat(state) {
  let seat = state.actor;
  do seat = (seat + 1) % state.players.length; while (!state.in_auction.includes(seat));
  return seat;
}

// A seat gets a card with the beads on it and leaves the auction; a pair leaves the game.
function takeCard(state, seat, slot) {
  const player = state.players[seat];
  const { card, beads } = state.row.find((place) => place.slot === slot);
  state.row = state.row.filter((place) => place.slot !== slot);
  state.in_auction = state.in_auction.filter((other) => other !== seat);
  player.clear += beads;
  const color = colorOf(card);
  const twin = color === null ? -1 : player.cards.findIndex((own) => colorOf(own) === color);
  if (twin === -1) player.cards.push(card);
  else state.discarded = [...state.discarded, card, ...player.cards.splice(twin, 1)];
}

function outcome(state) {
  if (state.phase !== 'over') return null;
  const scores = state.players.map(({ clear, blue, cards }) =>
    cards.reduce((sum, card) => sum + valueOf(card), Math.floor(clear / 5) - blue));
  const best = Math.max(...scores);
  const leaders = seatsOf(scores.length).filter((seat) => scores[seat] === best);
  const mostClear = Math.max(...leaders.map((seat) => state.players[seat].clear));
  return { scores, winners: leaders.filter((seat) => state.players[seat].clear === mostClear) };
}

// ---- 4. count ---------------------------------------------------------------------------------
// Step by step, with states that have the same future taken together: which cards lie in front of
// the players, and the colors, have no bearing on what is legal. BigInt, since counts get large.

function count(start, steps) {
  let total = 0n;
  let layer = new Map([['', { state: start, ways: 1n }]]);
  for (let left = steps; left > 0 && layer.size > 0; left -= 1) {
    const next = new Map();
    for (const { state, ways } of layer.values()) {
      if (state.phase === 'over') total += ways;
      for (const [action, weight] of likeActions(state)) {
        const after = apply(state, action);
        const key = futureKey(after, left - 1);
        if (!next.has(key)) next.set(key, { state: after, ways: 0n });
        next.get(key).ways += ways * weight;
      }
    }
    layer = next;
  }
  for (const { ways } of layer.values()) total += ways;
  return total;
}

// Each different undealt card as [card, kind]; those of one kind are alike to reveal.
function kinds(undealt) {
  const copies = new Map();
  for (const card of undealt) copies.set(card, (copies.get(card) ?? 0) + 1);
  return [...copies].map(([card, number]) => [card, `${valueOf(card)}x${number}`]);
}

// One legal action of each kind, and how many there are of it.
function likeActions(state) {
  if (state.phase !== 'reveal') return legal(state).map((action) => [action, 1n]);
  const found = new Map();
  for (const [card, kind] of kinds(state.undealt)) {
    found.set(kind, [`reveal ${card}`, (found.get(kind)?.[1] ?? 0n) + 1n]);
  }
  return [...found.values()];
}

// While bidding, the row's values matter only by which are equal and which lower; the undealt
// cards matter only if the steps left could reach the next auction's first reveal.
function futureKey(state, left) {
  if (left === 0) return '';
  const bidding = state.phase === 'bid';
  if (!bidding && left <= state.players.length - state.row.length) {
    // Nothing but reveals to come: values have no bearing either.
    return kinds(state.undealt).map(([, kind]) => kind.split('x')[1]).sort().join();
  }
  const values = state.row.map((place) => valueOf(place.card));
  const ranks = bidding ? values.map((value) => values.indexOf(value)) : values;
  const row = state.row.map((place, index) => `${ranks[index]}:${place.beads}`).sort();
  const clear = state.players.map((player) => player.clear);
  const seat = bidding ? state.actor : state.starting_player;
  const nearby = bidding && left < state.in_auction.length;
  const undealt = nearby ? [] : kinds(state.undealt).map(([, kind]) => kind).sort();
  return [state.phase, seat, row, state.in_auction, clear, undealt].join(' ');
}

// ---- 5. wire ----------------------------------------------------------------------------------
const IMPLEMENTATION = {
  name: 'smile.mjs', version: '1.0.0', language: 'javascript', games: { smile: ['2017'] },
};

function view(state, observer) {
  const open = observer === null || state.phase === 'over';
  const hidesLegal = !open && state.phase === 'bid' && state.actor !== observer;
  const players = state.players.map((player, seat) =>
    (open || seat === observer ? player : { ...player, clear: null, blue: null }));
  return { ...state, players, legal: hidesLegal ? null : legal(state), outcome: outcome(state) };
}

function isKnownAsk(ask) {
  if (ask === 'trace' || ask === 'final') return true;
  const [key, ...others] = isObject(ask) ? Object.keys(ask) : [];
  return (key === 'count' || key === 'from') && !others.length && isWhole(ask[key], 0, Infinity);
}

function runCase(request) {
  if (!isObject(request)) throw new Error('the case is not an object');
  const { game, edition, options, actions, observer, ask } = request;
  if (game !== 'smile' || edition !== '2017' || !isKnownAsk(ask)) return { skipped: true };
  if (!Array.isArray(actions)) throw new Error('actions is not a list');
  if (!optionsAllowed(options)) {
    return { ...('count' in Object(ask) ? { count: 0n } : { states: [] }), refused: { index: -1 } };
  }
  if (observer !== null && !isWhole(observer, 0, options.players - 1)) {
    throw new Error('the observer is neither null nor a seat');
  }
  const states = [firstState(options)];
  for (const action of actions) {
    if (!legal(states.at(-1)).includes(action)) break;
    states.push(apply(states.at(-1), action));
  }
  const taken = states.length - 1;
  const refused = taken < actions.length ? { index: taken } : null;
  if ('count' in Object(ask)) return { count: count(states.at(-1), ask.count), refused };
  const first = ask === 'trace' ? 0 : Math.min(ask.from ?? taken, taken);
  return { states: states.slice(first).map((state) => view(state, observer)), refused };
}

// The answer to one line, or null after `stop`.
function answer(line) {
  let seq = null;
  try {
    const request = JSON.parse(line);
    if (Number.isInteger(request?.seq)) seq = request.seq;
    if (request?.cmd === 'stop') return null;
    if (request?.cmd === 'start') return { version: 1, implementation: IMPLEMENTATION };
    if (request?.cmd !== 'run' || seq === null) throw new Error('no such request');
    return { seq, ...runCase(request.case) };
  } catch (error) {
    return { seq, errored: true, message: error.message, traceback: error.stack };
  }
}

// JSON.stringify knows no BigInt, so the count is written behind the rest.
function send({ count: number, ...rest }) {
  const text = JSON.stringify(rest);
  const full = number === undefined ? text : `${text.slice(0, -1)},"count":${number}}`;
  process.stdout.write(`${full}\n`);
}

// Not node:readline, which also ends lines at U+2028 and U+2029, legal inside a JSON string.
async function main() {
  let pending = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    const lines = (pending + chunk).split('\n');
    pending = lines.pop();
    if (!lines.every(respond)) return;
  }
  respond(pending);
}

// Whether to go on; empty lines are passed over.
function respond(line) {
  const reply = /^[ \t\r]*$/.test(line) ? undefined : answer(line);
  if (reply) send(reply);
  return reply !== null;
}

await main();
