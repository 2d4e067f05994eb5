/* The player's page: tells of my turn by vibration, sound or notification, as this phone's owner chose.
   live.js says "live:my-turn" when a fragment brings one. The choices stay in this browser. */

const kept = (name, start) => {
  try {
    return (localStorage.getItem(`alert-${name}`) ?? start) === "on";
  } catch {
    return start === "on"; // storage is forbidden: the choice lasts as long as the page
  }
};
const keep = (name, on) => {
  try {
    localStorage.setItem(`alert-${name}`, on ? "on" : "off");
  } catch {
    return;
  }
};

const chosen = { vibrate: kept("vibrate", "on"), sound: kept("sound", "off") };
let audio;

function beep() {
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 880;
  volume.gain.setValueAtTime(0.15, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.25);
}

function tell() {
  // Browsers refuse both before the first touch of the page.
  const touched = navigator.userActivation?.hasBeenActive;
  if (chosen.vibrate && touched) navigator.vibrate?.(200);
  if (chosen.sound && touched) beep();
  const allowed = "Notification" in window && Notification.permission === "granted";
  if (document.hidden && allowed) new Notification(document.title, { tag: "my-turn" });
}

document.addEventListener("live:my-turn", tell);

const box = document.querySelector("[data-alerts]");
if (box) {
  box.hidden = false;
  for (const field of box.querySelectorAll("[data-alert]")) {
    const name = field.dataset.alert;
    field.checked = chosen[name];
    field.addEventListener("change", () => {
      chosen[name] = field.checked;
      keep(name, field.checked);
      if (field.checked) name === "sound" ? beep() : navigator.vibrate?.(200);
    });
  }
  const ask = box.querySelector("[data-alert-ask]");
  const may = "Notification" in window && window.isSecureContext && Notification.permission === "default";
  if (ask && may) {
    ask.hidden = false;
    ask.querySelector("button").onclick = async () => {
      await Notification.requestPermission();
      ask.hidden = true;
    };
  }
}
