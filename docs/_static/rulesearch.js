/* Lists the rules that answer a query, on the search page. The ranking is that of fireflies.lookup: this only makes
   stems of the words and adds up the weights of rulesindex.js. A test compares the two. */
"use strict";

(() => {
  const MOST = 8; // results of the chosen game
  const MOST_OTHERS = 3; // results of all other games,
  const WORTH = 0.7; // each with at least this part of the best one's score
  const { rewrites, common, beginning, cutoff, games } = window.rulesIndex;
  const patterns = rewrites.map(([pattern, replacement]) => [new RegExp(pattern, "gu"), replacement]);

  const wordsOf = (text) => {
    const plain = text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f'’]/gu, "");
    return plain.match(/[\p{Letter}\p{Number}_]+/gu) ?? [];
  };

  const stem = (word) => patterns.reduce((made, [from, to]) => made.replace(from, to), word);

  const stems = (text) => wordsOf(text).map(stem);

  const gist = (words) => {
    const rare = words.filter((word) => !common.includes(word));
    return ["=", ...[...new Set(rare.length ? rare : words)].sort()].join(" ");
  };

  const terms = (words) => [
    ...words,
    ...words.slice(1).map((word, place) => `${words[place]} ${word}`),
    gist(words),
  ];

  const knownTerm = (term, { postings, sorted }) => {
    if (Object.hasOwn(postings, term) || term.includes(" ")) return term;
    for (let length = term.length; length >= beginning && 2 * length > term.length; length -= 1) {
      const alike = sorted.find((one) => one.startsWith(term.slice(0, length)));
      if (alike !== undefined) return alike;
    }
    return term;
  };

  /* The stems that the rules of a game don't have, common ones aside. */
  const unknownTo = (game, words) =>
    [...new Set(words)].filter((word) => {
      const known = knownTerm(word, game);
      return !common.includes(word) && (common.includes(known) || !Object.hasOwn(game.postings, known));
    });

  const scoresIn = (game, words) => {
    const scores = game.entries.map(() => []); // of the whole entry, and of each phrasing
    for (const term of new Set(terms(words).map((one) => knownTerm(one, game)))) {
      const found = Object.hasOwn(game.postings, term) ? game.postings[term] : [];
      for (let at = 0; at < found.length; at += 3) {
        const of = scores[found[at]];
        of[found[at + 1]] = (of[found[at + 1]] ?? 0) + found[at + 2];
      }
    }
    return scores.map(([whole = 0, ...phrasings]) => whole + phrasings.reduce((a, b) => Math.max(a, b ?? 0), 0));
  };

  /* The best entry of each clause, the best first. */
  const search = (game, words) => {
    const rare = new Set(words.filter((word) => !common.includes(word)));
    if (2 * unknownTo(game, words).length > rare.size) return [];
    const scores = scoresIn(game, words);
    const best = new Map();
    const order = [...scores.keys()].sort((a, b) => scores[b] - scores[a] || a - b);
    for (const number of order) {
      const entry = game.entries[number];
      if (!best.has(entry.clause)) best.set(entry.clause, { ...entry, game, score: scores[number] });
    }
    const least = Math.max(1, Math.max(...scores) / cutoff);
    return [...best.values()].filter(({ score, url }) => score >= least && url);
  };

  const merged = (lists) => lists.flat().sort((a, b) => b.score - a.score);

  /* The hits of the games that the query names, or of the chosen one, then a few of the others. */
  const hitsFor = (query, chosen) => {
    const words = stems(query);
    const names = words.filter((word) => word.length >= beginning);
    const named = games.filter(({ name }) => names.some((word) => name.startsWith(word)));
    const wanted = named.length ? named : games.filter(({ name }) => name === chosen);
    const all = (from) => merged(from.map((game) => search(game, words)));
    if (!wanted.length) return all(games).slice(0, MOST);
    const hits = all(wanted).slice(0, MOST);
    const others = all(games.filter((game) => !wanted.includes(game))).slice(0, MOST_OTHERS);
    const least = (hits[0]?.score ?? 0) * WORTH;
    return [...hits, ...others.filter(({ score }) => score >= least)];
  };

  const add = (to, tag, text, kind) => {
    const made = to.appendChild(document.createElement(tag));
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };

  const show = (hit, list) => {
    const item = list.appendChild(document.createElement("li"));
    add(item, "a", hit.title).href = hit.url;
    const facts = add(item, "p", "", "rulesearch-facts");
    add(facts, "span", hit.game.title);
    if (hit.ours) add(facts, "span", "our reading", "rule-badge");
    add(item, "p", hit.line);
  };

  for (const game of games) game.sorted = Object.keys(game.postings).sort();
  window.rulesSearch = (name, query) => search(games.find((game) => game.name === name), stems(query));

  // Sphinx says so of its own list, which stands below the rules.
  Documentation.TRANSLATIONS[
    "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories."
  ] = "No other page has all these words.";

  // Sphinx would mark the words on the next page, and fails where one is in the description of a picture.
  window.addEventListener("pagehide", () => localStorage.removeItem("sphinx_highlight_terms"));

  const asked = new URLSearchParams(window.location.search);
  const query = (asked.get("q") ?? "").trim();
  const chosen = asked.get("game") ?? "";
  for (const field of document.querySelectorAll("[name=game]")) field.value = chosen;
  if (query) {
    const hits = hitsFor(query, chosen);
    const section = document.getElementById("rule-results");
    section.hidden = false;
    for (const hit of hits) show(hit, section.querySelector("ol"));
    const count = hits.length === 1 ? "One rule" : `${hits.length || "No"} rules`;
    const asWords = wordsOf(query);
    const missing = asWords.filter((word) => games.every((game) => unknownTo(game, [stem(word)]).length));
    const without = hits.length && missing.length ? ` The rules don't have: ${[...new Set(missing)].join(", ")}.` : "";
    document.getElementById("rule-results-status").textContent = `${count} for “${query}”.${without}`;
  }
})();
