// @ts-check
/**
 * The table in the page: it loads the library on a click, then shows the form for a new play, or the
 * play. `<div class="play-table">` says by its data what game it is, and where the files are.
 */

import { button, fill, focusOn, make } from "./dom.js";
import { Fireflies, Refused } from "./fireflies.js";
import { keep, kept, shared } from "./link.js";
import { Play } from "./play.js";
import { Setup, problemText } from "./setup.js";

/** @typedef {import("./fireflies.js").GameInfo} GameInfo */

const MEGABYTE = 1_000_000;
/** An address with a play or a position. */
const SHARED = /^#(play|position)=/;

/** The table of a page. */
class Table {
  /** @type {Fireflies | null} */
  client = null;
  /** @type {GameInfo | null} */
  info = null;
  /** @type {Play | null} */
  play = null;
  /** The record to open as soon as the library runs. */
  record = "";

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    const { bytes = "0", game = "", rules = "" } = root.dataset;
    this.bytes = Number(bytes);
    this.game = game;
    this.rules = rules;
    this.invite();
    addEventListener("hashchange", () => SHARED.test(location.hash) && this.invite());
  }

  /** Offer to load the library; nothing is loaded before the click. */
  invite() {
    if (this.client) {
      this.setUp();
      return;
    }
    const size = Math.ceil(this.bytes / MEGABYTE);
    const goes = SHARED.test(location.hash);
    fill(
      this.root,
      make(
        "div",
        { class: "ft-row" },
        button("ft-load", goes ? "Continue from the link" : "Play", () => this.load(), { class: "ft-main" }),
        this.resume((record) => this.load(record)),
      ),
      make("p", {}, `This loads ${size} MB from this site, once. The game then runs in your browser alone.`),
    );
  }

  /**
   * Return a button to go on with the play that the window keeps, if there is one.
   *
   * @param {(record: string) => void} open
   */
  resume(open) {
    return kept(this.game) && button("ft-resume", "Go on with the last game", () => open(kept(this.game)));
  }

  /** @param {string} record The play to open then, instead of the form. */
  async load(record = "") {
    this.record = record;
    const stop = new AbortController();
    const bar = make("progress", { id: "ft-load-progress", max: this.bytes, value: 0, "aria-label": "Loading" });
    const text = make("p", { id: "ft-load-text", role: "status" }, "Loading the table ...");
    const state = make("span", { id: "ft-load-state", "aria-hidden": "true" });
    fill(this.root, text, bar, state, button("ft-load-cancel", "Cancel", () => stop.abort()));
    focusOn(/** @type {HTMLElement} */ (this.root.lastElementChild));
    try {
      this.client = await Fireflies.start({
        signal: stop.signal,
        onprogress: (bytes) => {
          bar.value = bytes;
          const [some, all] = [bytes, this.bytes].map((it) => (it / MEGABYTE).toFixed(1));
          state.textContent = `${some} of ${all} MB`;
          if (bytes >= this.bytes) text.textContent = "Starting Python ...";
        },
      });
      const { games } = await this.client.request("games", { game: this.game });
      this.info = games.find(({ name }) => name === this.game) ?? null;
      await this.setUp(record);
      this.root.dataset.state = "ready";
    } catch (error) {
      if (stop.signal.aborted) this.invite();
      else this.fail(error);
    }
  }

  /** Show one message, and a button to try again. @param {unknown} error */
  fail(error) {
    this.client?.close();
    this.client = null;
    const whole = error instanceof Error ? error.message : String(error);
    const message = whole.trim().split("\n").at(-1) ?? ""; // of a traceback, the error
    const hint = location.protocol === "file:"
      ? "A browser runs the table only from a web server, such as python -m http.server in this folder."
      : "Try again; the files may not have arrived.";
    this.record = this.play?.saved || this.record;
    const resume = this.record ? " Your game is kept." : "";
    const retry = button("ft-retry", "Try again", () => this.load(this.record), { class: "ft-main" });
    fill(
      this.root,
      make("p", { id: "ft-failure", role: "alert", class: "ft-problem" },
        `The table does not run (${message}). ${hint}${resume}`),
      retry,
    );
    this.root.dataset.state = "failed";
    focusOn(retry);
  }

  /**
   * Show the form for a new play; a record, and a play or position in the address, are used first.
   *
   * @param {string} record
   */
  async setUp(record = "") {
    const { client, info } = this;
    if (!client || !info) return;
    this.play = null;
    this.record = "";
    const setup = new Setup(
      client,
      info,
      this.rules,
      async (keys) => this.show(await client.request("new", keys)),
      (record) => this.open(record),
    );
    const resume = this.resume((last) => setup.attempt(setup.problem, () => this.open(last)));
    fill(this.root, resume, setup.element);
    focusOn(setup.heading);
    try {
      const given = record ? { record } : await shared();
      if (given && "record" in given) await this.open(given.record);
      else if (given) setup.give(given);
    } catch (error) {
      fill(setup.problem, ...problemText(error, this.rules));
    }
  }

  /** Continue or look through a record. @param {string} record */
  async open(record) {
    if (!this.client) return;
    const status = await this.client.request("load", { record });
    if (status.game !== this.game) {
      const message = `This is a record of ${status.title}. Open it at the table of that game`;
      throw new Refused({ message });
    }
    await this.show(status);
  }

  /** @param {import("./fireflies.js").Status} status */
  async show(status) {
    if (!this.client || !this.info) return;
    const leave = () => {
      history.replaceState(null, "", location.pathname + location.search);
      this.setUp();
    };
    this.play = new Play(this.client, this.info, this.rules, status, {
      leave,
      fail: (error) => this.fail(error),
      keep: (record) => keep(this.game, record),
    });
    fill(this.root, this.play.element);
    this.root.scrollIntoView({ behavior: "instant" }); // the form may have been longer than the screen
    await this.play.begin();
  }
}

for (const root of document.querySelectorAll("div.play-table")) {
  new Table(/** @type {HTMLElement} */ (root));
}
