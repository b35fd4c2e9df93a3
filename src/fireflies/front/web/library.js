// @ts-check
/** The library of a table: started before somebody needs it, with a line about how far it is. */

import { button, fill, intoView, make } from "./dom.js";
import { Fireflies } from "./fireflies.js";

const MEGABYTE = 1_000_000;
/** Milliseconds after which a busy page starts the library all the same. */
const LATEST = 2000;

/** Starts the library once, at the first need or before. */
export class Library {
  /** @type {Promise<Fireflies> | null} */
  #starting = null;
  #phase = "";
  /** True when all files are here. */
  #isLoaded = false;
  #isAwaited = false;
  /** True when the files that are served now are of a newer build than this page. */
  isOutdated = false;

  /**
   * @param {number} bytes All that is loaded.
   * @param {string} game The game that somebody will play.
   */
  constructor(bytes, game) {
    this.bytes = bytes;
    this.game = game;
    this.element = make("div", { id: "ft-library" });
    this.text = make("p", { id: "ft-load-text", role: "status" });
    fill(this.text, `This loads ${Math.ceil(bytes / MEGABYTE)} MB from this site, once. The game then runs in your browser alone.`);
    fill(this.element, this.text);
  }

  /** Start when the page has nothing else to do, or when somebody comes near. @param {HTMLElement} root */
  startSoon(root) {
    const start = () => this.get().catch(() => {}); // the line says it
    for (const name of ["focusin", "pointerenter", "pointerdown"]) root.addEventListener(name, start, { once: true });
    const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
    if (connection?.saveData) return; // it is not paid for before it is needed
    if ("requestIdleCallback" in globalThis) requestIdleCallback(start, { timeout: LATEST });
    else setTimeout(start, LATEST / 2); // Safari
  }

  /** Say that somebody waits for the library, or no longer does. @param {boolean} isAwaited */
  await(isAwaited) {
    this.#isAwaited = isAwaited;
    this.#say(this.#phase);
    if (isAwaited && this.#phase) intoView(this.element); // who goes on with a game has pressed a button far above
  }

  /** Go on with a newer build: at once, or after the play when all files of this one are here. */
  renew() {
    this.isOutdated = true;
    if (!this.#isLoaded) location.reload();
  }

  /** Say what is being done. @param {string} phase Empty for nothing. */
  #say(phase) {
    this.#phase = phase;
    const awaited = phase && this.#isAwaited;
    this.element.classList.toggle("ft-awaited", Boolean(awaited));
    if (phase) fill(this.text, `${phase}${awaited ? ": your game begins then" : ""} ...`);
  }

  /** Return the library, once it runs. @returns {Promise<Fireflies>} Rejects as Fireflies.start does. */
  get() {
    if (this.isOutdated && !this.#starting) location.reload(); // files of two builds don't fit together
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start() {
    const stop = new AbortController();
    const bar = make("progress", { id: "ft-load-progress", max: this.bytes, value: 0, "aria-label": "Loading" });
    const state = make("span", { id: "ft-load-state", "aria-hidden": "true" });
    this.#say("Loading the table");
    fill(this.element, this.text, bar, state, button("ft-load-cancel", "Cancel", () => stop.abort()));
    try {
      const client = await Fireflies.start({
        signal: stop.signal,
        onprogress: (bytes) => {
          bar.value = bytes;
          const [some, all] = [bytes, this.bytes].map((it) => (it / MEGABYTE).toFixed(1));
          state.textContent = `${some} of ${all} MB`;
          this.#isLoaded = bytes >= this.bytes;
          if (this.#isLoaded) this.#say("Getting the game ready");
        },
      });
      this.#isLoaded = true;
      client.request("games", { game: this.game }).catch(() => {}); // so that Python has read the game
      this.#say("");
      fill(this.text, "The table is ready.");
      fill(this.element, this.text);
      return client;
    } catch (error) {
      this.#say("");
      if (stop.signal.aborted) {
        this.#starting = null;
        fill(this.element, this.text);
        fill(this.text, "Stopped. What you do next starts it again.");
      } else this.fail(error, "", () => this.get().catch(() => {}));
      throw error;
    }
  }

  /**
   * Stop the library, which has failed; say so, with a button to try again.
   *
   * @param {unknown} error
   * @param {string} kept Added to the message.
   * @param {() => void} retry
   */
  fail(error, kept, retry) {
    const failed = this.#starting;
    this.#starting = null;
    failed?.then((client) => client.close(), () => {});
    const whole = error instanceof Error ? error.message : String(error);
    const message = whole.trim().split("\n").at(-1) ?? ""; // of a traceback, the error
    const hint = location.protocol === "file:"
      ? "A browser runs the table only from a web server, such as python -m http.server in this folder."
      : this.#isLoaded ? "Try again; all of it is loaded, but this device may be short of memory or time."
      : "Try again; the files may not have arrived.";
    fill(
      this.element,
      make("p", { id: "ft-failure", role: "alert", class: "ft-problem" },
        `The table does not run (${message}). ${hint}${kept}`),
      button("ft-retry", "Try again", retry, { class: "ft-main" }),
    );
    if (this.#isAwaited) intoView(this.element);
  }
}
