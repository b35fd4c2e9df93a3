// @ts-check
/** Elements of a page, made of texts only: no markup is parsed. */

/**
 * @typedef {string | Node | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes
 */

/**
 * Return a new element. A function is a listener (`onclick`), true is an empty attribute, false and
 * null leave an attribute out.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  fill(element, ...children);
  return element;
}

/**
 * Replace what an element contains.
 *
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  const kept = /** @type {(string | Node)[]} */ (children.filter((it) => it || it === ""));
  element.replaceChildren(...kept);
}

/**
 * Return a button.
 *
 * @param {string} id Empty for none.
 * @param {string} text
 * @param {(event: any) => void} onclick
 * @param {Attributes} [more]
 */
export function button(id, text, onclick, more = {}) {
  return make("button", { type: "button", id: id || null, onclick, ...more }, text);
}

/**
 * Return a field with its label before it.
 *
 * @param {string} text
 * @param {HTMLElement} field It has an id.
 * @param {string} [hint] A text below it.
 */
export function labelled(text, field, hint = "") {
  if (hint) field.setAttribute("aria-describedby", `${field.id}-hint`);
  return make(
    "div",
    { class: "ft-field" },
    make("label", { for: field.id }, text),
    field,
    hint && make("small", { id: `${field.id}-hint` }, hint),
  );
}

/**
 * Return a link to a clause on the page of the rules.
 *
 * @param {string} rules The address of that page.
 * @param {string} clause
 * @param {string} [title] Shown instead of the id.
 */
export function clauseLink(rules, clause, title) {
  return make("a", { href: `${rules}#${clause}`, class: "ft-clause", target: "_blank" }, title || clause);
}

/**
 * Return a short link to a clause, which shows its title when it is pointed at, and is read as such.
 *
 * @param {string} rules The address of the page of the rules.
 * @param {string} clause
 * @param {string} title
 */
export function shortLink(rules, clause, title) {
  const link = clauseLink(rules, clause, "rule");
  link.title = title;
  link.setAttribute("aria-label", `rule: ${title}`);
  return link;
}

/** Put the focus on an element, also on a heading, and bring it into view only if it is outside. */
export function focusOn(/** @type {HTMLElement} */ element) {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  intoView(element);
}

/** Bring an element into view only if it is outside. */
export function intoView(/** @type {HTMLElement} */ element) {
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 60 || bottom > innerHeight) element.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** Return a number as people write it, with a true minus. @param {number} number @param {number} [digits] After the point. */
export function written(number, digits = 0) {
  return number.toFixed(digits).replace("-", "\u2212");
}
