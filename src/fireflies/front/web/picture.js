// @ts-check
/** Pictures of the library in the page: without scripts, in the colors of the page's theme. */

/** The styles of drawings as they are in the page, by what they are in the drawing. @type {Map<string, string>} */
const styles = new Map();

/**
 * Show a drawing in a frame, and return it. Its style goes to an element of its own: the browser then
 * computes the styles of the page only once, not with each drawing.
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
  frame.replaceChildren(drawn);
  if (!styles.has(style)) styles.set(style, themed(style));
  const rules = styles.get(style) ?? "";
  if (place.textContent !== rules) place.textContent = rules;
  return drawn;
}

/** Return whether a drawing has no scripts, and no links to other files. @param {SVGElement} root */
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
