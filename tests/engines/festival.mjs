// Firefly Festival, the board game of the 2026 rules sheet, as a process that answers the wire protocol.
//
// Written from fireflies' documentation alone (the pages about the wire, porting, the suite and
// Festival, the texts of the rules, the schemas of options and states), by someone who has not
// read fireflies' source: where both agree, two independent readings of the rules agree.
// Run:  node festival.mjs     (Node 20 or later, no packages; one JSON value a line, in and out)
//
// Organised as 1. options: what fits, 2. the map, 3. the setup, 4. what goals count, 5. legal actions, 6. what
// actions do, 7. the end and the scores, 8. counting action sequences, 9. wire: what an observer sees, cases,
// requests, input and output. A `game` is what follows from the options and never changes. A state is a plain
// object with most of the wire's own keys; an action changes it. Islands are counted by letter, from 0.

const KINDS = ['empire', 'architect', 'hubs', 'merchant', 'tower', 'diversity', 'ready'];
const SIZES = ['small', 'medium', 'large'];

const isWhole = (x, low, high) => Number.isInteger(x) && x >= low && x <= high;
const areDifferent = (list) => new Set(list).size === list.length;
const range = (count) => Array.from({ length: count }, (_, index) => index);
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
const most = (numbers) => Math.max(0, ...numbers);
// Texts on the wire are ASCII, so that the sort by code units is one by code points.
const sorted = (texts) => [...texts].sort();
const distinct = (texts) => sorted(new Set(texts));

// ---- 1. options: what fits ----------------------------------------------------------------------
// Keys and types are not looked at: the wire sends the right ones only.
const REWARD = /^(coins|workers|goals|points)-[1-9]$/;
const TILE = /^(start|(small|medium|large) (0|[1-9]\d?) (coins|workers|goals|points)-[1-9])$/;
const GOAL = new RegExp(`^(${[...KINDS, 'bridges', 'floors'].join('|')}) [1-9]\\d? (0|[1-9]\\d?)$`);
const POWER = /^(?=.{1,20}$)[a-z]+(-[a-z]+)*$/;

// Name: lowest, highest, and whether a power may change it.
const FIGURES = {
  bridges: [0, 99, true], floors: [1, 99, true], workers: [0, 99, true], coins: [0, 99, true], settlers: [0, 9],
  hand: [0, 9], moves: [0, 9, true], segment: [0, 9, true], toll: [0, 9, true], height: [1, 9], firefly: [0, 9, true],
  crow_points: [0, 99, true], crow_coins: [0, 9, true], crow_workers: [0, 9, true], crow_income: [0, 9, true],
  crow_loss: [0, 99, true], longest: [0, 99], bank: [0, 999], rounds: [1, 99],
};
const inRange = (name, number) => isWhole(number, FIGURES[name][0], FIGURES[name][1]);
const isOff = (value) => value === 'off';

const all = (list, low, high, isRight) => isWhole(list.length, low, high) && list.every(isRight);
const isFor = ({ players: [low, high] }, players) => players >= low && players <= high;

const areFour = (goals) =>
  Array.isArray(goals) && all(goals, 4, 4, (kind) => KINDS.includes(kind)) && areDifferent(goals);

function optionsFit({ players, starting_player: starter, setup, goals, powers, turns, box }) {
  return isWhole(players, 2, 6) && (starter === 'chance' || isWhole(starter, 0, players - 1))
    && ['first', 'variable'].includes(setup)
    && (goals === 'chance' || areFour(goals))
    && (isOff(turns) ? !isOff(box.figures.rounds) : isWhole(turns, 1, 1000))
    && boxFits(box) && box.boards.some((board) => isFor(board, players))
    && box.private.length >= players * box.figures.hand
    && (!powers || box.powers.length >= 2 * players);
}

function boxFits(box) {
  const { boards, sizes, tiles, chain, sorin, fish, figures, powers } = box;
  return Object.keys(FIGURES).every((name) =>
    inRange(name, figures[name]) || (name === 'rounds' && isOff(figures[name])))
    && figures.workers >= 2 * figures.settlers
    && SIZES.every((size) => isWhole(sizes[size].capacity, 1, 99) && isWhole(sizes[size].floors, 1, figures.height))
    && all(tiles, 0, 60, (tile) => TILE.test(tile))
    && Object.values(box.public).every((cards) => all(cards, 1, 6, isRow(1)) && rises(cards, 0) && rises(cards, 1))
    && all(box.private, 0, 60, (goal) => GOAL.test(goal))
    && all(chain, 0, 10, isRow(2)) && rises(chain, 0)
    && all(sorin, 5, 5, (count) => isWhole(count, 1, 99)) && all(fish, 0, 9, (price) => isWhole(price, 0, 99))
    && all(powers, 0, 60, (power) => powerFits(power, figures)) && areDifferent(powers.map(({ name }) => name))
    && all(boards, 1, 5, (board) => boardFits(board, tiles))
    && range(7).every((players) => boards.filter((board) => isFor(board, players)).length <= 1);
}

const isRow = (low) => (row) => row.length === 2 && isWhole(row[0], low, 99) && isWhole(row[1], 0, 99);
const rises = (rows, at) => rows.every((row, index) => index === 0 || row[at] > rows[index - 1][at]);

function powerFits({ name, changes }, figures) {
  const isChange = ([figure, change]) =>
    FIGURES[figure][2] && isWhole(change, -9, 9) && inRange(figure, figures[figure] + change);
  return POWER.test(name) && Object.entries(changes).every(isChange)
    && figures.workers + (changes.workers ?? 0) >= 2 * figures.settlers;
}

function boardFits(board, tiles) {
  const { players, width, height, take, islands, lanes, water } = board;
  const inBox = (size) => tiles.filter((tile) => readTile(tile).size === size).length;
  return players.length === 2 && isWhole(players[0], 2, 6) && isWhole(players[1], players[0], 6)
    && isWhole(width, 3, 40) && isWhole(height, 3, 40) && take.start === 2
    && SIZES.every((size) => isWhole(take[size], 0, 24)) && SIZES.some((size) => take[size] > 0)
    && Object.keys(take).every((size) => inBox(size) >= take[size])
    && islandsFit(board) && islands.length === total(Object.values(take))
    && lanes.every((lane) => laneFits(board, lane))
    && areDifferent(lanes.map((lane) => `${pairOf(lane)} ${cellsOf(lane).join(' ')}`))
    && lanes.every((lane) => lanes.filter((other) => pairOf(other) === pairOf(lane)).length <= 3)
    && water.every(({ at, reward }) => isCell(board, at) && !islandAt(board, at) && REWARD.test(reward))
    && areDifferent(water.map(({ at }) => at.join()));
}

function islandsFit({ islands, width, height }) {
  const isOn = ({ name, at }) => /^[A-Z]$/.test(name) && isCell({ width: width - 2, height: height - 2 }, at);
  return all(islands, 0, 26, isOn)
    && areDifferent(islands.map(({ name }) => name)) && islands.filter(({ start }) => start).length === 2
    && islands.every((one) => islands.every((other) => one === other || areApart(one.at, other.at)));
}

// Neither with a cell in common nor with cells side by side; corners may touch.
function areApart([x, y], [otherX, otherY]) {
  const [across, down] = [Math.abs(x - otherX), Math.abs(y - otherY)];
  return Math.max(across, down) > 3 || (across === 3 && down === 3);
}

const isCell = ({ width, height }, at) => all(at, 2, 2, (x, axis) => isWhole(x, 0, [width, height][axis] - 1));
const islandAt = ({ islands }, [x, y]) =>
  islands.find(({ at }) => x >= at[0] && x < at[0] + 3 && y >= at[1] && y < at[1] + 3);
const pairOf = ({ between }) => sorted(between).join('');

// The cells of a lane that is straight, from the left or the top.
function cellsOf({ from, to }) {
  const step = [0, 1].map((axis) => Math.sign(to[axis] - from[axis]));
  const length = 1 + Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]);
  const cells = range(length).map((n) => [from[0] + n * step[0], from[1] + n * step[1]]);
  return step.includes(-1) ? cells.reverse() : cells;
}

function laneFits(board, lane) {
  const { between, from, to } = lane;
  if (!/^[A-Z]{2}$/.test(between) || !isCell(board, from) || !isCell(board, to)) return false;
  if (from[0] !== to[0] && from[1] !== to[1]) return false;
  const cells = cellsOf(lane);
  if (cells.some((at) => islandAt(board, at))) return false;
  const [[left, top], [right, bottom]] = [cells[0], cells.at(-1)];
  return [[1, 0], [0, 1]].some(([x, y]) => {
    const ends = [islandAt(board, [left - x, top - y]), islandAt(board, [right + x, bottom + y])];
    const isAlong = x ? top === bottom : left === right;
    return isAlong && ends.every(Boolean) && sorted(ends.map(({ name }) => name)).join('') === pairOf(lane);
  });
}

// ---- 2. the map ---------------------------------------------------------------------------------
function makeGame(options) {
  const { box, players } = options;
  const board = box.boards.find((one) => isFor(one, players));
  const islands = [...board.islands].sort((a, b) => (a.name < b.name ? -1 : 1));
  const letters = islands.map(({ name }) => name);
  return { options, box, players, board, islands, letters, lanes: makeLanes(board, letters), figures: box.figures };
}

function makeLanes(board, letters) {
  const rewardsOf = (cells) => board.water.filter(({ at }) => cells.includes(at.join())).map(({ reward }) => reward);
  const lanes = board.lanes.map((lane) => ({ pair: pairOf(lane), cells: cellsOf(lane) }));
  lanes.sort((a, b) => a.cells[0][0] - b.cells[0][0] || a.cells[0][1] - b.cells[0][1]);
  const made = lanes.map(({ pair, cells: at }, index) => {
    const cells = at.map((cell) => cell.join());
    const number = 1 + lanes.slice(0, index).filter((lane) => lane.pair === pair).length;
    const ends = [...pair].map((letter) => letters.indexOf(letter));
    return { name: pair + number, ends, cells, length: cells.length, rewards: rewardsOf(cells) };
  });
  for (const lane of made) {
    const crosses = (other) => other !== lane && other.cells.some((cell) => lane.cells.includes(cell));
    lane.crossing = made.filter(crosses).map(({ name }) => name);
  }
  return made.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const laneNamed = (game, name) => game.lanes.find((lane) => lane.name === name);
const islandNamed = (state, letter) => state.islands.find(({ name }) => name === letter);

// "small 2 coins-1" in parts.
function readTile(tile) {
  const [size, points, reward] = tile.split(' ');
  return { size, points: Number(points), reward };
}

// A figure as the power of a seat has changed it.
const figure = (game, state, seat, name) =>
  total([game.figures[name], ...state.players[seat].powers.map((power) => changesOf(game, power)[name] ?? 0)]);
const changesOf = ({ box }, name) => box.powers.find((power) => power.name === name).changes;

// ---- 3. the setup -------------------------------------------------------------------------------
function firstState(game) {
  const { options, box, players, islands, figures } = game;
  const { coins, bridges, floors, workers } = figures;
  const tileOf = (start) => (options.setup === 'first' && start ? 'start' : null);
  const state = {
    phase: null, actor: null, seat: null, mains: 0, secondary: false, pending: null, idle: 0, outcome: null,
    turns_left: isOff(options.turns) ? null : options.turns, kinds: options.goals === 'chance' ? [] : options.goals,
    islands: islands.map(({ name, start }) =>
      ({ name, tile: tileOf(start), floors: [], sealed: false, workers: Array(players).fill(0) })),
    bridges: [], crow: null, sorin: box.sorin[players - 2], tiles: [...box.tiles], deck: sorted(box.private),
    cards: options.powers ? sorted(box.powers.map(({ name }) => name)) : [], // powers not dealt
    players: range(players).map(() => ({
      points: 0, coins, bridges, floors, workers, fish: box.fish.length,
      goals: [], claimed: [], completed: [], powers: [],
    })),
  };
  prepare(game, state);
  return state;
}

// The next step of the setup, up to the first turn.
function prepare(game, state) {
  const { options, players, figures } = game;
  if (state.islands.some(({ tile }) => tile === null)) return ask(state, 'tiles', 'chance', null);
  if (state.kinds.length < 4) return ask(state, 'kinds', 'chance', null);
  const handless = state.players.findIndex(({ goals }) => goals.length < figures.hand);
  if (handless >= 0) return ask(state, 'goals', 'chance', handless);
  if (options.powers) {
    const dealt = options.box.powers.length - state.cards.length;
    if (dealt < 2 * players) return ask(state, 'powers', 'chance', Math.floor(dealt / 2));
    const chooser = state.players.findIndex(({ powers }) => powers.length === 2);
    if (chooser >= 0) return ask(state, 'keep', chooser, chooser);
    openPowers(game, state);
  }
  if (options.starting_player === 'chance') return ask(state, 'first', 'chance', null);
  return beginTurn(game, state, options.starting_player);
}

const ask = (state, phase, actor, seat) => Object.assign(state, { phase, actor, seat });

function openPowers(game, state) {
  for (const player of state.players) {
    const changes = changesOf(game, player.powers[0]);
    for (const name of ['coins', 'bridges', 'floors', 'workers']) player[name] += changes[name] ?? 0;
  }
}

function placeSettlers({ figures: { settlers } }, { islands, players }) {
  for (const { tile, workers } of islands) if (tile === 'start') workers.fill(settlers);
  for (const player of players) player.workers -= 2 * settlers;
}

// The tiles that may lie on the next island: of a size of which some are still to be laid.
function tilesLeft({ board }, state) {
  const laid = state.islands.filter(({ tile }) => tile !== null).map(({ tile }) => readTile(tile).size);
  const isLeft = (size) => laid.filter((other) => other === size).length < board.take[size];
  return distinct(state.tiles).filter((tile) => isLeft(readTile(tile).size));
}

// ---- 4. what goals count ------------------------------------------------------------------------
const bridgesOf = (game, state, seat) =>
  state.bridges.filter((bridge) => bridge.seat === seat).map(({ lane }) => laneNamed(game, lane));
const bridgesAt = (game, state, island) =>
  state.bridges.filter(({ lane }) => laneNamed(game, lane).ends.includes(island));
const floorsOf = (state, seat) => state.islands.map(({ floors }) => floors.filter((owner) => owner === seat).length);
const workersOf = (state, seat) => state.islands.map(({ workers }) => workers[seat]);

const COUNTS = {
  empire: (game, state, seat) => floorsOf(state, seat).filter((count) => count > 0).length,
  architect: (game, state, seat) => most(bridgesOf(game, state, seat).map(({ length }) => length)),
  hubs: (game, state, seat) => most(game.letters.map((_, island) =>
    bridgesOf(game, state, seat).filter(({ ends }) => ends.includes(island)).length)),
  merchant: (game, state, seat) => state.players[seat].coins,
  tower: (game, state, seat) => total(floorsOf(state, seat).sort((a, b) => b - a).slice(0, 2)),
  diversity: (game, state, seat) => workersOf(state, seat).filter((count) => count > 0).length,
  ready: (game, state, seat) => total(workersOf(state, seat)),
  bridges: (game, state, seat) => bridgesOf(game, state, seat).length,
  floors: (game, state, seat) => total(floorsOf(state, seat)),
};

// The cards of a stack that are left, the top one first.
const stackOf = ({ box }, { players }, kind) =>
  box.public[kind].slice(players.flatMap(({ claimed }) => claimed).filter((goal) => goal.startsWith(kind)).length);
const kindsInPlay = ({ kinds }) => KINDS.filter((kind) => kinds.includes(kind));

// ---- 5. legal actions ---------------------------------------------------------------------------
function legal(game, state) {
  const { letters } = game;
  switch (state.phase) {
    case 'tiles': return tilesLeft(game, state).map((tile) => `tile ${tile}`);
    case 'kinds': return KINDS.filter((kind) => !state.kinds.includes(kind)).map((kind) => `kind ${kind}`);
    case 'goals': return distinct(state.deck).map((card) => `deal ${card}`);
    case 'powers': return state.cards.map((name) => `power ${name}`);
    case 'keep': return state.players[state.seat].powers.map((name) => `keep ${name}`);
    case 'first': return range(game.players).map((seat) => `first ${seat}`);
    case 'recruit': return recruitPlaces(game, state).map((island) => `recruit ${letters[island]}`);
    case 'cross': return ['stay', ...crossings(game, state)];
    case 'walk': return ['done', ...walks(game, state).map((island) => `walk ${letters[island]}`)];
    case 'to': return waysFrom(game, state, letters.indexOf(state.pending.walker))
      .map(({ island, seat }) => `to ${letters[island]} ${seat}`);
    case 'turn': return turnActions(game, state);
    default: return [];
  }
}

function turnActions(game, state) {
  const where = (can) => game.letters.filter((_, island) => can(game, state, island));
  const mains = state.mains > 0 ? [
    ...bridgeLanes(game, state).map(({ name }) => `bridge ${name}`),
    ...where(canBuild).map((letter) => `pagoda ${letter}`),
    'move',
    ...where(canHold).map((letter) => `festival ${letter}`),
  ] : [];
  return [...mains, ...(state.secondary ? secondaryActions(game, state) : []), ...(state.mains === 0 ? ['end'] : [])];
}

function bridgeLanes(game, state) {
  const { seat, players } = state;
  const { coins, bridges } = players[seat];
  const price = figure(game, state, seat, 'segment');
  const built = new Set(state.bridges.map(({ lane }) => lane));
  return game.lanes.filter(({ name, ends, length, crossing }) =>
    !built.has(name) && !crossing.some((other) => built.has(other))
    && ends.some((island) => state.islands[island].workers[seat] > 0)
    && coins >= price * length && bridges >= length);
}

function canBuild({ figures }, { islands, players, seat }, island) {
  const { tile, floors, sealed, workers } = islands[island];
  return tile !== 'start' && workers[seat] > 0 && players[seat].floors > 0 && floors.length < figures.height && !sealed;
}

function canHold(game, state, island) {
  const { tile, floors, sealed, workers } = state.islands[island];
  const pieces = piecesAt(game, state, island);
  return tile !== 'start' && floors.length >= game.box.sizes[readTile(tile).size].floors
    && bridgesAt(game, state, island).length >= floors.length
    && workers[state.seat] > 0 && most(pieces) === pieces[state.seat] && !sealed && state.sorin > 0;
}

// By seat: floors, bridges that end there, and workers, one each.
function piecesAt(game, state, island) {
  const { floors, workers } = state.islands[island];
  const owners = [...floors, ...bridgesAt(game, state, island).map(({ seat }) => seat)];
  return workers.map((count, seat) => count + owners.filter((owner) => owner === seat).length);
}

function secondaryActions(game, state) {
  const { seat, players } = state;
  const player = players[seat];
  const isMet = (kind, needs) => COUNTS[kind](game, state, seat) >= Number(needs);
  const goals = distinct(player.goals).filter((goal) => isMet(...goal.split(' ')));
  const isTopMet = (kind) => stackOf(game, state, kind).slice(0, 1).some(([needs]) => isMet(kind, needs));
  const crow = player.points >= figure(game, state, seat, 'crow_points') && state.crow !== seat;
  const recruits = crow && player.workers > 0 && figure(game, state, seat, 'crow_workers') > 0;
  return [
    ...goals.map((goal) => `private ${goal}`),
    ...kindsInPlay(state).filter(isTopMet).map((kind) => `public ${kind}`),
    ...(crow ? ['crow coins'] : []),
    ...(recruits ? ['crow workers'] : []),
    ...(player.fish > 0 && player.coins >= fishPrice(game, player) ? ['fish'] : []),
  ];
}

// The first fish costs the first price, and so on.
const fishPrice = ({ box }, { fish }) => box.fish[box.fish.length - fish];

function roomOn({ box }, { islands }, island) {
  const { tile, workers } = islands[island];
  return tile === 'start' ? Infinity : box.sizes[readTile(tile).size].capacity - total(workers);
}

function recruitPlaces(game, state) {
  const { lane } = state.pending;
  if (lane) return laneNamed(game, lane).ends.filter((island) => roomOn(game, state, island) > 0);
  return range(state.islands.length).filter((island) => state.islands[island].tile === 'start');
}

// Those who were at one end before go to the other one, as far as there is room.
function crossings(game, state) {
  const { lane, able } = state.pending;
  return laneNamed(game, lane).ends.flatMap((island, end) => {
    const counts = range(Math.min(able[1 - end], roomOn(game, state, island))).map((index) => index + 1);
    return counts.map((count) => `cross ${game.letters[island]} ${count}`);
  });
}

// How many bridges of this seat lead at least from an island to each other one that they reach.
function distances(game, state, seat, from) {
  const bridges = bridgesOf(game, state, seat);
  const found = new Map([[from, 0]]);
  for (const island of found.keys()) { // grows while it is read
    for (const { ends } of bridges.filter((lane) => lane.ends.includes(island))) {
      const next = ends[0] === island ? ends[1] : ends[0];
      if (!found.has(next)) found.set(next, found.get(island) + 1);
    }
  }
  return found;
}

// Where a worker of the seat on turn may go from here: island, owner of the bridges, and toll.
function waysFrom(game, state, from) {
  const { coins } = state.players[state.seat];
  const toll = (seat) => (seat === state.seat ? 0 : figure(game, state, state.seat, 'toll'));
  return range(game.players)
    .flatMap((seat) => [...distances(game, state, seat, from)]
      .map(([island, count]) => ({ island, seat, price: count * toll(seat) })))
    .filter(({ island, price }) => island !== from && price <= coins && roomOn(game, state, island) > 0)
    .sort((a, b) => a.island - b.island || a.seat - b.seat);
}

const walks = (game, state) => range(state.islands.length).filter((island) =>
  state.islands[island].workers[state.seat] > 0 && waysFrom(game, state, island).length > 0);

// ---- 6. what actions do -------------------------------------------------------------------------
const MAIN = ['bridge', 'pagoda', 'move', 'festival'];
const SECONDARY = ['private', 'public', 'crow', 'fish'];
const PROGRESS = ['bridge', 'pagoda', 'festival', 'private', 'public'];
const SETUP = ['tiles', 'kinds', 'goals', 'powers', 'keep'];

// Changes the state by an action that is legal.
function apply(game, state, action) {
  const [verb, ...words] = action.split(' ');
  const inSetup = SETUP.includes(state.phase) && state.pending === null;
  if (MAIN.includes(verb)) state.mains -= 1;
  if (SECONDARY.includes(verb)) state.secondary = false;
  if (PROGRESS.includes(verb)) state.idle = 0;
  DOES[verb](game, state, words);
  if (inSetup) prepare(game, state);
  else if (verb !== 'first' && verb !== 'end') goOn(game, state);
}

// What is asked next in a turn.
function goOn(game, state) {
  const { seat, pending } = state;
  if (pending) {
    if (pending.draws > 0) return ask(state, 'goals', 'chance', seat);
    if (pending.recruits > 0) return ask(state, 'recruit', seat, seat);
    if (pending.lane && crossings(game, state).length > 0) return ask(state, 'cross', seat, seat);
    if (pending.walker) return ask(state, 'to', seat, seat);
    if (pending.walks > 0 && walks(game, state).length > 0) return ask(state, 'walk', seat, seat);
    state.pending = null;
  }
  if (state.mains === 0 && !state.secondary) return endTurn(game, state);
  return ask(state, 'turn', seat, seat);
}

const pend = (parts) => ({ lane: null, able: [0, 0], draws: 0, recruits: 0, walks: 0, walker: null, ...parts });

// Lists of texts are always sorted. One text goes from a list to another one.
function pass(text, from, to) {
  from.splice(from.indexOf(text), 1);
  to.push(text);
  to.sort();
}

const DOES = {
  tile(game, state, words) {
    const { tiles, islands } = state;
    [islands.find(({ tile }) => tile === null).tile] = tiles.splice(tiles.indexOf(words.join(' ')), 1);
    if (islands.every(({ tile }) => tile !== null)) placeSettlers(game, state);
  },
  deal(game, state, words) {
    pass(words.join(' '), state.deck, state.players[state.seat].goals);
    if (state.pending) state.pending.draws -= 1;
  },
  kind: (game, state, [kind]) => { state.kinds = [...state.kinds, kind].sort(); },
  power: (game, state, [name]) => pass(name, state.cards, state.players[state.seat].powers),
  keep: (game, state, [name]) => { state.players[state.seat].powers = [name]; },
  first: (game, state, [seat]) => beginTurn(game, state, Number(seat)),
  end: (game, state) => endTurn(game, state),
  stay: (game, state) => { state.pending = null; },
  done: (game, state) => { state.pending = null; },
  bridge(game, state, [name]) {
    const { seat, players } = state;
    const { ends, length, rewards } = laneNamed(game, name);
    players[seat].coins -= length * figure(game, state, seat, 'segment');
    players[seat].bridges -= length;
    state.bridges.push({ lane: name, seat });
    state.bridges.sort((a, b) => (a.lane < b.lane ? -1 : 1));
    const able = ends.map((island) => state.islands[island].workers[seat]);
    const room = total(ends.map((island) => roomOn(game, state, island)));
    state.pending = pend({ lane: name, able, ...gain(state, rewards, room) });
  },
  pagoda(game, state, [letter]) {
    const island = islandNamed(state, letter);
    state.players[state.seat].floors -= 1;
    island.floors.push(state.seat);
    state.pending = pend(gain(state, [readTile(island.tile).reward], Infinity));
  },
  move: (game, state) => { state.pending = pend({ walks: figure(game, state, state.seat, 'moves') }); },
  walk: (game, state, [letter]) => { state.pending.walker = letter; },
  festival(game, state, [letter]) {
    const island = game.letters.indexOf(letter);
    const { tile, workers } = state.islands[island];
    const { points } = readTile(tile);
    state.islands[island].sealed = true;
    state.sorin -= 1;
    for (const [seat, count] of piecesAt(game, state, island).entries()) state.players[seat].points += points * count;
    const ends = bridgesAt(game, state, island).flatMap(({ lane }) => laneNamed(game, lane).ends);
    const lit = [...new Set([island, ...ends])].flatMap((near) => state.islands[near].workers);
    state.players[state.seat].points += total(lit) * figure(game, state, state.seat, 'firefly');
    for (const [seat, player] of state.players.entries()) if (workers[seat] > 0) player.fish = game.box.fish.length;
  },
  private(game, state, words) {
    const player = state.players[state.seat];
    pass(words.join(' '), player.goals, player.completed);
    player.points += Number(words[2]);
  },
  public(game, state, [kind]) {
    const player = state.players[state.seat];
    const [[needs, points]] = stackOf(game, state, kind);
    player.claimed = sorted([...player.claimed, `${kind} ${needs} ${points}`]);
    player.points += points;
  },
  crow(game, state, [choice]) {
    const { seat, players } = state;
    const player = players[seat];
    player.points -= figure(game, state, seat, 'crow_points');
    state.crow = seat;
    if (choice === 'coins') player.coins += figure(game, state, seat, 'crow_coins');
    else state.pending = pend({ recruits: Math.min(figure(game, state, seat, 'crow_workers'), player.workers) });
  },
  fish(game, state) {
    const player = state.players[state.seat];
    player.coins -= fishPrice(game, player);
    player.fish -= 1;
    state.mains += 1;
  },
  recruit(game, state, [letter]) {
    state.players[state.seat].workers -= 1;
    islandNamed(state, letter).workers[state.seat] += 1;
    state.pending.recruits -= 1;
  },
  cross(game, state, [letter, number]) {
    const [from] = laneNamed(game, state.pending.lane).ends.filter((island) => game.letters[island] !== letter);
    state.islands[from].workers[state.seat] -= Number(number);
    islandNamed(state, letter).workers[state.seat] += Number(number);
    state.pending = null;
  },
  to(game, state, [letter, owner]) {
    const { seat, pending } = state;
    const from = game.letters.indexOf(pending.walker);
    const isIt = (way) => game.letters[way.island] === letter && way.seat === Number(owner);
    const { price } = waysFrom(game, state, from).find(isIt);
    state.players[seat].coins -= price;
    state.players[owner].coins += price;
    state.islands[from].workers[seat] -= 1;
    islandNamed(state, letter).workers[seat] += 1;
    Object.assign(pending, { walker: null, walks: pending.walks - 1 });
  },
};

// Coins and points of rewards come at once; goals to draw and recruits are to follow.
function gain({ players, seat, deck }, rewards, room) {
  const player = players[seat];
  const gains = { coins: 0, points: 0, goals: 0, workers: 0 };
  for (const [kind, number] of rewards.map((reward) => reward.split('-'))) gains[kind] += Number(number);
  player.coins += gains.coins;
  player.points += gains.points;
  return { draws: Math.min(gains.goals, deck.length), recruits: Math.min(gains.workers, player.workers, room) };
}

function beginTurn(game, state, seat) {
  Object.assign(state, { mains: 1, secondary: true, idle: state.idle + 1 });
  if (state.turns_left !== null) state.turns_left -= 1;
  if (state.crow === seat) state.players[seat].coins += figure(game, state, seat, 'crow_income');
  ask(state, 'turn', seat, seat);
}

// ---- 7. the end and the scores ------------------------------------------------------------------
function endTurn(game, state) {
  const isOver = state.sorin === 0 || state.players.some(({ floors }) => floors === 0)
    || kindsInPlay(state).every((kind) => stackOf(game, state, kind).length === 0)
    || (!isOff(game.figures.rounds) && state.idle >= game.figures.rounds * game.players)
    || state.turns_left === 0;
  if (!isOver) return beginTurn(game, state, (state.seat + 1) % game.players);
  Object.assign(state, { mains: 0, secondary: false, outcome: outcome(game, state) });
  return ask(state, 'over', null, state.seat);
}

function outcome(game, state) {
  const { box, figures } = game;
  const chains = state.players.map((_, seat) => longestChain(bridgesOf(game, state, seat)));
  const scores = state.players.map(({ points }, seat) => {
    const loss = state.crow === seat ? figure(game, state, seat, 'crow_loss') : 0;
    const row = box.chain.findLast(([islands]) => islands <= chains[seat]);
    const isLongest = chains[seat] > 0 && chains[seat] === most(chains);
    return points - loss + (row ? row[1] : 0) + (isLongest ? figures.longest : 0);
  });
  const best = range(scores.length).filter((seat) => scores[seat] === Math.max(...scores));
  const coins = most(best.map((seat) => state.players[seat].coins));
  return { scores, winners: best.filter((seat) => state.players[seat].coins === coins) };
}

// The most islands on a path that meets none twice; 0 without a bridge. Sets of islands are bits.
function longestChain(bridges) {
  const joined = Array(26).fill(0);
  for (const lane of bridges) for (const end of [0, 1]) joined[lane.ends[end]] |= 1 << lane.ends[1 - end];
  const ends = range(26).filter((island) => joined[island]);
  const known = new Map(); // by the last island, and those that can still be reached from it
  function farthest(island, left) {
    const open = reach(joined, joined[island] & left, left);
    const key = open * 32 + island;
    if (known.has(key)) return known.get(key);
    const nexts = ends.filter((next) => joined[island] & open & (1 << next));
    known.set(key, 1 + most(nexts.map((next) => farthest(next, open & ~(1 << next)))));
    return known.get(key);
  }
  return most(ends.map((island) => farthest(island, ~(1 << island))));
}

// The islands of a set, and those of `left` that lie on ways from them over others of `left`.
function reach(joined, start, left) {
  let [found, front] = [start, start];
  while (front) {
    const island = 31 - Math.clz32(front);
    const near = joined[island] & left & ~found;
    front = (front & ~(1 << island)) | near;
    found |= near;
  }
  return found;
}

// ---- 8. count -----------------------------------------------------------------------------------
// Step by step, with equal states taken together. BigInt, since counts get large.
function count(game, start, steps) {
  let finished = 0n;
  let layer = new Map([['', { state: start, ways: 1n }]]);
  for (let left = steps; left > 0 && layer.size > 0; left -= 1) {
    const next = new Map();
    for (const { state, ways } of layer.values()) {
      const actions = legal(game, state);
      if (actions.length === 0) finished += ways;
      for (const action of actions) {
        const after = structuredClone(state);
        apply(game, after, action);
        const key = left === 1 ? '' : JSON.stringify(after);
        const entry = next.get(key) ?? { state: after, ways: 0n };
        entry.ways += ways;
        next.set(key, entry);
      }
    }
    layer = next;
  }
  for (const { ways } of layer.values()) finished += ways;
  return finished;
}

// ---- 9. wire ------------------------------------------------------------------------------------
const ABOUT = { name: 'festival.mjs', version: '1.0.0', language: 'javascript', games: { festival: ['2026'] } };

// What an observer sees, as a text: the state may go on changing.
function view(game, state, observer) {
  const { tiles, cards, deck, players, kinds, ...shared } = state;
  const isOpen = observer === null || state.phase === 'over';
  const isOwn = (seat) => isOpen || seat === observer;
  const hidesPowers = ['powers', 'keep'].includes(state.phase);
  const hidesLegal = !isOpen && (['goals', 'powers'].includes(state.phase)
    || (state.actor !== 'chance' && state.actor !== observer));
  const unseen = players.filter((_, seat) => !isOwn(seat)).flatMap(({ goals }) => goals);
  return JSON.stringify({
    ...shared,
    bank: game.figures.bank - total(players.map(({ coins }) => coins)),
    public: kindsInPlay(state).map((goal) => {
      const stack = stackOf(game, state, goal);
      const [needs, points] = stack[0] ?? [null, null];
      return { goal, left: stack.length, needs, points };
    }),
    deck: deck.length, undealt: sorted([...deck, ...unseen]),
    players: players.map((player, seat) => ({
      ...player,
      hand: player.goals.length, goals: isOwn(seat) ? player.goals : null,
      powers: isOwn(seat) || !hidesPowers ? player.powers : null,
    })),
    legal: hidesLegal ? null : legal(game, state),
  });
}

const isKnownAsk = (ask) => ask === 'trace' || ask === 'final' || isWhole(ask.from ?? ask.count, 0, Infinity);

// The answer to a case, without its first brace and its seq, as text.
function runCase(request) {
  const { game: name, edition, options, actions, observer, ask: question } = request;
  if (name !== 'festival' || edition !== '2026' || !isKnownAsk(question)) return '"skipped":true}';
  const counts = question.count !== undefined;
  if (!optionsFit(options)) return `${counts ? '"count":0' : '"states":[]'},"refused":{"index":-1}}`;
  if (observer !== null && !(observer in range(options.players))) throw new Error('no such seat');
  const game = makeGame(options);
  const state = firstState(game);
  const from = question === 'trace' ? 0 : question.from ?? Infinity;
  const views = [];
  let done = 0;
  for (; done < actions.length && legal(game, state).includes(actions[done]); done += 1) {
    if (done >= from) views.push(view(game, state, observer));
    apply(game, state, actions[done]);
  }
  const refused = done < actions.length ? `{"index":${done}}` : 'null';
  if (counts) return `"count":${count(game, state, question.count)},"refused":${refused}}`;
  return `"states":[${[...views, view(game, state, observer)].join()}],"refused":${refused}}`;
}

// The answer to one line, or null after `stop`.
function answer(line) {
  let seq = null;
  try {
    const request = JSON.parse(line);
    seq = request.seq ?? null;
    if (request.cmd === 'stop') return null;
    if (request.cmd === 'start') return JSON.stringify({ version: 1, implementation: ABOUT });
    return `{"seq":${seq},${runCase(request.case)}`;
  } catch (error) {
    return JSON.stringify({ seq, errored: true, message: error.message, traceback: error.stack });
  }
}

// Not node:readline, which also ends lines at U+2028 and U+2029, legal inside a JSON string.
async function* lines() {
  let rest = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop();
    yield* parts;
  }
}

for await (const line of lines()) {
  const reply = answer(line);
  if (reply === null) break;
  process.stdout.write(`${reply}\n`);
}
