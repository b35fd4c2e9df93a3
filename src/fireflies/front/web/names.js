// @ts-check
/** The names of the players on the page. */

import { make } from "./dom.js";

/** @typedef {import("./fireflies.js").GameInfo} GameInfo */

/** The kind of a player who is no bot. */
export const PERSON = "human";

/** The names of players who are given none, by seat. */
export const NAMES = ["Ann", "Ben", "Cem", "Dan", "Eva", "Fay"];

/** Return a text with the names of the seats in their place. @param {string} text @param {string[]} names */
export function withNames(text, names) {
  return text.replace(/\bseat (\d+)\b/gi, (seat, number) => names[number] ?? seat);
}

/** Return how strong a bot is, with its name: "good (greedy)". @param {GameInfo} info @param {string} bot */
export function botName({ levels }, bot) {
  const level = levels[bot] ?? levels[bot.replace(/:.*/, ":")];
  const name = bot.replace(/:$/, "");
  return level ? `${level} (${name})` : name;
}

/**
 * Return a choice for each bot of a game: those that say how strong they are, then the others in a group of their own.
 *
 * @param {GameInfo} info
 * @param {(bot: string) => string} [value] The value of its choice, by default its name.
 */
export function botChoices(info, value = (bot) => bot) {
  const choices = (/** @type {boolean} */ isLeveled) => info.bots.filter((bot) => Boolean(info.levels[bot]) === isLeveled)
    .map((bot) => make("option", { value: value(bot) }, botName(info, value(bot))));
  return [...choices(true), make("optgroup", { label: "More bots" }, ...choices(false))];
}
