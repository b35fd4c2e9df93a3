// @ts-check
/** The screen of a play: picture, actions, log, and the operations on the play. */

import { button, clauseLink, fill, focusOn, labelled, make } from "./dom.js";
import { Refused } from "./fireflies.js";
import { download, linkTo } from "./link.js";
import { events, logEntry, menu } from "./lists.js";
import { drawing } from "./picture.js";
import { problemText } from "./setup.js";

/** @typedef {import("./fireflies.js").Fireflies} Fireflies */
/** @typedef {import("./fireflies.js").GameInfo} GameInfo */
/** @typedef {import("./fireflies.js").Observer} Observer */
/** @typedef {import("./fireflies.js").Status} Status */
/** @typedef {import("./fireflies.js").Step} Step */

const PERSON = "human";
const HINT_ROLLOUTS = 200;

/** Milliseconds after which the table is drawn again while bots play. */
const REDRAW = 400;

/** One play on the page. */
export class Play {
  /** The observer of the screen. @type {Observer} */
  observer = "spectator";
  /** What the observer has seen, from the first action on. @type {Step[]} */
  seen = [];
  /** The play as a record, for another worker if this one fails. */
  saved = "";
  #announced = 0;
  #runs = false;
  /** @type {AbortController | null} */
  #search = null;

  /**
   * @param {Fireflies} client
   * @param {GameInfo} info
   * @param {string} rules The address of the page of the rules.
   * @param {Status} status
   * @param {{leave: () => void, fail: (error: unknown) => void}} page
   */
  constructor(client, info, rules, status, page) {
    this.client = client;
    this.info = info;
    this.rules = rules;
    this.status = status;
    this.page = page;
    this.persons = status.players.flatMap((kind, seat) => (kind === PERSON ? [seat] : []));
    this.build();
    this.observer = this.persons.length === 1 ? (this.persons[0] ?? 0) : "spectator";
  }

  build() {
    this.live = make("div", { id: "ft-live", role: "status", class: "ft-hidden" });
    this.heading = make("h2", { id: "ft-decision", tabindex: -1 });
    this.news = make("ul", { id: "ft-news", class: "ft-events", "aria-label": "What happened" });
    this.picture = make("div", { id: "ft-picture", role: "group", tabindex: 0 });
    this.text = make("pre", { id: "ft-text" });
    this.legend = make("ul", { id: "ft-legend" });
    this.menu = make("div", { id: "ft-menu", role: "group", "aria-labelledby": "ft-decision" });
    this.answer = make("p", { id: "ft-answer", role: "status" });
    this.typed = make("input", {
      id: "ft-action",
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
    });
    this.typing = make(
      "form",
      { id: "ft-typed", onsubmit: (/** @type {Event} */ event) => this.playTyped(event) },
      labelled("Or type any action", this.typed),
      make("button", { id: "ft-do" }, "Do it"),
      button("ft-why", "Why not?", () => this.guard(() => this.why())),
    );
    this.bot = make(
      "select",
      { id: "ft-hint-bot", "aria-label": "Who gives the hint" },
      ...this.info.bots.filter((bot) => bot !== "random").map((bot) => {
        const value = bot.endsWith(":") ? `${bot}${HINT_ROLLOUTS}` : bot;
        return make("option", { value }, value);
      }),
    );
    this.hintButton = button("ft-hint", "Hint", () => this.guard(() => this.hint()));
    this.undoButton = button("ft-undo", "Undo", () => this.guard(() => this.undo("undo")));
    this.redoButton = button("ft-redo", "Redo", () => this.guard(() => this.undo("redo")));
    this.bar = make("progress", { id: "ft-progress", max: 1, "aria-label": "Progress of the search" });
    this.working = make(
      "div",
      { id: "ft-working", hidden: true },
      make("span", { id: "ft-thinking" }),
      this.bar,
      button("ft-cancel", "Cancel", () => this.#search?.abort()),
    );
    this.going = make(
      "div",
      { id: "ft-going", hidden: true },
      button("ft-next", "Next step", () => this.guard(() => this.advance(1))),
      button("ft-run", "Play on", () => this.guard(() => this.advance(Infinity))),
    );
    this.observers = make("select", {
      id: "ft-observer",
      onchange: () => this.guard(() => this.observe(this.chosenObserver())),
    });
    this.observing = labelled("Show what is seen by", this.observers);
    this.place = make("input", {
      id: "ft-place",
      type: "range",
      min: 0,
      onchange: () => this.guard(() => this.go(Number(this.place.value))),
    });
    this.placeText = make("span", { id: "ft-place-text" });
    this.log = make("ol", { id: "ft-log", class: "ft-log", tabindex: 0, "aria-label": "Log" });
    this.curtain = make("div", { id: "ft-curtain", hidden: true });
    this.board = make("div", { id: "ft-board" }, ...this.parts());
    this.element = make("div", { id: "ft-play" }, this.live, this.curtain, this.board);
  }

  /** The parts of the board, from top to bottom. */
  parts() {
    const name = make("input", { id: "ft-name", autocomplete: "off" });
    const step = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => number} */ index) =>
      button(id, text, () => this.guard(() => this.go(index())));
    const { status } = this;
    return [
      make("h2", { id: "ft-title" }, status.title),
      this.picture,
      make("details", { id: "ft-in-words" }, make("summary", {}, "The table in words"), this.text, this.legend),
      this.heading,
      this.news,
      this.working,
      this.going,
      this.menu,
      this.typing,
      this.answer,
      make("div", { id: "ft-tools", class: "ft-row" }, this.hintButton, this.bot, this.undoButton, this.redoButton),
      this.observing,
      make("h2", { id: "ft-log-heading" }, "Log"),
      this.log,
      make(
        "div",
        { id: "ft-replay", role: "group", "aria-label": "Look back, step by step" },
        labelled("Look at step", this.place),
        this.placeText,
        make(
          "div",
          { class: "ft-row" },
          step("ft-first", "First", () => 0),
          step("ft-previous", "Previous", () => this.status.index - 1),
          step("ft-following", "Next", () => this.status.index + 1),
          step("ft-last", "Last", () => this.status.count),
        ),
      ),
      make(
        "form",
        { id: "ft-details", onsubmit: (/** @type {Event} */ event) => this.lookUp(event, name.value) },
        labelled("Look up a card or component", name),
        make("button", { id: "ft-look-up" }, "Look up"),
        make("pre", { id: "ft-lines", role: "status" }),
      ),
      make(
        "div",
        { id: "ft-keep", class: "ft-row" },
        button("ft-link", "Link to this play", () => this.guard(() => this.share())),
        button("ft-download", "Download the record", () => this.guard(() => this.download())),
        button("ft-new", "New game", () => this.page.leave()),
      ),
      make("p", { id: "ft-kept", role: "status" }),
    ];
  }

  /** Begin to play, or to look at a record. */
  async begin() {
    await this.advance(this.persons.length ? Infinity : 0);
    focusOn(this.curtain.hidden ? this.heading : this.curtainHeading());
  }

  /** Do it, and show an error that the library or the worker reports. @param {() => Promise<void>} doIt */
  async guard(doIt) {
    try {
      await doIt();
    } catch (error) {
      if (!(error instanceof Refused)) return this.page.fail(error);
      fill(this.answer, ...problemText(error, this.rules));
    }
  }

  /** Let bots and chance decide, at most `most` times, until a person has to. @param {number} most */
  async advance(most) {
    if (this.#runs) return;
    this.#runs = true;
    let drawn = performance.now();
    try {
      this.busy(true);
      for (let done = 0; done < most; done++) {
        const { steps } = await this.think("advance");
        if (steps.length === 0) break;
        if (performance.now() - drawn > REDRAW) {
          await this.show(false);
          drawn = performance.now();
        }
      }
    } catch (error) {
      if (!(error instanceof DOMException)) throw error; // else: cancelled
      fill(this.answer, "The search is stopped.");
    } finally {
      this.#runs = false;
      this.busy(false);
    }
    await this.show(true);
  }

  /** Let the library search, with a bar and a button to cancel. @param {"advance" | "hint"} what @param {object} keys */
  async think(what, keys = {}) {
    this.#search ??= new AbortController();
    this.bar.removeAttribute("value");
    try {
      return await this.client.think(what, { ...keys }, {
        signal: this.#search.signal,
        onprogress: (part) => {
          this.working.hidden = false;
          this.bar.value = part;
        },
      });
    } finally {
      if (this.#search.signal.aborted || what === "hint") this.#search = null;
      this.working.hidden = true;
    }
  }

  /** @param {boolean} busy */
  busy(busy) {
    this.element.setAttribute("aria-busy", String(busy));
    for (const it of this.menu.querySelectorAll("button")) it.disabled = busy;
  }

  /** Ask for the status, and show it; the next person may have to take over the screen first. */
  async show(/** @type {boolean} */ final) {
    let status = await this.client.request("status", { observer: this.observer });
    const { actor, decides } = status;
    const passes = final && this.persons.length > 1 && decides === PERSON && status.index === status.count;
    if (passes && typeof actor === "number" && actor !== this.observer) {
      this.observer = actor;
      return this.pass(status.names[actor] ?? "");
    }
    await this.draw(status);
  }

  /** Hide the table until this person has the screen. @param {string} name */
  pass(name) {
    this.board.hidden = true;
    this.curtain.hidden = false;
    const take = async () => {
      await this.draw(await this.client.request("status", { observer: this.observer }));
      this.curtain.hidden = true;
      this.board.hidden = false;
      focusOn(this.heading);
    };
    fill(
      this.curtain,
      make("h2", { id: "ft-pass", tabindex: -1 }, `Pass the screen to ${name}`),
      make("p", {}, `The table is hidden until ${name} takes it.`),
      button("ft-take", `I am ${name}`, () => this.guard(take), { class: "ft-main" }),
    );
    fill(this.live);
    focusOn(this.curtainHeading());
  }

  curtainHeading() {
    return /** @type {HTMLElement} */ (this.curtain.firstElementChild);
  }

  /** Show a status. @param {Status} status */
  async draw(status) {
    const hadFocus = this.menu.contains(document.activeElement) || document.activeElement === document.body;
    const observed = this.status.observer === status.observer;
    this.status = status;
    const from = observed && status.count >= this.seen.length ? this.seen.length : 0;
    const { entries } = await this.client.request("log", { observer: status.observer, from });
    this.seen = [...this.seen.slice(0, from), ...entries];
    this.drawPicture();
    this.drawDecision();
    this.drawLog(from);
    this.drawTools();
    if (hadFocus) focusOn(this.heading);
    this.client.request("record").then(({ record }) => (this.saved = record), () => {});
  }

  drawPicture() {
    const { names, observer, svg, text } = this.status;
    const whose = typeof observer === "number" ? names[observer] : observer === null ? "a referee" : "a spectator";
    this.picture.setAttribute("aria-label", `The table as ${whose} sees it`);
    try {
      const drawn = drawing(svg);
      drawn.setAttribute("aria-hidden", "true"); // the table in words is the same
      fill(this.picture, drawn);
    } catch {
      fill(this.picture, make("pre", {}, text));
    }
    this.text.textContent = text;
    fill(this.legend, ...this.status.legend.map((line) => make("li", {}, line)));
  }

  drawDecision() {
    const { actor, count, decides, groups, index, names, outcome } = this.status;
    const name = typeof actor === "number" ? (names[actor] ?? "") : "";
    const own = this.persons.length === 1 && actor === this.observer;
    const isPast = index < count;
    fill(this.answer);
    this.heading.textContent = isPast
      ? `Step ${index} of ${count}`
      : outcome
        ? resultOf(outcome, names)
        : decides === PERSON
          ? own ? "Your decision" : `${name} decides`
          : `${name || "Chance"} is next`;
    const last = this.seen.slice(0, index).findLastIndex((step) => step.actor === this.observer);
    const since = isPast || typeof this.observer !== "number" ? index - 1 : last;
    const news = this.seen.slice(Math.max(0, since), index);
    fill(this.news, ...news.flatMap((step) => events(step, this.rules)));
    if (outcome && !isPast) {
      const decided = clauseLink(this.rules, outcome.clause, outcome.title);
      this.news.append(make("li", {}, "What decided it: ", decided));
    }
    const plays = decides === PERSON && !isPast;
    fill(this.menu, ...(plays ? menu(groups ?? [], (text) => this.guard(() => this.play(text))) : []));
    this.typing.hidden = !plays;
    this.going.hidden = plays || isPast || outcome !== null || decides === null;
  }

  /** @param {number} from The first entry that is new. */
  drawLog(from) {
    while (this.log.children.length > from) this.log.lastElementChild?.remove();
    const { names } = this.status;
    this.log.append(...this.seen.slice(from).map((step) => logEntry(step, names, this.rules)));
    this.log.scrollTop = this.log.scrollHeight;
    const told = this.seen.slice(Math.min(this.#announced, from === 0 ? Infinity : from));
    const words = told.flatMap((step) => step.events.map((event) => `${event.text}.`));
    this.live?.replaceChildren(words.slice(-20).join(" "));
    this.#announced = this.seen.length;
  }

  drawTools() {
    const { can_redo, can_undo, count, decides, index, names, outcome } = this.status;
    const isPast = index < count;
    const plays = decides === PERSON && !isPast;
    this.hintButton.hidden = this.bot.hidden = !plays;
    this.undoButton.disabled = !can_undo || isPast;
    this.redoButton.disabled = !can_redo || isPast;
    this.place.max = String(count);
    this.place.value = String(index);
    this.placeText.textContent = `Step ${index} of ${count}`;
    const open = this.persons.length === 0 || outcome !== null;
    this.observing.hidden = !open;
    const all = ["spectator", "everything", ...names.map((_, seat) => String(seat))];
    fill(this.observers, ...all.map((value) => make("option", { value }, names[Number(value)] ?? value)));
    this.observers.value = this.observer === null ? "everything" : String(this.observer);
    for (const [id, off] of /** @type {const} */ ([
      ["ft-first", index === 0],
      ["ft-previous", index === 0],
      ["ft-following", !isPast],
      ["ft-last", !isPast],
    ])) {
      /** @type {HTMLButtonElement} */ (this.board.querySelector(`#${id}`)).disabled = off;
    }
  }

  chosenObserver() {
    const { value } = this.observers;
    return value === "everything" ? null : value === "spectator" ? value : Number(value);
  }

  /** @param {Observer} observer */
  async observe(observer) {
    this.observer = observer;
    await this.show(false);
  }

  /** Carry out an action, then let the others decide. @param {string} action */
  async play(action) {
    await this.client.request("play", { action });
    this.typed.value = "";
    await this.advance(Infinity);
  }

  /** @param {Event} event */
  playTyped(event) {
    event.preventDefault();
    const action = this.typed.value.trim();
    return action ? this.guard(() => this.play(action)) : undefined;
  }

  async why() {
    const action = this.typed.value.trim();
    if (!action) {
      fill(this.answer, "Type an action first.");
      return;
    }
    const { clause, remark, text, title } = await this.client.request("why", { action });
    if (clause === null) fill(this.answer, `${action} is legal.`);
    else fill(this.answer, clauseLink(this.rules, clause, title), ` ${remark ? `${remark}. ` : ""}${text ?? ""}`);
  }

  async hint() {
    const bot = this.bot.value;
    this.hintButton.disabled = true;
    try {
      const { action } = await this.think("hint", { bot });
      fill(this.answer, `${bot} would play: ${action}`);
      for (const it of this.menu.querySelectorAll("button")) {
        it.classList.toggle("ft-hinted", it.dataset.action === action);
      }
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      fill(this.answer, "The search is stopped.");
    } finally {
      this.hintButton.disabled = false;
    }
  }

  /** @param {"undo" | "redo"} what */
  async undo(what) {
    await this.client.request(what);
    this.seen = [];
    await this.show(true);
  }

  /** Look at the play after this many actions. @param {number} index */
  async go(index) {
    await this.client.request("go", { index });
    await this.show(true);
  }

  /** @param {Event} event @param {string} name */
  lookUp(event, name) {
    event.preventDefault();
    return this.guard(async () => {
      const { lines } = await this.client.request("details", { observer: this.observer, name });
      const found = lines.join("\n") || `Nothing in this game is called ${name}.`;
      /** @type {HTMLElement} */ (this.board.querySelector("#ft-lines")).textContent = found;
    });
  }

  async share() {
    const { record } = await this.client.request("record");
    const link = await linkTo(record);
    history.replaceState(null, "", link);
    let kept = "The address of this page now holds the play";
    try {
      await navigator.clipboard.writeText(link);
      kept += ", and it is copied";
    } catch {} // without permission it stays in the address bar
    const place = /** @type {HTMLElement} */ (this.board.querySelector("#ft-kept"));
    fill(place, `${kept}. It holds all secrets of the play.`);
  }

  async download() {
    const { record } = await this.client.request("record");
    download(`${this.info.name}.jsonl`, `${record}\n`);
  }
}

/**
 * Return the result of a play in a line.
 *
 * @param {import("./fireflies.js").Outcome} outcome
 * @param {string[]} names
 */
function resultOf({ scores, winners }, names) {
  const won = winners.map((seat) => names[seat]).join(" and ");
  const points = names.map((name, seat) => `${name} ${scores[seat]}`).join(", ");
  return `The game is over: ${won} won (${points})`;
}
