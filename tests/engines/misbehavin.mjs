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
const DEEDS = ['nab', 'dispatch', 'deal', 'recruit'];
const TOKENS = 6;
const HAND = 5;

const isWhole = (x, low, high) => Number.isInteger(x) && x >= low && x <= high;
const areDifferent = (list) => new Set(list).size === list.length;
const range = (count) => Array.from({ length: count }, (_, index) => index);
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
// Texts on the wire are ASCII, so that the sort by code units is one by code points.
const sorted = (texts) => [...texts].sort();
const distinct = (texts) => sorted(new Set(texts));
// Copies of a supply card come in the order of `used`.
const byCard = (entries) =>
  [...entries].sort((a, b) => (a.card === b.card ? a.used - b.used : a.card < b.card ? -1 : 1));
const numberOf = (words) => Number(words.split(' ').at(-1));
const isSupply = (name) => SUPPLY.includes(name);

const removeOne = (list, item) => { list.splice(list.indexOf(item), 1); };

// ---- 1. the box ---------------------------------------------------------------------------------
// Keys and types are not looked at: the wire sends the right ones only.
const NAME = /^(?!none$)[a-z][a-z0-9-]{0,39}$/;
const ATTRIBUTE = /^[A-Z][A-Z0-9-]{0,19}$/;
const KIND = /^(asset|character|item)$/;
const AT_ONCE = new RegExp('^(draw [1-5]|(credits|lose|influence|strength) [1-9]|verse [1-6]|token [12]'
  + '|(activation|recruitment|black|black-all) [1-3]|shed|evade|cancel|immune)$');
const CHOSEN = new RegExp('^(may )?(steal [1-9]|black-one [1-3]|token-other [12]|(dispatch|nab|gain|take) (1?[0-9]|20)'
  + '|cycle|turn|reset|discard|discard-one|discard-target|warrant|lift|retrigger)$');
const MOVE = /^move (?!([a-z]+) \1$)(hand|tableau|recycle|market|supply) (hand|tableau|recycle)$/;
const NO_REWARD = ['token', 'influence', 'strength', 'evade', 'cancel', 'discard-one', 'discard-target'];
const ONGOING = /^(defense|nab|dispatch|influence|strength|power) [1-9]$/;
const COST = /^(discard|pay [1-9]|spend [1-6]|trigger)$/;
const STEP = new RegExp('^(discard|pay [1-9]|((discard|trigger|have [1-9]) (asset|character|item|[A-Z][A-Z0-9-]{0,19}))'
  + '|did (fight|nab|dispatch|deal|recruit))$');
const WORDS = /^( |[^\p{C}\p{Z}]){1,300}$/u;
const MOMENTS = ['turn', 'deal', 'recruit', 'fight', 'cancel'];
const X_VALUES = ['credits', 'verse', 'assets', 'command'];
const VERSE_ACTIONS = ['warrant', 'tax', 'steal', 'retrigger'];
const WIN_STEPS = ['nab', 'dispatch', 'defend', 'deal', 'recruit', 'location', 'reaver'];

const nameOf = (effect) => effect.split(' ').find((word) => word !== 'may');
const isEffect = (text) => AT_ONCE.test(text) || CHOSEN.test(text);
// Of `required`, of words done by hand, and of Reavers and 'verse actions.
const isPlain = (text) => isEffect(text) && !text.startsWith('may ') && text !== 'cancel';
const isEntry = (text) => isPlain(text) || MOVE.test(text);
const isReward = (text) => isEffect(text) && !NO_REWARD.includes(nameOf(text));
const isRaid = (text) => isReward(text) && isPlain(text);
const all = (list, low, high, isRight) => isWhole(list.length, low, high) && list.every(isRight);
const allOf = (list, low, high, allowed) => all(list, low, high, (it) => allowed.includes(it)) && areDifferent(list);
const allDifferent = (list, low, high, form) => all(list, low, high, (it) => form.test(it)) && areDifferent(list);

function boxFits({ cards, supply, boards, verse, reavers, episodes }) {
  const inDeck = (deck) => cards.filter((card) => card.deck === deck).length;
  const names = (list) => list.map(({ name }) => name);
  const pricedOf = ({ actions }) => names(actions.filter((action) => typeof action === 'object'));
  // Lists that may have names in common, but none with anything else.
  const ofEpisodes = episodes.map((episode) => names(episode.reavers ?? []));
  const ofFactions = FACTIONS.map((faction) => pricedOf(verse[faction]));
  const shared = [ofEpisodes, ofFactions].flatMap((lists) => distinct(lists.flat()));
  return cards.every(cardFits)
    && FACTIONS.every((faction) => inDeck(faction) === 10) && MARKETS.every((deck) => isWhole(inDeck(deck), 2, 60))
    && allOf(names(supply), SUPPLY.length, SUPPLY.length, SUPPLY) && supply.every(supplyCardFits)
    && areDifferent([...names([...cards, ...supply, ...reavers]), ...shared])
    && [...ofEpisodes, ...ofFactions].every(areDifferent)
    && FACTIONS.every((faction) => boardFits(boards[faction]) && verseFits(verse[faction]))
    && all(reavers, 0, 10, reaverFits)
    && all(episodes, 0, 20, episodeFits) && areDifferent(names(episodes));
}

const cardFits = (card) => [...FACTIONS, ...MARKETS].includes(card.deck) && KIND.test(card.kind) && anyCardFits(card)
  && all(card.abilities, 0, 4, (ability) => abilityFits(ability, ['trigger', 'innate', 'hand']));

function supplyCardFits(card) {
  const { name, kind, influence, power, attributes, needs, required, ongoing, abilities, both } = card;
  const isEmpty = kind === 'action' && influence === 0 && power === 0
    && [attributes, needs, required, ongoing, abilities].every((list) => list.length === 0);
  return ['action', 'maneuver'].includes(kind) && anyCardFits(card) && both !== false
    && all(abilities, 0, 4, (ability) => abilityFits(ability, ['special']))
    && abilities.every(({ when }) => kind === 'action' || !when.includes('cancel'))
    && !required.some((effect) => nameOf(effect) === 'token')
    && (name !== BLACK || isEmpty);
}

function anyCardFits({ name, cost, influence, power, attributes, needs, icons, required, ongoing }) {
  return NAME.test(name) && isWhole(cost, 0, 20) && (X_VALUES.includes(influence) || isWhole(influence, 0, 20))
    && (X_VALUES.includes(power) || isWhole(power, 0, 10))
    && allDifferent(attributes, 0, 8, ATTRIBUTE) && allDifferent(needs, 0, 4, ATTRIBUTE)
    && Object.entries(icons).every(([faction, count]) => FACTIONS.includes(faction) && isWhole(count, 1, 6))
    && all(required, 0, 4, isPlain) && all(ongoing, 0, 4, (effect) => ONGOING.test(effect));
}

function abilityFits({ type, turns, when, cost, effects, words, may }, types) {
  const has = (name) => effects.some((effect) => nameOf(effect) === name);
  const [cancels, isByHand] = [when.includes('cancel'), words !== undefined];
  const isForFights = ['evade', 'strength', 'discard-target'].some(has);
  return types.includes(type) && (type === 'innate' || turns === (type === 'trigger'))
    && allOf(when, 1, 5, type === 'trigger' ? ['turn', 'fight'] : MOMENTS)
    && all(cost, 0, 3, (it) => COST.test(it)) && !(cost.includes('discard') && cost.includes('trigger'))
    && (isByHand ? WORDS.test(words) && effects.length === 0 && !cancels && all(may ?? [], 1, 8, isEntry)
      : may === undefined && all(effects, 1, 6, isEffect))
    && (!cancels || (when.length === 1 && effects[0] === 'cancel'))
    && countOf(effects, 'cancel') === Number(cancels)
    && (!isForFights || (when.length === 1 && when[0] === 'fight'))
    && (!has('influence') || when.every((moment) => ['deal', 'recruit'].includes(moment)))
    && (!['special', 'hand'].includes(type) || ![...effects, ...may ?? []].some((it) => nameOf(it) === 'token'));
}

const boardFits = ({ A, B }) => [A.assets, A.command, B.assets, B.command].every((slots) => isWhole(slots, 1, 10))
  && [2, 3, 4].every((players) => isWhole(B.power[players], 1, 30));

const verseFits = ({ steps, actions }) => all(steps, 2, 2, (step) => STEP.test(step))
  && all(actions, 0, 8, actionFits) && areDifferent(actions);

const actionFits = (action) => VERSE_ACTIONS.includes(action)
  || (NAME.test(action.name) && isWhole(action.price, 1, 6) && all(action.effects, 1, 6, isReward));

const reaverFits = ({ name, strength, raid, reward }) => NAME.test(name) && isWhole(strength, 1, 12)
  && all(raid, 0, 3, isRaid) && all(reward, 0, 6, isReward);

function episodeFits({ name, supply, side, wins, reavers }) {
  const goalFits = ({ credits, step, count }) =>
    (credits !== undefined ? isWhole(credits, 1, 99) : WIN_STEPS.includes(step) && isWhole(count, 1, 6));
  const kindOf = ({ step }) => step ?? 'credits';
  const winFits = (win) => (win.faction === null || FACTIONS.includes(win.faction)) && goalsOf(win).every(goalFits)
    && (win.all === undefined || isWhole(win.all.length, 2, 4)) && areDifferent(goalsOf(win).map(kindOf));
  return NAME.test(name) && (supply === null || setsFit(supply)) && [null, 'A', 'B'].includes(side)
    && all(wins, 0, 8, winFits) && (reavers === undefined || all(reavers, 1, 10, reaverFits));
}

const goalsOf = (win) => win.all ?? [win];
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
    && (episode?.reavers ? reavers === 'episode' : isWhole(reavers, 0, box.reavers.length))
    && isWhole(turns, 1, 1000) && isWhole(moves, 10, 1000);
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
  const episode = episodeOf(options);
  const reavers = episode?.reavers ?? box.reavers.slice(0, options.reavers);
  return { options, box, cards, deckOf, episode, reavers };
}

function firstState(game) {
  const { options, deckOf, episode } = game;
  const { players, factions, sides, starting_player: starter, supply } = options;
  const sets = supply === 'draft' ? [null, null, null, null]
    : supply === 'episode' ? episode.supply : SETUPS[supply] ?? supply;
  const state = {
    phase: 'draft', turn: 0, turn_player: starter, moves: 0, acquired: false, once: [], did: [],
    players: range(players).map((seat) => ({
      faction: factions[seat], side: sides[seat], hand: [], deck: deckOf(factions[seat]), recycle: [],
      assets: [], command: [], display: [], credits: 1, verse: 1, marks: {},
      immune: 0, activations: 0, recruitments: 0,
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
const purseOf = ({ verse, marks }) => verse + total(Object.values(marks));
const foesOf = (state, seat) => othersOf(state, seat).map((other) => state.players[other]);
const foeCards = (state, seat) => foesOf(state, seat).flatMap(tableauOf);
const hasAttribute = (game, name, attribute) => game.cards.get(name).attributes.includes(attribute);
const isLocation = (game, name) => hasAttribute(game, name, 'LOCATION');
const countOf = (list, item) => list.filter((it) => it === item).length;

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

// What a printed number counts, or an X.
function valueOf(player, printed) {
  if (typeof printed === 'number') return printed;
  return ['assets', 'command'].includes(printed) ? player[printed].length : player[printed];
}

const displayOf = (game, player, value) =>
  total(player.display.map(({ card }) => valueOf(player, game.cards.get(card)[value])));
const displayPower = (game, player) =>
  displayOf(game, player, 'power') + total(player.display.map(({ tokens }) => tokens));

// In a tableau an X counts 0.
function standingPower(game, state, seat) {
  const entries = tableauOf(state.players[seat]);
  const printed = entries.map(({ card }) => game.cards.get(card).power).filter((power) => typeof power === 'number');
  const set = namesOf(entries.filter(({ triggered }) => !triggered));
  return total(printed) + total(entries.map(({ tokens }) => tokens)) + ongoingOf(game, state, seat, set, 'power');
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

const isOnce = ({ type, turns, cost }) => type === 'innate' && !turns && cost.length === 0;

// Whether an ability can be used now. `inHand`: copies in the hand that are the card itself; `spent`: tokens that are
// spent before its costs are paid.
function isUsable(game, state, seat, name, number, { inHand = 0, spent = 0 } = {}) {
  const { hand, credits, verse } = state.players[seat];
  const ability = game.cards.get(name).abilities[number - 1];
  const costOf = (kind) => total(ability.cost.filter((it) => it.startsWith(kind)).map(numberOf));
  const free = freeCards(state, seat).filter((card) => card !== name).length;
  return needsMet(game, state, seat, name) && ability.when.includes(momentOf(state, seat))
    && !(isOnce(ability) && state.once.includes(`${name} ${number}`))
    && credits >= costOf('pay') && Math.max(0, verse - spent) >= costOf('spend')
    && hand.length - inHand + free >= countOf(ability.cost, 'discard') && free >= countOf(ability.cost, 'trigger');
}

// The numbers of the abilities of a card that are usable and of the right kind.
const usableNumbers = (game, state, seat, name, isRight, how) => game.cards.get(name).abilities
  .map((it, at) => (isRight(it, at + 1) ? at + 1 : 0))
  .filter((number) => number > 0 && isUsable(game, state, seat, name, number, how));
const isTrigger = ({ type }) => type === 'trigger';
const always = () => true;

function onOffer(state) {
  const sets = Object.keys(state.supply).filter((set) => set !== BLACK && state.supply[set] > 0);
  return [...MARKETS.flatMap((deck) => state.market[deck]), ...sets];
}

function totalOf(game, state) {
  const { kind, seat, bonus, credits, spent } = state.activity;
  const player = state.players[seat];
  const influence = displayOf(game, player, 'influence') + passive(game, state, seat, 'influence');
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

function sumOf(game, names, kind) {
  const effects = names.flatMap((name) => game.cards.get(name).ongoing);
  return total(effects.filter((effect) => effect.startsWith(`${kind} `)).map(numberOf));
}

// The same of those whose needs are met.
function ongoingOf(game, state, seat, names, kind) {
  return sumOf(game, names.filter((name) => needsMet(game, state, seat, name)), kind);
}

const passive = (game, state, seat, kind) => ongoingOf(game, state, seat, freeCards(state, seat), kind);

function attackOf(game, state) {
  const { seat, intent, bonus } = state.activity;
  const me = state.players[seat];
  return displayPower(game, me) + sumOf(game, namesOf(me.display), intent)
    + passive(game, state, seat, 'strength') + bonus[0];
}

function defenseOf(game, state) {
  const { target, defender, bonus } = state.activity;
  return game.cards.get(target).cost + displayPower(game, state.players[defender])
    + passive(game, state, defender, 'defense') + bonus[1];
}

// ---- 5. moves of cards and tokens ---------------------------------------------------------------
const push = (state, ...steps) => state.pending.unshift(...steps);
const queue = (state, ...steps) => state.pending.push(...steps);

function spend(player, tokens) {
  const held = Math.min(tokens, player.verse);
  player.verse -= held;
  for (let left = tokens - held; left > 0; left -= 1) {
    const step = WIN_STEPS.find((it) => player.marks[it]);
    player.marks[step] -= 1;
    if (player.marks[step] === 0) delete player.marks[step];
  }
}

const earn = (state, seat, tokens) => { state.players[seat].verse += Math.min(tokens, tokensLeft(state, seat)); };

function mark(game, state, seat, step) {
  const player = state.players[seat];
  if (seat === state.turn_player && DEEDS.includes(step)) state.did = distinct([...state.did, step]);
  const goals = winsOf(game, player).flatMap(goalsOf).filter((goal) => goal.step === step);
  const marks = player.marks[step] ?? 0;
  if (player.verse === 0 || !goals.some(({ count }) => marks < count)) return;
  player.verse -= 1;
  player.marks[step] = marks + 1;
}

const winsOf = (game, player) => (game.episode?.wins ?? []).filter((win) => isWinOf(win, player.faction));

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
// carried out or waits, if there is one, its words: `card`, `verb`, number `n`, `words`, `isOptional`, and how many
// steps are `behind` it.
function placeOf(game, state) {
  const { pending, players } = state;
  if (pending.length > 0) return { ...readStep(game, state, pending[0]), behind: pending.length - 1 };
  const seat = actorOf(game, state);
  return { game, state, seat, me: players[seat] };
}

// A step that would come in front of the queue; `behind` are the other steps.
function readStep(game, state, step) {
  const [first, card, ...words] = step.split(' ');
  const isOptional = words[0] === 'may';
  if (isOptional) words.shift();
  const seat = Number(first);
  const [me, verb, n] = [state.players[seat], words[0], Number(words[1] ?? 0)];
  return { game, state, seat, me, card, verb, words, isOptional, n, behind: state.pending.length };
}

// Whether an effect, if it chooses, has a candidate.
function isPossible(game, state, step) {
  const at = readStep(game, state, step);
  return !CHOICES[at.verb] || CHOICES[at.verb][0](at).length > 0;
}

const others = ({ state, seat }, isRight) => othersOf(state, seat).filter(isRight).map(String);
const rich = (at) => others(at, (seat) => at.state.players[seat].credits > 0);
const costsAtMost = ({ game, n }, names) => names.filter((name) => game.cards.get(name).cost <= n);
const foesAtMost = (at) => costsAtMost(at, namesOf(foeCards(at.state, at.seat)));
const offersAtMost = (at) => costsAtMost(at, onOffer(at.state));
// Untriggered cards, and the target of a fight.
const forcible = (player) => [...player.hand, ...namesOf(tableauOf(player).filter(isIdle))];
const anywhere = (state, name) => inTableau(state.players[ownerOf(state, name)], name);

const immunise = (player, turns) => { player.immune = Math.max(player.immune, turns); };
const strengthen = (entry, n) => { entry.tokens = Math.min(9, entry.tokens + n); };
const turnedCards = ({ me }) =>
  namesOf(tableauOf(me).filter(({ triggered, warrant }) => triggered && warrant === null));
const isNot = (card) => (name) => name !== card;
const suspects = ({ game, state, seat }) => namesOf(foeCards(state, seat)
  .filter(({ card, warrant }) => warrant === null && game.cards.get(card).kind === 'character'));
const canRetrigger = ({ game, state, seat }) => (name) => usableNumbers(game, state, seat, name, isTrigger).length > 0;

function retrigger({ state, seat, me }, name) {
  inTableau(me, name).used = 0;
  push(state, `${seat} ${name} walk 1 0`);
}

// Done at once.
const EFFECTS = {
  credits: ({ me, n }) => { me.credits += n; },
  lose: ({ me, n }) => { me.credits -= Math.min(n, me.credits); },
  pay: ({ me, n }) => { me.credits -= n; },
  spend: ({ me, n }) => { me.verse -= n; },
  verse: ({ state, seat, n }) => earn(state, seat, n),
  activation: ({ state, seat, me, n }) => {
    if (seat === state.turn_player || momentOf(state, seat) === 'fight') me.activations += n;
  },
  recruitment: ({ state, seat, me, n }) => { if (seat === state.turn_player) me.recruitments += n; },
  token: ({ me, n, card }) => {
    const entry = inPlay(me).find((it) => it.card === card);
    if (entry) strengthen(entry, n);
  },
  immune: ({ state, seat, me }) => immunise(me, seat === state.turn_player ? 2 : 1),
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
    (at) => turnedCards(at).filter(isNot(at.card)),
    ({ state }, chosen) => { Object.assign(anywhere(state, chosen), { triggered: false, used: 0 }); },
  ],
  discard: [
    ({ state, seat, me, card }) => [...me.hand, ...freeCards(state, seat).filter(isNot(card))],
    ({ state, seat }, chosen) => discard(state, seat, chosen),
  ],
  'discard-one': [
    (at) => others(at, (seat) => forcible(at.state.players[seat]).length > 0),
    ({ state, card }, chosen) => push(state, `${chosen} ${card} forced`),
  ],
  'token-other': [
    ({ me, card }) => namesOf(tableauOf(me)).filter(isNot(card)),
    ({ me, n }, chosen) => strengthen(inTableau(me, chosen), n),
  ],
  warrant: [
    (at) => (tokensLeft(at.state, at.seat) > 0 ? suspects(at) : []),
    ({ state, seat }, chosen) => { anywhere(state, chosen).warrant = seat; },
  ],
  lift: [({ me }) => underWarrant(me), ({ me }, chosen) => { inTableau(me, chosen).warrant = null; }],
  retrigger: [(at) => (at.state.moves < at.game.options.moves && at.behind <= 8
    ? turnedCards(at).filter(isNot(at.card)).filter(canRetrigger(at)) : []), retrigger],
  'discard-target': [
    ({ state, seat }) => (momentOf(state, seat) === 'fight' && anywhere(state, state.activity.target).warrant === null
      ? [state.activity.target] : []),
    ({ state }, chosen) => discard(state, ownerOf(state, chosen), chosen),
  ],
  // A cost.
  trigger: [({ state, seat, card }) => freeCards(state, seat).filter(isNot(card)), (at, chosen) => turn(at, chosen)],
  move: [movable, move],
  forced: [({ me }) => forcible(me), ({ state, seat }, chosen) => discard(state, seat, chosen)],
  dispatch: [foesAtMost, ({ state }, chosen) => discard(state, ownerOf(state, chosen), chosen)],
  nab: [foesAtMost, ({ state, me }, chosen) => {
    leaveTableau(state, ownerOf(state, chosen), chosen);
    me.hand.push(chosen);
  }],
  gain: [offersAtMost, ({ state, me }, chosen) => me.recycle.push(takeOffer(state, chosen))],
  take: [offersAtMost, ({ state, me }, chosen) => me.hand.push(takeOffer(state, chosen))],
};

// Of words done by hand.
function movable({ game, state, seat, me, words }) {
  const [, from, to] = words;
  const places = {
    hand: me.hand, tableau: freeCards(state, seat), recycle: me.recycle,
    market: Object.values(state.market).flat(), supply: onOffer(state).filter(isSupply),
  };
  return places[from].filter((name) => name !== BLACK && (to !== 'tableau' || fitsTableau(game, state, seat, name)));
}

function move({ game, state, seat, me, words }, name) {
  const [, from, to] = words;
  if (from === 'tableau') leaveTableau(state, seat, name);
  else if (me[from]) removeOne(me[from], name);
  else takeOffer(state, name);
  if (to === 'tableau') me[areaOf(game, name)].push(entryOf(name));
  else me[to].push(name);
}

// The 'verse card: the ways to do a step outside of fights, which are cards to choose, [null] for none to choose.
function waysOf(game, state, player, step) {
  const [verb, ...rest] = step.split(' ');
  const what = rest.at(-1);
  const isWhat = (name) => what === undefined || game.cards.get(name).kind === what || hasAttribute(game, name, what);
  const cards = tableauOf(player).filter(({ warrant }) => warrant === null);
  const free = namesOf(cards.filter(({ triggered }) => !triggered));
  if (verb === 'pay') return player.credits >= Number(what) ? [null] : [];
  if (verb === 'have') return namesOf(cards).filter(isWhat).length >= Number(rest[0]) ? [null] : [];
  if (verb === 'did') return state.did.includes(what) ? [null] : [];
  return (verb === 'trigger' ? free : [...player.hand, ...free]).filter(isWhat);
}

const verseStep = (game, player, n) => game.box.verse[player.faction].steps[n - 1];

// Of the ways to do the first step, those that leave the second possible; of the second all.
function goodWays(game, state, seat, n) {
  const ways = waysOf(game, state, state.players[seat], verseStep(game, state.players[seat], n));
  return n === 2 ? ways : ways.filter((way) => {
    const after = { ...state, players: structuredClone(state.players), pending: [] };
    doStep(game, after, seat, 1, way);
    return goodWays(game, after, seat, 2).length > 0;
  });
}

function doStep(game, state, seat, n, way) {
  const player = state.players[seat];
  const step = verseStep(game, player, n);
  if (step.startsWith('discard')) discard(state, seat, way);
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
function walkable({ game, state, seat, me, card, n, words }) {
  const types = words[2] === '3' ? ['innate'] : ['trigger', 'innate'];
  return inTableau(me, card)
    ? usableNumbers(game, state, seat, card, ({ type }, at) => at >= n && types.includes(type)) : [];
}

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
  'by-hand': () => 'by-hand',
  replay: waitIf('replay', (at) => purseOf(at.me) > 0 && replayable(at).length > 0),
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

const replayable = ({ game, state, seat, card }) => usableNumbers(game, state, seat, card, always, { spent: 1 });

// An ability, its words done by hand being its effects.
function partsOf(game, name, number) {
  const ability = game.cards.get(name).abilities[number - 1];
  const { may } = ability;
  return may ? { ...ability, effects: [`by-hand ${number} ${may.map((_, at) => at + 1).join('')}`] } : ability;
}

function noteUse({ game, state }, entry, number) {
  entry.used = number;
  if (isOnce(partsOf(game, entry.card, number))) state.once = distinct([...state.once, `${entry.card} ${number}`]);
}

// The first usable ability of a walk, in place of the step.
function walkOn(at) {
  const { game, state, seat, me, card, words } = at;
  const [number] = walkable(at);
  const { cost, effects } = partsOf(game, card, number);
  noteUse(at, inTableau(me, card), number);
  gone(at);
  const [asked, how] = [words[2] === '2' ? ['location'] : [], words[2] === '3' ? 3 : 1];
  push(state, ...stepsOf(seat, card, [...cost, ...asked, ...effects, `walk ${number + 1} ${how}`]));
}

const CONCLUDES = {
  return: ({ state, me, card }) => {
    removeOne(me.display, me.display.find((entry) => entry.card === card && entry.used === 0));
    state.supply[card] += 1;
  },
  earn: ({ state, seat }) => earn(state, seat, 1),
  clear: ({ state }) => {
    const { kind, seat, defender } = state.activity;
    emptyDisplay(state, seat);
    if (kind === 'fight' && defender !== null) {
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
      const ended = state.players[state.turn_player];
      ended.immune = Math.max(0, ended.immune - 1);
      if (state.turn === game.options.turns) return finish(game, state, null);
      state.turn_player = (state.turn_player + 1) % state.players.length;
    }
    Object.assign(state, { turn: state.turn + 1, moves: 0, acquired: false, once: [], did: [] });
    for (const entry of state.players.flatMap(inPlay)) entry.used = 0;
    const player = state.players[state.turn_player];
    for (const entry of tableauOf(player)) if (entry.warrant === null) entry.triggered = false;
    if (hasWon(game, state, state.turn_player)) return finish(game, state, state.turn_player);
    return Object.assign(player, { activations: 1, recruitments: 1 });
  },
};

function hasWon(game, state, seat) {
  const player = state.players[seat];
  const isReached = ({ credits, step, count }) =>
    (credits !== undefined ? player.credits >= credits : (player.marks[step] ?? 0) >= count);
  return ((game.episode?.standard ?? true) && standingPower(game, state, seat) >= neededOf(game, player))
    || winsOf(game, player).some((win) => goalsOf(win).every(isReached));
}

function finish(game, state, winner) {
  const scores = state.players.map((_, seat) => standingPower(game, state, seat));
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
  if (kind === 'fight' && activity.target !== null) return 'fight';
  if (kind === 'fight' && targetsOf({ state, seat }).length > 0) return activity.intent === null ? 'intent' : 'target';
  if (kind === 'fight') return pushClear(state);
  if (canceled && activations + recruitments > 0) return 'canceled';
  if (!canceled && stage === 'open') return kind;
  if (!canceled && kind === 'deal') {
    if (affordable(game, state).length + underWarrant(state.players[seat]).length > 0) return 'take';
    endDeal(state);
    return null;
  }
  if (!canceled && (taken === 0 || recruitments > 0) && affordable(game, state).length > 0) return 'take';
  return pushClear(state);
}

function pushClear(state) {
  push(state, `${state.activity.seat} - clear`);
  return null;
}

function endDeal(state, ...steps) {
  const { activity } = state;
  activity.stage = 'done';
  queue(state, ...stepsOf(activity.seat, '-', [...steps, 'clear']));
}

function queueAnswers(game, state) {
  const cancels = (...types) => (name) =>
    game.cards.get(name).abilities.some(({ type, when }) => types.includes(type) && when.includes('cancel'));
  const isAsked = (seat) => {
    const { hand, deck } = state.players[seat];
    return freeCards(state, seat).some(cancels('innate'))
      || (hand.length > 0 && [...hand, ...deck].some(cancels('special', 'hand')));
  };
  queue(state, ...othersOf(state, state.activity.seat).filter(isAsked).map((seat) => `${seat} - answer`));
}

// ---- 8. actions ---------------------------------------------------------------------------------
const ownCards = ({ state, seat, me }) => [...me.hand.filter((name) => name !== BLACK), ...freeCards(state, seat)];
const usesFor = (at, attribute) => ownCards(at).filter((name) => hasAttribute(at.game, name, attribute)
  && needsMet(at.game, at.state, at.seat, name));
const influential = (at) => ownCards(at).filter((name) => at.game.cards.get(name).influence !== 0);
const targetsOf = ({ state, seat }) =>
  namesOf(foesOf(state, seat).filter(({ immune }) => immune === 0).flatMap(tableauOf));
const hasTarget = (at) => targetsOf(at).length > 0;
const hasTokens = ({ state, seat, me }, tokens) => seat === state.turn_player && purseOf(me) >= tokens;
const verseActions = ({ game, me }) => game.box.verse[me.faction].actions;
const mayVerse = (at, action, tokens) => hasTokens(at, tokens) && verseActions(at).includes(action);
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
  const parts = (card, isRight, how) =>
    usableNumbers(game, state, seat, card, isRight, how).map((number) => `${card} ${number}`);
  const isInOrder = (used) => (it, at) => it.type === 'innate' && (at > used || (at === used && it.cost.length > 0));
  const inDisplay = ({ card, used }) => (!isSupply(card) ? parts(card, (it, at) => !it.turns && isInOrder(used)(it, at))
    : game.cards.get(card).both && used === 0 ? parts(card, always) : []);
  return [
    ...me.hand.flatMap((card) => parts(card, ({ type }) => isSupply(card) || type === 'hand', { inHand: 1 })),
    ...freeEntries(state, seat).flatMap(({ card, used }) => parts(card, isInOrder(used))),
    ...me.display.flatMap(inDisplay),
  ];
}

function use(at, text) {
  const { game, state, seat, me } = at;
  const [name, digit] = text.split(' ');
  const number = Number(digit);
  const { kind, required } = game.cards.get(name);
  const { type, turns, cost, effects } = partsOf(game, name, number);
  // Of a copy in the hand and one in the display the one in the hand, if it may be used.
  const isShown = type === 'special' && me.hand.includes(name)
    && isUsable(game, state, seat, name, number, { inHand: 1 });
  if (state.phase === 'answer') gone(at);
  if (isShown) toDisplay(state, seat, name);
  else if (type === 'hand') discard(state, seat, name);
  else noteUse(at, inPlay(me).find(({ card, used }) => card === name && (used === 0 || !isSupply(name))), number);
  if (turns) inTableau(me, name).triggered = true;
  const before = [...turns ? locationOf(game, name) : [], ...isShown ? required : []];
  const behind = [
    ...turns ? [`walk ${number + 1} 3`] : [],
    ...kind === 'maneuver' ? ['replay'] : [],
    ...isShown ? ['return'] : [],
  ];
  push(state, ...stepsOf(seat, name, [...cost, ...before, ...effects, ...behind]));
}

function replay({ game, state, seat, me, card }, number) {
  const { cost, effects } = partsOf(game, card, number);
  spend(me, 1);
  push(state, ...stepsOf(seat, card, [...cost, ...effects]));
}

// Entries of words done by hand.
const entriesOf = ({ game, card, n }) => game.cards.get(card).abilities[n - 1].may;
const possibleEntries = (at) => [...at.words[2]].filter((k) => k !== '0'
  && isPossible(at.game, at.state, `${at.seat} ${at.card} ${entriesOf(at)[k - 1]}`));

function doEntry(at, k) {
  const { state, seat, card, n, words } = at;
  gone(at);
  const left = words[2].replace(k, '') || '0';
  push(state, ...stepsOf(seat, card, [entriesOf(at)[k - 1], `by-hand ${n} ${left}`]));
}

// 'verse actions with a price.
const payable = (at) => verseActions(at).filter(({ name, price, effects }) => name && hasTokens(at, price)
  && isPossible(at.game, at.state, `${at.seat} ${name} ${effects[0]}`)).map(({ name }) => name);

function payFor(at, chosen) {
  const { price, effects } = verseActions(at).find(({ name }) => name === chosen);
  spend(at.me, price);
  push(at.state, ...stepsOf(at.seat, chosen, effects));
}

const entryOf = (card) => ({ card, triggered: false, tokens: 0, warrant: null, used: 0 });

// Whether the tableau has room for a card, and the standing power may become what it would be.
function fitsTableau(game, state, seat, name) {
  if (isSupply(name)) return false;
  const [me, area] = [state.players[seat], areaOf(game, name)];
  const players = state.players.with(seat, { ...me, [area]: [...me[area], entryOf(name)] });
  const power = standingPower(game, { ...state, players }, seat);
  return me[area].length < game.box.boards[me.faction][me.side][area]
    && (power <= neededOf(game, me) || power <= standingPower(game, state, seat));
}

const playable = ({ game, state, seat, me }) => (seat === state.turn_player && me.activations > 0
  ? me.hand.filter((name) => fitsTableau(game, state, seat, name)) : []);

function play({ game, state, seat, me }, name) {
  me.activations -= 1;
  removeOne(me.hand, name);
  me[areaOf(game, name)].push(entryOf(name));
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
    if (game.cards.get(card).kind === 'asset') immunise(state.players[defender], 1);
    state.did = distinct([...state.did, 'fight']);
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
  'by-hand': gone,
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
const ACTING = ['play', 'trigger', 'add', 'use', 'verse', 'warrant', 'tax', 'steal', 'retrigger', 'reaver'];
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
  replay: [['replay'], replayable, replay],
  verse: [SPENDING, payable, payFor],
  warrant: [SPENDING, (at) => (mayVerse(at, 'warrant', 2) ? suspects(at) : []), ({ state, seat, me }, name) => {
    spend(me, 2);
    anywhere(state, name).warrant = seat;
  }],
  tax: [SPENDING, levied('tax'), levy(1)],
  steal: [SPENDING, levied('steal'), levy(2)],
  retrigger: [
    SPENDING,
    (at) => (mayVerse(at, 'retrigger', 1) ? turnedCards(at).filter(canRetrigger(at)) : []),
    (at, name) => {
      spend(at.me, 1);
      retrigger(at, name);
    },
  ],
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
  entry: [['by-hand'], possibleEntries, doEntry],
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
    verse_left: tokensLeft(state, seat), power: standingPower(game, state, seat), needed: neededOf(game, player),
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
