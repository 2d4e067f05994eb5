/* When a page fetches what changed: spread over the time that a full hall needs, given up only when nobody can
   answer any more, tried again with longer and longer pauses. live.js says what and why; docs/live.md tells both.
   It is reached as globalThis.fetching, because an import would not carry the hash of its content. */

const PATIENCE = 20_000; // ms for an answer; the server refuses what it can't answer sooner
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 60_000;
const HEADERS = { Accept: "text/html", "X-Requested-With": "live" };

const limit = (most = PATIENCE) => AbortSignal.timeout?.(most);

/* One timer for all that is due: the first change decides when, what comes meanwhile goes along. */
class Soon {
  constructor(work) {
    this.work = work;
  }

  /* Do the work at a random moment within so many ms. */
  within(most) {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.work();
    }, most * Math.random());
  }
}

/* How long to wait before the next try: as long as the server says, else twice as long each time. */
function pause(tries, after) {
  const wait = after ? after * 1000 : Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1));
  return wait * (0.75 + Math.random() / 2);
}

class NotNow extends Error {
  constructor(status, after) {
    super(`answered ${status}`);
    this.after = after;
  }
}

async function ask(address) {
  // no-cache: ask the server, but let an unchanged fragment be a 304.
  const answer = await fetch(address, { headers: HEADERS, cache: "no-cache", signal: limit() });
  if (answer.status >= 500 || answer.status === 429) {
    throw new NotNow(answer.status, Number(answer.headers.get("Retry-After")));
  }
  const html = await answer.text();
  const version = Number(answer.headers.get("X-Event-Version") ?? 0);
  return { ok: answer.ok && !answer.redirected, status: answer.status, html, version };
}

/* Parts of one page are asked for together: /desk/parts/next and /desk/parts/tables are /desk/parts?names=next,tables. */
const PART = /^(.*\/parts)\/(\w+)$/;
const bundles = new Map(); // address of the parts -> those wanted now

function load(address) {
  const { pathname, search, href } = new URL(address, location.href);
  const [, base, name] = PART.exec(pathname) ?? [];
  if (!base) return ask(href);
  if (!bundles.has(base)) {
    bundles.set(base, { query: new URLSearchParams(), wanted: new Map() });
    setTimeout(() => askTogether(base));
  }
  const { query, wanted } = bundles.get(base);
  for (const [key, value] of new URLSearchParams(search)) query.set(key, value);
  return new Promise((resolve, reject) => wanted.set(name, [...(wanted.get(name) ?? []), { resolve, reject }]));
}

async function askTogether(base) {
  const { query, wanted } = bundles.get(base);
  bundles.delete(base);
  const [first, ...others] = wanted.keys();
  try {
    if (others.length) query.set("names", [...wanted.keys()].join());
    const answer = await ask(`${base}${others.length ? "" : `/${first}`}${query.size ? `?${query}` : ""}`);
    const found = document.createElement("template");
    found.innerHTML = answer.html;
    for (const [name, waiting] of wanted) {
      const whole = [...found.content.children].find(({ dataset }) => nameOf(dataset.fragment) === name);
      const html = others.length && answer.ok ? whole?.outerHTML : answer.html;
      for (const { resolve } of waiting) resolve({ ...answer, ok: answer.ok && html !== undefined, html });
    }
  } catch (problem) {
    for (const waiting of wanted.values()) for (const { reject } of waiting) reject(problem);
  }
}

const nameOf = (fragment) => fragment && PART.exec(new URL(fragment, location.href).pathname)?.[2];

globalThis.fetching = { HEADERS, limit, Soon, pause, load };
