/* The desk's keyboard: `/` or `e` brings the cursor to the entry of a table, and what a typed line would enter is
   said below it. The page works without this file: a line is then entered and said at once, with an Undo. */

/* A new event is in the time zone of the browser that makes it. */
for (const field of document.querySelectorAll("[data-browser-zone]")) {
  field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

const WAIT = 150; // ms without a key before the server is asked
let timer;
let asked = 0;

function isTyping(target) {
  return target.isContentEditable || target.matches?.("input, textarea, select");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const field = document.getElementById("q-line");
  if (!field || (event.key !== "/" && event.key !== "e")) return;
  event.preventDefault();
  field.focus();
  field.select();
});

document.addEventListener("input", ({ target }) => {
  const address = target.form?.dataset.preview;
  if (!address) return;
  clearTimeout(timer);
  const turn = ++asked;
  timer = setTimeout(() => preview(target, address, turn), WAIT);
});

document.addEventListener("submit", () => {
  clearTimeout(timer);
  asked++;
});

async function preview(field, address, turn) {
  const place = document.querySelector(`[data-preview-of="${field.id}"]`);
  if (!place) return;
  if (!field.value.trim()) return void place.replaceChildren();
  try {
    const answer = await fetch(`${address}?line=${encodeURIComponent(field.value)}`, {
      headers: { Accept: "text/html", "X-Requested-With": "live" },
    });
    const html = await answer.text();
    if (answer.ok && !answer.redirected && turn === asked) place.innerHTML = html;
  } catch {
    // Without a connection nothing is said before Enter; the answer to Enter says it.
  }
}
