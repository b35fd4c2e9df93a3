// @ts-check
/** The form for a new play: who sits where, the options of the game, a file of one's own box, a seed. */

import { button, clauseLink, fill, focusOn, labelled, make } from "./dom.js";
import { Refused } from "./fireflies.js";
import { NAMES, PERSON, botChoices, withNames } from "./names.js";

/** @typedef {import("./fireflies.js").GameInfo} GameInfo */
/** @typedef {import("./fireflies.js").OptionInfo} OptionInfo */
/** @typedef {import("./library.js").Library} Library */

/**
 * The calls of the form to its page; both reject with Refused.
 *
 * @typedef {object} Begins
 * @property {(keys: Record<string, unknown>) => Promise<void>} start Begins the play of a request "new".
 * @property {(record: string) => Promise<void>} load Begins with a record.
 */

/** The choice for what is not in the list. */
const OWN = "own";
const AS_USUAL = "as usual";
const ROLLOUTS = 200;

/** Return what a player is called in the form. @param {number} seat */
const playerOf = (seat) => `Player ${seat + 1}`;

/** Return the name of a player who is given none. @param {number} seat */
const usualName = (seat) => NAMES[seat] ?? playerOf(seat);

/** @param {import("./fireflies.js").Word[]} words */
const wordChoices = (words) => words.map(({ title, value }) => make("option", { value }, title));

/**
 * Return the message about an error, with its place and a link to its clause.
 *
 * @param {unknown} error
 * @param {string} rules The address of the page of the rules.
 * @param {OptionInfo[]} options Their titles are shown in place of their names.
 * @returns {(string | Node)[]}
 */
export function problemText(error, rules, options = []) {
  if (!(error instanceof Refused)) return [error instanceof Error ? error.message : String(error)];
  const { clause, remark, title } = error;
  const [message = "", place = ""] = [error.message, error.place].map((it) => it.replace(/^request: /, ""));
  if (clause && remark) return [`${remark}: `, clauseLink(rules, clause, title), "."];
  const whole = place && !message.includes(place) ? `${place}: ${message}` : message;
  const text = options.reduce((it, { name, title: label }) =>
    [`options.${name}: `, `files.${name}: `].reduce((line, part) => line.replace(part, `${label}: `), it), whole);
  return clause ? [`${text}. The rule: `, clauseLink(rules, clause, title)] : [text];
}

/** The form. */
export class Setup {
  /**
   * @param {Library} library
   * @param {GameInfo} info
   * @param {string} rules The address of the page of the rules.
   * @param {Begins} begins
   */
  constructor(library, info, rules, begins) {
    this.library = library;
    this.info = info;
    this.rules = rules;
    this.begins = begins;
    this.isBusy = false;
    /** Keys for "new" that the address gave: a position and its options. @type {Record<string, any>} */
    this.given = {};
    this.problem = make("p", { id: "ft-setup-problem", role: "alert", class: "ft-problem" });
    this.seatRows = make("div", { id: "ft-seats" });
    this.seatCount = make(
      "select",
      { id: "ft-seat-count", onchange: () => this.showSeats() },
      ...info.seats.map((seats) => make("option", { value: seats }, `${seats} players`)),
    );
    this.seed = make("input", { id: "ft-seed", inputmode: "numeric", autocomplete: "off" });
    this.heading = make("h2", { id: "ft-setup-heading", tabindex: -1 }, "A new game");
    this.record = make("textarea", { id: "ft-record", rows: 3, spellcheck: "false" });
    this.recordFile = make("input", {
      id: "ft-record-file",
      type: "file",
      onchange: async () => {
        this.record.value = ((await this.recordFile.files?.[0]?.text()) ?? "").trim();
      },
    });
    this.options = info.options.filter((option) => !option.counts_seats);
    /** The bot of a seat, unless another one is chosen. */
    this.usual = info.bots.find((bot) => bot === "greedy") ?? info.bots[0] ?? "random";
    this.element = this.build();
    this.showSeats();
  }

  build() {
    const [files, plain] = [true, false].map((hasFile) => this.options.filter((option) => option.has_file === hasFile));
    const form = make(
      "form",
      { id: "ft-setup", "aria-labelledby": "ft-setup-heading", onsubmit: this.submit },
      this.heading,
      make("p", { id: "ft-given", hidden: true }),
      labelled("How many play", this.seatCount),
      this.seatRows,
      make(
        "details",
        { id: "ft-options" },
        make("summary", {}, "Options of the game, and the seed"),
        ...[...(files ?? []), ...(plain ?? [])].map((option) => this.optionField(option)),
        labelled("Seed", this.seed, "The same seed gives the same game; empty for a new one."),
      ),
      this.problem,
      make("button", { id: "ft-start", class: "ft-main" }, "Play"),
      this.library.element,
    );
    const loader = make(
      "form",
      { id: "ft-load-form", "aria-labelledby": "ft-load-heading", onsubmit: this.submitRecord },
      make("h2", { id: "ft-load-heading" }, "Or continue or look through a record"),
      labelled("Record", this.record, "One line of JSON, as “Download the record” saves it."),
      labelled("Record from a file", this.recordFile),
      make("p", { id: "ft-load-problem", role: "alert", class: "ft-problem" }),
      make("button", { id: "ft-load-record" }, "Open the record"),
    );
    return make("div", { id: "ft-begin" }, form, loader);
  }

  /** Begin with a position that the address gave. @param {import("./link.js").Place} place */
  give({ options, position, says, seat, seats }) {
    this.given = { position, options };
    if (seats) {
      this.seatCount.value = String(seats);
      this.seatCount.disabled = true;
      this.showSeats();
    }
    for (const kind of this.seatRows.querySelectorAll("select")) {
      if (kind.id === `ft-kind-${seat}`) kind.value = PERSON;
      else if (kind.value === PERSON) kind.value = this.usual;
    }
    this.heading.textContent = "Continue from this position";
    const note = /** @type {HTMLElement} */ (this.element.querySelector("#ft-given"));
    note.hidden = !says;
    fill(note, withNames(says, NAMES));
  }

  /** Take over from another form who plays, and their names. @param {Setup} other */
  copySeats(other) {
    this.seatCount.value = other.seatCount.value;
    this.showSeats();
    for (const { id, value } of /** @type {NodeListOf<HTMLInputElement>} */ (other.seatRows.querySelectorAll("input, select"))) {
      const field = /** @type {HTMLInputElement | null} */ (this.seatRows.querySelector(`#${id}`));
      if (field) field.value = value;
      field?.dispatchEvent(new Event("change"));
    }
  }

  /** Show a row for each seat; what was chosen stays. */
  showSeats() {
    const seats = Number(this.seatCount.value);
    const rows = [...this.seatRows.children].slice(0, seats);
    while (rows.length < seats) rows.push(this.seatRow(rows.length));
    fill(this.seatRows, ...rows);
    for (const it of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("[data-seat]"))) {
      const isEmpty = Number(it.dataset.seat) >= seats;
      it.hidden = isEmpty;
      if (isEmpty && it instanceof HTMLOptionElement) it.selected = false; // the list has its first choice then
    }
  }

  /** @param {number} seat */
  seatRow(seat) {
    const effort = make("input", {
      id: `ft-effort-${seat}`,
      type: "number",
      min: 1,
      max: 100_000,
      value: ROLLOUTS,
    });
    const effortField = labelled("Games it tries for a move", effort, "More are stronger and slower.");
    const kind = make("select", {
      id: `ft-kind-${seat}`,
      onchange: () => (effortField.hidden = !kind.value.endsWith(":")),
    });
    fill(kind, make("option", { value: PERSON }, "a person"), ...botChoices(this.info));
    kind.value = seat === 0 ? PERSON : this.usual;
    effortField.hidden = true;
    const name = make("input", {
      id: `ft-name-${seat}`,
      autocomplete: "off",
      maxlength: 40,
      placeholder: usualName(seat),
    });
    return make(
      "fieldset",
      { class: "ft-seat" },
      make("legend", {}, playerOf(seat)),
      labelled("Played by", kind),
      labelled("Name", name),
      effortField,
    );
  }

  /** Return the field of an option: a list of what can be chosen, or a line for a number. @param {OptionInfo} option */
  optionField(option) {
    const { choices, default: value, has_file, has_others, name, named, names_seat, parts, text, title } = option;
    const id = `ft-option-${name}`;
    if (!has_file && !names_seat && choices.length + parts.length === 0) {
      const usual = typeof value === "string" ? value : value === null ? AS_USUAL : JSON.stringify(value);
      return labelled(title, make("input", { id, placeholder: usual, autocomplete: "off" }), text);
    }
    /** @type {[string, HTMLElement] | []} */
    const [label, own] = has_file ? ["my own file", this.fileFields(option)]
      : parts.length ? ["chosen one by one", this.partFields(option)]
      : has_others ? ["another one", labelled(`${title} of your own`, make("input", { id: `${id}-text`, autocomplete: "off" }))]
      : [];
    if (own) own.hidden = true;
    const choice = make("select", { id, onchange: () => own && (own.hidden = choice.value !== OWN) });
    const usual = choices.find((it) => it.value === String(value))?.title;
    fill(
      choice,
      make("option", { value: "" }, usual ? `${AS_USUAL}: ${usual}` : AS_USUAL),
      ...named.map((it) => make("option", { value: it }, it)),
      ...wordChoices(choices),
      ...(names_seat ? this.players().map((seat) => make("option", { value: seat, "data-seat": seat }, playerOf(seat))) : []),
      label && make("option", { value: OWN }, label),
    );
    const isSaid = names_seat || choices.some((it) => it.value === "true"); // by the title and the list
    return make("div", {}, labelled(title, choice, isSaid ? "" : text), own);
  }

  /** The seats of a table with the most players. */
  players() {
    return Array.from({ length: Math.max(...this.info.seats) }, (_, seat) => seat);
  }

  /** Return a list for each entry of an option; no entry has the choice of another one, where there are enough. @param {OptionInfo} option */
  partFields({ by_seat, name, parts, title }) {
    /** @type {string[]} */
    const taken = [];
    return make("div", { class: "ft-parts" }, ...parts.map((words, number) => {
      const select = make("select", { id: `ft-option-${name}-${number}` }, ...wordChoices(words));
      select.value = words.find(({ value }) => !taken.includes(value))?.value ?? select.value;
      taken.push(select.value);
      const field = labelled(`${title}: ${by_seat ? playerOf(number) : number + 1}`, select);
      if (by_seat) field.dataset.seat = String(number);
      return field;
    }));
  }

  /** @param {OptionInfo} option */
  fileFields({ name, title }) {
    const id = `ft-option-${name}`;
    const text = make("textarea", { id: `${id}-text`, rows: 8, spellcheck: "false" });
    const file = make("input", {
      id: `${id}-file`,
      type: "file",
      onchange: async () => (text.value = (await file.files?.[0]?.text()) ?? ""),
    });
    const template = button(`${id}-template`, "Fill in the template", async () => {
      const keys = { game: this.info.name, option: name };
      text.value = (await (await this.library.get()).request("template", keys)).text;
    });
    return make("div", {}, labelled(`File for ${title}`, file), labelled(`Text of the file for ${title}`, text), template);
  }

  /** Return the value of a field of this form. @param {string} id */
  value(id) {
    const field = /** @type {HTMLInputElement | null} */ (this.element.querySelector(`#${id}`));
    return field?.value.trim() ?? "";
  }

  /** Return the keys of the request "new". */
  request() {
    const seats = Number(this.seatCount.value);
    const numbers = Array.from({ length: seats }, (_, seat) => seat);
    const kinds = numbers.map((seat) => this.value(`ft-kind-${seat}`));
    const players = kinds.map((kind, seat) =>
      kind.endsWith(":") ? `${kind}${this.value(`ft-effort-${seat}`)}` : kind,
    );
    /** @type {Record<string, unknown>} */
    const options = { ...this.given.options };
    /** @type {Record<string, string>} */
    const files = {};
    for (const { by_seat, has_file, name, parts } of this.options) {
      const id = `ft-option-${name}`;
      const chosen = this.value(id);
      const isList = chosen === OWN && parts.length > 0;
      const value = chosen === OWN && !isList ? this.value(`${id}-text`) : chosen;
      if (isList) options[name] = parts.slice(0, by_seat ? seats : parts.length).map((_, number) => this.value(`${id}-${number}`));
      else if (chosen === OWN && has_file) files[name] = value;
      else if (value) options[name] = value;
    }
    const names = numbers.map((seat) => this.value(`ft-name-${seat}`) || usualName(seat));
    const seed = this.value("ft-seed");
    return {
      game: this.info.name,
      players,
      names,
      options,
      ...(Object.keys(files).length ? { files } : {}),
      ...(seed ? { seed: Number.isSafeInteger(Number(seed)) ? Number(seed) : seed } : {}),
      ...(this.given.position ? { position: this.given.position } : {}),
    };
  }

  /** @param {SubmitEvent} event */
  submit = async (event) => {
    event.preventDefault();
    await this.attempt(this.problem, () => this.begins.start(this.request()));
  };

  /** @param {SubmitEvent} event */
  submitRecord = async (event) => {
    event.preventDefault();
    const place = /** @type {HTMLElement} */ (this.element.querySelector("#ft-load-problem"));
    const record = this.record.value.trim();
    if (record) await this.attempt(place, () => this.begins.load(record));
    else fill(place, "Paste a record first, or choose a file.");
  };

  /**
   * Do it, unless something is being done; show an error of the library in its place.
   *
   * @param {HTMLElement} place
   * @param {() => Promise<void>} doIt
   */
  async attempt(place, doIt) {
    if (this.isBusy) return;
    this.isBusy = true;
    fill(place);
    try {
      await doIt();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fill(place, ...problemText(error, this.rules, this.options));
      focusOn(place);
    } finally {
      this.isBusy = false;
    }
  }
}
