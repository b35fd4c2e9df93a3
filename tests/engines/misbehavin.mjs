// Firefly: Misbehavin', the deck-building game of 2022, as a process that answers the wire protocol.
//
// Written from fireflies' documentation alone (the pages about the wire, porting, the suite and
// Misbehavin', the texts of the rules, the schemas and the sample box), by someone who has not read
// fireflies' source: where both agree, two independent readings of the rules agree.
// Run:  node misbehavin.mjs     (Node 20 or later, no packages; one JSON value a line, in and out)
//
// Organised as 1. the box, 2. options, 3. the setup, 4. words: free, purse, influence, moments, 5. moves of
// cards and tokens, 6. effects, 7. the queue, 8. actions, 9. legal actions, 10. counting, 11. the wire.
// A `game` is what follows from the options and never changes. A state is a plain object with the wire's own
// keys; an action changes it. A step of `pending` is the wire's text, read when its turn comes.

import { readFileSync } from 'node:fs';

const SAMPLE_FILE = new URL('../../src/fireflies/misbehavin/box.json', import.meta.url);
const SAMPLE = JSON.parse(readFileSync(SAMPLE_FILE, 'utf8')).box;

const FACTIONS = ['serenity', 'alliance', 'eavesdown', 'niska'];
const MARKETS = ['core', 'border', 'rim'];
const SLOTS = ['fight', 'deal', 'maneuver', 'any'];
const FITTING = {
  fight: ['double-cross', 'misbehave', 'the-dart'],
  deal: ['negotiation', 'palaver'],
  maneuver: ['crazy-ivan', 'fei-wu', 'full-burn', 'the-dart'],
};
FITTING.any = [...new Set(Object.values(FITTING).flat())];
const BLACK = 'the-black';
const SUPPLY = ['shiny', BLACK, ...FITTING.any];
const COPIES = { shiny: 6, [BLACK]: 12 };
const SETUPS = {
  'basic': ['misbehave', 'palaver', 'crazy-ivan', 'full-burn'],
  'down-n-dirty': ['misbehave', 'negotiation', 'full-burn', 'crazy-ivan'],
  'wheel-and-deal': ['double-cross', 'palaver', 'fei-wu', 'the-dart'],
  'xie-xie': ['the-dart', 'negotiation', 'full-burn', 'fei-wu'],
};
const POWER_TO_WIN = { 2: 13, 3: 12, 4: 11 };
const TOKENS = 6;
const HAND = 5;

const isWhole = (x, low, high) => Number.isInteger(x) && x >= low && x <= high;
const areDifferent = (list) => new Set(list).size === list.length;
const range = (count) => Array.from({ length: count }, (_, index) => index);
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
// Texts on the wire are ASCII, so that the sort by code units is one by code points.
const sorted = (texts) => [...texts].sort();
const distinct = (texts) => sorted(new Set(texts));
const byCard = (entries) => [...entries].sort((a, b) => (a.card < b.card ? -1 : Number(a.card > b.card)));
const numberOf = (words) => Number(words.split(' ').at(-1));
const isSupply = (name) => SUPPLY.includes(name);

const removeOne = (list, item) => { list.splice(list.indexOf(item), 1); };

// ---- 1. the box ---------------------------------------------------------------------------------
// Keys and types are not looked at: the wire sends the right ones only.
const NAME = /^(?!none$)[a-z][a-z0-9-]{0,39}$/;
const ATTRIBUTE = /^[A-Z][A-Z0-9-]{0,19}$/;
const KIND = /^(asset|character|item)$/;
const REQUIRED = /^(draw [1-5]|(credits|lose) [1-9]|verse [1-6]|(activation|recruitment|black|black-all) [1-3])$/;
const AT_ONCE = /^(shed|token [12]|(influence|strength) [1-9]|evade|cancel)$/;
const CHOSEN =
  /^(may )?(steal [1-9]|black-one [1-3]|cycle|turn|reset|discard|discard-one|(dispatch|nab|gain|take) (1?\d|20))$/;
const NO_REWARD = /^(token|influence|strength|evade|cancel|(may )?discard-one)( |$)/;
const ONGOING = /^(defense|nab|dispatch) [1-9]$/;
const COST = /^(discard|pay [1-9])$/;
const RAID = /^(lose [1-9]|black [1-3])$/;
const STEP = /^(discard|pay [1-9]|(trigger|have [1-9]) (asset|character|item|[A-Z][A-Z0-9-]{0,19}))$/;
const MOMENTS = ['turn', 'deal', 'recruit', 'fight', 'cancel'];
const X_INFLUENCE = ['credits', 'verse', 'assets', 'command'];
const VERSE_ACTIONS = ['warrant', 'tax', 'steal', 'retrigger'];
const WIN_STEPS = ['nab', 'dispatch', 'defend', 'deal', 'recruit', 'location', 'reaver'];

const isEffect = (text) => [REQUIRED, AT_ONCE, CHOSEN].some((form) => form.test(text));
const all = (list, low, high, isRight) => isWhole(list.length, low, high) && list.every(isRight);
const allOf = (list, low, high, allowed) => all(list, low, high, (it) => allowed.includes(it)) && areDifferent(list);
const allDifferent = (list, low, high, form) => all(list, low, high, (it) => form.test(it)) && areDifferent(list);

function boxFits({ cards, supply, boards, verse, reavers, episodes }) {
  const inDeck = (deck) => cards.filter((card) => card.deck === deck).length;
  return cards.every(cardFits)
    && FACTIONS.every((faction) => inDeck(faction) === 10) && MARKETS.every((deck) => isWhole(inDeck(deck), 2, 60))
    && allOf(supply.map(({ name }) => name), SUPPLY.length, SUPPLY.length, SUPPLY) && supply.every(supplyCardFits)
    && areDifferent([...cards, ...supply, ...reavers].map(({ name }) => name))
    && FACTIONS.every((faction) => boardFits(boards[faction]) && verseFits(verse[faction]))
    && all(reavers, 0, 10, reaverFits)
    && all(episodes, 0, 20, episodeFits) && areDifferent(episodes.map(({ name }) => name));
}

const cardFits = (card) => [...FACTIONS, ...MARKETS].includes(card.deck) && KIND.test(card.kind) && anyCardFits(card)
  && all(card.abilities, 0, 4, (ability) => abilityFits(ability, ['trigger', 'innate']));

function supplyCardFits(card) {
  const { name, kind, influence, power, attributes, needs, required, ongoing, abilities } = card;
  const isPlain = kind === 'action' && influence === 0 && power === 0
    && [attributes, needs, required, ongoing, abilities].every((list) => list.length === 0);
  return ['action', 'maneuver'].includes(kind) && anyCardFits(card)
    && all(abilities, 0, 4, (ability) => abilityFits(ability, ['special']))
    && abilities.every(({ when }) => kind === 'action' || !when.includes('cancel'))
    && abilities.every(({ effects }) => !effects.some((effect) => effect.startsWith('token')))
    && (name !== BLACK || isPlain);
}

function anyCardFits({ name, cost, influence, power, attributes, needs, icons, required, ongoing }) {
  return NAME.test(name) && isWhole(cost, 0, 20) && (X_INFLUENCE.includes(influence) || isWhole(influence, 0, 20))
    && isWhole(power, 0, 10) && allDifferent(attributes, 0, 8, ATTRIBUTE) && allDifferent(needs, 0, 4, ATTRIBUTE)
    && Object.entries(icons).every(([faction, count]) => FACTIONS.includes(faction) && isWhole(count, 1, 6))
    && all(required, 0, 4, (effect) => REQUIRED.test(effect)) && all(ongoing, 0, 3, (effect) => ONGOING.test(effect));
}

function abilityFits({ type, turns, when, cost, effects }, types) {
  const has = (name) => effects.some((effect) => effect.split(' ')[0] === name);
  const cancels = when.includes('cancel');
  const typeFits = {
    trigger: turns && when.every((moment) => ['turn', 'fight'].includes(moment)),
    innate: turns || cost.length > 0,
    special: !turns,
  };
  return types.includes(type) && typeFits[type] && allOf(when, 1, 5, MOMENTS)
    && all(cost, 0, 2, (it) => COST.test(it)) && all(effects, 1, 6, isEffect)
    && (!cancels || (when.length === 1 && effects[0] === 'cancel'))
    && effects.filter((effect) => effect === 'cancel').length === Number(cancels)
    && (!(has('evade') || has('strength')) || (when.length === 1 && when[0] === 'fight'))
    && (!has('influence') || when.every((moment) => ['deal', 'recruit'].includes(moment)));
}

const boardFits = ({ A, B }) => [A.assets, A.command, B.assets, B.command].every((slots) => isWhole(slots, 1, 10))
  && [2, 3, 4].every((players) => isWhole(B.power[players], 1, 30));

const verseFits = ({ steps, actions }) => all(steps, 2, 2, (step) => STEP.test(step))
  && allOf(actions, 0, VERSE_ACTIONS.length, VERSE_ACTIONS);

const reaverFits = ({ name, strength, raid, reward }) => NAME.test(name) && isWhole(strength, 1, 12)
  && all(raid, 0, 2, (effect) => RAID.test(effect))
  && all(reward, 0, 6, (effect) => isEffect(effect) && !NO_REWARD.test(effect));

function episodeFits({ name, supply, side, wins }) {
  const winFits = ({ faction, credits, step, count }) => (faction === null || FACTIONS.includes(faction))
    && (credits !== undefined ? isWhole(credits, 1, 99) : WIN_STEPS.includes(step) && isWhole(count, 1, 6));
  const stepWins = (faction) => wins.filter((win) => win.step !== undefined && isWinOf(win, faction));
  return NAME.test(name) && (supply === null || setsFit(supply)) && [null, 'A', 'B'].includes(side)
    && all(wins, 0, 8, winFits) && FACTIONS.every((faction) => stepWins(faction).length <= 1);
}

const isWinOf = (win, faction) => win.faction === null || win.faction === faction;
const setsFit = (sets) => sets.length === 4 && areDifferent(sets)
  && sets.every((set, at) => FITTING[SLOTS[at]].includes(set));

// ---- 2. options ---------------------------------------------------------------------------------
function optionsFit(options) {
  const { players, factions, starting_player: starter, sides, episode: name, supply, reavers, turns, moves } = options;
  const box = boxOf(options);
  if (box !== SAMPLE && (typeof box === 'string' || !boxFits(box))) return false;
  const episode = episodeOf(options);
  return isWhole(players, 2, 4) && allOf(factions, players, players, FACTIONS)
    && isWhole(starter, 0, players - 1)
    && all(sides, players, players, (side) => ['A', 'B'].includes(side))
    && (name === 'none' || episode !== null)
    && sides.every((side) => side === (episode?.side ?? side))
    && (episode?.supply ? supply === 'episode' : supplyFits(supply))
    && isWhole(reavers, 0, box.reavers.length) && isWhole(turns, 1, 1000) && isWhole(moves, 10, 1000);
}

const boxOf = ({ box }) => (box === 'sample' ? SAMPLE : box);
const episodeOf = (options) => boxOf(options).episodes.find(({ name }) => name === options.episode) ?? null;

const supplyFits = (supply) => (typeof supply === 'string' ? ['draft', ...Object.keys(SETUPS)].includes(supply)
  : setsFit(supply));

// ---- 3. the setup -------------------------------------------------------------------------------
function makeGame(options) {
  const box = boxOf(options);
  const cards = new Map([...box.cards, ...box.supply].map((card) => [card.name, card]));
  const deckOf = (deck) => box.cards.filter((card) => card.deck === deck).map(({ name }) => name);
  return { options, box, cards, deckOf, episode: episodeOf(options), reavers: box.reavers.slice(0, options.reavers) };
}

function firstState(game) {
  const { options, deckOf, episode } = game;
  const { players, factions, sides, starting_player: starter, supply } = options;
  const sets = supply === 'draft' ? [null, null, null, null]
    : supply === 'episode' ? episode.supply : SETUPS[supply] ?? supply;
  const state = {
    phase: 'draft', turn: 0, turn_player: starter, moves: 0, acquired: false,
    players: range(players).map((seat) => ({
      faction: factions[seat], side: sides[seat], hand: [], deck: deckOf(factions[seat]), recycle: [],
      assets: [], command: [], display: [], credits: 1, verse: 1, marks: 0,
      immune: false, activations: 0, recruitments: 0,
    })),
    market: { core: [], border: [], rim: [] },
    market_decks: { core: deckOf('core'), border: deckOf('border'), rim: deckOf('rim') },
    slots: Object.fromEntries(SLOTS.map((slot, at) => [slot, sets[at]])),
    supply: {},
    reavers: game.reavers.map(({ name }) => ({ card: name, tokens: Array(players).fill(0) })),
    defeated: [], activity: null, pending: [], outcome: null,
  };
  for (const set of ['shiny', BLACK, ...sets.filter(Boolean)]) state.supply[set] = COPIES[set] ?? 5;
  if (supply !== 'draft') queueFirstTurn(state);
  settle(game, state);
  return state;
}

function queueFirstTurn(state) {
  const first = state.turn_player;
  queue(state, `${first} - replenish`, `${first} - draw ${HAND}`);
  queue(state, ...othersOf(state, first).map((seat) => `${seat} - draw ${HAND}`), `${first} - next`);
}

// ---- 4. words -----------------------------------------------------------------------------------
const othersOf = ({ players }, seat) => range(players.length - 1).map((n) => (seat + 1 + n) % players.length);
const tableauOf = ({ assets, command }) => [...assets, ...command];
const inTableau = (player, name) => tableauOf(player).find(({ card }) => card === name);
const goesOn = ({ activity }) => activity?.kind === 'fight' && activity.target !== null && !activity.ended;
const isTarget = (state, name) => goesOn(state) && state.activity.target === name;
const isIdle = ({ triggered, warrant }) => !triggered && warrant === null;
const isFree = (state, entry) => isIdle(entry) && !isTarget(state, entry.card);
const purseOf = ({ verse, marks }) => verse + marks;
const foesOf = (state, seat) => othersOf(state, seat).map((other) => state.players[other]);
const foeCards = (state, seat) => foesOf(state, seat).flatMap(tableauOf);
const hasAttribute = (game, name, attribute) => game.cards.get(name).attributes.includes(attribute);
const isLocation = (game, name) => hasAttribute(game, name, 'LOCATION');
const countOf = (list, item) => list.filter((it) => it === item).length;
const powerOf = (game, entries) => total(entries.map(({ card, tokens }) => game.cards.get(card).power + tokens));
const standingPower = (game, player) => powerOf(game, tableauOf(player));

const namesOf = (entries) => entries.map(({ card }) => card);
const inPlay = (player) => [...tableauOf(player), ...player.display];
const freeEntries = (state, seat) => tableauOf(state.players[seat]).filter((entry) => isFree(state, entry));
const freeCards = (state, seat) => namesOf(freeEntries(state, seat));
const untriggered = (state, seat) => [...state.players[seat].hand, ...freeCards(state, seat)];

const neededOf = ({ box, options }, { faction, side }) =>
  (side === 'A' ? POWER_TO_WIN : box.boards[faction].B.power)[options.players];

function tokensLeft(state, seat) {
  const onReavers = total(state.reavers.map(({ tokens }) => tokens[seat]));
  const warrants = state.players.flatMap(tableauOf).filter(({ warrant }) => warrant === seat).length;
  return TOKENS - purseOf(state.players[seat]) - onReavers - warrants;
}

function influenceOf(game, player, name) {
  const { influence } = game.cards.get(name);
  if (typeof influence === 'number') return influence;
  return ['assets', 'command'].includes(influence) ? player[influence].length : player[influence];
}

function momentOf(state, seat) {
  const { activity } = state;
  if (activity === null) return seat === state.turn_player ? 'turn' : null;
  const isFighting = goesOn(state) && [activity.seat, activity.defender].includes(seat);
  if (activity.kind === 'fight') return isFighting ? 'fight' : null;
  if (activity.canceled) return null;
  if (activity.seat === seat) return activity.stage === 'open' ? activity.kind : null;
  return activity.kind === 'deal' && activity.stage !== 'done' ? 'cancel' : null;
}

function needsMet(game, state, seat, name) {
  const cards = tableauOf(state.players[seat]).filter(({ card }) => !isTarget(state, card));
  return game.cards.get(name).needs.every((need) => cards.some(({ card }) => hasAttribute(game, card, need)));
}

// Whether an ability can be used now; `isOwn` when the card itself is among the untriggered ones.
function isUsable(game, state, seat, name, { when, cost }, isOwn = freeCards(state, seat).includes(name)) {
  const player = state.players[seat];
  const price = total(cost.filter((it) => it !== 'discard').map(numberOf));
  return needsMet(game, state, seat, name) && when.includes(momentOf(state, seat)) && player.credits >= price
    && untriggered(state, seat).length - Number(isOwn) >= countOf(cost, 'discard');
}

// The numbers of the abilities of a card that are usable and of the right kind.
const usableNumbers = (game, state, seat, name, isRight, isOwn) => [...game.cards.get(name).abilities.entries()]
  .filter(([at, it]) => isRight(it, at + 1) && isUsable(game, state, seat, name, it, isOwn)).map(([at]) => at + 1);
const isTrigger = ({ type }) => type === 'trigger';
const always = () => true;

function onOffer(state) {
  const sets = Object.keys(state.supply).filter((set) => set !== BLACK && state.supply[set] > 0);
  return [...MARKETS.flatMap((deck) => state.market[deck]), ...sets];
}

function totalOf(game, state) {
  const { kind, seat, bonus, credits, spent } = state.activity;
  const player = state.players[seat];
  const influence = total(player.display.map(({ card }) => influenceOf(game, player, card)));
  return kind === 'deal' ? influence + bonus + credits : Math.max(0, influence + bonus - spent);
}

const missingFor = (game, state, name) => Math.max(0, game.cards.get(name).cost - totalOf(game, state));
const iconsOf = (game, player, name) => game.cards.get(name).icons[player.faction] ?? 0;

function affordable(game, state) {
  const player = state.players[state.activity.seat];
  return onOffer(state).filter((name) => {
    const [missing, icons] = [missingFor(game, state, name), iconsOf(game, player, name)];
    return missing === 0 || (icons > 0 && player.verse >= missing * icons);
  });
}

const underWarrant = (player) => namesOf(tableauOf(player).filter(({ warrant }) => warrant !== null));

function ongoingOf(game, names, kind) {
  const effects = names.flatMap((name) => game.cards.get(name).ongoing);
  return total(effects.filter((effect) => effect.startsWith(`${kind} `)).map(numberOf));
}

function attackOf(game, state) {
  const { seat, intent, bonus } = state.activity;
  const { display } = state.players[seat];
  return powerOf(game, display) + ongoingOf(game, display.map(({ card }) => card), intent) + bonus[0];
}

function defenseOf(game, state) {
  const { target, defender, bonus } = state.activity;
  const helpers = freeCards(state, defender).filter((name) => needsMet(game, state, defender, name));
  return game.cards.get(target).cost + powerOf(game, state.players[defender].display)
    + ongoingOf(game, helpers, 'defense') + bonus[1];
}

// ---- 5. moves of cards and tokens ---------------------------------------------------------------
const push = (state, ...steps) => state.pending.unshift(...steps);
const queue = (state, ...steps) => state.pending.push(...steps);

function spend(player, tokens) {
  const held = Math.min(tokens, player.verse);
  player.verse -= held;
  player.marks -= tokens - held;
}

const earn = (state, seat, tokens) => { state.players[seat].verse += Math.min(tokens, tokensLeft(state, seat)); };

function mark(game, state, seat, step) {
  const player = state.players[seat];
  const win = game.episode?.wins.find((it) => it.step === step && isWinOf(it, player.faction));
  if (win === undefined || player.marks >= win.count || player.verse === 0) return;
  player.verse -= 1;
  player.marks += 1;
}

function leaveTableau(state, seat, name) {
  const player = state.players[seat];
  const entry = inTableau(player, name);
  for (const area of [player.assets, player.command]) if (area.includes(entry)) removeOne(area, entry);
  if (isTarget(state, name)) endWithoutWinner(state);
  return entry;
}

const ownerOf = (state, name) => state.players.findIndex((player) => inTableau(player, name));

function endWithoutWinner(state) {
  const { activity } = state;
  activity.ended = true;
  const [attacker, defender] = [activity.seat, activity.defender];
  queue(state, `${attacker} - retain`, `${defender} - retain`, `${attacker} - clear`);
}

function discard(state, seat, name) {
  const { hand, recycle } = state.players[seat];
  if (hand.includes(name)) removeOne(hand, name);
  else leaveTableau(state, seat, name);
  recycle.push(name);
}

// Puts a card to the display, and returns whether it came from the hand.
function toDisplay(state, seat, name) {
  const { hand, display } = state.players[seat];
  const isFromHand = hand.includes(name);
  if (isFromHand) removeOne(hand, name);
  const { tokens, used } = isFromHand ? { tokens: 0, used: 0 } : leaveTableau(state, seat, name);
  display.push({ card: name, tokens, used });
  return isFromHand;
}

const stepsOf = (seat, name, effects) => effects.map((effect) => `${seat} ${name} ${effect}`);
const commit = (game, state, seat, name) =>
  toDisplay(state, seat, name) && push(state, ...stepsOf(seat, name, game.cards.get(name).required));

function blackGoesBack(state, seat) {
  const { hand } = state.players[seat];
  if (!hand.includes(BLACK)) return;
  removeOne(hand, BLACK);
  state.supply[BLACK] += 1;
}

// The step that asks about The Black, if the card is a location.
const locationOf = (game, name) => (isLocation(game, name) ? ['location'] : []);

function takeOffer({ supply, market }, name) {
  if (isSupply(name)) supply[name] -= 1;
  else removeOne(Object.values(market).find((row) => row.includes(name)), name);
  return name;
}

function emptyDisplay(state, seat) {
  const player = state.players[seat];
  for (const { card } of player.display) {
    if (isSupply(card)) state.supply[card] += 1;
    else player.recycle.push(card);
  }
  player.display = [];
}

function blacken(state, seat, count) {
  const given = Math.min(count, state.supply[BLACK]);
  state.supply[BLACK] -= given;
  state.players[seat].recycle.push(...Array(given).fill(BLACK));
}

function takeCredits(state, from, to, count) {
  const taken = Math.min(count, state.players[from].credits);
  state.players[from].credits -= taken;
  state.players[to].credits += taken;
}

// ---- 6. effects ---------------------------------------------------------------------------------
// From here on `at` tells where we are: the game, the state, a seat, its player `me`, and of the step that is
// carried out or waits, if there is one, its words: `card`, `verb`, number `n`, `words`, `isOptional`.
function placeOf(game, state) {
  if (state.pending.length === 0) {
    const seat = actorOf(game, state);
    return { game, state, seat, me: state.players[seat] };
  }
  const [first, card, ...words] = state.pending[0].split(' ');
  const isOptional = words[0] === 'may';
  if (isOptional) words.shift();
  const seat = Number(first);
  const n = Number(words[1] ?? 0);
  return { game, state, seat, me: state.players[seat], card, verb: words[0], words, isOptional, n };
}

const others = ({ state, seat }, isRight) => othersOf(state, seat).filter(isRight).map(String);
const rich = (at) => others(at, (seat) => at.state.players[seat].credits > 0);
const costsAtMost = ({ game, n }, names) => names.filter((name) => game.cards.get(name).cost <= n);
const foesAtMost = (at) => costsAtMost(at, namesOf(foeCards(at.state, at.seat)));
const offersAtMost = (at) => costsAtMost(at, onOffer(at.state));
// Untriggered cards, and the target of a fight.
const forcible = (player) => [...player.hand, ...namesOf(tableauOf(player).filter(isIdle))];
const anywhere = (state, name) => inTableau(state.players[ownerOf(state, name)], name);

// Done at once.
const EFFECTS = {
  credits: ({ me, n }) => { me.credits += n; },
  lose: ({ me, n }) => { me.credits -= Math.min(n, me.credits); },
  pay: ({ me, n }) => { me.credits -= n; },
  verse: ({ state, seat, n }) => earn(state, seat, n),
  activation: ({ state, seat, me, n }) => {
    if (seat === state.turn_player || momentOf(state, seat) === 'fight') me.activations += n;
  },
  recruitment: ({ state, seat, me, n }) => { if (seat === state.turn_player) me.recruitments += n; },
  token: ({ me, n, card }) => {
    const entry = inPlay(me).find((it) => it.card === card);
    if (entry) entry.tokens = Math.min(9, entry.tokens + n);
  },
  influence: ({ state, seat, n }) => {
    if (['deal', 'recruit'].includes(momentOf(state, seat))) state.activity.bonus += n;
  },
  strength: ({ state, seat, n }) => {
    if (momentOf(state, seat) === 'fight') state.activity.bonus[seat === state.activity.seat ? 0 : 1] += n;
  },
  evade: ({ state }) => { if (goesOn(state)) endWithoutWinner(state); },
  cancel: ({ state, seat }) => {
    const { activity, players, pending } = state;
    if (momentOf(state, seat) !== 'cancel') return;
    state.pending = pending.filter((step) => !step.endsWith(' answer'));
    players[activity.seat].credits += activity.credits;
    Object.assign(activity, { credits: 0, bonus: 0, canceled: true });
  },
  black: ({ state, seat, n }) => blacken(state, seat, n),
  'black-all': ({ state, seat, n }) => othersOf(state, seat).forEach((other) => blacken(state, other, n)),
  shed: ({ state, seat }) => blackGoesBack(state, seat),
};

// Those that choose: the candidates, and what is done with the chosen one.
const CHOICES = {
  steal: [rich, ({ state, seat, n }, chosen) => takeCredits(state, Number(chosen), seat, n)],
  'black-one': [
    (at) => (at.state.supply[BLACK] > 0 ? others(at, () => true) : []),
    ({ state, n }, chosen) => blacken(state, Number(chosen), n),
  ],
  cycle: [({ state }) => MARKETS.flatMap((deck) => state.market[deck]), ({ game, state, seat }, chosen) => {
    const { deck } = game.cards.get(chosen);
    removeOne(state.market[deck], chosen);
    state.market_decks[deck].push(chosen);
    push(state, `${seat} - reveal ${deck}`);
  }],
  turn: [
    ({ state, seat }) => namesOf(foeCards(state, seat).filter(({ triggered }) => !triggered)),
    ({ state }, chosen) => { anywhere(state, chosen).triggered = true; },
  ],
  reset: [
    ({ me, card }) => namesOf(tableauOf(me).filter((it) => it.triggered && it.warrant === null && it.card !== card)),
    ({ state }, chosen) => { Object.assign(anywhere(state, chosen), { triggered: false, used: 0 }); },
  ],
  discard: [
    ({ state, seat, me, card }) => [...me.hand, ...freeCards(state, seat).filter((name) => name !== card)],
    ({ state, seat }, chosen) => discard(state, seat, chosen),
  ],
  'discard-one': [
    (at) => others(at, (seat) => forcible(at.state.players[seat]).length > 0),
    ({ state, card }, chosen) => push(state, `${chosen} ${card} forced`),
  ],
  forced: [({ me }) => forcible(me), ({ state, seat }, chosen) => discard(state, seat, chosen)],
  dispatch: [foesAtMost, ({ state }, chosen) => discard(state, ownerOf(state, chosen), chosen)],
  nab: [foesAtMost, ({ state, me }, chosen) => {
    leaveTableau(state, ownerOf(state, chosen), chosen);
    me.hand.push(chosen);
  }],
  gain: [offersAtMost, ({ state, me }, chosen) => me.recycle.push(takeOffer(state, chosen))],
  take: [offersAtMost, ({ state, me }, chosen) => me.hand.push(takeOffer(state, chosen))],
};

// The 'verse card: the ways to do a step outside of fights, which are cards to choose, [null] for none to choose.
function waysOf(game, player, step) {
  const [verb, ...rest] = step.split(' ');
  const isWhat = ({ card }) => game.cards.get(card).kind === rest.at(-1) || hasAttribute(game, card, rest.at(-1));
  const cards = tableauOf(player).filter(({ warrant }) => warrant === null);
  const free = cards.filter(({ triggered }) => !triggered);
  if (verb === 'pay') return player.credits >= Number(rest[0]) ? [null] : [];
  if (verb === 'have') return cards.filter(isWhat).length >= Number(rest[0]) ? [null] : [];
  return verb === 'trigger' ? namesOf(free.filter(isWhat)) : [...player.hand, ...namesOf(free)];
}

const verseStep = (game, player, n) => game.box.verse[player.faction].steps[n - 1];

// Of the ways to do the first step, those that leave the second possible; of the second all.
function goodWays(game, state, seat, n) {
  const ways = waysOf(game, state.players[seat], verseStep(game, state.players[seat], n));
  return n === 2 ? ways : ways.filter((way) => {
    const after = { ...state, players: structuredClone(state.players), pending: [] };
    doStep(game, after, seat, 1, way);
    return goodWays(game, after, seat, 2).length > 0;
  });
}

function doStep(game, state, seat, n, way) {
  const player = state.players[seat];
  const step = verseStep(game, player, n);
  if (step === 'discard') discard(state, seat, way);
  if (step.startsWith('trigger')) {
    inTableau(player, way).triggered = true;
    queue(state, ...stepsOf(seat, way, locationOf(game, way)));
  }
  if (step.startsWith('pay')) player.credits -= numberOf(step);
}

// ---- 7. the queue -------------------------------------------------------------------------------
// Carries out steps until one waits, or somebody may act.
function settle(game, state) {
  do {
    state.phase = state.pending.length > 0 ? carryOut(placeOf(game, state)) : whenEmpty(game, state);
  } while (state.phase === null);
}

// The phase in which the first step waits, or null: then it is gone or changed.
function carryOut(at) {
  if (WAITS[at.verb]) return WAITS[at.verb](at);
  gone(at);
  (EFFECTS[at.verb] ?? CONCLUDES[at.verb])(at);
  return null;
}

const gone = ({ state }) => { state.pending.shift(); };

const waitIf = (phase, isWaiting) => (at) => {
  if (isWaiting(at)) return phase;
  gone(at);
  return null;
};

// The row of the market to fill next, or undefined.
const rowToFill = ({ market, market_decks: decks }) =>
  MARKETS.find((deck) => market[deck].length < 2 && decks[deck].length > 0);

const retainable = ({ display }) => namesOf(display).filter((name) => !isSupply(name));
const unwarranted = (player) => namesOf(tableauOf(player).filter(({ warrant }) => warrant === null));

// The usable abilities that a walk still meets.
const walkable = ({ game, state, seat, me, card, n, words }) => (inTableau(me, card)
  ? usableNumbers(game, state, seat, card, (it, at) => at >= n && !(isTrigger(it) && words[2] === '3')) : []);

const WAITS = {
  draw: (at) => {
    const { me } = at;
    if (me.deck.length > 0) return 'draw';
    if (me.recycle.length > 0) [me.deck, me.recycle] = [me.recycle, []];
    else gone(at);
    return null;
  },
  replenish: waitIf('reveal', ({ state }) => rowToFill(state) !== undefined),
  reveal: waitIf('reveal', ({ state, words }) => state.market_decks[words[1]].length > 0),
  offer: waitIf('played', ({ game, state, seat, card }) => freeCards(state, seat).includes(card)
    && usableNumbers(game, state, seat, card, isTrigger).length > 0),
  location: waitIf('location', ({ me }) => me.hand.length > 0 && [...me.hand, ...me.deck].includes(BLACK)),
  walk: (at) => {
    const usable = walkable(at);
    if (usable.length > 1 || (usable.length === 1 && ['1', '3'].includes(at.words[2]))) return 'ability';
    if (usable.length === 1) walkOn(at);
    else gone(at);
    return null;
  },
  replay: waitIf('replay', ({ game, state, seat, me, card }) => purseOf(me) > 0
    && usableNumbers(game, state, seat, card, always).length > 0),
  answer: () => 'answer',
  step: (at) => {
    if (/^(discard|trigger)/.test(verseStep(at.game, at.me, at.n))) return 'choose';
    gone(at);
    doStep(at.game, at.state, at.seat, at.n, null);
    return null;
  },
  reward: () => 'reward',
  retain: waitIf('retain', ({ me }) => purseOf(me) > 0 && retainable(me).length > 0),
  tidy: waitIf('tidy', ({ me }) => unwarranted(me).length > 0),
};
for (const [verb, [candidates]] of Object.entries(CHOICES)) {
  WAITS[verb] = waitIf('choose', (at) => candidates(at).length > 0);
}

// The first usable ability of a walk, in place of the step.
function walkOn(at) {
  const { game, state, seat, me, card, words } = at;
  const [number] = walkable(at);
  const { cost, effects } = game.cards.get(card).abilities[number - 1];
  inTableau(me, card).used = number;
  gone(at);
  const [asked, how] = [words[2] === '2' ? ['location'] : [], words[2] === '3' ? 3 : 1];
  push(state, ...stepsOf(seat, card, [...cost, ...asked, ...effects, `walk ${number + 1} ${how}`]));
}

const CONCLUDES = {
  return: ({ state, me, card }) => {
    removeOne(me.display, me.display.find((entry) => entry.card === card));
    state.supply[card] += 1;
  },
  earn: ({ state, seat }) => earn(state, seat, 1),
  clear: ({ state }) => {
    const { kind, seat, defender } = state.activity;
    emptyDisplay(state, seat);
    if (kind === 'fight') {
      emptyDisplay(state, defender);
      state.players[defender].activations = 0;
    }
    state.activity = null;
  },
  refill: ({ state, seat, me }) => {
    const count = HAND - tableauOf(me).filter(({ triggered }) => triggered).length;
    if (count >= 1) push(state, `${seat} - draw ${count}`);
  },
  next: ({ game, state }) => {
    if (state.turn >= 1) {
      state.players[state.turn_player].immune = false;
      if (state.turn === game.options.turns) return finish(game, state, null);
      state.turn_player = (state.turn_player + 1) % state.players.length;
    }
    Object.assign(state, { turn: state.turn + 1, moves: 0, acquired: false });
    for (const entry of state.players.flatMap(inPlay)) entry.used = 0;
    const player = state.players[state.turn_player];
    if (hasWon(game, player)) return finish(game, state, state.turn_player);
    for (const entry of tableauOf(player)) if (entry.warrant === null) entry.triggered = false;
    return Object.assign(player, { activations: 1, recruitments: 1 });
  },
};

function hasWon(game, player) {
  const { standard, wins } = game.episode ?? { standard: true, wins: [] };
  const isMet = ({ credits, count }) => (credits !== undefined ? player.credits >= credits : player.marks >= count);
  return (standard && standingPower(game, player) >= neededOf(game, player))
    || wins.some((win) => isWinOf(win, player.faction) && isMet(win));
}

function finish(game, state, winner) {
  const scores = state.players.map((player) => standingPower(game, player));
  const best = range(scores.length).filter((seat) => scores[seat] === Math.max(...scores));
  state.outcome = { scores, winners: winner === null ? best : [winner] };
}

// The phase when nothing is pending, or null when something is now.
function whenEmpty(game, state) {
  const { activity, outcome, slots } = state;
  if (outcome) return 'over';
  if (Object.values(slots).includes(null)) return 'draft';
  if (activity === null) return 'turn';
  const { kind, seat, stage, canceled, taken } = activity;
  const { activations, recruitments } = state.players[seat];
  if (kind === 'fight') return activity.intent === null ? 'intent' : activity.target === null ? 'target' : 'fight';
  if (canceled && activations + recruitments > 0) return 'canceled';
  if (!canceled && stage === 'open') return kind;
  if (!canceled && kind === 'deal') {
    if (affordable(game, state).length + underWarrant(state.players[seat]).length > 0) return 'take';
    endDeal(state);
    return null;
  }
  if (!canceled && (taken === 0 || recruitments > 0) && affordable(game, state).length > 0) return 'take';
  push(state, `${seat} - clear`);
  return null;
}

function endDeal(state, ...steps) {
  const { activity } = state;
  activity.stage = 'done';
  queue(state, ...stepsOf(activity.seat, '-', [...steps, 'clear']));
}

function queueAnswers(game, state) {
  const cancels = (name) => game.cards.get(name).abilities.some(({ when }) => when.includes('cancel'));
  const isAsked = (seat) => {
    const { hand, deck } = state.players[seat];
    return freeCards(state, seat).some(cancels)
      || (hand.length > 0 && [...hand, ...deck].some((name) => isSupply(name) && cancels(name)));
  };
  queue(state, ...othersOf(state, state.activity.seat).filter(isAsked).map((seat) => `${seat} - answer`));
}

// ---- 8. actions ---------------------------------------------------------------------------------
const ownCards = ({ state, seat, me }) => [...me.hand.filter((name) => name !== BLACK), ...freeCards(state, seat)];
const usesFor = (at, attribute) => ownCards(at).filter((name) => hasAttribute(at.game, name, attribute)
  && needsMet(at.game, at.state, at.seat, name));
const influential = (at) => ownCards(at).filter((name) => at.game.cards.get(name).influence !== 0);
const targetsOf = ({ state, seat }) => namesOf(foesOf(state, seat).filter(({ immune }) => !immune).flatMap(tableauOf));
const hasTarget = (at) => targetsOf(at).length > 0;
const mayVerse = ({ game, state, seat, me }, action, tokens) => seat === state.turn_player && purseOf(me) >= tokens
  && game.box.verse[me.faction].actions.includes(action);
const areaOf = (game, name) => (game.cards.get(name).kind === 'asset' ? 'assets' : 'command');
const fightable = ({ state, seat, me }) => (seat === state.turn_player && me.verse > 0 ? namesOf(state.reavers) : []);
const canAcquire = ({ game, state, seat }) =>
  !state.acquired && tokensLeft(state, seat) > 0 && goodWays(game, state, seat, 1).length > 0;
const liftable = ({ state, me }) => (state.activity.kind === 'deal' ? underWarrant(me) : []);
const ADDABLE = { fight: (at) => usesFor(at, 'FIGHT'), deal: ownCards, recruit: influential };
const pickable = ({ state: { slots } }) => SLOTS.filter((slot) => slots[slot] === null).flatMap((slot) =>
  FITTING[slot].filter((set) => !Object.values(slots).includes(set)).map((set) => `${set} ${slot}`));

function reveal({ game, state, verb }, name) {
  const { deck } = game.cards.get(name);
  removeOne(state.market_decks[deck], name);
  state.market[deck].push(name);
  if (verb === 'reveal') gone({ state });
}

function draw({ state, seat, me, card, n }, name) {
  removeOne(me.deck, name);
  me.hand.push(name);
  gone({ state });
  if (n > 1) push(state, `${seat} ${card} draw ${n - 1}`);
}

function pick({ game, state }, text) {
  const [set, slot] = text.split(' ');
  state.slots[slot] = set;
  state.supply[set] = COPIES[set] ?? 5;
  if (Object.values(state.slots).includes(null)) return;
  state.turn_player = (game.options.starting_player + 1) % state.players.length;
  queueFirstTurn(state);
}

// Those in order; in the display only those that do not turn the card.
function usableParts({ game, state, seat, me }) {
  const parts = ({ card, used }, isRight, isOwn) => usableNumbers(game, state, seat, card, (it, at) => isRight(it)
    && !isTrigger(it) && (at > used || (at === used && it.cost.length > 0)), isOwn).map((at) => `${card} ${at}`);
  return [
    ...me.hand.filter(isSupply).flatMap((card) => parts({ card, used: 0 }, always, true)),
    ...freeEntries(state, seat).flatMap((entry) => parts(entry, always)),
    ...me.display.filter(({ card }) => !isSupply(card)).flatMap((entry) => parts(entry, ({ turns }) => !turns)),
  ];
}

function use(at, text) {
  const { game, state, seat, me } = at;
  const [name, number] = text.split(' ');
  const { kind, required, abilities } = game.cards.get(name);
  const { turns, cost, effects } = abilities[number - 1];
  if (state.phase === 'answer') gone(at);
  if (isSupply(name)) {
    toDisplay(state, seat, name);
    const ending = kind === 'maneuver' ? ['replay', 'return'] : ['return'];
    push(state, ...stepsOf(seat, name, [...cost, ...required, ...effects, ...ending]));
    return;
  }
  inPlay(me).find(({ card }) => card === name).used = Number(number);
  if (turns) inTableau(me, name).triggered = true;
  const [asked, ending] = turns ? [locationOf(game, name), [`walk ${Number(number) + 1} 3`]] : [[], []];
  push(state, ...stepsOf(seat, name, [...cost, ...asked, ...effects, ...ending]));
}

function replay({ game, state, seat, me, card }, number) {
  const { cost, effects } = game.cards.get(card).abilities[number - 1];
  spend(me, 1);
  push(state, ...stepsOf(seat, card, [...cost, ...effects]));
}

function playable({ game, state, seat, me }) {
  if (seat !== state.turn_player || me.activations === 0) return [];
  const slots = game.box.boards[me.faction][me.side];
  const room = neededOf(game, me) - standingPower(game, me);
  const hasSlot = (area) => me[area].length < slots[area];
  const isPowerRight = ({ power }) => power === 0 || power <= room;
  return me.hand.filter((name) => !isSupply(name) && hasSlot(areaOf(game, name)) && isPowerRight(game.cards.get(name)));
}

function play({ game, state, seat, me }, name) {
  me.activations -= 1;
  removeOne(me.hand, name);
  me[areaOf(game, name)].push({ card: name, triggered: false, tokens: 0, warrant: null, used: 0 });
  if (isLocation(game, name)) mark(game, state, seat, 'location');
  push(state, ...stepsOf(seat, name, [...locationOf(game, name), ...game.cards.get(name).required, 'offer']));
}

function triggerable({ game, state, seat, me, card }) {
  if (state.phase === 'played') return [card];
  const isGood = ({ card: name, used }) =>
    usableNumbers(game, state, seat, name, (it, at) => isTrigger(it) && at > used).length > 0;
  return me.activations > 0 ? namesOf(freeEntries(state, seat).filter(isGood)) : [];
}

function trigger({ game, state, seat, me }, name) {
  const entry = inTableau(me, name);
  entry.triggered = true;
  const isJustPlayed = state.phase === 'played';
  if (isJustPlayed) gone({ state });
  else me.activations -= 1;
  push(state, `${seat} ${name} walk ${entry.used + 1} ${isLocation(game, name) && !isJustPlayed ? 2 : 0}`);
}

function turn({ game, state, seat, me }, name) {
  inTableau(me, name).triggered = true;
  push(state, ...stepsOf(seat, name, locationOf(game, name)));
}

function retriggerable(at) {
  const { game, state, seat, me } = at;
  const names = namesOf(tableauOf(me).filter(({ triggered, warrant }) => triggered && warrant === null));
  const isGood = (name) => usableNumbers(game, state, seat, name, isTrigger).length > 0;
  return mayVerse(at, 'retrigger', 1) ? names.filter(isGood) : [];
}

// Puts the first card of a fight, a deal or a recruitment to the display.
const openWith = (open) => (at, name) => {
  open(at);
  commit(at.game, at.state, at.seat, name);
};

function openFight({ state, seat, me }) {
  me.activations -= 1;
  const unknown = { intent: null, target: null, defender: null, batch: null };
  state.activity = { kind: 'fight', seat, ...unknown, opening: true, acted: false, bonus: [0, 0], ended: false };
}

function openDeal({ game, state, seat, me }) {
  me.activations -= 1;
  state.activity = { kind: 'deal', seat, stage: 'open', credits: 0, bonus: 0, canceled: false };
  queueAnswers(game, state);
}

function openRecruitment({ state, seat, me }) {
  me.recruitments -= 1;
  state.activity = { kind: 'recruit', seat, stage: 'open', bonus: 0, spent: 0, taken: 0 };
}

const suspects = (at) => (mayVerse(at, 'warrant', 2) ? namesOf(foeCards(at.state, at.seat)
  .filter(({ card, warrant }) => warrant === null && at.game.cards.get(card).kind === 'character')) : []);

// `tax` and `steal`, with how many credits of another seat.
const levied = (action) => (at) => (mayVerse(at, action, 1) ? ['supply', ...rich(at)] : []);
const levy = (most) => ({ state, seat, me }, who) => {
  spend(me, 1);
  if (who === 'supply') me.credits += 2;
  else takeCredits(state, Number(who), seat, most);
};

const readReaver = (game, card) => game.reavers.find(({ name }) => name === card);

function fightReaver({ game, state, seat, me }, name) {
  spend(me, 1);
  const reaver = state.reavers.find(({ card }) => card === name);
  reaver.tokens[seat] += 1;
  if (total(reaver.tokens) < readReaver(game, name).strength) return;
  removeOne(state.reavers, reaver);
  state.defeated.push(name);
  mark(game, state, seat, 'reaver');
  push(state, ...stepsOf(seat, name, readReaver(game, name).reward));
}

const target = ({ state, seat }, name) =>
  Object.assign(state.activity, { target: name, defender: ownerOf(state, name), batch: seat });

// Of a fight: whether there is one, and what it does.
const REWARDS = {
  draw: [({ me }) => me.deck.length + me.recycle.length > 0, ({ state, seat }) => push(state, `${seat} - draw 1`)],
  credit: [always, ({ me }) => { me.credits += 1; }],
  verse: [({ state, seat }) => tokensLeft(state, seat) > 0, ({ me }) => { me.verse += 1; }],
};
const rewards = (at) => Object.keys(REWARDS).filter((reward) => REWARDS[reward][0](at));

function take({ game, state, seat, me }, name) {
  const { activity } = state;
  const missing = missingFor(game, state, name);
  spend(me, missing * iconsOf(game, me, name));
  (activity.kind === 'deal' ? me.hand : me.recycle).push(takeOffer(state, name));
  mark(game, state, seat, activity.kind);
  if (activity.kind === 'deal') {
    endDeal(state, 'retain');
  } else {
    activity.spent += game.cards.get(name).cost - missing;
    if (activity.taken > 0) me.recruitments -= 1;
    activity.taken += 1;
  }
}

function retain({ me }, name) {
  spend(me, 1);
  removeOne(me.display, me.display.find(({ card }) => card === name));
  me.hand.push(name);
}

const choices = (at) => (at.verb === 'step' ? goodWays(at.game, at.state, at.seat, at.n) : CHOICES[at.verb][0](at));

function choose(at, chosen) {
  gone(at);
  if (at.verb === 'step') doStep(at.game, at.state, at.seat, at.n, chosen);
  else CHOICES[at.verb][1](at, chosen);
}

function skip(at) {
  const [number] = at.verb === 'walk' ? walkable(at) : [];
  gone(at);
  if (number) push(at.state, `${at.seat} ${at.card} walk ${number + 1} ${at.words[2]}`);
}

function decideFight(game, state) {
  const { activity } = state;
  const { seat: attacker, defender, target: card, intent } = activity;
  const isWon = attackOf(game, state) >= defenseOf(game, state);
  activity.ended = true;
  if (isWon) {
    leaveTableau(state, defender, card);
    (intent === 'nab' ? state.players[attacker].hand : state.players[defender].recycle).push(card);
    if (game.cards.get(card).kind === 'asset') state.players[defender].immune = true;
  }
  const winner = isWon ? attacker : defender;
  mark(game, state, winner, isWon ? intent : 'defend');
  push(state, `${winner} - reward`, `${attacker} - retain`, `${defender} - retain`, `${attacker} - clear`);
}

function endBatch({ game, state, seat }) {
  const { activity } = state;
  const batch = seat === activity.seat ? activity.defender : activity.seat;
  if (activity.opening || activity.acted) Object.assign(activity, { batch, acted: false, opening: false });
  else decideFight(game, state);
}

// What `done` does in each phase.
const DONE = {
  replay: gone,
  retain: gone,
  tidy: gone,
  deal: ({ game, state }) => {
    state.activity.stage = 'closed';
    queueAnswers(game, state);
  },
  recruit: ({ state }) => { state.activity.stage = 'closed'; },
  take: ({ state, seat }) => {
    if (state.activity.kind === 'deal') endDeal(state);
    else push(state, `${seat} - clear`);
  },
  fight: endBatch,
};

const mayBeDone = ({ game, state }) => state.phase !== 'take' || state.activity.kind === 'recruit'
  || onOffer(state).every((name) => missingFor(game, state, name) > 0);

function endTurn({ game, state, seat, me }) {
  me.recycle.push(...me.hand);
  Object.assign(me, { activations: 0, recruitments: 0, hand: [] });
  push(state, ...namesOf(state.reavers).flatMap((name) => stepsOf(seat, name, readReaver(game, name).raid)));
  queue(state, ...['tidy', 'refill', 'replenish', 'next'].map((word) => `${seat} - ${word}`));
}

const ASKED = ['played', 'ability', 'location'];
const SPENDING = ['turn', 'deal', 'recruit', 'fight'];
const ACTING = ['play', 'trigger', 'add', 'use', 'warrant', 'tax', 'steal', 'retrigger', 'reaver'];
const FINISHING = ['skip', 'pass', 'done', 'end'];

// In the order of `legal`: the phases of each verb; what may stand behind it, or whether it may stand alone;
// what it does.
const VERBS = {
  reveal: [['reveal'], ({ state, words }) => state.market_decks[words[1] ?? rowToFill(state)], reveal],
  draw: [['draw'], ({ me }) => me.deck, draw],
  set: [['draft'], pickable, pick],
  play: [['turn', 'fight'], playable, play],
  trigger: [['turn', 'fight', 'played'], triggerable, trigger],
  turn: [['turn'], ({ state, seat }) => freeCards(state, seat), turn],
  fight: [['turn'], (at) => (at.me.activations > 0 && hasTarget(at) ? usesFor(at, 'FIGHT') : []), openWith(openFight)],
  deal: [['turn'], (at) => (at.me.activations > 0 ? usesFor(at, 'DEAL') : []), openWith(openDeal)],
  recruit: [['turn'], (at) => (at.me.recruitments > 0 ? influential(at) : []), openWith(openRecruitment)],
  acquire: [['turn'], canAcquire, ({ state, seat }) => {
    state.acquired = true;
    push(state, `${seat} - step 1`, `${seat} - step 2`, `${seat} - earn`);
  }],
  add: [Object.keys(ADDABLE), (at) => ADDABLE[at.state.phase](at), ({ game, state, seat }, name) => {
    commit(game, state, seat, name);
  }],
  credit: [['deal'], ({ me }) => me.credits > 0, ({ state, me }) => {
    me.credits -= 1;
    state.activity.credits += 1;
  }],
  use: [[...SPENDING, 'answer'], usableParts, use],
  replay: [['replay'], ({ game, state, seat, card }) => usableNumbers(game, state, seat, card, always), replay],
  warrant: [SPENDING, suspects, ({ state, seat, me }, name) => {
    spend(me, 2);
    anywhere(state, name).warrant = seat;
  }],
  tax: [SPENDING, levied('tax'), levy(1)],
  steal: [SPENDING, levied('steal'), levy(2)],
  retrigger: [SPENDING, retriggerable, ({ state, seat, me }, name) => {
    spend(me, 1);
    inTableau(me, name).used = 0;
    push(state, `${seat} ${name} walk 1 0`);
  }],
  reaver: [SPENDING, fightable, fightReaver],
  nab: [['intent'], always, ({ state }) => { state.activity.intent = 'nab'; }],
  dispatch: [['intent'], always, ({ state }) => { state.activity.intent = 'dispatch'; }],
  target: [['target'], targetsOf, target],
  reward: [['reward'], rewards, (at, what) => {
    gone(at);
    REWARDS[what][1](at);
  }],
  take: [['take'], ({ game, state }) => affordable(game, state), take],
  clear: [['take'], liftable, ({ state, me }, name) => {
    inTableau(me, name).warrant = null;
    endDeal(state);
  }],
  retain: [['retain'], ({ me }) => retainable(me), retain],
  retry: [['canceled'], ({ me }) => me.activations > 0, openDeal],
  salvage: [['canceled'], ({ me }) => me.recruitments > 0, openRecruitment],
  drop: [['canceled'], ({ me }) => me.recruitments === 0, ({ state, seat }) => push(state, `${seat} - clear`)],
  discard: [['tidy'], ({ me }) => unwarranted(me), ({ state, seat }, name) => discard(state, seat, name)],
  choose: [['choose'], choices, choose],
  do: [['ability'], always, walkOn],
  return: [['location'], ({ me }) => me.hand.includes(BLACK), (at) => {
    gone(at);
    blackGoesBack(at.state, at.seat);
  }],
  skip: [[...ASKED, 'choose'], ({ state, isOptional }) => isOptional || ASKED.includes(state.phase), skip],
  pass: [['answer'], always, gone],
  done: [Object.keys(DONE), mayBeDone, (at) => DONE[at.state.phase](at)],
  end: [['turn'], always, endTurn],
};

// ---- 9. legal actions ---------------------------------------------------------------------------
function actorOf(game, state) {
  const { phase, pending, activity, slots } = state;
  if (phase === 'over') return null;
  if (phase === 'reveal' || phase === 'draw') return 'chance';
  if (pending.length > 0) return placeOf(game, state).seat;
  if (phase === 'draft') {
    const { players, starting_player: first } = game.options;
    return (first - Object.values(slots).filter(Boolean).length + 2 * players) % players;
  }
  if (activity === null) return state.turn_player;
  return phase === 'fight' ? activity.batch : activity.seat;
}

function legal(game, state) {
  if (state.phase === 'over') return [];
  const at = placeOf(game, state);
  const inPhase = Object.entries(VERBS).filter(([, [phases]]) => phases.includes(state.phase));
  const actions = inPhase.flatMap(([verb, [, options]]) => {
    const found = options(at);
    if (Array.isArray(found)) return distinct(found).map((text) => `${verb} ${text}`);
    return found ? [verb] : [];
  });
  const finishing = actions.filter((action) => FINISHING.includes(action));
  return state.moves >= game.options.moves && finishing.length > 0 ? finishing : actions;
}

function apply(game, state, action) {
  const [verb, ...rest] = action.split(' ');
  const [, , does] = VERBS[verb];
  state.moves += 1;
  if (state.phase === 'fight' && ACTING.includes(verb)) state.activity.acted = true;
  does(placeOf(game, state), rest.join(' '));
  settle(game, state);
}

// ---- 10. count ----------------------------------------------------------------------------------
// Step by step, with equal states taken together. BigInt, since counts get large.
function count(game, start, steps) {
  let finished = 0n;
  let layer = new Map([['', { state: start, ways: 1n }]]);
  for (let left = steps; left > 0 && layer.size > 0; left -= 1) {
    const next = new Map();
    for (const { state, ways } of layer.values()) {
      const actions = legal(game, state);
      if (actions.length === 0) finished += ways;
      if (left === 1) finished += ways * BigInt(actions.length);
      for (const action of left === 1 ? [] : actions) {
        const after = structuredClone(state);
        apply(game, after, action);
        const key = JSON.stringify(view(game, after, null));
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

// ---- 11. wire -----------------------------------------------------------------------------------
const ABOUT = { name: 'misbehavin.mjs', version: '1.0.0', language: 'javascript', games: { misbehavin: ['2022'] } };

// What an observer sees.
function view(game, state, observer) {
  const actor = actorOf(game, state);
  const decider = state.phase === 'draw' ? placeOf(game, state).seat : actor;
  const hidesLegal = observer !== null && typeof decider === 'number' && decider !== observer;
  return {
    ...state,
    actor,
    players: state.players.map((player, seat) => viewPlayer(game, state, seat, observer === null || observer === seat)),
    market: Object.fromEntries(MARKETS.map((deck) => [deck, sorted(state.market[deck])])),
    market_decks: Object.fromEntries(MARKETS.map((deck) => [deck, sorted(state.market_decks[deck])])),
    defeated: sorted(state.defeated),
    activity: viewActivity(game, state),
    legal: hidesLegal ? null : legal(game, state),
  };
}

function viewPlayer(game, state, seat, isOwn) {
  const player = state.players[seat];
  const { hand, deck, recycle, assets, command, display } = player;
  return {
    ...player,
    hand: isOwn ? sorted(hand) : null, hand_size: hand.length,
    deck: isOwn ? sorted(deck) : null, deck_size: deck.length,
    unseen: sorted([...hand, ...deck]), recycle: sorted(recycle),
    assets: byCard(assets), command: byCard(command), display: byCard(display),
    verse_left: tokensLeft(state, seat), power: standingPower(game, player), needed: neededOf(game, player),
  };
}

function viewActivity(game, state) {
  const { activity } = state;
  if (activity === null) return null;
  if (activity.kind !== 'fight') return { ...activity, total: totalOf(game, state) };
  const [attack, defense] = goesOn(state) ? [attackOf(game, state), defenseOf(game, state)] : [null, null];
  return { ...activity, attack, defense };
}

const isKnownAsk = (ask) => ask === 'trace' || ask === 'final' || isWhole(ask.from ?? ask.count, 0, Infinity);

// The answer to a case, without its first brace and its seq, as text.
function runCase({ game: name, edition, options, actions, observer, ask: question }) {
  if (name !== 'misbehavin' || edition !== '2022' || !isKnownAsk(question)) return '"skipped":true}';
  const counts = question.count !== undefined;
  if (!optionsFit(options)) return `${counts ? '"count":0' : '"states":[]'},"refused":{"index":-1}}`;
  if (observer !== null && !isWhole(observer, 0, options.players - 1)) throw new Error('no such seat');
  const game = makeGame(options);
  const state = firstState(game);
  const from = question === 'trace' ? 0 : question.from ?? Infinity;
  const views = [];
  let done = 0;
  for (; done < actions.length && legal(game, state).includes(actions[done]); done += 1) {
    if (done >= from) views.push(JSON.stringify(view(game, state, observer)));
    apply(game, state, actions[done]);
  }
  const refused = done < actions.length ? `{"index":${done}}` : 'null';
  if (counts) return `"count":${count(game, state, question.count)},"refused":${refused}}`;
  views.push(JSON.stringify(view(game, state, observer)));
  return `"states":[${views.join()}],"refused":${refused}}`;
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
