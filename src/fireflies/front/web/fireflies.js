// @ts-check
/**
 * The games of the Python library fireflies in a web page.
 *
 * The library runs in a worker (worker.js), in Pyodide. This module starts the worker, sends requests
 * and returns the answers; both are plain JSON, and `fireflies/front/bridge.py` lists all of them.
 * Nothing here knows a rule: legal actions, events, texts and pictures come from the library.
 *
 *     const games = await Fireflies.start();
 *     let status = await games.request("new", { game: "smile", players: ["human", "greedy", "greedy"] });
 *
 * Copy fireflies.js and worker.js side by side. Beside them belong a folder `pyodide` (the files that
 * PYODIDE_FILES lists, from the npm package `pyodide`) and the wheel of fireflies.
 */

/** The files of the npm package `pyodide` that the worker loads. */
export const PYODIDE_FILES = [
  "pyodide.mjs",
  "pyodide.asm.mjs",
  "pyodide.asm.wasm",
  "pyodide-lock.json",
  "python_stdlib.zip",
];

/**
 * @typedef {number | "spectator" | null} Observer A seat; what everybody may see; everything.
 * @typedef {Record<string, unknown>} Data An action or an event with its fields, by the schema of the game.
 * @typedef {{text: string, clause: string | null, title: string | null, data: Data | null}} GameEvent
 * @typedef {{index: number, actor: number | "chance" | null, action: string, data: Data, events: GameEvent[]}} Step
 *   `action` is what the observer may see of it. A redacted record names no actors.
 * @typedef {{text: string, label: string, sentence: string, things: string[], wastes: string | null, data: Data}} Choice
 *   `text` is what `play` takes, `sentence` says what it does, with its price and its gain, `things` are
 *   the names of what it is about, in the picture the `data-name` of elements, `wastes` what it leaves unused.
 * @typedef {{word: string, actions: Choice[]}} Group
 * @typedef {{text: string, data: Data, visits: number, value: number | null}} Analysed
 * @typedef {{text: string, points: number}} Part
 * @typedef {object} Outcome
 * @property {number[]} scores
 * @property {number[]} winners
 * @property {string | null} clause
 * @property {string | null} title
 * @property {Part[][]} tally By seat the parts of the score.
 *
 * @typedef {{value: string, title: string}} Word
 * @typedef {object} OptionInfo
 * @property {string} name
 * @property {string} title A label for a form, in the words of the rulebook.
 * @property {string} text The allowed values, in one line.
 * @property {unknown} default Null when it depends on other options.
 * @property {boolean} counts_seats
 * @property {string[]} named Large values that ship with the game.
 * @property {boolean} has_file
 * @property {Word[]} choices Words that a form offers for the value.
 * @property {boolean} has_others Whether other words may be valid with a file of one's own.
 * @property {Word[][]} parts Words that a form offers for each entry of a list; where it is `by_seat`, for each seat.
 * @property {boolean} by_seat
 * @property {boolean} names_seat Whether the value may be the number of a seat.
 *
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {string} edition
 * @property {number[]} seats The allowed numbers of seats.
 * @property {string[]} bots One that ends with a colon needs a setting: `search:200`.
 * @property {Record<string, string>} levels How strong some of them are: "easy", "good" or "strong".
 * @property {OptionInfo[]} options
 *
 * @typedef {object} Described
 * @property {string} text One sentence with the names of the seats.
 * @property {string} head
 * @property {Object<string, number>} price By noun.
 * @property {Object<string, number>[]} gains By seat, then by noun.
 * @property {string[]} follows
 * @property {object[]} events
 * @property {boolean} ends
 *
 * @typedef {object} Status
 * @property {string} game
 * @property {string} title
 * @property {string[]} names By seat.
 * @property {string[] | null} players By seat: "human" or a bot; null in a redacted record.
 * @property {Observer} observer
 * @property {number | "chance" | null} actor
 * @property {"human" | "bot" | "chance" | null} decides Null at the end, and when `index` is before it.
 * @property {number} count Actions so far.
 * @property {number} index The number of actions before the position that is shown.
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {string | null} svg A picture of the table; null without one, as in a redacted record.
 * @property {string | null} text The table in words.
 * @property {string[]} legend
 * @property {Group[] | null} groups The legal actions; null when the observer may not know them.
 * @property {string[]} situation What is decided next, and what the observer has, to be read aloud.
 * @property {Outcome | null} outcome
 * @property {string | null} position
 *
 * @typedef {object} Answers What each request answers.
 * @property {{games: GameInfo[]}} games
 * @property {Status} new
 * @property {Status} load
 * @property {Status} status
 * @property {{steps: Step[]}} play
 * @property {{steps: Step[], progress: number | null, waits: boolean}} advance `waits`: a person
 *   has to decide, or the play is over.
 * @property {object} cancel
 * @property {{undone: number}} undo
 * @property {{redone: number}} redo
 * @property {{index: number}} go
 * @property {{action: string | null, progress: number | null}} hint
 * @property {{actions: Analysed[] | null, progress: number | null}} analyse
 * @property {{clause: string | null, title?: string, text?: string, remark?: string}} why
 * @property {{entries: Step[], summary: string[] | null}} log
 * @property {{lines: string[], things?: Object<string, object>}} details
 * @property {Described} describe
 * @property {{record: string}} record
 * @property {{hits: {id: string, title: string, text: string}[]}} rules
 * @property {{templates: Object<string, string>}} templates
 * @property {{text: string}} template
 *
 * @typedef {object} Settings
 * @property {string | URL} [worker] By default worker.js beside this module.
 * @property {string | URL} [pyodide] The folder of Pyodide, by default `pyodide/` beside this module.
 * @property {string | URL} [wheel] By default `fireflies.whl` beside this module.
 * @property {(bytes: number) => void} [onprogress] Called while files arrive, with the bytes so far.
 * @property {AbortSignal} [signal] Stops the start.
 *
 * @typedef {object} Watch
 * @property {(part: number) => void} [onprogress] Called with the part of a search that is done.
 * @property {AbortSignal} [signal] Stops a search.
 *
 * @typedef {{message: string, place?: string, clause?: string, title?: string, remark?: string}} Problem
 * @typedef {{start: number, ready: number}} Timing Milliseconds until Python ran, and until ready.
 * @typedef {{bytes: number, coming: number} | {ready: Timing} | {failed: string} |
 *   {id: number, reply: string, milliseconds: number} | {id: number, crash: string}} Message
 * @typedef {{resolve: (answer: any) => void, reject: (reason: Error) => void, timer: number}} Waiting
 */

/** The library refuses a request, such as an illegal action; the play is as before. */
export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.message);
    this.name = "Refused";
    /** The place of the mistake in a file or an option, or "". */
    this.place = problem.place ?? "";
    /** The id of the violated clause, or "". */
    this.clause = problem.clause ?? "";
    /** The title of that clause, or "". */
    this.title = problem.title ?? "";
    /** The reason in the position why an action is illegal, or "". */
    this.remark = problem.remark ?? "";
  }
}

/** The worker could not be started, or does not answer any more. Start another one. */
export class WorkerFailed extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "WorkerFailed";
  }
}

/** Milliseconds without any answer or progress after which a worker counts as failed. */
const PATIENCE = 60_000;
/** The same once it has all files and starts Python: a slow or busy device computes for minutes without a message. */
const START_PATIENCE = 600_000;

/** Milliseconds of a slice of a search: a cancelled search ends after this time. */
const SLICE = 150;

/** The most decisions in a slice. */
const MOST = 1000;

/** The library in a worker of its own, with one play at a time. */
export class Fireflies {
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #next = 0;
  #closed = "";
  /** @type {Worker} */
  #worker;
  /** The duration of the start. @type {Timing} */
  timing = { start: 0, ready: 0 };
  /** Milliseconds that the library itself has worked on requests. */
  milliseconds = 0;

  /** @param {Worker} worker */
  constructor(worker) {
    this.#worker = worker;
  }

  /**
   * Start the worker, and return when it is ready.
   *
   * @param {Settings} [settings]
   * @returns {Promise<Fireflies>} Rejects with WorkerFailed, or with an AbortError.
   */
  static async start(settings = {}) {
    const beside = (/** @type {string} */ name) => new URL(name, import.meta.url);
    const absolute = (/** @type {string | URL} */ url) => new URL(url, document.baseURI).href;
    settings.signal?.throwIfAborted();
    const url = absolute(settings.worker ?? beside("worker.js"));
    const games = new Fireflies(new Worker(url, { type: "module" }));
    const ready = games.#listen(settings.onprogress ?? (() => {}));
    const abort = () => games.close("the start was stopped");
    settings.signal?.addEventListener("abort", abort);
    games.#worker.postMessage({
      pyodide: absolute(settings.pyodide ?? beside("pyodide/")),
      wheel: absolute(settings.wheel ?? beside("fireflies.whl")),
    });
    try {
      games.timing = await ready;
    } catch (error) {
      settings.signal?.throwIfAborted();
      throw error;
    } finally {
      settings.signal?.removeEventListener("abort", abort);
    }
    return games;
  }

  /**
   * Handle all messages of the worker. The start waits under the number -1.
   *
   * @param {(bytes: number) => void} onprogress
   * @returns {Promise<Timing>}
   */
  #listen(onprogress) {
    const worker = this.#worker;
    worker.onerror = (event) => {
      event.preventDefault();
      this.close(event.message || "its file could not be loaded");
    };
    worker.onmessageerror = () => this.close("it sent something that can't be read");
    worker.onmessage = ({ data }) => {
      const message = /** @type {Message} */ (data);
      if ("bytes" in message) {
        this.#wait(-1, message.coming > 0 ? PATIENCE : START_PATIENCE);
        onprogress(message.bytes);
      } else if ("ready" in message) this.#take(-1)?.resolve(message.ready);
      else if ("failed" in message) this.close(message.failed);
      else if ("crash" in message) this.#take(message.id)?.reject(new Error(message.crash));
      else {
        const { error, answer } = JSON.parse(message.reply);
        this.milliseconds += message.milliseconds;
        const waiting = this.#take(message.id);
        if (error) waiting?.reject(new Refused(error));
        else waiting?.resolve(answer);
      }
    };
    return new Promise((resolve, reject) => {
      this.#waiting.set(-1, { resolve, reject, timer: 0 });
      this.#wait(-1);
    });
  }

  /** Start the timeout of a request again. @param {number} id @param {number} [patience] */
  #wait(id, patience = PATIENCE) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    waiting.timer = setTimeout(() => this.close(`no answer for ${patience / 1000} seconds`), patience);
  }

  /** Remove a request that is answered, and return its callbacks. @param {number} id */
  #take(id) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }

  /** Stop the worker; pending and later requests reject with WorkerFailed. */
  close(reason = "it was closed") {
    this.#closed ||= reason;
    this.#worker.terminate();
    for (const id of [...this.#waiting.keys()]) {
      this.#take(id)?.reject(new WorkerFailed(this.#closed));
    }
  }

  /**
   * Ask the library. Requests are answered in their order.
   *
   * @template {keyof Answers} K
   * @param {K} what
   * @param {Record<string, unknown>} [keys] The other keys of the request.
   * @returns {Promise<Answers[K]>} Rejects with Refused or WorkerFailed.
   */
  request(what, keys = {}) {
    if (this.#closed) return Promise.reject(new WorkerFailed(this.#closed));
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, timer: 0 });
      this.#wait(id);
      this.#worker.postMessage({ id, request: JSON.stringify({ do: what, ...keys }) });
    });
  }

  /**
   * Let bots and chance decide until a person has to, or the play is over. They work in slices.
   *
   * @param {Watch & {most?: number, onsteps?: (steps: Step[]) => void}} [watch] `most` decisions.
   * @returns {Promise<void>} Rejects with the reason of `signal` when that stops it.
   */
  async advance({ most = Infinity, onprogress, onsteps, signal } = {}) {
    for (let left = most; left > 0; ) {
      const keys = { milliseconds: SLICE, most: Math.min(left, MOST) };
      const { progress, steps, waits } = await this.request("advance", keys);
      left -= steps.length;
      if (steps.length) onsteps?.(steps);
      if (waits) return;
      await this.#watch(progress, onprogress, signal);
    }
  }

  /**
   * Return the action that a bot would choose.
   *
   * @param {string} bot
   * @param {Watch} [watch]
   * @returns {Promise<string>} Rejects with the reason of `signal` when that stops it.
   */
  async hint(bot, { onprogress, signal } = {}) {
    for (;;) {
      const { action, progress } = await this.request("hint", { bot, milliseconds: SLICE });
      if (action !== null) return action;
      await this.#watch(progress, onprogress, signal);
    }
  }

  /**
   * Return the legal actions, the best first, with the results of a search.
   *
   * @param {string} budget Such as `400`, a number of rollouts, or `1s`.
   * @param {Watch} [watch]
   * @returns {Promise<Analysed[]>} Rejects with the reason of `signal` when that stops it.
   */
  async analyse(budget, { onprogress, signal } = {}) {
    for (;;) {
      const { actions, progress } = await this.request("analyse", { budget, milliseconds: SLICE });
      if (actions !== null) return actions;
      await this.#watch(progress, onprogress, signal);
    }
  }

  /**
   * Tell the progress of a search, or stop it.
   *
   * @param {number | null} progress
   * @param {Watch["onprogress"]} onprogress
   * @param {Watch["signal"]} signal
   */
  async #watch(progress, onprogress, signal) {
    if (signal?.aborted) await this.request("cancel");
    signal?.throwIfAborted();
    if (progress !== null) onprogress?.(progress);
  }
}
