// @ts-check
/** The screen of a play: its elements, and how a status is drawn. */

import { button, clauseLink, fill, labelled, make, written } from "./dom.js";
import { events, logEntry, menu, newsFrom, sums, withMinus } from "./lists.js";
import { PERSON, botChoices, botName } from "./names.js";
import { showDrawing } from "./picture.js";
import { Things } from "./things.js";

/** @typedef {import("./fireflies.js").GameInfo} GameInfo */
/** @typedef {import("./fireflies.js").Observer} Observer */
/** @typedef {import("./fireflies.js").Outcome} Outcome */
/** @typedef {import("./fireflies.js").Status} Status */
/** @typedef {import("./fireflies.js").Step} Step */

/**
 * The actions of the buttons.
 *
 * @typedef {object} Handlers
 * @property {(action: string) => void} play
 * @property {(action: string) => void} why
 * @property {(bot: string) => void} hint
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} cancel
 * @property {(most: number) => void} advance
 * @property {(observer: Observer) => void} observe
 * @property {(index: number) => void} go
 * @property {(index: number) => void} stepFrom
 * @property {() => void} resize
 * @property {(name: string) => void} details
 * @property {(name: string) => void} look
 * @property {() => void} share
 * @property {() => void} download
 * @property {() => void} again
 * @property {() => void} leave
 */

const HINT_ROLLOUTS = 200;
/** More events than this are told in short first. */
const SHORT = 6;
/** The name of the observer in the texts of the library. */
const YOU = "you";
/** The widest picture, in its own units, that can be read when it is as narrow as a phone. */
const PHONE = 560;

/** The difference in pixels after which a picture is laid out anew. */
const RESIZED = 40;

/** The pixels by which the mark of a thing may reach over the edge of the picture. */
const MARKED = 6;

/** The elements of a play. */
export class Board {
  /** The width of the place for the picture when it was last asked for. */
  #room = 0;

  /**
   * @param {GameInfo} info
   * @param {string} rules The address of the page of the rules.
   * @param {Handlers} on
   */
  constructor(info, rules, on) {
    this.info = info;
    this.rules = rules;
    this.on = on;
    this.index = 0;
    this.count = 0;
    this.heading = make("h2", { id: "ft-decision", tabindex: -1 });
    this.origin = make("p", { id: "ft-origin" });
    this.news = make("ul", { id: "ft-news", class: "ft-events", "aria-label": "What happened" });
    this.things = new Things(on.play, on.look);
    this.picture = make("div", { id: "ft-picture", role: "group", tabindex: 0 },
      make("div", { id: "ft-layers" }, this.things.sheet, this.things.marks));
    new ResizeObserver(() => this.fit()).observe(this.picture);
    this.more = make("p", { id: "ft-more", "aria-hidden": "true", hidden: true }, "Swipe in the picture to see the rest. Hold a thing in it to read what it is.");
    this.style = make("style");
    this.view = make("div", { id: "ft-view" }, this.style, this.picture, this.things.card, this.more);
    this.seats = make("p", { id: "ft-names" });
    this.text = make("pre", { id: "ft-text", tabindex: 0 });
    this.legend = make("ul", { id: "ft-legend" });
    this.sentences = make("ul", { id: "ft-sentences" });
    this.words = make("details", { id: "ft-words" }, make("summary", {}, "The table in words"), this.sentences);
    this.signs = make("details", { id: "ft-signs" }, make("summary", {}, "The table in signs"), this.text, this.legend);
    this.menu = make("div", { id: "ft-menu", role: "group", "aria-labelledby": "ft-decision" });
    this.answer = make("p", { id: "ft-answer", role: "status" });
    this.typed = make("input", { id: "ft-action", ...plain });
    this.typing = make(
      "form",
      { id: "ft-typed", onsubmit: submits(() => on.play(this.typed.value.trim())) },
      labelled("Or type any action", this.typed),
      make("button", { id: "ft-do" }, "Do it"),
      button("ft-why", "Why not?", () => on.why(this.typed.value.trim())),
    );
    const advisers = botChoices(info, (bot) => (bot.endsWith(":") ? `${bot}${HINT_ROLLOUTS}` : bot));
    this.bot = make("select", { id: "ft-hint-bot", "aria-label": "Hint given by" }, ...advisers);
    this.bot.value = "greedy";
    this.hinting = make("span", { class: "ft-hinting" }, make("label", { for: this.bot.id }, "given by"), " ", this.bot);
    this.hint = button("ft-hint", "Hint", () => on.hint(this.bot.value));
    this.undo = button("ft-undo", "Undo", on.undo);
    this.redo = button("ft-redo", "Redo", on.redo);
    this.bar = make("progress", { id: "ft-progress", max: 1, "aria-label": "Progress" });
    this.working = make(
      "div",
      { id: "ft-working", class: "ft-row", hidden: true },
      make("span", {}, "Thinking ..."),
      this.bar,
      button("ft-cancel", "Cancel", on.cancel),
    );
    this.going = make(
      "div",
      { id: "ft-going", class: "ft-row", hidden: true },
      button("ft-next", "Next step", () => on.advance(1), { class: "ft-main" }),
      button("ft-run", "Play on", () => on.advance(Infinity)),
    );
    this.sums = make("ul", { id: "ft-sums", "aria-label": "How the scores add up" });
    this.again = button("ft-again", "Play again", on.again, { class: "ft-main", hidden: true });
    this.observers = make("select", { id: "ft-observer", onchange: () => on.observe(this.observer()) });
    this.observing = labelled("Show what is seen by", this.observers);
    this.place = make("input", {
      id: "ft-place",
      type: "range",
      min: 0,
      onchange: () => on.go(Number(this.place.value)),
    });
    this.placeText = make("p", { id: "ft-place-text" });
    this.first = button("ft-first", "First", () => on.go(0));
    this.previous = button("ft-previous", "Previous", () => on.go(this.index - 1));
    this.following = button("ft-following", "Next", () => on.go(this.index + 1));
    this.last = button("ft-last", "Last", () => on.go(this.count));
    this.log = make("ol", { id: "ft-log", class: "ft-log", tabindex: 0, "aria-label": "Log" });
    this.side = make(
      "div",
      { id: "ft-side" },
      this.heading,
      this.origin,
      this.sums,
      this.again,
      this.working,
      this.going,
      this.menu,
      this.typing,
      this.answer,
      make("div", { id: "ft-tools", class: "ft-row" }, this.undo, this.redo, this.hint, this.hinting),
      this.news,
      this.seats,
      this.observing,
      make(
        "div",
        { id: "ft-replay", role: "group", "aria-label": "Look back, step by step" },
        labelled("Look at an earlier step", this.place),
        make("div", { class: "ft-row" }, this.first, this.previous, this.following, this.last),
        this.placeText,
      ),
    );
    this.name = make("input", { id: "ft-name", ...plain });
    this.lines = make("pre", { id: "ft-lines", role: "status" });
    this.kept = make("p", { id: "ft-kept", role: "status" });
    this.element = make("div", { id: "ft-board" }, ...this.parts());
  }

  /** The parts of the board, from top to bottom. */
  parts() {
    const { on } = this;
    return [
      make("div", { id: "ft-table" }, this.view, this.side),
      this.words,
      this.signs,
      make("h2", { id: "ft-log-heading" }, "Log"),
      this.log,
      make(
        "form",
        { id: "ft-details", onsubmit: submits(() => on.details(this.name.value.trim())) },
        labelled("Look up a card or component", this.name),
        make("button", { id: "ft-look-up" }, "Look up"),
        make("small", {}, "In the picture, click with the right button, or rest a finger, to read about a thing first."),
        this.lines,
      ),
      make("h2", {}, "Keep this game"),
      make(
        "div",
        { id: "ft-keep", class: "ft-row" },
        button("ft-link", "Link to this play", on.share),
        button("ft-download", "Download the record", on.download),
        button("ft-new", "New game", on.leave),
      ),
      this.kept,
    ];
  }

  /** The observer that is chosen. @returns {Observer} */
  observer() {
    const { value } = this.observers;
    return value === "everything" ? null : value === "spectator" ? value : Number(value);
  }

  /**
   * Show a status.
   *
   * @param {Status} given
   * @param {Step[]} seen What the observer has seen, from the first action on.
   * @param {number} from The first of them that the log does not show yet.
   * @param {string[]} told What others did since the observer's decision, in short.
   * @param {boolean} open Whether everybody may see everything.
   */
  draw(given, seen, from, told, open) {
    const status = addressed(given);
    this.index = status.index;
    this.count = status.count;
    this.drawPicture(status);
    this.drawDecision(status, given.names);
    this.drawNews(status, seen, told);
    this.drawLog(status, seen, from);
    this.drawTools(status, open);
  }

  /** Draw only the picture again, for another place; what is said about the decision stays. @param {Status} given */
  redraw(given) {
    const status = addressed(given);
    this.drawPicture(status);
    this.drawThings(status);
  }

  /** Mark in the picture what can be chosen. @param {Status} status */
  drawThings({ groups, names, ...status }) {
    this.things.draw(isDeciding(status) ? (groups ?? []) : [], names);
  }

  /** @param {Status} status */
  drawPicture({ legend, names, observer, players, svg, text }) {
    const whose = typeof observer === "number" ? names[observer] : observer === null ? "a referee" : "a spectator";
    this.picture.setAttribute("aria-label", `The table as seen by ${whose}`);
    this.picture.hidden = this.words.hidden = this.signs.hidden = text === null;
    fill(this.sentences);
    try {
      const drawn = showDrawing(svg ?? "", this.things.sheet, this.style);
      drawn.setAttribute("aria-hidden", "true"); // the table in words says the same
      const lines = drawn.querySelector("desc")?.textContent?.split("\n") ?? [];
      fill(this.sentences, ...lines.filter((line) => line.trim()).map((line) => make("li", {}, withMinus(line))));
      this.picture.classList.toggle("ft-wide", drawn.viewBox.baseVal.width > PHONE);
    } catch {
      fill(this.things.sheet, make("pre", {}, text ?? ""));
    }
    requestAnimationFrame(() => {
      const { clientHeight, clientWidth, scrollHeight, scrollWidth } = this.picture;
      this.more.hidden = Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight) <= MARKED;
      this.things.reveal(this.picture);
    });
    this.text.textContent = text ?? "";
    fill(this.legend, ...legend.map((line) => make("li", {}, line)));
    const seats = names.map((name, seat) => {
      const kind = players?.[seat] ?? PERSON;
      return `${seat} ${name}${kind === PERSON ? "" : `, ${botName(this.info, kind)}`}`;
    });
    this.seats.textContent = `Seats, clockwise: ${seats.join(" · ")}`;
  }

  /** @param {Status} status @param {string[]} ownNames */
  drawDecision(status, ownNames) {
    const { actor, count, decides, groups, index, names, observer, outcome, players } = status;
    const isPast = index < count;
    const plays = isDeciding(status);
    const several = (players ?? []).filter((kind) => kind === PERSON).length > 1;
    const name = typeof actor === "number" ? (ownNames[actor] ?? "") : "Chance";
    fill(this.answer);
    if (isPast) this.heading.textContent = `Step ${index} of ${count}`;
    else if (outcome) this.heading.textContent = `The game is over: ${resultOf(outcome, names)}`;
    else if (decides === null) this.heading.textContent = "The play stops here";
    else if (plays && actor === observer) this.heading.textContent = several ? `Your decision, ${name}` : "Your decision";
    else this.heading.textContent = `${name} is next`;
    fill(this.menu, ...(plays ? menu(groups ?? [], this.on.play) : []));
    this.drawThings(status);
    fill(this.sums, ...(outcome && !isPast ? sums(outcome, names) : []));
    this.typing.hidden = !plays;
    this.again.hidden = isPast || outcome === null;
    this.going.hidden = plays || isPast || decides === null;
  }

  /**
   * Show what happened since the observer's last decision, from its beginning.
   *
   * @param {Status} status
   * @param {Step[]} seen
   * @param {string[]} told
   */
  drawNews({ count, index, observer, outcome }, seen, told) {
    const past = seen.slice(0, index);
    const own = typeof observer === "number" && index === count;
    const since = newsFrom(seen, index, count, observer);
    const news = past.slice(Math.max(0, since)).flatMap((step) => step.events);
    const short = (news.length > SHORT ? told : []).map((sentence) => make("li", { class: "ft-short" }, `${withMinus(sentence)}.`));
    const others = own && since >= 0 && past.length > since + 1;
    const step = others && make("li", {}, button("ft-step", "Step through it", () => this.on.stepFrom(since + 1)));
    fill(this.news, ...short, step, ...events(news, this.rules));
    if (outcome?.clause && index === count) {
      const decided = clauseLink(this.rules, outcome.clause, outcome.title ?? "");
      this.news.prepend(make("li", {}, "What decided it: ", decided));
    }
    this.news.scrollTop = 0;
  }

  /** @param {Status} status @param {Step[]} seen @param {number} from */
  drawLog({ names }, seen, from) {
    while (this.log.children.length > from) this.log.lastElementChild?.remove();
    this.log.append(...seen.slice(from).map((step) => logEntry(step, names, this.rules)));
    scrollDown(this.log);
  }

  /** @param {Status} status @param {boolean} open */
  drawTools({ can_redo, can_undo, count, decides, index, names, observer }, open) {
    const isPast = index < count;
    this.hint.hidden = this.hinting.hidden = decides !== PERSON || isPast;
    this.undo.disabled = !can_undo || isPast;
    this.redo.disabled = !can_redo || isPast;
    this.place.max = String(count);
    this.place.value = String(index);
    this.placeText.textContent = `Step ${index} of ${count}`;
    this.first.disabled = this.previous.disabled = index === 0;
    this.following.disabled = this.last.disabled = !isPast;
    this.observing.hidden = !open;
    const values = ["spectator", "everything", ...names.map((_, seat) => String(seat))];
    fill(this.observers, ...values.map((value) => make("option", { value }, names[Number(value)] ?? value)));
    this.observers.value = observer === null ? "everything" : String(observer);
  }

  /** Take away all that one person saw or typed, before another one looks at the screen. */
  clear() {
    const { answer, heading, kept, legend, lines, log, menu, news, origin, seats, sentences, style, sums, text } = this;
    const shown = [answer, heading, kept, legend, lines, log, menu, news, origin, seats, sentences, style, sums, text];
    for (const it of shown) fill(it);
    this.things.clear();
    this.typed.value = this.name.value = "";
  }

  /** Put the focus on the decision, with the picture and as many of its actions in view as there is room for. */
  focus() {
    const { position } = getComputedStyle(this.side);
    const isInView = position === "sticky" && Math.abs(this.side.getBoundingClientRect().top) < 1;
    if (!isInView) this.element.scrollIntoView({ block: "start", behavior: "instant" }); // else one may have scrolled in the picture
    this.heading.focus({ preventScroll: true });
  }

  /** The width of the place for the picture in pixels, while it is hidden the last one; null if unknown. */
  room() {
    this.#room = this.picture.clientWidth || this.#room;
    return this.#room || null;
  }

  /** Ask for another picture when its place has become much wider or narrower. */
  fit() {
    const { clientWidth } = this.picture;
    if (clientWidth && this.#room && Math.abs(clientWidth - this.#room) > RESIZED) this.on.resize();
  }

  /** Ask before something is left unused. @param {string} question @param {() => void} doIt */
  ask(question, doIt) {
    const anyway = button("ft-anyway", "Do it anyway", doIt, { class: "ft-main" });
    fill(this.answer, `${question} `, anyway);
    anyway.focus();
  }

  /** Return the sentence of an action on its button. @param {string} action */
  sentenceOf(action) {
    return this.menu.querySelector(`[data-action="${CSS.escape(action)}"] .ft-sentence`)?.textContent ?? "";
  }

  /** Mark the action that a bot advises. @param {string} action */
  mark(action) {
    for (const it of this.menu.querySelectorAll("button")) {
      const isHinted = it.dataset.action === action;
      it.classList.toggle("ft-hinted", isHinted);
      if (!isHinted) continue;
      const fold = it.closest("details");
      if (fold) fold.open = true;
    }
  }
}

/** Return a status in which the observer is called "you". @param {Status} status */
function addressed(status) {
  return { ...status, names: status.names.map((name, seat) => (seat === status.observer ? YOU : name)) };
}

/** Return whether a person decides now. @param {Pick<Status, "count" | "decides" | "index">} status */
const isDeciding = ({ count, decides, index }) => decides === PERSON && index === count;

/** Show the end of a list, once the browser has laid it out. @param {HTMLElement} list */
function scrollDown(list) {
  requestAnimationFrame(() => {
    list.scrollTop = list.scrollHeight;
  });
}

/** Attributes of a field for a few words of a game. */
const plain = { autocomplete: "off", autocapitalize: "none", spellcheck: "false" };

/** Return a listener for a form, which stays on the page. @param {() => void} doIt */
function submits(doIt) {
  return (/** @type {Event} */ event) => {
    event.preventDefault();
    doIt();
  };
}

/** Return the result of a play in a line. @param {Outcome} outcome @param {string[]} names */
export function resultOf({ scores, winners }, names) {
  const won = winners.map((seat) => names[seat]).join(" and ");
  const points = names.map((name, seat) => `${name} ${written(scores[seat] ?? 0)}`).join(", ");
  return `${won} won (${points})`;
}
