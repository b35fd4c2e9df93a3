// @ts-check
/** Pictures of the library in the page: without scripts, in the colors of the page's theme. */

/**
 * Return the drawing as an element of this page.
 *
 * @param {string} svg
 * @returns {SVGSVGElement}
 */
export function drawing(svg) {
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
  for (const style of root.querySelectorAll("style")) style.textContent = themed(style.textContent ?? "");
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
