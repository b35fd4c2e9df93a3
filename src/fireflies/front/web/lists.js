// @ts-check
/** Lists of a play: the legal actions, and what happened. */

import { button, fill, make, shortLink, written } from "./dom.js";

/** @typedef {import("./fireflies.js").Choice} Choice */
/** @typedef {import("./fireflies.js").GameEvent} GameEvent */
/** @typedef {import("./fireflies.js").Group} Group */
/** @typedef {import("./fireflies.js").Outcome} Outcome */
/** @typedef {import("./fireflies.js").Step} Step */

/** A longer group of actions is folded, with a field to filter it. */
const LONG = 24;

/**
 * Return the number of the action with which the news of a position begin: the observer's last decision, without one the
 * end of the setup; before the present the last action. -1 when there is none.
 *
 * @param {Step[]} seen The actions that are known so far.
 * @param {number} index The number of actions before the position.
 * @param {number} count The number of all actions.
 * @param {import("./fireflies.js").Observer} observer
 */
export function newsFrom(seen, index, count, observer) {
  const own = typeof observer === "number" && index === count;
  if (!own) return index - 1;
  const last = seen.findLastIndex((step) => step.actor === observer);
  return last >= 0 ? last : Math.max(-1, seen.findIndex((step) => step.actor !== "chance") - 1);
}

/**
 * Return events, each with a link to its clause; equal ones in a row are one line.
 *
 * @param {GameEvent[]} all
 * @param {string} rules The address of the page of the rules.
 * @returns {HTMLElement[]}
 */
export function events(all, rules) {
  const same = (/** @type {number} */ a, /** @type {number} */ b) =>
    all[a]?.text === all[b]?.text && all[a]?.clause === all[b]?.clause;
  const firsts = all.flatMap((_, number) => (number > 0 && same(number, number - 1) ? [] : [number]));
  return firsts.map((first, number) => {
    const { clause, text, title } = /** @type {GameEvent} */ (all[first]);
    const times = (firsts[number + 1] ?? all.length) - first;
    const link = clause !== null && shortLink(rules, clause, title ?? clause);
    return make("li", {}, `${withMinus(text)} `, times > 1 && `(${times} times) `, link);
  });
}

/** Return a sentence with true minus signs before its numbers. @param {string} text */
export const withMinus = (text) => text.replace(/(?<![\p{L}\d-])-(?=\d)/gu, "\u2212");

/**
 * Return an entry of the log.
 *
 * @param {Step} step
 * @param {string[]} names
 * @param {string} rules
 */
export function logEntry(step, names, rules) {
  const { action, actor } = step;
  const who = actor === null ? "" : `${actor === "chance" ? "Chance" : names[actor]}: `;
  return make(
    "li",
    { value: step.index + 1 },
    make("span", { class: "ft-actor" }, `${who}${action.replace(/(?: \?)+$/, " (hidden)")}`),
    make("ul", { class: "ft-events" }, ...events(step.events, rules)),
  );
}

/**
 * Return the sum that leads to each score, a line for each seat.
 *
 * @param {Outcome} outcome
 * @param {string[]} names
 */
export function sums({ scores, tally }, names) {
  return tally.map((parts, seat) => {
    const told = parts.map(({ points, text }) => `${text} ${points < 0 ? "" : "+"}${written(points)}`);
    return make("li", {}, make("b", {}, `${names[seat]} ${written(scores[seat] ?? 0)}`), told.length > 0 && `: ${told.join(", ")}`);
  });
}

/**
 * Return buttons for the legal actions, by kind: each says what it does, with the notation beside it.
 *
 * @param {Group[]} groups
 * @param {(text: string) => void} play
 * @returns {HTMLElement[]}
 */
export function menu(groups, play) {
  const short = groups.reduce((sum, { actions }) => sum + actions.length, 0) <= LONG;
  return groups.map(({ actions, word }) => {
    const buttons = actions.map((choice) => choiceButton(choice, play));
    const row = make("div", { class: "ft-choices", role: "group", "aria-label": word }, ...buttons);
    if (short || actions.length === 1) return row;
    const filter = make("input", {
      type: "search",
      "aria-label": `Only ${word} with`,
      placeholder: "only those with ...",
      oninput: () => {
        const part = filter.value.trim().toLowerCase();
        for (const it of buttons) it.hidden = !it.textContent?.toLowerCase().includes(part);
      },
    });
    return make(
      "details",
      { class: "ft-group", open: actions.length <= LONG },
      make("summary", {}, `${word} (${actions.length})`),
      actions.length > LONG && filter,
      row,
    );
  });
}

/**
 * Return the button of an action; a screen reader reads its sentence, without the notation.
 *
 * @param {Choice} choice
 * @param {(text: string) => void} play
 */
export function choiceButton({ sentence, text }, play) {
  const said = make("span", { class: "ft-sentence" }, sentence);
  const notation = make("span", { class: "ft-notation", "aria-hidden": "true" }, text);
  const made = button("", "", () => play(text), { class: "ft-choice", "data-action": text });
  fill(made, said, " ", notation);
  return made;
}
