/* What a walk asks of the page it is on. axe is loaded before; it judges structure and colours apart. Structure is judged
   again where a width shows other elements. Colours cost most, and text of one kind (its own colours, size and weight on
   the same ground) is judged once. */
window.look = (() => {
  const COLOURS = ["color-contrast", "link-in-text-block"];
  const SILENT = { resultTypes: ["violations"], preload: false, iframes: false };
  const words = ({ violations }) => violations.map((each) => `${each.id} ${each.nodes[0].target}`);
  const off = Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }]));

  function hash(text) {
    let value = 0;
    for (const letter of text) value = (value * 31 + letter.codePointAt()) | 0;
    return value;
  }

  /* What lies behind the content of an element, up to the first ground that hides everything farther behind. */
  function ground(element, known) {
    if (!element) return "";
    if (!known.has(element)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const opaque = backgroundColor.startsWith("rgb(") && backgroundImage === "none" && opacity === "1";
      const clear = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && opacity === "1";
      const behind = opaque ? "" : ground(element.parentElement, known);
      known.set(element, clear ? behind : [backgroundColor, backgroundImage, opacity, behind].join("|"));
    }
    return known.get(element);
  }

  /* Everything the contrast of an element's text depends on; large text, as the guidelines call it, needs less. */
  function kind(element, grounds) {
    const { color, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(element);
    const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
    const parts = [color, large, textShadow, element.disabled, ground(element, grounds)];
    if (element.localName !== "a") return hash(parts.join("|"));
    return hash([...parts, "link in", getComputedStyle(element.parentElement).color, textDecorationLine].join("|"));
  }

  const hasText = (element) =>
    element.matches("input:not([type=hidden]), select, textarea") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());

  /* Violations of the colour rules among text of kinds that are not in `seen`, and which kinds these were. */
  async function colours(seen) {
    const known = new Set(seen);
    const fresh = new Map();
    const grounds = new Map();
    for (const element of document.querySelectorAll("body, body *")) {
      if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
      const key = kind(element, grounds);
      if (!known.has(key) && !fresh.has(key)) fresh.set(key, element);
    }
    if (!fresh.size) return { faults: [], kinds: [] };
    const found = await axe.run({ include: [...fresh.values()] }, { ...SILENT, runOnly: COLOURS });
    return { faults: words(found), kinds: [...fresh.keys()] };
  }

  /* What of the page its structure is judged by and a width changes: which elements are shown, and which scroll. */
  const judged = new Set();
  function shown() {
    let bits = "";
    for (const element of document.querySelectorAll("body, body *")) {
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
      const seen = element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
      bits += seen ? (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1 ? "2" : "1") : "0";
    }
    return hash(bits);
  }

  /* Violations of the structural rules; none where the same elements were judged already since the look was loaded. */
  async function structure() {
    const key = shown();
    if (judged.has(key)) return [];
    judged.add(key);
    return words(await axe.run(document, { ...SILENT, rules: off }));
  }

  /* Whether the page scrolls sideways, and what sticks out; of one layout, for a window just resized may still tell its
     old width. */
  function sideways() {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const out = [...document.querySelectorAll("body *")].find((each) => each.getBoundingClientRect().right > clientWidth + 1);
    return [`scrolls sideways, ${scrollWidth} of ${clientWidth}: ${out?.outerHTML.slice(0, 120)}`];
  }

  function layout() {
    const faults = [];
    faults.push(...sideways());
    const targets = "a.btn, button, summary, select, textarea, input:not([type=hidden]), label.tile, .opt label";
    for (const each of document.querySelectorAll(`body.player main :is(${targets})`)) {
      const { width, height } = each.getBoundingClientRect();
      const shown = width > 1 && height > 1 && getComputedStyle(each).opacity !== "0";
      if (shown && height < 43.5) faults.push(`${height} px high: ${each.outerHTML.slice(0, 120)}`);
    }
    return faults;
  }

  /* What the page loaded as it was sent, now or once into the cache, in bytes; the icon is not listed by browsers. */
  /* What a page needs before it is read: the typeface is swapped in later, and kept for a year. */
  const weight = () =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .filter((each) => !each.name.includes(".woff2"))
      .reduce((sum, each) => sum + each.encodedBodySize, 0);

  const folds = () => Boolean(document.querySelector("details"));
  const unfold = () => document.querySelectorAll("details").forEach((each) => (each.open = true));

  return { colours, structure, sideways, layout, weight, folds, unfold };
})();
