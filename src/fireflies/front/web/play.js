// @ts-check
/** A play on the page: who looks at the screen, who decides, and what each button does. */

import { Board, resultOf } from "./board.js";
import { button, clauseLink, fill, focusOn, make, written } from "./dom.js";
import { Refused } from "./fireflies.js";
import { download, linkTo } from "./link.js";
import { newsFrom, withMinus } from "./lists.js";
import { botName, withNames } from "./names.js";
import { problemText } from "./setup.js";

/** @typedef {import("./fireflies.js").Fireflies} Fireflies */
/** @typedef {import("./fireflies.js").GameInfo} GameInfo */
/** @typedef {import("./fireflies.js").Observer} Observer */
/** @typedef {import("./fireflies.js").Status} Status */
/** @typedef {import("./fireflies.js").Step} Step */

/** @typedef {import("./kept.js").Summary} Summary */

/** @typedef {ReturnType<Play["ask"]>} Asked A status, and what is new. */
/**
 * The calls of a play to its page.
 *
 * @typedef {object} Page
 * @property {() => void} again Begins another game with the same players.
 * @property {() => void} leave
 * @property {(error: unknown) => void} fail
 * @property {(record: string, summary: Summary) => Promise<string>} keep Returns what a person has to know, or "".
 */

/** Milliseconds after which the table is drawn again while bots play. */
const REDRAW = 400;
/** Milliseconds after which the button to cancel appears. */
const WAITS = 300;
/** The most actions of a search that a hint tells about. */
const MOST_HINTS = 3;
/** The most sentences that are read aloud after a move. */
const TOLD = 20;

/** One play on the page. */
export class Play {
  /** The observer who looks at the screen. @type {Observer} */
  observer;
  /** The steps that the observer has seen, from the first action on. @type {Step[]} */
  seen = [];
  /** The observer of `seen` and of the board; undefined before the first drawing. @type {Observer | undefined} */
  #drawnFor = undefined;
  /** The number of actions before the position that is drawn. */
  #index = 0;
  #count = 0;
  /** The play as a record, for another worker if this one fails. */
  saved = "";
  /** Fulfilled when all that was to be saved is saved. @type {Promise<void>} */
  #saving = Promise.resolve();
  /** @type {Status | null} */
  #unsaved = null;
  #isLeft = false;
  /** The actions of others since the decision of the observer, in short. @type {string[]} */
  #told = [];
  #isOver = false;
  /** True after a decision of a person here. */
  isMoved = false;
  /** The things that legal actions leave unused, by the text of the action. @type {Map<string, string>} */
  #wastes = new Map();
  /** The things that persons were asked about, with the observer. @type {Set<string>} */
  #asked = new Set();
  #busy = false;
  #stop = new AbortController();

  /**
   * @param {Fireflies} client
   * @param {GameInfo} info
   * @param {string} rules The address of the page of the rules.
   * @param {Status} status
   * @param {Page} page
   */
  constructor(client, info, rules, status, page) {
    this.client = client;
    this.info = info;
    this.rules = rules;
    this.page = page;
    const players = status.players ?? [];
    this.persons = players.flatMap((kind, seat) => (kind === "human" ? [seat] : []));
    this.isRedacted = status.players === null;
    this.observer = status.observer;
    this.live = make("div", { id: "ft-live", role: "status", class: "ft-hidden" });
    this.curtain = make("div", { id: "ft-curtain", hidden: true });
    this.board = new Board(info, rules, {
      play: (action) => this.guard(() => (action ? this.play(action) : this.why(action))),
      why: (action) => this.guard(() => this.why(action)),
      hint: (bot) => this.guard(() => this.hint(bot)),
      undo: () => this.guard(() => this.undo("undo")),
      redo: () => this.guard(() => this.undo("redo")),
      cancel: () => this.#stop.abort(),
      advance: (most) => this.guard(() => this.advance(most)),
      observe: (observer) => this.guard(() => this.observe(observer)),
      go: (index) => this.guard(() => this.go(index)),
      resize: () => this.guard(() => this.redraw()),
      stepFrom: (index) => this.guard(() => this.stepFrom(index)),
      details: (name) => this.guard(() => this.details(name)),
      look: (name) => this.guard(() => this.look(name)),
      share: () => this.guard(() => this.share()),
      download: () => this.guard(() => this.download()),
      again: () => this.leave(page.again),
      leave: () => this.leave(page.leave),
    });
    this.element = make("div", { id: "ft-play" }, this.live, this.curtain, this.board.element);
  }

  /** Begin: bots and chance decide until a person has to; where only bots play, a button starts them. */
  begin() {
    return this.guard(async () => {
      if (this.isRedacted) await this.go(0);
      else await this.advance(this.persons.length ? Infinity : 0);
      if (this.curtain.hidden) this.board.focus();
    });
  }

  /**
   * Do one thing at a time. Show an error that the library reports; the page handles a failed worker.
   *
   * @param {() => Promise<void>} doIt
   */
  async guard(doIt) {
    if (this.#busy) return;
    this.#busy = true;
    this.#stop = new AbortController();
    const before = document.activeElement;
    this.element.setAttribute("aria-busy", "true");
    const waits = setTimeout(() => {
      this.board.working.hidden = false;
    }, WAITS);
    try {
      await doIt();
      await this.#save(); // who sees that nothing is being worked on may close the page
    } catch (error) {
      if (error instanceof Refused) fill(this.board.answer, ...problemText(error, this.rules));
      else if (error === this.#stop.signal.reason) fill(this.board.answer, "Stopped.");
      else this.page.fail(error);
    } finally {
      clearTimeout(waits);
      this.board.working.hidden = true;
      this.board.bar.removeAttribute("value");
      this.element.removeAttribute("aria-busy");
      this.#busy = false;
    }
    if (before instanceof HTMLElement && before !== document.body && this.element.isConnected) this.keepFocus(before);
    this.board.fit(); // the screen may have been turned in the meantime
  }

  /** Put the focus on the decision when the element that had it is gone. @param {HTMLElement} before */
  keepFocus(before) {
    const gone = !before.isConnected || !before.checkVisibility() || before.matches(":disabled");
    const now = document.activeElement;
    const isCancel = this.board.working.contains(now);
    if (!this.curtain.hidden) return;
    if (!gone) isCancel && focusOn(before);
    else if (now === before || isCancel || !this.element.contains(now)) this.board.focus(); // else it has moved on
  }

  /** Let bots and chance decide, at most `most` times, and show it. @param {number} most */
  async advance(most) {
    await this.run(most);
    await this.showRun();
  }

  /** Show what a run led to. @param {Asked} [asked] */
  async showRun(asked) {
    await this.showNext(asked);
    if (this.#stop.signal.aborted) fill(this.board.answer, "Stopped.");
  }

  /** Let bots and chance decide, at most `most` times, until a person has to. @param {number} most */
  async run(most) {
    let drawn = performance.now();
    let shown = Promise.resolve();
    const onsteps = () => {
      if (performance.now() - drawn < REDRAW) return;
      drawn = performance.now();
      shown = shown.then(() => this.show()).then(() => this.#save()); // the worker may fail
    };
    try {
      await this.client.advance({ most, onsteps, ...this.#watch() });
    } catch (error) {
      if (error !== this.#stop.signal.reason) throw error;
    }
    await shown;
  }

  /** Let the board show a search, and stop it. */
  #watch() {
    const onprogress = (/** @type {number} */ part) => {
      this.board.bar.value = part;
    };
    return { onprogress, signal: this.#stop.signal };
  }

  /** Show the play; first the next person may have to take over the screen. @param {Asked} [asked] */
  async showNext(asked = this.ask()) {
    const several = this.persons.length > 1;
    const { actor, count, decides, index, names } = (await asked)[0];
    const passes = several && decides === "human" && index === count && actor !== this.observer;
    if (!passes || typeof actor !== "number") return this.draw(...(await asked));
    this.observer = actor;
    this.pass(names[actor] ?? "");
  }

  /** Show the play to who looks at the screen. */
  async show() {
    this.draw(...(await this.ask()));
  }

  /** Draw the picture again for its place. */
  async redraw() {
    const { board, client, observer } = this;
    board.redraw(await client.request("status", { observer, since: this.#index, width: board.room() }));
  }

  /** Ask for the status, and for what the observer has not seen yet. */
  async ask() {
    const { observer } = this;
    const from = this.#drawnFor === observer ? this.seen.length : 0;
    const since = this.#drawnFor === observer ? this.#index : null;
    const status = this.client.request("status", { observer, since, width: this.board.room() });
    const log = this.client.request("log", { observer, from });
    const [answer, { entries, summary }] = await Promise.all([status, log]);
    if (answer.index === answer.count && !this.#isLeft) this.#unsaved = answer; // else the library has another play
    return /** @type {const} */ ([answer, entries, from, summary ?? []]);
  }

  /**
   * Tell until the first decision what this play continues, and who plays.
   *
   * @param {string} says About the position, in a sentence; may be empty.
   * @param {string[]} names By seat.
   * @param {() => void} choose Shows the form.
   */
  tellOrigin(says, names, choose) {
    const persons = this.persons.map((seat) => names[seat]).join(" and ");
    fill(
      this.board.origin,
      says ? `An example of the rules: ${withNames(says, names)} ` : "This play begins with a position. ",
      `You are ${persons}, bots play the others. `,
      button("ft-choose-players", "Choose who plays", () => this.leave(choose)),
    );
  }

  /** Empty the table, and hide it until this person has the screen. @param {string} name */
  pass(name) {
    const take = async () => {
      await this.show();
      this.curtain.hidden = true;
      this.board.element.hidden = false;
      this.board.focus();
    };
    const heading = make("h2", { id: "ft-pass", tabindex: -1 }, `Pass the screen to ${name}`);
    fill(
      this.curtain,
      heading,
      make("p", {}, `The table is hidden until ${name} takes it.`),
      button("ft-take", `I am ${name}`, () => this.guard(take), { class: "ft-main" }),
    );
    fill(this.live);
    this.board.element.hidden = true;
    this.board.clear();
    this.seen = [];
    this.#drawnFor = undefined;
    this.#told = [];
    this.curtain.hidden = false;
    focusOn(heading);
  }

  /**
   * Show a status, and what happened; read both aloud. To a new observer only a short telling is read.
   *
   * @param {Status} status
   * @param {Step[]} entries
   * @param {number} from The number of the first entry.
   * @param {string[]} summary What others did in the entries, in short.
   */
  draw(status, entries, from, summary) {
    const { count, observer } = status;
    const same = this.#drawnFor === observer;
    this.seen = [...this.seen.slice(0, from), ...entries];
    if (same) this.#told.push(...summary);
    else if (entries.every(({ actor }) => actor !== observer)) this.#told = [...summary]; // else it is about the whole play
    this.#index = status.index;
    this.#count = status.count;
    const choices = (status.groups ?? []).flatMap(({ actions }) => actions);
    this.#wastes = new Map(choices.map(({ text, wastes }) => [text, wastes ?? ""]));
    const isPast = status.index < count;
    if (!isPast) this.#isOver = status.outcome !== null;
    const open = !this.isRedacted && (this.persons.length === 0 || this.#isOver);
    this.board.draw(status, this.seen, from, isPast ? [] : this.#told, open);
    const read = isPast ? this.seen.slice(Math.max(0, status.index - 1), status.index) : same ? entries : [];
    const words = read.flatMap((step) => step.events.map(({ text }) => `${text}.`)).slice(-TOLD);
    if (!same && !isPast) words.push(...this.#told.map((sentence) => `${sentence}.`));
    const now = words.length || !same ? status.situation.map((sentence) => `${sentence}.`) : [];
    fill(this.live, (isPast ? [`Step ${status.index} of ${count}.`, ...words] : [...words, ...now]).join(" "));
    this.#drawnFor = observer;
  }

  /** Save what is not saved yet, one after the other. */
  #save() {
    this.#saving = this.#saving.then(async () => {
      const status = this.#unsaved;
      if (!status) return;
      this.#unsaved = null;
      const { actor, count, names, outcome } = status;
      const result = outcome ? resultOf(outcome, names) : "";
      const next = typeof actor === "number" ? (names[actor] ?? "") : actor === null ? "" : "Chance";
      const notice = await this.page.keep(await this.record(), { names, step: count, next, result });
      if (notice) fill(this.board.answer, notice);
    });
    return this.#saving;
  }

  /** Stop and save, before something else begins. @param {() => void} begin */
  async leave(begin) {
    this.#isLeft = true;
    this.#stop.abort();
    await this.#save().catch(() => {}); // what begins says that the worker has failed
    begin();
  }

  /** Return the play as a record that names a box which ships, to be short enough for a link, and keep it. */
  async record() {
    const { record } = await this.client.request("record", { pinned: true });
    this.saved = record;
    return record;
  }

  /** @param {Observer} observer */
  async observe(observer) {
    this.observer = observer;
    await this.show();
  }

  /** Ask each person once in a play before a thing is left unused. @param {string} action */
  isMeant(action) {
    const wastes = this.#wastes.get(action);
    const asked = `${this.observer} ${wastes}`;
    if (!wastes || this.#asked.has(asked)) return true;
    this.#asked.add(asked);
    this.board.ask(`${wastes}.`, () => this.guard(() => this.play(action)));
    return false;
  }

  /** Carry out an action, then let the others decide. @param {string} action */
  async play(action) {
    if (!this.isMeant(action)) return;
    // All at once: when the action is refused, nobody else decides either.
    const played = this.client.request("play", { action });
    const answered = this.run(Infinity);
    const asked = this.ask();
    for (const it of [answered, asked]) it.catch(() => {}); // they are awaited below
    await played;
    this.isMoved = true;
    fill(this.board.origin);
    this.#told = [];
    this.board.typed.value = "";
    await answered;
    const [{ decides }] = await asked;
    const isLast = decides === "human" || decides === null;
    await this.showRun(isLast ? asked : undefined); // else they went on after it
  }

  /** @param {string} action */
  async why(action) {
    const { answer } = this.board;
    if (!action) {
      fill(answer, "Type an action first.");
      return;
    }
    const { clause, remark, text, title } = await this.client.request("why", { action });
    if (clause === null) fill(answer, `“${action}” is legal.`);
    else fill(answer, clauseLink(this.rules, clause, title), `. ${remark ? `${remark}. ` : ""}${text ?? ""}`);
  }

  /** Say what a bot would do; of a search, also how often it tried the best actions, and what they are worth. @param {string} bot */
  async hint(bot) {
    const [, budget] = /^search:(.*)$/.exec(bot) ?? [];
    const found = budget ? (await this.client.analyse(budget, this.#watch())).slice(0, MOST_HINTS) : [];
    const action = found[0]?.text ?? (await this.client.hint(bot, this.#watch()));
    this.board.mark(action);
    fill(this.board.answer, `${botName(this.info, bot)} would play: ${this.board.sentenceOf(action)} (${action})`);
    const told = found.map(({ text, value, visits }) =>
      `${this.board.sentenceOf(text)}: tried ${visits} times${value === null ? "" : `, worth ${written(value, 2)} on average`}`);
    if (told.length) this.board.answer.append(`. ${told.join("; ")}.`);
  }

  /** @param {"undo" | "redo"} what */
  async undo(what) {
    await this.client.request(what);
    this.#told = [];
    const [seat = null] = this.persons;
    if (this.persons.length === 1) this.observer = seat; // after the end it may have been another
    this.#drawnFor = undefined;
    await this.showNext();
  }

  /** Look at the play after this many actions. @param {number} index */
  async go(index) {
    await this.client.request("go", { index });
    this.#index = Math.max(0, newsFrom(this.seen, index, this.#count, this.observer)); // the picture marks what the news tell
    await this.showNext();
  }

  /** Look at what the others did, step by step, from here on. @param {number} index */
  async stepFrom(index) {
    await this.go(index);
    this.board.following.focus();
  }

  /** @param {string} name */
  async details(name) {
    const { lines } = await this.client.request("details", { observer: this.observer, name });
    this.board.lines.textContent = lines.map(withMinus).join("\n") || `Nothing in this game is called “${name}”. Type a name as the table shows it, or choose a thing in the picture.`;
  }

  /** Tell the details of a thing in the picture, with what can be done with it. @param {string} name */
  async look(name) {
    const { lines } = await this.client.request("details", { observer: this.observer, name });
    this.board.things.tell(name, lines);
  }

  async share() {
    const link = await linkTo(await this.record());
    history.replaceState(null, "", link);
    let kept = "The address of this page now holds the play";
    try {
      await navigator.clipboard.writeText(link);
      kept += ", and it is copied";
    } catch {} // without permission it is in the address bar only
    fill(this.board.kept, `${kept}. Who opens it can see all secrets of the play.`);
  }

  async download() {
    const { record } = await this.client.request("record"); // complete: a file may be kept for years
    download(`${this.info.name}.jsonl`, `${record}\n`);
    fill(this.board.kept, "The record is downloaded. The form for a new game can open it.");
  }
}
