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

const SAMPLE = JSON.parse(readFileSync(new URL('../../src/fireflies/misbehavin/box.json', import.meta.url), 'utf8')).box;

const FACTIONS = ['serenity', 'alliance', 'eavesdown', 'niska'];
const MARKETS = ['core', 'border', 'rim'];
const SLOTS = ['fight', 'deal', 'maneuver', 'any'];
const FIGHT_SETS = ['double-cross', 'misbehave', 'the-dart'];
const DEAL_SETS = ['negotiation', 'palaver'];
const MANEUVER_SETS = ['crazy-ivan', 'fei-wu', 'full-burn', 'the-dart'];
const ANY_SETS = [...new Set([...FIGHT_SETS, ...DEAL_SETS, ...MANEUVER_SETS])];
const FITTING = { fight: FIGHT_SETS, deal: DEAL_SETS, maneuver: MANEUVER_SETS, any: ANY_SETS };
const BLACK = 'the-black';
const SUPPLY = ['shiny', BLACK, ...ANY_SETS];
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
const byCard = (entries) => [...entries].sort((a, b) => (a.card < b.card ? -1 : a.card > b.card ? 1 : a.tokens - b.tokens));
const numberOf = (words) => Number(words.split(' ').at(-1));
const isSupply = (name) => SUPPLY.includes(name);

function removeOne(list, item) {
  list.splice(list.indexOf(item), 1);
}

// ---- 1. the box ---------------------------------------------------------------------------------
// Keys and types are not looked at: the wire sends the right ones only.
const NAME = /^(?!none$)[a-z][a-z0-9-]{0,39}$/;
const ATTRIBUTE = /^[A-Z][A-Z0-9-]{0,19}$/;
const KIND = /^(asset|character|item)$/;
const REQUIRED = /^(draw [1-5]|(credits|lose) [1-9]|verse [1-6]|(activation|recruitment|black|black-all) [1-3])$/;
const AT_ONCE = /^(shed|token [12]|(influence|strength) [1-9]|evade|cancel)$/;
const CHOSEN = /^(may )?(steal [1-9]|black-one [1-3]|cycle|turn|reset|discard|discard-one|(dispatch|nab|gain|take) (\d|1\d|20))$/;
const NO_REWARD = /^(token|influence|strength|evade|cancel|(may )?discard-one)( |$)/;
const ONGOING = /^(defense|nab|dispatch) [1-9]$/;
const COST = /^(discard|pay [1-9])$/;
const RAID = /^(lose [1-9]|black [1-3])$/;
const STEP = /^(discard|pay [1-9]|trigger (?<trigger>\S+)|have [1-9] (?<have>\S+))$/;
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
  return cards.every((card) => cardFits(card, [...FACTIONS, ...MARKETS]))
    && FACTIONS.every((faction) => inDeck(faction) === 10) && MARKETS.every((deck) => isWhole(inDeck(deck), 2, 60))
    && allOf(supply.map(({ name }) => name), SUPPLY.length, SUPPLY.length, SUPPLY) && supply.every(supplyCardFits)
    && areDifferent([...cards, ...supply, ...reavers].map(({ name }) => name))
    && FACTIONS.every((faction) => boardFits(boards[faction]) && verseFits(verse[faction]))
    && all(reavers, 0, 10, reaverFits)
    && all(episodes, 0, 20, episodeFits) && areDifferent(episodes.map(({ name }) => name));
}

function cardFits(card, decks) {
  return decks.includes(card.deck) && KIND.test(card.kind) && anyCardFits(card)
    && all(card.abilities, 0, 4, (ability) => abilityFits(ability, ['trigger', 'innate']));
}

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

function boardFits({ A, B }) {
  const slotsFit = ({ assets, command }) => isWhole(assets, 1, 10) && isWhole(command, 1, 10);
  return slotsFit(A) && slotsFit(B) && [2, 3, 4].every((players) => isWhole(B.power[players], 1, 30));
}

function verseFits({ steps, actions }) {
  const stepFits = (step) => {
    const { trigger, have } = STEP.exec(step)?.groups ?? { trigger: '' };
    const what = trigger ?? have ?? 'asset';
    return KIND.test(what) || ATTRIBUTE.test(what);
  };
  return all(steps, 2, 2, stepFits) && allOf(actions, 0, 4, VERSE_ACTIONS);
}

function reaverFits({ name, strength, raid, reward }) {
  return NAME.test(name) && isWhole(strength, 1, 12) && all(raid, 0, 2, (effect) => RAID.test(effect))
    && all(reward, 0, 6, (effect) => isEffect(effect) && !NO_REWARD.test(effect));
}

function episodeFits({ name, supply, side, wins }) {
  const winFits = ({ faction, credits, step, count }) => (faction === null || FACTIONS.includes(faction))
    && (credits !== undefined ? isWhole(credits, 1, 99) : WIN_STEPS.includes(step) && isWhole(count, 1, 6));
  const stepWins = (faction) => wins.filter((win) => win.step !== undefined && isWinOf(win, faction));
  return NAME.test(name) && (supply === null || setsFit(supply)) && [null, 'A', 'B'].includes(side)
    && all(wins, 0, 8, winFits) && FACTIONS.every((faction) => stepWins(faction).length <= 1);
}

const isWinOf = (win, faction) => win.faction === null || win.faction === faction;
const setsFit = (sets) => sets.length === 4 && areDifferent(sets) && sets.every((set, at) => FITTING[SLOTS[at]].includes(set));

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
    && (episode?.supply ? supply === 'episode' : suppliesFit(supply))
    && isWhole(reavers, 0, box.reavers.length) && isWhole(turns, 1, 1000) && isWhole(moves, 10, 1000);
}

const boxOf = ({ box }) => (box === 'sample' ? SAMPLE : box);
const episodeOf = (options) => boxOf(options).episodes.find(({ name }) => name === options.episode) ?? null;

function suppliesFit(supply) {
  return typeof supply === 'string' ? supply === 'draft' || Object.hasOwn(SETUPS, supply) : setsFit(supply);
}

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
const isFree = (state, entry) => !entry.triggered && entry.warrant === null && !isTarget(state, entry.card);
const purseOf = ({ verse, marks }) => verse + marks;
const foesOf = (state, seat) => othersOf(state, seat).map((other) => state.players[other]);
const foeCards = (state, seat) => foesOf(state, seat).flatMap(tableauOf);
const hasAttribute = (game, name, attribute) => game.cards.get(name).attributes.includes(attribute);
const isLocation = (game, name) => hasAttribute(game, name, 'LOCATION');
const countOf = (list, item) => list.filter((it) => it === item).length;
const powerOf = (game, entries) => total(entries.map(({ card, tokens }) => game.cards.get(card).power + tokens));
const standingPower = (game, player) => powerOf(game, tableauOf(player));

function freeCards(state, seat) {
  return tableauOf(state.players[seat]).filter((entry) => isFree(state, entry)).map(({ card }) => card);
}

const untriggered = (state, seat) => [...state.players[seat].hand, ...freeCards(state, seat)];

function neededOf(game, { faction, side }) {
  const { players } = game.options;
  return side === 'A' ? POWER_TO_WIN[players] : game.box.boards[faction].B.power[players];
}

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
  if (activity.kind === 'fight') return goesOn(state) && [activity.seat, activity.defender].includes(seat) ? 'fight' : null;
  if (activity.canceled) return null;
  if (activity.seat === seat) return activity.stage === 'open' ? activity.kind : null;
  return activity.kind === 'deal' && activity.stage !== 'done' ? 'cancel' : null;
}

function needsMet(game, state, seat, name) {
  const cards = tableauOf(state.players[seat]).filter(({ card }) => !isTarget(state, card));
  return game.cards.get(name).needs.every((need) => cards.some(({ card }) => hasAttribute(game, card, need)));
}

// Whether an ability can be used now; `isOwn` when the card itself is among the untriggered ones,
// `sheds` when a card of The Black goes back before the cost is paid.
function isUsable(game, state, seat, name, { when, cost }, { isOwn = false, sheds = false } = {}) {
  const player = state.players[seat];
  const blacks = sheds && player.hand.includes(BLACK) ? 1 : 0;
  const spare = untriggered(state, seat).length - (isOwn ? 1 : 0) - blacks;
  const price = total(cost.filter((it) => it !== 'discard').map(numberOf));
  return needsMet(game, state, seat, name) && when.includes(momentOf(state, seat))
    && player.credits >= price && spare >= countOf(cost, 'discard');
}

// The numbers of the usable ⚡ abilities of a card, from `first` on.
function usableTriggers(game, state, seat, name, first, how) {
  const { abilities } = game.cards.get(name);
  const isGood = (ability) => ability.type === 'trigger' && isUsable(game, state, seat, name, ability, how);
  return range(abilities.length).map((at) => at + 1).filter((n) => n >= first && isGood(abilities[n - 1]));
}

const usableSpecials = (game, state, seat, name) => range(game.cards.get(name).abilities.length)
  .filter((at) => isUsable(game, state, seat, name, game.cards.get(name).abilities[at])).map((at) => String(at + 1));

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
    return missing === 0 || (icons > 0 && purseOf(player) >= missing * icons);
  });
}

const underWarrant = (player) => tableauOf(player).filter(({ warrant }) => warrant !== null).map(({ card }) => card);

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
  const tokens = isFromHand ? 0 : leaveTableau(state, seat, name).tokens;
  display.push({ card: name, tokens });
  return isFromHand;
}

function commit(game, state, seat, name) {
  if (toDisplay(state, seat, name)) push(state, ...stepsOf(seat, name, game.cards.get(name).required));
}

const stepsOf = (seat, name, effects) => effects.map((effect) => `${seat} ${name} ${effect}`);

function blackGoesBack(state, seat) {
  const { hand } = state.players[seat];
  if (!hand.includes(BLACK)) return;
  removeOne(hand, BLACK);
  state.supply[BLACK] += 1;
}

function turnCard(game, state, seat, name) {
  inTableau(state.players[seat], name).triggered = true;
  if (isLocation(game, name)) blackGoesBack(state, seat);
}

function leaveOffer(state, name) {
  if (isSupply(name)) state.supply[name] -= 1;
  else for (const deck of MARKETS) if (state.market[deck].includes(name)) removeOne(state.market[deck], name);
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
// Done at once, by (game, state, seat, number, card).
const EFFECTS = {
  credits: (game, state, seat, n) => { state.players[seat].credits += n; },
  lose: (game, state, seat, n) => { state.players[seat].credits -= Math.min(n, state.players[seat].credits); },
  pay: (game, state, seat, n) => { state.players[seat].credits -= n; },
  verse: (game, state, seat, n) => earn(state, seat, n),
  activation: (game, state, seat, n) => {
    const defends = goesOn(state) && state.activity.defender === seat;
    if (seat === state.turn_player || defends) state.players[seat].activations += n;
  },
  recruitment: (game, state, seat, n) => { if (seat === state.turn_player) state.players[seat].recruitments += n; },
  token: (game, state, seat, n, name) => {
    const player = state.players[seat];
    const entry = [...tableauOf(player), ...player.display].find(({ card }) => card === name);
    if (entry) entry.tokens = Math.min(9, entry.tokens + n);
  },
  influence: (game, state, seat, n) => {
    if (['deal', 'recruit'].includes(momentOf(state, seat))) state.activity.bonus += n;
  },
  strength: (game, state, seat, n) => {
    if (momentOf(state, seat) === 'fight') state.activity.bonus[seat === state.activity.seat ? 0 : 1] += n;
  },
  evade: (game, state) => { if (goesOn(state)) endWithoutWinner(state); },
  cancel: (game, state, seat) => { if (momentOf(state, seat) === 'cancel') cancelDeal(state); },
  black: (game, state, seat, n) => blacken(state, seat, n),
  'black-all': (game, state, seat, n) => othersOf(state, seat).forEach((other) => blacken(state, other, n)),
  shed: (game, state, seat) => blackGoesBack(state, seat),
};

function cancelDeal(state) {
  const { activity } = state;
  state.pending = state.pending.filter((step) => !step.endsWith(' answer'));
  state.players[activity.seat].credits += activity.credits;
  Object.assign(activity, { credits: 0, bonus: 0, canceled: true });
}

const cheapFoes = (game, state, seat, n) =>
  foeCards(state, seat).map(({ card }) => card).filter((name) => game.cards.get(name).cost <= n);
const cheapOffers = (game, state, n) => onOffer(state).filter((name) => game.cards.get(name).cost <= n);
const seatsWith = (state, seat, isRight) => othersOf(state, seat).filter(isRight).map(String);

// Those that choose: the candidates by (game, state, seat, number, card), and what is done with the chosen one.
const CHOICES = {
  steal: {
    candidates: (game, state, seat) => seatsWith(state, seat, (other) => state.players[other].credits > 0),
    does: (game, state, seat, n, name, chosen) => takeCredits(state, Number(chosen), seat, n),
  },
  'black-one': {
    candidates: (game, state, seat) => (state.supply[BLACK] > 0 ? othersOf(state, seat).map(String) : []),
    does: (game, state, seat, n, name, chosen) => blacken(state, Number(chosen), n),
  },
  cycle: {
    candidates: (game, state) => MARKETS.flatMap((deck) => state.market[deck]),
    does: (game, state, seat, n, name, chosen) => {
      const { deck } = game.cards.get(chosen);
      removeOne(state.market[deck], chosen);
      state.market_decks[deck].push(chosen);
      push(state, `${seat} - reveal ${deck}`);
    },
  },
  turn: {
    candidates: (game, state, seat) => foeCards(state, seat).filter(({ triggered }) => !triggered).map(({ card }) => card),
    does: (game, state, seat, n, name, chosen) => {
      inTableau(state.players[ownerOf(state, chosen)], chosen).triggered = true;
    },
  },
  reset: {
    candidates: (game, state, seat, n, name) => tableauOf(state.players[seat])
      .filter(({ card, triggered, warrant }) => triggered && warrant === null && card !== name).map(({ card }) => card),
    does: (game, state, seat, n, name, chosen) => { inTableau(state.players[seat], chosen).triggered = false; },
  },
  discard: {
    candidates: (game, state, seat, n, name) => [
      ...state.players[seat].hand, ...freeCards(state, seat).filter((card) => card !== name)],
    does: (game, state, seat, n, name, chosen) => discard(state, seat, chosen),
  },
  'discard-one': {
    candidates: (game, state, seat) => seatsWith(state, seat, (other) => untriggered(state, other).length > 0),
    does: (game, state, seat, n, name, chosen) => push(state, `${chosen} ${name} discard`),
  },
  dispatch: {
    candidates: (game, state, seat, n) => cheapFoes(game, state, seat, n),
    does: (game, state, seat, n, name, chosen) => discard(state, ownerOf(state, chosen), chosen),
  },
  nab: {
    candidates: (game, state, seat, n) => cheapFoes(game, state, seat, n),
    does: (game, state, seat, n, name, chosen) => {
      leaveTableau(state, ownerOf(state, chosen), chosen);
      state.players[seat].hand.push(chosen);
    },
  },
  gain: {
    candidates: (game, state, seat, n) => cheapOffers(game, state, n),
    does: (game, state, seat, n, name, chosen) => {
      leaveOffer(state, chosen);
      state.players[seat].recycle.push(chosen);
    },
  },
  take: {
    candidates: (game, state, seat, n) => cheapOffers(game, state, n),
    does: (game, state, seat, n, name, chosen) => {
      leaveOffer(state, chosen);
      state.players[seat].hand.push(chosen);
    },
  },
};

// ---- the 'verse card
// The ways to do a step, for a player without a fight: cards to choose, [null] if nothing is chosen, [] if it can't be done.
function waysOf(game, state, player, step) {
  const [verb, ...rest] = step.split(' ');
  const isWhat = ({ card }) => game.cards.get(card).kind === rest.at(-1) || hasAttribute(game, card, rest.at(-1));
  const cards = tableauOf(player).filter(({ warrant }) => warrant === null);
  const free = cards.filter(({ triggered }) => !triggered);
  if (verb === 'pay') return player.credits >= Number(rest[0]) ? [null] : [];
  if (verb === 'have') return cards.filter(isWhat).length >= Number(rest[0]) ? [null] : [];
  if (verb === 'trigger') return free.filter(isWhat).map(({ card }) => card);
  return [...player.hand, ...free.map(({ card }) => card)];
}

const verseStep = (game, player, n) => game.box.verse[player.faction].steps[n - 1];

// Of the ways to do the first step, those that leave the second possible; of the second all.
function goodWays(game, state, seat, n) {
  const player = state.players[seat];
  const ways = waysOf(game, state, player, verseStep(game, player, n));
  return n === 2 ? ways : ways.filter((way) => {
    const after = { ...state, players: structuredClone(state.players), supply: { ...state.supply } };
    doStep(game, after, seat, 1, way);
    return waysOf(game, after, after.players[seat], verseStep(game, player, 2)).length > 0;
  });
}

function doStep(game, state, seat, n, way) {
  const player = state.players[seat];
  const step = verseStep(game, player, n);
  if (step === 'discard') discard(state, seat, way);
  if (step.startsWith('trigger')) turnCard(game, state, seat, way);
  if (step.startsWith('pay')) player.credits -= numberOf(step);
}

// ---- 7. the queue -------------------------------------------------------------------------------
function readStep(text) {
  const [seat, card, ...words] = text.split(' ');
  const isOptional = words[0] === 'may';
  if (isOptional) words.shift();
  return { seat: Number(seat), card, verb: words[0], words, isOptional, n: Number(words[1] ?? 0) };
}

// Carries out steps until one waits, or somebody may act.
function settle(game, state) {
  do {
    state.phase = state.pending.length > 0 ? carryOut(game, state, readStep(state.pending[0])) : whenEmpty(game, state);
  } while (state.phase === null);
}

// The phase in which the first step waits, or null: then it is gone or changed.
function carryOut(game, state, step) {
  const { seat, card, verb, n } = step;
  if (WAITS[verb]) return WAITS[verb](game, state, step);
  state.pending.shift();
  if (EFFECTS[verb]) EFFECTS[verb](game, state, seat, n, card);
  else if (CONCLUDES[verb]) CONCLUDES[verb](game, state, step);
  return null;
}

const waitIf = (phase, isWaiting) => (game, state, step) => {
  if (isWaiting(game, state, step)) return phase;
  state.pending.shift();
  return null;
};

// The row of the market to fill next, or undefined.
const rowToFill = ({ market, market_decks: decks }) => MARKETS.find((deck) => market[deck].length < 2 && decks[deck].length > 0);

const isRetainable = ({ card }) => !isSupply(card);

const WAITS = {
  draw: (game, state, { seat }) => {
    const player = state.players[seat];
    if (player.deck.length > 0) return 'draw';
    if (player.recycle.length > 0) [player.deck, player.recycle] = [player.recycle, []];
    else state.pending.shift();
    return null;
  },
  replenish: waitIf('reveal', (game, state) => rowToFill(state) !== undefined),
  reveal: waitIf('reveal', (game, state, { words }) => state.market_decks[words[1]].length > 0),
  offer: waitIf('played', (game, state, { seat, card }) => freeCards(state, seat).includes(card)
    && usableTriggers(game, state, seat, card, 1, { isOwn: true }).length > 0),
  walk: (game, state, { seat, card, n, words }) => {
    const isThere = inTableau(state.players[seat], card) !== undefined;
    const usable = isThere ? usableTriggers(game, state, seat, card, n, { isOwn: freeCards(state, seat).includes(card) }) : [];
    if (usable.length > 1 || (usable.length === 1 && words[2] === '1')) return 'ability';
    if (usable.length === 1) walkOn(game, state, seat, card, usable[0]);
    else state.pending.shift();
    return null;
  },
  replay: waitIf('replay', (game, state, { seat, card }) => purseOf(state.players[seat]) > 0
    && usableSpecials(game, state, seat, card).length > 0),
  answer: () => 'answer',
  step: (game, state, { seat, n }) => {
    if (/^(discard|trigger)/.test(verseStep(game, state.players[seat], n))) return 'choose';
    state.pending.shift();
    doStep(game, state, seat, n, null);
    return null;
  },
  reward: () => 'reward',
  retain: waitIf('retain', (game, state, { seat }) => purseOf(state.players[seat]) > 0
    && state.players[seat].display.some(isRetainable)),
  tidy: waitIf('tidy', (game, state, { seat }) => tableauOf(state.players[seat]).some(({ warrant }) => warrant === null)),
};
for (const [verb, { candidates }] of Object.entries(CHOICES)) {
  WAITS[verb] = waitIf('choose', (game, state, { seat, n, card }) => candidates(game, state, seat, n, card).length > 0);
}

// Ability `number` of a card on its walk, in place of the step.
function walkOn(game, state, seat, card, number) {
  const { cost, effects } = game.cards.get(card).abilities[number - 1];
  state.pending.shift();
  push(state, ...stepsOf(seat, card, [...cost, ...effects, `walk ${number + 1} 1`]));
}

const CONCLUDES = {
  return: (game, state, { seat, card }) => {
    const { display } = state.players[seat];
    removeOne(display, display.find((entry) => entry.card === card));
    state.supply[card] += 1;
  },
  earn: (game, state, { seat }) => earn(state, seat, 1),
  clear: (game, state) => {
    const { kind, seat, defender } = state.activity;
    emptyDisplay(state, seat);
    if (kind === 'fight') {
      emptyDisplay(state, defender);
      state.players[defender].activations = 0;
    }
    state.activity = null;
  },
  refill: (game, state, { seat }) => {
    const count = HAND - tableauOf(state.players[seat]).filter(({ triggered }) => triggered).length;
    if (count >= 1) push(state, `${seat} - draw ${count}`);
  },
  next: (game, state) => {
    if (state.turn >= 1) {
      state.players[state.turn_player].immune = false;
      if (state.turn === game.options.turns) return finish(game, state, null);
      state.turn_player = (state.turn_player + 1) % state.players.length;
    }
    Object.assign(state, { turn: state.turn + 1, moves: 0, acquired: false });
    const player = state.players[state.turn_player];
    if (hasWon(game, player)) return finish(game, state, state.turn_player);
    for (const entry of tableauOf(player)) if (entry.warrant === null) entry.triggered = false;
    return Object.assign(player, { activations: 1, recruitments: 1 });
  },
};

function hasWon(game, player) {
  const { episode } = game;
  if ((episode?.standard ?? true) && standardWin(game, player)) return true;
  const isMet = ({ credits, count }) => (credits !== undefined ? player.credits >= credits : player.marks >= count);
  return (episode?.wins ?? []).some((win) => isWinOf(win, player.faction) && isMet(win));
}

const standardWin = (game, player) => standingPower(game, player) >= neededOf(game, player);

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
  const { kind, seat, stage } = activity;
  const player = state.players[seat];
  if (kind === 'fight') return activity.intent === null ? 'intent' : activity.target === null ? 'target' : 'fight';
  if (activity.canceled) {
    if (player.activations > 0 || player.recruitments > 0) return 'canceled';
    queue(state, `${seat} - clear`);
    return null;
  }
  if (stage === 'open') return kind;
  const canTake = affordable(game, state).length > 0;
  if (kind === 'deal') {
    if (canTake || underWarrant(player).length > 0) return 'take';
    endDeal(state);
    return null;
  }
  if (canTake && (activity.taken === 0 || player.recruitments > 0)) return 'take';
  queue(state, `${seat} - clear`);
  return null;
}

function endDeal(state) {
  const { activity } = state;
  activity.stage = 'done';
  queue(state, `${activity.seat} - retain`, `${activity.seat} - clear`);
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

function actorOf(game, state) {
  const { phase, pending, activity, slots } = state;
  if (phase === 'over') return null;
  if (phase === 'reveal' || phase === 'draw') return 'chance';
  if (pending.length > 0) return readStep(pending[0]).seat;
  if (phase === 'draft') {
    const { players, starting_player: first } = game.options;
    const picks = Object.values(slots).filter(Boolean).length;
    return (first - picks + 2 * players) % players;
  }
  if (activity === null) return state.turn_player;
  return phase === 'fight' ? activity.batch : activity.seat;
}

// ---- 8. actions ---------------------------------------------------------------------------------
// Each with its phases, in the order of `legal`: `options` gives what may stand behind the verb, or whether it may
// stand alone; `does` carries it out. `at` has game, state, the seat, its player `me`, and the step that waits.
const SPENDING = ['turn', 'deal', 'recruit', 'fight'];

const isIdle = ({ state, me }, name) => inTableau(me, name) !== undefined && isFree(state, inTableau(me, name));
const ownCards = ({ state, seat, me }) => [...me.hand.filter((name) => name !== BLACK), ...freeCards(state, seat)];
const usesFor = (at, attribute) => ownCards(at).filter((name) => hasAttribute(at.game, name, attribute)
  && needsMet(at.game, at.state, at.seat, name));
const isInfluential = ({ game }) => (name) => game.cards.get(name).influence !== 0;
const targetsOf = ({ state, seat }) => foesOf(state, seat).filter(({ immune }) => !immune).flatMap(tableauOf);
const gone = ({ state }) => { state.pending.shift(); };
const hasActed = ({ state }) => { if (state.phase === 'fight') state.activity.acted = true; };
const mayVerse = ({ game, state, seat, me }, action, tokens) => seat === state.turn_player && purseOf(me) >= tokens
  && game.box.verse[me.faction].actions.includes(action);
const withCredits = ({ state, seat }) => ['supply', ...seatsWith(state, seat, (other) => state.players[other].credits > 0)];

function usableParts(at) {
  const { game, state, seat, me } = at;
  const parts = [];
  for (const name of new Set([...me.hand.filter(isSupply), ...freeCards(state, seat)])) {
    for (const [index, ability] of game.cards.get(name).abilities.entries()) {
      const sheds = ability.turns && isLocation(game, name);
      const isGood = ability.type !== 'trigger' && isUsable(game, state, seat, name, ability, { isOwn: true, sheds });
      if (isGood) parts.push(`${name} ${index + 1}`);
    }
  }
  return parts;
}

function use(at, text) {
  const { game, state, seat, me } = at;
  const [name, number] = text.split(' ');
  const { kind, required, abilities } = game.cards.get(name);
  const { turns, cost, effects } = abilities[number - 1];
  if (state.phase === 'answer') gone(at);
  if (inTableau(me, name)) {
    if (turns) turnCard(game, state, seat, name);
    push(state, ...stepsOf(seat, name, [...cost, ...effects]));
  } else {
    toDisplay(state, seat, name);
    const ending = kind === 'maneuver' ? ['replay', 'return'] : ['return'];
    push(state, ...stepsOf(seat, name, [...cost, ...required, ...effects, ...ending]));
  }
  hasActed(at);
}

function playable({ game, state, seat, me }) {
  if (seat !== state.turn_player || me.activations === 0) return [];
  const slots = game.box.boards[me.faction][me.side];
  const room = neededOf(game, me) - standingPower(game, me);
  return me.hand.filter((name) => {
    const area = areaOf(game, name);
    return !isSupply(name) && me[area].length < slots[area] && game.cards.get(name).power <= room;
  });
}

const areaOf = (game, name) => (game.cards.get(name).kind === 'asset' ? 'assets' : 'command');

function play(at, name) {
  const { game, state, seat, me } = at;
  me.activations -= 1;
  removeOne(me.hand, name);
  me[areaOf(game, name)].push({ card: name, triggered: false, tokens: 0, warrant: null });
  if (isLocation(game, name)) {
    blackGoesBack(state, seat);
    mark(game, state, seat, 'location');
  }
  push(state, ...stepsOf(seat, name, [...game.cards.get(name).required, 'offer']));
  hasActed(at);
}

function triggerable({ game, state, seat, me, step }) {
  if (state.phase === 'played') return [step.card];
  if (me.activations === 0) return [];
  return freeCards(state, seat).filter((name) =>
    usableTriggers(game, state, seat, name, 1, { isOwn: true, sheds: isLocation(game, name) }).length > 0);
}

function trigger(at, name) {
  const { game, state, seat, me } = at;
  if (state.phase === 'played') {
    gone(at);
    inTableau(me, name).triggered = true;
  } else {
    me.activations -= 1;
    turnCard(game, state, seat, name);
    hasActed(at);
  }
  push(state, `${seat} ${name} walk 1 0`);
}

function openRecruitment(at) {
  at.me.recruitments -= 1;
  at.state.activity = { kind: 'recruit', seat: at.seat, stage: 'open', bonus: 0, spent: 0, taken: 0 };
}

function take({ game, state, seat, me }, name) {
  const { activity } = state;
  const missing = missingFor(game, state, name);
  spend(me, missing * iconsOf(game, me, name));
  leaveOffer(state, name);
  if (activity.kind === 'deal') {
    me.hand.push(name);
    mark(game, state, seat, 'deal');
    endDeal(state);
  } else {
    activity.spent += game.cards.get(name).cost - missing;
    if (activity.taken > 0) me.recruitments -= 1;
    activity.taken += 1;
    me.recycle.push(name);
    mark(game, state, seat, 'recruit');
  }
}

function fightReaver(at, name) {
  const { game, state, seat, me } = at;
  spend(me, 1);
  const reaver = state.reavers.find(({ card }) => card === name);
  const { strength, reward } = game.reavers.find((it) => it.name === name);
  reaver.tokens[seat] += 1;
  if (total(reaver.tokens) >= strength) {
    removeOne(state.reavers, reaver);
    state.defeated.push(name);
    mark(game, state, seat, 'reaver');
    push(state, ...stepsOf(seat, name, reward));
  }
  hasActed(at);
}

function decideFight(game, state) {
  const { activity } = state;
  const { seat: attacker, defender, target, intent } = activity;
  const isWon = attackOf(game, state) >= defenseOf(game, state);
  activity.ended = true;
  if (isWon) {
    leaveTableau(state, defender, target);
    if (intent === 'nab') state.players[attacker].hand.push(target);
    else state.players[defender].recycle.push(target);
    mark(game, state, attacker, intent);
    if (game.cards.get(target).kind === 'asset') state.players[defender].immune = true;
  } else {
    mark(game, state, defender, 'defend');
  }
  push(state, `${isWon ? attacker : defender} - reward`,
    `${attacker} - retain`, `${defender} - retain`, `${attacker} - clear`);
}

const DONE = {
  replay: gone,
  retain: gone,
  tidy: gone,
  deal: ({ game, state }) => {
    state.activity.stage = 'closed';
    queueAnswers(game, state);
  },
  recruit: ({ state }) => { state.activity.stage = 'closed'; },
  take: ({ state, seat }) => push(state, `${seat} - clear`),
  fight: ({ game, state, seat }) => {
    const { activity } = state;
    if (!activity.opening && !activity.acted) return decideFight(game, state);
    const batch = seat === activity.seat ? activity.defender : activity.seat;
    return Object.assign(activity, { batch, acted: false, opening: false });
  },
};

function skip(at) {
  const { game, state, seat, step } = at;
  gone(at);
  if (step.verb !== 'walk') return;
  const how = { isOwn: freeCards(state, seat).includes(step.card) };
  const [number] = usableTriggers(game, state, seat, step.card, step.n, how);
  push(state, `${seat} ${step.card} walk ${number + 1} ${step.words[2]}`);
}

function end({ game, state, seat, me }) {
  me.recycle.push(...me.hand);
  Object.assign(me, { activations: 0, recruitments: 0, hand: [] });
  const raids = state.reavers.flatMap(({ card }) => {
    const { raid } = game.reavers.find(({ name }) => name === card);
    return stepsOf(seat, card, raid);
  });
  push(state, ...raids);
  queue(state, ...['tidy', 'refill', 'replenish', 'next'].map((word) => `${seat} - ${word}`));
}

const VERBS = {
  reveal: {
    phases: ['reveal'],
    options: ({ state, step }) => state.market_decks[step.words[1] ?? rowToFill(state)],
    does: (at, name) => {
      const { deck } = at.game.cards.get(name);
      removeOne(at.state.market_decks[deck], name);
      at.state.market[deck].push(name);
      if (at.step.verb === 'reveal') gone(at);
    },
  },
  draw: {
    phases: ['draw'],
    options: ({ me }) => me.deck,
    does: (at, name) => {
      const { seat, card, n } = at.step;
      removeOne(at.me.deck, name);
      at.me.hand.push(name);
      gone(at);
      if (n > 1) push(at.state, `${seat} ${card} draw ${n - 1}`);
    },
  },
  set: {
    phases: ['draft'],
    options: ({ state: { slots } }) => SLOTS.filter((slot) => slots[slot] === null).flatMap((slot) =>
      FITTING[slot].filter((set) => !Object.values(slots).includes(set)).map((set) => `${set} ${slot}`)),
    does: ({ game, state }, text) => {
      const [set, slot] = text.split(' ');
      state.slots[slot] = set;
      state.supply[set] = 5;
      if (Object.values(state.slots).includes(null)) return;
      state.turn_player = (game.options.starting_player + 1) % state.players.length;
      queueFirstTurn(state);
    },
  },
  play: { phases: ['turn', 'fight'], options: playable, does: play },
  trigger: { phases: ['turn', 'fight', 'played'], options: triggerable, does: trigger },
  turn: {
    phases: ['turn'],
    options: ({ game, state, seat, me }) =>
      (me.hand.includes(BLACK) ? freeCards(state, seat).filter((name) => isLocation(game, name)) : []),
    does: ({ game, state, seat }, name) => turnCard(game, state, seat, name),
  },
  fight: {
    phases: ['turn'],
    options: (at) => (at.me.activations > 0 && targetsOf(at).length > 0 ? usesFor(at, 'FIGHT') : []),
    does: ({ game, state, seat, me }, name) => {
      me.activations -= 1;
      state.activity = {
        kind: 'fight', seat, intent: null, target: null, defender: null, batch: null,
        opening: true, acted: false, bonus: [0, 0], ended: false,
      };
      commit(game, state, seat, name);
    },
  },
  deal: {
    phases: ['turn'],
    options: (at) => (at.me.activations > 0 ? usesFor(at, 'DEAL') : []),
    does: ({ game, state, seat, me }, name) => {
      me.activations -= 1;
      state.activity = { kind: 'deal', seat, stage: 'open', credits: 0, bonus: 0, canceled: false };
      commit(game, state, seat, name);
      queueAnswers(game, state);
    },
  },
  recruit: {
    phases: ['turn'],
    options: (at) => (at.me.recruitments > 0 ? ownCards(at).filter(isInfluential(at)) : []),
    does: (at, name) => {
      openRecruitment(at);
      commit(at.game, at.state, at.seat, name);
    },
  },
  acquire: {
    phases: ['turn'],
    options: ({ game, state, seat }) => !state.acquired && tokensLeft(state, seat) > 0 && goodWays(game, state, seat, 1).length > 0,
    does: ({ state, seat }) => {
      state.acquired = true;
      push(state, `${seat} - step 1`, `${seat} - step 2`, `${seat} - earn`);
    },
  },
  add: {
    phases: ['fight', 'deal', 'recruit'],
    options: (at) => {
      const { phase } = at.state;
      if (phase === 'fight') return usesFor(at, 'FIGHT');
      return phase === 'deal' ? ownCards(at) : ownCards(at).filter(isInfluential(at));
    },
    does: (at, name) => {
      commit(at.game, at.state, at.seat, name);
      hasActed(at);
    },
  },
  credit: {
    phases: ['deal'],
    options: ({ me }) => me.credits > 0,
    does: ({ state, me }) => {
      me.credits -= 1;
      state.activity.credits += 1;
    },
  },
  use: { phases: [...SPENDING, 'answer'], options: usableParts, does: use },
  replay: {
    phases: ['replay'],
    options: ({ game, state, seat, step }) => usableSpecials(game, state, seat, step.card),
    does: ({ game, state, seat, me, step }, number) => {
      const { cost, effects } = game.cards.get(step.card).abilities[number - 1];
      spend(me, 1);
      push(state, ...stepsOf(seat, step.card, [...cost, ...effects]));
    },
  },
  warrant: {
    phases: SPENDING,
    options: (at) => (mayVerse(at, 'warrant', 2) ? foeCards(at.state, at.seat).filter(({ card, warrant }) =>
      warrant === null && at.game.cards.get(card).kind === 'character').map(({ card }) => card) : []),
    does: (at, name) => {
      spend(at.me, 2);
      inTableau(at.state.players[ownerOf(at.state, name)], name).warrant = at.seat;
      hasActed(at);
    },
  },
  tax: {
    phases: SPENDING,
    options: (at) => (mayVerse(at, 'tax', 1) ? withCredits(at) : []),
    does: (at, who) => {
      spend(at.me, 1);
      if (who === 'supply') at.me.credits += 2;
      else takeCredits(at.state, Number(who), at.seat, 1);
      hasActed(at);
    },
  },
  steal: {
    phases: SPENDING,
    options: (at) => (mayVerse(at, 'steal', 1) ? withCredits(at) : []),
    does: (at, who) => {
      spend(at.me, 1);
      if (who === 'supply') at.me.credits += 2;
      else takeCredits(at.state, Number(who), at.seat, 2);
      hasActed(at);
    },
  },
  retrigger: {
    phases: SPENDING,
    options: (at) => {
      const { game, state, seat, me } = at;
      if (!mayVerse(at, 'retrigger', 1)) return [];
      return tableauOf(me).filter(({ card, triggered, warrant }) => triggered && warrant === null
        && usableTriggers(game, state, seat, card, 1).length > 0).map(({ card }) => card);
    },
    does: (at, name) => {
      spend(at.me, 1);
      push(at.state, `${at.seat} ${name} walk 1 0`);
      hasActed(at);
    },
  },
  reaver: {
    phases: SPENDING,
    options: ({ state, seat, me }) =>
      (seat === state.turn_player && purseOf(me) > 0 ? state.reavers.map(({ card }) => card) : []),
    does: fightReaver,
  },
  nab: { phases: ['intent'], options: () => true, does: ({ state }) => { state.activity.intent = 'nab'; } },
  dispatch: { phases: ['intent'], options: () => true, does: ({ state }) => { state.activity.intent = 'dispatch'; } },
  target: {
    phases: ['target'],
    options: (at) => targetsOf(at).map(({ card }) => card),
    does: ({ state, seat }, name) => {
      Object.assign(state.activity, { target: name, defender: ownerOf(state, name), batch: seat });
    },
  },
  reward: {
    phases: ['reward'],
    options: ({ state, seat, me }) => [
      ...(me.deck.length + me.recycle.length > 0 ? ['draw'] : []), 'credit', ...(tokensLeft(state, seat) > 0 ? ['verse'] : [])],
    does: (at, what) => {
      gone(at);
      if (what === 'draw') push(at.state, `${at.seat} - draw 1`);
      if (what === 'credit') at.me.credits += 1;
      if (what === 'verse') at.me.verse += 1;
    },
  },
  take: { phases: ['take'], options: ({ game, state }) => affordable(game, state), does: take },
  clear: {
    phases: ['take'],
    options: ({ state, me }) => (state.activity.kind === 'deal' ? underWarrant(me) : []),
    does: ({ state, me }, name) => {
      inTableau(me, name).warrant = null;
      endDeal(state);
    },
  },
  retain: {
    phases: ['retain'],
    options: ({ me }) => me.display.filter(isRetainable).map(({ card }) => card),
    does: ({ me }, name) => {
      spend(me, 1);
      removeOne(me.display, me.display.find(({ card }) => card === name));
      me.hand.push(name);
    },
  },
  retry: {
    phases: ['canceled'],
    options: ({ me }) => me.activations > 0,
    does: ({ game, state, me }) => {
      me.activations -= 1;
      Object.assign(state.activity, { stage: 'open', credits: 0, bonus: 0, canceled: false });
      queueAnswers(game, state);
    },
  },
  salvage: { phases: ['canceled'], options: ({ me }) => me.recruitments > 0, does: openRecruitment },
  drop: {
    phases: ['canceled'],
    options: ({ me }) => me.recruitments === 0,
    does: ({ state, seat }) => push(state, `${seat} - clear`),
  },
  discard: {
    phases: ['tidy'],
    options: ({ me }) => tableauOf(me).filter(({ warrant }) => warrant === null).map(({ card }) => card),
    does: ({ state, seat }, name) => discard(state, seat, name),
  },
  choose: {
    phases: ['choose'],
    options: ({ game, state, seat, step: { verb, card, n } }) => (verb === 'step'
      ? goodWays(game, state, seat, n) : CHOICES[verb].candidates(game, state, seat, n, card)),
    does: (at, chosen) => {
      const { game, state, seat, step: { verb, card, n } } = at;
      gone(at);
      if (verb === 'step') doStep(game, state, seat, n, chosen);
      else CHOICES[verb].does(game, state, seat, n, card, chosen);
    },
  },
  do: {
    phases: ['ability'],
    options: () => true,
    does: ({ game, state, seat, step: { card, n } }) => {
      const how = { isOwn: freeCards(state, seat).includes(card) };
      walkOn(game, state, seat, card, usableTriggers(game, state, seat, card, n, how)[0]);
    },
  },
  skip: {
    phases: ['played', 'ability', 'choose'],
    options: ({ state, step }) => state.phase !== 'choose' || step.isOptional,
    does: skip,
  },
  pass: { phases: ['answer'], options: () => true, does: gone },
  done: {
    phases: Object.keys(DONE),
    options: ({ state: { phase, activity } }) => phase !== 'take' || (activity.kind === 'recruit' && activity.taken > 0),
    does: (at) => DONE[at.state.phase](at),
  },
  end: { phases: ['turn'], options: () => true, does: end },
};

// ---- 9. legal actions ---------------------------------------------------------------------------
const FINISHING = ['skip', 'pass', 'done', 'end'];

function placeOf(game, state) {
  const step = state.pending.length > 0 ? readStep(state.pending[0]) : null;
  const seat = step ? step.seat : actorOf(game, state);
  return { game, state, seat, me: state.players[seat], step };
}

function legal(game, state) {
  if (state.phase === 'over') return [];
  const at = placeOf(game, state);
  const actions = Object.entries(VERBS).filter(([, { phases }]) => phases.includes(state.phase)).flatMap(([verb, { options }]) => {
    const found = options(at);
    if (Array.isArray(found)) return distinct(found).map((text) => `${verb} ${text}`);
    return found ? [verb] : [];
  });
  const finishing = state.moves >= game.options.moves ? actions.filter((action) => FINISHING.includes(action)) : [];
  return finishing.length > 0 ? finishing : actions;
}

function apply(game, state, action) {
  const [verb, ...rest] = action.split(' ');
  state.moves += 1;
  VERBS[verb].does(placeOf(game, state), rest.join(' '));
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
  const decider = state.phase === 'draw' ? readStep(state.pending[0]).seat : actor;
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
  const isOpen = goesOn(state);
  return { ...activity, attack: isOpen ? attackOf(game, state) : null, defense: isOpen ? defenseOf(game, state) : null };
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
