// @ts-check
/** Pictures of the library in the page: without scripts, in the colors of the page's theme. */

/** The styles of drawings as they are in the page, by what they are in the drawing. @type {Map<string, string>} */
const styles = new Map();

/**
 * Show a drawing in a frame, and return it. Of the drawing before, the parts that are equal stay: the
 * browser keeps their layout. The style goes to an element of its own for the same reason.
 *
 * @param {string} svg
 * @param {Element} frame
 * @param {HTMLStyleElement} place Where the style goes.
 * @returns {SVGSVGElement}
 */
export function showDrawing(svg, frame, place) {
  let style = "";
  const unstyled = svg.replace(/<style>([^<&]*)<\/style>/g, (_, /** @type {string} */ rules) => {
    style += rules;
    return "";
  });
  const drawn = new DOMParser().parseFromString(unstyled, "image/svg+xml").documentElement;
  if (!(drawn instanceof SVGSVGElement) || !isPlain(drawn)) throw new Error("the picture is no plain drawing");
  const shown = frame.firstElementChild;
  if (shown instanceof SVGSVGElement) {
    for (const { name, value } of drawn.attributes) shown.setAttribute(name, value);
    update(shown, drawn);
  } else frame.replaceChildren(drawn);
  if (!styles.has(style)) styles.set(style, themed(style));
  const rules = styles.get(style) ?? "";
  if (place.textContent !== rules) place.textContent = rules;
  return /** @type {SVGSVGElement} */ (frame.firstElementChild);
}

/** Whether there are no scripts in a drawing, and no links to other files. @param {SVGElement} root */
function isPlain(root) {
  const isSafe = (/** @type {Element} */ it) =>
    it instanceof SVGElement &&
    it.getAttributeNames().every((name) => {
      const local = name.slice(name.indexOf(":") + 1);
      return !local.startsWith("on") && (local !== "href" || it.getAttribute(name)?.startsWith("#"));
    });
  const animated = "animate, animateMotion, animateTransform, set"; // they may change a link
  return (
    root.querySelector(`script, foreignObject, ${animated}`) === null &&
    [root, ...root.getElementsByTagName("*")].every(isSafe)
  );
}

/**
 * Make the parts of a drawing those of another one, which are in the same order as far as they are equal.
 *
 * @param {Element} shown
 * @param {Element} drawn
 */
function update(shown, drawn) {
  const left = [...shown.childNodes];
  for (const it of [...drawn.childNodes]) {
    const place = left.findIndex((old) => old.isEqualNode(it));
    const [next] = left;
    if (place >= 0) for (const old of left.splice(0, place + 1).slice(0, -1)) old.remove();
    else if (next instanceof SVGGElement && next.cloneNode().isEqualNode(it.cloneNode())) {
      update(next, /** @type {Element} */ (it));
      left.shift();
    } else shown.insertBefore(it, next ?? null);
  }
  for (const old of left) old.remove();
}

/**
 * Return a style whose dark colors follow the theme button of the page (`data-theme` of the body), and
 * the system where the page has none.
 *
 * @param {string} style
 */
function themed(style) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  return [...sheet.cssRules].map((rule) => {
    if (!(rule instanceof CSSMediaRule) || !/prefers-color-scheme:\s*dark/.test(rule.conditionText)) {
      return rule.cssText;
    }
    const dark = [...rule.cssRules].map((it) => it.cssText).join("\n");
    return `body[data-theme="dark"] { ${dark} }
      @media ${rule.conditionText} { body:not([data-theme="light"]) { ${dark} } }`;
  }).join("\n");
}
