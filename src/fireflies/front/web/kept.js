// @ts-check
/**
 * The games that the browser keeps, for all tabs and for another day, and their list.
 *
 * Each game has an item of its own in the storage, so that tabs do not disturb each other.
 */

import { button, fill, make } from "./dom.js";
import { pack, unpack } from "./link.js";

/**
 * @typedef {object} Summary What the list says of a play.
 * @property {string[]} names By seat.
 * @property {number} step
 * @property {string} next Who decides next; empty after the end, and where nobody knows.
 * @property {string} result Empty before the end.
 *
 * @typedef {Summary & {date: number, record: string}} Item `date` in milliseconds, `record` compressed.
 */

/** The most plays of a game that are kept. */
const MOST = 30;

/** Return the beginning of the keys of a game in the storage. @param {string} game */
const prefix = (game) => `fireflies/${game}/`;

/** Return a key that no other play has. @param {string} game */
const newKey = (game) => `${prefix(game)}${Date.now()}-${Math.random().toString(36).slice(2)}`;

/** Return the item with a key; null where there is none that can be read. @param {string} key @returns {Item | null} */
function itemOf(key) {
  try {
    const { date, names, next = "", record, result, step } = JSON.parse(localStorage.getItem(key) ?? "");
    const isItem = [date, step].every(Number.isFinite) && [next, record, result].every((it) => typeof it === "string");
    return isItem && Array.isArray(names) ? { date, names: names.map(String), next, record, result, step } : null;
  } catch {
    return null;
  }
}

/**
 * Return the plays that are kept, with their keys, the newest first.
 *
 * @param {string} game
 * @returns {[string, Item][]}
 */
function kept(game) {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix(game)));
    const found = keys.flatMap((key) => {
      const item = itemOf(key);
      return item ? [/** @type {[string, Item]} */ ([key, item])] : [];
    });
    return found.sort(([, one], [, other]) => other.date - one.date);
  } catch {
    return []; // no storage
  }
}

/**
 * Write an item. Where there are too many, or no room, the oldest play that is over gives way.
 *
 * @param {string} game
 * @param {string} key
 * @param {Item} item
 */
function write(game, key, item) {
  for (;;) {
    const others = kept(game).filter(([it]) => it !== key);
    const isFull = others.length >= MOST;
    const oldest = others.findLast(([, { result }]) => result) ?? (isFull ? others.at(-1) : undefined);
    try {
      if (!isFull) return localStorage.setItem(key, JSON.stringify(item));
    } catch (error) {
      if (!oldest) throw error;
    }
    if (oldest) localStorage.removeItem(oldest[0]);
  }
}

/** Keeps one play. */
export class Keeper {
  /** The record as this tab has read or written it. */
  #record;

  /**
   * @param {string} game
   * @param {string} [key] That of a play from the list.
   */
  constructor(game, key = "") {
    this.game = game;
    this.key = key;
    this.#record = itemOf(key)?.record;
  }

  /**
   * Keep a play. Where another tab has gone on with it too, both are kept.
   *
   * @param {string} text The record.
   * @param {Summary} summary
   * @returns {Promise<string>} What a person has to know, or "".
   */
  async keep(text, summary) {
    const record = await pack(text);
    this.key ||= kept(this.game).find(([, it]) => it.record === record)?.[0] ?? newKey(this.game);
    const there = itemOf(this.key);
    const isKept = there?.record === record;
    const isOthers = there !== null && !isKept && there.record !== this.#record;
    if (isOthers) this.key = newKey(this.game);
    // While bots play, the record may be some steps ahead of what was said of it.
    const isSaid = there?.step === summary.step && there.result === summary.result;
    try {
      if (!isKept || !isSaid) write(this.game, this.key, { ...summary, date: Date.now(), record });
    } catch {
      return "This browser can't keep the game: download its record before you leave.";
    }
    this.#record = record;
    return isOthers ? "Another tab goes on with this game too. From here on, yours is kept as one of its own." : "";
  }
}

/**
 * Return the list of the plays of a game; null when none is kept.
 *
 * @param {string} game
 * @param {(record: string, key: string) => void} open Called with the play to go on with.
 */
export function keptList(game, open) {
  const found = kept(game);
  if (found.length === 0) return null;
  const entries = found.map(([key, item]) => {
    const entry = make("li");
    const show = () => fillEntry(entry, key, item, { open, show });
    show();
    return entry;
  });
  return make(
    "section",
    { id: "ft-games", "aria-labelledby": "ft-games-heading" },
    make("h2", { id: "ft-games-heading" }, "Go on with a game"),
    make("ul", {}, ...entries),
    make("p", {}, `This browser keeps the last ${MOST} games until you delete them. Who uses it can go on with them, and see every hand.`),
  );
}

/**
 * Fill an entry of the list.
 *
 * @param {HTMLElement} entry
 * @param {string} key
 * @param {Item} item
 * @param {{open: (record: string, key: string) => void, show: () => void}} on
 */
function fillEntry(entry, key, item, { open, show }) {
  const names = item.names.join(", ");
  const when = new Date(item.date).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const stand = item.result || (item.next ? `${item.next} is next` : "not over yet"); // older items have no next
  const text = `${names}: ${stand}, ${when}`;
  const verb = item.result ? "Look at it" : "Go on";
  const remove = () => {
    localStorage.removeItem(key);
    const back = button("", "Put it back", () => {
      localStorage.setItem(key, JSON.stringify(item));
      show();
    });
    fill(entry, make("span", {}, `${names}: deleted.`), back);
    back.focus();
  };
  fill(
    entry,
    make("span", {}, text),
    button("", verb, async () => open(await unpack(item.record), key), { "aria-label": `${verb}: ${text}` }),
    button("", "Delete", remove, { "aria-label": `Delete: ${text}` }),
  );
}
