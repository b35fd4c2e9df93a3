// @ts-check
/** What players are called on the page. */

/** @typedef {import("./fireflies.js").GameInfo} GameInfo */

/** The kind of a player who is no bot. */
export const PERSON = "human";

/** Return how strong a bot is, with its name: "good (greedy)". @param {GameInfo} info @param {string} bot */
export function botName({ levels }, bot) {
  const level = levels[bot] ?? levels[bot.replace(/:.*/, ":")];
  const name = bot.replace(/:$/, "");
  return level ? `${level} (${name})` : name;
}

/** Return the bots of a game, those first that say how strong they are. @param {GameInfo} info */
export function botsOf({ bots, levels }) {
  return [...bots.filter((bot) => levels[bot]), ...bots.filter((bot) => !levels[bot])];
}
