// What a page is asked, once it is in the browser. __main__.py puts this into each page, with axe-core.

window.look = (() => {
  "use strict";

  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

  // The part of the page that is ours.
  const main = () => document.querySelector("[role=main]") ?? document.body;

  // The element, so that a person finds it: what leads to it from the nearest id, and its own tag.
  const named = (element) => {
    const path = [];
    for (let it = element; it !== null; it = it.parentElement) {
      if (it.id) {
        path.unshift(`#${CSS.escape(it.id)}`);
        break;
      }
      const classes = [...it.classList].map((name) => `.${CSS.escape(name)}`);
      path.unshift(it.localName + classes.join(""));
    }
    return path.join(" > ");
  };
  const begun = (html) => html.replace(/\s+/g, " ").slice(0, 120);
  const found = (rule, element, right, findings) => ({
    rule,
    element: `${named(element)}  ${begun(element.outerHTML)}`,
    right,
    known: findings.filter(([id, selector]) => id === rule && element.matches(selector)),
  });

  const above = function* (element) {
    for (let it = element; it !== null; it = it.parentElement) yield it;
  };
  const bounds = ({ left, right, top, bottom }) => ({ left, right, top, bottom });
  const visible = (element) => {
    const box = element.getBoundingClientRect();
    const shown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return shown && box.width > 0 && box.height > 0;
  };
  const speaks = (element) =>
    [...element.childNodes].some((it) => it.nodeType === Node.TEXT_NODE && it.data.trim() !== "");

  let read = [];

  // Put what pictures of a page share where it is used: there, its texts have no place of their own.
  const unshare = (use) => {
    const part = document.querySelector(use.getAttribute("href")).cloneNode(true);
    part.removeAttribute("id");
    const [x, y] = ["x", "y"].map((it) => use.getAttribute(it) ?? 0);
    part.setAttribute("transform", `translate(${x} ${y})`);
    use.replaceWith(part);
  };

  return {
    // Everything that axe-core finds; in the dark and on paper only whether text stands out: the rest is the same.
    async axe(findings, colors) {
      const runOnly = colors
        ? { type: "rule", values: ["color-contrast"] }
        : { type: "tag", values: tags };
      const { violations } = await axe.run(document, {
        runOnly,
        resultTypes: ["violations"],
        elementRef: true,
      });
      return violations.flatMap(({ id, help, helpUrl, nodes }) =>
        nodes.map((node) => {
          const how = node.failureSummary.replace(/\s+/g, " ");
          return found(id, node.element, `${help}. ${how} (${helpUrl})`, findings);
        }),
      );
    },

    // The letters of the player aid that are too small to read on paper: 7.5 points are 10 pixels.
    tiny(findings) {
      const right = "letters on the aid have at least 7.5 points";
      return [...document.querySelectorAll(".rule-card, .rule-card *")]
        .filter((it) => visible(it) && speaks(it) && parseFloat(getComputedStyle(it).fontSize) < 9.99)
        .map((it) => found("small-print", it, right, findings));
    },

    // What makes the page wider than the view, though the theme may then let an inner box scroll, not the page:
    // the outermost elements that reach beyond it, or the innermost ones whose text does.
    sideways(findings, width) {
      const scrolls = (it) => getComputedStyle(it).overflowX !== "visible";
      const frames = [...above(main())].filter((it) => scrolls(it) || it.parentElement === null);
      if (!frames.some((it) => it.scrollWidth > Math.min(it.clientWidth, width) + 1)) return [];
      const beyond = (it) => it.getBoundingClientRect().right + window.scrollX > width + 1;
      const inside = (it) => {
        const range = document.createRange();
        range.selectNodeContents(it);
        return range;
      };
      // Code and tables may scroll by themselves; what is fixed, such as a drawer, makes nothing wider.
      const apart = (it) =>
        [...above(it)].some((other) => {
          const alone = scrolls(other) && !frames.includes(other) && !beyond(other);
          return alone || getComputedStyle(other).position === "fixed";
        });
      const all = [...document.body.querySelectorAll("*")].filter((it) => !apart(it));
      const wide = all.filter(beyond);
      const outermost = wide.filter((it) => !wide.includes(it.parentElement));
      const full = all.filter((it) => speaks(it) && beyond(inside(it)));
      const right = `all of it is within ${width} px`;
      const culprits = outermost.length > 0 ? outermost : full;
      const told = culprits.length > 0 ? culprits : frames.slice(0, 1);
      return told.map((it) => found("sideways", it, right, findings));
    },

    // Texts of drawings that reach beyond the drawing or the frame in which they begin, lie on another text
    // or across the edge of something, or are covered. What is folded is opened, as nothing in it has a place
    // before. With an id only the drawings in that element.
    lettering(findings, id) {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
      const told = [];
      const note = (text, right) =>
        told.push(found("cut-text", text, `${JSON.stringify(text.textContent)} ${right}`, findings));
      const place = id === undefined ? main() : document.getElementById(id);
      for (const drawing of place.querySelectorAll("svg[role=img]")) {
        drawing.querySelectorAll("use").forEach(unshare);
        const texts = [...drawing.querySelectorAll("text")].map((text) => [text, text.getBoundingClientRect()]);
        const frames = [...drawing.querySelectorAll("rect, circle")];
        const boxes = new Map(frames.map((it) => [it, it.getBoundingClientRect()]));
        const whole = drawing.getBoundingClientRect();
        const scale = whole.width / drawing.viewBox.baseVal.width;
        const room = 1.5 * scale;
        for (const [text, box] of texts) {
          const below = [...text.parentElement.children].filter((it) => boxes.has(it));
          const begins = text.getAttribute("text-anchor") === "middle" ? (box.left + box.right) / 2 : box.left + room;
          const holds = ({ left, right, top, bottom }) =>
            left <= begins && right >= begins && top <= box.bottom - box.height / 2 && bottom >= box.top + box.height / 2;
          const around = below.map((it) => boxes.get(it)).filter(holds);
          const frame = around.sort((one, two) => one.width - two.width)[0] ?? whole;
          if (box.left < frame.left - room || box.right > frame.right + room || box.bottom > whole.bottom)
            note(text, "is within its frame, in the font of this system");
        }
        for (const [index, [one, a]] of texts.entries()) {
          const across = texts.slice(index + 1).find(([, b]) => {
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            return wide > 2 * scale && high > 0.45 * Math.min(a.height, b.height);
          });
          if (across) note(one, `does not lie on ${JSON.stringify(across[0].textContent)}`);
        }
        // What is under everything, or a line without a face: lanes, frames around frames.
        const aside = ".ground, .water, .open, .build, .turn, .can, .chosen, .changed, .star, .hit";
        const shapes = [...drawing.querySelectorAll("rect, circle, path")]
          .filter((it) => !it.matches(aside))
          .map((it) => [it, it.getBoundingClientRect(), getComputedStyle(it).fill !== "none"]);
        for (const [text, box] of texts) {
          const letters = { ...bounds(box), top: box.top + 0.22 * box.height, bottom: box.bottom - 0.22 * box.height };
          const wrong = shapes.find(([shape, it, filled]) => {
            const wide = Math.min(letters.right, it.right) - Math.max(letters.left, it.left);
            const high = Math.min(letters.bottom, it.bottom) - Math.max(letters.top, it.top);
            if (wide <= 1.5 * scale || high <= 1.5 * scale) return false;
            const follows = (text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
            const holds =
              it.left <= letters.left + room && it.right >= letters.right - room &&
              it.top <= letters.top + room && it.bottom >= letters.bottom - room;
            return filled && follows ? true : !holds;
          });
          if (wrong) note(text, `has nothing over it or half under it: ${begun(wrong[0].outerHTML)}`);
        }
      }
      return told;
    },

    // Browsers ask for an icon. Where no page names one they try /favicon.ico, and log that it is missing.
    async icon() {
      const link = document.querySelector("link[rel~=icon]");
      if (link !== null && (await fetch(link.href)).ok) return [];
      const element = link === null ? "head" : link.outerHTML;
      const right = "a link rel=icon to a file that is there, or browsers log an error for /favicon.ico";
      return [{ rule: "icon", element, right, known: [] }];
    },

    // On the screen: keep in mind what can be read there.
    read() {
      read = [...main().querySelectorAll("*")].filter((it) => speaks(it) && visible(it));
    },

    // On paper: what of that is not there, or is cut off.
    lost(findings) {
      const gone = read.filter((it) => !visible(it));
      const cut = [...main().querySelectorAll("*")].filter((it) => {
        const style = getComputedStyle(it);
        const wide = it.scrollWidth > it.clientWidth + 1 && style.overflowX !== "visible";
        const high = it.scrollHeight > it.clientHeight + 1 && style.overflowY !== "visible";
        return (wide || high) && it.clientWidth > 1 && visible(it);
      });
      const none = "its text is on paper as it is on the screen";
      const whole = (it) =>
        `nobody scrolls on paper: all of its ${it.scrollWidth} px have room in ${it.clientWidth} px`;
      return [
        ...gone.map((it) => found("lost-on-paper", it, none, findings)),
        ...cut.map((it) => found("cut-on-paper", it, whole(it), findings)),
      ];
    },
  };
})();
