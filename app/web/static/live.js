/* Keeps a page up to date: hears what changed, fetches those parts anew, sends forms without leaving the page,
   and lets clocks run. Every page works without this file. docs/live.md lists the attributes it reads. */

const { HEADERS: LIVE, limit, Soon, pause, load } = globalThis.fetching; // fetching.js, which stands before
const SILENCE = 30_000; // ms; the server beats every 12 s
const REST = 60_000; // ms hidden, then a page gives its connection to others: browsers have six per server
const ASK_AGAIN = 45_000; // ms; a phone whose stream ended is called silent after 60 s
const SENDING = 300; // ms, then the button says that it is being sent
const WAITING = 6_000; // ms, then the form says what to do
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const WORDS = document.querySelector("[data-words]")?.dataset ?? {}; // in the language of the page
const words = (name, values = {}) => (WORDS[name] ?? "").replace(/\{(\w+)\}/g, (_, key) => values[key]);

/* ---- the stream: hello {version, server_time}, {topic, version}, beat {server_time} ---- */

const url = document.body.dataset.live;
let version = document.body.dataset.version; // what this page shows; text, as in the attribute
let source, timer, restTimer, lostSince;
let attempt = 0;
let heardAt = 0;
let badgeState = "off";

function connect() {
  clearTimeout(timer);
  source?.close();
  heardAt = Date.now();
  source = new EventSource(url);
  source.addEventListener("hello", ({ data }) => {
    const hello = JSON.parse(data);
    attempt = 0;
    lostSince = undefined;
    serverSaid(hello.server_time, true);
    badge("live");
    if (String(hello.version) !== version) changed("*");
    version = String(hello.version);
  });
  source.addEventListener("beat", ({ data }) => serverSaid(JSON.parse(data).server_time));
  source.onmessage = ({ data }) => {
    const change = JSON.parse(data);
    heardAt = Date.now();
    version = String(change.version);
    // Another event of the day changed: the version of this one says nothing about that.
    const elsewhere = change.topic.split("/")[0] === "day";
    changed(change.topic, elsewhere ? undefined : change.version, change.within);
  };
  source.onerror = lost;
}

function lost() {
  source?.close();
  source = undefined;
  clearTimeout(timer);
  lostSince ??= new Date();
  badge("reconnecting");
  // Twice as long each time, and by chance, so that a hall does not come back in one moment.
  timer = setTimeout(connect, Math.min(15_000, 500 * 2 ** attempt++) * (0.5 + Math.random() / 2));
}

function rest() {
  clearTimeout(timer);
  source?.close();
  source = undefined;
}

function wake() {
  attempt = 0;
  connect();
}

function badge(state = badgeState) {
  badgeState = state;
  if (state === "off") return;
  const since = lostSince?.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  for (const each of all("[data-live-badge]")) {
    each.dataset.state = state;
    (each.querySelector("[data-live-text]") ?? each).textContent =
      words(state === "live" ? "onLine" : "reconnecting", { time: since });
  }
}

/* ---- fragments: data-fragment is where the content comes from, data-topics when ---- */

const parts = new WeakMap(); // what is known of a fragment
const due = new Map(); // fragment -> the version it is to show

function part(element) {
  if (!parts.has(element)) parts.set(element, { shown: stable(element.innerHTML.trim()), turn: 0 });
  return parts.get(element);
}

/* Markup without what a clock says in words: a second later it is still the same content. */
const stable = (markup) => markup.replace(/(data-clock-text[^>]*>)[^<]*/g, "$1");

/* `within`: over how many ms those who heard it spread their fetches. Without a version it is fetched in any case. */
function changed(topic, wantedVersion = Infinity, within = 0) {
  const fits = (wanted) =>
    topic === "*" || wanted === "*" || wanted === topic ||
    (wanted.endsWith("/*") && topic.startsWith(wanted.slice(0, -1)));
  for (const each of all("[data-fragment]")) {
    if (!(each.dataset.topics ?? "*").split(/\s+/).some(fits)) continue;
    due.set(each, Math.max(wantedVersion, due.get(each) ?? 0));
  }
  if (due.size) whatIsDue.within(within);
}

const whatIsDue = new Soon(() => {
  for (const [each, wantedVersion] of due) refresh(each, wantedVersion);
  due.clear();
});

async function refresh(element, wantedVersion = Infinity) {
  const state = part(element);
  if (state.version >= wantedVersion) return; // the answer to an own tap showed it already
  if (state.busy || state.sending) return void (state.again = Math.max(state.again || 0, wantedVersion));
  Object.assign(state, { busy: true, again: 0 });
  const turn = ++state.turn;
  let failed;
  try {
    const { ok, status, html, version: shown } = await load(element.dataset.fragment);
    if (status === 401) return location.reload(); // signed out: the page says why and what to do
    if (ok && turn === state.turn) {
      replace(element, html);
      state.version = shown;
    }
    for (const each of all("[data-updated]")) {
      each.textContent = new Date().toLocaleTimeString([], { hourCycle: "h23" });
    }
    state.tries = 0;
  } catch (problem) {
    failed = problem;
    state.tries = (state.tries ?? 0) + 1;
    setTimeout(() => element.isConnected && refresh(element, wantedVersion), pause(state.tries, problem.after));
  }
  state.busy = false;
  // What could not be fetched is not asked for again at once: a server that has too much to do would get more.
  if (!failed && state.again && !state.sending && element.isConnected) refresh(element, state.again);
}

function replace(element, html, { force = false, focus = document.activeElement } = {}) {
  const state = part(element);
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  takeNews(fresh.content);
  const root = fresh.content.firstElementChild;
  const whole = fresh.content.childElementCount === 1 && root.hasAttribute("data-fragment");
  const stage = whole && root.dataset.stage;
  if (stage) for (const each of all("[data-stage-text]")) each.textContent = stage;
  if (whole && root.dataset.title) document.title = root.dataset.title;
  const markup = (whole ? root : fresh).innerHTML.trim();
  if (stable(markup) === state.shown && !force) return;
  const edited = force ? undefined : all("form", element).find((form) => isEdited(form));
  if (edited) {
    state.behind = true;
    const accept = () => replace(element, html, { force: true });
    say(edited, words("changed"), words("showNew"), accept);
    return;
  }
  const news = force ? undefined : newsOf(element);
  if (whole) for (const { name, value } of root.attributes) element.setAttribute(name, value);
  const myTurn = document.querySelector("[data-my-turn]");
  const restore = remember(element, focus);
  element.replaceChildren(...(whole ? root : fresh.content).childNodes);
  Object.assign(state, { shown: stable(markup), behind: false });
  restore();
  all("[data-fragment]", element).forEach(part);
  badge();
  tick();
  hideUnwanted();
  news?.();
  const becameMyTurn = !myTurn && document.querySelector("[data-my-turn]");
  if (becameMyTurn) document.dispatchEvent(new CustomEvent("live:my-turn"));
}

/* What an answer says of the command just given takes the place of what the page said of an earlier one. */
function takeNews(answer) {
  const news = answer.querySelector("[data-news]");
  news?.remove();
  if (news) document.querySelector("[data-news]")?.replaceChildren(...news.childNodes);
}

const BUTTONS = "[type=hidden], [type=submit], [type=button]";
const TICKED = "[type=radio], [type=checkbox]";

function isEdited(form) {
  if (form.closest("[data-replace=always]")) return false;
  const focused = document.activeElement;
  const typing = focused.form === form && focused.matches(`textarea, select, input:not(${BUTTONS}, ${TICKED})`);
  return typing || [...form.elements].some(isDirty);
}

function isDirty(field) {
  if (field.matches("select")) {
    const options = [...field.options];
    const start = options.findIndex((option) => option.defaultSelected);
    const first = start < 0 && !field.multiple; // nothing marked: the browser selects the first
    return options.some((option, n) => option.selected !== (first ? n === 0 : option.defaultSelected));
  }
  if (field.matches(`input:is(${TICKED})`)) return field.checked !== field.defaultChecked;
  return field.matches(`textarea, input:not(${BUTTONS})`) && field.value !== field.defaultValue;
}

/* What a reader is touching in a fragment; the function returned puts it back into the new content. */
function remember(element, focus) {
  const folded = () => namesOf(all("details", element));
  const open = new Map(folded().map(([each, name]) => [name, each.open]));
  const scrolled = [element, ...all("[id]", element)]
    .filter((each) => each.scrollTop || each.scrollLeft)
    .map((each) => [each === element ? "" : each.id, each.scrollLeft, each.scrollTop]);
  const held = focus && focus !== element && element.contains(focus) ? focus : undefined;
  const selection = held?.matches("textarea, input") ? [held.selectionStart, held.selectionEnd] : [];
  // What was chosen for this very version is still legal; for another one it must be chosen anew.
  const chosen = all(`input:is(${TICKED}):checked`, element)
    .filter((each) => versionOf(each) && isDirty(each))
    .map((each) => [each, versionOf(each)]);
  return () => {
    for (const [old, was] of chosen) {
      const twin = all("input", element).find((each) => isTwin(each, old) && versionOf(each) === was);
      if (twin) twin.checked = true;
    }
    for (const [each, name] of folded()) each.open = open.get(name) ?? each.open;
    for (const [id, ...place] of scrolled) (id ? document.getElementById(id) : element)?.scrollTo(...place);
    if (!held) return;
    const twin = all(held.localName, element).find((each) => isTwin(each, held)) ?? element;
    if (twin === element && !element.hasAttribute("tabindex")) element.tabIndex = -1;
    twin.focus({ preventScroll: true });
    if (selection[0] != null) twin.setSelectionRange?.(...selection);
  };
}

/* Each `details` with its name: its id, else the words of its summary and how many before it have the same. */
function namesOf(found) {
  const seen = new Map();
  return found.map((each) => {
    const words = each.id || (each.querySelector("summary")?.textContent.trim() ?? "");
    seen.set(words, (seen.get(words) ?? 0) + 1);
    return [each, `${words} ${seen.get(words)}`];
  });
}

const versionOf = (field) => field.form?.elements.version?.value;

function isTwin(one, other) {
  if (one.id || other.id) return one.id === other.id;
  const alike = (attribute) => one.getAttribute(attribute) === other.getAttribute(attribute);
  if (!alike("name") || !alike("href")) return false;
  const chosenByValue = one.matches("button, [type=radio], [type=checkbox]");
  return (one.name && !chosenByValue) || (alike("value") && one.textContent === other.textContent);
}

/* ---- forms: form[data-live-form] is sent in the background, and its fragment becomes the answer ---- */

async function send(form, submitter) {
  const home = form.closest("[data-fragment]") ?? form;
  const state = part(home);
  if (state.sending) return; // the second tap of a double tap
  const focus = document.activeElement;
  const fields = new FormData(form);
  if (submitter?.name) fields.append(submitter.name, submitter.value);
  const buttons = all("button:enabled, input[type=submit]:enabled", home);
  state.sending = true;
  state.turn++; // what is being fetched now is older than the answer
  form.setAttribute("aria-busy", "true");
  for (const each of buttons) each.disabled = true;
  const quiet = tellSending(form, submitter);
  try {
    const answer = await post(form, submitter, fields);
    if (answer.redirected) return void go(answer.url);
    const html = await answer.text();
    const expected = home !== form && !/^\s*<!doctype/i.test(html);
    if (!expected) return void say(form, words("refused", { status: answer.status }));
    replace(home, html, { force: true, focus });
    showAnswer(home, form.dataset.shows);
    state.version = Number(answer.headers.get("X-Event-Version") ?? 0);
  } catch {
    say(form, words("unsent"));
    state.again = Infinity; // it may have arrived, and only the answer was lost
  } finally {
    quiet();
    for (const each of buttons) each.disabled = false;
    if (document.activeElement === document.body) focus?.focus({ preventScroll: true });
    form.removeAttribute("aria-busy");
    state.sending = false;
    if (state.again && home !== form) refresh(home, state.again);
  }
}

/* Say "Sending…" on the button that was tapped, and after a while what to do; the function returned ends it. */
function tellSending(form, submitter) {
  const before = submitter?.matches("button") ? [...submitter.childNodes] : undefined;
  const soon = setTimeout(() => before && submitter.replaceChildren(words("sending")), SENDING);
  const late = setTimeout(() => say(form, words("stillSending")), WAITING);
  return () => {
    clearTimeout(soon);
    clearTimeout(late);
    if (before && submitter.isConnected) submitter.replaceChildren(...before);
  };
}

/* Bring what answers a person's own tap into view and give it the focus: a refusal, what the form names
   (data-shows), or the element that says how things stand now (data-answer). */
function showAnswer(home, shows) {
  const named = shows && document.getElementById(shows);
  const alert = home.querySelector("[role=alert], [aria-invalid=true]");
  const answer = home.querySelector("[autofocus]") ?? alert ?? (named || home.querySelector("[data-answer]"));
  if (!answer) return;
  if (answer.tabIndex < 0) answer.tabIndex = -1;
  answer.focus({ preventScroll: true });
  answer.scrollIntoView({ block: "nearest" });
}

function post(form, submitter, fields) {
  // By attribute, because a field may be called "action".
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href;
  const files = form.getAttribute("enctype") === "multipart/form-data";
  const body = files ? fields : new URLSearchParams(fields);
  return fetch(action, { method: "POST", body, headers: LIVE, signal: limit() });
}

function go(address) {
  const { pathname, search } = new URL(address);
  if (pathname + search === location.pathname + location.search) location.reload();
  else location.assign(address);
}

function say(form, text, offer, accept) {
  const message = form.querySelector("[data-live-message]") ?? document.createElement("p");
  message.className = "problem";
  message.dataset.liveMessage = "";
  message.setAttribute("role", "alert");
  message.replaceChildren(text);
  if (offer) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "btn", textContent: offer, onclick: accept });
    message.append(" ", button);
  }
  form.append(message);
  // What a person did not ask for does not move the page under their fingers.
  if (offer) pointing(({ pointTo }) => pointTo(message, text));
  else message.scrollIntoView({ block: "nearest" });
}

/* ---- what changed out of view: pointer.js says it and leads there ---- */

const TELLING = "[data-my-turn], [data-said], [data-answer], .turn, .page-title";
const pointing = (say) => import(WORDS.pointer).then(say, () => {}); // without it the page is as it was

/* Note what a fragment tells now; the function returned says what it tells anew. */
function newsOf(element) {
  if (document.body.matches(".organizer, .wall")) return () => {}; // a desk has its alarms, a wall no scrolling
  const telling = () => all(TELLING, element).filter((each) => !each.hidden);
  const known = telling().map((each) => each.textContent);
  return () => {
    const now = telling();
    const fresh = now.filter((each) => !known.includes(each.textContent));
    if (fresh.length || document.querySelector(".pointer")) pointing(({ tell }) => tell(fresh, now));
  };
}

/* ---- clocks and turning pages, by the server's time ---- */

let ahead = 0; // ms the server's clock is ahead of ours
let told = false; // whether the server has said its time
const UNTOLD = 5000; // ms for which a clock stands as the page came, since a device may have quite another time
let ticking;
const serverNow = () => Date.now() + ahead;

function serverSaid(time, first = false) {
  heardAt = Date.now();
  told = true;
  const measured = Date.parse(time) - heardAt;
  // The quickest message is the one that tells best.
  ahead = first ? measured : Math.max(ahead, measured);
  tick();
}

function tick() {
  clearTimeout(ticking);
  if (!told && performance.now() < UNTOLD) {
    ticking = setTimeout(tick, 250);
    return;
  }
  let next = 1000 - (serverNow() % 1000);
  for (const clock of all("[data-clock][data-ends]")) {
    if (!["running", "time", "overtime"].includes(clock.dataset.state)) continue;
    const left = Date.parse(clock.dataset.ends) - serverNow();
    next = Math.min(next, ((left % 1000) + 1000) % 1000 || 1000);
    show(clock, Math.ceil(left / 1000));
  }
  all("[data-pages]").forEach(turn);
  ticking = setTimeout(tick, next + 5);
}

function show(clock, left) {
  const state = left > 0 ? "running" : left > -60 ? "time" : "overtime";
  (clock.querySelector("[data-clock-text]") ?? clock).textContent =
    state === "time" ? words("time") : (left < 0 ? "+" : "") + clockText(Math.abs(left));
  if (state !== clock.dataset.state) {
    clock.classList.replace(clock.dataset.state, state);
    clock.dataset.state = state;
    const word = clock.querySelector("[data-clock-word]");
    if (word) word.textContent = words({ running: "left", time: "called", overtime: "overtime" }[state]);
    clock.querySelector("use")?.setAttribute("href", state === "running" ? "#i-clock" : "#i-disputed");
  }
  for (const each of all("[data-at-time]")) each.hidden = left > 0;
  const spoken = document.querySelector("[data-clock-spoken]"); // a role=status; not every second is worth a word
  if (spoken && [1800, 1200, 600, 300, 60, 0].includes(left)) {
    const said = left > 60 ? "minutesLeft" : left ? "minuteLeft" : "timeCalled";
    spoken.textContent = words(said, { number: left / 60 });
  }
}

function clockText(seconds) {
  const two = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

function turn(book) {
  if (document.querySelector("[data-pages-pause][aria-pressed=true]")) return;
  // By the time of day, so that a page stays when its fragment is replaced, and two screens turn together.
  const page = Math.floor(serverNow() / 1000 / (book.dataset.seconds ?? 8)) % (book.children.length || 1);
  [...book.children].forEach((each, n) => (each.hidden = n !== page));
}

/* Who waits for an opponent's bid asks now and then whether that phone is still there: nothing else would tell. */
function askAgain() {
  if (document.hidden) return;
  for (const each of all("[data-ask-again]")) refresh(each.closest("[data-fragment]"));
}

/* ---- what the organizer said, hidden by a reader on this device alone ---- */

let unwanted = [];
try {
  unwanted = JSON.parse(localStorage.getItem("said") ?? "[]");
} catch {
  unwanted = []; // storage is forbidden: hidden as long as the page stays
}

function hideUnwanted() {
  for (const each of all("[data-said]")) each.hidden = unwanted.includes(each.dataset.said);
  for (const each of all("[data-hide]")) each.hidden = false;
}

function unwant(box) {
  unwanted = [...unwanted, box.dataset.said].slice(-50);
  hideUnwanted();
  const heading = document.querySelector("main h1, h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus();
  try {
    localStorage.setItem("said", JSON.stringify(unwanted));
  } catch {
    return;
  }
}

/* ---- begin ---- */

all("[data-fragment]").forEach(part); // before the clocks change them
const here = document.querySelector(".top > nav [aria-current=page]"); // the row of pages may be longer than a phone
if (here) here.closest("ul").scrollLeft = here.offsetLeft - innerWidth / 3;
tick();
hideUnwanted();
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-live-form]") || event.defaultPrevented) return;
  event.preventDefault();
  send(form, event.submitter);
});
document.addEventListener("focusout", ({ target }) => {
  const home = target.closest?.("[data-fragment]");
  if (home && part(home).behind) setTimeout(() => all("form", home).some(isEdited) || refresh(home));
});
document.addEventListener("click", ({ target }) => {
  const said = target.closest?.("[data-hide]")?.closest("[data-said]");
  if (said) unwant(said);
  const pause = target.closest?.("[data-pages-pause]");
  pause?.setAttribute("aria-pressed", pause.getAttribute("aria-pressed") !== "true");
});
if (url && "EventSource" in window) {
  connect();
  setInterval(() => source && Date.now() - heardAt > SILENCE && lost(), 5000);
  setInterval(askAgain, ASK_AGAIN);
  document.addEventListener("visibilitychange", () => {
    clearTimeout(restTimer);
    if (document.hidden) restTimer = setTimeout(rest, REST);
    else if (!source || Date.now() - heardAt > SILENCE / 2) wake();
  });
  addEventListener("online", wake);
  addEventListener("pagehide", rest);
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
}
