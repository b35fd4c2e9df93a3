// @ts-check
/**
 * The table in the page: the form for a new play with the games that the browser keeps, or the play.
 * `<div class="play-table">` says by its data what game it is, and where the files are.
 */

import { fill, focusOn } from "./dom.js";
import { Refused } from "./fireflies.js";
import { Keeper, keptList } from "./kept.js";
import { Library } from "./library.js";
import { shared } from "./link.js";
import { Play } from "./play.js";
import { Setup, problemText } from "./setup.js";

/** @typedef {import("./fireflies.js").Fireflies} Fireflies */
/** @typedef {import("./fireflies.js").GameInfo} GameInfo */
/** @typedef {import("./link.js").Place} Place */

/** An address with a play or a position. */
const SHARED = /^#(play|position)=/;

/**
 * Let the pages go on without a network, once Python runs; where a newer build has arrived, begin with that.
 *
 * @param {Library} library
 * @param {string} script The address of the service worker; empty for none.
 */
async function goOffline(library, script) {
  const { serviceWorker } = navigator; // only with https, or on this machine
  if (!script || !serviceWorker) return;
  try {
    // The browser chooses the moment; another tab may have asked for it.
    if (serviceWorker.controller) serviceWorker.addEventListener("controllerchange", () => library.renew());
    const { waiting } = (await serviceWorker.getRegistration()) ?? {};
    waiting?.postMessage("begin");
    await library.get();
    await serviceWorker.register(script);
  } catch {} // the page needs the network then
}

/** The table of a page. */
class Table {
  /** @type {Play | null} */
  play = null;
  /** @type {Setup | null} */
  setup = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    const { bytes = "0", game = "", rules = "" } = root.dataset;
    this.game = game;
    this.rules = rules;
    this.library = new Library(Number(bytes), game);
    fill(root, this.library.element);
  }

  /** Show the form, and start the library in the meantime. */
  async begin() {
    this.library.startSoon(this.root);
    goOffline(this.library, this.root.dataset.offline ?? "");
    const info = await this.#info();
    await this.setUp(info);
    addEventListener("hashchange", () => SHARED.test(location.hash) && this.setUp(info));
    this.root.dataset.state = "ready";
  }

  /** Return what the form needs: from the file beside this one, or else from the library. @returns {Promise<GameInfo>} */
  async #info() {
    const find = (/** @type {{games: GameInfo[]}} */ { games }) => {
      const info = games.find(({ name }) => name === this.game);
      if (!info) throw new Error(`there is no game ${this.game}`);
      return info;
    };
    try {
      const response = await fetch(new URL("games.json", import.meta.url));
      return find((await response.json()).answer);
    } catch {
      return new Promise((resolve) => {
        this.use(async (client) => resolve(find(await client.request("games", { game: this.game }))));
      });
    }
  }

  /**
   * Do something with the library as soon as it runs. When it fails, the page says so, and offers to do it again.
   *
   * @param {(client: Fireflies) => Promise<void>} doIt
   * @returns {Promise<void>} Rejects with Refused.
   */
  async use(doIt) {
    this.library.await(true);
    try {
      await doIt(await this.library.get());
    } catch (error) {
      if (error instanceof Refused) throw error;
      const again = () => this.use(doIt).catch((refused) => this.setup && this.#tell(this.setup, refused));
      if (!(error instanceof DOMException)) this.library.fail(error, "", again); // else a person has stopped it
    } finally {
      this.library.await(false);
    }
  }

  /**
   * Show the form for a new play. What the address holds begins at once.
   *
   * @param {GameInfo} info
   * @param {Place | null} [place] A position that the form begins with, when its player wants to.
   */
  async setUp(info, place = null) {
    if (this.library.isOutdated) {
      location.reload();
      return;
    }
    const setup = new Setup(this.library, info, this.rules, {
      start: (keys) => this.start(info, keys),
      load: (record) => this.open(info, record),
    });
    const games = keptList(this.game, (record, key) =>
      setup.attempt(setup.problem, () => this.open(info, record, key)),
    );
    if (this.setup && !this.setup.given.position) setup.copySeats(this.setup); // a family types its names once
    this.setup = setup;
    fill(this.root, games, setup.element);
    if (this.play) focusOn(setup.heading);
    this.play = null;
    if (place) {
      setup.give(place);
      return;
    }
    try {
      const given = await shared();
      if (given && "record" in given) await this.open(info, given.record);
      else if (given) {
        setup.give(given);
        await setup.attempt(setup.problem, () => this.start(info, setup.request(), given));
      }
    } catch (error) {
      this.#tell(setup, error);
    }
  }

  /** Say in the form what is wrong. @param {Setup} setup @param {unknown} error */
  #tell(setup, error) {
    fill(setup.problem, ...problemText(error, this.rules));
  }

  /**
   * Begin a play.
   *
   * @param {GameInfo} info
   * @param {Record<string, unknown>} keys Those of the request "new".
   * @param {Place | null} [place] The position of the address that it begins with.
   */
  start(info, keys, place = null) {
    return this.use(async (client) => {
      const again = () => this.start(info, { ...keys, seed: undefined }, place); // JSON leaves that out
      await this.show(client, info, await client.request("new", keys), { again, place });
    });
  }

  /**
   * Continue or look through a record.
   *
   * @param {GameInfo} info
   * @param {string} record
   * @param {string} key Its key in the storage.
   */
  open(info, record, key = "") {
    return this.use(async (client) => {
      const status = await client.request("load", { record });
      if (status.game !== this.game) {
        const message = `This is a record of ${status.title}. Open it at the table of that game`;
        throw new Refused({ message });
      }
      await this.show(client, info, status, { key });
    });
  }

  /**
   * @param {Fireflies} client
   * @param {GameInfo} info
   * @param {import("./fireflies.js").Status} status
   * @param {{key?: string, again?: () => void, place?: Place | null}} from The key of a play that is kept; what begins
   *   another one; the position of the address that it begins with.
   */
  async show(client, info, status, { key = "", again, place = null }) {
    const forget = () => history.replaceState(null, "", location.pathname + location.search);
    const leave = () => {
      forget();
      this.setUp(info);
    };
    const keeper = new Keeper(this.game, key);
    let isOwn = !place; // whoever only looks at an example keeps no game
    const play = new Play(client, info, this.rules, status, {
      again: again ?? leave,
      leave,
      fail: (error) => {
        const again = () => play.saved ? this.open(info, play.saved, keeper.key) : this.setUp(info);
        this.library.fail(error, play.saved ? " Your game is kept." : "", again);
        fill(this.root, this.library.element);
        focusOn(this.library.element);
      },
      keep: (record, summary) => {
        if (!isOwn && !play.isMoved) return Promise.resolve("");
        if (!isOwn) forget(); // when the page is loaded again, its list has this game
        isOwn = true;
        return keeper.keep(record, summary);
      },
    });
    if (place) play.tellOrigin(place.says, status.names, () => this.setUp(info, place));
    this.play = play;
    fill(this.root, play.element);
    this.root.scrollIntoView({ behavior: "instant" }); // the form may have been longer than the screen
    await play.begin();
  }
}

for (const root of document.querySelectorAll("div.play-table")) {
  new Table(/** @type {HTMLElement} */ (root)).begin();
}
