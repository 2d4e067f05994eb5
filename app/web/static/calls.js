/*
  Calls of players at the desk: the number in the tab's title, a sound until somebody goes there, and how long each waits.

  [data-open-calls]       how many calls nobody goes to yet; its fragment is replaced by live.js
  [data-sound]            a button that turns the sound off and on again; kept for this browser
  [data-waiting-since]    a moment; its text becomes the time since then
*/

const AGAIN = 15_000; // ms between two sounds
const MUTED = "calls-muted";
const title = document.title;
const words = document.querySelector("[data-words]")?.dataset ?? {}; // in the language of the page
let open = 0;
let rangAt = 0;
let audio;

function look() {
  const now = Number(document.querySelector("[data-open-calls]")?.dataset.openCalls ?? 0);
  document.title = now ? `(${now}) ${title}` : title;
  if (now > open || (now && Date.now() - rangAt >= AGAIN)) ring();
  open = now;
  for (const each of document.querySelectorAll("[data-waiting-since]")) {
    const waited = Math.max(0, Math.floor((Date.now() - Date.parse(each.dataset.waitingSince)) / 1000));
    each.textContent = `${Math.floor(waited / 60)}:${String(waited % 60).padStart(2, "0")}`;
  }
  for (const each of document.querySelectorAll("[data-sound]")) {
    each.hidden = false;
    each.textContent = (muted() ? words.soundOn : words.soundOff) ?? each.textContent;
  }
}

function muted() {
  try {
    return localStorage.getItem(MUTED) === "yes";
  } catch {
    return false; // a browser that keeps nothing
  }
}

/* Two short tones. A browser plays none before the page was touched once. */
function ring() {
  rangAt = Date.now();
  if (muted() || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const [start, pitch] of [[0, 660], [0.22, 880]]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.value = 0.15;
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + start);
    tone.stop(audio.currentTime + start + 0.18);
  }
  document.documentElement.dataset.rang = String(Number(document.documentElement.dataset.rang ?? 0) + 1);
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-sound]")) return;
  try {
    localStorage.setItem(MUTED, muted() ? "no" : "yes");
  } catch {
    // Nothing is kept; the sound stays on.
  }
  look();
});
setInterval(look, 1000);
look();
