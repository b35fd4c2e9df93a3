// @ts-check
/** Pictures of the library in the page: without scripts, in the colors of the page's theme. */

/** The styles of drawings as they are in the page, by what they are in the drawing. @type {Map<string, string>} */
const styles = new Map();

/**
 * Return the drawing as an element of this page. Its style goes to an element of its own: the browser
 * then computes the styles of the page only once, not with each drawing.
 *
 * @param {string} svg
 * @param {HTMLStyleElement} place
 * @returns {SVGSVGElement}
 */
export function drawing(svg, place) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  const root = parsed.documentElement;
  const unsafe =
    root.localName !== "svg" ||
    root.querySelector("script, foreignObject, parsererror") !== null ||
    [root, ...root.querySelectorAll("*")].some((it) =>
      [...it.attributes].some(({ localName, value }) =>
        localName.startsWith("on") || (localName === "href" && !value.startsWith("#")),
      ),
    );
  if (unsafe) throw new Error("the picture is no plain drawing");
  const inside = [...root.querySelectorAll("style")];
  const style = inside.map((it) => it.textContent).join("\n");
  for (const it of inside) it.remove();
  if (!styles.has(style)) styles.set(style, themed(style));
  const shown = styles.get(style) ?? "";
  if (place.textContent !== shown) place.textContent = shown;
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
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
