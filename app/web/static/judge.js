/* The judge's desk: results while typing, the same search in the page when the network is gone, and charts by keys.

   Online the server searches, which knows slips and nicknames. When the page is opened, the page of all entries is
   fetched once and kept: plain http has no service worker, so what is in memory is what works in a hall. Browsers
   keep the pages themselves for the day, by their headers. Without this script the form and all links work. */

const form = document.querySelector("[data-desk]");
if (form) searching(form, form.elements.q);
const charts = document.querySelector("[data-charts]");
if (charts) following(charts);

/* ---- search ---- */

function searching(form, field) {
  let kept = []; // [{ words, element }] of all entries
  let timer;
  let turn = 0;
  keep().catch(() => {}); // no connection already: then there is only the server's own answer
  fetch(form.dataset.timing).catch(() => {}); // so that the charts can be opened later

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, 120);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    search();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.matches("input, select, textarea")) {
      event.preventDefault();
      field.select();
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event);
  });
  if (!matchMedia("(hover: none)").matches && !location.hash) field.focus();

  async function keep() {
    const answer = await fetch(form.dataset.everything);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    kept = [...page.querySelectorAll("[data-find]")].map((element) => ({
      element,
      words: folded(`${element.dataset.find} ${element.textContent}`),
    }));
  }

  async function search() {
    const mine = ++turn;
    const query = new URLSearchParams({ q: field.value, edition: form.elements.edition.value });
    const address = `${form.getAttribute("action")}?${query}`;
    history.replaceState(null, "", address);
    let found;
    try {
      const headers = { "x-requested-with": "live" };
      // no-store: the browser keeps one answer for an address, and that shall be the whole page.
      const answer = await fetch(address, { headers, cache: "no-store", signal: AbortSignal.timeout(4000) });
      if (!answer.ok) throw new Error(answer.status);
      found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("results");
    } catch {
      found = null;
    }
    if (mine !== turn) return;
    document.querySelector("[data-offline]").hidden = Boolean(found) || !kept.length;
    if (found) document.getElementById("results").replaceWith(found);
    else if (kept.length) document.getElementById("results").replaceChildren(...inThePage(field.value));
    else location.assign(address);
  }

  function inThePage(asked) {
    const wanted = asked.split(/\s+/).map(folded).filter(Boolean);
    const hits = kept.filter(({ words }) => wanted.every((word) => words.includes(word)));
    const count = document.createElement("p");
    count.setAttribute("role", "status");
    const { oneEntry, entries } = form.dataset;
    count.textContent = hits.length === 1 ? oneEntry : entries.replace("{n}", hits.length);
    const list = document.createElement("div");
    list.className = "rulings";
    list.append(...hits.map(({ element }) => element.cloneNode(true)));
    return [count, list];
  }

  function step(event) {
    const places = [field, ...document.querySelectorAll("#results .ruling")];
    const at = places.indexOf(event.target.closest?.(".ruling") ?? event.target);
    const next = places[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
}

/* As the server folds titles: without case, accents, spaces and points. */
function folded(text) {
  return text.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}*]/gu, "");
}

/* ---- charts ---- */

function following(charts) {
  document.querySelector("[data-keys]").hidden = matchMedia("(pointer: coarse)").matches; // no keys on a phone
  // Not :target, which is not yet there when a page is opened at a step.
  const here = () => document.getElementById(location.hash.slice(1))?.closest("[data-step]");
  const been = [];

  function mark() {
    for (const each of charts.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
    const step = here();
    if (!step) return;
    if (been.at(-1) !== step.id) been.push(step.id);
    step.setAttribute("aria-current", "step");
    step.focus({ preventScroll: true });
    step.scrollIntoView({ block: "center" });
  }

  function go(id) {
    location.hash = id;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.target.closest("[data-step]"); // elsewhere the keys scroll the page as ever
    if (!step) return;
    const ways = [...step.querySelectorAll("[data-way]")].map((way) => way.hash.slice(1));
    const choice = Number(event.key) - 1;
    if (event.key === "ArrowDown" && ways.length) go(ways[0]);
    else if (event.key === "ArrowUp" && been.length > 1) go(been.splice(-2)[0]);
    else if (choice in ways) go(ways[choice]);
    else return;
    event.preventDefault();
  });
  addEventListener("hashchange", mark);
  mark();
}
