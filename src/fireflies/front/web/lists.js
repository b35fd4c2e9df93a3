// @ts-check
/** Lists of a play: the legal actions, and what happened. */

import { button, clauseLink, make } from "./dom.js";

/** @typedef {import("./fireflies.js").Group} Group */
/** @typedef {import("./fireflies.js").Step} Step */

/** A longer group of actions is folded, with a field to filter it. */
const LONG = 24;

/**
 * Return the events of a step, each with a link to its clause.
 *
 * @param {Step} step
 * @param {string} rules The address of the page of the rules.
 * @returns {HTMLElement[]}
 */
export function events(step, rules) {
  return step.events.map(({ clause, text, title }) => {
    if (clause === null) return make("li", {}, text);
    const link = clauseLink(rules, clause);
    link.title = title ?? "";
    return make("li", {}, `${text} `, link);
  });
}

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
    make("span", { class: "ft-actor" }, `${who}${action}`),
    make("ul", { class: "ft-events" }, ...events(step, rules)),
  );
}

/**
 * Return buttons for the legal actions, by kind.
 *
 * @param {Group[]} groups
 * @param {(text: string) => void} play
 * @returns {HTMLElement[]}
 */
export function menu(groups, play) {
  const short = groups.reduce((sum, { actions }) => sum + actions.length, 0) <= LONG;
  return groups.map(({ actions, word }) => {
    const buttons = actions.map(({ text }) =>
      button("", text, () => play(text), { class: "ft-choice", "data-action": text }),
    );
    const row = make("div", { class: "ft-row", role: "group", "aria-label": word }, ...buttons);
    if (short || actions.length === 1) return row;
    const filter = make("input", {
      type: "search",
      "aria-label": `Only ${word} with`,
      placeholder: "only those with ...",
      oninput: () => {
        for (const it of buttons) it.hidden = !it.dataset.action?.includes(filter.value.trim());
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
