// @ts-check
/**
 * The picture as the board. What is drawn under a name can be clicked: what has one meaning is done, of
 * several one is chosen, and what has none tells its details. Over each thing that means something lies a
 * button for the keyboard and for screen readers.
 */

import { button, fill, make } from "./dom.js";
import { choiceButton, withMinus } from "./lists.js";

/** @typedef {import("./fireflies.js").Choice} Choice */
/** @typedef {import("./fireflies.js").Group} Group */

/** Milliseconds that a finger rests to look at a thing first: not every browser has an event for it. */
const RESTING = 500;
/** The space in pixels between a thing and what is told of it, and to the edge of the window. */
const GAP = 8;

/** The drawn things of a picture. */
export class Things {
  /** The legal actions by the thing that they are about. @type {Map<string, Choice[]>} */
  #meanings = new Map();
  /** @type {string[]} */
  #names = [];
  /** The buttons over the things. @type {{mark: HTMLElement, thing: Element}[]} */
  #marks = [];
  /** The thing that was clicked last. @type {Element | null} */
  #at = null;
  #pressedAt = 0;
  /** True after a finger rested, until the next touch. */
  #isRested = false;

  /**
   * @param {(action: string) => void} play
   * @param {(name: string) => void} look Asks for the details of a thing, and hands them to `tell`.
   */
  constructor(play, look) {
    this.play = play;
    this.look = look;
    this.sheet = make("div", { id: "ft-sheet" });
    this.marks = make("div", { id: "ft-things", role: "group", "aria-label": "What can be chosen in the picture" });
    this.card = make("div", { id: "ft-thing", role: "dialog", popover: "auto" });
    new ResizeObserver(() => this.#place()).observe(this.sheet); // also when it is shown again
    this.sheet.addEventListener("pointerdown", ({ timeStamp }) => {
      this.#pressedAt = timeStamp;
      this.#isRested = false;
    });
    this.sheet.addEventListener("pointerup", (event) => this.#release(event));
    this.sheet.addEventListener("touchend", (event) => {
      if (this.#isRested) event.preventDefault(); // else a click follows, which would close the card
    });
    this.sheet.addEventListener("click", (event) => this.#click(event, false));
    this.sheet.addEventListener("contextmenu", (event) => this.#click(event, true));
  }

  /** Mark what means something in the drawing on the sheet. @param {Group[]} groups @param {string[]} names By seat. */
  draw(groups, names) {
    this.close();
    this.#names = names;
    this.#meanings.clear();
    for (const choice of groups.flatMap(({ actions }) => actions)) {
      for (const name of choice.things) this.#meanings.set(name, [...this.#of(name), choice]);
    }
    const drawn = [...this.sheet.querySelectorAll("[data-name]")].filter((it) => this.#of(nameOf(it)).length > 0);
    for (const it of drawn) it.classList.add("ft-means");
    const isFirst = (/** @type {Element} */ it) => it === drawn.find((other) => nameOf(other) === nameOf(it));
    this.#marks = drawn.filter(isFirst).map((thing) => ({ mark: this.#mark(thing), thing })); // a name may be drawn twice
    fill(this.marks, ...this.#marks.map(({ mark }) => mark));
    this.#place();
  }

  /** Put each button over its thing. */
  #place() {
    const sheet = this.sheet.getBoundingClientRect();
    if (sheet.width === 0) return; // hidden
    for (const { mark, thing } of this.#marks) {
      const { height, left, top, width } = thing.getBoundingClientRect();
      mark.style.left = `${left - sheet.left}px`;
      mark.style.top = `${top - sheet.top}px`;
      mark.style.width = `${width}px`;
      mark.style.height = `${height}px`;
    }
  }

  /** Scroll the frame of the picture to what means something, with the beginning of the picture if both fit. @param {HTMLElement} frame */
  reveal(frame) {
    const found = () => this.#marks.map(({ mark }) => mark.getBoundingClientRect());
    const { bottom, left, right, top } = frame.getBoundingClientRect();
    const isOutside = () => found().some((it) => it.bottom > bottom || it.top < top);
    const begin = (/** @type {number[]} */ places) => Math.min(...places) - GAP;
    if (isOutside()) frame.scrollTop = 0;
    if (isOutside()) frame.scrollTop = begin(found().map((it) => it.top)) - top;
    const all = found();
    if (all.some((it) => it.right > right || it.left < left)) frame.scrollLeft += begin(all.map((it) => it.left)) - left;
  }

  /** Take everything away. */
  clear() {
    this.#meanings.clear();
    this.#marks = [];
    this.#at = null;
    this.close();
    for (const it of [this.sheet, this.marks, this.card]) fill(it);
  }

  /** Close what is told of a thing. */
  close() {
    if (this.card.matches(":popover-open")) this.card.hidePopover();
  }

  /** Return the actions that are about a thing. @param {string} name */
  #of(name) {
    return this.#meanings.get(name) ?? [];
  }

  /** Return what a thing is called. @param {string} name */
  #called(name) {
    const seat = /^seat (\d+)$/.exec(name)?.[1];
    return seat === undefined ? name.replaceAll("-", " ") : (this.#names[Number(seat)] ?? name);
  }

  /** Return the button over a thing. @param {Element} thing */
  #mark(thing) {
    const name = nameOf(thing);
    const choices = this.#of(name);
    const [only] = choices;
    const meaning = only && choices.length === 1 ? only.sentence : `${choices.length} actions`;
    return button("", "", () => this.#choose(thing), {
      "aria-label": `${this.#called(name)}: ${meaning}`,
      "aria-haspopup": choices.length > 1 && "dialog",
      "data-thing": name,
    });
  }

  /** Look at the thing on which a finger rested. @param {PointerEvent} event */
  #release(event) {
    this.#isRested = event.pointerType === "touch" && event.timeStamp - this.#pressedAt >= RESTING;
    if (this.#isRested) this.#click(event, true);
  }

  /**
   * Do what a click on the drawing means.
   *
   * @param {MouseEvent} event
   * @param {boolean} looks Whether somebody wants to look at the thing first.
   */
  #click(event, looks) {
    const thing = this.#hit(event);
    if (!thing) return;
    if (looks) event.preventDefault();
    this.#choose(thing, looks);
  }

  /**
   * Return what a pointer hits: a thing that means something, or else any; between the parts of a thing the
   * smallest around it.
   *
   * @param {MouseEvent} event
   * @returns {Element | undefined}
   */
  #hit({ clientX, clientY, target }) {
    if (!(target instanceof Element)) return undefined;
    const hit = target.closest(".ft-means") ?? target.closest("[data-name]");
    if (hit) return hit;
    const isIn = (/** @type {DOMRect} */ { bottom, left, right, top }) =>
      left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
    const around = [...this.sheet.querySelectorAll("[data-name]")]
      .map((thing) => ({ thing, box: thing.getBoundingClientRect() }))
      .filter(({ box }) => isIn(box))
      .sort((one, other) => one.box.width * one.box.height - other.box.width * other.box.height)
      .map(({ thing }) => thing);
    return around.find((it) => it.matches(".ft-means")) ?? around[0];
  }

  /** Do what a thing means, or ask. @param {Element} thing @param {boolean} [looks] */
  #choose(thing, looks = false) {
    const name = nameOf(thing);
    const [only, ...others] = this.#of(name);
    this.#at = thing;
    if (only && others.length === 0 && !looks) this.play(only.text);
    else this.look(name);
  }

  /**
   * Tell the details of a thing beside it, after what can be done with it.
   *
   * @param {string} name
   * @param {string[]} lines
   */
  tell(name, lines) {
    const called = this.#called(name);
    const [first = ""] = lines;
    const isPrinted = first.toLowerCase().startsWith(`${called.toLowerCase()}:`); // with its capitals
    const heading = make("h3", { id: "ft-thing-heading", tabindex: -1 }, isPrinted ? first.slice(0, called.length) : called);
    const close = button("ft-thing-close", "Close", () => this.close());
    const choices = this.#of(name).map((choice) => choiceButton(choice, (action) => {
      this.close();
      this.play(action);
    }));
    this.card.setAttribute("aria-labelledby", heading.id);
    fill(
      this.card,
      make("div", { id: "ft-thing-head" }, heading, close),
      choices.length > 0 && make("div", { class: "ft-choices" }, ...choices),
      ...lines.map((line) => make("p", {}, withMinus(line))),
    );
    this.card.showPopover();
    if (this.#at) placeBeside(this.card, this.#at, this.sheet);
    (choices[0] ?? heading).focus({ preventScroll: true });
  }
}

/** Return the name of a drawn thing. @param {Element} thing */
function nameOf(thing) {
  return thing.getAttribute("data-name") ?? "";
}

/**
 * Put a card below or above a thing, inside of the window, and over the picture as far as there is room: not over what
 * is decided beside it.
 *
 * @param {HTMLElement} card
 * @param {Element} thing
 * @param {HTMLElement} sheet
 */
function placeBeside(card, thing, sheet) {
  const right = Math.min(innerWidth - GAP, sheet.getBoundingClientRect().right);
  const { bottom, left, top } = thing.getBoundingClientRect();
  const { height, width } = card.getBoundingClientRect();
  const below = bottom + GAP + height <= innerHeight ? bottom + GAP : top - GAP - height;
  card.style.left = `${Math.max(GAP, Math.min(left, right - width))}px`;
  card.style.top = `${Math.max(GAP, Math.min(below, innerHeight - GAP - height))}px`;
}
